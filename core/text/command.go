package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// command reads what follows a backslash.
func (f *folder) command() {
	j := f.i + 1
	if j >= len(f.s) {
		f.i = j
		return
	}
	if !isLetterASCII(f.s[j]) {
		f.escape(j)
		return
	}
	for j < len(f.s) && isLetterASCII(f.s[j]) {
		j++
	}
	name := f.s[f.i+1 : j]
	if j < len(f.s) && f.s[j] == '*' {
		j++
	}
	f.i = j
	defer func() { f.behind = f.i }()
	m, ok := macros[name]
	if !ok {
		if f.lines {
			f.unknown(name)
			return
		}
		f.gap = max(f.gap, soft)
		if f.math && !f.tokens && (f.i == len(f.s) || f.s[f.i] != '{') { // a sign of the author's own: "$\PP = \NP$"
			f.fill(true)
			f.out = append(f.out, name...)
			f.gap = soft
		}
		return
	}
	switch m.kind {
	case ordinary:
		f.fill(true)
		f.out = append(f.out, m.print...)
		f.big = m.print >= "∏" && strings.Contains(largeOperators, m.print)
		if f.big {
			f.gap = soft
		}
		if f.tokens && isLetterASCII(m.print[len(m.print)-1]) && f.i < len(f.s) && isSpaceASCII(f.s[f.i]) && !f.math {
			f.gap = hard
		}
	case relation:
		f.relate(m.print, false)
	case binary:
		f.relate(m.print, true)
	case operator:
		if n := len(f.out); f.gap == none && n > 0 && (wordByte(f.out[n-1]) || f.out[n-1] == ')') {
			f.out = append(f.out, ' ')
		}
		f.fill(true)
		f.out = append(f.out, m.print...)
		f.gap, f.big = soft, true
	case space:
		f.gap = hard
		if name == "par" || name == "newline" || name == "linebreak" || name == "tabularnewline" {
			f.endRow()
		}
	case nothing:
		if !f.math && f.i < len(f.s) && isSpaceASCII(f.s[f.i]) {
			f.i++
		}
	case delimiter:
		f.skipBlanks()
		if f.i < len(f.s) && f.s[f.i] == '.' {
			f.i++
		}
	case drop, pointer:
		f.skipOption()
		f.skipArgument()
		if f.i < len(f.s) && strings.IndexByte(",.;:)", f.s[f.i]) >= 0 {
			f.gap = none
		}
	case modulus:
		f.gap = hard
		f.fill(true)
		f.out = append(f.out, "(mod "...)
		f.push(tagged, ')')
	case fenced:
		opening, n := utf8.DecodeRuneInString(m.print)
		closing, _ := utf8.DecodeRuneInString(m.print[n:])
		f.put(opening)
		f.push(tagged, closing)
	case colon:
		f.gap = none
		f.out = append(f.out, ':')
		f.gap = hard
	case dropTwo:
		f.skipArgument()
		f.skipOption()
		f.skipArgument()
	case upright:
		f.push(worded, 0)
		if f.math {
			if n := len(f.out); n > 0 && wordByte(f.out[n-1]) {
				f.gap = max(f.gap, soft)
			}
			f.math, f.face = false, 0
		}
	case face:
		mark := rune(0)
		if m.print == "-" {
			mark = 'w' // a word in a formula stands apart
			if n := len(f.out); f.math && f.gap == none && n > 0 && f.wordFollows() && (wordByte(f.out[n-1]) || f.out[n-1] == ')') {
				f.gap = soft
			}
		}
		f.push(faced, mark)
		f.face = m.print[0]
	case accent:
		r, _ := utf8.DecodeRuneInString(m.print)
		f.mark(r)
	case fraction:
		f.argument(numerator)
	case binomial:
		f.fill(true)
		f.out = append(f.out, '(')
		f.argument(upper)
	case root:
		f.root()
	case tag:
		if f.tokens {
			f.skipArgument()
			return
		}
		f.gap = hard
		f.fill(true)
		f.out = append(f.out, '(')
		f.push(tagged, ')')
	case begin, end:
		f.environment(m.kind == begin)
	case item:
		f.skipBlanks()
		if f.i < len(f.s) && f.s[f.i] == '[' {
			start := f.i + 1
			f.skipOption()
			f.breakLine(1)
			if !f.tokens {
				f.verbatim(f.s[start:max(start, f.i-1)])
				f.gap = hard
			}
			return
		}
		f.bullet()
	case negation:
		f.not = true
	case verbatim:
		f.delimited()
	}
}

// largeOperators take their scripts as limits and keep a distance to what follows.
const largeOperators = "∑∏∐∫∬∭∮∯⋃⋂⨆⨄⋁⋀⨁⨂⨀⨉⨌⨍"

// argument pushes a frame whose print begins after the blank that is due.
func (f *folder) argument(a action) {
	f.fill(true)
	f.push(a, 0)
}

// escape reads a backslash before something that is not a letter, at j.
func (f *folder) escape(j int) {
	c := f.s[j]
	f.i = j + 1
	switch c {
	case '\\':
		f.endRow()
		if f.i < len(f.s) && f.s[f.i] == '[' && f.math {
			f.skipOption()
		}
	case ',', ';', ':', '>', ' ', '\n', '\t', '\r', '\v', '\f', '/':
		f.gap = hard
		if c == ' ' && !f.math && j > 1 && f.s[j-2] == ' ' { // a difference of sets as pandoc prints it
			f.put('∖')
			f.gap = hard
		}
		if c == '/' {
			f.gap = none
		}
		if f.newline = c == '\n'; f.newline {
			f.breakLine(1)
		}
	case '!', '@':
		if !f.math && c == '!' {
			f.fill(true)
			f.out = append(f.out, '!')
		}
	case '(', '[':
		f.opens(c)
	case ')', ']':
		if f.math {
			f.math = false
			if c == ']' {
				f.breakLine(1)
			}
			return
		}
		f.fill(false)
		f.out = append(f.out, c)
	case '|':
		if f.math {
			f.put('‖')
			return
		}
		f.put('|')
	case '{', '}':
		f.fill(c == '{')
		f.out = append(f.out, c)
	case '\'', '`', '^', '"', '~', '=', '.':
		if !f.accented(c) {
			f.fill(true)
			f.out = append(f.out, c)
		}
	case '-':
		if !f.tex || f.math {
			return
		}
		if f.i < len(f.s) && f.s[f.i] == ' ' || j > 1 && f.s[j-2] == '\n' {
			f.out = append(f.out, '-')
		}
	default:
		f.i = j
		if c >= utf8.RuneSelf {
			f.unicode()
			return
		}
		f.fill(true)
		f.out = append(f.out, c)
		f.i++
	}
}

// opens begins mathematics at \( or \[; where nothing closes it nearby, it is Markdown's escape of a bracket.
func (f *folder) opens(c byte) {
	closer := `\)`
	if c == '[' {
		closer = `\]`
	}
	end := -1
	if f.i >= f.display {
		part := f.s[f.i:min(len(f.s), f.i+4000)]
		if end = strings.Index(part, closer); end < 0 {
			f.display = f.i + len(part)
		}
	}
	if end < 0 || c == '[' && end < 40 && !strings.ContainsAny(f.s[f.i:f.i+end], "\\=^_<>+{") {
		f.fill(true)
		f.out = append(f.out, c)
		return
	}
	f.math, f.face = true, 0
	if c == '[' {
		f.breakLine(1)
	}
}

// accentMarks are TeX's accents that are not letters.
var accentMarks = map[byte]rune{'\'': '\u0301', '`': '\u0300', '^': '\u0302', '"': '\u0308', '~': '\u0303', '=': '\u0304', '.': '\u0307'}

// accented writes a letter with the accent c, if one follows that takes it; otherwise the backslash was an escape.
func (f *folder) accented(c byte) bool {
	j := f.i
	if j < len(f.s) && f.s[j] == '{' {
		j++
	}
	if j < len(f.s) && f.s[j] == '\\' { // \'\i
		j++
	}
	if j >= len(f.s) || !isLetterASCII(f.s[j]) {
		return false
	}
	braces := j > f.i
	if !braces && j+1 < len(f.s) && (f.s[j] == 's' || f.s[j] == 't') && !wordByte(f.s[j+1]) { // don\'t
		return false
	}
	var buf, dst [8]byte
	pair := utf8.AppendRune(append(buf[:0], f.s[j]), accentMarks[c])
	if composed := norm.NFC.Append(dst[:0], pair...); !braces && utf8.RuneCount(composed) > 1 {
		return false
	}
	f.mark(accentMarks[c])
	return true
}

// mark puts a combining mark on the argument that follows.
func (f *folder) mark(r rune) {
	f.fill(true)
	f.push(marked, r)
}

// root reads the degree of \sqrt.
func (f *folder) root() {
	f.fill(true)
	f.skipBlanks()
	if f.i < len(f.s) && f.s[f.i] == '[' {
		start := f.i + 1
		f.skipOption()
		switch degree := strings.TrimSpace(f.s[start:max(start, f.i-1)]); {
		case f.tokens:
			f.out = append(append(append(f.out, "√ "...), degree...), ' ')
			f.push(radicand, 0)
			return
		case degree == "3":
			f.out = append(f.out, "∛"...)
			f.push(radicand, 0)
			return
		case degree == "4":
			f.out = append(f.out, "∜"...)
			f.push(radicand, 0)
			return
		case len(degree) == 1:
			if r, ok := superscripts[rune(degree[0])]; ok {
				f.out = utf8.AppendRune(f.out, r)
			}
		}
	}
	f.out = append(f.out, "√"...)
	f.push(radicand, 0)
}

// environment reads the name after \begin or \end.
func (f *folder) environment(begins bool) {
	f.skipBlanks()
	start := f.i
	f.skipArgument()
	if f.i <= start+2 {
		return
	}
	name := strings.TrimSuffix(strings.TrimSpace(f.s[start+1:f.i-1]), "*")
	f.gap = hard
	if f.lines && !begins {
		f.leave(name)
	}
	if mathEnvironments[name] {
		f.math = begins || f.inFormula(name)
		f.face = 0
	}
	if !begins {
		return
	}
	if f.lines {
		defer f.enter(name)
	}
	switch {
	case layoutEnvironments[name]:
		f.skipOption()
		f.skipArgument()
	case name == "enumerate" || name == "itemize" || name == "figure" || name == "table" || name == "description" || mathEnvironments[name]:
		f.skipOption()
	default: // the option is a title
		if f.i < len(f.s) && f.s[f.i] == '[' {
			f.gap = hard
		}
	}
}

// inFormula reports whether mathematics goes on after the end of an environment: after a matrix it does.
func (f *folder) inFormula(name string) bool {
	switch name {
	case "aligned", "alignedat", "gathered", "split", "array", "matrix", "pmatrix", "bmatrix", "vmatrix", "Vmatrix", "Bmatrix", "smallmatrix",
		"cases", "dcases", "rcases", "subarray":
		return true
	}
	return false
}

// delimited reads \verb|…|.
func (f *folder) delimited() {
	if f.i >= len(f.s) || f.s[f.i] == '\n' {
		return
	}
	open := f.s[f.i]
	if open == '{' {
		open = '}'
	}
	line := f.s[f.i+1 : f.lineEnd(f.i+1)]
	if end := strings.IndexByte(line, open); end >= 0 {
		f.verbatim(line[:end])
		f.i += end + 2
	}
}

func (f *folder) skipBlanks() {
	for f.i < len(f.s) && isSpaceASCII(f.s[f.i]) && !(f.s[f.i] == '\n' && f.blankLine()) {
		f.i++
	}
}

// longestArgument bounds what is skipped as a label, a length or a key: where the brace is not closed, nothing is.
const longestArgument = 2000

// skipArgument passes over {…}.
func (f *folder) skipArgument() { f.skip('{', '}') }

// skipOption passes over […].
func (f *folder) skipOption() { f.skip('[', ']') }

func (f *folder) skip(open, shut byte) {
	j := f.i
	for j < len(f.s) && (f.s[j] == ' ' || f.s[j] == '\t') {
		j++
	}
	if j >= len(f.s) || f.s[j] != open {
		return
	}
	depth, limit := 0, min(len(f.s), j+longestArgument)
	for ; j < limit; j++ {
		switch f.s[j] {
		case '\\':
			j++
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				f.i = j + 1
				return
			}
		}
	}
}

// wordFollows reports whether the argument that follows has more than one letter.
func (f *folder) wordFollows() bool {
	return f.i+2 < len(f.s) && f.s[f.i] == '{' && isLetterASCII(f.s[f.i+1]) && isLetterASCII(f.s[f.i+2])
}
