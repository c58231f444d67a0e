package text

func imperative(s string) bool {
	w := Words(s[:min(len(s), 80)])
	for len(w) > 0 && Sequence.Has(w[0].Text) {
		w = w[1:]
	}
	return len(w) > 0 && Instruction.Has(w[0].Text)
}
