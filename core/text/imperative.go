package text

import "strings"

func imperative(s string) bool {
	w := Words(s[:min(len(s), 80)])
	for len(w) > 0 && Sequence.Has(w[0].Text) {
		w = w[1:]
	}
	return len(w) > 0 && (Instruction.Has(w[0].Text) || gerund(w[0].Text))
}

// gerund reports "installing", "creating", "running": English titles name so what is to be done.
func gerund(w string) bool {
	stem, ok := strings.CutSuffix(w, "ing")
	if !ok || len(stem) < 3 {
		return false
	}
	n := len(stem)
	return Instruction.Has(stem) || Instruction.Has(stem+"e") || stem[n-1] == stem[n-2] && Instruction.Has(stem[:n-1])
}
