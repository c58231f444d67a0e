package reader

import (
	"strings"
	"unicode/utf8"

	"lemma/core"
)

// texKind is what a token is to TeX, after its category code.
type texKind uint8

const (
	texEOF    texKind = iota
	texText           // a run of ordinary characters, or one of "[", "]", or a ligature
	texSpace          // blanks, at most one line end
	texPar            // a blank line
	texOpen           // {
	texClose          // }
	texShift          // $
	texAlign          // &
	texHash           // #
	texScript         // ^ or _
	texTilde          // ~
	texCmd            // \name
	texParam          // #1 in the body of a macro; the number is in tail
)

// texToken is a token and where it was written. A token that a macro made stands for the macro's call.
type texToken struct {
	kind texKind
	made bool
	tail uint16     // of a command: the length of the blanks that TeX skips after it
	sym  *texSymbol // of a command
	text string     // as written, without the tail
	part int32
	pos  int32
	end  int32
}

// texSymbol is a command name and what it means at this point of the document.
type texSymbol struct {
	name     string
	macro    *texMacro
	builtin  *texBuiltin
	count    *int // a register of \newcount
	flag     int8 // of \newif and its kind: 0 none, 1 false, 2 true
	delimits bool // ends the arguments of a macro
}

// texSource is an entry of the input stack: a file that is being read or a list of tokens.
type texSource struct {
	list    []texToken // when file is false
	next    int
	file    bool
	barrier bool // the list ends here for whoever pushed it
	part    int32
	src     string
	pos     int
	at      bool   // @ is a letter
	dir     string // of the file, for relative inputs
	sub     bool   // a file with its own preamble: ends at \end{document}
	restore bool   // a package or class: the text that it would print is not wanted
	muted   bool
}

// next returns the next token, unexpanded.
func (r *tex) next() texToken {
	for {
		n := len(r.stack)
		if n == 0 {
			return texToken{}
		}
		top := &r.stack[n-1]
		if !top.file {
			if top.next < len(top.list) {
				top.next++
				if t := top.list[top.next-1]; t.text != "" || t.kind != texText {
					return t
				}
				continue
			}
			if top.barrier {
				return texToken{}
			}
			top.list = nil
			r.stack = r.stack[:n-1]
			continue
		}
		r.expanded = 0
		if t := r.lex(top); t.kind != texEOF {
			return t
		}
		if n == 1 {
			return texToken{}
		}
		r.closeFile()
	}
}

// unread gives back the token that next returned last, or what remains of it.
func (r *tex) unread(t texToken) {
	if t.kind == texEOF {
		return
	}
	n := len(r.stack)
	top := &r.stack[n-1]
	switch {
	case top.file && !t.made && t.part == top.part && int(t.pos) <= top.pos && t.kind != texParam:
		top.pos = int(t.pos)
	case !top.file && top.next > 0 && top.list[top.next-1].pos == t.pos && top.list[top.next-1].text == t.text && top.list[top.next-1].kind == t.kind:
		top.next--
	default:
		r.push([]texToken{t})
	}
}

// push makes tokens the next ones to be read.
func (r *tex) push(list []texToken) {
	if len(list) == 0 {
		return
	}
	for n := len(r.stack); n > 0; n = len(r.stack) { // a macro at the end of another costs no depth
		if top := &r.stack[n-1]; top.file || top.barrier || top.next < len(top.list) {
			break
		}
		r.stack = r.stack[:n-1]
	}
	if len(r.stack) > texMaxStack {
		r.limited("nested more than a thousand deep")
		return
	}
	r.stack = append(r.stack, texSource{list: list})
}

// enter makes tokens the only ones to be read until leave is called.
func (r *tex) enter(list []texToken) int {
	r.stack = append(r.stack, texSource{list: list, barrier: true})
	return len(r.stack)
}

// leave drops what is left above and at a barrier.
func (r *tex) leave(height int) {
	for len(r.stack) >= height {
		if r.stack[len(r.stack)-1].file {
			r.closeFile()
			continue
		}
		r.stack = r.stack[:len(r.stack)-1]
	}
}

// file returns the innermost file that is being read.
func (r *tex) file() *texSource {
	for i := len(r.stack) - 1; i >= 0; i-- {
		if r.stack[i].file {
			return &r.stack[i]
		}
	}
	return nil
}

// direct returns the file when it is read from directly and not through a macro.
func (r *tex) direct() *texSource {
	for i := len(r.stack) - 1; i >= 0; i-- {
		s := &r.stack[i]
		if s.file {
			return s
		}
		if s.next < len(s.list) || s.barrier {
			return nil
		}
	}
	return nil
}

// texClass sorts bytes for the lexer.
var texClass = func() (c [256]uint8) {
	for i := range c {
		c[i] = lexOther
	}
	for _, b := range []byte(" \t\r\f\v") {
		c[b] = lexBlank
	}
	for _, b := range []byte("[]`'-\"<>?!,") {
		c[b] = lexSingle
	}
	c['\n'] = lexLine
	for _, b := range []byte(`\{}$&#^_~%`) {
		c[b] = lexSpecial
	}
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-32] = lexLetter, lexLetter
	}
	return c
}()

const (
	lexOther = iota
	lexLetter
	lexSingle
	lexBlank
	lexLine
	lexSpecial
)

// lex reads one token of a file.
func (r *tex) lex(f *texSource) texToken {
	src := f.src
	for f.pos < len(src) {
		i := f.pos
		t := texToken{part: f.part, pos: int32(i)}
		switch texClass[src[i]] {
		case lexOther, lexLetter:
			j := i + 1
			for j < len(src) && texClass[src[j]] <= lexLetter {
				j++
			}
			return f.cut(t, texText, j)
		case lexSingle:
			return f.cut(t, texText, i+ligature(src[i:]))
		case lexBlank:
			j := skipBlanks(src, i)
			if j < len(src) && src[j] == '\n' {
				return f.line(t, j)
			}
			return f.cut(t, texSpace, j)
		case lexLine:
			return f.line(t, i)
		}
		switch src[i] {
		case '%':
			r.comment(f)
			continue
		case '\\':
			return r.command(f, t)
		case '{':
			return f.cut(t, texOpen, i+1)
		case '}':
			return f.cut(t, texClose, i+1)
		case '$':
			return f.cut(t, texShift, i+1)
		case '&':
			return f.cut(t, texAlign, i+1)
		case '#':
			return f.cut(t, texHash, i+1)
		case '~':
			return f.cut(t, texTilde, i+1)
		default:
			return f.cut(t, texScript, i+1)
		}
	}
	return texToken{}
}

// cut ends a token.
func (f *texSource) cut(t texToken, kind texKind, end int) texToken {
	t.kind, t.text, t.end = kind, f.src[t.pos:end], int32(end)
	f.pos = end
	return t
}

// line reads a line end at j and what TeX skips after it: a space, or a paragraph end when a blank line follows.
func (f *texSource) line(t texToken, j int) texToken {
	kind := texSpace
	for {
		j = skipBlanks(f.src, j+1)
		if j >= len(f.src) || f.src[j] != '\n' {
			return f.cut(t, kind, j)
		}
		kind = texPar
	}
}

// ligature is the length of the characters that are set as one.
func ligature(s string) int {
	n := 1
	switch s[0] {
	case '-':
		for n < 3 && n < len(s) && s[n] == '-' {
			n++
		}
	case '`', '\'', '<', '>':
		if len(s) > 1 && s[1] == s[0] {
			n = 2
		}
	case '?', '!':
		if len(s) > 1 && s[1] == '`' {
			n = 2
		}
	case '"':
		if len(s) > 1 && (strings.IndexByte("aouAOUsz`'-=~", s[1]) >= 0) {
			n = 2
		}
	}
	return n
}

func skipBlanks(s string, i int) int {
	for i < len(s) && texClass[s[i]] == lexBlank {
		i++
	}
	return i
}

// comment skips a comment with the line end and the blanks of the next line, and keeps it apart.
func (r *tex) comment(f *texSource) {
	i := f.pos
	j := strings.IndexByte(f.src[i:], '\n')
	end, next := len(f.src), len(f.src)
	if j >= 0 {
		end = i + j
		next = skipBlanks(f.src, end+1)
	}
	r.hide(f, i, end, "comment")
	f.pos = next
}

// hide keeps what a reader of the page does not see. Comments on lines that follow each other are one.
func (r *tex) hide(f *texSource, start, end int, why string) {
	if strings.Trim(f.src[start:end], "% \t\n") == "" || f.restore {
		return
	}
	if n := len(r.hidden); n > 0 && why == "comment" {
		h := &r.hidden[n-1]
		if h.Part == int(f.part) && h.Span.End <= start && h.Why == why && strings.Trim(f.src[h.Span.End:start], "% \t\n") == "" {
			h.Span.End = end
			h.Text = f.src[h.Span.Start:end]
			return
		}
		if h.Part == int(f.part) && h.Span.Start <= start && end <= h.Span.End {
			return // read a second time after a token was given back
		}
	}
	r.hidden = append(r.hidden, core.Hidden{Text: f.src[start:end], Part: int(f.part), Span: core.Span{Start: start, End: end}, Why: why})
}

// command reads \name or \ and one character.
func (r *tex) command(f *texSource, t texToken) texToken {
	src := f.src
	i := int(t.pos) + 1
	if i >= len(src) {
		t.sym = r.symbol("")
		return f.cut(t, texCmd, i)
	}
	j := i
	for j < len(src) && (texClass[src[j]] == lexLetter || src[j] == '@' && f.at) {
		j++
	}
	if j == i {
		_, n := utf8.DecodeRuneInString(src[i:])
		t.sym = r.symbol(src[i : i+n])
		t = f.cut(t, texCmd, i+n)
		if src[i] == '\n' || src[i] == '\t' {
			t.sym = r.symbol(" ")
		}
		return t
	}
	t.sym = r.symbol(src[i:j])
	t = f.cut(t, texCmd, j)
	k := skipBlanks(src, j)
	if k < len(src) && src[k] == '\n' {
		if m := skipBlanks(src, k+1); m >= len(src) || src[m] != '\n' {
			k = m
		}
	}
	if k-j < 1<<15 {
		t.tail = uint16(k - j)
		f.pos = k
	}
	return t
}

// symbol returns the one symbol with a name.
func (r *tex) symbol(name string) *texSymbol {
	if s := r.symbols[name]; s != nil {
		return s
	}
	s := &texSymbol{name: name, builtin: texBuiltins[name]}
	r.symbols[name] = s
	return s
}
