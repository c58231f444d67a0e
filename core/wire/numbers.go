package wire

import (
	"slices"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// labels are the candidates of a document by their printed numbers.
type labels struct {
	numbers map[string][]labelled // by number, in order of place
	roles   map[string][]int32    // by role, in order of place
}

type labelled struct {
	cand int32
	kind core.Kind
	role string
}

// label indexes the printed labels of all candidates.
func (w *wirer) label() {
	w.labels = make([]labels, len(w.Documents))
	w.numbers = make(map[string]int32)
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		l := &w.labels[cand.Document]
		if l.numbers == nil {
			l.numbers, l.roles = make(map[string][]labelled), make(map[string][]int32)
		}
		role := cand.Primitive.Role
		if role == "" {
			role = string(cand.Primitive.Kind)
		}
		l.roles[role] = append(l.roles[role], int32(c))
		word, number := splitLabel(cand.Primitive.Label)
		if number == "" {
			continue
		}
		if h, ok := text.LookupHead(word); ok {
			role = h.Role
		}
		l.numbers[number] = append(l.numbers[number], labelled{int32(c), cand.Primitive.Kind, role})
		key := role + " " + number
		if _, ok := w.numbers[key]; ok {
			w.numbers[key] = several
		} else {
			w.numbers[key] = int32(c)
		}
	}
}

// splitLabel splits a printed label into its words and its number: "Theorem 2.3", "定理2.3".
func splitLabel(label string) (word, number string) {
	label = strings.TrimRight(label, ".: ")
	if i := strings.LastIndexAny(label, " \u00A0~"); i >= 0 {
		return strings.TrimSpace(label[:i]), strings.Trim(label[i:], " \u00A0~()")
	}
	if i := strings.IndexFunc(label, func(r rune) bool { return '0' <= r && r <= '9' }); i > 0 {
		return label[:i], label[i:]
	}
	return label, ""
}

// printed proposes the printed references of a passage whose places are not taken, and adds theirs to taken.
func (w *wirer) printed(p passage, taken []core.Span) []core.Span {
	free := len(taken)
	scan(p.text, func(m mention) {
		switch {
		case overlaps(taken[:free], m.span):
		case m.part:
			if c, ok := w.sections[p.doc].numbers[m.number]; ok && c != nobody && !foreign(p.text, m) {
				w.reference(p, m.span, proposal{to: c, strength: inferred, origin: byNumber})
			}
		default:
			if to := w.resolve(p, m); to.cand != nobody {
				taken = append(taken, m.span)
				w.reference(p, m.span, proposal{to: to.cand, strength: to.strength(), origin: byNumber})
			}
		}
	})
	w.preceding(p)
	slices.SortFunc(taken, func(a, b core.Span) int { return a.Start - b.Start })
	return taken
}

// overlaps reports whether a span touches one of a sorted list of disjoint ones.
func overlaps(list []core.Span, s core.Span) bool {
	i := sort.Search(len(list), func(i int) bool { return list[i].End > s.Start })
	return i < len(list) && list[i].Start < s.End
}

// resolve returns the candidate that a printed reference means, or nobody: in the same document, else the only one of
// the session with that label.
func (w *wirer) resolve(p passage, m mention) target {
	if m.head.Class == text.NoHead && m.paren {
		if t, ok := w.places[p.doc].equations[m.number]; ok {
			return t
		}
		if len(w.places[p.doc].equations) > 0 { // a document that numbers displays means one by "(2.3)"
			return target{cand: nobody}
		}
	}
	return target{cand: w.numbered(p, m)}
}

// numbered returns the candidate whose label a printed reference is, or nobody.
func (w *wirer) numbered(p passage, m mention) int32 {
	l := &w.labels[p.doc]
	list := l.numbers[m.number]
	if m.head.Class == text.NoHead {
		if len(list) == 1 {
			return list[0].cand
		}
		return nobody
	}
	if c := w.nearest(p, list, func(x labelled) bool { return x.role == m.head.Role }); c != nobody {
		return c
	}
	if parts[m.head.Role] {
		if c := w.nearest(p, w.places[p.doc].parts[m.number], func(labelled) bool { return true }); c != nobody {
			return c
		}
		if c, ok := w.parts[m.number]; ok && c != several && specific(m.number) {
			return c
		}
		return nobody
	}
	// Authors cite a lemma as a theorem, and the other way round; where the number has parts or is an acronym it is one
	// of a common count, and there is no doubt what is meant.
	if specific(m.number) {
		if c := w.nearest(p, list, func(x labelled) bool { return x.kind == m.head.Kind }); c != nobody {
			return c
		}
	}
	if specific(m.number) || !isDigit(m.number[0]) { // "Definition B" is one where no other document of the session has it
		if c, ok := w.numbers[m.head.Role+" "+m.number]; ok && c != several {
			return c
		}
	}
	return nobody
}

// parts are the roles by which authors cite a part of an item.
var parts = map[string]bool{"property": true, "axiom": true, "rule": true, "law": true, "assumption": true, "requirement": true, "postulate": true}

// specific numbers have parts ("2.3") or are acronyms ("VS").
func specific(number string) bool {
	return strings.IndexByte(number, '.') > 0 || len(number) > 1 && !isDigit(number[0])
}

// nearest returns the candidate of a list that suits and is nearest to the passage: of those in the same chapter, else
// of all; where numbers are counted anew in every chapter the near one is meant. Only the two that suit on either side
// of the passage are looked at.
func (w *wirer) nearest(p passage, list []labelled, suits func(labelled) bool) int32 {
	if len(list) == 0 {
		return nobody
	}
	from := int32(p.candidate)
	i := sort.Search(len(list), func(i int) bool { return list[i].cand > from })
	before, after := int32(nobody), int32(nobody)
	for k := i - 1; k >= 0 && k >= i-maxNesting; k-- {
		if suits(list[k]) {
			before = list[k].cand
			break
		}
	}
	for k := i; k < len(list) && k < i+maxNesting; k++ {
		if suits(list[k]) {
			after = list[k].cand
			break
		}
	}
	switch {
	case before == nobody:
		return after
	case after == nobody:
		return before
	}
	if b, a := w.sameChapter(from, before), w.sameChapter(from, after); a != b {
		if a {
			return after
		}
		return before
	}
	place := func(c int32) int { return w.Candidates[c].Place.Start }
	if place(after)-place(from) < place(from)-place(before) {
		return after
	}
	return before
}

// sameChapter reports whether two candidates stand below the same section of the highest level in one document, below
// its title where that is a section too.
func (w *wirer) sameChapter(a, b int32) bool { return w.sameBelow(a, b, 1) }

// sameSection reports whether they also stand below the same section of the level after it.
func (w *wirer) sameSection(a, b int32) bool { return w.sameBelow(a, b, 2) }

// maxLevels bounds how deep a section may nest for its chapter to be found.
const maxLevels = 64

func (w *wirer) sameBelow(a, b int32, depth int) bool {
	x, y := &w.Candidates[a], &w.Candidates[b]
	return x.Document == y.Document && (x.Section == y.Section || w.ancestor(x, depth) == w.ancestor(y, depth))
}

// ancestor returns the section that a candidate stands in at a depth, from 1; its own when that is less deep.
func (w *wirer) ancestor(c *core.Candidate, depth int) int {
	sections := w.Analyses[c.Document].Sections
	var path [maxLevels]int
	n := 0
	for i := c.Section; n < maxLevels && i > 0 && i < len(sections); i = sections[i].Parent {
		path[n] = i
		n++
	}
	if n == 0 {
		return 0
	}
	if w.places[c.Document].titled {
		depth++
	}
	return path[max(0, n-depth)]
}

// titled reports whether the outermost heading of a document is the title of the whole, as Markdown has it, and no
// chapter: it is the only one, bears no number, and those right below it are numbered from one.
func titled(sections []core.Section) bool {
	if len(sections) < 3 || sections[1].Number != "" {
		return false
	}
	first := ""
	for _, s := range sections[2:] {
		switch {
		case s.Parent == 0:
			return false
		case s.Parent == 1 && s.Number != "" && first == "":
			first = strings.TrimSuffix(s.Number, ".")
		}
	}
	return first == "1" || first == "I"
}

// preceding proposes "the preceding lemma", "the theorem above", "des vorigen Satzes", "le lemme précédent",
// "предыдущей теоремы": languages set the adjective on either side.
func (w *wirer) preceding(p passage) {
	english := p.in.String() == "en"
	if english && !strings.Contains(p.text, "pre") && !strings.Contains(p.text, "above") {
		return
	}
	words := text.Words(p.text)
	for i := range words {
		if !p.in.Has(text.Previous, words[i].Text) {
			continue
		}
		for _, k := range [...]int{i + 1, i - 1} {
			if k < 0 || k >= len(words) {
				continue
			}
			h, ok := text.LookupHead(words[k].Text)
			if !ok || h.Class != text.Item || english && strings.HasSuffix(words[k].Text, "s") { // of several nobody knows how many
				continue
			}
			at := core.Span{Start: min(words[i].Span.Start, words[k].Span.Start), End: max(words[i].Span.End, words[k].Span.End)}
			if gap := (core.Span{Start: words[min(i, k)].Span.End, End: words[max(i, k)].Span.Start}); strings.Trim(gap.Of(p.text), " \n~\u00A0") != "" {
				continue
			}
			if gap := numberGap(p.text, at.End); gap < 0 || !isDigit(p.text[gap]) { // not "the previous Lemma 3"
				w.last(p, h.Role, at)
			}
			break
		}
	}
}

// last proposes the nearest item of a role before the passage, in its chapter, when at most two other items stand
// between.
func (w *wirer) last(p passage, role string, at core.Span) {
	list := w.labels[p.doc].roles[role]
	k := sort.Search(len(list), func(k int) bool { return list[k] >= int32(p.candidate) }) - 1
	if k >= 0 && p.candidate-int(list[k]) <= 3 && w.sameChapter(int32(p.candidate), list[k]) {
		w.reference(p, at, proposal{to: list[k], strength: resolved, origin: byNumber})
	}
}
