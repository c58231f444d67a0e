package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// nominative is a term as dictionaries have it, where the verb that names it sets it in a case of its own: "открытое
// множество" for "открытым множеством". Endings leave several forms to choose from, so it takes one that the text
// prints itself, and keeps the term where there is none.
func (b *builder) nominative(term string) string {
	if !b.x.language.Declines() || term == "" {
		return term
	}
	first, size := utf8.DecodeRuneInString(term)
	words := strings.Fields(string(unicode.ToLower(first)) + term[size:])
	form := b.printedForm("", words)
	if form == nil {
		return term
	}
	t := strings.Join(form, " ")
	if _, n := utf8.DecodeRuneInString(t); unicode.IsUpper(first) {
		t = string(unicode.ToUpper(first)) + t[n:]
	}
	return t
}

// printedForm is the words with the first of them in the nominative, and those behind it where they agree with it, if
// the text prints each two of them beside one another; nil when it does not.
func (b *builder) printedForm(before string, words []string) []string {
	forms := b.x.language.Nominatives(words[0])
	if before != "" {
		forms = append(forms, words[0])
	}
	for _, f := range forms {
		if before == "" && !b.printed()[f] || before != "" && !b.printed()[before+" "+f] {
			continue
		}
		if len(words) == 1 {
			return []string{f}
		}
		if rest := b.printedForm(f, words[1:]); rest != nil {
			return append([]string{f}, rest...)
		}
	}
	return nil
}

// wordPairs are the words of a text and the pairs of words that it prints beside one another, in lower case.
func wordPairs(s string) map[string]bool {
	out := map[string]bool{}
	last := ""
	var end int
	for _, w := range text.Words(s) {
		word := strings.ToLower(w.Span.Of(s))
		out[word] = true
		if last != "" && w.Span.Start-end <= 4 && !strings.ContainsAny(s[end:w.Span.Start], ".,;:()") {
			out[last+" "+word] = true
		}
		last, end = word, w.Span.End
	}
	return out
}
