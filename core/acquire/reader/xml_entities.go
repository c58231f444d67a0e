package reader

import "strings"

// maxEntity bounds the text of an entity that a document declares.
const maxEntity = 200

// maxExpanded bounds, by the size of a document, what references to the entities that it declares make: a reference of
// three bytes may stand for maxEntity. A title is expanded more than once, for its number, its heading and references.
func maxExpanded(size int) int { return 4*size + 1<<16 }

// declare takes in the entities of an internal subset, <!ENTITY MUST "<b>MUST</b>">: their text, as markup and
// references to other entities within them and entities of files say nothing here.
func (t *xmlTree) declare(raw string) {
	if !strings.HasPrefix(raw, "<!DOCTYPE") {
		return
	}
	const open = "<!ENTITY"
	for {
		i := strings.Index(raw, open)
		if i < 0 {
			return
		}
		raw = strings.TrimLeft(raw[i+len(open):], " \t\r\n")
		n := 0
		for n < len(raw) && nameByte(raw[n]) {
			n++
		}
		name, rest := raw[:n], strings.TrimLeft(raw[n:], " \t\r\n")
		if name == "" || rest == "" || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		end := strings.IndexByte(rest[1:min(len(rest), maxEntity)], rest[0])
		if end < 0 {
			continue
		}
		value := rest[1 : 1+end]
		raw = rest[1+end:]
		switch name {
		case "amp", "lt", "gt", "quot", "apos": // which XML lets declare only as they are, doubly escaped
			continue
		}
		if t.named == nil {
			t.named = map[string]string{}
		}
		if _, ok := t.named[name]; ok { // the first declaration counts
			continue
		}
		var b strings.Builder
		sc := newXMLScanner(value, nil)
		for k, ok := sc.next(); ok; k, ok = sc.next() {
			if k.kind == xmlText {
				b.WriteString(unescapeXML(k.raw))
			}
		}
		t.named[name] = b.String()
	}
}

// pieces is like the function, for text with the entities that the document declares.
func (t *xmlTree) pieces(s string, f func(piece string, at, width int)) {
	from := 0
	for i := 0; len(t.named) > 0 && i < len(s); i++ {
		j := strings.IndexByte(s[i:], '&')
		if j < 0 {
			break
		}
		i += j
		n := i + 1
		for n < len(s) && nameByte(s[n]) {
			n++
		}
		value, ok := t.named[s[i+1:n]]
		if !ok || n == len(s) || s[n] != ';' {
			continue
		}
		if t.made -= len(value); t.made < 0 {
			t.made, t.unmade = 0, true
			continue
		}
		pieces(s[from:i], func(piece string, at, width int) { f(piece, from+at, width) })
		f(value, i, n+1-i)
		i, from = n, n+1
	}
	pieces(s[from:], func(piece string, at, width int) { f(piece, from+at, width) })
}

// unescape replaces references to characters and to the entities that the document declares.
func (t *xmlTree) unescape(s string) string {
	if len(t.named) == 0 || strings.IndexByte(s, '&') < 0 {
		return unescapeXML(s)
	}
	var b strings.Builder
	t.pieces(s, func(piece string, _, _ int) { b.WriteString(piece) })
	return b.String()
}
