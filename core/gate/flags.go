package gate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// byFlag is who decided when the answer came from the command line.
const byFlag = "flag"

// Flags is the Decider of scripts. The answer was given beforehand, so it must say of what: content from strangers is
// approved only under the digest that the approver saw.
type Flags struct {
	Verdict       string // --decision: approve, approve-with-warnings or reject
	ApproveDigest string // --approve-digest
}

// Decide answers as the flags say. Without --decision nobody was asked. Content from strangers that is approved without
// a digest was not looked at.
func (f Flags) Decide(ctx context.Context, q Question) (Answer, error) {
	v := core.Verdict(f.Verdict)
	switch {
	case f.Verdict == "":
		return Answer{By: byFlag}, nobody(q)
	case v.Approves() && q.Stranger && f.ApproveDigest == "":
		return Answer{By: byFlag}, unasked("the approval does not say of what: content from strangers is approved under its digest\nto approve what is there now, repeat with --decision " + f.Verdict + " --approve-digest " + string(q.Digest))
	}
	return Answer{Verdict: v, By: byFlag, Approves: core.Digest(f.ApproveDigest)}, ctx.Err()
}

// Binds reports whether the flags say more than that what needs an approval has it.
func (f Flags) Binds() bool {
	return f.ApproveDigest != "" || f.Verdict != "" && !core.Verdict(f.Verdict).Approves()
}

// Refuse is the Decider where nobody can be asked.
type Refuse struct{}

// Decide returns ErrNobody with the digest and the flags to use.
func (Refuse) Decide(_ context.Context, q Question) (Answer, error) { return Answer{}, nobody(q) }

func nobody(q Question) error {
	flags := "--decision approve|approve-with-warnings|reject"
	if q.Stranger {
		flags += " --approve-digest " + string(q.Digest)
	}
	return fmt.Errorf("the content needs a decision and %w: digest %s, %s of severity warning or critical%s\nlemma scan shows each finding with its text; to decide, repeat with %s", ErrNobody, q.Digest, count(q.Findings, "finding"), worst(q.Report), flags)
}

// mostWorst is how many findings an error names.
const mostWorst = 5

// worst lists the gravest findings, a line each.
func worst(r *core.HygieneReport) string {
	if r == nil {
		return ""
	}
	found := open(r)
	slices.SortStableFunc(found, func(a, b core.Finding) int { return b.Severity.Rank() - a.Severity.Rank() })
	var b strings.Builder
	for _, f := range found[:min(mostWorst, len(found))] {
		fmt.Fprintf(&b, "\n  %-8s  %s:%d  %s: %s", f.Severity, f.Document, f.Line, f.Rule, f.Why)
	}
	if n := len(found) - mostWorst; n > 0 {
		fmt.Fprintf(&b, "\n  and %d more", n)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
