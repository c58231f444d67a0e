package reader

import "strings"

// attributes are what braces or a tag say of an element: {#id .class key="value"}, <div id="…" class="…">.
type attributes struct {
	id      string
	classes []string
	keys    map[string]string
}

func (a *attributes) set(key, value string) {
	switch key = strings.ToLower(key); key {
	case "id":
		a.id = value
	case "class":
		a.classes = append(a.classes, strings.Fields(value)...)
	default:
		if a.keys == nil {
			a.keys = map[string]string{}
		}
		a.keys[key] = value
	}
}

// title is the title that the attributes give an environment.
func (a *attributes) title() string {
	return a.first("title", "name", "data-title", "data-name", "text", "note", "summary")
}

// proves is the anchor of what a proof with the attributes proves: {.proof of="thm-x"}.
func (a *attributes) proves() string {
	return strings.Trim(a.first("of", "data-of", "ref", "data-ref", "for", "data-for"), "#@<>")
}

// first is the first value that one of the keys has.
func (a *attributes) first(keys ...string) string {
	for _, k := range keys {
		if v := a.keys[k]; v != "" {
			return v
		}
	}
	return ""
}

// parseAttributes reads the inside of braces. What it does not understand it drops.
func parseAttributes(s string) attributes {
	var a attributes
	s = s[:min(len(s), maxTag)]
	for s = strings.TrimLeft(s, " \t\n,:"); s != ""; s = strings.TrimLeft(s, " \t\n,") {
		switch s[0] {
		case '#', '.':
			n := 1 + strings.IndexAny(s[1:]+" ", " \t\n,#}")
			if s[0] == '.' { // a class ends at the next one too: {.a.b}
				if m := strings.IndexByte(s[1:n], '.'); m > 0 {
					n = 1 + m
				}
			}
			if v := s[1:min(n, len(s))]; v == "" {
			} else if s[0] == '#' {
				a.id = v
			} else {
				a.classes = append(a.classes, v)
			}
			s = s[min(n, len(s)):]
			continue
		case '-':
			a.classes = append(a.classes, "unnumbered")
			s = s[1:]
			continue
		}
		n := strings.IndexAny(s+" ", " \t\n=,")
		key := s[:min(n, len(s))]
		s = s[len(key):]
		if !strings.HasPrefix(s, "=") {
			if key != "" {
				a.set(key, "")
			} else {
				s = s[1:]
			}
			continue
		}
		var v string
		v, s = attributeValue(s[1:])
		a.set(key, v)
	}
	return a
}

// attributeValue reads a value, quoted or not, and returns what follows it.
func attributeValue(s string) (value, rest string) {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if n := strings.IndexByte(s[1:], s[0]); n >= 0 {
			return s[1 : 1+n], s[2+n:]
		}
		return s[1:], ""
	}
	n := strings.IndexAny(s+" ", " \t\n,>")
	return s[:n], s[min(n, len(s)):]
}

// tag is one HTML tag.
type tag struct {
	name  string // lower case
	close bool
	empty bool // <br/>
	attrs string
	size  int
}

// maxTag bounds how long a tag may be, so that many openings without an end cost little.
const maxTag = 1000

// parseTag reads the tag at the start of s, which begins with '<'.
func parseTag(s string) (tag, bool) {
	s = s[:min(len(s), maxTag)]
	t := tag{}
	i := 1
	if i < len(s) && s[i] == '/' {
		t.close = true
		i++
	}
	start := i
	for i < len(s) && (isLetter(s[i]) || i > start && (isDigit(s[i]) || s[i] == '-' || s[i] == ':')) {
		i++
	}
	if i == start || i == len(s) || strings.IndexByte(" \t\n/>", s[i]) < 0 {
		return t, false
	}
	t.name = strings.ToLower(s[start:i])
	at := i
	for i < len(s) {
		switch s[i] {
		case '>':
			t.attrs, t.size = strings.TrimSuffix(s[at:i], "/"), i+1
			t.empty = s[i-1] == '/'
			return t, true
		case '<':
			return t, false
		case '"', '\'':
			if s[i-1] != '=' { // a quote that opens no value is text: "x <y and 'z'"
				return t, false
			}
			n := strings.IndexByte(s[i+1:], s[i])
			if n < 0 {
				return t, false
			}
			i += n + 1
		}
		i++
	}
	return t, false
}

// attributes reads the attributes of the tag.
func (t tag) attributes() attributes {
	a := parseAttributes(strings.ReplaceAll(t.attrs, "\n", " "))
	if a.id == "" && t.name == "a" {
		a.id = a.keys["name"]
	}
	return a
}
