package engine

import (
	"testing"

	"lemma/core"
)

const spaces = `# Spaces

**Definition 1.1** (Vector space). A *vector space* over a field is a set with an addition and a scaling that satisfy the axioms of linearity.

**Definition 1.2** (Subspace). A *subspace* is a subset of a vector space, Definition 1.1, that is closed under addition and scaling.

**Theorem 1.3** (Intersection). The intersection of any family of subspaces, Definition 1.2, of a vector space is a subspace.
`

const subspaces = `# Spaces, again

**Definition 1** (Subspace). A *subspace* of a vector space is a nonempty subset which contains all linear combinations of its vectors.
`

// TestCountsAgree answers a conflict in each way and takes every answer back, twice: what a report counts is what it
// lists.
func TestCountsAgree(t *testing.T) {
	e, _ := open(t)
	opt := LearnOptions{LearnOptions: core.LearnOptions{Domain: "linear-algebra"}}
	if _, err := learn(t, e, opt, nil, write(t, "a.md", spaces)); err != nil {
		t.Fatal(err)
	}
	res, err := learn(t, e, opt, nil, write(t, "b.md", subspaces))
	if err != nil || len(res.Conflicts) != 1 {
		t.Fatalf("%d conflicts, %v", len(res.Conflicts), err)
	}
	for _, answer := range Resolutions {
		s, err := e.Resolve(t.Context(), []Choice{{Conflict: res.Conflicts[0].ID, Resolution: answer}})
		for range 3 { // back, brought again, and back
			if err != nil {
				t.Fatal(err)
			}
			s, _, err = e.Unlearn(t.Context(), s.ID, UnlearnOptions{})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range e.Snapshot().Sessions() {
		if s.Kind == core.SessionLearn {
			continue // a learn counts its candidates
		}
		rep, err := e.Report(s.ID)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]int{}
		for _, ch := range rep.Changes {
			listed[ch.What]++
		}
		for what, n := range map[string]int{core.WasAdded: s.Counts.Added, core.WasUpdated: s.Counts.Updated, core.WasSourced: s.Counts.Sourced, core.WasRemoved: s.Counts.Removed} {
			if listed[what] != n {
				t.Errorf("%s, %s: %d %s are counted, %d listed", s.ID, s.Origin(), n, what, listed[what])
			}
		}
	}
}
