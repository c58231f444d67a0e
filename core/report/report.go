// Package report turns the record of a session into its provenance report: what was read, who let it through, what was
// decided on every candidate and why, what changed, what was lost, and what was generated. The same record gives the
// same report, as a struct for JSON and as Markdown for people.
package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lemma/core"
)

// Input is a session and its record.
type Input struct {
	Session   core.Session
	Items     []core.Item
	Changeset *core.Changeset // nil when the session changed nothing
	Rejected  bool
	Undecided bool   // the run ended at the gate, since nobody could be asked
	Unchanged string // the session that had learned the same bytes before
	DryRun    bool
}

// Report is the provenance of one session.
type Report struct {
	SessionID string             `json:"sessionId"`
	Kind      core.SessionKind   `json:"kind"`
	Status    core.SessionStatus `json:"status"`
	Note      string             `json:"note,omitempty"` // what to know first: rejected, unchanged, dry run
	Sources   []string           `json:"sources"`
	Started   time.Time          `json:"started"`
	Finished  time.Time          `json:"finished"`
	Documents []core.DocumentRef `json:"documents"`
	Origins   []core.Origin      `json:"origins,omitempty"` // of what was fetched
	Since     *core.Since        `json:"since,omitempty"`   // what differs from the last session with these sources
	Gate      *core.Decision     `json:"gate"`
	Counts    core.Counts        `json:"counts"`
	Wired     map[string]int     `json:"wired,omitempty"` // edges by what proposed them, see core.Session
	Stages    []core.StageTime   `json:"stages"`
	Decisions []Decision         `json:"decisions"`
	Refused   []core.RefusedEdge `json:"refused"`
	Changes   []Change           `json:"changes"`
	Reverts   []string           `json:"reverts,omitempty"`
	Findings  []core.Finding     `json:"findings"`
	Losses    []core.Loss        `json:"losses"`
	Artifacts []core.Artifact    `json:"artifacts"`
	Errors    []string           `json:"errors"`

	origin string // the sources in a few words
}

// Decision is what was decided on one candidate.
type Decision struct {
	core.Match
	Name      string    `json:"name"`
	Kind      core.Kind `json:"kind"`
	Label     string    `json:"label,omitempty"`
	Statement string    `json:"statement"`
	Extracted float64   `json:"extracted"` // confidence of the extraction, 0 … 1; the other one is of the comparison
	Rule      string    `json:"rule,omitempty"`
}

// Change is one primitive that was added, updated or removed, with the former statement where it changed.
type Change struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	What   string `json:"what"` // added, updated, sourced (only its sources changed), removed
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Build makes the report of a session.
func Build(in Input) *Report {
	s := in.Session
	r := &Report{
		SessionID: s.ID, Kind: s.Kind, Status: s.Status, Note: note(in), Sources: full(s.Sources), Started: s.Started, Finished: s.Finished,
		Documents: full(s.Documents), Origins: s.Origins, Since: s.Since, Gate: s.Gate, Counts: s.Counts, Wired: s.Wired, Stages: full(s.Stages), Reverts: s.Reverts,
		Decisions: []Decision{}, Refused: []core.RefusedEdge{}, Changes: []Change{}, Findings: []core.Finding{}, Losses: full(s.Losses),
		Artifacts: full(s.Artifacts), Errors: full(s.Errors), origin: s.Origin(),
	}
	found := map[string]*core.CandidateItem{}
	for _, it := range in.Items {
		switch {
		case it.Candidate != nil:
			found[it.Candidate.ID] = it.Candidate
		case it.Finding != nil:
			r.Findings = append(r.Findings, *it.Finding)
		case it.Refused != nil:
			r.Refused = append(r.Refused, *it.Refused)
		case it.Match != nil:
			d := Decision{Match: *it.Match}
			if c := found[it.Match.Candidate]; c != nil {
				d.Name, d.Kind, d.Label, d.Statement, d.Extracted, d.Rule = c.Name, c.Kind, c.Label, c.Statement, c.Confidence, c.Rule
			}
			r.Decisions = append(r.Decisions, d)
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b core.Finding) int { return b.Severity.Rank() - a.Severity.Rank() })
	if in.Changeset != nil {
		for _, ch := range in.Changeset.Changes {
			r.Changes = append(r.Changes, change(ch))
		}
	}
	return r
}

// Taken says what the documents were taken for, which decides what is looked for in them; empty when they were not
// read.
func (r *Report) Taken() string { return taken(r.Documents) }

func note(in Input) string {
	switch {
	case in.Rejected || in.Session.Status == core.StatedRejected:
		return "Content rejected at HITL gate. Nothing was learned."
	case in.Undecided:
		return "Stopped at the gate, which needs a decision. Nothing was learned."
	case in.Unchanged != "":
		return "The same bytes were learned in " + in.Unchanged + ". Nothing was changed."
	case in.DryRun:
		return "Dry run. Nothing was changed."
	case in.Session.Status == core.Failed:
		return "The run failed. Nothing was changed."
	case in.Session.Kind == core.SessionLearn && in.Session.Counts.Candidates == 0:
		return strings.TrimSpace("The text holds no definition, theorem, algorithm, technique, axiom or identity. " + taken(in.Session.Documents))
	}
	return ""
}

// kinds are the content types in words.
var kinds = map[core.ContentType]string{
	core.Textbook: "a textbook", core.Tutorial: "a tutorial", core.Spec: "a specification", core.Paper: "a paper", core.ReferenceDoc: "a reference",
}

// taken says what documents were taken for, which decides what is looked for in them: "It was taken for a paper."
func taken(docs []core.DocumentRef) string {
	n := map[core.ContentType]int{}
	for _, d := range docs {
		n[d.Type]++
	}
	switch {
	case len(docs) == 0 || n[""] > 0:
		return ""
	case len(n) == 1 && n[core.Unknown] > 0 && len(docs) == 1:
		return "It was taken for none of the kinds of text that are known."
	case len(docs) == 1:
		return "It was taken for " + kinds[docs[0].Type] + "."
	}
	var list []string
	for _, t := range slices.Sorted(maps.Keys(n)) {
		list = append(list, fmt.Sprintf("%d %s", n[t], t))
	}
	return "The documents were taken for: " + strings.Join(list, ", ") + "."
}

func change(ch core.Change) Change {
	c := Change{ID: ch.ID, What: ch.What()}
	if ch.Before != nil {
		c.Name, c.Before = ch.Before.Name, ch.Before.FormalStatement
	}
	if ch.After != nil {
		c.Name, c.After = ch.After.Name, ch.After.FormalStatement
	}
	if c.Before == c.After {
		c.Before, c.After = "", ""
	}
	return c
}

func full[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
