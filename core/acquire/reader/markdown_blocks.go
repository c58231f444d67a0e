package reader

import (
	"context"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// maxNesting bounds how deep containers nest. Markers beyond it are text.
const maxNesting = 64

// blockParser reads Markdown line by line: each line passes through the open containers and then opens new ones or
// belongs to the open leaf. It follows CommonMark where authors of mathematics do, and knows their notations.
type blockParser struct {
	src         string
	nodes       []node
	open        []container
	leaf        leaf
	cuts        cutter
	hidden      []hiddenSpan
	anchors     []string          // waiting for the next block
	attrs       *attributes       // of an attribute line, waiting for the next block
	definitions map[string]string // link reference definitions
	lookahead
	blankBefore bool
	openHeading int  // the end of a line with a heading's tag that the line does not close
	resume      int  // where the line goes on after a comment of several lines, or behind the mark of a box
	pieces      int  // of the line, which boxes part
	terms       int  // the description list that a further term would belong to, -1
	lastLeaf    int  // the node of the leaf that ended last, -1
	lastLine    int  // where its last line ended
	named       bool // a box was opened that ends with its name
}

type hiddenSpan struct {
	span core.Span
	why  string
}

// node is a block in the making, with spans into the source.
type node struct {
	core.Block
	drop bool
	wrap *core.Block // an environment that an attribute line puts around it
	end  int         // of a container: the end of its last content
	raw  core.Span   // of a heading: where the printed title stands
}

type containerKind uint8

const (
	inQuote containerKind = iota
	inList
	inItem
	inDiv        // ::: … :::
	inDirective  // ```{prf:theorem} … ```
	inTag        // <div> … </div>
	inNote       // a footnote
	inAdmonition // its content is indented by four
	inNamed      // what closes it bears its name: \end{theorem}, {% endtheorem %}
)

type container struct {
	kind      containerKind
	node      int    // -1 when it shows no block
	indent    int    // of an item: columns of its content
	fence     byte   // of a directive
	fenceLen  int    //
	style     string // of a list: "-", "1.", "(a)"
	name      string // of a tag; what closes one of inNamed
	untilHead bool   // nothing closes it: a heading does
	title     bool   // of a tag: it holds the title of the box around it
	lazy      bool   // of a quote: its lines may leave out the sign
	options   bool   // option lines (":label: x") may still come
	anchorsAt int
}

type leafKind uint8

const (
	noLeaf leafKind = iota
	paragraphLeaf
	fencedLeaf
	indentedLeaf
	tableLeaf
	rawLeaf // <pre>, <script>
)

type leaf struct {
	kind       leafKind
	start, end int // content so far
	lines      int
	lastStart  int // of its last line
	node       int
	fence      byte
	fenceLen   int
	suspect    bool // the fence seems not to be closed
	until      string
	hold       int // a display with blank lines goes on up to here
	scan       mathScan
}

func newBlockParser(src string) *blockParser {
	return &blockParser{src: src, definitions: map[string]string{}, terms: -1, lastLeaf: -1, lookahead: newLookahead(src)}
}

// parse reads all lines.
func (p *blockParser) parse(ctx context.Context) error {
	at := p.frontMatter()
	for n := 0; at < len(p.src); n++ {
		if n&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		end := lineEnd(p.src, at)
		for p.pieces = 0; p.line(at, end); p.pieces++ {
		}
		at = end + 1
	}
	p.closeTo(0)
	return nil
}

// blocks returns the blocks, with spans into the text that is left.
func (p *blockParser) blocks() []block {
	for i := len(p.nodes) - 1; i >= 0; i-- { // children come after their parents
		n := &p.nodes[i]
		if holds(n.Kind) {
			n.Span.End = max(n.Span.Start, n.end)
			n.Body.End = max(n.Body.Start, n.end)
		}
		if !n.drop && n.Parent >= 0 {
			q := &p.nodes[n.Parent]
			q.end = max(q.end, n.Span.End)
		}
	}
	index := make([]int, len(p.nodes))
	out := make([]block, 0, len(p.nodes))
	for i := range p.nodes {
		n := &p.nodes[i]
		index[i] = -1
		if n.drop {
			continue
		}
		b := block{Block: n.Block, title: p.cuts.span(n.raw)}
		if b.Parent >= 0 {
			b.Parent = index[b.Parent]
		}
		b.Span, b.Body = p.cuts.span(b.Span), p.cuts.span(b.Body)
		if n.wrap != nil {
			w := *n.wrap
			w.Parent, w.Span, w.Body = b.Parent, b.Span, b.Span
			b.Parent = len(out)
			out = append(out, block{Block: w})
		}
		index[i] = len(out)
		out = append(out, b)
	}
	return out
}

// holds reports whether blocks of the kind hold blocks.
func holds(k core.BlockKind) bool {
	switch k {
	case core.List, core.ListItem, core.Quote, core.Environment, core.TermList:
		return true
	}
	return false
}

// frontMatter hides the YAML or TOML before the text and returns where the text begins.
func (p *blockParser) frontMatter() int {
	fence := "---"
	if strings.HasPrefix(p.src, "+++") {
		fence = "+++"
	} else if !strings.HasPrefix(p.src, fence) {
		return 0
	}
	first := lineEnd(p.src, 0)
	if strings.TrimRight(p.src[:first], " \t") != fence {
		return 0
	}
	pairs := 0
	for at, n := first+1, 0; at < len(p.src) && n < 1000; n++ {
		end := lineEnd(p.src, at)
		line := strings.TrimRight(p.src[at:end], " \t")
		if line == fence || fence == "---" && line == "..." {
			if pairs == 0 {
				return 0
			}
			p.hide(0, end, "front matter")
			p.cuts.cut(0, min(end+1, len(p.src)))
			return end + 1
		}
		if strings.HasPrefix(line, "# ") && pairs == 0 && n > 0 || line == "" && pairs == 0 {
			return 0
		}
		if strings.ContainsAny(line, ":=") {
			pairs++
		}
		at = end + 1
	}
	return 0
}

// line reads one line, or the rest of one that a box ended on. It reports whether there is more to read on it.
func (p *blockParser) line(start, end int) (more bool) {
	c := cursor{src: p.src, pos: start, end: end}
	depth := len(p.open)
	if p.resume > start { // a comment or a box ended on the line, and began earlier
		if p.resume > end {
			return false
		}
		c.pos, c.col = p.resume, p.resume-start
		if c.blank() {
			return false
		}
	} else if depth = p.match(&c); depth < 0 {
		return false
	}
	if p.named && p.leaf.kind != fencedLeaf && p.leaf.kind != rawLeaf {
		if closer, i := p.closing(&c); i >= 0 {
			before := c
			before.end = closer.Start
			p.leaf.hold, p.leaf.scan = 0, mathScan{} // no formula goes on behind the end of its box
			if !before.blank() {
				was := p.resume
				if p.content(&before, depth, start); p.resume != was && p.resume <= closer.Start {
					return true
				}
			}
			p.closeTo(i)
			p.resume = closer.End
			c.pos = closer.End
			if c.blank() {
				p.cutLine(closer.Start, end)
				p.blankBefore = false
				return false
			}
			p.cuts.cut(closer.Start, closer.End)
			return true
		}
	}
	was := p.resume
	p.content(&c, depth, start)
	return p.resume != was && p.resume <= end
}

// content gives a line that belongs to depth open containers to the open leaf, or opens what begins on it.
func (p *blockParser) content(c *cursor, depth, start int) {
	all := depth == len(p.open)
	blank := c.blank()
	defer func() { p.blankBefore = blank }()

	if p.verbatim(c, all, blank, start) {
		return
	}
	if p.leaf.kind == paragraphLeaf && (start < p.leaf.hold || !blank && p.inMath(c)) {
		p.extend(c)
		return
	}
	if blank {
		p.blankLine(depth)
		return
	}
	if !all {
		if p.leaf.kind == paragraphLeaf && !p.startsBlock(*c, depth) {
			p.extend(c) // a lazy continuation line
			return
		}
		p.closeTo(depth)
	}
	p.openBlocks(c, start)
}

// match passes the line through the open containers and returns how many it belongs to, or -1 when the line closed one
// and is done.
func (p *blockParser) match(c *cursor) int {
	for i := 0; i < len(p.open); i++ {
		k := &p.open[i]
		switch k.kind {
		case inQuote:
			d := *c
			if d.indent() > 3 || d.skip() != '>' {
				if k.lazy && !c.blank() {
					continue
				}
				return i
			}
			d.pos++
			d.col++
			d.take(1)
			p.cuts.cut(c.pos, d.pos)
			*c = d
		case inItem:
			if !c.blank() {
				if c.indent() < k.indent {
					return i
				}
				c.take(k.indent)
			}
		case inNote:
			if !c.blank() {
				if c.indent() < 2 {
					return i
				}
				c.take(min(4, c.indent()))
			}
		case inAdmonition:
			if !c.blank() {
				if c.indent() < 4 {
					return i
				}
				c.take(4)
			}
		case inNamed:
			if (k.name == "///" || k.name == quoteFence) && p.leaf.kind != fencedLeaf && strings.TrimSpace(c.rest()) == k.name {
				p.closeTo(i)
				p.cutLine(c.pos, c.end)
				return -1
			}
		case inDirective:
			d := *c
			if p.leaf.kind != fencedLeaf && d.indent() <= 3 && d.skip() == k.fence {
				if n, info := d.fence(); n >= k.fenceLen && info == "" {
					p.closeTo(i)
					p.cutLine(c.pos, c.end)
					return -1
				}
			}
		}
	}
	return len(p.open)
}

// verbatim gives the line to an open code block; it reports false when there is none or it has ended.
func (p *blockParser) verbatim(c *cursor, all, blank bool, start int) bool {
	l := &p.leaf
	switch l.kind {
	case fencedLeaf:
		if !all && !blank {
			p.closeLeaf()
			return false
		}
		d := *c
		if d.indent() <= 3 && d.skip() == l.fence {
			if n, info := d.fence(); n >= l.fenceLen && info == "" {
				p.nodes[l.node].Span.End = c.end
				p.closeLeaf()
				return true
			}
		}
		if n := &p.nodes[l.node]; n.Kind == core.Math && l.end == n.Body.Start && p.mathOption(&d, n) {
			l.end = n.Body.Start
			return true
		}
		if l.suspect && p.blankBefore && isATX(d.rest()) && d.indent() == 0 {
			p.closeLeaf()
			return false
		}
		l.end = c.end
	case rawLeaf:
		l.end = c.end
		if i := indexFold(c.rest(), l.until); i >= 0 {
			l.end = c.pos + i
			p.nodes[l.node].Span.End = l.end
			p.closeLeaf()
		}
	case indentedLeaf:
		if blank {
			return true
		}
		if !all || c.indent() < 4 {
			p.closeLeaf()
			return false
		}
		l.end = c.end
	default:
		return false
	}
	return true
}

// mathOption reads an option line of a math directive, ":label: eq-x", which is no part of the formula.
func (p *blockParser) mathOption(c *cursor, n *node) bool {
	key, value, ok := strings.Cut(strings.TrimPrefix(c.rest(), ":"), ":")
	if !ok || !strings.HasPrefix(c.rest(), ":") || key == "" || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return false
	}
	if value = strings.TrimSpace(value); (key == "label" || key == "name") && value != "" {
		n.Anchors = append(n.Anchors, value)
	}
	p.cutLine(c.pos, c.end)
	n.Body.Start = min(c.end+1, len(p.src))
	n.Body.End = n.Body.Start
	return true
}

// inMath reports whether the line goes on a display or formula that an earlier line of the paragraph opened.
func (p *blockParser) inMath(c *cursor) bool {
	s := &p.leaf.scan
	if s.until == "" && !s.dollar {
		return false
	}
	rest := c.rest()
	if strings.HasPrefix(rest, "```") || strings.HasPrefix(rest, "~~~") || strings.HasPrefix(rest, ":::") {
		return false
	}
	if s.until != "" {
		return !(isATX(rest) && p.blankBefore)
	}
	return s.closes(rest)
}

// blankLine ends what a blank line ends.
func (p *blockParser) blankLine(depth int) {
	if p.leaf.kind != noLeaf {
		p.closeLeaf()
	}
	for i := depth; i < len(p.open); i++ {
		if p.open[i].kind == inQuote {
			p.closeTo(i)
			break
		}
	}
	p.attrs = nil
}

// startsBlock reports whether the rest of a line would open a block rather than go on a paragraph.
func (p *blockParser) startsBlock(c cursor, depth int) bool {
	if c.indent() > 3 {
		return false
	}
	b := c.skip()
	rest := c.rest()
	switch b {
	case '>':
		return true
	case '#':
		return isATX(rest)
	case '`', '~':
		n, info := c.fence()
		return n >= 3 && !(b == '`' && strings.Contains(info, "`"))
	case ':':
		return strings.HasPrefix(rest, ":::")
	case '<':
		return strings.HasPrefix(rest, "<!--") || blockTag(rest)
	case '{':
		return strings.HasPrefix(rest, "{:") || strings.HasPrefix(rest, "{%") || strings.HasPrefix(rest, "{{")
	case '\\':
		return strings.HasPrefix(rest, `\begin{`)
	case '^':
		return blockID(strings.TrimRight(rest, " \t"))
	case '!', '?':
		return strings.HasPrefix(rest, "!!! ") || strings.HasPrefix(rest, "???")
	}
	if isRule(rest) {
		return true
	}
	m, ok := parseMarker(rest)
	if !ok {
		return false
	}
	inside := depth > 0 && p.open[depth-1].kind == inList
	return inside || m.interrupts()
}

// openBlocks opens the containers and the leaf that begin on the line.
func (p *blockParser) openBlocks(c *cursor, start int) {
	for {
		paragraph := p.leaf.kind == paragraphLeaf
		if p.leaf.kind == tableLeaf {
			if strings.Contains(c.rest(), "|") || p.leaf.until != "" && !p.startsBlock(*c, len(p.open)) {
				p.leaf.end = c.end
				return
			}
			p.closeLeaf()
		}
		if c.blank() {
			return
		}
		if c.indent() > 3 {
			if paragraph {
				p.extend(c)
				return
			}
			p.leaveList()
			p.openCode(c)
			return
		}
		b := c.skip()
		if p.options(c) {
			return
		}
		rest := c.rest()
		switch {
		case b == '>' && p.openQuoteFence(c):
			return
		case b == '>' && len(p.open) < maxNesting:
			p.closeLeaf()
			p.leaveList()
			from := c.pos
			c.pos++
			c.col++
			c.take(1)
			p.cuts.cut(from, c.pos)
			quote := p.push(container{kind: inQuote}, core.Block{Kind: core.Quote}, c.pos)
			if rest := c.rest(); strings.HasPrefix(rest, "[!") {
				p.openCallout(c, quote)
			}
			continue
		case b == '#' && isATX(rest):
			p.closeLeaf()
			p.leaveList()
			p.heading(c)
			return
		case (b == '`' || b == '~') && p.openFence(c):
			return
		case b == ':' && p.openDiv(c):
			return
		case b == ':' || b == '~':
			if p.openDefinition(c) {
				continue
			}
		case b == '<' && p.openTag(c):
			continue
		case b == '\\' && p.openTeX(c):
			return
		case (b == '!' || b == '?' || b == '=' || b == '/') && p.openAdmonition(c):
			return
		case b == '^' && p.nameBlock(c):
			return
		case b == '{' && p.openShortcode(c):
			return
		case b == '{' && p.attributeLine(c):
			return
		case b == '(' && !paragraph && p.targetLine(c):
			return
		case b == '[' && !paragraph:
			if p.linkDefinition(c) {
				return
			}
			if p.openNote(c) {
				continue
			}
		case b == '%' && !paragraph && strings.HasPrefix(rest, "% ") && p.lastLeaf < 0 && len(p.nodes) == 0:
			p.hide(c.pos, c.end, "title block")
			p.cutLine(c.pos, c.end)
			return
		}
		if paragraph {
			if level := setext(rest); level > 0 && p.leaf.lines <= 3 && p.leaf.end-p.leaf.start < 300 {
				p.setextHeading(c, level)
				return
			}
			if p.tableRule(c) {
				return
			}
		}
		if isRule(rest) {
			p.closeLeaf()
			p.leaveList()
			p.cutLine(c.pos, c.end)
			return
		}
		if p.openItem(c, paragraph) {
			continue
		}
		if p.gridTable(c) {
			return
		}
		if paragraph {
			p.extend(c)
			return
		}
		p.leaveList()
		p.openParagraph(c)
		return
	}
}

// push opens a container that shows a block.
func (p *blockParser) push(k container, b core.Block, at int) int {
	k.node = p.add(b, at)
	k.anchorsAt = at
	p.open = append(p.open, k)
	return k.node
}

// add appends a block at a place in the source.
func (p *blockParser) add(b core.Block, at int) int {
	b.Parent = p.parent()
	b.Span = core.Span{Start: at, End: at}
	b.Body = b.Span
	n := node{Block: b}
	if b.Kind != core.List && b.Kind != core.Quote && b.Kind != core.ListItem {
		n.Anchors = append(n.Anchors, p.anchors...)
		p.anchors = p.anchors[:0]
		if a := p.attrs; a != nil && b.Kind != core.Environment {
			p.attrs = nil
			p.applyTo(&n, *a)
		}
	}
	p.nodes = append(p.nodes, n)
	return len(p.nodes) - 1
}

// parent is the node around what opens now.
func (p *blockParser) parent() int {
	for i := len(p.open) - 1; i >= 0; i-- {
		if p.open[i].node >= 0 {
			return p.open[i].node
		}
	}
	return -1
}

// leaveList closes a list that the line adds no item to.
func (p *blockParser) leaveList() {
	if n := len(p.open); n > 0 && p.open[n-1].kind == inList {
		p.closeTo(n - 1)
	}
}

// closeTo closes the leaf and all containers from depth on.
func (p *blockParser) closeTo(depth int) {
	p.closeLeaf()
	for len(p.open) > depth {
		k := p.open[len(p.open)-1]
		p.open = p.open[:len(p.open)-1]
		if k.node >= 0 {
			p.lastLeaf = k.node
		}
		if k.title {
			p.takeTitle()
		}
	}
}

// takeTitle makes what stands at the beginning of the innermost box its title.
func (p *blockParser) takeTitle() {
	i := len(p.nodes) - 1
	q := p.parent()
	if q < 0 || i != q+1 || p.nodes[i].Kind != core.Paragraph || p.nodes[q].Kind != core.Environment || p.nodes[q].Title != "" {
		return
	}
	span := p.nodes[i].Span
	p.nodes[q].Title = strings.Join(strings.Fields(p.titleOf(span)), " ")
	p.nodes[i].drop = true
	p.cutLine(span.Start, span.End)
}

// closeLeaf ends the open leaf and makes its block.
func (p *blockParser) closeLeaf() {
	l := p.leaf
	p.leaf = leaf{}
	switch l.kind {
	case noLeaf:
		return
	case paragraphLeaf:
		i := p.add(core.Block{Kind: core.Paragraph}, l.start)
		l.lastStart = min(l.lastStart, l.end) // the last line may be the head of a table behind it
		if k := strings.LastIndexByte(p.src[l.lastStart:l.end], ' '); k > 0 && blockID(p.src[l.lastStart+k+1:l.end]) {
			p.nodes[i].Anchors = append(p.nodes[i].Anchors, p.src[l.lastStart+k+1:l.end])
			p.cuts.cut(l.lastStart+k, l.end)
			l.end = l.lastStart + k
		}
		p.nodes[i].Span.End = l.end
		p.nodes[i].Body.End = l.end
		l.node = i
	case tableLeaf:
		p.nodes[l.node].Span.End = l.end
		p.nodes[l.node].Body = p.nodes[l.node].Span
	case fencedLeaf, rawLeaf:
		n := &p.nodes[l.node]
		n.Body.End = max(n.Body.Start, l.end)
		n.Span.End = max(n.Span.End, n.Body.End)
		if n.drop {
			p.hide(n.Span.Start, n.Body.End, "script")
			p.cuts.cut(n.Span.Start, n.Body.End)
		}
	case indentedLeaf:
		n := &p.nodes[l.node]
		n.Span.End, n.Body.End = l.end, l.end
	}
	p.lastLeaf, p.lastLine = l.node, l.end
}

// openParagraph begins a paragraph with the rest of the line.
func (p *blockParser) openParagraph(c *cursor) {
	p.leaf = leaf{kind: paragraphLeaf, start: c.pos, end: c.pos}
	p.extend(c)
}

// extend adds the rest of the line to the paragraph.
func (p *blockParser) extend(c *cursor) {
	c.skip()
	l := &p.leaf
	rest := c.rest()
	was := l.scan.until
	if comment := l.scan.line(rest); comment >= 0 {
		at := c.pos + comment
		if e := p.commentEnd(at); e > c.end {
			p.hide(at, e, "comment")
			p.cuts.cut(at, e)
			p.resume = e
		}
	}
	l.end = c.pos + len(strings.TrimRight(rest, " \t"))
	l.lastStart = c.pos
	l.lines++
	if was == "" && l.scan.until != "" && strings.TrimRight(rest, " \t") == l.scan.opener {
		l.hold = p.displayEnd(c.end+1, l.scan.until)
	}
	if tags := p.closingTags(rest); tags > 0 {
		p.closeTags(tags)
	}
}

// closingTags counts how many open tags the end of a line closes.
func (p *blockParser) closingTags(rest string) (n int) {
	rest = strings.TrimRight(rest, " \t")
	for strings.HasSuffix(rest, ">") && n < len(p.open) {
		i := strings.LastIndex(rest, "</")
		if i < 0 {
			return n
		}
		if name := strings.ToLower(strings.TrimSuffix(rest[i+2:], ">")); !containerTags[name] && !p.opened(name) {
			return n
		}
		n++
		rest = strings.TrimRight(rest[:i], " \t")
	}
	return n
}

// closeTags closes the innermost n tag containers and what is in them.
func (p *blockParser) closeTags(n int) {
	for ; n > 0; n-- {
		for i := len(p.open) - 1; ; i-- {
			if i < 0 {
				return
			}
			if p.open[i].kind == inTag {
				p.closeTo(i)
				break
			}
		}
	}
}

// hide records text that a reader of the page would not see.
func (p *blockParser) hide(start, end int, why string) {
	if strings.TrimSpace(p.src[start:end]) != "" {
		p.hidden = append(p.hidden, hiddenSpan{core.Span{Start: start, End: end}, why})
	}
}

// cutLine takes out a line of markup with its end.
func (p *blockParser) cutLine(start, end int) { p.cuts.cut(start, min(end+1, len(p.src))) }

// environmentName returns the name and the head word of an environment by its classes; ok is false when none says that
// it is a known one.
func environmentName(a attributes) (name, head string, ok bool) {
	for _, class := range a.classes {
		if h, known := text.LookupHead(class); known && h.Class == text.Item && strings.Contains(class, "-") {
			return h.Role, capital(h.Role, class), true
		}
		for _, w := range strings.FieldsFunc(class, func(r rune) bool { return r == '-' || r == '_' || r == ':' }) {
			if h, known := text.LookupHead(w); known && w != "" {
				return strings.TrimSuffix(w, "*"), capital(h.Role, w), true
			}
		}
	}
	if i := strings.IndexAny(a.id, "-:"); i > 0 {
		if w := crossref[a.id[:i]]; w != "" {
			return w, capital("", w), true
		}
	}
	return "", "", false
}

// crossref are the prefixes of identifiers that stand for environments in Quarto and bookdown.
var crossref = map[string]string{
	"thm": "theorem", "lem": "lemma", "cor": "corollary", "prp": "proposition", "prop": "proposition", "cnj": "conjecture",
	"def": "definition", "dfn": "definition", "exm": "example", "exr": "exercise", "hyp": "hypothesis", "rem": "remark", "sol": "solution", "alg": "algorithm",
	"ax": "axiom", "axm": "axiom", "clm": "claim",
}

// bookdownPrefix are the prefixes that bookdown puts before the key of an environment in references: \@ref(thm:key).
var bookdownPrefix = map[string]string{
	"theorem": "thm", "lemma": "lem", "corollary": "cor", "proposition": "prp", "conjecture": "cnj", "definition": "def", "example": "exm", "exercise": "exr",
	"hypothesis": "hyp",
}

func capital(role, word string) string {
	if role == "" {
		role = word
	}
	return strings.ToUpper(role[:1]) + role[1:]
}
