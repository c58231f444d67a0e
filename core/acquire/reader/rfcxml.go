package reader

import (
	"bytes"
	"context"
	"strings"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "RFC XML", MediaType: "application/rfc+xml", Extensions: []string{".rfcxml"},
		Sniff: func(head []byte) int {
			if name, _ := rootElement(head); name == "rfc" || name == "" && bytes.Contains(head, []byte("<!DOCTYPE rfc ")) {
				return 95
			}
			return 0
		},
		Read: readRFC,
	})
}

// rfc reads the vocabulary of RFCs and Internet-Drafts in its versions 2 and 3 (RFC 7749, RFC 7991), with the numbers
// that their page prints.
type rfc struct {
	xmlBook
	number map[int32]string // of sections
	prints map[string]string
	level  int
}

func readRFC(ctx context.Context, in Input) (*core.Document, error) {
	r := &rfc{xmlBook: xmlBook{ctx: ctx, in: in}, number: map[int32]string{}, prints: map[string]string{}}
	if err := r.load(); err != nil {
		return nil, err
	}
	root := r.tree.find(xmlAll, "rfc")
	middle, back := r.tree.find(root, "middle"), r.tree.find(root, "back")
	r.enumerate(middle, back)
	r.front(r.tree.find(root, "front"))
	for _, n := range []int32{middle, back} {
		if n != 0 {
			r.children(n)
		}
	}
	return r.document(), ctx.Err()
}

// enumerate counts sections, which references print, and figures and tables with an anchor. References take a number
// behind the sections of the middle, appendices letters.
func (r *rfc) enumerate(middle, back int32) {
	count := 0
	r.tree.children(middle, func(n int32) { r.sections(n, "Section", "", "decimal", &count) })
	r.tree.children(back, func(n int32) {
		if r.tree.nodes[n].name == "references" {
			count++
			r.number[n] = itoa(count)
			sub := 0
			r.tree.children(n, func(k int32) {
				if r.tree.nodes[k].name == "references" {
					sub++
					r.number[k] = r.number[n] + "." + itoa(sub)
				}
			})
		}
	})
	letters := 0
	r.tree.children(back, func(n int32) { r.sections(n, "Appendix", "", "upperLetter", &letters) })
	figures := map[string]int{}
	r.tree.walk(xmlAll, func(n int32) {
		x := &r.tree.nodes[n]
		anchor := r.tree.attr(n, "anchor")
		switch x.name {
		case "figure", "table", "texttable":
			word := "Table"
			if x.name == "figure" {
				word = "Figure"
			}
			if anchor == "" && r.title(n) == "" && x.name == "figure" {
				break
			}
			figures[word]++
			r.prints[anchor] = word + " " + itoa(figures[word])
		case "reference", "referencegroup":
			r.prints[anchor] = "[" + printed(anchor) + "]"
		case "displayreference":
			r.prints[r.tree.attr(n, "target")] = "[" + printed(r.tree.attr(n, "to")) + "]"
		case "li":
			if r.prints[anchor] == "" {
				r.prints[anchor] = "this item"
			}
		}
	})
	delete(r.prints, "")
}

// sections gives a section and those in it their numbers.
func (r *rfc) sections(n int32, word, prefix, format string, count *int) {
	if r.tree.nodes[n].name != "section" || len(prefix) > maxPrinted {
		return
	}
	if r.tree.attr(n, "numbered") == "false" || r.tree.attr(n, "numbered") == "no" {
		r.prints[r.tree.attr(n, "anchor")] = "“" + printed(r.title(n)) + "”"
		return
	}
	*count++
	r.number[n] = prefix + printNumber(*count, format)
	r.prints[r.tree.attr(n, "anchor")] = word + " " + r.number[n]
	sub := 0
	r.tree.children(n, func(k int32) { r.sections(k, word, r.number[n]+".", "decimal", &sub) })
}

// title is the title of an element: its name, or its attribute in version 2.
func (r *rfc) title(n int32) string {
	if k := r.tree.find(n, "name"); k != xmlNone {
		return strings.Join(strings.Fields(r.tree.text(k)), " ")
	}
	return strings.Join(strings.Fields(r.tree.attr(n, "title")), " ")
}

func (r *rfc) ids(n int32) []string {
	if a := r.tree.attr(n, "anchor"); a != "" {
		return []string{a}
	}
	return nil
}

// front reads the title, the abstract and the notes; authors, dates and the status are no matter of the text.
func (r *rfc) front(n int32) {
	if t := r.tree.find(n, "title"); t != xmlNone {
		r.begin(core.Block{Kind: core.Paragraph})
		r.inlines(t)
		r.end()
	}
	r.tree.children(n, func(k int32) {
		switch name := r.tree.nodes[k].name; name {
		case "abstract", "note":
			title := r.title(k)
			if name == "abstract" {
				title = "Abstract"
			}
			r.heading(k, 1, title)
			r.children(k)
		}
	})
}

// heading opens a division. A title in an attribute stands in no text, so that it leads back to none.
func (r *rfc) heading(n int32, level int, title string) {
	if title == "" {
		return
	}
	r.begin(core.Block{Kind: core.Heading, Level: min(level, 9), Number: r.number[n], Title: title, Anchors: r.ids(n)})
	if number := r.number[n]; number != "" {
		r.put(number+". ", -1, 0)
		r.body()
	}
	if k := r.tree.find(n, "name"); k != xmlNone {
		r.inlines(k)
	} else {
		r.put(title, -1, 0)
	}
	r.end()
}

// rfcBlocks are the elements that stand between paragraphs.
var rfcBlocks = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("t list ul ol dl figure artset artwork sourcecode table texttable blockquote aside note section references reference referencegroup preamble postamble") {
		m[w] = true
	}
	return m
}()

// children reads block content; text without a paragraph becomes one.
func (r *rfc) children(n int32) { r.mixed(n, false, r.isBlock, r.inline, r.element) }

func (r *rfc) isBlock(n int32) bool { return rfcBlocks[r.tree.nodes[n].name] }

// element reads an element of block content.
func (r *rfc) element(n int32) {
	switch name := r.tree.nodes[n].name; name {
	case "section", "references":
		title := r.title(n)
		if name == "references" && title == "" {
			title = "References"
		}
		r.endTo(0)
		r.level++
		r.heading(n, r.level, title)
		r.children(n)
		r.level--
	case "t", "preamble", "postamble":
		r.paragraph(n, r.ids(n))
	case "list":
		r.listV2(n)
	case "ul", "ol":
		format := map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}[r.tree.attr(n, "type")]
		r.items(n, "li", name == "ol", format, number(r.tree.attr(n, "start"), 1))
	case "dl":
		r.terms(n)
	case "figure", "artset":
		r.anchors = append(r.anchors, r.ids(n)...)
		r.children(n)
		if title := r.title(n); title != "" {
			r.begin(core.Block{Kind: core.Environment, Name: "figure"})
			r.begin(core.Block{Kind: core.Paragraph})
			r.put(title, -1, 0)
			r.end()
			r.end()
		}
	case "artwork", "sourcecode":
		r.code(n)
	case "table", "texttable":
		r.table(n)
	case "blockquote":
		r.begin(core.Block{Kind: core.Quote, Anchors: r.ids(n)})
		r.children(n)
		r.end()
	case "aside", "note":
		r.begin(core.Block{Kind: core.Environment, Name: "note", Anchors: r.ids(n)})
		r.children(n)
		r.end()
	case "reference":
		r.begin(core.Block{Kind: core.Environment, Name: "bibliography", Anchors: r.ids(n)})
		r.begin(core.Block{Kind: core.Paragraph})
		r.put(r.prints[r.tree.attr(n, "anchor")]+" ", -1, 0)
		r.inlines(r.tree.find(r.tree.find(n, "front"), "title"))
		r.end()
		r.end()
	default:
		r.children(n)
	}
}

// paragraph reads running text. Lists and figures in it, as version 2 has them, stand between its pieces.
func (r *rfc) paragraph(n int32, anchors []string) {
	r.begin(core.Block{Kind: core.Paragraph, Anchors: anchors})
	r.mixed(n, true, r.isBlock, r.inline, r.element)
}

// listV2 reads a list of version 2, whose style says what it is.
func (r *rfc) listV2(n int32) {
	switch style := r.tree.attr(n, "style"); style {
	case "hanging":
		r.begin(core.Block{Kind: core.TermList})
		r.tree.children(n, func(k int32) {
			if r.tree.nodes[k].name != "t" {
				return
			}
			term := strings.Join(strings.Fields(r.tree.attr(k, "hangText")), " ")
			r.begin(core.Block{Kind: core.ListItem, Title: strings.TrimRight(term, ":"), Anchors: r.ids(k)})
			r.put(term, -1, 0)
			r.gap(1)
			r.body()
			r.paragraph(k, nil)
			r.end()
		})
		r.end()
	case "numbers":
		r.items(n, "t", true, "decimal", 1)
	case "letters":
		r.items(n, "t", true, "lowerLetter", 1)
	case "symbols":
		r.items(n, "t", false, "", 1)
	default:
		if strings.HasPrefix(style, "format") {
			r.items(n, "t", true, "decimal", 1)
			return
		}
		r.children(n) // paragraphs that stand further in
	}
}

// items reads the entries of a list.
func (r *rfc) items(n int32, entry string, ordered bool, format string, from int) {
	r.begin(core.Block{Kind: core.List, Anchors: r.ids(n)})
	count := from - 1
	r.tree.children(n, func(k int32) {
		if r.tree.nodes[k].name != entry {
			return
		}
		count++
		mark := "•"
		if ordered {
			mark = printNumber(count, format) + "."
		}
		r.entry(mark, r.ids(k))
		r.children(k)
		r.end()
	})
	r.end()
}

// terms reads a list of terms with what each means.
func (r *rfc) terms(n int32) {
	r.begin(core.Block{Kind: core.TermList, Anchors: r.ids(n)})
	open := false
	r.tree.children(n, func(k int32) {
		switch r.tree.nodes[k].name {
		case "dt":
			if open {
				r.end()
			}
			r.begin(core.Block{Kind: core.ListItem, Anchors: r.ids(k)})
			open = true
			start := len(r.text)
			r.inlines(k)
			if b := r.block(); b != nil {
				b.Title = strings.TrimRight(strings.Join(strings.Fields(string(r.text[start:])), " "), ":")
			}
			r.gap(1)
			r.body()
		case "dd":
			r.children(k)
		}
	})
	if open {
		r.end()
	}
	r.end()
}

// code reads a listing or a drawing; its type is its language.
func (r *rfc) code(n int32) {
	s := strings.ReplaceAll(strings.Trim(r.tree.text(n), "\n"), "\r", "")
	if strings.TrimSpace(s) == "" {
		return
	}
	r.begin(core.Block{Kind: core.Code, Name: r.tree.attr(n, "type"), Anchors: r.ids(n)})
	r.insert(s, n)
	r.end()
}

// table reads a table: rows in version 3, cells in a row as many as there are columns in version 2.
func (r *rfc) table(n int32) {
	r.begin(core.Block{Kind: core.Table, Anchors: r.ids(n)})
	columns, cell := 0, 0
	r.tree.children(n, func(k int32) {
		switch r.tree.nodes[k].name {
		case "ttcol":
			columns++
			r.cell(k, columns > 1)
		case "c":
			if columns > 0 && cell%columns == 0 {
				r.gap(1)
			}
			r.cell(k, columns == 0 || cell%columns > 0)
			cell++
		case "thead", "tbody", "tfoot":
			r.rows(k)
		case "tr":
			r.row(k)
		}
	})
	r.end()
}

func (r *rfc) rows(n int32) {
	r.tree.children(n, func(k int32) {
		if r.tree.nodes[k].name == "tr" {
			r.row(k)
		}
	})
}

func (r *rfc) row(n int32) {
	r.gap(1)
	first := true
	r.tree.children(n, func(k int32) {
		if name := r.tree.nodes[k].name; name == "td" || name == "th" {
			r.cell(k, !first)
			first = false
		}
	})
}

func (r *rfc) cell(n int32, further bool) {
	if further {
		r.put(" | ", -1, 0)
	}
	r.inlines(n)
}

// inlines reads the running text within an element.
func (r *rfc) inlines(n int32) {
	if n == 0 {
		return
	}
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		r.inline(k)
	}
}

// rfcFaces are the elements of running text that set it in a face.
var rfcFaces = map[string]core.MarkKind{
	"em": core.Emph, "strong": core.Strong, "tt": core.Verb, "dfn": core.Term,
}

// inline reads a piece of running text.
func (r *rfc) inline(n int32) {
	x := &r.tree.nodes[n]
	start := len(r.text)
	switch x.name {
	case "":
		r.texts(n, false)
	case "name": // of the element around it
	case "iref", "cref", "comment":
		if x.name == "cref" {
			r.hideNode(n, "editor's comment")
		}
	case "xref", "relref":
		r.xref(n)
	case "eref":
		if x.child == 0 {
			r.put(r.tree.attr(n, "target"), -1, 0)
		} else {
			r.inlines(n)
		}
	case "spanx":
		r.inlines(n)
		kind, ok := map[string]core.MarkKind{"verb": core.Verb, "strong": core.Strong}[r.tree.attr(n, "style")]
		if !ok {
			kind = core.Emph
		}
		r.mark(kind, start)
	case "vspace", "br":
		r.blank(true, -1)
	case "sub", "sup":
		s := r.tree.text(n)
		if d := scriptDigits(s, map[string]string{"sub": "subscript", "sup": "superscript"}[x.name]); d != s {
			r.insert(d, n)
		} else {
			r.inlines(n)
		}
	case "t", "li", "dd":
		r.blank(false, -1)
		r.inlines(n)
	default:
		r.inlines(n)
		if kind, ok := rfcFaces[x.name]; ok {
			r.mark(kind, start)
			r.anchor(r.tree.attr(n, "anchor"))
		}
	}
}

// xref prints a reference as the page does: its own words, the section or work that it leads to, or a section of a
// work.
func (r *rfc) xref(n int32) {
	start := len(r.text)
	target := r.tree.attr(n, "target")
	prints := r.prints[target]
	if prints == "" {
		prints = "[" + target + "]"
	}
	section := r.tree.attr(n, "section")
	if section == "" {
		section = r.tree.attr(n, "sec") // the extension of xml2rfc that came before
	}
	switch {
	case r.tree.attr(n, "format") == "none" || strings.TrimSpace(r.tree.text(n)) != "":
		r.inlines(n)
	case r.tree.attr(n, "format") == "counter":
		r.put(prints[strings.LastIndexByte(prints, ' ')+1:], -1, 0)
	case r.tree.attr(n, "format") == "title" && strings.HasPrefix(prints, "Section"):
		r.put(prints, -1, 0)
	case section != "":
		word := "Section "
		if c := section[0]; 'A' <= c && c <= 'Z' {
			word = "Appendix "
		}
		switch r.tree.attr(n, "sectionFormat") + r.tree.attr(n, "fmt") {
		case "bare", "sec":
			r.put(word+section, -1, 0)
		case "number":
			r.put(section, -1, 0)
		case "parens":
			r.put(prints+" ("+word+section+")", -1, 0)
		case "comma", ",":
			r.put(prints+", "+word+section, -1, 0)
		default:
			r.put(word+section+" of "+prints, -1, 0)
		}
		return // into another document
	default:
		r.put(prints, -1, 0)
	}
	r.refer(start, target, "")
}
