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
		case n.head != nil && n.head.Class == text.Remark && it.head.Role == "step" && !f.outside(u, n): // a note on the step
		case n.head != nil && (n.head.Class != text.Item || n.env || n.head.Role != "step" || it.head.Role == "step"):
			it.end = "ends before \"" + strings.TrimSpace(n.head.word+" "+n.head.number) + "\""
			return j
		case len(it.statement) > 0 && (f.outside(u, n) || f.doc.Blocks[n.block].Space == core.Outside):
			it.end = "ends with its box"
			return j
		case it.head.Role == "step" && n.kind == core.Code && len(it.statement) > 0:
			if f.picture(n, it.statement[len(it.statement)-1].Of(f.doc.Text)) {
				continue
			}
		case !entry && !f.continues(it, i, j):
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

// continues decides whether unit j goes on with the statement of it, whose head is unit i, and says in it why it does
// not.
func (f *finder) continues(it *found, i, j int) bool {
	it.end = "ends with its paragraph group"
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
	space := f.doc.Blocks[n.block].Space
	said := core.Span{Start: it.statement[0].Start, End: prevSpan.End}
	before, here := f.posture(said), f.posture(n.body)
	if onlyTitle(said.Of(t)) {
		return true // that the head did not take
	}
	if before == italic && here == upright && !startsLower(body) && !goesOn(whole) {
		it.end = "ends with its italics"
		return false // statements are set in italics (AMS plain style); the prose after them is upright
	}
	switch {
	case after:
	case unfinished(whole, body), !sentenceEnd(whole) && (f.startsThen(body) || it.head.Kind == core.Definition && space != core.Apart):
		return true // a sentence that has not ended goes on: "such that:"
	}
	if space == core.Apart && !startsLower(body) {
		it.end = "ends where the page leaves room"
		return false // what stands apart on the page is another passage
	}
	if space == core.Close {
		return true
	}
	if enumerated(body) && (enumerated(whole) || opensList(body)) {
		return true // clauses that are set as paragraphs of their own: (i) …, (ii) …
	}
	if f.startsThen(body) && (after || f.supposes(t[it.statement[0].Start:prevSpan.End])) {
		return true // "Suppose that: (a) …, (b) …. Then …", "Let G be a group.¶ Then …"
	}
	if before == italic && here == italic {
		return true
	}
	if it.head.Kind == core.Definition {
		return f.defines(body, n.body, after) || f.supposes(said.Of(t)) && !f.names(said)
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

// goesOn reports whether text ends with a mark behind which its sentence goes on.
func goesOn(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " \n\t*_"))
	return strings.ContainsRune(",;:，；：", r)
}

// unfinished reports whether the sentence that text ends with goes on in the next paragraph. Many authors leave out the
// stop behind a formula: there a paragraph of words begins another sentence.
func unfinished(s, next string) bool {
	if sentenceEnd(s) {
		return false
	}
	last := s[strings.LastIndexAny(strings.TrimRight(s, " \n\t*_"), " \n\t")+1:]
	last = strings.TrimRight(last, " \n\t*_")
	if goesOn(s) || isWord(last) && utf8.RuneCountInString(last) > 1 {
		return true
	}
	words := strings.Fields(next[:cut(next, 100)])
	return len(words) < fewWords || !startsUpper(words[0]) || !isWord(words[0]) || !isWord(words[1])
}

// onlyTitle reports text that names a statement and states nothing: a few words or what stands in brackets, without a
// stop.
func onlyTitle(s string) bool {
	s = strings.Trim(s, " \n\t*_")
	return !sentenceEnd(s) && (len(strings.Fields(s[:cut(s, maxTitle)])) < fewWords || len(s) <= maxTitle && strings.IndexAny(s, "([") == 0)
}

// fewWords is how many words tell little of a paragraph.
const fewWords = 4

// isWord reports letters and nothing else, but for what stands around and between the parts of a word.
func isWord(s string) bool {
	s = strings.Trim(s, ".,:;*_()“”")
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '’' && r != '\'' && r != '-' })
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
	verb := definingVerb(p[:cut(p, 400)])
	if after && verb && f.x.language.Has(text.Continuer, w) && !strings.Contains(strings.ToLower(p[:cut(p, 400)]), " will prove") && f.shows(p, sp) {
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

// definingVerb reports whether a piece says that something gets a name or a sign.
func definingVerb(p string) bool {
	low := " " + strings.ToLower(p) + " "
	for _, v := range [...]string{" called ", " say ", " call ", " said to ", " denote", " write ", " define "} {
		if strings.Contains(low, v) {
			return true
		}
	}
	return false
}

// names reports whether what has been taken of a definition names something already, in words, in a face of its own or
// by the sign for what is so by definition.
func (f *finder) names(sp core.Span) bool {
	s := sp.Of(f.doc.Text)
	if definingVerb(s) || strings.Contains(s, ":=") || strings.Contains(s, "coloneq") || strings.Contains(s, "≔") {
		return true
	}
	k := f.x.marks(sp.Start)
	return k < len(f.doc.Marks) && f.doc.Marks[k].Span.Start < sp.End
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

// posture is how the words of a passage are set. Formulas tell nothing: their letters lean in any text.
type posture uint8

const (
	mixed posture = iota // or too little to tell
	upright
	italic
)

const (
	fewToldWords = 2   // that may stand for other reasons than that all do,
	toldWord     = 3   // letters: what is shorter may be part of a formula
	postureSpan  = 800 // bytes that are looked at
)

// posture tells how a span is set: most of its words lean, or hardly any do.
func (f *finder) posture(sp core.Span) posture {
	t, m := f.doc.Text, f.doc.Marks
	end := sp.Start + cut(t[sp.Start:sp.End], postureSpan)
	k := f.x.marks(sp.Start)
	leans := func(at int) bool {
		for k < len(m) && (m[k].Kind != core.Emph || m[k].Span.End <= at) && m[k].Span.Start <= at {
			k++
		}
		return k < len(m) && m[k].Kind == core.Emph && m[k].Span.Start <= at
	}
	leaning, words := 0, 0
	formula := false // in italics, as Markdown can say
	for i := sp.Start; i < end; {
		n := strings.IndexFunc(t[i:end], func(r rune) bool { return !unicode.IsLetter(r) || unicode.Is(unicode.Lm, r) })
		if n < 0 {
			n = end - i
		}
		if utf8.RuneCountInString(t[i:i+n]) >= toldWord {
			if words++; leans(i) {
				leaning++
			}
		}
		i += n
		if i < end && n == 0 {
			n = formulaAt(t[i:end])
			formula = formula || n > 0 && leans(i)
			i += max(n, 1)
		}
	}
	switch {
	case leaning > 0 && leaning*3 >= words*2, words == 0 && formula:
		return italic
	case words >= fewToldWords && leaning*4 <= words:
		return upright
	}
	return mixed
}

// formulaAt is how long the formula is that text begins with, 0 when it begins with none.
func formulaAt(s string) int {
	for _, d := range [...]struct{ open, shut string }{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}} {
		if rest, ok := strings.CutPrefix(s, d.open); ok {
			if n := strings.Index(rest, d.shut); n >= 0 {
				return len(d.open) + n + len(d.shut)
			}
			return len(s)
		}
	}
	return 0
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
