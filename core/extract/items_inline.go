package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// remark is the confidence of a definition in running text: an author who meant to be cited would have set it apart.
const remark = 0.6

// Bounds of a term in running text and of what defines it.
const (
	maxTermWords     = 4
	maxTermBytes     = 60
	maxSentenceBytes = 600
	maxDisplays      = 3 // within one sentence
)

// inline finds the terms that the running text of a book or paper defines: a word or a few set in a face of their own
// in a sentence that says it defines them, "is called a *basis*", "A *basis* is a …". The statement is that sentence with
// the display that it ends in, and with the one before it when it begins by pointing back. Of each term it takes the
// first place, but for one that points back the place behind it that says all by itself, and none of a term that an item
// defines. Other texts than books and papers define by the words alone that say so: "A *pod* is a …" describes.
func (b *builder) inline(f *finder, items []core.Candidate) []core.Candidate {
	known := b.defined(items)
	anew := map[string]int{} // marks that terms are defined at again, by what points to nothing
	var found []draft
	m := b.doc.Marks
	for at, i := range f.running {
		u := &f.units[i]
		if b.an.TypeAt(u.body.Start) == core.Unknown {
			continue
		}
		k := b.marksOf(u)
		if k >= len(m) || m[k].Span.Start >= u.body.End || b.left[b.section(u.body.Start)] {
			continue
		}
		sentences := text.Sentences(u.body.Of(b.doc.Text))
		last := -1 // where the term before ends
		for ; k < len(m) && m[k].Span.End <= u.body.End; k++ {
			term, ok := b.termAt(m[k])
			if !ok || known[b.termKey(term)] {
				continue
			}
			n := len(found) - 1
			if last >= 0 && n >= 0 && found[n].place.Contains(m[k].Span) && b.alternative(last, m[k].Span.Start) {
				found[n].name += ", " + b.nominative(term)
				known[b.termKey(term)], last = true, m[k].Span.End
				continue
			}
			sp, points, ok := b.defining(f.units, i, sentences, m[k].Span)
			if ok && sp.Start == u.body.Start && b.goesOn(sp) {
				sp.Start, ok = b.sentenceBefore(f.units, i, true)
			}
			if !ok || n >= 0 && found[n].place == sp && !b.again(last, m[k].Span.Start) {
				continue
			}
			if key := b.termKey(term); points && k >= anew[key] {
				anew[key] = b.restated(f, at, k, sentences)
			}
			if points && k < anew[b.termKey(term)] {
				continue
			}
			s := b.readable([]core.Span{sp})
			if s == "" {
				continue
			}
			known[b.termKey(term)], last = true, m[k].Span.End
			if n >= 0 && found[n].place == sp { // one sentence is one item
				found[n].name += ", " + b.nominative(term)
				continue
			}
			found = append(found, draft{
				kind: core.Definition, role: "term", name: b.nominative(term), statement: s, confidence: remark,
				rule: "term set apart in a sentence that defines it; ends with the sentence", place: sp, spans: []core.Span{sp},
			})
		}
	}
	out := make([]core.Candidate, len(found))
	for i, d := range found {
		out[i] = b.candidate(d)
	}
	return out
}

// marksOf returns the first mark within a unit or behind it.
func (b *builder) marksOf(u *unit) int {
	m := b.doc.Marks
	return sort.Search(len(m), func(k int) bool { return m[k].Span.Start >= u.body.Start })
}

// goesOn reports whether a sentence begins with what goes on with another: in lower case, or with the verb that names.
func (b *builder) goesOn(sp core.Span) bool {
	s := strings.TrimLeft(sp.Of(b.doc.Text), "*_ \n")
	first := text.Words(s[:cut(s, maxTermBytes)])
	return startsLower(s) || len(first) > 1 && (b.x.language.Has(text.Naming, first[0].Text) || b.x.language.Has(text.Naming, first[0].Text+first[1].Text))
}

// restated returns the mark at which the term of mark k, in the paragraph f.running[at] of these sentences, is defined
// again shortly behind it in its section, by a sentence that needs none before it, 0 where it is not: "Such things are
// called *stationary*. … Formally, x is called *stationary* if …".
func (b *builder) restated(f *finder, at, k int, sentences []core.Span) int {
	m := b.doc.Marks
	term, _ := b.termAt(m[k])
	section, from, end := b.section(m[k].Span.Start), k+1, m[k].Span.End+maxRestated
	for r := at; r < len(f.running); r++ {
		u := &f.units[f.running[r]]
		if u.body.Start >= end || b.section(u.body.Start) != section {
			return 0
		}
		for j := max(from, b.marksOf(u)); j < len(m) && m[j].Span.End <= min(u.body.End, end); j++ {
			if other, ok := b.termAt(m[j]); !ok || b.termKey(other) != b.termKey(term) {
				continue
			}
			if sentences == nil {
				body := u.body.Of(b.doc.Text)
				sentences = text.Sentences(body[:cut(body, end+maxSentenceBytes-u.body.Start)])
			}
			if _, points, ok := b.defining(f.units, f.running[r], sentences, m[j].Span); ok && !points {
				return j
			}
		}
		sentences = nil
	}
	return 0
}

// maxRestated is how far behind a definition that points back its term may be defined by itself, in bytes.
const maxRestated = 4000

// sentenceBefore returns where the sentence begins that ends before paragraph i, or that goes on in it behind a display:
// "The set" … "is called the *spectrum* of A". A paragraph that goes on behind anything else is a piece of a sentence.
func (b *builder) sentenceBefore(units []unit, i int, display bool) (int, bool) {
	j := i - 1
	for j >= 0 && units[j].kind == core.Math && i-j <= maxDisplays {
		j--
	}
	if j < 0 || j == i-1 && display || units[j].kind != core.Paragraph || units[j].head != nil || units[j].parent != units[i].parent {
		return 0, false
	}
	sentences := text.Sentences(units[j].body.Of(b.doc.Text))
	if len(sentences) == 0 {
		return 0, false
	}
	last := sentences[len(sentences)-1]
	piece := !display && startsLower(last.Of(units[j].body.Of(b.doc.Text))) // of a sentence that began further up
	return units[j].body.Start + last.Start, last.Len() <= maxSentenceBytes && !piece
}

// displayEnds returns where a sentence ends that leads from the end of paragraph i into displays and lists: "The third
// moment is called the *skewness*: …", with what the next paragraph goes on with, "where …".
func (b *builder) displayEnds(units []unit, i int) (int, bool) {
	j := i + 1
	for j < len(units) && j-i <= maxDisplays && units[j].head == nil && (units[j].kind == core.Math || units[j].kind == core.List) {
		j++
	}
	if j == i+1 {
		return 0, false
	}
	end := units[j-1].span.End
	if j < len(units) && units[j].kind == core.Paragraph && units[j].head == nil && units[j].parent == units[i].parent {
		s := units[j].body.Of(b.doc.Text)
		if first := text.Sentences(s); startsLower(s) && len(first) > 0 && first[0].Len() <= maxSentenceBytes {
			end = units[j].body.Start + first[0].End
		}
	}
	return end, true
}

// alternative reports whether what stands between two terms joins them in one definition: "is called *A* or *B*", "*A*
// (respectively *B*)".
func (b *builder) alternative(from, to int) bool {
	if to < from || to-from > maxBetween {
		return false
	}
	words := text.Words(b.doc.Text[from:to])
	for _, w := range words {
		l := b.x.language
		if !l.Has(text.Article, w.Text) && !l.Has(text.And, w.Text) && !l.Has(text.Alternative, w.Text) && !strings.HasPrefix(w.Text, "resp") {
			return false
		}
	}
	return len(words) > 0
}

// again reports whether what stands between two terms of a sentence defines the second too: "and *B* if", "while those
// are called *B*", "and that it is a *B*", not "as it *stresses* that". The first may stand in another paragraph: from
// is -1.
func (b *builder) again(from, to int) bool {
	if from < 0 || to < from {
		return false
	}
	w := text.Words(b.doc.Text[from:to])
	if b.introduces(w) {
		return true
	}
	if w = w[:b.withoutArticle(w)]; len(w) == 0 {
		return true
	}
	last := w[len(w)-1].Text
	return b.x.language.Has(text.Copula, last) || b.x.language.Has(text.And, last) || b.x.language.Has(text.Having, last)
}

// maxBetween is how many bytes may stand between two terms of one definition.
const maxBetween = 40

// defined are the terms that items define: their names, and what stands out in the statements of definitions.
func (b *builder) defined(items []core.Candidate) map[string]bool {
	known := map[string]bool{}
	m := b.doc.Marks
	for i := range items {
		c := &items[i]
		known[b.termKey(c.Primitive.Name)] = true
		if c.Primitive.Kind != core.Definition {
			continue
		}
		for _, sp := range c.Statement {
			k := sort.Search(len(m), func(k int) bool { return m[k].Span.Start >= sp.Start })
			for ; k < len(m) && m[k].Span.Start < sp.End; k++ {
				known[b.termKey(m[k].Span.Of(b.doc.Text))] = true
			}
		}
	}
	return known
}

// termKey is the same for the singular and the plural of a term.
// Terms that differ in a stop word alone are two: "group", "in-group".
func (b *builder) termKey(s string) string {
	if key, ok := b.termKeys[s]; ok {
		return key
	}
	tokens := text.Tokens(s)
	var words []string
	for _, w := range text.Words(s) {
		if !text.Article.Has(w.Text) {
			words = append(words, text.Singular(w.Text))
		}
	}
	for n := len(words); n > 0 && text.Stop(words[n-1]); n-- { // "primitive element of", with what the face goes on over
		words = words[:n-1]
	}
	if len(words) > len(tokens) {
		tokens = append(tokens, words...)
	}
	b.termKeys[s] = strings.Join(tokens, " ")
	return b.termKeys[s]
}

// termAt is the term that a mark sets apart, if it can be one: a few words in lower case, no title of a work.
func (b *builder) termAt(m core.Mark) (string, bool) {
	if m.Kind != core.Term && m.Kind != core.Emph && m.Kind != core.Strong || m.Span.Len() > maxTermBytes || bracketed(b.doc.Text, m.Span) {
		return "", false
	}
	t := strings.Trim(text.Plain(m.Span.Of(b.doc.Text)), " .,;:“”\"")
	words := strings.Fields(t)
	if len(words) == 0 || len(words) > maxTermWords || len(t) < 3 || text.Stressed.Has(text.Fold(t)) || text.Stop(strings.ToLower(t)) || strings.ContainsAny(t, ".:;=()，。；：（）、") || strings.HasPrefix(t, "的") {
		return "", false
	}
	capitals := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
			capitals++
		} else if !unicode.IsLetter(r) {
			return "", false
		}
	}
	if h, ok := text.LookupHead(words[0]); ok && h.Class != text.NoHead && len(words) == 1 {
		return "", false
	}
	last, _ := utf8.DecodeRuneInString(words[len(words)-1])
	if l := b.x.language; l.String() == "de" || !l.Knows(text.Article) && len(words) == 1 { // nouns have capitals, or begin sentences
		return t, len(text.Tokens(t)) > 0
	}
	return t, capitals < 2 && (capitals == 0 || !unicode.IsUpper(last)) && len(text.Tokens(t)) > 0
}

// defining returns the sentence of paragraph i around a mark when it defines what is marked, with what it goes on in
// and what it points back to; points says that it does. A sentence whose subject points to nothing at hand says nothing
// but the name.
func (b *builder) defining(units []unit, i int, sentences []core.Span, mark core.Span) (sp core.Span, points, ok bool) {
	body := units[i].body
	k := sort.Search(len(sentences), func(k int) bool { return body.Start+sentences[k].End >= mark.End })
	if k == len(sentences) {
		return core.Span{}, false, false
	}
	sp = core.Span{Start: body.Start + sentences[k].Start, End: body.Start + sentences[k].End}
	if sp.Start > mark.Start || sp.Len() > maxSentenceBytes {
		return core.Span{}, false, false
	}
	before := text.Words(core.Span{Start: sp.Start, End: mark.Start}.Of(b.doc.Text))
	rest := core.Span{Start: mark.End, End: sp.End}.Of(b.doc.Text)
	after := text.Words(rest)
	if !sentenceEnd(sp.Of(b.doc.Text)) {
		if k < len(sentences)-1 {
			return core.Span{}, false, false
		}
		if sp.End, ok = b.displayEnds(units, i); !ok {
			return core.Span{}, false, false
		}
		rest = core.Span{Start: mark.End, End: sp.End}.Of(b.doc.Text)
	}
	l := b.x.language
	switch typ := b.an.TypeAt(mark.Start); {
	case b.introduces(before):
		if typ != core.Textbook && typ != core.Paper && !b.states(before) {
			return core.Span{}, false, false
		}
		if n := b.withoutArticle(before); n > 0 && l.Has(text.Setting, before[n-1].Text) && strings.Trim(rest, " \n*_.:,;)") == "" {
			return core.Span{}, false, false // "Before that, we define the *order*." announces it
		}
	case typ != core.Textbook && typ != core.Paper, !b.subject(before, after) && !b.meant(before, after):
		return core.Span{}, false, false
	}
	points = slices.ContainsFunc(before[:min(len(before), fewWords)], func(w text.Word) bool { return l.Has(text.Pointing, w.Text) })
	switch {
	case !points && (len(before) == 0 || !l.Has(text.Back, before[0].Text)):
	case k > 0:
		if prior := sentences[k-1]; prior.Len() <= maxSentenceBytes {
			sp.Start = body.Start + prior.Start
		}
	case points, l.Has(text.Conclusion, before[0].Text):
		if start, ok := b.sentenceBefore(units, i, false); ok {
			sp.Start = start
		} else if points && len(after) < fewWords {
			return core.Span{}, false, false
		}
	}
	return sp, points, true
}

// withoutArticle is how many words stand before a term without its article.
func (b *builder) withoutArticle(before []text.Word) int {
	n := len(before)
	for n > 0 && b.x.language.Has(text.Article, before[n-1].Text) {
		n--
	}
	return n
}

// states reports whether the words that introduce a term are what their sentence says, "is called", "we call", rather
// than part of an object: "a folder called *demo*".
func (b *builder) states(before []text.Word) bool {
	l := b.x.language
	w := before[:b.withoutArticle(before)]
	copula := func(reach int) bool {
		return slices.ContainsFunc(w[max(0, len(w)-reach):], func(w text.Word) bool { return l.Has(text.Copula, w.Text) })
	}
	switch {
	case !l.Knows(text.Calling) || endsWith(l, text.NamingPhrase, w):
		return true
	case endsWith(l, text.IntroducingPhrase, w):
		return copula(4) // "is referred to as"
	case len(w) > 0 && l.Has(text.Naming, w[len(w)-1].Text):
		return copula(2)
	}
	return slices.ContainsFunc(w, func(w text.Word) bool { return l.Has(text.Calling, w.Text) || l.Has(text.Saying, w.Text) })
}

// introduces reports whether the words before a term say that it is defined: "is called a", "we say that f is",
// "known as", "we define the".
func (b *builder) introduces(before []text.Word) bool {
	w := before[:b.withoutArticle(before)]
	last := func(k int) string {
		if k > len(w) {
			return ""
		}
		return w[len(w)-k].Text
	}
	for k := 1; k <= 3; k++ {
		if b.x.language.Has(text.Alternative, last(k)) {
			return false
		}
	}
	l := b.x.language
	switch {
	case l.Has(text.Naming, last(1)), l.Has(text.Naming, last(2)+last(1)), l.Has(text.Naming, last(3)+last(2)+last(1)): // 称为, 称之为
		return true
	case !l.Knows(text.Calling):
		return b.names(w)
	case endsWith(l, text.IntroducingPhrase, w):
		return true
	case l.Has(text.Setting, last(1)): // not "these define parallel lines", "the ability to define new types"
		return last(2) == "" || l.Has(text.Speaker, last(2)) || l.Has(text.Purpose, last(2)) && slices.ContainsFunc(w, func(w text.Word) bool { return l.Has(text.Speaker, w.Text) && !l.Has(text.Asserting, w.Text) })
	}
	for k := 1; k <= min(len(w)-1, 10); k++ {
		calls := l.Has(text.Calling, last(k))
		if (calls || l.Has(text.Saying, last(k))) && (l.Has(text.Speaker, last(k+1)) || k+2 <= len(w) && l.Has(text.Speaker, last(k+2))) { // "we will call it a", "we say that f is"
			return calls || l.Has(text.Copula, last(1)) || l.Has(text.Having, last(1))
		}
	}
	return false
}

// names reports whether the words before a term hold the verb that names it, as languages have it that set the object
// or a clause between: "heißt die Abbildung *injektiv*", "on dit que f est *continue*".
func (b *builder) names(w []text.Word) bool {
	reach := 3
	if len(w) > 0 && b.x.language.Has(text.Copula, w[len(w)-1].Text) {
		reach = 8
	}
	for k := 1; k <= min(reach, len(w)); k++ {
		if b.x.language.Has(text.Naming, w[len(w)-k].Text) {
			return true
		}
	}
	return false
}

// subject reports whether a term is what its sentence is about: "A *basis* is a …", "The *norm* of x is the …".
func (b *builder) subject(before, after []text.Word) bool {
	l := b.x.language
	for _, w := range before {
		if !l.Has(text.Article, w.Text) && !l.Has(text.Prefacing, w.Text) {
			return false
		}
	}
	for k := 0; k+1 < min(len(after), 8); k++ {
		if l.Has(text.Defining, after[k].Text) {
			return true
		}
		if !l.Has(text.Copula, after[k].Text) {
			continue
		}
		said := l.Has(text.Article, after[k+1].Text) || l.Has(text.Asserting, after[k+1].Text)
		if !l.Knows(text.Asserting) { // "Ein *Ring* ist eine Menge", "*Кольцо* — это множество", "*环*是一个集合"
			return len(before) > 0 && said || k == 0 && len(before) == 0
		}
		return said
	}
	return false
}

// meant reports "By a *basis* we mean …".
func (b *builder) meant(before, after []text.Word) bool {
	l := b.x.language
	if len(before) > 2 && !(l.Has(text.By, before[0].Text) && len(after) > 0 && l.Has(text.Speaker, after[0].Text)) {
		return false
	}
	return len(before) > 0 && slices.ContainsFunc(after[:min(len(after), 2)], func(w text.Word) bool { return l.Has(text.Meaning, w.Text) })
}
