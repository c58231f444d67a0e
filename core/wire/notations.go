package wire

import (
	"slices"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// A definition may set a notation for what it defines ("the *kernel* of $T$, $\ker T$"), and what says it by the notation alone
// needs the definition as what says it by the word.

// collectNotations finds the operations that definitions set: those whose names abbreviate what is defined, and those that are
// said to denote it or are set equal to it. A name that means something else with every author, a letter, is none.
func (w *wirer) collectNotations() {
	w.notations = make(map[string][]int32)
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if cand.Primitive.Kind != core.Definition || declaration(cand) {
			continue
		}
		in := w.languages[cand.Document]
		var names [][]text.Word
		if !derived(&cand.Primitive) && !strings.ContainsAny(cand.Primitive.Name, "=()^_") {
			for name := range strings.SplitSeq(cand.Primitive.Name, ", ") {
				names = append(names, nameWords(in, name))
			}
		}
		w.terms(cand, func(term string, _ core.Span) { names = append(names, nameWords(in, term)) })
		for _, s := range cand.Statement {
			s := s.Of(w.Documents[cand.Document].Text)
			eachFormula(s, func(f core.Span) {
				formula := f.Of(s)
				text.Operations(formula, func(op string, at int) {
					list := w.notations[op]
					if n := len(list); n > 0 && list[n-1] == int32(c) || scripted(formula, at) || supposed(in, s[:f.Start]) {
						return
					}
					if slices.ContainsFunc(names, func(name []text.Word) bool { return abbreviates(op, name) }) || leads(formula, at) && (denoted(in, s[:f.Start]) || definedBy(formula[at:])) {
						w.notations[op] = append(list, int32(c))
					}
				})
			})
		}
	}
}

// notated proposes the definitions whose notations a statement uses.
func (w *wirer) notated(p passage) {
	if len(w.notations) == 0 || p.seen != inStatement {
		return
	}
	eachFormula(p.text, func(f core.Span) {
		formula := f.Of(p.text)
		text.Operations(formula, func(op string, at int) {
			if scripted(formula, at) || supposed(p.in, p.text[:f.Start]) {
				return
			}
			to, rival := w.notates(op, p)
			if to == nobody {
				return
			}
			strength := passing
			if rival == "" && w.sameSection(int32(p.candidate), to) {
				strength = mentioned
			}
			w.reference(p, core.Span{Start: f.Start + at, End: f.Start + at + len(op) + 1}, proposal{to: to, strength: strength, origin: byNotation, rival: rival})
		})
	})
}

// notates is the definition before a passage in its document that sets an operation: the nearest, of its chapter where there is one.
func (w *wirer) notates(op string, p passage) (to int32, rival string) {
	list := w.notations[op]
	i := sort.Search(len(list), func(i int) bool { return int(list[i]) >= p.candidate })
	if i < len(list) && int(list[i]) == p.candidate || i == 0 || w.Candidates[list[i-1]].Document != p.doc {
		return nobody, ""
	}
	to = list[i-1]
	if i > 1 && !w.sameChapter(int32(p.candidate), to) && w.Candidates[list[i-2]].Document == p.doc {
		rival = w.title(list[i-2])
	}
	return to, rival
}

// abbreviates reports whether the name of an operation is one of a term: beginnings of its words from the first on ("KL", "rank",
// "lcm"), or letters of its first one ("sgn"). A later word is what it is one of: the "integrable supremum" is no sup.
func abbreviates(op string, term []text.Word) bool {
	op = strings.ToLower(op)
	return len(term) > 0 && (beginnings(op, term) || len(op) > 2 && skeleton(op, term[0].Text))
}

// beginnings reports whether s consists of beginnings of words, the first one first.
func beginnings(s string, words []text.Word) bool {
	for k := range words {
		word := words[k].Text
		n := 0
		for n < len(s) && n < len(word) && s[n] == word[n] {
			n++
		}
		if n == 0 && k == 0 {
			return false
		}
		for ; n > 0; n-- {
			if n == len(s) || beginnings(s[n:], words[k+1:]) {
				return true
			}
		}
		if k == 0 {
			return false
		}
	}
	return false
}

// skeleton reports whether the letters of s stand in a word in order, the first one first.
func skeleton(s, word string) bool {
	if word == "" || s[0] != word[0] {
		return false
	}
	for i := 0; i < len(word) && s != ""; i++ {
		if word[i] == s[0] {
			s = s[1:]
		}
	}
	return s == ""
}

// scripted reports whether what stands at an offset of a formula is set below or above the line, as a mark of what it is set at.
func scripted(formula string, at int) bool {
	front := strings.TrimRight(formula[:at], " {")
	return strings.HasSuffix(front, "_") || strings.HasSuffix(front, "^")
}

// supposed reports whether a word ends s that makes a variable of what follows: "Let".
func supposed(in *text.Language, s string) bool {
	front := clauseWords(strings.TrimRight(s[cut(s, max(0, len(s)-30)):], " \n$([\\"))
	return len(front) > 0 && in.Has(text.Hypothesis, front[len(front)-1]) && !in.Has(text.Denoting, front[len(front)-1])
}

// leads reports whether nothing but opening signs stands before an offset of a formula.
func leads(formula string, at int) bool {
	return strings.Trim(formula[:at], " \n&{") == ""
}

// definedBy reports whether a sign in a formula sets what stands before it equal to what stands behind it by definition.
func definedBy(formula string) bool {
	for _, sign := range [...]string{":=", `\coloneq`, `:\equiv`, `\triangleq`, `\defeq`, `\colonequals`, `\eqdef`, `\stackrel{\text{def}}`, `\overset{\text{def}}`} {
		if strings.Contains(formula, sign) {
			return true
		}
	}
	return false
}

// denoted reports whether words end s that say that what follows denotes what stands before: "denoted by".
func denoted(in *text.Language, s string) bool {
	s = strings.TrimRight(s[cut(s, max(0, len(s)-60)):], " \n")
	front := clauseWords(s)
	for len(front) > 0 && (in.Has(text.Article, front[len(front)-1]) || in.Has(text.By, front[len(front)-1])) {
		front = front[:len(front)-1]
	}
	return len(front) > 0 && in.Has(text.Denoting, front[len(front)-1])
}
