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
