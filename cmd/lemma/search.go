package main

import (
	"errors"
	"fmt"
	"slices"
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
		Long: `Search ranks primitives by how rare the words are that they share with yours;
words in names and labels count most. The id or the label of a primitive finds
it first, and a word that nothing holds is taken for the nearest ones.`,
		Example: `  lemma search vector space
  lemma search "Theorem 2.3"
  lemma search compact --kind theorem --limit 5`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			q.Text = strings.Join(args, " ")
			if strings.TrimSpace(q.Text) == "" {
				return usagef("search for what? name a word")
			}
			if q.Limit < 1 {
				return usagef("--limit %d: at least 1", q.Limit)
			}
			var err error
			if q.Kind, err = kindOf(kind); err != nil {
				return err
			}
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				if err := knownDomain(e, q.Domain); err != nil {
					return err
				}
				hits := e.Snapshot().Search(q)
				return a.result(map[string]any{"hits": append([]engine.Hit{}, hits...)}, func(s *screen) {
					if len(hits) == 0 {
						s.printf("Nothing found for %s.\n", q.Text)
						return
					}
					var rows [][]any
					for _, h := range hits {
						rows = append(rows, []any{h.Kind, h.Label, readable(h.Name), h.ID})
					}
					s.table([]column{{style: accent}, {drop: true}, {flex: true}, {style: faint, below: true}}, rows)
				})
			})
		},
	}
	c.Flags().StringVar(&kind, "kind", "", "only this `KIND`: definition, theorem, axiom, algorithm, technique, identity")
	c.Flags().StringVar(&q.Domain, "domain", "", "only this `DOMAIN`")
	c.Flags().IntVar(&q.Limit, "limit", 20, "at most `N`")
	return c
}

// lookup finds the primitive that the command line names.
func lookup(snap *engine.Snapshot, ref string) (string, error) {
	id, err := snap.Lookup(ref)
	var none *engine.NotFoundError
	if errors.As(err, &none) {
		return "", fmt.Errorf("%w\nlook for it in names and statements with `lemma search %s`", err, ref)
	}
	return id, err
}

// kinds are the values of --kind.
var kinds = []core.Kind{core.Definition, core.Theorem, core.Axiom, core.Algorithm, core.Technique, core.Identity}

func kindOf(name string) (core.Kind, error) {
	if k := core.Kind(name); name == "" || slices.Contains(kinds, k) {
		return k, nil
	}
	return "", usagef("--kind %q is none of definition, theorem, axiom, algorithm, technique, identity", name)
}

// knownDomain fails for a domain that neither the taxonomy nor the registry has.
func knownDomain(e *engine.Engine, id string) error {
	var ids []string
	for _, d := range e.DomainCounts(true) {
		ids = append(ids, d.ID)
	}
	if id == "" || slices.Contains(ids, id) {
		return nil
	}
	return &engine.NotFoundError{What: "domain", ID: id, Nearest: engine.Nearest(id, ids, 3)}
}
