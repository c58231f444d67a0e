package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// texMaxTitle is how long a title in a group may be, in bytes.
const texMaxTitle = 120

// texTheorem is a family of theorem-like environments.
type texTheorem struct {
	head    []texToken
	counter string // empty: without a number
	class   bool   // defined by the class, not by the document
	braces  bool   // tcolorbox: {title}{label} follow
	prefix  string // of the label then
	proof   bool
}

// texRestated is a theorem of thm-restate, to be printed again.
type texRestated struct {
	env, number string
	title, body []texToken
	hasTitle    bool
}

func init() {
	for _, n := range []string{"newtheorem", "newmdtheoremenv", "newframedtheorem", "newshadedtheorem", "spnewtheorem", "newtheoremrep", "newdefinition", "newproof", "newproclamation", "newmdtheorem", "mdtheorem", "newthm", "newtheoremwithcrefformat"} {
		texAny(n, (*tex).newTheorem)
		texCommand(n).locked = true // a class that brings one along programs it
	}
	for _, n := range []string{"declaretheorem", "declaretheorems", "newkeytheorem"} {
		texAny(n, (*tex).declareTheorem)
		texCommand(n).locked = true
	}
	for _, n := range []string{"newtcbtheorem", "NewTcbTheorem", "renewtcbtheorem", "DeclareTcbTheorem", "newtcbmaketheorem"} {
		texAny(n, (*tex).newTcbTheorem)
		texCommand(n).locked = true
	}
	texAny("swapnumbers", func(r *tex, t texToken) { r.swapped = !r.swapped })
	for n, spec := range map[string]string{"theoremstyle": "m", "newtheoremstyle": "mmmmmmmmm", "declaretheoremstyle": "om", "theorembodyfont": "m", "theoremheaderfont": "m", "theoremnumbering": "m", "theoremseparator": "m", "theoremsymbol": "m", "theoremindent": "", "qedsymbol": "", "theoremprework": "m", "theorempostwork": "m", "theorempreskipamount": "", "newkeytheoremstyle": "mm", "surroundwithmdframed": "om", "tcolorboxenvironment": "mm", "tcbset": "m", "tcbuselibrary": "m", "mdfdefinestyle": "mm", "newcustomtheorem": "mm"} {
		texAny(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
}

// newTheorem is \newtheorem*{env}[shared]{Head}[within].
func (r *tex) newTheorem(t texToken) {
	star := r.star("*")
	if strings.HasPrefix(strings.TrimPrefix(t.sym.name, "new"), "md") || t.sym.name == "newtheoremwithcrefformat" {
		r.option()
	}
	env := r.plainText(r.arg())
	shared, isShared := r.option()
	head := r.arg()
	within, isWithin := r.option()
	if t.sym.name == "spnewtheorem" {
		r.arg()
		r.arg()
	}
	th := &texTheorem{head: head, counter: env}
	switch {
	case star:
		th.counter = ""
	case isShared:
		th.counter = r.plainText(shared)
		if r.counters[th.counter] == nil {
			if o := r.theorems[th.counter]; o != nil && o.counter != "" {
				th.counter = o.counter
			} else {
				r.newCounter(th.counter)
			}
		}
	default:
		r.newCounter(env)
		if isWithin {
			r.resetBy(env, r.plainText(within))
			r.defineThe(env, r.plainText(within))
		}
	}
	th.proof = t.sym.name == "newproof"
	if th.proof {
		th.counter = ""
	}
	r.addTheorem(env, th)
	if t.sym.name == "newtheoremrep" {
		r.addTheorem(env+"rep", th)
	}
}

func (r *tex) addTheorem(env string, th *texTheorem) {
	r.theorems[env] = th
	delete(r.envs, env)
	if th.counter != "" && th.counter != env {
		if s := r.symbol("the" + env); s.macro == nil { // amsthm lets \the<env> be that of the shared counter
			s.macro = &texMacro{body: []texToken{{kind: texCmd, made: true, sym: r.symbol("the" + th.counter), text: `\the` + th.counter}}}
			r.counters[env] = &texCounter{alias: th.counter}
		}
	}
}

// declareTheorem is \declaretheorem[name=,numberwithin=,sibling=,numbered=]{env}.
func (r *tex) declareTheorem(t texToken) {
	opts, _ := r.option()
	envs := r.plainText(r.arg())
	more, found := r.option()
	if !found && t.sym.name == "newkeytheorem" {
		more, _ = r.option()
	}
	keys := splitKeys(opts)
	keys = append(keys, splitKeys(more)...)
	for _, env := range strings.Split(envs, ",") {
		if env = strings.TrimSpace(env); env == "" {
			continue
		}
		th := &texTheorem{counter: env, head: []texToken{r.word(capitalize(env))}}
		within := ""
		for _, k := range keys {
			v := r.plainText(k.value)
			switch k.key {
			case "name", "title", "heading":
				th.head = k.value
			case "numberwithin", "within", "parent":
				within = v
			case "sibling", "numberlike", "sharenumber", "sharecounter":
				th.counter = v
			case "numbered":
				if v == "no" || v == "false" || v == "unless unique" {
					th.counter = ""
				}
			}
		}
		if th.counter == env {
			r.newCounter(env)
			if within != "" {
				r.resetBy(env, within)
				r.defineThe(env, within)
			}
		} else if o := r.theorems[th.counter]; th.counter != "" && o != nil && o.counter != "" {
			th.counter = o.counter
		}
		r.addTheorem(env, th)
	}
}

// newTcbTheorem is \newtcbtheorem[init]{env}{Head}{options}{prefix}.
func (r *tex) newTcbTheorem(t texToken) {
	init, _ := r.option()
	env := r.plainText(r.arg())
	th := &texTheorem{head: r.arg(), counter: env, braces: true}
	opts := r.arg()
	th.prefix = r.plainText(r.arg())
	within := ""
	for _, k := range append(splitKeys(init), splitKeys(opts)...) {
		v := r.plainText(k.value)
		switch k.key {
		case "number within", "within":
			within = v
		case "use counter from", "use counter", "use counter*":
			th.counter = r.counterOfBox(v)
		case "no counter":
			th.counter = ""
		}
	}
	if th.counter == env {
		r.newCounter(env)
		if within != "" {
			r.resetBy(env, within)
			r.defineThe(env, within)
		}
	}
	r.addTheorem(env, th)
	starred := *th
	starred.counter = ""
	r.addTheorem(env+"*", &starred)
}

// classTheorems defines what classes bring along. What the document defines itself takes their place.
func (r *tex) classTheorems(class string) {
	add := func(counter, within string, envs string) {
		for _, env := range strings.Fields(envs) {
			c := counter
			if c == "" {
				c = env
			}
			if r.counters[c] == nil {
				r.newCounter(c)
				if within != "" {
					r.resetBy(c, within)
					r.defineThe(c, within)
				}
			}
			r.addTheorem(env, &texTheorem{head: []texToken{r.word(capitalize(env))}, counter: c, class: true})
		}
	}
	switch {
	case class == "llncs", strings.HasPrefix(class, "svj"), strings.HasPrefix(class, "svm"), strings.HasPrefix(class, "sn-jnl"):
		add("", "", "theorem lemma corollary proposition definition example exercise problem question remark conjecture property note case solution")
	case strings.HasPrefix(class, "lipics"):
		add("theorem", "", "theorem lemma corollary proposition exercise definition conjecture observation example note remark")
	case class == "acmart":
		add("theorem", "section", "theorem conjecture proposition lemma corollary example definition")
	case class == "beamer":
		add("theorem", "", "theorem lemma corollary definition definitions fact example examples problem solution")
		for _, t := range r.theorems {
			t.counter = ""
		}
	case strings.HasPrefix(class, "jmlr"), class == "colt":
		add("theorem", "", "theorem lemma proposition remark corollary definition conjecture axiom example")
	case class == "elegantbook":
		add("", "chapter", "theorem definition proposition example")
		add("theorem", "", "lemma corollary axiom postulate")
		for _, env := range strings.Fields("theorem definition proposition lemma corollary axiom postulate") {
			r.theorems[env].braces = true
		}
	case strings.HasPrefix(class, "ctex"):
		r.language("chinese")
	case class == "elsarticle", class == "aomart":
	}
}

func capitalize(s string) string {
	c, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(c)) + s[n:]
}

// headOf is the printed head word of an environment that no one defined.
func headOf(env string) (head string, h text.Head, ok bool) {
	env = strings.TrimRight(strings.TrimSuffix(env, "*"), "0123456789")
	if h, ok = texShorthands[strings.ToLower(env)]; ok {
		return capitalize(h.Role), h, true
	}
	if h, ok = text.LookupHead(env); ok {
		return capitalize(env), h, true
	}
	word := abbreviated(strings.ToLower(env))
	if h, ok = text.LookupHead(word); !ok {
		return "", h, false
	}
	return capitalize(word), h, true
}

// abbreviated returns the head word that an environment's name is the beginning of: "propo", "lemm", "defin". Authors
// keep the definitions of their environments in a file that is not always at hand.
func abbreviated(env string) string {
	for _, w := range strings.Fields("theorem lemma corollary proposition definition conjecture axiom assumption hypothesis remark example exercise proof claim algorithm observation") {
		if len(env) >= 4 && strings.HasPrefix(w, env) {
			return w
		}
	}
	return ""
}

// texShorthands are usual names of environments that are no words.
var texShorthands = map[string]text.Head{
	"thm": {Class: text.Item, Kind: core.Theorem, Role: "theorem"}, "theo": {Class: text.Item, Kind: core.Theorem, Role: "theorem"}, "thrm": {Class: text.Item, Kind: core.Theorem, Role: "theorem"},
	"lem": {Class: text.Item, Kind: core.Theorem, Role: "lemma"}, "lma": {Class: text.Item, Kind: core.Theorem, Role: "lemma"}, "lemm": {Class: text.Item, Kind: core.Theorem, Role: "lemma"},
	"cor": {Class: text.Item, Kind: core.Theorem, Role: "corollary"}, "coro": {Class: text.Item, Kind: core.Theorem, Role: "corollary"}, "coroll": {Class: text.Item, Kind: core.Theorem, Role: "corollary"}, "corr": {Class: text.Item, Kind: core.Theorem, Role: "corollary"},
	"prop": {Class: text.Item, Kind: core.Theorem, Role: "proposition"}, "propn": {Class: text.Item, Kind: core.Theorem, Role: "proposition"}, "prp": {Class: text.Item, Kind: core.Theorem, Role: "proposition"},
	"conj": {Class: text.Item, Kind: core.Theorem, Role: "conjecture"}, "clm": {Class: text.Item, Kind: core.Theorem, Role: "claim"}, "obs": {Class: text.Item, Kind: core.Theorem, Role: "observation"},
	"defn": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "def": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "dfn": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "defi": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "df": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "defin": {Class: text.Item, Kind: core.Definition, Role: "definition"}, "defns": {Class: text.Item, Kind: core.Definition, Role: "definition"},
	"ax": {Class: text.Item, Kind: core.Axiom, Role: "axiom"}, "alg": {Class: text.Item, Kind: core.Algorithm, Role: "algorithm"}, "algo": {Class: text.Item, Kind: core.Algorithm, Role: "algorithm"},
	"rem": {Class: text.Remark, Role: "remark"}, "rmk": {Class: text.Remark, Role: "remark"}, "rk": {Class: text.Remark, Role: "remark"}, "remk": {Class: text.Remark, Role: "remark"}, "nota": {Class: text.Remark, Role: "notation"},
	"eg": {Class: text.Example, Role: "example"}, "exa": {Class: text.Example, Role: "example"}, "exam": {Class: text.Example, Role: "example"}, "exmp": {Class: text.Example, Role: "example"}, "expl": {Class: text.Example, Role: "example"},
	"ex": {Class: text.Exercise, Role: "exercise"}, "exer": {Class: text.Exercise, Role: "exercise"}, "exc": {Class: text.Exercise, Role: "exercise"}, "exo": {Class: text.Exercise, Role: "exercise"}, "prob": {Class: text.Exercise, Role: "problem"}, "soln": {Class: text.Exercise, Role: "solution"}, "sol": {Class: text.Exercise, Role: "solution"},
	"pf": {Class: text.Proof, Role: "proof"}, "prf": {Class: text.Proof, Role: "proof"}, "ieeeproof": {Class: text.Proof, Role: "proof"}, "proofs": {Class: text.Proof, Role: "proof"}, "demo": {Class: text.Proof, Role: "proof"}, "pff": {Class: text.Proof, Role: "proof"},
}

// beginTheorem opens a theorem-like environment and prints its head.
func (r *tex) beginTheorem(name string, th *texTheorem, starred bool) {
	title, titled := r.option()
	var keys []texKey
	if titled && hasKey(title, "name", "title", "label", "restate", "note", "continues", "store") {
		keys = splitKeys(title)
		title, titled = nil, false
	}
	key := ""
	for _, k := range keys {
		switch k.key {
		case "name", "title", "note":
			title, titled = k.value, true
		case "label":
			key = r.plainText(k.value)
		}
	}
	if th != nil && th.braces {
		t, ok := r.braced()
		if ok {
			title, titled = t, len(t) > 0
			if k, ok := r.braced(); ok {
				if key = r.plainText(k); key != "" && th.prefix != "" {
					key = th.prefix + ":" + key
				}
			}
		}
	}
	if !titled && (th == nil || !th.braces && !th.proof) {
		var k string
		if title, k, titled = r.groupTitle(); k != "" {
			key = k
		}
	}
	r.openTheorem(name, th, starred, title, titled, "")
	if key != "" {
		r.anchor(key)
	}
}

// groupTitle reads a title that stands as a group of its own in the line that opens a theorem: \begin{definition}{Euler
// path}, or with a key behind it, as the boxes of a package that was not read have it. A group that text goes on
// behind, that ends a sentence or that begins with a command, such as a face, is the beginning of the statement.
func (r *tex) groupTitle() (title []texToken, key string, titled bool) {
	f := r.direct()
	if f == nil {
		return nil, "", false
	}
	line, _, _ := strings.Cut(f.src[f.pos:min(len(f.src), f.pos+2*texMaxTitle+maxLabel)], "\n")
	group, rest, ok := cutGroup(line)
	if !ok || len(group) > texMaxTitle || strings.HasSuffix(group, ".") || strings.HasPrefix(group, `\`) {
		return nil, "", false
	}
	second, after, ok := cutGroup(rest)
	if ok = ok && !strings.ContainsAny(second, " \\$"); ok {
		rest = after
	}
	if rest != "" && rest[0] != '%' && !strings.HasPrefix(rest, `\label`) {
		return nil, "", false
	}
	title, _ = r.braced()
	if ok {
		list, _ := r.braced()
		key = r.plainText(list)
	}
	return title, key, group != ""
}

// cutGroup cuts a group in braces from the beginning of a line.
func cutGroup(line string) (group, rest string, ok bool) {
	depth := 0
	for i := 0; i < len(line) && (i > 0 || line[0] == '{'); i++ {
		switch line[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return strings.TrimSpace(line[1:i]), strings.TrimSpace(line[i+1:]), true
			}
		}
	}
	return "", line, false
}

func hasKey(list []texToken, keys ...string) bool {
	for i := range list {
		if t := &list[i]; t.kind == texText && i+1 < len(list) && strings.HasPrefix(list[i+1].text, "=") || t.kind == texText && strings.Contains(t.text, "=") {
			word, _, _ := strings.Cut(t.text, "=")
			for _, k := range keys {
				if strings.TrimSpace(word) == k {
					return true
				}
			}
		}
	}
	return false
}

// openTheorem opens the block; with a number it is a theorem printed again, which counts nothing.
func (r *tex) openTheorem(name string, th *texTheorem, starred bool, title []texToken, titled bool, number string) {
	inline := r.inline
	r.inline = 0
	r.endPar(2)
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.inline = inline
	f.role = roleTheorem
	head := ""
	if th != nil {
		head = r.plainText(th.head)
		if th.counter == "" {
			starred = true
		}
	}
	if head == "" {
		head, _, _ = headOf(name)
	}
	i := r.openBlock(core.Environment)
	f.block = i
	base := strings.TrimSuffix(name, "*")
	r.doc.Blocks[i].Name = base
	r.label.block, r.label.env, r.label.head = i, base, head
	if th != nil && !starred {
		r.step(th.counter)
		number = r.the(th.counter)
		if c := th.counter; c != base && r.symbol("the"+base).macro != nil && r.counters[base] != nil && r.counters[base].alias == c {
			number = r.the(base)
		}
		r.setLabel(th.counter, number)
	}
	r.printHead(i, head, number, title, titled, th != nil && !th.proof || th == nil)
	r.doc.Blocks[i].Starred = starred
	r.parent = i
}

// printHead writes "Theorem 2.3 (Title). " and notes where the content begins.
func (r *tex) printHead(i int, head, number string, title []texToken, titled, parens bool) {
	b := &r.doc.Blocks[i]
	b.Head, b.Number = head, number
	if r.muted {
		return
	}
	r.inline++
	sep := ""
	first, second := head, number
	if r.swapped {
		first, second = number, head
	}
	r.say(first)
	if first != "" && second != "" {
		sep = " "
	}
	r.say(sep + second)
	if titled {
		if first+second != "" {
			r.say(" ")
		}
		if s := strings.TrimSpace(r.plainText(title)); strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") { // the author's own
			parens = false
		}
		if parens {
			r.say("(")
		}
		span := r.feedInline(title)
		if !parens && span.Len() > 2 && r.buf[span.Start] == '(' && r.buf[span.End-1] == ')' {
			span = core.Span{Start: span.Start + 1, End: span.End - 1}
		}
		r.titles = append(r.titles, texTitle{i, span})
		if parens {
			r.say(")")
		}
	}
	if n := len(r.buf); n > 0 && n > r.doc.Blocks[i].Span.Start && r.buf[n-1] != '.' && r.buf[n-1] != ':' {
		r.buf = append(r.buf, '.')
	}
	r.buf = append(r.buf, ' ')
	r.inline--
	r.space = false
	r.headEnd = len(r.buf)
	r.doc.Blocks[i].Body.Start = len(r.buf)
}

// beginProof opens a proof: \begin{proof}[Proof of Theorem 2].
func (r *tex) beginProof(name string) {
	title, titled := r.option()
	if strings.HasSuffix(name, "*") && !titled { // pf*{Proof of …}
		title, titled = r.braced()
	}
	inline := r.inline
	r.inline = 0
	r.endPar(2)
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.inline = inline
	f.role = roleTheorem
	i := r.openBlock(core.Environment)
	f.block = i
	r.doc.Blocks[i].Name = strings.TrimSuffix(name, "*")
	r.label.block = i
	head := "Proof"
	if s := r.symbol("proofname"); s.macro != nil {
		head = r.plainText(s.macro.body)
	}
	if titled {
		r.printHead(i, "", "", title, true, false)
	} else {
		r.printHead(i, head, "", nil, false, false)
	}
	r.doc.Blocks[i].Head = head
	r.parent = i
}

// beginRestatable is \begin{restatable}[title]{theorem}{key}.
func (r *tex) beginRestatable(name string) {
	title, titled := r.option()
	env := r.plainText(r.arg())
	key := r.plainText(r.arg())
	body, ok := r.collect(name)
	if !ok {
		return
	}
	if titled && hasKey(title, "name", "title", "label", "note", "restate") {
		keys := splitKeys(title)
		title, titled = nil, false
		for _, k := range keys {
			switch k.key {
			case "name", "title", "note":
				title, titled = k.value, true
			case "label":
				body = append([]texToken{{kind: texCmd, sym: r.symbol("label"), text: `\label`, made: true}, {kind: texOpen, text: "{", made: true}, r.word(r.plainText(k.value)), {kind: texClose, text: "}", made: true}}, body...)
			}
		}
	}
	th := r.theorems[env]
	r.openTheorem(env, th, false, title, titled, "")
	number := ""
	if f := len(r.frames) - 1; f >= 0 && r.frames[f].block >= 0 {
		number = r.doc.Blocks[r.frames[f].block].Number
	}
	r.restated[key] = &texRestated{env: env, number: number, title: title, body: body, hasTitle: titled}
	r.symbol(key).builtin = &texBuiltin{any: (*tex).restate}
	r.symbol(key).macro = nil
	r.push(append(append(r.alloc(len(body)+4), body...), r.endTokens(env)...))
}

// restate prints a theorem of thm-restate again, under its old number.
func (r *tex) restate(t texToken) {
	r.star("*")
	s := r.restated[t.sym.name]
	if s == nil || r.muted || len(r.frames) > texMaxDepth/2 {
		return
	}
	if r.made > r.maxMade {
		return
	}
	r.made += len(s.body)
	r.openTheorem(s.env, r.theorems[s.env], true, s.title, s.hasTitle, s.number)
	body := make([]texToken, 0, len(s.body)+4)
	for i := 0; i < len(s.body); i++ { // its labels stay with the first statement
		if u := s.body[i]; u.kind == texCmd && u.sym.name == "label" && i+1 < len(s.body) && s.body[i+1].kind == texOpen {
			n := closesAt(s.body[i+1:])
			if n > 0 {
				i += n + 1
				continue
			}
		}
		u := s.body[i]
		u.made, u.part, u.pos, u.end = true, t.part, t.pos, t.end
		body = append(body, u)
	}
	r.push(append(body, r.endTokens(s.env)...))
}

// endTokens makes \end{name}.
func (r *tex) endTokens(name string) []texToken {
	return []texToken{{kind: texCmd, made: true, sym: r.symbol("end"), text: `\end`}, {kind: texOpen, made: true, text: "{"}, {kind: texText, made: true, text: name}, {kind: texClose, made: true, text: "}"}}
}
