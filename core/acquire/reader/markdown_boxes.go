package reader

import (
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// Besides fences, divs and tags, authors set boxes as
//
//	> [!theorem] Title                            callouts of GitHub and Obsidian
//	!!! theorem "Title", ??? proof, /// lemma | T   admonitions of MkDocs, their text indented by four or closed by ///
//	\begin{theorem}[Title]\label{key} …            environments of LaTeX, which Pandoc and MathJax pages keep as they are
//	{% theorem Title %} … {% endtheorem %}         block tags of Liquid (Jekyll), and of Markdoc and Zola, which close them otherwise
//	{{< theorem "Title" >}} … {{< /theorem >}}     shortcodes of Hugo

// quoteFence is the line that begins and ends a quote or a callout of several lines in GitLab: >>> [!note] Title
const quoteFence = ">>>"

// openQuoteFence begins a quote between two fences.
func (p *blockParser) openQuoteFence(c *cursor) bool {
	mark, callout, _ := strings.Cut(strings.TrimRight(c.rest(), " \t"), " ")
	if mark != quoteFence || callout != "" && !strings.HasPrefix(callout, "[!") || len(p.open) >= maxNesting || !p.laterFold(c.end, "\n"+quoteFence) {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	quote := p.push(container{kind: inNamed, name: quoteFence}, core.Block{Kind: core.Quote}, min(c.end+1, len(p.src)))
	if callout == "" {
		p.cutLine(c.pos, c.end)
		return true
	}
	at := c.pos
	c.pos += len(quoteFence) + 1
	p.cuts.cut(at, c.pos)
	p.openCallout(c, quote)
	return true
}

// openCallout begins the environment of a callout within the quote that was opened right before.
func (p *blockParser) openCallout(c *cursor, quote int) {
	rest := c.rest()
	end := strings.IndexByte(rest[:min(len(rest), maxTag)], ']')
	if !strings.HasPrefix(rest, "[!") || end < 3 {
		return
	}
	kind, meta, _ := strings.Cut(rest[2:end], "|")
	if i := strings.Index(rest, "}]"); strings.HasPrefix(meta, "{") && i > 0 { // [!math|{"type":"theorem","title":"…"}]
		end, meta = i+1, rest[2+len(kind)+1:i+1]
	}
	a := attributes{classes: []string{strings.ToLower(strings.TrimSpace(kind))}}
	if kind == "" || !isLetter(kind[0]) {
		return
	}
	title := strings.TrimLeft(rest[end+1:], "+-")
	if title != "" && title[0] != ' ' && title[0] != '\t' {
		return
	}
	if strings.HasPrefix(meta, "{") {
		a.classes[0] = jsonValue(meta, "type")
		a.id = jsonValue(meta, "label")
		a.set("title", jsonValue(meta, "title"))
		meta = jsonValue(meta, "number")
	}
	n := &p.nodes[quote]
	name, head, known := environmentName(a)
	title = plainTitle(title)
	if title == "" {
		title = plainTitle(a.title())
	}
	p.cutLine(c.pos, c.end)
	c.pos = c.end
	if !known && title == "" {
		return
	}
	if !known {
		name = a.classes[0]
	}
	n.Kind, n.Name, n.Head, n.Title = core.Environment, name, head, title
	n.Starred = meta == "*"
	if meta != "" && isDigit(meta[0]) {
		n.Number = meta
	}
	if a.id != "" {
		n.Anchors = append(n.Anchors, a.id)
	}
	n.Body.Start = min(c.end+1, len(p.src))
}

// jsonValue is the string behind a key in a flat JSON object.
func jsonValue(s, key string) string {
	_, s, ok := strings.Cut(s, `"`+key+`"`)
	if !ok {
		return ""
	}
	_, s, _ = strings.Cut(s, `"`)
	s, _, _ = strings.Cut(s, `"`)
	return s
}

// blockID reports whether a line, or what stands behind the last blank of one, is the name that Obsidian gives the
// block before it: "^thm-x".
func blockID(s string) bool {
	return len(s) > 1 && len(s) <= maxLabel && s[0] == '^' && strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

// nameBlock gives the block before the line the name that the line is.
func (p *blockParser) nameBlock(c *cursor) bool {
	name := strings.TrimRight(c.rest(), " \t")
	if !blockID(name) {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	if p.lastLeaf < 0 {
		return false
	}
	p.nodes[p.lastLeaf].Anchors = append(p.nodes[p.lastLeaf].Anchors, name)
	p.cutLine(c.pos, c.end)
	return true
}

// openAdmonition begins an admonition of MkDocs; a tab (=== "Title") is one without a meaning.
func (p *blockParser) openAdmonition(c *cursor) bool {
	rest := strings.TrimRight(c.rest(), " \t")
	if len(rest) < 5 || len(rest) > maxTag || len(p.open) >= maxNesting {
		return false
	}
	mark, words, _ := strings.Cut(rest, " ")
	switch mark {
	case "!!!", "???", "???+", "===", "===!", "===+", "///":
	default:
		return false
	}
	title := ""
	switch i := strings.IndexByte(words, '"'); {
	case mark == "///":
		words, title, _ = strings.Cut(words, "|")
	case i >= 0:
		if !strings.HasSuffix(words, `"`) || i == len(words)-1 {
			return false
		}
		title, words = strings.ReplaceAll(words[i+1:len(words)-1], `\"`, `"`), words[:i]
	}
	tab := mark[0] == '='
	kinds := strings.Fields(words)
	if tab == (len(kinds) > 0) || tab && title == "" || len(kinds) > 4 || len(kinds) > 0 && !isLetter(kinds[0][0]) {
		return false
	}
	k := container{kind: inAdmonition, node: -1}
	if mark == "///" {
		if !p.laterFold(c.end, "\n///") {
			return false
		}
		k = container{kind: inNamed, name: "///", node: -1}
	}
	p.closeLeaf()
	p.leaveList()
	p.cutLine(c.pos, c.end)
	if tab {
		p.open = append(p.open, k)
		return true
	}
	a := attributes{classes: kinds}
	name, head, known := environmentName(a)
	if !known {
		name = strings.ToLower(kinds[0])
	}
	p.openEnvironment(k, name, head, title, a, c.end)
	return true
}

// maxPieces bounds the pieces of a line that boxes part, since each is looked at with all that follows on the line.
const maxPieces = maxNesting

// openTeX begins an environment of LaTeX for an item, proof, example or the like; others are formulas or text.
func (p *blockParser) openTeX(c *cursor) bool {
	rest := c.rest()
	if p.pieces >= maxPieces {
		return false
	}
	if !strings.HasPrefix(rest, `\begin{`) || len(p.open) >= maxNesting {
		return p.texLabel(c)
	}
	end := strings.IndexByte(rest[:min(len(rest), 48)], '}')
	if end < 0 {
		return false
	}
	name := rest[len(`\begin{`):end]
	h, known := text.LookupHead(name)
	if name == "" || !known || h.Role == "step" || !p.laterFold(c.pos, `\end{`+name+"}") {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	at := c.pos
	c.pos += end + 1
	title := ""
	if rest = c.rest(); strings.HasPrefix(rest, "[") {
		depth := 0
		for i := 0; i < min(len(rest), maxTag); i++ {
			switch rest[i] {
			case '[', '{':
				depth++
			case ']', '}':
				depth--
			}
			if depth == 0 {
				title = rest[1:i]
				c.pos += i + 1
				break
			}
		}
	}
	p.openEnvironment(container{kind: inNamed, name: `\end{` + name + "}", options: true}, name, capital(h.Role, name), title, attributes{}, c.pos-1)
	p.cutHead(c, at)
	return true
}

// texLabel reads the \label{key} at the beginning of an environment of LaTeX.
func (p *blockParser) texLabel(c *cursor) bool {
	if len(p.open) == 0 {
		return false
	}
	k, rest := &p.open[len(p.open)-1], c.rest()
	end := strings.IndexByte(rest[:min(len(rest), maxLabel)], '}')
	if k.kind != inNamed || !k.options || end < 0 || !strings.HasPrefix(rest, `\label{`) {
		return false
	}
	p.nodes[k.node].Anchors = append(p.nodes[k.node].Anchors, strings.TrimSpace(rest[len(`\label{`):end]))
	at := c.pos
	c.pos += end + 1
	p.cutHead(c, at)
	return true
}

// cutHead takes out the markup that opens a box, with the end of its line when nothing else stands there. Else the line
// is read on from there: the box may end on it.
func (p *blockParser) cutHead(c *cursor, at int) {
	p.named = true
	p.resume = c.pos
	if c.blank() {
		p.cutLine(at, c.end)
		return
	}
	p.cuts.cut(at, c.pos)
}

// shortcodeMarks open and close the tags of Liquid and of Hugo.
var shortcodeMarks = [...][2]string{{"{%", "%}"}, {"{{<", ">}}"}, {"{{%", "%}}"}}

// shortcode takes apart the tag at the start of s: its words, and its size, 0 when there is none.
func shortcode(s string) (words string, size int) {
	s = s[:min(len(s), maxTag)]
	for _, m := range shortcodeMarks {
		if !strings.HasPrefix(s, m[0]) {
			continue
		}
		if end := strings.Index(s[len(m[0]):], m[1]); end > 0 {
			return strings.Trim(s[len(m[0]):len(m[0])+end], " \t-"), len(m[0]) + end + len(m[1])
		}
	}
	return "", 0
}

// shortcodeEnd is what closes the tag of a name, as its language writes it, without blanks: {% endtag %} in Liquid, {%
// /tag %} in Markdoc, {% end %} in Zola, whose tags are calls, {{< /tag >}} in Hugo; empty when nothing closes it.
func (p *blockParser) shortcodeEnd(at int, tag string, liquid, call bool) string {
	ends := []string{"/" + tag}
	switch {
	case call:
		ends = []string{"end"}
	case liquid:
		ends = []string{"end" + tag, "/" + tag}
	}
	for _, end := range ends {
		if p.laterTag(at, end) {
			return end
		}
	}
	return ""
}

// openShortcode begins an environment that a tag of Liquid, Markdoc, Zola or Hugo opens. Themes have one tag for all
// their boxes too, which says their kind, {{< callout type="theorem" title="T" >}}, {{% admonition note "Theorem 2"
// %}}. Any other tag that stands alone on its line and is closed is a box without a meaning: {% hint style="info" %}.
func (p *blockParser) openShortcode(c *cursor) bool {
	words, size := shortcode(c.rest())
	tag, arg, _ := strings.Cut(words, " ")
	liquid := strings.HasPrefix(c.rest(), "{%")
	call := liquid && strings.Contains(tag, "(")
	if call {
		tag, arg, _ = strings.Cut(strings.TrimSuffix(words, ")"), "(")
	}
	if size == 0 || tag == "" || len(p.open) >= maxNesting || p.pieces >= maxPieces {
		return false
	}
	arg = strings.TrimSpace(arg)
	name := tag[strings.LastIndexByte(tag, '/')+1:]
	h, known := text.LookupHead(name)
	if h.Role == "hint" && (!liquid || arg != "") { // a note of any kind
		known = false
	}
	a := attributes{}
	switch {
	case strings.Contains(arg, "="):
		a, arg = parseAttributes(arg), ""
		if n := a.keys["num"]; n != "" {
			a.set("number", n)
		}
		if a.id == "" {
			a.id = a.keys["label"]
		}
	case strings.HasPrefix(arg, `"`), strings.HasPrefix(arg, "'"):
		arg, _ = attributeValue(arg)
	case known && strings.ContainsAny(arg, ":_"): // a key and a switch
		a.id, arg = strings.Fields(arg)[0], ""
	case !known && !liquid:
		var kind string
		kind, arg, _ = strings.Cut(arg, " ")
		a.set("type", kind)
		arg = strings.Trim(arg, ` "'`)
	}
	for _, key := range []string{"type", "kind", "env", "name"} {
		v := a.keys[key]
		f, ok := text.LookupHead(v)
		if v != "" && ok && (!known || call) { // {% theorem(type="definition") %}
			h, known, name = f, true, v
			delete(a.keys, key)
		}
	}
	alone := strings.TrimSpace(c.rest()[size:]) == ""
	if h.Role == "step" || !known && (!alone || rawShortcodes[name] || tag[0] == '/') {
		return false
	}
	closer := p.shortcodeEnd(c.pos, tag, liquid, call)
	if closer == "" {
		return false
	}
	p.closeLeaf()
	p.leaveList()
	at := c.pos
	c.pos += size
	k := container{kind: inNamed, name: closer, node: -1}
	switch {
	case known:
		p.openEnvironment(k, name, capital(h.Role, name), arg, a, c.pos-1)
	case arg != "" || a.title() != "":
		p.openEnvironment(k, name, "", arg, a, c.pos-1)
	default:
		p.open = append(p.open, k)
	}
	p.cutHead(c, at)
	return true
}

// rawShortcodes are tags around what is no Markdown.
var rawShortcodes = map[string]bool{"tex": true, "antex": true, "tikz": true, "dot": true, "capture": true, "highlight": true, "code": true, "mermaid": true, "katex": true, "latex": true, "math": true, "raw": true, "rawhtml": true, "html": true, "comment": true, "chart": true, "plantuml": true, "graphviz": true}

// closing finds in the rest of a line the end of an open environment of LaTeX, Liquid or Hugo: where it stands, and the
// container that it closes; -1 when there is none.
func (p *blockParser) closing(c *cursor) (span core.Span, depth int) {
	if !slices.ContainsFunc(p.open, func(k container) bool { return k.kind == inNamed }) {
		return core.Span{}, -1
	}
	s := c.rest()
	for i, others := 0, 0; i < len(s) && others < maxClosers; i++ {
		end, size := "", 0
		switch {
		case s[i] == '\\' && strings.HasPrefix(s[i:], `\end{`):
			if n := strings.IndexByte(s[i:min(len(s), i+48)], '}'); n > 0 {
				end, size = s[i:i+n+1], n+1
			}
		case s[i] == '{' && i+1 < len(s) && (s[i+1] == '%' || s[i+1] == '{'):
			end, size = shortcode(s[i:])
			end = strings.ReplaceAll(end, " ", "")
		}
		if size == 0 {
			continue
		}
		for d := len(p.open) - 1; d >= 0; d-- {
			if p.open[d].kind == inNamed && p.open[d].name == end {
				return core.Span{Start: c.pos + i, End: c.pos + i + size}, d
			}
		}
		others++
	}
	return core.Span{}, -1
}

// maxClosers bounds how many ends of other things a line may have before the one of an open box.
const maxClosers = 16
