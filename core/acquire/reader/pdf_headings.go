package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// title is a heading.
type title struct {
	level  int
	number string
	text   string
	rows   int
	slide  bool // of a slide
}

// titles finds the headings: by the outline where there is one, and by their print.
func (l *layout) titles(outline []Bookmark) map[*row]*title {
	out := map[*row]*title{}
	l.fromOutline(outline, out)
	l.fromPrint(out)
	return out
}

// letters is a text without anything but letters and digits, for comparison.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

const (
	titleRows = 5       // lines that a heading has at most
	seeking   = 256     // bytes of lines that are compared with the outline, for each byte of all lines,
	seekSmall = 4 << 20 // and for a document however small: a hostile outline names every line of a long page
	lineCost  = 16      // what looking at a line costs beside its bytes
)

// fromOutline finds the lines that the entries of the outline lead to.
func (l *layout) fromOutline(outline []Bookmark, out map[*row]*title) {
	byPage := map[int]*sheet{}
	left := seekSmall
	for _, s := range l.sheets {
		byPage[s.page.Index] = s
		for i := range s.lines {
			left += seeking * s.lines[i].bytes()
		}
	}
	for _, b := range outline {
		want := letters(b.Title)
		if want == "" {
			continue
		}
		for _, page := range [...]int{b.At.Page, b.At.Page + 1} {
			if s := byPage[page]; s != nil {
				if from, n := l.find(s, want, b.At, out, &left); n > 0 {
					if from > 0 && chapterMark(&s.lines[from-1]) && s.lines[from-1].kind != runningLine && out[&s.lines[from-1]] == nil {
						from, n = from-1, n+1
					}
					t := newTitle(s.lines[from:from+n], b.Level)
					for k := from; k < from+n; k++ {
						out[&s.lines[k]] = t
					}
					break
				}
			}
		}
	}
}

// find looks for the lines of a heading on a page, the nearest to where the outline leads. left is how many bytes may
// still be looked at.
func (l *layout) find(s *sheet, want string, at Position, taken map[*row]*title, left *int) (from, n int) {
	best := float32(1e9)
	for i := 0; i < len(s.lines) && *left > 0; i++ {
		if s.lines[i].kind == runningLine || taken[&s.lines[i]] != nil {
			continue
		}
		have := ""
		for k := i; k < len(s.lines) && k < i+titleRows; k++ {
			a := &s.lines[k]
			if a.kind == runningLine || taken[a] != nil || len(have) > len(want)+40 {
				break
			}
			*left -= lineCost + a.bytes()
			have += letters(a.text())
			// The number of the heading may stand before the title, and the outline may have it or not.
			j := strings.Index(have, want)
			if j < 0 && len(have) > 3 && strings.HasSuffix(want, have) && len(want)-len(have) <= 8 {
				j = 0
			}
			if j < 0 || j > 16 || len(have)-j-len(want) > 4 {
				continue
			}
			if first := letters(s.lines[i].text()); k > i && j >= len(first) && strings.Trim(first, "0123456789") != "" && !chapterMark(&s.lines[i]) {
				break // the end of the text before
			}
			far := float32(0)
			if at.HasY {
				far = abs(at.Y - s.lines[i].y)
			}
			if far < best {
				best, from, n = far, i, k-i+1
			}
			break
		}
	}
	return from, n
}

// newTitle makes a heading of its lines.
func newTitle(rows []row, level int) *title {
	var b strings.Builder
	for i := range rows {
		t := strings.TrimSpace(rows[i].text())
		if rows[i].hyphened() && i+1 < len(rows) {
			b.WriteString(strings.TrimSuffix(t, "-"))
		} else {
			b.WriteString(t + " ")
		}
	}
	printed := strings.Join(strings.Fields(b.String()), " ")
	number, rest := splitNumber(printed)
	if number == "" {
		if f := strings.Fields(printed); len(f) > 2 {
			if n := strings.TrimRight(f[1], ".:"); text.Division.Has(text.Fold(f[0])) && (hasNumber(n) || len(n) <= 4 && n == strings.ToUpper(n)) {
				number, rest = n, strings.Join(f[2:], " ")
			}
		}
	}
	return &title{level: level, number: number, text: rest, rows: len(rows)}
}

// chapterMark reports a line that is "Chapter 3" and nothing else.
func chapterMark(a *row) bool {
	f := strings.Fields(a.text())
	return len(f) == 2 && text.Division.Has(text.Fold(f[0])) && len(f[1]) <= 5
}

// print is how a line is set.
type print struct {
	size int // in halves of a point
	bold bool
	caps bool
}

// printOf tells how the letters of a line are set; ok is false when they are set in several ways.
func printOf(a *row) (p print, ok bool) {
	n, bolds, smalls := 0, 0, 0
	size := float32(0)
	for i := range a.pieces {
		q := &a.pieces[i]
		if q.letter == 0 {
			continue
		}
		n += int(q.letter)
		if q.face&bold != 0 {
			bolds += int(q.letter)
		}
		if q.face&caps != 0 || q.letter > 3 && strings.ToUpper(q.text) == q.text {
			smalls += int(q.letter)
		}
		if int(q.letter) > 1 {
			size = max(size, q.size)
		}
	}
	p = print{size: int(size*2 + 0.5), bold: n > 0 && bolds*10 >= n*9, caps: n > 0 && smalls*10 >= n*9}
	return p, n > 1
}

// The print of headings, against the body text.
const (
	larger     = 1.1
	longTitle  = 160 // bytes
	titleGap   = 1.25
	titleLines = 3
)

// candidate is a line that may be a heading.
type candidate struct {
	row    *row
	sheet  *sheet
	at     int // in the lines of the sheet
	print  print
	number string
}

// fromPrint finds headings that the outline does not have: lines on their own in a larger size, in bold or in capitals.
func (l *layout) fromPrint(out map[*row]*title) {
	known := map[int]int{} // levels of the outline by size
	deepest := 0
	for a, t := range out {
		if p, ok := printOf(a); ok {
			if have := known[p.size]; have == 0 || t.level < have {
				known[p.size] = t.level
			}
		}
		deepest = max(deepest, t.level)
	}
	var found []candidate
	for k, s := range l.sheets {
		for i := range s.lines {
			if c, ok := l.candidate(s, i, k == 0); ok && out[c.row] == nil {
				found = append(found, c)
			}
		}
	}
	levels := l.levels(found, known, deepest)
	var before *title
	var last *candidate
	for i := range found {
		c := &found[i]
		if last != nil && last.sheet == c.sheet && c.at == last.at+1 && (last.print == c.print && c.number == "" || chapterMark(last.row)) && last.row.y-c.row.y < 3*c.row.size {
			if from := c.at - before.rows; from >= 0 && before.rows < titleLines {
				t := newTitle(c.sheet.lines[from:c.at+1], before.level)
				before.text, before.number, before.rows = t.text, t.number, t.rows
				out[c.row] = before
				last = c
				continue
			}
		}
		before = newTitle(c.sheet.lines[c.at:c.at+1], levels[c.print])
		if c.number != "" && before.number == "" {
			before.number = c.number
		}
		out[c.row] = before
		last = c
	}
}

// candidate decides whether a line can be a heading.
func (l *layout) candidate(s *sheet, i int, cover bool) (candidate, bool) {
	a := &s.lines[i]
	c := candidate{row: a, sheet: s, at: i}
	if a.kind != proseLine || a.monospaced() {
		return c, false
	}
	var ok bool
	if c.print, ok = printOf(a); !ok {
		return c, false
	}
	t := strings.TrimSpace(a.text())
	large := float32(c.print.size)/2 > larger*l.size
	if len(t) > longTitle || !large && !c.print.bold && !c.print.caps || float32(c.print.size)/2 < 0.95*l.size && !c.print.caps {
		return c, false
	}
	var rest string
	c.number, rest = splitNumber(t)
	if c.number == "" {
		if w, after, ok := strings.Cut(t, ". "); ok && roman(strings.ToLower(w)) && w == strings.ToUpper(w) {
			c.number, rest = w, after
		}
	}
	if cover && !c.print.bold && c.number == "" {
		return c, false
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " “‘\"(")); !unicode.IsUpper(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Han, r) && !(large && c.number == "") {
		return c, false
	}
	if h, ok := text.LookupHead(firstWord(t)); ok && h.Class != text.NoHead && !large && len(strings.Fields(t)) > 1 {
		return c, false
	}
	if _, entry := a.entryMark(); entry && c.number == "" {
		return c, false
	}
	above, below := l.room(s, i)
	m := l.margin(a)
	short := a.x1 < m.right-2*l.size
	switch {
	case large:
		return c, above > titleGap || below > titleGap || i == 0
	case strings.HasSuffix(t, ".") || strings.HasSuffix(t, ":") || strings.HasSuffix(t, ",") || !short:
		return c, false
	case c.number != "":
		return c, above > titleGap && (strings.Contains(c.number, ".") || c.print.caps || below > titleGap)
	case c.print.bold:
		return c, above > 1.5 && below > titleGap
	}
	return c, false // capitals alone
}

// room is the space above and below a line, in leadings of the body.
func (l *layout) room(s *sheet, i int) (above, below float32) {
	a := &s.lines[i]
	above, below = 9, 9
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if b := &s.lines[k]; b.kind != runningLine {
			if b.column == a.column && b.y > a.y {
				above = (b.y - a.y) / l.leading
			}
			break
		}
	}
	for k := i + 1; k < len(s.lines) && k <= i+2; k++ {
		if b := &s.lines[k]; b.kind != runningLine {
			if b.column == a.column && b.y < a.y {
				below = (a.y - b.y) / l.leading
			}
			break
		}
	}
	return above, below
}

// levels gives the ways that headings are set their levels: that of the outline where it knows the size, else by size,
// below what the outline knows.
func (l *layout) levels(found []candidate, known map[int]int, deepest int) map[print]int {
	var ways []print
	depth := map[print][]int{} // of their numbers
	for i := range found {
		p := found[i].print
		if depth[p] == nil {
			ways = append(ways, p)
			depth[p] = []int{}
		}
		if n := found[i].number; n != "" {
			depth[p] = append(depth[p], 1+strings.Count(n, "."))
		}
	}
	slices.SortFunc(ways, func(a, b print) int {
		switch {
		case a.size != b.size:
			return b.size - a.size
		case a.bold != b.bold && a.bold, a.caps != b.caps && a.caps && a.bold == b.bold:
			return -1
		}
		return 1
	})
	out := map[print]int{}
	level, size := deepest, 0
	for _, p := range ways {
		if v, ok := known[p.size]; ok && float32(p.size)/2 > larger*l.size {
			out[p] = v
			continue
		}
		if p.size != size || float32(p.size)/2 <= larger*l.size {
			level++
			size = p.size
		}
		out[p] = min(level, 6)
	}
	return out
}
