package reader

import (
	"context"
	"errors"
	"io"
	"strings"

	"golang.org/x/net/html"
)

// htmlNode is an element, a text or a comment of a page. Nodes stand in document order: a node comes before the nodes
// inside it.
type htmlNode struct {
	tag                 string // lower case; "" for text, "!" for a comment
	parent, child, next int32  // -1 when there is none
	attrs               []htmlAttr
	start, end          int32 // of a text or comment its source; of an element from its start tag to the end of what it holds
	text, links         int32 // bytes of text below it, and of those the ones in links
	blocks, deep        bool  // it holds elements that are blocks, and such as no cell of a table holds
}

type htmlAttr struct{ key, value string }

// The bounds of a page. What lies deeper is read as if its tags were not there; what comes behind the last node is not
// read.
const (
	maxHTMLDepth = 256
	maxHTMLNodes = 3 << 20
	maxHTMLAttr  = 1 << 10  // of an ordinary attribute's value
	maxHTMLLong  = 64 << 10 // of one that holds a formula
)

// htmlTree is a page as a tree that is made without a parser's rules for repair: what authors leave out is closed, what
// does not fit is text.
type htmlTree struct {
	src     string
	nodes   []htmlNode
	dropped int // elements that are too deep
	unread  int // bytes behind the last node that was read
}

// htmlAttrs are the attributes that say something; true for those that hold formulas.
var htmlAttrs = map[string]bool{
	"id": false, "class": false, "name": false, "href": false, "style": false, "hidden": false, "aria-hidden": false, "role": false, "type": false,
	"start": false, "value": false, "display": false, "title": false, "encoding": false, "mathvariant": false, "open": false, "close": false,
	"separators": false, "linethickness": false, "width": false, "aria-level": false, "data-name": false, "data-title": false, "data-of": false, "data-ref": false, "data-for": false, "data-type": false, "text": false, "data-latex": true, "data-mathml": true, "data-tex": true,
	"alttext": true, "alt": true, "color": false, "lang": false, "reversed": false, "accent": false, "epub:type": false, "src": false, "onload": false,
}

// voidTags have no content.
var voidTags = htmlSet("area base br col embed hr img input link meta param source track wbr")

// cellTags are the blocks that a table of plain cells is made of.
var cellTags = htmlSet("tr td th tbody thead tfoot p caption")

// blockTags begin and end a paragraph.
var blockTags = htmlSet(`address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
	h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol p pre section summary table tbody td tfoot th thead tr ul
	` + ownTags)

// ownTags are elements that HTML does not know and that authors name for what they hold: <theorem><h1>Barriers</h1>.
const ownTags = "theorem lemma corollary proposition conjecture definition axiom algorithm proof example exercise remark"

var authorTags = htmlSet(ownTags)

// scopeTags are the elements beyond which an end tag closes nothing.
var scopeTags = htmlSet("html body table td th caption button object template svg math foreignobject mtext annotation-xml")

var paragraphTags = htmlSet("p")

func htmlSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// implied lists, for a start tag, the open elements that it ends, and the elements beyond which none is looked for.
var implied = map[string]struct{ ends, within map[string]bool }{
	"li":       {htmlSet("li"), htmlSet("ul ol menu dir")},
	"dt":       {htmlSet("dt dd"), htmlSet("dl")},
	"dd":       {htmlSet("dt dd"), htmlSet("dl")},
	"tr":       {htmlSet("tr td th"), htmlSet("table")},
	"td":       {htmlSet("td th"), htmlSet("tr table")},
	"th":       {htmlSet("td th"), htmlSet("tr table")},
	"tbody":    {htmlSet("thead tbody tfoot tr td th caption colgroup"), htmlSet("table")},
	"thead":    {htmlSet("thead tbody tfoot tr td th caption colgroup"), htmlSet("table")},
	"tfoot":    {htmlSet("thead tbody tfoot tr td th caption colgroup"), htmlSet("table")},
	"option":   {htmlSet("option"), htmlSet("select datalist")},
	"optgroup": {htmlSet("option optgroup"), htmlSet("select")},
	"rt":       {htmlSet("rt rp"), htmlSet("ruby")},
	"rp":       {htmlSet("rt rp"), htmlSet("ruby")},
	"a":        {htmlSet("a"), htmlSet("p div td th li table h1 h2 h3 h4 h5 h6 section article")},
	"body":     {htmlSet("head"), htmlSet("body")},
}

// newHTMLTree reads a page. In XML a tag with a slash is empty, whatever its name, and there are CDATA sections.
func newHTMLTree(ctx context.Context, src string, xml bool) (*htmlTree, error) {
	t := &htmlTree{src: src}
	t.nodes = make([]htmlNode, 0, min(strings.Count(src, "<")+16, maxHTMLNodes+1)) // an element and its text have two tags
	t.nodes = append(t.nodes, htmlNode{tag: "#root", parent: -1, child: -1, next: -1, end: int32(len(src))})
	b := htmlBuilder{t: t, open: []int32{0}, last: []int32{-1}, count: map[string]int{}}
	z := html.NewTokenizer(strings.NewReader(src))
	z.AllowCDATA(xml)
	at := 0
	for n := 0; ; n++ {
		if n&4095 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(t.nodes) >= maxHTMLNodes {
			t.unread = len(src) - at
			b.finish(at)
			return t, nil
		}
		kind := z.Next()
		from := at
		at = min(len(src), at+len(z.Raw()))
		switch kind {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				b.add("", from, len(src), nil)
			} else if from < at {
				b.add("", from, at, nil)
			}
			b.finish(len(src))
			return t, nil
		case html.TextToken:
			b.add("", from, at, nil)
		case html.CommentToken:
			b.add("!", from, at, nil)
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			tag := b.intern(name)
			var attrs []htmlAttr
			for more {
				var k, v []byte
				k, v, more = z.TagAttr()
				long, ok := htmlAttrs[string(k)]
				if !ok && len(k) > 2 && string(k[:2]) == "on" {
					ok, k = true, []byte("onload") // whatever it waits for
				}
				if !ok || len(attrs) >= 16 {
					continue
				}
				if limit := maxHTMLAttr; len(v) > limit && !long {
					v = v[:limit]
				} else if long && len(v) > maxHTMLLong {
					continue
				}
				attrs = append(attrs, htmlAttr{b.intern(k), strings.ToValidUTF8(string(v), "\uFFFD")})
			}
			empty := kind == html.SelfClosingTagToken
			if empty && xml {
				z.NextIsNotRawText()
			}
			b.start(tag, from, at, attrs, voidTags[tag] || empty && (xml || !rawTags[tag]))
		case html.EndTagToken:
			name, _ := z.TagName()
			b.end(string(name), from, at)
		}
	}
}

// rawTags hold text in which a tag is none.
var rawTags = htmlSet("script style title textarea iframe noembed noframes plaintext xmp")

// htmlBuilder makes the tree from tags.
type htmlBuilder struct {
	t     *htmlTree
	open  []int32        // the open elements, outermost first
	last  []int32        // the last child of each
	count map[string]int // how many open elements have a name
	over  int            // open elements that are too deep
	names map[string]string
}

// intern returns one string for all mentions of a name.
func (b *htmlBuilder) intern(name []byte) string {
	if s, ok := b.names[string(name)]; ok {
		return s
	}
	if b.names == nil {
		b.names = map[string]string{}
	}
	s := strings.ToLower(string(name[:min(len(name), 64)]))
	if i := strings.LastIndexByte(s, ':'); i >= 0 && s != "epub:type" { // m:math
		s = s[i+1:]
	}
	if len(b.names) < 1000 {
		b.names[string(name)] = s
	}
	return s
}

// add appends a node to the innermost open element.
func (b *htmlBuilder) add(tag string, start, end int, attrs []htmlAttr) int32 {
	n := int32(len(b.t.nodes))
	k := len(b.open) - 1
	b.t.nodes = append(b.t.nodes, htmlNode{tag: tag, parent: b.open[k], child: -1, next: -1, attrs: attrs, start: int32(start), end: int32(end)})
	if b.last[k] >= 0 {
		b.t.nodes[b.last[k]].next = n
	} else {
		b.t.nodes[b.open[k]].child = n
	}
	b.last[k] = n
	return n
}

func (b *htmlBuilder) start(tag string, start, end int, attrs []htmlAttr, empty bool) {
	if blockTags[tag] && b.count["p"] > 0 && b.count["math"] == 0 {
		b.closeWithin(paragraphTags, scopeTags, start)
	}
	if im, ok := implied[tag]; ok {
		b.closeWithin(im.ends, im.within, start)
	}
	if (tag == "html" || tag == "body") && b.count[tag] > 0 {
		return
	}
	if len(b.open) >= maxHTMLDepth {
		if !empty {
			b.over++
		}
		b.t.dropped++
		return
	}
	n := b.add(tag, start, end, attrs)
	if empty {
		return
	}
	b.open = append(b.open, n)
	b.last = append(b.last, -1)
	b.count[tag]++
}

// closeWithin closes the outermost of the open elements with one of the names, up to the next element that bounds them.
func (b *htmlBuilder) closeWithin(names, within map[string]bool, at int) {
	found := -1
	for i := len(b.open) - 1; i > 0; i-- {
		tag := b.t.nodes[b.open[i]].tag
		if names[tag] {
			found = i
		} else if within[tag] {
			break
		}
	}
	if found > 0 {
		b.closeTo(found, at)
	}
}

// end closes the innermost open element with the name. An inline element that blocks were opened in stays open in
// them: its end is passed over.
func (b *htmlBuilder) end(tag string, start, end int) {
	tag = b.intern([]byte(tag))
	if b.over > 0 {
		b.over--
		return
	}
	if b.count[tag] == 0 {
		if tag == "p" { // an empty paragraph
			b.add("br", start, end, nil)
		}
		return
	}
	inline := !blockTags[tag]
	for i := len(b.open) - 1; i > 0; i-- {
		name := b.t.nodes[b.open[i]].tag
		if name == tag {
			b.closeTo(i+1, start)
			b.closeTo(i, end)
			return
		}
		if inline && (name == "td" || name == "th" || name == "li" || name == "div" || name == "table" || name == "section") || scopeTags[name] && tag != "html" && tag != "body" && !scopeTags[tag] && tag != "tr" && tag != "tbody" {
			return
		}
	}
}

// closeTo closes the open elements from index i on.
func (b *htmlBuilder) closeTo(i, at int) {
	for k := len(b.open) - 1; k >= i; k-- {
		n := &b.t.nodes[b.open[k]]
		n.end = int32(at)
		b.count[n.tag]--
	}
	b.open, b.last = b.open[:i], b.last[:i]
}

// finish closes what is open and adds up the text.
func (b *htmlBuilder) finish(at int) {
	b.closeTo(1, at)
	t := b.t
	for i := len(t.nodes) - 1; i > 0; i-- {
		n := &t.nodes[i]
		switch n.tag {
		case "":
			n.text = int32(len(strings.TrimSpace(t.src[n.start:n.end])))
		case "a":
			n.links = n.text
		case "script", "style", "svg", "head", "select":
			n.text, n.links = 0, 0
		}
		p := &t.nodes[n.parent]
		p.text += n.text
		p.links += n.links
		p.blocks = p.blocks || n.blocks || blockTags[n.tag] && !cellTags[n.tag]
		p.deep = p.deep || n.deep || blockTags[n.tag] && !cellTags[n.tag] && n.tag != "ul" && n.tag != "ol" && n.tag != "li" && n.tag != "div"
	}
}

// attr returns the value of an attribute, and whether it is there.
func (n *htmlNode) attr(key string) (string, bool) {
	for i := range n.attrs {
		if n.attrs[i].key == key {
			return n.attrs[i].value, true
		}
	}
	return "", false
}

// value returns the value of an attribute, "" when it is not there.
func (n *htmlNode) value(key string) string {
	v, _ := n.attr(key)
	return v
}

// classed reports whether the element has one of the classes.
func (n *htmlNode) classed(names ...string) bool {
	v, ok := n.attr("class")
	if !ok {
		return false
	}
	for c := range strings.FieldsSeq(v) {
		for _, name := range names {
			if c == name {
				return true
			}
		}
	}
	return false
}
