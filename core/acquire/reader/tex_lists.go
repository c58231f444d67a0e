package reader

import (
	"strconv"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// texList is an open list.
type texList struct {
	block   int
	item    int // the open item's block, or -1
	counter string
	mark    []texToken // what an item prints; nil: the default of its depth
	ref     []texToken // what a reference to an item prints; nil: the counter
	terms   bool
	bullet  string
	outer   string // number of the item around an enumeration, for references
}

func init() {
	texInText("item", func(r *tex, t texToken) { r.item(t) })
	for _, n := range []string{"question", "part", "subpart", "task"} {
		if n != "part" {
			texInText(n, func(r *tex, t texToken) {
				if len(r.lists) > 0 {
					r.item(t)
				}
			})
		}
	}
	texInText("bibitem", (*tex).bibItem)
	texInText("bib", (*tex).bibItem)
	texInText("caption", (*tex).caption)
	texInText("captionof", func(r *tex, t texToken) {
		r.star("*")
		name := r.plainText(r.arg())
		r.captionOf(name)
	})
	texInText("captionsetup", func(r *tex, t texToken) { r.skipArgs("om") })
	texInText("multicolumn", func(r *tex, t texToken) { r.arg(); r.arg() })
	texInText("multirow", func(r *tex, t texToken) { r.skipArgs("omom") })
	for n, spec := range map[string]string{"hline": "", "toprule": "o", "midrule": "o", "bottomrule": "o", "cline": "m", "cmidrule": "(om", "endhead": "", "endfirsthead": "", "endfoot": "", "endlastfoot": "", "addlinespace": "o", "rowcolor": "om", "cellcolor": "om", "arraybackslash": "", "specialrule": "mmm", "hdashline": "", "Xhline": "m", "tabularnewline": ""} {
		texInText(n, func(r *tex, t texToken) {
			r.skipArgs(spec)
			if t.sym.name == "tabularnewline" {
				r.lineBreak()
			}
		})
	}
	texAny("setlist", func(r *tex, t texToken) {
		r.star("*")
		where, _ := r.option()
		keys := splitKeys(r.arg())
		kind, level := "", 0
		for _, w := range strings.Split(r.plainText(where), ",") {
			if n := atoi(w); n > 0 {
				level = n
			} else if w = strings.TrimSpace(w); w != "" {
				kind = w
			}
		}
		for _, k := range keys {
			if (k.key == "label" || k.key == "label*" || k.key == "ref") && kind != "" {
				r.listDefaults = append(r.listDefaults, texListDefault{kind, level, k})
			}
		}
	})
	texAny("newlist", func(r *tex, t texToken) {
		name, kind := r.plainText(r.arg()), r.plainText(r.arg())
		r.arg()
		r.envs[name] = &texEnv{begin: r.beginTokens(strings.TrimSuffix(kind, "*")), end: r.endTokens(strings.TrimSuffix(kind, "*"))}
	})
}

// texListDefault is what \setlist says of the lists of a kind.
type texListDefault struct {
	kind  string
	level int
	key   texKey
}

var texEnumCounters = [...]string{"enumi", "enumii", "enumiii", "enumiv"}
var texEnumStyles = [...]string{"arabic", "alph", "roman", "Alph"}
var texBullets = [...]string{"•", "–", "∗", "·"}

// beginList opens a list.
func (r *tex) beginList(name string) {
	opts, found := r.option()
	if name == "list" {
		r.skipArgs("bb")
	}
	if name == "tasks" || name == "labeling" {
		r.skipArgs("(b")
	}
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.role = roleList
	base := strings.TrimSuffix(name, "*")
	l := &texList{item: -1}
	f.list = l
	kind := core.List
	enums, bullets := 0, 0
	for _, o := range r.lists {
		if o.counter != "" {
			enums++
			if o.item >= 0 {
				l.outer = r.doc.Blocks[o.item].Number
			}
		} else if !o.terms {
			bullets++
		}
	}
	depth := enums
	switch {
	case base == "description" || base == "compactdesc" || base == "basedescript" || base == "labeling":
		l.terms = true
		kind = core.TermList
		depth = 0
	case base == "enumerate" || strings.Contains(base, "enum") || base == "questions" || base == "parts" || base == "subparts" || base == "tasks":
		l.counter = texEnumCounters[min(enums, 3)]
		r.counter(l.counter).value = 0
		if base == "tasks" {
			l.mark = append(r.style("alph", l.counter), r.word(")"))
		}
	default:
		l.bullet = texBullets[min(bullets, 3)]
		depth = bullets
	}
	r.lists = append(r.lists, l)
	r.block(f, kind, "")
	l.block = f.block
	for _, d := range r.listDefaults {
		if (d.kind == base) && (d.level == 0 || d.level == depth+1) {
			r.listKey(l, d.key)
		}
	}
	if !found {
		return
	}
	keys := splitKeys(opts)
	plain := true
	for _, k := range keys {
		switch k.key {
		case "label", "label*", "ref", "start", "resume", "series", "leftmargin", "noitemsep", "nosep", "itemsep", "topsep", "align", "wide", "before", "after", "labelindent", "style", "font", "left", "resume*", "nolistsep", "parsep", "widest", "labelsep", "itemindent", "labelwidth", "partopsep", "format":
			plain = false
			r.listKey(l, k)
		}
		if len(k.value) > 0 && strings.IndexByte(k.key, '(') < 0 {
			plain = false
		}
	}
	if plain && l.counter != "" {
		l.mark = r.shortMark(opts, l)
	}
}

// listKey applies an option of enumitem.
func (r *tex) listKey(l *texList, k texKey) {
	switch k.key {
	case "label", "label*":
		if l.counter == "" {
			if !l.terms {
				l.bullet = r.plainText(k.value)
			}
			return
		}
		l.mark = k.value
		if k.key == "label*" && l.outer != "" {
			l.mark = append([]texToken{r.word(l.outer)}, k.value...)
		}
		if l.ref == nil {
			l.ref = k.value
		}
	case "ref":
		l.ref = k.value
	case "start":
		if l.counter != "" {
			r.counter(l.counter).value = r.numberIn(k.value) - 1
		}
	case "resume", "resume*":
		if l.counter != "" && r.resume != nil {
			r.counter(l.counter).value = r.resume[l.counter]
		}
	}
}

// shortMark is the pattern of the enumerate package: "(a)", "i.", "Step 1:".
func (r *tex) shortMark(opts []texToken, l *texList) []texToken {
	var out []texToken
	done, depth := false, 0
	for _, t := range opts {
		switch t.kind {
		case texOpen:
			depth++
		case texClose:
			depth--
		}
		if t.kind != texText || done || depth > 0 {
			out = append(out, t)
			continue
		}
		for i := 0; i < len(t.text) && !done; i++ {
			style := map[byte]string{'1': "arabic", 'a': "alph", 'A': "Alph", 'i': "roman", 'I': "Roman"}[t.text[i]]
			if style == "" || i > 0 && letter(t.text[i-1]) || i+1 < len(t.text) && letter(t.text[i+1]) {
				continue
			}
			if i > 0 {
				out = append(out, t.to(i))
			}
			out = append(out, r.style(style, l.counter)...)
			if l.ref == nil && !r.packages["enumitem"] {
				l.ref = r.style(style, l.counter)
			}
			if i+1 < len(t.text) {
				out = append(out, t.from(i+1))
			}
			done = true
		}
		if !done {
			out = append(out, t)
		}
	}
	if !done {
		return nil
	}
	if l.ref == nil {
		l.ref = out
	}
	return out
}

func letter(c byte) bool { return texClass[c] == lexLetter }

// item is \item[label].
func (r *tex) item(t texToken) {
	label, found := r.option()
	if r.muted {
		return
	}
	if len(r.lists) == 0 { // trivlist
		r.endPar(2)
		if found {
			r.inline++
			r.feed(label)
			r.inline--
			r.buf = append(r.buf, ' ')
			r.headEnd = len(r.buf)
			r.space = false
		}
		return
	}
	l := r.lists[len(r.lists)-1]
	n := len(r.frames) - 1
	for top := n; n >= 0 && r.frames[n].list != l; n-- {
		if top-n > 60 {
			return
		}
	}
	if n < 0 || n < r.floor {
		return
	}
	r.popTo(n + 1)
	r.inline = 0
	r.endItem(l)
	if r.sep == 0 || !r.headOpen() {
		r.sep = max(r.sep, 1)
	}
	if r.headOpen() {
		r.sep = 0
	}
	r.parent = l.block
	l.item = r.openBlock(core.ListItem)
	i := l.item
	r.label.block = i
	mark := ""
	r.inline++
	start := len(r.buf)
	switch {
	case found:
		span := r.feedInline(label)
		mark = string(r.buf[span.Start:span.End])
		r.label.number = mark
		r.label.kind = "item"
		if l.terms {
			r.titles = append(r.titles, texTitle{i, span})
		}
	case l.counter != "":
		r.step(l.counter)
		r.itemCounter = l.counter
		d := min(r.enumDepth(), 4)
		if l.mark != nil {
			mark = r.plainText(l.mark)
		} else {
			mark = r.plainText(append(r.style(texEnumStyles[d-1], l.counter), r.word(".")))
			if d == 2 {
				mark = "(" + strings.TrimSuffix(mark, ".") + ")"
			}
			if s := r.symbol("label" + l.counter); s.macro != nil {
				mark = r.plainText(s.macro.body)
			} else if s := r.symbol("the" + l.counter); s.macro != nil && s.macro.level >= 0 && r.customThe[l.counter] {
				mark = r.the(l.counter) + "."
			}
		}
		ref := ""
		switch {
		case l.ref != nil:
			ref = r.plainText(l.ref)
		case l.mark != nil:
			ref = mark
		default:
			ref = strings.Trim(mark, "().")
			if l.outer != "" && d > 1 {
				ref = strings.Trim(l.outer, "().") + ref
			}
		}
		if r.resume == nil {
			r.resume = map[string]int{}
		}
		r.resume[l.counter] = r.counter(l.counter).value
		r.setLabel(l.counter, ref)
		r.say(mark)
	case !l.terms:
		mark = l.bullet
		r.say(mark)
	}
	r.inline--
	r.doc.Blocks[i].Number = strings.TrimSpace(mark)
	if l.terms {
		r.doc.Blocks[i].Number = ""
	}
	if len(r.buf) > start {
		r.buf = append(r.buf, ' ')
	}
	r.space = false
	r.headEnd = len(r.buf)
	r.doc.Blocks[i].Body.Start = len(r.buf)
	r.parent = i
}

func (r *tex) enumDepth() int {
	n := 0
	for _, l := range r.lists {
		if l.counter != "" {
			n++
		}
	}
	return max(n, 1)
}

// endItem closes the open item of a list.
func (r *tex) endItem(l *texList) {
	r.endPar(1)
	if l.item >= 0 {
		r.closeBlock(l.item)
		l.item = -1
		r.headEnd = 0
	}
}

// bibItem is \bibitem[label]{key}.
func (r *tex) bibItem(t texToken) {
	label, found := r.option()
	key := r.plainText(r.arg())
	r.bibCount++
	mark := strconv.Itoa(r.bibCount)
	if found {
		mark = r.plainText(label)
	}
	r.bibs[key] = mark
	if t.sym.name == "bib" {
		delete(r.bibs, key)
		r.arg()
	}
	if r.muted {
		return
	}
	r.endPar(1)
	r.say("[" + mark + "] ")
}

// caption numbers the float around it.
func (r *tex) caption(t texToken) {
	if r.star("*") {
		r.option()
		r.feed(r.arg())
		return
	}
	kind := "figure"
	for n := len(r.frames) - 1; n >= 0 && n > len(r.frames)-60; n-- {
		if r.frames[n].role == roleFloat {
			kind = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSuffix(r.frames[n].env, "*"), "wrap"), "sideways"), "2e")
			if kind == "SCfigure" || kind == "marginfigure" || kind == "floatingfigure" {
				kind = "figure"
			}
			break
		}
	}
	if kind == "longtable" || r.tables > 0 && kind == "figure" {
		kind = "table"
	}
	r.captionOf(kind)
}

func (r *tex) captionOf(kind string) {
	r.option()
	title := r.arg()
	if r.muted {
		return
	}
	r.step(kind)
	number := r.the(kind)
	block := -1
	for n := len(r.frames) - 1; n >= 0 && n > len(r.frames)-60; n-- {
		if r.frames[n].role == roleFloat && r.frames[n].block >= 0 {
			block = r.frames[n].block
			break
		}
	}
	head := capitalize(kind)
	if s := r.symbol(kind + "name"); s.macro != nil {
		head = r.plainText(s.macro.body)
	}
	r.setLabel(kind, number)
	r.label.head = head
	r.endPar(1)
	inline, before := r.inline, len(r.buf)
	if block >= 0 {
		b := &r.doc.Blocks[block]
		b.Head, b.Number = head, number
		r.label.block = block
	}
	r.say(head + " " + number + ": ")
	r.space = false
	r.headEnd = len(r.buf)
	if h, ok := text.LookupHead(head); ok && h.Class == text.Item && block >= 0 { // an algorithm
		if r.par >= 0 && r.par == len(r.doc.Blocks)-1 && r.inline == 0 {
			r.doc.Blocks = r.doc.Blocks[:r.par]
			r.par = -1
		}
		r.inline++
		r.titles = append(r.titles, texTitle{block, r.feedInline(title)})
		r.inline--
		if b := &r.doc.Blocks[block]; strings.TrimSpace(string(r.buf[b.Body.Start:before])) == "" {
			b.Body.Start = len(r.buf)
		} else { // the caption stands below
			b.Body.End = before
		}
	} else {
		start := len(r.buf)
		r.feed(title)
		if block >= 0 {
			r.titles = append(r.titles, texTitle{block, core.Span{Start: start, End: len(r.buf)}})
		}
	}
	r.inline = inline
	r.endPar(1)
}

// beginTable opens a table; its rows become lines.
func (r *tex) beginTable(name string) {
	f := r.pushFrame(name)
	if f == nil {
		return
	}
	f.role = roleTable
	r.tables++
	f.restore = func(r *tex) { r.tables-- }
	if r.inline == 0 {
		r.block(f, core.Table, "")
	}
	r.inline++
}

// lineBreak is \\.
func (r *tex) lineBreak() {
	if r.tables > 0 && len(r.buf) > 0 {
		r.space = false
		if r.buf[len(r.buf)-1] != '\n' {
			r.buf = append(r.buf, '\n')
		}
		return
	}
	if r.par >= 0 && r.inline == 0 {
		r.space = false
		r.buf = append(r.buf, '\n')
		return
	}
	r.blank(texToken{})
}

// texSections are the headings with their level in the order part, chapter, section …, plus 2.
var texSections = map[string]int{
	"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7, "addpart": 1, "addchap": 2, "addsec": 3, "chap": 0, "unnumberedsection": 0, "frametitle": 5,
}

var texLevelNames = [...]string{"", "part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"}

// texChapterLevel is the level that LaTeX counts as 0.
const texChapterLevel = 2

func init() {
	for n, level := range texSections {
		if level > 0 {
			texInText(n, func(r *tex, t texToken) { r.section(t, level) })
			texBuiltins[n].locked = true
		}
	}
	texInText("minisec", func(r *tex, t texToken) { r.section(t, 7) })
	texInText("specialsection", func(r *tex, t texToken) { r.section(t, 3) })
	texInText("appendix", (*tex).startAppendix)
	texInText("appendices", (*tex).startAppendix)
	texInText("frontmatter", func(r *tex, t texToken) { r.noNumber = true })
	texInText("mainmatter", func(r *tex, t texToken) { r.noNumber = false; r.counter("chapter").value = 0 })
	texInText("backmatter", func(r *tex, t texToken) { r.noNumber = true })
}

func (r *tex) startAppendix(texToken) {
	name := "section"
	if r.chapters {
		name = "chapter"
	}
	r.counter(name).value = 0
	r.reset(r.counter(name), 0)
	r.symbol("the" + name).macro = &texMacro{body: r.style("Alph", name)}
	r.appendix, r.noNumber = true, false
}

// texRunInLevel is the first level whose headings may be no more than bold words: \subsubsection.
const texRunInLevel = 5

// runsIn reports whether a heading only begins a paragraph: within an environment, as the cases of a proof have it, or,
// since \paragraph sets its title in the line of what follows, with nothing but the head of an item: \paragraph{Lemma
// 2.}
func (r *tex) runsIn(title []texToken, level int) bool {
	for n := len(r.frames) - 1; n >= r.floor; n-- {
		f := &r.frames[n]
		switch {
		case f.block < 0 || f.opening:
		case f.role == roleTheorem, level > texRunInLevel && (f.role == roleBox || f.role == roleList || f.role == roleQuote):
			return true
		}
	}
	return level > texRunInLevel && r.deep == 0 && itemHead(r.plainText(title))
}

// itemHead reports whether a title is the head of an item or a proof with its number and name, and no more.
func itemHead(title string) bool {
	word, _, _ := strings.Cut(strings.TrimRight(title, " .:"), "(")
	word, number, _ := strings.Cut(strings.TrimSpace(word), " ")
	if number != "" && (number[0] < '0' || number[0] > '9') {
		return false
	}
	h, ok := text.LookupHead(word)
	switch {
	case !ok:
		return false
	case h.Class == text.Proof, h.Kind == core.Theorem && h.Role != "result", h.Kind == core.Definition && h.Role == "definition", h.Role == "axiom":
		return true
	}
	return false
}

// section is \section*[short]{title}. It ends whatever was left open.
func (r *tex) section(t texToken, level int) {
	name := t.sym.name
	if name == "frametitle" {
		r.between("<", ">")
	}
	starred := r.star("*") || strings.HasPrefix(name, "add") || name == "frametitle" || name == "minisec"
	r.option()
	if name == "chapter" {
		r.option()
	}
	title := r.arg()
	if r.muted {
		return
	}
	if level == 2 && !r.chapters {
		r.useChapters()
	}
	if level >= texRunInLevel && r.runsIn(title, level) {
		r.paragraph(t)
		r.push(append(r.call1("textbf", title), texToken{kind: texSpace, made: true, text: " "}))
		return
	}
	for n := len(r.frames) - 1; n >= r.floor; n-- { // what an author forgot to close
		if f := &r.frames[n]; f.block >= 0 && !f.opening {
			r.popTo(n)
		}
	}
	if r.deep > 0 {
		r.feed(title)
		return
	}
	r.inline = 0
	r.endPar(2)
	r.closeMarks(0)
	for n := range r.frames { // a face that was not closed ends here
		r.frames[n].marks = 0
	}
	if len(r.notes) > 0 {
		r.footnotes()
	}
	r.sep = 2
	number := ""
	counter := texLevelNames[level]
	depth := r.counter("secnumdepth").value
	numbered := !starred && level-texChapterLevel <= depth && !(r.noNumber && level == 2) && !(level == 1 && depth < -1)
	i := r.openBlock(core.Heading)
	r.label = texLabel{block: i, number: r.label.number, kind: r.label.kind}
	if numbered {
		r.step(counter)
		number = r.the(counter)
		r.setLabel(counter, number)
		if r.appendix && (level == 2 || level == 3 && !r.chapters) {
			r.label.kind = "appendix"
		}
	}
	b := &r.doc.Blocks[i]
	b.Level, b.Number, b.Starred = level, number, starred
	r.inline++
	if number != "" {
		r.say(number + " ")
	}
	r.doc.Blocks[i].Body.Start = len(r.buf)
	span := r.feedInline(title)
	r.titles = append(r.titles, texTitle{i, span})
	r.inline--
	r.closeBlock(i)
	r.heading = i
	r.headEnd = 0
	r.sep = 2
	for n := range r.frames { // a label after the heading names it in all groups that are open
		r.frames[n].label = r.label
	}
}

// setClass makes the counters of a document class.
func (r *tex) setClass(class string) {
	r.class = class
	lower := strings.ToLower(class)
	for _, w := range []string{"book", "report", "reprt", "thesis", "memoir", "mono", "ctexrep", "jsbook", "dissertation", "diss"} {
		if strings.Contains(lower, w) {
			r.useChapters()
		}
	}
	depth := r.counter("secnumdepth")
	if !r.chapters {
		depth.value = 3
	}
	if class == "memoir" {
		depth.value = 1
	}
	if class == "amsbook" {
		r.defineThe("section", "")
		depth.value = 3
	}
	r.classTheorems(class)
}

// useChapters numbers sections, equations and floats within chapters.
func (r *tex) useChapters() {
	r.chapters = true
	r.counter("secnumdepth").value = 2
	if r.customThe["section"] {
		return
	}
	r.resetBy("section", "chapter")
	r.defineThe("section", "chapter")
	for _, c := range []string{"equation", "figure", "table"} {
		r.resetBy(c, "chapter")
		r.symbol("the" + c).macro = &texMacro{body: append([]texToken{{kind: texCmd, made: true, sym: r.symbol("lemma@chapterprefix"), text: `\lemma@chapterprefix`}}, r.style("arabic", c)...)}
	}
	r.resetBy("footnote", "chapter")
}

func init() {
	texAny("lemma@chapterprefix", func(r *tex, t texToken) {
		if r.counter("chapter").value > 0 {
			r.push([]texToken{{kind: texCmd, made: true, sym: r.symbol("thechapter"), text: `\thechapter`}, {kind: texText, made: true, text: "."}})
		}
	})
}

// setUpCounters makes the counters of LaTeX.
func (r *tex) setUpCounters() {
	for _, c := range []string{"part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "equation", "figure", "table", "footnote", "algorithm", "listing", "page", "enumi", "enumii", "enumiii", "enumiv", "mpfootnote"} {
		r.newCounter(c)
	}
	r.counter("secnumdepth").value = 3
	for i := 4; i < len(texLevelNames); i++ {
		r.resetBy(texLevelNames[i], texLevelNames[i-1])
		r.defineThe(texLevelNames[i], texLevelNames[i-1])
	}
	r.symbol("thepart").macro = &texMacro{body: r.style("Roman", "part")}
	for i, c := range texEnumCounters {
		r.symbol("the" + c).macro = &texMacro{body: r.style(texEnumStyles[i], c)}
	}
	// What the kernel's \newtheorem, and classes that have their own, number by.
	r.symbol("@thmcounter").macro = &texMacro{params: []texArgSpec{{kind: 'm'}}, body: []texToken{{kind: texCmd, sym: r.symbol("noexpand"), text: `\noexpand`}, {kind: texCmd, sym: r.symbol("arabic"), text: `\arabic`}, {kind: texOpen, text: "{"}, {kind: texParam, tail: 1}, {kind: texClose, text: "}"}}}
	r.symbol("@thmcountersep").macro = &texMacro{body: []texToken{r.word(".")}}
	for _, n := range []string{"thepage", "empty", "@empty"} {
		r.symbol(n).macro = &texMacro{}
	}
}
