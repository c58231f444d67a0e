// Package list is a virtual list: it draws only the rows on screen, so that a hundred thousand cost what twenty do. The
// rows belong to the caller, who says how many there are and draws the ones that are asked for.
package list

import (
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// List is which row is chosen, which are marked, and which is on top. The zero value is ready.
type List struct {
	n, at, top int
	height     int // rows on screen when it was last drawn
	lines      int // of a row
	marks      map[int]bool
	anchor     int // where a range of marks begins, 0-based; valid when ranging
	ranging    bool
	end        bool // the last row stays chosen while rows come
}

// Rows are what a list shows. One of Render and RenderLines is set.
type Rows struct {
	Len         int
	Height      int // lines of a row; 0 means one
	Focus       bool
	Render      func(i, w int, selected bool) string
	RenderLines func(i, w int, selected bool) []string
}

// Index is the chosen row; 0 when there are none.
func (l *List) Index() int { return l.at }

// SetLen says how many rows there are, for moves before the next drawing.
func (l *List) SetLen(n int) {
	l.n = n
	l.at = max(0, min(l.at, n-1))
}

// Shown are the first and the last row that were drawn, counted from 1.
func (l *List) Shown() (from, to int) { return min(l.top+1, l.n), min(l.top+l.height, l.n) }

// Select chooses a row.
func (l *List) Select(i int) {
	l.n = max(l.n, i+1)
	l.at, l.end = max(0, i), false
}

// Move chooses a row further down, or up.
func (l *List) Move(d int) { l.at, l.end = max(0, min(l.at+d, l.n-1)), false }

// Page moves by half a screen.
func (l *List) Page(d int) { l.Move(d * max(1, l.height/2)) }

// Home chooses the first row.
func (l *List) Home() { l.at, l.top, l.end = 0, 0, false }

// End chooses the last row.
func (l *List) End() { l.at = max(0, l.n-1) }

// Follow keeps the last row chosen while rows come, until another is chosen.
func (l *List) Follow() { l.end = true }

// Following reports whether the last row stays chosen.
func (l *List) Following() bool { return l.end }

// Click chooses the row at a line of the list, and reports whether there is one.
func (l *List) Click(y int) bool {
	i := l.top + y/max(1, l.lines)
	if y < 0 || i >= l.n || i >= l.top+l.height {
		return false
	}
	l.at, l.end = i, false
	return true
}

// Mark marks the chosen row or takes its mark away, and goes on to the next.
func (l *List) Mark() {
	if l.n == 0 {
		return
	}
	if l.marks == nil {
		l.marks = map[int]bool{}
	}
	if l.marks[l.at] {
		delete(l.marks, l.at)
	} else {
		l.marks[l.at] = true
	}
	l.Move(1)
}

// Range begins a range of marks at the chosen row, or ends it there with all between marked.
func (l *List) Range() {
	if !l.ranging {
		l.anchor, l.ranging = l.at, true
		return
	}
	l.ranging = false
	if l.marks == nil {
		l.marks = map[int]bool{}
	}
	for i := min(l.anchor, l.at); i <= max(l.anchor, l.at); i++ {
		l.marks[i] = true
	}
}

// Ranging reports whether a range of marks was begun.
func (l *List) Ranging() bool { return l.ranging }

// MarkAll marks all rows, or takes all marks away when all are marked.
func (l *List) MarkAll() {
	if len(l.marks) == l.n {
		l.marks = nil
		return
	}
	l.marks = map[int]bool{}
	for i := range l.n {
		l.marks[i] = true
	}
}

// Unmark takes all marks away.
func (l *List) Unmark() { l.marks, l.ranging = nil, false }

// Marked lists the marked rows in order.
func (l *List) Marked() []int {
	var out []int
	for i := range l.n {
		if l.marks[i] {
			out = append(out, i)
		}
	}
	return out
}

// View draws the rows that fit into h lines of w cells. The first cell of a row shows the choice, the second a mark
// when any row has one.
func (l *List) View(th *theme.Theme, r Rows, w, h int) []string {
	l.lines = max(1, r.Height)
	l.height = max(1, h/l.lines)
	l.n = r.Len
	if l.end {
		l.at = l.n - 1
	}
	l.at = max(0, min(l.at, l.n-1))
	l.top = max(0, min(l.top, l.n-l.height))
	if l.at < l.top {
		l.top = l.at
	}
	if l.at >= l.top+l.height {
		l.top = l.at - l.height + 1
	}
	out := make([]string, 0, max(0, h))
	for i := l.top; i < l.n && i < l.top+l.height; i++ {
		out = append(out, l.row(th, r, i, w)...)
	}
	return out
}

func (l *List) row(th *theme.Theme, r Rows, i, w int) []string {
	chosen := i == l.at
	bar := " "
	if chosen {
		bar = th.Glyphs.Bar
		if r.Focus {
			bar = th.Accent.Render(bar)
		} else {
			bar = th.Faint.Render(bar)
		}
	}
	room := w - 1
	if len(l.marks) > 0 || l.ranging {
		mark := " "
		if l.marks[i] || l.ranging && i >= min(l.anchor, l.at) && i <= max(l.anchor, l.at) {
			mark = th.Accent.Render(th.Glyphs.Marked)
		}
		bar += mark
		room--
	}
	var lines []string
	if r.RenderLines != nil {
		lines = r.RenderLines(i, room, chosen)
	} else {
		lines = []string{r.Render(i, room, chosen)}
	}
	lines = frame.Fit(lines, room, l.lines)
	for k := range lines {
		if chosen && r.Focus {
			lines[k] = frame.Paint(th.Selected, lines[k], room)
		}
		if k == 0 || chosen {
			lines[k] = bar + lines[k]
		} else {
			lines[k] = frame.Pad("", w-room) + lines[k]
		}
	}
	return lines
}
