package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// maxDocxNodes bounds the elements of one paragraph or table.
const maxDocxNodes = 2 << 20

// docxList is an open list.
type docxList struct {
	num   string
	level int
	depth int // open blocks around it
}

// docxBox is what several paragraphs in a row stand in.
type docxBox struct {
	kind  docxRole
	name  string // of an environment; the style of code
	class text.Class
	depth int // open blocks around it
}

// docxBound is a statement, a proof or a remark that a bookmark encloses: converters set the label of a division around
// all its paragraphs, so the bookmark ends where the division does.
type docxBound struct {
	id    string // of the bookmark
	depth int    // open blocks around it
}

// docxRole is what a paragraph is.
type docxRole uint8

const (
	rolePlain docxRole = iota
	roleHeading
	roleItem
	roleMore // goes on with an item
	roleEnv
	roleCode
	roleQuoted
	roleTerm
	roleMeaning
	roleCaption
	roleContents // of a table of contents, which is dropped
)

// docxNotes are the foot- or endnotes of a document.
type docxNotes struct {
	rels relations
	scan *xmlScanner
	at   map[string]int // where each begins
}

// each reads the elements right below the root of a part.
func (r *docx) each(s string, f func(n int32), name string) {
	sc := newXMLScanner(s, docxNamespaces)
	depth := 0
	for t, ok := sc.next(); ok; t, ok = sc.next() {
		switch {
		case t.kind == xmlStart && depth == 1:
			if !r.collect(sc, t) {
				r.damaged(name)
			}
			f(xmlFirst)
		case t.kind == xmlStart && !t.empty:
			depth++
		case t.kind == xmlEnd && depth > 0:
			depth--
		}
	}
	if depth > 0 {
		r.damaged(name)
	}
}

// collect reads the element that a token begins into the tree. It reports whether the element is whole.
func (r *docx) collect(sc *xmlScanner, t xmlToken) bool {
	r.tree.reset()
	deep, many := false, false
	for ok := true; ok; t, ok = sc.next() {
		if many = many || len(r.tree.nodes) >= maxDocxNodes; many && t.kind != xmlEnd {
			if t.kind == xmlStart && !t.empty { // its end tag must not close another element
				r.tree.over++
			}
			continue
		}
		open := r.tree.add(t)
		deep = deep || r.tree.over > 0 && !many
		if open == 0 {
			if deep || many {
				r.lose("nesting", func(n int) string {
					return plural(n, "paragraph or table is", "paragraphs or tables are") + " nested too deeply or too large and not read whole"
				})
			}
			return true
		}
	}
	return false
}

// read reads the main part.
func (r *docx) read(s string) error {
	sc := newXMLScanner(s, docxNamespaces)
	depth, n := 0, 0
	for t, ok := sc.next(); ok; t, ok = sc.next() {
		switch {
		case t.kind == xmlOther && strings.HasPrefix(t.raw, "<!"):
			r.conceal(t.raw, "document type")
		case t.kind == xmlEnd:
			depth--
		case t.kind != xmlStart:
		default:
			switch t.name {
			case "w:document", "w:body", "w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:customXml", "w:smartTag", "mc:AlternateContent", "mc:Choice":
				if !t.empty {
					depth++
				}
				continue
			}
			if n++; n&255 == 0 && r.ctx.Err() != nil {
				return r.ctx.Err()
			}
			if !r.collect(sc, t) {
				r.damaged("the main part")
			}
			r.node(xmlFirst)
		}
	}
	if depth > 0 {
		r.damaged("the main part")
	}
	r.endBound()
	r.flushNotes()
	return nil
}

// nodes reads block content: of a cell, a note, a text box.
func (r *docx) nodes(n int32) { r.tree.children(n, r.node) }

// node reads an element of block content.
func (r *docx) node(n int32) {
	t := r.tree
	switch t.nodes[n].name {
	case "w:p":
		r.paragraph(n)
	case "w:tbl":
		r.table(n)
	case "w:bookmarkStart":
		r.bookmark(t.attr(n, "name"))
		r.ahead = t.attr(n, "id")
	case "w:bookmarkEnd":
		if id := t.attr(n, "id"); id == r.bound.id {
			r.endBound()
		} else if id == r.ahead {
			r.ahead = ""
		}
	case "w:del", "w:moveFrom":
		r.conceal(r.tree.text(n), "deleted text")
	case "w:sdt", "w:sdtContent", "w:ins", "w:moveTo", "w:customXml", "w:smartTag", "mc:AlternateContent", "mc:Choice":
		r.nodes(n)
	case "w:background":
		if !clearGround(t.attr(n, "color")) {
			r.shaded++
		}
	case "w:altChunk":
		r.inserted(t.attr(n, "id"))
	case "m:oMathPara", "m:oMath":
		r.display(n, "")
	}
}

// paragraph reads a paragraph.
func (r *docx) paragraph(n int32) {
	p := r.paraOf(r.tree.find(n, "w:pPr"))
	id := p.style
	if id == "" {
		id = r.styles.std[0]
	}
	face := r.styles.base
	name := ""
	if s := r.style(id); s != nil {
		name = s.name
		if p.outline == 0 {
			p.outline = s.para.outline
		}
		if !p.hasNum {
			p.num, p.hasNum = s.para.num, s.para.hasNum
			p.level = max(p.level, s.para.level)
		}
		if p.shade == "" {
			p.shade = s.para.shade
		}
		face = s.face.over(face)
	} else if level, ok := headingLevel(strings.ToLower(strings.Replace(id, "Heading", "heading ", 1))); ok && p.outline == 0 {
		p.outline, name = level, "heading" // without its style, the id that Word and others give it
	}
	if !clearGround(p.shade) {
		r.shaded++
		defer func() { r.shaded-- }()
	}
	if r.flat > 0 {
		r.blank(false, -1)
		r.inline(n, face, face)
		return
	}
	label := ""
	if p.hasNum && p.num != "0" && p.num != "" && !r.blankPara(n) {
		label = r.numbering.next(p.num, p.level)
	}
	role, box, class := r.role(&p, name, label)
	r.enterBound(n, role, face)
	r.enter(n, role, box, class, label, &p)
	base := r.styles.base
	if role == roleHeading || role == roleEnv && r.box.kind == roleEnv {
		base = face
	}
	switch role {
	case roleHeading:
		r.heading(n, &p, label, face)
	case roleContents:
		at, marks, refs, anchors := len(r.text), len(r.Marks), len(r.Refs), len(r.anchors)
		r.inline(n, face, base)
		r.text, r.Marks, r.Refs, r.anchors = r.text[:at], r.Marks[:marks], r.Refs[:refs], r.anchors[:min(anchors, len(r.anchors))]
	case roleCode:
		r.inline(n, face, face)
	case roleCaption:
		r.begin(core.Block{Kind: core.Environment, Name: "figure"})
		r.prose(n, face, base)
		r.end()
	default:
		r.prose(n, face, base)
	}
	for len(r.boxes) > 0 {
		b := r.boxes[0]
		r.boxes = r.boxes[1:]
		r.textBox(b)
	}
}

// blankPara reports a paragraph without content, which bears no number.
func (r *docx) blankPara(n int32) bool {
	blank := true
	var look func(n int32)
	look = func(n int32) {
		for k := r.tree.nodes[n].child; k != xmlNone && blank; k = r.tree.nodes[k].next {
			switch r.tree.nodes[k].name {
			case "w:t", "m:t", "w:sym", "w:drawing", "w:pict", "w:object":
				blank = false
			case "w:pPr", "w:del":
			default:
				look(k)
			}
		}
	}
	look(n)
	return blank
}

// role says what a paragraph is by its style and its number.
func (r *docx) role(p *docxPara, style, label string) (role docxRole, box string, class text.Class) {
	box, head := styleBox(style)
	switch {
	case strings.HasPrefix(style, "toc ") || style == "toc heading" || style == "table of figures" || strings.HasPrefix(style, "index ") || strings.HasPrefix(style, "contents "):
		return roleContents, "", 0
	case style == "definition term":
		return roleTerm, "", 0
	case style == "definition" && r.box.kind == roleTerm:
		return roleMeaning, "", 0
	case box != "" && head.Role != "step" && !strings.HasPrefix(style, "heading"):
		return roleEnv, box, head.Class
	case p.outline > 0:
		return roleHeading, "", 0
	case codeStyles[style]:
		return roleCode, style, 0
	case strings.Contains(style, "caption") || style == "figure" || style == "table heading":
		return roleCaption, "", 0
	case style == "block text" || style == "quote" || style == "intense quote" || style == "quotations" || style == "block quotation":
		return roleQuoted, "", 0
	case label != "":
		return roleItem, "", 0
	case p.hasNum && p.num != "0" && p.num != "" && len(r.list) > 0, strings.HasPrefix(style, "list continue") && len(r.list) > 0, style == "list paragraph" && len(r.list) > 0 && !p.hasNum:
		return roleMore, "", 0
	}
	return rolePlain, "", 0
}

// enter closes what a paragraph leaves and opens what it stands in.
func (r *docx) enter(n int32, role docxRole, name string, class text.Class, label string, p *docxPara) {
	switch role {
	case roleContents:
		return
	case roleCaption:
		if r.box.kind != roleEnv {
			r.closeBox()
		}
		return
	case roleItem:
		if r.box.kind != rolePlain && !(r.box.kind == roleEnv && (len(r.list) > 0 || r.unfinished())) {
			r.closeBox()
		}
		r.item(p, label)
		return
	case roleMore:
		level := p.level
		if !p.hasNum {
			level = r.list[len(r.list)-1].level
		}
		for len(r.list) > 1 && r.list[len(r.list)-1].level > level {
			r.closeList()
		}
		r.endTo(r.list[len(r.list)-1].depth + 2)
		return
	case roleEnv:
		head, number := labelHead(label)
		opens := r.box.kind != roleEnv || r.box.name != name || label != "" || r.opensBox(n, name)
		if !opens {
			r.closeLists()
			return
		}
		r.closeBox()
		r.flushNotes()
		r.box = docxBox{kind: roleEnv, name: name, class: class, depth: r.depth()}
		r.begin(core.Block{Kind: core.Environment, Name: name, Head: head, Number: number})
		if label != "" {
			r.put(strings.TrimRight(label, ".: ")+". ", -1, 0)
			r.body()
		}
		return
	case roleCode:
		if r.box.kind == roleCode && r.box.name == name {
			r.put("\n", -1, 0)
			return
		}
		r.closeBox()
		r.flushNotes()
		r.box = docxBox{kind: roleCode, name: name, depth: r.depth()}
		r.begin(core.Block{Kind: core.Code})
		r.verb = true
		return
	case roleQuoted:
		if r.box.kind == roleQuoted {
			r.closeLists()
			return
		}
		r.closeBox()
		r.flushNotes()
		r.box = docxBox{kind: role, depth: r.depth()}
		r.begin(core.Block{Kind: core.Quote})
		return
	case roleTerm, roleMeaning:
		if r.box.kind != roleTerm {
			r.closeBox()
			r.flushNotes()
			r.box = docxBox{kind: roleTerm, depth: r.depth()}
			r.begin(core.Block{Kind: core.TermList})
		}
		if role == roleTerm {
			r.endTo(r.box.depth + 1)
			r.begin(core.Block{Kind: core.ListItem})
		}
		return
	case rolePlain:
		if r.box.kind == roleEnv && r.box.class == text.Item && len(r.list) == 0 && r.unfinished() && r.displayOnly(n) {
			return // the display of a statement has a style of its own
		}
	}
	r.closeBox()
	r.flushNotes()
}

// unfinished reports whether the last paragraph goes on: it does not end a sentence.
func (r *docx) unfinished() bool {
	s := strings.TrimRight(string(r.text[max(0, len(r.text)-24):]), " \n")
	last, _ := utf8.DecodeLastRuneInString(s)
	return s != "" && !strings.ContainsRune(".!?", last) && !text.ProofSign(last)
}

// displayOnly reports a paragraph that holds nothing but a display.
func (r *docx) displayOnly(n int32) bool {
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		if name := r.tree.nodes[k].name; name == "m:oMathPara" || name == "m:oMath" {
			return true
		}
	}
	return false
}

// enterBound opens the division that a bookmark right before a paragraph encloses, when the paragraph begins with the
// head of a statement in a face of its own, and ends the present one at such a head or a heading.
func (r *docx) enterBound(n int32, role docxRole, face docxFace) {
	id := r.ahead
	r.ahead = ""
	name := ""
	if role == rolePlain {
		name = r.facedHead(n, face)
	}
	if r.bound.id != "" && (name != "" || role == roleHeading || role == roleEnv) {
		r.endBound()
	}
	if id == "" || name == "" || r.noted || r.box.kind == roleEnv {
		return
	}
	r.closeBox()
	r.flushNotes()
	r.bound = docxBound{id: id, depth: r.depth()}
	r.begin(core.Block{Kind: core.Environment, Name: name})
}

// endBound ends the division that a bookmark encloses.
func (r *docx) endBound() {
	r.closeBox()
	if r.bound.id != "" {
		r.endTo(r.bound.depth)
		r.bound = docxBound{}
	}
}

// facedHead returns the head word that a paragraph begins with when it is bold, italic or in small capitals: "theorem".
func (r *docx) facedHead(n int32, face docxFace) string {
	for k := r.tree.nodes[n].child; k != xmlNone; k = r.tree.nodes[k].next {
		if r.tree.nodes[k].name != "w:r" {
			continue
		}
		own := face
		if p := r.tree.find(k, "w:rPr"); p != xmlNone {
			own = r.faceOf(p).over(face)
		}
		s := strings.TrimSpace(r.start(n))
		end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
		if end < 0 {
			end = len(s)
		}
		h, ok := text.LookupHead(s[:end])
		if first, _ := utf8.DecodeRuneInString(s); !ok || h.Role == "step" || unicode.IsLower(first) || own.bold != on && own.italic != on && own.caps != on {
			return ""
		}
		return strings.ToLower(s[:end])
	}
	return ""
}

// labelHead takes apart the number of a paragraph as its list prints it: "Theorem 2.3." gives "Theorem" and "2.3".
func labelHead(label string) (head, number string) {
	words := strings.Fields(strings.TrimRight(label, ".: "))
	if len(words) == 0 {
		return "", ""
	}
	number = words[len(words)-1]
	head = strings.Join(words[:len(words)-1], " ")
	if _, ok := text.LookupHead(number); ok && head == "" {
		return number, ""
	}
	if _, ok := text.LookupHead(head); !ok {
		head = ""
	}
	return head, strings.Trim(number, "().:")
}

// opensBox reports whether a paragraph begins with a head of its own: "Theorem 2.3", "Proof."
func (r *docx) opensBox(n int32, name string) bool {
	s := strings.TrimSpace(r.start(n))
	if i := strings.IndexFunc(s, unicode.IsSpace); i > 0 && isDigit(s[0]) { // "2.3 Theorem."
		s = strings.TrimSpace(s[i:])
	}
	h, ok := text.LookupHead(name)
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	if end < 0 {
		end = len(s)
	}
	w, known := text.LookupHead(s[:end])
	first, _ := utf8.DecodeRuneInString(s)
	return ok && known && w.Class == h.Class && !unicode.IsLower(first)
}

// start is the beginning of a paragraph's text.
func (r *docx) start(n int32) string {
	var b strings.Builder
	var look func(n int32)
	look = func(n int32) {
		for k := r.tree.nodes[n].child; k != xmlNone && b.Len() < 80; k = r.tree.nodes[k].next {
			switch x := &r.tree.nodes[k]; x.name {
			case "w:pPr", "w:del", "w:moveFrom", "w:rPr":
			case "w:t":
				b.WriteString(r.tree.text(k))
			case "w:tab":
				b.WriteByte(' ')
			default:
				look(k)
			}
		}
	}
	look(n)
	return b.String()
}

// closeBox closes the lists and what else the present paragraph stood in.
func (r *docx) closeBox() {
	r.closeLists()
	if r.box.kind != rolePlain {
		r.endTo(r.box.depth)
		r.box = docxBox{}
		r.verb = false
	}
}

func (r *docx) closeLists() {
	if len(r.list) > 0 {
		r.endTo(r.list[0].depth)
		r.list = r.list[:0]
	}
}

func (r *docx) closeList() {
	n := len(r.list) - 1
	r.endTo(r.list[n].depth)
	r.list = r.list[:n]
}

// item begins an item of a list.
func (r *docx) item(p *docxPara, label string) {
	for len(r.list) > 0 {
		top := r.list[len(r.list)-1]
		if top.level < p.level || top.level == p.level && top.num == p.num {
			break
		}
		r.closeList()
	}
	if n := len(r.list); n > 0 && r.list[n-1].level == p.level {
		r.endTo(r.list[n-1].depth + 1)
	} else {
		if n == 0 && r.box.kind == rolePlain {
			r.flushNotes()
		}
		r.list = append(r.list, docxList{p.num, p.level, r.depth()})
		r.begin(core.Block{Kind: core.List})
	}
	r.begin(core.Block{Kind: core.ListItem, Number: label})
	r.put(label+" ", -1, 0)
	r.body()
}

// heading reads a heading. Its number is printed before it, by its list or by the author.
func (r *docx) heading(n int32, p *docxPara, label string, face docxFace) {
	r.begin(core.Block{Kind: core.Heading, Level: min(p.outline, 9)})
	if label != "" && label != "•" {
		r.put(label+" ", -1, 0)
		r.body()
		if b := r.block(); b != nil {
			_, b.Number = labelHead(label)
		}
	}
	start := len(r.text)
	r.inline(n, face, face)
	if b := r.block(); b != nil {
		b.Title = strings.Join(strings.Fields(string(r.text[min(start, len(r.text)):])), " ")
		if b.Number == "" {
			b.Number, b.Title = splitNumber(b.Title)
		}
		b.Body.Start = max(b.Body.Start, len(r.text)-len(strings.TrimLeft(string(r.text[start:]), " ")))
		if i := strings.LastIndex(string(r.text[start:]), b.Title); i > 0 && b.Title != "" {
			b.Body.Start = start + i
		}
	}
	r.end()
}

// prose reads a paragraph of running text. Displays in it are blocks beside the pieces of text.
func (r *docx) prose(n int32, face, base docxFace) {
	if r.equation(n) {
		return
	}
	r.begin(core.Block{Kind: core.Paragraph})
	marks := len(r.Marks)
	r.inline(n, face, base)
	r.joinBold(marks)
	r.noteBold(n, face)
	if b := r.block(); b != nil { // a display that a converter left in TeX
		if s := strings.TrimSpace(string(r.text[b.Span.Start:])); len(s) > 4 && strings.HasPrefix(s, "$$") && strings.Index(s[2:], "$$") == len(s)-4 {
			b.Kind = core.Math
		}
	}
	r.end()
	switch b := r.block(); {
	case b == nil:
	case b.Kind == core.ListItem && r.box.kind == roleTerm && b.Title == "":
		b.Title = strings.TrimSpace(string(r.text[b.Span.Start:]))
		r.gap(1)
		if len(r.Blocks) > 0 && r.Blocks[len(r.Blocks)-1].Kind == core.Paragraph { // the term is the title, no text
			r.Blocks = r.Blocks[:len(r.Blocks)-1]
		}
		r.body()
	case b.Kind == core.Environment && r.box.kind == roleEnv && r.box.class == text.Proof && b.Head == "":
		r.proofHead(b)
	}
}

// joinBold lets the bold type of the present paragraph, whose marks begin with a given one, go on over formulas: they
// have a face of their own, and stand in printed heads: "Theorem 3 (Rank of \(A\))."
func (r *docx) joinBold(from int) {
	last := -1
	for i := from; i <= len(r.Marks) && last < len(r.Marks); i++ {
		end := len(r.text)
		if i < len(r.Marks) {
			if r.Marks[i].Kind != core.Strong {
				continue
			}
			end = r.Marks[i].Span.Start
		}
		if last >= 0 {
			m := &r.Marks[last]
			if between := strings.TrimSpace(string(r.text[m.Span.End:max(m.Span.End, end)])); len(between) < 200 && strings.HasPrefix(between, `\(`) && strings.Index(between, `\)`) == len(between)-2 {
				m.Span.End = len(strings.TrimRight(string(r.text[:end]), " "))
				if i < len(r.Marks) {
					m.Span.End = r.Marks[i].Span.End
					r.Marks = slices.Delete(r.Marks, i, i+1)
					i--
					continue
				}
			}
		}
		last = i
	}
}

// docxBold is a paragraph at the top that is bold from end to end.
type docxBold struct {
	block int
	size  int // of its first run
}

// noteBold remembers the paragraph that was read last when all of it is bold.
func (r *docx) noteBold(n int32, face docxFace) {
	b := r.block()
	if b == nil || b.Kind != core.Paragraph || b.Parent >= 0 || len(r.text)-b.Span.Start > 120 {
		return
	}
	bold, first := true, 0
	r.tree.children(n, func(k int32) {
		if r.tree.nodes[k].name != "w:r" || r.tree.find(k, "w:t") == xmlNone {
			return
		}
		own := face
		if p := r.tree.find(k, "w:rPr"); p != xmlNone {
			own = r.faceOf(p).over(face)
		}
		if first == 0 {
			first = max(1, own.size)
		}
		bold = bold && own.bold == on
	})
	if bold && first > 0 {
		r.bold = append(r.bold, docxBold{r.open[len(r.open)-1], first})
	}
}

// boldHeadings takes short bold paragraphs for headings in a document without a single heading: its author set them by
// hand. Their numbers tell the levels, else their sizes.
func (r *docx) boldHeadings(doc *core.Document) {
	if slices.ContainsFunc(doc.Blocks, func(b core.Block) bool { return b.Kind == core.Heading }) {
		return
	}
	var titles []docxBold
	var sizes []int
	for _, x := range r.bold {
		if x.block >= len(doc.Blocks) || doc.Blocks[x.block].Kind != core.Paragraph || x.block+1 == len(doc.Blocks) {
			continue
		}
		s := doc.Blocks[x.block].Body.Of(doc.Text)
		_, rest := splitNumber(s)
		if titleLike(rest) && !endsSentence(s) && !strings.Contains(s, "\n") {
			titles = append(titles, x)
			if !slices.Contains(sizes, x.size) {
				sizes = append(sizes, x.size)
			}
		}
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	for _, x := range titles {
		b := &doc.Blocks[x.block]
		b.Kind, b.Level = core.Heading, min(9, 1+slices.Index(sizes, x.size))
		s := b.Body.Of(doc.Text)
		if b.Number, b.Title = splitNumber(s); b.Number != "" {
			b.Level = 1 + strings.Count(b.Number, ".")
			b.Body.Start += strings.LastIndex(s, b.Title)
		}
	}
}

// proofHead takes the printed head of a proof out of its body: "Proof.", "Proof of Theorem 2.3."
func (r *docx) proofHead(b *core.Block) {
	s := string(r.text[b.Body.Start:min(len(r.text), b.Body.Start+200)])
	e := strings.IndexAny(s, ".:")
	if e < 0 {
		return
	}
	for e+1 < len(s) && s[e] == '.' && isDigit(s[e+1]) { // the number of what it proves
		k := strings.IndexAny(s[e+1:], ".:")
		if k < 0 {
			return
		}
		e += 1 + k
	}
	words := strings.Fields(s[:e])
	if len(words) == 0 || len(words) > 8 {
		return
	}
	if h, ok := text.LookupHead(words[0]); !ok || h.Class != text.Proof {
		return
	}
	b.Head = words[0]
	b.Title = strings.Join(words[1:], " ")
	for e++; e < len(s) && (s[e] == ' ' || s[e] == '\n'); e++ {
	}
	b.Body.Start += e
}

// equation reads a paragraph that holds one formula and at most its printed number: a display.
func (r *docx) equation(n int32) bool {
	formula := int32(0)
	var rest strings.Builder
	ok := true
	var look func(n int32)
	look = func(n int32) {
		for k := r.tree.nodes[n].child; k != xmlNone && ok; k = r.tree.nodes[k].next {
			switch r.tree.nodes[k].name {
			case "m:oMath", "m:oMathPara":
				ok = formula == 0
				formula = k
			case "w:t":
				rest.WriteString(r.tree.text(k))
				ok = rest.Len() < 40
			case "w:drawing", "w:pict", "w:object", "w:footnoteReference", "w:endnoteReference", "mc:AlternateContent", "w:instrText":
				ok = false
			case "w:bookmarkStart":
				r.bookmark(r.tree.attr(k, "name"))
			case "w:pPr", "w:del", "w:moveFrom":
			default:
				look(k)
			}
		}
	}
	held := len(r.anchors)
	look(n)
	s := strings.TrimSpace(rest.String())
	tail := strings.TrimSpace(strings.TrimLeft(s, ".,;"))
	if b := r.block(); formula != 0 && tail == "" && b != nil && b.Kind == core.ListItem && r.tree.nodes[formula].name == "m:oMath" {
		ok = false // an item that is a formula
	}
	if !ok || formula == 0 || tail != "" && !(strings.HasPrefix(tail, "(") && strings.HasSuffix(tail, ")")) {
		r.anchors = r.anchors[:held]
		return false
	}
	r.display(formula, s)
	return true
}

// display adds a display. What stands beside it is punctuation and its number.
func (r *docx) display(n int32, beside string) {
	formula, number := r.formulas(n)
	if formula == "" {
		return
	}
	if i := strings.IndexByte(beside, '('); i >= 0 {
		number = strings.Trim(beside[i:], "()")
		beside = strings.TrimSpace(beside[:i])
	}
	r.begin(core.Block{Kind: core.Math, Number: number})
	r.put(`\[`, -1, 0)
	r.body()
	r.put(formula+beside, -1, 0)
	b := r.block()
	if b != nil {
		b.Body.End = len(r.text)
	}
	r.put(`\]`, -1, 0)
	if number != "" {
		r.put(" ("+number+")", -1, 0)
	}
	r.end()
}

// bookmark gives a name to the present paragraph, or to the block that comes next.
func (r *docx) bookmark(name string) {
	if b := r.block(); name == "_GoBack" || len(name) > 256 {
		return
	} else if b != nil && (b.Kind == core.Paragraph || b.Kind == core.Heading) {
		r.anchor(name)
	} else if name != "" {
		r.anchors = append(r.anchors, name)
	}
}

// table reads a table. Tables of one column are boxes around their content, and so are those whose cells hold text of
// several paragraphs.
func (r *docx) table(n int32) {
	t := r.tree
	var rows [][]int32
	columns, many, formulas := 0, false, 0
	var collect func(n int32)
	collect = func(n int32) {
		t.children(n, func(k int32) {
			switch t.nodes[k].name {
			case "w:tr":
				var cells []int32
				var inner func(n int32)
				inner = func(n int32) {
					t.children(n, func(c int32) {
						switch t.nodes[c].name {
						case "w:tc":
							cells = append(cells, c)
							many = many || r.paragraphsIn(c) > 3
						case "w:sdt", "w:sdtContent", "w:customXml", "w:ins":
							inner(c)
						}
					})
				}
				inner(k)
				columns = max(columns, len(cells))
				rows = append(rows, cells)
			case "w:sdt", "w:sdtContent", "w:customXml", "w:ins":
				collect(k)
			}
		})
	}
	collect(n)
	cell := func(c int32, f func()) {
		dark := false
		if p := t.find(c, "w:tcPr"); p != xmlNone {
			if s := t.find(p, "w:shd"); s != xmlNone {
				dark = !clearGround(t.attr(s, "fill"))
			}
		}
		if dark {
			r.shaded++
		}
		f()
		if dark {
			r.shaded--
		}
	}
	if r.flat > 0 {
		for _, row := range rows {
			for _, c := range row {
				cell(c, func() { r.nodes(c) })
			}
		}
		return
	}
	if len(rows) == 1 && columns > 1 && columns < 4 {
		for _, c := range rows[0] {
			if r.displayIn(c) != 0 {
				formulas++
			}
		}
	}
	if formulas == 1 && r.numbered(rows[0]) {
		return
	}
	inBox := r.box.kind == roleEnv && r.unfinished()
	if !inBox {
		r.closeBox()
		r.flushNotes()
	}
	if columns == 1 || many {
		r.begin(core.Block{Kind: core.Quote})
		was, list, bound := r.box, r.list, r.bound
		r.box, r.list, r.bound = docxBox{}, nil, docxBound{}
		for _, row := range rows {
			for _, c := range row {
				cell(c, func() { r.nodes(c); r.endBound() })
			}
		}
		r.box, r.list, r.bound = was, list, bound
		r.end()
		return
	}
	r.begin(core.Block{Kind: core.Table})
	r.flat++
	for i, row := range rows {
		if i > 0 {
			r.gap(1)
		}
		for j, c := range row {
			if j > 0 {
				for len(r.text) > 0 && r.text[len(r.text)-1] == ' ' {
					r.shorten(1)
				}
				r.put(" | ", -1, 0)
			}
			cell(c, func() { r.nodes(c) })
		}
	}
	r.flat--
	r.end()
}

// paragraphsIn counts the paragraphs of a cell that have content.
func (r *docx) paragraphsIn(c int32) (n int) {
	r.tree.children(c, func(k int32) {
		if r.tree.nodes[k].name == "w:p" && !r.blankPara(k) {
			n++
		}
	})
	return n
}

// displayIn returns the display of a cell.
func (r *docx) displayIn(c int32) (formula int32) {
	r.tree.children(c, func(k int32) {
		if r.tree.nodes[k].name == "w:p" {
			for f := r.tree.nodes[k].child; f != 0; f = r.tree.nodes[f].next {
				if name := r.tree.nodes[f].name; name == "m:oMathPara" || name == "m:oMath" {
					formula = f
				}
			}
		}
	})
	return formula
}

// numbered reads a table of one row that sets the number of a display beside it.
func (r *docx) numbered(row []int32) bool {
	formula, beside := int32(0), ""
	for _, c := range row {
		if f := r.displayIn(c); f != 0 {
			formula = f
			continue
		}
		s := strings.TrimSpace(r.tree.text(c))
		if s != "" && (beside != "" || !strings.HasPrefix(s, "(") || !strings.HasSuffix(s, ")") || len(s) > 20) {
			return false
		}
		beside += s
	}
	if len(r.list) == 0 && r.box.kind != roleEnv {
		r.closeBox()
		r.flushNotes()
	}
	r.display(formula, beside)
	return true
}

// textBox adds what a text box holds, behind the paragraph that it is anchored in.
func (r *docx) textBox(n int32) {
	if r.flat > 0 {
		r.nodes(n)
		return
	}
	r.begin(core.Block{Kind: core.Quote})
	was, list, bound, boxes := r.box, r.list, r.bound, r.boxes
	r.box, r.list, r.bound, r.boxes = docxBox{}, nil, docxBound{}, nil
	r.nodes(n)
	r.endBound()
	r.box, r.list, r.bound, r.boxes = was, list, bound, boxes
	r.end()
}

// readNotes finds the foot- or endnotes.
func (r *docx) readNotes(kind string) {
	name, s := r.side(kind)
	if s == "" {
		return
	}
	x := &docxNotes{scan: newXMLScanner(s, docxNamespaces), at: map[string]int{}, rels: r.relations(name)}
	for t, ok := x.scan.next(); ok; t, ok = x.scan.next() {
		if t.kind == xmlStart && (t.name == "w:footnote" || t.name == "w:endnote") {
			switch attribute(t.raw, "type") {
			case "separator", "continuationSeparator", "continuationNotice":
			default:
				x.at[attribute(t.raw, "id")] = t.pos
			}
		}
	}
	r.notes[kind] = x
}

// flushNotes adds the notes that the blocks so far refer to.
func (r *docx) flushNotes() {
	if r.noted || len(r.pending) == 0 || r.flat > 0 || r.bound.id != "" {
		return
	}
	r.noted = true
	tree, rels, boxes, fields := r.tree, r.rels, r.boxes, r.fields
	r.tree = &xmlTree{}
	for _, p := range r.pending {
		kind, id, _ := strings.Cut(p, " ")
		x := r.notes[kind]
		if x == nil {
			continue
		}
		at, ok := x.at[id]
		if !ok {
			continue
		}
		delete(x.at, id)
		x.scan.pos = at
		t, _ := x.scan.next()
		r.collect(x.scan, t)
		r.rels, r.boxes, r.fields = x.rels, nil, nil
		depth := r.depth()
		r.begin(core.Block{Kind: core.Environment, Name: "footnote"})
		r.nodes(xmlFirst)
		r.closeBox()
		r.endTo(depth)
	}
	r.tree, r.rels, r.boxes, r.fields = tree, rels, boxes, fields
	r.pending, r.noted = r.pending[:0], false
}
