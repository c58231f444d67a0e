package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"lemma/core/text"
)

// maxFormula bounds the TeX of one formula.
const maxFormula = 1 << 20

// mathML is the TeX of a math element: what its author wrote where an annotation keeps it, else what its layout says,
// else its text for those who do not see it. Converters of LaTeX keep the source in that text.
func (w *pageWalker) mathML(n int32) (tex string, display bool) {
	e := w.node(n)
	display = e.value("display") == "block" || e.value("mode") == "display" || strings.HasPrefix(e.value("class"), "ltx_Math_display")
	if a := w.annotation(n); a != "" {
		inner := strings.TrimPrefix(a, `{\displaystyle`)
		if len(inner) < len(a) && strings.HasSuffix(inner, "}") {
			return strings.TrimSpace(inner[:len(inner)-1]), display
		}
		return a, display
	}
	alt := strings.TrimSpace(e.value("alttext"))
	if alt != "" && e.classed("ltx_Math") {
		return alt, display
	}
	m := mathConverter{w: w}
	m.row(n)
	if tex = strings.TrimSpace(m.out.String()); tex != "" {
		return tex, display
	}
	return alt, display
}

// annotation is the source in TeX that a formula carries.
func (w *pageWalker) annotation(n int32) string {
	end := w.node(n).end
	for c := n + 1; c < int32(len(w.tree.nodes)) && w.node(c).start < end; c++ {
		e := w.node(c)
		if e.tag != "annotation" || !strings.Contains(strings.ToLower(e.value("encoding")), "tex") {
			continue
		}
		var b strings.Builder
		for k := e.child; k >= 0; k = w.node(k).next {
			if t := w.node(k); t.tag == "" {
				s := string(w.src[t.start:t.end])
				if strings.HasPrefix(s, "<![CDATA[") {
					b.WriteString(strings.TrimSuffix(s[9:], "]]>"))
				} else {
					b.WriteString(html.UnescapeString(s))
				}
			}
		}
		if s := pageTeX(b.String()); s != "" {
			return s
		}
	}
	return ""
}

// mathConverter writes presentation MathML as TeX. Characters that TeX's users type stay characters.
type mathConverter struct {
	w   *pageWalker
	out strings.Builder
}

// word appends TeX, with a blank where a command would run into letters, or a script into what follows it.
func (m *mathConverter) word(s string) {
	if s == "" || m.out.Len() > maxFormula {
		return
	}
	if r, _ := utf8.DecodeRuneInString(s); unicode.IsLetter(r) || unicode.IsDigit(r) {
		o := m.out.String()
		n := len(o)
		k := n
		for k > 0 && isLetter(o[k-1]) && n-k < 24 {
			k--
		}
		if k < n && k > 0 && o[k-1] == '\\' && unicode.IsLetter(r) || n > 0 && o[n-1] == '}' || n > 1 && (o[n-2] == '^' || o[n-2] == '_') {
			m.out.WriteByte(' ')
		}
	}
	m.out.WriteString(s)
}

// row converts the children of an element.
func (m *mathConverter) row(n int32) {
	for c := m.w.node(n).child; c >= 0; c = m.w.node(c).next {
		m.node(c)
	}
}

// group converts an argument, in braces.
func (m *mathConverter) group(n int32) {
	m.out.WriteByte('{')
	if n >= 0 {
		m.node(n)
	}
	m.out.WriteByte('}')
}

// base converts what scripts are put on, in braces when it is more than one sign.
func (m *mathConverter) base(n int32) {
	if n < 0 {
		m.word("{}")
		return
	}
	sub := mathConverter{w: m.w}
	sub.node(n)
	s := sub.out.String()
	if tag := m.w.node(n).tag; utf8.RuneCountInString(s) > 1 && (tag == "mrow" || tag == "mstyle" || tag == "mfrac" || tag == "msup" || tag == "msub" || tag == "msubsup" || tag == "mover" || tag == "munder" || tag == "mn") {
		s = "{" + s + "}"
	}
	if s == "" {
		s = "{}"
	}
	m.word(s)
}

// arguments are the child elements of an element.
func (m *mathConverter) arguments(n int32) (out []int32) {
	for c := m.w.node(n).child; c >= 0; c = m.w.node(c).next {
		if t := m.w.node(c).tag; t != "" && t != "!" {
			out = append(out, c)
		}
	}
	return out
}

func (m *mathConverter) node(n int32) {
	if m.out.Len() > maxFormula {
		return
	}
	e := m.w.node(n)
	if e.tag == "" || e.tag == "!" {
		return
	}
	a := m.arguments(n)
	arg := func(i int) int32 {
		if i < len(a) {
			return a[i]
		}
		return -1
	}
	switch e.tag {
	case "mi", "ci":
		m.identifier(m.w.plain(n, 200), e)
	case "mn":
		m.word(text.TeX(m.w.plain(n, 200)))
	case "mo":
		m.operator(m.w.plain(n, 40))
	case "mtext", "ms":
		m.text(n, e)
	case "mspace":
		if w := e.value("width"); w != "" && isDigit(w[0]) && w[0] != '0' && strings.HasSuffix(w, "em") {
			m.word(`\quad`)
		}
		m.word(" ")
	case "mphantom", "annotation", "annotation-xml", "none", "mprescripts", "maligngroup", "malignmark":
	case "semantics", "maction":
		if len(a) > 0 {
			m.node(a[0])
		}
	case "msup":
		m.base(arg(0))
		m.script("^", arg(1))
	case "msub":
		m.base(arg(0))
		m.script("_", arg(1))
	case "msubsup":
		m.base(arg(0))
		m.script("_", arg(1))
		m.script("^", arg(2))
	case "munder", "mover", "munderover":
		m.limits(e.tag, arg)
	case "mmultiscripts":
		m.multiscripts(a)
	case "mfrac":
		if t := e.value("linethickness"); t != "" && strings.Trim(t, "0.pxemt") == "" {
			m.word(`\binom`)
		} else {
			m.word(`\frac`)
		}
		m.group(arg(0))
		m.group(arg(1))
	case "msqrt":
		m.word(`\sqrt{`)
		m.row(n)
		m.word("}")
	case "mroot":
		m.word(`\sqrt[`)
		if i := arg(1); i >= 0 {
			m.node(i)
		}
		m.word("]")
		m.group(arg(0))
	case "mfenced":
		m.fenced(e, a)
	case "mtable":
		m.table(n)
	default:
		m.row(n)
	}
}

// script puts a sub- or superscript. Primes are what they are.
func (m *mathConverter) script(sign string, n int32) {
	if n < 0 {
		return
	}
	if t := m.w.node(n).tag; t == "none" || t == "mrow" && m.w.node(n).child < 0 {
		return
	}
	if m.w.node(n).tag == "mo" && sign == "^" {
		switch m.w.plain(n, 20) {
		case "′", "'":
			m.out.WriteByte('\'')
			return
		case "″":
			m.out.WriteString("''")
			return
		case "‴":
			m.out.WriteString("'''")
			return
		}
	}
	sub := mathConverter{w: m.w}
	sub.node(n)
	s := sub.out.String()
	if s == "" {
		return
	}
	m.out.WriteString(sign)
	if len(s) == 1 {
		m.out.WriteString(s)
		return
	}
	m.out.WriteString("{" + s + "}")
}

// identifier writes the name of a variable or of a function.
func (m *mathConverter) identifier(s string, e *htmlNode) {
	r := []rune(s)
	switch {
	case len(r) == 0:
	case len(r) == 1 || !unicode.IsLetter(r[0]):
		m.word(alphabet(text.TeX(s), e))
	default:
		m.word(text.Function(s))
	}
}

// alphabet sets a letter in the alphabet that attributes give it.
func alphabet(s string, e *htmlNode) string {
	if len(s) != 1 || !isLetter(s[0]) && !isDigit(s[0]) { // signs have one form
		return s
	}
	command := ""
	switch e.value("mathvariant") {
	case "double-struck":
		command = "mathbb"
	case "bold", "bold-italic":
		command = "mathbf"
	case "script", "bold-script":
		command = "mathcal"
	case "fraktur", "bold-fraktur":
		command = "mathfrak"
	case "sans-serif":
		command = "mathsf"
	case "monospace":
		command = "mathtt"
	}
	if command == "" {
		return s
	}
	return `\` + command + "{" + s + "}"
}

func (m *mathConverter) operator(s string) {
	if r := []rune(s); len(r) > 1 && unicode.IsLetter(r[0]) {
		m.word(text.Function(s))
		return
	}
	m.word(text.TeX(s))
}

// text writes running text in a formula with the formulas in it.
func (m *mathConverter) text(n int32, e *htmlNode) {
	raw := ""
	for c := e.child; c >= 0; c = m.w.node(c).next {
		switch t := m.w.node(c); t.tag {
		case "":
			raw += html.UnescapeString(string(m.w.src[t.start:t.end]))
		case "!":
		case "math":
			tex, _ := m.w.mathML(c)
			raw += `\(` + tex + `\)`
		default:
			raw += m.w.plain(c, 200)
		}
	}
	raw = strings.ReplaceAll(raw, "\u00a0", " ")
	if strings.TrimSpace(raw) == "" {
		if raw != "" {
			m.word(" ")
		}
		return
	}
	fields := strings.Join(strings.Fields(raw), " ")
	if strings.HasPrefix(raw, " ") {
		fields = " " + fields
	}
	if strings.HasSuffix(raw, " ") {
		fields += " "
	}
	m.out.WriteString(`\text{` + strings.NewReplacer("{", `\{`, "}", `\}`).Replace(fields) + "}")
}

// accents are the signs above a base that have commands; a dash there is a bar that was typed.
var accents = map[string]string{
	"¯": "bar", "‾": "overline", "ˉ": "bar", "_": "underline", "–": "bar", "—": "overline", "−": "bar", "^": "hat", "ˆ": "hat", "̂": "hat", "~": "tilde", "˜": "tilde", "∼": "tilde", "→": "vec", "⃗": "vec", "˙": "dot", "¨": "ddot",
	"ˇ": "check", "˘": "breve", "⏞": "overbrace", "⏟": "underbrace", "°": "mathring", "˚": "mathring", "⟶": "overrightarrow",
}

// limits writes what stands below and above a sign: accents, or limits.
func (m *mathConverter) limits(tag string, arg func(int) int32) {
	if i := arg(1); i >= 0 && tag != "munderover" && m.w.node(i).tag == "mo" {
		if command, ok := accents[strings.TrimSpace(m.w.plain(i, 20))]; ok {
			if tag == "munder" && command == "overline" || command == "bar" && tag == "munder" {
				command = "underline"
			}
			m.word(`\` + command)
			m.group(arg(0))
			return
		}
	}
	m.base(arg(0))
	switch tag {
	case "munder":
		m.script("_", arg(1))
	case "mover":
		m.script("^", arg(1))
	default:
		m.script("_", arg(1))
		m.script("^", arg(2))
	}
}

func (m *mathConverter) multiscripts(a []int32) {
	if len(a) == 0 {
		return
	}
	post, pre := a[1:], []int32(nil)
	for i, n := range post {
		if m.w.node(n).tag == "mprescripts" {
			post, pre = post[:i], post[i+1:]
			break
		}
	}
	scripts := func(list []int32) {
		for i, n := range list {
			m.script([]string{"_", "^"}[i%2], n)
		}
	}
	if len(pre) > 0 {
		m.word("{}")
		scripts(pre)
	}
	m.base(a[0])
	scripts(post)
}

func (m *mathConverter) fenced(e *htmlNode, a []int32) {
	open, shut, sep := "(", ")", ","
	for _, v := range []struct {
		key string
		to  *string
	}{{"open", &open}, {"close", &shut}, {"separators", &sep}} {
		if s, ok := e.attr(v.key); ok {
			*v.to = strings.TrimSpace(s)
		}
	}
	m.operator(open)
	seps := []rune(sep)
	for i, n := range a {
		if i > 0 && len(seps) > 0 {
			m.operator(string(seps[min(i-1, len(seps)-1)]))
		}
		m.node(n)
	}
	m.operator(shut)
}

// table writes a matrix or lines that are aligned. One line with a label is a formula with its number.
func (m *mathConverter) table(n int32) {
	rows := m.arguments(n)
	alone := len(rows) == 1 && m.w.node(rows[0]).tag == "mlabeledtr"
	if !alone {
		m.word(`\begin{matrix}`)
	}
	for i, r := range rows {
		if i > 0 {
			m.out.WriteString(` \\ `)
		}
		cells, label := m.arguments(r), ""
		if m.w.node(r).tag == "mlabeledtr" && len(cells) > 0 { // the label stands first (MathML 3, 3.5.3)
			label, cells = strings.Trim(m.w.plain(cells[0], maxLabel), "() "), cells[1:]
		}
		for j, c := range cells {
			if j > 0 && !alone {
				m.out.WriteString(" & ")
			}
			m.row(c)
		}
		if label != "" {
			m.out.WriteString(` \tag{` + unmarked.Replace(label) + "}")
		}
	}
	if !alone {
		m.word(`\end{matrix}`)
	}
}
