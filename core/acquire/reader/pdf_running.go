package reader

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lemma/core/text"
)

// pageEdge is a line at the top or the bottom of a page.
type pageEdge struct {
	sheet *sheet
	line  *row
	text  string
	key   string // the text without numbers
	y     int
	alone bool // between it and the rest of the page is room
	head  bool // it may begin a statement: "5.2. Properties of foxes 193"
}

// small reports an edge that is set smaller than the text.
func (e *pageEdge) small(body float32) bool { return e.line.size < 0.95*body }

// numbers are those that the edge begins and ends with.
func (e *pageEdge) numbers() []int {
	f := strings.Fields(e.text)
	if ofPages(e.text) {
		f = f[:len(f)-2]
	}
	if len(f) < 2 {
		return nil
	}
	var out []int
	for _, w := range [...]string{f[0], f[len(f)-1]} {
		if n, err := strconv.Atoi(w); err == nil && n >= 0 && len(w) <= 4 {
			out = append(out, n)
		}
	}
	return out
}

// turns reports an edge with a number that grows with the pages, or with that of a chapter, "3 Foxes": text that begins a
// page may end with any.
func (e *pageEdge) turns(offsets map[int]int) bool {
	const few = 3
	return e.alone && numeral(strings.Fields(e.text)[0]) || slices.ContainsFunc(e.numbers(), func(n int) bool { return offsets[n-e.sheet.page.Index] >= few })
}

// runningHeads marks what stands at the same height at the top or bottom of many pages: page numbers, lines that come
// back but for their numbers, and small lines apart from the text, which name the chapter.
func (l *layout) runningHeads() {
	var edges []pageEdge
	keys, heights, smalls, offsets := map[string]int{}, map[int]int{}, map[int]int{}, map[int]int{}
	turns := map[int]int{} // how far numbers beside other text are from those of their pages
	for _, s := range l.sheets {
		for _, e := range s.edges() {
			t := strings.TrimSpace(e.text())
			if len(t) > 200 || e.size > larger*l.size && !pageNumber(t) && !ofPages(t) {
				continue
			}
			h, ok := e.head()
			stated := ok && h.Class == text.Item
			if stated && !edgeNumber(t, s.page) {
				continue // statements begin pages, too
			}
			ed := pageEdge{s, e, t, faceless(t), int(math.Round(float64(e.y))), s.alone(e, 1.3*l.leading), stated}
			if n, ok := counted(t); ok {
				offsets[n-s.page.Index]++
			}
			if ed.alone && ed.small(l.size) {
				smalls[ed.y]++
			}
			edges = append(edges, ed)
			keys[ed.key]++
			heights[ed.y]++
			for _, n := range ed.numbers() {
				turns[n-s.page.Index]++
			}
		}
	}
	pages := len(l.sheets)
	near := func(y int) int { return heights[y-1] + heights[y] + heights[y+1] }
	for i := range edges {
		e := &edges[i]
		often := near(e.y) > max(2, pages/6)
		n, isNumber := counted(e.text)
		switch {
		case e.line.size > larger*l.size && !(isNumber && offsets[n-e.sheet.page.Index] > max(2, pages/2)) && !ofPages(e.text): // the number of a chapter
			continue
		case e.head && (keys[e.key] < 3 || near(e.y) < 3):
			continue
		case e.text == e.sheet.page.Folio && e.text != "" && near(e.y) > 1, pageNumber(e.text) && (often || near(e.y) > 2 && keys[e.key] > 2):
		case keys[e.key] >= 3 && near(e.y) >= 3, keys[e.key] >= 2 && often && hasNumber(e.text), often && edgeNumber(e.text, e.sheet.page) && (e.sheet.page.Folio != "" || e.turns(turns)):
		case e.alone && e.small(l.size) && smalls[e.y-1]+smalls[e.y]+smalls[e.y+1] > max(2, pages/2):
		default:
			continue
		}
		e.line.kind = runningLine
		if e.sheet.page.Folio == "" {
			e.sheet.page.Folio = folio(e.text)
		}
	}
}

// frames marks the lines in plain type that stand at one place on most pages, as the contents beside or above slides
// do, and reports whether there are any.
func (l *layout) frames() bool {
	framing := func(a *row) bool {
		p, ok := printOf(a)
		return ok && !p.bold && !p.caps && a.size <= larger*l.size
	}
	count := map[place]int{}
	bytes := 0
	for _, s := range l.sheets {
		for i := range s.lines {
			a := &s.lines[i]
			bytes += a.bytes()
			if framing(a) {
				count[a.place()]++
			}
		}
	}
	var found []*row
	for _, s := range l.sheets {
		for i := range s.lines {
			if a := &s.lines[i]; framing(a) && count[a.place()] > max(fewFrames, len(l.sheets)/2) {
				found = append(found, a)
				bytes -= frameShare * a.bytes()
			}
		}
	}
	if len(found) == 0 || bytes < 0 { // the pages are alike
		return false
	}
	for _, a := range found {
		a.kind = runningLine
	}
	return true
}

// place is where a line stands, and its text.
type place struct {
	text string
	x, y int
}

func (a *row) place() place { return place{a.text(), int(a.x0 + 0.5), int(a.y + 0.5)} }

const (
	fewFrames  = 3 // pages may look alike by chance
	frameShare = 2 // half of the text is no frame
)

// counted returns the number that a line is.
func counted(t string) (int, bool) {
	n, err := strconv.Atoi(strings.Trim(t, " -–—·|[]()"))
	return n, err == nil
}

// alone reports whether the space between a line and the others of its page is as wide as room.
func (s *sheet) alone(a *row, room float32) bool {
	for i := range s.lines {
		if d := abs(s.lines[i].y - a.y); d > 1 && d < room {
			return false
		}
	}
	return true
}

// edges are the lines at the top and the bottom of the page, two at most at each.
func (s *sheet) edges() []*row {
	if len(s.lines) == 0 {
		return nil
	}
	byY := make([]*row, 0, len(s.lines))
	for i := range s.lines {
		byY = append(byY, &s.lines[i])
	}
	slices.SortStableFunc(byY, func(a, b *row) int {
		switch {
		case a.y > b.y:
			return -1
		case a.y < b.y:
			return 1
		}
		return 0
	})
	const most = 3 // a head, a number and a stamp
	n := len(byY)
	var out []*row
	for i := 0; i < min(n, most) && byY[0].y-byY[i].y < 3; i++ {
		out = append(out, byY[i])
	}
	for i := n - 1; i >= max(len(out), n-most) && byY[i].y-byY[n-1].y < 3; i-- {
		out = append(out, byY[i])
	}
	return out
}

// faceless is a line without its numbers, for comparison.
func faceless(s string) string {
	var b strings.Builder
	for _, w := range strings.Fields(strings.ToLower(s)) {
		if roman(w) || strings.Trim(w, "0123456789.-–·|") == "" {
			continue
		}
		b.WriteString(strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return -1
			}
			return r
		}, w))
	}
	return b.String()
}

// roman reports a small roman number.
func roman(s string) bool { return s != "" && len(s) < 9 && strings.Trim(s, "ivxlc") == "" }

// pageNumber reports a line that is a page number and nothing else.
func pageNumber(s string) bool {
	s = strings.Trim(s, " -–—·|[]()")
	s = strings.TrimSpace(strings.TrimPrefix(strings.ToLower(s), "page"))
	if a, _, ok := strings.Cut(s, " of "); ok {
		s = a
	}
	return s != "" && len(s) < 9 && (strings.Trim(s, "0123456789") == "" || roman(s))
}

// ofPages reports a line that ends with a page number and how many pages there are: "5 / 20".
func ofPages(s string) bool {
	f := strings.Fields(s)
	n := len(f)
	return n > 2 && (f[n-2] == "/" || f[n-2] == "of") && numeral(f[n-3]) && numeral(f[n-1])
}

func hasNumber(s string) bool { return strings.ContainsAny(s, "0123456789") }

// edgeNumber reports a line that begins or ends with the number of its page, or with one that can be.
func edgeNumber(s string, p *Page) bool {
	f := strings.Fields(s)
	if ofPages(s) {
		f = f[:len(f)-2]
	}
	if len(f) < 2 {
		return false
	}
	a, z := f[0], f[len(f)-1]
	if p.Folio != "" && (a == p.Folio || z == p.Folio) {
		return true
	}
	plain := func(w string) bool { return len(w) <= 4 && strings.Trim(w, "0123456789") == "" }
	return p.Folio == "" && (plain(a) || plain(z))
}

// folio is the page number in a running head.
func folio(s string) string {
	f := strings.Fields(strings.Trim(s, " -–—·|[]()"))
	for _, w := range []int{len(f) - 1, 0} {
		if w >= 0 && w < len(f) && len(f[w]) < 9 && (strings.Trim(f[w], "0123456789") == "" || len(f) == 1 && roman(f[w])) {
			return f[w]
		}
	}
	return ""
}
