package reader

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"lemma/core"
)

// pageWalker carries the content of one page over to a writer.
type pageWalker struct {
	*pageWriter
	ctx   context.Context
	tree  *htmlTree
	page  pageFacts
	err   error
	steps int

	// name gives the anchor of an id of this page; target the anchor, or the file and the anchor, of a link. They differ
	// for the pages of one book.
	name   func(id string) string
	target func(href string) (target, file string, ok bool)

	// A book is read without looking for what stands around the content of a page; what it fetches and runs is hidden
	// text.
	book  bool
	pages []core.Page // of the printed book, where it marks them

	hidden  []pageHidden
	images  int            // that stand for something that is lost
	parts   int            // of the page that are no content
	lost    int            // formulas without a form that can be read
	skip    map[int32]int  // text nodes that begin later: their beginning was read as part of a head
	heads   map[int32]bool // elements that are the head of the environment around them
	bullets int            // lists without numbers around
	boxes   int            // environments around
	notes   []int32        // that stand in the running text and wait for its end
}

// pageHidden is a piece of src that is not seen, and where in the text it would stand.
type pageHidden struct {
	hiddenSpan
	at int
}

func newPageWalker(ctx context.Context, w *pageWriter, t *htmlTree) *pageWalker {
	return &pageWalker{
		pageWriter: w, ctx: ctx, tree: t, page: factsOf(t), skip: map[int32]int{}, heads: map[int32]bool{},
		name: func(id string) string { return id }, target: linkTarget,
	}
}

// linkTarget reads a link of a page that stands alone: into the page, or into a file beside it.
func linkTarget(href string) (target, file string, ok bool) {
	href = strings.TrimSpace(href)
	file, target, _ = strings.Cut(href, "#")
	if i := strings.IndexByte(file, '?'); i >= 0 {
		file = file[:i]
	}
	if strings.Contains(file, ":") || strings.HasPrefix(file, "//") || strings.Contains(file, `\`) || file == "" && target == "" {
		return "", "", false
	}
	return unescapePercent(target), unescapePercent(file), true
}

// unescapePercent decodes %20 and the like.
func unescapePercent(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil && n != 0 {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

func (w *pageWalker) node(n int32) *htmlNode { return &w.tree.nodes[n] }

// children reads what an element holds.
func (w *pageWalker) children(n int32) {
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		w.walk(c)
	}
}

// walk reads a node and what is in it.
func (w *pageWalker) walk(n int32) {
	if w.steps++; w.steps&4095 == 0 && w.err == nil {
		w.err = w.ctx.Err()
	}
	if w.err != nil {
		return
	}
	e := w.node(n)
	switch e.tag {
	case "":
		w.run(n)
		return
	case "!":
		w.hide(int(e.start), int(e.end), "comment")
		return
	}
	if w.heads[n] {
		delete(w.heads, n)
		w.head(n)
		return
	}
	if why := w.invisible(e); why != "" && !(e.text*5 > w.page.text*4 && blockTags[e.tag]) { // scripts show a page that is hidden as a whole
		w.conceal(n, why)
		return
	}
	if w.furniture(n) {
		if e.text > 0 {
			w.parts++
		}
		return
	}
	if w.book {
		w.active(e)
		if strings.Contains(e.value("epub:type"), "pagebreak") || e.value("role") == "doc-pagebreak" {
			w.pageBreak(n, e)
			return
		}
	}
	if (e.tag == "span" || e.tag == "summary") && e.classed("rightside", "out-of-band", "hideme", "sub-heading") && e.text < 60 { // of rustdoc: the version, a switch
		return
	}
	if w.formula(n) {
		return
	}
	if id := e.value("id"); id != "" {
		w.anchor(w.name(id))
	}
	if e.tag == "a" {
		if id := e.value("name"); id != "" && id != e.value("id") {
			w.anchor(w.name(id))
		}
	}
	w.element(n, e)
}

// run reads a text node.
func (w *pageWalker) run(n int32) {
	e := w.node(n)
	from, to := int(e.start), int(e.end)
	if at, ok := w.skip[n]; ok {
		from = at
		delete(w.skip, n)
	}
	src := w.src[from:to]
	if len(src) >= 12 && string(src[:9]) == "<![CDATA[" {
		from, to = trimBlank(w.src, from+9, to-3)
		w.blank = w.blank || from > int(e.start)+9
		w.made(strings.Join(strings.Fields(string(w.src[from:to])), " "), from, to)
		w.blank = w.blank || to < int(e.end)-3
		return
	}
	w.words(from, to)
}

// hide keeps what a reader of the page does not see.
func (w *pageWalker) hide(start, end int, why string) {
	if strings.HasPrefix(string(w.src[start:min(end, start+5)]), "<?xml") {
		return
	}
	if why == "comment" {
		inner := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(string(w.src[start:end]), "<!"), "--"), ">"), "--")
		if strings.TrimSpace(inner) == "" {
			return
		}
		start += strings.Index(string(w.src[start:end]), inner)
		end = start + len(inner)
	}
	w.hidden = append(w.hidden, pageHidden{hiddenSpan{core.Span{Start: start, End: end}, why}, w.text.Len()})
}

// conceal keeps the text of a hidden element, and the formulas that pages hide beside their pictures.
func (w *pageWalker) conceal(n int32, why string) {
	e := w.node(n)
	if m := w.find(n, "math"); m >= 0 && w.formula(m) {
		return
	}
	w.hideContent(e, why)
}

// hideContent keeps what a hidden element holds.
func (w *pageWalker) hideContent(e *htmlNode, why string) {
	if e.text == 0 || e.child < 0 {
		return
	}
	last := e.child
	for w.node(last).next >= 0 {
		last = w.node(last).next
	}
	w.hide(int(w.node(e.child).start), int(w.node(last).end), why)
}

// find returns the first element with a tag in n, -1 when there is none. It looks at a few hundred nodes.
func (w *pageWalker) find(n int32, tag string) int32 {
	end := w.node(n).end
	for c := n; c < int32(len(w.tree.nodes)) && c < n+400 && w.node(c).start < end; c++ {
		if w.node(c).tag == tag {
			return c
		}
	}
	return -1
}

// element reads an element by its tag.
func (w *pageWalker) element(n int32, e *htmlNode) {
	if e.tag == "span" && e.classed("ltx_note", "sidenote", "marginnote") && w.leaf >= 0 && w.flat == 0 {
		w.aside(n, e)
		return
	}
	if blockTags[e.tag] && w.flat == 0 {
		if env, ok := w.environment(n, e); ok {
			w.box(n, env)
			return
		}
	}
	if w.flat == 0 && e.classed(signatureClasses...) && (blockTags[e.tag] || e.tag == "pre") {
		w.signature(n, e)
		return
	}
	switch e.tag {
	case "script", "style", "head", "title", "meta", "link", "svg", "iframe", "object", "embed", "video", "audio", "canvas",
		"select", "input", "textarea", "button", "datalist", "rt", "rp", "area", "map", "param", "source", "track":
		if e.tag == "svg" || e.tag == "video" || e.tag == "canvas" || e.tag == "object" {
			w.images++
		}
	case "br":
		if w.gap > 0 && w.leaf >= 0 && w.flat == 0 {
			w.end() // two in a row stand for a paragraph
		} else {
			w.breakLine()
		}
	case "hr":
		w.end()
	case "img":
		w.image(n, e)
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.heading(n, int(e.tag[1]-'0'))
	case "p":
		w.line(n)
	case "ul", "ol", "menu", "dir":
		w.list(n, e)
	case "li":
		w.item(n, 0, 0)
	case "dl":
		w.terms(n)
	case "pre", "listing", "xmp":
		w.code(n, e)
	case "blockquote":
		if w.flat > 0 {
			w.block(n)
			return
		}
		w.enter(core.Block{Kind: core.Quote}, "")
		w.children(n)
		w.leave()
	case "table":
		w.table(n, e)
	case "sup", "sub":
		w.script(n, e)
	case "q":
		w.made("“", int(e.start), int(e.start))
		w.children(n)
		w.made("”", int(e.end), int(e.end))
	case "a":
		w.anchorElement(n, e)
	case "div", "section", "span":
		if e.value("role") == "heading" {
			level, _ := strconv.Atoi(e.value("aria-level"))
			w.heading(n, min(max(level, 1), 6))
			return
		}
		if e.tag != "span" && e.classed("ltx_para", "logical") && w.flat == 0 {
			w.end()
			w.joined++
			w.children(n)
			w.joined--
			w.end()
			w.asides()
			return
		}
		if e.tag == "div" && !e.blocks {
			w.line(n)
			return
		}
		fallthrough
	default:
		if blockTags[e.tag] {
			w.block(n)
			return
		}
		w.inline(n, e)
	}
}

// line reads a paragraph, or what is but a line where paragraphs are joined.
func (w *pageWalker) line(n int32) {
	if w.joined == 0 || w.flat > 0 {
		w.block(n)
		return
	}
	w.breakLine()
	w.children(n)
	w.breakLine()
}

// block reads an element that begins and ends a paragraph.
func (w *pageWalker) block(n int32) {
	w.end()
	joined := w.joined
	w.joined = 0
	w.children(n)
	w.joined = joined
	w.end()
	w.asides()
}

// inline reads an element within running text with its face.
func (w *pageWalker) inline(n int32, e *htmlNode) {
	kind, ok := faceOf(e)
	if !ok {
		w.children(n)
		return
	}
	w.face(kind, w.wholeStatement(n, kind))
	w.children(n)
	w.closeFace()
}

// wholeStatement reports italics that cover the text of a theorem from end to end: they are its face and stress
// nothing.
func (w *pageWalker) wholeStatement(n int32, kind core.MarkKind) bool {
	e := w.node(n)
	if kind != core.Emph || w.boxes == 0 {
		return false
	}
	p := w.node(e.parent)
	return e.text > 60 && e.text*10 > p.text*7
}

// faceOf is the face that an element sets its text in.
func faceOf(e *htmlNode) (core.MarkKind, bool) {
	class, hasClass := e.attr("class")
	if e.value("data-type") == "term" { // of CNXML
		return core.Term, true
	}
	if hasClass {
		for c := range strings.FieldsSeq(class) {
			switch c {
			case "term", "terminology", "defterm", "defined-term", "definiendum", "firstterm", "ltx_font_defn", "dfn":
				return core.Term, true
			case "ltx_font_smallcaps", "smallcaps", "small-caps", "sc", "smallcap":
				return core.Caps, true
			case "ltx_font_bold", "bold", "ecbx", "cmbx":
				return core.Strong, true
			case "ltx_font_italic", "ltx_font_slanted", "ltx_emph", "italic", "ecti", "cmti", "emph", "emphasis":
				return core.Emph, true
			case "ltx_font_typewriter", "ectt", "monospace", "ltx_verbatim":
				return core.Verb, true
			}
		}
	}
	switch e.tag {
	case "em", "i", "cite", "var":
		return core.Emph, true
	case "strong", "b":
		return core.Strong, true
	case "dfn":
		return core.Term, true
	case "code", "tt", "kbd", "samp":
		return core.Verb, true
	}
	if style := e.value("style"); style != "" {
		s := strings.ToLower(strings.ReplaceAll(style, " ", ""))
		switch {
		case strings.Contains(s, "font-variant:small-caps"):
			return core.Caps, true
		case strings.Contains(s, "font-weight:bold"), strings.Contains(s, "font-weight:700"):
			return core.Strong, true
		case strings.Contains(s, "font-style:italic"), strings.Contains(s, "font-style:oblique"):
			return core.Emph, true
		}
	}
	return 0, false
}

// anchorElement reads a link, or a place that links lead to.
func (w *pageWalker) anchorElement(n int32, e *htmlNode) {
	href, ok := e.attr("href")
	if ok && w.permalink(n, e) {
		return
	}
	target, file := "", ""
	if ok {
		target, file, ok = w.target(href)
	}
	if !ok {
		w.inline(n, e)
		return
	}
	w.link(core.Reference{Target: target, File: file})
	if noteMark(e) && w.find(n, "sup") < 0 && e.text < 12 {
		w.bracketed(n, e)
	} else {
		w.inline(n, e)
	}
	w.closeFace()
}

// noteMark reports the links from a text to its notes.
func noteMark(e *htmlNode) bool {
	return e.classed("footnote-ref", "noteref", "footnote-reference") || strings.Contains(e.value("epub:type"), "noteref") || e.value("role") == "doc-noteref"
}

// maxNoteMark is how long the mark of a note may be to say nothing, in characters.
const maxNoteMark = 3

// bracketed reads the mark of a note: as nothing, since the title or the statement that it stands in does not say it;
// what is longer than a mark, in brackets.
func (w *pageWalker) bracketed(n int32, e *htmlNode) {
	if mark := strings.Trim(w.plain(n, 20), "[]()"); utf8.RuneCountInString(mark) <= maxNoteMark {
		return
	}
	w.made("[", int(e.start), int(e.start))
	w.children(n)
	w.made("]", int(e.end), int(e.end))
}

// aside keeps a note that stands within the running text for the end of what it stands in.
func (w *pageWalker) aside(n int32, e *htmlNode) {
	for c := n; c < int32(len(w.tree.nodes)) && w.node(c).start < e.end; c++ {
		if w.node(c).classed("ltx_note_content", "sidenote", "marginnote") {
			w.notes = append(w.notes, c)
			break
		}
	}
	if m := w.find(n, "sup"); m >= 0 && e.classed("ltx_note") {
		w.bracketed(m, w.node(m))
	}
}

// asides reads the notes that wait, as paragraphs.
func (w *pageWalker) asides() {
	if len(w.notes) == 0 || w.leaf >= 0 || w.flat > 0 || w.joined > 0 || len(w.open) > 0 {
		return
	}
	notes := w.notes
	w.notes = nil
	for _, n := range notes {
		w.block(n)
	}
}

// permalink reports the links that generators put beside headings and behind footnotes.
func (w *pageWalker) permalink(n int32, e *htmlNode) bool {
	if e.classed("headerlink", "anchor", "header-anchor", "anchorjs-link", "hash-link", "heading-anchor", "footnote-back", "footnote-backref", "reversefootnote", "permalink", "self-link", "viewcode-link", "edit-link", "src", "srclink", "src-link") || e.value("role") == "doc-backlink" {
		return e.text <= 20 && !w.linksItself(e)
	}
	if e.text == 0 || e.text > 8 {
		return false
	}
	switch strings.TrimSpace(w.plain(n, 16)) {
	case "[source]", "[src]", "¶", "§", "#", "🔗", "↩", "↩︎", "⚓":
		return true
	}
	return false
}

// linksItself reports a link that is what it leads to and no mark beside it, as pages of manuals make of their headings
// and terms: it holds all the words of what it stands in, or a word in a face of its own.
func (w *pageWalker) linksItself(e *htmlNode) bool {
	if e.text == 0 || e.parent < 0 {
		return false
	}
	switch p := w.node(e.parent); {
	case p.text == e.text && (len(p.tag) == 2 && p.tag[0] == 'h' || p.tag == "dt"):
		return true
	case e.child < 0:
		return false
	}
	switch w.node(e.child).tag {
	case "code", "b", "i", "var", "strong", "em":
		return true
	}
	return false
}

// image reads a picture: a formula when its text is one, else a loss.
func (w *pageWalker) image(n int32, e *htmlNode) {
	alt := strings.TrimSpace(e.value("alt"))
	if alt != "" && (e.classed("math", "math-display", "latex", "tex", "mwe-math-fallback-image-inline", "mwe-math-fallback-image-display", "ee_img", "ltx_math", "formula") || strings.HasPrefix(alt, "$") && strings.HasSuffix(alt, "$") && len(alt) > 2 || strings.HasPrefix(alt, `\(`) || strings.HasPrefix(alt, `\[`)) {
		w.formulaText(pageTeX(alt), e.classed("display", "math-display", "mwe-math-fallback-image-display") || strings.HasPrefix(alt, `\[`) || strings.HasPrefix(alt, "$$"), int(e.start), int(e.start))
		return
	}
	w.images++
}

// heading reads a heading: number and title.
func (w *pageWalker) heading(n int32, level int) {
	if w.flat > 0 || w.joined > 0 && w.bare {
		w.block(n)
		return
	}
	w.end()
	w.kind, w.prepare = core.Heading, core.Block{Level: level}
	w.flat++
	w.children(n)
	w.flat--
	i := w.leaf
	w.end()
	if i < 0 {
		return
	}
	b := &w.blocks[i]
	title := b.Span.Of(w.text.String())
	printed := w.numberOf(n)
	switch rest := strings.TrimPrefix(title, printed); {
	case printed != "" && rest != title && strings.TrimSpace(rest) != "":
		b.Number, b.Title = sectionNumber(printed), strings.TrimSpace(strings.TrimLeft(rest, " \u00a0.:–—\u2003\u2002"))
	default:
		b.Number, b.Title = splitDivision(title)
		b.Title = strings.TrimSpace(b.Title)
	}
	if b.Title == "" {
		b.Title = title
	}
	if k := strings.LastIndex(title, b.Title); k >= 0 {
		b.Body = core.Span{Start: b.Span.Start + k, End: b.Span.Start + k + len(b.Title)}
	}
}

// numberOf is the number of a heading that an element of its own holds.
func (w *pageWalker) numberOf(n int32) string {
	end := w.node(n).end
	for c := n + 1; c < int32(len(w.tree.nodes)) && c < n+30 && w.node(c).start < end; c++ {
		if e := w.node(c); e.tag == "span" && e.text > 0 && e.text < 40 && e.classed("header-section-number", "section-number", "sectnum", "secno", "codenumber", "ltx_tag", "titlemark", "toc-section-number", "chapter-number", "number") {
			return strings.TrimSpace(w.plain(c, 60))
		}
	}
	return ""
}

// sectionNumber takes the number out of what is printed for it: "Chapter 3", "§2.1.", "1.2".
func sectionNumber(s string) string {
	f := strings.Fields(strings.Trim(s, "§.: \u00a0"))
	if len(f) == 0 {
		return ""
	}
	return strings.Trim(f[len(f)-1], ".:§")
}

// splitDivision takes the number off a title, also the one behind "Chapter" or "Appendix": digits, a letter, a Roman
// numeral of a chapter. Other letters are a name ("Section LC").
func splitDivision(title string) (number, rest string) {
	if number, rest = splitNumber(title); number != "" {
		return number, rest
	}
	f := strings.Fields(title)
	if len(f) < 2 || divisions[strings.ToLower(f[0])] == 0 {
		return "", title
	}
	number = strings.TrimRight(f[1], ".:")
	switch {
	case strings.Trim(number, "0123456789.") == "" && number != "":
	case len(number) == 1 && number[0] >= 'A' && number[0] <= 'Z':
	case !strings.EqualFold(f[0], "section") && len(number) < 8 && isRoman(strings.ToLower(number)) && strings.ToUpper(number) == number:
	default:
		return "", title
	}
	i := strings.Index(title, f[1]) + len(f[1])
	if rest = strings.TrimLeft(title[i:], ".:–—- \u00a0"); rest == "" {
		rest = title
	}
	return number, rest
}

// list reads a list; its items know their marks.
func (w *pageWalker) list(n int32, e *htmlNode) {
	if w.flat > 0 {
		w.block(n)
		return
	}
	ordered := e.tag == "ol"
	if !ordered && w.joined == 0 && w.layout(n) {
		for c := e.child; c >= 0; c = w.node(c).next {
			w.block(c)
		}
		return
	}
	style := listStyle(e)
	if !ordered {
		w.bullets++
	}
	at := 1
	if v, err := strconv.Atoi(e.value("start")); err == nil && v > -1e6 && v < 1e6 {
		at = v
	}
	joined := w.joined
	w.joined = 0
	w.enter(core.Block{Kind: core.List}, "")
	for c := e.child; c >= 0; c = w.node(c).next {
		k := w.node(c)
		if k.tag != "li" {
			w.walk(c)
			continue
		}
		if v, err := strconv.Atoi(k.value("value")); err == nil && v > -1e6 && v < 1e6 {
			at = v
		}
		if w.invisible(k) != "" || w.furniture(c) {
			w.walk(c)
			continue
		}
		if id := k.value("id"); id != "" {
			w.anchor(w.name(id))
		}
		w.item(c, style, at)
		at++
	}
	w.leave()
	w.joined = joined
	if !ordered {
		w.bullets--
	}
}

// listStyle is how a list counts: '1', 'a', 'A', 'i', 'I', '*' for signs, '-' for nothing.
func listStyle(e *htmlNode) byte {
	s := strings.ToLower(strings.ReplaceAll(e.value("style"), " ", ""))
	switch {
	case strings.Contains(s, "list-style-type:none"), strings.Contains(s, "list-style:none"):
		return '-'
	case e.tag != "ol":
		return '*'
	case strings.Contains(s, "lower-alpha"), strings.Contains(s, "lower-latin"), e.classed("lower-alpha", "loweralpha"):
		return 'a'
	case strings.Contains(s, "upper-alpha"), strings.Contains(s, "upper-latin"), e.classed("upper-alpha", "upperalpha"):
		return 'A'
	case strings.Contains(s, "lower-roman"), e.classed("lower-roman", "lowerroman"):
		return 'i'
	case strings.Contains(s, "upper-roman"), e.classed("upper-roman", "upperroman"):
		return 'I'
	}
	if t := e.value("type"); len(t) == 1 && strings.Contains("1aAiI", t) {
		return t[0]
	}
	return '1'
}

// item reads an item of a list. LaTeX's converters write the mark themselves.
func (w *pageWalker) item(n int32, style byte, at int) {
	if w.flat > 0 {
		w.block(n)
		return
	}
	e := w.node(n)
	mark := itemMark(style, at, w.bullets)
	if s := listStyle(&htmlNode{tag: "li", attrs: e.attrs}); s == '-' {
		mark = ""
	}
	for c, k := e.child, 0; c >= 0 && k < 4; c, k = w.node(c).next, k+1 {
		if t := w.node(c); t.classed("ltx_tag_item", "ltx_tag_enumerate", "ltx_tag_itemize") {
			mark = strings.TrimSpace(w.plain(c, 40))
			w.tree.nodes[c].child = -1
		}
	}
	joined := w.joined
	w.joined = 0
	w.enter(core.Block{Kind: core.ListItem, Number: mark}, mark)
	w.tight()
	w.children(n)
	w.leave()
	w.tight()
	w.joined = joined
}

func itemMark(style byte, at, depth int) string {
	switch style {
	case 'a', 'A':
		if at > 0 && at <= 26 {
			return "(" + string(rune(int(style)+at-1)) + ")"
		}
	case 'i':
		if at > 0 && at < 100 {
			return "(" + lowerRoman(at) + ")"
		}
	case 'I':
		if at > 0 && at < 100 {
			return "(" + romanNumber(at) + ")"
		}
	case '*', 0:
		return texBullets[min(max(depth-1, 0), 3)]
	case '-':
		return ""
	}
	return strconv.Itoa(at) + "."
}

// tight lets what comes next stand on the next line.
func (w *pageWriter) tight() {
	if w.gap != 0 {
		w.gap = 1
	}
}

// terms reads a description list.
func (w *pageWalker) terms(n int32) {
	if w.flat > 0 {
		w.block(n)
		return
	}
	joined := w.joined
	w.joined = 0
	w.enter(core.Block{Kind: core.TermList, Name: describedBy(w.node(n))}, "")
	depth := len(w.open)
	w.term(n, depth)
	for len(w.open) >= depth {
		w.leave()
	}
	w.joined = joined
}

// describedBy is what the terms of a description list are by its classes: "function" of
// <dl class="py function">. Other lists have none.
func describedBy(e *htmlNode) string {
	for class := range strings.FieldsSeq(e.value("class")) {
		if describes[class] {
			return class
		}
	}
	return ""
}

// term reads the children of a description list, also those that are grouped by a div.
func (w *pageWalker) term(n int32, depth int) {
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		e := w.node(c)
		switch {
		case e.tag == "div" && w.invisible(e) == "" && !w.furniture(c):
			w.term(c, depth)
		case e.tag == "dt" && w.invisible(e) == "":
			k := len(w.open) - 1
			if k < depth || !w.open[k].headed && w.open[k].index >= 0 {
				for len(w.open) > depth {
					w.leave()
				}
				w.enter(core.Block{Kind: core.ListItem}, "")
				w.tight()
			}
			w.termHead(c)
		case e.tag == "dd" && w.invisible(e) == "":
			if len(w.open) == depth {
				w.enter(core.Block{Kind: core.ListItem}, "")
			}
			if id := e.value("id"); id != "" {
				w.anchor(w.name(id))
			}
			w.tight()
			w.block(c)
			w.tight()
		default:
			w.walk(c)
		}
	}
}

// maxTerms bounds, in bytes, the terms of one entry that make its title.
const maxTerms = 4096

// termHead reads the term of an entry: its title, which stands before its body.
func (w *pageWalker) termHead(n int32) {
	if id := w.node(n).value("id"); id != "" {
		w.anchor(w.name(id))
	}
	k := len(w.open) - 1
	again := w.open[k].headed
	if again {
		w.gap = 1
	}
	at, whole := w.bareText(n)
	if at < 0 {
		return
	}
	i := w.open[k].index
	title := w.text.String()[at:]
	if whole {
		title = "`" + title + "`"
	}
	if again && w.blocks[i].Title != "" {
		if len(w.blocks[i].Title)+len(title) > maxTerms {
			w.gap = 1
			return
		}
		between := ", "
		if w.blocks[w.blocks[i].Parent].Name != "" { // signatures hold commas
			between = "\n"
		}
		title = w.blocks[i].Title + between + title
	}
	w.blocks[i].Title = title
	w.gap = 1
}

// bareText writes the text of an element that is no block of its own into the innermost container, whose body begins
// behind it. It returns where the text begins, -1 when there is none, and whether all of it is code.
func (w *pageWalker) bareText(n int32) (at int, code bool) {
	k := len(w.open) - 1
	before := w.text.Len()
	for i := range w.faces {
		w.stop(&w.faces[i])
	}
	w.bare = true
	w.flat++
	marks := len(w.marks)
	w.children(n)
	for i := range w.faces {
		w.stop(&w.faces[i])
	}
	if len(w.marks) > marks && w.marks[marks].Kind == core.Verb && strings.TrimSpace(w.text.String()[before:w.marks[marks].Span.Start]) == "" { // the term begins with code
		marks++
	}
	w.marks = w.marks[:marks]
	w.flat--
	w.bare = false
	w.blank, w.blankAt = false, -1
	if w.text.Len() == before || w.open[k].index < 0 {
		return -1, false
	}
	w.open[k].headed = true
	s := w.text.String()
	at = before
	if at < w.blocks[w.open[k].index].Span.Start {
		at = w.blocks[w.open[k].index].Span.Start
	}
	for at < len(s) && (s[at] == ' ' || s[at] == '\n') {
		at++
	}
	e := w.node(n)
	for c := e.child; c >= 0; c = w.node(c).next {
		if t := w.node(c); t.text > 0 && t.tag != "" {
			if t.tag == "a" && t.child >= 0 { // a term that links to itself
				t = w.node(t.child)
			}
			f, ok := faceOf(t)
			return at, ok && f == core.Verb && t.text*10 >= e.text*8
		} else if t.text > 0 {
			return at, false
		}
	}
	return at, false
}

// code reads preformatted text.
func (w *pageWalker) code(n int32, e *htmlNode) {
	if w.flat > 0 {
		w.block(n)
		return
	}
	w.end()
	w.kind, w.prepare = core.Code, core.Block{Name: w.language(n)}
	w.preformatted(n, true)
	w.end()
}

// signatureClasses are the classes of the elements that hold a declaration in pages that are made of the comments of
// programs.
var signatureClasses = []string{"member-signature", "type-signature", "methodSignature", "typeSignature", "memberSignature", "item-decl", "tsd-signature", "memproto"}

// signatureName is the name of a block of code that is a declaration by what its author says.
const signatureName = "signature"

// signature reads a declaration that stands alone.
func (w *pageWalker) signature(n int32, e *htmlNode) {
	w.end()
	w.kind, w.prepare = core.Code, core.Block{Name: signatureName}
	if e.tag == "pre" {
		w.preformatted(n, true)
	} else {
		w.flat++
		w.children(n)
		w.flat--
	}
	w.end()
}

// maxLayout is how many nodes of a list are looked at for headings.
const maxLayout = 400

// layout reports lists that set the sections of a page: their items hold headings.
func (w *pageWalker) layout(n int32) bool {
	end := w.node(n).end
	for c := n + 1; c < int32(len(w.tree.nodes)) && c < n+maxLayout && w.node(c).start < end; c++ {
		if t := w.node(c).tag; len(t) == 2 && t[0] == 'h' && '1' <= t[1] && t[1] <= '6' {
			return true
		}
	}
	return false
}

// preformatted writes the text of an element as it stands; the line end right behind its start tag is none.
func (w *pageWalker) preformatted(n int32, first bool) bool {
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		e := w.node(c)
		switch {
		case e.tag == "":
			from, to := int(e.start), int(e.end)
			if first && from < to && w.src[from] == '\n' {
				from++
			}
			w.verbatim(from, to)
			first = false
		case e.tag == "!":
			w.hide(int(e.start), int(e.end), "comment")
		case e.tag == "br":
			w.begin()
			w.put("\n", int(e.start), int(e.end-e.start))
		case w.invisible(e) != "":
			w.conceal(c, w.invisible(e))
		case e.classed("linenos", "lineno", "line-numbers-rows", "gutter"), e.tag == "button", e.tag == "script", e.tag == "style":
		case e.tag == "a":
			if id := e.value("id") + e.value("name"); id != "" {
				w.anchor(w.name(id))
			}
			target, file, ok := "", "", false
			if href, is := e.attr("href"); is {
				target, file, ok = w.target(href)
			}
			if ok {
				w.link(core.Reference{Target: target, File: file})
			}
			first = w.preformatted(c, first)
			if ok {
				w.closeFace()
			}
		default:
			first = w.preformatted(c, first)
		}
	}
	return first
}

// language is the language that classes give a piece of code, on it or right around it.
func (w *pageWalker) language(n int32) string {
	list := []int32{n, w.node(n).child, w.node(n).parent}
	for k, m := range list {
		if m < 0 {
			continue
		}
		for c := range strings.FieldsSeq(w.node(m).value("class")) {
			switch {
			case strings.HasPrefix(c, "language-"), strings.HasPrefix(c, "highlight-"), strings.HasPrefix(c, "lang-"):
				if c = c[strings.IndexByte(c, '-')+1:]; c != "default" && c != "none" && c != "plaintext" {
					return c
				}
			case k == 0 && len(c) < 20 && !codeClasses[c] && strings.IndexFunc(c, func(r rune) bool { return !isLetter(byte(r)) && !isDigit(byte(r)) && r != '+' && r != '#' }) < 0:
				return c
			}
		}
	}
	return ""
}

// codeClasses say nothing of the language.
var codeClasses = htmlSet("sourceCode code highlight prettyprint linenums numberSource literal pre programlisting screen verbatim example input output hljs chroma rouge shiki wrap ltx_verbatim ltx_lstlisting ltx_lst_numbers_none")

// table reads a table: rows as lines. One that only lays blocks out is looked through.
func (w *pageWalker) table(n int32, e *htmlNode) {
	if w.flat > 0 || e.blocks && (e.deep || !w.headed(n)) || e.value("role") == "presentation" {
		w.block(n)
		return
	}
	if rows, columns := w.size(n); columns == 1 && rows <= boxRows {
		w.enter(core.Block{Kind: core.Quote}, "")
		w.block(n)
		w.leave()
		return
	}
	w.end()
	w.kind = core.Table
	w.flat++
	w.rows(n)
	w.flat--
	w.end()
}

// boxRows is how many rows a table of one column has at most that is a box around its content: the head, what it states
// and what proves it.
const boxRows = 3

// size counts the rows of a table and its columns, up to where it is no box.
func (w *pageWalker) size(n int32) (rows, columns int) {
	for c := w.node(n).child; c >= 0 && rows <= boxRows; c = w.node(c).next {
		switch w.node(c).tag {
		case "thead", "tbody", "tfoot":
			r, k := w.size(c)
			rows, columns = rows+r, max(columns, k)
		case "tr":
			rows++
			k := 0
			for d := w.node(c).child; d >= 0; d = w.node(d).next {
				if t := w.node(d).tag; t == "td" || t == "th" {
					k++
				}
			}
			columns = max(columns, k)
		}
	}
	return rows, columns
}

// headed reports a table whose first row is the heads of its columns. Lists in its cells belong to their rows; other
// tables with lists only lay a page out.
func (w *pageWalker) headed(n int32) bool {
	for w.node(n).tag != "tr" {
		c := w.node(n).child
		for c >= 0 && w.node(c).tag != "thead" && w.node(c).tag != "tbody" && w.node(c).tag != "tr" {
			c = w.node(c).next
		}
		if c < 0 {
			return false
		}
		n = c
	}
	heads := 0
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		switch w.node(c).tag {
		case "th":
			heads++
		case "td":
			return false
		}
	}
	return heads > 1
}

// rows reads the rows of a table.
func (w *pageWalker) rows(n int32) {
	for c := w.node(n).child; c >= 0; c = w.node(c).next {
		e := w.node(c)
		switch e.tag {
		case "thead", "tbody", "tfoot":
			w.rows(c)
		case "tr":
			if w.invisible(e) != "" {
				w.walk(c)
				continue
			}
			if w.leaf >= 0 {
				w.gap, w.blank, w.sep = 1, false, ""
			}
			first := true
			for d := e.child; d >= 0; d = w.node(d).next {
				if t := w.node(d).tag; t == "td" || t == "th" {
					if !first && w.gap == 0 {
						w.sep, w.blank = " | ", false
					}
					first = false
				}
				w.walk(d)
			}
		case "caption":
			w.walk(c)
			if w.leaf >= 0 {
				w.gap = 1
			}
		default:
			w.walk(c)
		}
	}
}

// script reads what is set higher or lower than the line: a mark of a note, the end of an ordinal, else a formula's
// part.
func (w *pageWalker) script(n int32, e *htmlNode) {
	s := strings.TrimSpace(w.plain(n, 200))
	switch {
	case s == "":
		w.children(n)
	case e.tag == "sup" && (e.classed("reference", "footnote-ref", "ltx_note_mark") || w.find(n, "a") >= 0 || w.node(e.parent).tag == "a" && strings.Contains(w.node(e.parent).value("href"), "#")) && e.text < 12:
		w.bracketed(n, e)
	case w.find(n, "math") >= 0:
		w.children(n)
	default:
		before, after := scriptSigns(e.tag, s)
		if before != "" {
			w.blank = w.blank && w.text.Len() > 0
			w.made(before, int(e.start), int(e.start))
		}
		w.children(n)
		if after != "" {
			w.blank = false
			w.made(after, int(e.end), int(e.end))
		}
	}
}

// maxScript bounds what is set higher or lower than the line, in bytes.
const maxScript = 40

// scriptSigns are the signs of a formula that stand around what an element sets higher or lower than the line: none
// around the end of an ordinal or a mark of trade, and what is longer than a formula's part.
func scriptSigns(element, s string) (before, after string) {
	if element == "sup" && ordinals[strings.ToLower(s)] || s == "" || len(s) > maxScript {
		return "", ""
	}
	before = "^"
	if element == "sub" {
		before = "_"
	}
	if utf8.RuneCountInString(s) > 1 {
		return before + "{", "}"
	}
	return before, ""
}

var ordinals = htmlSet("st nd rd th er e ème re do º ª tm ® ©")

// plain is the beginning of the text of an element, blanks collapsed.
func (w *pageWalker) plain(n int32, limit int) string {
	var b strings.Builder
	w.plainTo(&b, n, limit)
	return joinedLetters.Replace(strings.Join(strings.Fields(b.String()), " "))
}

func (w *pageWalker) plainTo(b *strings.Builder, n int32, limit int) {
	for c := w.node(n).child; c >= 0 && b.Len() < limit; c = w.node(c).next {
		e := w.node(c)
		switch {
		case e.tag == "":
			s := w.src[e.start:min(int(e.end), int(e.start)+4*limit)]
			for len(s) > 0 && b.Len() < limit {
				if s[0] == '&' {
					if k, t := charReference(s); k > 0 {
						b.WriteString(t)
						s = s[k:]
						continue
					}
				}
				k := 1
				for k < len(s) && s[k] != '&' {
					k++
				}
				b.Write(s[:k])
				s = s[k:]
			}
		case e.tag == "!" || e.tag == "script" || e.tag == "style" || w.invisible(e) != "":
		case e.tag == "math":
			if tex, _ := w.mathML(c); tex != "" {
				b.WriteString(`\(` + tex + `\)`)
			}
		default:
			w.plainTo(b, c, limit)
		}
	}
}

// active keeps what a page of a book would run or fetch: the bytes of a container are not looked at.
func (w *pageWalker) active(e *htmlNode) {
	end := int(e.start)
	if i := strings.IndexByte(string(w.src[e.start:min(int(e.end), int(e.start)+maxHTMLLong)]), '>'); i >= 0 {
		end += i + 1
	}
	switch e.tag {
	case "script", "iframe", "object", "embed", "applet", "form", "base":
		if !strings.HasPrefix(e.value("type"), "math/") {
			w.hide(int(e.start), int(e.end), "active content")
		}
		return
	}
	if src := e.value("src"); strings.Contains(src, "://") || strings.HasPrefix(src, "//") {
		w.hide(int(e.start), end, "content from elsewhere")
	} else if _, ok := e.attr("onload"); ok || strings.HasPrefix(strings.ToLower(strings.TrimSpace(e.value("href"))), "javascript:") {
		w.hide(int(e.start), end, "active content")
	}
}

// pageBreak notes where a page of the printed book begins.
func (w *pageWalker) pageBreak(n int32, e *htmlNode) {
	if id := e.value("id"); id != "" {
		w.anchor(w.name(id))
	}
	folio := e.value("title")
	if folio == "" {
		folio = w.plain(n, 20)
	}
	w.pages = append(w.pages, core.Page{Start: w.text.Len(), Folio: folio})
}
