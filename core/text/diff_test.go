package text

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func diffMarks(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		switch p.Op {
		case Old:
			b.WriteString("[-" + p.Text + "-]")
		case New:
			b.WriteString("{+" + p.Text + "+}")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"", "", ""},
		{"a b", "a b", "a b"},
		{"a subset of V", "a nonempty subset of V", "a {+nonempty +}subset of V"},
		{"a subset of V", "a subset of W.", "a subset of [-V-]{+W.+}"},
		{"Let V be a real space", "Let V be a complex vector space", "Let V be a [-real-]{+complex vector+} space"},
		{"x = y", "x=y", "x[- -]=[- -]y"},
		{"one two three", "four five", "[-one two three-]{+four five+}"},
		{"α β", "α γ", "α [-β-]{+γ+}"},
	} {
		if got := diffMarks(Diff(c.before, c.after)); got != c.want {
			t.Errorf("%q to %q is %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// TestDiffLosesNothing: the old pieces with the common ones are the old text, the new ones the new text.
func TestDiffLosesNothing(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "the", "space", " ", "  ", "\n", ".", "$", "é", "\xff", "x"}), 0, 30)
	rapid.Check(t, func(t *rapid.T) {
		before, after := strings.Join(words.Draw(t, "before"), ""), strings.Join(words.Draw(t, "after"), "")
		var was, is strings.Builder
		for _, p := range Diff(before, after) {
			if p.Op != New {
				was.WriteString(p.Text)
			}
			if p.Op != Old {
				is.WriteString(p.Text)
			}
		}
		if was.String() != before || is.String() != after {
			t.Fatalf("%q to %q gives back %q and %q", before, after, was.String(), is.String())
		}
	})
}
