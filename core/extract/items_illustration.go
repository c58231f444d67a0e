package extract

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"lemma/core"
	"lemma/core/text"
)

// illustration is an example or exercise with what is printed under its head; solutions, hints and answers that follow
// are part of it.
type illustration struct {
	head  *head
	place core.Span
	text  []core.Span
	next  int  // the unit behind it
	many  bool // stands below a heading which is no more than "Exercises"
	entry bool // part of what an entry of a reference says of itself
}

// illustrate keeps the example or exercise whose head is unit i: an environment, or what stands behind a head that is
// numbered, marked or a heading.
func (f *finder) illustrate(i int) {
	u := &f.units[i]
	it := illustration{head: u.head, place: u.span, next: i + 1, many: u.kind == core.Heading && u.head.number == "" && u.head.title == ""}
	switch {
	case u.env:
		it.text = []core.Span{u.body}
	case !setApart(u):
		return
	default:
		if sp := (core.Span{Start: min(u.head.end, u.body.End), End: u.body.End}); u.kind != core.Heading && sp.Len() > 0 {
			it.text = append(it.text, sp)
		}
		for !f.units[it.next-1].ends && it.next < len(f.units) && f.illustrates(u, &f.units[it.next]) {
			it.text = append(it.text, f.units[it.next].span)
			it.next++
		}
	}
	if len(it.text) == 0 {
		return
	}
	it.place.End = max(it.place.End, it.text[len(it.text)-1].End)
	last := len(f.shown) - 1
	if !solves(it.head) {
		f.shown = append(f.shown, f.listed(u, it)...)
	} else if last >= 0 && f.shown[last].next <= i && (len(f.out) == 0 || f.out[len(f.out)-1].place.Start < f.shown[last].place.Start) {
		f.shown[last].text = append(f.shown[last].text, it.text...)
		f.shown[last].place.End, f.shown[last].next = it.place.End, it.next
	}
}

// listed parts what stands below "Exercises", in a section or an environment, into the entries of its lists, each with
// the text before its list; what stands behind the last list belongs to the last of them. Marks with brackets on both
// sides, (a), are of the parts of one exercise where the word is not in the plural.
func (f *finder) listed(u *unit, it illustration) []illustration {
	b := f.doc.Blocks
	if it.head.number != "" || it.head.title != "" || !it.many && !isPlural(it.head.word) && !isPlural(className(b[u.block].Name)) {
		return []illustration{it}
	}
	var out []illustration
	from := it.text[0].Start
	end := it.text[len(it.text)-1].End
	for k := u.block + 1; k < len(b) && b[k].Span.Start < end; k++ {
		if b[k].Kind != core.List || b[k].Span.Start < from {
			continue
		}
		last := b[k].Last
		for j := k + 1; j <= last; j = b[j].Last + 1 {
			if b[j].Kind != core.ListItem || !strings.ContainsAny(b[j].Number, "0123456789") && !isPlural(it.head.word) || !numberedMark(b[j].Number) {
				return []illustration{it}
			}
			h := *it.head
			h.word, h.number = capitalised(h.Role), strings.Trim(b[j].Number, " .()")
			part := illustration{head: &h, place: b[j].Span, next: it.next, many: it.many, entry: it.entry, text: []core.Span{b[j].Body}}
			lead := core.Span{Start: from, End: b[k].Span.Start}
			s := strings.Trim(lead.Of(f.doc.Text), " \n\t*_.:")
			if _, title := text.LookupHead(s); j == k+1 && s != "" && !title {
				part.place.Start = from
				part.text = append([]core.Span{lead}, part.text...)
			}
			out = append(out, part)
		}
		from, k = b[k].Span.End, last
	}
	if len(out) < 2 {
		return []illustration{it}
	}
	if rest := (core.Span{Start: from, End: end}); strings.TrimSpace(rest.Of(f.doc.Text)) != "" {
		last := &out[len(out)-1]
		last.text, last.place.End = append(last.text, rest), end
	}
	return out
}

// numberedMark reports the mark of a list entry that counts: "1.", "(a)", "ii)".
func numberedMark(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter) || strings.ContainsFunc(s, unicode.IsDigit)
}

// illustrates reports whether unit n goes on with the example or exercise that unit u opens. A heading opens a section,
// whose exercises have their solutions beside them.
func (f *finder) illustrates(u, n *unit) bool {
	switch {
	case n.kind == core.Heading || f.outside(u, n):
		return false
	case n.head == nil:
		return true
	case n.head.Class == text.Item:
		return !f.wanted(n)
	case n.head.Class == text.Proof:
		return false
	case !setApart(n):
		return true
	}
	return u.kind == core.Heading && (solves(n.head) || n.head.Class == text.Remark && !n.env && n.head.number == "")
}

// setApart reports a head that is more than a manner of speech, as "Question: …" in plain type is.
func setApart(u *unit) bool {
	return u.env || u.kind == core.Heading || u.head.number != "" || u.head.marked
}

// solves reports the head of what belongs to the exercise before it.
func solves(h *head) bool { return h.Role == "solution" || h.Role == "hint" || h.Role == "answer" }

// inOrder merges illustrations by place, and keeps of those that lie in each other the outer one.
func inOrder(some, more []illustration) []illustration {
	if len(more) == 0 {
		return some
	}
	all := slices.Concat(some, more)
	slices.SortStableFunc(all, func(a, b illustration) int {
		return cmp.Or(a.place.Start-b.place.Start, b.place.End-a.place.End)
	})
	out, end := all[:0], -1
	for _, it := range all {
		if it.place.End > end {
			out, end = append(out, it), it.place.End
		}
	}
	return out
}

// illustrate gives the candidates, which are in the order of their places, the examples and exercises beside them. One
// illustrates the last candidate before it in its section; where the section has none before it, or exercises have a
// section of their own, the candidate that it links to. All others belong to the section that they stand in, and are
// kept with the candidate of that section, or else of the sections around it, which is nearest before or else behind.
func (b *builder) illustrate(shown []illustration, out []core.Candidate) {
	if len(shown) == 0 || len(out) == 0 {
		return
	}
	anchors := map[string]int{}
	for i := range out {
		if a := out[i].Primitive.Anchor; a != "" {
			anchors[a] = i
		}
	}
	last := map[int]int{} // by section, the last candidate before the illustration
	next := 0
	for k := range shown {
		it := &shown[k]
		for ; next < len(out) && out[next].Place.Start < it.place.Start; next++ {
			last[out[next].Section] = next
		}
		at := b.section(it.place.Start)
		if b.left[at] {
			continue
		}
		home, apart := b.home(at)
		of := core.OfItem
		owner, ok := last[home]
		switch {
		case it.entry && next > 0:
			owner, ok = next-1, true
		case !ok || apart:
			owner, ok = b.linked(it, anchors)
			ok = ok && !it.many
		}
		if !ok {
			of, owner = core.OfSection, b.peg(home, next, out)
		}
		if kept, ok := b.illustration(it, of, &out[owner].Primitive); ok {
			kept.Order = k
			if of == core.OfSection && len(b.an.Sections) > 0 {
				kept.Section = b.an.Path(home)
			}
			s := &out[owner].Primitive.Source
			s.Illustrations = append(s.Illustrations, kept)
		}
	}
}

// home is the section that an example or exercise in section i belongs to: the innermost whose title is no head of
// examples or exercises; apart says that exercises have one of their own below it.
func (b *builder) home(i int) (section int, apart bool) {
	s := b.an.Sections
	for i > 0 && i < len(s) {
		h, ok := text.LookupHead(strings.Trim(s[i].Title, " .:*_"))
		if !ok || h.Class != text.Example && h.Class != text.Exercise {
			break
		}
		apart = apart || h.Class == text.Exercise
		i = s[i].Parent
	}
	return i, apart
}

// linked returns the first candidate that the author's links in an example or exercise lead to.
func (b *builder) linked(it *illustration, anchors map[string]int) (int, bool) {
	refs := b.doc.Refs
	for k := sort.Search(len(refs), func(k int) bool { return refs[k].Span.Start >= it.place.Start }); k < len(refs) && refs[k].Span.Start < it.place.End; k++ {
		if i, ok := anchors[refs[k].Target]; ok && refs[k].File == "" {
			return i, true
		}
	}
	return 0, false
}

// peg returns the candidate nearest to the place before the candidate next, in a section or else in one around it: the
// one before, or else the one behind.
func (b *builder) peg(section, next int, out []core.Candidate) int {
	for s := section; s >= 0 && s < len(b.an.Sections); s = b.an.Sections[s].Parent {
		switch span := b.an.Sections[s].Span; {
		case next > 0 && out[next-1].Place.Start >= span.Start:
			return next - 1
		case next < len(out) && out[next].Place.Start < span.End:
			return next
		}
	}
	return max(next-1, 0)
}

// illustration is what is kept of an example or exercise with p.
func (b *builder) illustration(it *illustration, of string, p *core.Primitive) (core.Illustration, bool) {
	s := b.readable(it.text)
	part, orig := b.doc.Original(it.place)
	out := core.Illustration{
		Role: it.head.Role, Of: of, Label: it.head.label(), Title: strings.TrimSpace(it.head.title), Text: s, Start: orig.Start, End: orig.End,
	}
	document := b.doc.Name
	if part < len(b.doc.Parts) {
		document = b.doc.Parts[part].Name
	}
	if document != p.Source.Document {
		out.Document = document
	}
	return out, cmp.Or(s, out.Title) != ""
}
