package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newRank(a *app) *cobra.Command {
	var opt engine.RankOptions
	var kind string
	var limit int
	c := &cobra.Command{
		Use:   "rank",
		Short: "Rank primitives by importance, reach, depth or PageRank",
		Long: `Importance counts what depends on a primitive directly and the primitives it composes with. Reach
counts everything that depends on it at all, depth is the longest chain below it, PageRank weighs
dependents by their own standing. The last three leave out the order of the text (motivates).`,
		Example: "  lemma rank\n  lemma rank --by reach --kind definition --limit 10",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			opt.Kind = core.Kind(kind)
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				list, err := e.Snapshot().Rank(opt)
				if err != nil {
					return usagef("%w", err)
				}
				if limit > 0 {
					list = list[:min(limit, len(list))]
				}
				return a.result(map[string]any{"ranking": append([]engine.Rank{}, list...)}, func(s *screen) {
					rows := [][]string{{"", "importance", "enables", "rules", "reach", "depth", "pagerank", "kind", "name"}}
					for i, r := range list {
						rows = append(rows, []string{fmt.Sprint(i + 1), fmt.Sprint(r.Importance), fmt.Sprint(r.Enables), fmt.Sprint(r.Rules), fmt.Sprint(r.Reach), fmt.Sprint(r.Depth),
							fmt.Sprintf("%.5f", r.PageRank), string(r.Kind), clip(readable(r.Name), 50) + "  " + s.in(faint, r.ID)})
					}
					s.table(rows, 0, 1, 2, 3, 4, 5, 6)
				})
			})
		},
	}
	c.Flags().StringVar(&opt.By, "by", "importance", strings.Join(engine.RankOrders, ", "))
	c.Flags().StringVar(&kind, "kind", "", "only this kind")
	c.Flags().StringVar(&opt.Domain, "domain", "", "only this domain")
	c.Flags().IntVar(&limit, "limit", 20, "at most so many; 0 for all")
	return c
}
