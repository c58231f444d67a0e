package wire

import (
	"slices"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// A definition may set a notation for what it defines ("the *kernel* of $T$, $\ker T$"), and what says it by the
// notation alone needs the definition as what says it by the word does.

// sign is a notation in a formula: the name of an operation ("\ker"), a letter that is applied to arguments
// ("\mathcal{L}(V, W)"), or a mark that is set at one ("U^\perp").
type sign struct {
	key   string
	at    core.Span
	named bool // by a word, which means the same throughout a book; letters are used for one thing here and another there
}

// Bounds of what is read of a formula, in bytes: for the brackets behind a letter, and for the sign that makes an
// equation of it.
const (
	maxArguments = 160
	maxLeftSide  = 60
)

// signs calls f for the notations in a formula.
func signs(formula string, f func(sign)) {
	text.Operations(formula, func(name string, at core.Span) { f(sign{name, at, true}) })
	for i := 0; i < len(formula); {
		head := letter(formula, i)
		if head.Len() == 0 {
			i = max(head.End, i+1)
			continue
		}
		i = head.End
		end, shape := i, ""
		for end+1 < len(formula) && (formula[end] == '_' || formula[end] == '^') {
			arg := core.Span{Start: end + 1, End: group(formula, end+1)}
			end = arg.End
			switch set := arg.Of(formula); {
			case formula[arg.Start-1] == '_':
				shape += "_"
			case marks[strings.Trim(set, "{}")]:
				f(sign{"^" + strings.Trim(set, "{}"), core.Span{Start: head.Start, End: end}, false})
				fallthrough
			default:
				shape += "^" + set
			}
		}
		brackets := strings.TrimPrefix(formula[end:], `\left`)
		if between, n := separators(brackets); n > 0 && (between != "" || strings.HasSuffix(head.Of(formula), "}")) {
			f(sign{head.Of(formula) + shape + brackets[:1] + between, core.Span{Start: head.Start, End: len(formula) - len(brackets) + n}, false})
		}
	}
}

// marks are set at letters to say what is made of them.
var marks = map[string]bool{`\perp`: true, `\bot`: true, `\top`: true, `\vee`: true, `\wedge`: true, `\dagger`: true, `\circ`: true, `\sharp`: true, `\flat`: true, `\times`: true, `\natural`: true}

// letter is the letter that stands at an offset of a formula, with the alphabet that it is set in; where another sign
// stands it is empty and ends behind that.
func letter(formula string, i int) core.Span {
	switch c := formula[i]; {
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return core.Span{Start: i, End: i + 1}
	case c != '\\':
		return core.Span{Start: i, End: i}
	}
	end := wordEnd(formula, i+1)
	if end == i+1 {
		return core.Span{Start: i + 2, End: i + 2}
	}
	if end+3 <= len(formula) && formula[end] == '{' {
		if formula[end+2] != '}' {
			return core.Span{Start: end, End: end}
		}
		end += 3
	}
	return core.Span{Start: i, End: end}
}

// group is the end of the argument that begins at an offset of a formula.
func group(s string, i int) int {
	switch s[i] {
	case '\\':
		return max(min(i+2, len(s)), wordEnd(s, i+1))
	case '{':
		depth := 0
		for k := i; k < min(len(s), i+maxArguments); k++ {
			switch s[k] {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return k + 1
				}
			}
		}
	}
	return i + 1
}

// separators are the signs between the arguments in the brackets that s begins with, and how long these are; 0 where
// none stand there, or they do not end.
func separators(s string) (between string, n int) {
	if s == "" || s[0] != '(' && s[0] != '[' {
		return "", 0
	}
	depth := 0
	for i := 0; i < min(len(s), maxArguments); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return between, i + 1
			}
		case ',', ';', '|', ':':
			if depth == 1 {
				between += s[i : i+1]
			}
		case '\\':
			end := group(s, i)
			if command := s[i+1 : end]; depth == 1 && (command == "mid" || command == "|" || command == "parallel") {
				between += "|"
			}
			i = end - 1
		}
	}
	return "", 0
}

// collectNotations finds the notations that definitions set: operations whose names abbreviate what is defined, and
// signs that are said to denote it or are set equal to it.
func (w *wirer) collectNotations() {
	w.notations = make(map[string][]int32)
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		if cand.Primitive.Kind != core.Definition || declaration(cand) {
			continue
		}
		in := w.languages[cand.Document]
		names := w.defined(cand)
		seen := map[string]bool{}
		for _, s := range cand.Statement {
			s := s.Of(w.Documents[cand.Document].Text)
			eachFormula(s, func(f core.Span) {
				formula, before := f.Of(s), s[:f.Start]
				if supposed(in, before) {
					return
				}
				signs(formula, func(g sign) {
					list := w.notations[g.key]
					last := len(list) - 1
					switch leads := strings.Trim(formula[:g.at.Start], " \n&{") == ""; {
					case last >= 0 && list[last] == int32(c):
						return
					case g.named && (last < 0 || !w.sameChapter(int32(c), list[last])) && !seen[g.key] && !scripted(formula, g.at.Start) && slices.ContainsFunc(names, func(name []text.Word) bool { return abbreviates(g.key, name) }):
					case leads && (!g.named || strings.HasSuffix(g.at.Of(formula), "}")) && (denoted(in, before) || g.named && definedBy(formula[:min(len(formula), maxLeftSide)])): // a command may be anything
					case leads && !g.named && equated(in, before, formula) && (last < 0 || !w.sameChapter(int32(c), list[last])):
					default:
						seen[g.key] = true
						return
					}
					w.notations[g.key] = append(list, int32(c))
				})
			})
		}
	}
}

// defined are the names of what a definition defines.
func (w *wirer) defined(c *core.Candidate) (names [][]text.Word) {
	in := w.languages[c.Document]
	if !derived(&c.Primitive) && !strings.ContainsAny(c.Primitive.Name, "=()^_") { // a formula abbreviates nothing
		for name := range strings.SplitSeq(c.Primitive.Name, ", ") {
			names = append(names, nameWords(in, name))
		}
	}
	w.terms(c, func(term string, _ core.Span) { names = append(names, nameWords(in, term)) })
	return names
}

// notated proposes the definitions whose notations a statement uses, where nothing else leads to them. A letter that it
// supposes to be something itself is no notation of others.
func (w *wirer) notated(p passage) {
	if len(w.notations) == 0 || p.seen != inStatement {
		return
	}
	var own []string // letters
	eachFormula(p.text, func(f core.Span) {
		formula := f.Of(p.text)
		if supposed(p.in, p.text[:f.Start]) {
			own = append(own, firstSymbol(formula))
			return
		}
		signs(formula, func(g sign) {
			list := w.notations[g.key]
			if len(list) == 0 || g.named && scripted(formula, g.at.Start) {
				return
			}
			if !g.named && (slices.Contains(own, firstSymbol(g.at.Of(formula))) || strings.Trim(formula[:g.at.Start], " \n&{") == "" && w.kindOf(int32(p.candidate)) == core.Definition && equated(p.in, p.text[:f.Start], formula)) {
				return
			}
			to, rival := w.notates(list, p)
			if to == nobody || !g.named && !w.sameChapter(int32(p.candidate), to) {
				return
			}
			strength := passing
			if rival == "" && w.sameSection(int32(p.candidate), to) {
				strength = mentioned
			}
			w.reference(p, core.Span{Start: f.Start + g.at.Start, End: f.Start + g.at.End}, proposal{to: to, strength: strength, origin: byNotation, vague: true, rival: rival})
		})
	})
}

// notates is the definition before a passage in its document that sets a notation, the nearest; another one may be
// meant where it stands in another chapter.
func (w *wirer) notates(list []int32, p passage) (to int32, rival string) {
	i := sort.Search(len(list), func(i int) bool { return int(list[i]) >= p.candidate })
	if i < len(list) && int(list[i]) == p.candidate || i == 0 || w.Candidates[list[i-1]].Document != p.doc {
		return nobody, ""
	}
	to = list[i-1]
	if i > 1 && !w.sameChapter(int32(p.candidate), to) && w.Candidates[list[i-2]].Document == p.doc {
		rival = w.title(list[i-2])
	}
	return to, rival
}

// abbreviates reports whether the name of an operation is one of a term: beginnings of its words from the first on
// ("KL", "rank", "lcm"), or letters of its first one ("sgn"). A later word is what it is one of: the "integrable
// supremum" is no sup.
func abbreviates(name string, term []text.Word) bool {
	name = strings.ToLower(name)
	return len(term) > 0 && (beginnings(name, term) || len(name) > 2 && skeleton(name, term[0].Text))
}

// beginnings reports whether s consists of beginnings of words that follow each other.
func beginnings(s string, words []text.Word) bool {
	if s == "" || len(words) == 0 {
		return s == ""
	}
	for n := 1; n <= len(s) && strings.HasPrefix(words[0].Text, s[:n]); n++ {
		if beginnings(s[n:], words[1:]) {
			return true
		}
	}
	return false
}

// skeleton reports whether s is the first letter of a word with consonants of it in order.
func skeleton(s, word string) bool {
	if word == "" || s[0] != word[0] || strings.ContainsAny(s[1:], "aeiou") {
		return false
	}
	for i := 0; i < len(word) && s != ""; i++ {
		if word[i] == s[0] {
			s = s[1:]
		}
	}
	return s == ""
}

// scripted reports whether what stands at an offset of a formula is set below or above the line, as a mark of what it
// is set at.
func scripted(formula string, at int) bool {
	front := strings.TrimRight(formula[:at], " {")
	return strings.HasSuffix(front, "_") || strings.HasSuffix(front, "^")
}

// definedBy reports whether a sign in a formula sets what stands before it equal to what stands behind it by
// definition.
func definedBy(formula string) bool {
	for _, sign := range [...]string{":=", `\coloneq`, `:\equiv`, `\triangleq`, `\defeq`, `\colonequals`, `\eqdef`, `\stackrel{\text{def}}`, `\overset{\text{def}}`} {
		if strings.Contains(formula, sign) {
			return true
		}
	}
	return false
}

// equated reports whether an equation begins a formula that says what its left side is, and not when something holds:
// no condition leads to it.
func equated(in *text.Language, before, formula string) bool {
	if i := strings.IndexByte(formula, '='); i <= 0 || i > maxLeftSide {
		return false
	}
	front := clauseBefore(in, before, len(before))
	return !slices.ContainsFunc(front.words, func(word string) bool {
		return in.Has(text.Condition, word) || in.Has(text.Hypothesis, word) && !in.Has(text.Denoting, word)
	})
}

// denoted reports whether words end s that say that what follows denotes what stands before: "denoted by".
func denoted(in *text.Language, s string) bool {
	front := clauseBefore(in, s, len(s)).withoutArticles()
	return front.has(text.Denoting, 0) || len(front.words) > 1 && in.Has(text.Reason, front.words[0]) && front.has(text.Denoting, 1)
}

// supposed reports whether a word ends s that makes a variable of what follows: "Let".
func supposed(in *text.Language, s string) bool {
	front := clauseBefore(in, s[cut(s, max(0, len(s)-nearby)):], len(s)-cut(s, max(0, len(s)-nearby)))
	return front.has(text.Hypothesis, 0) && !front.has(text.Denoting, 0)
}
