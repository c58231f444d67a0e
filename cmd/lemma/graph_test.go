package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"lemma/core/engine"
	"lemma/store"
)

// TestOutlineOnNarrowScreens draws names and ids that are wider than the screen together: a name is cut with a sign
// that it goes on, and no id is broken where a line of its own could hold it.
func TestOutlineOnNarrowScreens(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	lemmaIn(t, dir, "learn", filepath.Join("..", "..", "assets", "sample", "linear-algebra.md"))
	s, err := store.Open(context.Background(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	e, err := engine.Open(context.Background(), s, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{50, 80, 120} {
		var b bytes.Buffer
		snap := e.Snapshot()
		drawOutline(&screen{w: &b, tty: true, width: width}, snap, "linear-algebra-rank-nullity", engine.EgoOptions{Hops: 2, Needs: true, Enables: true})
		for line := range strings.Lines(b.String()) {
			line = strings.TrimRight(line, "\n")
			if w := lipgloss.Width(line); w > width && len(strings.Fields(strings.Trim(line, "│ "))) > 1 {
				t.Errorf("%d columns: %d in %q", width, w, line)
			}
		}
		for _, ar := range snap.Needs("linear-algebra-rank-nullity", false) {
			if !strings.Contains(b.String(), ar.ID) {
				t.Errorf("%d columns: %s is not whole", width, ar.ID)
			}
		}
	}
}
