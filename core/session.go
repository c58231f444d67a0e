package core

import (
	"fmt"
	"path"
	"strings"
	"time"
)

// SessionKind says what a session did.
type SessionKind string

// The kinds of sessions.
const (
	SessionLearn   SessionKind = "learn"
	SessionResolve SessionKind = "resolve"
	SessionUnlearn SessionKind = "unlearn"
	SessionImport  SessionKind = "import"
)

// SessionStatus is how a session ended.
type SessionStatus string

// The ways for a session to end. A cancelled run leaves no session.
const (
	Committed      SessionStatus = "committed"
	StatedRejected SessionStatus = "rejected" // at the gate; no changes
	Failed         SessionStatus = "failed"   // with Errors; no changes
)

// Session is one commit, without its changes.
type Session struct {
	Seq       uint64        `json:"seq" cbor:"1,keyasint"` // 1, 2, 3 … in order of commit
	ID        string        `json:"id" cbor:"2,keyasint"`  // SessionID(Seq)
	Kind      SessionKind   `json:"kind" cbor:"3,keyasint"`
	Status    SessionStatus `json:"status" cbor:"4,keyasint"`
	Started   time.Time     `json:"started" cbor:"5,keyasint"`
	Finished  time.Time     `json:"finished" cbor:"6,keyasint"`
	Sources   []string      `json:"sources,omitempty" cbor:"7,keyasint,omitempty"` // as the user gave them
	Documents []DocumentRef `json:"documents,omitempty" cbor:"8,keyasint,omitempty"`
	Gate      *Decision     `json:"gate,omitempty" cbor:"9,keyasint,omitempty"`
	Counts    Counts        `json:"counts" cbor:"10,keyasint"`
	Stages    []StageTime   `json:"stages,omitempty" cbor:"11,keyasint,omitempty"`
	Losses    []Loss        `json:"losses,omitempty" cbor:"12,keyasint,omitempty"`
	Errors    []string      `json:"errors,omitempty" cbor:"13,keyasint,omitempty"`
	Reverts   []string      `json:"reverts,omitempty" cbor:"14,keyasint,omitempty"` // sessions that an unlearn took back
	Forced    bool          `json:"forced,omitempty" cbor:"15,keyasint,omitempty"`
	Options   LearnOptions  `json:"options" cbor:"16,keyasint"`
	Artifacts []Artifact    `json:"artifacts,omitempty" cbor:"17,keyasint,omitempty"`
	Origins   []Origin      `json:"origins,omitempty" cbor:"18,keyasint,omitempty"`
	Since     *Since        `json:"since,omitempty" cbor:"19,keyasint,omitempty"`
	// Wired counts the edges that were accepted between the candidates, by what proposed them: link, number, name, kind,
	// step, order. Candidates that were known already count too.
	Wired map[string]int `json:"wired,omitempty" cbor:"20,keyasint,omitempty"`
}

// Since is how the documents of a session differ from those of the last session that learned the same sources.
type Since struct {
	Session string   `json:"session" cbor:"1,keyasint"`
	New     []string `json:"new" cbor:"2,keyasint"`
	Changed []string `json:"changed" cbor:"3,keyasint"`
	Gone    []string `json:"gone" cbor:"4,keyasint"`
	Same    int      `json:"same" cbor:"5,keyasint"`
}

// Origin is one thing that was fetched for a session.
type Origin struct {
	Source    string    `json:"source" cbor:"1,keyasint"`    // as the user gave it
	URL       string    `json:"url" cbor:"2,keyasint"`       // that answered
	Fetched   time.Time `json:"fetched" cbor:"3,keyasint"`   // when it was there
	Digest    Digest    `json:"digest" cbor:"4,keyasint"`    // of what came
	Size      int64     `json:"size" cbor:"5,keyasint"`      // of what came, in bytes
	MediaType string    `json:"mediaType" cbor:"6,keyasint"` // as the server said
	Commit    string    `json:"commit,omitempty" cbor:"7,keyasint,omitempty"`
}

// SessionID is the id of the session with a sequence number: "s0001".
func SessionID(seq uint64) string { return fmt.Sprintf("s%04d", seq) }

// mostAnswers is how many conflicts of one answer Origin names.
const mostAnswers = 3

// Origin is what a session came from, in a few words: its sources as they were given, or the answers to conflicts, of
// which many alike are counted.
func (s *Session) Origin() string {
	if s.Kind != SessionResolve {
		return strings.Join(s.Sources, ", ")
	}
	var parts, answers []string
	ids := map[string][]string{}
	for _, src := range s.Sources {
		answer, id, _ := strings.Cut(src, " ")
		if ids[answer] == nil {
			answers = append(answers, answer)
		}
		ids[answer] = append(ids[answer], id)
	}
	for _, a := range answers {
		if n := len(ids[a]); n > mostAnswers {
			parts = append(parts, fmt.Sprintf("%s %d conflicts", a, n))
		} else {
			parts = append(parts, a+" "+strings.Join(ids[a], " "))
		}
	}
	return strings.Join(parts, ", ")
}

// LearnOptions are the choices of a learn that its record keeps.
type LearnOptions struct {
	Domain   string   `json:"domain,omitempty" cbor:"1,keyasint,omitempty"` // overrides detection
	Depth    string   `json:"depth,omitempty" cbor:"2,keyasint,omitempty"`  // shallow, standard, deep
	Scope    []string `json:"scope,omitempty" cbor:"3,keyasint,omitempty"`
	Stranger bool     `json:"stranger,omitempty" cbor:"4,keyasint,omitempty"`
	Drop     []string `json:"drop,omitempty" cbor:"5,keyasint,omitempty"`
}

// DocumentRef names a document that a session read.
type DocumentRef struct {
	Name        string      `json:"name" cbor:"1,keyasint"`
	Digest      Digest      `json:"digest" cbor:"2,keyasint"`
	MediaType   string      `json:"mediaType" cbor:"3,keyasint"`
	Size        int64       `json:"size" cbor:"4,keyasint"`
	Familiarity Familiarity `json:"familiarity" cbor:"5,keyasint"`
	Type        ContentType `json:"type,omitempty" cbor:"6,keyasint,omitempty"`
	Parts       []PartRef   `json:"parts,omitempty" cbor:"7,keyasint,omitempty"` // the files it was read from, root first
	Sections    int         `json:"sections,omitempty" cbor:"8,keyasint,omitempty"`
}

// PartRef names one file of a document and where its bytes are staged.
type PartRef struct {
	Name   string `json:"name" cbor:"1,keyasint"`
	Digest Digest `json:"digest" cbor:"2,keyasint"`
}

// Original returns the digest of a document or of one of its parts, as a finding of the session names it.
func (s *Session) Original(name string) (Digest, bool) {
	for _, d := range s.Documents {
		for i, p := range d.Parts {
			if p.Name == name || i == 0 && d.Name == name {
				return p.Digest, true
			}
		}
	}
	return "", false
}

// StageTime is what a stage cost.
type StageTime struct {
	Name    Stage   `json:"name" cbor:"1,keyasint"`
	Seconds float64 `json:"seconds" cbor:"2,keyasint"`
	Items   int     `json:"items" cbor:"3,keyasint"`
}

// Counts are the sums of a session.
type Counts struct {
	Documents  int `json:"documents" cbor:"1,keyasint"`
	Findings   int `json:"findings" cbor:"2,keyasint"`
	Candidates int `json:"candidates" cbor:"3,keyasint"`
	Added      int `json:"added" cbor:"4,keyasint"`
	Updated    int `json:"updated" cbor:"5,keyasint"`
	Skipped    int `json:"skipped" cbor:"6,keyasint"` // matched an existing primitive or one of this session
	Conflicts  int `json:"conflicts" cbor:"7,keyasint"`
	Removed    int `json:"removed" cbor:"8,keyasint"`
	Sourced    int `json:"sourced" cbor:"9,keyasint"` // primitives that gained a source
	Edges      int `json:"edges" cbor:"10,keyasint"`
	Refused    int `json:"refused" cbor:"11,keyasint"` // edges that would have closed a cycle
	Resolved   int `json:"resolved" cbor:"12,keyasint"`
}

// Tally adds changes to the sums, each by what it is.
func (c *Counts) Tally(changes []Change) {
	for _, ch := range changes {
		switch ch.What() {
		case WasAdded:
			c.Added++
		case WasRemoved:
			c.Removed++
		case WasSourced:
			c.Sourced++
		default:
			c.Updated++
		}
	}
}

// Change is one primitive before and after. Before is nil when it was added, After when it was removed.
type Change struct {
	ID     string     `json:"id" cbor:"1,keyasint"`
	Before *Primitive `json:"before" cbor:"2,keyasint,omitempty"`
	After  *Primitive `json:"after" cbor:"3,keyasint,omitempty"`
}

// The ways for a primitive to change.
const (
	WasAdded   = "added"
	WasRemoved = "removed"
	WasSourced = "sourced" // it says the same, and more places support it
	WasUpdated = "updated"
)

// What is the way in which the primitive changed.
func (c Change) What() string {
	switch {
	case c.Before == nil:
		return WasAdded
	case c.After == nil:
		return WasRemoved
	case len(c.After.Sources) > len(c.Before.Sources) && c.Before.FormalStatement == c.After.FormalStatement:
		return WasSourced
	}
	return WasUpdated
}

// ConflictChange is one waiting conflict before and after.
type ConflictChange struct {
	ID     string    `json:"id" cbor:"1,keyasint"`
	Before *Conflict `json:"before" cbor:"2,keyasint,omitempty"`
	After  *Conflict `json:"after" cbor:"3,keyasint,omitempty"`
}

// Changeset is all that a session changed, in order. A primitive or conflict occurs at most once.
type Changeset struct {
	Changes   []Change         `json:"changes" cbor:"1,keyasint,omitempty"`
	Conflicts []ConflictChange `json:"conflicts" cbor:"2,keyasint,omitempty"`
}

// Artifact is a generated file.
type Artifact struct {
	Kind    string `json:"kind" cbor:"1,keyasint"` // skill, agent, team
	Domain  string `json:"domain" cbor:"2,keyasint"`
	Path    string `json:"path" cbor:"3,keyasint"`                       // slash-separated, below the output folder
	Digest  Digest `json:"digest,omitempty" cbor:"4,keyasint,omitempty"` // of the file's body
	Written bool   `json:"written" cbor:"5,keyasint,omitempty"`
	Note    string `json:"note,omitempty" cbor:"6,keyasint,omitempty"`    // "12 more primitives needed", "edited by hand, not overwritten"
	Folder  string `json:"folder,omitempty" cbor:"7,keyasint,omitempty"`  // the output folder, slash-separated; empty: where lemma ran
	Refused bool   `json:"refused,omitempty" cbor:"8,keyasint,omitempty"` // it would carry an instruction, or belongs to a file that would
}

// Place is where the file is, seen from where lemma ran.
func (a Artifact) Place() string { return path.Join(a.Folder, a.Path) }

// Item is one line of a run's growing record. Exactly one pointer is set.
type Item struct {
	Document  *DocumentRef   `json:"document,omitempty" cbor:"1,keyasint,omitempty"`
	Loss      *Loss          `json:"loss,omitempty" cbor:"2,keyasint,omitempty"`
	Finding   *Finding       `json:"finding,omitempty" cbor:"3,keyasint,omitempty"`
	Decision  *Decision      `json:"decision,omitempty" cbor:"4,keyasint,omitempty"`
	Heading   *HeadingItem   `json:"heading,omitempty" cbor:"5,keyasint,omitempty"`
	Candidate *CandidateItem `json:"candidate,omitempty" cbor:"6,keyasint,omitempty"`
	Edge      *EdgeItem      `json:"edge,omitempty" cbor:"7,keyasint,omitempty"`
	Refused   *RefusedEdge   `json:"refused,omitempty" cbor:"8,keyasint,omitempty"`
	Match     *Match         `json:"match,omitempty" cbor:"9,keyasint,omitempty"`
	Artifact  *Artifact      `json:"artifact,omitempty" cbor:"10,keyasint,omitempty"`
	Note      string         `json:"note,omitempty" cbor:"11,keyasint,omitempty"`
	Stage     Stage          `json:"stage" cbor:"12,keyasint"`
}

// HeadingItem is a heading that analyze found.
type HeadingItem struct {
	Document int    `json:"document" cbor:"1,keyasint"`
	Level    int    `json:"level" cbor:"2,keyasint"`
	Number   string `json:"number,omitempty" cbor:"3,keyasint,omitempty"`
	Title    string `json:"title" cbor:"4,keyasint"`
}

// CandidateItem is a candidate in a record.
type CandidateItem struct {
	ID         string  `json:"id" cbor:"1,keyasint"`
	Kind       Kind    `json:"kind" cbor:"2,keyasint"`
	Name       string  `json:"name" cbor:"3,keyasint"`
	Label      string  `json:"label,omitempty" cbor:"4,keyasint,omitempty"`
	Statement  string  `json:"statement" cbor:"5,keyasint"`
	Confidence float64 `json:"confidence" cbor:"6,keyasint"`
	Rule       string  `json:"rule,omitempty" cbor:"7,keyasint,omitempty"` // that the confidence rests on
}

// EdgeItem is an accepted edge in a record.
type EdgeItem struct {
	From     string   `json:"from" cbor:"1,keyasint"`
	To       string   `json:"to" cbor:"2,keyasint"`
	Type     EdgeType `json:"type" cbor:"3,keyasint"`
	Strength float64  `json:"strength" cbor:"4,keyasint"`
}

// Commit is what the store makes durable at once: a session, its changes and its record.
type Commit struct {
	Session   Session   `cbor:"1,keyasint"`
	Changeset Changeset `cbor:"2,keyasint"`
	Items     []Item    `cbor:"3,keyasint,omitempty"`
}
