package extract

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core/text"
)

// maxName bounds a name made from a statement, in columns: a letter of Chinese takes two.
const maxName = 80

// leastClause is behind how many bytes of a name its clause may end.
const leastClause = 20

// maxFolded bounds what names look at of a statement, in bytes of its print.
const maxFolded = 1200

// folded is the beginning of a statement in readable characters on one line.
func folded(statement string) string {
	s := text.Plain(withoutDrawings(statement[:cut(statement, 4*maxFolded)])) // commands and markup take more bytes than what they print
	return s[:cut(s, maxFolded)]
}

// drawing is what LaTeX draws, with the display around it.
var drawing = regexp.MustCompile(`(?s)(?:\\\[|\$\$|\\begin\{(?:equation|align|displaymath|center)\*?\})?\s*\\begin\{(?:tikzcd|tikzpicture|CD|xy)\}.*?\\end\{(?:tikzcd|tikzpicture|CD|xy)\}[\s.,;]*(?:\\\]|\$\$|\\end\{(?:equation|align|displaymath|center)\*?\})?\s*`)

// withoutDrawings is a statement without what LaTeX draws, whose source is no words. A sentence may end with a diagram.
func withoutDrawings(s string) string {
	if !strings.Contains(s, `\begin{`) {
		return s
	}
	var b strings.Builder
	from := 0
	for _, m := range drawing.FindAllStringIndex(s, -1) {
		b.WriteString(strings.TrimRight(s[from:m[0]], " \n"))
		if from = m[1]; startsUpper(s[from:]) {
			b.WriteByte('.')
		}
		b.WriteByte(' ')
	}
	b.WriteString(s[from:])
	return b.String()
}

// claim is the name of a statement that its author gave none, in words: the first clause of the first sentence that
// says more than what its objects are, "G is cyclic" of "Let G be a group of prime order. Then G is cyclic." Where that
// only announces a list, "The following are equivalent", it is the first clause of all, and where it points back, "It
// is open", all up to there.
func claim(l *text.Language, s string) string {
	if t := leadingTitle(s); t != "" {
		return t
	}
	s = entry(s)
	rest := s
	for hypothetical(l, rest) || behindOpening(l, text.Restating, rest) != rest {
		said := firstSentence(rest)
		_, next, _ := strings.Cut(rest, said)
		if last := lastField(said); last != said && enumerates(last+next) { // "Assume 1. …"
			next = concluding(l, next)
		} else if behind := behindConclusion(l, said); behind != "" {
			next = behind + next
		}
		next = strings.TrimSpace(next)
		if r, _ := utf8.DecodeRuneInString(next); next == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("([{|‖", r) {
			break // nothing, or the rest of a formula
		}
		rest = next
	}
	rest = behindOpening(l, text.Linking, behindOpening(l, text.Restating, rest))
	name := clauseIn(l, entry(withoutConclusion(l, entry(rest))))
	switch words := text.Words(name); {
	case len(words) == 0, len(words) == 1 && l.Has(text.Conclusion, words[0].Text): // what it claims got lost
		return clauseIn(l, firstSentence(s))
	case announces(l, words):
		first := clauseIn(l, firstSentence(s))
		if list, behind, ok := strings.Cut(rest, ": "); ok && strings.HasPrefix(rest, first) && enumerated(behind) { // no hypothesis tells it from others
			behind, _, _ = strings.Cut(entry(behind), " • ")
			if whole := list + ": " + clauseIn(l, behind); columns(whole, maxName) == len(whole) {
				return whole
			}
		}
		return first
	case hypothetical(l, rest): // "Es seien a und b Knoten" points to nothing
	case l.Has(text.Pointing, words[0].Text) && !(len(words) > 1 && l.Has(text.Impersonal, words[1].Text)):
		whole := strings.TrimRight(s[:len(s)-len(rest)]+firstSentence(rest), ".。")
		if columns(whole, maxName) == len(whole) {
			return whole
		}
		return clauseIn(l, firstSentence(s))
	}
	return name
}

// behindOpening is a sentence without the words that join it to the one before it, where they stand before a comma: "F
// is continuous" of "First, F is continuous".
func behindOpening(l *text.Language, u text.Use, s string) string {
	opening, rest, ok := strings.Cut(s, ", ")
	if !ok || len(opening) > maxLink || !l.Has(u, text.Fold(opening)) {
		return s
	}
	return begun(l, rest)
}

// maxLink bounds the words that join a sentence to the one before it, in bytes.
const maxLink = 32

// begun is what begins a name, with its first letter as sentences begin; a sign keeps its own, the article "a" does not.
func begun(l *text.Language, s string) string {
	r, n := utf8.DecodeRuneInString(s)
	first, rest, _ := strings.Cut(s, " ")
	if !unicode.IsLower(r) || symbolic(l, first) {
		return s
	}
	if second := firstField(rest); n == len(first) && second != "" && (l.Has(text.Copula, text.Fold(second)) || !strings.ContainsFunc(second, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })) {
		return s // "a ≤ f(x)", "a is a root"
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// leadingTitle is what a statement has in brackets before it begins: "(Long division). Let a and b be numbers.", "[Long
// division] Let a and b be numbers."
func leadingTitle(s string) string {
	closing, behind := ")", ". "
	t, bracket := strings.CutPrefix(s, "(")
	if !bracket {
		closing, behind = "]", " "
		t, bracket = strings.CutPrefix(s, "[")
	}
	t, rest, ok := strings.Cut(t, closing)
	t = strings.TrimRight(t, "*†‡ ") // the mark of a footnote
	if !ok || !bracket || utf8.RuneCountInString(t) < 5 || len(t) > maxName || strings.ContainsFunc(t, ofFormula) || strings.ContainsAny(t, "()[],=") {
		return ""
	}
	if rest, ok = strings.CutPrefix(rest, behind); !ok || !startsUpper(rest) || !strings.Contains(t, " ") && !startsUpper(t) {
		return ""
	}
	return t
}

func firstSentence(s string) string {
	if list := text.Sentences(s); len(list) > 0 {
		return list[0].Of(s)
	}
	return s
}

// hypothetical reports whether the first sentence of s fixes objects and claims nothing: "Let", "We fix", "Now
// suppose", "Es sei".
func hypothetical(l *text.Language, s string) bool {
	if l.Begins(text.Hypothesis, s) && !l.Begins(text.Speaker, s) && !l.Begins(text.Pointing, s) {
		return true
	}
	_, second, _ := strings.Cut(s, " ")
	return !l.Begins(text.Article, s) && l.Begins(text.Hypothesis, second) && !l.Begins(text.Everyday, second) // "Every set"
}

// concluding is s from its first sentence that concludes, empty when there is none.
func concluding(l *text.Language, s string) string {
	for _, sp := range text.Sentences(s) {
		if l.Begins(text.Conclusion, sp.Of(s)) {
			return s[sp.Start:]
		}
	}
	return ""
}

// behindConclusion is what a sentence concludes behind a comma, empty when it concludes nothing: "f is bounded" of "Let
// f be continuous, then f is bounded".
func behindConclusion(l *text.Language, sentence string) string {
	for i, r := range sentence {
		if !strings.ContainsRune(",;，；。．", r) {
			continue
		}
		if rest := strings.TrimLeft(sentence[i+utf8.RuneLen(r):], " "); l.Begins(text.Conclusion, rest) {
			return rest
		}
	}
	return ""
}

// withoutConclusion is a clause without the word that concludes before it, where its language does not set the verb
// next: "there is a root" of "Then there is a root", but "Dann gibt es eine Wurzel".
func withoutConclusion(l *text.Language, s string) string {
	if !l.Begins(text.Conclusion, s) || l.Begins(text.Inverting, s) && !strings.HasSuffix(firstField(s), ":") {
		return s
	}
	r, _ := utf8.DecodeRuneInString(s)
	if text.Unblanked(r) {
		for w := range l.All(text.Conclusion) {
			if rest, ok := strings.CutPrefix(s, w); ok {
				return strings.TrimLeft(rest, " ，")
			}
		}
		return s
	}
	_, rest, _ := strings.Cut(s, " ")
	if rest = strings.TrimLeft(rest, " ,:"); rest == "" {
		return s
	}
	return begun(l, rest)
}

// announces reports whether a clause points to what stands behind it: "the following are equivalent".
func announces(l *text.Language, words []text.Word) bool {
	for _, w := range words {
		if l.Has(text.Announcing, w.Text) {
			return true
		}
	}
	return false
}

// entry is s without the mark of a list at its start; of an enumeration, its first entry.
func entry(s string) string {
	for _, mark := range [...]string{"- ", "• ", "– ", "* "} {
		s = strings.TrimLeft(strings.TrimPrefix(s, mark), " *")
	}
	if !enumerated(s) {
		return s
	}
	mark, rest, _ := strings.Cut(s, " ")
	if next := successor(mark); next != "" {
		rest, _, _ = strings.Cut(rest, " "+next+" ")
	}
	return strings.Trim(rest, " ")
}

// enumerates reports whether s begins with the first mark of an enumeration that goes on.
func enumerates(s string) bool {
	next := successor(firstField(s))
	return next != "" && strings.Contains(s, " "+next+" ")
}

// successor is the mark behind the first one of an enumeration: "(b)" behind "(a)".
func successor(mark string) string {
	for _, pair := range [...][2]string{{"1", "2"}, {"a", "b"}, {"A", "B"}, {"i", "ii"}, {"I", "II"}} {
		if bare := strings.Trim(mark, "()."); bare == pair[0] && bare != mark {
			return strings.Replace(mark, pair[0], pair[1], 1)
		}
	}
	return ""
}

// clause is the first clause of a statement in words.
func clause(l *text.Language, statement string) string { return clauseIn(l, entry(folded(statement))) }

// clauseIn is the first clause of s, with the one that it leads to where it says when or where that holds: "If G is
// abelian, every subgroup is normal", "If f is open, and A is dense, then".
func clauseIn(l *text.Language, s string) string {
	least := leastClause
	for more := l.Begins(text.Fronted, s) || l.Begins(text.Condition, s); more; {
		end := clauseEnd(l, s, least)
		behind := strings.TrimPrefix(strings.TrimPrefix(s[end:], ","), "，")
		if behind == s[end:] {
			break
		}
		behind = strings.TrimLeft(behind, " ")
		least = len(s) - len(behind)
		more = behind != "" && (l.Begins(text.Condition, behind) || l.Begins(text.And, behind))
	}
	return clauseFrom(l, s, least)
}

// clauseFrom is s up to the end of its clause behind least bytes, or as many words as fit and a sign that it goes on.
func clauseFrom(l *text.Language, s string, least int) string {
	end := clauseEnd(l, s, least)
	name, goesOn := s[:end], ""
	if fits := columns(name, maxName); fits < len(name) {
		name, goesOn = withinBrackets(name[:fits]), "…"
	}
	name = strings.TrimRight(strings.TrimSuffix(name, ".*"), " ,;:.，；：。．")
	if last := lastField(name); len(last) < len(name) && l.Has(text.Conclusion, text.Fold(last)) { // "If f is linear, then:"
		name = strings.TrimRight(strings.TrimSuffix(name, last), " ,;:.")
	}
	if name == "" {
		return "item"
	}
	return name + goesOn
}

// clauseEnd is where the clause at the start of s ends: at a point or comma that no bracket holds and that stands
// between words, not between the signs of a list, "u, v".
func clauseEnd(l *text.Language, s string, least int) int {
	depth := 0
	for i, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '.', ';', ':', ',', '!', '?':
			if i+1 == len(s) {
				return i
			}
			if i < least || depth > 0 || s[i+1] != ' ' || r == '.' && strings.Contains(lastField(s[:i]), ".") && startsLower(s[i+2:]) { // "w.r.t. which"
				continue
			}
			if (r == ',' || r == ':') && listed(l, s[:i], s[i+2:]) || (r == '!' || r == '?') && symbolic(l, lastField(s[:i])) {
				continue
			}
			if r == ',' && l.Has(text.Conclusion, text.Fold(lastField(s[:i]))) && l.Begins(text.Condition, s[i+2:]) { // "genau dann, wenn"
				continue
			}
			return i
		case ' ':
			if i >= least && depth <= 0 && (enumerates(s[i+1:]) || strings.HasPrefix(s[i+1:], "• ")) {
				return i
			}
		case '。', '．', '！', '？':
			if i > 0 && depth <= 0 {
				return i
			}
		case '，', '；', '：':
			if i >= least && depth <= 0 {
				return i
			}
		}
		if i > 4*maxName {
			break
		}
	}
	return len(s)
}

// listed reports whether a comma or colon stands between signs: "u, v", "a, b and c", "f : A → B".
func listed(l *text.Language, before, after string) bool {
	if !symbolic(l, lastField(before)) {
		return false
	}
	next, rest, _ := strings.Cut(after, " ")
	return symbolic(l, next) || l.Has(text.And, text.Fold(next)) && symbolic(l, firstField(rest))
}

// symbolic reports whether a word is a sign or formula rather than a word of the language.
func symbolic(l *text.Language, word string) bool {
	word = strings.Trim(word, " ,.;:()[]")
	if strings.ContainsFunc(word, notOfName) {
		return true
	}
	r, n := utf8.DecodeRuneInString(word)
	return n > 0 && n == len(word) && (unicode.IsUpper(r) || !l.Stop(word) && !l.Has(text.Article, word) && !l.Has(text.And, word) && !l.Has(text.NamingEnd, word))
}

func firstField(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

func lastField(s string) string {
	s = strings.TrimRight(s, " ")
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// columns is the length up to which s fits into n columns, to the end of a word.
func columns(s string, n int) int {
	width, blank := 0, 0
	for i, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r):
		case text.Unblanked(r):
			width += 2
		default:
			width++
		}
		if width > n {
			if blank > len(s[:i])/2 {
				return blank
			}
			return i
		}
		if r == ' ' {
			blank = i
		}
	}
	return len(s)
}

// withinBrackets is a name that was cut, without the formula whose bracket it leaves open and the signs before that.
func withinBrackets(s string) string {
	depth, open := 0, len(s)
	for i, r := range s {
		switch r {
		case '(', '[', '{':
			if depth == 0 {
				open = i
			}
			depth++
		case ')', ']', '}':
			depth--
		}
	}
	whole := s
	if depth > 0 {
		whole = s[:open]
	}
	for {
		whole = strings.TrimRight(whole, " ")
		k := strings.LastIndexByte(whole, ' ')
		if strings.ContainsFunc(whole[k+1:], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(")]}", r) }) {
			break
		}
		if k < 0 {
			break
		}
		whole = whole[:k]
	}
	if len(whole) <= len(s)/2 {
		return s
	}
	return whole
}
