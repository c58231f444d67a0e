package reader

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxElements bounds how deep elements nest. Tags beyond it are passed over, what they hold stays.
const maxElements = 500

type xmlKind uint8

const (
	xmlStart xmlKind = iota
	xmlEnd
	xmlText
	xmlComment
	xmlOther // a processing instruction or a declaration
)

// xmlToken is a tag or what stands between tags.
type xmlToken struct {
	kind    xmlKind
	name    string // of an element, as the scanner names it
	raw     string // the attributes of a start tag; text as written
	at      int    // where raw begins in the source
	empty   bool   // <a/>
	literal bool   // text of a CDATA section
	pos     int    // where the token begins
}

// xmlScanner cuts XML into tokens. It is more tolerant than encoding/xml, since a damaged part is to be read as far as
// it goes, and it knows the places of what it finds. It expands no entities but those for characters.
type xmlScanner struct {
	src   string
	pos   int
	names map[string]string // qualified names to the names that the reader knows
	space map[string]string // prefixes to those that the reader knows
	known map[string]string // namespaces to prefixes
}

// newXMLScanner makes a scanner. known maps the namespaces that matter to the prefixes that names get, whatever prefix
// the document uses for them; nil leaves names as written.
func newXMLScanner(src string, known map[string]string) *xmlScanner {
	return &xmlScanner{src: src, names: map[string]string{}, space: map[string]string{}, known: known}
}

// next returns the next token; ok is false at the end.
func (s *xmlScanner) next() (t xmlToken, ok bool) {
	src := s.src
	if s.pos >= len(src) {
		return t, false
	}
	t.pos = s.pos
	if src[s.pos] != '<' {
		end := strings.IndexByte(src[s.pos:], '<')
		if end < 0 {
			end = len(src) - s.pos
		}
		t.kind, t.raw, t.at = xmlText, src[s.pos:s.pos+end], s.pos
		s.pos += end
		return t, true
	}
	rest := src[s.pos:]
	until := func(kind xmlKind, open, close string) (xmlToken, bool) {
		end := strings.Index(rest[len(open):], close)
		size := len(rest)
		body := rest[len(open):]
		if end >= 0 {
			size, body = len(open)+end+len(close), rest[len(open):len(open)+end]
		}
		t.kind, t.raw, t.at = kind, body, s.pos+len(open)
		s.pos += size
		return t, true
	}
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return until(xmlComment, "<!--", "-->")
	case strings.HasPrefix(rest, "<![CDATA["):
		t.literal = true
		return until(xmlText, "<![CDATA[", "]]>")
	case strings.HasPrefix(rest, "<?"):
		return until(xmlOther, "<?", "?>")
	case strings.HasPrefix(rest, "<!"):
		return s.declaration()
	case strings.HasPrefix(rest, "</"):
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			end = len(rest)
		}
		t.kind, t.name = xmlEnd, s.name(strings.TrimSpace(rest[2:end]))
		s.pos += min(len(rest), end+1)
		return t, true
	}
	n := 1
	for n < len(rest) && nameByte(rest[n]) {
		n++
	}
	if n == 1 { // a lone "<" is text
		t.kind, t.raw, t.at = xmlText, rest[:1], s.pos
		s.pos++
		return t, true
	}
	end, next := tagEnd(rest, n)
	attrs := rest[n:end]
	t.kind, t.at = xmlStart, s.pos+n
	s.pos += next
	if strings.HasSuffix(attrs, "/") {
		t.empty, attrs = true, attrs[:len(attrs)-1]
	}
	t.raw = attrs
	if s.known != nil && strings.Contains(attrs, "xmlns") {
		s.declare(attrs)
	}
	t.name = s.name(rest[1:n])
	return t, true
}

func nameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == ':' || c == '_' || c == '-' || c == '.' || c >= utf8.RuneSelf
}

// tagEnd returns where the > of a tag stands and where the text goes on; a > within quotes does not count. A tag
// without end ends before the next <.
func tagEnd(s string, at int) (end, next int) {
	quote := byte(0)
	for i := at; i < len(s); i++ {
		switch c := s[i]; {
		case c == '<': // within quotes too: no attribute holds one
			return i, i
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i, i + 1
		}
	}
	return len(s), len(s)
}

// declaration passes over <!DOCTYPE … [ … ]>.
func (s *xmlScanner) declaration() (xmlToken, bool) {
	depth, from := 0, s.pos
	for i := s.pos; i < len(s.src); i++ {
		switch s.src[i] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				s.pos = i + 1
				return xmlToken{kind: xmlOther, raw: s.src[from:s.pos], at: from, pos: from}, true
			}
		}
	}
	s.pos = len(s.src)
	return xmlToken{kind: xmlOther, raw: s.src[from:], at: from, pos: from}, true
}

// declare takes in the prefixes that a start tag declares.
func (s *xmlScanner) declare(attrs string) {
	eachAttribute(attrs, func(name, value string, _ int) bool {
		if prefix, ok := strings.CutPrefix(name, "xmlns"); ok && (prefix == "" || prefix[0] == ':') {
			known, ok := s.known[value]
			if !ok {
				known = "?"
				if prefix != "" {
					known = prefix[1:] // as written: the document may not declare what it means well
				}
			}
			prefix = strings.TrimPrefix(prefix, ":")
			if s.space[prefix] != known {
				s.space[prefix] = known
				clear(s.names)
			}
		}
		return true
	})
}

// name returns the name of an element with the prefix that the reader knows.
func (s *xmlScanner) name(q string) string {
	if s.known == nil {
		return q
	}
	if n, ok := s.names[q]; ok {
		return n
	}
	prefix, local := "", q
	if i := strings.IndexByte(q, ':'); i >= 0 {
		prefix, local = q[:i], q[i+1:]
	}
	n := q
	if p, ok := s.space[prefix]; ok {
		n = local
		if p != "" {
			n = p + ":" + local
		}
	}
	if len(s.names) < 4096 {
		s.names[q] = n
	}
	return n
}

// eachAttribute calls f for each attribute with its value as written and where that begins.
func eachAttribute(attrs string, f func(name, value string, at int) bool) {
	for i := 0; i < len(attrs); {
		for i < len(attrs) && !nameByte(attrs[i]) {
			i++
		}
		start := i
		for i < len(attrs) && nameByte(attrs[i]) {
			i++
		}
		name := attrs[start:i]
		for i < len(attrs) && attrs[i] <= ' ' {
			i++
		}
		if i >= len(attrs) || attrs[i] != '=' {
			continue
		}
		for i++; i < len(attrs) && attrs[i] <= ' '; {
			i++
		}
		if i >= len(attrs) || attrs[i] != '"' && attrs[i] != '\'' {
			continue
		}
		end := strings.IndexByte(attrs[i+1:], attrs[i])
		if end < 0 {
			return
		}
		if name != "" && !f(name, attrs[i+1:i+1+end], i+1) {
			return
		}
		i += end + 2
	}
}

// attribute returns the value of an attribute, whatever prefix its name has when the name asked for has none.
func attribute(attrs, name string) string { return unescapeXML(writtenAttribute(attrs, name)) }

// writtenAttribute is like attribute, with the value as written.
func writtenAttribute(attrs, name string) string {
	if !strings.Contains(attrs, name) {
		return ""
	}
	out := ""
	eachAttribute(attrs, func(n, v string, _ int) bool {
		if n == name || len(n) > len(name) && n[len(n)-len(name)-1] == ':' && n[len(n)-len(name):] == name {
			out = v
			return false
		}
		return true
	})
	return out
}

// entity reads the reference to a character at the start of s and returns it and its length; 0 when there is none.
func entity(s string) (string, int) {
	end := strings.IndexByte(s[:min(len(s), 34)], ';')
	if end < 2 {
		return "", 0
	}
	switch name := s[1:end]; name {
	case "amp":
		return "&", end + 1
	case "lt":
		return "<", end + 1
	case "gt":
		return ">", end + 1
	case "quot":
		return `"`, end + 1
	case "apos":
		return "'", end + 1
	default:
		if name[0] == '#' {
			base, digits := 10, name[1:]
			if len(digits) > 1 && digits[0]|0x20 == 'x' {
				base, digits = 16, digits[1:]
			}
			n, err := strconv.ParseUint(digits, base, 32)
			if err != nil || n == 0 || n > utf8.MaxRune || 0xD800 <= n && n < 0xE000 {
				return "\uFFFD", end + 1
			}
			return string(rune(n)), end + 1
		}
		if v := html.UnescapeString(s[:end+1]); v != s[:end+1] { // the names of ISO, which DocBook has too
			return v, end + 1
		}
	}
	return "", 0
}

// unescapeXML replaces references to characters.
func unescapeXML(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	var b strings.Builder
	pieces(s, func(piece string, _, _ int) { b.WriteString(piece) })
	return b.String()
}

// pieces calls f for the pieces of text as written: what stands there as it is, with from -1 … and what stands for a
// reference, which is width bytes wide there.
func pieces(s string, f func(piece string, at, width int)) {
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '&')
		if j < 0 {
			f(s[i:], i, 0)
			return
		}
		if j > 0 {
			f(s[i:i+j], i, 0)
		}
		i += j
		if v, n := entity(s[i:]); n > 0 {
			f(v, i, n)
			i += n
		} else {
			f("&", i, 0)
			i++
		}
	}
}

// xmlNode is an element or a piece of text in an xmlTree.
type xmlNode struct {
	name    string // empty: text
	raw     string // the attributes; the text as written
	at      int    // where raw begins in the source
	child   int32  // the first node inside, or xmlNone
	next    int32  // the next node beside it, or xmlNone
	literal bool
}

const (
	xmlNone  int32 = iota // no node: it holds nothing, and what is looked for in it is not there
	xmlAll                // the node around all others
	xmlFirst              // the first of these
)

// xmlTree holds elements in the order of the document, behind xmlNone and xmlAll.
type xmlTree struct {
	nodes []xmlNode
	last  []int32 // while it grows: the last child of each open element, or xmlNone
	open  []int32
	names []string // of the open elements
	over  int      // open elements beyond maxElements

	named  map[string]string // the text of the entities that the document declares
	made   int               // how much text references to them may still make
	unmade bool              // some made none, as there were too many
}

func (t *xmlTree) reset() {
	t.nodes = append(t.nodes[:0], xmlNode{}, xmlNode{})
	t.open, t.last, t.names, t.over = append(t.open[:0], xmlAll), append(t.last[:0], xmlNone), append(t.names[:0], ""), 0
}

// add takes in a token. It reports how many elements are open.
func (t *xmlTree) add(k xmlToken) int {
	switch k.kind {
	case xmlStart:
		if len(t.open) > maxElements {
			if !k.empty {
				t.over++
			}
			return len(t.open) - 1
		}
		n := t.append(xmlNode{name: k.name, raw: k.raw, at: k.at})
		if !k.empty {
			t.open, t.last, t.names = append(t.open, n), append(t.last, xmlNone), append(t.names, k.name)
		}
	case xmlText:
		if k.raw != "" {
			t.append(xmlNode{raw: k.raw, at: k.at, literal: k.literal})
		}
	case xmlEnd:
		if t.over > 0 {
			t.over--
			return len(t.open) - 1
		}
		for i := len(t.open) - 1; i > 0 && i > len(t.open)-16; i-- { // an end tag closes what its author forgot to close
			if t.names[i] == k.name {
				t.open, t.last, t.names = t.open[:i], t.last[:i], t.names[:i]
				break
			}
		}
	}
	return len(t.open) - 1
}

func (t *xmlTree) append(n xmlNode) int32 {
	i := int32(len(t.nodes))
	t.nodes = append(t.nodes, n)
	top := len(t.open) - 1
	if t.last[top] == xmlNone {
		t.nodes[t.open[top]].child = i
	} else {
		t.nodes[t.last[top]].next = i
	}
	t.last[top] = i
	return i
}

// children calls f for the nodes inside a node.
func (t *xmlTree) children(n int32, f func(n int32)) {
	for k := t.nodes[n].child; k != xmlNone; k = t.nodes[k].next {
		f(k)
	}
}

// find returns the first element of a name inside a node, or xmlNone.
func (t *xmlTree) find(n int32, name string) int32 {
	for k := t.nodes[n].child; k != xmlNone; k = t.nodes[k].next {
		if t.nodes[k].name == name {
			return k
		}
	}
	return xmlNone
}

// attr returns an attribute of an element.
func (t *xmlTree) attr(n int32, name string) string {
	return t.unescape(writtenAttribute(t.nodes[n].raw, name))
}

// text is all text within a node.
func (t *xmlTree) text(n int32) string {
	var b strings.Builder
	t.collect(n, &b)
	return b.String()
}

func (t *xmlTree) collect(n int32, b *strings.Builder) {
	x := &t.nodes[n]
	if x.name == "" {
		if x.literal {
			b.WriteString(x.raw)
		} else {
			b.WriteString(t.unescape(x.raw))
		}
	}
	for k := x.child; k != xmlNone; k = t.nodes[k].next {
		t.collect(k, b)
	}
}
