package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages",
		Hidden:  true,
		Example: "  lemma man man/",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("cannot write the manual pages: %w", err)
			}
			if err := doc.GenManTree(c.Root(), &doc.GenManHeader{Title: "LEMMA", Section: "1", Source: "lemma " + version}, args[0]); err != nil {
				return fmt.Errorf("cannot write the manual pages: %w", err)
			}
			return a.result(map[string]any{"success": true, "dir": args[0]}, func(s *screen) { s.printf("wrote the manual pages to %s\n", args[0]) })
		},
	}
}
