package dedup

import (
	"math/bits"
	"slices"
)

// Limits of the exact computation, in words of 64 tokens times tokens: some 0.1 s. Longer texts are compared piece by
// piece.
const (
	maxWork = 1 << 26
	piece   = 4096
)

// order is the length of the longest common subsequence of a and b over the length of the longer, 1 for two empty
// texts. Texts too long for that are cut into pieces side by side, whose sum is a lower bound: it may call for a human
// where none was needed, never the reverse.
func order(a, b []string) float64 {
	longer := max(len(a), len(b))
	if longer == 0 {
		return 1
	}
	same := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, same = a[1:], b[1:], same+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, same = a[:len(a)-1], b[:len(b)-1], same+1
	}
	if len(a)/64*len(b) <= maxWork {
		return float64(same+commonSubsequence(a, b)) / float64(longer)
	}
	pieces := max(len(a), len(b))/piece + 1
	for i := range pieces {
		same += commonSubsequence(a[len(a)*i/pieces:len(a)*(i+1)/pieces], b[len(b)*i/pieces:len(b)*(i+1)/pieces])
	}
	return float64(same) / float64(longer)
}

// commonSubsequence is the length of the longest common subsequence, 64 tokens of a at a time (Hyyrö, "Bit-parallel
// LCS-length computation revisited", 2004): a zero bit at i says that the length grows at a[i].
func commonSubsequence(a, b []string) int {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	at := map[string][]int{}
	for i, t := range a {
		at[t] = append(at[t], i)
	}
	words := (len(a) + 63) / 64
	v := slices.Repeat([]uint64{^uint64(0)}, words)
	frequent := map[string][]uint64{} // bitmaps of those that are many, so that no token costs more than words
	for t, hits := range at {
		if len(hits) > words {
			frequent[t] = make([]uint64, words)
			set(frequent[t], hits)
		}
	}
	scratch := make([]uint64, words)
	for _, t := range b {
		hits := at[t]
		if len(hits) == 0 {
			continue
		}
		match := frequent[t]
		if match == nil {
			match = scratch
			set(match, hits)
		}
		carry := uint64(0)
		for w := range v {
			u := v[w] & match[w]
			var sum uint64
			sum, carry = bits.Add64(v[w], u, carry)
			v[w] = sum | (v[w] - u)
		}
		if len(hits) <= words {
			for _, i := range hits {
				match[i>>6] = 0
			}
		}
	}
	n := 0
	for w, x := range v {
		x = ^x
		if rest := len(a) - w*64; rest < 64 {
			x &= 1<<rest - 1
		}
		n += bits.OnesCount64(x)
	}
	return n
}

func set(bitmap []uint64, hits []int) {
	for _, i := range hits {
		bitmap[i>>6] |= 1 << (i & 63)
	}
}
