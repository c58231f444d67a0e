package text

import "testing"

// TestEndsProof fails when a proof runs on over its end, or ends where it does not.
func TestEndsProof(t *testing.T) {
	for s, want := range map[string]bool{
		"So a = b. ∎": true, `So a = b. $\square$`: true, `\(\blacksquare\).`: true, "as was to be shown. Q.E.D.": true, "□ ": true, `\[ x \qedhere \end{aligned}\]`: true,
		"": false, "a box □ here": false, "So a = b.": false, "…": false,
	} {
		if got := EndsProof(s); got != want {
			t.Errorf("%q ends a proof: %v, want %v", s, got, want)
		}
	}
	if !ProofSign('∎') || ProofSign('.') {
		t.Error("the signs are not told apart")
	}
}
