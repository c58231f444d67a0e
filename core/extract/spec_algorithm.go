package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// algorithm takes the numbered steps that block i announces, as specifications write what is to be done: "To open a
// door, run these steps:", "It performs the following steps when called:". What the sentence says that they are for
// names them, else the title above does where no other steps stand in its section.
func (b *builder) algorithm(i int) draft {
	blocks, t := b.doc.Blocks, b.doc.Text
	u := &blocks[i]
	list := b.numberedList(u.Last + 1)
	if list < 0 || blocks[list].Parent != u.Parent {
		return draft{}
	}
	sentences := text.Sentences(u.Body.Of(t))
	if len(sentences) == 0 {
		return draft{}
	}
	last := sentences[len(sentences)-1]
	sp := core.Span{Start: u.Body.Start + last.Start, End: u.Body.Start + last.End}
	if !b.announces(sp.Of(t)) {
		return draft{}
	}
	name, place := b.purpose(sp.Of(t)), core.Span{Start: sp.Start, End: blocks[list].Span.End}
	if name == "" {
		if sec := b.section(u.Span.Start); sec > 0 && sec < len(b.an.Sections) && b.announcements(sec) == 1 {
			name, _, _ = strings.Cut(b.an.Sections[sec].Title, "(")
			sp, place.Start = u.Body, u.Body.Start
		}
	}
	return draft{
		kind: core.Algorithm, role: "algorithm", name: title(name), statement: b.readable([]core.Span{sp, blocks[list].Span}), confidence: plausible,
		rule: "numbered steps that a sentence announces; ends with the list", place: place, spans: []core.Span{sp, blocks[list].Span},
	}
}

// titledAlgorithm is the section below heading i, which calls it an algorithm or procedure and which holds numbered
// steps.
func (b *builder) titledAlgorithm(i int) draft {
	blocks := b.doc.Blocks
	u := &blocks[i]
	words := text.Words(u.Title[:cut(u.Title, maxTitleBytes)])
	if len(words) < 2 {
		return draft{}
	}
	if h, ok := text.LookupHead(words[len(words)-1].Text); !ok || h.Kind != core.Algorithm || h.Role == "protocol" {
		return draft{}
	}
	end, steps := u.Span.End, false
	for k := u.Last + 1; k < len(blocks) && blocks[k].Kind != core.Heading; k = max(k, blocks[k].Last) + 1 {
		if b.numberedList(k) >= 0 {
			steps = true
		}
		if blocks[k].Kind == core.Paragraph && b.numberedList(k+1) >= 0 && b.announces(blocks[k].Body.Of(b.doc.Text)) {
			return draft{} // the sentence says what the steps are for
		}
		end = max(end, blocks[k].Span.End)
	}
	if !steps {
		return draft{}
	}
	body := core.Span{Start: u.Span.End, End: end}
	return draft{
		kind: core.Algorithm, role: "algorithm", name: title(u.Title), statement: b.readable([]core.Span{body}), confidence: weak,
		rule: "section with numbered steps whose title says that it is an algorithm; ends with it", place: core.Span{Start: u.Span.Start, End: end}, spans: []core.Span{body},
	}
}

// numberedList returns k where that is a list of at least two entries whose first one is numbered, else -1.
func (b *builder) numberedList(k int) int {
	blocks := b.doc.Blocks
	if k >= len(blocks) || blocks[k].Kind != core.List || blocks[k].Last <= k+1 || !digitByte((blocks[k+1].Number + " ")[0]) || blocks[k+1].Last+1 > blocks[k].Last {
		return -1
	}
	return k
}

// announces reports whether a sentence announces steps.
func (b *builder) announces(s string) bool {
	s = text.Fold(s[max(0, len(s)-2*maxTitleBytes):])
	for phrase := range b.x.language.All(text.StepsAhead) {
		if strings.Contains(s, phrase) {
			return true
		}
	}
	return false
}

// announcements is how many lists of steps are announced in a section's own text.
func (b *builder) announcements(sec int) int {
	if n, ok := b.announced[sec]; ok {
		return n
	}
	n, blocks := 0, b.doc.Blocks
	for k := b.an.Sections[sec].Block + 1; k > 0 && k < len(blocks) && blocks[k].Kind != core.Heading; k = max(k, blocks[k].Last) + 1 {
		if blocks[k].Kind == core.Paragraph && b.numberedList(k+1) >= 0 && b.announces(blocks[k].Body.Of(b.doc.Text)) {
			n++
		}
	}
	b.announced[sec] = n
	return n
}

// purpose is what a sentence says that its steps are for: "open a door" in "To open a door, run these steps:".
func (b *builder) purpose(s string) string {
	first, rest, _ := strings.Cut(text.Plain(s), " ")
	p, _, ok := strings.Cut(rest, ",")
	if !ok || len(p) > maxTitleBytes || !b.x.language.Has(text.Purpose, text.Fold(first)) {
		return ""
	}
	return p
}
