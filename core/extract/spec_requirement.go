package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// Bounds of what stands before a requirement that does not say itself what it is about.
const (
	maxLeads      = 4   // lists around it whose lead-ins are read
	maxLeadBytes  = 240 // of all lead-ins together
	maxTitleBytes = 80  // of a term or title that stands for the subject
	maxSubject    = 44  // of a subject in a name, in bytes
)

// topic is what a sentence of a specification is about when it leaves that to what stands around it: a list entry that
// begins with its key word ("MUST be unique"), a description that begins with its level ("REQUIRED. The name …").
type topic struct {
	text   string // "A sending node: if it was asked to:"
	spans  []core.Span
	before string // the name of the requirement that is the sentence before it
}

// topicOf returns what block i speaks of: the term that its entry explains, and the lead-ins of the lists that it
// stands in, as they end with a colon, from the outermost on. A lead-in of one word speaks of nobody ("Constraints:"):
// the title of the section goes before it.
func (b *builder) topicOf(i int) topic {
	var leads []core.Span
	var t topic
	total := 0
	for item, n := b.entryAround(i), 0; item >= 0 && n < maxLeads; n++ {
		if term := title(b.doc.Blocks[item].Title); term != "" {
			t.text = term + ":"
			break
		}
		list := b.doc.Blocks[item].Parent
		if list < 0 {
			break
		}
		lead, ok := b.leadIn(list)
		if !ok {
			break
		}
		if total += lead.Len(); total > maxLeadBytes {
			break
		}
		leads = append(leads, lead)
		item = b.entryAround(list)
	}
	if b.entryAround(i) < 0 {
		if lead, ok := b.leadBefore(i); ok {
			leads = append(leads, lead)
		}
	}
	words, termed := 0, t.text != ""
	for k := len(leads) - 1; k >= 0; k-- {
		s := b.piece(leads[k])
		words += len(strings.Fields(s))
		t.text = strings.TrimSpace(t.text + " " + s)
		t.spans = append(t.spans, leads[k])
	}
	if words > 1 || termed {
		return t
	}
	name := b.entryName(i)
	if name == "" {
		name = b.sectionName(b.doc.Blocks[i].Span.Start)
	}
	if name != "" {
		t.text = strings.TrimSpace(name + ": " + t.text)
	}
	return t
}

// entryAround returns the list entry that block i stands in, -1 when it stands in none.
func (b *builder) entryAround(i int) int {
	blocks := b.doc.Blocks
	for n := 0; i >= 0 && n < maxLeads; n++ {
		if blocks[i].Kind == core.ListItem {
			return i
		}
		i = blocks[i].Parent
	}
	return -1
}

// leadIn returns the sentence before a list that ends with a colon: of the paragraph before it, or of the entry that
// holds it.
func (b *builder) leadIn(list int) (core.Span, bool) {
	blocks, t := b.doc.Blocks, b.doc.Text
	p := list - 1
	for p >= 0 && blocks[p].Parent != blocks[list].Parent && p != blocks[list].Parent {
		p = blocks[p].Parent
	}
	if p < 0 || blocks[p].Kind != core.Paragraph && blocks[p].Kind != core.ListItem {
		return core.Span{}, false
	}
	body := core.Span{Start: blocks[p].Body.Start, End: min(blocks[p].Body.End, blocks[list].Span.Start)}
	if body.Len() <= 0 || !strings.HasSuffix(strings.TrimRight(body.Of(t), " \n*_"), ":") {
		return core.Span{}, false
	}
	clipped := body.Len() > 2*maxLeadBytes // of a long paragraph only the end is read: many entries ask for it
	if clipped {
		body.Start = body.End - 2*maxLeadBytes
		for body.Start < body.End && !utf8.RuneStart(t[body.Start]) {
			body.Start++
		}
	}
	sentences := text.Sentences(body.Of(t))
	if len(sentences) == 0 || clipped && len(sentences) == 1 {
		return core.Span{}, false
	}
	last := sentences[len(sentences)-1]
	return core.Span{Start: body.Start + last.Start, End: body.Start + last.End}, true
}

// maxEntriesBefore bounds how many entries may stand between one and the lead-in of its list where the list is lost.
const maxEntriesBefore = 20

// leadBefore is the lead-in of paragraphs that are the entries of a list, as pages are read that draw the marks of
// their lists: they follow a paragraph that ends with a colon, and all begin with a key word.
func (b *builder) leadBefore(i int) (core.Span, bool) {
	blocks, t := b.doc.Blocks, b.doc.Text
	for p := i - 1; p >= 0 && p >= i-maxEntriesBefore && blocks[p].Kind == core.Paragraph && blocks[p].Parent == blocks[i].Parent; p-- {
		s := strings.TrimSpace(blocks[p].Body.Of(t))
		if strings.HasSuffix(s, ":") && len(s) <= maxLeadBytes {
			return blocks[p].Body, true
		}
		if k, ok := nextKeyWord(s, 0, 0, b.wording); !ok || k.span.Start > 0 {
			break
		}
	}
	return core.Span{}, false
}

// entryName is the name of what the text around block i describes: the term of the entry of a list of terms, the words
// in a face of their own that an entry begins with, else the title of the section.
func (b *builder) entryName(i int) string {
	blocks := b.doc.Blocks
	for n := 0; i >= 0 && n < 2*maxLeads; n++ {
		if blocks[i].Kind == core.ListItem {
			if name := title(blocks[i].Title); name != "" {
				return name
			}
			if name := b.opening(blocks[i].Body.Start); name != "" {
				return name
			}
		}
		i = blocks[i].Parent
	}
	return ""
}

// sectionName is the title of the section that holds an offset, and of the one around that where it only heads a part:
// "Fixed Fields", "Overview".
func (b *builder) sectionName(at int) string {
	list := b.an.Sections
	for sec := b.section(at); sec > 0 && sec < len(list); sec = list[sec].Parent {
		t, above := list[sec].Title, list[sec].Parent
		if above <= 0 || !text.Overview.Has(text.Fold(t)) && !text.NamesParts(t, list[above].Title) {
			return title(t)
		}
	}
	return ""
}

// opening is what is set in a face of its own at an offset, as entries name what they describe: "**`size`** (integer)".
func (b *builder) opening(at int) string {
	if m, ok := b.openingMark(at); ok && m.Kind != core.Emph {
		return title(m.Span.Of(b.doc.Text))
	}
	return ""
}

// title is a title or term on one line, empty when it is too long to stand for one.
func title(s string) string {
	if len(s) > 4*maxTitleBytes {
		return ""
	}
	s = strings.Trim(plainTitle(s), "#* ")
	if len(s) > maxTitleBytes {
		return ""
	}
	return s
}

// requirementName is the clause that holds the key word, with its subject: what a reader calls the requirement. A
// condition before it is left out, a long subject is shortened.
func (b *builder) requirementName(statement string) string {
	s := strings.TrimSpace(text.Plain(statement[:cut(statement, 1200)]))
	k, ok := strongest(s, b.wording)
	if !ok {
		return clause(b.x.language, statement)
	}
	from := mainClause(s, k.span.Start)
	s = strings.TrimRight(s, " .;:")
	subject := withoutMark(s[from:k.span.Start])
	if len(subject) > maxSubject {
		n := cut(subject, maxSubject)
		if e := strings.LastIndexByte(subject[:n], ' '); e > 0 {
			n = e
		}
		subject = strings.TrimRight(subject[:n], " ,;:") + "… "
	}
	first := leadingWord(subject) // what an author writes small at the start of a sentence or cell is a name, behind a condition only a word of a program is
	if r, n := utf8.DecodeRuneInString(subject); unicode.IsLower(r) && (text.Stop(first) || from > 0 && !programmed(subject[:len(first)], statement)) {
		subject = string(unicode.ToUpper(r)) + subject[n:]
	}
	return b.shorten(subject+s[k.span.Start:], len(subject)+k.span.Len())
}

// withoutMark is the start of a requirement without the marks of a list and the number of its clause, "1.2 ", "(3) ". A
// number that a verb follows is what the requirement is about: "1005 is reserved".
func withoutMark(s string) string {
	s = strings.TrimLeft(s, "-–—•*.() ")
	if rest := strings.TrimLeft(s, "0123456789.()"); rest != s && (rest == "" || rest[0] == ' ') {
		mark := s[:len(s)-len(rest)]
		if rest = strings.TrimLeft(rest, " "); strings.ContainsAny(mark, ".)") || !startsLower(rest) {
			return rest
		}
	}
	return s
}

// programmed reports whether a word is one of a program: by its form, or since it is set as code.
func programmed(word, statement string) bool {
	return text.Compound(word) || strings.Contains(statement, "`"+word)
}

// shorten cuts a requirement for its name: at the end of its sentence, or where a comma goes on with a clause of its
// own. The commas of a list go with it.
func (b *builder) shorten(s string, least int) string {
	for i := least; i < len(s) && i <= maxName; i++ {
		switch s[i] {
		case ';', ':':
			if i+1 == len(s) || s[i+1] == ' ' {
				return s[:i]
			}
		case ',':
			rest := s[i+1:]
			if k, ok := nextKeyWord(rest, 0, 0, b.wording); text.Joining.Has(text.Fold(leadingWord(rest))) || ok && k.span.Start < maxSubject && strings.IndexByte(rest[:k.span.Start], ',') < 0 {
				return s[:i]
			}
		}
	}
	return clauseFrom(b.x.language, s, maxName)
}

// strongest is the first key word of the highest level in a sentence.
func strongest(s string, in text.Wording) (keyWord, bool) {
	var best keyWord
	for at := 0; ; {
		k, ok := nextKeyWord(s, at, 0, in)
		if !ok {
			return best, best.level != none
		}
		if k.level > best.level {
			best = k
		}
		at = k.span.End
	}
}

// mainClause is where the clause begins that holds offset at of a sentence: behind the lead-in and the last comma
// before it, where the sentence begins with a condition, else at the start.
func mainClause(s string, at int) int {
	from := 0
	if !text.Fronted.Has(leadingWord(s)) {
		return from
	}
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch s[i] {
		case ')', ']':
			depth++
		case '(', '[':
			depth--
		case ',', ';', ':', ' ':
			if depth != 0 || s[i] == ' ' && !strings.HasPrefix(s[i:at], " then ") || i+1 == at || s[i+1] != ' ' && s[i] != ' ' {
				continue
			}
			rest := strings.TrimLeft(s[i+1:at], " ")
			for _, w := range [...]string{"then ", "and ", "or "} {
				rest = strings.TrimPrefix(rest, w)
			}
			if rest != "" {
				return at - len(rest)
			}
		}
	}
	return from
}

func leadingWord(s string) string {
	w, _, _ := strings.Cut(strings.TrimLeft(s, "-•*(“\" "), " ")
	return strings.ToLower(strings.TrimRight(w, ",:;"))
}

// pointsAway reports whether the subject of a name is a pronoun or points to what the text speaks of: "It MUST …",
// "This property MUST …", but not "This specification" and "It is RECOMMENDED that …".
func pointsAway(name string) bool {
	w := strings.Fields(strings.ToLower(name))
	if len(w) < 2 || !text.Pointing.Has(text.Fold(w[0])) {
		return false
	}
	second := text.Fold(strings.Trim(w[1], ".,"))
	return !text.Itself.Has(second) && !(w[0] == "it" && text.Copula.Has(second))
}
