package engine

import (
	"context"
	"errors"

	"lemma/core"
	"lemma/core/gate"
	"lemma/core/report"
)

// Result is what a learn came to, and what `lemma learn --json` prints.
type Result struct {
	Success   bool             `json:"success"`
	SessionID string           `json:"sessionId"` // empty when nothing was put on record
	Opening   Opening          `json:"opening"`
	DryRun    bool             `json:"dryRun,omitempty"`
	Unchanged string           `json:"unchanged,omitempty"` // the session that learned the same bytes before
	Since     *core.Since      `json:"since,omitempty"`     // what differs from the last session with these sources
	Origins   []core.Origin    `json:"origins,omitempty"`   // of what was fetched
	Digest    core.Digest      `json:"digest,omitempty"`    // what --approve-digest has to name
	Notes     []string         `json:"notes,omitempty"`     // what the user should know beside the counts
	Gate      *core.Decision   `json:"gate"`
	Report    *report.Report   `json:"report"`
	Changeset *core.Changeset  `json:"changeset"` // null when nothing was changed
	Errors    []string         `json:"errors"`
	Conflicts []ConflictLine   `json:"conflicts"`
	Counts    core.Counts      `json:"counts"`
	Stages    []core.StageTime `json:"stages"`
	Losses    []core.Loss      `json:"losses"`
	Decisions []DecisionLine   `json:"decisions"`
}

// Opening is what it cost to open the registry, which is no stage of the run.
type Opening struct {
	Seconds    float64 `json:"seconds"`
	Primitives int     `json:"primitives"`
}

// ConflictLine is a conflict that the session left for a human.
type ConflictLine struct {
	ID         string     `json:"id"`
	Candidate  string     `json:"candidate"`
	Existing   string     `json:"existing"`
	Class      core.Class `json:"class"`
	Confidence float64    `json:"confidence"`
	Rationale  string     `json:"rationale"`
}

// DecisionLine is the decision on one candidate.
type DecisionLine struct {
	Candidate  Brief       `json:"candidate"`
	Existing   *Brief      `json:"existing"` // as it was before the session
	Class      core.Class  `json:"class"`
	Action     core.Action `json:"action"`
	Confidence float64     `json:"confidence"`
	Scores     core.Scores `json:"scores"`
	Rationale  string      `json:"rationale"`
}

// Brief names a primitive with its statement.
type Brief struct {
	ID              string    `json:"id"`
	Name            string    `json:"name"`
	Kind            core.Kind `json:"kind"`
	FormalStatement string    `json:"formalStatement"`
	Session         string    `json:"session,omitempty"`
}

func brief(p *core.Primitive) Brief {
	return Brief{ID: p.ID, Name: p.Name, Kind: p.Kind, FormalStatement: p.FormalStatement, Session: p.Source.Session}
}

// outcome makes the result of a run that ended with err.
func (l *learning) outcome(err error) *Result {
	r := &Result{
		Success: err == nil, DryRun: l.opt.DryRun, Unchanged: l.unchanged, Since: l.session.Since, Origins: l.session.Origins, Digest: l.digest, Notes: l.notes, Gate: l.session.Gate,
		Errors: []string{}, Conflicts: []ConflictLine{}, Counts: l.session.Counts, Stages: full(l.session.Stages), Losses: full(l.session.Losses), Decisions: []DecisionLine{},
	}
	if l.committed {
		r.SessionID = l.session.ID
	}
	switch {
	case err != nil:
		r.Errors = append(r.Errors, err.Error())
	case l.rejected:
		r.Errors = append(r.Errors, RejectionNote)
	}
	if l.merged != nil && err == nil {
		if !l.opt.DryRun {
			r.Changeset = &core.Changeset{Changes: full(l.merged.Changeset.Changes), Conflicts: full(l.merged.Changeset.Conflicts)}
		}
		l.decisions(r)
	}
	if l.acquired != nil {
		r.Report = l.report(err)
	}
	return r
}

// report is the provenance of the run. A run that is not on record has no session that one could ask for.
func (l *learning) report(err error) *report.Report {
	s := l.session
	if !l.committed {
		s.ID, s.Finished = "", l.now()
		if err != nil {
			s.Status, s.Errors = core.Failed, []string{err.Error()}
		}
	}
	in := report.Input{Session: s, Items: l.recorded(), Rejected: l.rejected, Undecided: errors.Is(err, gate.ErrNobody), Unchanged: l.unchanged, DryRun: l.opt.DryRun}
	if l.merged != nil {
		in.Changeset = &l.merged.Changeset
	}
	return report.Build(in)
}

func (l *learning) decisions(r *Result) {
	siblings := make(map[string]*core.Primitive, len(l.candidates))
	for i := range l.candidates {
		siblings[l.candidates[i].Primitive.ID] = &l.candidates[i].Primitive
	}
	for i, m := range l.matches {
		c := &l.candidates[i].Primitive
		d := DecisionLine{Candidate: brief(c), Class: m.Class, Action: m.Action, Confidence: m.Confidence, Scores: m.Scores, Rationale: m.Rationale}
		d.Candidate.Session = ""
		if p := l.base.Primitive(m.Existing); p != nil {
			b := brief(p)
			d.Existing = &b
		} else if p := siblings[m.Existing]; p != nil {
			b := brief(p)
			d.Existing = &b
		}
		r.Decisions = append(r.Decisions, d)
	}
	for _, ch := range l.merged.Changeset.Conflicts {
		if ch.Before == nil && ch.After != nil {
			m := ch.After.Match
			r.Conflicts = append(r.Conflicts, ConflictLine{ID: ch.ID, Candidate: ch.After.Candidate.ID, Existing: m.Existing, Class: m.Class, Confidence: m.Confidence, Rationale: m.Rationale})
		}
	}
}

// Exit codes of the program.
const (
	ExitDone   = 0 // also a stated rejection
	ExitFailed = 1
	ExitUsage  = 2
	ExitHuman  = 3 // a human was needed and nobody could be asked
)

// ExitCode returns the exit code for the error of a run or another operation.
func ExitCode(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case errors.Is(err, gate.ErrNobody):
		return ExitHuman
	default:
		return ExitFailed
	}
}

// Cancelled reports whether an error means that the user ended the operation.
func Cancelled(err error) bool { return errors.Is(err, context.Canceled) }
