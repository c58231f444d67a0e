package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// sentences is one pass; what it skips (mathematics, code, brackets) it never reads twice, except for bounded looks
// ahead.
func sentences(s string) []core.Span {
	sc := sentencer{s: s, start: -1}
	for sc.i < len(s) {
		sc.step()
	}
	sc.cut(len(s))
	return sc.out
}

type sentencer struct {
	s      string
	i      int
	start  int // of the sentence in hand, -1 before its first character
	depth  int // of brackets
	opened int // where the outermost of them opened
	out    []core.Span

	dollar, tick int // up to here no mathematics, no code span closes
}

// longestBracket is how far a bracket without its partner holds a sentence together.
const longestBracket = 1500

func (sc *sentencer) step() {
	s, c := sc.s, sc.s[sc.i]
	if isSpaceASCII(c) {
		sc.blank()
		return
	}
	if sc.start < 0 {
		sc.start = sc.i
	}
	if sc.depth > 0 && sc.i-sc.opened > longestBracket {
		sc.depth = 0
	}
	switch c {
	case '(', '[', '{':
		if sc.depth == 0 {
			sc.opened = sc.i
		}
		sc.depth++
	case ')', ']', '}':
		sc.depth = max(0, sc.depth-1)
		if sc.depth == 0 && sc.opened == sc.start && sc.i > sc.start+1 && strings.IndexByte(".!?", s[sc.i-1]) >= 0 && sc.ends(sc.i-1) { // "(A whole sentence.) The next"
			sc.close(sc.i)
			return
		}
	case '$':
		sc.formula()
		return
	case '`':
		sc.code()
		return
	case '\\':
		sc.command()
		return
	case '.', '!', '?':
		if sc.depth == 0 && sc.ends(sc.i) {
			sc.close(sc.i + 1)
			return
		}
	default:
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[sc.i:])
			sc.i += n
			if r == '。' || r == '！' || r == '？' {
				sc.close(sc.i)
			}
			return
		}
	}
	sc.i++
}

// cut ends the sentence in hand at the offset.
func (sc *sentencer) cut(end int) {
	if sc.start >= 0 {
		for end > sc.start && isSpaceASCII(sc.s[end-1]) {
			end--
		}
		if end > sc.start {
			sc.out = append(sc.out, core.Span{Start: sc.start, End: end})
		}
	}
	sc.start, sc.depth = -1, 0
}

// close ends the sentence after its point, with the closing marks that follow.
func (sc *sentencer) close(after int) {
	sc.i = closers(sc.s, after)
	sc.cut(sc.i)
}

// closers is the offset after quotation marks, brackets, emphasis and ends of formulas.
func closers(s string, i int) int {
	for i < len(s) {
		switch c := s[i]; {
		case strings.IndexByte(`"')]}*_`, c) >= 0:
			i++
		case strings.HasPrefix(s[i:], "”"), strings.HasPrefix(s[i:], "’"):
			i += len("”")
		case strings.HasPrefix(s[i:], "»"):
			i += len("»")
		default:
			return i
		}
	}
	return i
}

// blank passes over white space. A blank line ends the sentence unless a formula stands there or small letters go on;
// an item of a list begins a sentence.
func (sc *sentencer) blank() {
	s, lines := sc.s, 0
	from := sc.i
	for sc.i < len(s) && isSpaceASCII(s[sc.i]) {
		if s[sc.i] == '\n' {
			lines++
		}
		sc.i++
	}
	if sc.start < 0 || lines == 0 || sc.i >= len(s) {
		return
	}
	rest := s[sc.i:]
	if lines > 1 {
		r, _ := decode(rest)
		formula := rest[0] == '$' || strings.HasPrefix(rest, `\[`) || strings.HasPrefix(rest, `\begin{`)
		if sc.depth = 0; !formula && !unicode.IsLower(r) {
			sc.cut(from)
		}
		return
	}
	if len(rest) > 1 && rest[1] == ' ' && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') || strings.HasPrefix(rest, "• ") ||
		isDigitASCII(rest[0]) && enumerator(rest) > 0 {
		sc.cut(from)
	}
}

// ends reports whether a sentence ends at the point, or mark, at i.
func (sc *sentencer) ends(i int) bool {
	s := sc.s
	after := closers(s, i+1)
	if after >= len(s) {
		return true
	}
	if !isSpaceASCII(s[after]) && s[after] != '$' && !strings.HasPrefix(s[after:], `\`) {
		return false
	}
	j := after
	for j < len(s) && j < after+100 && (isSpaceASCII(s[j])) {
		j++
	}
	if j >= len(s) {
		return true
	}
	if r, _ := decode(s[j:]); unicode.IsLower(r) || r == ',' || r == ';' || r == ')' {
		return false
	}
	if s[i] != '.' {
		return true
	}
	word := wordBefore(s, i, sc.start)
	switch {
	case word == "":
		return i > sc.start
	case isDigitASCII(word[len(word)-1]):
		if i-len(word) == sc.start { // an enumeration: "1. Let"
			return false
		}
		return !Article.Has(foldHead(wordBefore(s, max(sc.start, i-len(word)-1), sc.start))) // an ordinal: "der 2. Hauptsatz"
	case abbreviation.Has(foldHead(word)):
		return false
	case utf8.RuneCountInString(word) == 1 && (abbreviation.Has(sc.spaced(i, word)) || abbreviation.Has(foldHead(word+"."+pointed(s[j:])))): // "d. h.", "z.~B.", "т. е."
		return false
	case utf8.RuneCountInString(word) == 1:
		return !sc.initial(i, word, s[j:])
	case strings.IndexByte(word, '.') >= 0 && len(word) <= 6: // "A.B", "Ph.D"
		return false
	}
	return true
}

// spaced joins the letter before the point at i to the one with a point before it.
func (sc *sentencer) spaced(i int, letter string) string {
	front := strings.TrimRight(sc.s[sc.start:i-len(letter)], " ~\n\u00A0\u202F")
	front = strings.TrimSuffix(front, `\,`)
	front, ok := strings.CutSuffix(front, ".")
	if !ok {
		return ""
	}
	_, n := utf8.DecodeLastRuneInString(front)
	return foldHead(front[len(front)-n:] + "." + letter)
}

// pointed is the letter that s begins with when a point follows it.
func pointed(s string) string {
	if _, n := decode(s); n < len(s) && s[n] == '.' {
		return s[:n]
	}
	return ""
}

// initial reports whether the letter before the point at i is a given name's.
func (sc *sentencer) initial(i int, letter, next string) bool {
	r, _ := utf8.DecodeRuneInString(letter)
	if !unicode.IsUpper(r) {
		return false
	}
	end := 0
	for end < len(next) && end < 20 && (isLetterASCII(next[end]) || next[end] >= utf8.RuneSelf) {
		end++
	}
	if end == 1 && len(next) > 1 && next[1] == '.' {
		return true
	}
	if first, _ := decode(next); !unicode.IsUpper(first) || starter.Has(foldHead(next[:end])) {
		return false
	}
	before := wordBefore(sc.s, max(sc.start, i-len(letter)-1), sc.start)
	if before == "" {
		return true
	}
	b, _ := utf8.DecodeRuneInString(before)
	switch strings.ToLower(before) {
	case "by", "of", "to", "and", "from", "with", "see", "after", "due":
		return true
	}
	return unicode.IsUpper(b)
}

// wordBefore is the word, with points inside, that ends at i and begins after floor.
func wordBefore(s string, i, floor int) string {
	j := i
	for j > floor && i-j < 24 {
		c := s[j-1]
		if !isLetterASCII(c) && !isDigitASCII(c) && c < utf8.RuneSelf && (c != '.' || j == i) {
			break
		}
		j--
	}
	for j < i && !utf8.RuneStart(s[j]) {
		j++
	}
	return s[j:i]
}

// formula passes over mathematics between dollars. A point at its end can end the sentence.
func (sc *sentencer) formula() {
	s, n := sc.s, 1
	if sc.i+1 < len(s) && s[sc.i+1] == '$' {
		n = 2
	}
	from := sc.i + n
	sc.i = from
	if from <= sc.dollar {
		return
	}
	for j := from; j < len(s); j++ {
		switch s[j] {
		case '\\':
			j++
		case '$':
			sc.i = min(len(s), j+n)
			sc.afterFormula(j)
			return
		case '\n':
			if j+1 < len(s) && s[j+1] == '\n' && n == 1 {
				sc.dollar = j
				return
			}
		}
	}
	sc.dollar = len(s)
}

// afterFormula ends the sentence when the formula that ended at i holds its point.
func (sc *sentencer) afterFormula(i int) {
	for i > sc.start && isSpaceASCII(sc.s[i-1]) {
		i--
	}
	if sc.depth > 0 || i <= sc.start || sc.s[i-1] != '.' || i > 1 && sc.s[i-2] == '.' {
		return
	}
	j := sc.i
	for j < len(sc.s) && j < sc.i+100 && isSpaceASCII(sc.s[j]) {
		j++
	}
	if j == sc.i && j < len(sc.s) {
		return
	}
	if j < len(sc.s) {
		if r, _ := decode(sc.s[j:]); unicode.IsLower(r) {
			return
		}
	}
	sc.close(sc.i)
}

// code passes over a code span.
func (sc *sentencer) code() {
	s, n := sc.s, 1
	for sc.i+n < len(s) && s[sc.i+n] == '`' {
		n++
	}
	from := sc.i + n
	sc.i = from
	if from <= sc.tick {
		return
	}
	for j := from; j < len(s); j++ {
		if s[j] == '`' {
			k := j
			for j < len(s) && s[j] == '`' {
				j++
			}
			if j-k == n {
				sc.i = j
				return
			}
			j--
		} else if s[j] == '\n' && j+1 < len(s) && s[j+1] == '\n' && n < 3 {
			sc.tick = j
			return
		}
	}
	sc.tick = len(s)
}

// command passes over a TeX command; displays are read as a whole and \item begins a sentence.
func (sc *sentencer) command() {
	s := sc.s
	w := worder{s: s, i: sc.i}
	switch rest := s[sc.i:]; {
	case strings.HasPrefix(rest, `\item`) && (len(rest) == 5 || !isLetterASCII(rest[5])):
		if sc.i > sc.start {
			sc.cut(sc.i)
			sc.start = sc.i
		}
		sc.i += len(`\item`)
	case strings.HasPrefix(rest, `\(`), strings.HasPrefix(rest, `\[`), strings.HasPrefix(rest, `\begin{`):
		w.command()
		sc.i = w.i
		if open := strings.IndexByte("([", rest[1]) >= 0; open || !strings.HasSuffix(s[:w.i], "}") {
			sc.afterFormula(max(sc.start, w.i-2))
		} else if end := strings.LastIndexByte(s[sc.start:w.i], '\\'); end > 0 {
			sc.afterFormula(sc.start + end)
		}
	default:
		sc.i++
		if sc.i < len(s) {
			_, n := decode(s[sc.i:])
			sc.i += n
		}
	}
}
