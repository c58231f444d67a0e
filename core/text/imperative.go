package text

import "strings"

// maxAnnouncement bounds what announces a list of steps, in bytes.
const maxAnnouncement = 40

func announcesSteps(s string) bool {
	return len(s) < maxAnnouncement && Procedure.Has(Fold(strings.Trim(s, " \n*_.:")))
}

func imperative(s string) bool {
	return Instruction.Has(firstOf(s))
}

// firstOf is the first word behind those that stand before an instruction.
func firstOf(s string) string {
	for _, w := range Words(s[:min(len(s), 80)]) {
		if !Sequence.Has(w.Text) {
			return w.Text
		}
	}
	return ""
}

func gerund(s string) bool {
	stem, ok := strings.CutSuffix(firstOf(s), "ing")
	if !ok || len(stem) < 3 {
		return false
	}
	n := len(stem)
	return Instruction.Has(stem) || Instruction.Has(stem+"e") || stem[n-1] == stem[n-2] && Instruction.Has(stem[:n-1])
}
