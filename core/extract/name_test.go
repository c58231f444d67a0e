package extract

import (
	"strings"
	"testing"
)

// TestClause wants a name that was cut to say so: one that ends in the middle of a thought looks like a mistake.
func TestClause(t *testing.T) {
	for statement, want := range map[string]string{
		"Every group of prime order is cyclic.":                                                                  "Every group of prime order is cyclic",
		"A linear map is injective, and so on and on and on for long":                                            "A linear map is injective",
		"A linear map between spaces of the same finite dimension is injective if and only if it is surjective.": "A linear map between spaces of the same finite dimension is injective if and…",
		strings.Repeat("x", 200): strings.Repeat("x", maxName) + "…",
		"...":                    "item",
	} {
		if got := clause(statement); got != want {
			t.Errorf("%q is called %q, want %q", statement, got, want)
		}
	}
}

// TestSubject wants a definition under a condition to define what it says of its subject: named by the subject, every text
// about rings would need what makes a ring local.
func TestSubject(t *testing.T) {
	for statement, want := range map[string]string{
		"A field is a nonzero ring in which division works.":                    "field",
		"A cone of a diagram is an object with maps.":                           "cone",
		"A map is continuous if it tears nothing.":                              "continuous",
		"A ring is a local ring if it has one maximal ideal.":                   "local ring",
		"A tower T of fields is solvable when each of its steps is.":            "solvable",
		"A section s of p is (a, b)–flat if, for each x, it vanishes.":          "flat",
		"A family of paths fills a hole with centre c if every ray meets it.":   "",
		"A grid is a set with a step. A path is short if it is near the start.": "grid",
	} {
		if got := subject(statement); got != want {
			t.Errorf("%q defines %q, want %q", statement, got, want)
		}
	}
}
