package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
	"lemma/core/text"
)

func newShow(a *app) *cobra.Command {
	var examples bool
	c := &cobra.Command{
		Use:   "show ID",
		Short: "Show a primitive: statement, proof, examples, edges, sources",
		Long: `Show prints a primitive. ID is its id, or a name or a label that no other has.
On a terminal formulas are made readable; what goes into a pipe or a file is the
source.`,
		Example: "  lemma show linear-algebra-basis\n  lemma show \"Theorem 2.3\"\n  lemma show linear-algebra-basis --json | jq .sources",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				snap := e.Snapshot()
				id, err := lookup(snap, args[0])
				if err != nil {
					return err
				}
				r, _ := snap.Record(id)
				return a.result(r, func(s *screen) { drawPrimitive(s, snap, r, examples) })
			})
		},
	}
	c.Flags().BoolVar(&examples, "examples", false, "print the examples and exercises in full, those of its section too")
	return c
}

// mostEnabled is how many of the primitives that depend on one are listed, and of the examples beside it.
const mostEnabled = 10

func drawPrimitive(s *screen, snap *engine.Snapshot, r core.Record, examples bool) {
	s.printf("%s\n%s\n", s.wrap(0, string(s.in(strong, readable(r.Name)))), s.in(faint, r.ID))
	facts := s.in(accent, r.Kind)
	for _, f := range []string{roleOf(r), r.Label, r.Domain} {
		if f != "" {
			facts += drawn(" · " + safe(f).String())
		}
	}
	s.printf("%s\n%s\n", s.wrap(0, string(facts)), s.wrap(0, string(s.in(faint, fmt.Sprintf("confidence %.2f: %s", r.Confidence, cmp.Or(r.Rule, engine.Imported))))))
	if len(r.Section) > 0 {
		s.printf("%s\n", s.in(faint, s.clip(sectionPath(r.Section), s.width)))
	}
	if r.Coded() {
		s.printf("\n%s\n", s.wrap(0, multiline(r.FormalStatement).String()))
	} else {
		s.printf("\n%s\n", s.prose(r.FormalStatement))
	}
	if list := engine.Completion(&r.Primitive); list != "" {
		s.printf("\n%s\n", s.prose(list))
	}
	if r.Proof != "" {
		s.printf("\n%s\n%s\n", s.in(strong, "Proof"), s.prose(r.Proof))
	}
	drawIllustrations(s, snap, r, examples)
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

// glance is how much of an example is listed, in columns.
const glance = 80

// drawIllustrations lists the examples and exercises beside a primitive and counts those of its sections; whole prints
// both in full.
func drawIllustrations(s *screen, snap *engine.Snapshot, r core.Record, whole bool) {
	own, around := snap.Illustrations(r.ID)
	switch {
	case whole:
		for _, i := range append(own, around...) {
			s.printf("\n%s\n", s.in(strong, readable(i.Heading())))
			if i.Of == core.OfSection && len(i.Section) > 0 {
				s.printf("%s\n", s.in(faint, s.clip(sectionPath(i.Section), s.width)))
			}
			s.printf("%s\n", s.prose(i.Text))
		}
		return
	case len(own) > 0:
		s.printf("\n%s\n", s.in(strong, "Examples and exercises"))
		var rows [][]any
		for _, i := range own[:min(len(own), mostEnabled)] {
			rows = append(rows, []any{"  " + readable(i.Heading()).String(), s.clip(readable(text.Plain(i.Text)), glance)})
		}
		s.table([]column{{}, {style: faint, flex: true, drop: true}}, rows)
		if n := len(own) - mostEnabled; n > 0 {
			s.printf("  … and %d more\n", n)
		}
	case len(around) == 0:
		return
	default:
		s.printf("\n")
	}
	if len(around) > 0 {
		s.printf("%s\n", s.in(faint, "of its section: "+tally(around)))
	}
	s.printf("%s\n", s.in(faint, "--examples prints them in full"))
}

// tally counts illustrations by what they are: "2 examples, 14 exercises".
func tally(list []core.Illustration) string {
	n := map[string]int{}
	for _, i := range list {
		n[i.Role]++
	}
	var words []string
	for _, role := range slices.Sorted(maps.Keys(n)) {
		words = append(words, plural(n[role], role))
	}
	return strings.Join(words, ", ")
}

// sectionPath draws the titles of sections. Readers took the marks of faces off them, so that a star which is left is
// one of code or of a formula.
func sectionPath(titles []string) text.Safe {
	path := strings.Join(titles, " › ")
	if strings.Contains(path, "*") && !strings.ContainsAny(path, "$\\") {
		return text.EscapeLine(path)
	}
	return readable(path)
}

func roleOf(r core.Record) string {
	if r.Role == string(r.Kind) {
		return ""
	}
	return r.Role
}
