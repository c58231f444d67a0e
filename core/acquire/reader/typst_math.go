package reader

import (
	"strings"
	"unicode/utf8"
)

// tex writes a formula of Typst as TeX, as the formulas of all other formats are: symbols by their names there,
// what stands in parentheses behind a function as its arguments. What has no name in TeX is kept as an operator.
func (n *typstNames) tex(s string) string {
	m := typstMath{s: s, names: n, closing: map[int]int{}}
	m.pair()
	m.run(0, len(s), 0)
	return tightTeX(m.b.String())
}

func tightTeX(s string) string {
	return tightScripts.Replace(strings.Join(strings.Fields(s), " "))
}

var (
	tightScripts = strings.NewReplacer(" _", "_", " ^", "^")
	unmarked     = strings.NewReplacer("{", "", "}", "", `\`, "", "$", "") // text in a formula
)

// typstMath is a formula on its way to TeX.
type typstMath struct {
	s       string
	b       strings.Builder
	closing map[int]int // by the place of a parenthesis, the one that closes it
	names   *typstNames
	own     string            // the name whose value this is
	was     *typstValue       // what that name stands for within its value
	given   map[string]string // the parameters of that value, as TeX
	inner   int               // values within values
}

// lookup returns what a name stands for, nil when nothing.
func (m *typstMath) lookup(name string) *typstValue {
	v := m.names.values[name]
	if name == m.own {
		v = m.was
	}
	if v == nil || v.kind == 0 || m.inner >= maxTypstDepth || m.names.written > maxTypstNames {
		return nil
	}
	return v
}

// value writes what a name stands for, with the arguments that it is given as TeX.
func (m *typstMath) value(name string, v *typstValue, args []string, depth int) {
	inner := typstMath{s: v.body, closing: map[int]int{}, names: m.names, own: name, was: v.before, inner: m.inner + 1, given: map[string]string{}}
	for k, p := range v.params {
		if inner.given[p] = ""; k < len(args) {
			inner.given[p] = args[k]
		}
	}
	if f := strings.Trim(v.body, "$"); v.kind == '$' || v.kind == '[' && len(f) == len(v.body)-2 && !strings.Contains(f, "$") { // [$x$]
		inner.s = f
		inner.pair()
		inner.run(0, len(f), depth)
	} else if v.kind == '[' {
		inner.b.WriteString(`\text{` + unmarked.Replace(m.names.plain(v.body)) + "}")
	} else {
		inner.b.WriteString(`\text{` + unmarked.Replace(v.body) + "}")
	}
	m.names.written += inner.b.Len()
	m.command(strings.TrimRight(inner.b.String(), " "))
}

// parameter writes what a value is given for a name of it; ok is false when it has none.
func (m *typstMath) parameter(name string) (ok bool) {
	t, ok := m.given[name]
	if m.names.written += len(t); ok && m.names.written <= maxTypstNames {
		m.command(t)
	}
	return ok
}

// pair finds the parentheses that close others.
func (m *typstMath) pair() {
	var open []int
	for k := 0; k < len(m.s); k++ {
		switch m.s[k] {
		case '(':
			open = append(open, k)
		case ')':
			if n := len(open); n > 0 {
				m.closing[open[n-1]], open = k, open[:n-1]
			}
		default:
			k = m.quoted(k)
		}
	}
}

// quoted returns the last byte of the quoted text or character at k, or k.
func (m *typstMath) quoted(k int) int {
	switch m.s[k] {
	case '\\':
		return k + 1
	case '"':
		return k + 1 + strings.IndexByte(m.s[k+1:], '"')
	}
	return k
}

// closer returns the place of the parenthesis that closes the one at i before an end, -1 when none does.
func (m *typstMath) closer(i, end int) int {
	if k, ok := m.closing[i]; ok && k < end {
		return k
	}
	return -1
}

// run writes the piece from i to end.
func (m *typstMath) run(i, end, depth int) {
	for i < end {
		c := m.s[i]
		switch {
		case isLetter(c):
			i = m.word(i, end, depth)
		case c == '"':
			k := strings.IndexByte(m.s[i+1:end], '"')
			if k < 0 {
				i++
				break
			}
			m.b.WriteString(`\text{` + unmarked.Replace(m.s[i+1:i+1+k]) + "}")
			i += k + 2
		case (c == '_' || c == '^') && i+1 < end && m.s[i+1] == '(' && depth < maxNesting:
			k := m.closer(i+1, end)
			if k < 0 {
				m.b.WriteByte(c)
				i++
				break
			}
			m.b.WriteByte(c)
			m.group(i+2, k, depth)
			i = k + 1
		case (c == '_' || c == '^') && i+1 < end && (isLetter(m.s[i+1]) || isDigit(m.s[i+1])): // all of the next word or number
			m.b.WriteByte(c)
			k := i + 1
			for k < end && isDigit(m.s[k]) {
				k++
			}
			if k > i+1 {
				m.b.WriteString("{" + m.s[i+1:k] + "}")
				i = k
				break
			}
			m.b.WriteByte('{')
			i = m.word(i+1, end, depth)
			m.b.WriteByte('}')
		case c == '\\' && i+1 < end && m.s[i+1] > ' ':
			if strings.IndexByte("{}#%&_", m.s[i+1]) >= 0 {
				m.b.WriteByte('\\')
			}
			m.b.WriteByte(m.s[i+1])
			i += 2
		case c == '\\':
			m.b.WriteString(`\\`)
			i++
		case c == '{' || c == '}' || c == '%':
			m.b.WriteString(`\` + string(c))
			i++
		case c == '#':
			i = m.code(i, end, depth)
		default:
			size := 0
			for _, op := range typstOperators {
				if strings.HasPrefix(m.s[i:end], op[0]) {
					m.command(op[1])
					size = len(op[0])
					break
				}
			}
			if size == 0 {
				_, size = utf8.DecodeRuneInString(m.s[i:end])
				m.b.WriteString(m.s[i : i+size])
			}
			i += size
		}
	}
}

// code writes the code at i: the parameter or the value that it names, else the content that it is given, else the name
// of what is no matter of layout.
func (m *typstMath) code(i, end, depth int) int {
	k := i + 1
	for k < end && (isLetter(m.s[k]) || k > i+1 && (isDigit(m.s[k]) || m.s[k] == '-' || m.s[k] == '.' && k+1 < end && isLetter(m.s[k+1]))) {
		k++
	}
	name := m.s[i+1 : k]
	if m.parameter(name) {
		return k
	}
	call, from := k, m.b.Len()
	if k < end && m.s[k] == '(' {
		if e := m.closer(k, end); e > 0 {
			k = e + 1
		}
	}
	draws := typstDraws(name)
	if k < end && m.s[k] == '[' {
		if e := strings.IndexByte(m.s[k:min(end, k+maxTag)], ']'); e > 0 {
			if !draws {
				m.b.WriteString(`\text{` + unmarked.Replace(m.s[k+1:k+e]) + "}")
			}
			k += e + 1
		}
	}
	word, v := name[strings.LastIndexByte(name, '.')+1:], m.lookup(name)
	switch {
	case draws:
		if m.names.drawing != nil {
			m.names.drawing(name)
		}
	case m.b.Len() > from:
	case v != nil && k > call && v.params != nil && depth < maxNesting:
		m.value(name, v, m.texArguments(call+1, k-1, depth), depth)
	case v != nil && k == call && v.params == nil:
		m.value(name, v, nil, depth)
	case strings.HasPrefix(name, "sym."):
		m.word(i+len("#sym."), k, depth)
	case word != "" && !typstSilent[word]:
		m.b.WriteString(`\operatorname{` + word + "}")
	}
	return k
}

// texArguments are the arguments from i to end as TeX.
func (m *typstMath) texArguments(i, end, depth int) (out []string) {
	for _, a := range m.arguments(i, end) {
		inner := typstMath{s: m.s, closing: m.closing, names: m.names, own: m.own, was: m.was, given: m.given, inner: m.inner}
		inner.run(a[0], a[1], depth+1)
		out = append(out, strings.TrimSpace(inner.b.String()))
	}
	return out
}

// command writes a command apart from the letter behind it.
func (m *typstMath) command(s string) {
	m.b.WriteString(s)
	if n := len(s); n > 1 && isLetter(s[n-1]) && strings.Contains(s, `\`) {
		m.b.WriteByte(' ')
	}
}

func (m *typstMath) group(from, to, depth int) {
	m.b.WriteByte('{')
	m.run(from, to, depth+1)
	m.b.WriteByte('}')
}

// word writes the name at i, a letter or a symbol or a function with its arguments.
func (m *typstMath) word(i, end, depth int) int {
	k := i
	for k < end && (isLetter(m.s[k]) || k > i+1 && isDigit(m.s[k]) || m.s[k] == '.' && k > i+1 && k+1 < end && isLetter(m.s[k+1])) {
		k++
	}
	name := m.s[i:k]
	if len(name) == 1 {
		m.b.WriteString(name)
		return k
	}
	v := m.lookup(name)
	if k < end && m.s[k] == '(' && depth < maxNesting && (v == nil || v.params != nil) {
		if e := m.closer(k, end); e > 0 && v != nil {
			m.value(name, v, m.texArguments(k+1, e, depth), depth)
			return e + 1
		} else if e > 0 && m.function(name, k+1, e, depth) {
			return e + 1
		}
	}
	if m.parameter(name) {
		return k
	}
	if v != nil && v.params == nil {
		m.value(name, v, nil, depth)
		return k
	}
	base, _, dotted := strings.Cut(name, ".")
	switch tex := typstSymbols[name]; {
	case tex != "":
		m.command(tex)
	case sharedNames[name]:
		m.command(`\` + name)
	case dotted && typstSymbols[base] != "":
		m.command(typstSymbols[base])
	case dotted && sharedNames[base]:
		m.command(`\` + base)
	case len(name) == 2 && name[0] == name[1] && 'A' <= name[0] && name[0] <= 'Z': // NN, RR
		m.b.WriteString(`\mathbb{` + name[:1] + "}")
	default:
		m.b.WriteString(`\operatorname{` + name + "}")
	}
	return k
}

// function writes a function whose arguments stand from i to end; ok is false when it is a name like any other.
func (m *typstMath) function(name string, i, end, depth int) (ok bool) {
	command, fence := typstFunctions[name], typstFences[name]
	switch name {
	case "root", "mat", "vec", "cases", "lr", "limits", "display", "inline", "scripts":
	default:
		if command == "" && fence[0] == "" {
			return false
		}
	}
	args := m.arguments(i, end)
	switch {
	case fence[0] != "":
		m.command(fence[0])
		m.run(i, end, depth+1)
		m.b.WriteString(fence[1])
	case name == "root" && len(args) == 2:
		m.b.WriteString(`\sqrt[`)
		m.run(args[0][0], args[0][1], depth+1)
		m.b.WriteByte(']')
		m.group(args[1][0], args[1][1], depth)
	case name == "mat" || name == "vec" || name == "cases":
		env := map[string]string{"mat": "pmatrix", "vec": "pmatrix", "cases": "cases"}[name]
		m.b.WriteString(`\begin{` + env + "}")
		first := 0
		for k, a := range args {
			if key, _, ok := strings.Cut(m.s[a[0]:a[1]], ":"); ok && typstLayout[strings.TrimSpace(key)] {
				first = k + 1
				continue
			}
			switch {
			case k == first:
			case name == "mat" && m.s[args[k-1][1]] == ',':
				m.b.WriteString(" & ")
			default:
				m.b.WriteString(` \\ `)
			}
			m.run(a[0], a[1], depth+1)
		}
		m.b.WriteString(`\end{` + env + "}")
	case name == "lr" || name == "limits" || name == "display" || name == "inline" || name == "scripts":
		m.run(i, end, depth+1)
	case command != "":
		m.b.WriteString(command)
		for _, a := range args {
			s := strings.TrimSpace(m.s[a[0]:a[1]])
			if words := strings.Trim(s, `"`); (name == "op" || name == "text") && len(words) == len(s)-2 { // op("Hom")
				m.b.WriteString("{" + unmarked.Replace(words) + "}")
				continue
			}
			if strings.HasPrefix(s, "limits:") {
				continue
			}
			m.group(a[0], a[1], depth)
		}
	default:
		return false
	}
	return true
}

// arguments parts what stands in parentheses at its commas and semicolons.
func (m *typstMath) arguments(i, end int) (out [][2]int) {
	from, depth := i, 0
	for k := i; k < end; k++ {
		switch m.s[k] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',', ';':
			if depth == 0 {
				out = append(out, [2]int{from, k})
				from = k + 1
			}
		default:
			k = m.quoted(k)
		}
	}
	if strings.TrimSpace(m.s[min(from, end):end]) != "" {
		out = append(out, [2]int{from, end})
	}
	return out
}

// typstOperators are the shorthands of several characters, longer ones first.
var typstOperators = [...][2]string{
	{"<==>", `\iff`}, {"<-->", `\longleftrightarrow`}, {"==>", `\implies`}, {"<==", `\impliedby`}, {"-->", `\longrightarrow`}, {"<--", `\longleftarrow`}, {"|->", `\mapsto`}, {"<=>", `\Leftrightarrow`},
	{"<->", `\leftrightarrow`}, {">->", `\rightarrowtail`}, {"->>", `\twoheadrightarrow`}, {"...", `\dots`}, {"->", `\to`}, {"<-", `\leftarrow`}, {"=>", `\Rightarrow`}, {"<=", `\le`}, {">=", `\ge`},
	{"!=", `\ne`}, {"::=", "::="}, {":=", ":="}, {"||", `\|`}, {"~>", `\rightsquigarrow`}, {"<<", `\ll`}, {">>", `\gg`},
}

// typstSymbols are the symbols that TeX calls otherwise.
var typstSymbols = map[string]string{
	"subset.eq": `\subseteq`, "supset.eq": `\supseteq`, "subset.neq": `\subsetneq`, "in.not": `\notin`, "in.rev": `\ni`, "union": `\cup`, "sect": `\cap`, "inter": `\cap`, "union.big": `\bigcup`,
	"sect.big": `\bigcap`, "inter.big": `\bigcap`, "union.sq": `\sqcup`, "union.sq.big": `\bigsqcup`, "product": `\prod`, "integral": `\int`, "integral.cont": `\oint`, "infinity": `\infty`, "oo": `\infty`,
	"nothing": `\emptyset`, "emptyset": `\emptyset`, "without": `\setminus`, "backslash": `\setminus`, "eq.not": `\ne`, "lt.eq": `\le`, "gt.eq": `\ge`, "eq.triple": `\equiv`, "approx": `\approx`,
	"tilde.op": `\sim`, "tilde.eq": `\simeq`, "tilde": `\sim`, "tilde.equiv": `\cong`, "plus.minus": `\pm`, "minus.plus": `\mp`, "times.circle": `\otimes`, "times.o": `\otimes`, "plus.circle": `\oplus`,
	"plus.o": `\oplus`, "plus.o.big": `\bigoplus`, "plus.circle.big": `\bigoplus`, "dot": `\cdot`, "dot.op": `\cdot`, "dot.c": `\cdot`, "compose": `\circ`, "circle.small": `\circ`, "and": `\land`, "or": `\lor`, "not": `\lnot`,
	"arrow": `\to`, "arrow.r": `\to`, "arrow.l": `\leftarrow`, "arrow.t": `\uparrow`, "arrow.b": `\downarrow`, "arrow.r.double": `\Rightarrow`, "arrow.l.r.double": `\Leftrightarrow`, "arrow.r.long": `\longrightarrow`, "arrow.r.hook": `\hookrightarrow`,
	"arrow.r.twohead": `\twoheadrightarrow`, "arrow.r.bar": `\mapsto`, "exists.not": `\nexists`, "diff": `\partial`, "dif": "d", "nabla": `\nabla`, "dots": `\dots`, "dots.h": `\dots`, "dots.c": `\cdots`, "dots.v": `\vdots`,
	"dots.down": `\ddots`, "quad": `\quad`, "wide": `\qquad`, "space": `\ `, "thin": `\,`, "med": `\:`, "thick": `\;`, "divides": `\mid`, "divides.not": `\nmid`, "bar.v": "|", "bar": "|", "bar.v.double": `\|`, "prime": "'", "angle.l": `\langle`,
	"angle.r": `\rangle`, "chevron.l": `\langle`, "chevron.r": `\rangle`, "ell": `\ell`, "phi.alt": `\varphi`, "epsilon.alt": `\varepsilon`, "theta.alt": `\vartheta`, "tack.r": `\vdash`, "tack.r.double": `\models`, "tack.b": `\top`, "tack.t": `\bot`,
	"lt.tri": `\triangleleft`, "lt.tri.eq": `\trianglelefteq`, "gt.tri": `\triangleright`, "prec": `\prec`, "prec.eq": `\preceq`, "succ": `\succ`, "succ.eq": `\succeq`, "aleph": `\aleph`, "perp": `\perp`, "parallel": `\parallel`, "ast": "*",
	"gt": ">", "lt": "<", "eq": "=", "plus": "+", "minus": "-", "eq.def": ":=", "eq.colon": "=:", "star": `\star`, "square": `\square`, "qed": `\square`, "colon": ":", "colon.eq": ":=", "comma": ",", "semi": ";", "slash": "/", "brace.l": `\{`, "brace.r": `\}`, "paren.l": "(", "paren.r": ")", "bracket.l": "[", "bracket.r": "]",
}

// sharedNames are the symbols and operators that have one name in both.
var sharedNames = htmlSet(`alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
	Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega in subset supset forall exists sum times equiv cong top bot approx sim
	sin cos tan cot sec csc arcsin arccos arctan mapsto partial iff setminus sinh cosh tanh log ln lg exp lim limsup liminf sup inf max min det dim ker deg gcd hom arg Pr mod`)

// typstFunctions are the functions that are commands of TeX, with as many arguments as they are given.
var typstFunctions = map[string]string{
	"sqrt": `\sqrt`, "frac": `\frac`, "binom": `\binom`, "cal": `\mathcal`, "scr": `\mathscr`, "bb": `\mathbb`, "frak": `\mathfrak`, "bold": `\mathbf`, "upright": `\mathrm`, "italic": `\mathit`, "sans": `\mathsf`, "mono": `\mathtt`,
	"overline": `\overline`, "underline": `\underline`, "hat": `\hat`, "tilde": `\tilde`, "dot": `\dot`, "ddot": `\ddot`, "arrow": `\vec`, "macron": `\bar`, "cancel": `\cancel`, "underbrace": `\underbrace`, "overbrace": `\overbrace`,
	"op": `\operatorname`, "text": `\text`,
}

// typstLayout are the arguments by name that say how a matrix looks.
var typstLayout = htmlSet("delim gap row-gap column-gap augment align reverse")

// typstFences are the functions that set their argument between two signs.
var typstFences = map[string][2]string{"abs": {"|", "|"}, "norm": {`\|`, `\|`}, "floor": {`\lfloor`, `\rfloor`}, "ceil": {`\lceil`, `\rceil`}, "round": {`\lfloor`, `\rceil`}}
