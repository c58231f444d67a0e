package core

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what a primitive is.
type Kind string

// The six kinds.
const (
	Definition Kind = "definition"
	Theorem    Kind = "theorem"
	Axiom      Kind = "axiom"
	Algorithm  Kind = "algorithm"
	Technique  Kind = "technique"
	Identity   Kind = "identity"
)

// EdgeType says how a primitive depends on another.
type EdgeType string

// The types of edges.
const (
	Requires    EdgeType = "requires"
	Generalizes EdgeType = "generalizes"
	Specializes EdgeType = "specializes"
	Applies     EdgeType = "applies"
	Motivates   EdgeType = "motivates"
	Equivalent  EdgeType = "equivalent"
)

// Where an edge was seen.
const (
	SeenStatement   = "statement"
	SeenProof       = "proof"
	SeenDescription = "description" // what a reference says of a declaration behind it
	SeenOrder       = "order"
	SeenLink        = "link"  // the author's own reference (label, anchor) rather than a name or a printed number
	SeenMatch       = "match" // a specialization found against the registry
)

// Edge points from the primitive that holds it to one that it depends on.
type Edge struct {
	Target   string     `json:"target" cbor:"1,keyasint"`
	Type     EdgeType   `json:"type" cbor:"2,keyasint"`
	Strength float64    `json:"strength" cbor:"3,keyasint"`                  // 0 … 1
	Seen     []string   `json:"seen" cbor:"4,keyasint,omitempty"`            // statement, proof, description, order, link, match
	Spans    []EdgeSpan `json:"spans" cbor:"5,keyasint,omitempty"`           // where it was seen
	Why      string     `json:"why,omitempty" cbor:"6,keyasint,omitempty"`   // the words that it rests on: "Theorem 2.3", "basis"
	Rival    string     `json:"rival,omitempty" cbor:"7,keyasint,omitempty"` // what else the words may mean where nothing decides: the label and name of another item
}

// EdgeSpan is a place in the original that an edge was seen in.
type EdgeSpan struct {
	Start    int    `json:"start" cbor:"1,keyasint"`
	End      int    `json:"end" cbor:"2,keyasint"`
	Document string `json:"document,omitempty" cbor:"3,keyasint,omitempty"` // the file, where it is another than that of the primitive's source
}

// Source is one place that a primitive came from.
type Source struct {
	Session   string `json:"session" cbor:"1,keyasint"`
	Document  string `json:"document" cbor:"2,keyasint"`
	Digest    Digest `json:"digest" cbor:"3,keyasint"`
	Start     int    `json:"start" cbor:"4,keyasint"` // bytes in the original
	End       int    `json:"end" cbor:"5,keyasint"`
	Page      int    `json:"page" cbor:"6,keyasint,omitempty"`                 // from 1; 0 when the format has none
	Folio     string `json:"folio,omitempty" cbor:"14,keyasint,omitempty"`     // the page number as printed, when the document says it
	Name      string `json:"name,omitempty" cbor:"7,keyasint,omitempty"`       // the following as printed at this place, when it is not
	Label     string `json:"label,omitempty" cbor:"8,keyasint,omitempty"`      // the owner; empty for the owner, whose are in the
	Role      string `json:"role,omitempty" cbor:"9,keyasint,omitempty"`       // primitive itself
	Statement string `json:"statement,omitempty" cbor:"10,keyasint,omitempty"` //
	Form      string `json:"form,omitempty" cbor:"11,keyasint,omitempty"`      //
	Proof     string `json:"proof,omitempty" cbor:"12,keyasint,omitempty"`     //
	Former    bool   `json:"former,omitempty" cbor:"13,keyasint,omitempty"`    // the owner until a generalization took its place

	Illustrations []Illustration `json:"illustrations,omitempty" cbor:"15,keyasint,omitempty"` // the examples and exercises there, in order
}

// What an illustration belongs to.
const (
	OfItem    = "item"    // it illustrates the primitive
	OfSection = "section" // it belongs to a section that the primitive stands in
)

// Illustration is an example or exercise as it stands beside a primitive at one of its places, solution included.
type Illustration struct {
	Role     string   `json:"role" cbor:"1,keyasint"`                         // example, counterexample, exercise, problem, question
	Of       string   `json:"of" cbor:"2,keyasint"`                           // item or section
	Label    string   `json:"label,omitempty" cbor:"3,keyasint,omitempty"`    // as printed: "Example 2.4"
	Title    string   `json:"title,omitempty" cbor:"4,keyasint,omitempty"`    // the author's
	Text     string   `json:"text" cbor:"5,keyasint"`                         //
	Start    int      `json:"start" cbor:"6,keyasint"`                        // bytes in the original
	End      int      `json:"end" cbor:"7,keyasint"`                          //
	Document string   `json:"document,omitempty" cbor:"8,keyasint,omitempty"` // the file, where it is another than the source's
	Section  []string `json:"section,omitempty" cbor:"9,keyasint,omitempty"`  // the titles of the section that it belongs to, outermost first
	Order    int      `json:"order,omitempty" cbor:"10,keyasint,omitempty"`   // among those of its document, whose files may follow each other anyhow
}

// Primitive is a definition, theorem, axiom, algorithm, technique or identity with its out-edges. What follows from
// other primitives (enables, prerequisites, composition rules) is not stored; Record adds it.
type Primitive struct {
	ID                    string   `json:"id" cbor:"1,keyasint"` // domain and slug, at most 80 characters
	Name                  string   `json:"name" cbor:"2,keyasint"`
	Kind                  Kind     `json:"kind" cbor:"3,keyasint"`
	Role                  string   `json:"role" cbor:"4,keyasint,omitempty"`   // lemma, corollary, postulate, requirement …
	Label                 string   `json:"label" cbor:"5,keyasint,omitempty"`  // as printed: "Theorem 2.3"
	Anchor                string   `json:"anchor" cbor:"6,keyasint,omitempty"` // \label key or id
	Domain                string   `json:"domain" cbor:"7,keyasint,omitempty"`
	Position              Position `json:"position" cbor:"8,keyasint"`
	Section               []string `json:"section" cbor:"9,keyasint,omitempty"` // titles, outermost first
	FormalStatement       string   `json:"formalStatement" cbor:"10,keyasint"`
	ComputationalForm     string   `json:"computationalForm" cbor:"11,keyasint,omitempty"`
	Proof                 string   `json:"proof" cbor:"12,keyasint,omitempty"`
	Dependencies          []Edge   `json:"dependencies" cbor:"13,keyasint,omitempty"` // sorted by target
	ApplicabilityPatterns []string `json:"applicabilityPatterns" cbor:"14,keyasint,omitempty"`
	Keywords              []string `json:"keywords" cbor:"15,keyasint,omitempty"` // at most 16
	Tags                  []string `json:"tags" cbor:"16,keyasint,omitempty"`
	Confidence            float64  `json:"confidence" cbor:"17,keyasint"`
	Source                Source   `json:"source" cbor:"18,keyasint"`
	Sources               []Source `json:"sources" cbor:"19,keyasint,omitempty"`        // further places, oldest first; the owner is not repeated
	Rule                  string   `json:"rule,omitempty" cbor:"20,keyasint,omitempty"` // which rule made it, where it begins and ends and why
}

// Clone returns a copy that shares no slice with p.
func (p *Primitive) Clone() *Primitive {
	q := *p
	q.Section = append([]string(nil), p.Section...)
	q.Dependencies = append([]Edge(nil), p.Dependencies...) // edges are replaced, never changed in place
	q.ApplicabilityPatterns = append([]string(nil), p.ApplicabilityPatterns...)
	q.Keywords = append([]string(nil), p.Keywords...)
	q.Tags = append([]string(nil), p.Tags...)
	q.Sources = append([]Source(nil), p.Sources...)
	q.Source.Illustrations = slices.Clip(p.Source.Illustrations) // what is added goes elsewhere
	for i := range q.Sources {
		q.Sources[i].Illustrations = slices.Clip(q.Sources[i].Illustrations)
	}
	return &q
}

// Edge returns the edge to a target, or nil.
func (p *Primitive) Edge(target string) *Edge {
	for i := range p.Dependencies {
		if p.Dependencies[i].Target == target {
			return &p.Dependencies[i]
		}
	}
	return nil
}

// coded are the roles of what programs call by name, and of the rules of grammars.
var coded = map[string]bool{"grammar": true, "function": true, "type": true, "value": true, "option": true, "event": true, "command": true, "endpoint": true}

// Coded reports whether a primitive is what programs call by name, as references declare it, or a grammar: every sign
// of its name counts, and its statement begins with code, whose stars are no markup.
func (p *Primitive) Coded() bool { return coded[p.Role] }

// Composition says that a primitive and With together yield a third, which requires both in its statement.
type Composition struct {
	With   string `json:"with"`
	Yields string `json:"yields"`
	Type   string `json:"type"` // sequential (one of the two depends on the other) or parallel
}

// Record is a primitive with what follows from the others, as exported and shown.
type Record struct {
	Primitive
	Prerequisites    []string      `json:"prerequisites"` // names of what it requires
	Enables          []string      `json:"enables"`       // ids that depend on it
	CompositionRules []Composition `json:"compositionRules"`
}

// Candidate is an extracted primitive before it meets the registry.
type Candidate struct {
	Primitive Primitive // without dependencies; ID is provisional until it is added
	Document  int       // index among the session's documents
	Place     Span      // in Text, the whole item from its head to the end of its statement
	Statement []Span    // in Text, the pieces that the statement was taken from
	Proof     []Span    // in Text
	Described []Span    // in Text, what a reference says of a declaration behind it
	Section   int       // index in the document's Analysis.Sections
	Step      int       // of a numbered sequence, from 1; 0 when it is not a step
	Bare      bool      // its head is a label and nothing else: no title, no mark that ends it
}

// RefusedEdge is an edge that would have closed a cycle.
type RefusedEdge struct {
	From  string   `json:"from" cbor:"1,keyasint"`
	Edge  Edge     `json:"edge" cbor:"2,keyasint"`
	Cycle []string `json:"cycle" cbor:"3,keyasint"` // ids from the edge's target back to From
	// Omitted is how many ids the middle of a long cycle had besides. Many edges may be refused for one long cycle, and
	// nobody reads it.
	Omitted int `json:"omitted,omitempty" cbor:"4,keyasint,omitempty"`
}

// maxCycle is how many ids of a cycle are kept.
const maxCycle = 32

// Refuse records an edge that would have closed a cycle.
func Refuse(from string, e Edge, cycle []string) RefusedEdge {
	r := RefusedEdge{From: from, Edge: e, Cycle: cycle}
	if r.Omitted = max(0, len(cycle)-maxCycle); r.Omitted > 0 {
		r.Cycle = slices.Concat(cycle[:maxCycle/2], cycle[len(cycle)-maxCycle/2:])
	}
	return r
}

// Length is how many items the cycle has.
func (r *RefusedEdge) Length() int { return len(r.Cycle) + r.Omitted }

// Around writes the cycle, each id as the caller wants it.
func (r *RefusedEdge) Around(id func(string) string) string {
	var b strings.Builder
	for i := range r.Cycle {
		if i > 0 {
			b.WriteString(" → ")
		}
		if r.Omitted > 0 && i == len(r.Cycle)/2 {
			fmt.Fprintf(&b, "… %d more … → ", r.Omitted)
		}
		b.WriteString(id(r.Cycle[i]))
	}
	return b.String()
}
