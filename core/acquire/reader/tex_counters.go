package reader

import (
	"slices"
	"strconv"
	"strings"
)

// texCounter is a counter of LaTeX.
type texCounter struct {
	value  int
	resets []string // counters that a step sets to zero
	alias  string   // of aliascnt: the counter that it shares
}

func init() {
	for name, style := range map[string]func(int) string{"arabic": strconv.Itoa, "roman": lowerRoman, "Roman": romanNumber, "alph": lowerAlph, "Alph": alph, "fnsymbol": fnSymbol, "twodigits": twoDigits, "greek": greek} {
		texAny(name, func(r *tex, t texToken) {
			c := r.plainText(r.arg())
			if c == "*" { // enumitem's place for the counter
				c = r.itemCounter
			}
			r.push([]texToken{r.wordAt(style(r.counter(c).value), t)})
		})
		texAny("@"+name, func(r *tex, t texToken) { r.push([]texToken{r.wordAt(style(r.number()), t)}) })
	}
	for name, letters := range map[string]string{"@alph": "abcdefghijklmnopqrstuvwxyz", "@Alph": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} {
		texAny(name, func(r *tex, t texToken) { // by \ifcase: a loop whose body was expanded once by \expandafter steps through the letters
			r.letterCase(letters, t)
		})
	}
	texAny("number", func(r *tex, t texToken) { r.push([]texToken{r.wordAt(strconv.Itoa(r.number()), t)}) })
	texAny("romannumeral", func(r *tex, t texToken) { r.push([]texToken{r.wordAt(lowerRoman(r.number()), t)}) })
	texAny("value", func(r *tex, t texToken) {
		r.push([]texToken{r.wordAt(strconv.Itoa(r.counter(r.plainText(r.arg())).value), t)})
	})
	texAny("the", func(r *tex, t texToken) {
		u := r.skipSpace()
		if u.kind != texCmd {
			r.unread(u)
			return
		}
		switch s := u.sym.meaning(); {
		case s.count != nil:
			r.push([]texToken{r.wordAt(strconv.Itoa(*s.count), t)})
		case strings.HasPrefix(s.name, "c@"):
			r.push([]texToken{r.wordAt(strconv.Itoa(r.counter(s.name[2:]).value), t)})
		case s.name == "value", s.name == "numexpr":
			r.unread(u)
			r.push([]texToken{r.wordAt(strconv.Itoa(r.number()), t)})
		}
	})
	texAny("newcounter", func(r *tex, t texToken) {
		name := r.plainText(r.arg())
		within, found := r.option()
		r.newCounter(name)
		if found {
			r.resetBy(name, r.plainText(within))
		}
	})
	texAny("setcounter", func(r *tex, t texToken) {
		c := r.counter(r.plainText(r.arg()))
		value := r.arg()
		if len(value) > 0 && value[0].kind == texHash { // in the definition of a key, whose parameter nobody has given yet
			return
		}
		c.value = r.numberIn(value)
	})
	texAny("addtocounter", func(r *tex, t texToken) {
		c := r.counter(r.plainText(r.arg()))
		c.value = clampCount(c.value + r.numberIn(r.arg()))
	})
	for _, n := range []string{"setsecnumdepth", "maxsecnumdepth"} { // of memoir
		texAny(n, func(r *tex, t texToken) {
			name := r.plainText(r.arg())
			switch level := slices.Index(texLevelNames[:], name); {
			case level > 0:
				r.counter("secnumdepth").value = level - texChapterLevel
			case name == "none":
				r.counter("secnumdepth").value = -10
			case name == "all":
				r.counter("secnumdepth").value = len(texLevelNames)
			}
		})
	}
	texAny("stepcounter", func(r *tex, t texToken) { r.step(r.plainText(r.arg())) })
	texAny("refstepcounter", func(r *tex, t texToken) { r.refStep(r.plainText(r.arg())) })
	texAny("usecounter", func(r *tex, t texToken) { r.arg() })
	texAny("counterwithin", func(r *tex, t texToken) {
		star := r.star("*")
		r.option()
		c, within := r.plainText(r.arg()), r.plainText(r.arg())
		r.resetBy(c, within)
		if !star {
			r.defineThe(c, within)
		}
	})
	texAny("numberwithin", func(r *tex, t texToken) {
		r.option()
		c, within := r.plainText(r.arg()), r.plainText(r.arg())
		r.resetBy(c, within)
		r.defineThe(c, within)
	})
	texAny("counterwithout", func(r *tex, t texToken) {
		star := r.star("*")
		r.option()
		c, within := r.plainText(r.arg()), r.plainText(r.arg())
		p := r.counter(within)
		for i, name := range p.resets {
			if name == c {
				p.resets = append(p.resets[:i:i], p.resets[i+1:]...)
				break
			}
		}
		if !star {
			r.defineThe(c, "")
		}
	})
	texAny("@addtoreset", func(r *tex, t texToken) {
		c := r.plainText(r.arg())
		r.resetBy(c, r.plainText(r.arg()))
	})
	texAny("newaliascnt", func(r *tex, t texToken) {
		c, of := r.plainText(r.arg()), r.plainText(r.arg())
		r.counters[c] = &texCounter{alias: of}
		r.symbol("the" + c).macro = &texMacro{body: []texToken{{kind: texCmd, made: true, sym: r.symbol("the" + of), text: `\the` + of}}}
	})
	texAny("aliascntresetthe", func(r *tex, t texToken) { r.arg() })
	texAny("advance", func(r *tex, t texToken) {
		u := r.skipSpace()
		if u.kind != texCmd {
			r.unread(u)
			return
		}
		by := r.skipSpace()
		if by.kind != texText || by.text != "by" {
			r.unread(by)
		}
		switch s := u.sym.meaning(); {
		case s.count != nil:
			*s.count = clampCount(*s.count + r.number())
		case strings.HasPrefix(s.name, "c@"):
			c := r.counter(s.name[2:])
			c.value = clampCount(c.value + r.number())
		default:
			r.dimension()
		}
	})
}

// letterCase leaves \ifcase number\or a\or b … \fi, as LaTeX does for the letter of a number.
func (r *tex) letterCase(letters string, at texToken) {
	command := func(name string) texToken {
		return texToken{kind: texCmd, sym: r.symbol(name), text: `\` + name}
	}
	body := append([]texToken{command("ifcase")}, r.arg()...)
	for i := range letters {
		body = append(body, command("or"), r.word(letters[i:i+1]))
	}
	r.call(append(body, command("fi")), nil, at)
}

// refStep is \refstepcounter: the counter is stepped, and a \label names it.
func (r *tex) refStep(c string) {
	r.step(c)
	r.setLabel(c, r.the(c))
	if f := r.openingFrame(); f != nil { // the begin code of an environment numbers itself
		f.label = r.label
		if f.block >= 0 && r.doc.Blocks[f.block].Number == "" {
			r.doc.Blocks[f.block].Number = r.label.number
			r.label.block = f.block
		}
	}
}

// counter returns a counter, a new one when there is none.
func (r *tex) counter(name string) *texCounter {
	for i := 0; i < 10; i++ {
		c := r.counters[name]
		if c == nil {
			c = &texCounter{}
			r.counters[name] = c
			return c
		}
		if c.alias == "" {
			return c
		}
		name = c.alias
	}
	return &texCounter{}
}

// newCounter makes a counter that prints as a number.
func (r *tex) newCounter(name string) {
	r.counters[name] = &texCounter{}
	r.defineThe(name, "")
}

// resetBy lets a step of within set a counter to zero.
func (r *tex) resetBy(name, within string) {
	if name == within {
		return
	}
	p := r.counter(within)
	for _, c := range p.resets {
		if c == name {
			return
		}
	}
	if len(p.resets) < 1000 {
		p.resets = append(p.resets, name)
	}
}

// defineThe sets how a counter prints: \the<within>.\arabic{name}.
func (r *tex) defineThe(name, within string) {
	var body []texToken
	if within != "" {
		body = append(body, texToken{kind: texCmd, made: true, sym: r.symbol("the" + within), text: `\the` + within}, texToken{kind: texText, made: true, text: "."})
	}
	r.symbol("the" + name).macro = &texMacro{body: append(body, r.style("arabic", name)...)}
}

// style makes the tokens \arabic{name}.
func (r *tex) style(style, name string) []texToken {
	return []texToken{{kind: texCmd, made: true, sym: r.symbol(style), text: `\` + style}, {kind: texOpen, made: true, text: "{"}, {kind: texText, made: true, text: name}, {kind: texClose, made: true, text: "}"}}
}

// step adds one to a counter and resets those that count within it.
func (r *tex) step(name string) {
	c := r.counter(name)
	c.value = clampCount(c.value + 1)
	r.reset(c, 0)
}

func (r *tex) reset(c *texCounter, depth int) {
	if depth > 12 {
		return
	}
	for _, n := range c.resets {
		d := r.counter(n)
		if d != c && (d.value != 0 || depth < 4) {
			d.value = 0
			r.reset(d, depth+1)
		}
	}
}

// the is what \the<counter> prints at this point.
func (r *tex) the(name string) string {
	s := r.symbol("the" + name)
	if s.macro == nil {
		return strconv.Itoa(r.counter(name).value)
	}
	r.one[0] = texToken{kind: texCmd, made: true, sym: s, text: `\the` + name}
	return r.plainText(r.one[:])
}

// numberIn evaluates an argument that holds a number.
func (r *tex) numberIn(list []texToken) int {
	h := r.enter(list)
	n := r.number()
	for range 100 { // calc: \value{a}+1
		t := r.skipSpace()
		if t.kind != texText {
			break
		}
		op := t.text[0]
		if op != '+' && op != '-' && op != '*' && op != '/' {
			break
		}
		if op == '-' && len(t.text) == 1 || op != '-' && len(t.text) == 1 {
			n = calc(n, op, r.number())
			continue
		}
		r.unread(t.from(1))
		n = calc(n, op, r.number())
	}
	r.leave(h)
	return n
}

func calc(a int, op byte, b int) int {
	switch {
	case op == '+':
		a += b
	case op == '-':
		a -= b
	case op == '*':
		a *= b
	case b != 0:
		a /= b
	}
	return clampCount(a)
}

// clampCount keeps a counter where TeX does.
func clampCount(n int) int { return max(-1<<31+1, min(n, 1<<31-1)) }

// number reads an integer: digits, \value{c}, \c@name, a register.
func (r *tex) number() int {
	sign := 1
	for range 200 {
		t := r.skipSpace()
		switch t.kind {
		case texText:
			if t.text == "`" { // the code of a character
				u := r.next()
				if u.kind == texCmd && u.sym.name != "" {
					return sign * int(u.sym.name[0])
				}
				if u.text != "" {
					if len(u.text) > 1 {
						r.unread(u.from(1))
					}
					return sign * int(u.text[0])
				}
				return 0
			}
			i := 0
			for i < len(t.text) && (t.text[i] == '-' || t.text[i] == '+') {
				if t.text[i] == '-' {
					sign = -sign
				}
				i++
			}
			j := i
			for j < len(t.text) && t.text[j] >= '0' && t.text[j] <= '9' {
				j++
			}
			if j == len(t.text) && i == j {
				continue
			}
			if j < len(t.text) {
				r.unread(t.from(j))
			}
			return sign * atoi(t.text[i:j])
		case texCmd:
			if r.expand(t) {
				continue
			}
			s := t.sym.meaning()
			switch {
			case s.count != nil:
				return sign * *s.count
			case strings.HasPrefix(s.name, "c@"):
				return sign * r.counter(s.name[2:]).value
			case s.name == "value":
				return sign * r.counter(r.plainText(r.arg())).value
			case s.name == "z@":
				return 0
			case s.name == "@ne":
				return sign
			case s.name == "tw@":
				return sign * 2
			case s.name == "m@ne":
				return -sign
			case s.name == "numexpr" || s.name == "the" || s.name == "number":
				if s.name == "number" || s.name == "numexpr" {
					continue
				}
				s.builtin.any(r, t)
				continue
			case s.name == "relax":
				continue
			case s.builtin != nil && s.builtin.any != nil && texExpandable[s.name]:
				s.builtin.any(r, t)
				continue
			}
			r.unread(t)
			return 0
		default:
			r.unread(t)
			return 0
		}
	}
	return 0
}

// equals reads the optional = of an assignment.
func (r *tex) equals() {
	t := r.skipSpace()
	if t.kind == texText && t.text[0] == '=' {
		if len(t.text) > 1 {
			r.unread(t.from(1))
		}
		return
	}
	r.unread(t)
}

// dimension reads and drops a length: = -0.5\textwidth plus 1fil minus 2pt.
func (r *tex) dimension() {
	r.equals()
	for range 6 {
		t := r.skipSpace()
		if t.kind == texCmd {
			if r.expand(t) {
				continue
			}
			if !texLengths[t.sym.name] {
				r.unread(t)
			}
			return
		}
		if t.kind != texText {
			r.unread(t)
			return
		}
		i := 0
		for i < len(t.text) && strings.IndexByte("-+.0123456789", t.text[i]) >= 0 {
			i++
		}
		if i == 0 && t.text != "," {
			if !strings.HasPrefix(t.text, "plus") && !strings.HasPrefix(t.text, "minus") {
				r.unread(t)
				return
			}
			i = len("plus")
			if t.text[0] == 'm' {
				i = len("minus")
			}
			if i < len(t.text) {
				r.unread(t.from(i))
			}
			continue
		}
		i = max(i, 1)
		for _, p := range []string{"true"} {
			if strings.HasPrefix(t.text[i:], p) {
				i += len(p)
			}
		}
		unit := 0
		for _, u := range []string{"pt", "pc", "in", "bp", "cm", "mm", "dd", "cc", "sp", "em", "ex", "mu", "filll", "fill", "fil"} {
			if strings.HasPrefix(t.text[i:], u) {
				unit = len(u)
				break
			}
		}
		whole := i == len(t.text)
		if i+unit < len(t.text) {
			r.unread(t.from(i + unit))
		}
		if t.text == "-" {
			continue
		}
		if unit == 0 && whole { // a factor: the unit is a register, or a word after a blank
			u := r.skipSpace()
			switch {
			case u.kind == texCmd && texLengths[u.sym.name]:
			case u.kind == texText && len(u.text) >= 2 && strings.Contains(" pt pc in bp cm mm dd cc sp em ex mu ", " "+u.text[:2]+" ") && len(u.text) == 2:
			default:
				r.unread(u)
				return
			}
		}
		u := r.skipSpace()
		if u.kind != texText || !strings.HasPrefix(u.text, "plus") && !strings.HasPrefix(u.text, "minus") {
			r.unread(u)
			if u.kind == texText || u.kind == texCmd {
				r.space = r.space || r.par >= 0 && r.space
			}
			return
		}
		n := len("plus")
		if u.text[0] == 'm' {
			n = len("minus")
		}
		if n < len(u.text) {
			r.unread(u.from(n))
		}
	}
}

// texLengths are registers that hold a length or a penalty.
var texLengths = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`parindent parskip baselineskip textwidth textheight topmargin oddsidemargin evensidemargin hoffset voffset hsize vsize
 leftskip rightskip abovedisplayskip belowdisplayskip abovedisplayshortskip belowdisplayshortskip itemsep parsep topsep partopsep leftmargin rightmargin
 leftmargini leftmarginii labelwidth labelsep itemindent listparindent tabcolsep arraycolsep arrayrulewidth doublerulesep headheight headsep footskip
 marginparwidth marginparsep marginparpush columnsep columnseprule columnwidth linewidth paperwidth paperheight emergencystretch tolerance pretolerance
 hyphenpenalty exhyphenpenalty widowpenalty clubpenalty interlinepenalty displaywidowpenalty brokenpenalty predisplaypenalty postdisplaypenalty hbadness
 vbadness lineskip lineskiplimit hfuzz vfuzz overfullrule parfillskip jot smallskipamount medskipamount bigskipamount floatsep textfloatsep intextsep
 fboxsep fboxrule normalbaselineskip maxdepth topskip unitlength footnotesep belowcaptionskip abovecaptionskip mathsurround relpenalty binoppenalty
 looseness hangindent hangafter fontdimen delimitershortfall delimiterfactor nulldelimiterspace thinmuskip medmuskip thickmuskip pdfpagewidth
 pdfpageheight prevdepth spaceskip xspaceskip displayindent pdfoutput normalparindent tracingmacros tracingall doublehyphendemerits finalhyphendemerits
 adjdemerits interfootnotelinepenalty mag year month day time showboxdepth showboxbreadth errorcontextlines uchyph language pdfminorversion pdfcompresslevel
 LTpre LTpost LTleft LTright cellspacetoplimit cellspacebottomlimit dimen@ skip@ z@ p@ fill@ topfraction ht dp wd`) {
		m[n] = true
	}
	return m
}()

func atoi(s string) int {
	n := 0
	s = strings.TrimSpace(s)
	for i := 0; i < len(s) && i < 9; i++ {
		if s[i] < '0' || s[i] > '9' {
			break
		}
		n = n*10 + int(s[i]-'0')
	}
	return n
}

func lowerRoman(n int) string { return strings.ToLower(romanNumber(n)) }
func lowerAlph(n int) string  { return strings.ToLower(alph(n)) }

func romanNumber(n int) string {
	if n <= 0 || n > 10000 {
		return ""
	}
	var b strings.Builder
	for _, d := range []struct {
		n int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= d.n {
			b.WriteString(d.s)
			n -= d.n
		}
	}
	return b.String()
}

func alph(n int) string {
	if n <= 0 || n > 26*27 {
		return ""
	}
	if n > 26 { // alphalph
		return alph((n-1)/26) + alph((n-1)%26+1)
	}
	return string(rune('A' + n - 1))
}

func twoDigits(n int) string {
	if n >= 0 && n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

func fnSymbol(n int) string {
	s := []string{"", "∗", "†", "‡", "§", "¶", "‖", "∗∗", "††", "‡‡"}
	if n < 0 || n >= len(s) {
		return strconv.Itoa(n)
	}
	return s[n]
}

func greek(n int) string {
	if n < 1 || n > 24 {
		return ""
	}
	return string([]rune("αβγδεζηθικλμνξοπρστυφχψω")[n-1])
}
