package text

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lemma/core"
)

// enoughTerms is how many telling terms make the faint ones superfluous.
const enoughTerms = 3

type term struct {
	text, stem string
	count      int
	weight     float64
	first      int
	faint      bool
}

// salient ranks by frequency, weighted by how much a word tells: general words of science count little, long ones a
// bit more than short ones. Equals stand in the order of the text.
func salient(s string, n int) []string {
	if n <= 0 {
		return nil
	}
	buffer := wordBuffers.Get().(*[]Word)
	words := appendWords((*buffer)[:0], s)
	terms := byStem(byForm(pairs(words)))
	clear(words) // the buffer must not hold a book
	*buffer = words
	wordBuffers.Put(buffer)
	strong := 0
	for i := range terms {
		t := &terms[i]
		t.weight = float64(t.count) * (1 + 0.05*float64(min(len(t.stem), 12)))
		if t.faint = faintWord.Has(t.text); t.faint {
			t.weight *= 0.2
		} else {
			strong++
		}
	}
	best := make([]term, 0, n+1)
	for _, t := range terms {
		if t.faint && strong >= enoughTerms || len(best) == n && heavier(best[n-1], t) < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, t, heavier)
		best = slices.Insert(best, at, t)
		best = best[:min(n, len(best))]
	}
	out := make([]string, len(best))
	for i, t := range best {
		out[i] = t.text
	}
	return out
}

// wordBuffers hold the words of a text while they are counted.
var wordBuffers = sync.Pool{New: func() any { return new([]Word) }}

// heavier orders terms: those that weigh most first, of equals the first of the text.
func heavier(a, b term) int {
	return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.first, b.first))
}

// pairs puts pairs of neighbours in the place of Chinese characters, which words are one by one: most words of the
// language have two.
func pairs(words []Word) []Word {
	out := words[:0]
	for i, w := range words {
		if r, _ := utf8.DecodeRuneInString(w.Text); !unicode.Is(unicode.Han, r) {
			out = append(out, w)
			continue
		}
		if i+1 == len(words) || words[i+1].Span.Start != w.Span.End || stopWord.Has(w.Text) || stopWord.Has(words[i+1].Text) {
			continue
		}
		if r, _ := utf8.DecodeRuneInString(words[i+1].Text); unicode.Is(unicode.Han, r) {
			out = append(out, Word{w.Text + words[i+1].Text, core.Span{Start: w.Span.Start, End: words[i+1].Span.End}})
		}
	}
	return out
}

// byForm counts the written forms of telling words, in the order of the text.
func byForm(words []Word) []term {
	at := make(map[string]int, len(words)/2)
	var forms []term
	for i, w := range words {
		if k, ok := at[w.Text]; ok {
			forms[k].count++
			continue
		}
		if !telling(w.Text) {
			continue
		}
		at[w.Text] = len(forms)
		forms = append(forms, term{text: w.Text, count: 1, first: i})
	}
	return forms
}

// byStem joins the forms of a stem; the commonest one stays, of equals the shorter, then the first in the alphabet.
func byStem(forms []term) []term {
	at := make(map[string]int, len(forms))
	terms := make([]term, 0, len(forms))
	commonest := make([]int, 0, len(forms)) // how often the form that stays occurs
	for _, f := range forms {
		f.stem = stem(f.text)
		k, ok := at[f.stem]
		if !ok {
			at[f.stem] = len(terms)
			terms, commonest = append(terms, f), append(commonest, f.count)
			continue
		}
		t := &terms[k]
		t.count += f.count
		if c := cmp.Or(cmp.Compare(f.count, commonest[k]), cmp.Compare(len(t.text), len(f.text)), strings.Compare(t.text, f.text)); c > 0 {
			t.text, commonest[k] = f.text, f.count
		}
	}
	return terms
}

// telling reports whether a word can be a term: of letters, not a stop word, longer than a variable.
func telling(w string) bool {
	if len(w) < 3 || len(w) > 40 || stopWord.Has(w) || isDigitASCII(w[0]) {
		return false
	}
	return w != "not" && w != "only" && w != "without" && w != "never" && w != "nor" && w != "none"
}
