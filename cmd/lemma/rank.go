package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newRank(a *app) *cobra.Command {
	var opt engine.RankOptions
	var kind string
	var limit int
	c := &cobra.Command{
		Use:   "rank",
		Short: "Rank primitives by importance, reach, depth or PageRank",
		Long: `Importance counts what depends on a primitive directly and the primitives it
composes with. Reach counts everything that depends on it at all, depth is the
longest chain below it, PageRank weighs dependents by their own standing. The
last three leave out the order of the text (motivates).`,
		Example: "  lemma rank\n  lemma rank --by reach --kind definition --limit 10",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var err error
			if opt.Kind, err = kindOf(kind); err != nil {
				return err
			}
			if limit < 0 {
				return usagef("--limit %d: 0 for all, or how many", limit)
			}
			if !slices.Contains(engine.RankOrders, opt.By) {
				return usagef("--by %q is none of %s", opt.By, strings.Join(engine.RankOrders, ", "))
			}
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				if err := knownDomain(e, opt.Domain); err != nil {
					return err
				}
				list, err := e.Snapshot().Rank(opt)
				if err != nil {
					return err
				}
				if limit > 0 {
					list = list[:min(limit, len(list))]
				}
				return a.result(map[string]any{"ranking": append([]engine.Rank{}, list...)}, func(s *screen) {
					if len(list) == 0 {
						s.printf("There is no such primitive.\n")
						return
					}
					var rows [][]any
					for i, r := range list {
						rows = append(rows, []any{i + 1, r.Importance, r.Enables, r.Rules, r.Reach, r.Depth, fmt.Sprintf("%.5f", r.PageRank), r.Kind, readable(r.Name), r.ID})
					}
					s.table([]column{{right: true}, {title: "importance", right: true}, {title: "enables", right: true, drop: true}, {title: "rules", right: true, drop: true},
						{title: "reach", right: true}, {title: "depth", right: true}, {title: "pagerank", right: true}, {title: "kind", style: accent, drop: true},
						{title: "name", flex: true}, {style: faint, below: true}}, rows)
				})
			})
		},
	}
	c.Flags().StringVar(&opt.By, "by", "importance", "order by `WHAT`: "+strings.Join(engine.RankOrders, ", "))
	c.Flags().StringVar(&kind, "kind", "", "only this `KIND`: definition, theorem, axiom, algorithm, technique, identity")
	c.Flags().StringVar(&opt.Domain, "domain", "", "only this `DOMAIN`")
	c.Flags().IntVar(&limit, "limit", 20, "at most `N`; 0 for all")
	return c
}
