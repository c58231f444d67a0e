package extract

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// view is the beginning of a paragraph as its reader sees it: without the characters that are markup, each byte with
// the offset that it has in Text. A head is found in it whatever marks stand around it.
type view struct {
	s    []byte
	at   []int // offsets in Text of the bytes of s
	end  int   // offset in Text after the paragraph
	full bool  // s holds the whole paragraph
	face int   // offset in Text where the face of the first character ends, 0 when it has none

	language *text.Language
}

// viewBytes bounds a view: heads and titles are shorter.
const viewBytes = 600

// pos is the offset in Text of the i-th byte of the view.
func (v *view) pos(i int) int {
	if i < len(v.at) {
		return v.at[i]
	}
	if len(v.at) == 0 || v.full {
		return v.end
	}
	return v.at[len(v.at)-1] + 1
}

// faced reports whether the byte before i is the last one that the leading face covers, or lies behind it.
func (v *view) faced(i int) bool {
	return v.face > 0 && (i >= len(v.at) || v.at[i] >= v.face)
}

// index finds the marks of blocks in order, so that reading all blocks costs as much as reading all marks.
type index struct {
	doc      *core.Document
	language *text.Language
	markdown bool
	next     int
}

// marks returns the position in Marks of the first mark that begins at or behind the offset. Offsets must not fall
// much: it looks on from where it was, and starts anew only when it was asked for an earlier one.
func (x *index) marks(at int) int {
	m := x.doc.Marks
	if x.next > 0 && x.next <= len(m) && m[x.next-1].Span.Start >= at {
		x.next = sort.Search(len(m), func(k int) bool { return m[k].Span.Start >= at })
		return x.next
	}
	for x.next < len(m) && m[x.next].Span.Start < at {
		x.next++
	}
	return x.next
}

// view makes the view of a span.
func (x *index) view(sp core.Span) view {
	t := x.doc.Text
	size := min(sp.Len(), viewBytes)
	v := view{s: make([]byte, 0, size), at: make([]int, 0, size), end: sp.End, full: true, language: x.language}
	i := sp.Start
	for i < sp.End {
		if len(v.s) >= viewBytes {
			v.full = false
			break
		}
		c := t[i]
		if len(v.s) == 0 {
			if n := text.Ornament(t[i:sp.End]); n > 0 {
				i += n
				continue
			}
		}
		if x.markdown && (c == '*' || c == '_' && (i+1 == sp.End || i == sp.Start || !wordByte(t[i-1]) || !wordByte(t[i+1]))) {
			i++
			continue
		}
		if c == 0xEF { // full-width digits, letters and brackets are read as those of ASCII
			if r, n := utf8.DecodeRuneInString(t[i:sp.End]); r >= '！' && r <= '～' && r != '，' && r != '；' && r != '：' && r != '！' && r != '？' {
				v.s = append(v.s, byte(r-'！'+'!'))
				v.at = append(v.at, i)
				i += n
				continue
			}
		}
		v.s = append(v.s, c)
		v.at = append(v.at, i)
		i++
	}
	if len(v.at) > 0 {
		v.face = x.face(sp, v.firstPos(), v.at[len(v.at)-1])
	}
	return v
}

func (v *view) firstPos() int {
	for i, c := range v.s {
		if c != ' ' && c != '\n' && c != '\t' {
			return v.at[i]
		}
	}
	return v.at[0]
}

// face returns where the bold, small capital or italic face that begins at an offset ends, joined faces taken
// together; 0 when there is none. It looks no further than last: where a face ends that a view does not hold is one to
// it.
func (x *index) face(sp core.Span, at, last int) int {
	m, t := x.doc.Marks, x.doc.Text
	end := 0
	for k := x.marks(sp.Start); k < len(m) && m[k].Span.Start <= last; k++ {
		if m[k].Kind == core.Verb || m[k].Kind == core.Term || m[k].Span.End > sp.End {
			continue
		}
		if end == 0 {
			if m[k].Span.Start > at {
				break
			}
		} else if m[k].Span.Start > end && strings.Trim(t[end:m[k].Span.Start], " \n*_") != "" {
			break
		}
		if m[k].Kind == core.Emph && end > 0 && m[k].Span.Start >= end {
			break // bold head, then an italic statement
		}
		end = max(end, m[k].Span.End)
	}
	return end
}

func letterByte(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func digitByte(c byte) bool { return '0' <= c && c <= '9' }

func wordByte(c byte) bool { return letterByte(c) || digitByte(c) || c >= 0x80 }

// blank returns the first position at or behind i that is no blank, and whether a line ends between.
func (v *view) blank(i int) (int, bool) {
	line := false
	for i < len(v.s) {
		switch {
		case v.s[i] == '\n':
			line = true
			i++
		case v.s[i] == ' ' || v.s[i] == '\t' || v.s[i] == '\r' || v.s[i] == '~':
			i++
		case strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u00a0"):
			i += 2
		case strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u2009"), strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u202f"), strings.HasPrefix(string(v.s[i:min(len(v.s), i+3)]), "\u3000"):
			i += 3
		default:
			return i, line
		}
	}
	return i, line
}

// headWord reads the longest head word at i: one to three words ("proof technique", "problem-solving strategy"), the
// first with a capital where the script has them.
func (v *view) headWord(i int) (text.Head, int, bool) {
	r, n := utf8.DecodeRune(v.s[i:])
	if unicode.Is(unicode.Han, r) {
		return v.hanWord(i)
	}
	if !unicode.IsUpper(r) || n == 0 {
		return text.Head{}, 0, false
	}
	var best text.Head
	found, end := false, 0
	j := i
	for w := 0; w < 3; w++ {
		k := j
		for k < len(v.s) {
			r, n := utf8.DecodeRune(v.s[k:])
			if !unicode.IsLetter(r) && !(r == '-' && k > j) && r != '\'' && r != '’' {
				break
			}
			k += n
		}
		if k == j || k-i > 60 {
			break
		}
		if h, ok := text.LookupHead(string(v.s[i:k])); ok {
			best, end, found = h, k, true
		}
		if k >= len(v.s) || v.s[k] != ' ' && v.s[k] != '\n' {
			break
		}
		j = k + 1
	}
	return best, end, found
}

// hanWord reads the longest head word of Chinese characters at i: 定义, 充要条件, 例. One character alone is a word when
// something sets it apart.
func (v *view) hanWord(i int) (best text.Head, end int, found bool) {
	for chars, j := 1, i; chars <= 4 && j < len(v.s); chars++ {
		r, n := utf8.DecodeRune(v.s[j:])
		if !unicode.Is(unicode.Han, r) {
			break
		}
		j += n
		if h, ok := text.LookupHead(string(v.s[i:j])); ok && (chars > 1 || v.apart(j)) {
			best, end, found = h, j, true
		}
	}
	return best, end, found
}

// apart reports whether a word that ends at i is set apart from what follows.
func (v *view) apart(i int) bool {
	if i >= len(v.s) || v.faced(i) || digitByte(v.s[i]) || v.s[i] == '(' {
		return true
	}
	if j, _ := v.blank(i); j > i {
		return true
	}
	d, _ := v.delimiter(i)
	return d > 0
}

// number reads a printed number at i: 2, 2.3, 2.3a, A.1, IV, B, an acronym (CLT, LLN2) or a primed one (3′). It
// returns 0 when there is none. Letters alone need a delimiter behind them, which the caller checks.
func (v *view) number(i int) (end int, letters bool) {
	j := i
	digits := false
	for j < len(v.s) && j-i < 24 {
		c := v.s[j]
		switch {
		case digitByte(c):
			digits = true
			j++
		case 'A' <= c && c <= 'Z':
			if digits && j > i && v.s[j-1] != '.' && v.s[j-1] != '-' {
				goto done // "2D"
			}
			j++
		case (c == '.' || c == '-') && j > i && j+1 < len(v.s) && digitByte(v.s[j+1]) && (digits || j == i+1):
			j++
		default:
			goto done
		}
	}
done:
	if j == i {
		return 0, false
	}
	if digits && j < len(v.s) && 'a' <= v.s[j] && v.s[j] <= 'z' && (j+1 == len(v.s) || !wordByte(v.s[j+1])) {
		j++ // 2.3a
	}
	for j < len(v.s) && (v.s[j] == '\'' || v.s[j] == '*' || strings.HasPrefix(string(v.s[j:min(len(v.s), j+3)]), "′")) {
		if v.s[j] == '\'' || v.s[j] == '*' {
			j++
		} else {
			j += len("′")
		}
	}
	if r, _ := utf8.DecodeRune(v.s[j:]); unicode.IsLetter(r) && !unicode.Is(unicode.Han, r) || unicode.IsDigit(r) {
		return 0, false // "A4paper", "Bolzano"
	}
	if !digits && j-i > 9 {
		return 0, false
	}
	return j, !digits
}

// parenthesis returns the content of a bracket at i and the position behind it.
func (v *view) parenthesis(i int) (content string, end int, ok bool) {
	open := v.s[i]
	var shut byte
	switch open {
	case '(':
		shut = ')'
	case '[':
		shut = ']'
	default:
		if bytesPrefix(v.s[i:], "（") {
			if n := strings.Index(string(v.s[i:]), "）"); n > 0 {
				return strings.TrimSpace(string(v.s[i+len("（") : i+n])), i + n + len("）"), true
			}
		}
		return "", 0, false
	}
	depth := 0
	for j := i; j < len(v.s); j++ {
		switch v.s[j] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return strings.TrimSpace(string(v.s[i+1 : j])), j + 1, true
			}
		}
	}
	return "", 0, false
}

func bytesPrefix(b []byte, p string) bool { return len(b) >= len(p) && string(b[:len(p)]) == p }

// delimiter reads the mark that ends a head: full stop, colon, dash. A hyphen needs blanks around it.
func (v *view) delimiter(i int) (end int, dash bool) {
	if i >= len(v.s) {
		return 0, false
	}
	for _, d := range [...]string{"：", "。", "、", "】", "」"} {
		if bytesPrefix(v.s[i:], d) {
			return i + len(d), false
		}
	}
	for _, d := range [...]string{"—", "–", "--"} {
		if bytesPrefix(v.s[i:], d) {
			return i + len(d), true
		}
	}
	switch v.s[i] {
	case '.', ':':
		if i+1 < len(v.s) && wordByte(v.s[i+1]) && v.s[i+1] < 0x80 {
			return 0, false // "Theorem.md", "std::"
		}
		if v.s[i] == ':' && i+1 < len(v.s) && v.s[i+1] == ':' {
			return 0, false
		}
		return i + 1, false
	case '-':
		if i > 0 && v.s[i-1] == ' ' && i+1 < len(v.s) && v.s[i+1] == ' ' {
			return i + 1, true
		}
	}
	return 0, false
}

func wordSet(s string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// next is the class of what begins at i.
type next uint8

const (
	nothing next = iota // the paragraph ends
	opener              // a word that begins statements
	capital             // another word with a capital, or a script without
	lower
	formula
	comma
	other
)

// after says what begins at or behind i.
func (v *view) after(i int) (next, int, bool) {
	from := i
	i, line := v.blank(i)
	if i >= len(v.s) {
		return nothing, i, line
	}
	r, _ := utf8.DecodeRune(v.s[i:])
	switch {
	case unicode.Is(unicode.Han, r):
		switch rest := string(v.s[i:min(len(v.s), i+4*utf8.UTFMax)]); {
		case v.language.Begins(text.Demonstrative, rest):
			return lower, i, line // 定理 2.3 的证明, 定理2.3说明
		case i > from || v.language.Begins(text.Opener, rest):
			return opener, i, line
		}
		return capital, i, line
	case unicode.IsLetter(r):
		j := i
		for j < len(v.s) {
			r, n := utf8.DecodeRune(v.s[j:])
			if !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' {
				break
			}
			j += n
		}
		if v.language.Has(text.Opener, text.Fold(string(v.s[i:j]))) {
			if unicode.IsLower(r) {
				return lower, i, line
			}
			return opener, i, line
		}
		if unicode.IsLower(r) {
			return lower, i, line
		}
		return capital, i, line
	case r == '$' || r == '\\' || unicode.IsDigit(r):
		return formula, i, line
	case r == ',' || r == ';' || r == ')' || r == '/':
		return comma, i, line
	}
	return other, i, line
}

// index is the position in the view of an offset in Text.
func (v *view) index(at int) int {
	lo, hi := 0, len(v.at)
	for lo < hi {
		if m := (lo + hi) / 2; v.at[m] < at {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

func (v *view) wordAt(i int) string {
	j := i
	for j < len(v.s) && wordByte(v.s[j]) {
		j++
	}
	return text.Fold(string(v.s[i:j]))
}

func lastRune(b []byte) rune {
	r, _ := utf8.DecodeLastRune(b)
	return r
}
