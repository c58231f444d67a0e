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

// lexicon is a trie of words that finds names in running text: whole words, stemmed, the leftmost and longest name
// first. It takes time linear in the text, however many names there are.
type lexicon struct {
	words  map[string]int32 // stem → number, from 1
	next   map[uint64]int32 // node and word → node
	ends   map[int32]int32  // node → term
	nodes  int32
	terms  []term
	usages []usage
	leads  map[int32]bool // words that another name goes on from: "bounded" in "bounded above"
	// others are further forms of names, known only where no item bears them as its name.
	others []otherName
}

type otherName struct {
	name   string
	bearer bearer
}

// term is a name and who bears it.
type term struct {
	words    []text.Word // as its first bearer spells it; others share the stems
	bearers  []bearer    // in order of candidates; an item that spells it in two ways is there twice
	prefixed bool        // a formula or a sign and a hyphen stand before it: "n-connected" is no everyday word
}

type bearer struct {
	to     int32
	in     *text.Language
	words  []text.Word
	define bool      // of a definition
	code   bool      // a word of a program that has capitals within: "openDoor"
	by     bool      // a single word that means the bearer only after "by": "by induction"
	rest   string    // the word that the name goes on with before a formula: "at" of "smooth at x"
	noun   string    // the stem of the noun that the definition's title sets behind the term: "group" of "abelian"
	at     core.Span // where its definition sets it, in the document; empty where nobody knows
	said   []string  // what its definition says it of; nil until somebody asks
}

func (t *term) identifier() bool {
	return t.length() == 1 && (identifier(t.words[0].Text) || len(t.bearers) > 0 && t.bearers[0].code)
}

// single reports a term of one word; in Chinese two characters are one.
func (t *term) single() bool {
	return t.length() == 1 || t.length() == 2 && strings.IndexFunc(t.words[0].Text, text.Unblanked) == 0
}

// plain is the word of a term of one, as tables of words have it.
func (t *term) plain() string {
	if t.length() == 2 {
		return t.words[0].Text + t.words[1].Text
	}
	return text.Singular(t.words[0].Text)
}

// length is the number of its words.
func (t *term) length() int { return len(t.words) }

// fit is how words of a text spell a term.
type fit uint8

const (
	unfit   fit = iota
	akin        // a property and what has it: "regularity", "regular"
	spelled     // but for the endings of the plural and of verbs
)

// fits says how words of a text spell the name of a bearer: "linear independence" is spelled alike in one book and is
// another word than "linearly independent" in the next.
func (b *bearer) fits(in *text.Language, words []text.Word) fit {
	if in.String() != "en" { // equal but for endings, since the stems of other languages derive nothing
		return spelled
	}
	return spelling(b.words, words)
}

// leading reports whether other names go on from a term of one word.
func (x *lexicon) leading(t *term) bool {
	return x.leads[x.words[t.bearers[0].in.Stem(t.words[0].Text)]]
}

// defines reports whether a bearer of the term is a definition.
func (t *term) defines(to int32) bool {
	i := sort.Search(len(t.bearers), func(i int) bool { return t.bearers[i].to >= to })
	return i < len(t.bearers) && t.bearers[i].to == to && t.bearers[i].define
}

func newLexicon() *lexicon {
	return &lexicon{words: make(map[string]int32), next: make(map[uint64]int32), ends: make(map[int32]int32), leads: make(map[int32]bool)}
}

// maxNameWords bounds a name; longer ones are sentences.
const maxNameWords = 8

// add makes a name known.
func (x *lexicon) add(name string, b bearer) {
	words := nameWords(b.in, name)
	if len(words) == 0 || len(words) > maxNameWords {
		return
	}
	adverb := false
	if full := wholeWords(name); len(words) == 1 && len(full) == 2 && full[0] == words[0] && full[1].Span.End == len(name) {
		words, adverb = full, true // "bounded above" is more than "bounded"
	}
	node, content, prefixed := int32(0), 0, false
	switch start := words[0].Span.Start; {
	case hyphened(name, start):
		node, prefixed = x.child(0, hyphen), true
	case len(words) == 1 && strings.HasSuffix(name[:start], "-"): // an option of a command
		return
	}
	for k, w := range words {
		if !b.in.Stop(w.Text) {
			content++
		}
		node = x.child(node, b.in.Stem(w.Text))
		if b.define && k == 0 && len(words) > 1 && (adverb || !b.in.Stop(words[1].Text)) {
			x.leads[x.words[b.in.Stem(w.Text)]] = true
		}
	}
	if content == 0 || len(words) == 1 && !distinctive(words[0].Text, b, prefixed) {
		return // an "ℕ-homomorphism" is not any homomorphism
	}
	t, ok := x.ends[node]
	if !ok {
		t = int32(len(x.terms))
		x.ends[node] = t
		x.terms = append(x.terms, term{prefixed: prefixed})
	}
	b.words = words
	b.rest = next(b.in, name[words[len(words)-1].Span.End:])
	if x.terms[t].words == nil {
		x.terms[t].words = words
	}
	list := x.terms[t].bearers
	if n := len(list); n == 0 || list[n-1].to != b.to || list[n-1].fits(b.in, words) < spelled {
		x.terms[t].bearers = append(list, b)
	}
}

// next is the function word that s begins with, if it does.
func next(in *text.Language, s string) string {
	s = s[:cut(s, 40)]
	if words := text.Words(s); len(words) > 0 && in.Stop(words[0].Text) && joined(s[:words[0].Span.Start]) {
		return words[0].Text
	}
	return ""
}

// complement is the stems of the words behind "of" at the start of s, without articles.
func complement(in *text.Language, s string) (stems []string) {
	s = s[:cut(s, 80)]
	words := wholeWords(s)
	if len(words) == 0 || !in.Has(text.Of, words[0].Text) || !joined(s[:words[0].Span.Start]) {
		return nil
	}
	at := words[0].Span.End
	for _, w := range words[1:] {
		if !joined(s[at:w.Span.Start]) {
			break
		}
		at = w.Span.End
		switch {
		case in.Has(text.Article, w.Text) || in.Has(text.Of, w.Text):
		case in.Stop(w.Text):
			if len(stems) > 0 { // not "of some road"
				return stems
			}
		default:
			stems = append(stems, in.Stem(w.Text))
		}
	}
	return stems
}

// qualified is the stems of the words that an adjective stands before at the start of s: "martingale" behind
// "right-continuous".
func qualified(in *text.Language, s string) (stems []string) {
	s = s[:cut(s, 80)]
	at := 0
	for _, w := range wholeWords(s) {
		if !joined(s[at:w.Span.Start]) || in.Stop(w.Text) || isDigit(w.Text[0]) {
			break
		}
		stems, at = append(stems, in.Stem(w.Text)), w.Span.End
	}
	return stems
}

// hyphen is a word that names begin with whose first letters are a formula or a sign: "n-connected", "†-category". They
// are other names than what is left without it.
const hyphen = "-"

// hyphened reports whether a hyphen joins the word at an offset to a formula, a sign or a letter before it.
func hyphened(s string, at int) bool {
	if at < 2 || s[at-1] != '-' {
		return false
	}
	r, n := utf8.DecodeLastRuneInString(s[:at-1])
	if !unicode.IsLetter(r) {
		return !unicode.IsSpace(r) && r != '-'
	}
	before, _ := utf8.DecodeLastRuneInString(s[:at-1-n])
	return !unicode.IsLetter(before)
}

// child is the node that a word leads to from another.
func (x *lexicon) child(node int32, stem string) int32 {
	id, ok := x.words[stem]
	if !ok {
		id = int32(len(x.words) + 1)
		x.words[stem] = id
	}
	key := uint64(node)<<32 | uint64(id)
	n, ok := x.next[key]
	if !ok {
		x.nodes++
		n = x.nodes
		x.next[key] = n
	}
	return n
}

// find returns the term with a name.
func (x *lexicon) find(in *text.Language, name string) (t int32, ok bool) {
	words := nameWords(in, name)
	node := int32(0)
	if len(words) > 0 && hyphened(name, words[0].Span.Start) {
		if node, ok = x.next[uint64(x.words[hyphen])]; !ok {
			return 0, false
		}
	}
	for _, w := range words {
		if node, ok = x.next[uint64(node)<<32|uint64(x.words[in.Stem(w.Text)])]; !ok {
			return 0, false
		}
	}
	t, ok = x.ends[node]
	return t, ok
}

// nameWords are the words of a name without the articles and prepositions around it: "the Cauchy criterion",
// "automorphism of E".
func nameWords(in *text.Language, name string) []text.Word {
	words := wholeWords(name)
	for len(words) > 0 && in.Has(text.Leading, words[0].Text) {
		words = words[1:]
	}
	if len(words) > 1 && hyphened(name, words[1].Span.Start) { // "K-tail"
		words = words[1:]
	}
	if n := len(words); n > 1 && variable(words[n-1].Span.Of(name)) && !in.Stop(words[n-2].Text) {
		words = words[:n-1]
	}
	for len(words) > 0 && in.Stop(words[len(words)-1].Text) {
		words = words[:len(words)-1]
	}
	return words
}

// variable reports whether a word is a letter that stands for something: "point x".
func variable(word string) bool { return len(word) == 1 && 'a' <= word[0] && word[0] <= 'z' }

// wholeWords are the words of s without the s of possessives.
func wholeWords(s string) []text.Word {
	words := text.Words(s)
	out := words[:0]
	for _, w := range words {
		if w.Text == "s" && (strings.HasSuffix(s[:w.Span.Start], "'") || strings.HasSuffix(s[:w.Span.Start], "’")) {
			continue
		}
		out = append(out, w)
	}
	return out
}

// distinctive reports whether one word can be a name: an identifier, or the term of a definition; a short one is none
// with a sign before it, as "0-RTT" is not "1-RTT".
func distinctive(word string, b bearer, prefixed bool) bool {
	if identifier(word) || b.code {
		return true
	}
	if b.by {
		return len(word) >= 4 && !b.in.Has(text.Everyday, word)
	}
	return b.define && (len(word) >= 4 || len(word) == 3 && !prefixed && !b.in.Has(text.Everyday, word))
}

// identifier reports whether a word is one of a program: "file_open".
func identifier(word string) bool { return strings.IndexByte(word, '_') > 0 && len(word) > 4 }

// scan notes the names that occur in a passage outside the places taken by references.
func (x *lexicon) scan(p passage, taken []core.Span) {
	words := wholeWords(p.text)
	ids := make([]int32, len(words))
	for i, w := range words {
		ids[i] = x.words[p.in.Stem(w.Text)]
	}
	prefixed := x.next[uint64(x.words[hyphen])]
	for i := 0; i < len(words); {
		if ids[i] == 0 {
			i++
			continue
		}
		best, length := int32(-1), 0
		if prefixed > 0 && hyphened(p.text, words[i].Span.Start) {
			best, length = x.longest(p.text, words[i:], ids[i:], prefixed)
		}
		if length == 0 {
			best, length = x.longest(p.text, words[i:], ids[i:], 0)
		}
		if length == 0 {
			i++
			continue
		}
		span := core.Span{Start: words[i].Span.Start, End: words[i+length-1].Span.End}
		if !overlaps(taken, span) && !compounded(p.text, span) {
			x.usages = append(x.usages, usage{passage: p, span: span, words: slices.Clone(words[i : i+length]), term: best, referred: referred(p.in, p.text, span.End, taken)})
		}
		i += length
	}
}

// longest is the term that the most words from the first on are, and how many; none is 0.
func (x *lexicon) longest(s string, words []text.Word, ids []int32, node int32) (term int32, length int) {
	term = -1
	for k := 0; k < len(words) && ids[k] != 0 && (k == 0 || joined(s[words[k-1].Span.End:words[k].Span.Start])); k++ {
		n, ok := x.next[uint64(node)<<32|uint64(ids[k])]
		if !ok {
			break
		}
		node = n
		if t, ok := x.ends[node]; ok {
			term, length = t, k+1
		}
	}
	return term, length
}

// spelling says how far words b are a name a: the same but for endings of the plural and of verbs; or a property for
// what has it and the other way round ("regularity", "regular"), adverbs within a name of several ("uniformly
// distributed" for "uniform distribution"). Other words that share a stem are other words: "algebraic" is not
// "algebra".
func spelling(a, b []text.Word) fit {
	f := spelled
	for i := range a {
		x, y := a[i].Text, b[i].Text
		if x == y {
			continue
		}
		e := ending{x, y}.differing()
		switch back := (ending{e.b, e.a}); {
		case strings.HasSuffix(x, "ed") && (e.b == "" || e.b == "s"): // "pointed" is no point
			f = akin
		case endings[e] || endings[back]:
		case properties[e] || properties[back] || len(a) > 1 && e == ending{"", "ly"}:
			f = akin
		default:
			return unfit
		}
	}
	return f
}

// ending is how two words end where they begin to differ.
type ending struct{ a, b string }

func (e ending) differing() ending {
	i := 0
	for i < len(e.a) && i < len(e.b) && e.a[i] == e.b[i] {
		i++
	}
	return ending{e.a[i:], e.b[i:]}
}

// endings are those of the singular and the plural, and of verbs. A final consonant may be doubled.
var endings = map[ending]bool{
	{"", "s"}: true, {"", "es"}: true, {"y", "ies"}: true, {"x", "ces"}: true, {"ex", "ices"}: true, {"is", "es"}: true,
	{"i", "e"}: true, {"um", "a"}: true, {"us", "i"}: true, {"on", "a"}: true, {"", "ta"}: true, {"", "e"}: true,
	{"", "d"}: true, {"", "ed"}: true, {"", "ing"}: true, {"e", "ing"}: true, {"s", "d"}: true, {"s", "ing"}: true, {"es", "ing"}: true,
	{"ed", "s"}: true, {"ed", "ing"}: true, {"d", "s"}: true,
}

// properties are endings of a property and of what has it.
var properties = map[ending]bool{
	{"", "ity"}: true, {"", "ness"}: true, {"le", "ility"}: true, {"ous", "ity"}: true, {"e", "ity"}: true, {"t", "ce"}: true, {"ed", "ion"}: true,
}

// compounded reports whether a hyphen makes a name part of another word: "semi-continuous", "compact-open". What a
// formula before it adds ("R-module") leaves it what it is, and so does a "non-".
func compounded(s string, at core.Span) bool {
	if rest := s[at.End:]; len(rest) > 1 && rest[0] == '-' && wordAt(rest, 1) {
		return true
	}
	front := s[:at.Start]
	if !strings.HasSuffix(front, "-") {
		return false
	}
	end := len(front) - 1
	k := end
	for k > 0 && end-k < 24 && ('a' <= front[k-1]|0x20 && front[k-1]|0x20 <= 'z') {
		k--
	}
	return end-k > 1 && !strings.EqualFold(front[k:end], "non") // one letter is a variable
}

// joined reports whether what stands between two words lets them be one name: blanks, hyphens, marks of a face, a
// possessive; not the end of a clause and no formula.
func joined(gap string) bool {
	if gap == "" {
		return true
	}
	if len(gap) > 12 || strings.Count(gap, "\n") > 1 {
		return false
	}
	gap = strings.TrimPrefix(strings.TrimPrefix(gap, "'s"), "’s")
	return strings.Trim(gap, " \t\n~-–*_[]{}'’\u00A0\u2010\u2011") == ""
}
