package extract

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// proof takes the proof whose head is unit i and gives it to its item.
func (f *finder) proof(i int) int {
	u := &f.units[i]
	var spans []core.Span
	next := i + 1
	switch {
	case u.env:
		spans = []core.Span{u.body}
	default:
		spans, next = f.proofBody(i)
	}
	k := f.owner(u)
	if k >= 0 {
		f.out[k].prove(spans, sketches(u.head))
	}
	switch {
	case k >= 0 && f.out[k].sketch && k == f.open: // the proof itself may follow
	case !u.inner: // a second proof is one too, but nothing else between
		f.open = -1
	}
	return next
}

// prove adds a proof. Authors who tell the idea of a proof mostly give the proof behind it, which takes its place.
func (it *found) prove(spans []core.Span, sketch bool) {
	switch {
	case len(spans) == 0 || sketch && len(it.proof) > 0 && !it.sketch:
		return
	case it.sketch && !sketch:
		it.proof = nil
	}
	it.proof, it.sketch = append(it.proof, spans...), sketch
}

// sketches reports the head of what tells how a proof goes: "Proof idea.", "Proof (sketch)."
func sketches(h *head) bool {
	if h.Role == "sketch" {
		return true
	}
	r, ok := text.LookupHead(strings.Trim(h.rest, " ()[]"))
	return ok && r.Role == "sketch"
}

// closeDefinition ends the room for the proof of a definition, which few have: that what it defines exists. With
// anything between, the proof is of a claim that its author did not mark.
func (f *finder) closeDefinition() {
	if f.open >= 0 && f.out[f.open].head.Kind == core.Definition {
		f.open = -1
	}
}

// endMarked reports whether at least every other proof of a text ends with a mark.
func endMarked(units []unit) bool {
	proofs, marks := 0, 0
	for i := range units {
		if units[i].head != nil && units[i].head.Class == text.Proof {
			proofs++
		}
		if units[i].ends {
			marks++
		}
	}
	return 2*marks >= proofs
}

// leaves reports a paragraph that stands apart from the one before it, which has ended: on pages without end marks the
// room below a proof tells where it ends. The room around a display tells nothing: it is the display's own.
func (f *finder) leaves(j int) bool {
	n, before := &f.units[j], &f.units[j-1]
	if n.kind != core.Paragraph || before.kind != core.Paragraph || f.doc.Blocks[n.block].Space != core.Apart {
		return false
	}
	s, next := before.body.Of(f.doc.Text), n.body.Of(f.doc.Text)
	return sentenceEnd(s) && !startsLower(next) && !formulaic(s) && !formulaic(next)
}

// formulaic reports a paragraph that is a display, whatever the reader of the page took it for: it relates something,
// does not begin with a word, and has few words beside ("= det A (Lemma 3)").
func formulaic(s string) bool {
	if !strings.ContainsAny(s, "=<>≤≥≠≔≡≈∼≅→⟶⟺⇔⇒∈⊂⊆") {
		return false
	}
	words, all := 0, 0
	for w := range strings.FieldsSeq(s) {
		letters := strings.IndexFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
		if all == 0 && letters && len(w) > 1 && !startsLower(w) {
			return false
		}
		all++
		if letters && utf8.RuneCountInString(w) > 2 {
			words++
		}
	}
	return 2*words < all
}

// membership is whether a unit behind the head of a proof can belong to the proof.
type membership uint8

const (
	own      membership = iota
	doubtful            // an unnumbered claim or remark in plain type; the end mark behind it tells
	foreign
)

// within reports whether a unit can belong to a proof that begins before it.
func (f *finder) within(j int) membership {
	n := &f.units[j]
	switch {
	case n.part:
		return own
	case n.kind == core.Heading || n.env:
		return foreign
	case n.head == nil || n.head.Class == text.Item && n.head.Role == "step":
		return own
	case n.head.number != "" || n.head.marked && n.head.Role != "claim" || n.head.Class == text.Exercise:
		return foreign
	}
	return doubtful
}

// findParts marks the headings that but name a case or a step, below the heading of the section that they stand in.
func (f *finder) findParts() {
	level := 0
	for i := range f.units {
		u := &f.units[i]
		if u.kind != core.Heading {
			continue
		}
		b := &f.doc.Blocks[u.block]
		if u.part = b.Level > level && len(b.Title) <= maxPart && f.x.language.Begins(text.ProofPart, b.Title); !u.part {
			level = b.Level
		}
	}
}

// findStops notes for every unit where a proof that reaches it stops at the latest and where it is first in doubt. One
// pass for all proofs, as many heads without an end mark would look at all that follows, each anew.
func (f *finder) findStops() {
	f.findParts()
	n := len(f.units)
	f.stops, f.doubts = make([]int, n+1), make([]int, n+1)
	f.stops[n], f.doubts[n] = n, n
	for j := n - 1; j > 0; j-- {
		f.stops[j], f.doubts[j] = f.stops[j+1], f.doubts[j+1]
		in := f.within(j)
		if in == doubtful {
			f.doubts[j] = j
		}
		if in == foreign || f.units[j].ends || !f.endMarked && f.leaves(j) {
			f.stops[j] = j
		}
	}
}

// proofBody takes the units of a proof: up to its end mark, or, when no end mark stands before the next head or
// heading, up to that.
func (f *finder) proofBody(i int) (spans []core.Span, next int) {
	u := &f.units[i]
	limit := len(f.units)
	if u.kind == core.Heading {
		limit = u.last
	}
	end := i
	if stop := min(f.stops[i+1], limit); !u.ends {
		if stop < limit && f.units[stop].ends && f.within(stop) != foreign {
			end = stop
		} else {
			end = min(stop, f.doubts[i+1]) - 1
		}
	}
	if u.kind != core.Heading {
		if s := (core.Span{Start: min(u.head.end, u.body.End), End: u.body.End}); strings.TrimSpace(f.doc.Text[s.Start:s.End]) != "" {
			spans = append(spans, s)
		}
	}
	for k := i + 1; k <= end; k++ {
		if !f.units[k].inner {
			spans = append(spans, f.units[k].span)
		}
	}
	return spans, end + 1
}

// maxPart bounds the title of a case or a step, in bytes.
const maxPart = 80

// owner finds the item that a proof belongs to: the one that it names by a reference, by its label or by its title,
// else the item right before it. A section that proves what it names by other words belongs to none.
func (f *finder) owner(u *unit) int {
	title := u.head.rest
	if u.env {
		for _, label := range []string{f.doc.Blocks[u.block].Proves, u.head.title} {
			if k, ok := f.anchors[label]; ok && label != "" {
				return k
			}
		}
		title = u.head.title
		if title == "" {
			title = f.opening(u).Of(f.doc.Text)
		}
	}
	if k := f.referred(u); k >= 0 {
		return k
	}
	if k := f.named(title); k >= 0 {
		return k
	}
	title = title[:cut(title, maxTitle)]
	words := text.Tokens(title)
	for n := min(len(words), maxTitleTokens); n > 0; n-- {
		if k, ok := f.titles[strings.Join(words[:n], " ")]; ok {
			return k
		}
	}
	if u.kind == core.Heading && specific(title) > 1 {
		return -1
	}
	return f.open
}

// Bounds of the title that a proof names its item by.
const (
	maxTitle       = 200 // bytes
	maxTitleTokens = 12
)

// specific counts the words of a proof's head that say which item it proves, unlike those of "of the main theorem".
func specific(title string) int {
	n := 0
	for _, w := range text.Words(title) {
		if _, head := text.LookupHead(w.Text); !head && !text.Stop(w.Text) && len(w.Text) > 2 && w.Text != "main" {
			n++
		}
	}
	return n
}

// referred follows the first reference in the head of a proof: "Proof of Theorem~\ref{main}".
func (f *finder) referred(u *unit) int {
	from, to := u.span.Start, min(u.head.end, u.span.End)
	if u.env {
		to = max(u.body.Start, f.opening(u).End)
	}
	r := f.doc.Refs
	k := sort.Search(len(r), func(k int) bool { return r[k].Span.Start >= from })
	for ; k < len(r) && r[k].Span.Start < to; k++ {
		if item, ok := f.anchors[r[k].Target]; ok {
			return item
		}
	}
	return -1
}

// opening is the parenthesis that begins the body of a proof in a box and says whose it is, where boxes have no room
// for a title: "(of Theorem 3.2)".
func (f *finder) opening(u *unit) core.Span {
	s := u.body.Of(f.doc.Text)
	s = s[:cut(s, maxTitle)]
	inner := strings.TrimLeft(s, " \n\t*_(")
	end := strings.Index(inner, ")")
	if u.head.Class != text.Proof || end < 0 || !strings.HasSuffix(s[:len(s)-len(inner)], "(") || !f.x.language.Begins(text.Of, inner) {
		return core.Span{}
	}
	from := u.body.Start + len(s) - len(inner)
	return core.Span{Start: from, End: from + end}
}

// named finds an item by a label in words: "of Theorem 3.2".
func (f *finder) named(title string) int {
	v := view{s: []byte(title), full: true}
	if len(v.s) > viewBytes {
		return -1
	}
	for i := 0; i < len(v.s); i++ {
		if i > 0 && v.s[i-1] != ' ' && v.s[i-1] != '~' {
			continue
		}
		h, j, ok := v.headWord(i)
		if !ok || h.Class != text.Item {
			continue
		}
		word := cleanWord(string(v.s[i:j]))
		k, _ := v.blank(j)
		if e, _ := v.number(k); e > 0 {
			if n, ok := f.labels[strings.ToLower(word+" "+string(v.s[k:e]))]; ok {
				return n
			}
		}
	}
	return -1
}
