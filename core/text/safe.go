package text

import (
	"fmt"
	"strings"
	"unicode"
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

func escape(s string, lines bool) string {
	var b strings.Builder
	marks := 0
	for i, r := range s {
		switch {
		case r == unicode.ReplacementChar && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "‹%02X›", s[i])
			continue
		case r == '\n' || r == '\t':
			if !lines {
				r = ' '
			}
		case r == '\r' && !lines:
			r = ' '
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			if marks++; marks > 4 {
				continue
			}
			b.WriteRune(r)
			continue
		case hostile(r):
			fmt.Fprintf(&b, "‹U+%04X›", r)
			marks = 0
			continue
		}
		marks = 0
		b.WriteRune(r)
	}
	return b.String()
}

// hostile reports characters that move the cursor, change the direction of text or cannot be seen.
func hostile(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs, unicode.Noncharacter_Code_Point) ||
		unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}
