package reader

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// containerTags are the elements that are read as containers.
var containerTags = map[string]bool{
	"div": true, "section": true, "article": true, "aside": true, "details": true, "blockquote": true, "center": true, "main": true, "figure": true, "header": true, "footer": true, "nav": true,
}

// otherBlockTags are further elements that begin a block of their own and whose tags alone are taken out.
var otherBlockTags = map[string]bool{
	"p": true, "hr": true, "table": true, "thead": true, "tbody": true, "tr": true, "td": true, "th": true, "ul": true, "ol": true, "li": true, "dl": true, "dt": true, "dd": true,
	"summary": true, "figcaption": true, "h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true, "caption": true, "colgroup": true, "col": true,
	"script": true, "style": true, "pre": true, "template": true, "iframe": true, "link": true, "meta": true, "base": true, "body": true, "html": true, "head": true,
}

// blockTag reports whether s begins with the tag of a block.
func blockTag(s string) bool {
	t, ok := parseTag(s)
	return ok && (containerTags[t.name] || otherBlockTags[t.name])
}

// openTag reads a comment or a block's tag at the start of a line; what follows it on the line is read on.
func (p *blockParser) openTag(c *cursor) bool {
	rest := c.rest()
	if strings.HasPrefix(rest, "<!--") {
		return p.comment(c)
	}
	t, ok := parseTag(p.src[c.pos:min(len(p.src), c.pos+maxTag)])
	component := ok && p.component(c.pos, t)
	if !component && (!ok || !containerTags[t.name] && !otherBlockTags[t.name]) {
		return false
	}
	if c.pos+t.size > c.end { // a tag over several lines
		if p.leaf.kind != noLeaf {
			return false
		}
		p.resume = c.pos + t.size
	}
	p.closeLeaf()
	at := c.pos
	from := at + t.size
	switch t.name {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		if !t.close && from <= c.end && p.openHeading != c.end {
			if i := indexFold(p.src[from:c.end], "</"+t.name+">"); i >= 0 {
				p.tagHeading(t, at, from, from+i, c)
				return true
			}
			p.openHeading = c.end
		}
	case "details":
		if !t.close && len(p.open) < maxNesting && p.openDetails(t, at, c) {
			return true
		}
	case "dl":
		if !t.close && len(p.open) < maxNesting {
			p.leaveList()
			p.cuts.cut(at, from)
			p.push(container{kind: inTag, name: t.name}, core.Block{Kind: core.TermList}, from)
			c.pos, c.col = min(from, c.end), c.col+t.size
			return true
		}
	case "dt":
		if !t.close && from <= c.end && p.openTerm(t, at, c) {
			return true
		}
	case "script", "style", "template", "pre":
		if !t.close && from <= c.end {
			return p.rawTag(t, at, c)
		}
	}
	p.cuts.cut(at, from)
	switch {
	case (containerTags[t.name] || t.name == "dl" || component) && t.close:
		for i := len(p.open) - 1; i >= 0; i-- {
			if p.open[i].kind == inTag && p.open[i].name == t.name {
				p.closeTo(i)
				break
			}
		}
	case (containerTags[t.name] || component) && !t.empty && len(p.open) < maxNesting:
		p.leaveList()
		p.pushTag(t, from)
	default:
		if a := t.attributes(); a.id != "" {
			p.anchors = append(p.anchors, a.id)
		}
	}
	c.pos = min(from, c.end)
	if p.resume > c.end {
		c.pos = c.end
	}
	c.col += t.size
	return true
}

// openDetails begins a box to unfold whose summary is a head, which is its title then: <details><summary>Proof of
// Theorem 2</summary>.
func (p *blockParser) openDetails(t tag, at int, c *cursor) bool {
	from := at + t.size
	rest := p.src[from:min(len(p.src), from+maxTag)]
	gap := len(rest) - len(strings.TrimLeft(rest, " \t\n"))
	s, ok := parseTag(rest[gap:] + " ")
	if !ok || s.name != "summary" || s.close {
		return false
	}
	start := gap + s.size
	size := indexFold(rest[min(start, len(rest)):], "</summary>")
	if size < 0 {
		return false
	}
	a := t.attributes()
	title := plainTitle(rest[start : start+size])
	name, head, known := environmentName(a)
	if !known {
		word := title[:strings.IndexAny(title+" ", " .:(")]
		if h, ok := text.LookupHead(word); !ok || h.Class == text.NoHead {
			return false
		}
		name = t.name
	}
	end := from + start + size + len("</summary>")
	p.leaveList()
	p.openEnvironment(container{kind: inTag, name: t.name}, name, head, title, a, end-1)
	p.cuts.cut(at, end)
	c.pos, c.col = min(end, c.end), c.col+end-at
	if end > c.end {
		p.resume = end
	}
	return true
}

// component reports whether the tag at a place is one of a component of MDX, which begin with capitals, that boxes an
// item or the like: <Theorem title="T">, <Callout type="lemma">, <Admonition title="Theorem 2">.
func (p *blockParser) component(at int, t tag) bool {
	if t.close {
		return p.opened(t.name)
	}
	if c := p.src[at+1]; c < 'A' || c > 'Z' || containerTags[t.name] || otherBlockTags[t.name] || t.empty || len(p.open) >= maxNesting {
		return false
	}
	a := t.attributes()
	title, _, _ := strings.Cut(a.keys["title"], " ")
	for _, word := range []string{t.name, a.keys["type"], a.keys["kind"], title} {
		if h, known := text.LookupHead(word); known && boxRoles[h.Role] {
			return p.laterFold(at, "</"+t.name)
		}
	}
	return false
}

// opened reports whether a tag of the name is open.
func (p *blockParser) opened(name string) bool {
	for _, k := range p.open {
		if k.kind == inTag && k.name == name {
			return true
		}
	}
	return false
}

// pushTag opens the container of a tag. Only an environment shows as a block.
func (p *blockParser) pushTag(t tag, at int) {
	a := t.attributes()
	if !containerTags[t.name] {
		a.classes = append(a.classes, t.name, a.keys["type"], a.keys["kind"])
		name, head, ok := environmentName(a)
		if !ok {
			name = t.name
		}
		p.openEnvironment(container{kind: inTag, name: t.name}, name, head, "", a, at-1)
		return
	}
	kind := a.keys["data-type"]
	if h, known := text.LookupHead(kind); known && boxRoles[h.Role] { // CNXML and what is made of it say so what an element is
		a.classes = append(a.classes, kind)
	}
	name, head, ok := environmentName(a)
	if ok {
		p.openEnvironment(container{kind: inTag, name: t.name}, name, head, "", a, at-1)
		return
	}
	if t.name == "blockquote" {
		p.push(container{kind: inTag, name: t.name}, core.Block{Kind: core.Quote}, at)
		return
	}
	if a.id != "" {
		p.anchors = append(p.anchors, a.id)
	}
	p.open = append(p.open, container{kind: inTag, name: t.name, node: -1, title: kind == "title"})
}

// tagHeading reads <h2>Title</h2>.
func (p *blockParser) tagHeading(t tag, at, from, to int, c *cursor) {
	p.leaveList()
	p.closeUntilHead()
	i := p.add(core.Block{Kind: core.Heading, Level: int(t.name[1] - '0')}, from)
	p.applyTo(&p.nodes[i], t.attributes())
	end := to + len("</h1>")
	p.cuts.cut(at, from)
	p.cuts.cut(to, end)
	p.finishHeading(i, from, p.src[from:to], to)
	c.pos = end
}

// openTerm begins an entry of a description list, <dt>term</dt>, with all that stands behind it up to the next.
func (p *blockParser) openTerm(t tag, at int, c *cursor) bool {
	from := at + t.size
	size := indexFold(p.src[from:min(c.end, from+maxTerm+len("</dt>"))], "</dt>")
	list := len(p.open) - 1
	for list >= 0 && (p.open[list].kind != inTag || p.open[list].name != "dl") {
		list--
	}
	if size < 0 || list < 0 || len(p.open) >= maxNesting {
		return false
	}
	p.closeTo(list + 1)
	term, end := p.src[from:from+size], from+size+len("</dt>")
	p.cuts.cut(at, from)
	for k := strings.IndexByte(term, '<'); k >= 0 && k < len(term); k++ { // what is set in the term
		if inner, ok := parseTag(term[k:]); ok {
			p.cuts.cut(from+k, from+k+inner.size)
			k += inner.size - 1
		}
	}
	p.cuts.cut(from+size, end)
	i := p.push(container{kind: inTag, name: "dd"}, core.Block{Kind: core.ListItem, Title: plainTitle(term)}, from)
	p.nodes[i].Body.Start = end
	p.applyTo(&p.nodes[i], t.attributes())
	c.pos = end
	return true
}

// rawTag reads an element whose content is not Markdown: code, or what nobody sees.
func (p *blockParser) rawTag(t tag, at int, c *cursor) bool {
	end := "</" + t.name + ">"
	if !p.laterFold(at+t.size, end) {
		return false
	}
	p.leaveList()
	from := at + t.size
	i := p.add(core.Block{Kind: core.Code}, from)
	p.nodes[i].drop = t.name != "pre"
	if t.name == "pre" {
		p.cuts.cut(at, from)
	}
	p.leaf = leaf{kind: rawLeaf, end: from, node: i, until: end}
	c.pos = from
	p.verbatim(c, true, false, at)
	if p.leaf.kind == noLeaf {
		stop := p.lastLine + len(end)
		p.cuts.cut(p.lastLine, stop)
		c.pos = min(stop, c.end)
		return true
	}
	c.pos = c.end
	return true
}

// comment hides a comment at the start of a line. One that nothing closes is text, so that it cannot hide the rest.
func (p *blockParser) comment(c *cursor) bool {
	end := p.commentEnd(c.pos)
	if end < 0 {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	inner := core.Span{Start: c.pos + len("<!--"), End: end - len("-->")}
	if inner.Start < inner.End {
		p.hide(inner.Start, inner.End, "comment")
	}
	p.cuts.cut(c.pos, end)
	if end > c.end {
		p.resume = end
		c.pos = c.end
		return true
	}
	c.col += end - c.pos
	c.pos = end
	return true
}
