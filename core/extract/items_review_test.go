package extract_test

import (
	"slices"
	"testing"

	"lemma/core"
	"lemma/core/extract"
)

// TestWithoutReviews fails when a review of an item on another page counts as an item, or when an item is lost because
// another document numbers from one, too.
func TestWithoutReviews(t *testing.T) {
	item := func(doc int, label string, bare bool) core.Candidate {
		return core.Candidate{Document: doc, Bare: bare, Primitive: core.Primitive{Label: label}}
	}
	for name, c := range map[string]struct {
		in   []core.Candidate
		want []string
	}{
		"an acronym":            {[]core.Candidate{item(0, "Theorem LLN", false), item(1, "Theorem LLN", true)}, []string{"Theorem LLN"}},
		"before its statement":  {[]core.Candidate{item(0, "Theorem LLN", true), item(1, "Theorem LLN", false)}, []string{"Theorem LLN"}},
		"stated nowhere fuller": {[]core.Candidate{item(0, "Theorem A", true), item(1, "Theorem A", true)}, []string{"Theorem A", "Theorem A"}},
		"stated twice":          {[]core.Candidate{item(0, "Lemma A", false), item(1, "Lemma A", false), item(2, "Lemma A", true)}, []string{"Lemma A", "Lemma A", "Lemma A"}},
		"another chapter's":     {[]core.Candidate{item(0, "Theorem 2.3", false), item(1, "Lemma 7.1", false), item(1, "Theorem 2.3", true)}, []string{"Theorem 2.3", "Lemma 7.1"}},
		"counted anew":          {[]core.Candidate{item(0, "Theorem 1.2", false), item(1, "Lemma 1.1", false), item(1, "Theorem 1.2", true)}, []string{"Theorem 1.2", "Lemma 1.1", "Theorem 1.2"}},
		"of another kind":       {[]core.Candidate{item(0, "Theorem VS", false), item(1, "Definition VS", true)}, []string{"Theorem VS", "Definition VS"}},
		"without a number":      {[]core.Candidate{item(0, "", false), item(1, "", true)}, []string{"", ""}},
	} {
		var got []string
		for _, x := range extract.WithoutReviews(c.in) {
			got = append(got, x.Primitive.Label)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
