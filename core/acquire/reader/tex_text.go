package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"lemma/core"
	"lemma/core/text"
)

// text reads tokens in text mode up to the end of the input, or of the list that was entered.
func (r *tex) text() {
	for !r.done {
		if r.steps++; r.steps&4095 == 0 && r.ctx.Err() != nil {
			return
		}
		t := r.next()
		switch t.kind {
		case texEOF:
			return
		case texText:
			if !r.muted && t.text != "" && t.text[0] != 0 {
				r.ordinary(t)
			}
		case texSpace:
			if !r.muted {
				r.blank(t)
			}
		case texPar:
			r.paragraph(t)
		case texOpen:
			if len(r.frames) >= texMaxDepth {
				r.tooDeep++
			} else {
				r.pushFrame("")
			}
		case texClose:
			r.closeGroup()
		case texShift:
			r.shift(t)
		case texAlign:
			if r.tables > 0 && !r.muted {
				r.space = false
				if n := len(r.buf); n > 0 && r.buf[n-1] != '\n' && r.buf[n-1] != ' ' {
					r.buf = append(r.buf, ' ')
				}
				r.buf = append(r.buf, '|', ' ')
			}
		case texTilde:
			if !r.muted {
				r.blank(t)
			}
		case texHash, texScript:
			if t.kind == texHash && r.shortVerb(t) {
				continue
			}
			if !r.muted {
				r.print(t.text, t)
			}
		case texCmd:
			r.textCommand(t)
		}
	}
}

// paragraph is a blank line or \par.
func (r *tex) paragraph(t texToken) {
	if r.muted {
		return
	}
	if r.inline > 0 {
		r.blank(t)
		return
	}
	r.endPar(2)
	if n := len(r.frames) - 1; n >= r.floor && n >= 0 && r.frames[n].once {
		r.popFrame()
	}
}

// closeGroup is }.
func (r *tex) closeGroup() {
	if r.tooDeep > 0 {
		r.tooDeep--
		return
	}
	if n := len(r.frames) - 1; n >= r.floor && r.frames[n].env == "" {
		r.popFrame()
	}
}

// ordinary prints ordinary characters and ligatures.
func (r *tex) ordinary(t texToken) {
	if len(r.buf) > r.maxText {
		r.limited("makes the text too long")
		r.muted, r.done = true, true
		return
	}
	r.visible()
	switch t.text[0] {
	case '-':
		switch len(t.text) {
		case 2:
			r.fixed("–", t)
			return
		case 3:
			r.fixed("—", t)
			return
		}
	case '`':
		if len(t.text) == 2 {
			r.fixed("“", t)
		} else {
			r.fixed("‘", t)
			r.quotes++
		}
		return
	case '\'':
		if len(t.text) == 2 {
			r.fixed("”", t)
			return
		}
		if r.quotes > 0 {
			if u := r.peek(); u.kind != texText || !letter(u.text[0]) {
				r.quotes--
				r.fixed("’", t)
				return
			}
		}
	case '<', '>':
		if len(t.text) == 2 {
			r.fixed(map[byte]string{'<': "«", '>': "»"}[t.text[0]], t)
			return
		}
	case '?', '!':
		if len(t.text) == 2 {
			r.fixed(map[byte]string{'?': "¿", '!': "¡"}[t.text[0]], t)
			return
		}
	case '"':
		if len(t.text) == 2 {
			if s, ok := texGerman[t.text[1]]; ok && r.german {
				r.fixed(s, t)
				return
			}
			r.fixed("”", t.to(1))
			if rest := t.from(1); rest.text[0] != '`' && rest.text[0] != '\'' && rest.text[0] != '-' {
				r.emit(rest)
			} else {
				r.ordinary(rest)
			}
			return
		}
	}
	r.emit(t)
}

// texGerman are the shorthands of babel.
var texGerman = map[byte]string{'a': "ä", 'o': "ö", 'u': "ü", 'A': "Ä", 'O': "Ö", 'U': "Ü", 's': "ß", 'z': "ß", '`': "„", '\'': "“", '-': "", '=': "-", '~': "-"}

// peek returns the next token and leaves it there.
func (r *tex) peek() texToken {
	t := r.next()
	r.unread(t)
	return t
}

// textCommand does what a command means in text.
func (r *tex) textCommand(t texToken) {
	s := t.sym
	if m := s.macro; m != nil {
		if m.let != nil {
			if r.expanded++; r.expanded < texMaxPerCall {
				u := *m.let
				u.made, u.part, u.pos, u.end = true, t.part, t.pos, t.end
				r.push([]texToken{u})
			}
			return
		}
		if r.muted && m.alias == nil {
			if !r.preambleMacro(m) {
				return
			}
		}
		term := m.term
		if term && !r.muted {
			r.terms++
			defer func() { r.terms-- }()
			args, last, _ := r.arguments(m, t)
			if r.made < r.maxMade && r.expanded < texMaxPerCall && r.deep < 30 {
				r.deepTerm(m, args, r.origin(t, last))
			}
			return
		}
		if r.expand(t) {
			return
		}
	}
	if p, ok := r.pairs[s]; ok {
		if !r.muted {
			r.delimit(p, t)
		}
		return
	}
	s = s.meaning()
	if b := s.builtin; b != nil {
		switch {
		case b.any != nil:
			b.any(r, t)
			return
		case b.text != nil:
			b.text(r, t)
			return
		}
	}
	if sym := texSymbols[s.name]; sym != "" {
		r.print(sym, t)
		return
	}
	if texAccents[s.name] != 0 {
		if acc := r.accented(s.name); !r.muted {
			r.print(acc, r.origin(t, r.lastArg))
		}
		return
	}
	if texLengths[s.name] {
		r.dimension()
		return
	}
	if s.flag != 0 || s.count != nil {
		if s.count != nil {
			r.equals()
			*s.count = r.number()
		}
		return
	}
	if strings.HasPrefix(s.name, "c@") {
		r.equals()
		r.counter(s.name[2:]).value = r.number()
		return
	}
	if t.sym.macro != nil && t.sym.macro.disabled {
		return
	}
	r.environmentCommand(s, t)
}

// preambleMacro reports whether a macro in the preamble may do more than print.
func (r *tex) preambleMacro(m *texMacro) bool {
	for i := range m.body {
		if t := &m.body[i]; t.kind == texCmd && (t.sym.builtin != nil && t.sym.builtin.any != nil || t.sym.macro != nil) {
			return true
		}
	}
	return len(m.params) > 0
}

// deepTerm expands the author's command for a defined term at once, so that what it sets in a face is a term.
func (r *tex) deepTerm(m *texMacro, args [][]texToken, at texToken) {
	h := r.enter(nil)
	r.call(m.body, args, at)
	height := len(r.frames)
	floor := r.floor
	r.floor = height
	r.deep++
	r.text()
	r.deep--
	r.floor = floor
	r.leave(h)
	r.popTo(height)
}

// environmentCommand is \theorem … \endtheorem, or a command that nobody defined.
func (r *tex) environmentCommand(s *texSymbol, t texToken) {
	name := s.name
	if r.muted {
		return
	}
	if base, ok := strings.CutPrefix(name, "end"); ok && r.openEnvs[base] > 0 {
		r.endEnv(base, t)
		return
	}
	if r.theorems[name] != nil || r.envs[name] != nil || texStructural[name] || texEnvSpecs[name].role == roleMath || texEnvSpecs[name].role == roleList {
		r.beginEnv(name, t)
		return
	}
	if name == "" || !letter(name[0]) {
		return
	}
	if base, ok := strings.CutPrefix(name, "end"); ok && (r.theorems[base] != nil || r.envs[base] != nil) {
		return // the other environment, whose end code this is, ends all that stands in it
	}
	if strings.HasSuffix(name, "ref") && r.peek().kind == texOpen { // a reference of a package that we do not know
		r.reference(texToken{kind: texCmd, made: true, sym: r.symbol("ref"), part: t.part, pos: t.pos, end: t.end})
		return
	}
	if sign := text.Readable(`$\` + name + `$`); utf8.RuneCountInString(sign) == 1 && sign[0] >= utf8.RuneSelf { // \Gamma in text
		u := t
		u.tail = 0
		r.mathArg([]texToken{u}, t)
		if t.tail > 0 {
			r.blank(texToken{kind: texTilde, made: true})
		}
		return
	}
	r.unknown[name]++
	if r.standsForWord(t) {
		r.print(name, t)
		if t.tail > 0 {
			r.blank(texToken{kind: texTilde, made: true})
		}
	}
	if f := r.direct(); f != nil && strings.HasPrefix(f.src[f.pos:], "[") {
		r.option()
	}
}

// standsForWord reports whether a command that nobody defined stands in the midst of a line where a word would, without
// arguments: "is a \cadlag process". Its name tells what it prints; one that sets a face or a space stands at the
// beginning of a group or of a line, or takes arguments.
func (r *tex) standsForWord(t texToken) bool {
	f := r.direct()
	if f == nil || t.made || r.inMath || f.part != t.part {
		return false
	}
	before := f.src[:t.pos]
	after, ok := strings.CutPrefix(f.src[t.pos:], `\`+t.sym.name)
	word := strings.TrimRight(before, " (~")
	if !ok || word == before || !strings.ContainsRune(",;:)$'’”", lastRune(word)) && !unicode.IsLetter(lastRune(word)) && !unicode.IsDigit(lastRune(word)) {
		return false
	}
	if rest, ok := strings.CutPrefix(after, " "); ok {
		c, _ := utf8.DecodeRuneInString(rest)
		return unicode.IsLetter(c) || c == '$' || c == '('
	}
	return strings.HasPrefix(after, `\ `) || strings.HasPrefix(after, "{}") || after != "" && strings.ContainsRune(",.;:)~-'\n", rune(after[0]))
}

func lastRune(s string) rune {
	c, _ := utf8.DecodeLastRuneInString(s)
	return c
}

// texInText adds what a command does in text.
func texInText(name string, f func(*tex, texToken)) { texCommand(name).text = f }

// face sets the argument of \emph and the like in a face.
func (r *tex) face(kind core.MarkKind) {
	if r.terms > 0 && kind != core.Verb && kind != core.Caps {
		kind = core.Term
	}
	t := r.skipSpace()
	if t.kind == texOpen && len(r.frames) < texMaxDepth {
		r.pushFrame("")
		r.openMark(kind)
		return
	}
	r.unread(t)
	if t.kind == texClose || t.kind == texPar || t.kind == texEOF {
		return
	}
	list := r.arg()
	n := len(r.marks)
	r.openMark(kind)
	r.feed(list)
	r.closeMarks(n)
}

// texAccents are the combining characters of \' and the like.
var texAccents = map[string]rune{
	"'": '\u0301', "`": '\u0300', "^": '\u0302', `"`: '\u0308', "~": '\u0303', "=": '\u0304', ".": '\u0307', "u": '\u0306', "v": '\u030c', "H": '\u030b', "c": '\u0327',
	"d": '\u0323', "b": '\u0331', "r": '\u030a', "k": '\u0328', "t": '\u0361',
}

// accented reads the letter of an accent.
func (r *tex) accented(name string) string {
	list := r.arg()
	s := ""
	if len(list) > 0 && list[0].kind == texCmd && (list[0].sym.name == "i" || list[0].sym.name == "j") {
		s = list[0].sym.name + r.plainText(list[1:])
	} else {
		s = r.plainText(list)
	}
	if s == "" {
		return ""
	}
	_, n := utf8.DecodeRuneInString(s)
	return norm.NFC.String(s[:n]+string(texAccents[name])) + s[n:]
}

// texSymbols are commands that print a character.
var texSymbols = map[string]string{
	"%": "%", "&": "&", "#": "#", "_": "_", "{": "{", "}": "}", "$": `\$`, "textdollar": `\$`, "ldots": "…", "dots": "…", "textellipsis": "…", "dotsc": "…", "dotfill": " … ",
	"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
	"S": "§", "P": "¶", "copyright": "©", "textcopyright": "©", "pounds": "£", "textsterling": "£", "texteuro": "€", "euro": "€", "EUR": "€", "textregistered": "®", "texttrademark": "™", "dag": "†", "ddag": "‡", "textdagger": "†",
	"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "XeLaTeX": "XeLaTeX", "XeTeX": "XeTeX", "LuaLaTeX": "LuaLaTeX", "LuaTeX": "LuaTeX", "BibTeX": "BibTeX", "pdfLaTeX": "pdfLaTeX", "AmS": "AMS", "AmSTeX": "AMS-TeX",
	"textbackslash": `\`, "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|", "textbullet": "•", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’",
	"textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": `"`, "lq": "‘", "rq": "’", "guillemotleft": "«", "guillemotright": "»", "og": "« ", "fg": " »", "glqq": "„", "grqq": "“", "flqq": "«", "frqq": "»", "quotedblbase": "„",
	"textdegree": "°", "degree": "°", "textperiodcentered": "·", "textbraceleft": "{", "textbraceright": "}", "textunderscore": "_", "texttimes": "×", "textpm": "±", "textmu": "µ", "textonehalf": "½", "textsection": "§", "textparagraph": "¶", "slash": "/", "textexclamdown": "¡", "textquestiondown": "¿", "textordfeminine": "ª", "textordmasculine": "º", "checkmark": "✓", "textasteriskcentered": "∗", "No": "№", "numero": "№", "textrightarrow": "→", "textleftarrow": "←", "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "hash": "#", "hyp": "-", "textvisiblespace": "␣", "textnumero": "№",
}

func init() {
	for kind, names := range map[core.MarkKind]string{
		core.Emph:   "emph textit textsl Emph",
		core.Strong: "textbf strong textbfit",
		core.Verb:   "texttt code textttt",
		core.Caps:   "textsc",
	} {
		for _, n := range strings.Fields(names) {
			texInText(n, func(r *tex, t texToken) { r.face(kind) })
		}
	}
	for n := range texTermNames {
		if n != "definition" && n != "alert" && n != "code" && n != "gloss" && n != "introduce" {
			texInText(n, func(r *tex, t texToken) { r.face(core.Term) })
		}
	}
	for kind, names := range map[core.MarkKind]string{core.Emph: "em it sl itshape slshape", core.Strong: "bf bfseries heiti", core.Verb: "tt ttfamily", core.Caps: "sc scshape"} {
		for _, n := range strings.Fields(names) {
			texInText(n, func(r *tex, t texToken) {
				if f := len(r.frames); f > 0 && len(r.marks) < f+50 {
					k := kind
					if r.terms > 0 && (k == core.Emph || k == core.Strong) {
						k = core.Term
					}
					r.openMark(k)
				}
			})
		}
	}
	for _, n := range []string{"inferrule", "infer"} { // a rule of inference is a formula, in text too
		texInText(n, func(r *tex, t texToken) {
			list := []texToken{t}
			if r.star("*") {
				list = append(list, r.word("*"))
			}
			if label, ok := r.option(); ok {
				list = append(append(append(list, r.word("[")), label...), r.word("]"))
			}
			for range 2 {
				list = append(append(append(list, texToken{kind: texOpen, text: "{", made: true}), r.arg()...), texToken{kind: texClose, text: "}", made: true})
			}
			r.mathArg(list, r.origin(t, r.lastArg))
		})
	}
	for _, n := range []string{"index", "sindex"} {
		texInText(n, func(r *tex, t texToken) {
			r.star("*")
			r.option()
			r.arg()
			if !r.muted {
				r.termMark()
			}
		})
	}
	for _, n := range []string{" ", "quad", "qquad", "enspace", "enskip", "thinspace", ",", ":", "space", "nobreakspace", ">", "hfill", "hfil", "hss", "medspace", "thickspace", "nbsp", "tab"} {
		texInText(n, func(r *tex, t texToken) {
			if !r.muted {
				r.blank(texToken{kind: texTilde, made: true})
			}
		})
	}
	for _, n := range []string{"hskip", "kern", "mskip", "mkern", "penalty", "hglue", "moveleft", "moveright", "raise", "lower"} {
		texInText(n, func(r *tex, t texToken) {
			r.dimension()
			if n == "hskip" || n == "hglue" {
				r.blank(texToken{kind: texTilde, made: true})
			}
		})
	}
	for _, n := range []string{"vskip", "vglue"} {
		texInText(n, func(r *tex, t texToken) { r.dimension(); r.paragraph(t) })
	}
	texInText("hspace", func(r *tex, t texToken) { r.skipArgs("sm"); r.blank(texToken{kind: texTilde, made: true}) })
	texInText(`\`, func(r *tex, t texToken) {
		r.star("*")
		if u := r.next(); u.kind == texText && u.text == "[" {
			r.unread(u)
			r.option()
		} else {
			r.unread(u)
		}
		r.lineBreak()
	})
	for _, n := range []string{"newline", "linebreak", "cr", "crcr"} {
		texInText(n, func(r *tex, t texToken) {
			if n == "linebreak" {
				r.option()
			}
			r.lineBreak()
		})
	}
	for _, n := range []string{"par", "endgraf", "medskip", "bigskip", "smallskip", "newpage", "clearpage", "cleardoublepage", "vfill", "vfil", "bigbreak", "medbreak", "smallbreak", "filbreak", "eject", "blankpage"} {
		texInText(n, func(r *tex, t texToken) { r.paragraph(t) })
	}
	for _, n := range []string{"pagebreak", "vspace", "nopagebreak"} {
		texInText(n, func(r *tex, t texToken) {
			if n == "vspace" {
				r.skipArgs("sm")
			} else {
				r.option()
			}
		})
	}
	for _, n := range []string{"bgroup", "begingroup"} {
		texInText(n, func(r *tex, t texToken) { r.pushFrame("") })
	}
	for _, n := range []string{"egroup", "endgroup"} {
		texInText(n, func(r *tex, t texToken) { r.closeGroup() })
	}
	texInText("footnote", func(r *tex, t texToken) {
		r.option()
		text := r.arg()
		if r.muted {
			return
		}
		r.step("footnote")
		l := r.label
		l.number, l.kind, l.head, l.env = r.the("footnote"), "footnote", "", ""
		r.notes = append(r.notes, texNote{text, l})
	})
	texInText("footnotetext", func(r *tex, t texToken) {
		r.option()
		r.notes = append(r.notes, texNote{r.arg(), r.label})
	})
	texInText("verb", (*tex).verb)
	texInText("lstinline", (*tex).verb)
	texInText("Verb", (*tex).verb)
	texInText("mintinline", func(r *tex, t texToken) { r.option(); r.arg(); r.verb(t) })
	texInText("enquote", func(r *tex, t texToken) {
		r.star("*")
		list := r.arg()
		if r.muted {
			return
		}
		r.print("“", t)
		r.feed(list)
		r.space = false
		r.print("”", t)
	})
	for _, n := range []string{"url", "nolinkurl", "path"} {
		texInText(n, func(r *tex, t texToken) {
			if u := r.peek(); u.kind != texOpen {
				return
			}
			r.print(r.rawText(r.arg()), t)
		})
	}
	texInText("title", func(r *tex, t texToken) {
		r.option()
		list, ok := r.braced()
		if !ok {
			if list, ok = r.ended("endtitle", false); !ok { // AMS-TeX
				r.push(list)
				list = r.arg()
			}
		}
		r.title = list
	})
	texInText("author", func(r *tex, t texToken) {
		r.option()
		if len(r.author) > 0 {
			r.author = append(r.author, texToken{kind: texText, made: true, text: ", "})
		}
		r.author = append(r.author, r.arg()...)
	})
	texInText("and", func(r *tex, t texToken) { r.space = false; r.say(", ") })
	texInText("And", func(r *tex, t texToken) { r.space = false; r.say(", ") })
	texInText("AND", func(r *tex, t texToken) { r.space = false; r.say(", ") })
	texInText("maketitle", func(r *tex, t texToken) {
		if r.muted {
			return
		}
		for i, list := range [][]texToken{r.title, r.author} {
			r.endPar(2)
			n := len(r.marks)
			if i == 0 {
				r.openMark(core.Strong)
			}
			r.feed(list)
			r.closeMarks(n)
		}
		r.title, r.author = nil, nil
		r.endPar(2)
	})
	texInText("abstract", func(r *tex, t texToken) {
		if list, ok := r.braced(); ok { // the command of some classes
			r.push(append(append(r.beginTokens("abstract"), list...), r.endTokens("abstract")...))
			return
		}
		r.beginEnv("abstract", t)
	})
	texInText("xspace", func(r *tex, t texToken) {
		if u := r.peek(); u.kind == texText && (letter(u.text[0]) || u.text[0] >= '0' && u.text[0] <= '9' || u.text[0] == '(') || u.kind == texShift {
			r.blank(texToken{kind: texTilde, made: true})
		}
	})
	texInText("today", func(r *tex, t texToken) {})

	// Commands whose last argument is text: what is dropped before it.
	for n, spec := range map[string]string{
		"textcolor": "om", "colorbox": "om", "fcolorbox": "omm", "parbox": "ooom", "makebox": "oo", "framebox": "oo", "raisebox": "moo", "scalebox": "mo", "resizebox": "smm", "rotatebox": "om",
		"foreignlanguage": "om", "href": "om", "mbox": "", "hbox": "", "vbox": "", "vtop": "", "fbox": "", "textrm": "", "textsf": "", "textup": "", "textmd": "", "textnormal": "", "textlf": "", "underline": "", "uline": "",
		"uuline": "", "uwave": "", "hl": "", "ul": "", "so": "", "caps": "", "MakeUppercase": "", "MakeLowercase": "", "uppercase": "", "lowercase": "", "textsuperscript": "", "textsubscript": "", "text": "", "mathrm": "", "mathbf": "", "mathit": "", "mathsf": "",
		"centerline": "", "leftline": "", "rightline": "", "llap": "", "rlap": "", "smash": "o", "adjustbox": "m", "textls": "o", "lowerbox": "m", "onslide": "<", "only": "<", "uncover": "<", "visible": "<", "alt": "<", "dedication": "", "epigraph": "", "boxed": "", "tcbox": "o", "shortstack": "o",
		"numprint": "o", "num": "o", "ang": "o", "email": "", "address": "o", "affil": "o", "affiliation": "", "institute": "", "keywords": "", "subtitle": "", "ignorespaces": "", "nouppercase": "", "textnumero": "", "highlight": "", "newtext": "", "ensuretext": "", "leavevmode": "", "lettrine": "om", "textulc": "", "gls": "o", "Gls": "o", "glspl": "o", "Glspl": "o", "glslink": "om", "glsdisp": "om", "ac": "s", "acs": "s", "acl": "s", "acf": "s", "acp": "s", "textgreek": "", "textlatin": "", "textcyr": "", "ovalbox": "", "doublebox": "", "shadowbox": "", "intertext": "", "sout": "", "xout": "",
	} {
		texInText(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
	texInText("texorpdfstring", func(r *tex, t texToken) { a := r.arg(); r.arg(); r.push(a) })

	// Commands that print nothing.
	for n, spec := range map[string]string{
		"glsadd": "om", "glsaddall": "o", "nomenclature": "omm", "thanks": "m", "date": "m", "markboth": "mm", "markright": "m", "addcontentsline": "mmm", "addtocontents": "mm", "tableofcontents": "", "listoffigures": "", "listoftables": "", "listoftheorems": "o", "printindex": "o", "printglossary": "o", "printglossaries": "", "printbibliography": "o",
		"bibliography": "m", "bibliographystyle": "m", "addbibresource": "om", "pagestyle": "m", "thispagestyle": "m", "pagenumbering": "m", "setstretch": "m", "linespread": "m", "enlargethispage": "sm", "includegraphics": "soom", "includepdf": "om", "graphicspath": "m", "DeclareGraphicsExtensions": "m", "rule": "omm", "hrulefill": "", "hrule": "", "vrule": "", "vline": "",
		"noindent": "", "indent": "", "sloppy": "", "fussy": "", "raggedright": "", "raggedleft": "", "raggedbottom": "", "flushbottom": "", "centering": "", "boldmath": "", "unboldmath": "", "allowbreak": "", "nobreak": "", "nolinebreak": "o", "nopagebreak": "o", "displaystyle": "", "textstyle": "", "break": "", "goodbreak": "", "strut": "", "null": "", "/": "", "@": "", "-": "", "!": "", "+": "", "*": "",
		"tiny": "", "scriptsize": "", "footnotesize": "", "small": "", "normalsize": "", "large": "", "Large": "", "LARGE": "", "huge": "", "Huge": "", "rm": "", "sf": "", "normalfont": "", "rmfamily": "", "sffamily": "", "upshape": "", "mdseries": "", "selectfont": "", "fontsize": "mm", "fontfamily": "m", "fontseries": "m", "fontshape": "m", "usefont": "mmmm", "cal": "", "mit": "", "color": "om", "normalcolor": "", "pagecolor": "om", "doublespacing": "", "singlespacing": "", "onehalfspacing": "", "onecolumn": "", "twocolumn": "o", "columnbreak": "", "newblock": "",
		"qed": "", "qedhere": "", "qedsymbol": "", "footnotemark": "o", "marginpar": "om", "marginnote": "omo", "sidenote": "oom", "todo": "om", "missingfigure": "om", "phantom": "m", "hphantom": "m", "vphantom": "m", "pdfbookmark": "omm", "pdfinfo": "m", "hypersetup": "m", "geometry": "m", "newgeometry": "m", "fancyhead": "om", "fancyfoot": "om", "fancyhf": "om", "lhead": "om", "rhead": "om", "chead": "om", "lfoot": "om", "rfoot": "om", "cfoot": "om", "titleformat": "smommmm", "titlespacing": "smmmm", "lstset": "m", "lstdefinelanguage": "omom", "lstdefinestyle": "mm", "tikzset": "m", "usetikzlibrary": "m", "tikzstyle": "m", "pgfplotsset": "m", "xyoption": "m", "UseAllTwocells": "", "microtypesetup": "m", "sisetup": "m", "captionsetup": "om", "setenumerate": "om", "setitemize": "om", "makeindex": "o", "makeglossaries": "", "loadglsentries": "om", "newglossaryentry": "mm", "longnewglossaryentry": "mmm", "newacronym": "ommm", "acrodef": "mom", "MakePerPage": "om", "allowdisplaybreaks": "o", "addtokomafont": "mm", "setkomafont": "mm", "KOMAoptions": "m", "chapterstyle": "m", "settocdepth": "m", "dominitoc": "", "minitoc": "", "setmainfont": "omo", "setsansfont": "omo", "setmonofont": "omo", "setmathfont": "omo", "newfontfamily": "momo", "defaultfontfeatures": "om", "setotherlanguage": "om", "setotherlanguages": "m", "selectlanguage": "m", "subjclass": "om", "dedicatory": "m", "curraddr": "om", "urladdr": "m", "keywordsname": "", "authorrunning": "m", "titlerunning": "m", "markleft": "m", "glsresetall": "", "phantomcaption": "", "endnote": "m", "protect": "", "numberline": "m", "arraystretch": "", "baselinestretch": "", "write18": "m", "special": "m", "ttl": "", "usetheme": "om", "setbeamertemplate": "mom", "setbeamercolor": "mm", "setbeamerfont": "mm", "pause": "o", "titlepage": "", "savebox": "moom", "usebox": "m", "unhbox": "m", "box": "", "copyrightyear": "m", "linenumbers": "", "nolinenumbers": "", "balance": "", "IEEEpeerreviewmaketitle": "", "shorthandoff": "m", "shorthandon": "m", "leftmark": "", "rightmark": "", "cftsetindents": "mmm", "clubpenalties": "", "newsiamthm": "mm", "newsiamremark": "mm", "cmidrulekern": "", "tikzexternalize": "o", "textquotestraightdblbase": "", "suppressfloats": "o", "FloatBarrier": "", "centeroffset": "", "hfuzz": "",
	} {
		if texBuiltins[n] == nil || texBuiltins[n].text == nil && texBuiltins[n].any == nil {
			texInText(n, func(r *tex, t texToken) { r.skipArgs(spec) })
		}
	}
	texInText("newsiamthm", func(r *tex, t texToken) {
		env := r.plainText(r.arg())
		r.addTheorem(env, &texTheorem{head: r.arg(), counter: "theorem"})
	})
	texInText("newsiamremark", func(r *tex, t texToken) {
		env := r.plainText(r.arg())
		r.addTheorem(env, &texTheorem{head: r.arg(), counter: "theorem"})
	})
	for _, n := range []string{"newsiamthm", "newsiamremark"} {
		b := texBuiltins[n]
		b.any, b.text = b.text, nil
	}
	for _, n := range []string{"tikz", "psfig", "epsfig"} {
		texInText(n, func(r *tex, t texToken) {
			r.option()
			if _, ok := r.braced(); !ok {
				for range 5000 {
					u := r.next()
					if u.kind == texText && strings.HasSuffix(u.text, ";") || u.kind == texEOF || u.kind == texPar {
						break
					}
				}
			}
			r.lose("drawing", "drawings that are no text, such as "+t.sym.name)
		})
	}
	for _, n := range []string{"emph", "textbf", "textit", "footnote", "item", "maketitle", "begin", "end", "input", "include", "documentclass", "usepackage", "newcommand", "renewcommand", "def", "let", "caption", "bibitem", "newtheorem", "index", "par"} {
		texCommand(n).locked = true
	}
}

// verb is \verb|…|: nothing in it is TeX.
func (r *tex) verb(t texToken) {
	r.option()
	r.star("*")
	f := r.direct()
	if f == nil || f.pos >= len(f.src) {
		return
	}
	delim, n := utf8.DecodeRuneInString(f.src[f.pos:])
	if delim == '{' {
		delim = '}'
	}
	line := f.src[f.pos+n:]
	line = line[:indexAny(line, "\n")]
	i := strings.IndexRune(line, delim)
	if i < 0 || letter(f.src[f.pos]) {
		return
	}
	start := f.pos + n
	f.pos = start + i + utf8.RuneLen(delim)
	r.verbatim(f, start, line[:i])
}

// verbatim prints a piece of the source as it stands.
func (r *tex) verbatim(f *texSource, start int, s string) {
	if r.muted || s == "" {
		return
	}
	m := len(r.marks)
	r.openMark(core.Verb)
	r.visible()
	for text := s; text != ""; { // a dollar must not read as mathematics
		j := indexAny(text, "$")
		if j == 0 {
			r.fixed(`\$`, texToken{part: f.part, pos: int32(start), end: int32(start + 1)})
			j = 1
		} else {
			r.copy(f.part, start, text[:j])
		}
		start, text = start+j, text[j:]
	}
	r.closeMarks(m)
}

// shortVerb reads code between two number signs, #add(x)#, at the first one. A package makes the sign one that sets what
// follows verbatim, as fancyvrb and shortvrb do with any: in text it means nothing else.
func (r *tex) shortVerb(t texToken) bool {
	if r.hashes > 0 { // the second one of a list of tokens
		r.hashes--
		return true
	}
	if f := r.direct(); f != nil {
		if t.made || f.part != t.part {
			return false
		}
		line := f.src[f.pos:min(len(f.src), f.pos+maxShortVerb)]
		s, _, ok := strings.Cut(line[:indexAny(line, "\n")], "#")
		if !ok || !verbatimBetween(s) {
			return false
		}
		start := f.pos
		f.pos += len(s) + 1
		if r.inMath { // a name of a program is one of the formula
			r.push([]texToken{r.wordAt(s, texToken{part: f.part, pos: int32(start), end: int32(start + len(s))})})
			return true
		}
		r.verbatim(f, start, s)
		return true
	}
	top := &r.stack[len(r.stack)-1]
	var b strings.Builder
	for _, u := range top.list[min(top.next, len(top.list)):] {
		if u.kind == texHash && verbatimBetween(b.String()) {
			r.hashes++
			return true
		}
		if b.WriteString(u.text); u.kind == texHash || u.kind == texPar || b.Len() > maxShortVerb {
			break
		}
	}
	return false
}

// maxShortVerb bounds code between two signs, in bytes.
const maxShortVerb = 200

// verbatimBetween tells code from what stands between two parameters of a definition, #1 and #2, #1/#2.
func verbatimBetween(s string) bool {
	if s == "" || strings.TrimSpace(s) != s {
		return false
	}
	last := s[len(s)-1]
	return !isDigit(s[0]) || len(s) > 1 && (isDigit(last) || isLetter(last))
}
