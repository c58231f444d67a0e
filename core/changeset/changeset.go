// Package changeset takes sessions back: it works out what goes, what comes back and who depends on it, and builds the
// changes that an unlearn session commits (DESIGN 3.8).
//
// Where nothing changed since, what a session changed is as it was before, byte for byte. Elsewhere only the session's
// own contribution goes, by a three-way merge of after, now and before: its places, its edges, its keywords. A
// primitive, and what waits in a conflict, lives as long as a place supports it; the oldest that remains becomes the
// owner, with its own statement, under the same id.
//
// Another session depends on one that is taken back when that could not be exact otherwise: it changed a primitive
// that this one changed, points to one that goes, answered a conflict of it, or holds an id that would return. Places
// come and go by themselves: a session that only added its place to a primitive does not depend, nor does anything on
// that. What a later unlearn took away was not this session's. Without force nothing is dropped to make things fit;
// force drops what would dangle, and says so.
//
// An unlearn session is a session: taking it back brings back what it took, by the same rules.
package changeset

import (
	"errors"

	"lemma/core"
)

// Reasons for a plan to fail.
var (
	ErrUnknown = errors.New("no such session")
	ErrBlocked = errors.New("later sessions depend on it")
	ErrAlready = errors.New("it was taken back already")
	ErrNothing = errors.New("it changed nothing")
)

// History reads what earlier sessions did.
type History interface {
	Sessions() []core.Session // by Seq
	Changeset(seq uint64) (*core.Changeset, error)
}

// Options say what to do about sessions that depend on the one taken back.
type Options struct {
	Cascade bool // take them back first, newest first
	Force   bool // leave them, and drop what would dangle
}

// Named is a primitive or a conflict in a preview.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Blocker is a later session that depends on what would be taken back.
type Blocker struct {
	Session string   `json:"session"`
	Why     string   `json:"why"`
	IDs     []string `json:"ids"`
}

// Dangling is something that force drops to keep the registry sound.
type Dangling struct {
	From string     `json:"from"` // primitive or conflict
	Edge *core.Edge `json:"edge,omitempty"`
	Why  string     `json:"why"`
}

// Preview says what taking back a session does.
type Preview struct {
	Session   string     `json:"session"`
	Cascade   []string   `json:"cascade"`   // all sessions that are taken back, newest first
	Removed   []Named    `json:"removed"`   // primitives that go
	Restored  []Named    `json:"restored"`  // primitives that come back
	Reverted  []Named    `json:"reverted"`  // primitives that stay and lose what the sessions gave them
	TakenOver []Named    `json:"takenOver"` // primitives that stay with another source as their owner
	Reopened  []Named    `json:"reopened"`  // conflicts that wait again
	Withdrawn []Named    `json:"withdrawn"` // conflicts that no longer wait
	Blockers  []Blocker  `json:"blockers"`  // later sessions that depend on it
	Dangling  []Dangling `json:"dangling"`  // what force drops
}

// Active tells the sessions whose changes are in force from those that were taken back.
func Active(sessions []core.Session) map[string]bool {
	active := make(map[string]bool, len(sessions))
	reverted := map[string]bool{}
	for i := len(sessions) - 1; i >= 0; i-- {
		s := &sessions[i]
		if s.Status != core.Committed || reverted[s.ID] {
			continue
		}
		active[s.ID] = true
		for _, id := range s.Reverts {
			reverted[id] = true
		}
	}
	return active
}
