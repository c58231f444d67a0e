package wires

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"lemma/tui/frame"
)

// Styles are how the parts are shown. The zero value draws without any.
type Styles struct {
	Wire, Lit lipgloss.Style
	Dashed    func(style int) lipgloss.Style // of a wire that is not ordinary; may be nil
	Label     lipgloss.Style
	Focus     lipgloss.Style
	Selected  lipgloss.Style
	Count     lipgloss.Style
	Mark      func(node int) lipgloss.Style // may be nil
}

// glyphs are the wires by their arms: solid, then dashed.
var (
	solid  = [16]string{"", "╵", "╷", "│", "╴", "╯", "╮", "┤", "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"}
	dashed = [16]string{"", "╵", "╷", "┊", "╴", "╯", "╮", "┤", "╶", "╰", "╭", "├", "┄", "┴", "┬", "┼"}
	ascii  = [16]string{"", "|", "|", "|", "-", "'", ".", "+", "-", "'", ".", "+", "-", "+", "+", "+"}
	dotted = [16]string{"", ":", ":", ":", "-", "'", ".", "+", "~", "'", ".", "+", "~", "+", "+", "+"}
)

func (d *Drawing) glyph(c cell) string {
	switch {
	case d.ascii && c.style != 0:
		return dotted[c.wire]
	case d.ascii:
		return ascii[c.wire]
	case c.style != 0:
		return dashed[c.wire]
	}
	return solid[c.wire]
}

// Lines draws h rows from the given one on, each of exactly the drawing's width.
func (d *Drawing) Lines(top, h int, st Styles) []string {
	byRow := make([][]int, h)
	for n, p := range d.places {
		if p.shown && p.row >= top && p.row < top+h {
			byRow[p.row-top] = append(byRow[p.row-top], n)
		}
	}
	out := make([]string, h)
	for i := range out {
		slices.SortFunc(byRow[i], func(a, b int) int { return d.places[a].x - d.places[b].x })
		if y := top + i; y >= 0 && y < d.Height {
			out[i] = d.line(y, byRow[i], st)
		}
		out[i] = frame.Pad(out[i], d.Width)
	}
	return out
}

func (d *Drawing) line(y int, nodes []int, st Styles) string {
	var b, run strings.Builder
	var of cell // whose style the run has
	flush := func() {
		if run.Len() == 0 {
			return
		}
		style := st.Wire
		switch {
		case of.lit:
			style = st.Lit
		case of.style != 0 && st.Dashed != nil:
			style = st.Dashed(of.style)
		}
		b.WriteString(style.Render(run.String()))
		run.Reset()
	}
	for x := 0; x < d.Width; x++ {
		if len(nodes) > 0 && d.places[nodes[0]].x == x {
			flush()
			b.WriteString(d.label(nodes[0], st))
			x += d.places[nodes[0]].width - 1
			nodes = nodes[1:]
			continue
		}
		c := d.grid[y][x]
		if c.wire == 0 {
			flush()
			b.WriteByte(' ')
			continue
		}
		if c.lit != of.lit || c.style != of.style {
			flush()
			of = c
		}
		run.WriteString(d.glyph(c))
	}
	flush()
	return strings.TrimRight(b.String(), " ")
}

// label draws a node's text, its mark in the mark's own style.
func (d *Drawing) label(n int, st Styles) string {
	p, node := d.places[n], d.graph.Nodes[n]
	style := st.Label
	switch {
	case n == d.selected:
		style = st.Selected
	case n == d.graph.Focus:
		style = st.Focus
	}
	at := strings.Index(p.text, node.Mark)
	if at < 0 || n == d.selected {
		return style.Render(p.text)
	}
	mark := lipgloss.NewStyle()
	if st.Mark != nil {
		mark = st.Mark(n)
	}
	rest := p.text[at+len(node.Mark):]
	count := ""
	if p.uses > 0 {
		if i := strings.LastIndexByte(rest, ' '); i > 0 {
			rest, count = rest[:i], rest[i:]
		}
	}
	out := mark.Render(node.Mark) + style.Render(rest)
	if at > 0 {
		out = st.Count.Render(p.text[:at]) + out
	}
	if count != "" {
		out += st.Count.Render(count)
	}
	return out
}
