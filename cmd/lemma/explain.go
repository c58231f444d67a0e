package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "explain ID",
		Short:   "Say which rule made a primitive, and what each edge rests on",
		Example: "  lemma explain linear-algebra-basis",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				id, err := lookup(e.Snapshot(), args[0])
				if err != nil {
					return err
				}
				x, err := e.Explain(id)
				if err != nil {
					return err
				}
				return a.result(x, func(s *screen) {
					drawExplanation(s, x)
				})
			})
		},
	}
}

func drawExplanation(s *screen, x *engine.Explanation) {
	s.printf("%s\n%s\n\n", s.wrap(0, string(s.in(strong, readable(x.Name)))), s.in(faint, x.ID))
	fact := func(what, value string) {
		if value != "" {
			s.printf("%s  %s\n", s.in(accent, pad(what, 10)), s.wrap(12, safe(value).String()))
		}
	}
	fact("made by", x.Rule)
	fact("confidence", x.Confidence)
	fact("stands in", fmt.Sprintf("%s, %s, session %s", x.Document, x.Place, x.Session))
	fact("decided", x.Decision)
	if len(x.Edges)+len(x.Refused) > 0 {
		s.printf("\n%s\n", s.in(strong, "Edges"))
	}
	for _, ed := range x.Edges {
		s.printf("  %s %s\n              %s\n              %s\n", s.in(accent, pad(ed.Type, 11)), s.wrap(14, readable(ed.Title).String()), s.in(faint, ed.Target), s.wrap(14, safe(ed.Why).String()))
	}
	for _, re := range x.Refused {
		s.printf("  %s %s\n              %s\n              %s\n              %s\n", s.in(bad, pad("refused", 11)), s.wrap(14, readable(re.Title).String()), s.in(faint, re.Edge.Target),
			s.wrap(14, fmt.Sprintf("%s: %s", re.Edge.Type, safe(re.Why))), s.wrap(14, "would close "+safe(re.Around(strings.Clone)).String()))
	}
}
