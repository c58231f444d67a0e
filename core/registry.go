package core

import "iter"

// View is what a stage may ask of a registry: an immutable state. What it hands out must not be changed.
type View interface {
	// Primitive returns the primitive with the id, or nil.
	Primitive(id string) *Primitive
	// Primitives yields all primitives in order of their ids.
	Primitives() iter.Seq[*Primitive]
	// Dependents returns the ids of the primitives with an edge to id, sorted.
	Dependents(id string) []string
	// Conflict returns the open conflict with the id, or nil.
	Conflict(id string) *Conflict
	// Conflicts returns the open conflicts in order of session and number.
	Conflicts() []*Conflict
}

// Contents is the whole of a registry as a store hands it over.
type Contents struct {
	Primitives []*Primitive // by id
	Conflicts  []*Conflict  // the open ones, by session and number
	Sessions   []Session    // by Seq
}
