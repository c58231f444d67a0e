package core

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Of a long cycle the ends are kept and the middle is counted, whatever their number; a short one stays whole.
func TestRefuse(t *testing.T) {
	for _, n := range []int{1, 2, maxCycle, maxCycle + 1, 5000} {
		var cycle []string
		for i := range n {
			cycle = append(cycle, strconv.Itoa(i))
		}
		r := Refuse("a", Edge{}, slices.Clone(cycle))
		if r.Length() != n || len(r.Cycle) > maxCycle {
			t.Errorf("a cycle of %d keeps %d ids and says that it has %d", n, len(r.Cycle), r.Length())
		}
		if r.Cycle[0] != cycle[0] || r.Cycle[len(r.Cycle)-1] != cycle[n-1] {
			t.Errorf("a cycle of %d keeps the ends %s and %s", n, r.Cycle[0], r.Cycle[len(r.Cycle)-1])
		}
		if got := r.Around(strings.Clone); strings.Contains(got, "more") != (n > maxCycle) {
			t.Errorf("a cycle of %d reads %s", n, got)
		}
	}
	r := Refuse("a", Edge{}, slices.Repeat([]string{"x"}, maxCycle+3))
	if want := strings.Repeat("x → ", maxCycle/2) + "… 3 more … → " + strings.Repeat("x → ", maxCycle/2-1) + "x"; r.Around(strings.Clone) != want {
		t.Errorf("got %s, want %s", r.Around(strings.Clone), want)
	}
}

// TestIllustrations wants what one place shows in full, though it numbers two examples alike or leaves them without a
// number, and of another form of the book only what that place lacks.
func TestIllustrations(t *testing.T) {
	p := &Primitive{
		Source: Source{Illustrations: []Illustration{
			{Of: OfSection, Label: "Example 1", Text: "of the section"}, {Of: OfItem, Label: "Example 1", Text: "a"}, {Of: OfItem, Label: "Example 1", Text: "b"}, {Of: OfItem, Text: "c"},
		}},
		Sources: []Source{{Illustrations: []Illustration{{Of: OfItem, Label: "Example 1", Text: "A"}, {Of: OfItem, Text: "c"}, {Of: OfItem, Label: "Example 2", Text: "d"}}}},
	}
	var got string
	for _, i := range p.Illustrations() {
		got += i.Text
	}
	if got != "abcd" {
		t.Errorf("shows %q, want abcd", got)
	}
}

// TestSupportIllustrates wants the examples of a document that an earlier session found none in, and those of one that
// it did once.
func TestSupportIllustrates(t *testing.T) {
	shows := func(text string) []Illustration { return []Illustration{{Of: OfItem, Text: text}} }
	p := &Primitive{Source: Source{Session: "s1", Digest: "a"}, Sources: []Source{{Session: "s1", Digest: "b", Illustrations: shows("b")}}}
	for _, s := range []Source{{Session: "s2", Digest: "a", Illustrations: shows("a")}, {Session: "s2", Digest: "b", Illustrations: shows("other")}} {
		if p.Support(s) {
			t.Errorf("%s is a place of its own", s.Digest)
		}
	}
	var got string
	for _, i := range p.Illustrations() {
		got += i.Text
	}
	if got != "ab" {
		t.Errorf("shows %q, want ab", got)
	}
}
