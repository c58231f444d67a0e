package tui

import (
	"strings"
	"testing"

	"lemma/tui/frame"
	"lemma/tui/theme"
)

// TestDrawTable fails when a table breaks a number or a short word in two, or gives a digest the lines of a page.
func TestDrawTable(t *testing.T) {
	th := theme.New(theme.Options{Name: theme.None})
	table := "| name | type | bytes | digest |\n|---|---|---|---|\n| a \\| b.md | textbook | 10662 | `sha256:95b31fd7ec389a26cf9f7601ebc9d05d82e7a45a906970a1183f78ed45529bf5` |\n| c.md | paper | 2 | – |\n"
	got := drawTable(th, table, 44)
	all := strings.Join(got, "\n")
	for _, want := range []string{"a | b.md", "textbook", "10662", "    2", "bytes", "sha256:", "…"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
	if len(got) != 5 { // head, rule, two rows, blank
		t.Errorf("it takes %d lines:\n%s", len(got), all)
	}
	for w := 1; w < 100; w++ {
		for _, l := range drawTable(th, table, w) {
			if w > 12 && frame.Width(l) > w {
				t.Errorf("at %d cells the line %q is %d wide", w, l, frame.Width(l))
			}
		}
	}
}

// TestSplitTables fails when a quoted statement is taken for a table.
func TestSplitTables(t *testing.T) {
	parts, table := splitTables("# Head\n\n| a |\n|---|\n| b |\n\n```text\n| a |\n|---|\n```\nend\n")
	if len(parts) != 3 || table[0] || !table[1] || table[2] || parts[1] != "| a |\n|---|\n| b |\n" || !strings.Contains(parts[2], "| a |") {
		t.Errorf("the parts are %q, %v", parts, table)
	}
}
