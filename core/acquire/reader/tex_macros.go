package reader

import (
	"strings"
	"unicode/utf8"
)

// Bounds of expansion. A book uses a small part of them; a macro bomb ends there.
const (
	texMaxStack   = 1000    // lists of tokens in each other
	texMaxPerCall = 1 << 17 // tokens that one token of a file may become
	texGrowth     = 8       // tokens made, as a multiple of the bytes of the input
	texGrowthBase = 1 << 20
	texMaxArg     = 1 << 19 // tokens of an argument
)

// texMacro is the meaning that the document gave to a command.
type texMacro struct {
	params   []texArgSpec
	lead     []texToken // what must stand before the first parameter, of \def
	body     []texToken
	alias    *texSymbol // \let to a command that is not a macro
	let      *texToken  // \let to a character
	level    int        // of the group that it was defined in
	term     bool       // sets and indexes its argument: a defined term
	disabled bool       // does not end
	long     bool       // \long: an argument may hold paragraphs
	drawn    int8       // whether it draws its sign: 0 not asked yet, 1 no, 2 yes
}

// texArgSpec is one parameter.
type texArgSpec struct {
	kind  byte // m: mandatory, o: optional, s: star, d: delimited by open and close, u: until the tokens in until, b: environment's body
	open  string
	close string
	init  []texToken // of an absent optional parameter
	none  bool       // an absent one has no value
	until []texToken
}

// texSaved restores a command at the end of a group.
type texSaved struct {
	sym   *texSymbol
	macro *texMacro
}

// define gives a command a meaning, in the group that is open or for all.
func (r *tex) define(s *texSymbol, m *texMacro, global bool) {
	if s.builtin != nil && s.builtin.locked {
		return
	}
	if m != nil {
		m.term = m.term || printsAndIndexes(m.body, s.name)
	}
	if c, ok := strings.CutPrefix(s.name, "the"); ok {
		r.customThe[c] = true
	}
	if global || len(r.frames) == 0 {
		if m != nil {
			m.level = 0
		}
		s.macro = m
		return
	}
	if m != nil {
		m.level = len(r.frames)
	}
	r.saved = append(r.saved, texSaved{s, s.macro})
	s.macro = m
}

// restore undoes the definitions of the group that ends.
func (r *tex) restore(height int) {
	for i := len(r.saved) - 1; i >= height; i-- {
		if s := r.saved[i]; s.sym.macro == nil || s.sym.macro.level > 0 { // what is global stays
			s.sym.macro = s.macro
		}
	}
	r.saved = r.saved[:height]
}

// printsAndIndexes reports whether a macro is the author's way to mark a defined term.
func printsAndIndexes(body []texToken, name string) bool {
	face, index, param := false, false, false
	for i := range body {
		switch t := &body[i]; t.kind {
		case texParam:
			param = true
		case texCmd:
			switch t.sym.name {
			case "emph", "textit", "textbf", "em", "it", "bf", "itshape", "bfseries", "textsl", "textcolor", "color", "underline":
				face = true
			case "index", "sindex", "gls", "glsadd", "hypertarget":
				index = true
			}
		}
	}
	return param && face && (index || texTermNames[strings.ToLower(name)])
}

// texTermNames are what authors call their command for a defined term.
var texTermNames = map[string]bool{
	"define": true, "defined": true, "defn": true, "dfn": true, "deff": true, "term": true, "newterm": true, "defterm": true, "defemph": true,
	"concept": true, "terminology": true, "vocab": true, "vocabulary": true, "keyword": true, "keyterm": true, "defi": true, "dfnterm": true,
	"defword": true, "mathdef": true, "dfnt": true, "terma": true, "begriff": true, "definiendum": true, "newword": true, "definition": true, "tdef": true, "indexdef": true, "defidx": true, "emphdef": true, "introduce": true, "gloss": true, "alert": true,
}

// meaning follows \let: what a command was let to is what that meant then, so that \let\oldphi\phi lasts when \phi is
// defined anew.
func (s *texSymbol) meaning() *texSymbol {
	if s.macro != nil && s.macro.alias != nil {
		return s.macro.alias
	}
	return s
}

// draws reports whether a macro draws its sign from boxes and measures, as \widebar does of those who define it, or
// runs into commands that are internal to a package that was not read. Its own name says more of a formula than either.
func (r *tex) draws(m *texMacro, depth int) bool {
	if m.drawn == 0 && depth < texMaxDepth {
		m.drawn = 1 // for one that calls itself
		for i := range m.body {
			t := &m.body[i]
			if t.kind != texCmd {
				continue
			}
			s := t.sym
			internal := strings.Contains(s.name, "@") && !s.delimits && !texConstants[s.name] && !r.known(s)
			if texDrawing[s.name] || internal || s.macro != nil && r.draws(s.macro, depth+1) {
				m.drawn = 2
				break
			}
		}
	}
	return m.drawn == 2
}

// texDrawing are the commands of TeX and LaTeX that measure, shift and overlay boxes.
var texDrawing = map[string]bool{
	"setbox": true, "box": true, "copy": true, "wd": true, "ht": true, "dp": true, "divide": true, "vrule": true, "m@th": true, "ooalign": true,
	"mathpalette": true, "mathaccent": true, "halign": true, "settowidth": true, "settoheight": true, "usebox": true,
}

// texConstants are internals of LaTeX that print nothing and that macros compare or measure with.
var texConstants = map[string]bool{
	"@empty": true, "@nil": true, "@nnil": true, "@undefined": true, "z@": true, "p@": true, "@ne": true, "m@ne": true, "tw@": true, "thr@@": true,
}

// expand replaces a call of a macro by its body. It reports false when the command is none.
func (r *tex) expand(t texToken) bool {
	m := t.sym.macro
	if m == nil || m.disabled || m.alias != nil || m.let != nil {
		return false
	}
	if r.made > r.maxMade {
		r.limited("expands to more than the limit")
		m.disabled = true
		return false
	}
	if r.expanded > texMaxPerCall {
		m.disabled = true
		r.limited("\\" + t.sym.name + " expands without an end")
		for n := len(r.stack); n > 1 && !r.stack[n-1].file && !r.stack[n-1].barrier; n-- {
			r.stack = r.stack[:n-1]
		}
		return true
	}
	args, last, ok := r.arguments(m, t)
	if !ok {
		return true
	}
	r.call(m.body, args, r.origin(t, last))
	return true
}

// origin is where the tokens of a call stand in the text: from the command to the end of its last argument.
func (r *tex) origin(t, last texToken) texToken {
	if !t.made && !last.made && last.part == t.part && last.end > t.end {
		t.end = last.end
	}
	return t
}

// call pushes the body of a macro with its arguments.
func (r *tex) call(body []texToken, args [][]texToken, at texToken) {
	n := len(body)
	for i := range body {
		if body[i].kind == texParam && int(body[i].tail) <= len(args) {
			n += len(args[body[i].tail-1])
		}
	}
	if n > texMaxPerCall {
		r.limited("expands to more than the limit")
		return
	}
	r.made += n + 1
	r.expanded += n + 1
	out := r.alloc(n)
	for i := range body {
		b := body[i]
		if b.kind == texParam {
			if int(b.tail) <= len(args) {
				out = append(out, args[b.tail-1]...)
			}
			continue
		}
		b.made, b.part, b.pos, b.end = true, at.part, at.pos, at.end
		out = append(out, b)
	}
	r.push(out)
}

// alloc returns an empty slice with room for n tokens.
func (r *tex) alloc(n int) []texToken {
	if n > 512 {
		return make([]texToken, 0, n)
	}
	if len(r.arena) < n {
		r.arena = make([]texToken, 4096)
	}
	out := r.arena[:0:n]
	r.arena = r.arena[n:]
	return out
}

// arguments reads what a macro takes. It also returns the last token that was read.
func (r *tex) arguments(m *texMacro, t texToken) (args [][]texToken, last texToken, ok bool) {
	last = t
	for _, want := range m.lead {
		got := r.next()
		if got.kind == texSpace && want.kind != texSpace {
			got = r.next()
		}
		if got.kind != want.kind || !strings.HasPrefix(got.text, want.text) {
			r.unread(got)
			return nil, last, true
		}
		if len(got.text) > len(want.text) {
			r.unread(got.from(len(want.text)))
		}
	}
	if len(m.params) == 0 {
		return nil, last, true
	}
	args = make([][]texToken, 0, len(m.params))
	for _, p := range m.params {
		var a []texToken
		switch p.kind {
		case 's':
			a = []texToken{r.word(texFalse)}
			if r.star(p.open) {
				a = []texToken{r.word(texTrue)}
			}
		case 'o', 'd':
			var found bool
			if a, found = r.between(p.open, p.close); !found {
				a = p.init
				if p.none {
					a = []texToken{r.word(texNoValue)}
				}
			}
		case 'u':
			var found bool
			if a, found = r.until(p.until, m.long); !found {
				return nil, last, false
			}
		case 'b':
			a = r.envBody(r.envName)
		default:
			a = r.arg()
		}
		if r.lastArg.end > 0 {
			last = r.lastArg
		}
		args = append(args, a)
	}
	return args, last, true
}

// Marks of xparse for absent and boolean arguments; no document can write them.
const (
	texNoValue = "\x00none"
	texTrue    = "\x00true"
	texFalse   = "\x00false"
)

// word makes a text token.
func (r *tex) word(s string) texToken { return texToken{kind: texText, made: true, text: s} }

// words makes tokens of a text that the reader evaluated.
func (r *tex) wordAt(s string, at texToken) texToken {
	return texToken{kind: texText, made: true, text: s, part: at.part, pos: at.pos, end: at.end}
}

// from returns the rest of a text token from byte n on.
func (t texToken) from(n int) texToken {
	t.text = t.text[n:]
	if !t.made {
		t.pos += int32(n)
	}
	return t
}

// to returns the first n bytes of a text token.
func (t texToken) to(n int) texToken {
	t.text = t.text[:n]
	if !t.made {
		t.end = t.pos + int32(n)
	}
	return t
}

// skipSpace returns the next token that is no space.
func (r *tex) skipSpace() texToken {
	t := r.next()
	for t.kind == texSpace {
		t = r.next()
	}
	return t
}

// arg reads one argument: what braces hold, or one token.
func (r *tex) arg() []texToken {
	t := r.skipSpace()
	r.lastArg = t
	switch t.kind {
	case texOpen:
		return r.balanced(t)
	case texText:
		_, n := utf8.DecodeRuneInString(t.text)
		if n < len(t.text) && t.text[0] != 0 {
			r.unread(t.from(n))
			t = t.to(n)
		}
	case texEOF, texClose, texPar:
		r.unread(t)
		return nil
	}
	return append(r.alloc(1), t)
}

// braced reads an argument only when it is in braces.
func (r *tex) braced() ([]texToken, bool) {
	t := r.skipSpace()
	if t.kind != texOpen {
		r.unread(t)
		return nil, false
	}
	r.lastArg = t
	return r.balanced(t), true
}

// balanced reads up to the brace that closes. When there is none, what was read is given back, so that an open brace
// costs a reader of the text no more than itself.
func (r *tex) balanced(open texToken) []texToken {
	out, depth := r.scratch[:0], 0
	limit := r.reach(texMaxArg)
	for {
		t := r.next()
		switch t.kind {
		case texOpen:
			depth++
		case texClose:
			if depth == 0 {
				r.lastArg = t
				r.scratch = out[:0]
				return append(r.alloc(len(out)), out...)
			}
			depth--
		case texCmd:
			if t.sym.name == "end" && !t.made && r.closesDocument() {
				r.unread(t)
				t.kind = texEOF
			}
		}
		if t.kind == texEOF || len(out) >= limit {
			r.wasted++
			r.unread(t)
			r.push(append(make([]texToken, 0, len(out)), out...))
			r.scratch = out[:0]
			r.lastArg = texToken{}
			return nil
		}
		out = append(out, t)
	}
}

// reach is how far an argument is looked for. Each one that was not closed makes it shorter, so that the sum of all
// searches stays linear in the input.
func (r *tex) reach(most int) int { return max(32, most/(1+r.wasted)) }

// closesDocument reports whether {document} follows an \end that was just read.
func (r *tex) closesDocument() bool {
	f := r.direct()
	return f != nil && strings.HasPrefix(f.src[f.pos:], "{document}")
}

// option reads [an optional argument].
func (r *tex) option() ([]texToken, bool) { return r.between("[", "]") }

// between reads an argument between two characters, at the same depth of braces.
func (r *tex) between(open, closing string) ([]texToken, bool) {
	t := r.skipSpace()
	if t.kind != texText || !strings.HasPrefix(t.text, open) {
		r.unread(t)
		r.lastArg = texToken{}
		return nil, false
	}
	if len(t.text) > len(open) {
		r.unread(t.from(len(open)))
	}
	out, depth, inner := r.scratch[:0], 0, 0
	limit := r.reach(20000)
	for {
		u := r.next()
		switch u.kind {
		case texOpen:
			depth++
		case texClose:
			depth--
		case texText:
			if depth == 0 && open != closing && u.text == open {
				inner++
			}
			if i := strings.Index(u.text, closing); depth == 0 && i >= 0 {
				if inner > 0 {
					inner--
					break
				}
				if i > 0 {
					out = append(out, u.to(i))
				}
				if i+len(closing) < len(u.text) {
					r.unread(u.from(i + len(closing)))
				}
				r.lastArg = u.to(i + len(closing))
				r.scratch = out[:0]
				return append(r.alloc(len(out)), out...), true
			}
		}
		if u.kind == texEOF || u.kind == texPar || depth < 0 || len(out) > limit {
			r.wasted++
			r.unread(u)
			r.push(append([]texToken{t}, out...))
			r.scratch = out[:0]
			r.lastArg = texToken{}
			return nil, false
		}
		out = append(out, u)
	}
}

// star reads a star, or another single character, that follows a command.
func (r *tex) star(char string) bool {
	if char == "" {
		char = "*"
	}
	t := r.skipSpace()
	if t.kind == texText && strings.HasPrefix(t.text, char) {
		r.lastArg = t.to(len(char))
		if len(t.text) > len(char) {
			r.unread(t.from(len(char)))
		}
		return true
	}
	r.unread(t)
	r.lastArg = texToken{}
	return false
}

// until reads up to the tokens that end a parameter of \def. An argument that does not end is given back, and so is one
// that a paragraph ends, as TeX has it for a macro that is not \long.
func (r *tex) until(stop []texToken, long bool) ([]texToken, bool) {
	out, depth := r.scratch[:0], 0
	limit := r.reach(texMaxArg)
	for {
		t := r.next()
		if depth == 0 && ends(t, stop[0]) {
			if t.kind == texText {
				i := strings.Index(t.text, stop[0].text)
				if i > 0 {
					out = append(out, t.to(i))
				}
				if i+len(stop[0].text) < len(t.text) {
					r.unread(t.from(i + len(stop[0].text)))
				}
			}
			r.lastArg = t
			for range stop[1:] {
				r.lastArg = r.next()
			}
			break
		}
		if t.kind == texEOF || t.kind == texPar && !long || len(out) >= limit {
			r.wasted++
			r.unread(t)
			r.push(append(make([]texToken, 0, len(out)), out...))
			r.scratch = out[:0]
			r.lastArg = texToken{}
			return nil, false
		}
		switch t.kind {
		case texOpen:
			depth++
		case texClose:
			depth--
		}
		out = append(out, t)
	}
	r.scratch = out[:0]
	if n := len(out); n > 1 && out[0].kind == texOpen && closesAt(out) == n-1 {
		out = out[1 : n-1]
	}
	return append(r.alloc(len(out)), out...), true
}

// ends reports whether a token is, or holds, the first one of a delimiter. A blank line is a \par.
func ends(t, stop texToken) bool {
	switch {
	case stop.kind == texCmd && stop.sym.name == "par" && t.kind == texPar:
		return true
	case t.kind != stop.kind:
		return false
	case t.kind == texText:
		return strings.Contains(t.text, stop.text)
	}
	return t.kind != texCmd || t.sym == stop.sym
}

// compile turns #1 in the body of a definition into parameters.
func compile(body []texToken) []texToken {
	hash := false
	for i := range body {
		hash = hash || body[i].kind == texHash
	}
	if !hash {
		return body
	}
	out := make([]texToken, 0, len(body))
	for i := 0; i < len(body); i++ {
		t := body[i]
		if t.kind == texHash && i+1 < len(body) {
			u := body[i+1]
			switch {
			case u.kind == texText && u.text[0] >= '1' && u.text[0] <= '9':
				out = append(out, texToken{kind: texParam, tail: uint16(u.text[0] - '0')})
				if len(u.text) > 1 {
					out = append(out, u.from(1))
				}
				i++
				continue
			case u.kind == texHash:
				i++
			}
		}
		out = append(out, t)
	}
	return out
}

func init() {
	for _, n := range []string{"newcommand", "renewcommand", "DeclareRobustCommand", "newrobustcmd", "renewrobustcmd", "providecommand", "providerobustcmd", "DeclareDocumentMathCommand", "newcommandx", "renewcommandx", "providecommandx", "DeclareTextCommand", "newcommandtwoopt"} {
		texAny(n, (*tex).newCommand)
	}
	for _, n := range []string{"NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand", "NewExpandableDocumentCommand", "DeclareExpandableDocumentCommand"} {
		texAny(n, (*tex).newDocumentCommand)
	}
	for _, n := range []string{"newenvironment", "renewenvironment", "provideenvironment", "newenvironmentx", "NewDocumentEnvironment", "RenewDocumentEnvironment", "DeclareDocumentEnvironment", "ProvideDocumentEnvironment", "NewEnviron", "RenewEnviron"} {
		texAny(n, (*tex).newEnvironment)
	}
	for _, n := range []string{"def", "gdef", "edef", "xdef"} {
		texAny(n, func(r *tex, t texToken) { r.def(t.sym.name, false) })
	}
	texAny("global", func(r *tex, t texToken) {
		switch u := r.skipSpace(); {
		case u.kind == texCmd && (u.sym.name == "def" || u.sym.name == "edef" || u.sym.name == "gdef" || u.sym.name == "xdef"):
			r.def(u.sym.name, true)
		case u.kind == texCmd && u.sym.name == "let":
			r.letTo(true)
		case u.kind == texCmd && u.sym.name == "long":
			r.long = true
			r.push([]texToken{t})
		default:
			r.unread(u)
		}
	})
	for _, n := range []string{"outer", "protected", "protect", "relax", "noexpand", "immediate", "leavevmode", "ignorespaces", "ignorespacesafterend", "unskip", "frenchspacing", "nonfrenchspacing"} {
		texAny(n, func(*tex, texToken) {})
	}
	texAny("long", func(r *tex, t texToken) { r.long = true })
	texAny("let", func(r *tex, t texToken) { r.letTo(false) })
	texAny("NewCommandCopy", (*tex).copyCommand)
	texAny("RenewCommandCopy", (*tex).copyCommand)
	texAny("DeclareMathOperator", (*tex).declareOperator)
	texAny("DeclarePairedDelimiter", (*tex).declareDelimiter)
	texAny("DeclarePairedDelimiters", (*tex).declareDelimiter)
	texAny("DeclarePairedDelimiterX", (*tex).declareDelimiterX)
	texAny("DeclarePairedDelimiterXPP", func(r *tex, t texToken) { r.skipArgs("mommmmm") })
	texAny("newif", (*tex).newFlag)
	texAny("newcount", func(r *tex, t texToken) {
		if s, ok := r.commandName(); ok {
			s.count = new(int)
		}
	})
	texAny("expandafter", (*tex).expandAfter)
	texAny("csname", func(r *tex, t texToken) {
		name := r.csname()
		r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol(name), text: `\` + name, part: t.part, pos: t.pos, end: t.end}})
	})
	for _, n := range []string{"@nameuse", "csuse"} {
		texAny(n, func(r *tex, t texToken) {
			name := r.plainText(r.arg())
			r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol(name), text: `\` + name, part: t.part, pos: t.pos, end: t.end}})
		})
	}
	texAny("@namedef", func(r *tex, t texToken) {
		name := r.plainText(r.arg())
		if body, ok := r.braced(); ok {
			r.define(r.symbol(name), &texMacro{body: compile(body)}, false)
		}
	})
	texAny("makeatletter", func(r *tex, t texToken) { r.atLetter(true) })
	texAny("makeatother", func(r *tex, t texToken) { r.atLetter(false) })
	texAny("ExplSyntaxOn", func(r *tex, t texToken) {
		if f := r.direct(); f != nil && !t.made {
			if i := strings.Index(f.src[f.pos:], `\ExplSyntaxOff`); i >= 0 {
				f.pos += i
			} else {
				f.pos = len(f.src)
			}
		}
	})
	texAny("catcode", func(r *tex, t texToken) {
		t = r.skipSpace()
		char := ""
		if t.kind == texText && t.text == "`" {
			char = strings.TrimPrefix(r.next().text, `\`)
		} else {
			r.unread(t)
			r.number()
		}
		r.equals()
		value := r.number()
		if char == "@" {
			r.atLetter(value == 11)
		}
	})
	texAny("@firstofone", func(r *tex, t texToken) { r.push(r.arg()) })
	texAny("@firstoftwo", func(r *tex, t texToken) { a := r.arg(); r.arg(); r.push(a) })
	texAny("@secondoftwo", func(r *tex, t texToken) { r.arg(); r.push(r.arg()) })
	texAny("@gobble", func(r *tex, t texToken) { r.arg() })
	texAny("@gobbletwo", func(r *tex, t texToken) { r.arg(); r.arg() })
	texAny("loop", (*tex).loop)
	texAny("read", func(r *tex, t texToken) { // \read\stream to \line, of a stream that has ended, as \ifeof says
		r.arg()
		if to := r.skipSpace(); to.kind != texText || to.text != "to" {
			r.unread(to)
			return
		}
		if s, ok := r.commandName(); ok && s != nil {
			r.define(s, &texMacro{}, false)
		}
	})
	texAny("unexpanded", func(r *tex, t texToken) { r.push(r.arg()) })
	texAny("detokenize", func(r *tex, t texToken) { r.push(r.arg()) })
	texAny("string", func(r *tex, t texToken) {
		u := r.next()
		if u.kind == texCmd {
			u = r.wordAt(`\`+u.sym.name, u)
		}
		r.push([]texToken{u})
	})
	texAny("AtBeginDocument", func(r *tex, t texToken) {
		a := r.arg()
		if r.muted {
			if r.quiet() {
				r.atBeginQuiet = append(r.atBeginQuiet, a...)
			} else {
				r.atBegin = append(r.atBegin, a...)
			}
		} else {
			r.push(a)
		}
	})
	for n, spec := range map[string]string{"AtEndDocument": "m", "AtBeginEnvironment": "mm", "AtEndEnvironment": "mm", "BeforeBeginEnvironment": "mm", "AfterEndEnvironment": "mm", "apptocmd": "mmmm", "pretocmd": "mmmm", "patchcmd": "ommmmm", "g@addto@macro": "mm", "futurelet": "mmm", "afterassignment": "m", "aftergroup": "m", "AddToHook": "mom", "newcommandhook": "mm", "everymath": "m", "everydisplay": "m", "everypar": "m", "newtoks": "m", "newbox": "m", "newdimen": "m", "newskip": "m", "newread": "m", "newwrite": "m", "openout": "m", "closeout": "m", "write": "mm", "AtBeginShipout": "m", "AtVeryBeginDocument": "m", "AtEndOfClass": "m", "AtEndOfPackage": "m", "DeclareOption": "smm", "ExecuteOptions": "m", "ProcessOptions": "s", "ProvidesPackage": "mo", "ProvidesClass": "mo", "ProvidesFile": "mo", "NeedsTeXFormat": "mo", "RequirePackageWithOptions": "m", "PassOptionsToPackage": "mm", "PassOptionsToClass": "mm", "PackageError": "mmm", "PackageWarning": "mm", "ClassWarning": "mm", "ClassError": "mmm", "typeout": "m", "message": "m", "DeclareMathSymbol": "mmmm", "DeclareSymbolFont": "mmmmm", "DeclareMathAlphabet": "mmmmm", "SetMathAlphabet": "mmmmmm", "DeclareFontFamily": "mmm", "DeclareFontShape": "mmmmmm", "DeclareSymbolFontAlphabet": "mm", "DeclareMathDelimiter": "mmmmmm", "DeclareMathAccent": "mmmm", "DeclareUnicodeCharacter": "mm", "SetSymbolFont": "mmmmmm", "DeclareTextFontCommand": "mm", "hyphenation": "m", "babelhyphenation": "m", "newlength": "m", "newsavebox": "m", "savebox": "moom", "sbox": "mm", "setlength": "mm", "addtolength": "mm", "settowidth": "mm", "settoheight": "mm", "settodepth": "mm", "setbox": "m", "newfont": "mm", "newcolumntype": "mom", "definecolor": "ommm", "colorlet": "omm", "xdefinecolor": "mmm", "newcolumn": "m"} {
		texAny(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
}

// texAny adds a command that does the same in text, in mathematics and in the preamble.
func texAny(name string, f func(*tex, texToken)) {
	texCommand(name).any = f
}

// texCommand returns the builtin with a name, a new one when there is none.
func texCommand(name string) *texBuiltin {
	b := texBuiltins[name]
	if b == nil {
		b = &texBuiltin{}
		texBuiltins[name] = b
	}
	return b
}

// texBuiltin is what the reader knows of a command of TeX, LaTeX or a package.
type texBuiltin struct {
	any    func(*tex, texToken)
	text   func(*tex, texToken)
	math   func(*tex, texToken)
	locked bool // keeps its meaning whatever a document defines
}

var texBuiltins = map[string]*texBuiltin{}

// commandName reads the name that a definition gives a meaning to: \name or {\name}.
func (r *tex) commandName() (*texSymbol, bool) {
	t := r.skipSpace()
	if t.kind == texText && t.text[0] == '*' {
		if len(t.text) > 1 {
			r.unread(t.from(1))
		}
		t = r.skipSpace()
	}
	if t.kind == texOpen {
		for _, u := range r.balanced(t) {
			if u.kind == texCmd {
				return u.sym, true
			}
			if u.kind == texText && !strings.HasPrefix(u.text, " ") {
				return r.symbol(u.text), true
			}
		}
		return nil, false
	}
	if t.kind == texCmd {
		if t.sym.name == "csname" {
			return r.symbol(r.csname()), true
		}
		return t.sym, true
	}
	if t.kind == texTilde {
		return nil, true
	}
	r.unread(t)
	return nil, false
}

// csname reads a name up to \endcsname.
func (r *tex) csname() string {
	var b strings.Builder
	for i := 0; i < 1000; i++ {
		t := r.next()
		switch {
		case t.kind == texEOF:
			return b.String()
		case t.kind == texCmd && t.sym.name == "endcsname":
			return b.String()
		case t.kind == texCmd && (t.sym.name == "begin" || t.sym.name == "end"): // no name goes on over these
			r.unread(t)
			return b.String()
		case t.kind == texCmd && t.sym.meaning().name == "string":
			b.WriteString(r.next().text)
		case t.kind == texCmd:
			r.expandOnce(t)
		default:
			b.WriteString(t.text)
		}
	}
	return b.String()
}

// expandOnce expands a macro or runs a command that leaves tokens; others are dropped.
func (r *tex) expandOnce(t texToken) {
	if t.sym.name == "begin" || t.sym.name == "end" {
		r.unread(t)
		return
	}
	if !r.expand(t) {
		if b := t.sym.meaning().builtin; b != nil && b.any != nil {
			b.any(r, t)
		}
	}
}

// expandAfter is \expandafter: the token after the next one is expanded first.
func (r *tex) expandAfter(t texToken) {
	first := r.next()
	second := r.next()
	if second.kind == texCmd && (second.sym.macro != nil || second.sym.builtin != nil && second.sym.builtin.any != nil && !texAssigns[second.sym.name]) {
		r.made++
		r.expanded++
		if r.expanded < texMaxPerCall && r.deep < 200 {
			r.deep++
			r.expandOnce(second)
			r.deep--
		}
	} else {
		r.unread(second)
	}
	if first.kind != texEOF {
		r.push([]texToken{first})
	}
}

// texAssigns are commands that \expandafter does not run before their turn.
var texAssigns = map[string]bool{"def": true, "gdef": true, "edef": true, "xdef": true, "let": true, "relax": true, "newcommand": true, "renewcommand": true, "input": true}

// loop is \loop body \repeat, whose body holds the condition under which it goes on.
func (r *tex) loop(t texToken) {
	body, ok := r.until([]texToken{{kind: texCmd, sym: r.symbol("repeat")}}, true)
	if !ok {
		return
	}
	again := texToken{kind: texCmd, sym: r.symbol("iterate"), text: `\iterate`}
	after, fi := again, again
	after.sym, after.text = r.symbol("expandafter"), `\expandafter`
	fi.sym, fi.text = r.symbol("fi"), `\fi`
	r.define(again.sym, &texMacro{body: append(body[:len(body):len(body)], after, again, fi)}, false)
	r.call([]texToken{again}, nil, t)
}

func (r *tex) atLetter(on bool) {
	if f := r.file(); f != nil {
		f.at = on
	}
}

// newCommand is \newcommand{\name}[n][default]{body}.
func (r *tex) newCommand(t texToken) {
	s, ok := r.commandName()
	if !ok || s == nil {
		return
	}
	m := &texMacro{params: r.classicParams(strings.HasSuffix(t.sym.name, "x"))}
	m.body = compile(r.arg())
	if strings.HasPrefix(t.sym.name, "provide") && (s.macro != nil || s.builtin != nil) {
		return
	}
	r.define(s, m, false)
}

// classicParams reads [n][default]; with keys also xargs' [n][1=default,usedefault].
func (r *tex) classicParams(keys bool) []texArgSpec {
	opt, found := r.option()
	if !found {
		return nil
	}
	n := min(atoi(r.plainText(opt)), 9)
	params := make([]texArgSpec, n)
	for i := range params {
		params[i].kind = 'm'
	}
	for i := 0; ; i++ {
		init, found := r.option()
		if !found {
			return params
		}
		if keys {
			for _, kv := range splitKeys(init) {
				if k := atoi(kv.key); k > 0 && k <= n {
					params[k-1] = texArgSpec{kind: 'o', open: "[", close: "]", init: kv.value}
				}
			}
			return params
		}
		if i < n {
			params[i] = texArgSpec{kind: 'o', open: "[", close: "]", init: init}
		}
	}
}

// newDocumentCommand is \NewDocumentCommand\name{spec}{body}.
func (r *tex) newDocumentCommand(t texToken) {
	s, ok := r.commandName()
	if !ok || s == nil {
		return
	}
	m := &texMacro{params: parseSpec(r.arg())}
	m.body = compile(r.arg())
	r.define(s, m, false)
}

// parseSpec reads the argument specification of xparse.
func parseSpec(spec []texToken) (params []texArgSpec) {
	flat := make([]texToken, 0, len(spec))
	for _, t := range spec { // letters one by one
		if t.kind == texText {
			for t.text != "" {
				_, n := utf8.DecodeRuneInString(t.text)
				flat = append(flat, t.to(n))
				t = t.from(n)
			}
		} else if t.kind != texSpace {
			flat = append(flat, t)
		}
	}
	group := func(i int) ([]texToken, int) {
		if i >= len(flat) {
			return nil, i
		}
		if flat[i].kind != texOpen {
			return flat[i : i+1], i + 1
		}
		depth := 0
		for j := i; j < len(flat); j++ {
			switch flat[j].kind {
			case texOpen:
				depth++
			case texClose:
				if depth--; depth == 0 {
					return flat[i+1 : j], j + 1
				}
			}
		}
		return nil, len(flat)
	}
	char := func(i int) (string, int) {
		if i < len(flat) {
			return flat[i].text, i + 1
		}
		return "", i
	}
	for i := 0; i < len(flat) && len(params) < 9; {
		p := texArgSpec{kind: 'm', open: "[", close: "]", none: true}
		c := flat[i].text
		i++
		switch c {
		case "m", "v":
		case "o":
			p.kind = 'o'
		case "O":
			p.kind, p.none = 'o', false
			p.init, i = group(i)
		case "s":
			p = texArgSpec{kind: 's'}
		case "t":
			p = texArgSpec{kind: 's'}
			p.open, i = char(i)
		case "d", "r", "D", "R":
			p.kind = 'd'
			p.open, i = char(i)
			p.close, i = char(i)
			if c == "D" || c == "R" {
				p.none = false
				p.init, i = group(i)
			}
		case "b":
			p.kind = 'b'
		default:
			continue // +, !, > and what else changes nothing here
		}
		params = append(params, p)
	}
	return params
}

// texEnv is an environment of the document.
type texEnv struct {
	params []texArgSpec
	begin  []texToken
	end    []texToken
	body   bool // \NewEnviron: \BODY in begin is the content
	box    bool // a frame around text: title from its options
}

// newEnvironment is \newenvironment{name}[n][default]{begin}{end} and its relatives.
func (r *tex) newEnvironment(t texToken) {
	r.star("*")
	kind := t.sym.name
	var e texEnv
	name := r.plainText(r.arg())
	if strings.HasSuffix(kind, "DocumentEnvironment") {
		e.params = parseSpec(r.arg())
	} else {
		e.params = r.classicParams(strings.HasSuffix(kind, "x"))
	}
	e.begin = compile(r.arg())
	if strings.HasSuffix(kind, "Environ") {
		e.body = true
		r.option()
	} else {
		e.end = compile(r.arg())
	}
	if texLockedEnvs[name] || name == "" {
		return
	}
	if strings.HasPrefix(kind, "provide") && (r.envs[name] != nil || r.theorems[name] != nil) {
		return
	}
	if kind[0] == 'r' && (texStructural[name] || texEnvSpecs[name].role == roleMath) {
		return // a changed layout of a list or of the proof, numbers of lines at a display: its role stays
	}
	r.envs[name] = &e
	if s := r.symbol(name); s.builtin == nil || !s.builtin.locked {
		delete(r.theorems, name)
	}
}

// def is \def\name#1.#2{body}.
func (r *tex) def(kind string, global bool) {
	t := r.skipSpace()
	if t.kind != texCmd {
		if t.kind == texTilde { // an active character
			r.arg()
			return
		}
		r.unread(t)
		return
	}
	s := t.sym
	if s.name == "csname" {
		s = r.symbol(r.csname())
	}
	m := &texMacro{long: r.long}
	r.long = false
	var text []texToken
	for i := 0; ; i++ {
		u := r.next()
		if u.kind == texOpen {
			m.body = r.balanced(u)
			break
		}
		if u.kind == texEOF || u.kind == texPar || i > 100 {
			r.unread(u)
			return
		}
		text = append(text, u)
	}
	for _, u := range compile(text) {
		n := len(m.params)
		switch {
		case u.kind == texParam:
			m.params = append(m.params, texArgSpec{kind: 'm'})
		case u.kind == texHash || u.kind == texSpace && n == 0:
		case n == 0:
			m.lead = append(m.lead, u)
			u.delimit()
		case u.kind != texSpace || m.params[n-1].kind == 'm':
			m.params[n-1].kind = 'u'
			m.params[n-1].until = append(m.params[n-1].until, u)
			u.delimit()
		}
	}
	if len(m.params) > 9 {
		return
	}
	if kind == "edef" || kind == "xdef" {
		m.body = r.expandAll(m.body)
	} else {
		m.body = compile(m.body)
	}
	if s.name == "@currentlabel" {
		r.label.number = r.plainText(m.body)
	}
	r.define(s, m, global || kind == "gdef" || kind == "xdef")
}

// delimit remembers of a command that it ends arguments, for which it needs no meaning.
func (t texToken) delimit() {
	if t.kind == texCmd {
		t.sym.delimits = true
	}
}

// letTo is \let\name=\other.
func (r *tex) letTo(global bool) {
	s, ok := r.commandName()
	if !ok {
		return
	}
	t := r.skipSpace()
	if t.kind == texText && t.text[0] == '=' {
		if len(t.text) > 1 {
			r.unread(t.from(1))
		}
		t = r.skipSpace()
	}
	if s == nil {
		return
	}
	if t.kind == texText && len(t.text) > 1 {
		_, n := utf8.DecodeRuneInString(t.text)
		r.unread(t.from(n))
		t = t.to(n)
	}
	r.letSymbol(s, t, global)
}

func (r *tex) letSymbol(s *texSymbol, t texToken, global bool) {
	if t.kind != texCmd {
		if t.kind != texEOF {
			r.define(s, &texMacro{let: &t}, global)
		}
		return
	}
	target := t.sym.meaning()
	switch {
	case target == s:
		if s.macro != nil && s.macro.alias != nil {
			r.define(s, nil, global)
		}
	case target.macro != nil:
		m := *target.macro
		r.define(s, &m, global)
	case target.builtin == nil && r.envs[target.name] != nil:
		if r.envs[s.name] == nil {
			r.envs[s.name] = r.envs[target.name]
		}
	case target.builtin == nil && r.theorems[target.name] != nil:
		if r.theorems[s.name] == nil {
			r.theorems[s.name] = r.theorems[target.name]
		}
	default:
		if target.name == "undefined" || target.name == "@undefined" {
			r.define(s, nil, global)
			return
		}
		r.define(s, &texMacro{alias: target}, global)
	}
}

func (r *tex) copyCommand(t texToken) {
	s, ok := r.commandName()
	o, ok2 := r.commandName()
	if ok && ok2 && s != nil && o != nil {
		r.letSymbol(s, texToken{kind: texCmd, sym: o}, false)
	}
}

// declareOperator is \DeclareMathOperator*{\name}{text}.
func (r *tex) declareOperator(t texToken) {
	star := r.star("*")
	s, ok := r.commandName()
	body := r.arg()
	if !ok || s == nil {
		return
	}
	name := `\operatorname`
	if star {
		name += "*"
	}
	out := []texToken{{kind: texCmd, sym: r.symbol("operatorname"), text: name}, {kind: texOpen, text: "{"}}
	r.define(s, &texMacro{body: append(append(out, body...), texToken{kind: texClose, text: "}"})}, false)
}

// declareDelimiter is mathtools' \DeclarePairedDelimiter\abs{\lvert}{\rvert}: \abs*{x} stretches.
func (r *tex) declareDelimiter(t texToken) {
	s, ok := r.commandName()
	left, right := r.arg(), r.arg()
	if !ok || s == nil {
		return
	}
	r.pairs[s] = texPair{left: left, right: right}
	r.define(s, nil, false)
}

// declareDelimiterX is \DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1,#2}.
func (r *tex) declareDelimiterX(t texToken) {
	s, ok := r.commandName()
	opt, _ := r.option()
	n := min(atoi(r.plainText(opt)), 9)
	left, right, body := r.arg(), r.arg(), compile(r.arg())
	if !ok || s == nil {
		return
	}
	r.pairs[s] = texPair{left: left, right: right, body: body, n: n}
	r.define(s, nil, false)
}

// texPair is a pair of delimiters that a document declared.
type texPair struct {
	left, right, body []texToken
	n                 int
}

// delimit expands a declared pair of delimiters.
func (r *tex) delimit(p texPair, t texToken) {
	stretch := r.star("*")
	size, _ := r.option()
	var args [][]texToken
	for range max(p.n, 1) {
		args = append(args, r.arg())
	}
	at := r.origin(t, r.lastArg)
	cmd := func(name string) texToken {
		return texToken{kind: texCmd, sym: r.symbol(name), text: `\` + name}
	}
	var body []texToken
	add := func(side string, delim []texToken) {
		switch {
		case stretch:
			body = append(body, cmd(side))
		case len(size) == 1 && size[0].kind == texCmd:
			body = append(body, cmd(size[0].sym.name+side[:1]))
		}
		body = append(body, delim...)
	}
	add("left", p.left)
	if p.body != nil {
		body = append(body, p.body...)
	} else {
		body = append(body, texToken{kind: texParam, tail: 1})
	}
	add("right", p.right)
	if r.expanded > texMaxPerCall || r.made > r.maxMade {
		return
	}
	r.call(body, args, at)
}

// expandAll expands all macros in tokens, as \edef does.
func (r *tex) expandAll(list []texToken) []texToken {
	if r.deep > 50 {
		return list
	}
	r.deep++
	defer func() { r.deep-- }()
	h := r.enter(list)
	var out []texToken
	for len(out) < texMaxPerCall {
		t := r.next()
		if t.kind == texEOF {
			break
		}
		if t.kind == texCmd {
			switch t.sym.meaning().name {
			case "noexpand", "protect", "string":
				if u := r.next(); u.kind != texEOF {
					out = append(out, u)
				}
				continue
			case "unexpanded":
				out = append(out, r.arg()...)
				continue
			}
			if r.expand(t) {
				continue
			}
			if b := t.sym.meaning().builtin; b != nil && b.any != nil && texExpandable[t.sym.meaning().name] {
				b.any(r, t)
				continue
			}
		}
		out = append(out, t)
	}
	r.leave(h)
	return out
}

// texExpandable are the commands that \edef replaces by what they yield.
var texExpandable = map[string]bool{
	"the": true, "arabic": true, "roman": true, "Roman": true, "alph": true, "Alph": true, "fnsymbol": true, "number": true, "value": true, "csname": true,
	"romannumeral": true, "expandafter": true, "@nameuse": true, "csuse": true, "ifnum": true, "ifx": true, "if": true, "else": true, "fi": true, "iftrue": true, "iffalse": true,
	"ifodd": true, "ifcase": true, "or": true, "ifdefined": true, "@arabic": true, "@roman": true, "@Roman": true, "@alph": true, "@Alph": true, "detokenize": true,
	"@firstoftwo": true, "@secondoftwo": true, "@gobble": true, "@firstofone": true, "twodigits": true, "numexpr": true,
}

// plainText expands tokens into a plain string: a label key, a number, a name.
func (r *tex) plainText(list []texToken) string {
	simple := true
	for i := range list {
		if list[i].kind == texCmd {
			simple = false
			break
		}
	}
	var b strings.Builder
	if simple {
		if len(list) == 1 {
			return strings.TrimSpace(list[0].text)
		}
		for i := range list {
			writePlain(&b, &list[i])
		}
		return strings.TrimSpace(b.String())
	}
	if r.deep > 50 {
		return ""
	}
	r.deep++
	h := r.enter(list)
	for b.Len() < 1<<16 {
		t := r.next()
		if t.kind == texEOF {
			break
		}
		if t.kind != texCmd {
			writePlain(&b, &t)
			continue
		}
		if r.expand(t) {
			continue
		}
		s := t.sym.meaning()
		switch {
		case s.macro != nil && s.macro.let != nil:
			b.WriteString(s.macro.let.text)
		case texNotPlain[s.name]:
			r.braced()
		case texSymbols[s.name] != "":
			b.WriteString(texSymbols[s.name])
		case s.builtin != nil && s.builtin.any != nil:
			s.builtin.any(r, t)
		case texAccents[s.name] != 0:
			b.WriteString(r.accented(s.name))
		case s.name == "textcolor" || s.name == "color" || s.name == "hspace" || s.name == "vspace" || s.name == "label" || s.name == "index":
			r.arg()
		case s.name == " " || s.name == "," || s.name == "nobreakspace" || s.name == "space" || s.name == "enspace" || s.name == "quad":
			b.WriteByte(' ')
		case len(s.name) == 1 && strings.Contains("%&$#_{}", s.name):
			b.WriteString(s.name)
		}
	}
	r.leave(h)
	r.deep--
	return strings.TrimSpace(b.String())
}

// texNotPlain are commands that have no place in a key, a number or a name.
var texNotPlain = map[string]bool{
	"begin": true, "end": true, "input": true, "include": true, "import": true, "subimport": true, "subfile": true, "documentclass": true, "usepackage": true,
	"RequirePackage": true, "LoadClass": true, "lemma@body": true, "lemma@title": true, "InputIfFileExists": true, "comment": true,
}

func writePlain(b *strings.Builder, t *texToken) {
	switch t.kind {
	case texOpen, texClose, texShift:
	case texSpace, texPar, texTilde:
		b.WriteByte(' ')
	default:
		if len(t.text) > 0 && t.text[0] == 0 {
			return
		}
		b.WriteString(t.text)
	}
}

// skipArgs reads arguments and drops them: m mandatory, b mandatory only when braced, o optional, s star.
func (r *tex) skipArgs(spec string) {
	for i := 0; i < len(spec); i++ {
		switch spec[i] {
		case 'm':
			r.arg()
		case 'b':
			r.braced()
		case 'o':
			r.option()
		case 's':
			r.star("*")
		case '<':
			r.between("<", ">")
		case '(':
			r.between("(", ")")
		}
	}
}

// texKey is one key of a list of options.
type texKey struct {
	key   string
	value []texToken
}

// splitKeys splits key=value, key={a,b}, key.
func splitKeys(list []texToken) (out []texKey) {
	depth, brackets := 0, 0
	var cur texKey
	var key strings.Builder
	inValue := false
	flush := func() {
		cur.key = strings.TrimSpace(key.String())
		v := cur.value
		for len(v) > 0 && v[0].kind == texSpace {
			v = v[1:]
		}
		for len(v) > 0 && v[len(v)-1].kind == texSpace {
			v = v[:len(v)-1]
		}
		if n := len(v); n > 1 && v[0].kind == texOpen && v[n-1].kind == texClose && closesAt(v) == n-1 {
			v = v[1 : n-1]
		}
		cur.value = v
		if cur.key != "" || len(v) > 0 {
			out = append(out, cur)
		}
		cur, inValue = texKey{}, false
		key.Reset()
	}
	for _, t := range list {
		switch t.kind {
		case texOpen:
			depth++
		case texClose:
			depth--
		}
		if depth > 0 || t.kind != texText {
			if inValue {
				cur.value = append(cur.value, t)
			} else {
				key.WriteString(t.text)
			}
			continue
		}
		for t.text != "" {
			i := strings.IndexAny(t.text, ",=[]")
			switch {
			case i < 0:
			case t.text[i] == '[':
				brackets++
				i = i + 1
			case t.text[i] == ']':
				brackets--
				i = i + 1
			case t.text[i] == ',' && brackets <= 0, t.text[i] == '=' && !inValue:
				head := t.to(i)
				if inValue {
					if i > 0 {
						cur.value = append(cur.value, head)
					}
				} else {
					key.WriteString(head.text)
				}
				if t.text[i] == ',' {
					flush()
				} else {
					inValue = true
				}
				t = t.from(i + 1)
				continue
			default:
				i++
			}
			if i < 0 {
				i = len(t.text)
			}
			if inValue {
				cur.value = append(cur.value, t.to(i))
			} else {
				key.WriteString(t.text[:i])
			}
			t = t.from(i)
		}
	}
	flush()
	return out
}

// closesAt is the index of the brace that closes the one at 0.
func closesAt(v []texToken) int {
	depth := 0
	for i := range v {
		switch v[i].kind {
		case texOpen:
			depth++
		case texClose:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}
