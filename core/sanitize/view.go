package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// view is a form of a text that rules are matched against, with the way back to the text.
type view struct {
	b  []byte
	at []int32 // offset in the source of each byte of b
}

// source returns the span of the source that [start, end) of the view stands for.
func (v *view) source(start, end int) (int, int) {
	if len(v.at) == 0 {
		return 0, 0
	}
	last := int(v.at[min(max(end-1, start), len(v.at)-1)])
	return int(v.at[min(start, len(v.at)-1)]), last + 1
}

// insideWord are elements that do not end a word.
var insideWord = map[string]bool{
	"a": true, "b": true, "big": true, "code": true, "em": true, "font": true, "i": true, "ins": true, "mark": true, "s": true,
	"small": true, "span": true, "strong": true, "sub": true, "sup": true, "tt": true, "u": true, "wbr": true,
}

const longestTag = 120 // bytes of a tag inside a word that is looked through

// foldText returns s as a reader of the page takes it: lower case, without marks, emphasis and invisible characters,
// look-alikes as Latin letters, character references decoded, blanks collapsed. One line end is "\n", several are
// "\n\n". Its length is at most a small multiple of that of s.
func foldText(s string) view {
	f := folder{s: s}
	f.b, f.at = make([]byte, 0, len(s)+16), make([]int32, 0, len(s)+16)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= utf8.RuneSelf:
			if n := indexAt(s, i); n > 0 {
				i += n
				continue
			}
			r, n := utf8.DecodeRuneInString(s[i:])
			f.rune(r, i)
			i += n
			continue
		case c == ' ' || c == '\t' || c == '_' || c == '\v' || c == '\f' || c == '\r':
			f.blank(i)
		case c == '\n':
			f.blank(i)
			f.lines++
		case c == '*' || c == '`' || c == '~' || c < ' ' || c == 0x7f:
		case c >= 'A' && c <= 'Z':
			f.put(c+'a'-'A', i)
		case c == '&' && i+2 < len(s) && (s[i+1] == '#' || isLetter(s[i+1])):
			if r, n := reference(s[i:]); n > 0 {
				f.rune(r, i)
				i += n
				continue
			}
			f.put(c, i)
		case c == '<':
			if n := tagInWord(s, i); n > 0 {
				i += n
				continue
			}
			f.put(c, i)
		default:
			f.put(c, i)
		}
		i++
	}
	return f.view
}

// isIndex reports characters that are set raised or lowered: the indices and exponents of formulas.
func isIndex(r rune) bool {
	return r >= 0x2070 && r <= 0x209C || r >= 0x1D2C && r <= 0x1D6A || r == 0xB2 || r == 0xB3 || r == 0xB9 || r == 0x2C7C || r == 0x2C7D
}

// indexAt returns the length of the index at i of a symbol of one letter, "αᵢ", which is no part of a word; 0 when
// there is none, as in words that are written with raised letters throughout.
func indexAt(s string, i int) int {
	end := i
	for end < len(s) {
		r, n := utf8.DecodeRuneInString(s[end:])
		if !isIndex(r) {
			break
		}
		end += n
	}
	if end == i || i == 0 {
		return 0
	}
	symbol, n := utf8.DecodeLastRuneInString(s[:i])
	before, _ := utf8.DecodeLastRuneInString(s[:i-n])
	if !unicode.IsLetter(symbol) || isIndex(symbol) || i-n > 0 && wordRune(before) {
		return 0
	}
	if after, _ := utf8.DecodeRuneInString(s[end:]); end < len(s) && wordRune(after) && unicode.Is(unicode.Latin, symbol) {
		return 0
	}
	return end - i
}

type folder struct {
	view
	s     string
	gap   int // offset of the blank that is waiting, plus one; 0 when none is
	lines int // line ends in it
}

func (f *folder) blank(at int) {
	if f.gap == 0 {
		f.gap = at + 1
	}
}

func (f *folder) put(c byte, at int) {
	if f.gap > 0 {
		if len(f.b) > 0 {
			g := int32(f.gap - 1)
			switch {
			case f.lines > 1:
				f.b, f.at = append(f.b, '\n', '\n'), append(f.at, g, g)
			case f.lines == 1:
				f.b, f.at = append(f.b, '\n'), append(f.at, g)
			default:
				f.b, f.at = append(f.b, ' '), append(f.at, g)
			}
		}
		f.gap, f.lines = 0, 0
	}
	f.b, f.at = append(f.b, c), append(f.at, int32(at))
}

func (f *folder) rune(r rune, at int) {
	if r < utf8.RuneSelf {
		switch {
		case r <= ' ':
			f.blank(at)
		case r >= 'A' && r <= 'Z':
			f.put(byte(r)+'a'-'A', at)
		default:
			f.put(byte(r), at)
		}
		return
	}
	t := fold(r)
	for k := 0; k < len(t); k++ {
		if t[k] == ' ' || t[k] == '\n' {
			f.blank(at)
		} else {
			f.put(t[k], at)
		}
	}
}

// tagInWord returns the length of a run of inline tags and comments at i that stands between two letters, or 0.
func tagInWord(s string, i int) int {
	if i == 0 || !isLetter(s[i-1]) {
		return 0
	}
	j := i
	for j < len(s) && s[j] == '<' && j-i < longestTag {
		e := strings.IndexByte(s[j:min(len(s), j+longestTag)], '>')
		if e < 0 {
			return 0
		}
		body := strings.TrimPrefix(s[j+1:j+e], "/")
		n := 0
		for n < len(body) && isLetter(body[n]) {
			n++
		}
		if !strings.HasPrefix(body, "!--") && !insideWord[strings.ToLower(body[:n])] {
			return 0
		}
		j += e + 1
	}
	if j >= len(s) || !isLetter(s[j]) {
		return 0
	}
	return j - i
}

// named are the character references that hide a word or a scheme. Those for markup ("&lt;") are left alone: a text
// that writes them shows the markup.
var named = map[string]rune{
	"nbsp": ' ', "tab": '\t', "newline": '\n', "shy": 0xAD, "zwj": 0x200D, "zwnj": 0x200C, "colon": ':', "lpar": '(', "rpar": ')', "sol": '/',
	"period": '.', "comma": ',', "excl": '!', "quot": '"', "apos": '\'',
}

// reference decodes the character reference at the start of s; n is its length, 0 when there is none.
func reference(s string) (r rune, n int) {
	if len(s) > 2 && s[1] == '#' {
		i, base := 2, rune(10)
		if s[2] == 'x' || s[2] == 'X' {
			i, base = 3, 16
		}
		first := i
		for i < len(s) && i < first+8 {
			d := digit(s[i])
			if d < 0 || d >= base {
				break
			}
			r = r*base + d
			i++
		}
		if i == first || r > utf8.MaxRune {
			return 0, 0
		}
		if i < len(s) && s[i] == ';' {
			i++
		}
		return r, i
	}
	e := strings.IndexByte(s[:min(len(s), 10)], ';')
	if e < 0 {
		return 0, 0
	}
	if r, ok := named[strings.ToLower(s[1:e])]; ok {
		return r, e + 1
	}
	return 0, 0
}

// digit is the value of a hexadecimal digit, or -1.
func digit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10
	}
	return -1
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// wordByte reports the bytes of words; those of other alphabets are.
func wordByte(c byte) bool { return isLetter(c) || c >= '0' && c <= '9' || c >= utf8.RuneSelf }
