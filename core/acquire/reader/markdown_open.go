package reader

import (
	"cmp"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// heading reads an ATX heading.
func (p *blockParser) heading(c *cursor) {
	p.closeUntilHead()
	rest := c.rest()
	level := len(rest) - len(strings.TrimLeft(rest, "#"))
	from := c.pos + level
	to := c.pos + len(strings.TrimRight(rest, " \t"))
	body := p.src[from:to]
	i := p.add(core.Block{Kind: core.Heading, Level: level}, c.pos)
	p.finishHeading(i, from, withoutClosing(body), to)
}

// withoutClosing is the line of a heading without the number signs that close it.
func withoutClosing(body string) string {
	body = strings.TrimRight(body, " \t")
	if t := strings.TrimRight(body, "#"); t != body && (t == "" || t[len(t)-1] == ' ' || t[len(t)-1] == '\t') {
		body = strings.TrimRight(t, " \t")
	}
	return body
}

// opening returns where the braces open that end a text, -1 where they do not: {.theorem title="On $\mathbf{R}$"}.
func opening(s string) int {
	quoted := false
	for i := len(s) - 1; i >= 0; i-- {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == '{' && !quoted:
			return i
		}
	}
	return -1
}

// finishHeading sets the title, without the attributes in braces at its end.
func (p *blockParser) finishHeading(i, from int, body string, to int) {
	n := &p.nodes[i]
	for strings.HasSuffix(body, "}") {
		open := opening(body)
		if open < 0 || open > 0 && body[open-1] != ' ' && body[open-1] != '\t' && body[open-1] != '}' {
			break
		}
		inner := strings.TrimSpace(body[open+1 : len(body)-1])
		if inner == "" || strings.IndexByte("#.-:", inner[0]) < 0 && !strings.Contains(inner, "=") {
			if strings.TrimSpace(body[:open]) == "" { // ## {Step 3}: the braces hold the title
				p.cuts.cut(from+open, from+open+1)
				p.cuts.cut(from+len(body)-1, from+len(body))
			}
			break
		}
		p.applyTo(n, parseAttributes(inner))
		p.cuts.cut(from+open, from+len(body))
		body = withoutClosing(body[:open]) // ## Title ## {#id}
	}
	trimmed := strings.TrimLeft(body, " \t")
	start := from + len(body) - len(trimmed)
	n.raw = core.Span{Start: start, End: start + len(trimmed)}
	n.Body = n.raw
	n.Span.End = to
	p.lastLeaf, p.lastLine = i, to
	if q := n.Parent; q >= 0 && p.first(q, i) { // > ### Title {.theorem}: the quote is the environment
		box := &p.nodes[q]
		switch {
		case box.Kind == core.Quote && n.Name != "":
			box.Kind, box.Name, box.Head = core.Environment, n.Name, n.Head
			// Pandoc reads the lines up to the next blank one as the quote's, also below a heading.
			for k := range p.open {
				p.open[k].lazy = p.open[k].lazy || p.open[k].node == q && p.open[k].kind == inQuote
			}
			fallthrough
		case box.Kind == core.Environment && box.Title == "" && len(p.open) > 0 && p.open[len(p.open)-1].kind != inTag:
			box.Title = cmp.Or(p.titleOf(n.raw), n.Title)
			box.Anchors = append(box.Anchors, n.Anchors...)
			box.Body.Start = to
			p.nodes[i].drop = true
			p.cuts.cut(n.Span.Start, min(to+1, len(p.src)))
		}
	}
}

// first reports whether child is the first block inside parent.
func (p *blockParser) first(parent, child int) bool { return child == parent+1 }

// titleOf is the plain text of a title in the source.
func (p *blockParser) titleOf(s core.Span) string { return plainTitle(s.Of(p.src)) }

// setextHeading turns the open paragraph into a heading.
func (p *blockParser) setextHeading(c *cursor, level int) {
	l := p.leaf
	p.leaf = leaf{}
	p.closeUntilHead()
	i := p.add(core.Block{Kind: core.Heading, Level: level}, l.start)
	p.finishHeading(i, l.start, p.src[l.start:l.end], c.end)
	p.nodes[i].Span.End = c.end
}

// closeUntilHead closes environments that the author forgot to close.
func (p *blockParser) closeUntilHead() {
	for i := range p.open {
		if p.open[i].untilHead && p.nodes[p.open[i].node].end+1 > 0 && len(p.nodes) > p.open[i].node+1 {
			p.closeTo(i)
			return
		}
	}
}

// openCode begins an indented code block.
func (p *blockParser) openCode(c *cursor) {
	p.leaf = leaf{kind: indentedLeaf, end: c.end, node: p.add(core.Block{Kind: core.Code}, c.pos)}
}

// openFence begins a code block or a directive.
func (p *blockParser) openFence(c *cursor) bool {
	at := c.pos
	char := p.src[at]
	n, info := c.fence()
	if n < 3 || char == '`' && strings.Contains(info, "`") && (info[0] != '{' || !p.isDirective(info) || strings.Contains(info, "```")) {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	suspect := p.unclosedFence(at, char, n)
	if strings.HasPrefix(info, "{") && p.openDirective(c, char, n, info, suspect) {
		return true
	}
	if kind, ok := strings.CutPrefix(info, "ad-"); ok && p.openDirective(c, char, n, "{"+kind+"}", suspect) { // Obsidian's admonitions
		return true
	}
	if words, ok := strings.CutPrefix(info, "admonish "); ok && p.openDirective(c, char, n, admonish(words), suspect) {
		return true
	}
	lang := strings.TrimLeft(info, "{. ")
	if i := strings.IndexAny(lang, " \t,}{"); i >= 0 {
		lang = lang[:i]
	}
	kind := core.Code
	if lang == "math" {
		kind = core.Math
	}
	i := p.add(core.Block{Kind: kind, Name: lang}, at)
	body := min(c.end+1, len(p.src))
	p.nodes[i].Body = core.Span{Start: body, End: body}
	p.nodes[i].Span.End = c.end
	p.leaf = leaf{kind: fencedLeaf, end: body, node: i, fence: char, fenceLen: n, suspect: suspect}
	return true
}

// admonish writes what mdBook's boxes say behind their fence, ```admonish theorem title="T" id="x", as a directive
// does.
func admonish(words string) string {
	kind, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
	if rest = strings.TrimSpace(rest); rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		title, _ := attributeValue(rest)
		return "{" + kind + "} " + title
	}
	return "{" + kind + " " + rest + "}"
}

// isDirective reports whether what follows a fence names an environment: its title may hold roles then, whose backticks
// the line of a fence else has not.
func (p *blockParser) isDirective(info string) bool {
	name, _, _ := directive(info)
	_, _, known := environmentName(attributes{classes: []string{name}})
	return (known || boxes[name]) && len(p.open) < maxNesting
}

// openDirective begins an environment that is written as a fence: ```{prf:theorem} Title, ```{theorem, label,
// name="…"}.
func (p *blockParser) openDirective(c *cursor, char byte, n int, info string, suspect bool) bool {
	if !p.isDirective(info) {
		return false
	}
	name, arg, a := directive(info)
	_, head, _ := environmentName(attributes{classes: []string{name}})
	if _, role, ok := strings.Cut(arg, "ref}`"); ok { // {prf:proof} of {prf:ref}`thm-x`
		key, _, _ := strings.Cut(role, "`")
		a.set("of", strings.TrimSuffix(key[strings.LastIndexByte(key, '<')+1:], ">"))
	}
	p.cutLine(c.pos, c.end)
	p.openEnvironment(container{kind: inDirective, fence: char, fenceLen: n, untilHead: suspect, options: true}, name, head, arg, a, c.end)
	return true
}

// boxes are the directives that hold text but are no items.
var boxes = map[string]bool{
	"note": true, "tip": true, "warning": true, "important": true, "caution": true, "attention": true, "danger": true, "hint": true, "seealso": true, "admonition": true,
	"figure": true, "sidebar": true, "margin": true, "dropdown": true, "card": true, "tab-item": true, "tab-set": true, "grid": true,
	"epigraph": true, "topic": true, "aside": true, "info": true, "abstract": true, "success": true, "quote": true,
}

// directive takes apart what follows the fence of a directive.
func directive(info string) (name, arg string, a attributes) {
	end := 1
	for quoted := false; end < len(info) && (quoted || info[end] != '}'); end++ {
		quoted = quoted != (info[end] == '"') // {.theorem title="On $\mathbf{R}$"}
	}
	inner := strings.TrimSpace(info[1:end])
	arg = strings.TrimSpace(info[min(end+1, len(info)):])
	i := strings.IndexAny(inner, " \t,")
	if i < 0 {
		i = len(inner)
	}
	name = strings.TrimPrefix(inner[:i], ".")
	rest := strings.Trim(inner[i:], " \t,")
	if label, more, _ := strings.Cut(rest, ","); label != "" && !strings.ContainsAny(label, "=#.") { // bookdown: {theorem, label, name="…"}
		a = parseAttributes(more)
		a.id = strings.TrimSpace(label)
	} else {
		a = parseAttributes(rest)
	}
	if v := a.keys["label"]; a.id == "" {
		a.id = v
	}
	if j := strings.LastIndexByte(name, ':'); j >= 0 {
		name = name[j+1:]
	}
	return name, arg, a
}

// openEnvironment begins an environment and gives it its title and anchors.
func (p *blockParser) openEnvironment(k container, name, head, arg string, a attributes, at int) {
	title := plainTitle(arg)
	if title == "" {
		title = plainTitle(a.title())
	}
	p.attrs = nil
	i := p.push(k, core.Block{Kind: core.Environment, Name: strings.TrimSuffix(name, "*"), Head: head, Title: title, Number: a.keys["number"]}, min(at+1, len(p.src)))
	if a.id != "" {
		p.nodes[i].Anchors = append(p.nodes[i].Anchors, a.id)
		if prefix := bookdownPrefix[strings.ToLower(head)]; prefix != "" && !strings.Contains(a.id, ":") {
			p.nodes[i].Anchors = append(p.nodes[i].Anchors, prefix+":"+a.id)
		}
	}
	for _, class := range a.classes {
		if class == "unnumbered" {
			p.nodes[i].Starred = true
		}
	}
	p.nodes[i].Starred = p.nodes[i].Starred || strings.HasSuffix(name, "*")
	if h, _ := text.LookupHead(head); h.Class == text.Proof {
		p.nodes[i].Proves = a.proves()
	}
}

// options reads an option line of a directive (":label: thm-x").
func (p *blockParser) options(c *cursor) bool {
	if len(p.open) == 0 {
		return false
	}
	k := &p.open[len(p.open)-1]
	if !k.options || k.kind == inNamed {
		return false
	}
	rest := c.rest()
	if title, ok := strings.CutPrefix(rest, "title:"); ok && k.kind == inDirective && p.nodes[k.node].Title == "" {
		p.nodes[k.node].Title = plainTitle(strings.TrimSpace(title))
		p.cutLine(c.pos, c.end)
		return true
	}
	key, value, ok := strings.Cut(strings.TrimPrefix(rest, ":"), ":")
	if !ok || rest[0] != ':' || rest == key || strings.HasPrefix(rest, "::") || strings.ContainsAny(key, " \t") {
		k.options = false
		return false
	}
	n := &p.nodes[k.node]
	value = strings.TrimSpace(value)
	switch key {
	case "label", "name":
		n.Anchors = append(n.Anchors, value)
	case "class":
		if name, head, known := environmentName(attributes{classes: strings.Fields(value)}); known && n.Head == "" {
			n.Name, n.Head = name, head
		}
	case "nonumber":
		n.Starred = true
	}
	p.cutLine(c.pos, c.end)
	return true
}

// openDiv reads a line of colons: the beginning or the end of a fenced div.
func (p *blockParser) openDiv(c *cursor) bool {
	rest := c.rest()
	n := len(rest) - len(strings.TrimLeft(rest, ":"))
	if n < 3 {
		return false
	}
	at := c.pos
	end := c.end
	if open := strings.IndexByte(rest, '{'); open >= 0 && strings.IndexByte(rest[open:], '}') < 0 { // attributes over several lines
		if i := strings.IndexByte(p.src[c.pos:min(len(p.src), c.pos+maxTag)], '}'); i > 0 && !strings.Contains(p.src[c.pos:c.pos+i], "\n\n") {
			end = lineEnd(p.src, c.pos+i)
			rest = strings.ReplaceAll(p.src[c.pos:end], "\n", " ")
		}
	}
	arg := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(rest[n:]), ":"))
	if arg == "" {
		p.closeLeaf()
		for i := len(p.open) - 1; i >= 0; i-- {
			if p.open[i].kind == inDiv {
				p.closeTo(i)
				break
			}
		}
		p.cutLine(c.pos, c.end)
		return true
	}
	if len(p.open) >= maxNesting || len(arg) > maxTag {
		return false
	}
	k := container{kind: inDiv, untilHead: p.unclosedDiv(at), options: true}
	if k.untilHead && arg[0] != '{' && strings.ContainsAny(arg, " \t") {
		return false // prose after colons
	}
	p.closeLeaf()
	p.leaveList()
	var a attributes
	name, title := "", ""
	if brace := strings.IndexByte(arg, '{'); brace == 0 && n >= 3 && len(arg) > 1 && isLetter(arg[1]) && !strings.Contains(arg[:strings.IndexByte(arg+"}", '}')], "=") {
		name, title, a = directive(arg) // MyST: :::{prf:definition} Title
		a.classes = append([]string{name}, a.classes...)
	} else {
		word := arg
		if brace >= 0 {
			word = strings.TrimSpace(arg[:brace])
			end := strings.LastIndexByte(arg, '}')
			if end < brace {
				end = len(arg)
			}
			a = parseAttributes(arg[brace+1 : end])
			title = strings.TrimSpace(arg[min(end+1, len(arg)):])
		}
		if word != "" {
			size := strings.IndexAny(word+" ", " [") // remark's directives: :::theorem[Title]{#thm-x}
			a.classes = append([]string{word[:size]}, a.classes...)
			if title == "" {
				title = strings.Trim(word[size:], " []")
			}
		}
	}
	known, head, ok := environmentName(a)
	switch {
	case ok:
		name = known
	case len(a.classes) > 0:
		name = a.classes[0]
	default:
		name = "div"
	}
	p.cutLine(at, end)
	p.openEnvironment(k, name, head, title, a, end)
	if end > c.end {
		p.resume = end
	}
	return true
}

// attributeLine reads a kramdown attribute line. It belongs to the block right before it, else to the next.
func (p *blockParser) attributeLine(c *cursor) bool {
	rest := strings.TrimRight(c.rest(), " \t")
	if !strings.HasSuffix(rest, "}") || len(rest) > maxTag || strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "{%") {
		return false
	}
	inner := rest[1 : len(rest)-1]
	colon := strings.HasPrefix(inner, ":")
	if !colon && (inner == "" || strings.IndexByte("#.", inner[0]) < 0) || strings.ContainsAny(inner, "{}\\$") {
		return false
	}
	before := p.leaf.kind != noLeaf || !p.blankBefore && p.lastLeaf >= 0
	p.closeLeaf()
	p.cutLine(c.pos, c.end)
	a := parseAttributes(strings.TrimPrefix(inner, ":"))
	if !before {
		p.attrs = &a
		return true
	}
	p.applyTo(&p.nodes[p.lastLeaf], a)
	if n := &p.nodes[p.lastLeaf]; n.Kind == core.Paragraph && n.Parent >= 0 && p.nodes[n.Parent].Kind == core.Quote && !colon {
		return true
	}
	return true
}

// applyTo gives a block the attributes that were written for it.
func (p *blockParser) applyTo(n *node, a attributes) {
	if a.id != "" {
		n.Anchors = append(n.Anchors, a.id)
	}
	for _, class := range a.classes {
		if class == "unnumbered" || class == "nonumber" {
			n.Starred = true
		}
	}
	name, head, ok := environmentName(a)
	if !ok {
		return
	}
	switch n.Kind {
	case core.Heading:
		n.Name, n.Head, n.Title = name, head, plainTitle(a.title())
	case core.Quote:
		n.Kind, n.Name, n.Head = core.Environment, name, head
		if n.Title == "" {
			n.Title = plainTitle(a.title())
		}
	case core.Paragraph, core.Math:
		if n.Parent >= 0 && p.nodes[n.Parent].Kind == core.Quote {
			p.applyTo(&p.nodes[n.Parent], a)
			return
		}
		n.wrap = &core.Block{Kind: core.Environment, Name: name, Head: head, Title: plainTitle(a.title()), Anchors: n.Anchors, Starred: n.Starred}
		n.Anchors = nil
	}
}

// targetLine reads a MyST target, "(label)=", which names the next block.
func (p *blockParser) targetLine(c *cursor) bool {
	rest := strings.TrimRight(c.rest(), " \t")
	if !strings.HasSuffix(rest, ")=") || len(rest) > 200 {
		return false
	}
	label := rest[1 : len(rest)-2]
	if label == "" || strings.ContainsAny(label, " ()$\\") {
		return false
	}
	p.anchors = append(p.anchors, label)
	p.cutLine(c.pos, c.end)
	return true
}

// linkDefinition reads "[label]: destination".
func (p *blockParser) linkDefinition(c *cursor) bool {
	rest := c.rest()
	i := strings.Index(rest[:min(len(rest), maxLabel)], "]:")
	if i < 2 || rest[1] == '^' || strings.IndexByte(rest[1:i], '[') >= 0 {
		return false
	}
	dest := strings.Fields(rest[i+2:])
	if len(dest) == 0 || len(dest) > 1 && strings.IndexByte("\"'(", dest[1][0]) < 0 {
		return false
	}
	label := foldLabel(rest[1:i])
	if _, ok := p.definitions[label]; !ok {
		p.definitions[label] = strings.Trim(dest[0], "<>")
	}
	p.cutLine(c.pos, c.end)
	return true
}

// openNote begins a footnote: "[^1]: text".
func (p *blockParser) openNote(c *cursor) bool {
	rest := c.rest()
	i := strings.Index(rest[:min(len(rest), maxLabel)], "]:")
	if i < 3 || rest[1] != '^' || strings.ContainsAny(rest[1:i], " []") || len(p.open) >= maxNesting {
		return false
	}
	p.leaveList()
	label := rest[1:i]
	at := c.pos
	c.pos += i + 2
	c.col += i + 2
	c.skip()
	p.cuts.cut(at, c.pos)
	n := p.push(container{kind: inNote}, core.Block{Kind: core.Environment, Name: "footnote", Number: label[1:]}, c.pos)
	p.nodes[n].Anchors = append(p.nodes[n].Anchors, label)
	return true
}

// openDefinition begins the definition of a description list, ":   text" below its term.
func (p *blockParser) openDefinition(c *cursor) bool {
	rest := c.rest()
	if len(rest) < 3 || rest[1] != ' ' && rest[1] != '\t' || len(p.open)+2 >= maxNesting {
		return false
	}
	if n := len(p.open); n > 0 && p.open[n-1].kind == inList && p.open[n-1].style == ":" { // one more for the same term
		p.definition(c, c.pos, "")
		return true
	}
	switch p.leaf.kind {
	case paragraphLeaf:
		if p.leaf.lines > 1 || p.leaf.end-p.leaf.start > maxTerm {
			return false
		}
		p.closeLeaf()
	case noLeaf:
	default:
		return false
	}
	if p.lastLeaf < 0 || p.lastLeaf != len(p.nodes)-1 {
		return false
	}
	term := &p.nodes[p.lastLeaf]
	span := term.Span
	if term.Kind != core.Paragraph || term.wrap != nil || term.Parent != p.parent() || span.Len() > maxTerm || strings.Contains(span.Of(p.src), "\n") ||
		strings.Count(p.src[span.End:c.pos], "\n") > 2 {
		return false
	}
	if q := p.terms; q >= 0 && p.nodes[q].Parent == term.Parent && p.under(q, p.lastLeaf-1) {
		term.drop = true
	} else {
		p.terms = p.lastLeaf
		term.Kind, term.Span.End = core.TermList, span.Start
		term.Body = term.Span
	}
	p.open = append(p.open, container{kind: inList, node: p.terms, style: ":"})
	p.definition(c, span.Start, plainTitle(span.Of(p.src)))
	return true
}

// maxTerm is how long the term of a description list may be.
const maxTerm = 200

// definition begins an item of a description list.
func (p *blockParser) definition(c *cursor, at int, title string) {
	c.pos++
	c.col++
	width := min(c.indent(), 4)
	c.take(width)
	i := p.push(container{kind: inItem, indent: 1 + width}, core.Block{Kind: core.ListItem, Title: title}, at)
	p.nodes[i].Body.Start = c.pos
}

// under reports whether a node lies inside another.
func (p *blockParser) under(outer, i int) bool {
	for n := 0; n <= 2*maxNesting && i > outer; n++ {
		i = p.nodes[i].Parent
	}
	return i == outer
}

// marker is the mark of a list item.
type marker struct {
	size   int // bytes without the blanks after it
	style  string
	number string // as printed
	first  bool   // 1, a, i
	letter bool
}

// interrupts reports whether the item may begin in the middle of a paragraph, where a hyphen or number may be text.
func (m marker) interrupts() bool {
	return !m.letter && (len(m.style) == 1 && m.style != "•" || m.first)
}

// parseMarker reads "-", "1.", "2)", "(a)", "iv." at the start of s.
func parseMarker(s string) (m marker, ok bool) {
	if s == "" {
		return m, false
	}
	if strings.HasPrefix(s, "•") {
		m = marker{size: len("•"), style: "•", number: "•"}
		return m, len(s) == m.size || s[m.size] == ' ' || s[m.size] == '\t'
	}
	switch s[0] {
	case '-', '+', '*':
		m = marker{size: 1, style: s[:1], number: "•"}
	default:
		i := 0
		if s[0] == '(' {
			i = 1
		}
		start := i
		for i < len(s) && i-start < 9 && isDigit(s[i]) {
			i++
		}
		class := "1"
		if i == start {
			for i < len(s) && i-start < 5 && isLetter(s[i]) {
				i++
			}
			class = "a"
			if word := s[start:i]; len(word) != 1 {
				if !isRoman(word) {
					return m, false
				}
				class = "i"
			}
		}
		if i == start || i == len(s) || s[i] != ')' && (start > 0 || s[i] != '.') {
			return m, false
		}
		number := s[start:i]
		m = marker{size: i + 1, number: s[:i+1], letter: class != "1", first: number == "1"}
		if class == "i" || number == "i" || number == "v" || number == "x" || number == "I" {
			class = "a" // letters and Roman numerals are told apart by their order only
		}
		if m.letter && start == 0 && s[i] == '.' && number[0] < 'a' && !strings.HasPrefix(s[i+1:], "  ") {
			return m, false // "B. Russell", as Pandoc has it
		}
		m.style = s[:start] + class + s[i:i+1]
	}
	return m, len(s) == m.size || s[m.size] == ' ' || s[m.size] == '\t'
}

// isRoman reports whether a word is a Roman numeral below 40.
func isRoman(w string) bool {
	for i := range len(w) {
		if strings.IndexByte("ivxIVX", w[i]) < 0 || w[i]&0x20 != w[0]&0x20 {
			return false
		}
	}
	return w != ""
}

// openItem begins a list item, and the list when it is the first.
func (p *blockParser) openItem(c *cursor, paragraph bool) bool {
	rest := c.rest()
	m, ok := parseMarker(rest)
	if !ok || len(p.open)+2 > maxNesting {
		return false
	}
	empty := strings.TrimSpace(rest[m.size:]) == ""
	if paragraph && (!m.interrupts() || empty) {
		return false
	}
	p.closeLeaf()
	at, indent := c.pos, 0
	c.pos += m.size
	c.col += m.size
	switch w := c.indent(); {
	case empty:
		indent = 1
	case w > 4:
		indent = 1
		c.take(1)
	default:
		indent = w
		c.take(w)
	}
	indent += c.offset(at) + len([]rune(rest[:m.size]))
	if n := len(p.open); n == 0 || p.open[n-1].kind != inList || p.open[n-1].style != m.style {
		p.leaveList()
		p.push(container{kind: inList, style: m.style}, core.Block{Kind: core.List}, at)
	}
	i := p.push(container{kind: inItem, indent: indent}, core.Block{Kind: core.ListItem, Number: m.number}, at)
	p.nodes[i].Body.Start = c.pos
	if empty {
		c.pos = c.end
	}
	return true
}

// tableRule turns the last line of the paragraph into the head of a table when the line is its rule.
func (p *blockParser) tableRule(c *cursor) bool {
	rest := c.rest()
	pipes := strings.IndexByte(rest, '|') >= 0
	if strings.IndexByte(rest, '-') < 0 || strings.Trim(rest, "|-: \t+") != "" {
		return false
	}
	simple := !pipes && strings.Count(strings.TrimSpace(rest), " -") > 0 // Pandoc's simple table: "----  ----"
	if !simple && (!pipes || strings.IndexByte(p.src[p.leaf.lastStart:p.leaf.end], '|') < 0) {
		return false
	}
	l := p.leaf
	if l.lines > 1 {
		p.leaf.end = l.start + len(strings.TrimRight(p.src[l.start:l.lastStart], " \t\n>"))
		p.closeLeaf()
	} else {
		p.leaf = leaf{}
	}
	p.leaf = leaf{kind: tableLeaf, end: c.end, node: p.add(core.Block{Kind: core.Table}, l.lastStart)}
	if simple {
		p.leaf.until = "blank"
	}
	return true
}

// gridTable begins a table that is drawn with plus signs, or one of Pandoc's without a head.
func (p *blockParser) gridTable(c *cursor) bool {
	rest := strings.TrimRight(c.rest(), " \t")
	if p.leaf.kind != noLeaf || len(rest) < 5 || strings.Trim(rest, "+-=: ") != "" {
		return false
	}
	grid := rest[0] == '+' && rest[len(rest)-1] == '+' && strings.Contains(rest, "--")
	simple := rest[0] == '-' && strings.Contains(rest, "-- ") && strings.IndexByte(rest, '+') < 0
	if !grid && !simple {
		return false
	}
	p.leaveList()
	p.leaf = leaf{kind: tableLeaf, end: c.end, until: "blank", node: p.add(core.Block{Kind: core.Table}, c.pos)}
	return true
}
