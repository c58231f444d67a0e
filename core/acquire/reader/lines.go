package reader

import (
	"context"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// sourceLine is a line of a light markup.
type sourceLine struct {
	start  int // of what follows the indentation
	end    int // behind the last character that is no blank; start when the line is blank
	stop   int // of the line end
	indent int // columns
}

// lineParser is what readers of light markups share: the lines of the source and the document that grows.
type lineParser struct {
	composer
	ctx   context.Context
	src   string
	lines []sourceLine
	depth int            // of blocks within blocks
	names map[string]int // slugs of headings
}

func newLineParser(ctx context.Context, src string) lineParser {
	p := lineParser{ctx: ctx, src: src, names: slugs{}}
	for at := 0; at < len(src); {
		stop := lineEnd(src, at)
		l := sourceLine{start: at, stop: stop}
		for l.start < stop && (src[l.start] == ' ' || src[l.start] == '\t' || src[l.start] == '\f') {
			if src[l.start] == '\t' {
				l.indent += 8 - l.indent%8
			} else {
				l.indent++
			}
			l.start++
		}
		l.end = l.start + len(strings.TrimRight(src[l.start:stop], " \t\f"))
		p.lines = append(p.lines, l)
		at = stop + 1
	}
	return p
}

// document closes the document and leads its runs on to the file.
func (p *lineParser) document(in Input, encoding string, runs []core.Run, losses []core.Loss) *core.Document {
	doc := p.finish()
	doc.Encoding, doc.Parts = encoding, []core.Part{{Name: in.Name, Raw: in.Raw}}
	doc.Losses = append(losses, doc.Losses...)
	if len(doc.Runs) == 0 { // no text came from the file
		doc.Runs = []core.Run{{}}
	}
	for i := range doc.Hidden {
		if len(runs) > 0 {
			doc.Hidden[i].Span = original(runs, doc.Hidden[i].Span)
		}
	}
	doc.Runs = through(doc.Runs, runs)
	sortHidden(doc.Hidden)
	return doc
}

// line is the text of a line without its indentation.
func (p *lineParser) line(i int) string { return p.src[p.lines[i].start:p.lines[i].end] }

func (p *lineParser) blankLine(i int) bool { return p.lines[i].start == p.lines[i].end }

// hideLines keeps lines that the page does not show.
func (p *lineParser) hideLines(from, to int, why string) {
	if from < to {
		s := core.Span{Start: p.lines[from].start, End: p.lines[to-1].end}
		p.hide(s.Of(p.src), why, s)
	}
}

// indented returns the end of the lines from i on that are blank or indented by more than indent columns, without blank
// lines at the end.
func (p *lineParser) indented(i, to, indent int) int {
	end := i
	for ; i < to && (p.blankLine(i) || p.lines[i].indent > indent); i++ {
		if !p.blankLine(i) {
			end = i + 1
		}
	}
	return end
}

// least is the smallest indentation of lines.
func (p *lineParser) least(from, to int) int {
	n := 1 << 30
	for ; from < to; from++ {
		if !p.blankLine(from) {
			n = min(n, p.lines[from].indent)
		}
	}
	return n
}

// each calls element for what stands between two lines, which returns the line it ends before. Where blocks nest too
// deep, flat reads all as one.
func (p *lineParser) each(from, to int, flat func(), element func(i int) int) {
	if p.depth >= maxNesting {
		flat()
		return
	}
	p.depth++
	defer func() { p.depth-- }()
	for i := from; i < to; {
		switch {
		case i&255 == 0 && p.ctx.Err() != nil:
			return
		case p.blankLine(i):
			i++
		default:
			i = max(i+1, element(i))
		}
	}
}

// heading begins a heading and reads its number and title from what write gives it. The block is nil where blocks nest
// too deep.
func (p *lineParser) heading(level int, anchors []string, write func()) (b *core.Block, title string) {
	p.begin(core.Block{Kind: core.Heading, Level: level, Anchors: anchors})
	start := len(p.text)
	write()
	title = strings.TrimSpace(string(p.text[start:]))
	if b = p.block(); b != nil {
		b.Number, b.Title = splitNumber(title)
		if k := strings.LastIndex(title, b.Title); k > 0 {
			b.Body.Start = start + k
		}
	}
	return b, title
}

// marksAhead returns a search for marks in a running text. dead keeps from where on a mark is not there any more, so
// that it is looked for once and the time is linear; closes says which places count, nil that all do.
func marksAhead(s string, dead map[string]int, closes func(k int, mark string) bool) func(at int, mark string) int {
	return func(at int, mark string) int {
		if d, ok := dead[mark]; ok && at >= d {
			return -1
		}
		for i := at; ; {
			k := strings.Index(s[i:], mark)
			if k < 0 {
				dead[mark] = at
				return -1
			}
			if k += i; closes == nil || k > at && closes(k, mark) {
				return k
			}
			i = k + 1
		}
	}
}

// prose is running text gathered from lines, with the way back to them.
type prose struct {
	s   string
	pos []int // where each line begins in s
	src []int // and in the source
}

// gather joins lines; the first begins at a place in it.
func (p *lineParser) gather(from, to, at int) prose {
	var b strings.Builder
	var t prose
	for i := from; i < to; i++ {
		start := p.lines[i].start
		if i == from {
			start = max(start, at)
		}
		if start >= p.lines[i].end && i > from {
			continue
		}
		t.pos, t.src = append(t.pos, b.Len()), append(t.src, min(start, p.lines[i].end))
		b.WriteString(p.src[min(start, p.lines[i].end):p.lines[i].end])
		if i+1 < to {
			b.WriteByte('\n')
		}
	}
	t.s = b.String()
	return t
}

// piece makes running text of a stretch of the source within a line.
func (p *lineParser) piece(s core.Span) prose {
	return prose{s: s.Of(p.src), pos: []int{0}, src: []int{s.Start}}
}

// made makes running text that stands nowhere in the source.
func made(s string) prose { return prose{s: s} }

// at is where the i-th byte stands in the source; -1 when it stands nowhere.
func (t *prose) at(i int) int {
	k := sort.SearchInts(t.pos, i+1) - 1
	if k < 0 {
		return -1
	}
	return t.src[k] + i - t.pos[k]
}

// take appends t.s[from:to] to the document.
func (p *lineParser) take(t *prose, from, to int) {
	for from < to {
		at := t.at(from)
		end := to
		if k := sort.SearchInts(t.pos, from+1); k < len(t.pos) {
			end = min(end, t.pos[k])
		}
		if at >= 0 && t.s[end-1] == '\n' { // trailing blanks lie between
			p.write(t.s[from:end-1], at)
			p.blank(true, at+end-1-from)
		} else {
			p.write(t.s[from:end], at)
		}
		from = end
	}
}

// raw appends t.s[from:to] as it is.
func (p *lineParser) raw(t *prose, from, to int) {
	for from < to {
		end := to
		if k := sort.SearchInts(t.pos, from+1); k < len(t.pos) {
			end = min(end, t.pos[k])
		}
		at := t.at(from)
		if at >= 0 && t.s[end-1] == '\n' {
			p.copy(t.s[from:end-1], at)
			p.put("\n", at+end-1-from, 1)
		} else {
			p.copy(t.s[from:end], at)
		}
		from = end
	}
}

// formula appends a formula of the text between \( and \).
func (p *lineParser) formula(t *prose, from, to int) {
	for from < to && (t.s[from] == ' ' || t.s[from] == '\n') {
		from++
	}
	for from < to && (t.s[to-1] == ' ' || t.s[to-1] == '\n') {
		to--
	}
	if from == to {
		return
	}
	p.put(`\(`, -1, 0)
	p.raw(t, from, to)
	p.put(`\)`, -1, 0)
}

// displayed adds lines as a display. Blank lines part formulas; those that are an environment for displays stand for
// themselves.
func (p *lineParser) displayed(from, to, at int, anchors []string, number string) {
	for i := from; i < to; {
		for i < to && p.blankLine(i) {
			i++
		}
		end := i
		for end < to && !p.blankLine(end) {
			end++
		}
		if i == end {
			return
		}
		start := p.lines[i].start
		if i == from {
			start = max(start, at)
		}
		t := p.gather(i, end, start)
		p.display(&t, anchors, number)
		anchors, number = nil, ""
		i = end
	}
}

// display adds a display.
func (p *lineParser) display(t *prose, anchors []string, number string) {
	s := strings.TrimSpace(t.s)
	if s == "" {
		return
	}
	p.begin(core.Block{Kind: core.Math, Anchors: anchors, Number: number})
	name, _ := beginEnv(s)
	whole := name != "" && !inner[strings.TrimSuffix(name, "*")] && strings.HasSuffix(s, `\end{`+name+"}")
	if !whole {
		p.put(`\[`, -1, 0)
		p.body()
	}
	p.raw(t, strings.Index(t.s, s), strings.Index(t.s, s)+len(s))
	if b := p.block(); b != nil {
		b.Body.End = len(p.text)
	}
	if !whole {
		p.put(`\]`, -1, 0)
	}
	if number != "" {
		p.put(" ("+number+")", -1, 0)
	}
	p.end()
}

// inner are the environments that stand within a display only.
var inner = map[string]bool{"aligned": true, "split": true, "array": true, "matrix": true, "bmatrix": true, "pmatrix": true, "cases": true, "gathered": true, "tikzcd": true, "CD": true}

// coded adds lines as code, without their common indentation.
func (p *lineParser) coded(from, to int, language string) {
	for from < to && p.blankLine(from) {
		from++
	}
	for from < to && p.blankLine(to-1) {
		to--
	}
	if from >= to {
		return
	}
	indent := p.least(from, to)
	p.begin(core.Block{Kind: core.Code, Name: language})
	for i := from; i < to; i++ {
		l := p.lines[i]
		if !p.blankLine(i) {
			start := l.start
			for cols := l.indent; cols > indent && start > 0 && p.src[start-1] == ' '; cols-- {
				start--
			}
			p.copy(p.src[start:l.end], start)
		}
		if i+1 < to {
			p.put("\n", l.stop, 1)
		}
	}
	p.end()
}

// environment begins an environment for a box with a name and what its author printed above it: "Theorem 2.3
// (Lagrange)". What is printed as its head stands in the text too, as on the page.
func (p *lineParser) environment(name, title string, anchors []string, starred bool) {
	b := core.Block{Kind: core.Environment, Name: name, Title: title, Anchors: anchors, Starred: starred}
	h, known := text.LookupHead(name)
	if word, number, rest, ok := splitHead(title, true); ok && (!known || h.Class == text.Item || h.Class == text.Remark) {
		if w, _ := text.LookupHead(word); !known || w.Class != text.NoHead && number != "" {
			b.Head, b.Number, b.Title = word, number, rest
			if !known {
				b.Name = strings.ToLower(word)
			}
			h, known = w, true
		}
	}
	p.begin(b)
	head := ""
	if known && h.Class != text.NoHead {
		head = b.Head
		if head == "" {
			head = capitalize(h.Role)
			if h.Class == text.Proof {
				head = "Proof"
			}
		}
		if b.Number != "" {
			head += " " + b.Number
		}
		if b.Title != "" {
			head += " (" + b.Title + ")"
		}
		head += ". "
	} else if title != "" {
		head = strings.TrimRight(title, ". ") + ". "
	}
	if head != "" {
		p.put(head, -1, 0)
	}
	p.body()
}
