package reader

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// texRole is what an environment is for the page.
type texRole uint8

const (
	roleNone    texRole = iota
	roleLayout          // its content stands where it would stand without it
	roleTheorem         // theorem-like, or a proof
	roleBox             // another named box
	roleQuote
	roleList
	roleTable
	roleFloat
	roleMath
	roleVerb
	roleHidden // a comment
	roleDrop   // a drawing
	roleProof
	roleBib
	roleDocument
	roleSubeq
	roleRestate
	roleAlgo
	roleTitle // a title page
	roleFrame // a slide: its title is a heading
)

// sep is how many line ends stand after a block of the role.
func (k texRole) sep() int {
	if k == roleList || k == roleTable {
		return 1
	}
	return 2
}

// texEnvSpec is what the reader knows of an environment.
type texEnvSpec struct {
	role texRole
	args string // arguments to drop
}

// texEnvSpecs are the environments of LaTeX and of common packages.
var texEnvSpecs = func() map[string]texEnvSpec {
	m := map[string]texEnvSpec{}
	add := func(role texRole, args, names string) {
		for _, n := range strings.Fields(names) {
			m[n] = texEnvSpec{role, args}
		}
	}
	add(roleLayout, "", `center flushleft flushright raggedright raggedleft centering small footnotesize scriptsize tiny normalsize large Large LARGE huge sloppypar samepage titlepage
 singlespace doublespace onehalfspace frontmatter mainmatter backmatter group em itshape bfseries it bf sl sc rm tt sffamily ttfamily appendices subappendices landscape
 trivlist fullwidth fcolumn otherlanguage* english widetext acks columns paracol strip appendix spacing* Form dialogue document* multicolsx`)
	add(roleLayout, "o", "framed shaded shaded* leftbar snugshade oframed minipage* flushenumerate onecolumn")
	add(roleLayout, "m", "otherlanguage spacing hyphenrules hangparas turn sideways addmargin foreignlanguage CJK* linespread fontsize")
	add(roleLayout, "mo", "multicols multicols* multicolumns")
	add(roleLayout, "ooom", "minipage")
	add(roleLayout, "omm", "adjustwidth adjustwidth*")
	add(roleLayout, "m", "column changemargin")
	add(roleLayout, "<o", "onlyenv overlayarea uncoverenv")
	add(roleDocument, "", "document")
	add(roleFrame, "", "frame")
	add(roleBox, "m", "block alertblock exampleblock")
	add(roleQuote, "", "quote quotation verse displayquote blockquote epigraphs quoting")
	add(roleList, "", "itemize enumerate description list compactitem compactenum compactdesc inparaenum inparaitem asparaenum asparaitem enumerate* itemize* description* easylist tasks dingautolist dinglist labeling basedescript questions parts subparts checklist inlinelist")
	add(roleTable, "om", "tabular longtable supertabular xltabular array mpsupertabular longtable* tabu longtabu")
	add(roleTable, "mom", "tabular* tabularx tabulary xtabular")
	add(roleTable, "om", "tblr longtblr talltblr")
	add(roleFloat, "o", "figure figure* table table* algorithm algorithm* listing scheme chart graph sidewaysfigure sidewaystable SCfigure marginfigure margintable float algorithm2e floatingfigure")
	add(roleFloat, "oommo", "wrapfigure wraptable")
	add(roleLayout, "om", "subfigure subtable")
	add(roleLayout, "", "threeparttable tablenotes measuredfigure")
	add(roleMath, "", "math displaymath equation equation* align align* gather gather* multline multline* flalign flalign* eqnarray eqnarray* dmath dmath* dgroup dgroup* darray mathpar mathparpagebreakable numcases subnumcases IEEEeqnarray IEEEeqnarray* subalign empheq tikzcd CD gathered* xalignat xxalignat")
	add(roleMath, "", "alignat alignat* xalignat*")
	add(roleVerb, "", "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted alltt semiverbatim SaveVerbatim listing* pyconsole python sagecode Highlighting Shaded code lstcode lean haskell spec verbatimtab VerbatimOut filecontents filecontents* sageblock sagesilent pycode luacode luacode*")
	add(roleHidden, "", "comment commentenv excludecomment")
	add(roleDrop, "", "tikzpicture picture pspicture pspicture* asy asydef asypicture pgfpicture circuitikz axis forest xy mfpic metapost tikzfigure feynman feynmandiagram psfrags overpic dot2tex lilypond chessboard prooftree* pgfplots scope tangle psmatrix texdraw")
	add(roleProof, "", "proof proof* pf pf* Proof prf IEEEproof IEEEproof* demo")
	add(roleBox, "o", "abstract keywords keyword AMS tcolorbox mdframed")
	add(roleBib, "m", "thebibliography")
	add(roleBib, "", "biblist bibdiv references")
	add(roleLayout, "o", "bibsection")
	add(roleSubeq, "", "subequations")
	add(roleRestate, "", "restatable restatable* thmrestate")
	add(roleAlgo, "o", "algorithmic algorithmic* pseudocode codebox algpseudocode")
	add(roleTitle, "", "titlingpage frontmatter*")
	return m
}()

// texStructural are environments whose role a document does not change by a new layout.
var texStructural = map[string]bool{
	"proof": true, "itemize": true, "enumerate": true, "description": true, "abstract": true, "figure": true, "table": true, "equation": true, "align": true,
	"quote": true, "quotation": true, "thebibliography": true, "verbatim": true, "document": true, "center": true, "theindex": true, "titlepage": true,
}

// texLockedEnvs cannot be defined by a document.
var texLockedEnvs = map[string]bool{"document": true}

func init() {
	texAny("begin", func(r *tex, t texToken) { r.begin(t) })
	texAny("end", func(r *tex, t texToken) { r.end(t) })
	texAny("lemma@document", func(r *tex, t texToken) { r.muted = false })
	texAny("lemma@body", func(r *tex, t texToken) { r.bodyStarts() })
	for _, n := range []string{"excludecomment", "excludeversion", "specialcomment"} {
		texAny(n, func(r *tex, t texToken) {
			name := r.plainText(r.arg())
			if t.sym.name == "specialcomment" {
				a, b := r.arg(), r.arg()
				r.envs[name] = &texEnv{begin: a, end: b}
				return
			}
			r.envs[name] = &texEnv{begin: []texToken{{kind: texCmd, made: true, sym: r.symbol("comment"), text: `\comment`}}}
		})
	}
	for _, n := range []string{"includecomment", "includeversion"} {
		texAny(n, func(r *tex, t texToken) { r.envs[r.plainText(r.arg())] = &texEnv{} })
	}
	texAny("comment", func(r *tex, t texToken) { // the command form, in \newenvironment{note}{\comment}{\endcomment}
		if n := len(r.frames); n > 0 && r.frames[n-1].env != "" && t.made {
			r.skipRaw(r.frames[n-1].env, roleHidden, t)
			return
		}
		r.braced() // \comment{…}
	})
}

// begin is \begin{name}.
func (r *tex) begin(t texToken) {
	name := r.plainText(r.arg())
	r.beginEnv(name, t)
}

func (r *tex) beginEnv(name string, t texToken) {
	if name == "" {
		return
	}
	spec, known := texEnvSpecs[name]
	if r.muted && spec.role != roleDocument {
		switch {
		case spec.role == roleHidden, spec.role == roleVerb, spec.role == roleDrop:
			r.skipRaw(name, spec.role, t)
		case name == "abstract":
			if body, ok := r.collect(name); ok { // before \begin{document}
				r.atBegin = append(append(append(r.atBegin, r.beginTokens(name)...), body...), r.endTokens(name)...)
			}
		}
		return
	}
	if e := r.envs[name]; e != nil {
		r.beginUser(name, e, t)
		return
	}
	if th := r.theorems[name]; th != nil {
		r.beginTheorem(name, th, false)
		return
	}
	base := strings.TrimSuffix(name, "*")
	if th := r.theorems[base]; th != nil && base != name && !known {
		r.beginTheorem(name, th, true)
		return
	}
	if !known && base != name {
		spec, known = texEnvSpecs[base]
	}
	if !known {
		r.beginUnknown(name)
		return
	}
	switch spec.role {
	case roleDocument:
		r.beginDocument()
		return
	case roleMath:
		r.mathEnv(name, t)
		return
	case roleVerb, roleHidden, roleDrop:
		r.skipRaw(name, spec.role, t)
		return
	case roleProof:
		r.beginProof(name)
		return
	case roleRestate:
		r.beginRestatable(name)
		return
	case roleList:
		r.beginList(name)
		return
	case roleTable:
		r.skipArgs(spec.args)
		r.beginTable(name)
		return
	case roleBox:
		if spec.args == "m" { // \begin{block}<1->{Title}
			r.between("<", ">")
			title, _ := r.braced()
			r.beginBox(name, title)
			return
		}
		opts, _ := r.option()
		r.beginBox(name, opts)
		return
	}
	if len(spec.args) > 0 && spec.args[0] == '<' {
		r.skipArgs("<")
		spec.args = spec.args[1:]
	}
	if spec.role == roleBib {
		r.skipArgs(strings.ReplaceAll(spec.args, "m", "b"))
	} else {
		r.skipArgs(spec.args)
	}
	var title []texToken
	if spec.role == roleFrame {
		r.between("<", ">")
		r.skipArgs("oo")
		title, _ = r.braced()
	}
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.role = spec.role
	switch spec.role {
	case roleFrame:
		r.endPar(2)
		if len(title) > 0 {
			r.pushArgs(title)
			r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol("frametitle"), text: `\frametitle`}})
		}
	case roleLayout:
		if r.inline == 0 && name != "em" {
			r.endPar(1)
		}
	case roleQuote:
		r.block(f, core.Quote, name)
	case roleFloat:
		r.block(f, core.Environment, name)
		r.doc.Blocks[f.block].Name = base
	case roleBib:
		r.block(f, core.Environment, "thebibliography")
		r.bibCount = 0
	case roleSubeq:
		r.subequations(f)
	case roleAlgo:
		r.block(f, core.Paragraph, "")
		r.doc.Blocks[f.block].Kind = core.Code
		r.inline++
	}
}

// block opens the block of a frame; what follows stands in it.
func (r *tex) block(f *texFrame, kind core.BlockKind, name string) {
	r.inline = 0
	r.endPar(f.role.sep())
	f.block = r.openBlock(kind)
	r.doc.Blocks[f.block].Name = name
	r.parent = f.block
}

// beginUnknown opens an environment that nobody defined. A name that is a head word makes it theorem-like.
func (r *tex) beginUnknown(name string) {
	if name == "" {
		return
	}
	if _, h, ok := headOf(name); ok {
		if h.Class == text.Proof {
			r.beginProof(name)
			return
		}
		r.beginTheorem(name, nil, strings.HasSuffix(name, "*"))
		return
	}
	if s := r.symbol(name); s.macro != nil { // \begin{x} is \x
		if f := r.pushFrame(name); f != nil {
			f.role = roleLayout
		}
		r.expand(texToken{kind: texCmd, made: true, sym: s, text: `\` + name})
		return
	}
	r.lose("unknown-environment", "environments that were not defined, such as "+name+"; their content is kept")
	var opts []texToken
	if f := r.direct(); f == nil || strings.HasPrefix(f.src[f.pos:], "[") {
		opts, _ = r.option()
	}
	r.beginBox(name, opts)
}

// beginUser opens an environment that the document defined.
func (r *tex) beginUser(name string, e *texEnv, t texToken) {
	outer := r.envName
	r.envName = name
	taken := e.body
	if e.box && len(e.params) == 0 {
		r.option()
	}
	for _, p := range e.params {
		taken = taken || p.kind == 'b'
	}
	m := texMacro{params: e.params}
	if r.made > r.maxMade {
		r.limited("expands to more than the limit")
		r.envName = outer
		return
	}
	args, last, _ := r.arguments(&m, t)
	r.envName = outer
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.user, f.args, f.opening = e, args, true
	if !r.transparent(e) {
		f.role = roleBox
		r.block(f, core.Environment, strings.TrimSuffix(name, "*"))
		f.head = len(r.buf)
		r.label.block, r.label.env = f.block, name
		if head, _, ok := headOf(name); ok {
			r.doc.Blocks[f.block].Head = head
		}
	} else {
		f.role = roleLayout
	}
	if taken {
		var body []texToken
		if e.body {
			body, _ = r.collect(name)
			r.define(r.symbol("BODY"), &texMacro{body: body}, false)
		}
		r.push(r.endTokens(name))
	}
	if f.block >= 0 {
		r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol("lemma@body"), text: `\lemma@body`}})
	}
	r.call(e.begin, args, r.origin(t, last))
}

// transparent reports whether an environment of the document only dresses up one that has a role of its own.
func (r *tex) transparent(e *texEnv) bool {
	for i, t := range e.begin {
		switch {
		case t.kind == texShift && i+1 < len(e.begin) && e.begin[i+1].kind == texShift:
			return true
		case t.kind != texCmd:
			continue
		}
		name := t.sym.name
		if name == "begin" && i+2 < len(e.begin) && e.begin[i+1].kind == texOpen {
			name = ""
			for _, u := range e.begin[i+2:] {
				if u.kind != texText {
					break
				}
				name += u.text
			}
		} else if name == "csname" && i+1 < len(e.begin) {
			name = e.begin[i+1].text
		} else if name == "[" || name == "(" || name == "comment" || texSections[name] != 0 {
			return true
		} else if t.sym.macro != nil || t.sym.builtin != nil && t.sym.builtin.text != nil {
			continue
		}
		if r.theorems[name] != nil || r.theorems[strings.TrimSuffix(name, "*")] != nil {
			return true
		}
		if u := r.envs[name]; u != nil && u != e && (len(u.begin) > 0 || u.box) {
			return true
		}
		switch texEnvSpecs[name].role {
		case roleMath, roleFloat, roleTable, roleVerb, roleHidden, roleDrop, roleProof, roleRestate, roleBib:
			return true
		}
	}
	return false
}

// openingFrame returns the environment whose begin code is being read.
func (r *tex) openingFrame() *texFrame {
	for n := len(r.frames) - 1; n >= 0; n-- {
		if r.frames[n].opening {
			return &r.frames[n]
		}
	}
	return nil
}

// bodyStarts ends the begin code of an environment: what it printed is the head.
func (r *tex) bodyStarts() {
	f := r.openingFrame()
	if f == nil || f.block < 0 {
		return
	}
	f.opening = false
	b := &r.doc.Blocks[f.block]
	if len(r.buf) <= f.head {
		return
	}
	printed := strings.TrimSpace(string(r.buf[f.head:]))
	if len(printed) < 200 {
		word := strings.TrimRight(printed, " .:")
		if b.Number != "" {
			word = strings.TrimRight(strings.Replace(word, b.Number, "", 1), " .:")
		}
		word, _, _ = strings.Cut(word, " (")
		word = strings.TrimSpace(word)
		first, _, _ := strings.Cut(word, " ")
		for _, w := range []string{word, strings.TrimRight(first, ".:")} {
			if _, ok := text.LookupHead(w); ok {
				b.Head = w
				for n := len(r.titles); n > 0 && r.titles[n-1].block == f.block; n-- { // it holds the head
					r.titles = r.titles[:n-1]
				}
				break
			}
		}
		if start, end, ok := printedTitle(printed, b.Head, b.Number); ok {
			from := f.head + strings.Index(string(r.buf[f.head:]), printed)
			r.titles = append(r.titles, texTitle{f.block, core.Span{Start: from + start, End: from + end}})
		}
	}
	inside := true // of nothing but layout
	for n := len(r.frames) - 1; &r.frames[n] != f; n-- {
		inside = inside && r.frames[n].block < 0
	}
	if inside && r.inline == 0 {
		if r.par >= 0 && r.par == len(r.doc.Blocks)-1 {
			r.doc.Blocks = r.doc.Blocks[:r.par] // the head is no paragraph of the content
			r.par = -1
		}
		if r.buf[len(r.buf)-1] != ' ' {
			r.buf = append(r.buf, ' ')
		}
		r.space = false
		r.sep = 0
		r.headEnd = len(r.buf)
		b.Body.Start = len(r.buf)
	} else if r.par >= 0 {
		b.Body.Start = r.doc.Blocks[r.par].Span.Start
	}
}

// printedTitle finds the title in a head that an environment's begin code printed: "Theorem 2.1 (Frobenius).",
// "Theorem 2.1: Wedderburn".
func printedTitle(printed, head, number string) (start, end int, ok bool) {
	rest, ok := strings.CutPrefix(printed, head)
	if !ok || head == "" {
		return 0, 0, false
	}
	rest = strings.TrimPrefix(strings.TrimLeft(rest, " "), number)
	rest = strings.TrimLeft(rest, " .:–—-")
	start = len(printed) - len(rest)
	rest = strings.TrimRight(rest, " .:")
	if strings.HasPrefix(rest, "(") && strings.HasSuffix(rest, ")") {
		start, rest = start+1, rest[1:len(rest)-1]
	}
	return start, start + len(rest), strings.TrimSpace(rest) != ""
}

// end is \end{name}.
func (r *tex) end(t texToken) {
	name := r.plainText(r.arg())
	if r.muted && name != "document" {
		return
	}
	if name == "document" {
		if f := r.file(); f != nil && f.sub {
			r.hideRest(f)
			return
		}
		if f := r.file(); f != nil && f.part != 0 && f.restore {
			f.pos = len(f.src)
			return
		}
		r.done = true
		return
	}
	r.endEnv(name, t)
}

func (r *tex) endEnv(name string, t texToken) {
	if r.openEnvs[name] == 0 {
		return
	}
	n := len(r.frames) - 1
	for n >= 0 && r.frames[n].env != name {
		n--
	}
	if n < 0 || n < r.floor {
		return
	}
	f := &r.frames[n]
	if e := f.user; e != nil && len(e.end) > 0 {
		f.user = nil
		r.popTo(n + 1)
		r.push(r.endTokens(name))
		r.call(e.end, f.args, t)
		return
	}
	r.popTo(n)
}

// beginTokens makes \begin{name}.
func (r *tex) beginTokens(name string) []texToken {
	out := r.endTokens(name)
	out[0].sym, out[0].text = r.symbol("begin"), `\begin`
	return out
}

// envBody reads the content of an environment whose body is an argument.
func (r *tex) envBody(name string) []texToken {
	body, _ := r.collect(name)
	return body
}

// collect reads the tokens up to \end{name}. When there is none they are given back.
func (r *tex) collect(name string) ([]texToken, bool) {
	var out []texToken
	depth := 0
	limit := r.reach(texMaxArg)
	for {
		t := r.next()
		if t.kind == texEOF || len(out) > limit {
			r.wasted++
			r.unread(t)
			r.push(out)
			return nil, false
		}
		out = append(out, t)
		n := len(out)
		if t.kind != texClose || n < 4 || out[n-2].kind != texText {
			continue
		}
		k, inner := n-2, ""
		for k > 0 && out[k].kind == texText && n-k < 8 {
			inner = out[k].text + inner
			k--
		}
		if inner != name || k < 1 || out[k].kind != texOpen || out[k-1].kind != texCmd {
			continue
		}
		switch out[k-1].sym.name {
		case "begin":
			depth++
		case "end":
			if depth == 0 {
				return out[:k-1], true
			}
			depth--
		}
	}
}

// skipRaw reads an environment whose content is not TeX for us: code is kept, comments are kept apart, drawings are
// counted.
func (r *tex) skipRaw(name string, role texRole, t texToken) {
	f := r.direct()
	if f == nil {
		body, ok := r.collect(name)
		if role == roleDrop || role == roleHidden || !ok {
			r.lose("drawing", "drawings that are no text, such as "+name)
			return
		}
		r.endPar(1)
		r.codeBlock(name, "", func() {
			for _, u := range body {
				r.fixed(u.text, u)
			}
		})
		return
	}
	key := name + "\x00" + r.parts[f.part].name
	stop := `\end{` + name + `}`
	i := -1
	if !r.verbNone[key] {
		i = strings.Index(f.src[f.pos:], stop)
	}
	if i < 0 { // without an end: read as text
		r.verbNone[key] = true
		return
	}
	start, end := f.pos, f.pos+i
	f.pos = end + len(stop)
	if name != "" && r.openEnvs[name] > 0 && role == roleHidden && len(r.frames) > 0 && r.frames[len(r.frames)-1].env == name {
		f.pos = end // \newenvironment{note}{\comment}{\endcomment}: its own end closes the frame
		fr := &r.frames[len(r.frames)-1]
		fr.user, fr.opening = nil, false
		for n := len(r.stack); n > 0 && !r.stack[n-1].file && !r.stack[n-1].barrier; n-- { // and the rest of its begin code
			r.stack = r.stack[:n-1]
		}
	}
	switch role {
	case roleHidden:
		r.hide(f, start, end, "comment")
		return
	case roleDrop:
		if !r.muted {
			r.lose("drawing", "drawings that are no text, such as "+name)
		}
		return
	}
	if r.muted || strings.HasPrefix(name, "filecontents") || strings.HasPrefix(name, "sagesilent") {
		return
	}
	body := f.src[start:end]
	lang := ""
	if strings.HasPrefix(body, "[") {
		if j := strings.IndexByte(body, ']'); j >= 0 {
			if k := strings.Index(body[:j], "language="); k >= 0 {
				lang = strings.TrimFunc(body[k+9 : j][:indexAny(body[k+9:j], ",]")], func(c rune) bool { return c == '{' || c == '}' || c == ' ' })
			}
			start += j + 1
		}
	}
	if body = f.src[start:end]; name == "minted" && strings.HasPrefix(body, "{") {
		if j := strings.IndexByte(body, '}'); j >= 0 {
			lang = body[1:j]
			start += j + 1
		}
	}
	if j := strings.IndexByte(f.src[start:end], '\n'); j >= 0 && strings.TrimSpace(f.src[start:start+j]) == "" {
		start += j + 1
	}
	for end > start && (f.src[end-1] == ' ' || f.src[end-1] == '\n') {
		end--
	}
	part := f.part
	src := f.src
	r.endPar(1)
	r.codeBlock(name, lang, func() { r.copy(part, start, src[start:end]) })
}

func indexAny(s, chars string) int {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return i
	}
	return len(s)
}

func (r *tex) codeBlock(name, lang string, write func()) {
	if r.inline > 0 {
		r.visible()
		write()
		return
	}
	i := r.openBlock(core.Code)
	r.doc.Blocks[i].Name = strings.ToLower(lang)
	write()
	r.closeBlock(i)
	r.headEnd = 0
	r.sep = 1
}

// beginDocument ends the preamble. What packages have put off until now only defines.
func (r *tex) beginDocument() {
	if f := r.file(); f != nil && f.part != 0 && f.restore {
		f.pos = len(f.src)
		return
	}
	list := append(r.atBeginQuiet, texToken{kind: texCmd, made: true, sym: r.symbol("lemma@document"), text: `\lemma@document`})
	r.push(append(list, r.atBegin...))
	r.atBeginQuiet, r.atBegin = nil, nil
}
