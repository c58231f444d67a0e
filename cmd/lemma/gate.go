package main

import (
	"io"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

// gateFlags answer the gate for scripts.
type gateFlags struct{ decision, digest string }

func (g *gateFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&g.decision, "decision", "", "answer the gate with `VERDICT`: approve, approve-with-warnings or reject")
	c.Flags().StringVar(&g.digest, "approve-digest", "", "the `DIGEST` of a stranger's content that the approval is for")
}

func (g gateFlags) check() error {
	switch v := core.Verdict(g.decision); {
	case g.decision == "" && g.digest == "", v.Approves(), v == core.Rejected && g.digest == "":
		return nil
	case g.decision == "":
		return usagef("--approve-digest needs --decision approve or approve-with-warnings")
	case v == core.Rejected:
		return usagef("--decision reject takes no --approve-digest")
	}
	return usagef("--decision %q is none of approve, approve-with-warnings, reject", g.decision)
}

// decider chooses who answers the gate: the flags, a person at the terminal who reads the question on w, or nobody.
func (a *app) decider(g gateFlags, w io.Writer) engine.Decider {
	switch {
	case g.decision != "":
		return engine.FlagDecider{Verdict: g.decision, ApproveDigest: g.digest}
	case a.interactive():
		return engine.PromptDecider(a.in, &question{a.talk, a.in, w})
	}
	return engine.NobodyDecider()
}
