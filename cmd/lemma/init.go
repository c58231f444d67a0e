package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"lemma/store"
)

func newInit(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "init [DIR]",
		Short:   "Make a registry in this folder",
		Long:    "Init makes DIR/.lemma (here by default). Commands in DIR and below use it from\nthen on.",
		Example: "  lemma init\n  lemma init ~/course",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			base := "."
			if len(args) > 0 {
				base = args[0]
			}
			dir, err := filepath.Abs(filepath.Join(base, ".lemma"))
			if err != nil {
				return err
			}
			if _, err := os.Stat(dir); err == nil {
				return fmt.Errorf("%s is there already; `lemma check` says whether it is sound", dir)
			}
			s, err := store.Open(c.Context(), dir, store.Options{})
			if err != nil {
				return err
			}
			if err := s.Close(); err != nil {
				return err
			}
			return a.result(map[string]any{"success": true, "registry": dir}, func(sc *screen) { sc.printf("made %s\nlearn something: lemma learn FILE\n", dir) })
		},
	}
}
