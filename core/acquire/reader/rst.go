package reader

import (
	"bytes"
	"context"
	"path"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "reStructuredText", MediaType: "text/x-rst", Extensions: []string{".rst", ".rest"},
		Sniff: sniffRST,
		Read:  readRST,
	})
}

// sniffRST counts the lines that other texts do not have.
func sniffRST(head []byte) int {
	n := bytes.Count(head, []byte("\n.. ")) + bytes.Count(head, []byte(":math:`")) + bytes.Count(head, []byte(":ref:`"))
	if bytes.HasPrefix(head, []byte(".. ")) {
		n++
	}
	return min(n*25, 85)
}

// rst reads reStructuredText as docutils defines it, with the directives and roles of Sphinx.
type rst struct {
	lineParser
	styles  []string            // adornments of titles, by level
	found   map[string]string   // what references to labels print, as this pass finds it
	labels  map[string]string   // and as the pass before found it
	subst   map[string]rstText  // substitutions
	links   map[string]string   // link targets
	left    int                 // bytes that substitutions may still make
	within  int                 // substitutions within substitutions
	number  int                 // of the last display with a label
	targets []string            // that wait for what they name
	missing bool                // a reference was met before its label
	notes   map[string]struct{} // labels of footnotes and citations
}

// rstText is the text that a substitution stands for.
type rstText struct {
	span core.Span
	made string // where it stands nowhere in the source
}

// maxSubstitution bounds what the substitutions of one document make.
const maxSubstitution = 1 << 20

// readRST reads the text twice when references stand before what they name.
func readRST(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	for pass := 0; ; pass++ {
		r := &rst{lineParser: newLineParser(ctx, src), labels: labels, found: map[string]string{}, left: maxSubstitution, links: map[string]string{}, notes: map[string]struct{}{}}
		r.definitions()
		if r.blocks(0, len(r.lines), true); ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if pass > 0 || !r.missing {
			return r.document(in, encoding, runs, losses), nil
		}
		labels = r.found
	}
}

// definitions takes in substitutions and link targets, which may stand behind their use.
func (r *rst) definitions() {
	r.subst = map[string]rstText{}
	for i := range r.lines {
		s := r.line(i)
		rest, ok := strings.CutPrefix(s, ".. ")
		if !ok {
			continue
		}
		at := r.lines[i].start + len(s) - len(strings.TrimLeft(rest, " "))
		rest = strings.TrimLeft(rest, " ")
		switch {
		case strings.HasPrefix(rest, "|"):
			end := strings.IndexByte(rest[1:], '|')
			if end <= 0 {
				continue
			}
			name, directive := rest[1:1+end], strings.TrimLeft(rest[2+end:], " ")
			from := at + len(rest) - len(directive)
			kind, arg, ok := strings.Cut(directive, "::")
			if !ok {
				continue
			}
			from += len(kind) + 2 + len(arg) - len(strings.TrimLeft(arg, " "))
			switch kind {
			case "replace":
				r.subst[strings.ToLower(name)] = rstText{span: core.Span{Start: min(from, r.lines[i].end), End: r.lines[i].end}}
			case "unicode":
				r.subst[strings.ToLower(name)] = rstText{made: unicodeDirective(arg)}
			case "image":
				r.subst[strings.ToLower(name)] = rstText{}
			}
		case strings.HasPrefix(rest, "_"):
			if name, target, _, ok := targetOf(rest); ok && target != "" {
				r.links[name] = target
			}
		case strings.HasPrefix(rest, "["):
			if end := strings.IndexByte(rest, ']'); end > 1 {
				r.notes[strings.ToLower(rest[1:end])] = struct{}{}
			}
		}
	}
}

// unicodeDirective reads the character codes of a unicode directive.
func unicodeDirective(arg string) string {
	var b strings.Builder
	for _, f := range strings.Fields(arg) {
		if strings.HasPrefix(f, "..") {
			break
		}
		for _, p := range []string{"U+", "0x", "x", `\u`, "&#x"} {
			if code, ok := strings.CutPrefix(f, p); ok {
				if v, n := entity("&#x" + strings.TrimSuffix(code, ";") + ";"); n > 0 {
					f = v
				}
				break
			}
		}
		if b.Len() < 200 {
			b.WriteString(f)
		}
	}
	return b.String()
}

// targetOf reads "_name: target" or "_`a name`: target".
func targetOf(s string) (name, target string, anonymous, ok bool) {
	if rest, ok := strings.CutPrefix(s, "__"); ok {
		return "", strings.TrimSpace(strings.TrimPrefix(rest, ":")), true, true
	}
	s = s[1:]
	if strings.HasPrefix(s, "`") {
		end := strings.IndexByte(s[1:], '`')
		if end < 0 || !strings.HasPrefix(s[2+end:], ":") {
			return "", "", false, false
		}
		return plainName(s[1 : 1+end]), strings.TrimSpace(s[3+end:]), false, true
	}
	for i := 0; i < len(s); i++ {
		if s[i] == ':' && (i == 0 || s[i-1] != '\\') && (i+1 == len(s) || s[i+1] == ' ') {
			return plainName(s[:i]), strings.TrimSpace(s[i+1:]), false, i > 0
		}
	}
	return "", "", false, false
}

// plainName is a reference name as docutils compares it.
func plainName(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(s, `\`, "")), " "))
}

const adornments = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// adornment returns the character that a line repeats, 0 when it is no adornment.
func adornment(s string) byte {
	if len(s) < 2 || strings.IndexByte(adornments, s[0]) < 0 || strings.Trim(s, s[:1]) != "" {
		return 0
	}
	return s[0]
}

// blocks reads the blocks of lines. Titles stand at the top only.
func (r *rst) blocks(from, to int, top bool) {
	indent := r.least(from, to)
	r.each(from, to, func() { r.plain(from, to) }, func(i int) int {
		if r.lines[i].indent <= indent {
			return r.blockAt(i, to, indent, top)
		}
		end := r.indented(i, to, indent) // deeper than what stands around: a quotation
		r.begin(core.Block{Kind: core.Quote})
		r.blocks(i, end, false)
		r.end()
		return end
	})
}

// plain adds lines as one paragraph.
func (r *rst) plain(from, to int) {
	t := r.gather(from, to, 0)
	r.begin(core.Block{Kind: core.Paragraph})
	r.inline(&t)
	r.end()
}

// blockAt reads the block that begins at line i and returns the line behind it.
func (r *rst) blockAt(i, to, indent int, top bool) int {
	s := r.line(i)
	if s == ".." || strings.HasPrefix(s, ".. ") {
		return r.explicit(i, to, indent)
	}
	if strings.HasPrefix(s, "__ ") {
		return i + 1
	}
	if n := r.title(i, to, indent, top); n > 0 {
		return i + n
	}
	if strings.HasPrefix(s, ">>>") {
		end := i
		for end < to && !r.blankLine(end) {
			end++
		}
		r.coded(i, end, "python")
		return end
	}
	if end := r.table(i, to, indent); end > i {
		return end
	}
	if n, _ := rstMark(s); n > 0 && (s[0] != '*' || n == 2) {
		return r.list(i, to, indent)
	}
	if name, _, ok := field(s); ok && name != "" {
		return r.fieldList(i, to, indent)
	}
	if strings.HasPrefix(s, "| ") || s == "|" {
		end := i
		for end < to && (strings.HasPrefix(r.line(end), "|") || !r.blankLine(end) && r.lines[end].indent > indent) {
			end++
		}
		r.begin(core.Block{Kind: core.Paragraph})
		for k := i; k < end; k++ {
			at := r.lines[k].start
			if strings.HasPrefix(r.line(k), "|") {
				at++
			}
			t := r.gather(k, k+1, at)
			r.inline(&t)
			r.blank(true, -1)
		}
		r.end()
		return end
	}
	if i+1 < to && !r.blankLine(i+1) && r.lines[i+1].indent > indent && !strings.HasSuffix(s, "::") {
		return r.definitionList(i, to, indent)
	}
	return r.paragraph(i, to, indent)
}

// title reads a section title and returns how many lines it takes, or a transition.
func (r *rst) title(i, to, indent int, top bool) int {
	s := r.line(i)
	c := adornment(s)
	style, at, lines := "", i, 0
	switch {
	case c != 0 && i+2 < to && !r.blankLine(i+1) && adornment(r.line(i+2)) == c && len(r.line(i+2)) == len(s) && top:
		style, at, lines = string(c)+string(c), i+1, 3
	case c != 0 && len(s) >= 4 && (i+1 == to || r.blankLine(i+1)):
		return 1 // a transition
	case i+1 < to && r.lines[i+1].indent == indent && top && c == 0:
		if u := r.line(i + 1); adornment(u) != 0 && (len(u) >= len([]rune(s)) || len(u) >= 4) && (u != "::" && u != "..") {
			style, lines = u[:1], 2
		}
	}
	if lines == 0 {
		return 0
	}
	level := 0
	for level < len(r.styles) && r.styles[level] != style {
		level++
	}
	if level == len(r.styles) {
		r.styles = append(r.styles, style)
	}
	r.endTo(0)
	t := r.gather(at, at+1, 0)
	anchors := append([]string(nil), r.targets...)
	r.targets = nil
	if b, title := r.heading(level+1, anchors, func() { r.inline(&t) }); b != nil {
		for _, a := range anchors {
			r.found[a] = title
		}
		r.found[plainName(title)] = title
		b.Anchors = append(b.Anchors, slugs(r.names).of(b.Title))
	}
	r.end()
	return lines
}

// paragraph reads a paragraph and the literal block that it may announce.
func (r *rst) paragraph(i, to, indent int) int {
	end := i
	for end < to && !r.blankLine(end) && r.lines[end].indent >= indent {
		end++
	}
	t := r.gather(i, end, 0)
	literal := strings.HasSuffix(t.s, "::")
	if literal {
		cut := 1
		if t.s == "::" || strings.HasSuffix(t.s, " ::") || strings.HasSuffix(t.s, "\n::") {
			cut = 2
		}
		t.s = strings.TrimRight(t.s[:len(t.s)-cut], " \n")
	}
	r.begin(core.Block{Kind: core.Paragraph, Anchors: r.named("")})
	r.inline(&t)
	r.end()
	if !literal {
		return end
	}
	next := end
	for next < to && r.blankLine(next) {
		next++
	}
	if next == to {
		return end
	}
	stop := r.indented(next, to, indent)
	if stop == next { // a quoted literal block
		if c := r.line(next)[0]; r.lines[next].indent == indent && strings.IndexByte(adornments, c) >= 0 {
			for stop = next; stop < to && !r.blankLine(stop) && r.line(stop)[0] == c; stop++ {
			}
		}
	}
	r.coded(next, stop, "")
	return max(stop, end)
}

// named gives the targets that wait to a block; what references to them print is its title.
func (r *rst) named(prints string) []string {
	if len(r.targets) == 0 {
		return nil
	}
	out := append([]string(nil), r.targets...)
	r.targets = r.targets[:0]
	for _, a := range out {
		if prints != "" {
			r.found[a] = prints
		}
	}
	return out
}

// rstMark returns the length of a list mark with the blanks behind it, and the mark.
func rstMark(s string) (n int, mark string) {
	for _, b := range []string{"-", "*", "+", "•", "‣", "⁃"} {
		if strings.HasPrefix(s, b+" ") {
			return len(s) - len(strings.TrimLeft(s[len(b):], " ")), b
		}
		if s == b {
			return len(b), b
		}
	}
	if strings.HasPrefix(s, "#. ") {
		return len(s) - len(strings.TrimLeft(s[2:], " ")), "#."
	}
	n = listMark(s)
	if n > 0 && strings.IndexByte("(0123456789", s[0]) >= 0 || n > 0 && (isLetter(s[0]) && s[1] == '.' || strings.Trim(s[:n], "ivxIVX") != s[:n] && strings.IndexAny(s[:n], ".)") > 0) {
		return n, strings.TrimSpace(s[:n])
	}
	return 0, ""
}

// markKind says which list a mark belongs to.
func markKind(mark string) string {
	if mark == "" || strings.IndexByte("-*+", mark[0]) >= 0 || mark[0] >= 0x80 {
		return mark
	}
	shape := strings.TrimFunc(mark, func(c rune) bool { return c != '(' && c != ')' && c != '.' })
	return "1" + strings.Trim(shape, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#")
}

// list reads a list.
func (r *rst) list(i, to, indent int) int {
	_, first := rstMark(r.line(i))
	r.begin(core.Block{Kind: core.List})
	count := 0
	for i < to {
		if r.blankLine(i) {
			i++
			continue
		}
		if r.lines[i].indent != indent {
			break
		}
		n, mark := rstMark(r.line(i))
		if n == 0 || markKind(mark) != markKind(first) {
			break
		}
		count++
		printed := mark
		switch {
		case mark == "#.":
			printed = itoa(count) + "."
		case strings.IndexByte("-*+", mark[0]) >= 0 || mark[0] >= 0x80:
			printed = "•"
		}
		r.begin(core.Block{Kind: core.ListItem, Number: printed, Anchors: r.named("")})
		r.put(printed+" ", r.lines[i].start, len(mark))
		r.body()
		end := r.indented(i+1, to, indent)
		r.shifted(i, end, n)
		r.end()
		i = end
	}
	r.end()
	return i
}

// shifted reads lines whose first begins n bytes into it, as the content of a list item does.
func (r *rst) shifted(i, end, n int) {
	l := &r.lines[i]
	was := *l
	l.indent += n
	l.start = min(l.start+n, l.end)
	if l.start == l.end && i+1 < end {
		i++
	} else if i+1 < end { // the first line aligns with the others, however its author indented them
		if least := r.least(i+1, end); least < 1<<30 {
			l.indent = least
		}
	}
	r.blocks(i, end, false)
	if l.start != was.start {
		*l = was
	}
}

// field reads ":name: value".
func field(s string) (name, value string, ok bool) {
	if len(s) < 3 || s[0] != ':' || s[1] == ':' || s[1] == ' ' {
		return "", "", false
	}
	end := strings.Index(s[1:], ":")
	for end > 0 && s[end] == '\\' {
		k := strings.IndexByte(s[end+2:], ':')
		if k < 0 {
			return "", "", false
		}
		end += 1 + k
	}
	if end < 0 || 2+end < len(s) && s[2+end] != ' ' || strings.IndexByte(s[1:1+end], '`') >= 0 {
		return "", "", false
	}
	return s[1 : 1+end], strings.TrimSpace(s[2+end:]), true
}

// fieldList reads a list of fields. At the start of a document they are its bibliography, and hidden.
func (r *rst) fieldList(i, to, indent int) int {
	first := i
	begun := false
	hidden := len(r.Blocks) == 0
	for i < to {
		if r.blankLine(i) {
			i++
			continue
		}
		name, value, ok := field(r.line(i))
		if !ok || r.lines[i].indent != indent {
			break
		}
		end := r.indented(i+1, to, indent)
		if !hidden {
			if !begun {
				r.begin(core.Block{Kind: core.TermList})
				begun = true
			}
			r.begin(core.Block{Kind: core.ListItem, Title: name})
			r.put(name+": ", r.lines[i].start, len(name)+2)
			r.body()
			r.shifted(i, end, r.lines[i].end-r.lines[i].start-len(value))
			r.end()
		}
		i = end
	}
	if begun {
		r.end()
	}
	if hidden {
		r.hideLines(first, i, "bibliographic fields")
	}
	return i
}

// definitionList reads terms with what is indented below each.
func (r *rst) definitionList(i, to, indent int) int {
	r.begin(core.Block{Kind: core.TermList})
	for i < to {
		if r.blankLine(i) {
			i++
			continue
		}
		if r.lines[i].indent != indent || i+1 >= to || r.blankLine(i+1) || r.lines[i+1].indent <= indent || strings.HasPrefix(r.line(i), ".. ") {
			break
		}
		t := r.gather(i, i+1, 0)
		if k := strings.Index(t.s, " : "); k > 0 { // classifiers
			t.s = t.s[:k]
		}
		r.begin(core.Block{Kind: core.ListItem, Anchors: append(r.named(""), "term-"+plainName(t.s))})
		start := len(r.text)
		r.inline(&t)
		if b := r.block(); b != nil {
			b.Title = strings.TrimSpace(string(r.text[start:]))
		}
		r.gap(1)
		r.body()
		end := r.indented(i+1, to, indent)
		r.blocks(i+1, end, false)
		r.end()
		i = end
	}
	r.end()
	return i
}

// table reads a grid table or a simple one.
func (r *rst) table(i, to, indent int) int {
	s := r.line(i)
	if len(s) < 5 {
		return i
	}
	end := i
	switch {
	case s[0] == '+' && s[len(s)-1] == '+' && strings.Trim(s, "+-") == "":
		for end < to && !r.blankLine(end) {
			end++
		}
		r.rows(i, end, func(row string) []core.Span {
			var cells []core.Span
			for at := 0; at < len(row); {
				k := strings.IndexByte(row[at:], '|')
				if k < 0 {
					k = len(row) - at
				}
				if at > 0 {
					cells = append(cells, core.Span{Start: at, End: at + k})
				}
				at += k + 1
			}
			return cells
		}, "+")
		return end
	case strings.Trim(s, "= ") == "" && strings.Contains(s, "= ") && r.lines[i].indent == indent:
		rules := 1
		for end = i + 1; end < to; end++ {
			if l := r.line(end); l != "" && strings.Trim(l, "= ") == "" && strings.HasPrefix(l, "==") {
				if rules++; end+1 == to || r.blankLine(end+1) {
					end++
					break
				}
			}
		}
		if rules < 2 {
			return i
		}
		var columns []int
		for k := range s {
			if s[k] == '=' && (k == 0 || s[k-1] == ' ') {
				columns = append(columns, k)
			}
		}
		r.rows(i, end, func(row string) []core.Span {
			var cells []core.Span
			for k, c := range columns {
				stop := len(row)
				if k+1 < len(columns) {
					stop = min(stop, columns[k+1])
				}
				if c < stop {
					cells = append(cells, core.Span{Start: c, End: stop})
				}
			}
			return cells
		}, "=-")
		return end
	}
	return i
}

// rows adds the lines of a table, a line a row; lines of rule characters part the rows.
func (r *rst) rows(from, to int, cells func(row string) []core.Span, rule string) {
	r.begin(core.Block{Kind: core.Table})
	for i := from; i < to; i++ {
		l := r.line(i)
		if l == "" || strings.Trim(l, rule+"-= ") == "" {
			continue
		}
		r.gap(1)
		for k, c := range cells(l) {
			if k > 0 {
				r.put(" | ", -1, 0)
			}
			cell := c.Of(l)
			trimmed := strings.TrimSpace(cell)
			t := r.piece(core.Span{Start: r.lines[i].start + c.Start + strings.Index(cell, trimmed), End: r.lines[i].start + c.Start + strings.Index(cell, trimmed) + len(trimmed)})
			r.inline(&t)
		}
	}
	r.end()
}

// explicit reads what begins with "..": targets, notes, substitutions, directives, comments.
func (r *rst) explicit(i, to, indent int) int {
	l := r.lines[i]
	s := strings.TrimPrefix(r.line(i), "..")
	rest := strings.TrimLeft(s, " ")
	at := l.end - len(rest)
	end := r.indented(i+1, to, indent)
	switch {
	case strings.HasPrefix(rest, "_"):
		if name, target, anonymous, ok := targetOf(rest); ok {
			if !anonymous && target == "" {
				r.targets = append(r.targets, name)
			}
			return end
		}
	case strings.HasPrefix(rest, "["):
		if k := strings.IndexByte(rest, ']'); k > 1 && (k+1 == len(rest) || rest[k+1] == ' ') {
			r.begin(core.Block{Kind: core.Environment, Name: "footnote", Number: rest[1:k], Anchors: []string{strings.ToLower(rest[1:k])}})
			r.shifted(i, end, at+k+1-l.start+blanks(rest[k+1:]))
			r.end()
			return end
		}
	case strings.HasPrefix(rest, "|"):
		return end
	}
	if name, arg, ok := strings.Cut(rest, "::"); ok && name != "" && !strings.ContainsAny(name, " \t`") {
		at += len(name) + 2
		at += blanks(arg)
		r.directive(strings.ToLower(name), i, end, at)
		return end
	}
	if rest != "" || end > i+1 {
		r.hideLines(i, end, "comment")
	}
	return end
}

func blanks(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// options are the fields below a directive.
type options map[string]string

// options reads the fields right below a directive and returns where its content begins.
func (r *rst) options(i, end int) (options, int) {
	o := options{}
	for ; i < end && !r.blankLine(i); i++ {
		name, value, ok := field(r.line(i))
		if !ok {
			break
		}
		o[name] = value
		for i+1 < end && !r.blankLine(i+1) && r.lines[i+1].indent > r.lines[i].indent {
			i++
		}
	}
	return o, i
}

// dropped are directives that print nothing of their own, or lists made of other parts.
var dropped = map[string]bool{
	"toctree": true, "contents": true, "sectnum": true, "section-numbering": true, "index": true, "tabularcolumns": true, "meta": true, "highlight": true, "role": true, "default-role": true,
	"currentmodule": true, "py:currentmodule": true, "module": true, "py:module": true, "default-domain": true, "title": true, "target-notes": true, "header": true, "footer": true,
	"bibliography": true, "footbibliography": true, "codeauthor": true, "sectionauthor": true, "moduleauthor": true, "tags": true, "autosummary": true, "genindex": true, "only-latex": true,
}

// passed are directives that stand around content without a meaning for it.
var passed = map[string]bool{
	"container": true, "only": true, "compound": true, "rst-class": true, "class": true, "cssclass": true, "centered": true, "hlist": true, "tab": true, "tabs": true, "tab-set": true, "tab-item": true,
	"group-tab": true, "grid": true, "grid-item": true, "card": true, "glossary": true, "epigraph": true, "highlights": true, "pull-quote": true, "dropdown": true, "details": true, "collapse": true,
}

// describes are the directives of the domains of Sphinx that describe a name.
var describes = map[string]bool{
	"function": true, "method": true, "class": true, "classmethod": true, "staticmethod": true, "attribute": true, "data": true, "exception": true, "decorator": true, "property": true, "type": true,
	"macro": true, "member": true, "struct": true, "union": true, "enum": true, "enumerator": true, "var": true, "describe": true, "object": true, "option": true, "envvar": true, "cmdoption": true,
	"opcode": true, "concept": true, "directive": true, "confval": true, "signature": true, "command": true, "setting": true,
	"get": true, "post": true, "put": true, "delete": true, "patch": true, "head": true,
}

// directive reads a directive: its argument begins at a place in line i, its lines end before end.
func (r *rst) directive(name string, i, end, at int) {
	from := i + 1
	for from < end && !r.blankLine(from) { // the argument goes on
		if _, _, ok := field(r.line(from)); ok || at >= r.lines[i].end {
			break
		}
		if !argued(name) {
			break
		}
		from++
	}
	if from == i+1 && at >= r.lines[i].end && describes[name[strings.LastIndexByte(name, ':')+1:]] { // the signatures stand below
		for from < end && !r.blankLine(from) {
			from++
		}
	}
	arg := r.gather(i, from, at)
	o, from := r.options(from, end)
	anchors := []string{}
	for _, k := range []string{"label", "name"} {
		if o[k] != "" {
			anchors = append(anchors, strings.ToLower(o[k]))
		}
	}
	local := name
	if k := strings.LastIndexByte(name, ':'); k >= 0 {
		local = name[k+1:]
	}
	h, known := text.LookupHead(local)
	switch {
	case name == "math":
		number := ""
		if o["label"] != "" {
			r.number++
			number = itoa(r.number)
			r.found["eq "+strings.ToLower(o["label"])] = "(" + number + ")"
		}
		if t := strings.TrimSpace(arg.s); t != "" {
			r.display(&arg, anchors, number)
			anchors, number = nil, ""
		}
		r.displayed(from, end, 0, append(r.named(""), anchors...), number)
	case name == "code-block" || name == "sourcecode" || name == "code" || name == "parsed-literal" || name == "prompt" || name == "ipython" || name == "testcode" || name == "doctest" || name == "productionlist" || name == "graphviz" || name == "digraph" || name == "jupyter-execute" || name == "plot" || name == "testoutput":
		language := strings.Fields(arg.s + " ")
		lang := ""
		if len(language) > 0 && name != "parsed-literal" && name != "productionlist" && name != "digraph" {
			lang = language[0]
		}
		if name == "productionlist" {
			lang = "bnf"
		}
		r.coded(from, end, lang)
	case name == "literalinclude" || name == "include" || strings.HasPrefix(name, "auto"):
		what := strings.TrimSpace(arg.s)
		r.lose("included", func(n int) string {
			return plural(n, "directive takes its text", "directives take their text") + " from another file, which is not read here, such as " + name + ":: " + what
		})
	case name == "raw" || name == "testsetup" || name == "testcleanup":
		r.hideLines(i, end, "raw markup")
	case name == "image" || name == "figure":
		r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
		if name == "figure" && from < end {
			r.begin(core.Block{Kind: core.Environment, Name: "figure", Anchors: append(r.named(""), anchors...)})
			r.blocks(from, end, false)
			r.end()
		}
	case dropped[name]:
	case name == "admonition" || name == "topic" || name == "sidebar" || name == "rubric", // and those of themes that unfold
		(name == "dropdown" || name == "collapse" || name == "details" || name == "toggle") && strings.TrimSpace(arg.s) != "":
		r.boxed(i, from, end, &arg, o, anchors, local)
	case name == "prf:theorem" || name == "math:theorem" || known && h.Class != text.NoHead && !describes[local]:
		r.theorem(local, h, &arg, from, end, o, anchors)
	case passed[name]:
		if h, ok := text.LookupHead(strings.TrimSpace(arg.s)); ok && h.Class != text.NoHead && (name == "container" || strings.HasSuffix(name, "class")) {
			r.environment(strings.TrimSpace(arg.s), "", append(r.named(""), anchors...), false)
			r.blocks(from, end, false)
			r.end()
			return
		}
		if name == "centered" {
			r.begin(core.Block{Kind: core.Paragraph})
			r.inline(&arg)
			r.end()
		}
		r.blocks(from, end, false)
	case name == "list-table" || name == "flat-table":
		r.listTable(from, end)
	case name == "table" || name == "csv-table":
		if strings.TrimSpace(arg.s) != "" {
			r.begin(core.Block{Kind: core.Environment, Name: "figure"})
			r.begin(core.Block{Kind: core.Paragraph})
			r.inline(&arg)
			r.end()
			r.end()
		}
		if name == "table" {
			r.blocks(from, end, false)
			return
		}
		r.rows(from, end, func(row string) []core.Span { return commaCells(row) }, "\x00")
	case describes[local]:
		r.begin(core.Block{Kind: core.TermList, Name: local})
		r.begin(core.Block{Kind: core.ListItem, Title: strings.TrimSpace(arg.s), Anchors: append(r.named(""), anchors...)})
		start := len(r.text)
		r.raw(&arg, 0, len(arg.s))
		r.mark(core.Verb, start)
		r.gap(1)
		r.body()
		r.blocks(from, end, false)
		r.end()
		r.end()
	default:
		if !boxes[name] && !strings.HasPrefix(name, "version") && name != "deprecated" && name != "todo" && name != "error" {
			r.lose("unknown-directive", func(n int) string {
				return plural(n, "directive has", "directives have") + " no known meaning, such as " + name + "; the content is kept"
			})
		}
		r.begin(core.Block{Kind: core.Environment, Name: local, Anchors: append(r.named(""), anchors...)})
		if strings.TrimSpace(arg.s) != "" {
			r.begin(core.Block{Kind: core.Paragraph})
			r.inline(&arg)
			r.end()
		}
		r.blocks(from, end, false)
		r.end()
	}
}

// argued reports directives whose argument may take several lines.
func argued(name string) bool {
	return name == "math" || strings.Contains(name, "note") || boxes[name] || name == "admonition" || describes[name[strings.LastIndexByte(name, ':')+1:]]
}

// boxed reads a box with a title.
func (r *rst) boxed(i, from, end int, arg *prose, o options, anchors []string, name string) {
	if name == "rubric" {
		r.begin(core.Block{Kind: core.Paragraph, Anchors: r.named("")})
		start := len(r.text)
		r.inline(arg)
		r.mark(core.Strong, start)
		r.end()
		return
	}
	title := plainText(arg.s)
	for c := range strings.FieldsSeq(o["class"]) {
		if h, ok := text.LookupHead(className(c)); ok && h.Class != text.NoHead {
			name = className(c)
		}
	}
	r.environment(name, title, append(r.named(title), anchors...), false)
	r.blocks(from, end, false)
	r.end()
}

// className frees a class from the prefix of an extension: "prf-theorem".
func className(c string) string { return strings.ToLower(c[strings.LastIndexAny(c, ":-")+1:]) }

// theorem reads an environment of sphinx-proof and its like. Remarks have no title: their first line is text.
func (r *rst) theorem(name string, h text.Head, arg *prose, from, end int, o options, anchors []string) {
	title, inText := strings.TrimSpace(arg.s), false
	if h.Class == text.Remark || h.Class == text.Proof {
		title, inText = "", title != ""
	}
	prints := capitalize(h.Role)
	if title != "" {
		prints = plainText(title)
	}
	_, starred := o["nonumber"]
	all := append(r.named(prints), anchors...)
	for _, a := range anchors {
		r.found[a] = prints
	}
	r.environment(name, plainText(strings.Trim(title, "()")), all, starred)
	if inText {
		r.begin(core.Block{Kind: core.Paragraph})
		r.inline(arg)
		r.end()
	}
	r.blocks(from, end, false)
	r.end()
}

// listTable reads a table that is written as a list of lists.
func (r *rst) listTable(from, end int) {
	r.begin(core.Block{Kind: core.Table})
	for i := from; i < end; i++ {
		if r.blankLine(i) {
			continue
		}
		l, at := r.lines[i], 0
		s := r.line(i)
		if n, mark := rstMark(s); mark == "*" && n > 0 {
			r.gap(1)
			at, s = n, s[n:]
			if n, mark := rstMark(s); mark == "-" {
				at += n
			}
		} else if mark == "-" {
			r.put(" | ", -1, 0)
			at = n
		} else {
			r.blank(false, -1)
		}
		t := r.gather(i, i+1, l.start+at)
		r.inline(&t)
	}
	r.end()
}

// commaCells cuts a row of comma-separated values.
func commaCells(row string) (out []core.Span) {
	start, quoted := 0, false
	for i := 0; i <= len(row); i++ {
		switch {
		case i == len(row) || row[i] == ',' && !quoted:
			s := core.Span{Start: start, End: i}
			for s.Len() > 1 && row[s.Start] == ' ' {
				s.Start++
			}
			if s.Len() > 1 && row[s.Start] == '"' && row[s.End-1] == '"' {
				s.Start, s.End = s.Start+1, s.End-1
			}
			out = append(out, s)
			start = i + 1
		case row[i] == '"':
			quoted = !quoted
		}
	}
	return out
}

// fileOf is the document that a path of a :doc: role names.
func fileOf(target string) string {
	if path.Ext(target) == "" {
		return target + ".rst"
	}
	return target
}
