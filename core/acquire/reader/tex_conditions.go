package reader

import "strings"

// texConditions are the conditionals that end with \fi, beside those of \newif.
var texConditions = func() map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(`if ifcat ifx ifnum ifdim ifodd ifvmode ifhmode ifmmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse ifcase ifdefined
 ifcsname iffontchar ifpdf ifxetex ifluatex ifPDFTeX ifpdftex ifXeTeX ifLuaTeX iftutex ifTUTeX ifincsname ifprimitive ifvtex ifpTeX`) {
		m[n] = true
	}
	return m
}()

func init() {
	for n := range texConditions {
		texAny(n, (*tex).condition)
	}
	texAny("else", func(r *tex, t texToken) { // the branch before it was taken
		if r.conds > 0 {
			r.skipBranch(t, true)
		}
	})
	texAny("or", func(r *tex, t texToken) {
		if r.conds > 0 {
			r.skipBranch(t, true)
		}
	})
	texAny("fi", func(r *tex, t texToken) { r.conds = max(0, r.conds-1) })
	texAny("unless", func(r *tex, t texToken) { r.unless = true })

	choose := func(test func(r *tex) bool) func(*tex, texToken) {
		return func(r *tex, t texToken) {
			yes := test(r)
			a, b := r.arg(), r.arg()
			if yes {
				r.push(a)
			} else {
				r.push(b)
			}
		}
	}
	texAny("IfFileExists", choose(func(r *tex) bool {
		name := r.plainText(r.arg())
		if _, _, ok := r.open(name, ""); ok {
			return true
		}
		_, _, ok := r.open(name, ".tex")
		return ok
	}))
	texAny("InputIfFileExists", choose(func(r *tex) bool {
		name := r.plainText(r.arg())
		_, _, ok := r.open(name, ".tex")
		if ok {
			r.input(name, "", false)
		}
		return ok
	}))
	first := func(test func(s string) bool) func(*tex, texToken) {
		return func(r *tex, t texToken) {
			yes := test(r.rawText(r.arg()))
			r.branch(yes)
		}
	}
	texAny("IfNoValueTF", first(func(s string) bool { return s == texNoValue }))
	texAny("IfValueTF", first(func(s string) bool { return s != texNoValue }))
	texAny("IfBooleanTF", first(func(s string) bool { return s == texTrue }))
	texAny("IfBlankTF", first(func(s string) bool { return strings.TrimSpace(s) == "" }))
	texAny("ifblank", first(func(s string) bool { return strings.TrimSpace(s) == "" }))
	texAny("ifstrempty", first(func(s string) bool { return s == "" }))
	one := func(yes bool, test func(s string) bool) func(*tex, texToken) {
		return func(r *tex, t texToken) {
			ok := test(r.rawText(r.arg()))
			if a := r.arg(); ok == yes {
				r.push(a)
			}
		}
	}
	texAny("IfNoValueT", one(true, func(s string) bool { return s == texNoValue }))
	texAny("IfNoValueF", one(false, func(s string) bool { return s == texNoValue }))
	texAny("IfValueT", one(true, func(s string) bool { return s != texNoValue }))
	texAny("IfValueF", one(false, func(s string) bool { return s != texNoValue }))
	texAny("IfBooleanT", one(true, func(s string) bool { return s == texTrue }))
	texAny("IfBooleanF", one(false, func(s string) bool { return s == texTrue }))
	texAny("notblank", first(func(s string) bool { return strings.TrimSpace(s) != "" }))
	texAny("ifstrequal", choose(func(r *tex) bool { a, b := r.rawText(r.arg()), r.rawText(r.arg()); return a == b }))
	texAny("ifthenelse", choose(func(r *tex) bool { return r.test(r.arg()) }))
	texAny("ifdef", choose(func(r *tex) bool { return r.defined(r.arg()) }))
	texAny("ifundef", choose(func(r *tex) bool { return !r.defined(r.arg()) }))
	texAny("ifcsdef", choose(func(r *tex) bool { return r.known(r.symbol(r.plainText(r.arg()))) }))
	texAny("ifcsundef", choose(func(r *tex) bool { return !r.known(r.symbol(r.plainText(r.arg()))) }))
	texAny("@ifundefined", choose(func(r *tex) bool { return !r.known(r.symbol(r.plainText(r.arg()))) }))
	texAny("ifdefempty", choose(func(r *tex) bool { return r.plainText(r.arg()) == "" }))
	texAny("@ifpackageloaded", choose(func(r *tex) bool { return r.packages[r.plainText(r.arg())] }))
	texAny("@ifclassloaded", choose(func(r *tex) bool { return r.class == r.plainText(r.arg()) }))
	texAny("@ifstar", choose(func(r *tex) bool { a, b := r.arg(), r.arg(); s := r.star("*"); r.pushArgs(a, b); return s }))
	texAny("@ifnextchar", (*tex).ifNext)
	texAny("kernel@ifnextchar", (*tex).ifNext)
	texAny("ifbool", choose(func(r *tex) bool { return r.bools[r.plainText(r.arg())] }))
	texAny("iftoggle", choose(func(r *tex) bool { return r.bools[r.plainText(r.arg())] }))
	texAny("notbool", choose(func(r *tex) bool { return !r.bools[r.plainText(r.arg())] }))
	set := func(value bool) func(*tex, texToken) {
		return func(r *tex, t texToken) {
			n := r.plainText(r.arg())
			r.bools[n] = value
			if s := r.symbol("if" + n); s.flag != 0 {
				s.setFlag(value)
			}
		}
	}
	for n, v := range map[string]bool{"newbool": false, "providebool": false, "newtoggle": false, "providetoggle": false, "boolfalse": false, "togglefalse": false, "booltrue": true, "toggletrue": true} {
		texAny(n, set(v))
	}
	for _, n := range []string{"setbool", "settoggle", "setboolean"} {
		texAny(n, func(r *tex, t texToken) {
			name := r.plainText(r.arg())
			value := r.plainText(r.arg()) == "true"
			r.bools[name] = value
			if s := r.symbol("if" + name); s.flag != 0 {
				s.setFlag(value)
			}
		})
	}
	texAny("newboolean", set(false))
	texAny("provideboolean", set(false))
}

// pushArgs gives back arguments that were read too early.
func (r *tex) pushArgs(args ...[]texToken) {
	var out []texToken
	for _, a := range args {
		out = append(append(append(out, texToken{kind: texOpen, made: true, text: "{"}), a...), texToken{kind: texClose, made: true, text: "}"})
	}
	r.push(out)
}

func (s *texSymbol) setFlag(on bool) {
	s.flag = 1
	if on {
		s.flag = 2
	}
}

// newFlag is \newif\ifname: it defines \nametrue and \namefalse.
func (r *tex) newFlag(texToken) {
	s, ok := r.commandName()
	if !ok || s == nil || !strings.HasPrefix(s.name, "if") {
		return
	}
	s.flag = 1
	s.builtin = &texBuiltin{any: (*tex).condition}
	r.symbol(s.name[2:] + "true").builtin = &texBuiltin{any: func(r *tex, t texToken) { s.setFlag(true); r.bools[s.name[2:]] = true }}
	r.symbol(s.name[2:] + "false").builtin = &texBuiltin{any: func(r *tex, t texToken) { s.setFlag(false); r.bools[s.name[2:]] = false }}
}

// branch reads two arguments and goes on with one of them.
func (r *tex) branch(yes bool) {
	a, b := r.arg(), r.arg()
	if yes {
		r.push(a)
	} else {
		r.push(b)
	}
}

// condition evaluates a conditional and skips the branch that is not taken. What cannot be known takes the first one.
func (r *tex) condition(t texToken) {
	s := t.sym.meaning()
	yes, unless := true, r.unless
	r.unless = false
	if s.flag != 0 {
		yes = s.flag == 2
	} else {
		switch s.name {
		case "iffalse", "ifvmode", "ifinner", "ifvoid", "ifxetex", "ifluatex", "ifXeTeX", "ifLuaTeX", "iftutex", "ifTUTeX", "ifvtex", "ifpTeX":
			yes = false
		case "ifmmode":
			yes = r.inMath
		case "ifx":
			a, b := r.next(), r.next()
			yes = r.same(a, b)
		case "if", "ifcat":
			a, b := r.nextExpanded(), r.nextExpanded()
			yes = r.same(a, b)
		case "ifnum":
			yes = r.compare()
		case "ifdim":
			r.dimension()
			r.next()
			r.dimension()
		case "ifodd":
			yes = r.number()%2 != 0
		case "ifcase":
			r.conds++
			for n := r.number(); n > 0; n-- {
				if stop := r.skipBranch(t, false); stop != "or" {
					return
				}
			}
			return
		case "ifdefined":
			u := r.next()
			yes = u.kind == texCmd && r.known(u.sym)
		case "ifcsname":
			yes = r.known(r.symbol(r.csname()))
		}
	}
	r.conds++
	if yes == unless {
		r.skipBranch(t, false)
	}
}

// nextExpanded returns the next token after expansion.
func (r *tex) nextExpanded() texToken {
	for range 1000 {
		t := r.next()
		if t.kind == texText && len(t.text) > 1 && t.text[0] != 0 {
			r.unread(t.from(1))
			return t.to(1)
		}
		if t.kind != texCmd {
			return t
		}
		if r.expand(t) {
			continue
		}
		s := t.sym.meaning()
		if s.builtin == nil || s.builtin.any == nil || !texExpandable[s.name] {
			return t
		}
		s.builtin.any(r, t)
	}
	return texToken{}
}

// same is \ifx.
func (r *tex) same(a, b texToken) bool {
	if a.kind == texText && b.kind == texText {
		return a.text == b.text
	}
	if a.kind != texCmd || b.kind != texCmd {
		return a.kind == b.kind && a.kind != texEOF
	}
	x, y := a.sym.meaning(), b.sym.meaning()
	if x == y {
		return true
	}
	if x.macro == nil || y.macro == nil {
		return x.macro == nil && y.macro == nil && !r.known(x) && !r.known(y)
	}
	if len(x.macro.body) != len(y.macro.body) || len(x.macro.params) != len(y.macro.params) {
		return false
	}
	for i := range x.macro.body {
		if p, q := x.macro.body[i], y.macro.body[i]; p.kind != q.kind || p.sym != q.sym || p.kind == texText && p.text != q.text {
			return false
		}
	}
	return true
}

func (r *tex) known(s *texSymbol) bool {
	return s.macro != nil || s.count != nil || s.flag != 0 || s.builtin != nil && s.name != "undefined" || r.theorems[s.name] != nil || r.envs[s.name] != nil
}

func (r *tex) defined(list []texToken) bool {
	for _, t := range list {
		if t.kind == texCmd {
			return r.known(t.sym)
		}
	}
	return false
}

// compare reads a < b.
func (r *tex) compare() bool {
	a := r.number()
	t := r.skipSpace()
	if t.kind != texText {
		r.unread(t)
		return true
	}
	if len(t.text) > 1 {
		r.unread(t.from(1))
	}
	b := r.number()
	switch t.text[0] {
	case '<':
		return a < b
	case '>':
		return a > b
	}
	return a == b
}

// rawText is tokens as written.
func (r *tex) rawText(list []texToken) string {
	if len(list) == 1 && list[0].kind == texText {
		return list[0].text
	}
	var b strings.Builder
	for i := range list {
		b.WriteString(list[i].text)
	}
	return b.String()
}

// skipBranch drops tokens up to \else, \or or \fi of this conditional; toEnd: up to its \fi. It returns where it
// stopped.
func (r *tex) skipBranch(t texToken, toEnd bool) string {
	depth := 0
	for n := 0; ; n++ {
		u := r.next()
		if u.kind == texEOF {
			r.unread(u)
			r.conds = max(0, r.conds-1)
			return ""
		}
		if u.kind != texCmd {
			continue
		}
		name := u.sym.name
		switch {
		case name == "fi":
			if depth == 0 {
				r.conds = max(0, r.conds-1)
				r.hideBranch(t, u)
				return name
			}
			depth--
		case (name == "else" || name == "or") && depth == 0 && !toEnd:
			r.hideBranch(t, u)
			return name
		case strings.HasPrefix(name, "if") && (texConditions[name] || u.sym.flag != 0 || strings.HasPrefix(name, "if@")):
			depth++
		}
	}
}

// hideBranch keeps a branch that was not taken apart, where it is text of a file.
func (r *tex) hideBranch(from, to texToken) {
	f := r.file()
	if f == nil || r.muted || from.made || to.made || from.part != to.part || f.part != from.part || from.end >= to.pos {
		return
	}
	r.hide(f, int(from.pos), int(to.end), "inactive branch")
}

// ifNext is \@ifnextchar c{a}{b}.
func (r *tex) ifNext(texToken) {
	want := r.arg()
	a, b := r.arg(), r.arg()
	t := r.skipSpace()
	r.unread(t)
	if len(want) > 0 && t.kind == want[0].kind && strings.HasPrefix(t.text, want[0].text) {
		r.push(a)
	} else {
		r.push(b)
	}
}

// test evaluates the first argument of \ifthenelse; what it does not know is true.
func (r *tex) test(list []texToken) bool {
	h := r.enter(list)
	defer r.leave(h)
	value, or, not := true, false, false
	for range 200 {
		t := r.skipSpace()
		if t.kind == texEOF {
			return value
		}
		one := true
		if t.kind == texCmd {
			switch t.sym.name {
			case "not", "NOT":
				not = !not
				continue
			case "or", "OR":
				or = true
				continue
			case "and", "AND":
				continue
			case "(", ")":
				continue
			case "equal":
				a, b := r.plainText(r.arg()), r.plainText(r.arg())
				one = a == b
			case "boolean":
				one = r.bools[r.plainText(r.arg())]
			case "isodd":
				one = r.numberIn(r.arg())%2 != 0
			case "isundefined":
				one = !r.defined(r.arg())
			case "lengthtest":
				r.arg()
			case "value":
				r.unread(t)
				one = r.compare()
			default:
				if r.expand(t) {
					continue
				}
			}
		} else {
			r.unread(t)
			one = r.compare()
		}
		one = one != not
		if or {
			value = value || one
		} else {
			value = value && one
		}
		or, not = false, false
	}
	return value
}
