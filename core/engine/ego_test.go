package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lemma/core"
)

// hub is a snapshot of n primitives: all but the first two need the first, each third also the one before it.
func hub(tb testing.TB, n int) *Snapshot {
	tb.Helper()
	c := &core.Contents{}
	for i := range n {
		p := &core.Primitive{ID: fmt.Sprintf("p%06d", i), Name: fmt.Sprint("Primitive ", i), Kind: core.Theorem}
		if i > 1 {
			p.Dependencies = append(p.Dependencies, core.Edge{Target: "p000000", Type: core.Requires, Strength: .9})
		}
		if i > 2 && i%3 == 0 {
			p.Dependencies = append(p.Dependencies, core.Edge{Target: fmt.Sprintf("p%06d", i-1), Type: core.Requires, Strength: .5})
		}
		c.Primitives = append(c.Primitives, p)
	}
	s, err := newSnapshot(c)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestEgoKeepsTheMostImportant fails when a hop holds other neighbours than those that most depends on, or when what a
// node needs and enables is not told in full.
func TestEgoKeepsTheMostImportant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "primitives")
		c := &core.Contents{}
		for i := range n {
			p := &core.Primitive{ID: fmt.Sprintf("p%02d", i)}
			for j := range i {
				if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
					p.Dependencies = append(p.Dependencies, core.Edge{Target: fmt.Sprintf("p%02d", j), Type: core.Requires, Strength: .5})
				}
			}
			c.Primitives = append(c.Primitives, p)
		}
		s, err := newSnapshot(c)
		if err != nil {
			t.Fatal(err)
		}
		id, most := fmt.Sprintf("p%02d", rapid.IntRange(0, n-1).Draw(t, "focus")), rapid.IntRange(0, 5).Draw(t, "most")
		g, err := s.Ego(id, EgoOptions{Needs: true, Enables: true, Most: most})
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, node := range g.Nodes {
			if node.Hops > 0 {
				got = append(got, node.ID)
			}
			if node.Needs != len(s.prims[node.ID].Dependencies) || node.Uses != len(s.in[node.ID]) {
				t.Errorf("%s has %d needs and %d uses, want %d and %d", node.ID, node.Needs, node.Uses, len(s.prims[node.ID].Dependencies), len(s.in[node.ID]))
			}
		}
		want = slices.Clone(s.in[id])
		slices.SortFunc(want, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(s.in[b]), len(s.in[a])), strings.Compare(a, b))
		})
		if most > 0 {
			want = want[:min(len(want), most)]
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("of what uses %s, the ego holds %v, want %v", id, got, want)
		}
	})
}

// BenchmarkEgoOfHub takes the surroundings of a primitive that all the others of a large registry need.
func BenchmarkEgoOfHub(b *testing.B) {
	s := hub(b, 100_000)
	for b.Loop() {
		if _, err := s.Ego("p000000", EgoOptions{Hops: 2, Needs: true, Enables: true, Most: 8}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEgoOfLeaf takes those of one that nothing needs.
func BenchmarkEgoOfLeaf(b *testing.B) {
	s := hub(b, 100_000)
	for b.Loop() {
		if _, err := s.Ego("p099999", EgoOptions{Hops: 3, Needs: true, Enables: true, Most: 8}); err != nil {
			b.Fatal(err)
		}
	}
}
