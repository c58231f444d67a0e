package reader

import (
	"bytes"
	"context"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "DocBook", MediaType: "application/docbook+xml", Extensions: []string{".dbk", ".docbook"},
		Sniff: func(head []byte) int {
			name, attrs := rootElement(head)
			if dbDivisions[name] == 0 && name != "info" || !strings.Contains(attrs, "docbook.org") && !bytes.Contains(head, []byte("DocBook")) {
				return 0
			}
			return 95
		},
		Read: readDocBook,
	})
}

// docbook reads DocBook 4 and 5, with the numbers that its stylesheets print by default.
type docbook struct {
	xmlBook
	titles map[string]string // what references print, by id
	number map[int32]string  // of chapters, appendices, and what is counted in them
	notes  []int32           // footnotes that wait for the end of the block
	level  int               // of headings
}

// dbDivisions are the divisions; those with 2 are counted.
var dbDivisions = map[string]int{
	"set": 1, "book": 1, "part": 2, "reference": 1, "preface": 1, "chapter": 2, "appendix": 2, "article": 1, "dedication": 1, "colophon": 1, "acknowledgements": 1, "glossary": 1, "bibliography": 1,
	"section": 1, "sect1": 1, "sect2": 1, "sect3": 1, "sect4": 1, "sect5": 1, "simplesect": 1, "refentry": 1, "refsect1": 1, "refsect2": 1, "refsect3": 1, "refsection": 1, "topic": 1, "glossdiv": 1,
	"bibliodiv": 1, "partintro": 1, "index": 1,
}

// readDocBook reads the tree twice: for titles and numbers, and for the text.
func readDocBook(ctx context.Context, in Input) (*core.Document, error) {
	r := &docbook{xmlBook: xmlBook{ctx: ctx, in: in}, titles: map[string]string{}, number: map[int32]string{}}
	if err := r.load(); err != nil {
		return nil, err
	}
	r.enumerate()
	r.children(xmlAll)
	r.flush()
	return r.document(), ctx.Err()
}

// enumerate counts chapters and appendices, and examples, equations, figures and tables with a title within them.
func (r *docbook) enumerate() {
	count := map[string]int{}
	chapter := ""
	r.tree.walk(xmlAll, func(n int32) {
		name := r.tree.nodes[n].name
		prints := ""
		switch name {
		case "part":
			count[name]++
			r.number[n] = printNumber(count[name], "upperRoman")
		case "chapter", "appendix":
			count[name]++
			chapter = itoa(count[name])
			if name == "appendix" {
				chapter = printNumber(count[name], "upperLetter")
			}
			r.number[n] = chapter
			for _, c := range []string{"example", "equation", "figure", "table", "procedure"} {
				count[c] = 0
			}
		case "example", "equation", "figure", "table", "procedure":
			if r.title(n) == xmlNone {
				break
			}
			count[name]++
			r.number[n] = itoa(count[name])
			if chapter != "" {
				r.number[n] = chapter + "." + r.number[n]
			}
			prints = capitalize(name) + " " + r.number[n]
		}
		if id := r.id(n); id != "" && r.titles[id] == "" {
			if t := r.title(n); t != xmlNone && prints == "" {
				prints = r.plain(t)
				if num := r.number[n]; num != "" {
					prints = capitalize(name) + " " + num + ", " + prints
				}
			}
			if label := r.tree.attr(n, "xreflabel"); label != "" {
				prints = label
			}
			r.titles[id] = printed(prints)
		}
	})
}

func (r *docbook) id(n int32) string { return r.tree.attr(n, "id") }

func (r *docbook) ids(n int32) []string {
	if id := r.id(n); id != "" {
		return []string{id}
	}
	return nil
}

// title returns the title of an element, which may stand in its info.
func (r *docbook) title(n int32) int32 {
	if t := r.tree.find(n, "title"); t != xmlNone {
		return t
	}
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		if name := r.tree.nodes[k].name; name == "info" || strings.HasSuffix(name, "info") {
			return r.tree.find(k, "title")
		}
	}
	return 0
}

// plain is the text of an inline element.
func (r *docbook) plain(n int32) string {
	if n == 0 {
		return ""
	}
	q := &docbook{xmlBook: xmlBook{ctx: r.ctx, in: r.in, tree: r.tree, files: r.files}, titles: r.titles, number: r.number}
	q.inlines(n)
	return strings.TrimSpace(string(q.text))
}

// children reads block content; text without a paragraph becomes one.
func (r *docbook) children(n int32) { r.mixed(n, false, r.isBlock, r.inline, r.element) }

func (r *docbook) isBlock(n int32) bool {
	name := r.tree.nodes[n].name
	return name != "" && !dbInline[name]
}

// element reads an element of block content.
func (r *docbook) element(n int32) {
	name := r.tree.nodes[n].name
	if dbDivisions[name] > 0 {
		r.division(n, name)
		return
	}
	for _, w := range []string{name, r.tree.attr(n, "role")} { // elements of authors' own, or roles: "theorem"
		if h, ok := text.LookupHead(w); ok && w != "" && h.Class != text.NoHead && h.Role != "step" && name != "example" && name != "remark" && name != "para" && name != "term" {
			r.boxed(n, w)
			return
		}
	}
	switch name {
	case "title", "subtitle", "titleabbrev", "indexterm", "toc", "lot", "textobject", "alt", "caption", "colspec", "spanspec", "bridgehead-", "keywordset", "subjectset":
		if name == "indexterm" || name == "title" {
			return
		}
	case "info", "bookinfo", "articleinfo", "chapterinfo", "sectioninfo", "sect1info", "prefaceinfo", "partinfo", "refentryinfo", "setinfo", "refmeta", "blockinfo":
		if a := r.tree.find(n, "abstract"); a != xmlNone {
			r.children(a)
		}
	case "para", "simpara", "formalpara":
		r.paragraph(n)
	case "remark":
		r.hideNode(n, "remark")
	case "programlisting", "screen", "literallayout", "synopsis", "programlistingco", "funcsynopsisinfo", "classsynopsisinfo":
		r.code(n)
	case "refnamediv":
		r.refName(n)
	case "funcprototype", "methodsynopsis", "constructorsynopsis", "destructorsynopsis", "fieldsynopsis", "cmdsynopsis":
		r.signature(n, name)
	case "itemizedlist", "orderedlist", "simplelist", "procedure", "substeps", "calloutlist", "stepalternatives":
		r.list(n, name)
	case "variablelist", "glosslist", "segmentedlist", "qandaset":
		r.terms(n)
	case "equation", "informalequation":
		r.equation(n)
	case "figure", "informalfigure", "mediaobject", "screenshot", "graphic":
		r.figure(n, name)
	case "table", "informaltable":
		r.table(n, name)
	case "example", "informalexample":
		r.example(n)
	case "note", "tip", "warning", "caution", "important", "sidebar", "abstract":
		r.boxed(n, name)
	case "blockquote", "epigraph":
		r.begin(core.Block{Kind: core.Quote, Anchors: r.ids(n)})
		r.children(n)
		r.end()
	case "bridgehead":
		r.begin(core.Block{Kind: core.Heading, Level: min(r.level+1, 9), Anchors: r.ids(n), Title: r.plain(n), Starred: true})
		r.inlines(n)
		r.end()
	case "bibliomixed", "biblioentry":
		r.begin(core.Block{Kind: core.Environment, Name: "bibliography", Anchors: r.ids(n)})
		r.begin(core.Block{Kind: core.Paragraph})
		r.inlines(n)
		r.end()
		r.end()
	default:
		r.anchors = append(r.anchors, r.ids(n)...)
		r.children(n)
	}
}

// division reads a division with its heading.
func (r *docbook) division(n int32, name string) {
	t := r.title(n)
	if name == "index" && t == 0 {
		return
	}
	r.flush()
	r.endTo(0)
	if name == "book" || name == "set" || name == "article" {
		if t != 0 {
			r.begin(core.Block{Kind: core.Paragraph, Anchors: r.ids(n)})
			r.inlines(t)
			r.end()
		}
		r.children(n)
		return
	}
	r.level++
	if name == "refentry" && t == 0 { // its name is its title
		r.anchors = append(r.anchors, r.ids(n)...)
	}
	if t != 0 {
		r.begin(core.Block{Kind: core.Heading, Level: min(r.level, 9), Number: r.number[n], Anchors: r.ids(n)})
		if number := r.number[n]; number != "" {
			r.put(number+" ", -1, 0)
			r.body()
		}
		start := len(r.text)
		r.inlines(t)
		if b := r.block(); b != nil {
			b.Title = strings.TrimSpace(string(r.text[start:]))
			if b.Number == "" {
				b.Number, b.Title = splitNumber(b.Title)
			}
		}
		r.end()
	}
	r.children(n)
	r.flush()
	r.level--
}

// boxed reads an admonition, or a box for a statement.
func (r *docbook) boxed(n int32, name string) {
	title := r.plain(r.title(n))
	b := core.Block{Kind: core.Environment, Name: name, Title: title, Anchors: r.ids(n)}
	head := capitalize(name)
	if word, number, rest, ok := splitHead(title, true); ok {
		b.Head, b.Number, b.Title, head = word, number, rest, title
		title = ""
	} else if h, ok := text.LookupHead(name); ok && h.Class != text.Remark {
		b.Head = head
	}
	r.begin(b)
	if title != "" {
		head += " (" + title + ")"
	}
	r.put(strings.TrimRight(head, ". ")+". ", -1, 0)
	r.body()
	if r.tree.nodes[n].name == "procedure" {
		r.tree.children(n, func(k int32) {
			if r.tree.nodes[k].name != "step" {
				r.element(k)
			}
		})
		r.items(n, "procedure")
	} else {
		r.children(n)
	}
	r.end()
}

// example reads an example with its title.
func (r *docbook) example(n int32) {
	title := r.plain(r.title(n))
	b := core.Block{Kind: core.Environment, Name: "example", Number: r.number[n], Title: title, Anchors: r.ids(n)}
	if b.Number != "" {
		b.Head = "Example"
	}
	r.begin(b)
	if b.Number != "" {
		r.put("Example "+b.Number+" ("+title+"). ", -1, 0)
		r.body()
	}
	r.children(n)
	r.end()
}

// paragraph reads running text. Blocks in it stand between its pieces.
func (r *docbook) paragraph(n int32) {
	r.begin(core.Block{Kind: core.Paragraph, Anchors: r.ids(n)})
	if r.tree.nodes[n].name == "formalpara" {
		start := len(r.text)
		if t := r.title(n); t != xmlNone {
			r.inlines(t)
			if s := strings.TrimSpace(string(r.text[start:])); s != "" && strings.IndexByte(".:!?", s[len(s)-1]) < 0 {
				r.put(".", -1, 0)
			}
			r.mark(core.Strong, start)
			r.put(" ", -1, 0)
		}
		if p := r.tree.find(n, "para"); p != xmlNone {
			n = p
		}
	}
	r.mixed(n, true, r.isBlock, r.inline, r.element)
	if r.depth() == 0 {
		r.flush()
	}
}

// code reads a listing; marks in it are left out.
func (r *docbook) code(n int32) {
	s := strings.Trim(r.tree.text(n), "\n")
	if strings.TrimSpace(s) == "" {
		return
	}
	r.begin(core.Block{Kind: core.Code, Name: r.tree.attr(n, "language"), Anchors: r.ids(n)})
	r.insert(strings.ReplaceAll(s, "\r", ""), n)
	r.end()
}

// refName reads the name of a reference page as its heading, and what it is for.
func (r *docbook) refName(n int32) {
	name := r.tree.find(n, "refname")
	if name == 0 {
		r.children(n)
		return
	}
	r.flush()
	r.begin(core.Block{Kind: core.Heading, Level: max(1, min(r.level, 9)), Anchors: r.ids(n)})
	start := len(r.text)
	r.inlines(name)
	if b := r.block(); b != nil {
		b.Title = strings.TrimSpace(string(r.text[start:]))
	}
	r.end()
	if purpose := r.tree.find(n, "refpurpose"); purpose != xmlNone {
		r.begin(core.Block{Kind: core.Paragraph})
		r.inlines(purpose)
		r.end()
	}
}

// signature reads a synopsis as the declaration that stylesheets print for it.
func (r *docbook) signature(n int32, name string) {
	words := func(n int32) string {
		if r.tree.nodes[n].name == "type" && r.tree.attr(n, "class") == "union" {
			var types []string
			for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
				if w := strings.TrimSpace(r.tree.text(k)); w != "" {
					types = append(types, w)
				}
			}
			return strings.Join(types, "|")
		}
		return strings.Join(strings.Fields(r.tree.text(n)), " ")
	}
	var head, args []string
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		w := words(k)
		switch r.tree.nodes[k].name {
		case "":
		case "paramdef":
			args = append(args, w)
		case "methodparam":
			var arg []string
			for j := r.tree.nodes[k].child; j != xmlNone; j = r.tree.nodes[j].next {
				switch x := words(j); {
				case x == "" || r.tree.nodes[j].name == "":
				case r.tree.nodes[j].name == "initializer":
					arg = append(arg, "=", x)
				default:
					arg = append(arg, x)
				}
			}
			args = append(args, strings.Join(arg, " "))
		case "void":
			if name == "funcprototype" {
				args = append(args, "void")
			}
		case "varargs":
			args = append(args, "...")
		case "arg", "group":
			if c := r.tree.attr(k, "choice"); c != "plain" && c != "req" {
				w = "[" + w + "]"
			}
			head = append(head, w)
		default:
			head = append(head, w)
		}
	}
	s := strings.Join(head, " ")
	if name != "cmdsynopsis" && name != "fieldsynopsis" {
		s += "(" + strings.Join(args, ", ") + ")"
	}
	if name == "funcprototype" {
		s += ";"
	}
	if strings.Trim(s, "(); ") == "" {
		return
	}
	r.begin(core.Block{Kind: core.Code, Name: signatureName, Anchors: r.ids(n)})
	r.insert(s, n)
	r.end()
}

// list reads lists and procedures.
func (r *docbook) list(n int32, name string) {
	if t := r.title(n); t != xmlNone {
		r.titled(t)
	}
	r.items(n, name)
}

// titled writes the title of a list or step above what it entitles.
func (r *docbook) titled(t int32) {
	r.begin(core.Block{Kind: core.Paragraph})
	start := len(r.text)
	r.inlines(t)
	r.mark(core.Strong, start)
	r.end()
}

// items reads the entries of a list, and the steps of a procedure with their titles.
func (r *docbook) items(n int32, name string) {
	format := map[string]string{"arabic": "decimal", "loweralpha": "lowerLetter", "upperalpha": "upperLetter", "lowerroman": "lowerRoman", "upperroman": "upperRoman"}[r.tree.attr(n, "numeration")]
	r.begin(core.Block{Kind: core.List, Anchors: r.ids(n)})
	count := max(0, number(r.tree.attr(n, "startingnumber"), 1)-1)
	r.tree.children(n, func(k int32) {
		switch r.tree.nodes[k].name {
		case "listitem", "step", "member", "callout":
		default:
			return
		}
		count++
		mark := "•"
		if name != "itemizedlist" && name != "simplelist" {
			mark = printNumber(count, format) + "."
		}
		r.entry(mark, r.ids(k))
		if t := r.title(k); t != xmlNone {
			r.titled(t)
		}
		r.children(k)
		r.end()
	})
	r.end()
}

// terms reads a list of terms, a glossary, or questions with answers.
func (r *docbook) terms(n int32) {
	r.begin(core.Block{Kind: core.TermList, Anchors: r.ids(n)})
	r.tree.children(n, func(k int32) {
		if name := r.tree.nodes[k].name; name != "varlistentry" && name != "glossentry" && name != "qandaentry" {
			return
		}
		r.begin(core.Block{Kind: core.ListItem, Anchors: r.ids(k)})
		start, titled := len(r.text), false
		r.tree.children(k, func(c int32) {
			switch r.tree.nodes[c].name {
			case "term", "glossterm", "question":
				if titled {
					r.put(", ", -1, 0)
				}
				titled = true
				r.inlines(c)
			case "listitem", "glossdef", "answer":
				if b := r.block(); b != nil && b.Title == "" {
					b.Title = strings.Join(strings.Fields(string(r.text[start:])), " ")
					r.gap(1)
					r.body()
				}
				r.children(c)
			}
		})
		r.end()
	})
	r.end()
}

// equation reads a display.
func (r *docbook) equation(n int32) {
	tex := r.mathOf(n)
	if tex == "" {
		return
	}
	r.displayed(n, tex, r.number[n], r.ids(n))
}

// mathOf is the TeX of an equation: its MathML, what its author wrote in TeX, or its phrase.
func (r *docbook) mathOf(n int32) string {
	tex, phrase := "", ""
	r.tree.walk(n, func(k int32) {
		switch x := &r.tree.nodes[k]; x.name {
		case "math":
			if tex == "" {
				tex = r.mathML(k)
			}
		case "alt", "textobject", "mathphrase":
			if phrase == "" {
				phrase = strings.TrimSpace(r.tree.text(k))
			}
		}
	})
	if tex == "" {
		tex = strings.Trim(phrase, "$ \n")
		for _, d := range [][2]string{{`\[`, `\]`}, {`\(`, `\)`}} {
			tex = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(tex, d[0]), d[1]))
		}
	}
	return tex
}

// mathML writes a math element in TeX with the reader of pages.
func (r *docbook) mathML(n int32) string {
	var b strings.Builder
	r.markup(n, &b, 0)
	t, err := newHTMLTree(r.ctx, b.String(), true)
	if err != nil {
		return ""
	}
	w := newPageWalker(r.ctx, newPageWriter([]byte(t.src)), t)
	for i := range t.nodes {
		if t.nodes[i].tag == "math" {
			tex, _ := w.mathML(int32(i))
			return tex
		}
	}
	return ""
}

// markup writes an element without prefixes.
func (r *docbook) markup(n int32, b *strings.Builder, depth int) {
	x := &r.tree.nodes[n]
	if x.name == "" {
		b.WriteString(x.raw)
		return
	}
	b.WriteString("<" + x.name + x.raw + ">")
	if depth < maxFormulaDepth {
		r.tree.children(n, func(k int32) { r.markup(k, b, depth+1) })
	}
	b.WriteString("</" + x.name + ">")
}

// figure reads the title or caption of a picture.
func (r *docbook) figure(n int32, name string) {
	r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	t := r.title(n)
	if t == 0 {
		t = r.tree.find(n, "caption")
	}
	if t == 0 {
		return
	}
	r.begin(core.Block{Kind: core.Environment, Name: "figure", Number: r.number[n], Anchors: r.ids(n)})
	r.begin(core.Block{Kind: core.Paragraph})
	if number := r.number[n]; number != "" {
		r.put(capitalize(name)+" "+number+". ", -1, 0)
	}
	r.inlines(t)
	r.end()
	r.end()
}

// table reads the rows of a CALS or HTML table.
func (r *docbook) table(n int32, name string) {
	if t := r.title(n); t != xmlNone {
		r.begin(core.Block{Kind: core.Environment, Name: "figure", Number: r.number[n], Anchors: r.ids(n)})
		r.begin(core.Block{Kind: core.Paragraph})
		r.put(capitalize(name)+" "+r.number[n]+". ", -1, 0)
		r.inlines(t)
		r.end()
		r.end()
	}
	r.begin(core.Block{Kind: core.Table})
	r.rows(n)
	r.end()
}

func (r *docbook) rows(n int32) {
	r.tree.children(n, func(k int32) {
		switch r.tree.nodes[k].name {
		case "row", "tr":
			r.gap(1)
			first := true
			r.tree.children(k, func(c int32) {
				switch r.tree.nodes[c].name {
				case "entry", "td", "th":
					if !first {
						r.put(" | ", -1, 0)
					}
					first = false
					r.inlines(c)
				}
			})
		case "tgroup", "thead", "tbody", "tfoot":
			r.rows(k)
		}
	})
}

// flush adds the footnotes that wait.
func (r *docbook) flush() {
	for len(r.notes) > 0 && r.depth() == 0 {
		n := r.notes[0]
		r.notes = r.notes[1:]
		r.begin(core.Block{Kind: core.Environment, Name: "footnote", Anchors: r.ids(n)})
		r.children(n)
		r.endTo(0)
	}
}

// dbInline are the elements of running text.
var dbInline = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`emphasis phrase literal code command function varname variable filename option parameter classname methodname constant symbol type envar prompt userinput
		computeroutput keycap keycombo keysym guilabel guimenu guibutton guimenuitem replaceable sgmltag tag markup systemitem property structname structfield errorname errorcode returnvalue token
		firstterm glossterm quote foreignphrase citetitle subscript superscript link ulink xref olink anchor footnote footnoteref citation indexterm trademark acronym abbrev productname application
		email uri inlineequation inlinemediaobject inlinegraphic biblioref wordasword database hardware interface optional medialabel orgname personname author firstname surname date
		citerefentry refentrytitle manvolnum remark- co math editor publishername year releaseinfo pubdate address street city country jobtitle`) {
		m[w] = true
	}
	return m
}()

// dbCode are the elements that name parts of programs.
var dbCode = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`literal code command function varname variable filename option parameter classname methodname constant symbol type envar prompt userinput computeroutput
		keycap sgmltag tag markup systemitem property structname structfield errorname errorcode returnvalue token email uri interface`) {
		m[w] = true
	}
	return m
}()

// inlines reads the running text within an element.
func (r *docbook) inlines(n int32) {
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		r.inline(k)
	}
}

// inline reads a piece of running text.
func (r *docbook) inline(n int32) {
	x := &r.tree.nodes[n]
	start := len(r.text)
	if id := x.name; id == "anchor" || id == "phrase" || id == "firstterm" {
		r.anchor(r.id(n))
	}
	switch {
	case x.name == "":
		r.texts(n, false)
	case dbCode[x.name]:
		r.inlines(n)
		r.mark(core.Verb, start)
	case x.name == "emphasis":
		r.inlines(n)
		if role := r.tree.attr(n, "role"); role == "bold" || role == "strong" {
			r.mark(core.Strong, start)
		} else {
			r.mark(core.Emph, start)
		}
	case x.name == "firstterm":
		r.inlines(n)
		r.mark(core.Term, start)
	case x.name == "foreignphrase" || x.name == "citetitle" || x.name == "wordasword":
		r.inlines(n)
		r.mark(core.Emph, start)
	case x.name == "quote":
		r.put("“", -1, 0)
		r.inlines(n)
		r.put("”", -1, 0)
	case x.name == "subscript" || x.name == "superscript":
		s := r.tree.text(n)
		if d := scriptDigits(s, x.name); d != s {
			r.insert(d, n)
		} else {
			r.inlines(n)
		}
	case x.name == "inlineequation":
		if tex := r.mathOf(n); tex != "" {
			r.put(`\(`+tex+`\)`, -1, 0)
		}
	case x.name == "math":
		if tex := r.mathML(n); tex != "" {
			r.put(`\(`+tex+`\)`, -1, 0)
		}
	case x.name == "xref" || x.name == "biblioref":
		target := r.tree.attr(n, "linkend")
		prints := r.titles[target]
		if end := r.tree.attr(n, "endterm"); end != "" && r.titles[end] != "" {
			prints = r.titles[end]
		}
		if prints == "" {
			prints = "[" + target + "]"
		}
		r.put(prints, -1, 0)
		r.refer(start, target, "")
	case x.name == "link" || x.name == "olink" || x.name == "ulink":
		href := r.tree.attr(n, "href")
		target := r.tree.attr(n, "linkend")
		if x.child == 0 {
			if href == "" {
				href = r.tree.attr(n, "url")
			}
			if href == "" {
				href = r.titles[target]
			}
			r.put(href, -1, 0)
		} else {
			r.inlines(n)
		}
		if target == "" && strings.HasPrefix(href, "#") {
			target = href[1:]
		}
		r.refer(start, target, "")
	case x.name == "footnote":
		if len(r.notes) < maxBookNodes {
			r.notes = append(r.notes, n)
		}
	case x.name == "indexterm" || x.name == "anchor" || x.name == "co":
	case x.name == "remark":
		r.hideNode(n, "remark")
	case x.name == "inlinemediaobject" || x.name == "inlinegraphic" || x.name == "mediaobject" || x.name == "graphic":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	case x.name == "citation":
		r.put("[", -1, 0)
		r.inlines(n)
		r.put("]", -1, 0)
	case x.name == "para" || x.name == "simpara":
		r.blank(false, -1)
		r.inlines(n)
	default:
		r.inlines(n)
	}
}
