package wire

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// usage is a place where a term occurs.
type usage struct {
	passage  passage
	span     core.Span   // in the passage
	words    []text.Word // of the text
	term     int32
	fit      fit      // with the bearer that it means
	rival    string   // the title of another bearer that it may mean as well
	nouns    []string // stems of what it qualifies, once they were read
	read     bool
	referred text.Head // of the reference right behind it that says what is meant; NoHead when there is none
}

// qualifies is the stems of what a usage stands before as an adjective.
func (u *usage) qualifies() []string {
	if !u.read {
		u.nouns, u.read = qualified(u.passage.in, u.passage.text[u.span.End:]), true
	}
	return u.nouns
}

// nameEdges proposes what the names that occur mean, each as strongly as such a mention speaks.
func (w *wirer) nameEdges(x *lexicon) {
	items := make([]int, len(x.terms)) // how many items a term occurs in
	last := make([]int, len(x.terms))
	for i := range x.usages {
		u := &x.usages[i]
		if last[u.term] != u.passage.candidate+1 {
			last[u.term] = u.passage.candidate + 1
			items[u.term]++
		}
	}
	frequent := max(minFrequent, len(w.Candidates)/100)
	for i := range x.usages {
		u := &x.usages[i]
		t := &x.terms[u.term]
		to, ok := w.bearer(t, u)
		if !ok || w.coded(to) && !w.spelledCode(u) {
			continue
		}
		strength, vague := 0.0, false
		if t.defines(to) {
			strength, vague = w.ofTerm(x, u, t, to)
		} else if t.bearers[0].by || t.identifier() || items[u.term] <= frequent || int(to) < len(w.Candidates) && w.sameChapter(int32(u.passage.candidate), to) {
			strength = w.ofTitle(u, t, to)
		}
		if strength > 0 {
			w.reference(u.passage, u.span, proposal{to: to, strength: strength, origin: byName, vague: vague, rival: u.rival})
		}
	}
}

// coded reports whether an item of a specification is named by a word of a program or format: a rule of a grammar, an
// operation, or a message, a field, an object whose name is set as code or written as code is. Such words are often
// everyday ones too.
func (w *wirer) coded(to int32) bool {
	if int(to) >= len(w.Candidates) {
		return false
	}
	c := &w.Candidates[to]
	p := &c.Primitive
	_, first := utf8.DecodeRuneInString(p.Name)
	rest := p.Name[first:]
	switch {
	case p.Role == "grammar":
		return true
	case p.Kind == core.Algorithm:
		return text.Compound(p.Name)
	case p.Kind != core.Definition || strings.IndexByte(p.Name, ' ') >= 0 || !w.specified(to):
		return false
	case strings.ToLower(rest) != rest || strings.Contains(rest, "_"):
		return true
	}
	m := w.Documents[c.Document].Marks
	i := sort.Search(len(m), func(i int) bool { return m[i].Span.Start >= c.Place.Start })
	for end := i + maxNesting; i < min(len(m), end) && m[i].Span.Start < c.Place.End; i++ {
		if m[i].Kind == core.Verb {
			return m[i].Span.Of(w.Documents[c.Document].Text) == p.Name
		}
	}
	return false
}

// specified reports whether an item stands in a specification.
func (w *wirer) specified(c int32) bool {
	cand := &w.Candidates[c]
	return w.Analyses[cand.Document].TypeAt(cand.Place.Start) == core.Spec
}

// spelledCode reports whether a usage spells a name as that of code: in a face for code, between quotation marks or
// angle brackets, with a hyphen, or with a capital within its sentence or within the word.
func (w *wirer) spelledCode(u *usage) bool {
	s, sp := u.passage.text, u.span
	name := sp.Of(s)
	if strings.ContainsAny(name, "-_") || strings.ToUpper(name) == name || text.Compound(name) {
		return true
	}
	if sp.Start > 0 && sp.End < len(s) && strings.IndexByte("<\"'`", s[sp.Start-1]) >= 0 && strings.IndexByte(">\"'`", s[sp.End]) >= 0 {
		return true
	}
	if c := name[0]; 'A' <= c && c <= 'Z' && clauseWords(before(s, sp.Start)) != nil {
		return true
	}
	m := w.Documents[u.passage.doc].Marks
	at := core.Span{Start: u.passage.span.Start + sp.Start, End: u.passage.span.Start + sp.End}
	i := sort.Search(len(m), func(i int) bool { return m[i].Span.Start > at.Start })
	for k := i - 1; k >= 0 && k >= i-maxNesting; k-- {
		if m[k].Kind == core.Verb && m[k].Span.End >= at.End {
			return true
		}
	}
	return false
}

// ofTerm is how surely an item that uses a defined term needs its definition; 0: not at all. Where authors declare what
// every item uses, a statement needs nine of ten terms that its own section defines and two of three of those of other
// sections; a proof uses many in passing that its statement has anyway, and cites a definition by saying so ("by the
// definition of …"). A vague word, one that other names go on from or an everyday one, counts only where no other edges
// lead to the definition; and only near it where the text goes on from it too ("bounded functions", where there is
// "bounded above"), an everyday word only in its very section.
func (w *wirer) ofTerm(x *lexicon, u *usage, t *term, to int32) (strength float64, vague bool) {
	proof := u.passage.seen == inProof
	if u.referred.Kind == core.Definition || proof && !definitionOf(u.passage.text, u.span.Start) { // "compact (Definition 2)": that one is meant
		return 0, false
	}
	from := int32(u.passage.candidate)
	here := int(to) < len(w.Candidates)
	near := here && w.sameSection(from, to)
	far := u.fit == spelled // whether it counts far from its definition
	if t.single() && !t.identifier() {
		in := u.passage.in
		if !t.prefixed && (in.Has(text.Everyday, t.plain()) || in.Has(text.Everyday, text.Singular(u.words[0].Text))) {
			vague, far = true, false
			near = near && w.Candidates[from].Section == w.Candidates[to].Section && w.Candidates[to].Primitive.Role != "term"
		}
		if x.leading(t) && !(here && w.specified(to)) {
			vague = true
			far = far && !near && here && entitles(t.words[0].Text, &w.Candidates[to].Primitive) && len(u.qualifies()) == 0
		}
	}
	switch {
	case proof:
		return mentioned, vague
	case u.rival != "" && far:
		return passing, true
	case !far && !near:
		return 0, vague
	case u.fit == spelled && here && w.specified(to) && (!t.single() || w.coded(to)):
		return mentioned, vague
	case near && u.fit == spelled && !vague:
		return mentioned, vague
	}
	return passing, vague
}

// ofTitle is how surely an item needs a fact or a procedure whose title it mentions. Titles of facts are also phrases
// like any other ("pairwise disjoint"): they name the fact where they say what they are ("the chain rule"), bear a
// proper name, or stand as a reason ("by optional sampling"). A reference behind a title says which fact is meant:
// "the chain rule (Theorem 3)".
func (w *wirer) ofTitle(u *usage, t *term, to int32) float64 {
	s, name := u.passage.text, u.span.Of(u.passage.text)
	front := clauseBefore(u.passage.in, s, u.span.Start).withoutArticles()
	switch kind := w.kindOf(to); {
	case t.length() == 1 && t.bearers[0].by:
		if !front.has(text.Reason, 0) {
			return 0
		}
	case t.identifier() || kind == core.Algorithm || kind == core.Technique:
	case u.referred.Class != text.NoHead || renamed(s, u.span.Start):
		return 0
	case !factual(name) && !proper(s, u.span) && !front.has(text.Reason, 0) && !clauseBehind(u.passage.in, s, u.span.End).has(text.Yielding, 0):
		return 0
	}
	return mentioned
}

// renamed reports whether a proper name right before a title makes it that of another fact: "the Wirtinger chain rule".
func renamed(s string, at int) bool {
	front := before(s, at)
	words := text.Words(front)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	word := last.Span.Of(front)
	r, n := utf8.DecodeRuneInString(word)
	next, _ := utf8.DecodeRuneInString(word[n:])
	return unicode.IsUpper(r) && unicode.IsLower(next) && strings.Trim(front[last.Span.End:], " \n~") == "" && !opens(front, last.Span.Start)
}

// factual reports whether a title ends in a word for facts.
func factual(name string) bool {
	words := text.Words(name)
	if len(words) < 2 {
		return false
	}
	last := words[len(words)-1].Text
	if text.FactEnd.Has(last) {
		return true
	}
	h, ok := text.LookupHead(last)
	return ok && h.Class == text.Item && h.Kind != core.Definition && h.Role != "result" && h.Role != "fact"
}

// proper reports whether a name is written as a proper one: a word of it begins with a capital that does not begin a
// sentence.
func proper(s string, at core.Span) bool {
	for _, w := range text.Words(at.Of(s)) {
		r, _ := utf8.DecodeRuneInString(s[at.Start+w.Span.Start:])
		if unicode.IsUpper(r) && (w.Span.Start > 0 || !opens(s, at.Start)) {
			return true
		}
	}
	return false
}

// opens reports whether a sentence begins at an offset.
func opens(s string, at int) bool {
	front := strings.TrimRight(s[max(0, at-16):at], " \n*_([{\"“$\\")
	return front == "" || strings.IndexByte(".:;!?", front[len(front)-1]) >= 0
}

// referred is the head of the reference right behind a name that says what is meant, "Theorem" in "the chain rule
// (Theorem 3)"; none where none does. The author may print no head word: then it is that of a remark.
func referred(in *text.Language, s string, end int, taken []core.Span) (h text.Head) {
	i := sort.Search(len(taken), func(i int) bool { return taken[i].Start >= end })
	if i == len(taken) || taken[i].Start-end > nearReference {
		return h
	}
	between := strings.TrimLeft(s[end:taken[i].Start], " \n*_}~\u00A0")
	if between == "" || strings.IndexByte("([,", between[0]) < 0 {
		return h
	}
	for _, w := range text.Words(between) {
		if _, ok := text.LookupHead(w.Text); !ok && !in.Has(text.By, w.Text) && !in.Has(text.Division, w.Text) && w.Text != "e.g" {
			return h
		}
	}
	h = text.Head{Class: text.Remark}
	for _, w := range text.Words(s[end:min(taken[i].End, end+2*nearReference)]) {
		if head, ok := text.LookupHead(w.Text); ok {
			h = head
		}
	}
	return h
}

// nearReference is how many bytes may stand between a name and the reference to what it names.
const nearReference = 28

// definitionOf reports whether "definition of" stands before an offset, an article between.
func definitionOf(s string, at int) bool {
	from := max(0, at-60)
	for from < at && !utf8.RuneStart(s[from]) {
		from++
	}
	words := clauseWords(s[from:at])
	n := len(words)
	for n > 0 && (text.Article.Has(words[n-1]) || text.Of.Has(words[n-1])) {
		n--
	}
	if n == 0 {
		return false
	}
	h, ok := text.LookupHead(words[n-1])
	return ok && h.Role == "definition"
}

// minFrequent is the number of items up to which no term is frequent, however small the session.
const minFrequent = 5

// bearer chooses which bearer of a name a usage means: one before it in its document that spells it so, else one that
// spells it in a kindred way, else the only one elsewhere. Of several it is the one whose definition says it of what
// the text speaks of; of these one of the same chapter, and the nearest. A name alone points to nothing that comes
// later in the document, but for identifiers, which are unmistakable. An item that bears the name itself means itself.
func (w *wirer) bearer(t *term, u *usage) (to int32, ok bool) {
	from := u.passage.candidate
	i := sort.Search(len(t.bearers), func(i int) bool { return int(t.bearers[i].to) >= from })
	if i < len(t.bearers) && int(t.bearers[i].to) == from {
		return 0, false
	}
	doc := w.Candidates[from].Document
	same := func(b *bearer) bool {
		return int(b.to) < len(w.Candidates) && w.Candidates[b.to].Document == doc
	}
	first := i // of those before it in its document
	for first > max(0, i-maxNesting) && same(&t.bearers[first-1]) {
		first--
	}
	if first < i {
		b := w.meant(t.bearers[first:i], u)
		if b == nil {
			return 0, false
		}
		return b.to, true
	}
	best := 0
	switch {
	case i < len(t.bearers) && same(&t.bearers[i]):
		best, ok = i, t.identifier()
	case t.bearers[0].to == t.bearers[len(t.bearers)-1].to: // one item, which may spell it in several ways
		ok = t.length() > 1 || t.identifier()
	default:
		return 0, false
	}
	for k := best; k < len(t.bearers) && k < best+maxNesting && t.bearers[k].to == t.bearers[best].to; k++ {
		u.fit = max(u.fit, t.bearers[k].fits(u.passage.in, u.words))
	}
	return t.bearers[best].to, ok && u.fit != unfit
}

// meant chooses from the bearers before a usage in its document; nil is none.
func (w *wirer) meant(bearers []bearer, u *usage) *bearer {
	in, rest := u.passage.in, u.passage.text[u.span.End:]
	var list []*bearer // the nearest first
	for k := len(bearers) - 1; k >= 0; k-- {
		b := &bearers[k]
		f := b.fits(in, u.words)
		if f == unfit || f < u.fit {
			continue
		}
		if b.noun != "" && len(u.qualifies()) > 0 && !slices.Contains(u.qualifies(), b.noun) {
			continue
		}
		if f > u.fit {
			u.fit, list = f, nil
		}
		list = append(list, b)
	}
	if len(list) == 0 {
		return nil
	}
	prefer := func(suits func(*bearer) bool) {
		if some := slices.DeleteFunc(slices.Clone(list), func(b *bearer) bool { return !suits(b) }); len(some) > 0 {
			list = some
		}
	}
	if list[0].define && !alike(list) {
		topic := w.topicOf(u)
		here := func(b *bearer) bool { return w.sameChapter(int32(u.passage.candidate), b.to) }
		list = w.narrowed(list, topic.noun)
		prefer(here)
		word := next(in, rest)
		if !slices.ContainsFunc(list, func(b *bearer) bool { return b.rest == word }) {
			word = "" // it says no more
		}
		prefer(func(b *bearer) bool { return b.rest == word })
		list = w.narrowed(list, topic.said)
		prefer(func(b *bearer) bool { return entitles(b.words[0].Text, &w.Candidates[b.to].Primitive) })
		if i := slices.IndexFunc(list, func(b *bearer) bool { return b.to != list[0].to }); i > 0 {
			u.rival = w.title(list[i].to)
		}
	}
	return list[0]
}
