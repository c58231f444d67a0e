package extract

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// maxTitleWords is how many words the title of a section has at most that names what the section describes.
const maxTitleWords = 6

// datum is what a section of a specification describes under its name, as specifications of protocols and formats are
// divided: a message, a frame, an object, a field. The title says what sort of thing it is ("The `open` Message",
// "PADDING frames"), or the one around it does ("Data types"), or it is a word of a program alone ("`node_count`"), and
// no acronym; or else the sentence below says it ("The “Allow” header field lists …"). That sentence introduces it in
// any case. The requirements on it stand behind, each by itself.
func (b *builder) datum(i int) draft {
	blocks := b.doc.Blocks
	u := &blocks[i]
	t := b.datumTitle(i)
	if t.name == "" || exampleTitle(u.Title) {
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
	if sp.Len() <= 0 {
		return draft{}
	}
	sort, ok := b.introduced(sp.Of(b.doc.Text), t)
	if !ok {
		return draft{}
	}
	spans := []core.Span{sp}
	promised := strings.HasSuffix(strings.TrimRight(sp.Of(b.doc.Text), " \n*_"), ":")                                // "A door has:" says nothing without its list
	for k := blocks[first].Last + 1; sp.End >= blocks[first].Body.End-1 && k < len(blocks); k = blocks[k].Last + 1 { // its layout
		v := &blocks[k]
		if v.Kind != core.List && v.Kind != core.TermList && v.Kind != core.Code && v.Kind != core.Table || !promised && len(b.keyWordsIn(v.Span)) > 0 {
			break
		}
		spans, promised = append(spans, v.Span), false
	}
	if promised {
		return draft{}
	}
	d := b.termDraft(t.name, b.readable(spans), weak, "section that describes what its title names; ends with what introduces it", core.Span{Start: u.Span.Start, End: spans[len(spans)-1].End}, spans...)
	if u.Number != "" { // what is left is no number of a clause: "404 Not Found"
		d.name = title(t.name)
	}
	if sort != "" {
		d.role = sort
	}
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d
}

// datumName is the title of a section as the name of a thing and its sort: "open" and "message".
type datumName struct {
	name, sort string
	own        bool // the sort is the last word of the title
	bare       bool // nothing in print says that it names a thing
}

// datumTitle reads the title of a section.
func (b *builder) datumTitle(i int) datumName {
	u := &b.doc.Blocks[i]
	words := strings.Fields(u.Title)
	for len(words) > 0 && text.Article.Has(strings.ToLower(words[0])) {
		words = words[1:]
	}
	n := len(words)
	if n == 0 || n > maxTitleWords || strings.ContainsAny(u.Title, "=?") {
		return datumName{}
	}
	name := strings.Join(words, " ")
	if last := text.Singular(strings.ToLower(words[n-1])); n > 1 && text.Datum.Has(last) && !slices.ContainsFunc(words, func(w string) bool { return b.x.language.Has(text.Of, text.Fold(w)) }) { // not "Use of trailers"
		if n == 2 && programWord(words[0]) {
			return datumName{name: words[0], sort: last}
		}
		return datumName{name: name, sort: last, own: true}
	}
	coded := text.CodedTitle(b.doc, u)
	if n == 1 && (programWord(name) && !acronym(name) || strings.Contains(coded, "`") && len(strings.Trim(coded, "` ")) == len(u.Title)) {
		return datumName{name: name}
	}
	t := datumName{name: name, bare: true}
	if sec := b.section(u.Span.Start); sec > 0 && sec < len(b.an.Sections) {
		if p := b.an.Sections[sec].Parent; p > 0 && !text.Overview.Has(text.Fold(u.Title)) {
			t.sort = sortOf(b.an.Sections[p].Title)
		}
	}
	return t
}

// sortOf is the sort of things that a title is for: "type" of "Data types". What is done with two sorts, or with things
// ("Routing messages"), has other things in its section too.
func sortOf(title string) string {
	words := text.Words(title[:cut(title, maxTitleBytes)])
	n := len(words)
	if n == 0 || n > 3 || text.Gerund(title) || n > 2 && text.And.Has(words[n-2].Text) {
		return ""
	}
	last := words[n-1].Text
	if one := text.Singular(last); one != last && text.Datum.Has(one) {
		return one
	}
	return ""
}

// programWord reports whether a word is one of a program or a format rather than of a language: it has an underscore,
// or capitals behind its first letter.
func programWord(w string) bool {
	if len(w) < 3 || text.Identifier(w) != w {
		return false
	}
	_, n := utf8.DecodeRuneInString(w)
	return strings.Contains(w, "_") || strings.ContainsFunc(w[n:], unicode.IsUpper)
}

// acronym reports a word in capitals, or several of its kind: "URIs".
func acronym(w string) bool {
	return !strings.Contains(w, "_") && !strings.ContainsFunc(strings.TrimSuffix(w, "s"), unicode.IsLower)
}

// leastShare is what share of the terms of a list are words of a program where it defines them, one in so many.
const leastShare = 2

// registered are the definitions of a list whose terms are words of a program, as specifications register parameters,
// settings and codes of errors: "max_wait_time (0x01): The time …". What an entry says up to its first requirement
// defines it.
func (b *builder) registered(i int) []draft {
	blocks := b.doc.Blocks
	var out []draft
	entries := 0
	for j := i + 1; j <= blocks[i].Last && j < len(blocks); j = blocks[j].Last + 1 {
		u := &blocks[j]
		if u.Kind != core.ListItem || u.Title == "" {
			continue
		}
		entries++
		name, number, _ := strings.Cut(strings.Trim(title(u.Title), ": "), " (")
		name = strings.Trim(name, "`\"“”'")
		if !programWord(name) || number != "" && strings.IndexByte(number, ' ') >= 0 {
			continue
		}
		body := core.Span{Start: u.Body.Start, End: u.Span.End}
		if j+1 < len(blocks) && blocks[j+1].Kind == core.Paragraph && blocks[j+1].Parent == j {
			body = blocks[j+1].Body
		}
		sp := b.unbinding(body)
		if said := b.piece(sp); len(strings.Fields(said)) > 4 {
			d := b.termDraft(name, strings.TrimRight(text.Plain(u.Title), ":")+": "+said, plausible, "entry of a list of names; ends before its first requirement", core.Span{Start: u.Span.Start, End: sp.End}, sp)
			if len(u.Anchors) > 0 {
				d.anchor = u.Anchors[0]
			}
			out = append(out, d)
		}
	}
	if len(out)*leastShare < entries || len(out) < leastEntries {
		return nil
	}
	role := b.sortOfList(i)
	for k := range out {
		out[k].role = role
	}
	return out
}

// sortOfList is what the entries of a list are by the words that announce it, or else by the title above.
func (b *builder) sortOfList(i int) string {
	said := ""
	if lead, ok := b.leadIn(i); ok {
		said = lead.Of(b.doc.Text)
	}
	for _, s := range [...]string{said, b.an.Sections[b.section(b.doc.Blocks[i].Span.Start)].Title} {
		words := text.Words(s)
		for k := len(words) - 1; k >= 0; k-- {
			if one := text.Singular(words[k].Text); text.Datum.Has(one) {
				return one
			}
		}
	}
	return "value"
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

// introduced reports whether a paragraph says first what the thing is that the title above it names: "A range is …",
// "This message contains …", "The object holds …", "An array of …", "Describes …"; and of what sort it is, where the
// sentence or else the title says so. A word of a program may stand anywhere in the sentence. Everyday words have to be
// its subject or what it calls something, and where they are several of a sort, each of them: "Data types are based on
// …" speaks about them.
func (b *builder) introduced(p string, t datumName) (sort string, ok bool) {
	s := p
	if list := text.Sentences(p); len(list) > 0 {
		s = p[:list[0].End]
	}
	s = s[:cut(s, 2*maxTitleBytes)]
	words := text.Words(s)
	l := b.x.language
	if len(words) < 3 || l.Has(text.Fronted, words[0].Text) {
		return "", false
	}
	if h, ok := text.LookupHead(words[2].Text); ok && h.Class == text.Example || l.Has(text.Announcing, words[1].Text) {
		return "", false // "The next example shows …", "The following sections are about …"
	}
	pointing, article := l.Has(text.Pointing, words[0].Text), l.Has(text.Article, words[0].Text)
	if !t.bare || t.sort != "" {
		switch {
		case t.sort != "" && words[1].Text == t.sort && (pointing || article) && !owns(s[words[1].Span.End:]), b.explaining(words[0].Text):
			return t.sort, true
		case pointing && words[0].Text != "it": // "It is common to …"
			return t.sort, b.separates(s[words[0].Span.End:words[1].Span.End])
		}
	}
	name := text.Words(t.name)
	program, owned := programWord(t.name), false
	for k := 0; k+len(name) <= len(words); k++ {
		end := k + len(name)
		if !slices.EqualFunc(name, words[k:end], func(a, b text.Word) bool { return text.Singular(a.Text) == text.Singular(b.Text) }) {
			continue
		}
		said, last := "", end-1 // "The “Allow” header field", "The 404 (Not Found) status code"
		for n := end; n < len(words) && (n < end+2 || said == words[n-1].Text) && !strings.Contains(s[words[n-1].Span.End:words[n].Span.Start], "("); n++ {
			if text.Datum.Has(words[n].Text) {
				said, last = words[n].Text, n
			}
		}
		if owns(s[words[last].Span.End:]) { // "An object's fields are …" speaks about them
			owned = true
			continue
		}
		subject := k == 0 || k <= 2 && (article || l.Stop(words[0].Text)) // "Each gate frame"
		switch {
		case t.bare && t.sort == "":
			return said, article && subject && said != ""
		case program:
			ok = strings.Contains(s[words[k].Span.Start:words[end-1].Span.End], t.name)
		case b.introduces(words[:k]):
			ok = true
		case t.own && words[end-1].Text != text.Singular(words[end-1].Text):
			ok = text.Singular(name[len(name)-1].Text) == name[len(name)-1].Text && subject
		default:
			ok = subject
		}
		if ok {
			return cmp.Or(said, t.sort), true
		}
	}
	return t.sort, article && len(name) == 1 && program && !owned
}

// owns reports what stands behind a word in the genitive, "'s" or "’".
func owns(behind string) bool {
	behind = strings.TrimLeft(behind, "`*_")
	return strings.HasPrefix(behind, "'s ") || strings.HasPrefix(behind, "’s ")
}
