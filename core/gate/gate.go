// Package gate turns a hygiene report into a decision, by three laws: content from home without findings is approved
// without a question, unless it was rejected beforehand or only other content approved; content from home with
// findings, and content from strangers always, is decided by a human; and anything but an explicit approval is a
// rejection. An approval of other content is none, and nobody's rejection either: the content then waits for somebody
// to look at it.
//
// The package opens nothing and reads no clock: who answers, and what time it is, is handed in.
package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lemma/core"
)

// Question is what a Decider is asked.
type Question struct {
	Report   *core.HygieneReport
	Digest   core.Digest // of the documents and the findings: what an approval covers
	Stranger bool        // at least one document is not from home
	Findings int         // hits of severity critical or warning
}

// Answer is what a Decider says.
type Answer struct {
	Verdict   core.Verdict
	By        string      // "prompt", "flag", or who else answered
	Rationale string      // empty: the gate words it
	Approves  core.Digest // the digest that the approver saw, where the answer was given beforehand
	Drop      []string    // names of documents that an approval leaves out
	Reviews   []core.Review
}

// Decider answers the question of the gate.
type Decider interface {
	Decide(ctx context.Context, q Question) (Answer, error)
}

// Beforehand is a Decider whose answer was given before the content was seen. One that binds is heard even where nobody
// would be asked: a rejection, and an approval of one digest alone.
type Beforehand interface {
	Decider
	Binds() bool
}

// Automatic is who approved what is clean and from home.
const Automatic = "automatic"

// ErrNobody says that a human was needed and nobody could be asked, or that nobody had looked at this content. The
// command line exits with 3.
var ErrNobody = errors.New("nobody could be asked")

// unasked is an ErrNobody that says in its own words what is missing.
type unasked string

func (u unasked) Error() string        { return string(u) }
func (u unasked) Is(target error) bool { return target == ErrNobody }

// Decide applies the three laws to the report. The decision that comes with an error is a rejection. An error is
// returned only where no decision was made: when ctx ended, when nobody could be asked, or when the approval that was
// given beforehand is for other content (both ErrNobody); a Decider that fails otherwise has rejected.
func Decide(ctx context.Context, report *core.HygieneReport, d Decider, now time.Time) (core.Decision, error) {
	if report == nil {
		report = &core.HygieneReport{}
	}
	q := Question{
		Report:   report,
		Digest:   Digest(report),
		Stranger: stranger(report),
		Findings: report.Count(core.Critical) + report.Count(core.Warning),
	}
	dec := core.Decision{Verdict: core.Rejected, At: now, Digest: q.Digest, Open: open(report)}
	if err := ctx.Err(); err != nil {
		dec.Rationale = "the run was ended before the decision"
		return dec, err
	}
	// The report's own word is not enough for the first law: it is recomputed from the documents.
	b, said := d.(Beforehand)
	if !(said && b.Binds()) && report.AutoApproved && !q.Stranger && q.Findings == 0 && len(report.Documents) > 0 {
		dec.Verdict, dec.By, dec.Documents = core.Approved, Automatic, len(report.Documents)
		dec.Rationale = "from home, without findings"
		if report.Count(core.Info) > 0 {
			dec.Rationale += " above info"
		}
		return dec, nil
	}
	if d == nil {
		d = Refuse{}
	}
	a, err := d.Decide(ctx, q)
	dec.By, dec.Rationale, dec.Reviews = a.By, a.Rationale, reviews(a.Reviews, len(dec.Open))
	switch {
	case ctx.Err() != nil:
		dec.Rationale = "the run was ended before the decision"
		return dec, ctx.Err()
	case errors.Is(err, ErrNobody):
		dec.Rationale, _, _ = strings.Cut(err.Error(), "\n")
		return dec, err
	case err != nil:
		dec.Rationale = "no decision could be had: " + err.Error()
		return dec, nil
	case !a.Verdict.Approves():
		if dec.Rationale == "" {
			dec.Rationale = rejection(a.Verdict)
		}
		return dec, nil
	case q.Stranger && a.By == byFlag && a.Approves != q.Digest, a.Approves != "" && a.Approves != q.Digest:
		dec.Rationale = fmt.Sprintf("the approval is for other content: it names %s, the content is %s", named(a.Approves), q.Digest)
		return dec, unasked(dec.Rationale + "\nnothing was decided; look at the content again, and repeat with --approve-digest " + string(q.Digest))
	}
	dropped, err := drop(report, a.Drop)
	if err != nil {
		dec.Rationale = err.Error()
		return dec, nil
	}
	dec.Verdict, dec.Documents, dec.Dropped = a.Verdict, len(report.Documents)-len(dropped), dropped
	if dec.Rationale == "" {
		dec.Rationale = "approved: the open findings were judged harmless"
		if a.Verdict == core.ApprovedWithWarnings {
			dec.Rationale = "approved with the open findings carried along"
		}
	}
	return dec, nil
}

// drop returns the names to leave out, each once and sorted. An approval that names what is not there, or leaves
// nothing, is none.
func drop(r *core.HygieneReport, names []string) ([]string, error) {
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	for _, n := range names {
		if !slices.ContainsFunc(r.Documents, func(d core.DocumentHygiene) bool { return d.Name == n }) {
			return nil, fmt.Errorf("the approval leaves out %q, which is none of the documents", n)
		}
	}
	for _, d := range r.Documents {
		if !slices.Contains(names, d.Name) {
			return names, nil
		}
	}
	return nil, errors.New("every document was left out")
}

// reviews keeps what was said of findings that are there, in their order.
func reviews(list []core.Review, findings int) []core.Review {
	list = slices.DeleteFunc(slices.Clone(list), func(r core.Review) bool { return r.Finding < 0 || r.Finding >= findings })
	slices.SortStableFunc(list, func(a, b core.Review) int { return cmp.Compare(a.Finding, b.Finding) })
	return list
}

func rejection(v core.Verdict) string {
	if v == core.Rejected {
		return "rejected"
	}
	return fmt.Sprintf("rejected: %q is no approval", string(v))
}

func named(d core.Digest) string {
	if d == "" {
		return "none"
	}
	return string(d)
}

func stranger(r *core.HygieneReport) bool {
	for _, d := range r.Documents {
		if d.Familiarity != core.Home {
			return true
		}
	}
	return false
}

// open collects what is above info, with the name of the document where a finding leaves it out.
func open(r *core.HygieneReport) []core.Finding {
	var fs []core.Finding
	for _, d := range r.Documents {
		for _, f := range d.Findings {
			if f.Severity.Rank() == 0 {
				continue
			}
			if f.Document == "" {
				f.Document = d.Name
			}
			fs = append(fs, f)
		}
	}
	return fs
}
