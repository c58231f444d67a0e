package text

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// decode is utf8.DecodeRuneInString with a fast path for ASCII.
func decode(s string) (rune, int) {
	if c := s[0]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s)
}

// appendFolded appends the letters that r, whose bytes s are, stands for when faces do not matter: lower case, without
// accents, mathematical alphabets, ligatures, sub- and superscripts and full-width forms as the plain letters.
func appendFolded(out []byte, s string, r rune) []byte {
	if r < utf8.RuneSelf {
		return append(out, lowerASCII(byte(r)))
	}
	switch r {
	case 'й', 'Й': // a letter of its own, no accent
		return append(out, "й"...)
	case '\u0306':
		if rest, ok := bytes.CutSuffix(out, []byte("и")); ok {
			return append(rest, "й"...)
		}
	}
	if d := norm.NFKD.PropertiesString(s).Decomposition(); d != nil {
		for len(d) > 0 {
			q, n := utf8.DecodeRune(d)
			if !unicode.Is(unicode.Mn, q) {
				out = utf8.AppendRune(out, lower(q))
			}
			d = d[n:]
		}
		return out
	}
	switch r {
	case 'ł', 'Ł':
		return append(out, 'l')
	case 'ø', 'Ø':
		return append(out, 'o')
	case 'ß', 'ẞ':
		return append(out, "ss"...)
	case 'æ', 'Æ':
		return append(out, "ae"...)
	case 'œ', 'Œ':
		return append(out, "oe"...)
	case 'đ', 'Đ', 'ð', 'Ð':
		return append(out, 'd')
	case 'ı':
		return append(out, 'i')
	case 'ȷ':
		return append(out, 'j')
	}
	if unicode.Is(unicode.Mn, r) {
		return out
	}
	return utf8.AppendRune(out, lower(r))
}

func lower(r rune) rune {
	if r < utf8.RuneSelf {
		return rune(lowerASCII(byte(r)))
	}
	return unicode.ToLower(r)
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isLetterASCII(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigitASCII(c byte) bool  { return '0' <= c && c <= '9' }
func isSpaceASCII(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
