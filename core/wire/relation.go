package wire

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// nearby is how many bytes around a mention may hold the word that relates to it.
const nearby = 72

// relation is the type of edge that the words around a mention ask for; requires when they ask for none. Only words
// that govern the mention count: "This generalizes Theorem 2", "a special case of Theorem 2", "Theorem 2 is a special
// case", "applying Theorem 2", "equivalent to Theorem 2".
func relation(s string, at core.Span) core.EdgeType {
	words := clauseWords(before(s, at.Start))
	n := len(words)
	last := func(k int) string { // the k-th word from the end, stemmed
		if n < k {
			return ""
		}
		return text.Stem(words[n-k])
	}
	for k := 1; k <= min(n, 5); k++ {
		switch w := last(k); w {
		case "general", "generalis": // generalizes, generalises; "general" alone says nothing
			if word := words[n-k]; strings.HasPrefix(word, "generali") && !strings.HasPrefix(word, "generality") {
				return core.Generalizes
			}
		case "special", "specialis":
			if strings.HasPrefix(words[n-k], "speciali") || k > 1 && last(k-1) == "case" {
				return core.Specializes
			}
		case "particular":
			if k > 1 && last(k-1) == "case" {
				return core.Specializes
			}
		case "equival":
			if k <= 3 && (last(1) == "to" || last(2) == "to") {
				return core.Equivalent
			}
		case "appli", "applic", "uses":
			if k <= 3 {
				return core.Applies
			}
		}
		if k <= 3 && words[n-k] == "uses" {
			return core.Applies
		}
	}
	after := clauseWords(behind(s, at.End))
	if len(after) > 3 && (after[0] == "is" || after[0] == "as") {
		for k := 1; k < min(len(after)-1, 5); k++ {
			if (after[k] == "special" || after[k] == "particular") && after[k+1] == "case" {
				return core.Generalizes
			}
		}
	}
	return core.Requires
}

// before is the part of the sentence up to an offset, cut at nearby bytes.
func before(s string, end int) string {
	from := max(0, end-nearby)
	part := s[from:end]
	if i := strings.LastIndexAny(part, ".;:\n"); i >= 0 && (part[i] != '\n' || i > 0 && part[i-1] == '\n') && (part[i] != '.' || i+1 < len(part) && part[i+1] == ' ') {
		part = part[i+1:]
	} else if from > 0 {
		if i := strings.IndexAny(part, " \n"); i >= 0 { // a word that was cut
			part = part[i:]
		}
	}
	return part
}

// behind is the part of the sentence from an offset on, cut at nearby bytes.
func behind(s string, start int) string {
	part := s[start:min(len(s), start+nearby)]
	if i := strings.IndexAny(part, ".;:"); i >= 0 {
		part = part[:i]
	}
	return part
}

func clauseWords(s string) []string {
	var out []string
	for _, w := range text.Words(s) {
		out = append(out, w.Text)
	}
	return out
}
