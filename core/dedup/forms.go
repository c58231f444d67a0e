package dedup

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// leastShared is how many items two documents must share, at least, to be two forms of one text.
const leastShared = 5

// forms recognises a document that another document in another format says already: at least half of its numbered items
// stand there under the same numbers, the same or nearly so, or half of all its items word for word. Converters cut
// statements differently and lose formulas, so the rest is matched by number too; the text of this form is kept with
// the place. Two documents of one format are two editions, whose differences somebody should see.
type forms struct {
	*matcher
	in    Input
	cands []candidate
	out   []core.Match
	byID  map[string]int   // candidates
	inDoc map[string][]int // candidates by the document of the session that they stand in
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
	f := &forms{m, in, cands, out, make(map[string]int, len(cands)), map[string][]int{}}
	for i := range cands {
		f.byID[cands[i].ID] = i
		own := f.own(in.Candidates[i].Document).document
		f.inDoc[own] = append(f.inDoc[own], i)
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
		if !ok || out[i].Action == core.Skip {
			continue
		}
		x := m.comparison(s, c)
		x.mark()
		if e := items[printed{origin, c.Label, c.Kind}]; e != nil && e.prim != c.Primitive {
			if v := x.compare(e, true); v.scores.Statement >= m.opt.OverlapStatement {
				out[i] = form(c, &v, fmt.Sprintf("is %s as another form of %s prints it", c.Label, strings.TrimPrefix(origin, ownPrefix)))
			}
		} else if v, ok := f.sameWords(x, origin); ok {
			out[i] = form(c, &v, fmt.Sprintf("says what another form of it, %s, says", strings.TrimPrefix(origin, ownPrefix)))
		}
		x.unmark()
	}
}

func form(c *candidate, v *verdict, rationale string) core.Match {
	return core.Match{Candidate: c.ID, Existing: v.e.prim.ID, Class: core.ExactDuplicate, Action: core.Skip, Confidence: v.scores.Statement, Scores: v.scores, Guard: GuardForm,
		Rationale: fmt.Sprintf("%s (statement %.2f, keywords %.2f)", rationale, v.scores.Statement, v.scores.Keywords)}
}

// mostPairs bounds how many items of another form in the session an item without a number is compared with.
const mostPairs = 2000

// sameWords looks for an exact duplicate of an item among those of another form in the same session. What the registry
// holds was compared with it already.
func (f *forms) sameWords(x *comparison, origin string) (verdict, bool) {
	pairs := 0
	for _, j := range f.inDoc[origin] {
		if f.cands[j].Kind != x.cand.Kind {
			continue
		}
		if pairs++; pairs > mostPairs {
			break
		}
		if v := x.compare(f.cands[j].e, true); v.class == core.ExactDuplicate && v.action == core.Skip {
			return v, true
		}
	}
	return verdict{}, false
}

// ownPrefix marks the documents of the session among those of the registry.
const ownPrefix = "\x00"

// tally counts what a document of the session shares with others.
type tally struct {
	items, numbered int            // of the document
	same            map[string]int // by other document: items that are the same word for word
	close           map[string]int // by other document: items of the same number that are the same or nearly so
}

// documents says which document of the session is another form of which document: half of its numbered items stand
// there, or half of all its items word for word.
func (f *forms) documents() map[int]string {
	tallies := map[int]*tally{}
	numbered := f.numbered()
	s := &scratch{mark: make([]uint8, f.words.size())}
	for i := range f.cands {
		c, doc := &f.cands[i], f.in.Candidates[i].Document
		t := tallies[doc]
		if t == nil {
			t = &tally{same: map[string]int{}, close: map[string]int{}}
			tallies[doc] = t
		}
		t.items++
		if c.Label != "" {
			t.numbered++
		}
		own := f.own(doc)
		if f.out[i].Action == core.Skip {
			for _, o := range f.origins(f.out[i].Existing) {
				if o.document == own.document || o.media == own.media {
					continue
				}
				t.same[o.document]++
				if o.label == c.Label && c.Label != "" {
					t.close[o.document]++
				}
			}
			continue
		}
		for _, j := range numbered[number{c.Label, c.Kind}] {
			if o := f.own(f.in.Candidates[j].Document); f.in.Candidates[j].Document < doc && o.media != own.media && f.near(s, i, j) {
				t.close[o.document]++
			}
		}
	}
	of := map[int]string{}
	for doc, t := range tallies {
		if best := most(t.close); t.close[best] >= leastShared && 2*t.close[best] >= t.numbered {
			of[doc] = best
		} else if best := most(t.same); t.same[best] >= leastShared && 2*t.same[best] >= t.items {
			of[doc] = best
		}
	}
	return of
}

// number is how a text refers to an item.
type number struct {
	label string
	kind  core.Kind
}

// mostNamesakes bounds the items of one number that are compared: where every file begins with a Theorem 1, the number
// says nothing.
const mostNamesakes = 8

// numbered lists the candidates by their numbers, those that few share.
func (f *forms) numbered() map[number][]int {
	by := map[number][]int{}
	for i := range f.cands {
		if c := &f.cands[i]; c.Label != "" {
			n := number{c.Label, c.Kind}
			by[n] = append(by[n], i)
		}
	}
	for n, list := range by {
		if len(list) > mostNamesakes {
			delete(by, n)
		}
	}
	return by
}

// near reports whether two candidates of one number say much the same.
func (f *forms) near(s *scratch, i, j int) bool {
	x := f.comparison(s, &f.cands[i])
	x.mark()
	defer x.unmark()
	return x.compare(f.cands[j].e, true).scores.Statement >= f.opt.SameStatement
}

// most is the document with the highest count, the first by name of equals.
func most(counts map[string]int) string {
	best := ""
	for document, n := range counts {
		if b := counts[best]; n > b || n == b && document < best {
			best = document
		}
	}
	return best
}

// origin is a document in which an item stands, and the label that it has there.
type origin struct{ document, media, label string }

// own is a document of the session.
func (f *forms) own(doc int) origin {
	d := f.in.Documents[doc]
	return origin{document: ownPrefix + d.Name, media: d.MediaType}
}

// origins are the documents in which an item stands.
func (f *forms) origins(id string) (all []origin) {
	if i, ok := f.byID[id]; ok {
		o := f.own(f.in.Candidates[i].Document)
		o.label = f.cands[i].Label
		return []origin{o}
	}
	k, ok := slices.BinarySearchFunc(f.ix.entries, id, func(e *entry, id string) int { return strings.Compare(e.prim.ID, id) })
	if !ok {
		return nil
	}
	p := f.ix.entries[k].prim
	add := func(s *core.Source, label string) {
		document, media := f.in.Document(s)
		all = append(all, origin{document, media, label})
	}
	add(&p.Source, p.Label)
	for k := range p.Sources {
		add(&p.Sources[k], cmp.Or(p.Sources[k].Label, p.Label))
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
			document, _ := f.in.Document(s)
			add(document, cmp.Or(s.Label, p.Label), e)
		}
	}
	for i := range f.cands {
		add(f.own(f.in.Candidates[i].Document).document, f.cands[i].Label, f.cands[i].e)
	}
	return found
}
