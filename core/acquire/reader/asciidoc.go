package reader

import (
	"bytes"
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "AsciiDoc", MediaType: "text/asciidoc", Extensions: []string{".adoc", ".asciidoc", ".asc"},
		Sniff: func(head []byte) int {
			n := bytes.Count(head, []byte("\n== ")) + bytes.Count(head, []byte("\n----\n")) + bytes.Count(head, []byte("\n[[")) + bytes.Count(head, []byte("\ninclude::")) + bytes.Count(head, []byte("\n|==="))
			if bytes.HasPrefix(head, []byte("= ")) {
				n++
			}
			return min(85, 25*n)
		},
		Read: readASCIIDoc,
	})
}

// adoc reads AsciiDoc as Asciidoctor does.
type adoc struct {
	lineParser
	values  map[string]string // attributes of the document
	left    int               // bytes that attributes may still make
	next    adocAttrs         // of the block that comes
	title   core.Span         // of the block that comes: ".Title"
	titles  map[string]string // what references print, by anchor, as this pass finds it
	before  map[string]string // as the pass before found it
	missing bool
	closers map[string][]int // lines that are delimiters, by their text
}

// adocAttrs is what stands in brackets above a block.
type adocAttrs struct {
	style   string
	args    []string
	roles   []string
	anchors []string
	keys    map[string]string
}

// readASCIIDoc reads the text twice when references stand before what they name.
func readASCIIDoc(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	before := map[string]string{}
	for pass := 0; ; pass++ {
		r := &adoc{lineParser: newLineParser(ctx, src), values: map[string]string{"nbsp": "\u00a0", "amp": "&", "lt": "<", "gt": ">", "empty": "", "sp": " ", "startsb": "[", "endsb": "]", "vbar": "|", "caret": "^", "asterisk": "*", "tilde": "~", "backslash": `\`, "backtick": "`", "plus": "+", "apos": "'", "rsquo": "’", "lsquo": "‘", "ldquo": "“", "rdquo": "”", "deg": "°", "cpp": "C++"},
			left: maxSubstitution, titles: map[string]string{}, before: before, closers: map[string][]int{}}
		for i := range r.lines {
			if s := r.line(i); delimiterOf(s) != "" {
				r.closers[s] = append(r.closers[s], i)
			}
		}
		at := r.header()
		if r.blocks(at, len(r.lines)); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if pass > 0 || !r.missing {
			return r.document(in, encoding, runs, losses), nil
		}
		before = r.titles
	}
}

// header reads the title, the author and the attributes of the document, and returns where the text begins.
func (r *adoc) header() int {
	i := 0
	for i < len(r.lines) && (r.blankLine(i) || strings.HasPrefix(r.line(i), "//") || strings.HasPrefix(r.line(i), ":") && r.attribute(i)) {
		if strings.HasPrefix(r.line(i), "//") {
			r.hideLines(i, i+1, "comment")
		}
		i++
	}
	switch {
	case i == len(r.lines):
		return i
	case strings.HasPrefix(r.line(i), "= "):
		r.section(i, 1)
	case r.underlined(i, len(r.lines)) == 1:
		r.headed(1, core.Span{Start: r.lines[i].start, End: r.lines[i].end})
		i++
	default:
		return i
	}
	first := i + 1
	for i++; i < len(r.lines) && !r.blankLine(i); i++ {
		if s := r.line(i); !strings.HasPrefix(s, ":") || !r.attribute(i) {
			if i-first > 1 && !strings.HasPrefix(s, "//") { // neither author nor revision
				break
			}
		}
	}
	r.hideLines(first, i, "header of the document")
	return i
}

// attribute reads ":name: value".
func (r *adoc) attribute(i int) bool {
	s := r.line(i)
	k := strings.IndexByte(s[1:], ':')
	if k <= 0 || strings.ContainsAny(s[1:1+k], " \t") {
		return false
	}
	name, value := strings.ToLower(s[1:1+k]), strings.TrimSpace(s[2+k:])
	switch {
	case strings.HasPrefix(name, "!"):
		delete(r.values, name[1:])
	case strings.HasSuffix(name, "!"):
		delete(r.values, name[:len(name)-1])
	case len(r.values) < 4096 && len(value) < 4096:
		r.values[name] = value
	}
	return true
}

// delimiterOf returns the character that a delimiter line is made of, "" when it is none.
func delimiterOf(s string) string {
	switch {
	case s == "--" || s == "|===" || s == ",===" || s == ":===" || s == "!===":
		return s
	case len(s) >= 4 && strings.IndexByte("-.=*_+/", s[0]) >= 0 && strings.Trim(s, s[:1]) == "":
		return s[:1]
	case strings.HasPrefix(s, "```"):
		return "```"
	}
	return ""
}

// closing returns the line that closes the block that line i opens.
func (r *adoc) closing(i, to int) int {
	mark := r.line(i)
	if strings.HasPrefix(mark, "```") {
		mark = "```"
	}
	list := r.closers[mark]
	lo, hi := 0, len(list)
	for lo < hi {
		if m := (lo + hi) / 2; list[m] <= i {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == len(list) || list[lo] >= to {
		return -1
	}
	return list[lo]
}

// blocks reads blocks.
func (r *adoc) blocks(from, to int) {
	r.each(from, to, func() {
		t := r.gather(from, to, 0)
		r.begin(core.Block{Kind: core.Paragraph})
		r.inline(&t)
		r.end()
	}, func(i int) int { return r.element(i, to) })
}

// element reads the block that begins at line i and returns the line behind it.
func (r *adoc) element(i, to int) int {
	s := r.line(i)
	l := r.lines[i]
	if l.indent == 0 {
		if next, ok := r.meta(i, to); ok {
			return next
		}
		if n := strings.IndexFunc(s, func(c rune) bool { return c != '=' }); n > 0 && n <= 6 && s[n] == ' ' && (r.depth == 1 || r.next.style == "discrete" || r.next.style == "float") {
			r.section(i, n)
			return i + 1
		}
		if n := r.underlined(i, to); n > 0 && (r.depth == 1 || r.next.style == "discrete" || r.next.style == "float") {
			r.headed(n, core.Span{Start: l.start, End: l.end})
			return i + 2
		}
		if d := delimiterOf(s); d != "" {
			if end := r.closing(i, to); end > i {
				r.delimited(d, i, end)
				return end + 1
			}
		}
	}
	if n, _, _ := r.mark(i); n > 0 {
		return r.list(i, to)
	}
	if term := termEnd(s); term > 0 {
		return r.terms(i, to)
	}
	if l.indent > 0 { // a literal paragraph
		end := i
		for end < to && !r.blankLine(end) {
			end++
		}
		r.take1()
		r.coded(i, end, "")
		return end
	}
	return r.paragraph(i, to)
}

// take1 gives up what was said of the next block.
func (r *adoc) take1() adocAttrs {
	a := r.next
	r.next, r.title = adocAttrs{}, core.Span{}
	return a
}

// meta reads a line that prints nothing itself: attributes, anchors, titles, comments, conditions.
func (r *adoc) meta(i, to int) (int, bool) {
	s := r.line(i)
	switch {
	case strings.HasPrefix(s, "//") && !strings.HasPrefix(s, "///"):
		end := i
		for end < to && strings.HasPrefix(r.line(end), "//") && !strings.HasPrefix(r.line(end), "////") {
			end++
		}
		r.hideLines(i, end, "comment")
		return end, true
	case s[0] == ':' && r.attribute(i):
		return i + 1, true
	case strings.HasPrefix(s, "[[") && strings.HasSuffix(s, "]]"):
		id, _, _ := strings.Cut(s[2:len(s)-2], ",")
		r.next.anchors = append(r.next.anchors, strings.TrimSpace(id))
		return i + 1, true
	case s[0] == '[' && strings.HasSuffix(s, "]") && !strings.HasPrefix(s, "[["):
		r.next.read(s[1 : len(s)-1])
		return i + 1, true
	case s[0] == '.' && len(s) > 1 && s[1] != ' ' && s[1] != '.':
		r.title = core.Span{Start: r.lines[i].start + 1, End: r.lines[i].end}
		return i + 1, true
	case s == "'''" || s == "<<<" || s == "***" || s == "---" || s == "+":
		return i + 1, true
	case strings.HasPrefix(s, "ifdef::") || strings.HasPrefix(s, "ifndef::") || strings.HasPrefix(s, "ifeval::") || strings.HasPrefix(s, "endif::") || strings.HasPrefix(s, "toc::") || strings.HasPrefix(s, "(((") || strings.HasPrefix(s, "indexterm:"):
		return i + 1, true
	case strings.HasPrefix(s, "include::"):
		what, _, _ := strings.Cut(s[len("include::"):], "[")
		r.lose("included", func(n int) string {
			return plural(n, "include takes its text", "includes take their text") + " from another file, which is not read here, such as " + what
		})
		return i + 1, true
	case strings.HasPrefix(s, "image::") || strings.HasPrefix(s, "video::") || strings.HasPrefix(s, "audio::"):
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
		if r.title.Len() > 0 {
			t := r.piece(r.title)
			a := r.take1()
			r.begin(core.Block{Kind: core.Environment, Name: "figure", Anchors: a.anchors})
			r.begin(core.Block{Kind: core.Paragraph})
			r.inline(&t)
			r.end()
			r.end()
		}
		return i + 1, true
	}
	return i, false
}

// read takes in what stands in brackets: style#id.role%option,arg,key=value.
func (a *adocAttrs) read(s string) {
	if a.keys == nil {
		a.keys = map[string]string{}
	}
	s = s[:min(len(s), maxTag)]
	for n, part := range splitArgs(s) {
		part = strings.TrimSpace(part)
		if key, value, ok := strings.Cut(part, "="); ok && key != "" && !strings.ContainsAny(key, " #.%") {
			value = strings.Trim(value, `"'`)
			switch key {
			case "id":
				a.anchors = append(a.anchors, value)
			case "role":
				a.roles = append(a.roles, strings.Fields(value)...)
			default:
				a.keys[key] = value
			}
			continue
		}
		if n > 0 {
			a.args = append(a.args, strings.Trim(part, `"'`))
			continue
		}
		for k := 0; k < len(part); {
			end := k + 1
			for end < len(part) && strings.IndexByte("#.%", part[end]) < 0 {
				end++
			}
			switch word := part[k:end]; word[0] {
			case '#':
				a.anchors = append(a.anchors, word[1:])
			case '.':
				a.roles = append(a.roles, word[1:])
			case '%':
				a.keys[word] = "on"
			default:
				a.style = word
			}
			k = end
		}
	}
}

// splitArgs cuts at commas outside of quotes.
func splitArgs(s string) []string {
	var out []string
	quote, from := byte(0), 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"':
			quote = c
		case c == ',':
			out, from = append(out, s[from:i]), i+1
		}
	}
	return append(out, s[from:])
}

// section reads a heading.
func (r *adoc) section(i, level int) {
	l := r.lines[i]
	s := core.Span{Start: l.start + level + 1, End: l.end}
	for s.Start < s.End && r.src[s.Start] == ' ' {
		s.Start++
	}
	r.headed(level, s)
}

// underlined returns the level of a title of two lines, 0 when line i is none: the line below it is as long, give or
// take one, of the character of the level.
func (r *adoc) underlined(i, to int) int {
	if i+1 >= to || r.lines[i].indent != 0 || r.lines[i+1].indent != 0 {
		return 0
	}
	s, under := r.line(i), r.line(i+1)
	if len(under) < 2 || strings.Trim(under, under[:1]) != "" || strings.IndexFunc(s, isWordRune) < 0 || delimiterOf(s) != "" || s[0] == '[' || s[0] == '.' && len(s) > 1 && s[1] != '.' {
		return 0
	}
	if d := utf8.RuneCountInString(s) - len(under); d < -1 || d > 1 {
		return 0
	}
	return strings.IndexByte("=-~^+", under[0]) + 1
}

func isWordRune(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// headed adds a heading with a title.
func (r *adoc) headed(level int, s core.Span) {
	a := r.take1()
	if t := s.Of(r.src); strings.HasSuffix(t, "]]") {
		if k := strings.LastIndex(t, "[["); k > 0 {
			a.anchors = append(a.anchors, t[k+2:len(t)-2])
			s.End = s.Start + len(strings.TrimRight(t[:k], " "))
		}
	}
	r.endTo(0)
	t := r.piece(s)
	if b, title := r.heading(level, a.anchors, func() { r.inline(&t) }); b != nil {
		id := "_" + strings.ReplaceAll(slugs(r.names).of(b.Title), "-", "_")
		b.Anchors = append(b.Anchors, id)
		for _, n := range b.Anchors {
			r.titles[n] = title
		}
	}
	r.end()
}

// delimited reads a block between two delimiter lines.
func (r *adoc) delimited(d string, i, end int) {
	title := r.title
	a := r.take1()
	printed := ""
	if title.Len() > 0 {
		printed = r.plain(title.Of(r.src))
	}
	switch d {
	case "/":
		r.hideLines(i, end+1, "comment")
	case "-", ".", "```":
		lang := ""
		if a.style == "source" && len(a.args) > 0 {
			lang = a.args[0]
		}
		if d == "```" {
			lang = strings.TrimSpace(r.line(i)[3:])
		}
		if a.style == "stem" || a.style == "latexmath" || a.style == "asciimath" || lang == "math" {
			r.math(a, i+1, end)
			return
		}
		r.anchors = append(r.anchors, a.anchors...)
		r.coded(i+1, end, lang)
	case "+":
		if a.style == "stem" || a.style == "latexmath" || a.style == "asciimath" {
			r.math(a, i+1, end)
			return
		}
		r.hideLines(i, end+1, "raw markup")
	case "_":
		r.begin(core.Block{Kind: core.Quote, Anchors: a.anchors})
		r.blocks(i+1, end)
		r.end()
	case "|===", ",===", ":===", "!===":
		r.table(a, printed, i+1, end, d[0])
	default: // example, sidebar, open block
		name, starred := a.box()
		if name == "" {
			switch {
			case d == "=" && printed != "", d == "*":
				name = map[string]string{"=": "example", "*": "sidebar"}[d]
				if _, _, _, ok := splitHead(printed, true); ok {
					name = "box" // its title says what it is
				}
			case d == "=":
				name = "box"
			}
		}
		if name == "" {
			r.anchors = append(r.anchors, a.anchors...)
			r.blocks(i+1, end)
			return
		}
		r.boxed(name, printed, a, starred)
		r.blocks(i+1, end)
		r.end()
	}
}

// box is the name of the environment that the style or a role makes of a block.
func (a *adocAttrs) box() (name string, starred bool) {
	_, starred = a.keys["%unnumbered"]
	for _, w := range append([]string{a.style}, a.roles...) {
		if w == "" {
			continue
		}
		if h, ok := text.LookupHead(w); ok && h.Class != text.NoHead {
			return strings.ToLower(w), starred
		}
		if w == "env" && len(a.args) > 0 { // Asciidoctor LaTeX: [env.theorem]
			return strings.ToLower(a.args[0]), starred
		}
	}
	switch a.style {
	case "NOTE", "TIP", "IMPORTANT", "CAUTION", "WARNING", "abstract", "partintro":
		return strings.ToLower(a.style), false
	}
	return "", false
}

// boxed begins an environment.
func (r *adoc) boxed(name, title string, a adocAttrs, starred bool) {
	if title == "" {
		title = a.keys["title"]
	}
	prints := title
	if h, ok := text.LookupHead(name); ok && prints == "" {
		prints = capitalize(h.Role)
	}
	for _, n := range a.anchors {
		r.titles[n] = prints
	}
	r.environment(name, title, a.anchors, starred)
}

// math reads a block of mathematics.
func (r *adoc) math(a adocAttrs, from, to int) {
	if a.style == "asciimath" || a.style == "stem" && r.values["stem"] != "latexmath" {
		r.loseMath()
	}
	r.displayed(from, to, 0, a.anchors, "")
}

func (r *adoc) loseMath() {
	r.lose("asciimath", func(n int) string {
		return plural(n, "formula is", "formulas are") + " in AsciiMath and kept as written; only LaTeX is understood"
	})
}

// table reads a table. A row is a line; when each cell has a line, the number of columns tells the rows.
func (r *adoc) table(a adocAttrs, title string, from, to int, d byte) {
	if title != "" {
		r.begin(core.Block{Kind: core.Environment, Name: "figure"})
		r.begin(core.Block{Kind: core.Paragraph})
		r.put(title, -1, 0)
		r.end()
		r.end()
	}
	columns := 0
	if c := a.keys["cols"]; c != "" {
		columns = strings.Count(c, ",") + 1
		if n, _, ok := strings.Cut(c, "*"); ok {
			columns = max(columns, number(n, 0))
		}
	}
	sep := byte('|')
	if d == ',' || d == ':' {
		sep = d
	}
	r.begin(core.Block{Kind: core.Table, Anchors: a.anchors})
	in := 0 // cells of the present row
	for i := from; i < to; i++ {
		s := r.line(i)
		if s == "" {
			continue
		}
		var cells []core.Span
		start := 0
		for k := 0; k <= len(s); k++ {
			if k < len(s) && (s[k] != sep || k > 0 && s[k-1] == '\\') {
				continue
			}
			if sep != '|' || start > 0 || k > 0 && strings.IndexByte(s, '|') != k {
				cells = append(cells, core.Span{Start: start, End: k})
			} else if k > 0 && start == 0 && k < len(s) && strings.Trim(s[:k], "0123456789.+*^<>ahelmsd") != "" { // text before the first bar goes on with the cell above
				cells = append(cells, core.Span{Start: 0, End: k})
			}
			start = k + 1
		}
		fresh := sep != '|' || s[0] == '|' || strings.IndexByte(s, '|') > 0
		if columns == 0 && len(cells) > 0 && fresh {
			columns = len(cells)
		}
		if fresh && columns > 0 && in >= columns {
			in = 0
		}
		for k, c := range cells {
			if in == 0 {
				r.gap(1)
			} else if k > 0 || fresh {
				r.put(" | ", -1, 0)
			} else {
				r.blank(false, -1)
			}
			if fresh {
				in++
			}
			cell := c.Of(s)
			trimmed := strings.TrimSpace(cell)
			at := r.lines[i].start + c.Start + strings.Index(cell, trimmed)
			t := r.piece(core.Span{Start: at, End: at + len(trimmed)})
			r.inline(&t)
			if fresh && columns > 0 && in == columns && k+1 < len(cells) {
				in = 0
			}
		}
	}
	r.end()
}

// mark returns the length of the mark of a list item with the blanks behind it, its kind, and how deep it is.
func (r *adoc) mark(i int) (n int, kind string, deep int) {
	s := r.line(i)
	if s == "" {
		return 0, "", 0
	}
	switch c := s[0]; {
	case c == '*' || c == '.' || c == '-':
		k := 0
		for k < len(s) && s[k] == c {
			k++
		}
		if k > 5 || k >= len(s) || s[k] != ' ' || c == '-' && k > 1 {
			return 0, "", 0
		}
		return k + blanks(s[k:]), s[:k], k
	case c == '<':
		if k := strings.IndexByte(s, '>'); k > 1 && k < 5 && k+1 < len(s) && s[k+1] == ' ' && (strings.Trim(s[1:k], "0123456789") == "" || s[1:k] == ".") {
			return k + 1 + blanks(s[k+1:]), "<", 1
		}
	case isDigit(c) || isLetter(c):
		k := 0
		for k < len(s) && k < 4 && isDigit(s[k]) {
			k++
		}
		if k == 0 {
			k = 1
		}
		if k+1 < len(s) && s[k] == '.' && s[k+1] == ' ' && (isDigit(c) || k == 1) {
			return k + 1 + blanks(s[k+1:]), "1", 1
		}
	}
	return 0, "", 0
}

// list reads a list; items of other kinds within it are lists inside.
func (r *adoc) list(i, to int) int {
	_, kind, _ := r.mark(i)
	return r.listOf(i, to, []string{kind})
}

// titled writes the title of a list, which is printed above it: ".Procedure".
func (r *adoc) titled() {
	if r.title.Len() == 0 {
		return
	}
	t := r.piece(r.title)
	r.begin(core.Block{Kind: core.Paragraph})
	start := len(r.text)
	r.inline(&t)
	r.lineParser.mark(core.Strong, start)
	r.end()
}

// listOf reads a list whose kind comes last in the kinds of the lists around it.
func (r *adoc) listOf(i, to int, kinds []string) int {
	kind := kinds[len(kinds)-1]
	r.titled()
	a := r.take1()
	r.begin(core.Block{Kind: core.List, Anchors: a.anchors})
	count := 0
	for i < to {
		n, k, _ := r.mark(i)
		if n == 0 || k != kind {
			break
		}
		count++
		mark := "•"
		switch kind[0] {
		case '.':
			mark = ordered(count, len(kind), a.style)
		case '1':
			if mark = itoa(count) + "."; isLetter(r.line(i)[0]) {
				mark = printNumber(count, "lowerLetter") + "."
			}
		case '<':
			mark = "(" + itoa(count) + ")"
		}
		l := &r.lines[i]
		was := *l
		r.begin(core.Block{Kind: core.ListItem, Number: mark})
		r.put(mark+" ", l.start, n)
		r.body()
		l.start = min(l.start+n, l.end)
		if s := r.line(i); strings.HasPrefix(s, "[ ] ") || strings.HasPrefix(s, "[x] ") || strings.HasPrefix(s, "[*] ") {
			l.start += 4
		}
		end := i + 1
		for end < to && !r.blankLine(end) && r.line(end) != "+" && !r.breaks(end) {
			end++
		}
		t := r.gather(i, end, 0)
		*l = was
		r.begin(core.Block{Kind: core.Paragraph})
		r.inline(&t)
		r.end()
		i = r.attached(end, to, kinds)
		r.end()
	}
	r.end()
	return i
}

// attached reads what belongs to a list item behind its first paragraph: lists inside, and blocks joined by "+".
func (r *adoc) attached(i, to int, kinds []string) int {
	for i < to {
		k := i
		for k < to && r.blankLine(k) {
			k++
		}
		if k == to {
			return i
		}
		if r.line(k) == "+" && k == i {
			for k++; k < to && r.blankLine(k); k++ {
			}
			for k < to && r.lines[k].indent == 0 && !r.blankLine(k) { // what is said of the block
				next, ok := r.meta(k, to)
				if !ok {
					break
				}
				k = next
			}
			if k >= to || r.blankLine(k) {
				i = k
				continue
			}
			r.depth++
			if r.depth < maxNesting {
				i = max(k+1, r.element(k, to))
			} else {
				i = k + 1
			}
			r.depth--
			continue
		}
		n, kind, _ := r.mark(k)
		if n == 0 || len(kinds) >= maxNesting/2 {
			return i
		}
		for _, outer := range kinds {
			if outer == kind {
				return k
			}
		}
		i = r.listOf(k, to, append(kinds[:len(kinds):len(kinds)], kind))
	}
	return i
}

// ordered is the mark of the n-th item of an ordered list at a depth.
func ordered(n, deep int, style string) string {
	formats := []string{"arabic", "loweralpha", "lowerroman", "upperalpha", "upperroman"}
	if style == "" {
		style = formats[min(deep, len(formats))-1]
	}
	switch style {
	case "loweralpha":
		return printNumber(n, "lowerLetter") + "."
	case "upperalpha":
		return printNumber(n, "upperLetter") + "."
	case "lowerroman":
		return printNumber(n, "lowerRoman") + "."
	case "upperroman":
		return printNumber(n, "upperRoman") + "."
	}
	return itoa(n) + "."
}

// breaks reports whether a line ends the paragraph before it within a list.
func (r *adoc) breaks(i int) bool {
	s := r.line(i)
	n, _, _ := r.mark(i)
	return n > 0 || r.lines[i].indent == 0 && (delimiterOf(s) != "" || s[0] == '[' && s[len(s)-1] == ']' || strings.HasPrefix(s, "//") || termEnd(s) > 0)
}

// termEnd returns where the term of a description list ends, 0 when the line has none.
func termEnd(s string) int {
	for _, d := range []string{"::::", ":::", "::", ";;"} {
		if k := strings.Index(s, d+" "); k > 0 && k < 300 && s[k-1] != ':' {
			return k
		}
		if k := len(s) - len(d); k > 0 && strings.HasSuffix(s, d) && s[k-1] != ':' {
			return k
		}
	}
	return 0
}

// terms reads a description list.
func (r *adoc) terms(i, to int) int {
	a := r.take1()
	r.begin(core.Block{Kind: core.TermList, Anchors: a.anchors})
	for i < to {
		s := r.line(i)
		k := termEnd(s)
		if k == 0 {
			break
		}
		l := &r.lines[i]
		t := r.piece(core.Span{Start: l.start, End: l.start + k})
		r.begin(core.Block{Kind: core.ListItem})
		titles := []string{r.term(&t)}
		rest := strings.TrimLeft(s[k:], ":;")
		for rest == "" && i+1 < to && r.sameTerm(s[k:], i+1) { // several terms, one description
			i++
			s, l = r.line(i), &r.lines[i]
			k = termEnd(s)
			t := r.piece(core.Span{Start: l.start, End: l.start + k})
			r.gap(1)
			titles = append(titles, r.term(&t))
			rest = strings.TrimLeft(s[k:], ":;")
		}
		if b := r.block(); b != nil {
			b.Title = strings.Join(titles, ", ")
		}
		r.gap(1)
		r.body()
		rest = strings.TrimLeft(rest, " ")
		end := i + 1
		first, at := i, l.end-len(rest)
		if rest == "" {
			first, at = i+1, 0
			for first < to && r.blankLine(first) {
				first++
			}
			end = first
		}
		for end < to && !r.blankLine(end) && r.line(end) != "+" && !r.breaks(end) {
			end++
		}
		if first < end {
			t := r.gather(first, end, at)
			r.begin(core.Block{Kind: core.Paragraph})
			r.inline(&t)
			r.end()
		}
		i = r.attached(max(end, i+1), to, []string{"::"})
		r.end()
		for next := i; next < to; next++ {
			if !r.blankLine(next) {
				if termEnd(r.line(next)) > 0 {
					i = next
				}
				break
			}
		}
		if i < to && r.blankLine(i) {
			break
		}
	}
	r.end()
	return i
}

// term reads a term of a description list and returns it; one that is code stands between backticks, as in the titles
// that HTML gives.
func (r *adoc) term(t *prose) string {
	start, marks := len(r.text), len(r.Marks)
	r.inline(t)
	title := strings.TrimSpace(string(r.text[start:]))
	if len(r.Marks) > marks && r.Marks[marks].Kind == core.Verb && r.Marks[marks].Span.Len()*10 >= len(title)*8 {
		title = "`" + title + "`"
	}
	return title
}

// sameTerm reports whether a line is a term of the same list.
func (r *adoc) sameTerm(delimiter string, i int) bool {
	if r.blankLine(i) {
		return false
	}
	s := r.line(i)
	k := termEnd(s)
	if k == 0 || s[0] == '[' {
		return false
	}
	return strings.HasPrefix(s[k:], delimiter) && len(s[k:])-len(strings.TrimLeft(s[k:], ":;")) == len(delimiter)
}

// paragraph reads running text, or what its style makes of it.
func (r *adoc) paragraph(i, to int) int {
	end := i + 1
	for end < to && !r.blankLine(end) && !(r.lines[end].indent == 0 && (delimiterOf(r.line(end)) != "" && r.closing(end, to) > 0 || strings.HasPrefix(r.line(end), "[") && strings.HasSuffix(r.line(end), "]") || strings.HasPrefix(r.line(end), "//"))) && !(r.line(end) == "+") {
		end++
	}
	title := r.title
	a := r.take1()
	printed := ""
	if title.Len() > 0 {
		printed = r.plain(title.Of(r.src))
	}
	at := 0
	s := r.line(i)
	for _, w := range []string{"NOTE", "TIP", "IMPORTANT", "CAUTION", "WARNING"} {
		if strings.HasPrefix(s, w+": ") {
			a.style = w
			at = r.lines[i].start + len(w) + 2
		}
	}
	switch a.style {
	case "stem", "latexmath", "asciimath":
		r.math(a, i, end)
		return end
	case "source", "listing", "literal":
		lang := ""
		if len(a.args) > 0 && a.style == "source" {
			lang = a.args[0]
		}
		r.coded(i, end, lang)
		return end
	case "comment":
		r.hideLines(i, end, "comment")
		return end
	case "quote", "verse":
		r.begin(core.Block{Kind: core.Quote, Anchors: a.anchors})
		a.anchors = nil
		defer r.end()
	}
	t := r.gather(i, end, at)
	if name, starred := a.box(); name != "" {
		r.boxed(name, printed, a, starred)
		a.anchors = nil
		defer r.end()
	} else if printed != "" { // a title above a paragraph is set in bold
		r.begin(core.Block{Kind: core.Paragraph, Anchors: a.anchors})
		start := len(r.text)
		r.put(strings.TrimRight(printed, ". ")+".", title.Start, title.Len())
		r.lineParser.mark(core.Strong, start)
		r.put(" ", -1, 0)
		r.inline(&t)
		r.end()
		return end
	}
	r.begin(core.Block{Kind: core.Paragraph, Anchors: a.anchors})
	r.inline(&t)
	r.end()
	return end
}

// plain is a title without its markup.
func (r *adoc) plain(s string) string {
	q := &adoc{lineParser: lineParser{ctx: r.ctx}, values: r.values, left: min(r.left, 4096), titles: r.titles, before: r.before}
	t := made(s)
	q.inline(&t)
	return strings.TrimSpace(string(q.text))
}
