package reader

import "slices"

const (
	jumpUp    = 1.5 // leadings that a line stands above the one before when the page is not set in the order of reading
	clearance = 0.6 // of their size that lines stand apart that are not parts of one

	fewLetters = 12 // of the parts of a formula or a drawing
)

// order puts lines where they stand on the page that its content stream sets late: some programs set all code of a page
// behind all prose. A part that goes down the page is moved only when each of its lines has its place between the lines
// before it: what stands beside something is a table, a matrix, a note on the margin, and stays.
func (l *layout) order(s *sheet) {
	var parts [][]row
	from := 0
	last := -1
	for i := range s.lines {
		a := &s.lines[i]
		if a.kind == runningLine {
			continue
		}
		if last >= 0 && (a.column != s.lines[last].column || a.y > s.lines[last].y+jumpUp*l.leading) {
			parts = append(parts, s.lines[from:i])
			from = i
		}
		last = i
	}
	const most, mostLines = 64, 2000 // that are compared on a page
	if len(parts) == 0 || len(parts) >= most || len(s.lines) > mostLines {
		return
	}
	out := slices.Clone(parts[0])
	for _, p := range append(parts[1:], s.lines[from:]) {
		out = l.insert(out, p)
	}
	s.lines = out
}

// insert puts the lines of a part between others, or behind them.
func (l *layout) insert(lines, part []row) []row {
	at := make([]int, len(part)) // before which line
	moves := false
	letters := 0 // of the lines that move
	for i := range part {
		a := &part[i]
		if a.kind == runningLine {
			at[i] = at[max(0, i-1)]
			continue
		}
		at[i] = len(lines)
		for k := len(lines) - 1; k >= 0; k-- {
			b := &lines[k]
			if b.kind == runningLine || b.column != a.column {
				continue
			}
			if abs(b.y-a.y) < clearance*max(a.size, b.size) {
				return append(lines, part...)
			}
			if b.y < a.y {
				at[i] = k
				moves = true
			}
		}
		for k := 0; at[i] < len(lines) && k < len(a.pieces); k++ {
			letters += int(a.pieces[k].letter)
		}
	}
	if !moves || letters < fewLetters && !part[0].monospaced() {
		return append(lines, part...)
	}
	out := make([]row, 0, len(lines)+len(part))
	k := 0
	for i := range lines {
		for ; k < len(part) && at[k] <= i; k++ {
			out = append(out, part[k])
		}
		out = append(out, lines[i])
	}
	return append(out, part[k:]...)
}
