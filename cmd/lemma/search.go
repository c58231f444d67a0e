package main

import (
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newSearch(a *app) *cobra.Command {
	var q engine.Query
	var kind string
	c := &cobra.Command{
		Use:   "search WORDS...",
		Short: "Find primitives by name, label or statement",
		Example: `  lemma search vector space
  lemma search "Theorem 2.3"
  lemma search compact --kind theorem --limit 5`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			q.Text, q.Kind = strings.Join(args, " "), core.Kind(kind)
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				hits := e.Snapshot().Search(q)
				return a.result(map[string]any{"hits": append([]engine.Hit{}, hits...)}, func(s *screen) {
					if len(hits) == 0 {
						s.printf("Nothing found for %s.\n", safe(q.Text))
						return
					}
					var rows [][]string
					for _, h := range hits {
						rows = append(rows, []string{s.in(accent, string(h.Kind)), safe(h.Label).String(), clip(readable(h.Name), 60), s.in(faint, h.ID)})
					}
					s.table(rows)
				})
			})
		},
	}
	c.Flags().StringVar(&kind, "kind", "", "only this kind: definition, theorem, axiom, algorithm, technique, identity")
	c.Flags().StringVar(&q.Domain, "domain", "", "only this domain")
	c.Flags().IntVar(&q.Limit, "limit", 20, "at most so many")
	return c
}
