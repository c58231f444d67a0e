package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sort"
	"strings"

	"lemma/core"
)

// maxBookNodes bounds the elements and pieces of text of a book in XML, with all that it includes.
const maxBookNodes = 4 << 20

// maxIncludes bounds the files that a book in XML is made of, and maxIncluding how deep they include each other.
const (
	maxIncludes  = 2000
	maxIncluding = 16
)

// xmlBook is what readers of books in XML share: the tree of all files, and the document that grows.
type xmlBook struct {
	composer
	ctx   context.Context
	in    Input
	tree  xmlTree
	files []xmlFile
}

// xmlFile is one file of a book.
type xmlFile struct {
	name  string
	raw   []byte
	first int32 // its first node
	runs  []core.Run
}

// rootElement finds the root of XML and its attributes in the first bytes of a file.
func rootElement(head []byte) (name, attrs string) {
	sc := newXMLScanner(string(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))), nil)
	for t, ok := sc.next(); ok; t, ok = sc.next() {
		switch {
		case t.kind == xmlStart:
			return localName(t.name), t.raw
		case t.kind == xmlText && strings.TrimSpace(t.raw) != "":
			return "", ""
		}
	}
	return "", ""
}

func localName(q string) string { return q[strings.IndexByte(q, ':')+1:] }

// load reads the file and what it includes into the tree.
func (b *xmlBook) load() error {
	src, encoding, runs, losses, err := Decode(b.in.Raw)
	if err != nil {
		return err
	}
	b.Encoding, b.Losses = encoding, losses
	b.tree.reset()
	b.tree.made = maxExpanded(len(src))
	b.files = []xmlFile{{name: b.in.Name, raw: b.in.Raw, first: xmlAll, runs: runs}}
	b.grow(src, path.Dir("."), nil)
	if b.tree.nodes[xmlAll].child == xmlNone {
		return errors.New("there is no element in it")
	}
	return b.ctx.Err()
}

// grow adds a file to the tree below the element that is open, and what it includes below the elements that say so.
func (b *xmlBook) grow(src, dir string, chain []string) {
	t := &b.tree
	base := len(t.open)
	var includes []int32
	sc := newXMLScanner(src, nil)
	for k, ok := sc.next(); ok; k, ok = sc.next() {
		if len(t.nodes) >= maxBookNodes {
			b.lose("nesting", func(int) string {
				return fmt.Sprintf("the document has more than %d elements; the rest is not read", maxBookNodes)
			})
			break
		}
		if len(t.nodes)&4095 == 0 && b.ctx.Err() != nil {
			return
		}
		switch k.kind {
		case xmlComment:
			b.comment(k)
			continue
		case xmlOther:
			t.declare(k.raw)
			continue
		case xmlEnd:
			if len(t.open) <= base && t.over == 0 {
				continue
			}
		}
		k.name = localName(k.name)
		t.add(k)
		if k.kind == xmlStart && k.name == "include" {
			includes = append(includes, int32(len(t.nodes)-1))
		}
	}
	t.open, t.last, t.names, t.over = t.open[:base], t.last[:base], t.names[:base], 0
	for _, n := range includes {
		href := strings.TrimSpace(t.attr(n, "href"))
		if href == "" || t.attr(n, "parse") == "text" {
			continue
		}
		file := path.Join(dir, href)
		if slices.Contains(chain, file) || len(chain) >= maxIncluding || len(b.files) >= maxIncludes {
			b.lose("include", func(n int) string {
				return plural(n, "include is", "includes are") + " circular or too deep, such as " + href
			})
			continue
		}
		b.include(n, file, chain)
	}
}

// include reads a file below the node that includes it.
func (b *xmlBook) include(n int32, file string, chain []string) {
	missing := func(why string) {
		b.lose("missing-file", func(n int) string {
			return plural(n, "included file", "included files") + " could not be read, such as " + file + why
		})
	}
	if b.in.Open == nil {
		missing("")
		return
	}
	name, raw, err := b.in.Open(file)
	if err != nil {
		missing(": " + err.Error())
		return
	}
	src, _, runs, losses, err := Decode(raw)
	if err != nil {
		missing(": " + err.Error())
		return
	}
	b.Losses = append(b.Losses, losses...)
	t := &b.tree
	b.files = append(b.files, xmlFile{name: name, raw: raw, first: int32(len(t.nodes)), runs: runs})
	open, last, names := t.open, t.last, t.names
	t.open, t.last, t.names = []int32{0, n}, []int32{0, 0}, []string{"", "\x00"}
	t.nodes[n].child = 0 // what stands there in case the file is missing
	b.grow(src, path.Dir(file), append(chain[:len(chain):len(chain)], file))
	t.open, t.last, t.names = open, last, names
}

// comment keeps a comment. Its place is in the file that is being read, which is the last one.
func (b *xmlBook) comment(k xmlToken) {
	part := len(b.files) - 1
	s := core.Span{Start: k.at, End: k.at + len(k.raw)}
	if b.files[part].runs != nil {
		s = original(b.files[part].runs, s)
	}
	if strings.TrimSpace(k.raw) != "" {
		b.Hidden = append(b.Hidden, core.Hidden{Text: k.raw, Why: "comment", Part: part, Span: s})
	}
}

// part is the file that a node stands in.
func (b *xmlBook) part(n int32) int {
	return sort.Search(len(b.files), func(i int) bool { return b.files[i].first > n }) - 1
}

// extent is where the text of an element stands in its file, from its first words to its last; at is -1 when there is
// none.
func (b *xmlBook) extent(n int32) (at, width, part int) {
	at = -1
	b.tree.walk(n, func(k int32) {
		x := &b.tree.nodes[k]
		switch {
		case x.name != "" || strings.TrimSpace(x.raw) == "":
		case at < 0:
			at, width, part = x.at, len(x.raw), b.part(k)
		case b.part(k) == part: // what another file includes stands elsewhere
			width = max(width, x.at+len(x.raw)-at)
		}
	})
	return at, width, part
}

// hideNode keeps the text of an element that the page does not show.
func (b *xmlBook) hideNode(n int32, why string) {
	at, width, part := b.extent(n)
	if at < 0 {
		return
	}
	s := core.Span{Start: at, End: at + width}
	if b.files[part].runs != nil {
		s = original(b.files[part].runs, s)
	}
	b.Hidden = append(b.Hidden, core.Hidden{Text: strings.TrimSpace(b.tree.text(n)), Why: why, Part: part, Span: s})
}

// walk calls f for all nodes below a node.
func (t *xmlTree) walk(n int32, f func(n int32)) {
	for k := t.nodes[n].child; k != xmlNone; k = t.nodes[k].next {
		f(k)
		t.walk(k, f)
	}
}

// mixed reads content in which running text and blocks take turns. Text between blocks becomes a paragraph; open says
// that one has begun.
func (b *xmlBook) mixed(n int32, open bool, isBlock func(k int32) bool, inline, block func(k int32)) {
	for k := b.tree.nodes[n].child; k != xmlNone && b.ctx.Err() == nil; k = b.tree.nodes[k].next {
		x := &b.tree.nodes[k]
		switch {
		case isBlock(k):
			if open {
				b.end()
				open = false
			}
			block(k)
		case open || x.name != "" || strings.TrimSpace(x.raw) != "":
			if !open {
				b.begin(core.Block{Kind: core.Paragraph})
				open = true
			}
			inline(k)
		}
	}
	if open {
		b.end()
	}
}

// entry begins an entry of a list.
func (b *xmlBook) entry(mark string, anchors []string) {
	b.begin(core.Block{Kind: core.ListItem, Number: mark, Anchors: anchors})
	b.put(mark+" ", -1, 0)
	b.body()
}

// texts writes a piece of text; verbatim keeps its blanks.
func (b *xmlBook) texts(n int32, verbatim bool) {
	x := &b.tree.nodes[n]
	b.composer.part = b.part(n)
	one := func(s string, at, width int) {
		switch {
		case width > 0:
			if s == " " || s == "\n" || s == "\t" {
				b.write(s, -1)
				return
			}
			b.put(s, x.at+at, width)
		case verbatim:
			b.copy(s, x.at+at)
		default:
			b.write(s, x.at+at)
		}
	}
	if x.literal {
		one(x.raw, 0, 0)
	} else {
		b.tree.pieces(x.raw, one)
	}
}

// insert puts text that was made of an element.
func (b *xmlBook) insert(s string, n int32) {
	at, width, part := b.extent(n)
	b.composer.part = part
	b.put(s, at, width)
}

// displayed writes a formula that an element displays.
func (b *xmlBook) displayed(n int32, tex, number string, anchors []string) {
	b.begin(core.Block{Kind: core.Math, Number: number, Anchors: anchors})
	b.put(`\[`, -1, 0)
	b.body()
	b.insert(tex, n)
	if m := b.block(); m != nil {
		m.Body.End = len(b.text)
	}
	b.put(`\]`, -1, 0)
	if number != "" {
		b.put(" ("+number+")", -1, 0)
	}
	b.end()
}

// document closes the document and leads its runs on to the bytes of the files.
func (b *xmlBook) document() *core.Document {
	if b.tree.unmade {
		b.lose("entities", func(int) string {
			return "entities that the document declares make too much text; the rest stands as written"
		})
	}
	doc := b.finish()
	for _, f := range b.files {
		doc.Parts = append(doc.Parts, core.Part{Name: f.name, Raw: f.raw})
	}
	if len(doc.Runs) == 0 {
		doc.Runs = []core.Run{{}}
	}
	if !slices.ContainsFunc(b.files, func(f xmlFile) bool { return f.runs != nil }) {
		return doc
	}
	var out []core.Run
	for i := 0; i < len(doc.Runs); {
		j := i
		for j < len(doc.Runs) && doc.Runs[j].Part == doc.Runs[i].Part {
			j++
		}
		p := doc.Runs[i].Part
		for _, r := range through(doc.Runs[i:j], b.files[p].runs) {
			r.Part = p
			out = append(out, r)
		}
		i = j
	}
	doc.Runs = out
	return doc
}
