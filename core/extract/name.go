package extract

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// name returns the author's title, else the term that a definition defines, else the first clause of what the statement
// claims.
func (b *builder) name(h *head, spans []core.Span, statement string) string {
	if t := plainTitle(h.title); titled(t) {
		return t
	}
	l := b.x.language
	switch h.Kind {
	case core.Algorithm, core.Technique: // without the program or list that they introduce
		statement, _, _ = strings.Cut(statement, "\n\n")
		return clause(l, statement)
	}
	s := folded(statement)
	if h.Kind == core.Definition {
		if t := b.definedTerm(spans, s); t != "" {
			return t
		}
	}
	return claim(l, s)
}

// titled reports whether a title says something: it is no number, and not that there is none.
func titled(title string) bool {
	return strings.ContainsFunc(title, unicode.IsLetter) && !text.Untitled.Has(text.Fold(title))
}

// definedTerm is the term that a definition defines, empty when nothing tells: what its author set apart and says to be
// defined, what the verb names, what else is set apart, or what its first sentence is about.
func (b *builder) definedTerm(spans []core.Span, s string) string {
	l := b.x.language
	marked, loose := b.term(spans)
	if t := genus(l, s, cmp.Or(marked, loose)); t != "" {
		return t
	}
	called := termBehind(l, s)
	if loose != "" && called != "" { // the author set apart what the verb names, or what comes before it
		if at := strings.Index(s, loose); at >= 0 && at <= strings.Index(s, called) {
			called = ""
		}
	}
	return b.nominative(cmp.Or(marked, called, loose, subjectIn(l, s), saidTerm(l, s)))
}

// plainTitle is a title in readable characters, without what sets it apart in print.
func plainTitle(s string) string {
	s = strings.TrimSpace(text.Plain(s))
	s = strings.TrimRight(s, ".:; ")
	s = strings.Trim(s, "“”\"")
	return strings.TrimSpace(s)
}

// term returns the term that a definition's author set apart: the first words in italics or bold of which their
// sentence says that it defines them, or that a command for terms marks. Of others, set apart for their weight, it
// gives the first as loose.
func (b *builder) term(spans []core.Span) (term, loose string) {
	m, t := b.doc.Marks, b.doc.Text
	for _, sp := range spans {
		var sentences []core.Span
		for k := b.x.marks(sp.Start); k < len(m) && m[k].Span.Start < sp.End; k++ {
			if m[k].Kind != core.Term && m[k].Kind != core.Emph && m[k].Kind != core.Strong || m[k].Span.End > sp.End || bracketed(t, m[k].Span) {
				continue
			}
			w := b.withoutVerb(strings.Trim(text.Plain(m[k].Span.Of(t)), " .,;:．"))
			if rest, ok := strings.CutPrefix(w, "("); ok { // "(real) differentiable": the word may be left out
				if _, behind, ok := strings.Cut(rest, ") "); ok {
					w = behind
				}
			}
			proper, _, _ := strings.Cut(w, " (") // "simply connected (in the sense of paths)"
			if n := len(strings.Fields(proper)); n == 0 || n > 6 || len(w) < 2 || strings.ContainsAny(w, ".:;") || !slices.ContainsFunc(text.Words(w), func(w text.Word) bool { return !text.Stop(text.Fold(w.Text)) }) {
				continue
			}
			if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				continue
			}
			if m[k].Kind == core.Term {
				return w, ""
			}
			if text.Stressed.Has(text.Fold(w)) {
				continue
			}
			if sentences == nil {
				sentences = text.Sentences(sp.Of(t))
			}
			if b.definedIn(sp, sentences, m[k].Span) {
				return w, ""
			}
			if loose == "" {
				loose = w
			}
		}
	}
	return "", loose
}

// definedIn reports whether the sentence around a mark in a definition defines what is marked: "is called *open*", "An
// *open set* is", "U is *open*", "*open* if", "we say that an *open set*".
func (b *builder) definedIn(body core.Span, sentences []core.Span, mark core.Span) bool {
	k := sort.Search(len(sentences), func(k int) bool { return body.Start+sentences[k].End >= mark.End })
	if k == len(sentences) || body.Start+sentences[k].Start > mark.Start {
		return false
	}
	from, to := body.Start+sentences[k].Start, body.Start+sentences[k].End
	if to-from > maxSentenceBytes { // of a longer one, what stands next to the mark
		from, to = max(from, mark.Start-maxSentenceBytes/2), min(to, mark.End+maxSentenceBytes/2)
	}
	before, after := text.Words(b.doc.Text[from:mark.Start]), text.Words(b.doc.Text[mark.End:max(to, mark.End)])
	l := b.x.language
	if b.introduces(before) || b.meant(before, after) || len(after) > 0 && l.Has(text.Condition, after[0].Text) {
		return true
	}
	words := len(before)
	for len(before) > 0 && l.Has(text.Article, before[len(before)-1].Text) {
		before = before[:len(before)-1]
	}
	subject := len(after) > 0 && l.Has(text.Copula, after[0].Text) // "A *ring* is", "For any group, a *torsor* is"
	if len(before) == 0 || len(before) == 1 && isNumber(before[0].Text) {
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(b.doc.Text[mark.End:body.End], "*_} "))
		return subject || len(after) == 0 || !unicode.IsLetter(next) || l.Has(text.Of, after[0].Text) || l.Has(text.NamingEnd, after[0].Text)
	}
	if subject && len(before) < words {
		return true
	}
	for _, u := range [...]text.Use{text.NamingPhrase, text.SayingPhrase} {
		if endsWith(l, u, before) {
			return true
		}
	}
	return false
}

// endsWith reports whether words end with a phrase of a use.
func endsWith(l *text.Language, u text.Use, words []text.Word) bool {
	for list := range l.All(u) {
		p := text.Words(list)
		if k := len(words) - len(p); k >= 0 && slices.EqualFunc(p, words[k:], func(a, b text.Word) bool { return a.Text == b.Text }) {
			return true
		}
	}
	return false
}

// isNumber reports whether a word is the number of an entry.
func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// withoutVerb is a term without the verb that was set apart with it, and what belongs to that: "*heißt ein Punkt von*
// A".
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

// bracketed reports whether a span is all that stands between parentheses: such a word names the clause before it,
// "d(x, x) = 0 (reflexivity)", and not what is defined.
func bracketed(s string, sp core.Span) bool {
	before, after := strings.TrimRight(s[:sp.Start], "*_{\\ "), strings.TrimLeft(s[sp.End:], "*_} ")
	body := strings.TrimRight(sp.Of(s), ";,. ")
	if strings.HasPrefix(body, "(") {
		return strings.HasSuffix(body, ")")
	}
	return strings.HasSuffix(before, "(") && (strings.HasPrefix(after, ")") || strings.HasSuffix(body, ")") && !strings.Contains(body, "("))
}

// genus is what a definition's first sentence says to be a thing of a kind, "A loop is a map …", where the first term
// that its author set apart stands in a later sentence, about a part of it: "Its *support* is …".
func genus(l *text.Language, s, term string) string {
	first := s
	if sentences := text.Sentences(s); len(sentences) > 0 {
		first, _, _ = strings.Cut(sentences[0].Of(s), ": ")
	}
	words := strings.Fields(first)
	if at := strings.Index(s, term); term == "" || at >= 0 && at < len(first) || len(words) == 0 || !l.Has(text.Article, text.Fold(words[0])) {
		return ""
	}
	k := slices.IndexFunc(words[:min(len(words), maxTermWords+2)], func(w string) bool { return l.Has(text.Copula, text.Fold(w)) })
	if k < 2 || k+2 >= len(words) || !l.Has(text.Article, text.Fold(words[k+1])) {
		return ""
	}
	if slices.ContainsFunc(words, func(w string) bool { return l.Has(text.Condition, text.Fold(strings.Trim(w, ","))) }) {
		return "" // "A ring is a local ring if …"
	}
	if t := plainWords(l, words[1:k]); len(t) == k-1 {
		return strings.Join(t, " ")
	}
	return ""
}

// maxPlainTerm bounds a term that nothing sets apart, in characters.
const maxPlainTerm = 45

// termBehind is the term behind the words that define in a language: "heißt stetig, wenn", "si dice chiuso se",
// "называется открытым, если", "称为群".
func termBehind(l *text.Language, s string) string {
	words := text.Words(s)
	at, from := phrase(l, text.NamingPhrase, words)
	if start, says := phrase(l, text.SayingPhrase, words); says > 0 && (from == 0 || start <= at) {
		if end := copulaBehind(l, words, says); end > 0 {
			from = end
		}
	}
	if from == 0 {
		return ""
	}
	rest := strings.TrimLeft(s[from:], " ")
	if strings.ContainsFunc(rest[:cut(rest, maxPlainTerm)], text.Unblanked) {
		return unblankedTerm(l, rest)
	}
	if at < len(words) {
		if t := termBefore(l, s[:words[at].Span.Start], rest); t != "" {
			return t
		}
	}
	return termAt(l, rest)
}

// saidTerm is the term of a sentence in which speakers say what something is: "critical" of "We say that a point is
// critical if".
func saidTerm(l *text.Language, s string) string {
	words := text.Words(s)
	for k := 1; k < len(words); k++ {
		if l.Has(text.Saying, words[k].Text) && l.Has(text.Speaker, words[k-1].Text) {
			if end := copulaBehind(l, words, words[k].Span.End); end > 0 {
				return termAt(l, strings.TrimLeft(s[end:], " "))
			}
			return ""
		}
	}
	return ""
}

// copulaBehind is where the copula of the clause behind an offset ends, 0 where a condition comes before one.
func copulaBehind(l *text.Language, words []text.Word, from int) int {
	k := slices.IndexFunc(words, func(w text.Word) bool {
		return w.Span.Start >= from && (l.Has(text.Copula, w.Text) || l.Has(text.Condition, w.Text))
	})
	if k <= 0 || k+1 >= len(words) || !l.Has(text.Copula, words[k].Text) || l.Has(text.Pointing, words[k-1].Text) { // "as it is"
		return 0
	}
	return words[k].Span.End
}

// termAt is the term at the start of what follows the verb that names it.
func termAt(l *text.Language, rest string) string {
	if before, behind, ok := strings.Cut(rest, " ("); ok && len(before) < 2*maxPlainTerm { // "zbiorem (częściowo) uporządkowanym"
		if _, behind, ok = strings.Cut(behind, ") "); ok && startsLower(behind) && !l.Stop(text.Fold(firstField(behind))) {
			rest = before + " " + behind
		}
	}
	end := strings.IndexAny(rest, ".,;:()[]=$\n")
	if end < 0 {
		end = len(rest)
	}
	rest = rest[:end]
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
	if t := strings.Join(w, " "); len(w) > 0 && len(w) <= maxTermWords && utf8.RuneCountInString(t) <= maxPlainTerm && len(t) > 2 && !l.Has(text.Naming, text.Fold(w[0])) && !l.Has(text.Alternative, text.Fold(w[0])) && !strings.ContainsFunc(t, ofFormula) {
		return t
	}
	return ""
}

// termBefore is the term that stands before the verb that names it, in a case of its own, as languages have it whose
// nouns are declined: "Метрическим пространством называется пара", "dla każdego x klasą abstrakcji nazywamy zbiór".
// Where what stands behind the verb has that case, only the start of the sentence is surer.
func termBefore(l *text.Language, before, behind string) string {
	if !l.Declines() {
		return ""
	}
	named := func(word string) bool { return len(l.Nominatives(strings.ToLower(word))) > 0 }
	before = before[strings.LastIndexAny(before, ".;:\n")+1:]
	before = before[strings.LastIndex(before, ", ")+1:]
	words := strings.Fields(before[max(0, len(before)-maxFolded/2):])
	for i, w := range words {
		if !named(w) || i > 0 && l.Stop(text.Fold(words[i-1])) { // "на каждой"
			continue
		}
		if i > 0 && named(firstField(behind)) || utf8.RuneCountInString(strings.Join(words[i:], " ")) > 2*maxPlainTerm {
			return ""
		}
		return strings.Join(plainWords(l, words[i:]), " ")
	}
	return ""
}

// unblankedTerm is the term at the start of what follows the verb that names it, where words stand without blanks: what
// stands behind the last particle of its attributes, "邻域" in "点x的邻域".
func unblankedTerm(l *text.Language, s string) string {
	s = s[:cut(s, 4*maxPlainTerm)]
	depth, end := 0, len(s)
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '(' || r == '（':
			depth++
		case r == ')' || r == '）':
			depth--
		case depth > 0: // "点P(x, y)的邻域", "正定（负定）的"
		case strings.ContainsRune(".,;:=\n，。；：、．“”", r):
			end = i
		default:
			b.WriteRune(r)
		}
		if end < len(s) {
			break
		}
	}
	s = b.String()
	for i := range s {
		if i > 0 && l.Begins(text.Condition, s[i:]) {
			s = s[:i]
			break
		}
	}
	for of := range l.All(text.Of) {
		s = strings.TrimSuffix(strings.TrimSpace(s), of)
		if k := strings.LastIndex(s, of); k >= 0 {
			s = strings.TrimSpace(s[k+len(of):])
		}
	}
	for lead := range l.All(text.Leading) {
		s = strings.TrimPrefix(s, lead)
	}
	if len(s) > maxPlainTerm || strings.ContainsAny(s, "[(_^") || !strings.ContainsFunc(s, text.Unblanked) {
		return ""
	}
	return s
}

// subjectIn is the subject of the first sentence that does more than to fix objects: "anneau" in "Un anneau est un
// ensemble", and what it says of its subject under a condition: "offen" in "Eine Menge ist offen, wenn". "By a ring we
// mean".
func subjectIn(l *text.Language, s string) string {
	for _, sp := range text.Sentences(s) {
		sentence := strings.TrimRight(strings.TrimSpace(sp.Of(s)), ".")
		if hypothetical(l, sentence) {
			continue
		}
		words := strings.Fields(withoutConclusion(l, sentence))
		if t := meantTerm(l, words); t != "" {
			return t
		}
		if len(words) == 0 {
			return ""
		}
		if l.Knows(text.Article) {
			article, noun := elided(words[0])
			switch {
			case article != "" && l.Has(text.Article, text.Fold(article)):
				words[0] = noun
			case l.Has(text.Article, text.Fold(words[0])):
				words = words[1:]
			default:
				return propertyOfSign(l, words)
			}
		}
		reach := words[:min(len(words), maxSubjectWords)]
		if k := slices.IndexFunc(reach, func(w string) bool { return len(w) > 1 && strings.HasSuffix(w, ":") }); k >= 0 {
			reach = reach[:k]
		}
		k := slices.IndexFunc(reach, func(w string) bool {
			return w == "–" || w == "—" || w == "-" || l.Has(text.Copula, text.Fold(w)) || l.Has(text.Defining, text.Fold(w))
		})
		if k <= 0 || k+1 >= len(words) {
			return ""
		}
		if t, conditional := property(l, words[k+1:]); conditional {
			return t
		}
		t := plainWords(l, words[:k])
		n := len(t)
		if announces(l, text.Words(strings.Join(t, " "))) || n > 0 && n < k && n < 3 && objectNamed(l, t[n-1], words[n:k]) {
			return ""
		}
		said := words[k+1:]
		if l.Has(text.Article, text.Fold(said[0])) {
			said = said[1:]
		}
		if n < k && n <= len(said) && slices.Equal(t, said[:n]) { // "The ring of a point is the ring S"
			return ""
		}
		return strings.Join(t, " ")
	}
	return ""
}

// propertyOfSign is what a sentence says of an object that it calls by a sign alone, under a condition: "tame" in "f is
// tame if …", "T : A → B is tame if …".
func propertyOfSign(l *text.Language, words []string) string {
	for k, w := range words[:min(len(words), maxSubjectWords)] {
		switch {
		case k > 0 && l.Has(text.Copula, text.Fold(w)) && k+1 < len(words):
			t, _ := property(l, words[k+1:])
			return t
		case w != ":" && !symbolic(l, w):
			return ""
		}
	}
	return ""
}

// objectNamed reports whether a noun only says of what sort an object is that has a sign: "The function f", "The
// homomorphism q : G → H".
func objectNamed(l *text.Language, noun string, behind []string) bool {
	if !symbolic(l, behind[0]) {
		return false
	}
	return l.Has(text.Everyday, text.Fold(noun)) || strings.Contains(behind[0], "(") || slices.ContainsFunc(behind[:min(len(behind), 2)], func(w string) bool { return strings.HasPrefix(w, ":") || strings.HasSuffix(w, ":") })
}

// meantTerm is the term of a sentence that begins "By a tower we mean", "Unter einem Turm versteht man".
func meantTerm(l *text.Language, words []string) string {
	if len(words) < 3 || !l.Has(text.Article, text.Fold(words[1])) {
		return ""
	}
	k := slices.IndexFunc(words[:min(len(words), maxSubjectWords)], func(w string) bool { return l.Has(text.Meaning, text.Fold(w)) })
	if k < 3 || slices.ContainsFunc(words[:k], func(w string) bool { return strings.HasSuffix(w, ",") }) {
		return ""
	}
	words = words[2:k]
	if n := len(words) - 1; l.Has(text.Speaker, text.Fold(words[n])) {
		words = words[:n]
	}
	return strings.Join(plainWords(l, words), " ")
}

// property is what the words behind a copula say of their subject under a condition, "continuous" in "A map is
// continuous if …", "local ring" in "A ring is a local ring if …": a sentence with a condition defines that, and not
// its subject. Where nothing in words stands between them, nothing here tells the term.
func property(l *text.Language, said []string) (term string, conditional bool) {
	at := slices.IndexFunc(said, func(w string) bool { return l.Has(text.Condition, text.Fold(strings.Trim(w, ",:"))) })
	if at < 0 {
		return "", false
	}
	if l.Has(text.Article, text.Fold(said[0])) {
		said, at = said[1:], at-1
	}
	for k := range max(0, at) { // "(p, q)-flat"
		if i := strings.LastIndexAny(said[k], ")]"); i >= 0 && i+1 < len(said[k]) {
			said = append([]string{strings.TrimLeft(said[k][i+1:], "-–")}, said[k+1:]...)
			at -= k
			break
		}
	}
	if at > maxPlainProperty && strings.HasSuffix(said[at-1], ",") {
		return "", false // "is given by the least such number, if there is one"
	}
	if at > maxProperty || slices.ContainsFunc(said[:max(0, at-1)], func(w string) bool { return strings.HasSuffix(w, ",") && !strings.HasPrefix(w, "(") }) {
		return "", true
	}
	if what := plainWords(l, said[:max(0, at)]); len(what) > 0 && !l.Stop(text.Fold(what[0])) && !l.Has(text.Naming, text.Fold(what[0])) {
		return strings.Join(what, " "), true
	}
	return "", true
}

// maxPlainProperty is how many words of a property a comma may set off from its condition, "is open, if it is".
const maxPlainProperty = 3

// maxProperty is how many words of a property stand before its condition at most.
const maxProperty = 8

// maxSubjectWords is how far behind the start of a sentence its copula stands at most.
const maxSubjectWords = 20

// plainWords are the words of a name at the start of a list: up to a formula, a condition, and what it is of where that
// is any one, "d'un anneau"; at most as many as a term has, and without what cannot end a name.
func plainWords(l *text.Language, words []string) []string {
	var out []string
	of := 0 // where what it is of begins
	for n, w := range words {
		bare := strings.Trim(w, "“”«»\",:-")
		if strings.HasPrefix(bare, "(") && strings.HasSuffix(bare, ")") && acronym(bare) && len(out) > 0 { // "ring of integers (ROI)"
			continue
		}
		if short := utf8.RuneCountInString(bare) < 2 && !l.Has(text.Of, text.Fold(bare)) && !l.Has(text.And, text.Fold(bare)); short || !inWords(bare) || l.Has(text.Condition, text.Fold(bare)) {
			break
		}
		if of, article := elided(bare); of != "" && l.Has(text.Article, text.Fold(article)) {
			break
		}
		if l.Has(text.Of, text.Fold(bare)) {
			if n+1 < len(words) && l.Has(text.Article, text.Fold(words[n+1])) {
				break
			}
			if of == 0 {
				of = len(out)
			}
		}
		out = append(out, w)
		if last := w[len(w)-1]; last == ',' || last == ':' || len(out) > 2*maxTermWords {
			break
		}
	}
	if len(out) > maxTermWords && of > 0 {
		out = out[:of]
	}
	if len(out) > 0 {
		out[0] = strings.TrimLeft(out[0], "“«\"-") // "$K$-espace vectoriel"
	}
	for len(out) > 0 {
		last := strings.Trim(out[len(out)-1], ",:“”«»\"-")
		if out[len(out)-1] = last; !l.Stop(text.Fold(last)) && !l.Has(text.Of, text.Fold(last)) && !l.Has(text.NamingEnd, text.Fold(last)) && !l.Has(text.Article, text.Fold(last)) {
			break
		}
		out = out[:len(out)-1]
	}
	if len(out) > maxTermWords || utf8.RuneCountInString(strings.Join(out, " ")) < 3 {
		return nil
	}
	return out
}

// inWords reports whether a name may hold a word: it has letters alone, or a sign before its hyphen, "p-simplex".
func inWords(w string) bool {
	if k := strings.LastIndexAny(w, "-–"); k > 0 && !strings.ContainsAny(w, "()[]{}=") {
		w = strings.TrimLeft(w[k:], "-–")
		return utf8.RuneCountInString(w) > 1 && !strings.ContainsFunc(w, notOfName)
	}
	return !strings.ContainsFunc(w, notOfName)
}

// notOfName reports the characters that no name in words has: signs, and the letters that formulas are written with.
func notOfName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && r != '-' && r != '\'' && r != '’' || ofFormula(r)
}

// ofFormula reports the letters that formulas alone are written with, and the signs that plain text writes them with.
func ofFormula(r rune) bool {
	return unicode.Is(unicode.Lm, r) || unicode.Is(unicode.No, r) || r >= 0x2100 && r < 0x2150 || r >= 0x1D400 && r < 0x1D800 || r == '_' || r == '^'
}

// elided takes apart what an apostrophe joins: "l'anneau".
func elided(w string) (before, after string) {
	k := strings.IndexAny(w, "'’")
	if k <= 0 || k > 4 {
		return "", ""
	}
	_, n := utf8.DecodeRuneInString(w[k:])
	return w[:k], w[k+n:]
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
