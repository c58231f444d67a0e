package reader

import (
	"math"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// layout is what the pages of a document have in common.
type layout struct {
	sheets  []*sheet
	size    float32 // of the body text
	leading float32 // between its baselines
	indents bool    // paragraphs begin with an indent
	columns [][2]margins
	parted  []partedLine // lines that begin with a heading
	boxes   int32        // that hold a statement each
}

// margins are the edges of the text of a column on a page.
type margins struct{ left, right float32 }

// newLayout measures the pages and sorts their lines by what they are.
func newLayout(sheets []*sheet) *layout {
	l := &layout{sheets: sheets}
	l.measure()
	if l.frames() {
		l.measure()
	}
	l.runningHeads()
	for i, s := range sheets {
		for k := range s.lines {
			s.lines[k].page = i
		}
		l.columns = append(l.columns, l.edges(s))
		l.order(s)
	}
	l.displays()
	l.notes()
	l.figures()
	l.boxed()
	l.indents = l.indented()
	return l
}

// measure finds size and leading of most of the text.
func (l *layout) measure() {
	sizes, leads := map[int]int{}, map[int]int{}
	for _, s := range l.sheets {
		for i := range s.lines {
			a := &s.lines[i]
			if a.kind == runningLine {
				continue
			}
			for k := range a.pieces {
				sizes[tenth(a.pieces[k].size)] += int(a.pieces[k].letter)
			}
			if i > 0 && abs(s.lines[i-1].size-a.size) < 0.1 {
				if d := s.lines[i-1].y - a.y; d > 0.9*a.size && d < 2.5*a.size {
					leads[tenth(d/a.size)*1000+tenth(a.size)]++
				}
			}
		}
	}
	// Neighbouring tenths are one size: TeX stretches fonts a little to justify lines.
	best, most := 100, 0
	for v := range sizes {
		n := sizes[v-2] + sizes[v-1] + sizes[v] + sizes[v+1] + sizes[v+2]
		if n > most || n == most && v < best {
			best, most = v, n
		}
	}
	l.size = float32(best) / 10
	lead := map[int]int{}
	for k, n := range leads {
		if abs(float32(k%1000)/10-l.size) <= 0.3 {
			lead[k/1000] += n
		}
	}
	best, most = 12, 0
	for v := range lead {
		n := lead[v-1] + lead[v] + lead[v+1]
		if n > most || n == most && v < best {
			best, most = v, n
		}
	}
	l.leading = float32(best) / 10 * l.size
}

func tenth(f float32) int { return int(math.Round(float64(f) * 10)) }

// edges finds the columns of a page and their margins, and gives the lines their columns.
func (l *layout) edges(s *sheet) [2]margins {
	var body []*row
	for i := range s.lines {
		if s.lines[i].kind != runningLine {
			body = append(body, &s.lines[i])
		}
	}
	if len(body) == 0 {
		return [2]margins{}
	}
	whole := span(body)
	middle := (whole.left + whole.right) / 2
	var left, right []*row
	narrow := 0
	for _, a := range body {
		switch {
		case a.x1 < middle+0.5*l.size:
			left = append(left, a)
			narrow++
		case a.x0 > middle-0.5*l.size:
			right = append(right, a)
			narrow++
		}
	}
	const fewLines = 5
	if len(right) < fewLines || len(left) < fewLines || float32(narrow) < 0.6*float32(len(body)) || !straight(right, l.size) {
		return [2]margins{whole, whole}
	}
	for _, a := range right {
		a.column = 1
	}
	return [2]margins{span(left), span(right)}
}

// straight reports whether most long lines begin at one edge, as those of a column do and the parts of displays and
// tables do not.
func straight(lines []*row, size float32) bool {
	m := span(lines)
	at, n := 0, 0
	for _, a := range lines {
		if a.x1-a.x0 > 0.5*(m.right-m.left) {
			n++
			if abs(a.x0-m.left) < 2*size {
				at++
			}
		}
	}
	return n >= 3 && at*3 >= n*2
}

// span is where the text of lines begins and ends: where most letters are, not where a stray one stands.
func span(lines []*row) margins {
	type end struct {
		at     float32
		weight int
	}
	var starts, ends []end
	total := 0
	for _, a := range lines {
		w := 1 + int(a.x1-a.x0)
		if w < 1 || w > 1e5 {
			continue
		}
		starts, ends = append(starts, end{a.x0, w}), append(ends, end{a.x1, w})
		total += w
	}
	if len(starts) == 0 {
		return margins{}
	}
	sort.Slice(starts, func(i, j int) bool { return starts[i].at < starts[j].at })
	sort.Slice(ends, func(i, j int) bool { return ends[i].at > ends[j].at })
	quantile := func(e []end, share int) float32 {
		sum := 0
		for _, x := range e {
			if sum += x.weight; sum*100 >= total*share {
				return x.at
			}
		}
		return e[len(e)-1].at
	}
	return margins{quantile(starts, 5), quantile(ends, 8)}
}

// margin returns the edges of the column of a line.
func (l *layout) margin(a *row) margins {
	c := &l.columns[a.page]
	if c[0] != c[1] && a.column == 0 && a.x1 > c[1].left+l.size { // over both columns
		return margins{c[0].left, c[1].right}
	}
	return c[a.column]
}

// displayGap is the room around a display, in leadings.
const displayGap = 1.15

// displays marks the lines that are formulas on their own.
func (l *layout) displays() {
	for _, s := range l.sheets {
		for i := range s.lines {
			a := &s.lines[i]
			if a.kind != proseLine {
				continue
			}
			letters, signs, words := 0, 0, 0
			for k := range a.pieces {
				p := &a.pieces[k]
				letters += int(p.letter)
				signs += int(p.sign)
				if p.face&formula == 0 {
					words += longWords(p.text)
				}
			}
			m := l.margin(a)
			inset := a.x0 > m.left+1.2*l.size
			full := a.x1 > m.right-1.5*l.size && a.x0 < m.left+3*l.size
			if inset && signs > 0 && (words == 0 || !full && (words <= 3 && letters < 2*signs || letters < signs || l.centred(s, i))) {
				a.kind = displayLine
			}
		}
		// What stands beside a display and holds no word is part of it: limits, the rows of a matrix, numbers.
		near := func(a, b *row) bool {
			return b.kind == displayLine && abs(a.y-b.y) < 2*l.leading && a.column == b.column
		}
		for i := range s.lines {
			a := &s.lines[i]
			if a.kind != proseLine || longWords(a.text()) > 0 || a.x0 < l.margin(a).left+1.2*l.size {
				continue
			}
			if i > 0 && near(a, &s.lines[i-1]) || i+1 < len(s.lines) && near(a, &s.lines[i+1]) {
				a.kind = displayLine
			}
		}
	}
}

// centred reports a line that stands by itself in the middle of its column, behind one that has not ended: a formula,
// whatever words are in it.
func (l *layout) centred(s *sheet, i int) bool {
	a := &s.lines[i]
	if i == 0 || s.lines[i-1].kind != proseLine || s.lines[i-1].ended() && !strings.HasSuffix(strings.TrimSpace(s.lines[i-1].text()), ":") {
		return false
	}
	m := l.margin(a)
	left, right := a.x0-m.left, m.right-a.x1
	above, below := l.room(s, i)
	return left > 2*l.size && abs(left-right) < 1.5*l.size && above > displayGap && below > displayGap
}

// formulaWords are words that formulas are set with.
var formulaWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("lim sup inf max min sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log exp det dim ker deg gcd lcm mod arg hom ext tor rank tr and for all if otherwise or not then where with iff") {
		m[w] = true
	}
	return m
}()

// longWords counts the words of three letters and more that are none of formulas.
func longWords(s string) int {
	n := 0
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) > 2 && !formulaWords[w] {
			n++
		}
	}
	return n
}

// figures marks captions, and the labels of the diagrams above them.
func (l *layout) figures() {
	const labels = 60 // lines that a diagram has at most
	for _, s := range l.sheets {
		for i := range s.lines {
			a := &s.lines[i]
			if a.kind != proseLine || !caption(a.text()) || i > 0 && !l.forced(&s.lines[i-1], a) && s.lines[i-1].kind == proseLine && s.lines[i-1].y-a.y < 1.3*l.leading {
				continue
			}
			a.kind = figureLine
			for k := i + 1; k < len(s.lines); k++ { // the rest of the caption
				b := &s.lines[k]
				if b.kind != proseLine || s.lines[k-1].y-b.y > 1.25*l.leading || s.lines[k-1].y < b.y || l.forced(&s.lines[k-1], b) && s.lines[k-1].ended() {
					break
				}
				b.kind = figureLine
			}
			for k := i - 1; k >= max(0, i-labels); k-- {
				b := &s.lines[k]
				if b.kind != proseLine && b.kind != displayLine || !l.label(b) || b.kind == displayLine && strings.ContainsAny(b.text(), "=<>≤≥≠∈⊂⊆→≔≡≈") && b.y-s.lines[k+1].y > 2.5*l.leading {
					break
				}
				b.kind = figureLine
			}
		}
	}
}

// label reports a line that can be part of a diagram: a few words, within the margins.
func (l *layout) label(a *row) bool {
	m := l.margin(a)
	return a.x1-a.x0 < 0.55*(m.right-m.left) && len(a.text()) < 60 && !a.ended() && (a.x0 > m.left+0.7*l.size || len(a.text()) < 12)
}

// caption reports the beginning of a caption: "Figure 3.6: …", "Fig. 2."
func caption(t string) bool {
	end := strings.IndexFunc(t, func(r rune) bool { return !unicode.IsLetter(r) })
	if r, _ := utf8.DecodeRuneInString(t); end <= 0 || end > 24 || unicode.IsLower(r) || !text.Caption.Has(text.Fold(t[:end])) {
		return false
	}
	rest := strings.TrimLeft(strings.TrimPrefix(t[end:], "."), " ")
	n := len(rest) - len(strings.TrimLeft(rest, "0123456789.-ABCDEFGH"))
	return n > 0 && hasNumber(rest[:n]) && (n == len(rest) || rest[n] == ':' || rest[n-1] == '.' || strings.HasPrefix(rest[n:], " –") || strings.HasPrefix(rest[n:], " —"))
}

// notes marks footnotes: small lines at the foot of a page, from the first that begins with a mark on.
func (l *layout) notes() {
	for _, s := range l.sheets {
		from := -1
		for i := len(s.lines) - 1; i >= 0; i-- {
			a := &s.lines[i]
			if a.kind == runningLine {
				continue
			}
			if a.size > 0.92*l.size || a.y > 0.6*s.page.Height {
				break
			}
			if a.noteMark() {
				from = i
			}
		}
		if from < 0 {
			continue
		}
		for i := from; i < len(s.lines); i++ {
			if s.lines[i].kind != runningLine {
				s.lines[i].kind = noteLine
				if s.lines[i].noteMark() && !strings.HasPrefix(s.lines[i].pieces[1].text, " ") {
					s.lines[i].pieces[1].text = " " + s.lines[i].pieces[1].text
				}
			}
		}
	}
}

// noteMark reports a line that begins with the mark of a footnote.
func (a *row) noteMark() bool {
	if len(a.pieces) < 2 {
		return false
	}
	p := &a.pieces[0]
	t := strings.TrimSpace(p.text)
	return len(t) <= 4 && (p.y > a.y+0.1*a.size || p.size < 0.9*a.size) && (strings.Trim(t, "0123456789*†‡§¶") == "" || len(t) == 1)
}

// indented reports whether paragraphs are told by an indent: many lines are indented as far as the most are. The first
// paragraph behind a heading or a statement has none where the others have, and a gap before it.
func (l *layout) indented() bool {
	depths := map[int]int{}
	gaps := 0
	for _, s := range l.sheets {
		for i := 1; i < len(s.lines); i++ {
			a, b := &s.lines[i-1], &s.lines[i]
			if a.kind != proseLine || b.kind != proseLine || a.column != b.column {
				continue
			}
			in, d := b.x0-l.margin(b).left, a.y-b.y
			if abs(a.x0-l.margin(a).left) > 0.5*l.size || d < 0 || d > 3*l.leading {
				continue
			}
			if _, entry := b.entryMark(); in > 0.8*l.size && in < 4*l.size && !entry && b.startsUpper() {
				depths[tenth(in/l.size)]++
			} else if d > 1.4*l.leading && abs(in) < 0.5*l.size {
				gaps++
			}
		}
	}
	most := 0
	for v := range depths {
		most = max(most, depths[v-1]+depths[v]+depths[v+1])
	}
	return most*3 >= gaps
}
