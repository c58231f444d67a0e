package wire

import "lemma/core"

// steps makes each step of a numbered sequence require the one before it.
func (w *wirer) steps() {
	last := -1 // the last step met
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if cand.Step == 0 {
			continue
		}
		if last >= 0 {
			before := &w.Candidates[last]
			if before.Document == cand.Document && before.Step == cand.Step-1 && w.parallel(before, cand) {
				w.propose(proposal{from: int32(c), to: int32(last), typ: core.Requires, strength: inferred, origin: byStep, seen: inOrder, why: before.Primitive.Label})
			}
		}
		last = c
	}
}

// parallel reports whether two steps stand in one section, or each in a section of its own under the same one.
func (w *wirer) parallel(a, b *core.Candidate) bool {
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
