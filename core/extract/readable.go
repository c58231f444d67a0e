package extract

import (
	"strings"

	"lemma/core"
)

// readable joins pieces of Text into the statement or proof that users read: markup that is no content removed, lists
// and displays kept as written, paragraphs separated by blank lines.
func (b *builder) readable(spans []core.Span) string {
	var parts []string
	for _, sp := range spans {
		if s := b.piece(sp); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n\n")
}

// piece makes one span readable.
func (b *builder) piece(sp core.Span) string {
	t := b.doc.Text
	for sp.Start < sp.End && strings.IndexByte(" \n\t", t[sp.Start]) >= 0 {
		if t[sp.Start] != '\n' && strings.TrimLeft(t[sp.Start:min(sp.End, sp.Start+8)], " ") == "" {
			sp.Start++
			continue
		}
		sp.Start++
	}
	for sp.End > sp.Start && strings.IndexByte(" \n\t", t[sp.End-1]) >= 0 {
		sp.End--
	}
	if sp.Len() <= 0 {
		return ""
	}
	if !b.x.markdown {
		return tidy(dedent(t, sp))
	}
	sp = b.unwrap(sp)
	s := dedent(t, sp)
	s = stripQuotes(s)
	s = markdown(s)
	return tidy(strings.TrimSpace(s))
}

// unwrap takes care of a face that is set around the piece: italics from end to end are the face of statements and say
// nothing; a face that begins where the piece begins keeps its opening marks.
func (b *builder) unwrap(sp core.Span) core.Span {
	t, m := b.doc.Text, b.doc.Marks
	a, e := sp.Start, sp.End
	for a < e && (t[a] == '*' || t[a] == '_') {
		a++
	}
	tail := e
	for tail > a && (t[tail-1] == '*' || t[tail-1] == '_') {
		tail--
	}
	for k := b.x.marks(a); k < len(m) && m[k].Span.Start == a; k++ {
		if m[k].Kind == core.Verb {
			continue
		}
		if m[k].Span.End >= tail && m[k].Span.End <= e {
			if strings.Count(t[a:tail], "*")%2 == 0 {
				return core.Span{Start: a, End: tail}
			}
		}
		for a > 0 && (t[a-1] == '*' || t[a-1] == '_') {
			a--
		}
		return core.Span{Start: a, End: e}
	}
	return sp
}

// dedent removes from the lines of a span the indentation that its first line has in the text (the content of a list
// entry).
func dedent(t string, sp core.Span) string {
	s := t[sp.Start:sp.End]
	if !strings.Contains(s, "\n") {
		return s
	}
	col := 0
	for i := sp.Start; i > 0 && t[i-1] != '\n' && col < 64; i-- {
		col++
	}
	if col == 0 {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines); i++ {
		n := 0
		for n < len(lines[i]) && n < col && lines[i][n] == ' ' {
			n++
		}
		lines[i] = lines[i][n:]
	}
	return strings.Join(lines, "\n")
}

// stripQuotes removes the marks of a block quote from the lines behind the first, when all of them have it.
func stripQuotes(s string) string {
	if !strings.Contains(s, "\n>") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] != "" && lines[i][0] != '>' {
			return s
		}
	}
	for i := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimPrefix(lines[i], ">"), " ")
	}
	return strings.Join(lines, "\n")
}

// markdown removes links (their text stays), images (their description stays), tags, comments and attribute lists from
// Markdown, outside code and mathematics. One pass.
func markdown(s string) string {
	if !strings.ContainsAny(s, "[<{") {
		return s
	}
	var out strings.Builder
	out.Grow(len(s))
	for i := 0; i < len(s); {
		switch c := s[i]; c {
		case '\\':
			n := min(2, len(s)-i)
			if n == 2 && (s[i+1] == '(' || s[i+1] == '[') { // \( … \)
				shut := `\)`
				if s[i+1] == '[' {
					shut = `\]`
				}
				if k := strings.Index(s[i:], shut); k > 0 && k < 4096 {
					n = k + 2
				}
			}
			out.WriteString(s[i : i+n])
			i += n
		case '`', '$':
			n := 1
			for i+n < len(s) && s[i+n] == c {
				n++
			}
			k := -1
			if end := min(len(s), i+n+1<<14); i+n < end {
				k = strings.Index(s[i+n:end], s[i:i+n])
			}
			if k < 0 {
				out.WriteString(s[i : i+n])
				i += n
				break
			}
			out.WriteString(s[i : i+k+2*n])
			i += k + 2*n
		case '!':
			if i+1 < len(s) && s[i+1] == '[' {
				i++
				break
			}
			out.WriteByte(c)
			i++
		case '[':
			text, n := link(s[i:])
			if n == 0 {
				out.WriteByte(c)
				i++
				break
			}
			out.WriteString(text)
			i += n
		case '<':
			if n := tagLen(s[i:min(len(s), i+4096)]); n > 0 {
				i += n
				break
			}
			out.WriteByte(c)
			i++
		case '{':
			if n := attributesLen(s[i:min(len(s), i+512)]); n > 0 {
				i += n
				break
			}
			out.WriteByte(c)
			i++
		default:
			out.WriteByte(c)
			i++
		}
	}
	return out.String()
}

// link reads [text](destination), [text][label] or [](…) at the start of s and returns the text and its length; 0 when
// there is no link.
func link(s string) (string, int) {
	depth := 0
	for i := 0; i < len(s) && i < 1024; i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			if i+1 >= len(s) {
				return "", 0
			}
			shut := byte(')')
			switch s[i+1] {
			case '(':
			case '[':
				shut = ']'
			default:
				return "", 0
			}
			nest := 0
			for k := i + 1; k < len(s) && k < i+1024; k++ {
				switch s[k] {
				case s[i+1]:
					nest++
				case '\n':
					if k+1 < len(s) && s[k+1] == '\n' {
						return "", 0
					}
				case shut:
					if nest--; nest == 0 {
						return strings.TrimPrefix(s[1:i], "^"), k + 1
					}
				}
			}
			return "", 0
		case '\n':
			if i+1 < len(s) && s[i+1] == '\n' {
				return "", 0
			}
		}
	}
	return "", 0
}

// tidy drops blanks at line ends and keeps at most one blank line in a row.
func tidy(s string) string {
	if !strings.Contains(s, " \n") && !strings.Contains(s, "\n\n\n") && !strings.Contains(s, "\t\n") {
		return strings.TrimSpace(s)
	}
	lines := strings.Split(s, "\n")
	out := lines[:0]
	blank := false
	for _, l := range lines {
		l = strings.TrimRight(l, " \t")
		if l == "" {
			if blank {
				continue
			}
			blank = true
		} else {
			blank = false
		}
		out = append(out, l)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
