package reader

import (
	"context"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// maxLabel bounds the label of a link reference, maxDestination what may follow a link text in parentheses.
const (
	maxLabel       = 300
	maxDestination = 2000
	maxParens      = 32
)

// block is a block between the two passes; spans are into the text without the markup of lines.
type block struct {
	core.Block
	title core.Span // of a heading
}

// inliner reads the running text of blocks: emphasis, code, formulas, links, references, tags and escapes.
type inliner struct {
	text        string
	definitions map[string]string
	notes       map[string]bool // labels of footnotes, with their ^
	cuts        cutter
	delims      []core.Span // emphasis marks and code marks, which titles are freed of
	marks       []core.Mark
	refs        []core.Reference
	hidden      []hiddenSpan
	images      int
	slugs       slugs

	// the state of one block
	anchors  []string
	brackets []bracket
	runs     []delimRun
	opens    [2]int // how many runs of * and _ could open
	tags     []openMark
	end      int // of the block
	none     misses
	envs     map[string]int // the same for the ends of environments
}

// misses says from where on in the block a closing mark is known not to come.
type misses struct{ dollar, dollars, paren, bracket, escaped, gt, comment, brace int }

type bracket struct {
	at    int
	image bool
}

// delimRun is a run of * or _ that may open emphasis.
type delimRun struct {
	at, n int
	char  byte
}

type openMark struct {
	name string
	at   int
	kind core.MarkKind
}

func newInliner(text string, definitions map[string]string) *inliner {
	return &inliner{text: text, definitions: definitions, notes: map[string]bool{}, slugs: slugs{}, envs: map[string]int{}}
}

// read goes through the blocks that hold running text.
func (l *inliner) read(ctx context.Context, blocks []block) error {
	for _, b := range blocks {
		if b.Name == "footnote" {
			l.notes["^"+b.Number] = true
		}
	}
	for i := range blocks {
		if i&1023 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		b := &blocks[i]
		switch b.Kind {
		case core.Paragraph, core.Table:
			l.run(b.Body)
			if b.Kind == core.Paragraph && l.isDisplay(b.Body) {
				b.Kind = core.Math
			}
		case core.Heading:
			l.run(b.title)
		case core.Math:
			l.labels(b.Body.Start, b.Body.End)
			l.takeAnchors(b)
			continue
		default:
			continue
		}
		l.takeAnchors(b)
	}
	return nil
}

func (l *inliner) takeAnchors(b *block) {
	b.Anchors = append(b.Anchors, l.anchors...)
	l.anchors = l.anchors[:0]
}

// finish carries all spans over to the text that is left, and gives headings their titles.
func (l *inliner) finish(blocks []block) ([]core.Block, []core.Mark, []core.Reference) {
	gone := cutter{cuts: slices.Concat(l.cuts.cuts, l.delims), written: maps.Clone(l.cuts.written)}
	gone.settle()
	next := 0
	keep := make([]int, len(blocks))
	out := make([]core.Block, 0, len(blocks))
	waiting := []string(nil)
	for i := range blocks {
		b := blocks[i].Block
		if b.Kind == core.Heading {
			var t strings.Builder
			at := blocks[i].title.Start
			for next < len(gone.cuts) && gone.cuts[next].End <= at {
				next++
			}
			for j := next; j < len(gone.cuts) && gone.cuts[j].Start < blocks[i].title.End; j++ {
				t.WriteString(l.text[at:max(at, gone.cuts[j].Start)] + gone.written[gone.cuts[j].Start])
				at = max(at, gone.cuts[j].End)
			}
			t.WriteString(l.text[min(at, blocks[i].title.End):blocks[i].title.End])
			title := strings.Join(strings.Fields(html.UnescapeString(t.String())), " ")
			if slug := l.slugs.of(title); slug != "" && !slices.Contains(b.Anchors, slug) {
				b.Anchors = append(b.Anchors, slug)
			}
			b.Number, b.Title = splitNumber(title)
		}
		if holds(b.Kind) {
			b.Body = trimSpan(l.text, b.Body)
		}
		b.Span, b.Body = l.cuts.span(b.Span), l.cuts.span(b.Body)
		if b.Body.Len() == 0 && !b.Span.Contains(b.Body) { // an item without content, whose mark ends it
			b.Body = core.Span{Start: b.Span.End, End: b.Span.End}
		}
		keep[i] = -1
		if b.Parent >= 0 {
			b.Parent = keep[b.Parent]
		}
		b.Anchors = append(waiting, b.Anchors...)
		waiting = nil
		s := trimSpan(l.text, blocks[i].Body)
		if (b.Kind == core.Paragraph || b.Kind == core.Math) && (s.Len() == 0 || l.onlyCut(s)) {
			waiting = b.Anchors // an empty anchor, an image: the next block has the name
			continue
		}
		if len(b.Anchors) == 0 {
			b.Anchors = nil
		}
		keep[i] = len(out)
		b.Last = len(out)
		out = append(out, b)
	}
	for i := len(out) - 1; i >= 0; i-- {
		if q := out[i].Parent; q >= 0 {
			out[q].Last = max(out[q].Last, out[i].Last)
		}
	}
	for i := range l.marks {
		l.marks[i].Span = l.cuts.span(l.marks[i].Span)
	}
	for i := range l.refs {
		l.refs[i].Span = l.cuts.span(l.refs[i].Span)
	}
	slices.SortStableFunc(l.marks, func(a, b core.Mark) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return b.Span.End - a.Span.End
	})
	slices.SortStableFunc(l.refs, func(a, b core.Reference) int { return a.Span.Start - b.Span.Start })
	return out, l.marks, l.refs
}

// onlyCut reports whether nothing of the span is left.
func (l *inliner) onlyCut(s core.Span) bool {
	t := l.cuts.span(s)
	return t.Len() == 0 || t.Len() < 200 && l.blankAfterCuts(s)
}

func (l *inliner) blankAfterCuts(s core.Span) bool {
	i, _ := slices.BinarySearchFunc(l.cuts.cuts, s.Start, func(c core.Span, at int) int { return c.End - at })
	at := s.Start
	for ; i < len(l.cuts.cuts) && l.cuts.cuts[i].Start < s.End; i++ {
		if c := l.cuts.cuts[i]; c.Start > at && strings.TrimSpace(l.text[at:c.Start]) != "" {
			return false
		}
		at = max(at, l.cuts.cuts[i].End)
	}
	return at >= s.End || strings.TrimSpace(l.text[at:s.End]) == ""
}

// run reads one stretch of running text.
func (l *inliner) run(span core.Span) {
	l.brackets, l.runs, l.tags, l.opens, l.end = l.brackets[:0], l.runs[:0], l.tags[:0], [2]int{}, span.End
	far := span.End + 1
	l.none = misses{far, far, far, far, far, far, far, far}
	clear(l.envs)
	s := l.text
	for i := span.Start; i < span.End; {
		switch s[i] {
		case '\\':
			i = l.backslash(i)
		case '`':
			i = l.code(i)
		case '$':
			i = l.dollar(i)
		case '<':
			i = l.angle(i)
		case '!':
			if i+1 < span.End && s[i+1] == '[' {
				if e := l.wikiLink(i + 1); e > 0 { // ![[embedded.png]]
					l.cut(i, i+1)
					i = e
					break
				}
				l.brackets = append(l.brackets, bracket{i, true})
				i++
			}
			i++
		case '[':
			if e := l.wikiLink(i); e > 0 {
				i = e
				break
			}
			l.brackets = append(l.brackets, bracket{i, false})
			i++
		case ']':
			i = l.closeBracket(i)
		case '*', '_':
			i = l.emphasis(i)
		case '{':
			i = l.brace(i)
		case '@':
			i = l.cite(i)
		default:
			i++
		}
	}
}

// until returns the end of the first needle from i on within the block, or -1; miss remembers a search in vain.
func (l *inliner) until(i int, needle string, miss *int) int {
	if i >= *miss || i > l.end {
		return -1
	}
	if j := strings.Index(l.text[i:l.end], needle); j >= 0 {
		return i + j + len(needle)
	}
	*miss = i
	return -1
}

func (l *inliner) cut(start, end int) { l.cuts.cut(start, end) }

// backslash reads a formula, a TeX reference or an escape.
func (l *inliner) backslash(i int) int {
	s := l.text[:l.end]
	if i+1 >= len(s) {
		return i + 1
	}
	switch c := s[i+1]; {
	case c == '(':
		if e := l.until(i+2, `\)`, &l.none.paren); e > 0 {
			l.labels(i, e)
			return e
		}
	case c == '[' && opensBracket(s, i):
		if e := l.until(i+2, `\]`, &l.none.bracket); e > 0 {
			l.labels(i, e)
			return e
		}
	case c == '\\' && i+2 < len(s) && s[i+2] == '(': // CommonMark takes one backslash away: \\(x\\) for MathJax
		if e := l.until(i+3, `\\)`, &l.none.escaped); e > 0 {
			l.cut(i, i+1)
			l.cut(e-3, e-2)
			return e
		}
	case c == '\\' && i+2 < len(s) && s[i+2] == '[':
		if j := strings.Index(s[i:min(len(s), i+maxTag)], `\\]`); j > 0 {
			l.cut(i, i+1)
			l.cut(i+j, i+j+1)
			return i + j + 3
		}
	case c == 'b':
		if name, n := beginEnv(s[i:]); n > 0 {
			miss, ok := l.envs[name]
			if !ok {
				miss = l.end
			}
			e := l.until(i+n, `\end{`+name+"}", &miss)
			if e > 0 {
				l.labels(i, e)
				return e
			}
			l.envs[name] = miss
		}
	case c == '@':
		if strings.HasPrefix(s[i:], `\@ref(`) {
			if j := strings.IndexByte(s[i:min(len(s), i+100)], ')'); j > 6 {
				l.refs = append(l.refs, core.Reference{Span: core.Span{Start: i + 6, End: i + j}, Target: s[i+6 : i+j]})
				l.cut(i, i+6)
				l.cut(i+j, i+j+1)
				return i + j + 1
			}
		}
	}
	if e := l.texRef(i); e > 0 {
		return e
	}
	switch c := s[i+1]; c {
	case '$', '\\':
		return i + 2
	case '\n':
		l.cut(i, i+1)
		return i + 2
	case '{', '}', '`':
		return i + 2 // they mean something to TeX, or would open code
	default:
		if c < utf8.RuneSelf && unicode.In(rune(c), unicode.P, unicode.S) {
			l.cut(i, i+1)
			return i + 2
		}
	}
	return i + 1
}

// texRefs are the commands whose argument is the key of a reference.
var texRefs = []string{`\ref{`, `\eqref{`, `\cref{`, `\Cref{`, `\autoref{`, `\nameref{`, `\pageref{`, `\vref{`, `\ref*{`, `\hyperref[`}

// texRef reads \ref{key} and returns its end, or -1.
func (l *inliner) texRef(i int) int {
	s := l.text[i:min(l.end, i+220)]
	for _, command := range texRefs {
		if !strings.HasPrefix(s, command) {
			continue
		}
		j := strings.IndexAny(s[len(command):], "}]")
		if j <= 0 {
			return -1
		}
		e := len(command) + j + 1
		for _, key := range strings.Split(s[len(command):e-1], ",") {
			l.refs = append(l.refs, core.Reference{Span: core.Span{Start: i, End: i + e}, Target: strings.TrimSpace(key)})
		}
		return i + e
	}
	return -1
}

// labels takes the \label keys and the references out of a formula.
func (l *inliner) labels(start, end int) {
	for i := start; i < end; {
		j := strings.IndexByte(l.text[i:end], '\\')
		if j < 0 {
			return
		}
		i += j
		if strings.HasPrefix(l.text[i:end], `\label{`) {
			if k := strings.IndexByte(l.text[i:min(end, i+200)], '}'); k > 7 {
				l.anchors = append(l.anchors, l.text[i+7:i+k])
			}
		} else {
			was := l.end
			l.end = end
			e := l.texRef(i)
			l.end = was
			if e > 0 {
				i = e
				continue
			}
		}
		i += 2
	}
}

// dollar reads $…$ or $$…$$.
func (l *inliner) dollar(i int) int {
	s := l.text[:l.end]
	if strings.HasPrefix(s[i:], "$$") {
		if e := l.until(i+2, "$$", &l.none.dollars); e > 0 {
			l.labels(i, e)
			return l.displayLabel(e)
		}
		return i + 2
	}
	if i+1 >= len(s) || s[i+1] == ' ' || s[i+1] == '\n' || s[i+1] == '\t' || i >= l.none.dollar {
		return i + 1
	}
	for j := i + 1; j < len(s); j++ {
		switch {
		case s[j] == '\\':
			j++
		case s[j] == '$' && j > i+1 && closesDollar(s, j):
			l.labels(i, j)
			return j + 1
		}
	}
	l.none.dollar = i
	return i + 1
}

// displayLabel reads the label after a display: {#eq-x} or (eq-x).
func (l *inliner) displayLabel(i int) int {
	s := l.text[i:min(l.end, i+200)]
	j := len(s) - len(strings.TrimLeft(s, " "))
	if j == len(s) {
		return i
	}
	switch rest := s[j:]; {
	case strings.HasPrefix(rest, "{#"):
		if k := strings.IndexByte(rest, '}'); k > 2 {
			l.anchors = append(l.anchors, strings.Fields(rest[2:k] + " ")[:1]...)
			l.cut(i, i+j+k+1)
			return i + j + k + 1
		}
	case rest[0] == '(':
		if k := strings.IndexByte(rest, ')'); k > 1 && !strings.ContainsAny(rest[1:k], " \n$\\") && strings.ContainsAny(rest[1:k], ":-_") && (k+1 == len(rest) || rest[k+1] == '\n') {
			l.anchors = append(l.anchors, rest[1:k])
			l.cut(i, i+j+k+1)
			return i + j + k + 1
		}
	}
	return i
}

// isDisplay reports whether a paragraph consists of displays only.
func (l *inliner) isDisplay(span core.Span) bool {
	s := span.Of(l.text)
	if s == "" || s[0] != '$' && s[0] != '\\' {
		return false
	}
	for n := 0; ; n++ {
		s = strings.TrimLeft(s, " \n\t.,;")
		if s == "" {
			return n > 0
		}
		open, shut := "", ""
		if strings.HasPrefix(s, "$$") {
			open, shut = "$$", "$$"
		} else if strings.HasPrefix(s, `\[`) {
			open, shut = `\[`, `\]`
		} else if name, k := beginEnv(s); k > 0 {
			open, shut = s[:k], `\end{`+name+"}"
		} else if n > 0 && (strings.HasPrefix(s, "{#") && strings.HasSuffix(s, "}") || s[0] == '(' && s[len(s)-1] == ')') && !strings.ContainsAny(s, " \n") {
			return true
		} else {
			return false
		}
		e := strings.Index(s[len(open):], shut)
		if e < 0 {
			return false
		}
		s = s[len(open)+e+len(shut):]
	}
}

// code reads a code span.
func (l *inliner) code(i int) int {
	s := l.text[:l.end]
	n := 1
	for i+n < len(s) && s[i+n] == '`' {
		n++
	}
	for j := i + n; j < len(s); {
		k := strings.IndexByte(s[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := 1
		for j+m < len(s) && s[j+m] == '`' {
			m++
		}
		if m == n {
			l.marks = append(l.marks, core.Mark{Span: core.Span{Start: i + n, End: j}, Kind: core.Verb})
			l.delims = append(l.delims, core.Span{Start: i, End: i + n}, core.Span{Start: j, End: j + m})
			return j + m
		}
		j += m
		if j-i > maxDestination {
			break // code spans are short; a lone backtick must not cost a scan of the whole block
		}
	}
	return i + n
}

// angle reads a comment, an autolink or a tag.
func (l *inliner) angle(i int) int {
	s := l.text[:l.end]
	if strings.HasPrefix(s[i:], "<!--") {
		if e := l.until(i+4, "-->", &l.none.comment); e > 0 {
			l.hidden = append(l.hidden, hiddenSpan{core.Span{Start: i + 4, End: e - 3}, "comment"})
			l.cut(i, e)
			return e
		}
		return i + 1
	}
	if i >= l.none.gt {
		return i + 1
	}
	if t, ok := parseTag(s[i:]); ok {
		l.tag(i, t)
		return i + t.size
	}
	if l.until(i, ">", &l.none.gt) < 0 {
		return i + 1
	}
	j := strings.IndexAny(s[i+1:min(len(s), i+1+maxDestination)], "> \n<")
	if j > 0 && s[i+1+j] == '>' && (strings.Contains(s[i+1:i+1+j], "://") || strings.Contains(s[i+1:i+1+j], "@")) {
		l.cut(i, i+1)
		l.cut(i+1+j, i+2+j)
		return i + j + 2
	}
	return i + 1
}

// tagMarks are the elements that are faces of text.
var tagMarks = map[string]core.MarkKind{"em": core.Emph, "i": core.Emph, "b": core.Strong, "strong": core.Strong, "dfn": core.Term, "code": core.Verb, "tt": core.Verb, "kbd": core.Verb, "samp": core.Verb}

// tag takes a tag out of the text and keeps what it says.
func (l *inliner) tag(i int, t tag) {
	if t.name == "sup" || t.name == "sub" {
		l.script(i, t)
		return
	}
	l.cut(i, i+t.size)
	a := attributes{}
	if t.attrs != "" && !t.close {
		if a = t.attributes(); a.id != "" {
			l.anchors = append(l.anchors, a.id)
		}
	}
	kind, marked := tagMarks[t.name]
	switch {
	case t.name == "span" && !t.close:
		for _, c := range a.classes {
			if k, ok := classMarks[c]; ok {
				l.tags = append(l.tags, openMark{"span", i + t.size, k})
				return
			}
		}
		l.tags = append(l.tags, openMark{"span", -1, 0})
	case t.name == "a" && !t.close:
		l.tags = append(l.tags, openMark{"a\x00" + a.keys["href"], i + t.size, 0})
	case t.name == "img":
		l.images++
	case !t.close && marked && !t.empty:
		l.tags = append(l.tags, openMark{t.name, i + t.size, kind})
	case t.close:
		for j := len(l.tags) - 1; j >= max(0, len(l.tags)-8); j-- {
			o := l.tags[j]
			name, href, link := strings.Cut(o.name, "\x00")
			if name != t.name {
				continue
			}
			l.tags = l.tags[:j]
			if link {
				l.reference(core.Span{Start: o.at, End: i}, href)
			} else if o.at >= 0 && o.at < i {
				l.marks = append(l.marks, core.Mark{Span: core.Span{Start: o.at, End: i}, Kind: o.kind})
			}
			return
		}
	}
}

// script takes out a tag that sets letters higher or lower than the line and writes the sign of a formula in its place,
// where it sets plain letters; what holds marks of its own is a note's number or a formula already.
func (l *inliner) script(i int, t tag) {
	ahead := l.text[i+t.size : min(l.end, i+t.size+2*maxScript)]
	inner, _, closed := strings.Cut(ahead, "</"+t.name+">")
	if t.close || t.empty || !closed || strings.ContainsAny(inner, "<[`$\\\n") {
		l.cut(i, i+t.size)
		return
	}
	before, after := scriptSigns(t.name, strings.TrimSpace(inner))
	l.cuts.replace(i, i+t.size, before)
	if after != "" {
		l.cuts.replace(i+t.size+len(inner), i+t.size+len(inner)+len("</"+t.name+">"), after)
	}
}

// classMarks are the classes that stand for a face.
var classMarks = map[string]core.MarkKind{"term": core.Term, "dfn": core.Term, "def": core.Term, "definition": core.Term, "smallcaps": core.Caps, "em": core.Emph}

// closeBracket ends a link, an image, a citation or a span with attributes.
func (l *inliner) closeBracket(i int) int {
	if len(l.brackets) == 0 {
		return i + 1
	}
	b := l.brackets[len(l.brackets)-1]
	l.brackets = l.brackets[:len(l.brackets)-1]
	from := b.at + 1
	if b.image {
		from++
	}
	inner := core.Span{Start: from, End: i}
	s := l.text[:l.end]
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	dest, end := "", 0
	switch {
	case next == '(':
		dest, end = destination(s, i+2)
	case next == '{' && !b.image:
		if a, e := l.attributes(i + 1); e > 0 {
			l.cut(b.at, from)
			l.cut(i, e)
			l.spanAttributes(inner, a)
			return e
		}
	case next == '[':
		if j := strings.IndexByte(s[i+2:min(len(s), i+2+maxLabel)], ']'); j >= 0 {
			label := s[i+2 : i+2+j]
			if label == "" && inner.Len() < maxLabel {
				label = inner.Of(s)
			}
			if d, ok := l.definitions[foldLabel(label)]; ok {
				dest, end = d, i+3+j
			}
		}
	}
	if end == 0 && inner.Len() > 0 && inner.Len() < maxLabel && s[inner.Start] == '^' && strings.IndexByte(inner.Of(s), ' ') < 0 {
		if l.notes[inner.Of(s)] { // the mark of a note says nothing in the sentence that it stands in
			l.cut(b.at, i+1)
		}
		return i + 1
	}
	if end == 0 && len(l.definitions) > 0 && inner.Len() > 0 && inner.Len() < maxLabel {
		if d, ok := l.definitions[foldLabel(inner.Of(s))]; ok {
			dest, end = d, i+1
		}
	}
	if end == 0 {
		return i + 1
	}
	if end < len(s) && s[end] == '{' { // [2.1](#thm){reference-type="ref"}
		if a, e := l.attributes(end); e > 0 {
			end = e
			if dest == "" && inner.Len() < maxLabel && slices.ContainsFunc(a.classes, func(c string) bool { return strings.HasSuffix(c, "ref") }) {
				dest = "#" + strings.TrimSpace(inner.Of(s)) // [label](){.ref}: a filter puts the number in the place of the label
			}
		}
	}
	if b.image {
		l.images++
		l.cut(b.at, end)
		return end
	}
	l.cut(b.at, from)
	l.cut(i, end)
	if inner.Len() == 0 && strings.HasPrefix(dest, "#") { // MyST: [](#label) prints the title of its target
		l.refs = append(l.refs, core.Reference{Span: inner, Target: dest[1:]})
		return end
	}
	l.reference(inner, dest)
	return end
}

// wikiLink reads a link between notes, [[Note]], [[Note#Heading]], [[#^name|text]], and returns its end, or -1.
func (l *inliner) wikiLink(i int) int {
	s := l.text[i:min(l.end, i+maxLabel)]
	if !strings.HasPrefix(s, "[[") {
		return -1
	}
	end := strings.Index(s, "]]")
	if end < 3 || strings.HasPrefix(s[end+2:], "(") {
		return -1
	}
	inner := s[2:end]
	if strings.ContainsAny(inner, "[]\n$") {
		return -1
	}
	target, _, named := strings.Cut(inner, "|")
	target = strings.TrimRight(target, "\\") // in tables the bar is escaped
	file, anchor, _ := strings.Cut(target, "#")
	from, to := i+2, i+end
	if named {
		from = i + 3 + strings.IndexByte(inner, '|')
	} else if file == "" {
		from = i + 2 + len("#")
	}
	l.cut(i, from)
	l.cut(to, i+end+2)
	if file != "" && !strings.Contains(file[max(0, len(file)-6):], ".") {
		file += ".md"
	}
	if k := strings.LastIndexByte(anchor, '#'); k >= 0 { // the last heading of a path of them
		anchor = anchor[k+1:]
	}
	if anchor != "" && anchor[0] != '^' {
		anchor = slugs{}.of(anchor)
	}
	l.refs = append(l.refs, core.Reference{Span: core.Span{Start: from, End: to}, Target: anchor, File: file})
	return i + end + 2
}

// destination reads "(dest "title")" from after the parenthesis and returns the destination and the end, 0 when it is
// none.
func destination(s string, i int) (dest string, end int) {
	limit := min(len(s), i+maxDestination)
	for i < limit && (s[i] == ' ' || s[i] == '\n') {
		i++
	}
	start, depth := i, 0
	if i < limit && s[i] == '<' {
		j := strings.IndexAny(s[i+1:limit], ">\n<")
		if j < 0 || s[i+1+j] != '>' {
			return "", 0
		}
		dest, i = s[i+1:i+1+j], i+2+j
	} else {
		for i < limit && s[i] != ' ' && s[i] != '\n' {
			if s[i] == '\\' {
				i++
			} else if s[i] == '(' {
				if depth++; depth > maxParens {
					return "", 0
				}
			} else if s[i] == ')' {
				if depth--; depth < 0 {
					break
				}
			}
			i++
		}
		if depth > 0 || i > limit {
			return "", 0
		}
		dest = s[start:i]
	}
	for i < limit && (s[i] == ' ' || s[i] == '\n') {
		i++
	}
	if i < limit && (s[i] == '"' || s[i] == '\'') {
		j := strings.IndexByte(s[i+1:limit], s[i])
		if j < 0 {
			return "", 0
		}
		i += j + 2
		for i < limit && (s[i] == ' ' || s[i] == '\n') {
			i++
		}
	}
	if i >= limit || s[i] != ')' {
		return "", 0
	}
	return dest, i + 1
}

// reference keeps a link within the source; links into the web are no references.
func (l *inliner) reference(span core.Span, dest string) {
	if dest == "" || strings.Contains(dest, "://") || strings.HasPrefix(dest, "mailto:") || strings.HasPrefix(dest, "javascript:") || strings.HasPrefix(dest, "data:") || span.Start >= span.End {
		return
	}
	file, target, _ := strings.Cut(dest, "#")
	file, _, _ = strings.Cut(file, "?")
	for _, p := range []*string{&file, &target} {
		if u, err := url.PathUnescape(*p); err == nil {
			*p = u
		}
	}
	l.refs = append(l.refs, core.Reference{Span: span, Target: target, File: file})
}

// attributes reads "{#id .class}" at i and returns its end, 0 when it is none.
func (l *inliner) attributes(i int) (attributes, int) {
	s := l.text[i:min(l.end, i+maxTag)]
	j := strings.IndexByte(s, '}')
	if j < 2 || strings.IndexByte("#.:-", s[1]) < 0 && !strings.Contains(s[:j], "=") || strings.ContainsAny(s[:j], "\\$") {
		return attributes{}, 0
	}
	return parseAttributes(strings.TrimPrefix(s[1:j], ":")), i + j + 1
}

// spanAttributes keeps what [text]{…} says.
func (l *inliner) spanAttributes(inner core.Span, a attributes) {
	if a.id != "" {
		l.anchors = append(l.anchors, a.id)
	}
	for _, c := range a.classes {
		if k, ok := classMarks[c]; ok {
			l.marks = append(l.marks, core.Mark{Span: inner, Kind: k})
			return
		}
	}
}

// brace reads a MyST role, {ref}`key`, or an attribute list of kramdown, {: .class}.
func (l *inliner) brace(i int) int {
	s := l.text[:l.end]
	if strings.HasPrefix(s[i:], "{:") {
		if a, e := l.attributes(i); e > 0 {
			l.spanAttributes(core.Span{Start: i, End: i}, a)
			l.cut(i, e)
			return e
		}
		return i + 1
	}
	if name := bindingCitation(s[i:]); name > 0 {
		l.cut(i, i+len("{{!"))
		l.cut(i+len("{{!")+name, i+len("{{!}}")+name)
		return i + len("{{!}}") + name
	}
	n := 1
	for n < 40 && i+n < len(s) && (isLetter(s[i+n]) || s[i+n] == ':' || s[i+n] == '-') {
		n++
	}
	if n == 1 || !strings.HasPrefix(s[i+n:], "}`") {
		return i + 1
	}
	role := s[i+1 : i+n]
	start := i + n + 2
	j := strings.IndexAny(s[start:min(len(s), start+maxLabel)], "`\n")
	if j < 0 || s[start+j] != '`' {
		return i + 1
	}
	inner := core.Span{Start: start, End: start + j}
	switch role {
	case "ref", "prf:ref", "eq", "numref", "doc", "term", "any", "cite:t", "cite:p", "cite":
	case "math":
		l.labels(inner.Start, inner.End)
		return inner.End + 1
	default:
		return i + 1
	}
	end := inner.End + 1
	target := inner.Of(s)
	if k := strings.LastIndexByte(target, '<'); k > 0 && strings.HasSuffix(target, ">") {
		last := inner.End
		inner.End = inner.Start + len(strings.TrimRight(target[:k], " "))
		l.cut(inner.End, last)
		target = target[k+1 : len(target)-1]
	}
	l.cut(i, start)
	l.cut(end-1, end)
	switch role {
	case "term":
		l.refs = append(l.refs, core.Reference{Span: inner, Target: target})
	case "doc":
		l.refs = append(l.refs, core.Reference{Span: inner, File: target})
	default:
		l.refs = append(l.refs, core.Reference{Span: inner, Target: target})
	}
	return end
}

// maxWork is how long the name of a cited work is at most.
const maxWork = 40

// bindingCitation returns how long the name of the work is that s begins with a citation of, as kramdown-rfc says
// whether it binds: "{{!RFC2119}}", "{{?RFC793}}". Such a work begins with a capital; what else stands so is a remark
// of a template. 0 when there is none.
func bindingCitation(s string) int {
	if !strings.HasPrefix(s, "{{!") && !strings.HasPrefix(s, "{{?") {
		return 0
	}
	s = s[len("{{!"):]
	n := strings.Index(s[:min(len(s), maxWork)], "}}")
	if n <= 0 || s[0] < 'A' || s[0] > 'Z' || strings.ContainsAny(s[:n], " \n{") {
		return 0
	}
	return n
}

// cite reads @thm-x, a cross-reference of Quarto and Pandoc. Keys without a hyphen or colon are citations.
func (l *inliner) cite(i int) int {
	s := l.text[:l.end]
	if i > 0 && (isLetter(s[i-1]) || isDigit(s[i-1])) {
		return i + 1
	}
	n := i + 1
	for n < len(s) && n-i < 100 && (isLetter(s[n]) || isDigit(s[n]) || strings.IndexByte("-_:.", s[n]) >= 0) {
		n++
	}
	key := strings.TrimRight(s[i+1:n], ".:-")
	if key == "" || !isLetter(key[0]) || !strings.ContainsAny(key, "-:") {
		return i + 1
	}
	l.refs = append(l.refs, core.Reference{Span: core.Span{Start: i, End: i + 1 + len(key)}, Target: key})
	return i + 1 + len(key)
}

// emphasis reads a run of * or _. It follows CommonMark's rules of flanking, without its rule of three.
func (l *inliner) emphasis(i int) int {
	s := l.text[:l.end]
	char := s[i]
	n := 1
	for i+n < len(s) && s[i+n] == char {
		n++
	}
	if n > 6 {
		return i + n
	}
	before, _ := utf8.DecodeLastRuneInString(s[:i])
	after, _ := utf8.DecodeRuneInString(s[i+n:])
	if i == 0 {
		before = ' '
	}
	if i+n == len(s) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!punctuation(after) || unicode.IsSpace(before) || punctuation(before))
	right := !unicode.IsSpace(before) && (!punctuation(before) || unicode.IsSpace(after) || punctuation(after))
	canOpen, canClose := left, right
	kind := 0
	if char == '_' {
		kind = 1
		canOpen, canClose = left && (!right || punctuation(before)), right && (!left || punctuation(after))
	}
	at, size := i, n
	for canClose && size > 0 && l.opens[kind] > 0 {
		for l.runs[len(l.runs)-1].char != char {
			l.runs = l.runs[:len(l.runs)-1]
			l.opens[1-kind]--
		}
		o := &l.runs[len(l.runs)-1]
		use, mark := 1, core.Emph
		if o.n >= 2 && size >= 2 {
			use, mark = 2, core.Strong
		}
		open := o.at + o.n
		l.marks = append(l.marks, core.Mark{Span: core.Span{Start: open, End: at}, Kind: mark})
		l.delims = append(l.delims, core.Span{Start: open - use, End: open}, core.Span{Start: at, End: at + use})
		o.n -= use
		at, size = at+use, size-use
		if o.n == 0 {
			l.runs = l.runs[:len(l.runs)-1]
			l.opens[kind]--
		}
	}
	if canOpen && size > 0 {
		l.runs = append(l.runs, delimRun{at, size, char})
		l.opens[kind]++
	}
	return i + n
}

func punctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

// foldLabel makes labels of link references comparable.
func foldLabel(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }

// plainTitle is a title without its markup.
func plainTitle(s string) string {
	if len(s) > maxDestination {
		s = s[:strings.LastIndexByte(s[:maxDestination], ' ')+1]
	}
	l := newInliner(s, nil)
	l.run(core.Span{Start: 0, End: len(s)})
	gone := cutter{cuts: slices.Concat(l.cuts.cuts, l.delims), written: l.cuts.written}
	gone.settle()
	s, _ = gone.apply(s, nil)
	return strings.Join(strings.Fields(html.UnescapeString(s)), " ")
}

// trimSpan takes blanks off both ends of a span.
func trimSpan(text string, s core.Span) core.Span {
	t := s.Of(text)
	s.Start += len(t) - len(strings.TrimLeft(t, " \t\n"))
	s.End = s.Start + len(strings.TrimSpace(t))
	return s
}

// sortHidden puts hidden text in the order of the original.
func sortHidden(h []core.Hidden) {
	slices.SortStableFunc(h, func(a, b core.Hidden) int { return a.Span.Start - b.Span.Start })
}

// plural joins a count to what was counted.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
