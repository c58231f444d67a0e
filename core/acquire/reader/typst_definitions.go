package reader

import "strings"

// typstNames are the names that the file, and those that it imports, give to words and formulas: #let vv = $bold(v)$,
// #let dual(x) = $#x^*$. No other code is run.
type typstNames struct {
	values  map[string]*typstValue
	written int          // bytes that stand for names
	drawing func(string) // told the functions within formulas that draw
}

// typstValue is what a name stands for.
type typstValue struct {
	kind   byte // what it is written in: '$' a formula, '[' content, '"' a string; 0 code
	body   string
	params []string
	before *typstValue // what the name stood for when this was written: #let phi = $phi.alt$
}

const (
	maxTypstValue = 1 << 10 // bytes of a value that is written for its name
	maxTypstNames = 1 << 22 // bytes of all that is
	maxTypstDepth = 8       // names within the values of names
)

// define keeps the value of a statement: #let name = value, #let name(x) = value, #let name = (x) => value.
func (n *typstNames) define(s string) {
	left, value, ok := strings.Cut(strings.TrimPrefix(s, "#let"), "=")
	name, params, function := strings.Cut(strings.TrimSpace(left), "(")
	if name = strings.TrimSpace(name); !ok || !isName(name) {
		return
	}
	v := &typstValue{before: n.values[name]}
	n.values[name] = v
	value = strings.TrimSpace(value[:min(len(value), maxTypstValue)])
	if p, body, arrow := strings.Cut(value, "=>"); arrow && !function && strings.IndexByte(`$["{`, value[0]) < 0 && !strings.Contains(p, "\n") {
		params, function, value = strings.TrimLeft(p, " ("), true, strings.TrimSpace(body)
	}
	if function {
		for _, p := range strings.Split(strings.TrimRight(params, " )\t"), ",") {
			if p = strings.TrimSpace(p); isName(p) {
				v.params = append(v.params, p)
			} else if p != "" { // named and gathered ones are for code
				return
			}
		}
	}
	if rest, ok := strings.CutPrefix(value, "math."); ok {
		value = "$" + firstLine(rest) + "$"
	} else if rest, ok := strings.CutPrefix(value, "sym."); ok {
		value = "$" + firstLine(rest) + "$"
	}
	if value == "" {
		return
	}
	end := -1
	switch value[0] {
	case '$', '"':
		end = strings.IndexByte(value[1:], value[0]) + 1
	case '[':
		for k, depth := 0, 0; k < len(value) && end < 0; k++ {
			switch value[k] {
			case '[':
				depth++
			case ']':
				if depth--; depth == 0 {
					end = k
				}
			}
		}
	}
	if end > 0 && strings.TrimSpace(firstLine(value[end+1:])) == "" {
		v.kind, v.body = value[0], strings.TrimSpace(value[1:end])
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	s, _, _ = strings.Cut(s, "//")
	return strings.TrimSpace(s)
}

// plain is the text of content on a line, formulas as TeX.
func (n *typstNames) plain(s string) string {
	var b strings.Builder
	for k, part := range strings.Split(strings.Join(strings.Fields(s), " "), "$") {
		if k%2 == 1 {
			b.WriteString(`\(` + n.tex(part) + `\)`)
		} else {
			b.WriteString(strings.NewReplacer("*", "", "\\", "", "~", " ").Replace(part))
		}
	}
	return b.String()
}

// text is what a name without arguments prints in running text.
func (n *typstNames) text(v *typstValue, name string) string {
	switch v.kind {
	case '$':
		m := typstMath{names: n}
		m.value(name, v, nil, 0)
		return `\(` + tightTeX(m.b.String()) + `\)`
	case '[':
		return n.plain(v.body)
	}
	return v.body
}

// typstSilent are the functions of the language that print no words of their own.
var typstSilent = htmlSet(`footnote cite bibliography image pagebreak colbreak outline label v h line metadata counter state hide place linebreak parbreak here locate query
	datetime lorem rect circle ellipse square polygon curve path repeat none auto true false rgb luma cmyk color gradient assert panic eval plugin numbering measure layout smartquote
	text par page document math equation table grid figure box block align pad stack columns scale rotate move skew enum list terms heading strong emph underline overline strike highlight
	smallcaps sub super raw quote lower upper str int float type calc range array dictionary arguments sys version bytes read csv json toml yaml xml cbor regex divider title`)

// typstDraws reports whether a function of the usual packages draws: commutative-diagram, fletcher.diagram, canvas.
func typstDraws(name string) bool {
	return strings.Contains(name, "diagram") || strings.HasSuffix(name, "canvas") || strings.HasSuffix(name, "plot") || name == "syntree"
}
