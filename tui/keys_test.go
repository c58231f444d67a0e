package tui

import (
	"strings"
	"testing"
)

// TestCheckKeys fails when a wrong key setting is taken without a word.
func TestCheckKeys(t *testing.T) {
	for _, c := range []struct {
		keys map[string][]string
		want string // empty: nothing is wrong
	}{
		{nil, ""},
		{map[string][]string{"conflicts.keep-both": {"B"}}, ""},
		{map[string][]string{"conflicts.keep-bth": {"B"}}, "did you mean conflicts.keep-both"},
		{map[string][]string{"conflicts.keep-both": {"q"}}, "quit"},
		{map[string][]string{"conflicts.keep-both": {"q"}, "quit": {"Q"}}, ""},
		{map[string][]string{"quit": {"b"}}, "conflicts.keep-both"},
		{map[string][]string{"graph.close": {"ctrl+x"}, "prompt.dry-run": {"ctrl+y"}, "text.down": {"n"}}, ""},
		{map[string][]string{"ingest.sample": {"i"}}, "learn"},
	} {
		err := CheckKeys(c.keys)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.keys, err, c.want)
		}
	}
}

// TestAllActionsAreKnown fails when an action that a screen has cannot be configured.
func TestAllActionsAreKnown(t *testing.T) {
	known := map[string]bool{}
	for _, table := range actionTables(nil) {
		for _, a := range table {
			known[a.id] = true
		}
	}
	d := drive(t, learned(t, book(t), testFile(t, "again.md")), 100, 30, nil)
	d.sees("12 primitives")
	for _, k := range []string{"1", "2", "3", "4", "o", "p", "5", "6", "7", "tab", "enter"} {
		d.keys(k)
		d.settle()
		list := d.r.actions()
		for _, o := range d.r.overlays {
			list = append(list, o.actions()...)
		}
		for _, a := range list {
			if !known[a.id] {
				t.Errorf("after %s, %s is not known", k, a.id)
			}
		}
	}
}

// TestConfiguredKeysAreShown fails when a screen names a key that does something else by now.
func TestConfiguredKeysAreShown(t *testing.T) {
	d := drive(t, learned(t, book(t), testFile(t, "again.md")), 100, 30, func(o *Options) {
		o.Start, o.Keys = Start{Review: true}, map[string][]string{"conflicts.keep-both": {"B"}}
	})
	d.sees("B keep both      adds").lacks("b keep both").keys("B").sees("keep both: ")
}
