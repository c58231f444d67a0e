package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
	"lemma/core/text"
)

func newConflicts(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "conflicts",
		Short: "List, look at and resolve the candidates that wait",
		Long: `A candidate that overlaps with an existing primitive without being the same
waits here, as long as it takes. Nothing is overwritten until you say
keep-candidate; every resolution can be taken back.`,
		Example: `  lemma conflicts
  lemma conflicts show s0002-c1
  lemma conflicts resolve keep-both s0002-c1 s0002-c2
  lemma conflicts resolve keep-existing --session s0002`,
		Args: unknownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error { return a.listConflicts(e) })
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
		var rows [][]any
		for _, v := range views {
			existing := safe("–")
			if v.Existing != nil {
				existing = readable(v.Existing.Name)
			}
			rows = append(rows, []any{v.ID, fmt.Sprintf("%.2f", v.Match.Confidence), readable(v.Candidate.Name), existing, v.Match.Rationale})
		}
		s.table([]column{{title: "conflict", style: strong}, {title: "alike", right: true}, {title: "candidate", flex: true}, {title: "existing", flex: true},
			{title: "why", style: faint, flex: true, drop: true}}, rows)
		a.talk.printf("\n%s\n%s\n", a.talk.in(faint, "lemma conflicts show ID"), a.talk.in(faint, "lemma conflicts resolve keep-existing|keep-candidate|keep-both ID..."))
	})
}

func newConflictShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show a conflict with a word diff and what each answer would do",
		Example: "  lemma conflicts show s0002-c1",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				snap := e.Snapshot()
				costs, id := map[core.Resolution]*engine.Effect{}, strings.ToLower(args[0])
				for _, r := range engine.Resolutions {
					cost, err := e.Cost(id, r)
					if err != nil {
						return err
					}
					costs[r] = cost
				}
				conflict := snap.Conflict(id)
				v := conflictView{conflict, snap.Primitive(conflict.Match.Existing), costs}
				return a.result(v, func(s *screen) { drawConflict(s, v) })
			})
		},
	}
}

func drawConflict(s *screen, v conflictView) {
	m := v.Match
	s.printf("%s  %s\n%s\n\n", s.in(strong, v.ID), s.in(warn, m.Class), s.wrap(0, safe(m.Rationale).String()))
	var rows [][]any
	add := func(what, existing, candidate string) {
		if existing != "" || candidate != "" {
			rows = append(rows, []any{what, readable(existing), readable(candidate)})
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
	s.table([]column{{style: faint}, {title: "existing", flex: true}, {title: "candidate", flex: true}}, rows)
	s.printf("\nscores  statement %.2f  form %.2f  keywords %.2f  order %.2f  distance %.2f\n\n", m.Scores.Statement, m.Scores.Form, m.Scores.Keywords, m.Scores.Order, m.Scores.Distance)
	s.printf("%s\n\n", s.wrap(0, string(wordDiff(s, old.FormalStatement, cand.FormalStatement))))
	for _, r := range engine.Resolutions {
		s.printf("%s  %s\n", s.in(accent, pad(r, 14)), s.wrap(16, safe(v.Costs[r].Text).String()))
	}
}

// wordDiff marks the words that only one side has: [-gone-] and {+new+}, in colour where there is any.
func wordDiff(s *screen, old, new string) drawn {
	var out strings.Builder
	for _, p := range text.Diff(readable(old).String(), readable(new).String()) {
		st, open, end := plain, "", ""
		switch p.Op {
		case text.Old:
			st, open, end = bad, "[-", "-]"
		case text.New:
			st, open, end = good, "{+", "+}"
		}
		word := strings.TrimSpace(p.Text)
		before, after, _ := strings.Cut(p.Text, word)
		if word != "" {
			word = string(s.in(st, open+word+end))
		}
		out.WriteString(before + word + after)
	}
	return drawn(out.String())
}

func newConflictResolve(a *app) *cobra.Command {
	var all bool
	var session string
	c := &cobra.Command{
		Use:   "resolve ANSWER [ID...]",
		Short: "Answer conflicts, all in one session",
		Long: `Resolve answers conflicts, all in one session:
  keep-existing   the candidate goes; its place becomes a source of the existing
  keep-candidate  the candidate takes the place of the existing primitive
  keep-both       the two are different things`,
		Example: `  lemma conflicts resolve keep-existing s0002-c1
  lemma conflicts resolve keep-both --all`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			answer := core.Resolution(args[0])
			if answer != core.KeepExisting && answer != core.KeepCandidate && answer != core.KeepBoth {
				return usagef("%q is no answer; use keep-existing, keep-candidate or keep-both", args[0])
			}
			if (len(args) > 1) == (all || session != "") {
				return usagef("name the conflicts, or use --all or --session SESSION, not both")
			}
			return a.withEngine(c.Context(), writes, func(e *engine.Engine) error {
				ids := args[1:]
				session = strings.ToLower(session)
				if session != "" {
					if err := knownSession(e, session); err != nil {
						return err
					}
				}
				if all || session != "" {
					for _, x := range e.Snapshot().Conflicts() {
						if session == "" || x.Session == session {
							ids = append(ids, x.ID)
						}
					}
				}
				var choices []engine.Choice
				for _, id := range ids {
					choices = append(choices, engine.Choice{Conflict: strings.ToLower(id), Resolution: answer})
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
	c.Flags().StringVar(&session, "session", "", "all that `SESSION` left")
	return c
}
