package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// telling gathers what an entry says of what it declares. Code that a colon announces belongs to it ("Kinds of
// handles:"), and behind such code it goes on; where the words before the colon say that an example follows, the code
// illustrates the entry instead, with those words. Code behind other prose is an example that begins a part of the
// entry for trying it out.
type telling struct {
	r     *referenceReader
	out   []core.Span
	going bool
	prose bool      // something was said
	lead  core.Span // the words that end with a colon right before what comes next, empty when there are none
	shown int       // the example in hand, one behind its index in r.illustrations; 0 when there is none
	title int       // how many pieces there were with the last title
}

// say adds a piece of the description.
func (t *telling) say(kind core.BlockKind, body core.Span) {
	if !t.going || body.Len() <= 0 {
		return
	}
	t.out = append(t.out, body)
	t.lead, t.shown = core.Span{}, 0
	if kind == core.Heading {
		t.title = len(t.out)
	}
	if kind != core.Paragraph {
		return
	}
	t.prose = true
	if s := body.Of(t.r.doc.Text); strings.HasSuffix(strings.TrimRight(s, " \n*_"), ":") {
		t.lead = body
		if list := text.Sentences(s); len(list) > 0 {
			t.lead.Start += list[len(list)-1].Start
		}
	}
}

// code is told of code that stands behind what was said.
func (t *telling) code(body core.Span) {
	switch {
	case !t.going:
	case t.shown > 0:
		it := &t.r.illustrations[t.shown-1]
		it.text, it.place.End = append(it.text, body), body.End
	case t.lead.Len() == 0:
		t.going = false
	case t.announcesExample():
		it := illustration{head: &head{Head: text.Head{Class: text.Example, Role: "example"}}, place: core.Span{Start: t.lead.Start, End: body.End}, text: []core.Span{t.lead, body}, entry: true}
		t.r.illustrations = append(t.r.illustrations, it)
		t.unsay()
		t.shown = len(t.r.illustrations)
	default:
		t.out = append(t.out, body)
		t.lead = core.Span{}
	}
}

// announcesExample reports whether the words before a colon say that an example follows.
func (t *telling) announcesExample() bool {
	for _, w := range text.Words(t.lead.Of(t.r.doc.Text)) {
		if h, ok := text.LookupHead(w.Text); ok && h.Class == text.Example {
			return true
		}
	}
	return false
}

// unsay takes the words before a colon back, whose code or list is no part of the description.
func (t *telling) unsay() {
	if t.lead.Len() == 0 {
		return
	}
	last := &t.out[len(t.out)-1]
	if last.End = t.lead.Start; strings.TrimSpace(last.Of(t.r.doc.Text)) == "" {
		t.out = t.out[:len(t.out)-1]
	}
	t.lead = core.Span{}
}

// told ends the description: not with words that announce what it does not hold, nor with the title over them.
func (t *telling) told() []core.Span {
	n := len(t.out)
	t.unsay()
	if k := len(t.out); t.title > 0 && t.title == k && (k < n || t.shown > 0) {
		t.out = t.out[:k-1]
	}
	return t.out
}
