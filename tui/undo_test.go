package tui

import (
	"testing"

	"lemma/store"
)

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

// TestAnswersOutliveTheirCommands fails when answers are lost because the program is left right behind them, before it
// has run the commands that report them.
func TestAnswersOutliveTheirCommands(t *testing.T) {
	dir := learned(t, book(t), testFile(t, "again.md"))
	d := drive(t, dir, 120, 36, func(o *Options) { o.Start = Start{Review: true} })
	d.sees("1 of 4")
	for range 2 {
		d.r.Update(key("b")) // its command never runs
	}
	if err := d.r.close(nil); err != nil {
		t.Fatal(err)
	}
	d.r.closeFn = nil
	s, err := store.Open(t.Context(), dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := s.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Conflicts); n != 2 {
		t.Errorf("%d conflicts wait, want 2", n)
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
