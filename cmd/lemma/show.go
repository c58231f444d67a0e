package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

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
