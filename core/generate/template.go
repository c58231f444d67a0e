package generate

import "strings"

// defused writes a statement so that no client expands it. Clients treat the body of a skill as a template, inside
// fences too: $1 and $name are arguments, an exclamation mark before a backtick runs a command, @path attaches a file
// (the documentation of skills in Claude Code; other clients copied it). Mathematics between dollars gets the
// delimiters \( \) and \[ \], other dollars and an @ that begins a word a backslash, and a blank parts the exclamation
// mark from the backtick.
func defused(s string) string {
	marks := dollars(s)
	var b strings.Builder
	b.Grow(len(s) + 2*len(marks))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '$' && !escaped(s, i):
			b.WriteString(marks[0].as)
			i += marks[0].n - 1
			marks = marks[1:]
			continue
		case c == '@' && !escaped(s, i) && (i == 0 || !wordy(s[i-1])):
			b.WriteByte('\\')
		}
		b.WriteByte(c)
		if i+1 < len(s) && (c == '!' && s[i+1] == '`' || c == '`' && s[i+1] == '!') {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// dollar is one or two dollar signs and what is written for them.
type dollar struct {
	at, n int
	as    string
}

// dollars pairs the unescaped dollar signs of s by pandoc's rule: no blank inside single ones, no digit behind them, no
// blank line between a pair. What has no partner is money.
func dollars(s string) []dollar {
	var marks []dollar
	open := -1
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\n' && i+1 < len(s) && s[i+1] == '\n':
			open = -1
			continue
		case s[i] != '$' || escaped(s, i):
			continue
		}
		m := dollar{at: i, n: 1, as: `\$`}
		if i+1 < len(s) && s[i+1] == '$' {
			m.n, m.as = 2, `\$\$`
		}
		end := i + m.n
		before, after := byte(' '), byte(' ')
		if i > 0 {
			before = s[i-1]
		}
		if end < len(s) {
			after = s[end]
		}
		marks = append(marks, m)
		last := len(marks) - 1
		switch {
		case open >= 0 && marks[open].n == m.n && (m.n == 2 || !blank(before) && (after < '0' || after > '9')):
			marks[open].as, marks[last].as = `\(`, `\)`
			if m.n == 2 {
				marks[open].as, marks[last].as = `\[`, `\]`
			}
			open = -1
		case m.n == 2 || !blank(after):
			open = last
		}
		i = end - 1
	}
	return marks
}

// escaped reports whether an odd number of backslashes stands before i. Runs of them are short in TeX, and are looked
// at from a dollar sign or @ only, never from another backslash, so that the whole stays linear.
func escaped(s string, i int) bool {
	n := 0
	for i-n > 0 && s[i-n-1] == '\\' {
		n++
	}
	return n%2 == 1
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' }

func wordy(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
