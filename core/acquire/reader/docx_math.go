package reader

import (
	"strings"
	"unicode"

	"lemma/core/text"
)

// formulas writes the formula of an m:oMath or the formulas of an m:oMathPara in TeX, with the number that the editor
// keeps in it.
func (r *docx) formulas(n int32) (tex, number string) {
	w := &omml{t: r.tree}
	switch r.tree.nodes[n].name {
	case "m:oMathPara":
		var lines []string
		r.tree.children(n, func(k int32) {
			if r.tree.nodes[k].name == "m:oMath" {
				if s := strings.TrimSpace(w.inside(k)); s != "" {
					lines = append(lines, s)
				}
			}
		})
		tex = strings.Join(lines, ` \\ `)
		if len(lines) > 1 {
			tex = `\begin{gathered} ` + tex + ` \end{gathered}`
		}
	default:
		tex = strings.TrimSpace(w.inside(n))
	}
	if len(w.hidden) > 0 {
		r.conceal(strings.Join(w.hidden, ""), "deleted text")
	}
	tex = joinScripts(tex)
	tex = strings.ReplaceAll(tex, `\(`, "(") // nothing in a formula may close it
	return strings.NewReplacer(`\)`, ")", `\[`, "[", `\]`, "]").Replace(tex), w.number
}

// joinScripts makes one script of those that stand side by side, since editors store the characters of one apart:
// x^{-}^{1} is x^{-1}, and TeX takes no two.
func joinScripts(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		mark := s[i]
		next := string(mark) + "{"
		switch {
		case mark != '^' && mark != '_' || i > 0 && s[i-1] == '\\':
			b.WriteByte(mark)
			i++
			continue
		case strings.HasPrefix(s[i:], next):
			i += 2
		case i+2 < len(s) && s[i+1] != '\\' && strings.HasPrefix(s[i+2:], next): // x^-^{1}
			next += s[i+1 : i+2]
			i += 4
		default:
			b.WriteByte(mark)
			i++
			continue
		}
		b.WriteString(next)
		for {
			end := strings.IndexAny(s[i:], "{}")
			if end < 0 || s[i+end] != '}' || !strings.HasPrefix(s[i+end+1:], string(mark)+"{") {
				break
			}
			b.WriteString(s[i : i+end])
			i += end + 3
		}
	}
	return b.String()
}

// omml writes Office Math (ISO/IEC 29500-1, 22.1) in TeX.
type omml struct {
	t      *xmlTree
	number string
	hidden []string
	depth  int
}

// texJoin appends a piece of TeX; a blank keeps the name of a command apart from letters.
func texJoin(b *strings.Builder, s string) {
	if s == "" {
		return
	}
	if cur := b.String(); cur != "" && isLetter(s[0]) {
		i := len(cur)
		for i > 0 && i > len(cur)-longestCommand && isLetter(cur[i-1]) {
			i--
		}
		if i > 0 && i < len(cur) && cur[i-1] == '\\' {
			b.WriteByte(' ')
		}
	}
	b.WriteString(s)
}

// longestCommand bounds the names of commands that are written here.
const longestCommand = 32

// maxFormulaDepth bounds how deep formulas nest. Deeper ones are written as plain text.
const maxFormulaDepth = 64

// inside writes all that an element holds.
func (w *omml) inside(n int32) string {
	if w.depth >= maxFormulaDepth {
		return text.TeX(w.t.text(n))
	}
	w.depth++
	defer func() { w.depth-- }()
	var b strings.Builder
	w.t.children(n, func(k int32) { texJoin(&b, w.element(k)) })
	return b.String()
}

// arg writes a child element.
func (w *omml) arg(n int32, name string) string {
	k := w.t.find(n, name)
	if k == 0 {
		return ""
	}
	return strings.TrimSpace(w.inside(k))
}

// prop returns a value of an element's properties; ok is false when it is not set.
func (w *omml) prop(n int32, props, name string) (string, bool) {
	p := w.t.find(n, props)
	if p == 0 {
		return "", false
	}
	k := w.t.find(p, name)
	if k == 0 {
		return "", false
	}
	return w.t.attr(k, "val"), true
}

// on reports whether a property is set to true.
func (w *omml) on(n int32, props, name string) bool {
	v, ok := w.prop(n, props, name)
	return ok && truth(v, true)
}

// element writes one element.
func (w *omml) element(n int32) string {
	t := w.t
	switch t.nodes[n].name {
	case "m:r":
		return w.run(n)
	case "m:t", "w:t":
		return text.TeX(t.text(n))
	case "w:r":
		s := ""
		t.children(n, func(k int32) {
			if t.nodes[k].name == "w:t" {
				s += t.text(k)
			}
		})
		return words(s)
	case "m:e", "m:oMath", "m:box", "m:num", "m:den", "m:fName", "m:lim", "m:sub", "m:sup", "m:deg", "w:ins", "w:moveTo", "w:smartTag", "w:sdt", "w:sdtContent", "w:customXml", "w:hyperlink":
		return w.inside(n)
	case "w:del", "w:moveFrom":
		w.hidden = append(w.hidden, t.text(n))
	case "m:sSub":
		return base(w.arg(n, "m:e")) + script("_", w.arg(n, "m:sub"))
	case "m:sSup":
		return base(w.arg(n, "m:e")) + script("^", w.arg(n, "m:sup"))
	case "m:sSubSup":
		return base(w.arg(n, "m:e")) + script("_", w.arg(n, "m:sub")) + script("^", w.arg(n, "m:sup"))
	case "m:sPre":
		var b strings.Builder
		b.WriteString("{}" + script("_", w.arg(n, "m:sub")) + script("^", w.arg(n, "m:sup")))
		texJoin(&b, w.arg(n, "m:e"))
		return b.String()
	case "m:f":
		return w.fraction(n)
	case "m:rad":
		if deg := w.arg(n, "m:deg"); deg != "" && !w.on(n, "m:radPr", "m:degHide") {
			return `\sqrt[` + deg + "]{" + w.arg(n, "m:e") + "}"
		}
		return `\sqrt{` + w.arg(n, "m:e") + "}"
	case "m:nary":
		return w.nary(n)
	case "m:d":
		return w.delimited(n)
	case "m:m":
		rows, columns := w.rows(n)
		env := "matrix"
		if aligned(columns) {
			env = "aligned"
		}
		return environment(env, rows)
	case "m:eqArr":
		return w.array(n)
	case "m:acc":
		return w.accent(n)
	case "m:bar":
		if pos, _ := w.prop(n, "m:barPr", "m:pos"); pos == "top" {
			return `\overline{` + w.arg(n, "m:e") + "}"
		}
		return `\underline{` + w.arg(n, "m:e") + "}"
	case "m:groupChr":
		return w.group(n)
	case "m:limLow":
		return w.limit(n, "_", `\underset`)
	case "m:limUpp":
		return w.limit(n, "^", `\overset`)
	case "m:func":
		var b strings.Builder
		b.WriteString(w.function(w.t.find(n, "m:fName")))
		e := w.arg(n, "m:e")
		if e != "" && !strings.HasPrefix(e, `\left`) && e[0] != '(' && e[0] != '[' {
			b.WriteByte(' ')
		}
		texJoin(&b, e)
		return b.String()
	case "m:borderBox":
		return `\boxed{` + w.arg(n, "m:e") + "}"
	case "m:phant":
		if show, ok := w.prop(n, "m:phantPr", "m:show"); ok && !truth(show, true) {
			return `\phantom{` + w.arg(n, "m:e") + "}"
		}
		return w.arg(n, "m:e")
	}
	return ""
}

// base puts what a script belongs to in braces unless it is one sign.
func base(s string) string {
	if s == "" {
		return "{}"
	}
	if single(s) || fenced(s) {
		return s
	}
	return "{" + s + "}"
}

// fenced reports brackets around the whole of s: a script behind them belongs to it.
func fenced(s string) bool {
	if s[0] != '(' && s[0] != '[' {
		return false
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// single reports whether TeX takes s for one thing: a character, a command, or a command with one argument.
func single(s string) bool {
	if s[0] == '\\' {
		i := 1
		for i < len(s) && isLetter(s[i]) {
			i++
		}
		if i == 1 {
			return len(s) == 2
		}
		if i < len(s) && s[i] == '{' {
			depth := 0
			for ; i < len(s); i++ {
				switch s[i] {
				case '{':
					depth++
				case '}':
					if depth--; depth == 0 {
						return i == len(s)-1
					}
				}
			}
		}
		return i == len(s)
	}
	for i := range s {
		if i > 0 {
			return strings.Trim(s[i:], "'") == ""
		}
	}
	return true
}

// script writes a sub- or superscript.
func script(mark, s string) string {
	if s == "" {
		return ""
	}
	if mark == "^" && strings.Trim(s, "'") == "" {
		return s
	}
	if len(s) == 1 {
		return mark + s
	}
	return mark + "{" + s + "}"
}

// words writes text within a formula.
func words(s string) string {
	if strings.TrimSpace(s) == "" {
		if s == "" {
			return ""
		}
		return `\ `
	}
	return `\text{` + strings.NewReplacer(`\`, `\backslash `, "{", `\{`, "}", `\}`, "$", `\$`).Replace(s) + "}"
}

// run writes a run of a formula.
func (w *omml) run(n int32) string {
	t := w.t
	var b strings.Builder
	t.children(n, func(k int32) {
		switch t.nodes[k].name {
		case "m:t", "w:t":
			b.WriteString(t.text(k))
		case "w:delText":
			w.hidden = append(w.hidden, t.text(k))
		case "w:sym":
			b.WriteString(symbolChar(t.attr(k, "font"), t.attr(k, "char")))
		case "w:tab", "w:br":
			b.WriteByte(' ')
		}
	})
	s := b.String()
	if w.on(n, "m:rPr", "m:nor") {
		if p := strings.TrimSpace(s); p != "" && strings.Trim(p, ".,;:!?()") == "" {
			return p
		}
		return words(s)
	}
	sty, _ := w.prop(n, "m:rPr", "m:sty")
	scr, _ := w.prop(n, "m:rPr", "m:scr")
	tex := text.TeX(s)
	if strings.TrimSpace(s) == "" {
		return s
	}
	if command := map[string]string{"double-struck": `\mathbb`, "script": `\mathcal`, "fraktur": `\mathfrak`, "sans-serif": `\mathsf`, "monospace": `\mathtt`}[scr]; command != "" {
		return command + "{" + tex + "}"
	}
	if word := strings.TrimSpace(s); (sty == "p" || sty == "b") && len(word) > 1 && alphabetic(word) {
		return text.Function(word)
	}
	switch sty {
	case "b", "bi":
		if alphabetic(s) || len([]rune(s)) == 1 && unicode.IsLetter([]rune(s)[0]) {
			return `\mathbf{` + tex + "}"
		}
	case "p":
		if len(s) == 1 && isLetter(s[0]) {
			return `\mathrm{` + tex + "}"
		}
	}
	return tex
}

func alphabetic(s string) bool {
	for i := range len(s) {
		if !isLetter(s[i]) {
			return false
		}
	}
	return s != ""
}

// fraction writes m:f.
func (w *omml) fraction(n int32) string {
	num, den := w.arg(n, "m:num"), w.arg(n, "m:den")
	switch kind, _ := w.prop(n, "m:fPr", "m:type"); kind {
	case "lin", "skw":
		return base(num) + "/" + base(den)
	case "noBar":
		return `\genfrac{}{}{0pt}{}{` + num + "}{" + den + "}"
	}
	return `\frac{` + num + "}{" + den + "}"
}

// nary writes m:nary, a large operator with its bounds.
func (w *omml) nary(n int32) string {
	chr, ok := w.prop(n, "m:naryPr", "m:chr")
	if !ok {
		chr = "∫"
	}
	var b strings.Builder
	b.WriteString(text.TeX(chr))
	if !w.on(n, "m:naryPr", "m:subHide") {
		b.WriteString(script("_", w.arg(n, "m:sub")))
	}
	if !w.on(n, "m:naryPr", "m:supHide") {
		b.WriteString(script("^", w.arg(n, "m:sup")))
	}
	if e := w.arg(n, "m:e"); e != "" {
		b.WriteByte(' ')
		b.WriteString(e)
	}
	return b.String()
}

// fences are the environments of matrices that have their own delimiters.
var fences = map[[2]string]string{{"(", ")"}: "pmatrix", {"[", "]"}: "bmatrix", {"{", "}"}: "Bmatrix", {"|", "|"}: "vmatrix", {"∣", "∣"}: "vmatrix", {"‖", "‖"}: "Vmatrix", {"∥", "∥"}: "Vmatrix", {"{", ""}: "cases"}

// delimited writes m:d, what stands between delimiters.
func (w *omml) delimited(n int32) string {
	value := func(name, absent string) string {
		if v, ok := w.prop(n, "m:dPr", name); ok {
			return v
		}
		return absent
	}
	open, close, sep := value("m:begChr", "("), value("m:endChr", ")"), value("m:sepChr", "|")
	var inner []int32
	w.t.children(n, func(k int32) {
		if w.t.nodes[k].name == "m:e" {
			inner = append(inner, k)
		}
	})
	if len(inner) == 1 {
		if k := w.only(inner[0]); k != 0 {
			switch w.t.nodes[k].name {
			case "m:m":
				if env := fences[[2]string{open, close}]; env != "" {
					rows, _ := w.rows(k)
					return environment(env, rows)
				}
			case "m:eqArr":
				if open == "{" && close == "" {
					return strings.NewReplacer(`\begin{aligned}`, `\begin{cases}`, `\end{aligned}`, `\end{cases}`).Replace(w.array(k))
				}
			case "m:f":
				if kind, _ := w.prop(k, "m:fPr", "m:type"); kind == "noBar" && open == "(" && close == ")" {
					return `\binom{` + w.arg(k, "m:num") + "}{" + w.arg(k, "m:den") + "}"
				}
			}
		}
	}
	var parts []string
	for _, k := range inner {
		parts = append(parts, strings.TrimSpace(w.inside(k)))
	}
	var mid strings.Builder
	for i, p := range parts {
		if i > 0 {
			mid.WriteString(text.TeX(sep))
		}
		texJoin(&mid, p)
	}
	body := mid.String()
	tall := strings.Contains(body, `\frac`) || strings.Contains(body, `\begin`) || strings.Contains(body, `\sum`) || strings.Contains(body, `\int`) || strings.Contains(body, `\prod`)
	var b strings.Builder
	if tall || open == "" && close != "" || open != "" && close == "" {
		b.WriteString(`\left` + fence(open))
		texJoin(&b, body)
		b.WriteString(`\right` + fence(close))
		return b.String()
	}
	b.WriteString(text.TeX(open))
	texJoin(&b, body)
	b.WriteString(text.TeX(close))
	return b.String()
}

func fence(s string) string {
	switch s {
	case "":
		return "."
	case "<", "〈":
		return `\langle `
	case ">", "〉":
		return `\rangle `
	}
	s = text.TeX(s)
	if isLetter(s[len(s)-1]) {
		s += " "
	}
	return s
}

// only returns the one element that an element holds, 0 when it holds others.
func (w *omml) only(n int32) (k int32) {
	w.t.children(n, func(c int32) {
		switch x := &w.t.nodes[c]; {
		case x.name == "m:ctrlPr" || x.name == "m:argPr" || x.name == "" && strings.TrimSpace(x.raw) == "":
		case k == 0:
			k = c
		default:
			k = -1
		}
	})
	return max(k, 0)
}

// rows writes the rows of m:m; columns says how each column is set: "left", "right", "center".
func (w *omml) rows(n int32) (rows, columns []string) {
	t := w.t
	t.children(n, func(k int32) {
		switch t.nodes[k].name {
		case "m:mPr":
			if mcs := t.find(k, "m:mcs"); mcs != xmlNone {
				t.children(mcs, func(mc int32) {
					if jc, ok := w.prop(mc, "m:mcPr", "m:mcJc"); ok {
						count, _ := w.prop(mc, "m:mcPr", "m:count")
						for range min(max(1, number(count, 1)), 64) {
							columns = append(columns, jc)
						}
					}
				})
			}
		case "m:mr":
			var cells []string
			t.children(k, func(c int32) {
				if t.nodes[c].name == "m:e" {
					cells = append(cells, strings.TrimSpace(w.inside(c)))
				}
			})
			rows = append(rows, strings.Join(cells, " & "))
		}
	})
	return rows, columns
}

// aligned reports columns that are set right and left by turns, as the columns of an alignment are.
func aligned(columns []string) bool {
	for i, c := range columns {
		if c != [2]string{"right", "left"}[i%2] {
			return false
		}
	}
	return len(columns) > 1
}

func environment(name string, rows []string) string {
	return `\begin{` + name + "} " + strings.Join(rows, ` \\ `) + ` \end{` + name + "}"
}

// array writes m:eqArr, equations below each other. The editor marks the places of alignment with & and a number
// with #.
func (w *omml) array(n int32) string {
	var rows []string
	w.t.children(n, func(k int32) {
		if w.t.nodes[k].name != "m:e" {
			return
		}
		row := strings.TrimSpace(strings.ReplaceAll(w.inside(k), `\&`, "&"))
		if i := strings.LastIndex(row, `\#`); i >= 0 {
			if number := strings.Trim(row[i+2:], " ()"); len(number) < 16 {
				w.number, row = number, strings.TrimSpace(row[:i])
			}
		}
		rows = append(rows, row)
	})
	if len(rows) == 1 {
		return strings.ReplaceAll(rows[0], "&", "")
	}
	return environment("aligned", rows)
}

// editorAccents are the marks of formula editors that TeX has commands for.
var editorAccents = map[rune]string{
	'\u0300': "grave", '\u0301': "acute", '\u0302': "hat", '\u0303': "tilde", '\u0304': "bar", '\u0305': "overline", '\u0306': "breve", '\u0307': "dot", '\u0308': "ddot", '\u030A': "mathring",
	'\u030C': "check", '\u20D6': "overleftarrow", '\u20D7': "vec", '\u20DB': "dddot", '\u20E1': "overleftrightarrow", '^': "hat", '~': "tilde", '¯': "bar", '‾': "overline", '→': "vec", '˙': "dot",
	'¨': "ddot", 'ˇ': "check", '˘': "breve", '´': "acute", '`': "grave", '\u20D1': "vec", '\u0332': "underline",
}

// accent writes m:acc.
func (w *omml) accent(n int32) string {
	chr, ok := w.prop(n, "m:accPr", "m:chr")
	if !ok {
		chr = "\u0302"
	}
	e := w.arg(n, "m:e")
	for _, c := range chr {
		if name := editorAccents[c]; name != "" {
			if (name == "hat" || name == "tilde") && !single(e) {
				name = "wide" + name
			}
			return `\` + name + "{" + e + "}"
		}
	}
	if chr == "" {
		return e
	}
	return `\overset{` + text.TeX(chr) + "}{" + e + "}"
}

// group writes m:groupChr, a sign above or below.
func (w *omml) group(n int32) string {
	chr, ok := w.prop(n, "m:groupChrPr", "m:chr")
	if !ok {
		chr = "⏟"
	}
	e := w.arg(n, "m:e")
	switch chr {
	case "⏟":
		return `\underbrace{` + e + "}"
	case "⏞":
		return `\overbrace{` + e + "}"
	case "":
		return e
	}
	if pos, _ := w.prop(n, "m:groupChrPr", "m:pos"); pos == "top" {
		return `\overset{` + text.TeX(chr) + "}{" + e + "}"
	}
	return `\underset{` + text.TeX(chr) + "}{" + e + "}"
}

// limit writes m:limLow and m:limUpp: bounds of an operator, else a note below or above.
func (w *omml) limit(n int32, mark, set string) string {
	e, lim := w.arg(n, "m:e"), w.arg(n, "m:lim")
	if k := w.t.find(n, "m:e"); k != xmlNone {
		if run := w.only(k); run != 0 && w.t.nodes[run].name == "m:r" {
			e = w.function(k)
		}
	}
	name := strings.TrimPrefix(e, `\`)
	switch {
	case strings.HasPrefix(e, `\underbrace`) || strings.HasPrefix(e, `\overbrace`):
		return e + script(mark, lim)
	case strings.HasPrefix(e, `\operatorname`) || e != name && (text.Function(name) == e || large[name]):
		return e + script(mark, lim)
	}
	return set + "{" + lim + "}{" + e + "}"
}

// large are the operators that take bounds.
var large = map[string]bool{"sum": true, "prod": true, "coprod": true, "int": true, "oint": true, "bigcup": true, "bigcap": true, "bigoplus": true, "bigotimes": true, "bigvee": true, "bigwedge": true, "bigsqcup": true}

// function writes the name of a function: the letters of its runs are one word, however they are set.
func (w *omml) function(n int32) string {
	if n == 0 {
		return ""
	}
	if k := w.only(n); k != 0 && w.t.nodes[k].name == "m:r" {
		var b strings.Builder
		w.t.children(k, func(c int32) {
			if w.t.nodes[c].name == "m:t" {
				b.WriteString(w.t.text(c))
			}
		})
		if word := strings.TrimSpace(b.String()); len(word) > 1 && alphabetic(strings.ReplaceAll(word, " ", "")) {
			return text.Function(word)
		}
	}
	return strings.TrimSpace(w.inside(n))
}
