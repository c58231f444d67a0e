package tui

import "testing"

// TestUndoOrder fails when what is undone first is not what was committed last.
func TestUndoOrder(t *testing.T) {
	var u undo
	for _, s := range []string{"s0002", "s0004", "s0003", "s9999", "s10000"} {
		u.committed(s, "answer")
	}
	for i, want := range []string{"s0002", "s0003", "s0004", "s9999", "s10000"} {
		if u.done[i].session != want {
			t.Errorf("at %d stands %s, want %s", i, u.done[i].session, want)
		}
	}
}
