package extract

import (
	"cmp"
	"context"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// found is an item before it becomes a candidate.
type found struct {
	head      *head
	env       bool
	place     core.Span
	statement []core.Span
	proof     []core.Span
	sketch    bool // proof is but the idea of one
	anchors   []string
	block     int
	end       string // why the statement ends where it does
	step      int
	unit      int
}

// finder walks the units of a document.
type finder struct {
	doc   *core.Document
	an    *core.Analysis
	x     *index
	units []unit
	out   []found
	// open is the index in out of the item that a proof without a name belongs to, -1 when there is none.
	open int
	// labels and anchors lead to items in out, for proofs that stand later.
	labels  map[string]int
	anchors map[string]int
	titles  map[string]int // by the tokens of the author's title
	// boxed and titled count the items that are environments and headings.
	boxed, titled map[core.Kind]int
	// exercise is set within an exercise or example that has a run-in head.
	exercise bool
	// endMarked is set when proofs of the text end with a mark.
	endMarked bool
	// stops and doubts are where a proof that reaches a unit ends at the latest, and where it is first in doubt.
	stops, doubts []int
	// running are the paragraphs that belong to no item, proof, exercise or example.
	running []int
	// shown are the examples and exercises.
	shown []illustration
}

// items finds the items of textbooks and papers, and what other texts have in their notation.
func (f *finder) items(ctx context.Context) error {
	f.open = -1
	f.labels, f.anchors, f.titles = map[string]int{}, map[string]int{}, map[string]int{}
	f.endMarked = endMarked(f.units)
	f.findStops()
	for i := 0; i < len(f.units); {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		i = f.step(i)
	}
	return nil
}

// step handles the unit i and returns the next one.
func (f *finder) step(i int) int {
	u := &f.units[i]
	if u.head == nil {
		f.closeDefinition()
		switch {
		case u.kind == core.Heading:
			f.exercise = false
			if f.doc.Blocks[u.block].Name != slideTitle {
				f.open = -1
			}
		case u.kind == core.Paragraph && !f.exercise && !u.inner:
			f.running = append(f.running, i)
		}
		return i + 1
	}
	switch u.head.Class {
	case text.Item:
		if !f.wanted(u) || f.repeated(u) || f.asked(i) || f.chapter(i) {
			return i + 1
		}
		f.exercise = false
		return f.item(i)
	case text.Proof:
		return f.proof(i)
	default:
		if u.head.Class == text.Example || u.head.Class == text.Exercise {
			f.exercise = !u.env
			f.illustrate(i)
		} else {
			f.exercise = false
		}
		if u.head.Class != text.Remark { // a proof may follow a remark on its theorem
			f.open = -1
		}
		f.closeDefinition()
		return i + 1
	}
}

// slideTitle names the title of a slide, which heads no section: the proof of a theorem stands on the slide behind it.
const slideTitle = "slide"

// wanted decides whether a head counts in this type of text.
func (f *finder) wanted(u *unit) bool {
	h := u.head
	if u.env {
		return true
	}
	typ := f.an.TypeAt(u.span.Start)
	switch typ {
	case core.ReferenceDoc:
		return false
	case core.Tutorial:
		if h.Role == "step" {
			return h.number != "" || h.advice
		}
		if h.Role == "concept" {
			return true
		}
	case core.Spec: // the number of its section makes no theorem of what a heading is about: "5.2 Assertion"
		return h.Strong() && h.number != "" && (u.kind != core.Heading || h.number != strings.Trim(f.doc.Blocks[u.block].Number, " ."))
	case core.Unknown:
		if h.Role == "step" {
			return h.number != "" && u.kind == core.Heading
		}
	}
	if h.Role == "step" || h.Role == "terminology" {
		return false // the steps of a proof or of an algorithm belong to it
	}
	if h.Strong() {
		return true
	}
	// Everyday words need more than a colon: "Result: 5", "Note the rule: …".
	if h.number != "" && !digitByte(h.number[0]) && (!h.marked || f.exercise) && h.title == "" {
		return false // "Property C: …" names a property that was stated elsewhere, as examples check them one by one
	}
	if typ == core.Unknown || typ == core.Tutorial {
		return h.number != "" // where nothing is stated otherwise, "### Fact: …" and "**Rule:** …" are a manner of speech
	}
	return h.number != "" || h.marked
}

// repeated reports the label of an item that was stated before: a bare one ("Theorem LLN") where the item has a fuller
// head, or one that refers to the item ("Theorem \ref{main}"). Reviews and summaries put their comments behind such
// labels.
func (f *finder) repeated(u *unit) bool {
	h := u.head
	if !u.env && f.referred(u) >= 0 {
		return true
	}
	if !h.bare {
		return false
	}
	k, ok := f.labels[strings.ToLower(h.label())]
	return ok && !f.out[k].head.bare
}

// chapter reports a heading that names a section about an item rather than the item: "Definition", "Algorithm (idea)"
// over text that has the item in a box of its own.
func (f *finder) chapter(i int) bool {
	u := &f.units[i]
	if u.kind != core.Heading || u.head.Role == "step" {
		return false
	}
	if f.boxed[u.head.Kind] > fewBoxes && f.boxed[u.head.Kind] > f.titled[u.head.Kind] {
		return true // an author who sets definitions in boxes sets them all so
	}
	for j := i + 1; j < u.last && j <= i+lookahead; j++ {
		n := &f.units[j]
		if n.kind == core.Heading {
			return false
		}
		if n.env && n.head.Kind == u.head.Kind && n.head.Class == text.Item {
			return u.head.number == "" || j > i+1
		}
	}
	return false
}

// fewBoxes is up to how many boxes of a kind say nothing of how an author sets the kind.
const fewBoxes = 2

// asked reports an unnumbered item that an exercise or example introduces with a colon: "Prove Abel's theorem:". It is
// what the reader is to show, which no definition can be. What the text behind an exercise introduces is its own.
func (f *finder) asked(i int) bool {
	u := &f.units[i]
	if !f.exercise || u.env || u.head.number != "" || u.head.Kind == core.Definition || i == 0 {
		return false
	}
	before := &f.units[i-1]
	if before.kind == core.Heading || before.kind == core.Paragraph && before.head == nil && !before.inner {
		return false
	}
	return strings.HasSuffix(strings.TrimRight(before.body.Of(f.doc.Text), " \n*_"), ":")
}

// item takes the item whose head is unit i and returns the unit behind its statement.
func (f *finder) item(i int) int {
	u := &f.units[i]
	it := found{head: u.head, env: u.env, block: u.block, place: u.span, unit: i, anchors: f.doc.Blocks[u.block].Anchors}
	next := i + 1
	switch {
	case u.env:
		f.printedHead(u, &it)
		it.statement = f.withoutProofs(u, &it)
		it.end = "ends with the environment"
		if u.kind == core.Code {
			it.end = "ends with the code block"
		}
	case u.kind == core.Heading && u.head.Role == "step":
		next = f.stepSection(i, &it)
	case u.kind == core.Heading:
		next = f.section(i, &it)
	default:
		next = f.runIn(i, &it)
	}
	if len(it.statement) == 0 {
		return next
	}
	if it.head.Role == "step" {
		it.step = stepNumber(it.head.number)
	}
	it.place.End = max(it.place.End, it.statement[len(it.statement)-1].End)
	f.out = append(f.out, it)
	k := len(f.out) - 1
	f.open = k
	switch it.head.Role {
	case "notation", "convention", "terminology": // they say how something is written, which has no proof
		f.open = -1
	}
	if l := it.head.label(); l != "" {
		f.labels[strings.ToLower(l)] = k
	}
	for _, a := range it.anchors {
		f.anchors[a] = k
	}
	if words := text.Tokens(it.head.title); len(words) > 0 && len(words) <= maxTitleTokens {
		f.titles[strings.Join(words, " ")] = k
	}
	return next
}

// printedHead takes the head that some converters leave in the body of a box: ":::theorem" around "**Theorem 7.** …",
// or the title in brackets that authors begin a statement with where the notation has a place for it that they leave
// empty.
func (f *finder) printedHead(u *unit, it *found) {
	b := f.doc.Blocks
	if u.block >= b[u.block].Last || b[u.block+1].Kind != core.Paragraph {
		return
	}
	v := f.x.view(b[u.block+1].Body)
	h, printed := v.runIn()
	if !printed || h.Class != text.Item || h.Kind != it.head.Kind {
		title, end, ok := v.bracketTitle()
		if k := f.x.marks(v.firstPos()); !ok && !printed && k < len(f.doc.Marks) && f.doc.Marks[k].Kind == core.Strong && f.doc.Marks[k].Span.Start <= v.firstPos() {
			title, end, ok = v.facedTitle(b[u.block+1].Last < b[u.block].Last)
		}
		if ok && it.head.title == "" {
			h = *it.head
			h.title = title
			it.head = &h
			u.body.Start = min(end, u.body.End)
		}
		return
	}
	if it.head.number != "" && h.number != it.head.number {
		return // of another
	}
	h.title = cmp.Or(h.title, it.head.title)
	h.rule = it.head.rule + " with a printed head"
	it.head = &h
	u.body.Start = min(h.end, u.body.End)
}

// withoutProofs gives the body of an environment without the proofs, examples and remarks that some authors nest in
// it; a proof is kept beside the statement.
func (f *finder) withoutProofs(u *unit, it *found) []core.Span {
	b := f.doc.Blocks
	var out []core.Span
	from := u.body.Start
	if u.kind == core.Code {
		return []core.Span{u.body}
	}
	for j := u.block + 1; j <= b[u.block].Last && j < len(b); {
		// A heading that opens a box of Markdown is its title.
		if b[j].Kind == core.Heading && strings.TrimSpace(f.doc.Text[from:b[j].Span.Start]) == "" && from == u.body.Start {
			h := *it.head
			if h.title == "" {
				h.title = b[j].Title
				it.head = &h
			}
			from = b[j].Span.End
		}
		if b[j].Kind == core.Environment {
			if h, ok := environmentHead(&b[j]); ok && h.Class != text.Item {
				if h.Class == text.Proof {
					it.proof = append(it.proof, b[j].Body)
				}
				if from < b[j].Span.Start {
					out = append(out, core.Span{Start: from, End: b[j].Span.Start})
				}
				from = b[j].Span.End
				j = b[j].Last + 1
				continue
			}
		}
		if b[j].Kind == core.Paragraph && from <= b[j].Span.Start && j > u.block+1 {
			v := f.x.view(b[j].Body)
			if h, ok := v.runIn(); ok && h.Class == text.Proof {
				if from < b[j].Span.Start {
					out = append(out, core.Span{Start: from, End: b[j].Span.Start})
				}
				it.proof = append(it.proof, core.Span{Start: min(h.end, u.body.End), End: u.body.End})
				from = u.body.End
				break
			}
		}
		j++
	}
	if from < u.body.End && strings.TrimSpace(f.doc.Text[from:u.body.End]) != "" {
		out = append(out, core.Span{Start: from, End: u.body.End})
	}
	return out
}

// section takes the statement of an item that is a heading: the blocks under it up to the next heading of the same or
// a higher level, a proof or another item.
func (f *finder) section(i int, it *found) int {
	u := &f.units[i]
	j := i + 1
	it.end = "ends with its section"
	for ; j < u.last; j++ {
		n := &f.units[j]
		if n.kind == core.Heading && n.head == nil && it.head.Kind != core.Technique {
			it.end = "ends before the next heading"
			break
		}
		if n.head != nil && (n.head.Class != text.Item || f.wanted(n)) && (it.head.Kind != core.Technique || n.env || n.kind == core.Heading || n.head.marked && n.head.Class == text.Item) {
			it.end = "ends before \"" + n.head.word + "\""
			break
		}
		// A definition or theorem under a heading of its own ends with its first group like one with a run-in head,
		// since prose goes on in the section.
		if len(it.statement) > 0 && it.head.Kind != core.Technique && it.head.Kind != core.Algorithm && !f.continues(it, i, j) {
			it.end = "ends with its paragraph group"
			break
		}
		it.statement = append(it.statement, n.span)
		if n.ends {
			j++
			break
		}
	}
	return j
}
