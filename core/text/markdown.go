package text

import "strings"

// Inline writes s as one line of Markdown that shows exactly s: no markup, no HTML, nothing that opens a block where
// the line begins, no cell of a table, no link and no mention. Skills and reports are read as Markdown, and names come
// from strangers.
func Inline(s string) string {
	s = strings.TrimSpace(escape(s, false))
	var b strings.Builder
	b.Grow(len(s) + 8)
	number := true // nothing but digits yet
	for i := 0; i < len(s); i++ {
		if active(s, i, number) {
			b.WriteByte('\\')
		}
		number = number && isDigitASCII(s[i])
		b.WriteByte(s[i])
	}
	return b.String()
}

// active reports whether the ASCII character at i could be markup. number says that only digits stand before it.
func active(s string, i int, number bool) bool {
	at := func(j int) byte {
		if j < 0 || j >= len(s) {
			return ' '
		}
		return s[j]
	}
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '|', '~', '$', '@':
		return true
	case '_':
		return !wordASCII(at(i-1)) || !wordASCII(at(i+1)) // what begins and ends emphasis beyond ASCII is a long story
	case '&':
		return at(i+1) == '#' || isLetterASCII(at(i+1))
	case '#': // opens a heading or closes one
		return at(i-1) == ' '
	case '-', '+', '=', '>':
		return i == 0
	case '.', ')':
		return number && i > 0
	}
	return false
}

func wordASCII(c byte) bool { return isLetterASCII(c) || isDigitASCII(c) }

// Code writes an id or the name of a file as code. What holds more than letters, digits and the punctuation of names
// could end the code, or tell a client to run it; it becomes Inline text instead.
func Code(s string) string {
	plain := s != ""
	for i := 0; i < len(s); i++ {
		plain = plain && (wordASCII(s[i]) || strings.IndexByte("-_.:/+", s[i]) >= 0)
	}
	if plain {
		return "`" + s + "`"
	}
	return Inline(s)
}

// Fence quotes lines of text as a fenced block of Markdown that nothing in them can end.
func Fence(s string) string {
	s = strings.Trim(escape(s, true), "\n")
	longest, run := 2, 0
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	fence := strings.Repeat("`", longest+1)
	return fence + "text\n" + s + "\n" + fence + "\n"
}
