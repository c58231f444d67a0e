package text

import (
	"strings"
	"unicode/utf8"
)

// proofSigns end a proof, or a statement without one: the tombstone of Halmos, and the boxes that fonts and writers
// have for it.
const proofSigns = "∎□▫■◻◼▪▢⬜⊣"

// proofEnds do so in letters and commands.
var proofEnds = []string{"QED", "Q.E.D", "q.e.d", `\square`, `\blacksquare`, `\Box`, `\qed`, `\qedsymbol`, `\qedhere`, `\lozenge`}

// ProofSign reports a character that ends a proof.
func ProofSign(r rune) bool { return strings.ContainsRune(proofSigns, r) }

// EndsProof reports whether s ends as a proof does, whatever closes around the sign.
func EndsProof(s string) bool {
	s = strings.TrimRight(s, " \n\t$*_.)}]\\")
	s = strings.TrimRight(strings.TrimSuffix(s, `\end{aligned`), " \n")
	if last, _ := utf8.DecodeLastRuneInString(s); ProofSign(last) {
		return true
	}
	for _, e := range proofEnds {
		if strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}
