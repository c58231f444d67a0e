package reader

import (
	"context"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "PreTeXt", MediaType: "application/x-pretext+xml", Extensions: []string{".ptx"},
		Sniff: func(head []byte) int {
			switch name, _ := rootElement(head); name {
			case "pretext", "mathbook":
				return 95
			}
			return 0
		},
		Read: readPreTeXt,
	})
}

// pretext reads PreTeXt (the vocabulary of the PreTeXt Guide) and numbers it as its converters do by default.
type pretext struct {
	xmlBook
	book    bool
	level   int               // how many numbers of divisions stand in the number of a block
	prefix  []string          // numbers of the open divisions: chapter, section …
	counts  []int             // how many of each level there were
	count   map[string]int    // blocks, projects, equations in the present division
	numbers map[string]string // what references print, by xml:id
	number  map[int32]string  // of divisions, blocks and equations
	lists   int               // ordered lists around
	notes   []int32           // footnotes that wait for the end of the block
	display int               // depth of divisions, for the level of headings
}

// readPreTeXt reads the tree twice: for the numbers, and for the text.
func readPreTeXt(ctx context.Context, in Input) (*core.Document, error) {
	r := &pretext{xmlBook: xmlBook{ctx: ctx, in: in}, count: map[string]int{}, numbers: map[string]string{}, number: map[int32]string{}}
	if err := r.load(); err != nil {
		return nil, err
	}
	r.plan()
	r.enumerate(xmlAll, "")
	r.children(xmlAll)
	r.flush()
	return r.document(), ctx.Err()
}

// plan finds how blocks are numbered: below sections in a book, below the sections of an article that has some.
func (r *pretext) plan() {
	sections := false
	r.tree.walk(xmlAll, func(n int32) {
		switch r.tree.nodes[n].name {
		case "book", "chapter":
			r.book = true
		case "section":
			sections = true
		}
	})
	switch {
	case r.book:
		r.level = 2
	case sections:
		r.level = 1
	}
}

// ptxDivisions are the numbered divisions by depth; in an article a section stands where a chapter stands in a book.
var ptxDivisions = map[string]int{"chapter": 0, "appendix": 0, "section": 1, "subsection": 2, "subsubsection": 3}

// ptxPlain are the divisions with a title and without a number.
var ptxPlain = map[string]bool{
	"part": true, "preface": true, "frontmatter": true, "acknowledgement": true, "dedication": true, "biography": true, "foreword": true, "exercises": true, "worksheet": true, "handout": true,
	"reading-questions": true, "solutions": true, "references": true, "glossary": true, "paragraphs": true, "abstract": true, "colophon": true, "objectives": true, "outcomes": true,
}

// ptxBlocks are the blocks that are numbered in one sequence, by what is printed before the number when it is not the
// name of the element.
var ptxBlocks = map[string]string{
	"theorem": "", "corollary": "", "lemma": "", "algorithm": "", "proposition": "", "claim": "", "fact": "", "identity": "", "definition": "", "assumption": "", "axiom": "", "conjecture": "",
	"heuristic": "", "hypothesis": "", "principle": "", "convention": "", "insight": "", "note": "", "observation": "", "remark": "", "warning": "", "computation": "", "data": "", "technology": "",
	"example": "", "problem": "", "question": "", "openproblem": "Open Problem", "openquestion": "Open Question", "openconjecture": "Open Conjecture", "exercise": "Checkpoint",
	"figure": "", "table": "", "listing": "", "list": "",
}

// ptxProjects are numbered in a sequence of their own.
var ptxProjects = map[string]bool{"project": true, "activity": true, "exploration": true, "investigation": true}

// ptxBoxes are the environments without a number.
var ptxBoxes = map[string]bool{
	"proof": true, "hint": true, "answer": true, "solution": true, "aside": true, "biographical": true, "historical": true, "assemblage": true, "argument": true, "justification": true, "reasoning": true, "explanation": true, "case": true,
}

// enumerate gives numbers to all that has one.
func (r *pretext) enumerate(n int32, within string) {
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		name := r.tree.nodes[k].name
		if name == "" || name == "docinfo" {
			continue
		}
		depth, division := ptxDivisions[name]
		if division && !r.book {
			depth--
		}
		inner := within
		switch word, block := ptxBlocks[name]; {
		case division && depth >= 0:
			r.enter(k, name, depth)
			r.enumerate(k, "")
			r.prefix = r.prefix[:min(len(r.prefix), depth)]
			continue
		case name == "exercises" || name == "worksheet" || name == "reading-questions" || name == "exercisegroup":
			inner = "exercises"
			r.count["exercise"] = 0
		case name == "exercise" && within != "":
			if within == "exercises" {
				r.count["exercise"]++
				r.give(k, "Exercise", itoa(r.count["exercise"]))
			}
		case block:
			if name == "table" && r.tree.find(k, "title") == xmlNone && r.tree.find(k, "caption") == xmlNone {
				break
			}
			if word == "" {
				word = capitalize(name)
			}
			r.give(k, word, r.next("block"))
			if name == "exercise" {
				inner = "within"
			}
		case ptxProjects[name]:
			r.give(k, capitalize(name), r.next("project"))
		case name == "men":
			r.give(k, "", r.next("equation"))
		case name == "mrow":
			all := r.tree.nodes[n].name == "mdn" || r.tree.attr(n, "number") == "yes"
			if own := r.tree.attr(k, "number"); own == "yes" || own != "no" && all {
				r.give(k, "", r.next("equation"))
			}
		case name == "p", name == "li":
			r.anchor1(k, "")
		default:
			if t := r.tree.find(k, "title"); t != xmlNone {
				r.anchor1(k, r.plain(t))
			}
		}
		r.enumerate(k, inner)
	}
}

// enter begins a numbered division.
func (r *pretext) enter(k int32, name string, depth int) {
	for len(r.counts) <= depth {
		r.counts = append(r.counts, 0)
	}
	for len(r.prefix) < depth {
		r.prefix = append(r.prefix, "0")
	}
	r.counts[depth]++
	clear(r.counts[depth+1:])
	number := itoa(r.counts[depth])
	if name == "appendix" {
		r.count["appendix"]++
		number = printNumber(r.count["appendix"], "upperLetter")
		r.counts[depth]--
	}
	r.prefix = append(r.prefix[:depth:depth], number)
	if depth < r.level {
		for _, c := range []string{"block", "project", "equation"} {
			r.count[c] = 0
		}
	}
	if depth < 3 {
		r.give(k, capitalize(name), strings.Join(r.prefix, "."))
	}
}

// next counts blocks of a kind below the present division.
func (r *pretext) next(kind string) string {
	r.count[kind]++
	var b strings.Builder
	for i := range r.level {
		if i < len(r.prefix) {
			b.WriteString(r.prefix[i])
		} else {
			b.WriteByte('0')
		}
		b.WriteByte('.')
	}
	return b.String() + itoa(r.count[kind])
}

// give sets the number of an element and what references to it print.
func (r *pretext) give(k int32, word, number string) {
	r.number[k] = number
	if word == "" {
		number = "(" + number + ")"
	}
	r.anchor1(k, strings.TrimSpace(word+" "+number))
}

func (r *pretext) anchor1(k int32, prints string) {
	if id := r.id(k); id != "" && r.numbers[id] == "" {
		r.numbers[id] = prints
	}
}

// id is the name of an element.
func (r *pretext) id(n int32) string {
	if id := r.tree.attr(n, "id"); id != "" {
		return id
	}
	return r.tree.attr(n, "label")
}

func (r *pretext) ids(n int32) []string {
	if id := r.id(n); id != "" {
		return []string{id}
	}
	return nil
}

// plain is the text of an inline element, formulas as TeX.
func (r *pretext) plain(n int32) string {
	if n == 0 {
		return ""
	}
	q := &pretext{xmlBook: xmlBook{ctx: r.ctx, in: r.in, tree: r.tree, files: r.files}, numbers: r.numbers, number: r.number}
	q.inlines(n)
	return strings.TrimSpace(string(q.text))
}

// children reads block content.
func (r *pretext) children(n int32) {
	r.mixed(n, false, func(k int32) bool {
		x := &r.tree.nodes[k]
		return x.name != "" && (!ptxInline[x.name] || x.name == "pretext" && x.child != 0) // the root, or the name of the language
	}, r.inline, r.element)
}

// element reads an element of block content.
func (r *pretext) element(n int32) {
	name := r.tree.nodes[n].name
	_, division := ptxDivisions[name]
	_, block := ptxBlocks[name]
	switch {
	case division || ptxPlain[name]:
		r.division(n, name)
	case name == "figure" || name == "listing" || name == "table" || name == "list":
		r.figure(n, name)
	case block || ptxProjects[name] || ptxBoxes[name]:
		r.boxed(n, name)
	default:
		r.other(n, name)
	}
}

// division reads a division with its heading.
func (r *pretext) division(n int32, name string) {
	t := r.tree.find(n, "title")
	number := r.number[n]
	if t == 0 && number == "" {
		r.children(n)
		return
	}
	r.flush()
	r.endTo(0)
	r.display++
	if len(r.Blocks) < maxBookNodes {
		r.begin(core.Block{Kind: core.Heading, Level: min(r.display, 9), Number: number, Anchors: r.ids(n), Starred: number == ""})
		if number != "" {
			r.put(number+" ", -1, 0)
			r.body()
		}
		start := len(r.text)
		if t != 0 {
			r.inlines(t)
		} else {
			r.put(capitalize(name), -1, 0)
		}
		if b := r.block(); b != nil {
			b.Title = strings.TrimSpace(string(r.text[start:]))
		}
		r.end()
	}
	r.children(n)
	r.flush()
	r.display--
}

// figure reads what has a caption: nothing of it belongs to a statement.
func (r *pretext) figure(n int32, name string) {
	r.begin(core.Block{Kind: core.Environment, Name: "figure", Number: r.number[n], Anchors: r.ids(n)})
	for _, c := range []string{"title", "caption"} {
		if k := r.tree.find(n, c); k != xmlNone {
			r.begin(core.Block{Kind: core.Paragraph})
			if number := r.number[n]; number != "" {
				r.put(capitalize(name)+" "+number+": ", -1, 0)
			}
			r.inlines(k)
			r.end()
			break
		}
	}
	r.children(n)
	r.end()
}

// boxed reads a block with a head: the statement first, then what proves or solves it, each a block of its own.
func (r *pretext) boxed(n int32, name string) {
	title := r.plain(r.tree.find(n, "title"))
	if by := r.plain(r.tree.find(n, "creator")); by != "" && title == "" {
		title = by
	}
	number := r.number[n]
	head := capitalize(name)
	if h, ok := text.LookupHead(name); name == "exercise" || !ok || h.Class == text.NoHead {
		head = ""
	}
	r.begin(core.Block{Kind: core.Environment, Name: name, Head: head, Number: number, Title: title, Anchors: r.ids(n)})
	printed := capitalize(name)
	if word := ptxBlocks[name]; word != "" && !strings.HasPrefix(name, "exercise") {
		printed = word
	}
	if number != "" {
		printed += " " + number
	}
	if title != "" {
		printed += " (" + title + ")"
	}
	r.put(printed+". ", -1, 0)
	r.body()
	var after []int32
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		switch c := r.tree.nodes[k].name; {
		case c == "title" || c == "creator":
		case c == "proof" || c == "solution" || c == "answer" || c == "hint" || c == "argument" || c == "justification" || c == "reasoning" || c == "explanation":
			after = append(after, k)
		case c == "":
		default:
			if len(after) == 0 || ptxMeta[c] {
				r.element2(k)
			} else {
				after = append(after, k)
			}
		}
	}
	r.end()
	for _, k := range after {
		r.element2(k)
	}
}

// element2 reads an element that may be inline content without a paragraph.
func (r *pretext) element2(k int32) {
	if ptxInline[r.tree.nodes[k].name] {
		r.begin(core.Block{Kind: core.Paragraph})
		r.inline(k)
		r.end()
		return
	}
	r.element(k)
}

// ptxMeta are elements that print nothing where they stand.
var ptxMeta = map[string]bool{
	"title": true, "shorttitle": true, "plaintitle": true, "subtitle": true, "creator": true, "idx": true, "index": true, "notation": true, "docinfo": true, "caption": true, "shortdescription": true, "description": true,
	"index-part": true, "index-list": true, "notation-list": true, "solution-list": true, "list-of": true, "titlepage": false, "bibinfo": true, "setup": true, "program-setup": true, "webwork": true, "sage-setup": true, "cover": true,
}

// other reads elements that are neither divisions nor blocks with a head.
func (r *pretext) other(n int32, name string) {
	switch name {
	case "docinfo":
		r.hideNode(n, "settings of the document")
	case "p":
		r.paragraph(n)
	case "md", "mdn", "me", "men":
		r.formula(n)
	case "ol", "ul":
		r.list(n, name)
	case "dl":
		r.terms(n)
	case "program", "console", "pre", "sage", "code", "cd", "prelude-code":
		r.code(n)
	case "tabular":
		r.table(n)
	case "blockquote", "poem":
		r.begin(core.Block{Kind: core.Quote})
		r.children(n)
		r.end()
	case "image", "video", "audio", "interactive", "asymptote":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	case "biblio":
		r.begin(core.Block{Kind: core.Environment, Name: "bibliography", Anchors: r.ids(n)})
		r.begin(core.Block{Kind: core.Paragraph})
		r.inlines(n)
		r.end()
		r.end()
	case "book", "article", "letter", "memo", "slideshow":
		if t := r.tree.find(n, "title"); t != xmlNone {
			r.begin(core.Block{Kind: core.Paragraph, Anchors: r.ids(n)})
			r.inlines(t)
			r.end()
		}
		r.children(n)
	case "titlepage":
	default:
		if !ptxMeta[name] {
			r.anchors = append(r.anchors, r.ids(n)...)
			r.children(n)
		}
	}
}

// paragraph reads running text. Displays and lists in it are blocks between its pieces.
func (r *pretext) paragraph(n int32) {
	r.begin(core.Block{Kind: core.Paragraph, Anchors: r.ids(n)})
	r.mixed(n, true, func(k int32) bool {
		switch r.tree.nodes[k].name {
		case "me", "men", "md", "mdn", "ol", "ul", "dl", "cd", "pre", "program", "blockquote":
			return true
		}
		return false
	}, r.inline, func(k int32) { r.other(k, r.tree.nodes[k].name) })
	if r.depth() == 0 {
		r.flush()
	}
}

// formula reads a display.
func (r *pretext) formula(n int32) {
	name := r.tree.nodes[n].name
	number := r.number[n]
	ids := r.ids(n)
	var rows []string
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		switch r.tree.nodes[k].name {
		case "mrow":
			row := r.math(k)
			if num := r.number[k]; num != "" {
				row += ` \tag{` + num + "}"
			}
			ids = append(ids, r.ids(k)...)
			rows = append(rows, row)
		case "intertext":
			rows = append(rows, `\text{`+r.plain(k)+"}")
		}
	}
	tex := ""
	switch {
	case name == "me" || name == "men" || len(rows) == 0:
		tex = r.math(n)
	case strings.Contains(strings.ReplaceAll(strings.Join(rows, " "), `\&`, ""), "&"):
		tex = `\begin{aligned} ` + strings.Join(rows, ` \\ `) + ` \end{aligned}`
	case len(rows) == 1:
		tex = rows[0]
	default:
		tex = `\begin{gathered} ` + strings.Join(rows, ` \\ `) + ` \end{gathered}`
	}
	if tex == "" {
		return
	}
	r.displayed(n, tex, number, ids)
}

// math is the TeX of an element; references in it print numbers.
func (r *pretext) math(n int32) string {
	var b strings.Builder
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		switch x := &r.tree.nodes[k]; x.name {
		case "":
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(r.tree.text(k), `\(`, "("), `\)`, ")"))
		case "xref":
			b.WriteString(`\text{` + r.numbers[r.tree.attr(k, "ref")] + "}")
		case "fillin":
			b.WriteString(`\underline{\quad}`)
		default:
			b.WriteString(r.tree.text(k))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// list reads ol and ul.
func (r *pretext) list(n int32, name string) {
	r.begin(core.Block{Kind: core.List, Anchors: r.ids(n)})
	marker := r.tree.attr(n, "marker")
	if marker == "" {
		marker = r.tree.attr(n, "label")
	}
	if name == "ol" {
		r.lists++
	}
	count := 0
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		if r.tree.nodes[k].name != "li" {
			continue
		}
		count++
		mark := "•"
		if name == "ol" {
			mark = ptxMark(marker, r.lists, count)
		}
		r.entry(mark, r.ids(k))
		if t := r.tree.find(k, "title"); t != xmlNone {
			r.begin(core.Block{Kind: core.Paragraph})
			start := len(r.text)
			r.inlines(t)
			r.mark(core.Strong, start)
			r.end()
		}
		r.children(k)
		r.end()
	}
	if name == "ol" {
		r.lists--
	}
	r.end()
}

// ptxMark is the mark of an item: by the pattern of the list ("(a)"), else by its depth.
func ptxMark(pattern string, depth, n int) string {
	if pattern == "" {
		pattern = []string{"1.", "a.", "i.", "A."}[min(depth-1, 3)]
	}
	i := strings.IndexAny(pattern, "1aAiI0")
	if i < 0 {
		return pattern
	}
	format := map[byte]string{'1': "decimal", '0': "decimal", 'a': "lowerLetter", 'A': "upperLetter", 'i': "lowerRoman", 'I': "upperRoman"}[pattern[i]]
	return pattern[:i] + printNumber(n, format) + pattern[i+1:]
}

// terms reads dl.
func (r *pretext) terms(n int32) {
	r.begin(core.Block{Kind: core.TermList, Anchors: r.ids(n)})
	r.tree.children(n, func(k int32) {
		if r.tree.nodes[k].name != "li" {
			return
		}
		r.begin(core.Block{Kind: core.ListItem, Anchors: r.ids(k)})
		if t := r.tree.find(k, "title"); t != xmlNone {
			start := len(r.text)
			r.inlines(t)
			if b := r.block(); b != nil {
				b.Title = strings.TrimSpace(string(r.text[start:]))
			}
			r.gap(1)
			r.body()
		}
		r.children(k)
		r.end()
	})
	r.end()
}

// code reads a program.
func (r *pretext) code(n int32) {
	from := n
	for _, c := range []string{"input", "code"} {
		if k := r.tree.find(n, c); k != xmlNone {
			from = k
		}
	}
	s := strings.Trim(r.tree.text(from), "\n")
	if strings.TrimSpace(s) == "" {
		return
	}
	r.begin(core.Block{Kind: core.Code, Name: r.tree.attr(n, "language")})
	r.insert(undented(s), from)
	r.end()
}

// undented takes the common indentation off.
func undented(s string) string {
	lines := strings.Split(s, "\n")
	least := 1 << 30
	for _, l := range lines {
		if t := strings.TrimLeft(l, " \t"); t != "" {
			least = min(least, len(l)-len(t))
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l[min(least, len(l)):], " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// table reads tabular.
func (r *pretext) table(n int32) {
	r.begin(core.Block{Kind: core.Table})
	r.tree.children(n, func(row int32) {
		if r.tree.nodes[row].name != "row" {
			return
		}
		r.gap(1)
		first := true
		r.tree.children(row, func(c int32) {
			if r.tree.nodes[c].name != "cell" {
				return
			}
			if !first {
				r.put(" | ", -1, 0)
			}
			first = false
			r.inlines(c)
		})
	})
	r.end()
}

// flush adds the footnotes that wait.
func (r *pretext) flush() {
	for len(r.notes) > 0 && r.depth() == 0 {
		n := r.notes[0]
		r.notes = r.notes[1:]
		r.begin(core.Block{Kind: core.Environment, Name: "footnote"})
		r.begin(core.Block{Kind: core.Paragraph})
		r.inlines(n)
		r.end()
		r.end()
	}
}

// ptxInline are the elements of running text.
var ptxInline = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`m em term alert b strong i q sq c tag tage tago attr xref url dataurl fn pubtitle articletitle foreign ndash mdash nbsp ellipsis midpoint swungdash permille pilcrow
		section-mark minus times solidus obelus plusminus copyright registered trademark lsq rsq lq rq langle rangle latex tex pretext xetex ie eg etc vs am pm ad bc ca viz init abbr acro quantity
		mag unit fillin insert delete stale today timeofday taxon kbd icon line var webwork-logo degree prime dblprime lsquare rsquare lbrace rbrace ampersand less greater hash dollar percent
		backslash underscore asterisk circumflex tilde backtick per br idx notation`) {
		m[w] = true
	}
	return m
}()

// ptxSigns are elements that stand for characters.
var ptxSigns = map[string]string{
	"ndash": "–", "mdash": "—", "nbsp": "\u00a0", "ellipsis": "…", "midpoint": "·", "swungdash": "⁓", "permille": "‰", "pilcrow": "¶", "section-mark": "§", "minus": "−", "times": "×", "solidus": "⁄",
	"obelus": "÷", "plusminus": "±", "copyright": "©", "registered": "®", "trademark": "™", "lsq": "‘", "rsq": "’", "lq": "“", "rq": "”", "langle": "⟨", "rangle": "⟩", "latex": "LaTeX", "tex": "TeX",
	"pretext": "PreTeXt", "xetex": "XeTeX", "ie": "i.e.", "eg": "e.g.", "etc": "etc.", "vs": "vs.", "am": "a.m.", "pm": "p.m.", "ad": "AD", "bc": "BC", "ca": "ca.", "viz": "viz.", "fillin": "____",
	"degree": "°", "prime": "′", "dblprime": "″", "lsquare": "[", "rsquare": "]", "lbrace": "{", "rbrace": "}", "ampersand": "&", "less": "<", "greater": ">", "hash": "#", "dollar": "$", "percent": "%",
	"backslash": `\`, "underscore": "_", "asterisk": "*", "circumflex": "^", "tilde": "~", "backtick": "`",
}

// inlines reads the running text within an element.
func (r *pretext) inlines(n int32) {
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		r.inline(k)
	}
}

// inline reads a piece of running text.
func (r *pretext) inline(n int32) {
	x := &r.tree.nodes[n]
	if x.name == "" {
		r.texts(n, false)
		return
	}
	if s, ok := ptxSigns[x.name]; ok {
		r.put(s, -1, 0)
		return
	}
	start := len(r.text)
	switch x.name {
	case "m", "me", "men":
		if tex := r.math(n); tex != "" {
			r.put(`\(`, -1, 0)
			r.insert(tex, n)
			r.put(`\)`, -1, 0)
		}
	case "term":
		r.inlines(n)
		r.mark(core.Term, start)
	case "em", "i", "pubtitle", "articletitle", "foreign", "taxon":
		r.inlines(n)
		r.mark(core.Emph, start)
	case "alert", "b", "strong": // those of HTML are none of PreTeXt's, and yet written
		r.inlines(n)
		r.mark(core.Strong, start)
	case "c", "tag", "tage", "tago", "attr", "kbd", "cd", "pre":
		r.inlines(n)
		r.mark(core.Verb, start)
	case "q":
		r.put("“", -1, 0)
		r.inlines(n)
		r.put("”", -1, 0)
	case "sq":
		r.put("‘", -1, 0)
		r.inlines(n)
		r.put("’", -1, 0)
	case "xref":
		r.xref(n)
	case "url", "dataurl":
		if r.tree.nodes[n].child == 0 {
			r.put(r.tree.attr(n, "href"), -1, 0)
		} else {
			r.inlines(n)
		}
	case "fn":
		if len(r.notes) < maxBookNodes {
			r.notes = append(r.notes, n)
		}
	case "delete", "stale":
		r.hideNode(n, "deleted text")
	case "br":
		r.blank(true, -1)
	case "line":
		r.inlines(n)
		r.blank(true, -1)
	case "idx", "index", "notation", "title", "creator":
	case "image", "video":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
	default:
		r.inlines(n)
	}
}

// xref prints a cross reference: its own words, else the type and number of what it names.
func (r *pretext) xref(n int32) {
	start := len(r.text)
	own := r.tree.nodes[n].child != 0
	style := r.tree.attr(n, "text")
	if own {
		r.inlines(n)
	}
	refs := r.tree.attr(n, "ref")
	if first := r.tree.attr(n, "first"); refs == "" && first != "" {
		refs = first + " " + r.tree.attr(n, "last")
	}
	if own {
		if f := strings.Fields(strings.ReplaceAll(refs, ",", " ")); len(f) > 0 {
			r.refer(start, f[0], "")
		}
		return
	}
	for i, ref := range strings.Fields(strings.ReplaceAll(refs, ",", " ")) {
		if i > 0 {
			r.put(", ", -1, 0)
		}
		at := len(r.text)
		prints := r.numbers[ref]
		if k := strings.LastIndexByte(prints, ' '); k > 0 && (style == "global" || style == "local") {
			prints = prints[k+1:]
		}
		if prints == "" {
			prints = "[" + ref + "]"
		}
		r.put(prints, -1, 0)
		r.refer(at, ref, "")
	}
}
