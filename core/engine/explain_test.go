package engine

import (
	"testing"

	"lemma/core"
)

// TestEdgeWords wants an explanation to say no more than was seen. A failure tells a reader that a comparison is the
// order of the text, or names a place where nothing stands.
func TestEdgeWords(t *testing.T) {
	for want, e := range map[string]core.Edge{
		"“Theorem 2” in its proof (0.8)":               {Type: core.Requires, Strength: 0.8, Why: "Theorem 2", Seen: []string{"proof", "order"}},
		"“Theorem 2” in its statement and proof (0.4)": {Type: core.Motivates, Strength: 0.4, Why: "Theorem 2", Seen: []string{"statement", "proof"}},
		"“close()”, a link in its description (0.8)":   {Type: core.Requires, Strength: 0.8, Why: "close()", Seen: []string{"description", "link"}},
		"follows “Step 1” (0.6)":                       {Type: core.Requires, Strength: 0.6, Why: "Step 1", Seen: []string{"order"}},
		"stands before it in the text":                 {Type: core.Motivates, Strength: 0.3, Seen: []string{"order"}},
		"match (0.7)":                                  {Type: core.Specializes, Strength: 0.7, Seen: []string{"match"}},
	} {
		if got := edgeWords(e); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
