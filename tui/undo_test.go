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

// TestUndoWaits fails when an undo that is pressed while answers are being written takes back an older one, or none.
func TestUndoWaits(t *testing.T) {
	d := drive(t, learned(t, book(t), testFile(t, "again.md")), 120, 36, func(o *Options) { o.Start = Start{Review: true} })
	d.sees("1 of 4").keys("b").sees("1 of 3")
	for _, k := range []string{"b", "u", "u"} {
		d.send(key(k)) // nothing that was written is heard of between the keys
	}
	d.sees("1 of 4")
	d.settle()
	if n := len(d.r.snap.Conflicts()); n != 4 || len(d.r.errs) > 0 {
		t.Errorf("%d conflicts wait, want 4; errors %v", n, d.r.errs)
	}
}

// TestGraphLosesItsFocus takes the primitive away that the graph is centred on.
func TestGraphLosesItsFocus(t *testing.T) {
	d := drive(t, learned(t, book(t)), 100, 30, nil)
	d.sees("11 primitives").keys("4").sees("4 Graph")
	g := d.r.screens[onGraph].(*graph)
	g.focus, g.selected = "gone", "gone"
	d.do(d.r.changed())
	d.settle()
	if d.screen(); g.focus == "gone" || len(d.r.errs) > 0 {
		t.Errorf("the graph is centred on %s, with errors %v", g.focus, d.r.errs)
	}
}
