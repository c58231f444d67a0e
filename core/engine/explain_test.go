package engine

import (
	"testing"

	"lemma/core"
)

// TestEdgeWords wants an explanation to say no more than was seen. A failure tells a reader that a comparison is the
// order of the text, or names a place where nothing stands.
func TestEdgeWords(t *testing.T) {
	item := &core.Primitive{FormalStatement: "By Theorem 2 every ring is small."}
	definition, theorem := &core.Primitive{Kind: core.Definition}, &core.Primitive{Kind: core.Theorem}
	for want, c := range map[string]struct {
		edge core.Edge
		to   *core.Primitive
	}{
		"cites “Theorem 2” in its proof (0.8)":                                            {core.Edge{Type: core.Requires, Strength: 0.8, Why: "Theorem 2", Seen: []string{"proof", "order"}}, theorem},
		"cites “Theorem 2” in its statement and proof (0.4)":                              {core.Edge{Type: core.Motivates, Strength: 0.4, Why: "Theorem 2", Seen: []string{"statement", "proof"}}, theorem},
		"cites “Definition 3” in its proof, and speaks of it in its statement (0.8)":      {core.Edge{Type: core.Requires, Strength: 0.8, Why: "Definition 3", Seen: []string{"statement", "proof"}}, definition},
		"uses “ring” in its statement (0.4)":                                              {core.Edge{Type: core.Requires, Strength: 0.4, Why: "ring", Seen: []string{"statement"}}, definition},
		"uses “ring” in its statement (0.4); it may also mean Definition 9, ring of keys": {core.Edge{Type: core.Requires, Strength: 0.4, Why: "ring", Rival: "Definition 9, ring of keys", Seen: []string{"statement"}}, definition},
		"names “chain rule” in its proof (0.5)":                                           {core.Edge{Type: core.Requires, Strength: 0.5, Why: "chain rule", Seen: []string{"proof"}}, theorem},
		"names “chain rule” in its statement (0.5)":                                       {core.Edge{Type: core.Requires, Strength: 0.5, Why: "chain rule", Seen: []string{"statement"}}, nil},
		"cites “close()” in its description, by a link (0.8)":                             {core.Edge{Type: core.Requires, Strength: 0.8, Why: "close()", Seen: []string{"description", "link"}}, definition},
		"declared by its author in its statement (0.8)":                                   {core.Edge{Type: core.Requires, Strength: 0.8, Seen: []string{"statement", "link"}}, definition},
		"follows “Step 1” (0.6)":                                                          {core.Edge{Type: core.Requires, Strength: 0.6, Why: "Step 1", Seen: []string{"order"}}, nil},
		"stands before it in the text":                                                    {core.Edge{Type: core.Motivates, Strength: 0.3, Seen: []string{"order"}}, nil},
		"match (0.7)":                                                                     {core.Edge{Type: core.Specializes, Strength: 0.7, Seen: []string{"match"}}, nil},
	} {
		if got := edgeWords(c.edge, item, c.to); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
