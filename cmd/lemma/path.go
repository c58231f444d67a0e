package main

import (
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "path A B",
		Short:   "Show how one primitive depends on another",
		Example: "  lemma path linear-algebra-rank-nullity linear-algebra-vector-space",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				snap := e.Snapshot()
				path, err := snap.Path(args[0], args[1])
				if err != nil {
					return err
				}
				return a.result(map[string]any{"path": append([]string{}, path...)}, func(s *screen) {
					if len(path) == 0 {
						s.printf("Neither of the two depends on the other.\n")
						return
					}
					for i, id := range path {
						edge := ""
						if i > 0 {
							if ed := snap.Primitive(path[i-1]).Edge(id); ed != nil {
								edge = string(ed.Type) + " "
							}
						}
						s.printf("%s%s%s  %s\n", strings.Repeat("  ", i), s.in(faint, edge), clip(readable(snap.Primitive(id).Name), 60), s.in(faint, id))
					}
				})
			})
		},
	}
}
