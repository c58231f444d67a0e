package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// maxName bounds a name made from a statement, in bytes.
const maxName = 80

// name returns the author's title, else the term that a definition defines, else the first clause of the statement.
func (b *builder) name(h *head, spans []core.Span, statement string) string {
	if t := plainTitle(h.title); t != "" && !text.Untitled.Has(text.Fold(t)) {
		return t
	}
	if h.Kind == core.Definition {
		if t := b.term(spans); t != "" {
			return t
		}
		if t := b.calledTerm(statement); t != "" {
			return t
		}
	}
	if h.Role == "step" { // without the program that it introduces
		statement, _, _ = strings.Cut(statement, "\n\n")
	}
	return clause(statement)
}

// plainTitle is a title in readable characters, without what sets it apart in print.
func plainTitle(s string) string {
	s = strings.TrimSpace(text.Plain(s))
	s = strings.TrimRight(s, ".:; ")
	s = strings.Trim(s, "“”\"")
	return strings.TrimSpace(s)
}

// term returns the term that a definition's author set apart: by a command for terms, else the first words in italics
// or bold.
func (b *builder) term(spans []core.Span) string {
	m, t := b.doc.Marks, b.doc.Text
	best := ""
	for _, sp := range spans {
		for k := b.x.marks(sp.Start); k < len(m) && m[k].Span.Start < sp.End; k++ {
			if m[k].Kind != core.Term && m[k].Kind != core.Emph && m[k].Kind != core.Strong || m[k].Span.End > sp.End || bracketed(t, m[k].Span) {
				continue
			}
			w := b.withoutVerb(strings.Trim(text.Plain(m[k].Span.Of(t)), " .,;:"))
			if n := len(strings.Fields(w)); n == 0 || n > 6 || len(w) < 2 || strings.ContainsAny(w, ".:;") || !slices.ContainsFunc(text.Words(w), func(w text.Word) bool { return !text.Stop(text.Fold(w.Text)) }) {
				continue
			}
			if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				continue
			}
			if m[k].Kind == core.Term {
				return w
			}
			if best == "" && !text.Stressed.Has(text.Fold(w)) {
				best = w
			}
		}
	}
	return best
}

// withoutVerb is a term without the verb that was set apart with it, and what belongs to that: "*heißt ein Punkt von* A".
func (b *builder) withoutVerb(term string) string {
	l, w := b.x.language, strings.Fields(term)
	if len(w) == 0 || !l.Has(text.Naming, text.Fold(w[0])) {
		return term
	}
	for w = w[1:]; len(w) > 0 && l.Has(text.Article, text.Fold(w[0])); {
		w = w[1:]
	}
	for len(w) > 0 && l.Has(text.NamingEnd, text.Fold(w[len(w)-1])) {
		w = w[:len(w)-1]
	}
	return strings.Join(w, " ")
}

// bracketed reports whether a span is all that stands between parentheses: such a word names the clause before it, "d(x, x) = 0
// (reflexivity)", and not what is defined.
func bracketed(s string, sp core.Span) bool {
	before, after := strings.TrimRight(s[:sp.Start], "*_{\\ "), strings.TrimLeft(s[sp.End:], "*_} ")
	body := strings.TrimRight(sp.Of(s), ";,. ")
	if strings.HasPrefix(body, "(") {
		return strings.HasSuffix(body, ")")
	}
	return strings.HasSuffix(before, "(") && (strings.HasPrefix(after, ")") || strings.HasSuffix(body, ")") && !strings.Contains(body, "("))
}

// calledTerm reads the term behind the words that define ("is called a field", "we say that f is continuous"), for
// texts that lost their italics.
func (b *builder) calledTerm(s string) string {
	s = text.Plain(s)
	s = s[:cut(s, 1200)]
	if l := b.x.language; l.String() != "en" {
		return termBehind(l, s)
	}
	low := strings.ToLower(s)
	if len(low) != len(s) { // folding changed lengths; offsets would be wrong
		low = s
	}
	for _, p := range [...]string{" is called ", " are called ", " is said to be ", " are said to be ", " we call ", " is termed ", " is known as "} {
		k := strings.Index(low, p)
		if k < 0 {
			continue
		}
		rest := s[k+len(p):]
		for _, a := range [...]string{"a ", "an ", "the "} {
			rest = strings.TrimPrefix(rest, a)
		}
		e := strings.IndexAny(rest, ".,;:()[]=$")
		if e < 0 {
			e = len(rest)
		}
		w := strings.Fields(rest[:e])
		for i := range w {
			switch strings.ToLower(w[i]) {
			case "if", "when", "of", "for", "on", "in", "at", "and", "or", "provided", "with", "over", "by", "whenever", "to", "iff", "is", "if and only if":
				w = w[:i]
			}
			if i >= len(w) {
				break
			}
		}
		if len(w) > 0 && len(w) <= 4 && len(w[0]) > 1 {
			return strings.Join(w, " ")
		}
	}
	return subject(s)
}

// subject is the subject of a first sentence that says what it is: "A field is a nonzero ring …". Under a condition the
// sentence defines what it says of its subject, "continuous" in "A map is continuous if …", and where that is no copula and
// an adjective or noun, nothing here tells it.
func subject(s string) string {
	for _, a := range [...]string{"A ", "An ", "The ", "By a ", "By an "} {
		if !strings.HasPrefix(s, a) {
			continue
		}
		w := strings.Fields(s[len(a):cut(s, 320)])
		n := 1
		for n < len(w) && !subjectEnds[w[n]] {
			n++
		}
		if n >= len(w) || n > 4 {
			return ""
		}
		for _, k := range w[n:] {
			if k == "is" || k == "are" {
				break
			}
			if conditions[strings.Trim(k, ",")] {
				return ""
			}
			if strings.HasSuffix(k, ".") {
				break
			}
		}
		if k := slices.IndexFunc(w, func(k string) bool { return k == "is" || k == "are" }); k >= n {
			if t := property(w[k+1:]); t != "" {
				return t
			}
		}
		if t := strings.Join(w[:n], " "); !strings.ContainsAny(t, ".,;:()=") && len(t) > 2 {
			return t
		}
		return ""
	}
	return ""
}

var (
	subjectEnds = map[string]bool{"is": true, "are": true, "we": true, "of": true, "on": true, "in": true}
	conditions  = map[string]bool{"if": true, "iff": true, "when": true, "whenever": true, "provided": true}
)

// property is what words say of the subject before their copula under a condition: "continuous" in "A map is continuous
// if …", "local ring" in "A ring is a local ring if …", which defines the property and not the subject.
func property(w []string) string {
	if len(w) > 0 && (w[0] == "a" || w[0] == "an") {
		w = w[1:]
	}
	for i := 0; i < len(w) && i <= 3; i++ {
		switch k := w[i]; {
		case k == "a", k == "an", k == "the", k == "called", k == "said", k == "defined", k == "given", k == "in", k == "of":
			return ""
		case conditions[strings.Trim(k, ",")]:
			t := strings.Join(w[:i], " ")
			if k := strings.LastIndexAny(t, ")]–"); k >= 0 { // "(p, q)-flat"
				t = strings.TrimLeft(t[k:], ")]-– ")
			}
			if !strings.ContainsAny(t, ".,;:()=$") && len(t) > 2 {
				return t
			}
			return ""
		}
	}
	return ""
}

// maxPlainTerm bounds a term that nothing sets apart, in bytes.
const maxPlainTerm = 45

// termBehind is the term behind the words that define in a language: "heißt stetig, wenn", "si dice chiuso se",
// "называется открытым, если", "称为群".
func termBehind(l *text.Language, s string) string {
	words := text.Words(s)
	at, from := phrase(l, text.NamingPhrase, words)
	if start, says := phrase(l, text.SayingPhrase, words); says > 0 && (from == 0 || start <= at) {
		if k := slices.IndexFunc(words, func(w text.Word) bool { return w.Span.Start >= says && l.Has(text.Copula, w.Text) }); k >= 0 && k+1 < len(words) {
			from = words[k].Span.End
		}
	}
	if from == 0 {
		return ""
	}
	rest := strings.TrimLeft(s[from:], " ")
	end := strings.IndexAny(rest, ".,;:()[]=$\n，。；：（）、“”")
	if end < 0 {
		end = len(rest)
	}
	rest = rest[:end]
	if r, _ := utf8.DecodeRuneInString(rest); text.Unblanked(r) {
		if len(rest) > maxPlainTerm/2 {
			return ""
		}
		return strings.TrimSpace(rest)
	}
	w := strings.Fields(rest)
	for len(w) > 0 && l.Has(text.Article, text.Fold(w[0])) {
		w = w[1:]
	}
	for i := range w {
		if l.Has(text.NamingEnd, text.Fold(w[i])) || utf8.RuneCountInString(w[i]) == 1 {
			w = w[:i]
			break
		}
	}
	if t := strings.Join(w, " "); len(w) <= maxTermWords && len(t) <= maxPlainTerm && len(t) > 2 {
		return t
	}
	return ""
}

// phrase is where the first phrase of a use begins in words, and the offset at which it ends, 0 when there is none.
func phrase(l *text.Language, u text.Use, words []text.Word) (at, end int) {
	at = len(words)
	for list := range l.All(u) {
		p := text.Words(list)
		for i := 0; i+len(p) <= len(words) && i <= at; i++ {
			k := 0
			for k < len(p) && words[i+k].Text == p[k].Text {
				k++
			}
			if k == len(p) && k > 0 && (i < at || words[i+k-1].Span.End > end) {
				at, end = i, words[i+k-1].Span.End
				break
			}
		}
	}
	return at, end
}

// clause is the first clause of a statement in words: up to a comma, semicolon or full stop behind twenty characters,
// or as many words as fit and a sign that it goes on.
func clause(s string) string {
	s = s[:cut(s, 1200)]
	s = strings.TrimSpace(text.Plain(s))
	for _, mark := range [...]string{"- ", "• ", "– ", "* "} {
		s = strings.TrimLeft(strings.TrimPrefix(s, mark), " *") // without the mark of a list entry
	}
	if _, w, ok := strings.Cut(s, " "); ok && enumerated(s) {
		s = strings.TrimLeft(w, " ")
	}
	return clauseFrom(s, 20)
}

// clauseFrom is s up to the end of its clause behind least characters.
func clauseFrom(s string, least int) string {
	end := len(s)
	depth := 0
	for i, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '.', ';', ':', ',', '!', '?':
			if i >= least && depth <= 0 && i+1 < len(s) && s[i+1] == ' ' {
				end = i
			} else if i+1 == len(s) {
				end = i
			}
		}
		if end < len(s) || i > maxName {
			break
		}
	}
	goesOn := ""
	if end > maxName {
		goesOn = "…"
		end = cut(s, maxName)
		if k := strings.LastIndexByte(s[:end], ' '); k > maxName/2 {
			end = k
		}
	}
	if c := strings.TrimRight(s[:end], " ,;:.，；：。"); c != "" {
		return c + goesOn
	}
	return "item"
}

// cut returns the largest length up to n at which s can be cut between characters.
func cut(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
