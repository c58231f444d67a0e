package main

import (
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "path A B",
		Short: "Show how one primitive depends on another",
		Long: `Path prints a shortest chain of dependencies between two primitives, whichever
of them depends on the other. The order of the text does not count.`,
		Example: "  lemma path linear-algebra-rank-nullity linear-algebra-vector-space",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				snap := e.Snapshot()
				from, err := lookup(snap, args[0])
				if err != nil {
					return err
				}
				to, err := lookup(snap, args[1])
				if err != nil {
					return err
				}
				path, err := snap.Path(from, to)
				if err != nil {
					return err
				}
				return a.result(map[string]any{"path": append([]string{}, path...)}, func(s *screen) {
					if len(path) == 0 {
						s.printf("Neither of the two depends on the other.\n")
						return
					}
					drawPath(s, snap, path)
				})
			})
		},
	}
}

func drawPath(s *screen, snap *engine.Snapshot, path []string) {
	var rows [][]any
	for i, id := range path {
		p, edge := snap.Primitive(id), ""
		if i > 0 {
			if e := snap.Primitive(path[i-1]).Edge(id); e != nil {
				edge = string(e.Type)
			}
		}
		rows = append(rows, []any{strings.Repeat(" ", min(i, 1)*2) + edge, readable(p.Name), id})
	}
	s.table([]column{{style: accent}, {flex: true}, {style: faint, below: true}}, rows)
}
