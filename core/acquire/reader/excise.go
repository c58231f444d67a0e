package reader

import (
	"slices"
	"sort"
	"strings"

	"lemma/core"
)

// cutter takes pieces out of a text, or writes others in their place, and carries offsets over to what is left.
type cutter struct {
	cuts    []core.Span    // ordered and apart after settle
	saved   []int          // bytes cut before cuts[i], less what was written
	written map[int]string // in the place of a cut, by where it starts
}

// replace marks text[start:end) as taken out and writes something else there.
func (c *cutter) replace(start, end int, with string) {
	c.cut(start, end)
	if with != "" && start < end {
		if c.written == nil {
			c.written = map[int]string{}
		}
		c.written[start] = with
	}
}

// cut marks text[start:end) as taken out.
func (c *cutter) cut(start, end int) {
	if start < end {
		c.cuts = append(c.cuts, core.Span{Start: start, End: end})
	}
}

// settle orders the cuts and joins those that touch. Nothing may be cut after it.
func (c *cutter) settle() {
	slices.SortStableFunc(c.cuts, func(a, b core.Span) int { return a.Start - b.Start })
	out := c.cuts[:0]
	for _, s := range c.cuts {
		n := len(out) - 1
		switch {
		case n >= 0 && s.Start < out[n].End && c.written[s.Start] != "" && s.Start > out[n].Start: // within what is gone
			delete(c.written, s.Start)
			out[n].End = max(out[n].End, s.End)
		case n >= 0 && (s.Start < out[n].End || s.Start == out[n].End && c.written[s.Start] == ""):
			out[n].End = max(out[n].End, s.End)
		default:
			out = append(out, s)
		}
	}
	c.cuts = out
	c.saved = make([]int, len(out)+1)
	for i, s := range out {
		c.saved[i+1] = c.saved[i] + s.Len() - len(c.written[s.Start])
	}
}

// at carries one offset over. An offset inside a cut goes to the place of the cut.
func (c *cutter) at(off int) int {
	i := sort.Search(len(c.cuts), func(i int) bool { return c.cuts[i].End > off })
	if i < len(c.cuts) && c.cuts[i].Start < off {
		return c.cuts[i].Start - c.saved[i]
	}
	return off - c.saved[i]
}

// span carries a span over.
func (c *cutter) span(s core.Span) core.Span {
	return core.Span{Start: c.at(s.Start), End: c.at(s.End)}
}

// apply returns what is left of text and the runs that lead back to the original. The runs given lead from text to the
// original; none means that text is the original.
func (c *cutter) apply(text string, runs []core.Run) (string, []core.Run) {
	if len(c.cuts) == 0 {
		return text, runs
	}
	var b strings.Builder
	b.Grow(max(0, len(text)-c.saved[len(c.cuts)]))
	out := make([]core.Run, 0, len(runs)+len(c.cuts)+1)
	next := 0 // the first run that may still be needed
	keep := func(start, end int) {
		if start >= end {
			return
		}
		base := b.Len() - start
		b.WriteString(text[start:end])
		if runs == nil {
			out = append(out, core.Run{Text: base + start, N: end - start, Orig: start})
			return
		}
		for next < len(runs) && runs[next].Text+runs[next].N <= start {
			next++
		}
		for i := next; i < len(runs) && runs[i].Text < end; i++ {
			r := runs[i]
			s, e := max(r.Text, start), min(r.Text+r.N, end)
			if !r.Fixed {
				r.Orig += s - r.Text
			}
			r.Text, r.N = base+s, e-s
			out = append(out, r)
		}
	}
	at := 0
	for _, s := range c.cuts {
		keep(at, s.Start)
		if w := c.written[s.Start]; w != "" {
			o := s
			if runs != nil {
				o = original(runs, s)
			}
			out = append(out, core.Run{Text: b.Len(), N: len(w), Orig: o.Start, Width: o.Len(), Fixed: true})
			b.WriteString(w)
		}
		at = s.End
	}
	keep(at, len(text))
	if len(out) == 0 { // nothing is left: the empty text stands at the beginning
		out = append(out, core.Run{})
	}
	return b.String(), out
}

// original carries a span of text back through runs.
func original(runs []core.Run, s core.Span) core.Span {
	d := core.Document{Runs: runs}
	_, o := d.Original(s)
	return o
}
