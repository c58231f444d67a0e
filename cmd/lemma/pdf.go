package main

import (
	"context"
	"os"
	"os/exec"

	"github.com/spf13/cobra"

	"lemma/core/acquire/pdfium"
	"lemma/core/engine"
)

// workerName is the command that this program runs itself as, to read a PDF document out of harm's way.
const workerName = "pdf-worker"

func newPDFWorker(a *app) *cobra.Command {
	return &cobra.Command{
		Use:               workerName,
		Short:             "Take a PDF document apart, for another lemma",
		Hidden:            true,
		Args:              cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil }, // it needs no configuration
		RunE: func(c *cobra.Command, _ []string) error {
			return pdfium.Serve(c.Context(), a.in, c.OutOrStdout(), func() { os.Exit(1) }) // nobody is there to be told
		},
	}
}

// pdfWorkers runs this program again for each PDF document.
func pdfWorkers() engine.PDF {
	return &pdfium.Workers{Command: func(ctx context.Context) *exec.Cmd {
		self, err := os.Executable()
		if err != nil {
			self = os.Args[0]
		}
		cmd := exec.CommandContext(ctx, self, workerName)
		cmd.Args[0] = os.Args[0]
		return cmd
	}}
}
