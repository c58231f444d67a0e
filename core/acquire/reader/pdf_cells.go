package reader

const (
	cellGap   = 2.5 // sizes between the cells of a table
	cellAlign = 2   // points that the cells of a column begin apart
	tableRows = 3   // lines that stand so by chance are fewer
)

// tables counts what looks like a table: lines one below the other with words far apart that begin at one place. Their
// cells are read as lines of text.
func (l *layout) tables() int {
	n := 0
	for _, s := range l.sheets {
		run, at := 0, float32(0)
		for i := range s.lines {
			a := &s.lines[i]
			x, ok := a.secondCell()
			switch {
			case a.kind == proseLine && ok && (run == 0 || abs(x-at) <= cellAlign):
				run++
				if run == tableRows {
					n++
				}
			case a.kind == proseLine && run >= tableRows && abs(a.x0-at) <= cellAlign: // a cell goes on
				continue
			case a.kind == proseLine && ok:
				run = 1
			default:
				run = 0
				continue
			}
			at = x
		}
	}
	return n
}

// secondCell returns where words begin far behind the first of a line.
func (a *row) secondCell() (float32, bool) {
	for i := 1; i < len(a.pieces); i++ {
		p, q := &a.pieces[i-1], &a.pieces[i]
		if q.x0-p.x1 > cellGap*a.size && q.letter > 1 && p.letter > 1 && abs(p.y-q.y) < onLine*a.size && (p.face|q.face)&formula == 0 {
			return q.x0, true
		}
	}
	return 0, false
}
