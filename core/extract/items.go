package extract

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// found is an item before it becomes a candidate.
type found struct {
	head      *head
	env       bool
	place     core.Span
	statement []core.Span
	proof     []core.Span
	anchors   []string
	block     int
	end       string // why the statement ends where it does
	step      int
	unit      int
}

// finder walks the units of a document.
type finder struct {
	doc   *core.Document
	an    *core.Analysis
	x     *index
	units []unit
	out   []found
	// open is the index in out of the item that a proof without a name belongs to, -1 when there is none.
	open int
	// labels and anchors lead to items in out, for proofs that stand later.
	labels  map[string]int
	anchors map[string]int
	titles  map[string]int // by the tokens of the author's title
	// boxed and titled count the items that are environments and headings.
	boxed, titled map[core.Kind]int
	// exercise is set within an exercise or example that has a run-in head.
	exercise bool
	// running are the paragraphs that belong to no item, proof, exercise or example.
	running []int
}

// items finds the items of textbooks and papers, and what other texts have in their notation.
func (f *finder) items(ctx context.Context) error {
	f.open = -1
	f.labels, f.anchors, f.titles = map[string]int{}, map[string]int{}, map[string]int{}
	for i := 0; i < len(f.units); {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i = f.step(i)
	}
	return nil
}

// step handles the unit i and returns the next one.
func (f *finder) step(i int) int {
	u := &f.units[i]
	if u.head == nil {
		switch {
		case u.kind == core.Heading:
			f.open, f.exercise = -1, false
		case u.kind == core.Paragraph && !f.exercise && !u.inner:
			f.running = append(f.running, i)
		}
		return i + 1
	}
	switch u.head.Class {
	case text.Item:
		if !f.wanted(u) || f.repeated(u) || f.asked(i) || f.chapter(i) {
			return i + 1
		}
		f.exercise = false
		return f.item(i)
	case text.Proof:
		return f.proof(i)
	default:
		f.exercise = !u.env && (u.head.Class == text.Exercise || u.head.Class == text.Example)
		if u.head.Class != text.Remark { // a proof may follow a remark on its theorem
			f.open = -1
		}
		return i + 1
	}
}

// wanted decides whether a head counts in this type of text.
func (f *finder) wanted(u *unit) bool {
	h := u.head
	if u.env {
		return true
	}
	typ := f.an.TypeAt(u.span.Start)
	switch typ {
	case core.ReferenceDoc:
		return false
	case core.Tutorial:
		if h.Role == "step" {
			return h.number != ""
		}
		if h.Role == "concept" {
			return true
		}
	case core.Spec:
		return h.Strong() && h.number != ""
	case core.Unknown:
		if h.Role == "step" {
			return h.number != "" && u.kind == core.Heading
		}
	}
	if h.Role == "step" || h.Role == "terminology" {
		return false // the steps of a proof or of an algorithm belong to it
	}
	if h.Strong() {
		return true
	}
	// Everyday words need more than a colon: "Result: 5", "Note the rule: …".
	if h.number != "" && !digitByte(h.number[0]) && !h.marked && h.title == "" {
		return false // "Property C: …" names a property that was stated elsewhere
	}
	if typ == core.Unknown || typ == core.Tutorial {
		return h.number != "" // where nothing is stated otherwise, "### Fact: …" and "**Rule:** …" are a manner of speech
	}
	return h.number != "" || h.marked
}

// repeated reports the label of an item that was stated before: a bare one ("Theorem EMP") where the item has a fuller
// head, or one that refers to the item ("Theorem \ref{main}"). Reviews and summaries put their comments behind such
// labels.
func (f *finder) repeated(u *unit) bool {
	h := u.head
	if !u.env && f.referred(u) >= 0 {
		return true
	}
	if !h.bare {
		return false
	}
	k, ok := f.labels[strings.ToLower(h.label())]
	return ok && !f.out[k].head.bare
}

// chapter reports a heading that names a section about an item rather than the item: "Definition", "Algorithm (idea)" over
// text that has the item in a box of its own.
func (f *finder) chapter(i int) bool {
	u := &f.units[i]
	if u.kind != core.Heading || u.head.Role == "step" {
		return false
	}
	if f.boxed[u.head.Kind] > fewBoxes && f.boxed[u.head.Kind] > f.titled[u.head.Kind] {
		return true // an author who sets definitions in boxes sets them all so
	}
	for j := i + 1; j < u.last && j <= i+lookahead; j++ {
		n := &f.units[j]
		if n.kind == core.Heading {
			return false
		}
		if n.env && n.head.Kind == u.head.Kind && n.head.Class == text.Item {
			return u.head.number == "" || j > i+1
		}
	}
	return false
}

// fewBoxes is up to how many boxes of a kind say nothing of how an author sets the kind.
const fewBoxes = 2

// asked reports an unnumbered item that an exercise or example introduces with a colon: "Prove Abel's theorem:". It is
// what the reader is to show, which no definition can be. What the text behind an exercise introduces is its own.
func (f *finder) asked(i int) bool {
	u := &f.units[i]
	if !f.exercise || u.env || u.head.number != "" || u.head.Kind == core.Definition || i == 0 {
		return false
	}
	before := &f.units[i-1]
	if before.kind == core.Heading || before.kind == core.Paragraph && before.head == nil && !before.inner {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(before.body.Of(f.doc.Text), " \n*_"), ":")
}

// item takes the item whose head is unit i and returns the unit behind its statement.
func (f *finder) item(i int) int {
	u := &f.units[i]
	it := found{head: u.head, env: u.env, block: u.block, place: u.span, unit: i, anchors: f.doc.Blocks[u.block].Anchors}
	next := i + 1
	switch {
	case u.env:
		f.printedHead(u, &it)
		it.statement = f.withoutProofs(u, &it)
		it.end = "ends with the environment"
		if u.kind == core.Code {
			it.end = "ends with the code block"
		}
	case u.kind == core.Heading && u.head.Role == "step":
		next = f.stepSection(i, &it)
	case u.kind == core.Heading:
		next = f.section(i, &it)
	default:
		next = f.runIn(i, &it)
	}
	if len(it.statement) == 0 {
		return next
	}
	if it.head.Role == "step" {
		it.step = stepNumber(it.head.number)
	}
	it.place.End = max(it.place.End, it.statement[len(it.statement)-1].End)
	f.out = append(f.out, it)
	k := len(f.out) - 1
	f.open = k
	if l := it.head.label(); l != "" {
		f.labels[strings.ToLower(l)] = k
	}
	for _, a := range it.anchors {
		f.anchors[a] = k
	}
	if words := text.Tokens(it.head.title); len(words) > 0 && len(words) <= maxTitleTokens {
		f.titles[strings.Join(words, " ")] = k
	}
	return next
}

// printedHead takes the head that some converters leave in the body of a box: ":::theorem" around "**Theorem 7.** …".
func (f *finder) printedHead(u *unit, it *found) {
	b := f.doc.Blocks
	if it.head.number != "" || u.block >= b[u.block].Last || b[u.block+1].Kind != core.Paragraph {
		return
	}
	v := f.x.view(b[u.block+1].Body)
	h, ok := v.runIn()
	if !ok || h.Class != text.Item || h.Kind != it.head.Kind {
		if title, end, ok := v.bracketTitle(); ok && it.head.title == "" {
			h = *it.head
			h.title = title
			it.head = &h
			u.body.Start = min(end, u.body.End)
		}
		return
	}
	if h.title == "" {
		h.title = it.head.title
	}
	h.rule = it.head.rule + " with a printed head"
	it.head = &h
	u.body.Start = min(h.end, u.body.End)
}

// withoutProofs gives the body of an environment without the proofs, examples and remarks that some authors nest in
// it; a proof is kept beside the statement.
func (f *finder) withoutProofs(u *unit, it *found) []core.Span {
	b := f.doc.Blocks
	var out []core.Span
	from := u.body.Start
	if u.kind == core.Code {
		return []core.Span{u.body}
	}
	for j := u.block + 1; j <= b[u.block].Last && j < len(b); {
		// Quarto's convention: the first heading in the box is its title.
		if b[j].Kind == core.Heading && strings.TrimSpace(f.doc.Text[from:b[j].Span.Start]) == "" && from == u.body.Start {
			h := *it.head
			if h.title == "" {
				h.title = b[j].Title
				it.head = &h
			}
			from = b[j].Span.End
		}
		if b[j].Kind == core.Environment {
			if h, ok := environmentHead(&b[j]); ok && h.Class != text.Item {
				if h.Class == text.Proof {
					it.proof = append(it.proof, b[j].Body)
				}
				if from < b[j].Span.Start {
					out = append(out, core.Span{Start: from, End: b[j].Span.Start})
				}
				from = b[j].Span.End
				j = b[j].Last + 1
				continue
			}
		}
		if b[j].Kind == core.Paragraph && from <= b[j].Span.Start && j > u.block+1 {
			v := f.x.view(b[j].Body)
			if h, ok := v.runIn(); ok && h.Class == text.Proof {
				if from < b[j].Span.Start {
					out = append(out, core.Span{Start: from, End: b[j].Span.Start})
				}
				it.proof = append(it.proof, core.Span{Start: min(h.end, u.body.End), End: u.body.End})
				from = u.body.End
				break
			}
		}
		j++
	}
	if from < u.body.End && strings.TrimSpace(f.doc.Text[from:u.body.End]) != "" {
		out = append(out, core.Span{Start: from, End: u.body.End})
	}
	return out
}

// section takes the statement of an item that is a heading: the blocks under it up to the next heading of the same or
// a higher level, a proof or another item.
func (f *finder) section(i int, it *found) int {
	u := &f.units[i]
	j := i + 1
	it.end = "ends with its section"
	for ; j < u.last; j++ {
		n := &f.units[j]
		if n.kind == core.Heading && n.head == nil && it.head.Kind != core.Technique {
			it.end = "ends before the next heading"
			break
		}
		if n.head != nil && (n.head.Class != text.Item || f.wanted(n)) && (it.head.Kind != core.Technique || n.env || n.kind == core.Heading || n.head.marked && n.head.Class == text.Item) {
			it.end = "ends before \"" + n.head.word + "\""
			break
		}
		// A definition or theorem under a heading of its own ends with its first group like one with a run-in head,
		// since prose goes on in the section.
		if len(it.statement) > 0 && it.head.Kind != core.Technique && it.head.Kind != core.Algorithm && !f.continues(it, i, j) {
			it.end = "ends with its paragraph group"
			break
		}
		it.statement = append(it.statement, n.span)
		if n.ends {
			j++
			break
		}
	}
	return j
}

// runIn takes the statement of an item with a run-in head in unit i.
func (f *finder) runIn(i int, it *found) int {
	u := &f.units[i]
	it.end = "ends with its paragraph"
	if s := (core.Span{Start: min(it.head.end, u.body.End), End: u.body.End}); strings.Trim(f.doc.Text[s.Start:s.End], " \n*_") != "" {
		it.statement = append(it.statement, s)
	}
	if u.ends && len(it.statement) > 0 {
		it.end = "ends with its end mark"
		return i + 1
	}
	j := i + 1
	for ; j < len(f.units); j++ {
		n := &f.units[j]
		switch {
		case n.kind == core.Heading:
			it.end = "ends before the next heading"
			return j
		case n.head != nil && n.head.Class == text.Proof:
			it.end = "ends before \"" + n.head.word + "\""
			return j
		case n.head != nil && (n.head.Class != text.Item || n.env || n.head.Role != "step" || it.head.Role == "step"):
			it.end = "ends before \"" + strings.TrimSpace(n.head.word+" "+n.head.number) + "\""
			return j
		case f.outside(u, n) && len(it.statement) > 0:
			it.end = "ends with its box"
			return j
		case it.head.Role == "step" && n.kind == core.Code && len(it.statement) > 0 && f.picture(n, it.statement[len(it.statement)-1].Of(f.doc.Text)):
			continue
		case !f.continues(it, i, j):
			it.end = "ends with its paragraph group"
			return j
		}
		it.statement = append(it.statement, n.span)
		if n.ends {
			it.end = "ends with its end mark"
			return j + 1
		}
	}
	return j
}

// outside reports whether n has left the box that u stands in.
func (f *finder) outside(u, n *unit) bool {
	return u.parent >= 0 && n.block > f.doc.Blocks[u.parent].Last
}

// lookahead is how many units a proof may be away for the paragraphs before it to belong to the statement.
const lookahead = 12

// continues decides whether unit j goes on with the statement of it, whose head is unit i.
func (f *finder) continues(it *found, i, j int) bool {
	n := &f.units[j]
	if len(it.statement) == 0 {
		return true // the head stands on a line of its own, the statement begins below
	}
	t := f.doc.Text
	prev := f.units[j-1]
	prevSpan := it.statement[len(it.statement)-1]
	whole := t[prevSpan.Start:prevSpan.End]
	switch n.kind {
	case core.List, core.TermList, core.ListItem:
		return true // the clauses of a statement are set as a list
	case core.Math:
		return true
	case core.Code, core.Table:
		return it.head.Kind == core.Algorithm || it.head.Kind == core.Identity || it.head.Role == "step" || !sentenceEnd(whole)
	}
	if it.head.Role == "step" {
		return true // a step runs to the next step or heading
	}
	body := t[n.body.Start:n.body.End]
	after := prev.kind != core.Paragraph && prev.kind != core.Environment || displayEnd(whole)
	if startsLower(body) && (after || !sentenceEnd(whole)) {
		return true // "where …", "and …" after a display or a list
	}
	if !sentenceEnd(whole) && !after {
		return true // a sentence that has not ended goes on: "such that:"
	}
	switch f.doc.Blocks[n.block].Space { // what stands apart on the page is another passage
	case core.Apart:
		return false
	case core.Close:
		return true
	}
	if enumerated(body) && (enumerated(whole) || opensList(body)) {
		return true // clauses that are set as paragraphs of their own: (i) …, (ii) …
	}
	if after && f.startsThen(body) {
		return true // "Suppose that: (a) …, (b) …. Then …"
	}
	if f.italic(prevSpan) && f.italic(n.body) {
		return true // statements are set in italics (AMS plain style); the prose after them is upright
	}
	if it.head.Kind == core.Definition {
		return f.defines(body, n.body, after)
	}
	if f.supposes(t[it.statement[0].Start:prevSpan.End]) {
		return true // hypotheses alone state nothing: the claim is to come
	}
	if w := firstWord(body); !it.head.alone && w == "the" && !strings.HasPrefix(strings.TrimLeft(body, " *_"), "The following") {
		return false // "The reason is …": authors who set a statement in one paragraph comment in the next
	}
	return f.proofAhead(j) && f.claims(body)
}

// displayEnd reports whether text ends with a display.
func displayEnd(s string) bool {
	s = strings.TrimRight(s, " \n\t.*_")
	return strings.HasSuffix(s, "$$") || strings.HasSuffix(s, `\]`) || strings.HasSuffix(s, "}") && strings.LastIndex(s, `\end{`) > len(s)-24
}

// enumerated reports a paragraph that begins with the mark of a clause: (i), (a), 1), •.
func enumerated(s string) bool {
	if strings.HasPrefix(s, "• ") || strings.HasPrefix(s, "– ") {
		return true
	}
	e := strings.IndexByte(s[:min(len(s), 8)], ' ')
	if e < 2 {
		return false
	}
	w := s[:e]
	if w[0] == '(' && w[e-1] == ')' {
		return enumerator(w[1 : e-1])
	}
	return (w[e-1] == ')' || w[e-1] == '.' && digitByte(w[0])) && enumerator(w[:e-1])
}

// opensList reports the first mark of a sequence.
func opensList(s string) bool {
	s = strings.TrimLeft(s, "(")
	return strings.HasPrefix(s, "i)") || strings.HasPrefix(s, "a)") || strings.HasPrefix(s, "1)") || strings.HasPrefix(s, "A)") || strings.HasPrefix(s, "1. ") || strings.HasPrefix(s, "•")
}

// startsThen reports whether a paragraph draws the conclusion of what stands before it.
func (f *finder) startsThen(s string) bool {
	s = strings.TrimLeft(s, " \n\t*_")
	return !startsLower(s) && f.x.language.Begins(text.Conclusion, s)
}

// supposes reports a piece all of whose sentences fix objects ("Let K be compact. Assume that …") and that draws no
// conclusion. It looks at the first few sentences.
func (f *finder) supposes(s string) bool {
	if len(s) > 2000 || f.concludes(s) {
		return false
	}
	for _, sp := range text.Sentences(s) {
		if !f.x.language.Begins(text.Hypothesis, strings.TrimLeft(s[sp.Start:sp.End], " \n\t*_")) {
			return false
		}
	}
	return true
}

// concludes reports whether a piece draws a conclusion anywhere.
func (f *finder) concludes(s string) bool {
	for w := range f.x.language.All(text.Conclusion) {
		for rest := s; ; {
			_, after, ok := strings.Cut(rest, w)
			if !ok {
				break
			}
			before := rest[:len(rest)-len(after)-len(w)]
			if r, _ := utf8.DecodeRuneInString(w); text.Unblanked(r) && strings.HasSuffix(before, "，") || strings.HasSuffix(before, " ") && strings.HasPrefix(after, " ") {
				return true
			}
			rest = after
		}
	}
	return strings.Contains(s, "Then ")
}

// defines decides whether a paragraph behind a definition is part of it: it goes on to define, with a term set apart
// and the words that define, or, right behind a display or a list, with "we say", "we write" and the like.
func (f *finder) defines(p string, sp core.Span, after bool) bool {
	w := firstWord(p)
	if w == "" || f.x.language.Has(text.Aside, w) {
		return false
	}
	low := strings.ToLower(p[:cut(p, 400)]) + " "
	verb := false
	for _, v := range [...]string{" called ", " say ", " call ", " said to ", " denote", " write ", " define "} {
		verb = verb || strings.Contains(low, v)
	}
	if after && verb && f.x.language.Has(text.Continuer, w) && !strings.Contains(low, " will prove") {
		return true
	}
	if f.x.language.Has(text.Comment, w) && w != "we" {
		return false
	}
	m := f.doc.Marks
	for k := f.x.marks(sp.Start); k < len(m) && m[k].Span.Start < sp.End; k++ {
		if m[k].Kind == core.Verb || len(strings.Fields(m[k].Span.Of(f.doc.Text))) > 5 {
			continue
		}
		if m[k].Kind == core.Term || verb {
			return m[k].Span.End <= sp.Start+400
		}
		return m[k].Span.End <= sp.Start+200 && (w == "a" || w == "an" || w == "the" || w == "if")
	}
	return false
}

// firstWord is the first word of a paragraph, folded, empty when it begins otherwise.
func firstWord(p string) string {
	p = strings.TrimLeft(p, " \n\t*_>")
	e := 0
	for e < len(p) && wordByte(p[e]) {
		e++
	}
	return text.Fold(p[:e])
}

// proofAhead reports whether a proof follows unit j with nothing but text, lists and displays between.
func (f *finder) proofAhead(j int) bool {
	for k := j + 1; k < len(f.units) && k <= j+lookahead; k++ {
		n := &f.units[k]
		if n.head != nil {
			return n.head.Class == text.Proof && n.head.rest == ""
		}
		if n.kind == core.Heading {
			return false
		}
		if n.kind == core.Paragraph && !f.claims(f.doc.Text[n.body.Start:n.body.End]) {
			return false
		}
	}
	return false
}

// claims reports whether a paragraph before a proof can belong to the statement: it fixes or asserts ("Let", "If",
// "Then", "Moreover", a formula, an enumerated clause) and does not talk about the theorem.
func (f *finder) claims(p string) bool {
	p = strings.TrimLeft(p, " \n\t*_>")
	r, _ := utf8.DecodeRuneInString(p)
	if !unicode.IsLetter(r) {
		return true
	}
	start := strings.ToLower(p[:cut(p, 300)])
	for _, self := range [...]string{"the theorem", "the lemma", "the proposition", "the corollary", "the proof", "the statement", "the result", "for example", "for instance", "in other words", "this means", "above theorem", "above lemma", "above proposition"} {
		if strings.Contains(start, self) {
			return false // a statement does not speak of itself
		}
	}
	w := firstWord(p)
	if w == "we" { // "We have …", "We say …" assert; "We will prove", "We now turn" talk
		for _, v := range [...]string{"we have ", "we say ", "we call ", "we write ", "we denote ", "we define "} {
			if strings.HasPrefix(start, v) {
				return true
			}
		}
		return false
	}
	return !f.x.language.Has(text.Comment, w) && !strings.HasSuffix(w, "ing")
}

// italic reports whether a span is set in italics from end to end.
func (f *finder) italic(sp core.Span) bool {
	t, m := f.doc.Text, f.doc.Marks
	a, e := sp.Start, sp.End
	for a < e && strings.IndexByte(" \n*_>", t[a]) >= 0 {
		a++
	}
	for a < e && strings.IndexByte(" \n*_.", t[e-1]) >= 0 {
		e--
	}
	if a >= e {
		return false
	}
	for k := f.x.marks(sp.Start); k < len(m) && m[k].Span.Start <= a; k++ {
		if m[k].Kind == core.Emph && m[k].Span.Start <= a && m[k].Span.End >= e {
			return true
		}
	}
	return false
}

// sentenceEnd reports whether text ends a sentence, with whatever closes behind the stop. In displays the stop stands
// before the closing brackets of TeX.
func sentenceEnd(s string) bool {
	s = strings.TrimRight(s, " \n\t*_")
	if k := strings.LastIndexByte(s, '['); k > 0 && strings.HasSuffix(s, "]") && strings.Trim(s[k+1:len(s)-1], "^0123456789") == "" {
		s = s[:k] // the mark of a footnote
	}
	for {
		c := strings.TrimRight(s, " \n\t$\"'”’)]}»_*~")
		c = strings.TrimSuffix(c, `\`)
		if k := strings.LastIndexByte(c, '\\'); k >= 0 && len(c)-k < 24 { // \end{aligned, \text{.
			if strings.HasPrefix(c[k:], `\end{`) && !strings.ContainsAny(c[k+5:], "} \n") {
				c = c[:k]
			} else if strings.HasPrefix(c[k:], `\qed`) || c[k:] == `\,` || c[k:] == `\;` {
				c = c[:k]
			}
		}
		if c == s {
			break
		}
		s = c
	}
	for _, e := range [...]string{".", "!", "?", "。", "！", "？", "…", "∎", "□"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

func startsLower(s string) bool {
	s = strings.TrimLeft(s, " \n\t*_>")
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}

// proof takes the proof whose head is unit i and gives it to its item.
func (f *finder) proof(i int) int {
	u := &f.units[i]
	var spans []core.Span
	next := i + 1
	switch {
	case u.env:
		spans = []core.Span{u.body}
	default:
		spans, next = f.proofBody(i)
	}
	if k := f.owner(u); k >= 0 {
		f.out[k].proof = append(f.out[k].proof, spans...)
	}
	if !u.inner { // a second proof is one too, but nothing else between
		f.open = -1
	}
	return next
}

// proofBody takes the units of a proof: up to its end mark, or, when no end mark stands before the next head or
// heading, up to that.
func (f *finder) proofBody(i int) (spans []core.Span, next int) {
	u := &f.units[i]
	end, soft := -1, -1
	limit := len(f.units)
	if u.kind == core.Heading {
		limit = u.last
	}
	j := i
	for ; j < limit; j++ {
		n := &f.units[j]
		if j > i && (n.kind == core.Heading || n.env) {
			break
		}
		if j > i && n.head != nil && !(n.head.Class == text.Item && n.head.Role == "step") {
			// An unnumbered claim or remark in plain type may belong to the proof; the end mark behind it tells.
			if n.head.number != "" || n.head.marked && n.head.Role != "claim" || n.head.Class == text.Exercise {
				break
			}
			if soft < 0 {
				soft = j
			}
		}
		if n.ends {
			end = j
			break
		}
	}
	if end < 0 && soft >= 0 {
		j = soft
	}
	if end < 0 {
		end = j - 1
	}
	if u.kind != core.Heading {
		if s := (core.Span{Start: min(u.head.end, u.body.End), End: u.body.End}); strings.TrimSpace(f.doc.Text[s.Start:s.End]) != "" {
			spans = append(spans, s)
		}
	}
	for k := i + 1; k <= end; k++ {
		if !f.units[k].inner {
			spans = append(spans, f.units[k].span)
		}
	}
	return spans, end + 1
}

// owner finds the item that a proof belongs to: the one that it names by a reference, by its label or by its title, else
// the item right before it. A section that proves what it names by other words belongs to none.
func (f *finder) owner(u *unit) int {
	title := u.head.rest
	if u.env {
		title = u.head.title
	}
	if k := f.referred(u); k >= 0 {
		return k
	}
	if k := f.named(title); k >= 0 {
		return k
	}
	title = title[:cut(title, maxTitle)]
	words := text.Tokens(title)
	for n := min(len(words), maxTitleTokens); n > 0; n-- {
		if k, ok := f.titles[strings.Join(words[:n], " ")]; ok {
			return k
		}
	}
	if u.kind == core.Heading && specific(title) > 1 {
		return -1
	}
	return f.open
}

// Bounds of the title that a proof names its item by.
const (
	maxTitle       = 200 // bytes
	maxTitleTokens = 12
)

// specific counts the words of a proof's head that say which item it proves, unlike those of "of the main theorem".
func specific(title string) int {
	n := 0
	for _, w := range text.Words(title) {
		if _, head := text.LookupHead(w.Text); !head && !text.Stop(w.Text) && len(w.Text) > 2 && w.Text != "main" {
			n++
		}
	}
	return n
}

// referred follows the first reference in the head of a proof: "Proof of Theorem~\ref{main}".
func (f *finder) referred(u *unit) int {
	from, to := u.span.Start, min(u.head.end, u.span.End)
	if u.env {
		to = u.body.Start
	}
	r := f.doc.Refs
	lo, hi := 0, len(r)
	for lo < hi {
		if m := (lo + hi) / 2; r[m].Span.Start < from {
			lo = m + 1
		} else {
			hi = m
		}
	}
	for ; lo < len(r) && r[lo].Span.Start < to; lo++ {
		if k, ok := f.anchors[r[lo].Target]; ok {
			return k
		}
	}
	return -1
}

// named finds an item by a label in words: "of Theorem 3.2".
func (f *finder) named(title string) int {
	v := view{s: []byte(title), full: true}
	if len(v.s) > viewBytes {
		return -1
	}
	for i := 0; i < len(v.s); i++ {
		if i > 0 && v.s[i-1] != ' ' && v.s[i-1] != '~' {
			continue
		}
		h, j, ok := v.headWord(i)
		if !ok || h.Class != text.Item {
			continue
		}
		word := cleanWord(string(v.s[i:j]))
		k, _ := v.blank(j)
		if e, _ := v.number(k); e > 0 {
			if n, ok := f.labels[strings.ToLower(word+" "+string(v.s[k:e]))]; ok {
				return n
			}
		}
	}
	return -1
}
