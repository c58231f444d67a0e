package wire

import "lemma/core"

// steps makes each step of a numbered sequence require the one before it: the steps that stand in one section, and
// those that have sections of their own under one heading, whatever steps are inside these.
func (w *wirer) steps() {
	type sequence struct{ document, section int }
	within, under := map[sequence]int{}, map[sequence]int{} // the last step met, by the section around
	last := -1
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if cand.Step == 0 {
			continue
		}
		here := sequence{cand.Document, cand.Section}
		met := within
		if s := w.Analyses[cand.Document].Sections; cand.Section < len(s) && s[cand.Section].Parent >= 0 && s[cand.Section].Span.Start == cand.Place.Start {
			here.section, met = s[cand.Section].Parent, under
		}
		k, ok := met[here]
		if !ok || w.Candidates[k].Step != cand.Step-1 {
			k, ok = last, last >= 0 && w.parallel(&w.Candidates[last], cand)
		}
		if ok && w.Candidates[k].Step == cand.Step-1 {
			w.propose(proposal{from: int32(c), to: int32(k), typ: core.Requires, strength: inferred, origin: byStep, seen: inOrder, why: w.Candidates[k].Primitive.Label})
		}
		met[here], last = c, c
	}
}

// parallel reports whether two steps of a document stand in one section, or each in a section of its own under the same
// one.
func (w *wirer) parallel(a, b *core.Candidate) bool {
	if a.Document != b.Document {
		return false
	}
	if a.Section == b.Section {
		return true
	}
	s := w.Analyses[a.Document].Sections
	return a.Section < len(s) && b.Section < len(s) && s[a.Section].Parent == s[b.Section].Parent
}

// order lets every item but axioms be motivated by the one before it in its document.
func (w *wirer) order() {
	for c := 1; c < len(w.Candidates); c++ {
		a, b := &w.Candidates[c-1], &w.Candidates[c]
		if a.Document == b.Document && b.Primitive.Kind != core.Axiom {
			w.propose(proposal{from: int32(c), to: int32(c - 1), typ: core.Motivates, strength: ordered, origin: byOrder, seen: inOrder})
		}
	}
}

// maxAround is how many sections around a requirement are looked at for the thing that they describe.
const maxAround = 3

// within proposes that a requirement needs the message, object or term that the section around it describes: what
// stands there is said of that, whether it names it ("The sender MUST …") or not.
func (w *wirer) within() {
	heads := map[[2]int]int32{} // definitions by document and section, where the title is their name
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if s := w.Analyses[cand.Document].Sections; cand.Primitive.Kind == core.Definition && cand.Section > 0 && cand.Section < len(s) && s[cand.Section].Span.Start == cand.Place.Start && w.specified(int32(c)) {
			heads[[2]int{cand.Document, cand.Section}] = int32(c)
		}
	}
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if !requirements[cand.Primitive.Role] {
			continue
		}
		s := w.Analyses[cand.Document].Sections
		for i, n := cand.Section, 0; n < maxAround && i > 0 && i < len(s); i, n = s[i].Parent, n+1 {
			if to, ok := heads[[2]int{cand.Document, i}]; ok {
				w.propose(proposal{from: int32(c), to: to, typ: core.Requires, strength: passing, origin: byOrder, seen: inOrder, why: w.Candidates[to].Primitive.Name})
				break
			}
		}
	}
}
