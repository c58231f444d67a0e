package extract

import (
	"cmp"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// maxPartyWords bounds the words of a party, without its article.
const maxPartyWords = 3

// parties are the nouns that the requirements of a text bind, in lower case: "server" of "The server MUST".
func (b *builder) parties() map[string]bool {
	out := map[string]bool{}
	t := b.doc.Text
	for _, k := range b.keyWordsIn(core.Span{End: len(t)}) {
		if _, noun := party(t[max(0, k.span.Start-maxSubject):k.span.Start]); noun != "" {
			out[noun] = true
		}
	}
	return out
}

// party is the article and the noun that a text ends with, "the" and "web server", empty where it ends otherwise.
func party(s string) (article, noun string) {
	words := strings.Fields(strings.ToLower(s))
	for n := 1; n <= maxPartyWords && n < len(words); n++ {
		k := len(words) - n
		if w := strings.Trim(words[k], "*_"); !inWords(w) || text.Stop(text.Fold(w)) {
			break
		}
		if text.Article.Has(words[k-1]) {
			return words[k-1], strings.Trim(strings.Join(words[k:], " "), "*_")
		}
	}
	return "", ""
}

// withSubject is the name of a requirement that points away, with what it points to: the subject of its own condition
// or of the sentence before it for a pronoun, the title around it that ends with the noun of "This object", and
// otherwise, before it, the entry or section that it stands in.
func (b *builder) withSubject(i int, sp core.Span, name, statement, before string) string {
	l := b.x.language
	word, rest, _ := strings.Cut(name, " ")
	if text.Pronoun.Has(text.Fold(word)) {
		if subject := cmp.Or(b.conditioned(text.Plain(statement[:cut(statement, 4*maxName)])), b.subjectBefore(before, rest)); subject != "" {
			return clauseFrom(l, subject+" "+rest, maxName)
		}
	} else if noun, verb, ok := strings.Cut(rest, " "); ok && (text.Stop(leadingWord(verb)) || b.bindsAt(verb)) { // "This links object" names no links
		if t := b.titleOf(sp.Start, noun); t != "" {
			return clauseFrom(l, t+" "+verb, maxName)
		}
	}
	if about := cmp.Or(b.entryName(i), b.sectionName(sp.Start)); about != "" {
		return clauseFrom(l, about+": "+name, maxName)
	}
	return name
}

// conditioned is the party that the condition before a requirement begins with: "A server" of "If a server accepts
// them, it MUST".
func (b *builder) conditioned(s string) string {
	if !text.Fronted.Has(leadingWord(s)) {
		return ""
	}
	words := strings.Fields(s)
	for n := min(maxPartyWords+2, len(words)-1); n > 2; n-- {
		if article, noun := party(strings.Join(words[1:n], " ")); noun != "" && len(strings.Fields(noun)) == n-2 && b.bound()[noun] {
			return capitalised(article + " " + noun)
		}
	}
	return ""
}

// subjectBefore is the subject of the requirement before one that begins with a pronoun. What must do something and
// what must be something are seldom the same: "A client MUST send a key. It MUST be new."
func (b *builder) subjectBefore(before, rest string) string {
	k, ok := nextKeyWord(before, 0, 0, b.wording)
	if !ok {
		return ""
	}
	subject := strings.TrimRight(before[:k.span.Start], " ")
	own, ok := nextKeyWord(rest, 0, 0, b.wording)
	if !ok || strings.ContainsAny(subject, "…:,") || !text.Article.Has(leadingWord(subject)) {
		return ""
	}
	said := func(s string) bool { return text.BeingDone.Has(leadingWord(s)) }
	if said(before[k.span.End:]) != said(rest[own.span.End:]) {
		return ""
	}
	return subject
}

// bindsAt reports whether s begins with a key word.
func (b *builder) bindsAt(s string) bool {
	k, ok := nextKeyWord(s, 0, 0, b.wording)
	return ok && k.span.Start == 0
}

// titleOf is the nearest title around an offset that names a thing of a sort: "Tag Object" for "object".
func (b *builder) titleOf(at int, noun string) string {
	noun = text.Fold(noun)
	for sec, n := b.section(at), 0; sec > 0 && sec < len(b.an.Sections) && n < maxLeads; n++ {
		t := title(b.an.Sections[sec].Title)
		if words := text.Words(t); len(words) > 1 && words[len(words)-1].Text == noun {
			return t
		}
		sec = b.an.Sections[sec].Parent
	}
	return ""
}
