// Package gate turns a hygiene report into a decision, by three laws: content from home without findings is approved
// without a question; content from home with findings, and content from strangers always, is decided by a human; and
// anything but an explicit approval is a rejection.
//
// The package does no input or output of its own: whoever answers is handed in as a Decider.
package gate

import (
	"context"
	"errors"
	"io"
	"time"

	"lemma/core"
)

// Question is what a Decider is asked.
type Question struct {
	Report   *core.HygieneReport
	Digest   core.Digest // of the documents and the findings; what is approved
	Stranger bool        // at least one document is not from home
	Findings int         // of severity critical or warning
}

// Answer is what a Decider says.
type Answer struct {
	Verdict   core.Verdict
	By        string // "prompt", "flag", or who else answered
	Rationale string
	Approves  core.Digest // for scripts: the digest that the approver saw
}

// Decider answers the question of the gate.
type Decider interface {
	Decide(ctx context.Context, q Question) (Answer, error)
}

// ErrNobody says that a human was needed and nobody could be asked.
var ErrNobody = errors.New("the content needs a decision and nobody could be asked")

// Decide applies the three laws.
func Decide(ctx context.Context, report *core.HygieneReport, d Decider, now time.Time) (core.Decision, error) {
	return core.Decision{Verdict: core.Rejected, At: now}, ctx.Err()
}

// Digest covers the sorted names and digests of the documents and the findings.
func Digest(report *core.HygieneReport) core.Digest { return "" }

// Flags is the Decider of scripts.
type Flags struct {
	Verdict       string // --decision
	ApproveDigest string // --approve-digest
}

// Decide answers as the flags say.
func (f Flags) Decide(ctx context.Context, q Question) (Answer, error) { return Answer{}, ErrNobody }

// Refuse is the Decider where nobody can be asked.
type Refuse struct{}

// Decide returns ErrNobody with the digest and the flags to use.
func (Refuse) Decide(ctx context.Context, q Question) (Answer, error) { return Answer{}, ErrNobody }

// Prompt asks on a plain terminal.
func Prompt(in io.Reader, out io.Writer) Decider { return Refuse{} }
