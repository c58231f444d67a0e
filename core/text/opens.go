package text

import (
	"strings"
	"unicode/utf8"
)

// opens looks for the name at the start of the statement and of its sentences and clauses.
func opens(name, statement string) bool {
	name = strings.TrimSuffix(name, "…")
	_, n := utf8.DecodeRuneInString(name)
	tail := name[n:]
	most := 16*len(name) + 4096 // markup and commands make the statement longer than what is printed of it
	s := Plain(strings.ToValidUTF8(statement[:min(len(statement), most)], ""))
	if n == 0 || strings.HasPrefix(s, name) {
		return n > 0
	}
	if tail == "" {
		return false
	}
	for at := 0; ; {
		k := strings.Index(s[at:], tail)
		if k < 0 {
			return false
		}
		at += k
		_, first := utf8.DecodeLastRuneInString(s[:at])
		if start := at - first; strings.EqualFold(s[start:at], name[:n]) && begins(s[:start]) {
			return true
		}
		at += len(tail)
	}
}

// begins reports whether a sentence or clause begins behind s, or what a word for concluding leads to.
func begins(s string) bool {
	s = strings.TrimRight(s, " ")
	if s == "" {
		return true
	}
	if r, _ := utf8.DecodeLastRuneInString(s); strings.ContainsRune(".,;:!?)，；：。．！？", r) {
		return true
	}
	s = s[max(0, len(s)-longestConclusion):]
	if Conclusion.Has(Fold(s[strings.LastIndexByte(s, ' ')+1:])) {
		return true
	}
	for k := range s { // 则, without a blank before it
		if Conclusion.Has(s[k:]) {
			return true
		}
	}
	return false
}

// longestConclusion is how long the words for concluding are at most, in bytes, with what stands before them.
const longestConclusion = 32
