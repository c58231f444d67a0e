package dedup

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lemma/core"
)

// TestNearIsTheNestedLoop fails when the index finds other pairs than a loop over all of them would.
func TestNearIsTheNestedLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rapid.OneOf(rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0, 0.05, 0.2, -0.2, 0.25, 1e9}))
		words := rapid.SliceOfNDistinct(rapid.Uint32Range(0, 12), 0, 8, rapid.ID[uint32])
		var entries []*entry
		for range rapid.IntRange(0, 400).Draw(t, "entries") {
			e := &entry{prim: &core.Primitive{Position: core.Position{Re: at.Draw(t, "re"), Im: at.Draw(t, "im")}}, keys: words.Draw(t, "keys")}
			entries = append(entries, e)
		}
		l := newLookup(entries, func(e *entry) []uint32 { return e.keys })
		var s scratch
		for range 3 {
			re, im, keys := at.Draw(t, "re"), at.Draw(t, "im"), words.Draw(t, "keys")
			distance := rapid.SampledFrom([]float64{0, 0.05, 0.2, 1, 3, -1}).Draw(t, "distance")
			least := rapid.IntRange(1, 4).Draw(t, "least")
			var want []*entry
			for _, e := range l.entries {
				shared := 0
				for _, k := range keys {
					if slices.Contains(e.keys, k) {
						shared++
					}
				}
				if shared >= least && (distance < 0 || distanceOf(re, im, e.prim.Position.Re, e.prim.Position.Im) <= distance) {
					want = append(want, e)
				}
			}
			var got []*entry
			for _, n := range l.near(&s, re, im, keys, distance, least) {
				got = append(got, l.entries[n])
			}
			if !slices.Equal(got, want) {
				t.Fatalf("at (%v, %v) within %v with %d of %v: %d entries, the loop finds %d", re, im, distance, least, keys, len(got), len(want))
			}
		}
	})
}

// TestOrder holds the bit-parallel computation against the textbook's.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f"}), 0, 200)
		a, b := text.Draw(t, "a"), text.Draw(t, "b")
		row := make([]int, len(b)+1)
		for i := range a {
			diagonal := 0
			for j := range b {
				next := row[j+1]
				if a[i] == b[j] {
					row[j+1] = diagonal + 1
				} else {
					row[j+1] = max(row[j+1], row[j])
				}
				diagonal = next
			}
		}
		want := 1.0
		if n := max(len(a), len(b)); n > 0 {
			want = float64(row[len(b)]) / float64(n)
		}
		if got := order(a, b); got != want {
			t.Fatalf("order of %v and %v is %v, want %v", a, b, got, want)
		}
	})
}

// TestOrderOfHugeTexts fails when two hostile texts cost a product of their lengths, which would not end.
func TestOrderOfHugeTexts(t *testing.T) {
	a, b := slices.Repeat([]string{"x", "y", "z"}, 200_000), slices.Repeat([]string{"y", "x", "w"}, 200_000)
	if got := order(a, b); got <= 0 || got > 2.0/3 {
		t.Errorf("order = %v, want a lower bound of 2/3", got)
	}
}
