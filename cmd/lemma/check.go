package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"lemma/store"
)

func newCheck(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Prove that the registry is sound",
		Long: `Check proves that every edge's target exists, that nothing depends on itself,
and that journals and state agree. It changes nothing.`,
		Example: "  lemma check\n  lemma check --registry backup/",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, err := a.registry(false)
			if err != nil {
				return err
			}
			rep, err := store.Check(c.Context(), dir, store.Options{})
			if held := (*store.LockedError)(nil); errors.As(err, &held) {
				return fmt.Errorf("cannot check while another process may be writing: journals and state are compared as they stand still\n%w", err)
			}
			if err != nil {
				return err
			}
			if err := a.result(rep, func(s *screen) {
				for _, p := range rep.Problems {
					s.printf("%s %s\n", s.in(bad, "problem"), s.wrap(8, safe(p).String()))
				}
				if len(rep.Problems) == 0 {
					s.printf("%s: %s, %s, %d waiting for a decision\n", s.in(good, "sound"), plural(rep.Primitives, "primitive"), plural(rep.Sessions, "session"), rep.Conflicts)
				}
			}); err != nil {
				return err
			}
			if n := len(rep.Problems); n > 0 {
				return fmt.Errorf("the registry %s is not sound: %s", dir, plural(n, "problem"))
			}
			return nil
		},
	}
}
