package reader

import (
	"strings"

	"lemma/core"
)

// texFormula is a formula that is being read.
type texFormula struct {
	close      string // "$", "$$", `\)`, `\]`, or the name of the environment
	env        bool
	display    bool
	numbered   bool // rows get numbers
	rows       bool // every row gets its own
	block      int
	envs       []string // environments open in it
	braces     int
	stepped    bool // the row has its number already
	skip       bool // \notag
	tag        string
	number     string
	keys       []string // labels of the row
	word       bool     // a control word was written last: a letter after it needs a blank
	blankLines int
}

func init() {
	texInText("(", func(r *tex, t texToken) { r.math(t, texFormula{close: `\)`}) })
	texInText("[", func(r *tex, t texToken) { r.math(t, texFormula{close: `\]`, display: true}) })
	texInText("ensuremath", func(r *tex, t texToken) { r.mathArg(r.arg(), t) })
	for _, n := range []string{"(", ")", "[", "]"} {
		texCommand(n).locked = true
	}
	for _, n := range []string{"mathbb", "mathbf", "mathcal", "mathfrak", "mathit", "mathrm", "mathscr", "mathsf", "mathtt"} {
		texCommand(n).locked = true // an alphabet, whatever font a document takes for it
	}
	texMath("operator@font", func(r *tex, t texToken) { // \mathop{\operator@font Hom}
		r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol("rm"), text: `\rm`, part: t.part, pos: t.pos, end: t.end}})
	})
	for n, spec := range map[string]string{"index": "om", "glsadd": "om", "vspace": "sm", "noindent": "", "allowbreak": "", "nobreak": "", "displaybreak": "o", "pagebreak": "o", "nopagebreak": "o", "linebreak": "o", "nolinebreak": "o", "color": "om", "textcolor": "om", "phantomsection": "", "qedhere": "", "xspace": "", "ensuremath": "", "leavevmode": "", "bgroup": "", "egroup": "", "begingroup": "", "endgroup": "", "uses": "", "lean": "m", "leanok": "", "boldmath": "", "unboldmath": "", "hypertarget": "m", "hyperlink": "m", "href": "m", "ifmmode@": "", "displaylimits": "", "null": "", "indent": "", "par": "", "mathchardef": "m", "postdisplaypenalty": "", "goodbreak": "", "break": "", "smallskip": "", "medskip": "", "bigskip": "", "centering": "", "sindex": "om", "newline": "", "footnotemark": "o", "marginpar": "om", "todo": "om"} {
		texMath(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
	texMath("texorpdfstring", func(r *tex, t texToken) { a := r.arg(); r.arg(); r.push(a) })
	texMath("footnote", func(r *tex, t texToken) { r.option(); r.notes = append(r.notes, texNote{r.arg(), r.label}) })
}

// texMath adds what a command does in mathematics; others are copied.
func texMath(name string, f func(*tex, texToken)) { texCommand(name).math = f }

// shift is $ in text.
func (r *tex) shift(t texToken) {
	u := r.next()
	if u.kind == texShift {
		r.math(t, texFormula{close: "$$", display: true})
		return
	}
	r.unread(u)
	r.math(t, texFormula{close: "$"})
}

// mathArg reads tokens as a formula in text.
func (r *tex) mathArg(list []texToken, t texToken) {
	if r.deep > 40 || r.muted {
		return
	}
	r.deep++
	h := r.enter(list)
	r.visible()
	r.fixed("$", t)
	f := texFormula{close: "\x00", block: -1}
	r.formula(&f)
	r.fixed("$", t)
	r.leave(h)
	r.deep--
}

// mathEnv is \begin{equation} and its like.
func (r *tex) mathEnv(name string, t texToken) {
	base := strings.TrimSuffix(name, "*")
	f := texFormula{close: name, env: true, display: base != "math", numbered: base == name && base != "math" && base != "displaymath" && base != "tikzcd" && base != "CD" && !strings.HasPrefix(base, "mathpar")}
	switch base {
	case "align", "gather", "flalign", "eqnarray", "alignat", "xalignat", "IEEEeqnarray", "dgroup":
		f.rows = true
	}
	r.math(t, f)
}

// math reads a formula from its opening delimiter on.
func (r *tex) math(t texToken, f texFormula) {
	if r.muted {
		f.block = -1
		r.formula(&f)
		return
	}
	f.block = -1
	block := f.display && r.inline == 0
	label := r.label
	if block {
		r.endPar(1)
		if r.sep == 2 && !r.headOpen() {
			r.sep = 1
		}
		f.block = r.openBlock(core.Math)
		r.label.block = f.block
		for _, k := range r.subKeys {
			l := r.labels[k]
			l.block = f.block
			r.setKey(k, l)
		}
		r.subKeys = nil
		r.space = false
	} else {
		r.visible()
	}
	open, closing := f.close, f.close
	switch {
	case f.env:
		open, closing = `\begin{`+f.close+"}", `\end{`+f.close+"}"
	case f.close == `\)`:
		open = `\(`
	case f.close == `\]`:
		open = `\[`
	}
	r.delimiter(open, t)
	if block {
		r.doc.Blocks[f.block].Body.Start = len(r.buf)
	}
	if f.numbered && !f.rows {
		r.stepEquation(&f)
	}
	end := r.formula(&f)
	if block {
		r.doc.Blocks[f.block].Body.End = len(r.buf)
	}
	if end.kind == texEOF {
		end = t
		end.end = end.pos
	}
	r.delimiter(closing, end)
	r.endRow(&f)
	if block {
		r.closeBlock(f.block)
		r.headEnd = 0
		r.sep = 1
	}
	r.label = label
}

// delimiter writes a delimiter, as a copy where the source has it in one piece.
func (r *tex) delimiter(s string, t texToken) {
	if !t.made && t.end > t.pos {
		if src := r.source(t.part); strings.HasPrefix(src[t.pos:], s) {
			r.copy(t.part, int(t.pos), s)
			return
		}
	}
	r.fixed(s, t)
}

// source is the text of a part.
func (r *tex) source(part int32) string {
	if part == 0 {
		return r.rootSrc
	}
	return r.parts[part].src
}

// stepEquation numbers an equation, or a row of several.
func (r *tex) stepEquation(f *texFormula) {
	if f.stepped || r.muted {
		return
	}
	r.step("equation")
	f.stepped = true
	r.setLabel("equation", r.the("equation"))
}

// endRow gives the labels of a row their number.
func (r *tex) endRow(f *texFormula) {
	if r.muted {
		return
	}
	number := ""
	switch {
	case f.tag != "":
		number = f.tag
		if f.stepped && !f.rows { // \tag in a numbered display: the counter does not move
			r.counter("equation").value--
		}
	case f.skip && !f.rows:
		if f.stepped {
			r.counter("equation").value--
		}
	case f.numbered && !f.skip:
		if f.rows {
			f.stepped = false
			r.stepEquation(f)
		}
		number = r.label.number
	}
	if number != "" && f.block >= 0 && r.doc.Blocks[f.block].Number == "" {
		r.doc.Blocks[f.block].Number = number
	}
	for _, k := range f.keys {
		l := r.label
		if number != "" {
			l.number, l.kind, l.env, l.head = number, "equation", "", ""
		}
		if f.block >= 0 {
			l.block = f.block
		}
		r.setKey(k, l)
	}
	if number != "" {
		f.number = number
	}
	f.tag, f.keys, f.skip, f.stepped = "", nil, false, false
}

// formula copies a formula up to its end and returns the token that closed it, or none when it was not closed.
func (r *tex) formula(f *texFormula) texToken {
	outer := r.inMath
	r.inMath = true
	defer func() { r.inMath = outer }()
	for {
		if r.steps++; r.steps&4095 == 0 && r.ctx.Err() != nil {
			return texToken{}
		}
		t := r.next()
		switch t.kind {
		case texEOF:
			return t
		case texOpen:
			f.braces++
			r.mathOut(f, t)
		case texClose:
			if f.braces == 0 {
				if f.close == "$" || f.close == `\)` { // the group around it ends first
					r.unread(t)
					return texToken{}
				}
				continue
			}
			f.braces--
			r.mathOut(f, t)
		case texShift:
			if f.braces > 0 || len(f.envs) > 0 && f.close != "$" {
				r.mathOut(f, t)
				continue
			}
			if f.close == "$$" {
				if u := r.next(); u.kind != texShift {
					r.unread(u)
				}
				return t
			}
			if f.close == "$" {
				return t
			}
			if len(f.envs) == 0 && (f.env || f.close == `\]`) {
				r.mathOut(f, t)
			}
		case texPar:
			if f.close == "$" || f.close == `\)` {
				if f.braces == 0 {
					r.unread(t)
					return texToken{}
				}
			}
			if f.close == "$$" || f.close == `\]` {
				if f.blankLines++; f.blankLines > 8 { // it was never closed
					r.unread(t)
					return texToken{}
				}
			}
			r.mathOut(f, texToken{kind: texSpace, made: true, text: "\n", part: t.part, pos: t.pos, end: t.end})
		case texCmd:
			if end, done := r.mathCommand(f, t); done {
				return end
			}
		case texText:
			if t.text[0] != 0 {
				r.mathOut(f, t)
			}
		case texParam:
		case texHash:
			if !r.shortVerb(t) {
				r.mathOut(f, t)
			}
		default:
			r.mathOut(f, t)
		}
	}
}

// mathOut writes a token of a formula as it was written.
func (r *tex) mathOut(f *texFormula, t texToken) {
	if r.muted {
		return
	}
	if len(r.buf) > r.maxText {
		r.limited("makes the text too long")
		return
	}
	if f.word && (t.kind == texText && (letter(t.text[0]) || t.text[0] >= 0x80) || t.kind == texParam) {
		r.buf = append(r.buf, ' ')
	}
	f.word = false
	switch {
	case t.kind == texSpace:
		if r.buf[len(r.buf)-1] == ' ' || r.buf[len(r.buf)-1] == '\n' {
			return
		}
		if t.made && strings.IndexByte(t.text, '\n') < 0 {
			t.text = " "
		}
		r.emit(t)
	case t.kind == texCmd:
		if s := t.sym.meaning(); s != t.sym { // \let\phi\varphi
			t.text = `\` + s.name
			r.fixed(t.text, t)
		} else {
			r.emit(t)
		}
		f.word = letter(t.text[len(t.text)-1])
		if t.tail > 0 && !t.made {
			src := r.source(t.part)
			r.copy(t.part, int(t.end), src[t.end:int(t.end)+int(t.tail)])
			f.word = false
		}
	default:
		r.emit(t)
	}
}

// mathCommand handles a command in a formula; done: it ends it.
func (r *tex) mathCommand(f *texFormula, t texToken) (end texToken, done bool) {
	s := t.sym
	switch s.name {
	case ")", "]":
		if f.close == `\`+s.name && f.braces == 0 {
			return t, true
		}
		if s.name == ")" && f.braces > 0 || s.name == "]" && f.braces > 0 {
			r.mathOut(f, t)
		}
		return t, false
	case "(":
		if f.braces > 0 {
			r.mathOut(f, t)
		}
		return t, false
	case "begin":
		name := r.plainText(r.arg())
		if e := r.envs[name]; e != nil && len(e.begin)+len(e.end) > 0 {
			r.mathUser(name, e, t)
			return t, false
		}
		if f.display && f.braces == 0 && r.breaksMath(name) {
			r.unreadEnv("begin", name)
			return texToken{}, true
		}
		if spec := texEnvSpecs[name]; spec.role == roleDrop || spec.role == roleHidden {
			r.skipRaw(name, spec.role, t)
			return t, false
		}
		if len(f.envs) < texMaxDepth {
			f.envs = append(f.envs, name)
		}
		r.mathOut(f, texToken{kind: texAlign, made: true, text: `\begin{` + name + "}", part: t.part, pos: t.pos, end: max(t.end, r.lastArg.end)})
		return t, false
	case "end":
		name := r.plainText(r.arg())
		at := t
		if !t.made && !r.lastArg.made && r.lastArg.end > t.end && r.lastArg.part == t.part {
			at.end = r.lastArg.end
		}
		n := len(f.envs)
		if n > 0 && f.envs[n-1] == name {
			f.envs = f.envs[:n-1]
			r.mathOut(f, texToken{kind: texAlign, made: true, text: `\end{` + name + "}", part: at.part, pos: at.pos, end: at.end})
			return t, false
		}
		if f.env && name == f.close {
			return at, true
		}
		if m := len(r.mathUsers); m > 0 && r.mathUsers[m-1].name == name {
			u := r.mathUsers[m-1]
			r.mathUsers = r.mathUsers[:m-1]
			r.call(u.env.end, u.args, t)
			return t, false
		}
		if r.openEnvs[name] > 0 || name == "document" {
			if i := len(r.frames) - 1; i >= 0 && r.frames[i].env == name && r.frames[i].user != nil { // its end code closes the formula
				e := r.frames[i].user
				r.frames[i].user = nil
				r.push(r.endTokens(name))
				r.call(e.end, r.frames[i].args, t)
				return t, false
			}
			r.unreadEnv("end", name)
			return texToken{}, true
		}
		return t, false
	case `\`, "cr", "tabularnewline":
		if len(f.envs) == 0 && f.braces == 0 && f.rows && s.name != "tabularnewline" {
			r.endRow(f)
		}
		r.mathOut(f, t)
		return t, false
	case "label":
		if key := r.plainText(r.arg()); key != "" {
			f.keys = append(f.keys, key)
		}
		return t, false
	case "mathchoice": // display, text, script, scriptscript
		args := [4][]texToken{r.arg(), r.arg(), r.arg(), r.arg()}
		a := args[1]
		if f.display {
			a = args[0]
		}
		if len(a) > 0 && a[0].kind == texCmd && (a[0].sym.name == "mbox" || a[0].sym.name == "hbox") { // a group of its own
			r.push(a)
		} else {
			r.pushArgs(a)
		}
		return t, false
	case "mbox", "hbox":
		if s.macro == nil {
			if formula, ok := r.boxed(); ok {
				r.pushArgs(formula)
				return t, false
			}
		}
	case "nonumber", "notag":
		f.skip = true
		return t, false
	case "tag":
		star := r.star("*")
		arg, ok := r.braced()
		if !ok { // AMS-TeX: \tag 1.1$$
			for len(arg) < maxPlainHead && r.peek().kind == texText {
				arg = append(arg, r.next())
			}
			if len(arg) == 0 {
				arg = r.arg()
			}
		}
		if f.tag = r.plainText(arg); f.tag == "" || hasShift(arg) {
			f.tag = r.rawText(arg)
		}
		out := `\tag{`
		if star {
			out = `\tag*{`
		}
		if !r.muted {
			r.fixed(out, t)
			r.tagText(arg)
			r.fixed("}", t)
		}
		return t, false
	}
	if texRefCommands[s.name] && s.macro == nil {
		r.reference(t)
		return t, false
	}
	if s.macro != nil {
		if s.macro.let != nil {
			u := *s.macro.let
			u.made, u.part, u.pos, u.end = true, t.part, t.pos, t.end
			r.push([]texToken{u})
			r.made++
			r.expanded++
			return t, false
		}
		if s.macro.alias == nil && r.draws(s.macro, 0) {
			r.mathOut(f, t)
			return t, false
		}
		if len(s.macro.params) == 0 && t.tail > 0 && !t.made && s.macro.alias == nil { // keeps what it prints apart from what follows
			r.push([]texToken{{kind: texSpace, made: true, text: " ", part: t.part, pos: t.pos, end: t.end}})
		}
		if r.expand(t) {
			return t, false
		}
	}
	if p, ok := r.pairs[s]; ok {
		r.delimit(p, t)
		return t, false
	}
	switch b := s.meaning().builtin; {
	case b != nil && b.math != nil:
		b.math(r, t)
	case b != nil && b.any != nil:
		b.any(r, t)
	case texLengths[s.name] && s.name != "mathsurround":
		r.dimension()
	case texSections[s.name] > 0 && f.braces == 0: // it was never closed
		r.unread(t)
		return texToken{}, true
	default:
		r.mathOut(f, t)
	}
	return t, false
}

// boxed reads the formula in a box that keeps its size or face, \mbox{\boldmath$\displaystyle x$}, when the box holds
// nothing else.
func (r *tex) boxed() (formula []texToken, ok bool) {
	var read []texToken
	shifts, depth, bold := 0, 0, false
	for len(read) < maxBoxed {
		t := r.next()
		if t.kind == texEOF {
			break
		}
		read = append(read, t)
		switch {
		case len(read) == 1 && t.kind == texOpen:
		case shifts == 0 && len(read) > 1 && t.kind == texCmd:
			bold = bold || t.sym.name == "boldmath"
		case shifts < 2 && len(read) > 1 && t.kind == texShift && depth == 0:
			shifts++
		case shifts == 1 && t.kind != texShift:
			switch t.kind {
			case texOpen:
				depth++
			case texClose:
				depth--
			}
			if len(formula) > 0 || t.kind != texCmd || !strings.HasSuffix(t.sym.name, "style") {
				formula = append(formula, t)
			}
		case shifts == 2 && t.kind == texClose && len(formula) > 0:
			if bold {
				formula = append(append([]texToken{{kind: texCmd, made: true, sym: r.symbol("boldsymbol"), text: `\boldsymbol`}, {kind: texOpen, made: true, text: "{"}},
					formula...), texToken{kind: texClose, made: true, text: "}"})
			}
			return formula, true
		default:
			r.push(read)
			return nil, false
		}
	}
	r.push(read)
	return nil, false
}

// maxBoxed bounds a formula that is looked for in a box, in tokens.
const maxBoxed = 64

// tagText writes the text of a \tag as it stands, but for its references: \tag{by \cref{key}}.
func (r *tex) tagText(list []texToken) {
	h := r.enter(list)
	for {
		t := r.next()
		switch {
		case t.kind == texEOF:
			r.leave(h)
			return
		case t.kind == texCmd && texRefCommands[t.sym.name] && t.sym.macro == nil:
			r.reference(t)
		default:
			r.emit(t)
		}
	}
}

func hasShift(list []texToken) bool {
	for i := range list {
		if list[i].kind == texShift {
			return true
		}
	}
	return false
}

// breaksMath reports whether an environment cannot stand in a formula, so that the formula was never closed.
func (r *tex) breaksMath(name string) bool {
	if r.theorems[name] != nil {
		return true
	}
	switch texEnvSpecs[name].role {
	case roleProof, roleList, roleFloat, roleBib, roleQuote, roleDocument, roleRestate:
		return true
	}
	_, known := texEnvSpecs[name]
	_, _, head := headOf(name)
	return head && !known && len(name) > 3
}

// unreadEnv gives back \begin{name} or \end{name}.
func (r *tex) unreadEnv(cmd, name string) {
	out := r.endTokens(name)
	out[0].sym, out[0].text = r.symbol(cmd), `\`+cmd
	r.push(out)
}

// texMathUser is an environment of the document that is open in a formula.
type texMathUser struct {
	name string
	env  *texEnv
	args [][]texToken
}

// mathUser opens an environment of the document within a formula.
func (r *tex) mathUser(name string, e *texEnv, t texToken) {
	if len(r.mathUsers) > texMaxDepth || r.made > r.maxMade {
		return
	}
	m := texMacro{params: e.params}
	args, last, _ := r.arguments(&m, t)
	r.mathUsers = append(r.mathUsers, texMathUser{name, e, args})
	r.call(e.begin, args, r.origin(t, last))
}

// subequations numbers the equations in it 2a, 2b, …
func (r *tex) subequations(f *texFrame) {
	r.step("equation")
	parent := r.the("equation")
	r.setLabel("equation", parent)
	r.label.block = texNextMath
	c := r.counter("equation")
	value := c.value
	c.value = 0
	s := r.symbol("theequation")
	old := s.macro
	s.macro = &texMacro{body: append([]texToken{r.word(parent)}, r.style("alph", "equation")...)}
	f.restore = func(r *tex) {
		c.value = value
		s.macro = old
	}
}
