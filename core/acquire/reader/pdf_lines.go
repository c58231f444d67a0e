package reader

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// piece is a run of glyphs on one baseline in one face.
type piece struct {
	text   string
	x0, x1 float32
	y      float32
	size   float32
	face   face
	link   int16 // 1 + index in links of the sheet, 0: none
	hyphen bool  // it ends with the hyphen of a divided word
	letter int16 // characters that are letters in a text font
	sign   int16 // characters that are set in a font for formulas
	rule   int16 // 1 + the index of the rule above it, 0: none
	built  int8  // it was put together of others
}

// row is a line of print: the pieces of one baseline, with what stands above and below it.
type row struct {
	pieces []piece
	x0, x1 float32
	y      float32 // of the baseline
	size   float32 // of most of it
	page   int     // index in the pages that were read
	box    int32   // of the statement that is set in it, 0: none
	column int8
	kind   lineKind
}

type lineKind uint8

const (
	proseLine lineKind = iota
	displayLine
	runningLine // a running head or a page number
	noteLine    // of a footnote
	figureLine  // of a diagram or its caption
)

// text is the line as one string.
func (a *row) text() string {
	if len(a.pieces) == 1 {
		return a.pieces[0].text
	}
	var b strings.Builder
	for i := range a.pieces {
		b.WriteString(a.pieces[i].text)
	}
	return b.String()
}

// bytes is how long text is.
func (a *row) bytes() int {
	n := 0
	for i := range a.pieces {
		n += len(a.pieces[i].text)
	}
	return n
}

// sheet is a page as lines.
type sheet struct {
	page     *Page // without its glyphs
	lines    []row
	chars    int    // visible characters
	unmapped int    // characters that nobody knows
	hidden   string // text that nobody sees
	turned   string // text whose baseline is not level
	links    []Link
	numbers  []lineNumbers // what may count its lines,
	loose    []piece       // and, until that is decided, its pieces
	rules    ruleIndex     // and rules
}

// newSheet makes lines of the glyphs of a page, and drops the glyphs.
func newSheet(p *Page) *sheet {
	s := &sheet{page: p, links: p.Links[:min(len(p.Links), math.MaxInt16-1)]}
	level(p)
	rules := newRuleIndex(p.Rules[:min(len(p.Rules), math.MaxInt16-1)])
	pieces := s.pieces(p, &rules)
	p.Glyphs, p.Rules = nil, nil
	if s.numbers = numbering(pieces); s.numbers != nil {
		s.loose, s.rules = pieces, rules
		return s
	}
	s.setLines(pieces, &rules)
	return s
}

// setLines makes lines of the pieces of a page.
func (s *sheet) setLines(pieces []piece, rules *ruleIndex) {
	s.lines = joinMarks(s.assemble(rules.formulas(pieces)))
}

// unseen reports a glyph that is too small to be seen, or set far beside the page. How far the page reaches is not
// known to the point: its corner may lie elsewhere.
func (p *Page) unseen(g Glyph) bool {
	const tiny, sheetSize = 0.9, 100 // a page in larger units than points has small fonts
	if p.Width < sheetSize || p.Height < sheetSize {
		return false
	}
	return g.Size < tiny || g.X < -p.Width || g.X > 2*p.Width || g.Y < -p.Height || g.Y > 2*p.Height
}

// level turns a page that is set sideways.
func level(p *Page) {
	turned, up, down := 0, 0, 0
	for i := range p.Glyphs {
		if p.Glyphs[i].Flags&Turned != 0 {
			turned++
			if i > 0 && p.Glyphs[i].X == p.Glyphs[i-1].X {
				if p.Glyphs[i].Y > p.Glyphs[i-1].Y {
					up++
				} else {
					down++
				}
			}
		}
	}
	if turned*2 <= len(p.Glyphs) || up == down {
		return
	}
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		g.Flags ^= Turned
		if up > down {
			g.X, g.Y = g.Y, p.Width-g.X
		} else {
			g.X, g.Y = p.Height-g.Y, g.X
		}
	}
	p.Width, p.Height = p.Height, p.Width
}

// scannedImages is the share of a page that images cover when the page is a scan.
const scannedImages = 0.4

// pieces makes runs of the glyphs.
func (s *sheet) pieces(p *Page, rules *ruleIndex) []piece {
	faces := make([]typeface, len(p.Fonts))
	for i := range p.Fonts {
		faces[i] = newTypeface(&p.Fonts[i])
	}
	links := newLinkIndex(s.links)
	var out []piece
	var b []byte
	var cur piece
	var hidden, turned strings.Builder
	space := false // a blank stands before the next glyph
	flush := func() {
		if len(b) > 0 {
			cur.text = ellipses(string(b))
			out = append(out, cur)
			b = b[:0]
		}
	}
	var last Glyph
	ocr := p.Images > scannedImages
	for _, g := range p.Glyphs {
		var t typeface
		if int(g.Font) < len(faces) {
			t = faces[g.Font]
		}
		c, ok := t.char(g)
		if !ok {
			s.unmapped++
		}
		blank := c == " " || g.Flags&Generated != 0
		switch {
		case g.Flags&(Invisible|White) != 0 && !ocr, p.unseen(g):
			if blank {
				c = " "
			}
			hidden.WriteString(c)
			continue
		case g.Flags&Turned != 0:
			if blank {
				c = " "
			}
			turned.WriteString(c)
			continue
		case blank:
			if len(b) > 0 && !space {
				cur.x1 = max(cur.x1, g.X)
			}
			space = true
			continue
		case c == "":
			continue
		}
		s.chars++
		em := max(g.Size, 1)
		if t.face&formula != 0 && g.Rune == last.Rune && g.Font == last.Font && abs(g.X-last.X) < 0.05*em && abs(g.Y-last.Y) > 0.1*em {
			last = g
			continue // a tall sign is built of equal parts
		}
		joined := len(b) > 0 && g.Font == last.Font && g.Size == last.Size && abs(g.Y-cur.y) < 0.12*em && g.X > last.X-0.3*em && g.X-last.X < 12*em && g.X-cur.x1 < cellGap*em && !cur.hyphen
		if len(b) > 0 && g.X-last.X < em && g.X-last.X > -em && abs(g.Y-cur.y) < em {
			if sign, cut, ok := overlay(b, c, abs(g.X-last.X)/em, abs(g.Y-last.Y)/em); ok { // in whatever fonts
				b = append(b[:cut], sign...)
				cur.x1 = max(cur.x1, g.X+width(c)*g.Size)
				space, last = false, g
				continue
			}
		}
		if c == "." && last.Rune == '.' && abs(g.X-last.X) < 0.05*em && abs(g.Y-last.Y) > 0.1*em && (string(b) == "." || string(b) == "⋮") {
			b = append(b[:0], "⋮"...)
			last = g
			continue
		}
		joined = joined && (g.X-cur.x1 < numberGap*em || !unicode.IsDigit(g.Rune) && (len(b) > longestNumber || !numeral(string(b))))
		link := links.at(g.X+0.1*em, g.Y+0.25*em)
		rule := rules.over(g.X+0.2*em, g.Y, underRule*em, 0)
		if !joined || link != cur.link || rule != cur.rule {
			flush()
			cur = piece{x0: g.X, y: g.Y, size: g.Size, face: t.face, link: link, rule: rule}
			if space && len(out) > 0 {
				b = append(b, ' ')
			}
		} else if space {
			b = append(b, ' ')
		}
		if !space {
			b, c = compose(b, c)
		}
		space = false
		b = append(b, c...)
		cur.x1 = max(cur.x1, g.X+width(c)*g.Size)
		cur.hyphen = g.Flags&Hyphen != 0
		if t.face&formula != 0 {
			cur.sign++
		} else if r, _ := utf8.DecodeRuneInString(c); unicode.IsLetter(r) {
			cur.letter++
		}
		last = g
	}
	flush()
	s.hidden = strings.Join(strings.Fields(hidden.String()), " ")
	s.turned = strings.Join(strings.Fields(turned.String()), " ")
	return out
}

// compose joins a character to the end of a text where both are one sign, set over or beside each other.
func compose(b []byte, c string) ([]byte, string) {
	for {
		r, n := utf8.DecodeLastRune(b)
		q, _ := utf8.DecodeRuneInString(c)
		sign, ok := compositions[[2]rune{r, q}]
		if !ok {
			return b, c
		}
		b, c = b[:len(b)-n], string(sign)
	}
}

// overlay makes one sign of the end of a text and a character that is set over it: a negation, or an accent, which TeX
// sets before its letter. dx and dy are how far apart they stand, in sizes; cut is where the sign begins.
func overlay(b []byte, c string, dx, dy float32) (sign string, cut int, ok bool) {
	const beside, over, raised = 0.45, 0.2, 0.015
	end := bytes.TrimRight(b, " ")
	r, n := utf8.DecodeLastRune(end)
	q, _ := utf8.DecodeRuneInString(c)
	if r == '\u0338' || q == '\u0338' {
		s, ok := compositions[[2]rune{r, q}]
		return string(s), len(end) - n, ok
	}
	if s, ok := overlays[[2]rune{r, q}]; ok && dx < over {
		return string(s), len(end) - n, true
	}
	if r == ':' && q == '=' && dx < beside && dy > raised { // what is typed as := stands level
		return "≔", len(end) - n, true
	}
	if mark, ok := spacingAccents[r]; ok && dx < beside && unicode.IsLetter(q) && len(end) == len(b) {
		return norm.NFC.String(c + mark), len(end) - n, true
	}
	return "", 0, false
}

// ellipses joins three dots that formulas set apart; the leaders of a table of contents are more.
func ellipses(s string) string {
	for _, d := range [...]struct{ dot, sign string }{{".", "…"}, {"·", "⋯"}, {"⋅", "⋯"}} {
		three := d.dot + " " + d.dot + " " + d.dot
		if !strings.Contains(s, three+" "+d.dot) {
			s = strings.ReplaceAll(s, three, d.sign)
		}
	}
	return s
}

// width is about how wide a character is, in its size: the document's own widths would cost a call each.
func width(c string) float32 {
	switch c[0] {
	case 'i', 'j', 'l', 't', 'f', '.', ',', ';', ':', '\'', '(', ')', '|', '!', 'I', '[', ']':
		return 0.3
	case 'm', 'w', 'M', 'W':
		return 0.8
	}
	if len(c) == 1 && c[0] >= 'A' && c[0] <= 'Z' {
		return 0.68
	}
	return 0.5
}

func abs(f float32) float32 { return max(f, -f) }

// How far from the baseline, in sizes, a piece may stand that belongs to the line.
const (
	onLine      = 0.12 // on the baseline
	scripted    = 0.85 // an index or exponent
	denominator = 0.3  // below the baseline, further than an index
	stacked     = 5    // a part of a fraction, matrix or large sign, between two pieces on the baseline
	ahead       = 120  // pieces that are looked ahead for the baseline
	reaching    = 0.6  // a piece may reach back over the one before
	gapWidth    = 1.0  // a gap between pieces that is a blank
	wordGap     = 0.2  // the same before a word
	farBehind   = 1.5
	fewBytes    = 10  // of an index that a line may begin with
	hanging     = 1.7 // tall brackets of TeX hang from a point above the line
)

// closes reports a bracket that ends a formula.
func (p *piece) closes() bool {
	if p.face&formula == 0 {
		return false
	}
	switch strings.TrimRight(p.text, " .,;") {
	case ")", "]", "}", "⟩", "|", "‖", "⌋", "⌉":
		return true
	}
	return false
}

// assemble makes lines of the pieces, in the order of the content stream.
func (s *sheet) assemble(pieces []piece) []row {
	var lines []row
	for i := 0; i < len(pieces); {
		l := row{y: pieces[i].y, size: pieces[i].size, x0: pieces[i].x0, x1: pieces[i].x1}
		from := i
		weight := len(pieces[i].text)
		i++
		for i < len(pieces) {
			p := &pieces[i]
			em := max(l.size, p.size)
			dy := abs(p.y - l.y)
			switch {
			case dy < onLine*em && p.x0 > l.x1-reaching*em:
			case dy < scripted*em && p.x0 > l.x1-reaching*em-2*p.size && p.size < 0.95*l.size && p.x0 > l.x0:
			case p.closes() && p.y > l.y && dy < hanging*em && p.x0 > l.x1-reaching*em && p.x0 < l.x1+reaching*em:
			case weight <= fewBytes && dy < scripted*em && l.size < 0.95*p.size && p.x0 > l.x1-0.25*em && p.x0-l.x1 < 2*em:
				l.y, l.size, weight = p.y, p.size, 0 // it began with an index
			default:
				n := between(&l, pieces[i:min(len(pieces), i+ahead)])
				if n == 0 {
					goto done
				}
				for k := i; k < i+n; k++ {
					l.x1 = max(l.x1, pieces[k].x1)
				}
				i += n
				continue
			}
			if n := len(p.text); n > weight && p.size > l.size*0.95 {
				l.y, l.size, weight = p.y, p.size, n
			}
			l.x0 = min(l.x0, p.x0)
			l.x1 = max(l.x1, p.x1)
			i++
		}
	done:
		l.pieces = pieces[from:i]
		spaced(l.pieces)
		l.scripts()
		lines = append(lines, l)
	}
	return lines
}

// between returns how many of the pieces stand over and under the line, up to where it goes on; 0 when it does not.
func between(l *row, pieces []piece) int {
	for k := range pieces {
		p := &pieces[k]
		em := max(l.size, p.size)
		dy := abs(p.y - l.y)
		if k > 0 && dy < onLine*em && p.x0 > l.x1-0.3*em {
			return k
		}
		if dy > stacked*em || p.x0 < l.x1-farBehind*em || p.x0 < l.x0+0.5*em || p.letter > 24 {
			return 0
		}
	}
	return 0
}

// spaced sets the blanks between pieces that stand apart.
func spaced(pieces []piece) {
	for i := 1; i < len(pieces); i++ {
		p, q := &pieces[i-1], &pieces[i]
		if strings.HasPrefix(q.text, " ") || strings.HasSuffix(p.text, " ") {
			continue
		}
		apart := float32(gapWidth)
		if last, _ := utf8.DecodeLastRuneInString(p.text); q.face&formula == 0 && q.letter > 0 && (p.letter+p.sign > 0 || unicode.IsDigit(last)) {
			apart = wordGap
		}
		if q.x0-p.x1 > apart*max(p.size, q.size) || q.x0 < p.x0 && abs(q.y-p.y) > scripted*q.size {
			q.text = " " + q.text
		}
	}
	if len(pieces) > 0 {
		pieces[0].text = strings.TrimLeft(pieces[0].text, " ")
	}
}

// scripts sets indices and exponents in the characters that Unicode has for them; those that it has not stay on the
// line, or in a formula are set as TeX does.
func (a *row) scripts() {
	side := func(i int) int { // 1: raised, -1: lowered
		p := &a.pieces[i]
		above := p.y - a.y
		switch {
		case p.size > smallSize*a.size || abs(above) < 0.1*a.size || abs(above) > scripted*a.size || p.text == "":
			return 0
		case above > 0:
			return 1
		}
		return -1
	}
	for i := 1; i < len(a.pieces); {
		up := side(i)
		p, before := &a.pieces[i], &a.pieces[i-1]
		if up == 0 || strings.HasPrefix(p.text, " ") || strings.HasSuffix(before.text, " ") {
			i++
			continue
		}
		end := a.group(i, side)
		next := end // of the other side, set at the same place
		if next < len(a.pieces) && side(next) == -up && abs(a.pieces[next].x0-p.x0) < 0.4*a.size {
			next = a.group(next, side)
		} else if p.y < a.y-denominator*a.size || end < len(a.pieces) && a.pieces[end].y < a.y-denominator*a.size && a.pieces[end].x0 < p.x1 {
			i = end
			continue // a fraction without a rule
		}
		if next > end && strings.HasSuffix(before.text, "(") {
			i = next
			continue // a number over another in parentheses
		}
		low, high := a.pieces[i:end], a.pieces[end:next]
		if up > 0 {
			low, high = high, low
		}
		l, ok := unicodeScript(low, false)
		h, ok2 := unicodeScript(high, true)
		switch {
		case ok && ok2:
			a.blank(i, next, l+h)
		case indexes(low) && indexes(high):
			base := before.base()
			before.text = before.text[:len(before.text)-len(base)]
			t := base
			if utf8.RuneCountInString(base) > 1 {
				t = `\operatorname{` + base + "}"
			}
			for _, part := range [...]struct {
				mark   string
				pieces []piece
			}{{"^", high}, {"_", low}} {
				if len(part.pieces) > 0 {
					t += script(part.mark, texOf(part.pieces))
				}
			}
			a.blank(i, next, inline(t))
		}
		i = next
	}
}

// base is what an index behind a piece belongs to: a letter of a formula, or a word.
func (p *piece) base() string {
	at := len(p.text)
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(p.text[:at])
		if !unicode.IsLetter(r) || at < len(p.text) && p.face&formula != 0 {
			break
		}
		at -= n
	}
	if strings.HasSuffix(p.text[:at], `\`) {
		return ""
	}
	return p.text[at:]
}

// group returns where the pieces end that stand on the side of the line where piece i does.
func (a *row) group(i int, side func(int) int) int {
	end := i + 1
	for end < len(a.pieces) && side(end) == side(i) && a.pieces[end].x0 > a.pieces[end-1].x1-0.3*a.size && a.pieces[end].x0 < a.pieces[end-1].x1+0.5*a.size {
		end++
	}
	return end
}

// indexes reports pieces that are an index or exponent when Unicode has no characters for them, and not the mark of a
// note.
func indexes(pieces []piece) bool {
	signs := 0
	for i := range pieces {
		signs += int(pieces[i].sign)
		if strings.ContainsAny(pieces[i].text, "∗†‡*") {
			return false
		}
	}
	return signs > 0 || len(pieces) == 0
}

// blank gives the first of some pieces the text of all; the blank at their end stays.
func (a *row) blank(from, to int, t string) {
	last := a.pieces[to-1].text
	t += last[len(strings.TrimRight(last, " ")):]
	for i := from; i < to; i++ {
		a.pieces[i].text = ""
	}
	a.pieces[from].text = t
}

const (
	markWidth = 12 // characters that the mark of a list entry, a note or a formula has at most
	markCount = 4  // marks before one line
)

// joinMarks puts the marks of list entries before their lines, where the page sets all marks before or after all text.
func joinMarks(lines []row) []row {
	short := func(l *row) bool { return l.bytes() <= markWidth }
	byY := map[int][]int{}
	for i := range lines {
		if !short(&lines[i]) {
			y := int(math.Floor(float64(lines[i].y)))
			byY[y] = append(byY[y], i)
		}
	}
	gone, marks := make([]bool, len(lines)), make([]int8, len(lines))
	for i := range lines {
		m := &lines[i]
		if !short(m) {
			continue
		}
		best := -1
		y := int(math.Floor(float64(m.y)))
		for _, k := range slices.Concat(few(byY[y-1]), few(byY[y]), few(byY[y+1])) {
			l := &lines[k]
			if k == i+1 && abs(l.y-m.y) > onLine*l.size || abs(l.y-m.y) > 0.2*l.size || marks[k] == markCount {
				continue
			}
			if l.x0 >= m.x1-0.2*l.size && l.x0-m.x1 < 4*l.size && (best < 0 || l.x0 < lines[best].x0) {
				best = k
			}
		}
		if best < 0 {
			continue
		}
		l := &lines[best]
		l.pieces = slices.Concat(m.pieces, l.pieces)
		if n := len(m.pieces); !strings.HasPrefix(l.pieces[n].text, " ") && !strings.HasSuffix(l.pieces[n-1].text, " ") {
			l.pieces[n].text = " " + l.pieces[n].text
		}
		l.x0 = m.x0
		gone[i] = true
		marks[best]++
	}
	out := lines[:0]
	for i := range lines {
		if !gone[i] {
			out = append(out, lines[i])
		}
	}
	return out
}

// few bounds the lines at one height that are looked at.
func few(lines []int) []int { return lines[:min(len(lines), 64)] }

// linkIndex finds the link at a place.
type linkIndex struct {
	links []Link
	rows  map[int][]int16 // by height
}

const (
	rowHeight = 12  // points
	maxRows   = 100 // rows that a link is entered in
	maxInRow  = 64
)

func newLinkIndex(links []Link) linkIndex {
	x := linkIndex{links: links, rows: map[int][]int16{}}
	for i, l := range links {
		from, to := int(l.Bottom)/rowHeight, int(l.Top)/rowHeight
		for r := from; r <= to && r-from < maxRows; r++ {
			if len(x.rows[r]) < maxInRow {
				x.rows[r] = append(x.rows[r], int16(i))
			}
		}
	}
	return x
}

// at returns 1 + the index of the link at a place, 0 when there is none.
func (x *linkIndex) at(px, py float32) int16 {
	if len(x.links) == 0 {
		return 0
	}
	for _, i := range x.rows[int(py)/rowHeight] {
		if l := &x.links[i]; px >= l.Left-0.5 && px <= l.Right && py >= l.Bottom-0.5 && py <= l.Top {
			return i + 1
		}
	}
	return 0
}
