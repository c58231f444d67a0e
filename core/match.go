package core

import "cmp"

// Class is the comparator's verdict on a candidate and its best match.
type Class string

// The five classes.
const (
	ExactDuplicate      Class = "exact-duplicate"
	Generalization      Class = "generalization"
	Specialization      Class = "specialization"
	OverlappingDistinct Class = "overlapping-distinct"
	GenuinelyNew        Class = "genuinely-new"
)

// Action is what merge does with a candidate. There is no replace: only a human's answer to a conflict replaces.
type Action string

// The actions.
const (
	Skip   Action = "skip"
	Update Action = "update"
	Add    Action = "add"
	Queue  Action = "conflict"
)

// Scores are the components of a comparison, each 0 … 1.
type Scores struct {
	Statement float64 `json:"statement" cbor:"1,keyasint"`
	Form      float64 `json:"form" cbor:"2,keyasint"`
	Keywords  float64 `json:"keywords" cbor:"3,keyasint"`
	Patterns  float64 `json:"patterns" cbor:"4,keyasint"`
	Order     float64 `json:"order" cbor:"5,keyasint"`    // longest common subsequence of tokens over the longer
	Distance  float64 `json:"distance" cbor:"6,keyasint"` // on the plane
}

// Match is the decision on one candidate.
type Match struct {
	Candidate  string  `json:"candidate" cbor:"1,keyasint"` // id, provisional unless the action is add
	Existing   string  `json:"existing,omitempty" cbor:"2,keyasint,omitempty"`
	Class      Class   `json:"class" cbor:"3,keyasint"`
	Action     Action  `json:"action" cbor:"4,keyasint"`
	Confidence float64 `json:"confidence" cbor:"5,keyasint"` // the similarity that decided the class
	Scores     Scores  `json:"scores" cbor:"6,keyasint"`
	Guard      string  `json:"guard,omitempty" cbor:"7,keyasint,omitempty"` // the guard that decided, if one did
	Rationale  string  `json:"rationale" cbor:"8,keyasint"`
}

// Conflict is a candidate that waits for a human.
type Conflict struct {
	ID        string    `json:"id" cbor:"1,keyasint"` // "s0002-c3"
	Session   string    `json:"session" cbor:"2,keyasint"`
	Candidate Primitive `json:"candidate" cbor:"3,keyasint"` // with its edges; targets may be primitives or other waiting candidates
	Match     Match     `json:"match" cbor:"4,keyasint"`
	Inbound   []Inbound `json:"inbound,omitempty" cbor:"5,keyasint,omitempty"` // edges of live primitives that wait for the candidate
}

// Inbound is an edge of From that waits for a conflict's candidate.
type Inbound struct {
	From string `json:"from" cbor:"1,keyasint"`
	Edge Edge   `json:"edge" cbor:"2,keyasint"`
}

// Resolution is a human's answer to a conflict.
type Resolution string

// The resolutions.
const (
	KeepExisting  Resolution = "keep-existing"
	KeepCandidate Resolution = "keep-candidate"
	KeepBoth      Resolution = "keep-both"
)

// CompareConflicts orders conflicts by session and number.
func CompareConflicts(a, b *Conflict) int {
	return cmp.Or(cmp.Compare(len(a.Session), len(b.Session)), cmp.Compare(a.Session, b.Session), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
}
