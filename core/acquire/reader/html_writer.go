package reader

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"lemma/core"
)

// pageWriter makes the text, the blocks and the marks of a document from what a walk through a page meets. Blocks begin
// with the first character that is written in them, so that what is empty leaves none.
type pageWriter struct {
	decoder
	src    []byte
	blocks []core.Block
	marks  []core.Mark
	refs   []core.Reference

	open    []pageContainer  // containers around what is written, outermost first
	leaf    int              // the block that running text goes to, -1 when the next text begins one
	kind    core.BlockKind   // of the leaf that the next text begins
	prepare core.Block       // what is known of it before
	faces   []pageFace       // open faces and links, outermost first
	anchors []string         // ids that wait for the next block
	uses    []core.Reference // that print nothing, and wait for the body of the box

	gap     int    // line ends before what is written next; -1 for a blank behind a head
	blank   bool   // a blank before it
	blankAt int    // where that stands in src, -1 when it stands nowhere
	sep     string // what parts the next cell from the one before
	bare    bool   // text is written outside of leaves: the head of a box
	flat    int    // elements around in which blocks are but words
	joined  int    // elements around in which paragraphs are but lines
}

// pageContainer is an open list, item, quote or environment.
type pageContainer struct {
	block  core.Block
	index  int    // in blocks, -1 before its first character
	mark   string // of a list item, to be written
	headed bool   // what is written next opens the body, behind the head
}

// pageFace is an open mark or link.
type pageFace struct {
	mark   core.MarkKind
	ref    *core.Reference // nil for a mark
	start  int             // -1 before its first character
	silent bool            // of a mark: it says nothing here
}

func newPageWriter(src []byte) *pageWriter {
	return &pageWriter{src: src, leaf: -1, blankAt: -1}
}

// begin makes ready for a character: line ends, blanks, and the blocks that begin with it.
func (w *pageWriter) begin() {
	if w.sep != "" {
		w.blank = false
	}
	if w.leaf < 0 && !w.bare || w.bare && w.waiting() {
		w.beginBlock()
	} else {
		w.space(w.gap)
	}
	if w.sep != "" {
		w.text.WriteString(w.sep)
		w.sep = ""
	}
	for i := len(w.faces) - 1; i >= 0 && w.faces[i].start < 0; i-- {
		w.faces[i].start = w.text.Len()
	}
}

// space writes what parts the next character from the text before.
func (w *pageWriter) space(gap int) {
	switch {
	case w.text.Len() == 0:
	case gap > 0:
		w.text.WriteString("\n\n"[:min(gap, 2)])
	case gap < 0:
		w.text.WriteByte(' ')
	case w.blank && w.blankAt >= 0 && w.src[w.blankAt] == ' ':
		w.add(w.src, w.blankAt, w.blankAt+1)
	case w.blank && w.blankAt >= 0:
		w.put(" ", w.blankAt, 1)
	case w.blank:
		w.text.WriteByte(' ')
	}
	w.gap, w.blank, w.blankAt = 0, false, -1
}

// waiting reports whether a container has not begun.
func (w *pageWriter) waiting() bool {
	n := len(w.open)
	return n > 0 && w.open[n-1].index < 0
}

// beginBlock begins the containers that wait and, unless a head is written, a leaf.
func (w *pageWriter) beginBlock() {
	w.space(w.gap)
	parent := -1
	for i := range w.open {
		c := &w.open[i]
		if c.index >= 0 {
			parent = c.index
			continue
		}
		if i > 0 {
			w.beginBody(&w.open[i-1])
		}
		c.index = w.push(c.block, parent)
		parent = c.index
		if c.mark != "" {
			w.text.WriteString(c.mark)
			w.text.WriteByte(' ')
			w.blocks[c.index].Body.Start = w.text.Len()
		}
	}
	if w.bare {
		return
	}
	if n := len(w.open); n > 0 {
		w.beginBody(&w.open[n-1])
	}
	b := w.prepare
	b.Kind = w.kind
	w.leaf = w.push(b, parent)
	w.kind, w.prepare = core.Paragraph, core.Block{}
}

// beginBody begins the body of a container behind its head, with what its author declares that it uses.
func (w *pageWriter) beginBody(c *pageContainer) {
	if !c.headed {
		return
	}
	c.headed = false
	at := w.text.Len()
	w.blocks[c.index].Body.Start = at
	for _, r := range w.uses {
		r.Span = core.Span{Start: at, End: at}
		w.refs = append(w.refs, r)
	}
	w.uses = nil
}

func (w *pageWriter) push(b core.Block, parent int) int {
	at := w.text.Len()
	b.Parent = parent
	b.Span, b.Body = core.Span{Start: at, End: at}, core.Span{Start: at, End: at}
	if b.Kind != core.List && b.Kind != core.TermList && b.Kind != core.Quote {
		b.Anchors = append(b.Anchors, w.anchors...)
		w.anchors = nil
	}
	w.blocks = append(w.blocks, b)
	return len(w.blocks) - 1
}

// words writes running text from src[from:to): references to characters become the characters, blanks collapse.
func (w *pageWriter) words(from, to int) {
	for from < to {
		c := w.src[from]
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r':
			if !w.blank {
				w.blank, w.blankAt = true, from
			}
			from++
		case c == '&':
			n, s := charReference(w.src[from:to])
			if n == 0 {
				w.begin()
				w.add(w.src, from, from+1)
				from++
				continue
			}
			if s == " " || s == "\n" || s == "\t" {
				w.blank = true
			} else if s != "" {
				w.begin()
				w.put(s, from, n)
			}
			from += n
		case c == 0xEF && lettersJoined(w.src[from:to]) != "":
			w.begin()
			w.put(lettersJoined(w.src[from:to]), from, ligatureSize)
			from += ligatureSize
		default:
			end := from + 1
			for end < to && strings.IndexByte(" \n\t\f\r&", w.src[end]) < 0 && !(w.src[end] == 0xEF && lettersJoined(w.src[end:to]) != "") {
				end++
			}
			w.begin()
			w.add(w.src, from, end)
			from = end
		}
	}
}

// ligatures are the characters from U+FB00 on that set several letters as one; tex4ht writes those of its fonts so, and
// no reader of a page means another word by them.
var ligatures = [...]string{"ff", "fi", "fl", "ffi", "ffl", "ft", "st"}

var joinedLetters = strings.NewReplacer("\uFB00", ligatures[0], "\uFB01", ligatures[1], "\uFB02", ligatures[2], "\uFB03", ligatures[3], "\uFB04", ligatures[4], "\uFB05", ligatures[5], "\uFB06", ligatures[6])

const ligatureSize = len("\uFB00")

// lettersJoined is the letters that the ligature at the start of s stands for, empty when there is none.
func lettersJoined(s []byte) string {
	if len(s) < ligatureSize || s[1] != 0xAC || s[2] < 0x80 || int(s[2]-0x80) >= len(ligatures) {
		return ""
	}
	return ligatures[s[2]-0x80]
}

// verbatim writes text as it stands, line ends and blanks included.
func (w *pageWriter) verbatim(from, to int) {
	for from < to {
		n := 1
		if w.src[from] == '&' {
			if k, s := charReference(w.src[from:to]); k > 0 {
				w.begin()
				w.put(s, from, k)
				from += k
				continue
			}
		}
		for from+n < to && w.src[from+n] != '&' {
			n++
		}
		w.begin()
		w.add(w.src, from, from+n)
		from += n
	}
}

// made writes text that stands for src[from:to).
func (w *pageWriter) made(s string, from, to int) {
	if s == "" {
		return
	}
	w.begin()
	w.put(s, from, to-from)
}

// charReference decodes the reference at the start of s: its length and the text it stands for, 0 when it is none.
func charReference(s []byte) (n int, text string) {
	n = 1
	for n < len(s) && n < 40 && (isLetter(s[n]) || isDigit(s[n]) || s[n] == '#' && n == 1) {
		n++
	}
	if n < len(s) && s[n] == ';' {
		n++
	}
	if n == 1 {
		return 0, ""
	}
	raw := string(s[:n])
	text = html.UnescapeString(raw)
	if text == raw {
		return 0, ""
	}
	return n, strings.ReplaceAll(text, "\x00", "\uFFFD")
}

// end ends the leaf; what comes next stands a blank line below.
func (w *pageWriter) end() {
	if w.flat > 0 {
		w.blank = true
		return
	}
	w.blank, w.blankAt, w.sep = false, -1, ""
	if w.leaf < 0 {
		if w.kind != core.Paragraph {
			w.kind, w.prepare = core.Paragraph, core.Block{}
		}
		return
	}
	at := w.text.Len()
	for i := range w.faces {
		w.stop(&w.faces[i])
	}
	b := &w.blocks[w.leaf]
	if b.Kind == core.Code {
		at = b.Span.Start + len(strings.TrimRight(w.text.String()[b.Span.Start:], "\n\t "))
	}
	b.Span.End, b.Body.End = at, max(at, b.Body.Start)
	w.leaf = -1
	w.gap = 2
	w.kind, w.prepare = core.Paragraph, core.Block{}
}

// breakLine begins a new line of the leaf.
func (w *pageWriter) breakLine() {
	if w.flat > 0 {
		w.blank = true
		return
	}
	if w.leaf >= 0 {
		w.gap = max(w.gap, 1)
	}
	w.blank = false
}

// enter opens a container.
func (w *pageWriter) enter(b core.Block, mark string) {
	w.end()
	w.open = append(w.open, pageContainer{block: b, index: -1, mark: mark})
}

// leave closes the innermost container.
func (w *pageWriter) leave() {
	w.end()
	n := len(w.open) - 1
	c := &w.open[n]
	if c.index >= 0 {
		b := &w.blocks[c.index]
		at := w.text.Len()
		b.Span.End, b.Body.End = at, at
		if c.headed {
			b.Body.Start = at
		}
		b.Body.Start = min(b.Body.Start, at)
		w.gap = 2
	}
	w.open = w.open[:n]
}

// face opens a mark; closeFace ends the innermost face.
func (w *pageWriter) face(k core.MarkKind, silent bool) {
	w.faces = append(w.faces, pageFace{mark: k, start: -1, silent: silent})
}

func (w *pageWriter) link(r core.Reference) {
	w.faces = append(w.faces, pageFace{ref: &r, start: -1})
}

func (w *pageWriter) closeFace() {
	n := len(w.faces) - 1
	w.stop(&w.faces[n])
	w.faces = w.faces[:n]
}

// stop records what a face has covered so far.
func (w *pageWriter) stop(f *pageFace) {
	at := w.text.Len()
	if f.start < 0 || f.start >= at {
		return
	}
	span := core.Span{Start: f.start, End: at}
	f.start = -1
	switch {
	case f.ref != nil:
		r := *f.ref
		r.Span = span
		w.refs = append(w.refs, r)
	case !f.silent && (!w.bare || f.mark == core.Verb): // a term may begin with code
		w.marks = append(w.marks, core.Mark{Span: span, Kind: f.mark})
	}
}

// anchor notes an id of what is written, or of what comes.
func (w *pageWriter) anchor(id string) {
	if id == "" {
		return
	}
	if w.leaf >= 0 {
		b := &w.blocks[w.leaf]
		b.Anchors = append(b.Anchors, id)
		return
	}
	if n := len(w.open); w.bare && n > 0 && w.open[n-1].index >= 0 {
		b := &w.blocks[w.open[n-1].index]
		b.Anchors = append(b.Anchors, id)
		return
	}
	w.anchors = append(w.anchors, id)
}

// finish closes everything and fills the document in.
func (w *pageWriter) finish(doc *core.Document) {
	for len(w.open) > 0 {
		w.leave()
	}
	w.flat = 0
	w.end()
	if n := len(w.blocks); n > 0 && len(w.anchors) > 0 {
		w.blocks[n-1].Anchors = append(w.blocks[n-1].Anchors, w.anchors...)
	}
	for i := range w.blocks {
		w.blocks[i].Last = i
		w.blocks[i].Anchors = uniqueStrings(w.blocks[i].Anchors)
	}
	for i := len(w.blocks) - 1; i >= 0; i-- {
		if p := w.blocks[i].Parent; p >= 0 {
			w.blocks[p].Last = max(w.blocks[p].Last, w.blocks[i].Last)
		}
	}
	slices.SortStableFunc(w.marks, func(a, b core.Mark) int { return a.Span.Start - b.Span.Start })
	slices.SortStableFunc(w.refs, func(a, b core.Reference) int { return a.Span.Start - b.Span.Start })
	doc.Text, doc.Blocks, doc.Marks, doc.Refs, doc.Runs = w.text.String(), w.blocks, w.marks, w.refs, w.runs
}

// uniqueStrings drops repetitions; the first stays.
func uniqueStrings(list []string) []string {
	if len(list) < 2 {
		return list
	}
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(s string) bool {
		dup := seen[s]
		seen[s] = true
		return dup
	})
}
