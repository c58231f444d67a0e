package frame

import (
	"strings"

	"charm.land/lipgloss/v2"

	"lemma/tui/theme"
)

// Options of a box.
type Options struct {
	Title  string // left on the upper border
	Right  string // right on the upper border
	Footer string // left on the lower border
	Focus  bool   // it has the keys: told by colour and by a bar before its title
}

// Box draws exactly h lines of w cells around a body, which is cut to w-4 cells and h-2 lines.
func Box(th *theme.Theme, opt Options, body []string, w, h int) []string {
	if w < 4 || h < 2 {
		return Fit(body, w, h)
	}
	st := border(th, opt.Focus)
	g := th.Glyphs
	side := st.Render(g.Vertical)
	out := make([]string, 0, h)
	out = append(out, rule(th, st, g.TopLeft, g.TopRight, opt.Title, opt.Right, opt.Focus, w))
	for _, l := range Fit(body, w-4, h-2) {
		out = append(out, side+" "+l+" "+side)
	}
	return append(out, rule(th, st, g.BottomLeft, g.BottomRight, faint(th, opt.Footer), "", false, w))
}

func border(th *theme.Theme, focus bool) lipgloss.Style {
	if focus {
		return th.Focus
	}
	return th.Border
}

// faint is words in the style of a footer, unless they have their own.
func faint(th *theme.Theme, s string) string {
	if s == "" || strings.Contains(s, "\x1b") {
		return s
	}
	return th.Faint.Render(s)
}

// rule is a line of a box with words in it.
func rule(th *theme.Theme, st lipgloss.Style, from, to, left, right string, focus bool, w int) string {
	g := th.Glyphs
	inner := w - 2
	var l, r string
	if left != "" && inner > 5 {
		title := Truncate(oneLine(left), inner-4)
		if !strings.Contains(title, "\x1b") {
			title = th.Title.Render(title)
		}
		l = st.Render(g.Horizontal) + " " + title + " "
		if focus {
			l = th.Accent.Render(g.Bar) + " " + title + " "
		}
	}
	if right != "" {
		if room := inner - Width(l) - 4; room > 3 {
			right = Truncate(oneLine(right), room)
			r = " " + faint(th, right) + " " + st.Render(g.Horizontal)
		}
	}
	fill := max(0, inner-Width(l)-Width(r))
	return st.Render(from) + l + st.Render(strings.Repeat(g.Horizontal, fill)) + r + st.Render(to)
}

// Section is one part of a stack.
type Section struct {
	Title, Right string
	Selected     bool
	Body         []string
}

// Stack draws sections below each other in one box of exactly h lines of w cells, and returns the line on which each
// begins.
func Stack(th *theme.Theme, sections []Section, focus bool, w, h int) (lines []string, tops []int) {
	st := border(th, focus)
	g := th.Glyphs
	side := st.Render(g.Vertical)
	for i, s := range sections {
		from, to := g.TeeLeft, g.TeeRight
		if i == 0 {
			from, to = g.TopLeft, g.TopRight
		}
		tops = append(tops, len(lines))
		lines = append(lines, rule(th, st, from, to, s.Title, s.Right, s.Selected, w))
		for _, l := range Fit(s.Body, w-4, len(s.Body)) {
			lines = append(lines, side+" "+l+" "+side)
		}
	}
	for len(lines) < h-1 {
		lines = append(lines, side+blanks(w-2)+side)
	}
	lines = append(lines[:max(0, h-1)], rule(th, st, g.BottomLeft, g.BottomRight, "", "", false, w))
	return lines, tops
}
