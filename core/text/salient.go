package text

import (
	"cmp"
	"slices"
	"strings"
)

// faint are content words of every scientific text: they tell little of what it is about.
var faint = set(`
able actual add additional advantage allow allowed allows answer appear appears apply applied applying approach appropriate argument arbitrary
article associated assumption author available based basic basically begin begins best better book bring build case cases certain chapter change
check choice choose chosen claim clear clearly close common compare complete completely concept conclude conclusion condition conditions consider considered considering
consist consists construct contain contained contains contrary convention conversely copy corollary correct correspond corresponding course create current day deal
decide define defined defines defining definition definitions depend depends describe described describes description desired detail details determine determined develop differ difference
different difficult directly discuss discussed discussion display easily easy effect end equal equals equivalent especially essential establish
exactly example examples except exercise exercises exist existence exists expect explain explicit express expression fact fail fails false familiar
figure final finally find finding first five fix fixed follow followed following follows form formal forms formula found four full
general generally good great half hand help helpful hold holds idea ideas identify immediate immediately important imply implied implies improve include
included includes including increase indicate individual information initial inside instance interest interesting introduce introduced introduction involve involved involving issue item
know large larger lead leads learn leave left lemma length letter level line list little long look main manner mean meaning means mention
method methods moment motivation name named names natural necessarily necessary new non note notation notice notion number numbers observation observe obtain
obtained obtains obvious occur order original outline page pair paper paragraph part particular particularly parts people perform piece place play
point points position possible precise precisely present previous previously principle probably problem problems procedure proceed process produce proof proofs
proper properties property proposition prove proved proven proves provide provided provides purpose question questions reader reading ready real reason reasonable
refer reference relate related remain remaining remains remark replace replaced represent require required requirement requires respect result resulting results return
right role rule rules run satisfied satisfies satisfy satisfying second section seek sense separate set sets share short show showed showing shown shows side similar similarly
simple simplest single situation small smaller solution solve special specific specified standard start started starting state stated statement statements step steps stop straightforward
student students study subject sufficient suggest summary surprising technique term terms test text theorem theorems theory think third three time times
title today topic totally treat true try turn turns two type types typical understand understanding unique unless useful value values various verify version view
want whole word words work works worth write writing written wrong yield yields zero
no not nor none never only without neither nothing
`)

// enoughTerms is how many telling terms make the faint ones superfluous.
const enoughTerms = 3

type term struct {
	text, stem string
	count      int
	weight     float64
	first      int
}

// salient ranks by frequency, weighted by how much a word tells: general words of science count little, long ones a
// bit more than short ones. Equals stand in the order of the text.
func salient(s string, n int) []string {
	if n <= 0 {
		return nil
	}
	ws := words(s)
	terms := make([]term, 0, len(ws))
	for i, w := range ws {
		if !telling(w.Text) {
			continue
		}
		terms = append(terms, term{text: w.Text, stem: stem(w.Text), count: 1, first: i})
	}
	// One term a written form, then one a stem with its commonest form.
	slices.SortFunc(terms, func(a, b term) int {
		return cmp.Or(strings.Compare(a.stem, b.stem), strings.Compare(a.text, b.text), cmp.Compare(a.first, b.first))
	})
	terms = joinTerms(terms, func(a, b *term) bool { return a.text == b.text })
	terms = joinTerms(terms, func(a, b *term) bool { return a.stem == b.stem })
	strong := 0
	for i := range terms {
		t := &terms[i]
		t.weight = float64(t.count) * (1 + 0.05*float64(min(len(t.stem), 12)))
		if faint[t.text] {
			t.weight *= 0.2
		} else {
			strong++
		}
	}
	slices.SortFunc(terms, func(a, b term) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.first, b.first)) })
	out := make([]string, 0, min(n, len(terms)))
	for _, t := range terms {
		if len(out) == n {
			break
		}
		if faint[t.text] && strong >= enoughTerms {
			continue
		}
		out = append(out, t.text)
	}
	return out
}

// joinTerms sums neighbours that are the same; of two forms the commoner stays, of equals the shorter.
func joinTerms(terms []term, same func(a, b *term) bool) []term {
	out := terms[:0]
	best := 0 // how often the form of the last term occurs by itself
	for _, t := range terms {
		if n := len(out); n > 0 && same(&out[n-1], &t) {
			last := &out[n-1]
			if t.count > best || t.count == best && len(t.text) < len(last.text) {
				last.text, best = t.text, t.count
			}
			last.count += t.count
			last.first = min(last.first, t.first)
			continue
		}
		out = append(out, t)
		best = t.count
	}
	return out
}

// telling reports whether a word can be a term: of letters, not a stop word, longer than a variable.
func telling(w string) bool {
	if len(w) < 3 || len(w) > 40 || stopWords[w] || isDigitASCII(w[0]) {
		return false
	}
	return w != "not" && w != "only" && w != "without" && w != "never" && w != "nor" && w != "none"
}
