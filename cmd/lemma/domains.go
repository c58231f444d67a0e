package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newDomains(a *app) *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:     "domains",
		Short:   "List the domains: where they lie on the plane and what they hold",
		Example: "  lemma domains\n  lemma domains --all",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), true, func(e *engine.Engine) error {
				list := e.DomainCounts(all)
				return a.result(map[string]any{"domains": list}, func(s *screen) {
					if len(list) == 0 {
						s.printf("No domain holds a primitive yet. `lemma domains --all` lists the taxonomy.\n")
						return
					}
					rows := [][]string{{"domain", "field", "logic–creativity", "embodied–abstract", "primitives"}}
					for _, d := range list {
						rows = append(rows, []string{safe(d.ID).String(), safe(d.Field).String(), fmt.Sprintf("%+.2f", d.Center.Re), fmt.Sprintf("%+.2f", d.Center.Im), fmt.Sprint(d.Primitives)})
					}
					s.table(rows, 2, 3, 4)
				})
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "also those without a primitive")
	return c
}
