package core

import (
	"slices"
	"testing"
)

// TestGroupLosses wants one line for what many documents lost alike, and no number that is nobody's.
func TestGroupLosses(t *testing.T) {
	got := GroupLosses([]Loss{
		{"a", "image", 1, "1 image is not read"}, {"a", "page", 1, "its foot is left out"}, {"b", "image", 3, "3 images are not read"},
		{"b", "page", 1, "its foot is left out"}, {"c", "image", 1, "1 image is not read"}, {"c", "image", 4, "4 images are not read"}, {"d", "missing", 1, "no x.tex"},
	})
	want := []Loss{
		{"2 documents, such as a", "image", 2, "1 image is not read"}, {"2 documents, such as a", "page", 2, "its foot is left out"},
		{"2 documents, such as b", "image", 7, "7 images are not read"}, {"d", "missing", 1, "no x.tex"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
