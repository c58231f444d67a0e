package extract

import (
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// maxTitleWords is how many words the title of a section has at most that names what the section describes.
const maxTitleWords = 6

// subject is what a section of a specification describes under its name, as specifications of protocols and formats are divided: a
// message, a frame, an object, a field. The title says what sort of thing it is ("The `open` Message", "PADDING frames"), or
// the one around it does ("Data types"), or it is a word of a program alone ("`node_count`"), and no acronym. The first sentence below introduces it.
// The requirements on it stand behind, each by itself.
func (b *builder) datum(i int) draft {
	blocks := b.doc.Blocks
	u := &blocks[i]
	name, sort := b.datumTitle(i)
	if name == "" || exampleTitle(u.Title) {
		return draft{}
	}
	first := u.Last + 1
	if first < len(blocks) && blocks[first].Kind == core.Heading && blocks[first].Level > u.Level && text.Overview.Has(text.Fold(blocks[first].Title)) {
		first++
	}
	if first >= len(blocks) || blocks[first].Kind != core.Paragraph || boilerplate(blocks[first].Body.Of(b.doc.Text)) {
		return draft{}
	}
	sp := b.unbinding(blocks[first].Body)
	if sp.Len() <= 0 || !introduces(sp.Of(b.doc.Text), name, sort) {
		return draft{}
	}
	spans := []core.Span{sp}
	for k := blocks[first].Last + 1; sp.End >= blocks[first].Body.End-1 && k < len(blocks); k = blocks[k].Last + 1 { // its layout
		v := &blocks[k]
		if v.Kind != core.List && v.Kind != core.TermList && v.Kind != core.Code && v.Kind != core.Table || len(b.keyWordsIn(v.Span)) > 0 {
			break
		}
		spans = append(spans, v.Span)
	}
	d := b.termDraft(name, b.readable(spans), weak, "section that describes what its title names; ends with what introduces it", core.Span{Start: u.Span.Start, End: spans[len(spans)-1].End}, spans...)
	if sort != "" {
		d.role = sort
	}
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d
}

// datumTitle reads the title of a section as the name of a thing and its sort: "open" and "message". The sort is empty where
// the title is but a word of a program.
func (b *builder) datumTitle(i int) (name, sort string) {
	u := &b.doc.Blocks[i]
	words := strings.Fields(u.Title)
	for len(words) > 0 && text.Article.Has(strings.ToLower(words[0])) {
		words = words[1:]
	}
	n := len(words)
	if n == 0 || n > maxTitleWords || strings.ContainsAny(u.Title, "=?") {
		return "", ""
	}
	if last := text.Singular(strings.ToLower(words[n-1])); n > 1 && text.Datum.Has(last) {
		if n == 2 && programWord(words[0]) {
			return words[0], last
		}
		return strings.Join(words, " "), last
	}
	if n == 1 && (programWord(words[0]) && (strings.ToUpper(words[0]) != words[0] || strings.Contains(words[0], "_")) || len(strings.Trim(text.CodedTitle(b.doc, u), "` ")) == len(u.Title) && strings.Contains(text.CodedTitle(b.doc, u), "`")) {
		return words[0], ""
	}
	if sec := b.section(u.Span.Start); sec > 0 && sec < len(b.an.Sections) {
		if p := b.an.Sections[sec].Parent; p > 0 {
			around := strings.Fields(strings.ToLower(b.an.Sections[p].Title))
			if len(around) == 0 || len(around) > 3 {
				return "", ""
			}
			last := around[len(around)-1]
			if one := text.Singular(last); one != last && text.Datum.Has(one) && !text.Overview.Has(text.Fold(u.Title)) {
				return strings.Join(words, " "), one
			}
		}
	}
	return "", ""
}

// programWord reports whether a word is one of a program or a format rather than of a language: it has an underscore, capitals
// within, or nothing but capitals.
func programWord(w string) bool {
	if len(w) < 3 || text.Identifier(w) != w {
		return false
	}
	return strings.Contains(w, "_") || strings.ToUpper(w) == w && strings.ToLower(w) != w || strings.ToLower(w[1:]) != w[1:] && strings.ToLower(w) != w
}

// unbinding is the beginning of a paragraph that holds no requirement: its sentences up to the first with a key word.
func (b *builder) unbinding(body core.Span) core.Span {
	words := b.keyWordsIn(body)
	if len(words) == 0 {
		return body
	}
	end := body.Start
	for _, s := range text.Sentences(body.Of(b.doc.Text)) {
		if body.Start+s.End > words[0].span.Start {
			break
		}
		end = body.Start + s.End
	}
	return core.Span{Start: body.Start, End: end}
}

// introduces reports whether a paragraph says first what the thing is that the title above it names: "A range is …", "This message
// contains …", "The object holds …", "An array of …", "Describes …". Everyday words have to stand together, near the start where their title has no sort in it.
func introduces(p, name, sort string) bool {
	s := p
	if list := text.Sentences(p); len(list) > 0 {
		s = p[:list[0].End]
	}
	s = s[:cut(s, 2*maxTitleBytes)]
	words := text.Words(s)
	if len(words) < 3 || fronted[words[0].Text] {
		return false
	}
	if words[1].Text == sort && (pointing[words[0].Text] || text.Article.Has(words[0].Text)) || separates(words[0].Text) {
		return true
	}
	if pointing[words[0].Text] {
		return separates(s[words[0].Span.End:words[1].Span.End])
	}
	list := text.Words(name)
	if sort != "" && !programWord(name) && (len(list) == 1 || text.Singular(list[len(list)-1].Text) != sort) {
		words = words[:min(len(words), maxTitleWords)]
	}
	for k := 0; k+len(list) <= len(words); k++ {
		if slices.EqualFunc(list, words[k:k+len(list)], func(a, b text.Word) bool { return text.Singular(a.Text) == text.Singular(b.Text) }) {
			return true
		}
	}
	return text.Article.Has(words[0].Text) && len(list) == 1 && programWord(name)
}
