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
	c := counters.Get().(*counter)
	defer c.release()
	c.words = appendWords(c.words[:0], s)
	c.byForm(pairs(c.words))
	terms := c.byStem()
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

// counter counts the words of a text.
type counter struct {
	words        []Word
	at           map[string]int
	forms, stems []term
	commonest    []int // how often the form that stays of a stem occurs
}

// counters are kept between texts: most are short, and each would make its own.
var counters = sync.Pool{New: func() any { return &counter{at: map[string]int{}} }}

// keptForms is how many forms a counter may have room for that is kept; to empty a larger one takes longer than a new
// one.
const keptForms = 512

// release gives the counter back without the text.
func (c *counter) release() {
	clear(c.words)
	clear(c.forms)
	clear(c.stems)
	if len(c.forms) > keptForms {
		c.at = map[string]int{}
	}
	counters.Put(c)
}

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
func (c *counter) byForm(words []Word) {
	clear(c.at)
	c.forms = c.forms[:0]
	for i, w := range words {
		k, known := c.at[w.Text]
		switch {
		case !known && telling(w.Text):
			c.at[w.Text] = len(c.forms)
			c.forms = append(c.forms, term{text: w.Text, count: 1, first: i})
		case !known:
			c.at[w.Text] = -1
		case k >= 0:
			c.forms[k].count++
		}
	}
}

// byStem joins the forms of a stem; the commonest one stays, of equals the shorter, then the first in the alphabet.
func (c *counter) byStem() []term {
	clear(c.at)
	c.stems, c.commonest = c.stems[:0], c.commonest[:0]
	for _, f := range c.forms {
		f.stem = stem(f.text)
		k, ok := c.at[f.stem]
		if !ok {
			c.at[f.stem] = len(c.stems)
			c.stems, c.commonest = append(c.stems, f), append(c.commonest, f.count)
			continue
		}
		t := &c.stems[k]
		t.count += f.count
		if d := cmp.Or(cmp.Compare(f.count, c.commonest[k]), cmp.Compare(len(t.text), len(f.text)), strings.Compare(t.text, f.text)); d > 0 {
			t.text, c.commonest[k] = f.text, f.count
		}
	}
	return c.stems
}

// telling reports whether a word can be a term: of letters, not a stop word, longer than a variable.
func telling(w string) bool {
	if len(w) < 3 || len(w) > 40 || isDigitASCII(w[0]) {
		return false
	}
	if stemmable(w) {
		if look(w).stop {
			return false
		}
	} else if stopWord.Has(w) {
		return false
	}
	return w != "not" && w != "only" && w != "without" && w != "never" && w != "nor" && w != "none"
}
