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
	terms := byStem(byForm(words(s)))
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
	if len(w) < 3 || len(w) > 40 || stopWords[w] || isDigitASCII(w[0]) {
		return false
	}
	return w != "not" && w != "only" && w != "without" && w != "never" && w != "nor" && w != "none"
}
