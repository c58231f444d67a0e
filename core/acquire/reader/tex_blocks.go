package reader

import (
	"strings"

	"lemma/core"
)

// texMaxDepth bounds groups and environments in each other; deeper ones are read as if they were not there.
const texMaxDepth = 1000

// texFrame is an open group or environment.
type texFrame struct {
	env     string // name of an environment; empty for a group
	block   int    // the block that it opened, or -1
	parent  int    // the block around it
	saved   int    // height of the saved definitions
	marks   int    // height of the open marks
	inline  int
	label   texLabel // what a \label names outside
	opening bool     // the begin code of the environment is being read
	role    texRole
	user    *texEnv // with code for its end
	args    [][]texToken
	list    *texList
	restore func(*tex) // what else its end does
	head    int        // where what it printed before its content begins
	once    bool       // it ends with its paragraph
}

// texMark is a face that is open.
type texMark struct {
	kind  core.MarkKind
	start int // -1: nothing was printed in it yet
}

// visible prepares for text that a reader sees: a paragraph is open, what separates it is written.
func (r *tex) visible() {
	if r.inline == 0 && r.par < 0 {
		r.par = r.openBlock(core.Paragraph)
	}
	if r.space {
		r.space = false
		if r.spaceAt.kind != texEOF {
			s := " "
			if strings.IndexByte(r.spaceAt.text, '\n') >= 0 && r.inline == 0 {
				s = "\n"
			}
			r.emitSpace(s)
		} else {
			r.buf = append(r.buf, ' ')
		}
	}
	if r.unstarted > 0 {
		for i := len(r.marks) - 1; i >= 0 && r.unstarted > 0; i-- {
			if r.marks[i].start < 0 {
				r.marks[i].start = len(r.buf)
				r.unstarted--
			}
		}
	}
}

// emitSpace writes a blank or a line end, as a copy where the source has it.
func (r *tex) emitSpace(s string) {
	t := r.spaceAt
	if !t.made && t.kind == texSpace {
		if i := strings.IndexByte(t.text, s[0]); i >= 0 {
			r.copy(t.part, int(t.pos)+i, s)
			return
		}
	}
	r.buf = append(r.buf, s...)
}

// blank notes a space; it is written when text follows.
func (r *tex) blank(t texToken) {
	if r.inline > 0 && len(r.buf) > 0 && (r.buf[len(r.buf)-1] == '\n' || r.buf[len(r.buf)-1] == ' ') {
		return
	}
	if !r.space && (r.par >= 0 || r.inline > 0) {
		r.space, r.spaceAt = true, t
	}
}

// separate writes what stands between blocks.
func (r *tex) separate() {
	r.space = false
	if r.sep > 0 && len(r.buf) > 0 && r.sepEnd != len(r.buf) {
		r.buf = append(r.buf, "\n\n"[:r.sep]...)
		r.sepEnd = len(r.buf)
	}
	r.sep = 0
}

// copy appends a copy of the bytes of a part.
func (r *tex) copy(part int32, pos int, s string) {
	if n := len(r.runs); n > 0 {
		if l := &r.runs[n-1]; !l.Fixed && l.Text+l.N == len(r.buf) && l.Orig+l.N == pos && l.Part == int(part) {
			l.N += len(s)
			r.buf = append(r.buf, s...)
			return
		}
	}
	r.runs = append(r.runs, core.Run{Text: len(r.buf), N: len(s), Part: int(part), Orig: pos})
	r.buf = append(r.buf, s...)
}

// fixed appends text that stands for a token.
func (r *tex) fixed(s string, t texToken) {
	if s == "" {
		return
	}
	if t.end <= t.pos {
		r.buf = append(r.buf, s...)
		return
	}
	if n := len(r.runs); n > 0 {
		if l := &r.runs[n-1]; l.Fixed && l.Text+l.N == len(r.buf) && l.Orig == int(t.pos) && l.Part == int(t.part) && l.Width == int(t.end-t.pos) {
			l.N += len(s)
			r.buf = append(r.buf, s...)
			return
		}
	}
	r.runs = append(r.runs, core.Run{Text: len(r.buf), N: len(s), Part: int(t.part), Orig: int(t.pos), Fixed: true, Width: int(t.end - t.pos)})
	r.buf = append(r.buf, s...)
}

// emit appends a token as written.
func (r *tex) emit(t texToken) {
	if t.made {
		r.fixed(t.text, t)
	} else {
		r.copy(t.part, int(t.pos), t.text)
	}
}

// print appends visible text that stands for a token.
func (r *tex) print(s string, t texToken) {
	if r.muted || s == "" {
		return
	}
	r.visible()
	r.fixed(s, t)
}

// say appends visible text that the reader made: a printed head or number.
func (r *tex) say(s string) {
	if r.muted {
		return
	}
	r.visible()
	r.buf = append(r.buf, s...)
}

// openBlock opens a block here, apart from what stands before it.
func (r *tex) openBlock(kind core.BlockKind) int {
	r.separate()
	i := len(r.doc.Blocks)
	r.doc.Blocks = append(r.doc.Blocks, core.Block{Kind: kind, Parent: r.parent, Last: i, Span: core.Span{Start: len(r.buf), End: -1}, Body: core.Span{Start: len(r.buf), End: -1}})
	return i
}

// closeBlock ends a block here.
func (r *tex) closeBlock(i int) {
	b := &r.doc.Blocks[i]
	end := max(len(r.buf), b.Body.Start)
	b.Span.End = end
	if b.Body.End < 0 {
		b.Body.End = end
	}
	b.Last = len(r.doc.Blocks) - 1
}

// endPar ends the open paragraph; sep line ends will stand before the next block.
func (r *tex) endPar(sep int) {
	if r.inline > 0 {
		return
	}
	if r.par >= 0 {
		r.closeBlock(r.par)
		r.par = -1
	}
	r.space = false
	if len(r.buf) > 0 && !r.headOpen() {
		r.sep = max(r.sep, sep)
	}
	if sep == 2 && len(r.notes) > 0 && r.parent < 0 {
		r.footnotes()
	}
}

// headOpen reports whether a printed head waits for its text on the same line.
func (r *tex) headOpen() bool { return r.headEnd == len(r.buf) && r.headEnd > 0 }

// pushFrame opens a group.
func (r *tex) pushFrame(env string) *texFrame {
	if len(r.frames) >= texMaxDepth {
		return nil
	}
	r.frames = append(r.frames, texFrame{env: env, block: -1, parent: r.parent, saved: len(r.saved), marks: len(r.marks), inline: r.inline, label: r.label, head: len(r.buf)})
	if env != "" {
		r.openEnvs[env]++
	}
	return &r.frames[len(r.frames)-1]
}

// popFrame ends the innermost group or environment.
func (r *tex) popFrame() {
	n := len(r.frames) - 1
	f := r.frames[n]
	r.closeMarks(f.marks)
	if f.restore != nil {
		f.restore(r)
	}
	if f.block >= 0 {
		if r.inline == 0 || f.inline == 0 {
			inline := r.inline
			r.inline = 0
			r.endPar(f.role.sep())
			r.inline = inline
		}
		if f.list != nil {
			r.endItem(f.list)
		}
		if b := &r.doc.Blocks[f.block]; b.Kind == core.Table {
			end := len(r.buf)
			for end > b.Body.Start && r.buf[end-1] == '\n' {
				end--
			}
			b.Body.End = end
		}
		r.closeBlock(f.block)
		if b := &r.doc.Blocks[f.block]; f.opening && b.Body.Start > b.Body.End {
			b.Body.Start = b.Body.End
		}
		r.headEnd = 0
		if len(r.buf) > 0 {
			r.sep = max(r.sep, f.role.sep())
		}
	}
	r.restore(f.saved)
	r.parent, r.inline = f.parent, f.inline
	r.label = f.label
	if f.env != "" {
		r.openEnvs[f.env]--
	}
	r.frames = r.frames[:n]
	if f.list != nil {
		r.lists = r.lists[:max(0, len(r.lists)-1)]
	}
	if r.inline == 0 && f.block >= 0 && r.parent < 0 && r.par < 0 && len(r.notes) > 0 {
		r.footnotes()
	}
}

// popTo ends all groups above a height.
func (r *tex) popTo(height int) {
	for len(r.frames) > height {
		r.popFrame()
	}
}

// openMark begins a face.
func (r *tex) openMark(kind core.MarkKind) {
	if len(r.marks) >= texMaxDepth || r.muted {
		return
	}
	r.marks = append(r.marks, texMark{kind: kind, start: -1})
	r.unstarted++
}

// closeMarks ends the faces above a height.
func (r *tex) closeMarks(height int) {
	for n := len(r.marks) - 1; n >= height; n-- {
		m := r.marks[n]
		if m.start < 0 {
			r.unstarted--
		} else if m.start < len(r.buf) {
			mark := core.Mark{Span: core.Span{Start: m.start, End: len(r.buf)}, Kind: m.kind}
			if k := len(r.doc.Marks); k == 0 || r.doc.Marks[k-1] != mark { // \textbf{\emph{x}} is one term
				r.doc.Marks = append(r.doc.Marks, mark)
			}
		}
		r.marks = r.marks[:n]
	}
}

// termMark turns the face that is open, or that ended just here, into that of a defined term.
func (r *tex) termMark() {
	if n := len(r.marks); n > 0 && (r.marks[n-1].kind == core.Emph || r.marks[n-1].kind == core.Strong) {
		r.marks[n-1].kind = core.Term
		return
	}
	if n := len(r.doc.Marks); n > 0 && !r.space {
		if m := &r.doc.Marks[n-1]; m.Span.End == len(r.buf) && (m.Kind == core.Emph || m.Kind == core.Strong) {
			m.Kind = core.Term
		}
	}
}

// footnotes sets the notes of what went before as paragraphs of their own.
func (r *tex) footnotes() {
	notes := r.notes
	r.notes = nil
	label, par := r.label, r.par
	r.par = -1
	for _, n := range notes {
		r.label = n.label
		r.sep = 2
		r.feed(n.text)
		if r.par >= 0 {
			r.closeBlock(r.par)
			r.doc.Blocks[len(r.doc.Blocks)-1].Last = len(r.doc.Blocks) - 1
			r.par = -1
		}
		r.space = false
		r.sep = 2
	}
	r.label, r.par = label, par
}

// texNote is a footnote that waits for the end of its paragraph.
type texNote struct {
	text  []texToken
	label texLabel
}

// feed reads tokens as text now, in a group of their own.
func (r *tex) feed(list []texToken) {
	if len(list) == 0 || r.deep > 40 {
		return
	}
	r.deep++
	height := len(r.frames)
	h := r.enter(list)
	floor := r.floor
	r.floor = height
	r.pushFrame("")
	r.text()
	r.floor = floor
	r.leave(h)
	r.popTo(height)
	r.deep--
}

// feedInline is feed for text that opens no blocks: a title, a cell.
func (r *tex) feedInline(list []texToken) core.Span {
	r.inline++
	start := len(r.buf)
	if r.space {
		start = -1
	}
	r.feed(list)
	r.inline--
	r.space = false
	if start < 0 {
		return core.Span{Start: len(r.buf), End: len(r.buf)}
	}
	return core.Span{Start: start, End: len(r.buf)}
}
