package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

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
	listing := false // in a list that the statement announced
	j := i + 1
	for ; j < len(f.units); j++ {
		n := &f.units[j]
		entry := n.kind == core.Paragraph && len(it.statement) > 0 && f.labelled(n.body) &&
			(listing || f.announces(it.statement[len(it.statement)-1]))
		listing = listing || entry
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
		case it.head.Role == "step" && n.kind == core.Code && len(it.statement) > 0:
			if f.picture(n, it.statement[len(it.statement)-1].Of(f.doc.Text)) {
				continue
			}
		case !entry && !f.continues(it, i, j):
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

// maxLabel bounds the label of an entry, "Scalar Multiplication Associativity, Column Vectors" with its short name, in
// bytes.
const maxLabel = 100

// labelled reports a paragraph that begins with a label in a face of its own and goes on in plain type, as the entries
// of description lists are printed where nothing else tells them from paragraphs.
func (f *finder) labelled(sp core.Span) bool {
	m := f.doc.Marks
	k := f.x.marks(sp.Start)
	if k >= len(m) || m[k].Kind == core.Verb {
		return false
	}
	label := m[k].Span
	return strings.Trim(f.doc.Text[sp.Start:min(label.Start, sp.End)], "*_") == "" && label.End <= sp.Start+maxLabel &&
		strings.Trim(f.doc.Text[min(label.End, sp.End):sp.End], " *_.:") != ""
}

// announces reports a piece of a statement behind which a list must come: its last sentence has not ended, ends with a
// colon, or speaks of what follows.
func (f *finder) announces(sp core.Span) bool {
	s := sp.Of(f.doc.Text)
	if !sentenceEnd(s) {
		return true
	}
	s = s[max(0, len(s)-maxAnnouncement):]
	all := text.Sentences(s)
	if len(all) == 0 {
		return false
	}
	last := all[len(all)-1]
	return slices.Contains(strings.Fields(strings.ToLower(s[last.Start:last.End])), "following")
}

// maxAnnouncement is how far before its end the last sentence of a piece is looked for, in bytes.
const maxAnnouncement = 400

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
	if f.startsThen(body) && (after || f.supposes(t[it.statement[0].Start:prevSpan.End])) {
		return true // "Suppose that: (a) …, (b) …. Then …", "Let G be a group.¶ Then …"
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
	if f.x.language.Begins(text.Adding, strings.TrimLeft(body, " \n\t*_>")) && !ofItself(body) {
		return true // "Moreover, G is finite." asserts more of the same
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
			last, _ := utf8.DecodeLastRuneInString(before)
			next, _ := utf8.DecodeRuneInString(after)
			if r, _ := utf8.DecodeRuneInString(w); text.Unblanked(r) && last == '，' || unicode.IsSpace(last) && (unicode.IsSpace(next) || next == ',') {
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
	if after && verb && f.x.language.Has(text.Continuer, w) && !strings.Contains(low, " will prove") && f.shows(p, sp) {
		return true
	}
	if f.x.language.Has(text.Comment, w) && w != "we" {
		return false
	}
	first := 0 // sentences that may say it: "Suppose that … . We say …"
	switch {
	case f.x.language.Has(text.Condition, w):
		first = 1
	case f.x.language.Has(text.Hypothesis, w):
		first = 2
	}
	if verb && first > 0 && calls(p[:cut(p, 400)], first) {
		return true // "If f is so at all points, we say that it is so on A." needs no term set apart
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

// shows reports a paragraph with a formula or a term set apart, which all that define have: "We can now define
// packings." announces what is to come.
func (f *finder) shows(p string, sp core.Span) bool {
	if strings.ContainsAny(p, "$\\") {
		return true
	}
	k := f.x.marks(sp.Start)
	return k < len(f.doc.Marks) && f.doc.Marks[k].Span.Start < sp.End
}

// calls reports whether one of the first sentences of a paragraph names something.
func calls(p string, first int) bool {
	all := text.Sentences(p)
	if len(all) == 0 {
		return false
	}
	s := strings.ToLower(p[:all[min(first, len(all))-1].End])
	_, we, ok := strings.Cut(s, " we ")
	for _, v := range [...]string{"say ", "call ", "denote ", "write ", "define "} {
		if ok && strings.Contains(" "+we, " "+v) {
			return true
		}
	}
	return strings.Contains(s, " called ") || strings.Contains(s, " said to ")
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
	if ofItself(p) {
		return false
	}
	start := strings.ToLower(p[:cut(p, 300)])
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

// ofItself reports a paragraph that speaks of the statement before it, as no statement does.
func ofItself(p string) bool {
	start := strings.ToLower(p[:cut(p, 300)])
	for _, self := range [...]string{"the theorem", "the lemma", "the proposition", "the corollary", "the proof", "the statement", "the result", "for example", "for instance", "in other words", "this means", "above theorem", "above lemma", "above proposition"} {
		if strings.Contains(start, self) {
			return true
		}
	}
	return false
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
	for _, e := range [...]string{".", "!", "?", "。", "！", "？", "…"} {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	last, _ := utf8.DecodeLastRuneInString(s)
	return text.ProofSign(last)
}

func startsLower(s string) bool {
	s = strings.TrimLeft(s, " \n\t*_>")
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLower(r)
}
