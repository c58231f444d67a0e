package wire

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// Bounds of what is read around a mention, in bytes: of its clause, and of a list of mentions that it stands in.
const (
	nearby = 72
	listed = 240
)

// bond is what the words around a mention say of the two items.
type bond struct {
	typ   core.EdgeType
	shows bool // the mention is an example of what the item says, not what it rests on
}

// relation is the bond that the words around a mention ask for; requires when they ask for none. Only words that govern
// the mention count, or the list that it stands in: "This generalizes Theorem 2", "a special case of Theorem 2",
// "Theorem 2 is a special case", "applying Theorem 2", "equivalent to Theorem 2", "cf. Theorem 2", "see Theorems 2 and 3
// for examples". "See" alone gives a reason.
func relation(in *text.Language, s string, at core.Span) bond {
	words := clauseWords(before(s, list(s, at.Start)))
	n := len(words)
	word := func(k int) string { // the k-th word from the end
		if k < 1 || n < k {
			return ""
		}
		return words[n-k]
	}
	for k := 1; k <= min(n, 5); k++ {
		switch w := word(k); {
		case strings.HasPrefix(w, "generali") && !strings.HasPrefix(w, "generality"), in.Has(text.Generalizing, w): // generalizes, generalises; "general" alone says nothing
			return bond{typ: core.Generalizes}
		case strings.HasPrefix(w, "speciali"), in.Has(text.Specializing, w), in.Has(text.Particular, w) && (in.Has(text.Case, word(k-1)) || in.Has(text.Case, word(k+1))):
			return bond{typ: core.Specializes}
		case k <= 2 && extends[w]:
			return bond{typ: core.Generalizes}
		case k == 3 && weaker[w] && (word(2) == "form" || word(2) == "version") && word(1) == "of":
			return bond{typ: core.Specializes}
		case k == 3 && stronger[w] && (word(2) == "form" || word(2) == "version") && word(1) == "of":
			return bond{typ: core.Generalizes}
		case strings.HasPrefix(w, "equival") && word(k-1) == "to" && (k == 2 || k == 3 && articles[word(1)]):
			return bond{typ: core.Equivalent}
		case k <= 3 && in.Has(text.Equating, w):
			return bond{typ: core.Equivalent}
		case k <= 3 && (w == "uses" || in.Has(text.Applying, w) || text.Stem(w) == "appli" || text.Stem(w) == "applic"):
			return bond{typ: core.Applies}
		case k <= 2 && (w == "cf" || w == "compare"), k == 1 && w == "also" && word(2) == "see", k == 1 && w == "unlike",
			(w == "converse" || w == "contrast") && (word(k-1) == "of" || word(k-1) == "to") && k <= 3:
			return bond{typ: core.Motivates}
		}
	}
	after := clauseWords(behind(s, at.End))
	if len(after) > 0 && (strings.HasPrefix(after[0], "generalizes") || strings.HasPrefix(after[0], "generalises") || after[0] == "extends") {
		return bond{typ: core.Specializes}
	}
	if len(after) > 3 && (after[0] == "is" || after[0] == "as") {
		for k := 1; k < min(len(after)-1, 5); k++ {
			if (after[k] == "special" || after[k] == "particular") && after[k+1] == "case" {
				return bond{typ: core.Generalizes}
			}
		}
	}
	return bond{typ: core.Requires, shows: exemplary(words, after)}
}

var (
	extends  = map[string]bool{"extends": true, "strengthens": true, "sharpens": true, "improves": true}
	weaker   = map[string]bool{"weak": true, "weaker": true}
	stronger = map[string]bool{"strong": true, "stronger": true}
)

// exemplary reports whether the words before or behind a mention present it as an example: "you can find examples in",
// "such as", "for an example". "For example by" gives a reason.
func exemplary(front, rear []string) bool {
	n := len(front)
	for k := n - 1; k >= max(0, n-8); k-- {
		switch front[k] {
		case "by", "use", "using", "from", "apply", "applying":
			if k >= n-2 {
				return false
			}
		case "see":
			if k == n-1 && n > 1 && !strings.HasPrefix(front[n-2], "example") {
				return false
			}
		case "example", "examples", "illustration", "illustrations", "illustrated", "instance", "instances":
			return true
		case "as":
			if k == n-1 && k > 0 && front[k-1] == "such" {
				return true
			}
		}
	}
	if len(rear) == 0 || rear[0] != "for" && rear[0] != "as" {
		return false
	}
	for _, w := range rear[1:min(len(rear), 4)] {
		if w == "example" || w == "examples" || w == "illustration" || w == "instance" {
			return true
		}
	}
	return false
}

// list is where the list of mentions begins that goes on at an offset: before the first of "Theorem 2, Theorem 3 and".
func list(s string, at int) int {
	from := max(0, at-listed)
	part := s[from:at]
	words := text.Words(part)
	start := len(part)
	for i := len(words) - 1; i >= 0; i-- {
		w := words[i]
		if strings.Contains(part[w.Span.End:start], ". ") || strings.Contains(part[w.Span.End:start], "\n\n") {
			break
		}
		h, _ := text.LookupHead(w.Text)
		if printed := w.Span.Of(part); h.Class != text.Item && w.Text != "and" && w.Text != "or" && !isDigit(printed[0]) && printed != strings.ToUpper(printed) {
			break
		}
		start = w.Span.Start
	}
	return from + start
}

// before is the part of the sentence up to an offset, cut at nearby bytes.
func before(s string, end int) string {
	from := max(0, end-nearby)
	part := s[from:end]
	for i := len(part) - 1; i >= 0; i-- {
		switch c := part[i]; {
		case c == ';' || c == ':', c == '\n' && i > 0 && part[i-1] == '\n', c == '.' && i+1 < len(part) && (part[i+1] == ' ' || part[i+1] == '\n') && !abbreviated(part[:i]):
			return part[i+1:]
		}
	}
	if from > 0 {
		if i := strings.IndexAny(part, " \n"); i >= 0 { // a word that was cut
			part = part[i:]
		}
	}
	return part
}

// abbreviated reports whether a word that points to something ends s, whose full stop ends no sentence.
func abbreviated(s string) bool {
	w := s[wordStart(s, len(s)):]
	return strings.EqualFold(w, "cf") || strings.HasSuffix(s, "e.g") || strings.HasSuffix(s, "i.e")
}

// wordStart returns the start of the ASCII letters that end at i.
func wordStart(s string, i int) int {
	for i > 0 && 'a' <= s[i-1]|0x20 && s[i-1]|0x20 <= 'z' {
		i--
	}
	return i
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
