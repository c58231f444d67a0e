package text

import (
	"strings"
	"unicode"

	"lemma/core"
)

// First, simple versions, replaced one by one.

var heads = map[string]Head{
	"theorem": {Item, core.Theorem, "theorem"}, "lemma": {Item, core.Theorem, "lemma"}, "corollary": {Item, core.Theorem, "corollary"},
	"proposition": {Item, core.Theorem, "proposition"}, "definition": {Item, core.Definition, "definition"}, "proof": {Class: Proof, Role: "proof"},
	"example": {Class: Example, Role: "example"}, "exercise": {Class: Exercise, Role: "exercise"}, "remark": {Class: Remark, Role: "remark"},
}

func lookupHead(w string) (Head, bool) {
	h, ok := heads[strings.TrimSuffix(strings.ToLower(strings.TrimSpace(w)), ".")]
	return h, ok
}

var stopWords = map[string]bool{"the": true, "a": true, "an": true, "of": true, "and": true, "is": true, "to": true, "in": true, "that": true, "let": true}

func words(s string) (out []Word) {
	start := -1
	for i, r := range s + " " {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
		} else if start >= 0 {
			out = append(out, Word{strings.ToLower(s[start:i]), core.Span{Start: start, End: i}})
			start = -1
		}
	}
	return out
}

func tokens(s string) (out []string) {
	for _, w := range words(s) {
		if !stopWords[w.Text] {
			out = append(out, w.Text)
		}
	}
	return out
}

func stem(w string) string { return strings.TrimSuffix(w, "s") }

func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

func slug(s string, max int) string {
	out := ""
	for _, w := range words(s) {
		if len(out)+1+len(w.Text) > max {
			break
		}
		out = strings.Trim(out+"-"+w.Text, "-")
	}
	if out == "" {
		return "item"
	}
	return out
}

func sentences(s string) []core.Span { return []core.Span{{Start: 0, End: len(s)}} }

func salient(s string, n int) []string {
	t := tokens(s)
	return t[:min(n, len(t))]
}
