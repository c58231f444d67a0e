package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID",
		Short: "Show a primitive: statement, proof, edges, sources",
		Long: `Show prints a primitive. ID is its id, or a name or a label that no other has.
On a terminal formulas are made readable; what goes into a pipe or a file is the
source.`,
		Example: "  lemma show linear-algebra-basis\n  lemma show \"Theorem 2.3\"\n  lemma show linear-algebra-basis --json | jq .sources",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				snap := e.Snapshot()
				id, err := lookup(snap, args[0])
				if err != nil {
					return err
				}
				r, _ := snap.Record(id)
				return a.result(r, func(s *screen) { drawPrimitive(s, snap, r) })
			})
		},
	}
}

// mostEnabled is how many of the primitives that depend on one are listed.
const mostEnabled = 10

func drawPrimitive(s *screen, snap *engine.Snapshot, r core.Record) {
	s.printf("%s\n%s\n", s.wrap(0, string(s.in(strong, readable(r.Name)))), s.in(faint, r.ID))
	facts := s.in(accent, r.Kind)
	for _, f := range []string{roleOf(r), r.Label, r.Domain} {
		if f != "" {
			facts += drawn(" · " + safe(f).String())
		}
	}
	s.printf("%s\n%s\n", s.wrap(0, string(facts)), s.wrap(0, string(s.in(faint, fmt.Sprintf("confidence %.2f: %s", r.Confidence, cmp.Or(r.Rule, engine.Imported))))))
	if len(r.Section) > 0 {
		s.printf("%s\n", s.in(faint, s.clip(readable(strings.Join(r.Section, " › ")), s.width)))
	}
	s.printf("\n%s\n", s.prose(r.FormalStatement))
	if list := completion(r); list != "" {
		s.printf("\n%s\n", s.prose(list))
	}
	if r.Proof != "" {
		s.printf("\n%s\n%s\n", s.in(strong, "Proof"), s.prose(r.Proof))
	}
	if len(r.Dependencies) > 0 {
		s.printf("\n%s\n", s.in(strong, "Needs"))
		var rows [][]any
		for _, e := range r.Dependencies {
			rows = append(rows, []any{"  " + string(e.Type), fmt.Sprintf("%.1f", e.Strength), strings.Join(e.Seen, "+"), readable(snap.Primitive(e.Target).Name), e.Target})
		}
		s.table([]column{{style: accent}, {}, {drop: true}, {flex: true}, {style: faint, below: true}}, rows)
	}
	if len(r.Enables) > 0 {
		s.printf("\n%s\n", s.in(strong, fmt.Sprintf("Enables %d", len(r.Enables))))
		var rows [][]any
		for _, id := range r.Enables[:min(len(r.Enables), mostEnabled)] {
			rows = append(rows, []any{"  " + readable(snap.Primitive(id).Name).String(), id})
		}
		s.table([]column{{flex: true}, {style: faint, below: true}}, rows)
		s.more(len(r.Enables) - mostEnabled)
	}
	s.printf("\n%s\n", s.in(strong, "Source"))
	for _, src := range append([]core.Source{r.Source}, r.Sources...) {
		former := ""
		if src.Former {
			former = ", the former statement"
		}
		s.printf("  %s  %s%s  %s\n", src.Document, snap.Place(src), former, s.in(faint, src.Session))
	}
}

// completion is the list or table that completes a requirement which ends with a colon; its computational form holds it.
func completion(r core.Record) string {
	said := strings.Join(strings.Fields(r.FormalStatement), " ")
	if !strings.HasSuffix(said, ":") {
		return ""
	}
	_, list, _ := strings.Cut(r.ComputationalForm, said)
	return strings.TrimSpace(list)
}

func roleOf(r core.Record) string {
	if r.Role == string(r.Kind) {
		return ""
	}
	return r.Role
}
