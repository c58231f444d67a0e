// Package wire finds what every candidate depends on: the references that its author set or printed, the names and
// defined terms that it uses, the kinds of the two ends, and the order of the text. It proposes edges and inserts them,
// the strong ones first, so that the result is a DAG; what would close a cycle is refused and told.
//
// A name takes three steps: names.go collects who bears which, lexicon.go finds them all in running text in one pass,
// and uses.go decides what each use means and how surely. The names of programs are no words of a language: declared.go
// takes the three steps for them.
//
// It reads only documents, candidates and, at depth "deep", the names in a registry. It changes none of them.
package wire

import (
	"context"

	"lemma/core"
	"lemma/core/text"
)

// Input is what a session extracted.
type Input struct {
	Documents  []*core.Document
	Analyses   []*core.Analysis // parallel to Documents
	Candidates []core.Candidate // with their ids, in order of document and place
	Registry   core.View        // read at depth "deep" only; may be nil
}

// Options are the choices of wiring. The zero value is depth "standard".
type Options struct {
	Depth string // "", "standard", "shallow" (no edges), "deep" (also to the registry)
}

// Result is the wired session.
type Result struct {
	Edges    [][]core.Edge      // parallel to Candidates, sorted by target
	Refused  []core.RefusedEdge // in order of refusal, the strongest first
	ByOrigin map[string]int     // accepted edges by what proposed them: link, number, name, kind, step, order
}

// The strengths of proposals, by DESIGN 3.6.
const (
	declared  = 0.9 // a relation that the declaration of a program states
	resolved  = 0.8 // a label or number that the author gave
	quoted    = 0.7 // a display that another item says
	inferred  = 0.6 // from the kinds of the two ends, or from one step to the step before
	mentioned = 0.5 // a name
	passing   = 0.4 // a name that may mean something else, or that only what the item builds on needs
	ordered   = 0.3 // only the place in the text
)

// What proposes edges.
const (
	byLink   = "link"
	byNumber = "number"
	byName   = "name"
	byKind   = "kind"
	byStep   = "step"
	byOrder  = "order"
)

// Wire finds the edges of the candidates.
func Wire(ctx context.Context, in Input, opt Options) (*Result, error) {
	if opt.Depth == "shallow" || len(in.Candidates) == 0 {
		return &Result{Edges: make([][]core.Edge, len(in.Candidates)), ByOrigin: map[string]int{}}, ctx.Err()
	}
	w := &wirer{Input: in, proposals: newProposals(in)}
	for d, doc := range in.Documents {
		w.languages = append(w.languages, text.LanguageFor(in.Analyses[d].Language, doc.Text))
	}
	w.locate()
	w.locateLost()
	w.sectioned()
	w.label()
	names := newLexicon()
	w.collectNames(names)
	if opt.Depth == "deep" && in.Registry != nil {
		w.collectRegistry(names)
	}
	for c := range in.Candidates {
		if c%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		w.passages(c, func(p passage) {
			taken := w.links(p)
			taken = w.printed(p, taken)
			names.scan(p, taken)
		})
		w.described(c, func(p passage) { w.links(p) })
	}
	w.nameDeclared()
	w.membership()
	w.nameEdges(names)
	w.steps()
	w.within()
	w.order()
	w.holders()
	return w.insert(ctx)
}

// wirer holds the indexes over a session that resolving needs.
type wirer struct {
	Input
	*proposals
	places    []documentPlaces  // by document
	files     map[string]int    // documents by name
	stems     map[string]int    // and by it without its extension; several when more have it
	bases     map[string]int    // and by the last part of it; several when more have it
	anchors   map[string]target // of all documents
	called    map[string]int32  // declarations by name and by its last part; several when there are more
	calls     map[string]bool   // the last parts of their names
	parts     map[string]int32  // holders of a list item with a mark of its own by that mark; several when there are more
	examples  [][]core.Span     // code blocks by document
	takes     map[[2]int32]bool // a declaration and a type that its signature names
	lost      map[string]int32  // the first declaration of a page that is no document of its own any more, by its path
	labels    []labels          // by document
	sections  []sections        // by document
	numbers   map[string]int32  // the one candidate of the session with a label, by its key; several when there are more
	languages []*text.Language  // by document
}

// passage is a stretch of a candidate's statement or proof.
type passage struct {
	candidate int
	doc       int
	span      core.Span
	text      string
	in        *text.Language
	seen      uint8 // inStatement, inProof or inDescription
}

// passages calls f for every stretch of a candidate's statement and proof.
func (w *wirer) passages(c int, f func(passage)) {
	cand := &w.Candidates[c]
	text := w.Documents[cand.Document].Text
	visit := func(spans []core.Span, seen uint8) {
		for _, s := range spans {
			if s.Start >= 0 && s.Start < s.End && s.End <= len(text) {
				f(passage{c, cand.Document, s, s.Of(text), w.languages[cand.Document], seen})
			}
		}
	}
	visit(cand.Statement, inStatement)
	visit(cand.Proof, inProof)
}

// kindOf is the kind of a target.
func (w *wirer) kindOf(to int32) core.Kind {
	if int(to) < len(w.Candidates) {
		return w.Candidates[to].Primitive.Kind
	}
	return w.Registry.Primitive(w.id(to)).Kind
}

// reference proposes an edge for a place that refers to another item, and by DESIGN 3.6 a further one when a procedure
// refers to a fact. That an item speaks of itself is no dependency. The proposal says what the place refers to, how
// strongly, and what found it.
func (w *wirer) reference(p passage, at core.Span, proposed proposal) {
	if int(proposed.to) == p.candidate {
		return
	}
	kind := w.Candidates[p.candidate].Primitive.Kind
	b := bond{typ: core.Requires}
	term := proposed.origin == byName && w.kindOf(proposed.to) == core.Definition && !declaration(&w.Candidates[p.candidate])
	if !term { // what is equivalent to a basis is no equivalent of its definition
		b = relation(p.in, p.text, at)
	}
	if b.typ == core.Equivalent && w.kindOf(proposed.to) == core.Definition && kind != core.Definition { // a rule about what is equivalent to an object is no object
		b.typ = core.Requires
	}
	found := core.Span{Start: p.span.Start + at.Start, End: p.span.Start + at.End}
	strength := proposed.strength
	proposed.from, proposed.typ, proposed.why = int32(p.candidate), b.typ, at.Of(p.text)
	proposed.seen |= p.seen
	procedure := kind == core.Algorithm || kind == core.Technique
	switch {
	case proposed.origin == byName: // an example of a law needs the law
		if b.typ == core.Motivates {
			proposed.typ = core.Requires
		}
	case b.aside && p.seen == inProof: // what a proof claims, it takes from there
		proposed.typ = core.Requires
	case b.typ == core.Motivates || b.shows && (procedure || p.seen == inStatement):
		proposed.typ, proposed.strength = core.Motivates, passing
	}
	w.propose(proposed, found)
	if !procedure {
		return
	}
	switch w.kindOf(proposed.to) {
	case core.Definition, core.Theorem, core.Identity, core.Axiom:
		if proposed.typ, proposed.origin = core.Applies, byKind; strength >= mentioned {
			proposed.strength = inferred
		}
		w.propose(proposed, found)
	}
}
