package reader

import (
	"fmt"
	"sort"
	"strings"

	"lemma/core"
)

// texLabel is what a \label names: the thing that was numbered last.
type texLabel struct {
	number string
	kind   string // the counter
	env    string // the environment, of theorem-like ones
	head   string // as printed
	block  int    // or -1
}

// texNames are the words of cleveref for a kind of thing.
type texNames struct{ one, many, One, Many string }

// texPatch is a place where a reference prints; it is known at the end only.
type texPatch struct {
	pos  int
	cmd  string
	keys []string
	star bool
	mute bool // within \hyperref: no reference of its own
	opt  string
}

// texRefCommands are the commands that print a number or a name.
var texRefCommands = map[string]bool{
	"ref": true, "eqref": true, "cref": true, "Cref": true, "autoref": true, "Autoref": true, "vref": true, "Vref": true, "fref": true, "Fref": true, "nameref": true,
	"pageref": true, "cpageref": true, "labelcref": true, "namecref": true, "nameCref": true, "lcnamecref": true, "crefrange": true, "Crefrange": true, "thref": true, "Thref": true, "zcref": true, "zref": true,
	"fullref": true, "refeq": true, "prettyref": true, "subref": true, "vpageref": true, "autopageref": true, "titleref": true, "hyperref@": true, "labelcpageref": true, "thmref@": true, "zvref": true, "tref": true,
}

func init() {
	for n := range texRefCommands {
		texInText(n, (*tex).reference)
	}
	texInText("label", func(r *tex, t texToken) {
		r.option()
		r.anchor(r.plainText(r.arg()))
	})
	texBuiltins["label"].locked = true
	for _, n := range []string{"ref", "eqref", "cref", "Cref", "autoref"} {
		texBuiltins[n].locked = true
	}
	texInText("hyperref", func(r *tex, t texToken) {
		opt, found := r.option()
		if !found { // \hyperref{url}{category}{name}{text}
			r.skipArgs("mmm")
			return
		}
		r.link(r.plainText(opt), t)
	})
	texInText("hyperlink", func(r *tex, t texToken) { r.link(r.plainText(r.arg()), t) })
	texInText("hypertarget", func(r *tex, t texToken) {
		key := r.plainText(r.arg())
		if r.label.block >= 0 && key != "" && !r.muted {
			r.addAnchor(r.label.block, key)
		}
	})
	texInText("phantomsection", func(*tex, texToken) {})
	texInText("uses", func(r *tex, t texToken) { r.zeroRefs(r.plainText(r.arg())) })
	texInText("proves", func(r *tex, t texToken) {
		keys := r.plainText(r.arg())
		for n := len(r.frames) - 1; n >= 0; n-- {
			if f := &r.frames[n]; f.block >= 0 {
				r.proves = append(r.proves, texProves{f.block, strings.TrimSpace(keys)})
				return
			}
		}
	})
	for n, spec := range map[string]string{"lean": "m", "leanok": "", "mathlibok": "", "notready": "", "discussion": "m", "mathlib": "m", "leanc": "m", "alsoIn": "m"} {
		texInText(n, func(r *tex, t texToken) { r.skipArgs(spec) })
		texBuiltins[n].locked = true
	}
	for _, n := range []string{"uses", "proves"} {
		texBuiltins[n].locked = true
	}
	for _, n := range strings.Fields("cite citet citep citealt citealp citeauthor citeyear parencite textcite autocite footcite Cite Citet Citep fullcite citetext citenum smartcite supercite ycite citelist ocite shortcite citeA citeyearpar") {
		texInText(n, (*tex).cite)
		texMath(n, (*tex).cite)
	}
	texInText("cites", (*tex).cite)
	texInText("nocite", func(r *tex, t texToken) { r.arg() })
	for _, n := range []string{"crefname", "Crefname"} {
		texAny(n, func(r *tex, t texToken) {
			kind := r.plainText(r.arg())
			one, many := r.plainText(r.arg()), r.plainText(r.arg())
			v := r.names[kind]
			if t.sym.name == "crefname" {
				v.one, v.many = one, many
			} else {
				v.One, v.Many = one, many
			}
			r.names[kind] = v
		})
	}
	texAny("crefalias", func(r *tex, t texToken) { r.skipArgs("mm") })
	texAny("crefformat", func(r *tex, t texToken) { r.skipArgs("mm") })
	for n, spec := range map[string]string{"Crefformat": "mm", "crefrangeformat": "mm", "crefmultiformat": "mmmmm", "creflabelformat": "mm", "crefrangelabelformat": "mm", "labelformat": "mm", "newrefformat": "mm", "crefdefaultlabelformat": "m", "hypersetup": "m"} {
		texAny(n, func(r *tex, t texToken) { r.skipArgs(spec) })
	}
}

// setLabel makes a counter that was stepped the thing that \label names.
func (r *tex) setLabel(kind, number string) {
	r.label.kind, r.label.number = kind, number
}

// anchor is \label{key}.
func (r *tex) anchor(key string) {
	if key == "" || r.muted {
		return
	}
	r.setKey(key, r.label)
}

// texNextMath as a block says that a label belongs to the next display.
const texNextMath = -2

func (r *tex) setKey(key string, l texLabel) {
	if l.block == texNextMath {
		r.labels[key] = l
		r.subKeys = append(r.subKeys, key)
		return
	}
	if l.block < 0 {
		l.block = r.heading
	}
	r.labels[key] = l
	if l.block >= 0 && l.block < len(r.doc.Blocks) {
		r.addAnchor(l.block, key)
	}
}

func (r *tex) addAnchor(block int, key string) {
	b := &r.doc.Blocks[block]
	for _, a := range b.Anchors {
		if a == key {
			return
		}
	}
	if len(b.Anchors) < 1000 {
		b.Anchors = append(b.Anchors, key)
	}
}

// link reads an argument as the text of a reference.
func (r *tex) link(key string, t texToken) {
	text := r.arg()
	if r.muted {
		return
	}
	outer := r.linked
	r.linked = true
	if len(text) > 0 && (r.inline > 0 || r.par >= 0) && text[0].kind != texSpace {
		r.visible() // so that the blank before it is outside
	} else if r.par < 0 && r.inline == 0 {
		r.visible()
	}
	start := len(r.buf)
	r.feed(text)
	r.linked = outer
	if key != "" && !outer {
		r.doc.Refs = append(r.doc.Refs, core.Reference{Span: core.Span{Start: start, End: len(r.buf)}, Target: strings.TrimPrefix(key, "#")})
	}
}

// zeroRefs notes references that print nothing.
func (r *tex) zeroRefs(keys string) {
	if r.muted {
		return
	}
	for _, k := range strings.Split(keys, ",") {
		if k = strings.TrimSpace(k); k != "" {
			r.doc.Refs = append(r.doc.Refs, core.Reference{Span: core.Span{Start: len(r.buf), End: len(r.buf)}, Target: k})
		}
	}
}

// texProves is blueprint's \proves{key}: the proof is of another item than the one before it.
type texProves struct {
	block int
	key   string
}

// reference is \ref{key} and its like: it leaves a place to be filled in.
func (r *tex) reference(t texToken) {
	star := r.star("*")
	last := r.lastArg
	name := t.sym.meaning().name
	r.option()
	arg := r.arg()
	if r.lastArg.end > 0 {
		last = r.lastArg
	}
	p := texPatch{cmd: name, star: star, mute: r.linked}
	for _, k := range strings.Split(r.plainText(arg), ",") {
		if k = strings.TrimSpace(k); k != "" {
			p.keys = append(p.keys, k)
		}
	}
	if name == "crefrange" || name == "Crefrange" {
		p.keys = append(p.keys, r.plainText(r.arg()))
		last = r.lastArg
	}
	r.patch(p, r.origin(t, last))
}

func (r *tex) patch(p texPatch, at texToken) {
	if r.muted || len(p.keys) == 0 {
		return
	}
	if !r.inMath {
		r.visible()
	}
	p.pos = len(r.buf)
	if at.end <= at.pos {
		at.end = at.pos + 1
	}
	r.runs = append(r.runs, core.Run{Text: len(r.buf), N: 1, Part: int(at.part), Orig: int(at.pos), Fixed: true, Width: int(at.end - at.pos)})
	r.buf = append(r.buf, '?')
	r.patches = append(r.patches, p)
}

// cite is \cite[see][p. 3]{key}.
func (r *tex) cite(t texToken) {
	r.star("*")
	first, ok1 := r.option()
	second, ok2 := r.option()
	arg := r.plainText(r.arg())
	p := texPatch{cmd: "cite"}
	switch {
	case ok2:
		p.opt = r.plainText(second)
		if pre := r.plainText(first); pre != "" {
			p.opt = strings.TrimPrefix(pre+" ", " ") + "\x00" + p.opt
		}
	case ok1:
		p.opt = r.plainText(first)
	}
	for _, k := range strings.Split(arg, ",") {
		if k = strings.TrimSpace(k); k != "" {
			p.keys = append(p.keys, k)
		}
	}
	r.patch(p, r.origin(t, r.lastArg))
}

// texPiece is a part of what a reference prints.
type texPiece struct {
	text string
	key  string
}

// resolve prints the references: it replaces each place by its text and moves everything behind it.
func (r *tex) resolve() {
	r.resolveProves()
	if len(r.patches) == 0 {
		return
	}
	missing := 0
	example := ""
	out := make([]byte, 0, len(r.buf)+8*len(r.patches))
	at := 0
	pos := make([]int, len(r.patches)) // of the places in the old text
	add := make([]int, len(r.patches)) // what the text behind each has moved
	var refs []core.Reference
	for i, p := range r.patches {
		out = append(out, r.buf[at:p.pos]...)
		at = p.pos + 1
		start := len(out)
		for _, piece := range r.printed(p) {
			from := len(out)
			out = append(out, piece.text...)
			if piece.key == "" {
				continue
			}
			if _, known := r.labels[piece.key]; !known && p.cmd != "cite" {
				missing++
				if example == "" {
					example = piece.key
				}
			}
			if !p.mute && p.cmd != "cite" {
				refs = append(refs, core.Reference{Span: core.Span{Start: from, End: len(out)}, Target: piece.key})
			}
		}
		if p.cmd == "cite" {
			r.cited = append(r.cited, core.Span{Start: start, End: len(out)})
		}
		pos[i] = p.pos
		add[i] = len(out) - start - 1
		if i > 0 {
			add[i] += add[i-1]
		}
	}
	out = append(out, r.buf[at:]...)
	r.buf = out
	move := func(o int) int {
		if i := sort.SearchInts(pos, o); i > 0 { // places before o
			return o + add[i-1]
		}
		return o
	}
	span := func(s core.Span) core.Span { return core.Span{Start: move(s.Start), End: move(s.End)} }
	d := &r.doc
	for i := range d.Blocks {
		d.Blocks[i].Span, d.Blocks[i].Body = span(d.Blocks[i].Span), span(d.Blocks[i].Body)
	}
	for i := range d.Marks {
		d.Marks[i].Span = span(d.Marks[i].Span)
	}
	for i := range d.Refs {
		d.Refs[i].Span = span(d.Refs[i].Span)
	}
	for i := range r.titles {
		r.titles[i].span = span(r.titles[i].span)
	}
	for i := range r.runs {
		s := r.runs[i].Text
		r.runs[i].Text = move(s)
		r.runs[i].N = move(s+r.runs[i].N) - r.runs[i].Text
	}
	d.Refs = append(d.Refs, refs...)
	if missing > 0 {
		r.losses["unresolved-reference"] = &core.Loss{Kind: "unresolved-reference", Count: missing, Text: fmt.Sprintf("references to labels that are not in this document, such as %s; they print as ??", example)}
	}
}

// resolveProves turns \proves{key} into the title that says so.
func (r *tex) resolveProves() {
	for _, p := range r.proves {
		b := &r.doc.Blocks[p.block]
		at := max(b.Span.Start, b.Body.Start-1)
		for _, k := range strings.Split(p.key, ",") {
			k = strings.TrimSpace(k)
			l, known := r.labels[k]
			if !known {
				continue
			}
			if b.Title == "" {
				b.Title = strings.TrimSpace("Proof of " + strings.TrimSpace(l.head+" "+l.number))
			}
			r.doc.Refs = append(r.doc.Refs, core.Reference{Span: core.Span{Start: at, End: at}, Target: k})
		}
	}
}

// refNumber is what \ref prints.
func (r *tex) refNumber(key string) string {
	if l := r.labels[key]; l.number != "" {
		return l.number
	}
	return "??"
}

// texDefaultNames are the words of cleveref and hyperref.
var texDefaultNames = map[string]texNames{
	"equation": {"eq.", "eqs.", "Equation", "Equations"}, "figure": {"fig.", "figs.", "Figure", "Figures"}, "table": {"table", "tables", "Table", "Tables"},
	"part": {"part", "parts", "Part", "Parts"}, "chapter": {"chapter", "chapters", "Chapter", "Chapters"}, "section": {"section", "sections", "Section", "Sections"},
	"subsection": {"section", "sections", "Section", "Sections"}, "subsubsection": {"section", "sections", "Section", "Sections"}, "appendix": {"appendix", "appendices", "Appendix", "Appendices"},
	"enumi": {"item", "items", "Item", "Items"}, "enumii": {"item", "items", "Item", "Items"}, "enumiii": {"item", "items", "Item", "Items"}, "enumiv": {"item", "items", "Item", "Items"},
	"footnote": {"footnote", "footnotes", "Footnote", "Footnotes"}, "algorithm": {"algorithm", "algorithms", "Algorithm", "Algorithms"}, "paragraph": {"paragraph", "paragraphs", "Paragraph", "Paragraphs"},
	"corollary": {"corollary", "corollaries", "Corollary", "Corollaries"}, "lemma": {"lemma", "lemmas", "Lemma", "Lemmas"}, "listing": {"listing", "listings", "Listing", "Listings"},
}

// nameFor is the word that \cref prints before a number.
func (r *tex) nameFor(l texLabel, cmd string, many bool) string {
	capital := cmd[0] == 'C' || cmd == "Autoref" || cmd == "Vref" || cmd == "Fref" || cmd == "Thref" || cmd == "nameCref" || r.capital && cmd != "autoref" && cmd != "lcnamecref"
	auto := strings.EqualFold(cmd, "autoref")
	if auto && l.head != "" {
		return l.head
	}
	for _, kind := range []string{l.env, l.kind} {
		n, own := r.names[kind]
		if !own {
			var ok bool
			if n, ok = texDefaultNames[kind]; !ok || l.head != "" && kind != strings.ToLower(l.head) && kind != "figure" && kind != "table" {
				continue
			}
			if auto && kind == "equation" || auto && kind == "figure" || auto && kind == "table" {
				return n.One
			}
			if r.noAbbrev || auto {
				n.one, n.many = strings.ToLower(n.One), strings.ToLower(n.Many)
			} else if r.capital && kind != "appendix" {
				if cmd[0] != 'C' {
					n.One, n.Many = capitalize(n.one), capitalize(n.many)
				}
			}
		}
		switch {
		case many && capital:
			return first(n.Many, capitalize(n.many + " ")[:len(n.many)])
		case many:
			return first(n.many, strings.ToLower(n.Many))
		case capital:
			return first(n.One, capitalize(n.one + " ")[:len(n.one)])
		}
		return first(n.one, strings.ToLower(n.One))
	}
	head := l.head
	if head == "" {
		return ""
	}
	if !capital && !auto {
		head = strings.ToLower(head[:1]) + head[1:]
	}
	if many {
		return pluralHead(head)
	}
	return head
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func pluralHead(s string) string {
	if strings.HasSuffix(s, "y") && !strings.HasSuffix(s, "ey") && !strings.HasSuffix(s, "ay") {
		return s[:len(s)-1] + "ies"
	}
	return s + "s"
}

// printed is what a reference prints.
func (r *tex) printed(p texPatch) []texPiece {
	switch p.cmd {
	case "cite":
		marks := make([]string, len(p.keys))
		for i, k := range p.keys {
			if marks[i] = r.bibs[k]; marks[i] == "" {
				marks[i] = k
			}
		}
		pre, post, _ := strings.Cut(p.opt, "\x00")
		if !strings.Contains(p.opt, "\x00") {
			pre, post = "", p.opt
		}
		s := "[" + pre + strings.Join(marks, ", ")
		if post != "" {
			s += ", " + post
		}
		return []texPiece{{text: s + "]"}}
	case "eqref", "refeq":
		return []texPiece{{"(", ""}, {r.refNumber(p.keys[0]), p.keys[0]}, {")", ""}}
	case "pageref", "cpageref", "vpageref", "autopageref", "labelcpageref":
		return []texPiece{{"??", p.keys[0]}}
	case "nameref", "titleref":
		text := "??"
		if l, ok := r.labels[p.keys[0]]; ok {
			for i := len(r.titles) - 1; i >= 0; i-- {
				if r.titles[i].block == l.block {
					text = strings.Join(strings.Fields(string(r.titleText(i))), " ")
					break
				}
			}
		}
		return []texPiece{{text, p.keys[0]}}
	case "cref", "Cref", "autoref", "Autoref", "Vref", "fref", "Fref", "thref", "Thref", "zcref", "namecref", "nameCref", "lcnamecref", "crefrange", "Crefrange", "prettyref", "fullref":
		return r.clever(p)
	case "vref":
		if r.packages["cleveref"] {
			return r.clever(p)
		}
	}
	var out []texPiece
	for i, k := range p.keys {
		if i > 0 {
			out = append(out, texPiece{text: join(i, len(p.keys))})
		}
		out = append(out, texPiece{r.refNumber(k), k})
	}
	return out
}

// titleText is the text of a title before the references in it are printed.
func (r *tex) titleText(i int) []byte {
	s := r.titles[i].span
	if s.End > len(r.buf) {
		return nil
	}
	return r.buf[s.Start:s.End]
}

func join(i, n int) string {
	if i < n-1 {
		return ", "
	}
	return " and "
}

// clever is \cref{a,b}: "Theorems 2.1 and 2.2", by kinds.
func (r *tex) clever(p texPatch) (out []texPiece) {
	type group struct {
		name texLabel
		keys []string
	}
	var groups []group
	for _, k := range p.keys {
		l := r.labels[k]
		n := len(groups)
		if n > 0 && groups[n-1].name.kind == l.kind && groups[n-1].name.env == l.env && groups[n-1].name.head == l.head {
			groups[n-1].keys = append(groups[n-1].keys, k)
			continue
		}
		groups = append(groups, group{l, []string{k}})
	}
	for g, gr := range groups {
		if g > 0 {
			out = append(out, texPiece{text: join(g, len(groups))})
		}
		cmd := p.cmd
		many := len(gr.keys) > 1
		word := r.nameFor(gr.name, cmd, many)
		if strings.Contains(cmd, "name") {
			out = append(out, texPiece{word, gr.keys[0]})
			continue
		}
		for i, k := range gr.keys {
			number := r.refNumber(k)
			if gr.name.kind == "equation" && cmd != "autoref" {
				number = "(" + number + ")"
			}
			switch {
			case i == 0 && word != "" && !many:
				number = word + " " + number
			case i == 0 && word != "":
				out = append(out, texPiece{text: word + " "})
			case i > 0 && strings.HasSuffix(cmd, "range"):
				out = append(out, texPiece{text: " to "})
			case i > 0:
				out = append(out, texPiece{text: join(i, len(gr.keys))})
			}
			out = append(out, texPiece{number, k})
		}
	}
	return out
}
