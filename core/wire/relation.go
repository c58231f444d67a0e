package wire

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
	aside bool // it stands in brackets behind a claim: "(cf. Theorem 2)"
}

// relation is the bond that the words around a mention ask for; requires when they ask for none. Only words that govern
// the mention count, or the list that it stands in: "This generalizes Theorem 2", "a special case of Theorem 2",
// "Theorem 2 is a special case", "applying Theorem 2", "equivalent to Theorem 2", "cf. Theorem 2", "see Theorems 2 and
// 3 for examples". "See" alone gives a reason.
func relation(in *text.Language, s string, at core.Span) bond {
	start := list(in, s, at.Start)
	front := clauseBefore(in, s, start).withoutArticles()
	for k := range min(len(front.words), 5) {
		switch {
		case front.has(text.Generalizing, k) && front.withoutWords(k+1).has(text.Reason, 0): // "by the generalization of"
			return bond{typ: core.Requires}
		case front.has(text.Generalizing, k):
			return bond{typ: core.Generalizes}
		case front.has(text.Specializing, k), front.special(k):
			return bond{typ: core.Specializes}
		case k <= 1 && front.has(text.Extending, k), k == 0 && front.has(text.Stronger, k):
			return bond{typ: core.Generalizes}
		case k == 0 && front.has(text.Weaker, k):
			return bond{typ: core.Specializes}
		case k == 0 && front.has(text.Equating, k) && adjacent(s, start): // not "is equivalent to B (Theorem 2)"
			return bond{typ: core.Equivalent}
		case k <= 2 && front.has(text.Applying, k):
			return bond{typ: core.Applies}
		case k <= 1 && front.has(text.Comparing, k):
			return bond{typ: core.Motivates, aside: aside(s, start)}
		}
	}
	rear := clauseBehind(in, s, at.End)
	if rear.has(text.Extending, 0) {
		return bond{typ: core.Specializes}
	}
	for k := 1; k < 5 && rear.has(text.Being, 0); k++ {
		if rear.special(k) || rear.has(text.Specializing, k) {
			return bond{typ: core.Generalizes}
		}
	}
	return bond{typ: core.Requires, shows: exemplary(front, rear)}
}

// exemplary reports whether the words before or behind a mention present it as an example: "you can find examples in",
// "such as", "for an example". "For example by" gives a reason, and so does "for example if it is flat, see".
func exemplary(front, rear clause) bool {
	for k := range min(len(front.words), 8) {
		switch {
		case k <= 1 && front.has(text.Reason, k):
			return false
		case k == 0 && front.has(text.Seeing, k) && len(front.words) > 1 && !front.has(text.Illustrating, 1):
			return false
		case front.has(text.Illustrating, k):
			return true
		}
	}
	for k := 1; k < 4 && rear.has(text.Serving, 0); k++ {
		if rear.has(text.Illustrating, k) {
			return true
		}
	}
	return false
}

// clause is the words of a sentence on one side of a mention.
type clause struct {
	in    *text.Language
	words []string // the nearest to the mention first
	front bool     // they stand before it
}

// longestPhrase is how many words the phrases of the tables of languages have at most.
const longestPhrase = 3

// has reports whether a word or phrase with a use in the language stands there, k words from the mention.
func (c clause) has(u text.Use, k int) bool {
	if k >= len(c.words) {
		return false
	}
	phrase := c.words[k]
	if c.in.Has(u, phrase) {
		return true
	}
	gap := " "
	switch {
	case text.Unblanked(firstRune(phrase)):
		gap = ""
	case !u.Phrased():
		return false
	}
	for _, w := range c.words[k+1 : min(len(c.words), k+longestPhrase)] {
		if c.front {
			phrase = w + gap + phrase
		} else {
			phrase += gap + w
		}
		if c.in.Has(u, phrase) {
			return true
		}
	}
	return false
}

// special reports whether a special case is spoken of there: "special case", "cas particulier".
func (c clause) special(k int) bool {
	return c.has(text.Particular, k) && (c.has(text.Case, k+1) || k > 0 && c.has(text.Case, k-1))
}

// withoutArticles is the clause behind the articles that stand next to the mention: "equivalent to the".
func (c clause) withoutArticles() clause {
	for len(c.words) > 0 && (c.in.Has(text.Article, c.words[0]) || c.in.Has(text.Customary, c.words[0])) {
		c.words = c.words[1:]
	}
	return c
}

// withoutWords is the clause without the n words next to the mention and the articles behind them.
func (c clause) withoutWords(n int) clause {
	c.words = c.words[min(n, len(c.words)):]
	return c.withoutArticles()
}

// adjacent reports whether a word ends right before an offset: no formula and no bracket stands between.
func adjacent(s string, at int) bool {
	front := strings.TrimRight(s[:at], " \n~*_{[\u00A0")
	r, _ := utf8.DecodeLastRuneInString(front)
	return unicode.IsLetter(r)
}

// aside reports whether the brackets that a mention stands in hold little before it.
func aside(s string, at int) bool {
	front := s[max(0, at-24):at]
	i := strings.LastIndexAny(front, "([)]")
	return i >= 0 && (front[i] == '(' || front[i] == '[')
}

// clauseBefore is the clause up to an offset.
func clauseBefore(in *text.Language, s string, end int) clause {
	words := clauseWords(before(s, end))
	slices.Reverse(words)
	return clause{in, words, true}
}

// clauseBehind is the clause from an offset on.
func clauseBehind(in *text.Language, s string, start int) clause {
	return clause{in, clauseWords(behind(s, start)), false}
}

// list is where the list of mentions begins that goes on at an offset: before the first of "Theorem 2, Theorem 3 and".
func list(in *text.Language, s string, at int) int {
	start := at
	for _, reach := range [...]int{nearby / 2, listed} { // most stand alone
		from := max(0, at-reach)
		for _, end := range [...]string{". ", "\n\n"} { // no list goes on over the end of a sentence
			if n := strings.LastIndex(s[from:at], end); n >= 0 {
				from += n + len(end)
			}
		}
		part := s[from:at]
		start = at
		words := text.Words(part)
		i := len(words) - 1
		for ; i >= 0 && lists(in, words[i], part); i-- {
			start = from + words[i].Span.Start
		}
		if i > 0 {
			break
		}
	}
	return start
}

// lists reports whether a word may stand in a list of mentions: a head, a number, a label in capitals, "and".
func lists(in *text.Language, w text.Word, s string) bool {
	printed := w.Span.Of(s)
	if isDigit(printed[0]) || in.Has(text.And, w.Text) || printed == strings.ToUpper(printed) && printed != strings.ToLower(printed) {
		return true
	}
	h, _ := text.LookupHead(w.Text)
	return h.Class == text.Item
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
