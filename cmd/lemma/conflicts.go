package main

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newConflicts(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "conflicts",
		Short: "List the candidates that wait for a decision, look at them, resolve them",
		Long: `A candidate that overlaps with an existing primitive without being the same waits here, as long as it
takes. Nothing is overwritten until you say keep-candidate; every resolution can be taken back.`,
		Example: `  lemma conflicts
  lemma conflicts show s0002-c1
  lemma conflicts resolve keep-both s0002-c1 s0002-c2
  lemma conflicts resolve keep-existing --all --session s0002`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error { return a.listConflicts(e) })
		},
	}
	c.AddCommand(newConflictShow(a), newConflictResolve(a))
	return c
}

// conflictView is a conflict as JSON shows it, with the primitive it was compared with as it is now.
type conflictView struct {
	*core.Conflict
	Existing *core.Primitive                    `json:"existing"`
	Costs    map[core.Resolution]*engine.Effect `json:"costs,omitempty"`
}

func (a *app) listConflicts(e *engine.Engine) error {
	snap := e.Snapshot()
	views := []conflictView{}
	for _, c := range snap.Conflicts() {
		views = append(views, conflictView{Conflict: c, Existing: snap.Primitive(c.Match.Existing)})
	}
	return a.result(map[string]any{"conflicts": views}, func(s *screen) {
		if len(views) == 0 {
			s.printf("Nothing waits for a decision.\n")
			return
		}
		rows := [][]string{{"conflict", "alike", "candidate", "existing", "why"}}
		for _, v := range views {
			existing := "–"
			if v.Existing != nil {
				existing = clip(readable(v.Existing.Name), 30)
			}
			rows = append(rows, []string{v.ID, fmt.Sprintf("%.2f", v.Match.Confidence), clip(readable(v.Candidate.Name), 30), existing, clip(safe(v.Match.Rationale), 60)})
		}
		s.table(rows, 1)
		s.printf("\n%s\n", s.in(faint, "lemma conflicts show ID · lemma conflicts resolve keep-existing|keep-candidate|keep-both ID..."))
	})
}

func newConflictShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show a conflict with a word diff and what each answer would do",
		Example: "  lemma conflicts show s0002-c1",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				snap := e.Snapshot()
				costs := map[core.Resolution]*engine.Effect{}
				for _, r := range engine.Resolutions {
					cost, err := e.Cost(args[0], r)
					if err != nil {
						return err
					}
					costs[r] = cost
				}
				conflict := snap.Conflict(args[0])
				v := conflictView{conflict, snap.Primitive(conflict.Match.Existing), costs}
				return a.result(v, func(s *screen) { drawConflict(s, v) })
			})
		},
	}
}

func drawConflict(s *screen, v conflictView) {
	m := v.Match
	s.printf("%s  %s\n%s\n\n", s.in(strong, v.ID), s.in(warn, string(m.Class)), safe(m.Rationale))
	rows := [][]string{{"", "existing", "candidate"}}
	add := func(what, existing, candidate string) {
		if existing != "" || candidate != "" {
			rows = append(rows, []string{s.in(faint, what), clip(readable(existing), 44), clip(readable(candidate), 44)})
		}
	}
	old := v.Existing
	if old == nil {
		old = &core.Primitive{}
	}
	cand := v.Candidate
	add("id", old.ID, cand.ID)
	add("name", old.Name, cand.Name)
	add("kind", string(old.Kind), string(cand.Kind))
	add("label", old.Label, cand.Label)
	add("source", old.Source.Document, cand.Source.Document)
	add("keywords", strings.Join(old.Keywords, ", "), strings.Join(cand.Keywords, ", "))
	s.table(rows)
	s.printf("\nscores  statement %.2f  form %.2f  keywords %.2f  order %.2f  distance %.2f\n\n", m.Scores.Statement, m.Scores.Form, m.Scores.Keywords, m.Scores.Order, m.Scores.Distance)
	s.printf("%s\n\n", wordDiff(s, old.FormalStatement, cand.FormalStatement))
	for _, r := range engine.Resolutions {
		s.printf("%s  %s\n", s.in(accent, pad(string(r), 14)), safe(v.Costs[r].Text))
	}
}

// wordDiff marks the words that only one side has: [-gone-] and {+new+}, in colour where there is any.
func wordDiff(s *screen, old, new string) string {
	a, b := words(old), words(new)
	before, after := strings.Join(a, "\n")+"\n", strings.Join(b, "\n")+"\n"
	var out []string
	pos := 0
	emit := func(chunk, open, end string, st styleOf) {
		if chunk = strings.TrimSpace(strings.ReplaceAll(chunk, "\n", " ")); chunk == "" {
			return
		}
		if open != "" {
			chunk = s.in(st, open+safe(chunk).String()+end)
		} else {
			chunk = safe(chunk).String()
		}
		out = append(out, chunk)
	}
	for _, e := range udiff.Lines(before, after) {
		emit(before[pos:e.Start], "", "", warn)
		emit(before[e.Start:e.End], "[-", "-]", bad)
		emit(e.New, "{+", "+}", good)
		pos = e.End
	}
	emit(before[pos:], "", "", warn)
	return strings.Join(out, " ")
}

func words(s string) []string { return strings.Fields(readable(s).String()) }

func newConflictResolve(a *app) *cobra.Command {
	var all bool
	var session string
	c := &cobra.Command{
		Use:   "resolve ANSWER [ID...]",
		Short: "Answer conflicts, all in one session: keep-existing, keep-candidate, keep-both",
		Example: `  lemma conflicts resolve keep-existing s0002-c1
  lemma conflicts resolve keep-both --all`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			answer := core.Resolution(args[0])
			if answer != core.KeepExisting && answer != core.KeepCandidate && answer != core.KeepBoth {
				return usagef("%q is no answer; use keep-existing, keep-candidate or keep-both", args[0])
			}
			if (len(args) > 1) == (all || session != "") {
				return usagef("name the conflicts, or use --all or --session, not both")
			}
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				ids := args[1:]
				if all || session != "" {
					for _, x := range e.Snapshot().Conflicts() {
						if session == "" || x.Session == session {
							ids = append(ids, x.ID)
						}
					}
				}
				var choices []engine.Choice
				for _, id := range ids {
					choices = append(choices, engine.Choice{Conflict: id, Resolution: answer})
				}
				if len(choices) == 0 {
					return a.result(map[string]any{"success": true, "sessionId": "", "resolved": 0}, func(s *screen) { s.printf("Nothing waits for a decision.\n") })
				}
				s, err := e.Resolve(c.Context(), choices)
				if err != nil {
					return err
				}
				return a.result(map[string]any{"success": true, "sessionId": s.ID, "resolved": len(choices), "counts": s.Counts}, func(sc *screen) {
					sc.printf("%s %s: %s\nsession %s; `lemma unlearn %s` takes it back\n", sc.in(good, "resolved"), plural(len(choices), "conflict"), answer, sc.in(strong, s.ID), s.ID)
				})
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "all that wait")
	c.Flags().StringVar(&session, "session", "", "all that a session left")
	return c
}
