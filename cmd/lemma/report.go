package main

import (
	"errors"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newReport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "report [SESSION]",
		Short: "Print the provenance report of a session",
		Long: `Report prints what a session did, as Markdown: sources and digests, the word of
the gate, every decision with its reason, losses, files. Without SESSION it is
the last one.`,
		Example: "  lemma report s0001\n  lemma report | less",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				id := ""
				if len(args) > 0 {
					id = args[0]
				} else if all := e.Snapshot().Sessions(); len(all) > 0 {
					id = all[len(all)-1].ID
				} else {
					return errors.New("there are no sessions yet\nlearn something first: lemma learn FILE")
				}
				r, err := e.Report(id)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(r)
				}
				return r.Markdown(a.out.w)
			})
		},
	}
}
