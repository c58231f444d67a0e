package reader

import (
	"bytes"
	"context"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{
		Name: "Org", MediaType: "text/org", Extensions: []string{".org"},
		Sniff: func(head []byte) int {
			low := bytes.ToLower(head)
			return min(85, 30*(bytes.Count(low, []byte("#+begin_"))+bytes.Count(low, []byte("#+title:"))+bytes.Count(low, []byte("\n:properties:"))))
		},
		Read: readOrg,
	})
}

// org reads Org (the syntax of Org 9) as its exporters print it.
type org struct {
	lineParser
	keys   map[string]string // affiliated keywords of the next element
	notes  map[string]bool   // footnotes that have a definition
	ends   map[int]int       // the lines that end blocks and environments, by those that begin them
	hidden int               // the level of a heading whose subtree is not exported, 0 when there is none
}

// readOrg reads the text line by line.
func readOrg(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	r := &org{lineParser: newLineParser(ctx, src), keys: map[string]string{}, notes: map[string]bool{}}
	for i := range r.lines {
		if s := r.line(i); strings.HasPrefix(s, "[fn:") && r.lines[i].indent == 0 {
			if k := strings.IndexByte(s, ']'); k > 0 {
				r.notes[s[1:k]] = true
			}
		}
	}
	r.pair()
	if r.blocks(0, len(r.lines)); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return r.document(in, encoding, runs, losses), nil
}

// pair finds for each line that begins a block or an environment the one that ends it. Headings end all.
func (r *org) pair() {
	r.ends = map[int]int{}
	open := map[string][]int{}
	for i := range r.lines {
		s := r.line(i)
		name, end := "", false
		switch low := strings.ToLower(s[:min(len(s), 60)]); {
		case strings.HasPrefix(low, "#+begin_"):
			name, _, _ = strings.Cut(low[2:], " ")
		case strings.HasPrefix(low, "#+end_"):
			name, end = "begin_"+low[6:], true
		case r.stars(i) > 0:
			clear(open)
		default:
			if strings.HasPrefix(s, `\begin{`) {
				if k := strings.IndexByte(low, '}'); k > 0 {
					open[s[6:k]] = append(open[s[6:k]], i)
				}
			}
			if k := strings.LastIndex(s, `\end{`); k >= 0 && len(s)-k < 40 && strings.HasSuffix(s, "}") {
				name, end = s[k+4:len(s)-1], true
			}
		}
		if list := open[name]; end && len(list) > 0 {
			r.ends[list[len(list)-1]] = i
			open[name] = list[:len(list)-1]
		} else if name != "" && !end {
			open[name] = append(list, i)
		}
	}
}

// stars is the level of a heading, 0 when the line is none.
func (r *org) stars(i int) int {
	s := r.line(i)
	n := len(s) - len(strings.TrimLeft(s, "*"))
	if n == 0 || r.lines[i].indent > 0 || n == len(s) || s[n] != ' ' {
		return 0
	}
	return n
}

// blocks reads elements.
func (r *org) blocks(from, to int) {
	r.each(from, to, func() { r.paragraph(from, to) }, func(i int) int { return r.element(i, to) })
}

// element reads the element that begins at line i and returns the line behind it.
func (r *org) element(i, to int) int {
	s := r.line(i)
	if n := r.stars(i); n > 0 && r.depth == 1 {
		return r.heading(i, n)
	}
	if r.hidden > 0 {
		end := i
		for end < to && r.stars(end) == 0 {
			end++
		}
		r.hideLines(i, end, "subtree that is not exported")
		return end
	}
	low := strings.ToLower(s[:min(len(s), 60)])
	switch {
	case strings.HasPrefix(low, "#+begin_"):
		if end := r.block(i, to); end > i {
			return end
		}
	case strings.HasPrefix(low, "#+"):
		return r.keyword(i, to)
	case s == "#" || strings.HasPrefix(s, "# "):
		end := i
		for end < to && (r.line(end) == "#" || strings.HasPrefix(r.line(end), "# ")) {
			end++
		}
		r.hideLines(i, end, "comment")
		return end
	case s[0] == ':' && len(s) > 2 && s[len(s)-1] == ':' && !strings.ContainsAny(s, " \t"):
		if end := r.drawer(i, to); end > i {
			return end
		}
	case s == ":" || strings.HasPrefix(s, ": "):
		end := i
		for end < to && (r.line(end) == ":" || strings.HasPrefix(r.line(end), ": ")) {
			end++
		}
		r.begin(core.Block{Kind: core.Code, Anchors: r.named()})
		for k := i; k < end; k++ {
			if l := r.lines[k]; l.end > l.start+2 {
				r.copy(r.src[l.start+2:l.end], l.start+2)
			}
			if k+1 < end {
				r.put("\n", r.lines[k].stop, 1)
			}
		}
		r.end()
		return end
	case s[0] == '|':
		return r.table(i, to)
	case strings.HasPrefix(s, "-----") && strings.Trim(s, "-") == "":
		return i + 1
	case strings.HasPrefix(s, "[fn:") && r.lines[i].indent == 0:
		if k := strings.IndexByte(s, ']'); k > 0 {
			end := i + 1
			for end < to && r.stars(end) == 0 && !strings.HasPrefix(r.line(end), "[fn:") && !(r.blankLine(end) && end+1 < to && r.blankLine(end+1)) {
				end++
			}
			r.begin(core.Block{Kind: core.Environment, Name: "footnote", Number: s[4:k], Anchors: []string{s[1:k]}})
			was := r.lines[i].start
			r.lines[i].start = min(was+k+1+blanks(s[k+1:]), r.lines[i].end)
			r.blocks(i, end)
			r.lines[i].start = was
			r.endBlock()
			return end
		}
	case strings.HasPrefix(s, `\begin{`):
		if end := r.latex(i, to); end > i {
			return end
		}
	}
	if n, _ := r.mark(i); n > 0 {
		return r.list(i, to)
	}
	end := i + 1
	for end < to && !r.blankLine(end) && !r.breaks(end) {
		end++
	}
	r.paragraph(i, end)
	return end
}

// endBlock closes the innermost block.
func (r *org) endBlock() { r.end() }

// breaks reports whether a line ends the paragraph before it.
func (r *org) breaks(i int) bool {
	s := r.line(i)
	if r.stars(i) > 0 {
		return true
	}
	n, m := r.mark(i)
	return n > 0 && (m != "" && !isDigit(m[0]) || strings.HasPrefix(m, "1")) || strings.HasPrefix(s, "#+") || s[0] == '|' || strings.HasPrefix(s, `\begin{`) || strings.HasPrefix(s, "# ") || strings.HasPrefix(s, ": ")
}

// named gives the name and the label of an element.
func (r *org) named() (out []string) {
	for _, k := range []string{"name", "label"} {
		if v := r.keys[k]; v != "" {
			out = append(out, v)
		}
	}
	clear(r.keys)
	return out
}

// heading reads a heading without its keyword, priority and tags.
func (r *org) heading(i, level int) int {
	l := r.lines[i]
	s := core.Span{Start: l.start + level + 1, End: l.end}
	for s.Len() > 0 && r.src[s.Start] == ' ' {
		s.Start++
	}
	for _, w := range []string{"TODO ", "DONE ", "NEXT ", "WAITING "} {
		if strings.HasPrefix(s.Of(r.src), w) {
			s.Start += len(w)
		}
	}
	if t := s.Of(r.src); strings.HasPrefix(t, "[#") && len(t) > 4 && t[3] == ']' {
		s.Start += 4 + blanks(t[4:])
	}
	if r.hidden > 0 && level > r.hidden {
		r.hideLines(i, i+1, "subtree that is not exported")
		return i + 1
	}
	r.hidden = 0
	tags := ""
	if t := s.Of(r.src); strings.HasSuffix(t, ":") {
		if k := strings.LastIndexByte(t, ' '); k > 0 && len(t) > k+2 && t[k+1] == ':' {
			tags = t[k+1:]
			s.End = s.Start + len(strings.TrimRight(t[:k], " \t"))
		}
	}
	if title := s.Of(r.src); strings.Contains(tags, ":noexport:") || title == "COMMENT" || strings.HasPrefix(title, "COMMENT ") {
		r.hidden = level
		r.hideLines(i, i+1, "subtree that is not exported")
		return i + 1
	}
	r.endTo(0)
	next := i + 1
	anchors := r.named()
	if next < len(r.lines) && strings.EqualFold(r.line(next), ":PROPERTIES:") {
		for k := next; k < len(r.lines) && !strings.EqualFold(r.line(k), ":END:") && r.stars(k) == 0; k++ {
			if v, ok := strings.CutPrefix(r.line(k), ":CUSTOM_ID:"); ok {
				anchors = append(anchors, strings.TrimSpace(v))
			}
		}
	}
	t := r.piece(s)
	if b, title := r.lineParser.heading(level, anchors, func() { r.inline(&t) }); b != nil {
		b.Anchors = append(b.Anchors, slugs(r.names).of(b.Title))
		if k := "*" + title; len(title) < 200 {
			b.Anchors = append(b.Anchors, k)
		}
	}
	r.end()
	return next
}

// keyword reads "#+KEY: value".
func (r *org) keyword(i, to int) int {
	key, value, ok := strings.Cut(r.line(i)[2:], ":")
	if !ok || strings.ContainsAny(key, " \t") && !strings.Contains(key, "[") {
		r.paragraph(i, i+1)
		return i + 1
	}
	key, value = strings.ToLower(key), strings.TrimSpace(value)
	if k := strings.IndexByte(key, '['); k > 0 {
		key = key[:k]
	}
	switch key {
	case "title", "subtitle":
		at := r.lines[i].end - len(value)
		t := r.piece(core.Span{Start: at, End: r.lines[i].end})
		r.begin(core.Block{Kind: core.Paragraph})
		r.inline(&t)
		r.end()
	case "name", "label", "caption", "attr_latex", "attr_html":
		if len(r.keys) < 8 && value != "" {
			r.keys[key] = value
		}
		if k := i + 1; k < to && r.blankLine(k) { // it stands alone
			clear(r.keys)
		}
	case "include", "setupfile":
		r.lose("included", func(n int) string {
			return plural(n, "keyword takes its text", "keywords take their text") + " from another file, which is not read here, such as " + value
		})
	default:
		r.hideLines(i, i+1, "keyword")
	}
	return i + 1
}

// drawer passes over a drawer.
func (r *org) drawer(i, to int) int {
	for end := i + 1; end < to && r.stars(end) == 0 && end < i+1000; end++ {
		if strings.EqualFold(r.line(end), ":end:") {
			r.hideLines(i, end+1, "drawer")
			return end + 1
		}
	}
	return i
}

// block reads #+BEGIN_x … #+END_x.
func (r *org) block(i, to int) int {
	s := r.line(i)
	name, args, _ := strings.Cut(s[len("#+begin_"):], " ")
	low := strings.ToLower(name)
	end, ok := r.ends[i]
	if !ok || end >= to {
		return i
	}
	args = strings.TrimSpace(args)
	switch low {
	case "src":
		lang, _, _ := strings.Cut(args, " ")
		clear(r.keys)
		r.coded(i+1, end, lang)
	case "example":
		clear(r.keys)
		r.coded(i+1, end, "")
	case "export", "comment":
		r.hideLines(i, end+1, low)
	case "quote", "verse", "center":
		r.begin(core.Block{Kind: core.Quote, Anchors: r.named()})
		r.blocks(i+1, end)
		r.end()
	default:
		title := r.keys["caption"]
		if o := r.keys["attr_latex"]; o != "" {
			if a, b := strings.IndexByte(o, '['), strings.LastIndexByte(o, ']'); a >= 0 && b > a {
				title = o[a+1 : b]
			}
		}
		if args != "" && args[0] != ':' {
			title = args
		}
		if o, ok := strings.CutPrefix(args, ":title "); ok {
			o, _, _ = strings.Cut(o, " :")
			title = strings.Trim(o, `" `)
		}
		r.environment(low, plainOrg(title), r.named(), strings.HasSuffix(low, "*"))
		r.blocks(i+1, end)
		r.end()
	}
	return end + 1
}

// latex reads an environment of LaTeX: a display, a box for a statement, else text as it stands.
func (r *org) latex(i, to int) int {
	s := r.line(i)
	close := strings.IndexByte(s, '}')
	if close < 0 {
		return i
	}
	name := s[len(`\begin{`):close]
	last, ok := r.ends[i]
	if !ok || last >= to {
		return i
	}
	end := last + 1
	if h, ok := text.LookupHead(strings.TrimSuffix(name, "*")); ok && h.Class != text.NoHead && end > i+1 {
		title, anchors := strings.TrimSpace(s[close+1:]), r.named()
		if head, label, ok := strings.Cut(title, `\label{`); ok {
			key, _, _ := strings.Cut(label, "}")
			title, anchors = head, append(anchors, key)
		}
		r.environment(strings.TrimSuffix(name, "*"), plainOrg(strings.Trim(title, "[] ")), anchors, strings.HasSuffix(name, "*"))
		r.blocks(i+1, end-1)
		r.end()
		return end
	}
	if !displays[strings.TrimSuffix(name, "*")] {
		r.coded(i, end, "latex")
		return end
	}
	anchors := r.named()
	for k := i; k < end; k++ {
		if l := r.line(k); strings.Contains(l, `\label{`) {
			_, rest, _ := strings.Cut(l, `\label{`)
			label, _, _ := strings.Cut(rest, "}")
			anchors = append(anchors, label)
		}
	}
	t := r.gather(i, end, 0)
	r.display(&t, anchors, "")
	return end
}

// mark returns the length of the mark of a list item with the blanks behind it, and the mark.
func (r *org) mark(i int) (int, string) {
	s := r.line(i)
	if s == "" {
		return 0, ""
	}
	for _, m := range []string{"-", "+", "*"} {
		if (strings.HasPrefix(s, m+" ") || s == m) && !(m == "*" && r.lines[i].indent == 0) {
			return min(len(s), 1+blanks(s[1:])), "•"
		}
	}
	k := 0
	for k < len(s) && k < 6 && isDigit(s[k]) {
		k++
	}
	if k == 0 && len(s) > 2 && isLetter(s[0]) {
		k = 1
	}
	if k > 0 && k+1 < len(s) && (s[k] == '.' || s[k] == ')') && s[k+1] == ' ' && (isDigit(s[0]) || r.lines[i].indent > 0) {
		return k + 1 + blanks(s[k+1:]), s[:k+1]
	}
	return 0, ""
}

// list reads a list; what is indented further belongs to its items.
func (r *org) list(i, to int) int {
	indent := r.lines[i].indent
	_, first := r.mark(i)
	terms := strings.Contains(r.line(i), " :: ") && first == "•"
	kind := core.List
	if terms {
		kind = core.TermList
	}
	r.begin(core.Block{Kind: kind, Anchors: r.named()})
	for i < to {
		if r.blankLine(i) {
			if i+1 < to && r.blankLine(i+1) {
				break
			}
			i++
			continue
		}
		n, mark := r.mark(i)
		if r.lines[i].indent != indent || n == 0 || r.stars(i) > 0 {
			break
		}
		end := r.indented(i+1, to, indent)
		for k := i + 1; k < end; k++ { // two blank lines end all lists
			if r.blankLine(k) && k+1 < end && r.blankLine(k+1) {
				end = k
			}
		}
		r.item(i, end, n, mark, terms)
		i = end
	}
	r.end()
	return i
}

// item reads an item of a list.
func (r *org) item(i, end, n int, mark string, terms bool) {
	l := &r.lines[i]
	was := *l
	s := r.line(i)
	r.begin(core.Block{Kind: core.ListItem, Number: mark})
	if b := r.lineParser.block(); b != nil && terms {
		b.Number = ""
	}
	rest := s[n:]
	if strings.HasPrefix(rest, "[@") {
		if k := strings.IndexByte(rest, ']'); k > 0 {
			n += k + 1 + blanks(rest[k+1:])
			rest = s[min(n, len(s)):]
		}
	}
	if strings.HasPrefix(rest, "[ ] ") || strings.HasPrefix(rest, "[X] ") || strings.HasPrefix(rest, "[-] ") {
		n += 4
		rest = rest[4:]
	}
	if term, _, ok := strings.Cut(rest, " :: "); terms && ok {
		t := r.piece(core.Span{Start: l.start + n, End: l.start + n + len(term)})
		start := len(r.text)
		r.inline(&t)
		if b := r.lineParser.block(); b != nil {
			b.Title = strings.TrimSpace(string(r.text[start:]))
		}
		r.gap(1)
		n += len(term) + 4
		n += blanks(s[min(n, len(s)):])
	} else {
		r.put(mark+" ", l.start, 1)
	}
	r.body()
	l.start = min(l.start+n, l.end)
	r.blocks(i, end)
	*l = was
	r.end()
}

// table reads a table.
func (r *org) table(i, to int) int {
	r.begin(core.Block{Kind: core.Table, Anchors: r.named()})
	end := i
	for ; end < to && strings.HasPrefix(r.line(end), "|"); end++ {
		s := r.line(end)
		if strings.HasPrefix(s, "|-") {
			continue
		}
		r.gap(1)
		at := r.lines[end].start + 1
		for k, cell := range strings.Split(strings.TrimSuffix(s[1:], "|"), "|") {
			if k > 0 {
				r.put(" | ", -1, 0)
			}
			trimmed := strings.TrimSpace(cell)
			from := at + strings.Index(cell, trimmed)
			t := r.piece(core.Span{Start: from, End: from + len(trimmed)})
			r.inline(&t)
			at += len(cell) + 1
		}
	}
	r.end()
	return end
}

// paragraph reads running text. A display that stands alone in its lines is a block.
func (r *org) paragraph(from, to int) {
	t := r.gather(from, to, 0)
	for _, d := range [][2]string{{`\[`, `\]`}, {"$$", "$$"}} {
		s := strings.TrimSpace(t.s)
		if strings.HasPrefix(s, d[0]) && len(s) > 4 && strings.Index(s[2:], d[1]) == len(s)-4 {
			r.begin(core.Block{Kind: core.Math, Anchors: r.named()})
			r.raw(&t, strings.Index(t.s, s), strings.Index(t.s, s)+len(s))
			if b := r.lineParser.block(); b != nil {
				b.Body = core.Span{Start: b.Span.Start + 2, End: len(r.text) - 2}
			}
			r.end()
			return
		}
	}
	r.begin(core.Block{Kind: core.Paragraph, Anchors: r.named()})
	r.inline(&t)
	r.end()
}

// orgFaces are the marks of faces.
var orgFaces = map[byte]core.MarkKind{'*': core.Strong, '/': core.Emph, '_': core.Emph, '=': core.Verb, '~': core.Verb, '+': core.Emph}

// inline reads running text.
func (r *org) inline(t *prose) {
	s := t.s
	from := 0
	flush := func(to int) {
		if from < to {
			r.take(t, from, to)
		}
		from = to
	}
	dead := map[string]int{}
	find := marksAhead(s, dead, nil)
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && (s[i+1] == '(' || s[i+1] == '['):
			if k := find(i+2, map[byte]string{'(': `\)`, '[': `\]`}[s[i+1]]); k > 0 {
				flush(i)
				r.raw(t, i, k+2)
				from, i = k+2, k+2
				continue
			}
		case c == '\\' && strings.HasPrefix(s[i:], `\\`) && (i+2 == len(s) || s[i+2] == '\n'):
			flush(i)
			from, i = i+2, i+2
			continue
		case c == '\\' && i+1 < len(s) && isLetter(s[i+1]):
			k := i + 1
			for k < len(s) && isLetter(s[k]) {
				k++
			}
			if p := text.Plain(`$` + s[i:k] + `$`); k-i < 30 && p != "" && utf8.RuneCountInString(p) == 1 && p != s[i:k] {
				flush(i)
				r.put(p, t.at(i), k-i)
				if strings.HasPrefix(s[k:], "{}") {
					k += 2
				}
				from, i = k, k
				continue
			}
			i = k
			continue
		case c == '$':
			mark, n := "$", 1
			if strings.HasPrefix(s[i:], "$$") {
				mark, n = "$$", 2
			}
			if k := find(i+n, mark); k > i+n && (n == 2 || s[i+1] != ' ' && closesDollar(s, k)) {
				flush(i)
				r.raw(t, i, k+n)
				from, i = k+n, k+n
				continue
			}
		case c == '[' && strings.HasPrefix(s[i:], "[["):
			if k := find(i+2, "]]"); k > 0 {
				flush(i)
				r.link(t, i+2, k)
				from, i = k+2, k+2
				continue
			}
		case c == '[' && strings.HasPrefix(s[i:], "[fn:"):
			if k := strings.IndexByte(s[i:min(len(s), i+600)], ']'); k > 0 {
				label := s[i+1 : i+k]
				flush(i)
				if _, inside, ok := strings.Cut(label[3:], ":"); ok { // the note stands in the text
					at := i + k - len(inside)
					r.put(" (", -1, 0)
					r.take(t, at, i+k)
					r.put(")", -1, 0)
				} // the mark of a note says nothing in the sentence that it stands in
				from, i = i+k+1, i+k+1
				continue
			}
		case c == '<' && strings.HasPrefix(s[i:], "<<"):
			if k := strings.Index(s[i:min(len(s), i+200)], ">>"); k > 2 && !strings.ContainsAny(s[i+2:i+k], "<>\n") {
				flush(i)
				r.anchor(strings.Trim(s[i+2:i+k], "<"))
				from, i = i+k+2, i+k+2
				for from < len(s) && s[from] == '>' {
					from, i = from+1, i+1
				}
				continue
			}
		case orgFaces[c] != 0 || c == '/' || c == '_':
			if k := r.face(s, i, dead); k > 0 {
				flush(i)
				start := len(r.text)
				if c == '=' || c == '~' {
					r.raw(t, i+1, k)
				} else {
					inside := prose{s: s[:k], pos: t.pos, src: t.src}
					r.inlineFrom(&inside, i+1)
				}
				r.lineParser.mark(orgFaces[c], start)
				from, i = k+1, k+1
				continue
			}
		}
		i++
	}
	flush(len(s))
}

// inlineFrom reads the rest of a text within a face; faces do not nest deeper than their marks.
func (r *org) inlineFrom(t *prose, from int) {
	if r.depth >= maxNesting {
		r.take(t, from, len(t.s))
		return
	}
	r.depth++
	defer func() { r.depth-- }()
	inside := prose{s: t.s[from:]}
	for k := range t.pos {
		if t.pos[k] >= from {
			inside.pos, inside.src = append(inside.pos, t.pos[k]-from), append(inside.src, t.src[k])
		} else if k+1 == len(t.pos) || t.pos[k+1] > from {
			inside.pos, inside.src = append(inside.pos, 0), append(inside.src, t.src[k]+from-t.pos[k])
		}
	}
	for len(inside.pos) > 0 && inside.pos[len(inside.pos)-1] >= len(inside.s) {
		inside.pos, inside.src = inside.pos[:len(inside.pos)-1], inside.src[:len(inside.src)-1]
	}
	r.inline(&inside)
}

// face returns where the face that a mark at i opens ends, 0 when it opens none.
func (r *org) face(s string, i int, dead map[string]int) int {
	c := s[i : i+1]
	if d, ok := dead[c]; ok && i >= d || i+2 >= len(s) || s[i+1] == ' ' || s[i+1] == '\n' {
		return 0
	}
	if i > 0 {
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		if !strings.ContainsRune(" \n\t-—–({'\"", before) {
			return 0
		}
	}
	lines := 0
	for k := i + 1; k < len(s); k++ {
		if s[k] == '\n' {
			if lines++; lines > 2 {
				return 0
			}
		}
		if s[k] != c[0] || k == i+1 || s[k-1] == ' ' || s[k-1] == '\n' {
			continue
		}
		if k+1 == len(s) || strings.IndexByte(" \n\t-.,;:!?'\")}[\\", s[k+1]) >= 0 || s[k+1] >= utf8.RuneSelf {
			return k
		}
	}
	dead[c] = i
	return 0
}

// link reads [[target][text]].
func (r *org) link(t *prose, from, to int) {
	target, _, titled := strings.Cut(t.s[from:to], "][")
	start := len(r.text)
	if titled {
		r.take(t, from+len(target)+2, to)
	} else {
		show := from
		if k := strings.IndexByte(target, ':'); k > 0 && strings.HasPrefix(target, "file:") || strings.HasPrefix(target, "*") || strings.HasPrefix(target, "#") {
			show += max(1, k+1)
		}
		r.take(t, min(show, to), to)
	}
	switch {
	case strings.HasPrefix(target, "#"):
		r.refer(start, target[1:], "")
	case strings.HasPrefix(target, "file:"):
		file, anchor, _ := strings.Cut(target[5:], "::")
		for _, image := range []string{".png", ".jpg", ".jpeg", ".svg", ".gif", ".pdf"} {
			if strings.HasSuffix(file, image) {
				r.lose("image", func(n int) string { return plural(n, "image is", "images are") + " not read" })
			}
		}
		r.refer(start, strings.TrimLeft(anchor, "#"), file)
	case !strings.Contains(target, "://") && !strings.HasPrefix(target, "mailto:"):
		r.refer(start, target, "")
	}
}

// plainOrg is a title without its markup.
func plainOrg(s string) string {
	r := &org{lineParser: lineParser{ctx: context.Background()}}
	t := made(s)
	r.inline(&t)
	return strings.TrimSpace(string(r.text))
}
