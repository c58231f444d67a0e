package dedup

import (
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// leastShared is how many items two documents must print word for word under the same numbers, at least, to be two forms
// of one text.
const leastShared = 5

// forms recognises a document that was learned before in another format: at least half of its numbered items stand
// there word for word under the same numbers. Converters cut statements differently and lose formulas, so the rest is
// matched by number too; the text of this form is kept with the place. Two documents of one format are two editions,
// whose differences somebody should see.
type forms struct {
	*matcher
	in    Input
	cands []candidate
	out   []core.Match
	byID  map[string]int // candidates
}

// printed is an item as its number names it.
type printed struct {
	document string
	label    string
	kind     core.Kind
}

// otherForms decides anew on the candidates of documents that are other forms of documents known.
func (m *matcher) otherForms(in Input, cands []candidate, out []core.Match) {
	if in.Document == nil {
		return
	}
	f := &forms{m, in, cands, out, make(map[string]int, len(cands))}
	for i := range cands {
		f.byID[cands[i].ID] = i
	}
	of := f.documents()
	if len(of) == 0 {
		return
	}
	items := f.items(of)
	s := &scratch{mark: make([]uint8, m.words.size())}
	for i := range cands {
		origin, ok := of[in.Candidates[i].Document]
		c := &cands[i]
		if !ok || c.Label == "" || out[i].Action == core.Skip {
			continue
		}
		e := items[printed{origin, c.Label, c.Kind}]
		if e == nil || e.prim == c.Primitive {
			continue
		}
		cmp := m.comparison(s, c)
		cmp.mark()
		if v := cmp.compare(e, true); v.scores.Statement >= m.opt.OverlapStatement {
			out[i] = core.Match{Candidate: c.ID, Existing: e.prim.ID, Class: core.ExactDuplicate, Action: core.Skip, Confidence: v.scores.Statement, Scores: v.scores, Guard: GuardForm,
				Rationale: fmt.Sprintf("is %s as another form of %s prints it (statement %.2f, keywords %.2f)", c.Label, strings.TrimPrefix(origin, ownPrefix), v.scores.Statement, v.scores.Keywords)}
		}
		cmp.unmark()
	}
}

// ownPrefix marks the documents of the session among those of the registry.
const ownPrefix = "\x00"

// documents says which document of the session is another form of which document.
func (f *forms) documents() map[int]string {
	labelled := map[int]int{}
	shared := map[int]map[string]int{}
	for i := range f.cands {
		doc := f.in.Candidates[i].Document
		label := f.cands[i].Label
		if label == "" {
			continue
		}
		labelled[doc]++
		if f.out[i].Action != core.Skip {
			continue
		}
		for _, origin := range f.origins(f.out[i].Existing, label) {
			if own := f.own(doc); origin.document != own.document && origin.media != own.media {
				if shared[doc] == nil {
					shared[doc] = map[string]int{}
				}
				shared[doc][origin.document]++
			}
		}
	}
	of := map[int]string{}
	for doc, origins := range shared {
		best := ""
		for origin, n := range origins {
			if b := origins[best]; n > b || n == b && origin < best {
				best = origin
			}
		}
		if n := origins[best]; n >= leastShared && 2*n >= labelled[doc] {
			of[doc] = best
		}
	}
	return of
}

// origin is a document in which an item stands.
type origin struct{ document, media string }

// own is a document of the session.
func (f *forms) own(doc int) origin {
	d := f.in.Documents[doc]
	return origin{ownPrefix + d.Name, d.MediaType}
}

// origins are the documents that print an item under a label.
func (f *forms) origins(id, label string) (all []origin) {
	if i, ok := f.byID[id]; ok {
		if f.cands[i].Label == label {
			all = append(all, f.own(f.in.Candidates[i].Document))
		}
		return all
	}
	k, ok := slices.BinarySearchFunc(f.ix.entries, id, func(e *entry, id string) int { return strings.Compare(e.prim.ID, id) })
	if !ok {
		return nil
	}
	p := f.ix.entries[k].prim
	if p.Label == label {
		document, media := f.in.Document(&p.Source)
		all = append(all, origin{document, media})
	}
	for k := range p.Sources {
		if s := &p.Sources[k]; s.Label == label || s.Label == "" && p.Label == label {
			document, media := f.in.Document(s)
			all = append(all, origin{document, media})
		}
	}
	return all
}

// items finds what the documents print under their numbers; a number that two items bear is none's.
func (f *forms) items(of map[int]string) map[printed]*entry {
	wanted := map[string]bool{}
	for _, origin := range of {
		wanted[origin] = true
	}
	found := map[printed]*entry{}
	add := func(document, label string, e *entry) {
		if label == "" || !wanted[document] {
			return
		}
		key := printed{document, label, e.prim.Kind}
		if other, ok := found[key]; ok && (other == nil || other.prim != e.prim) {
			e = nil
		}
		found[key] = e
	}
	for _, e := range f.ix.entries {
		if e.place >= 0 {
			continue
		}
		p := e.prim
		document, _ := f.in.Document(&p.Source)
		add(document, p.Label, e)
		for k := range p.Sources {
			s := &p.Sources[k]
			label := s.Label
			if label == "" {
				label = p.Label
			}
			document, _ := f.in.Document(s)
			add(document, label, e)
		}
	}
	for i := range f.cands {
		add(f.own(f.in.Candidates[i].Document).document, f.cands[i].Label, f.cands[i].e)
	}
	return found
}
