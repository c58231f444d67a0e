package main

import (
	"fmt"
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

func newShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show a primitive: statement, proof, what it needs and what needs it, where it stands",
		Example: "  lemma show linear-algebra-basis\n  lemma show linear-algebra-basis --json | jq .sources",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				snap := e.Snapshot()
				r, err := snap.Find(args[0])
				if err != nil {
					return err
				}
				return a.result(r, func(s *screen) { drawPrimitive(s, snap, r) })
			})
		},
	}
}

func drawPrimitive(s *screen, snap *engine.Snapshot, r core.Record) {
	s.printf("%s  %s\n", s.in(strong, readable(r.Name).String()), s.in(faint, r.ID))
	s.printf("%s\n", strings.Join(nonEmpty(s.in(accent, string(r.Kind)), roleOf(r), safe(r.Label).String(), r.Domain, fmt.Sprintf("confidence %.2f", r.Confidence)), " · "))
	if len(r.Section) > 0 {
		s.printf("%s\n", s.in(faint, clip(readable(strings.Join(r.Section, " › ")), s.width)))
	}
	s.printf("\n%s\n", safeText(r.FormalStatement))
	if r.Proof != "" {
		s.printf("\n%s\n%s\n", s.in(strong, "Proof"), safeText(r.Proof))
	}
	if len(r.Dependencies) > 0 {
		s.printf("\n%s\n", s.in(strong, "Needs"))
		var rows [][]string
		for _, e := range r.Dependencies {
			p := snap.Primitive(e.Target)
			rows = append(rows, []string{"  " + string(e.Type), fmt.Sprintf("%.1f", e.Strength), strings.Join(e.Seen, "+"), clip(readable(p.Name), 50), s.in(faint, e.Target)})
		}
		s.table(rows)
	}
	if len(r.Enables) > 0 {
		s.printf("\n%s\n", s.in(strong, fmt.Sprintf("Enables %d", len(r.Enables))))
		var rows [][]string
		for i, id := range r.Enables {
			if i == 10 {
				rows = append(rows, []string{fmt.Sprintf("  … and %d more", len(r.Enables)-i)})
				break
			}
			rows = append(rows, []string{"  " + clip(readable(snap.Primitive(id).Name), 60), s.in(faint, id)})
		}
		s.table(rows)
	}
	s.printf("\n%s\n", s.in(strong, "Source"))
	for _, src := range append([]core.Source{r.Source}, r.Sources...) {
		page := ""
		if src.Page > 0 {
			page = fmt.Sprintf(", page %d", src.Page)
		}
		former := ""
		if src.Former {
			former = ", the former statement"
		}
		s.printf("  %s  bytes %d–%d%s%s  %s\n", safe(src.Document), src.Start, src.End, page, former, s.in(faint, src.Session))
	}
}

func roleOf(r core.Record) string {
	if r.Role == string(r.Kind) {
		return ""
	}
	return safe(r.Role).String()
}

func nonEmpty(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "explain ID",
		Short:   "Say why a primitive is there: the rule that made it, and what each edge rests on",
		Example: "  lemma explain linear-algebra-basis",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				x, err := e.Explain(args[0])
				if err != nil {
					return err
				}
				return a.result(x, func(s *screen) {
					s.printf("%s  %s\n\n", s.in(strong, readable(x.Name).String()), s.in(faint, x.ID))
					s.printf("%s  %s\n", s.in(accent, "made by   "), safe(x.Rule))
					s.printf("%s  %s\n", s.in(accent, "confidence"), safe(x.Confidence))
					s.printf("%s  %s, line %d to %d, session %s\n", s.in(accent, "stands in "), safe(x.Document), x.FirstLine, x.LastLine, x.Session)
					if x.Decision != "" {
						s.printf("%s  %s\n", s.in(accent, "decided   "), safe(x.Decision))
					}
					if len(x.Edges) > 0 {
						s.printf("\n%s\n", s.in(strong, "Edges"))
					}
					for _, ed := range x.Edges {
						s.printf("  %s %s  %s\n", pad(string(ed.Type), 11), safe(ed.Target), s.in(faint, safe(ed.Why).String()))
					}
					for _, re := range x.Refused {
						s.printf("  %s %s  would close %s\n", s.in(bad, pad("refused", 11)), safe(re.Edge.Target), safe(strings.Join(re.Cycle, " → ")))
					}
				})
			})
		},
	}
}

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
