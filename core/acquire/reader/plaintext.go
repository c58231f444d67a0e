package reader

import (
	"context"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "plain text", MediaType: "text/plain", Extensions: []string{".txt", ".text"},
		Sniff: func(head []byte) int { return 1 },
		Read:  readText,
	})
}

// readText reads plain text by what authors of it agree on: blank lines end paragraphs, lists begin with marks,
// displays are indented, headings are numbered, underlined, in capitals, or short lines alone. In doubt a line is no
// heading: a wrong one ends a statement, a missed one only loses a title.
func readText(ctx context.Context, in Input) (*core.Document, error) {
	s, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	c := &cutter{}
	c.pageFeet(s)
	c.printedPages(s)
	c.settle()
	doc := &core.Document{Encoding: encoding, Losses: losses, Parts: []core.Part{{Name: in.Name, Raw: in.Raw}}}
	doc.Text, doc.Runs = c.apply(s, runs)
	p := &plainParser{text: doc.Text, slugs: slugs{}}
	p.groups()
	p.recur()
	for p.at = 0; p.at < len(p.group); p.at++ {
		if p.at%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p.next()
	}
	doc.Blocks = p.blocks
	return doc, nil
}

// line is a line of a text without its line end.
type line struct {
	core.Span
	indent int // columns
}

func endOfLine(s string, at int) int {
	if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s)
}

// plainParser turns groups of lines, as blank lines part them, into blocks.
type plainParser struct {
	text   string
	group  [][]line
	at     int
	base   int             // the usual indentation of prose
	nest   []nested        // the lists in hand, from the outermost on
	titles map[string]bool // of the headings that show in one place at least
	blocks []core.Block
	slugs  slugs
}

func (p *plainParser) groups() {
	var cur []line
	indents := map[int]int{}
	for at := 0; at < len(p.text); {
		end := endOfLine(p.text, at)
		l := line{Span: core.Span{Start: at, End: end}}
		for l.Start < l.End && strings.IndexByte(" \t\f", p.text[l.Start]) >= 0 {
			if p.text[l.Start] == '\t' {
				l.indent += 4 - l.indent%4
			} else {
				l.indent++
			}
			l.Start++
		}
		body := strings.TrimLeftFunc(l.Of(p.text), unicode.IsSpace) // other blanks than those that indent
		l.Start = l.End - len(body)
		l.End = l.Start + len(strings.TrimRightFunc(body, unicode.IsSpace))
		if l.Len() == 0 {
			if cur != nil {
				p.group = append(p.group, cur)
			}
			cur = nil
		} else {
			cur = append(cur, l)
			if l.Len() > 40 {
				indents[l.indent]++
			}
		}
		at = end + 1
	}
	if cur != nil {
		p.group = append(p.group, cur)
	}
	p.split()
	p.blocks = make([]core.Block, 0, len(p.group))
	best := 0
	for indent, n := range indents {
		if n > best || n == best && indent < p.base {
			p.base, best = indent, n
		}
	}
}

func (p *plainParser) of(l line) string { return l.Of(p.text) }

// recur collects the titles of the headings: what heads a section in one place does so wherever it stands alone, as the
// parts of lessons and of reference pages that have the same titles each time.
func (p *plainParser) recur() {
	titles := map[string]bool{}
	for i, g := range p.group {
		if title, number, _ := p.title(g, i); title != "" && number == "" && titleLike(title) {
			titles[title] = true
		}
	}
	p.titles = titles
}

// next turns the present group, and further ones that belong to it, into blocks.
func (p *plainParser) next() {
	g := p.group[p.at]
	switch {
	case p.heading(g):
	case listMark(p.of(g[0])) > 0:
		p.list()
	case p.term(g).Len() > 0:
		p.terms()
	case g[0].indent >= p.base+2 && p.display(g):
	default:
		p.paragraph(g, -1)
	}
}

func (p *plainParser) add(b core.Block) int {
	b.Last = len(p.blocks)
	p.blocks = append(p.blocks, b)
	for i := b.Parent; i >= 0; i = p.blocks[i].Parent {
		p.blocks[i].Last = len(p.blocks) - 1
		p.blocks[i].Span.End = b.Span.End
		p.blocks[i].Body.End = b.Span.End
	}
	return len(p.blocks) - 1
}

// paragraph adds lines as a paragraph; a list mark at the start of a later line begins a list without a blank line.
func (p *plainParser) paragraph(g []line, parent int) {
	for i := 1; i < len(g); i++ {
		if n := listMark(p.of(g[i])); n > 0 && endsClause(p.of(g[i-1])) {
			p.paragraph(g[:i], parent)
			p.items(g[i:], parent)
			return
		}
	}
	s := core.Span{Start: g[0].Start, End: g[len(g)-1].End}
	p.add(core.Block{Kind: core.Paragraph, Parent: parent, Span: s, Body: s})
}

func endsClause(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".:;,?!", last)
}

// display adds an indented group: a formula, code, or a quotation.
func (p *plainParser) display(g []line) bool {
	s := core.Span{Start: g[0].Start, End: g[len(g)-1].End}
	body := s.Of(p.text)
	switch {
	case strings.ContainsAny(body, "{};|\\") || strings.Contains(body, "+-"):
		p.add(core.Block{Kind: core.Code, Parent: -1, Span: s, Body: s})
	case len(g) <= 6 && strings.ContainsAny(body, "=<>≤≥≠∈⊂⊆→↦∑∫∏√∞±⟨∪∩≅≡"):
		p.add(core.Block{Kind: core.Math, Parent: -1, Span: s, Body: s})
	default:
		q := p.add(core.Block{Kind: core.Quote, Parent: -1, Span: s, Body: s})
		p.add(core.Block{Kind: core.Paragraph, Parent: q, Span: s, Body: s})
	}
	return true
}

// list adds a list with its items, also those after blank lines, and what is indented below them.
func (p *plainParser) list() {
	p.items(p.group[p.at], -1)
	indent := p.group[p.at][0].indent
	for p.at+1 < len(p.group) {
		g := p.group[p.at+1]
		switch {
		case g[0].indent > indent+1 && listMark(p.of(g[0])) == 0:
			p.paragraph(g, len(p.blocks)-1-back(p.blocks)) // the last item goes on
		case listMark(p.of(g[0])) > 0 && sameKind(p.of(g[0]), p.of(p.group[p.at][0])) && !p.nextHeading():
			p.itemsOf(g)
		default:
			return
		}
		p.at++
	}
}

// maxHangingTerm bounds a term above what it means, in bytes.
const maxHangingTerm = 60

// term returns the term of a group that explains one: a few words on a line, or before a colon and two blanks, with
// what they mean further in, as the memos of the Internet set their lists of terms.
func (p *plainParser) term(g []line) core.Span {
	if len(g) < 2 {
		return core.Span{}
	}
	for _, l := range g[1:] {
		if l.indent < g[0].indent+2 || l.indent < g[1].indent {
			return core.Span{}
		}
	}
	if p.itemHead(g) {
		return core.Span{}
	}
	s := p.of(g[0])
	if i := strings.Index(s, ":  "); i > 0 && i < maxHangingTerm {
		return core.Span{Start: g[0].Start, End: g[0].Start + i}
	}
	first, _ := utf8.DecodeRuneInString(p.of(g[1]))
	if len(s) > maxHangingTerm || len(strings.Fields(s)) > 6 || strings.ContainsAny(s, "=<>|{}") || !unicode.IsUpper(first) || g[1].indent > g[0].indent+8 || endsSentence(strings.TrimSuffix(s, ":")) {
		return core.Span{}
	}
	return core.Span{Start: g[0].Start, End: g[0].End - len(s) + len(strings.TrimSuffix(s, ":"))}
}

// terms adds a list of terms: the present group and those behind it that explain one or go on further in.
func (p *plainParser) terms() {
	g := p.group[p.at]
	indent := g[0].indent
	s := core.Span{Start: g[0].Start, End: g[0].Start}
	list := p.add(core.Block{Kind: core.TermList, Parent: -1, Span: s, Body: s})
	item := -1
	for {
		term := p.term(g)
		switch {
		case g[0].indent == indent && term.Len() > 0:
			body := core.Span{Start: g[1].Start, End: g[len(g)-1].End}
			if behind := p.text[term.End:g[0].End]; strings.Trim(behind, ": ") != "" {
				body.Start = g[0].End - len(strings.TrimLeft(behind, ": "))
			}
			item = p.add(core.Block{Kind: core.ListItem, Parent: list, Span: core.Span{Start: g[0].Start, End: body.End}, Body: body, Title: term.Of(p.text)})
			p.add(core.Block{Kind: core.Paragraph, Parent: item, Span: body, Body: body})
		case g[0].indent > indent+1 && listMark(p.of(g[0])) == 0:
			p.paragraph(g, item)
		default:
			return
		}
		if p.at+1 >= len(p.group) {
			return
		}
		if next := p.group[p.at+1]; next[0].indent < indent || next[0].indent == indent && p.term(next).Len() == 0 || next[0].indent > indent && listMark(p.of(next[0])) > 0 {
			return
		}
		p.at++
		g = p.group[p.at]
	}
}

// back is how far the last list item lies behind the end.
func back(blocks []core.Block) int {
	for i := len(blocks) - 1; i >= 0; i-- {
		if blocks[i].Kind == core.ListItem {
			return len(blocks) - 1 - i
		}
	}
	return 0
}

// nextHeading reports whether the next group is a heading.
func (p *plainParser) nextHeading() bool {
	g := p.group[p.at+1]
	title, _, _ := p.title(g, p.at+1)
	return title != ""
}

func (p *plainParser) items(g []line, parent int) int {
	s := core.Span{Start: g[0].Start, End: g[0].Start}
	list := p.add(core.Block{Kind: core.List, Parent: parent, Span: s, Body: s})
	p.nest = append(p.nest[:0], nested{list: list, item: -1, indent: g[0].indent})
	p.itemsOf(g)
	return list
}

// nested is a list whose entries are being read, with its last entry.
type nested struct{ list, item, indent int }

// maxNestedLists bounds how deep lists nest.
const maxNestedLists = 8

// itemsOf adds lines as entries of the list in hand; those further in are entries of a list in the entry before.
func (p *plainParser) itemsOf(g []line) {
	for i := 0; i < len(g); {
		j := i + 1
		for j < len(g) && listMark(p.of(g[j])) == 0 {
			j++
		}
		n := listMark(p.of(g[i]))
		mark := strings.TrimSpace(p.of(g[i])[:n])
		s := core.Span{Start: g[i].Start, End: g[j-1].End}
		body := core.Span{Start: min(g[i].Start+n, s.End), End: s.End}
		top := p.innermost(g[i])
		top.item = p.add(core.Block{Kind: core.ListItem, Parent: top.list, Span: s, Body: body, Number: mark})
		p.add(core.Block{Kind: core.Paragraph, Parent: top.item, Span: body, Body: body})
		i = j
	}
}

// innermost is the list that an entry belongs to by how far in it stands, a new one where it stands further in.
func (p *plainParser) innermost(l line) *nested {
	for len(p.nest) > 1 && l.indent < p.nest[len(p.nest)-1].indent {
		p.nest = p.nest[:len(p.nest)-1]
	}
	top := &p.nest[len(p.nest)-1]
	if l.indent > top.indent+1 && top.item >= 0 && len(p.nest) < maxNestedLists {
		s := core.Span{Start: l.Start, End: l.Start}
		list := p.add(core.Block{Kind: core.List, Parent: top.item, Span: s, Body: s})
		p.nest = append(p.nest, nested{list: list, item: -1, indent: l.indent})
		top = &p.nest[len(p.nest)-1]
	}
	return top
}

// listMark returns the length of a list mark and the blanks behind it: "- ", "• ", "1. ", "2) ", "(a) ", "(iv) ". A
// number without a bracket is a mark only up to 99.
func listMark(s string) int {
	n := 0
	switch r, size := utf8.DecodeRuneInString(s); {
	case r == '-' || r == '*' || r == '•' || r == '◦' || r == '–' || r == '+' || r == 'o' && strings.HasPrefix(s, "o  "):
		n = size
	case r == '(':
		end := strings.IndexByte(s[:min(len(s), 7)], ')')
		if end < 2 || !enumerator(s[1:end]) {
			return 0
		}
		n = end + 1
	default:
		end := strings.IndexAny(s[:min(len(s), 6)], ".)")
		if end < 1 || !enumerator(s[:end]) || end > 2 && isDigit(s[0]) {
			return 0
		}
		n = end + 1
	}
	rest := strings.TrimLeft(s[n:], " \t")
	if len(rest) == len(s)-n || rest == "" {
		return 0
	}
	return len(s) - len(rest)
}

// enumerator reports whether s counts: digits, one letter, or a small Roman numeral.
func enumerator(s string) bool {
	switch {
	case strings.Trim(s, "0123456789") == "":
		return true
	case len(s) == 1:
		return isLetter(s[0])
	}
	return strings.Trim(s, "ivx") == ""
}

// sameKind reports whether two list marks belong to one list: both digits, both letters, or the same sign.
func sameKind(a, b string) bool {
	kind := func(s string) byte {
		switch c := s[0]; {
		case c == '(':
			return '('
		case isDigit(c):
			return '1'
		case isLetter(c):
			return 'a'
		default:
			return c
		}
	}
	return kind(a) == kind(b)
}

// heading adds a heading when the group is one.
func (p *plainParser) heading(g []line) bool {
	title, number, level := p.title(g, p.at)
	if title == "" {
		return false
	}
	s := core.Span{Start: g[0].Start, End: g[len(g)-1].End}
	body := g[0].Span
	body.Start += strings.LastIndex(p.of(g[0]), title)
	b := core.Block{Kind: core.Heading, Parent: -1, Level: level, Span: s, Body: body, Title: title, Number: number}
	if slug := p.slugs.of(title); slug != "" {
		b.Anchors = []string{slug}
	}
	p.add(b)
	return true
}

// divisions are words that open a heading with a number, and the level of it.
var divisions = map[string]int{"part": 1, "chapter": 1, "appendix": 1, "section": 2}

// title recognises a heading in the group with index at: its title, number and level; an empty title when it is none.
func (p *plainParser) title(g []line, at int) (title, number string, level int) {
	s := p.of(g[0])
	if len(g) == 2 && len(s) < 120 {
		if u := p.of(g[1]); len(u) >= 3 && (strings.Trim(u, "=") == "" || strings.Trim(u, "-") == "" || strings.Trim(u, "~") == "") {
			level = 2
			if u[0] == '=' {
				level = 1
			}
			number, title = splitNumber(s)
			return title, number, level
		}
	}
	if len(g) != 1 || len(s) > 100 || g[0].indent > p.base && p.base > 0 {
		return "", "", 0
	}
	words := strings.Fields(s)
	if stepTitle(words) {
		return s, "", 2
	}
	if endsSentence(s) {
		return "", "", 0
	}
	if text.LeftOut.Has(text.Fold(s)) { // of the lowest level, so that every heading ends it
		return s, "", 6
	}
	if n := divisions[strings.ToLower(strings.TrimRight(words[0], ".:"))]; n > 0 && len(words) > 1 && enumeratorOrRoman(strings.TrimRight(words[1], ".:")) {
		rest := strings.TrimSpace(strings.TrimLeft(strings.Join(words[2:], " "), ".:–- "))
		if rest == "" {
			return s, strings.TrimRight(words[1], ".:"), n
		}
		if i := strings.Index(s, rest); i >= 0 {
			return rest, strings.TrimRight(words[1], ".:"), n
		}
		return s, "", n
	}
	if num, rest := splitNumber(s); num != "" && (titleLike(rest) || len(words) == 2) && (strings.Contains(num, ".") || !p.inList(at)) {
		return rest, num, 1 + strings.Count(num, ".")
	}
	switch {
	case listMark(s) > 0 || !titleLike(s) || at+1 >= len(p.group) || at == 0 && g[0].indent > 0:
		return "", "", 0
	case strings.ToUpper(s) == s && strings.IndexFunc(s, unicode.IsLetter) >= 0 && len(s) > 3:
		return s, "", 1
	case p.titles[s] || p.opensText(at+1):
		return s, "", 2
	case strings.EqualFold(s, "table of contents") || strings.EqualFold(s, "contents"): // above a list, or of one that was left out
		return s, "", 2
	case at+2 < len(p.group) && len(p.group[at+1]) == 1 && titleLike(p.of(p.group[at+1][0])) && p.opensText(at+2):
		return s, "", 1 // a title above a title
	}
	return "", "", 0
}

// stepTitle reports a line alone that names a step of a procedure: "Step 4", "Step 4 - Decorate it!". One that ends
// with a full stop or a colon is the step.
func stepTitle(words []string) bool {
	if len(words) < 2 || len(words) > 14 || !strings.EqualFold(words[0], "step") || strings.Trim(words[1], "0123456789:.-–—") != "" || !isDigit(words[1][0]) {
		return false
	}
	last := words[len(words)-1]
	return len(words) == 2 || last[len(last)-1] != '.' && last[len(last)-1] != ':'
}

func enumeratorOrRoman(s string) bool {
	return enumerator(s) || strings.Trim(s, "IVXLC") == "" || strings.Trim(s, "0123456789.") == ""
}

// inList reports whether a numbered line stands among others that it counts on from, or that count on from it. One that
// begins anew behind a list is none of it: many texts list the titles of their sections before them.
func (p *plainParser) inList(at int) bool {
	n, ok := countOf(p.of(p.group[at][0]))
	if !ok {
		return false
	}
	if at > 0 {
		g := p.group[at-1]
		for i := len(g) - 1; i >= 0; i-- {
			if before, ok := countOf(p.of(g[i])); ok {
				if n == before || n == before+1 {
					return true
				}
				break
			}
		}
	}
	if at+1 < len(p.group) {
		after, ok := countOf(p.of(p.group[at+1][0]))
		return ok && (after == n || after == n+1)
	}
	return false
}

// countOf is the number that an entry of a numbered list begins with.
func countOf(s string) (int, bool) {
	end := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if listMark(s) == 0 {
		return 0, false
	}
	n, err := strconv.Atoi(s[:end])
	return n, err == nil
}

func endsSentence(s string) bool {
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".,;:?!", last) && !strings.HasSuffix(s, "?")
}

// titleLike reports whether a line reads as a title: at most a dozen words, hardly a sign that titles do not have, no
// head of an item ("Lemma 3"), beginning with a capital or a digit.
func titleLike(s string) bool {
	words := strings.Fields(s)
	first, _ := utf8.DecodeRuneInString(s)
	if len(words) == 0 || len(words) > 12 || !unicode.IsUpper(first) && !unicode.IsDigit(first) {
		return false
	}
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case !unicode.IsDigit(r) && !strings.ContainsRune(" -–—'’“”\",:()/&?@.#+", r):
			return false
		}
	}
	if h, ok := text.LookupHead(strings.TrimRight(words[0], ".:")); ok && h.Class != text.NoHead && (len(words) == 1 || h.Class != text.Item || unicode.IsDigit(rune(words[1][0])) && !strings.EqualFold(words[0], "step")) {
		return false
	}
	return letters >= 4
}

// opensText reports whether a group is what stands below a heading.
func (p *plainParser) opensText(at int) bool { return p.prose(p.group[at]) || p.itemHead(p.group[at]) }

// prose reports whether a group is running text: several lines, or a sentence.
func (p *plainParser) prose(g []line) bool {
	last := p.of(g[len(g)-1])
	return len(g) > 1 || len(last) > 60 || strings.HasSuffix(last, ".") || strings.HasSuffix(last, ":")
}

// itemHead reports whether a group begins with the head of an item.
func (p *plainParser) itemHead(g []line) bool {
	h, ok := text.LookupHead(strings.TrimRight(strings.Fields(p.of(g[0]))[0], ".:"))
	return ok && h.Class != text.NoHead
}
