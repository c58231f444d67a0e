package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// words is one pass with little state: it skips mathematics and commands and joins the letters between.
func words(s string) []Word {
	if out := appendWords(make([]Word, 0, len(s)/7+4), s); len(out) > 0 {
		return out
	}
	return nil
}

func appendWords(out []Word, s string) []Word {
	w := worder{s: s, out: out}
	for w.i < len(s) {
		switch c := s[w.i]; {
		case isLetterASCII(c) || isDigitASCII(c) || c >= utf8.RuneSelf:
			w.word()
		case c == '\\':
			w.command()
		case c == '$':
			w.math()
		default:
			w.i++
		}
	}
	return w.out
}

type worder struct {
	s   string
	i   int
	out []Word
	buf []byte

	dollar int // up to here no mathematics closes
	open   int // up to here no display closes
}

// word reads the word that begins here, if one does: letters and digits, with the accents of TeX, apostrophes and
// underscores inside. A possessive 's does not belong to it.
func (w *worder) word() {
	s, start, i := w.s, w.i, w.i
	same := true // the source is the word
	for i < len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' || isDigitASCII(c) {
			i++
			continue
		}
		if c == '_' && i+1 < len(s) && (isLetterASCII(s[i+1]) || isDigitASCII(s[i+1])) && i > start {
			i++
			continue
		}
		break
	}
	end := i
	if i < len(s) && (s[i] >= utf8.RuneSelf || 'A' <= s[i] && s[i] <= 'Z' || s[i] == '\\' || s[i] == '\'') {
		same = false
		w.buf = append(w.buf[:0], s[start:i]...)
		i = w.rest(i)
		end = i
	}
	if end == start {
		_, n := utf8.DecodeRuneInString(s[start:])
		w.i = start + n
		return
	}
	w.i = end + possessive(s[end:])
	if same {
		w.add(s[start:end], start, end)
		return
	}
	if text := w.buf; len(text) > 0 {
		w.add(string(text), start, end)
	}
}

// rest reads on from i, where something other than small letters stands, folding into buf.
func (w *worder) rest(i int) int {
	s := w.s
	for i < len(s) {
		c := s[i]
		switch {
		case isLetterASCII(c) || isDigitASCII(c):
			w.buf = append(w.buf, lowerASCII(c))
			i++
		case c == '_' && len(w.buf) > 0 && i+1 < len(s) && (isLetterASCII(s[i+1]) || isDigitASCII(s[i+1])):
			w.buf = append(w.buf, c)
			i++
		case c == '\'':
			n := apostrophe(s[i+1:])
			if n == 0 || len(w.buf) == 0 {
				return i
			}
			i++
		case c == '\\':
			n, r := accentAt(s[i:])
			if n == 0 {
				return i
			}
			if r != 0 {
				w.buf = append(w.buf, lowerASCII(r))
			}
			i += n
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == '’':
				if len(w.buf) == 0 || apostrophe(s[i+n:]) == 0 {
					return i
				}
			case r == '\u00AD':
			case r < 0x2100 || r >= 0x2C00:
				if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (!unicode.Is(unicode.Mn, r) || len(w.buf) == 0) || isScript(r) {
					return i
				}
				if r >= 0x1D400 && r <= 0x1D7FF { // a formula
					return i
				}
				if r >= 0x2E80 && unicode.Is(unicode.Han, r) && len(w.buf) > 0 {
					return i // one ideograph a word
				}
				w.buf = appendFolded(w.buf, s[i:i+n], r)
				if r >= 0x2E80 && unicode.Is(unicode.Han, r) {
					return i + n
				}
			default:
				return i
			}
			i += n
		default:
			return i
		}
	}
	return i
}

// possessive is the length of "'s" at the start of rest.
func possessive(rest string) int {
	if rest == "" || rest[0] != '\'' && rest[0] != "’"[0] { // nearly always
		return 0
	}
	for _, mark := range [...]string{"'", "’"} {
		if after, ok := strings.CutPrefix(rest, mark); ok && len(after) > 0 && after[0] == 's' && (len(after) == 1 || !wordByte(after[1])) {
			return len(mark) + 1
		}
	}
	return 0
}

func (w *worder) add(text string, start, end int) {
	w.out = append(w.out, Word{text, core.Span{Start: start, End: end}})
}

// apostrophe is 1 when the word goes on after an apostrophe: "don't", not "Cramer's".
func apostrophe(rest string) int {
	if len(rest) == 0 || !isLetterASCII(rest[0]) || rest[0] == 's' && (len(rest) == 1 || !wordByte(rest[1])) {
		return 0
	}
	return 1
}

// accentAt is the length of an accent command with its letter, and the letter; \- and \/ have none.
func accentAt(s string) (n int, letter byte) {
	if len(s) < 3 {
		return 0, 0
	}
	switch s[1] {
	case '-', '/':
		return 2, 0
	case '_': // Markdown's escape in an identifier
		return 2, '_'
	case '\'', '`', '^', '"', '~', '=', '.':
	case 'c', 'v', 'u', 'H', 'r', 'k', 'd', 'b':
		if s[2] != '{' {
			return 0, 0
		}
	default:
		return 0, 0
	}
	j := 2
	braces := s[j] == '{'
	if braces {
		j++
	}
	if j < len(s) && s[j] == '\\' {
		j++
	}
	if j >= len(s) || !isLetterASCII(s[j]) {
		return 0, 0
	}
	letter = s[j]
	if j++; braces {
		if j >= len(s) || s[j] != '}' {
			return 0, 0
		}
		j++
	}
	return j, letter
}

// command passes over a command, and over an argument that is not print.
func (w *worder) command() {
	s, j := w.s, w.i+1
	if j >= len(s) {
		w.i = j
		return
	}
	if n, letter := accentAt(s[w.i:]); n > 0 && letter != 0 && letter != '_' {
		w.accentFirst(n, letter)
		return
	}
	if !isLetterASCII(s[j]) {
		w.i = j + 1
		switch s[j] {
		case '(':
			w.until(`\)`)
		case '[':
			w.until(`\]`)
		}
		return
	}
	for j < len(s) && isLetterASCII(s[j]) {
		j++
	}
	name := s[w.i+1 : j]
	if j < len(s) && s[j] == '*' {
		j++
	}
	w.i = j
	switch m := macros[name]; m.kind {
	case drop, dropTwo, pointer:
		w.skip('[', ']')
		w.skip('{', '}')
	case begin, end:
		from := w.i
		w.skip('{', '}')
		if w.i > from+2 && m.kind == begin && mathEnvironments[strings.TrimSuffix(s[from+1:w.i-1], "*")] {
			w.until(`\end{` + s[from+1:w.i-1] + `}`)
		}
	}
}

// accentFirst reads a word that begins with an accent: \'Etale.
func (w *worder) accentFirst(n int, letter byte) {
	start := w.i
	w.buf = append(w.buf[:0], lowerASCII(letter))
	w.i = w.rest(w.i + n)
	w.add(string(w.buf), start, w.i)
}

// math passes over $…$ and $$…$$, if it closes in this paragraph.
func (w *worder) math() {
	s := w.s
	n := 1
	if w.i+1 < len(s) && s[w.i+1] == '$' {
		n = 2
	}
	start := w.i
	w.i += n
	if start < w.dollar {
		return
	}
	j := w.i
	for j < len(s) {
		switch s[j] {
		case '$':
			w.i = min(len(s), j+n)
			return
		case '\\':
			j++
		case '\n':
			if j+1 < len(s) && s[j+1] == '\n' {
				w.dollar = j
				return
			}
		}
		j++
	}
	w.dollar = j
}

// longestFormula bounds the search for the end of a display.
const longestFormula = 20000

// until passes over mathematics up to its end; where there is none nearby, over nothing.
func (w *worder) until(closer string) {
	if w.i < w.open {
		return
	}
	part := w.s[w.i:min(len(w.s), w.i+longestFormula)]
	if n := strings.Index(part, "\n\n"); n >= 0 {
		part = part[:n]
	}
	if n := strings.Index(part, closer); n >= 0 {
		w.i += n + len(closer)
		return
	}
	w.open = w.i + len(part)
}

func (w *worder) skip(open, shut byte) {
	f := folder{s: w.s, i: w.i}
	f.skip(open, shut)
	w.i = f.i
}
