package main

import (
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

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
