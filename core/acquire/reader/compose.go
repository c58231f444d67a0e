package reader

import (
	"slices"
	"strings"

	"lemma/core"
)

// composer makes a document piece by piece, for formats whose text is not the file with its markup cut out. It keeps
// blocks apart by line ends, drops those without content and remembers where each piece came from.
type composer struct {
	core.Document
	text    []byte
	open    []int // the open blocks, outermost first
	deep    int   // blocks opened beyond maxNesting, which are not shown
	verb    bool  // blanks and line ends are kept as they come
	anchors []string
	part    int // of the document that pieces come from
}

// maxPrinted bounds, in bytes, what a cross reference prints of the title that it names: thousands of references may
// name a long one.
const maxPrinted = 300

// printed is a title as a cross reference prints it.
func printed(title string) string {
	if len(title) <= maxPrinted {
		return title
	}
	return strings.ToValidUTF8(title[:maxPrinted], "") + "…"
}

// begin opens a block behind a blank line, or on a new line when it is an item of a list.
func (c *composer) begin(b core.Block) {
	if len(c.open) >= maxNesting || c.deep > 0 {
		c.deep++
		return
	}
	lines := 2
	if b.Kind == core.ListItem || b.Kind == core.List && len(c.open) > 0 && c.Blocks[c.open[len(c.open)-1]].Kind == core.ListItem {
		lines = 1
	}
	if !c.atBody() {
		c.gap(lines)
	}
	b.Parent = -1
	if n := len(c.open); n > 0 {
		b.Parent = c.open[n-1]
	}
	b.Span = core.Span{Start: len(c.text)}
	b.Body = b.Span
	if len(c.anchors) > 0 && b.Kind != core.List {
		b.Anchors = append(b.Anchors, c.anchors...)
		c.anchors = nil
	}
	c.open = append(c.open, len(c.Blocks))
	c.Blocks = append(c.Blocks, b)
}

// atBody reports whether the open block has nothing yet but a printed head, behind which its content goes on in the
// line.
func (c *composer) atBody() bool {
	n := len(c.open)
	return n > 0 && c.Blocks[c.open[n-1]].Body.Start == len(c.text) && len(c.Blocks)-1 == c.open[n-1]
}

// block is the innermost open block; nil when there is none.
func (c *composer) block() *core.Block {
	if n := len(c.open); n > 0 && c.deep == 0 {
		return &c.Blocks[c.open[n-1]]
	}
	return nil
}

// body lets the content of the open block begin here, behind what was printed as its head.
func (c *composer) body() {
	if b := c.block(); b != nil {
		b.Body.Start = len(c.text)
	}
}

// gap ends the line, and leaves n-1 lines free.
func (c *composer) gap(n int) {
	for len(c.text) > 0 && c.text[len(c.text)-1] == ' ' {
		c.shorten(1)
	}
	have := 0
	for have < len(c.text) && c.text[len(c.text)-1-have] == '\n' {
		have++
	}
	if len(c.text) == 0 || have == len(c.text) {
		return
	}
	for ; have < n; have++ {
		c.text = append(c.text, '\n')
	}
}

// shorten takes n bytes off the end of the text.
func (c *composer) shorten(n int) {
	c.text = c.text[:len(c.text)-n]
	for i := len(c.Runs) - 1; i >= 0; i-- {
		r := &c.Runs[i]
		if r.Text+r.N <= len(c.text) {
			break
		}
		if r.N = max(0, len(c.text)-r.Text); r.N == 0 {
			c.Runs = c.Runs[:i]
		}
	}
}

// end closes the innermost block. A paragraph, list or heading without content goes; its anchors pass on to the next.
func (c *composer) end() {
	if c.deep > 0 {
		c.deep--
		return
	}
	n := len(c.open)
	if n == 0 {
		return
	}
	i := c.open[n-1]
	c.open = c.open[:n-1]
	b := &c.Blocks[i]
	stop := len(c.text)
	for stop > b.Span.Start && (c.text[stop-1] == '\n' || c.text[stop-1] == ' ') {
		stop--
	}
	b.Span.End = stop
	if b.Body.End <= b.Body.Start {
		b.Body.End = stop
	}
	b.Body.Start = min(b.Body.Start, stop)
	b.Body.End = max(b.Body.Start, min(b.Body.End, stop))
	if i == len(c.Blocks)-1 && b.Span.Len() == 0 && (b.Kind != core.Environment || b.Title == "") {
		c.anchors = append(b.Anchors, c.anchors...)
		c.Blocks = c.Blocks[:i]
	}
}

// endTo closes the innermost blocks until depth are left open.
func (c *composer) endTo(depth int) {
	for len(c.open)+c.deep > max(0, depth) {
		c.end()
	}
}

// anchor names the open block, or the next one when none is open.
func (c *composer) anchor(name string) {
	if name == "" || len(name) > 256 {
		return
	}
	if b := c.block(); b != nil {
		b.Anchors = append(b.Anchors, name)
		return
	}
	c.anchors = append(c.anchors, name)
}

// depth is how many blocks are open.
func (c *composer) depth() int { return len(c.open) + c.deep }

// write appends running text. Blanks and line ends join to one, and none comes first in a block. at is where it stands
// in the source, or -1 when it stands nowhere there.
func (c *composer) write(s string, at int) {
	if c.verb {
		c.copy(s, at)
		return
	}
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && (s[j] == ' ' || s[j] == '\t' || s[j] == '\n' || s[j] == '\r') {
			j++
		}
		if j > i {
			c.blank(strings.IndexByte(s[i:j], '\n') >= 0, offset(at, i))
			i = j
			continue
		}
		for j < len(s) && s[j] != ' ' && s[j] != '\t' && s[j] != '\n' && s[j] != '\r' {
			j++
		}
		for j < len(s) && s[j] == ' ' && j+1 < len(s) && s[j+1] > ' ' { // single blanks between words stay in the run
			for j++; j < len(s) && s[j] > ' '; {
				j++
			}
		}
		c.copy(s[i:j], offset(at, i))
		i = j
	}
}

func offset(at, i int) int {
	if at < 0 {
		return -1
	}
	return at + i
}

// blank appends a blank, or a line end, unless one stands there or the block begins here.
func (c *composer) blank(line bool, at int) {
	n := len(c.text)
	if n == 0 || c.text[n-1] == '\n' || c.text[n-1] == ' ' {
		return
	}
	if b := c.block(); b != nil && b.Body.Start == n {
		return
	}
	s := " "
	if line {
		s = "\n"
	}
	c.put(s, at, 1)
}

// copy appends a piece of the source as it is.
func (c *composer) copy(s string, at int) {
	if s == "" {
		return
	}
	if at >= 0 {
		if n := len(c.Runs); n > 0 && !c.Runs[n-1].Fixed && c.Runs[n-1].Part == c.part && c.Runs[n-1].Text+c.Runs[n-1].N == len(c.text) && c.Runs[n-1].Orig+c.Runs[n-1].N == at {
			c.Runs[n-1].N += len(s)
		} else {
			c.Runs = append(c.Runs, core.Run{Text: len(c.text), N: len(s), Part: c.part, Orig: at})
		}
	}
	c.text = append(c.text, s...)
}

// put appends text that stands for width bytes of the source from at on, or for none when at is -1.
func (c *composer) put(s string, at, width int) {
	if at >= 0 && s != "" {
		c.Runs = append(c.Runs, core.Run{Text: len(c.text), N: len(s), Part: c.part, Orig: at, Fixed: true, Width: width})
	}
	c.text = append(c.text, s...)
}

// mark sets the text from start on in a face.
func (c *composer) mark(kind core.MarkKind, start int) {
	end := len(c.text)
	for start < end && (c.text[start] == ' ' || c.text[start] == '\n') {
		start++
	}
	for start < end && (c.text[end-1] == ' ' || c.text[end-1] == '\n') {
		end--
	}
	if start >= end {
		return
	}
	for i := len(c.Marks) - 1; i >= 0 && i > len(c.Marks)-8; i-- { // the face goes on over a change of another one
		if m := &c.Marks[i]; m.Kind == kind && m.Span.Start < start && m.Span.End <= start && strings.Trim(string(c.text[m.Span.End:start]), " ") == "" {
			m.Span.End = end
			return
		}
	}
	c.Marks = append(c.Marks, core.Mark{Span: core.Span{Start: start, End: end}, Kind: kind})
}

// refer makes the text from start on a reference.
func (c *composer) refer(start int, target, file string) {
	if s := (core.Span{Start: start, End: len(c.text)}); s.Len() > 0 && (target != "" || file != "") {
		c.Refs = append(c.Refs, core.Reference{Span: s, Target: target, File: file})
	}
}

// hide keeps text that the page does not show.
func (c *composer) hide(s, why string, source core.Span) {
	if strings.TrimSpace(s) == "" {
		return
	}
	c.Hidden = append(c.Hidden, core.Hidden{Text: s, Why: why, Span: source})
}

// lose counts a loss of a kind; say makes the sentence of the number.
func (c *composer) lose(kind string, say func(n int) string) {
	for i := range c.Losses {
		if c.Losses[i].Kind == kind {
			c.Losses[i].Count++
			c.Losses[i].Text = say(c.Losses[i].Count)
			return
		}
	}
	c.Losses = append(c.Losses, core.Loss{Kind: kind, Count: 1, Text: say(1)})
}

// finish closes what is open and gives the document.
func (c *composer) finish() *core.Document {
	c.endTo(0)
	for len(c.text) > 0 && (c.text[len(c.text)-1] == '\n' || c.text[len(c.text)-1] == ' ') {
		c.shorten(1)
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		b.Last = i
		for p := b.Parent; p >= 0 && c.Blocks[p].Last < i; p = c.Blocks[p].Parent {
			c.Blocks[p].Last = i
		}
	}
	n := len(c.text)
	trim := func(s core.Span) core.Span { return core.Span{Start: min(s.Start, n), End: min(s.End, n)} }
	for i := range c.Marks {
		c.Marks[i].Span = trim(c.Marks[i].Span)
	}
	for i := range c.Refs {
		c.Refs[i].Span = trim(c.Refs[i].Span)
	}
	slices.SortStableFunc(c.Marks, func(a, b core.Mark) int { return a.Span.Start - b.Span.Start })
	slices.SortStableFunc(c.Refs, func(a, b core.Reference) int { return a.Span.Start - b.Span.Start })
	c.Text = string(c.text)
	doc := c.Document
	return &doc
}
