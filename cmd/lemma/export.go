package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newExport(a *app) *cobra.Command {
	var format, file string
	c := &cobra.Command{
		Use:     "export",
		Short:   "Print all primitives, one JSON object a line",
		Example: "  lemma export > primitives.jsonl\n  lemma export --out primitives.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "jsonl" {
				return usagef("--format %q: jsonl is the one there is", format)
			}
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				if file == "" {
					return e.Snapshot().Export(c.Context(), a.out.w)
				}
				f, err := os.Create(file)
				if err != nil {
					return err
				}
				return errors.Join(e.Snapshot().Export(c.Context(), f), f.Close())
			})
		},
	}
	c.Flags().StringVar(&format, "format", "jsonl", "jsonl")
	c.Flags().StringVar(&file, "out", "", "write to a file")
	return c
}
