// Package dedup compares candidates with the primitives of a registry and says what each of them is to the nearest one:
// an exact duplicate, a generalization, a specialization, the same thing said differently, or new.
//
// It only decides; core/merge acts.
package dedup

import (
	"context"
	"iter"

	"lemma/core"
)

// Options are the thresholds of the comparison. The zero value gives the defaults.
type Options struct {
	Similarity  string  // "weighted" (default) or "plain"
	MaxDistance float64 // on the plane; 0 is 0.2
	MinShared   int     // keywords; 0 is 2

	ExactStatement   float64 // 0 is 0.85
	ExactForm        float64 // 0 is 0.85
	ExactOrder       float64 // 0 is 0.85
	OverlapStatement float64 // 0 is 0.15
	OverlapKeywords  float64 // 0 is 0.20
	BroaderKeywords  float64 // 0 is 0.60
	GeneralStatement float64 // 0 is 0.15
}

// Input is what a session brings.
type Input struct {
	Candidates []core.Candidate
	Waiting    []*core.Conflict // the open conflicts of the registry
}

// Index is a registry's primitives prepared for matching. It never changes.
type Index struct{}

// NewIndex prepares the primitives of a registry.
func NewIndex(ctx context.Context, prims iter.Seq[*core.Primitive]) (*Index, error) {
	return &Index{}, ctx.Err()
}

// Apply returns the index after a commit.
func (ix *Index) Apply(changes []core.Change) *Index { return ix }

// Match decides on every candidate, in their order.
func (ix *Index) Match(ctx context.Context, in Input, opt Options) ([]core.Match, error) {
	out := make([]core.Match, len(in.Candidates))
	for i := range in.Candidates {
		out[i] = core.Match{Candidate: in.Candidates[i].Primitive.ID, Class: core.GenuinelyNew, Action: core.Add, Confidence: 1}
	}
	return out, ctx.Err()
}
