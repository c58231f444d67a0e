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
	Special   func(k Style) lipgloss.Style // of a wire that is not solid; may be nil
	Label     lipgloss.Style
	Focus     lipgloss.Style
	Selected  lipgloss.Style
	Count     lipgloss.Style
	Mark      func(node int) lipgloss.Style // may be nil
}

// The wires by their arms, for each style.
var (
	light   = [16]string{"", "╵", "╷", "│", "╴", "╯", "╮", "┤", "╶", "╰", "╭", "├", "─", "┴", "┬", "┼"}
	double  = [16]string{"", "║", "║", "║", "═", "╝", "╗", "╣", "═", "╚", "╔", "╠", "═", "╩", "╦", "╬"}
	ascii   = [16]string{"", "|", "|", "|", "-", "'", ".", "+", "-", "'", ".", "+", "-", "+", "+", "+"}
	unicode = [styles][16]string{light, straight(light, "╌", "╎"), double, straight(light, "┈", "┊")}
	plain   = [styles][16]string{ascii, straight(ascii, "~", "!"), straight(ascii, "=", "|"), straight(ascii, ".", ":")}
)

// straight is a style that differs where a wire runs straight on.
func straight(glyphs [16]string, across, along string) [16]string {
	glyphs[left|right], glyphs[up|down] = across, along
	return glyphs
}

func (d *Drawing) glyph(c cell) string {
	style := min(max(c.style, 0), styles-1)
	switch {
	case c.letter != "":
		return c.letter
	case d.ascii:
		return plain[style][c.wire]
	}
	return unicode[style][c.wire]
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
		case of.style != Solid && st.Special != nil:
			style = st.Special(of.style)
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
