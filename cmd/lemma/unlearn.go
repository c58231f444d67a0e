package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

func newUnlearn(a *app) *cobra.Command {
	var opt engine.UnlearnOptions
	var preview, yes bool
	c := &cobra.Command{
		Use:   "unlearn SESSION",
		Short: "Take a session back",
		Long: `Unlearn removes what a session added and restores what it changed. A primitive
that other sources also support stays, and the oldest of them becomes its owner.
Sessions that build on this one block it, unless --cascade takes them back first
or --force removes the edges that would dangle. Taking back is a session too: it
can itself be taken back.`,
		Example: `  lemma unlearn s0003 --preview
  lemma unlearn s0003
  lemma unlearn s0003 --cascade --yes`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if opt.Cascade && opt.Force {
				return usagef("--cascade and --force exclude each other: take the dependents back too, or leave them with fewer edges")
			}
			access := writes
			if preview {
				access = reads
			}
			return a.withEngine(c.Context(), access, func(e *engine.Engine) error {
				p, err := e.PreviewUnlearn(c.Context(), args[0], opt)
				if preview {
					if p == nil {
						return err
					}
					return a.result(p, func(s *screen) { drawPreview(s, p, 20, err) })
				}
				if err != nil {
					if p != nil && !a.json {
						drawPreview(a.talk, p, 5, nil)
					}
					return err
				}
				if !yes {
					if !a.interactive() {
						return fmt.Errorf("taking %s back needs a human's word: %w\nuse --yes, or look first with --preview", args[0], engine.ErrNobody)
					}
					drawPreview(a.talk, p, 5, nil)
					a.talk.printf("\n")
					sure, err := a.confirm(c.Context(), "Take "+strings.Join(p.Cascade, ", ")+" back?")
					if err != nil {
						return err
					}
					if !sure {
						return a.result(map[string]any{"success": true, "sessionId": "", "reverted": []string{}}, func(*screen) { a.talk.printf("Nothing was changed.\n") })
					}
				}
				s, p, err := e.Unlearn(c.Context(), args[0], opt)
				if err != nil {
					return err
				}
				stale := e.Snapshot().Stale()
				out := map[string]any{"success": true, "sessionId": s.ID, "reverted": s.Reverts, "counts": s.Counts, "preview": p, "stale": stale}
				return a.result(out, func(sc *screen) {
					sc.printf("%s %s: %d removed, %d restored, %d changed back\n", sc.in(good, "took back"), strings.Join(s.Reverts, ", "), s.Counts.Removed, s.Counts.Added, s.Counts.Updated+s.Counts.Sourced)
					for _, f := range stale {
						sc.printf("%s %s rests on what was taken back\n", sc.in(warn, "stale"), f)
					}
					sc.printf("session %s; `lemma unlearn %s` brings it back\n", sc.in(strong, s.ID), s.ID)
				})
			})
		},
	}
	f := c.Flags()
	f.BoolVar(&preview, "preview", false, "show what would happen and change nothing")
	f.BoolVar(&opt.Cascade, "cascade", false, "take back first what depends on it, newest first")
	f.BoolVar(&opt.Force, "force", false, "take it back although others build on it; their edges to it go")
	f.BoolVar(&yes, "yes", false, "do not ask")
	return c
}

// drawPreview names at most so many primitives of each group: before a question few, so that all stays on the screen.
func drawPreview(s *screen, p *engine.Preview, most int, err error) {
	groups := []struct {
		title string
		list  []engine.Named
	}{{"goes", p.Removed}, {"comes back", p.Restored}, {"stays, without what the session gave it", p.Reverted}, {"stays, another source takes it over", p.TakenOver},
		{"waits for a decision again", p.Reopened}, {"no longer waits for a decision", p.Withdrawn}}
	s.printf("%s %s\n", s.in(strong, "taking back"), strings.Join(p.Cascade, ", "))
	for _, g := range groups {
		if len(g.list) == 0 {
			continue
		}
		s.printf("\n%s: %d\n", g.title, len(g.list))
		var rows [][]any
		for _, it := range g.list[:min(len(g.list), most)] {
			rows = append(rows, []any{"  " + readable(it.Name).String(), it.ID})
		}
		s.table([]column{{flex: true}, {style: faint, below: true}}, rows)
		s.more(len(g.list) - most)
	}
	if len(p.Dangling) > 0 {
		s.printf("\n%s: %d\n", s.in(warn, "would dangle"), len(p.Dangling))
	}
	for _, d := range p.Dangling[:min(len(p.Dangling), most)] {
		s.printf("  %s\n", s.wrap(4, safe(d.From+": "+d.Why).String()))
	}
	s.more(len(p.Dangling) - most)
	if len(p.Blockers) > 0 {
		s.printf("\n%s\n", s.in(bad, "blocked by"))
	}
	for _, b := range p.Blockers {
		s.printf("  %s\n", s.wrap(4, safe(b.Session+": "+b.Why).String()))
	}
	if err != nil && !errors.Is(err, engine.ErrNobody) {
		s.printf("\n%s\n", s.wrap(0, multiline(err.Error()).String()))
	}
}

// more says that a list goes on.
func (s *screen) more(n int) {
	if n > 0 {
		s.printf("  … and %d more (--json lists all)\n", n)
	}
}
