package reader

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"lemma/core/text"
)

// Where parts of formulas stand, in sizes of their fonts. They follow from the parameters of TeX's fonts (The TeXbook,
// appendix G) with room for other fonts.
const (
	axis        = 0.25 // of a fraction's rule above the baseline
	underRule   = 1.35 // a line of print that a rule stands over
	tallUnder   = 2.2  // the same when it holds a fraction
	nearestOver = 1.1  // a numerator's baseline
	tallest     = 3    // a numerator or denominator that holds fractions
	barLow      = 0.4  // a bar over a small letter
	barHigh     = 1.2
	edgeRoom    = 0.35 // between the ends of a rule and of what it belongs to,
	originRoom  = 0.1  // the same at the left, which is known,
	looseness   = 0.15 // and in shares of its width, which is not known to the point
	smallSize   = 0.85 // of indices and limits
	barBytes    = 60   // under a bar
)

// ruleIndex finds the rule over a place.
type ruleIndex struct {
	rules []Rule
	rows  map[int][]int16
}

func newRuleIndex(rules []Rule) ruleIndex {
	x := ruleIndex{rules: slices.Clone(rules), rows: map[int][]int16{}}
	slices.SortStableFunc(x.rules, func(a, b Rule) int { return cmp.Compare(a.Right-a.Left, b.Right-b.Left) })
	for i, r := range x.rules {
		if k := int(r.Y) / rowHeight; len(x.rows[k]) < maxInRow {
			x.rows[k] = append(x.rows[k], int16(i))
		}
	}
	return x
}

// over returns 1 + the index of the shortest rule, not below one of an index, that stands over a place up to a height
// above it; 0 when there is none.
func (x *ruleIndex) over(px, py, height float32, from int) int16 {
	if len(x.rules) == 0 {
		return 0
	}
	best := int16(0)
	for k := int(py) / rowHeight; k <= int(py+height)/rowHeight; k++ {
		for _, i := range x.rows[k] {
			if r := &x.rules[i]; int(i) >= from && px > r.Left && px < r.Right && r.Y > py && r.Y < py+height && (best == 0 || i < best-1) {
				best = i + 1
			}
		}
	}
	return best
}

// formulas puts together what formulas set over each other: fractions, roots and bars by their rules, and the limits of
// large operators.
func (x *ruleIndex) formulas(pieces []piece) []piece {
	left := 4 << 20 // pieces that are looked at
	for i := range x.rules {
		if left -= len(pieces); left < 0 {
			break
		}
		from := slices.IndexFunc(pieces, func(p piece) bool { return p.rule == int16(i+1) })
		if from < 0 {
			continue
		}
		to := from + 1
		for to < len(pieces) && pieces[to].rule == int16(i+1) {
			to++
		}
		pieces = x.rule(pieces, i, from, to)
	}
	return limits(pieces)
}

// rule makes one piece of what belongs to a rule, which the pieces from … to stand under.
func (x *ruleIndex) rule(pieces []piece, i, from, to int) []piece {
	r := &x.rules[i]
	em := float32(0)
	for _, p := range pieces[from:to] {
		em = max(em, p.size)
	}
	top := from
	for top > 0 && r.above(&pieces[top-1]) {
		top--
	}
	fits := func(ps []piece) bool {
		x0, x1 := ps[0].x0, ps[0].x1
		for _, p := range ps {
			x0, x1 = min(x0, p.x0), max(x1, p.x1)
		}
		return abs(x0-r.Left) < edgeRoom*em && abs(x1-r.Right) < edgeRoom*em+looseness*(r.Right-r.Left)
	}
	near := func(p piece) bool { return p.y-r.Y < nearestOver*p.size }
	switch {
	case top < from && !runsOn(pieces, to) && slices.ContainsFunc(pieces[top:from], near) && !x.between(i, pieces[top:from]) && (fits(pieces[top:from]) || fits(pieces[from:to])):
		t := inline(`\frac{` + texOf(pieces[top:from]) + "}{" + texOf(pieces[from:to]) + "}")
		return x.replace(pieces, top, to, t, i)
	case !fits(pieces[from:to]) || !formulaic(pieces[from:to]):
		return pieces
	}
	p := &pieces[from]
	if d := r.Y - p.y; p.built == 0 && (d < barLow*p.size || d > barHigh*p.size) {
		return pieces
	}
	if from > 0 && strings.HasSuffix(pieces[from-1].text, "√") && r.Left-pieces[from-1].x0 < 1.2*pieces[from-1].size {
		root := &pieces[from-1]
		y := p.y
		lead, degree, n := strings.TrimSuffix(root.text, "√"), "", 0
		if from > 1 && lead == "" && pieces[from-2].size < smallSize*p.size && pieces[from-2].y > p.y+0.1*p.size && pieces[from-2].x1 > root.x0 {
			degree, n = "["+strings.TrimSpace(pieces[from-2].text)+"]", 1
		}
		t := texOf(pieces[from:to])
		if utf8.RuneCountInString(t) == 1 && degree == "" {
			t = lead + "√" + t
		} else {
			t = lead + inline(`\sqrt`+degree+"{"+t+"}")
		}
		pieces = x.replace(pieces, from-1-n, to, t, i)
		pieces[from-1-n].y = y
		return pieces
	}
	y, size := p.y, p.size
	pieces = x.replace(pieces, from, to, inline(`\overline{`+texOf(pieces[from:to])+"}"), i)
	pieces[from].y, pieces[from].size = y, size
	return pieces
}

// runsOn reports a line under a rule that goes on beyond its end. What follows a fraction stands on another baseline.
func runsOn(pieces []piece, to int) bool {
	if to == len(pieces) {
		return false
	}
	last, next := &pieces[to-1], &pieces[to]
	return next.rule == 0 && next.size > smallSize*last.size && abs(next.y-last.y) < onLine*last.size && next.x0 > last.x0 && next.x0-last.x1 < last.size && last.letter+next.letter > 0
}

// above reports whether a piece stands over a rule and within its ends.
func (r *Rule) above(p *piece) bool {
	return p.y > r.Y-0.1*p.size && p.y < r.Y+tallest*p.size && p.x0 > r.Left-originRoom*p.size && p.x0 < r.Right &&
		p.x1 < r.Right+edgeRoom*p.size+looseness*(p.x1-p.x0)
}

// between reports another rule between one and the pieces over it: then the lower is a bar.
func (x *ruleIndex) between(i int, over []piece) bool {
	r := &x.rules[i]
	for k := int(r.Y) / rowHeight; k <= int(over[0].y)/rowHeight && k-int(r.Y)/rowHeight < maxRows; k++ {
		for _, j := range x.rows[k] {
			if o := &x.rules[j]; int(j) != i && o.Y > r.Y && o.Y < over[0].y && o.Left < r.Right && o.Right > r.Left {
				return true
			}
		}
	}
	return false
}

// formulaic reports pieces that a formula can hold, and not the cell of a table or a title.
func formulaic(pieces []piece) bool {
	n, signs, words := 0, 0, 0
	for i := range pieces {
		n += len(pieces[i].text)
		signs += int(pieces[i].sign)
		if pieces[i].built == 0 {
			words += longWords(pieces[i].text)
		}
	}
	return n <= barBytes && (signs > 0 && words == 0 || n <= 3)
}

// replace puts one piece in the place of several, on the baseline of what stands beside them.
func (x *ruleIndex) replace(pieces []piece, from, to int, t string, rule int) []piece {
	r := &x.rules[rule]
	p := pieces[from]
	p.built++
	for _, q := range pieces[from:to] {
		p.x0, p.x1, p.size = min(p.x0, q.x0), max(p.x1, q.x1), max(p.size, q.size)
		if q.built > 0 {
			p.built = max(p.built, q.built)
		}
	}
	p.x1 = r.Right
	p.y = r.Y - axis*p.size
	for _, k := range [...]int{from - 1, to, from - 2, to + 1} {
		if k < 0 || k >= len(pieces) {
			continue
		}
		if n := &pieces[k]; n.size >= p.size && abs(n.y-(r.Y-axis*n.size)) < 0.12*n.size && n.x1 > p.x0-3*n.size && n.x0 < p.x1+3*n.size {
			p.y, p.size = n.y, n.size
			break
		}
	}
	lead := ""
	if strings.HasPrefix(pieces[from].text, " ") {
		lead = " "
	}
	p.text = lead + strings.TrimSpace(t)
	p.face, p.hyphen, p.letter, p.sign = formula, false, 0, 1
	for _, q := range pieces[from:to] {
		p.sign = min(p.sign+q.sign+q.letter, 1000)
	}
	p.rule = x.over((p.x0+p.x1)/2, p.y, tallUnder*p.size, rule+1)
	return slices.Replace(pieces, from, to, p)
}

// texOf writes pieces that belong together as TeX.
func texOf(pieces []piece) string {
	ps := slices.Clone(pieces)
	for i := range ps {
		if ps[i].built == 0 {
			ps[i].text = texEscaper.Replace(ps[i].text)
		}
	}
	return flatten(ps)
}

var texEscaper = strings.NewReplacer(`\`, `\backslash `, "{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "#", `\#`, "&", `\&`)

// flatten writes pieces that belong together as a text.
func flatten(pieces []piece) string {
	ps := limits(slices.Clone(pieces))
	a := row{pieces: ps, y: ps[0].y, size: ps[0].size}
	for i := range ps {
		if p := &ps[i]; p.size > 1.05*a.size || p.size > 0.95*a.size && largeOperator(ps[0].text) != "" {
			a.y, a.size = p.y, p.size
		}
	}
	spaced(ps)
	a.scripts()
	return strings.TrimSpace(a.text())
}

// largeOperators are the signs that take limits, and operatorWords the words.
const largeOperators = "∑∏∐⋃⋂⨁⨂⨀⋁⋀⨄⨆∫∮"

var operatorWords = map[string]string{
	"lim sup": `\limsup`, "lim inf": `\liminf`, "limsup": `\limsup`, "liminf": `\liminf`, "lim": `\lim`, "max": `\max`, "min": `\min`, "sup": `\sup`, "inf": `\inf`,
	"colim": `\operatorname{colim}`, "arg max": `\operatorname{arg max}`, "arg min": `\operatorname{arg min}`, "gcd": `\gcd`,
}

// largeOperator returns the sign that a text is, or the word that it ends with.
func largeOperator(s string) string {
	t := strings.TrimSpace(s)
	if r, n := utf8.DecodeRuneInString(t); n == len(t) && n > 0 && strings.ContainsRune(largeOperators, r) {
		return t
	}
	word := t[strings.LastIndexByte(t, ' ')+1:]
	if i := strings.LastIndexByte(strings.TrimSuffix(t, " "+word), ' '); len(word) < len(t) {
		if two := t[i+1:]; operatorWords[two] != "" {
			return two
		}
	}
	if operatorWords[word] != "" {
		return word
	}
	return ""
}

// limits sets the limits of large operators behind them.
func limits(pieces []piece) []piece {
	for i := 0; i < len(pieces); i++ {
		op := largeOperator(pieces[i].text)
		if op == "" {
			continue
		}
		sign := strings.Contains(largeOperators, op)
		p := pieces[i]
		small := func(q *piece) bool { return q.size < smallSize*p.size && abs(q.y-p.y) < tallest*p.size }
		to := i + 1
		reach := p.x1 + 0.5*p.size
		if sign {
			reach = p.x0 + 2.2*p.size // a sum of displays is wider than a letter
		}
		for ; to < len(pieces) && to < i+20 && small(&pieces[to]) && pieces[to].x0 < reach && pieces[to].x0 < pieces[to-1].x1+1.8*p.size && pieces[to].x0 > p.x0-2.5*p.size; to++ {
			reach = max(reach, pieces[to].x1+0.5*p.size)
		}
		base, known := p.y, !sign
		if sign {
			for _, k := range [...]int{to, i - 1, to + 1, i - 2} {
				if k < 0 || k >= len(pieces) || known {
					continue
				}
				if q := &pieces[k]; q.size > 0.9*p.size && largeOperator(q.text) == "" && q.y <= p.y+0.1*p.size && p.y-q.y < 1.7*p.size && q.x0 < p.x1+4*p.size && q.x1 > p.x0-4*p.size && !tallSign(q.text) {
					base, known = q.y, true
				}
			}
		}
		from := i
		for sign && from > 0 && from > i-10 && small(&pieces[from-1]) && pieces[from-1].y > base+0.9*p.size && pieces[from-1].x0 > p.x0-1.5*p.size && pieces[from-1].x0 < p.x0+2*p.size {
			from--
		}
		if !known {
			continue
		}
		upper, lower := slices.Clone(pieces[from:i]), []piece(nil)
		end := i + 1
		for ; end < to; end++ {
			q := pieces[end]
			if q.y < base-0.05*p.size {
				lower = append(lower, q)
			} else if sign && len(lower) == 0 {
				upper = append(upper, q)
			} else {
				break
			}
		}
		if !sign && len(lower) == 0 {
			continue
		}
		if sign && len(lower)+len(upper) == 0 {
			pieces[i].y = base
			continue
		}
		for _, q := range pieces[from:end] {
			p.x0, p.x1 = min(p.x0, q.x0), max(p.x1, q.x1)
		}
		stem := strings.TrimSuffix(strings.TrimRight(p.text, " "), op)
		if from < i && strings.HasPrefix(pieces[from].text, " ") && stem == "" {
			stem = " "
		}
		if !sign {
			op = operatorWords[op]
		}
		p.text = limited(stem, op, lower, upper)
		p.y, p.built = base, max(p.built, 1)
		if end < len(pieces) && strings.TrimLeft(pieces[end].text, " ,.;:)]}") != "" && !strings.HasPrefix(pieces[end].text, " ") {
			pieces[end].text = " " + pieces[end].text
		}
		pieces = slices.Replace(pieces, from, end, p)
		i = from
	}
	return pieces
}

// limited writes an operator with its limits, behind a text that stands before it.
func limited(stem, op string, lower, upper []piece) string {
	low, ok := unicodeScript(lower, false)
	high, ok2 := unicodeScript(upper, true)
	if ok && ok2 && !strings.HasPrefix(op, `\`) {
		return stem + op + low + high
	}
	t := op
	if len(lower) > 0 {
		t += script("_", texOf(lower))
	}
	if len(upper) > 0 {
		t += script("^", texOf(upper))
	}
	return stem + inline(t)
}

// unicodeScript writes pieces in raised or lowered characters.
func unicodeScript(pieces []piece, raised bool) (string, bool) {
	if len(pieces) == 0 {
		return "", true
	}
	return text.Script(strings.ReplaceAll(flatten(pieces), " ", ""), raised)
}

// inline sets TeX between the signs that mark it; what it holds of them goes.
func inline(t string) string { return `\(` + strings.NewReplacer(`\(`, "", `\)`, "").Replace(t) + `\)` }

// tallSign reports a bracket, whose origin is not on the baseline in the fonts of TeX.
func tallSign(s string) bool { return strings.Trim(s, " ()[]{}|‖⌊⌋⌈⌉⟨⟩√") == "" }
