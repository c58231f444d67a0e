package core

import "testing"

// TestOrigin answers many conflicts at once: a list of sessions must stay a list, whatever they were.
func TestOrigin(t *testing.T) {
	few := Session{Kind: SessionResolve, Sources: []string{"keep-both s0002-c1", "keep-existing s0002-c3", "keep-both s0002-c2"}}
	many := Session{Kind: SessionResolve, Sources: []string{"keep-both s0002-c1", "keep-both s0002-c2", "keep-both s0002-c3", "keep-both s0002-c4", "keep-existing s0002-c5"}}
	learn := Session{Kind: SessionLearn, Sources: []string{"a b.md", "c.md"}}
	for want, s := range map[string]Session{
		"keep-both s0002-c1 s0002-c2, keep-existing s0002-c3": few,
		"keep-both 4 conflicts, keep-existing s0002-c5":       many,
		"a b.md, c.md": learn,
	} {
		if got := s.Origin(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
