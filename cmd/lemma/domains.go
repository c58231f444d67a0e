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
		Short:   "List the domains, their place on the plane, and what they hold",
		Example: "  lemma domains\n  lemma domains --all",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				list := e.DomainCounts(all)
				return a.result(map[string]any{"domains": list}, func(s *screen) {
					if len(list) == 0 {
						s.printf("No domain holds a primitive yet. `lemma domains --all` lists the taxonomy.\n")
						return
					}
					var rows [][]any
					for _, d := range list {
						rows = append(rows, []any{d.ID, d.Field, fmt.Sprintf("%+.2f", d.Center.Re), fmt.Sprintf("%+.2f", d.Center.Im), d.Primitives})
					}
					s.table([]column{{title: "domain", flex: true}, {title: "field", style: accent}, {title: "logic–creativity", right: true},
						{title: "embodied–abstract", right: true}, {title: "primitives", right: true}}, rows)
				})
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "also those without a primitive")
	return c
}
