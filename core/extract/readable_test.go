package extract

import (
	"slices"
	"testing"
)

// TestCells reads rows with bars, escaped ones too, and with tabs. A failure tears a cell in two, or makes one of two.
func TestCells(t *testing.T) {
	for row, want := range map[string][]string{
		"| `a \\| b` | either | - |": {"`a | b`", "either"},
		"term\twhat it is":           {"term", "what it is"},
		"|---|:-:|":                  {},
		"|  | second |":              {"second"},
	} {
		if got := filled(cellsOf(row)); !slices.Equal(got, want) {
			t.Errorf("%q has %q, want %q", row, got, want)
		}
	}
}
