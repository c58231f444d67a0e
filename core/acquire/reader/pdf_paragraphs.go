package reader

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// paragraph is what stands together on the pages: lines of prose with the displays among them, a heading, an entry of
// a list, code.
type paragraph struct {
	rows    []*row
	kind    paragraphKind
	heading *title // of a heading
	mark    string // of an entry of a list
}

type paragraphKind uint8

const (
	proseParagraph paragraphKind = iota
	headingParagraph
	displayParagraph
	codeParagraph
	entryParagraph
	noteParagraph
	figureParagraph
)

// paragraphs puts the lines of the pages together. Footnotes come behind the paragraph that their page ends in.
func (l *layout) paragraphs(titles map[*row]*title) []paragraph {
	var out, notes []paragraph
	var cur paragraph
	flush := func() {
		if len(cur.rows) > 0 {
			out = append(out, l.classify(cur))
			cur = paragraph{}
		}
		out = append(out, notes...)
		notes = nil
	}
	for _, s := range l.sheets {
		var note, figure paragraph
		for i := range s.lines {
			a := &s.lines[i]
			switch {
			case a.kind == runningLine:
				continue
			case a.kind == noteLine:
				if a.noteMark() && len(note.rows) > 0 {
					notes = append(notes, note)
					note = paragraph{}
				}
				note.kind = noteParagraph
				note.rows = append(note.rows, a)
				continue
			case a.kind == figureLine:
				if caption(a.text()) && len(figure.rows) > 0 && caption(figure.rows[0].text()) {
					notes = append(notes, figure)
					figure = paragraph{}
				}
				figure.kind = figureParagraph
				figure.rows = append(figure.rows, a)
				continue
			case titles[a] != nil:
				t := titles[a]
				if cur.heading != t {
					flush()
					cur = paragraph{kind: headingParagraph, heading: t}
				}
				cur.rows = append(cur.rows, a)
				continue
			}
			if len(cur.rows) > 0 && (cur.kind == headingParagraph || l.begins(&cur, a)) {
				flush()
			}
			cur.rows = append(cur.rows, a)
		}
		for _, p := range [...]paragraph{figure, note} {
			if len(p.rows) > 0 {
				notes = append(notes, p)
			}
		}
	}
	flush()
	return out
}

// begins reports whether a line begins a paragraph behind the lines of cur.
func (l *layout) begins(cur *paragraph, b *row) bool {
	a := cur.rows[len(cur.rows)-1]
	first := cur.rows[0]
	m := l.margin(b)
	in := b.x0 - m.left
	em := l.size
	d := a.y - b.y
	same := a.page == b.page && a.column == b.column && d > -2*em
	if a.monospaced() != b.monospaced() && first.monospaced() == a.monospaced() && d > 0.9*em {
		return true
	}
	if a.monospaced() && b.monospaced() {
		return same && (d > 2.2*l.leading || a.larger(b) || b.larger(a)) // a listing is set smaller than a declaration
	}
	if same && d < 0.6*l.leading && d > -0.6*l.leading { // parts of one line that stand apart
		return false
	}
	if a.box != b.box {
		return true
	}
	if a.proved() && (b.startsUpper() || len(strings.TrimSpace(a.text())) <= utf8.UTFMax) {
		return true // the sign that ends a proof, at the margin or on a line of its own, ends its paragraph
	}
	gap := same && d > 1.3*l.leading
	forced := l.forced(a, b)
	if b.runInHead() && (gap || forced || in > 0.5*em || !same || b.pieces[0].face&(bold|caps) != 0 || b.pieces[0].face&italic != 0 && (a.ended() || a.kind == displayLine)) {
		return true
	}
	if b.kind == displayLine {
		return same && d > 4*l.leading
	}
	if _, ok := b.entryMark(); ok && (gap || forced || a.kind == displayLine || abs(in) > 0.5*em || a.ended()) {
		return true
	}
	indented := in > 0.8*em && in < 5*em
	if a.kind == displayLine {
		switch {
		case l.indents:
			return indented && b.startsUpper()
		case a.ended() && b.startsUpper():
			return d > 1.7*l.leading
		}
		return false
	}
	ma := l.margin(a)
	if _, ok := first.entryMark(); ok && len(cur.rows) == 1 && b.x0 > a.x0+0.5*em && !gap && !forced {
		return false // the second line of an entry hangs
	}
	switch {
	case gap && (a.ended() || b.startsUpper() || d > 1.8*l.leading):
		return true
	case indented && a.x0-ma.left < in-0.5*em && (same || b.startsUpper()):
		return true
	case same && in < 0.5*em && a.x0-ma.left > 0.8*em && len(cur.rows) > 1 && a != first && cur.rows[len(cur.rows)-2].kind == proseLine && cur.rows[len(cur.rows)-2].x0-ma.left > 0.8*em:
		return true // back to the margin
	case forced && (a.ended() || same && b.startsUpper() && l.halfEmpty(a)): // entries of lists whose marks are drawings end without a point
		return true
	case !same && (!l.indents && a.ended() || forced && a.page != b.page) && b.startsUpper():
		return l.short(a)
	case same && tenth(a.size) > tenth(b.size)+10 || tenth(b.size) > tenth(a.size)+10:
		return true
	}
	return false
}

// forced reports whether the line was ended by its author: the next word would have had room on it.
func (l *layout) forced(a, b *row) bool {
	t := b.text()
	if i := strings.IndexByte(t, ' '); i > 0 {
		t = t[:i]
	}
	return a.x1+(0.6*float32(utf8.RuneCountInString(t))+0.6)*b.size < l.margin(a).right
}

// short reports a line that ends well before the margin.
func (l *layout) short(a *row) bool { return a.x1 < l.margin(a).right-3*l.size }

// halfEmpty reports a line of prose that leaves a third of the column free, which no line within a paragraph does.
func (l *layout) halfEmpty(a *row) bool {
	m := l.margin(a)
	return a.kind == proseLine && a.x1 < m.right-(m.right-m.left)/3
}

// ended reports whether a line ends like a sentence.
func (a *row) ended() bool {
	t := strings.TrimRight(a.text(), " )]”’\"'»")
	r, _ := utf8.DecodeLastRuneInString(t)
	return strings.ContainsRune(".!?:;…", r) || text.ProofSign(r)
}

func (a *row) startsUpper() bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(a.text(), " (“‘\"["))
	return !unicode.IsLower(r)
}

// monospaced reports a line of code.
func (a *row) monospaced() bool {
	for i := range a.pieces {
		if a.pieces[i].face&mono == 0 && strings.TrimSpace(a.pieces[i].text) != "" {
			return false
		}
	}
	return true
}

// larger reports a line of which every piece is set larger than those of another.
func (a *row) larger(b *row) bool {
	least, most := float32(math.MaxFloat32), float32(0)
	for i := range a.pieces {
		least = min(least, a.pieces[i].size)
	}
	for i := range b.pieces {
		most = max(most, b.pieces[i].size)
	}
	return least > 1.05*most
}

// runInHead reports a line that begins with a head word in a face of its own or with a number beside it.
func (a *row) runInHead() bool {
	_, ok := a.head()
	return ok
}

// head returns the head that a line begins with: "Theorem 2.3", "2.3 Theorem", "Proof".
func (a *row) head() (h text.Head, ok bool) {
	t := strings.TrimLeft(a.text(), " ")
	first := 0 // the piece with the head word
	numbered := false
	if t != "" && t[0] >= '0' && t[0] <= '9' { // some styles set the number before the head, or in the margin
		n, rest, _ := strings.Cut(t, " ")
		if strings.Trim(n, "0123456789.") != "" {
			return text.Head{}, false
		}
		numbered, t = true, strings.TrimLeft(rest, " ")
		for left := n; first+1 < len(a.pieces) && len(strings.TrimSpace(a.pieces[first].text)) <= len(left); first++ {
			left = left[len(strings.TrimSpace(a.pieces[first].text)):]
			if left == "" {
				first++
				break
			}
		}
	}
	w := t
	if i := strings.IndexAny(t, " .:"); i > 0 {
		w = t[:i]
	}
	if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) && !unicode.Is(unicode.Han, r) {
		return text.Head{}, false
	}
	h, ok = text.LookupHead(w)
	if !ok || h.Class == text.NoHead || numbered && h.Class == text.Proof {
		return text.Head{}, false
	}
	if f := a.pieces[first].face; f&(bold|italic|caps) != 0 {
		return h, first == len(a.pieces)-1 || f != a.pieces[len(a.pieces)-1].face || f&bold != 0
	}
	if h.Class == text.Proof { // "Proof. …" or "Proof:" in plain type
		return h, strings.HasPrefix(t[len(w):], ". ") || strings.HasPrefix(t[len(w):], ":")
	}
	rest := strings.TrimLeft(t[len(w):], " ")
	return h, !numbered && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

// entryMark returns the mark of an entry of a list that a line begins with: •, –, (a), (iv), 3., b).
func (a *row) entryMark() (string, bool) {
	t := a.text()
	e := strings.IndexByte(t, ' ')
	if e <= 0 || e > 8 || e+1 >= len(t) {
		return "", false
	}
	w := t[:e]
	switch w {
	case "•", "◦", "▪", "■", "●", "○", "∙", "⋅", "·", "–", "—", "-", "∗", "*", "‣", "►", "▶", "⋄", "◆":
		return w, true
	}
	core, n := w, len(w)
	switch {
	case w[0] == '(' && w[n-1] == ')':
		core = w[1 : n-1]
	case w[0] == '[' && w[n-1] == ']':
		core = w[1 : n-1]
	case w[n-1] == ')', w[n-1] == '.':
		core = w[:n-1]
		if w[n-1] == '.' && len(core) == 1 && core[0] >= 'A' && core[0] <= 'Z' {
			return "", false // an initial
		}
	default:
		return "", false
	}
	digits := core != "" && len(core) <= 3 && strings.Trim(core, "0123456789") == ""
	letter := len(core) == 1 && isLetter(core[0])
	labelled := w[0] == '(' && len(core) <= 4 && core != "" && core[0] >= 'A' && core[0] <= 'Z' && strings.Trim(core[1:], "0123456789") == "" // (A1)
	return w, digits || letter || labelled || roman(core) && len(core) <= 5
}

// classify says what a paragraph is by its lines.
func (l *layout) classify(p paragraph) paragraph {
	if p.kind != proseParagraph {
		return p
	}
	code, display := true, true
	for _, a := range p.rows {
		code = code && a.monospaced()
		display = display && a.kind == displayLine
	}
	switch {
	case display:
		p.kind = displayParagraph
	case code && (len(p.rows) > 1 || len(p.rows[0].text()) > 20):
		p.kind = codeParagraph
	default:
		if m, ok := p.rows[0].entryMark(); ok {
			p.kind, p.mark = entryParagraph, m
		}
	}
	return p
}

// vocabulary is the words of a document, and the words with a hyphen in them.
type vocabulary map[string]struct{}

func (v vocabulary) add(s string) {
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if w = strings.Trim(w, "-"); len(w) > 1 && len(w) < 64 {
			v[strings.ToLower(w)] = struct{}{}
		}
	}
}

func (v vocabulary) has(w string) bool {
	_, ok := v[strings.ToLower(w)]
	return ok
}

// keepsHyphen decides about a word that is divided at the end of a line: whether the hyphen belongs to it.
func (v vocabulary) keepsHyphen(before, after string) bool {
	a, b := lastWord(before), firstWord(after)
	if r, _ := utf8.DecodeRuneInString(b); a == "" || !unicode.IsLower(r) {
		return true
	}
	switch {
	case v.has(a + b):
		return false
	case v.has(a + "-" + b):
		return true
	}
	return len(a) >= 3 && len(b) >= 4 && v.has(a) && v.has(b)
}

// divides reports whether the document divides words at the ends of lines: some of those are words of its that stand
// whole elsewhere. Where none are, the hyphens belong to the words.
func (l *layout) divides(v vocabulary) bool {
	const few, share = 4, 8
	ends, whole := 0, 0
	for _, s := range l.sheets {
		for i := 1; i < len(s.lines); i++ {
			if a, b := &s.lines[i-1], &s.lines[i]; a.hyphened() {
				ends++
				if v.has(lastWord(a.text()) + firstWord(b.text())) {
					whole++
				}
			}
		}
	}
	return ends < few || whole*share >= ends
}

func lastWord(s string) string {
	s = strings.TrimRight(s, "-")
	i := strings.LastIndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	return s[i+1:]
}

func firstWord(s string) string {
	i := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	if i < 0 {
		return s
	}
	return s[:i]
}

// words gathers the vocabulary. Words that the line ends divide are left out.
func (l *layout) words() vocabulary {
	v := vocabulary{}
	for _, s := range l.sheets {
		for i := range s.lines {
			t := s.lines[i].text()
			if i > 0 && s.lines[i-1].hyphened() {
				t = t[len(firstWord(t)):]
			}
			if s.lines[i].hyphened() {
				t = t[:len(t)-len(lastWord(t))-1]
			}
			v.add(t)
		}
	}
	return v
}

// hyphened reports a line that ends within a word.
func (a *row) hyphened() bool {
	return slices.ContainsFunc(a.pieces[len(a.pieces)-1:], func(p piece) bool { return p.hyphen && strings.HasSuffix(p.text, "-") })
}
