package text

import (
	"strings"
	"unicode"

	"lemma/core"
)

// shoutBytes is how far around a word its line is looked at: a longer line has small letters near.
const shoutBytes = 200

func shouted(s string, sp core.Span) bool {
	from, to := max(0, sp.Start-shoutBytes), min(len(s), sp.End+shoutBytes)
	before, after := s[from:sp.Start], s[sp.End:to]
	if i := strings.LastIndexByte(before, '\n'); i >= 0 {
		before = before[i:]
	}
	if i := strings.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	word, _, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	word = strings.Trim(word, ".,;:!?*_'\"”’)")
	if len(word) > 1 && word != "NOT" && strings.ToUpper(word) == word && stopWord.Has(strings.ToLower(word)) {
		return true
	}
	capitals := 0
	for _, r := range before + after {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			capitals++
		}
	}
	return capitals > len("NOT")
}
