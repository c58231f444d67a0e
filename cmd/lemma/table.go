package main

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// column says how a table draws one of its columns.
type column struct {
	title string
	style styleOf
	right bool // numbers
	flex  bool // gets what the screen leaves, and is cut there
	drop  bool // is left out where too little is left for the flexible columns
	below bool // the last column; has a line of its own where too little is left even then
}

// legible is how many columns a flexible column needs to be of use.
const legible = 36

// gap stands between two columns.
const gap = "  "

// table draws rows in aligned columns, within the width of the screen. Cells are drawn as by printf.
func (s *screen) table(cols []column, rows [][]any) {
	cells := make([][]string, 0, len(rows)+1)
	if slices.ContainsFunc(cols, func(c column) bool { return c.title != "" }) {
		head := make([]string, len(cols))
		for i, c := range cols {
			head[i] = c.title
		}
		cells = append(cells, head)
	}
	titled := len(cells)
	for _, r := range rows {
		line := make([]string, len(cols))
		for i, v := range r {
			line[i] = s.signs(string(pad(v, 0)))
		}
		cells = append(cells, line)
	}
	l := s.layout(cols, cells)
	for n, line := range cells {
		var b strings.Builder
		for i, c := range cols {
			if !l.shown[i] {
				continue
			}
			cell := string(s.clip(drawn(line[i]), l.width[i]))
			blank := strings.Repeat(" ", l.width[i]-lipgloss.Width(cell))
			if n < titled {
				cell = string(s.in(faint, drawn(cell)))
			} else {
				cell = string(s.in(c.style, drawn(cell)))
			}
			if c.right {
				cell, blank = blank+cell, ""
			}
			if b.Len() > 0 {
				b.WriteString(gap)
			}
			b.WriteString(cell + blank)
		}
		s.printf("%s\n", drawn(strings.TrimRight(b.String(), " ")))
		if last := len(cols) - 1; l.below && n >= titled && line[last] != "" {
			s.printf("    %s\n", s.wrap(4, string(s.in(cols[last].style, drawn(line[last])))))
		}
	}
}

// layout is what of a table is shown, and how wide.
type layout struct {
	width []int
	shown []bool
	below bool
}

func (s *screen) layout(cols []column, cells [][]string) layout {
	l := layout{width: make([]int, len(cols)), shown: make([]bool, len(cols))}
	for i := range cols {
		for _, line := range cells {
			l.width[i] = max(l.width[i], lipgloss.Width(line[i]))
		}
		l.shown[i] = true
	}
	flexible, room, need := l.measure(cols, s.width)
	for i := len(cols) - 1; i >= 0 && room < need; i-- {
		if cols[i].below {
			l.below, l.shown[i] = true, false
			flexible, room, need = l.measure(cols, s.width)
		}
	}
	for i := len(cols) - 1; i >= 0 && room < need; i-- {
		if cols[i].drop {
			l.shown[i] = false
			flexible, room, need = l.measure(cols, s.width)
		}
	}
	share(l.width, flexible, room)
	return l
}

// measure returns the flexible columns that are shown, the room that the others leave them, and what they need.
func (l layout) measure(cols []column, width int) (flexible []int, room, need int) {
	room = width + len(gap)
	for i, c := range cols {
		if !l.shown[i] {
			continue
		}
		room -= len(gap)
		if c.flex {
			flexible = append(flexible, i)
			need += min(legible, l.width[i])
		} else {
			room -= l.width[i]
		}
	}
	return flexible, room, need
}

// share cuts the widths of columns so that together they have room: the widest give first.
func share(width, columns []int, room int) {
	order := slices.Clone(columns)
	slices.SortFunc(order, func(a, b int) int { return width[a] - width[b] })
	for n, i := range order {
		width[i] = min(width[i], max(1, room/(len(order)-n)))
		room -= width[i]
	}
}
