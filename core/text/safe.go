package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe is text that may be drawn on a terminal: it holds no escape sequence, control, bidirectional or invisible
// character. Only this package makes one with content, so a front end that takes Safe cannot draw raw text.
type Safe struct{ s string }

// String returns the text.
func (s Safe) String() string { return s.s }

// Escape makes s safe to draw. Line feeds and tabs stay; ESC, C0 and C1 controls, bidirectional and zero-width
// characters, tags, private use and invalid bytes are shown as ‹U+202E›; at most four combining marks follow a letter.
func Escape(s string) Safe { return Safe{escape(s, true)} }

// EscapeLine is Escape on one line: line ends and tabs become blanks.
func EscapeLine(s string) Safe { return Safe{escape(s, false)} }

// mostMarks is how many combining marks a letter keeps: no script needs more, and a flood of them covers other lines.
const mostMarks = 4

func escape(s string, lines bool) string {
	if harmless(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	marks := 0
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "‹%02X›", s[i])
		case r == '\n' || r == '\t':
			if !lines {
				r = ' '
			}
			b.WriteRune(r)
		case r == '\r' && !lines:
			b.WriteByte(' ')
		case hostile(r): // before the marks: variation selectors are marks too
			fmt.Fprintf(&b, "‹U+%04X›", r)
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks <= mostMarks {
				b.WriteRune(r)
			}
			continue
		default:
			b.WriteRune(r)
		}
		marks = 0
	}
	return b.String()
}

// harmless reports whether s holds printable ASCII only.
func harmless(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

// hostile reports characters that move the cursor, change the direction of text or cannot be seen.
func hostile(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs, unicode.Noncharacter_Code_Point) ||
		unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
