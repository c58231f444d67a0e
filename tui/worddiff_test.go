package tui

import (
	"strings"
	"testing"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/theme"
)

// TestDiffUnified fails when what is gone and what has come run together, when a mark is open at the end of a line, or
// when the indentation of a file is lost.
func TestDiffUnified(t *testing.T) {
	th := theme.New(theme.Options{Name: theme.None})
	for _, c := range []struct{ before, after, want string }{
		{"is consistent", "is called inconsistent", "is [-consistent-] {+called inconsistent+}"},
		{"370 primitives", "371 primitives", "[-370-] {+371+} primitives"},
		{"a\n  b: 1", "a\n  b: 2", "a\n  b: [-1-] {+2+}"},
		{"same", "same", "same"},
	} {
		if got := strings.Join(diffUnified(th, text.Diff(c.before, c.after), 60), "\n"); got != c.want {
			t.Errorf("%q to %q is drawn as %q, want %q", c.before, c.after, got, c.want)
		}
	}
	for _, l := range diffUnified(th, text.Diff("begin", "a long piece of text that is new and takes several lines of its box"), 24) {
		if strings.Count(l, "{+") != strings.Count(l, "+}") || frame.Width(l) > 24 {
			t.Errorf("the line %q does not close its marks, or is too long", l)
		}
	}
	coloured := strings.Join(diffUnified(theme.New(theme.Options{Name: theme.Dark}), text.Diff("one", "two"), 20), "\n")
	if !strings.Contains(coloured, " ") {
		t.Errorf("in colours, %q has no blank between the two", coloured)
	}
}
