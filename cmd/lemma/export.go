package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newExport(a *app) *cobra.Command {
	var format, file string
	c := &cobra.Command{
		Use:   "export",
		Short: "Print all primitives, one JSON object a line",
		Long: `Export prints every primitive with all that is known of it, one JSON object a
line, in order of the ids. Lemma import reads it back. With --json it is one
object, a list of them.`,
		Example: `  lemma export > primitives.jsonl
  lemma export --out primitives.jsonl
  lemma export | jq -r .name`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "jsonl" {
				return usagef("--format %q: jsonl is the one there is", format)
			}
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				snap := e.Snapshot()
				if file == "" && a.json && !c.Flags().Changed("format") {
					all := []core.Record{}
					for _, id := range snap.IDs() {
						r, _ := snap.Record(id)
						all = append(all, r)
					}
					return a.printJSON(map[string]any{"primitives": all})
				}
				if file == "" {
					a.printed = true // nothing may follow the lines
					return snap.Export(c.Context(), a.out.w)
				}
				f, err := os.Create(file)
				if err != nil {
					return fmt.Errorf("cannot write the export: %w", err)
				}
				if err := errors.Join(snap.Export(c.Context(), f), f.Close()); err != nil {
					return fmt.Errorf("cannot write the export: %w", errors.Join(err, os.Remove(file)))
				}
				return a.result(map[string]any{"success": true, "file": file, "primitives": snap.Len()}, func(s *screen) {
					s.printf("wrote %s to %s\n", plural(snap.Len(), "primitive"), file)
				})
			})
		},
	}
	c.Flags().StringVar(&format, "format", "jsonl", "the `FORMAT`: jsonl")
	c.Flags().StringVar(&file, "out", "", "write to `FILE`")
	return c
}
