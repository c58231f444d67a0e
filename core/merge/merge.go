// Package merge turns matches into changes: candidates are skipped, update a primitive, are added, or wait in a
// conflict for a human. Merge cannot express a replacement; only Resolve, which a human's answer starts, removes a
// primitive in favour of another.
package merge

import (
	"context"

	"lemma/core"
	"lemma/core/graph"
)

// Input is a session's candidates with what was found out about them.
type Input struct {
	View       core.View
	Session    string // its id
	Candidates []core.Candidate
	Edges      [][]core.Edge // of each candidate; targets are ids of candidates or of primitives
	Matches    []core.Match  // of each candidate
	Graph      *graph.Graph  // a fork of the registry's, may be changed
}

// Result is what a session changes.
type Result struct {
	Changeset core.Changeset
	Refused   []core.RefusedEdge
	Matches   []core.Match // with final ids
	Counts    core.Counts
}

// Choice is a human's answer to one conflict.
type Choice struct {
	Conflict   string
	Resolution core.Resolution
}

// Merge works out the changes of a learn.
func Merge(ctx context.Context, in Input) (*Result, error) {
	return &Result{Matches: in.Matches}, ctx.Err()
}

// Resolve works out the changes of a batch of answers.
func Resolve(ctx context.Context, view core.View, g *graph.Graph, session string, choices []Choice) (*Result, error) {
	return &Result{}, ctx.Err()
}

// Effect is what a resolution would do.
type Effect struct {
	Removed    string             // the primitive that would go
	Added      string             // the primitive that would come
	Dependents []string           // primitives whose edges would move
	Refused    []core.RefusedEdge // edges that would close a cycle, and would be dropped
	Conflicts  []string           // other conflicts that would point to the candidate
	Edges      int                // edges that would come
	Text       string             // all of it in words
}

// Cost works out what a resolution would do, without doing it.
func Cost(view core.View, g *graph.Graph, c *core.Conflict, r core.Resolution) (*Effect, error) {
	return &Effect{}, nil
}
