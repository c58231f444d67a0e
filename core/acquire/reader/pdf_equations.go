package reader

import "strings"

// displayNumber returns the number in parentheses that stands at the edge of the column beside a display, as "(2.3)";
// empty when there is none.
func (l *layout) displayNumber(a *row) string {
	const apart = 1.5 // sizes between a display and its number
	n := len(a.pieces)
	if n < 2 || a.kind == noteLine || a.kind == figureLine {
		return ""
	}
	m := l.margin(a)
	if t := equationNumber(a.pieces[n-1].text); t != "" {
		if p := &a.pieces[n-1]; p.x0-a.pieces[n-2].x1 > apart*a.size && abs(a.x1-m.right) < 2*l.size {
			return t
		}
	}
	if t := equationNumber(a.pieces[0].text); t != "" && a.kind == displayLine {
		if p := &a.pieces[0]; a.pieces[1].x0-p.x1 > apart*a.size && abs(a.x0-m.left) < l.size {
			return t
		}
	}
	return ""
}

// equationNumber returns a text that is the number of a display: (2), (2.3), (A.1), (2.3a), (2′).
func equationNumber(t string) string {
	t = strings.TrimSpace(t)
	if len(t) < 3 || len(t) > 12 || t[0] != '(' || t[len(t)-1] != ')' || !hasNumber(t) {
		return ""
	}
	core := strings.TrimRight(t[1:len(t)-1], "abcdefgh'′*")
	if len(core) > 2 && core[0] >= 'A' && core[0] <= 'Z' && core[1] == '.' {
		core = core[2:]
	}
	if core == "" || strings.Trim(core, "0123456789.-") != "" || !isDigit(core[0]) {
		return ""
	}
	return t
}
