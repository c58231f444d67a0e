package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"lemma/core/engine"
)

func newUnlearn(a *app) *cobra.Command {
	var opt engine.UnlearnOptions
	var preview, yes bool
	c := &cobra.Command{
		Use:   "unlearn SESSION",
		Short: "Take a session back",
		Long: `Unlearn removes what a session added and restores what it changed. A primitive that other sources
also support stays, and the oldest of them becomes its owner. Sessions that build on this one block it,
unless --cascade takes them back first or --force removes the edges that would dangle.
Taking back is a session too: it can itself be taken back.`,
		Example: `  lemma unlearn s0003 --preview
  lemma unlearn s0003
  lemma unlearn s0003 --cascade --yes`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if opt.Cascade && opt.Force {
				return usagef("--cascade and --force exclude each other: take the dependents back too, or leave them with fewer edges")
			}
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				p, err := e.PreviewUnlearn(c.Context(), args[0], opt)
				if errors.Is(err, engine.ErrNothing) {
					out := map[string]any{"success": true, "sessionId": "", "reverted": []string{}, "note": err.Error()}
					return a.result(out, func(s *screen) { s.printf("%s; there is nothing to take back\n", safe(err.Error())) })
				}
				if preview {
					if p == nil {
						return err
					}
					return a.result(p, func(s *screen) { drawPreview(s, p, err) })
				}
				if err != nil {
					if p != nil && !a.json {
						drawPreview(a.talk, p, nil)
					}
					return err
				}
				if !yes {
					if !a.interactive() {
						return fmt.Errorf("taking %s back needs a human's word: %w\nuse --yes, or look first with --preview", args[0], engine.ErrNobody)
					}
					drawPreview(a.talk, p, nil)
					if !a.confirm("Take " + strings.Join(p.Cascade, ", ") + " back?") {
						a.talk.printf("Nothing was changed.\n")
						return nil
					}
				}
				s, p, err := e.Unlearn(c.Context(), args[0], opt)
				if err != nil {
					return err
				}
				stale := e.Snapshot().Stale()
				out := map[string]any{"success": true, "sessionId": s.ID, "reverted": s.Reverts, "counts": s.Counts, "preview": p, "stale": stale}
				return a.result(out, func(sc *screen) {
					sc.printf("%s %s: %d removed, %d restored, %d changed back\n", sc.in(good, "took back"), strings.Join(s.Reverts, ", "), s.Counts.Removed, s.Counts.Added, s.Counts.Updated)
					for _, f := range stale {
						sc.printf("%s %s rests on what was taken back\n", sc.in(warn, "stale"), safe(f))
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

// interactive reports whether a person can be asked.
func (a *app) interactive() bool {
	f, ok := a.in.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && a.talk.tty
}

// confirm asks a person; everything but a yes is a no.
func (a *app) confirm(question string) bool {
	a.talk.printf("%s [y/N] ", question)
	answer, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil {
		a.talk.printf("\n")
		return false
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}

func drawPreview(s *screen, p *engine.Preview, err error) {
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
		for i, it := range g.list {
			if i == 20 {
				s.printf("  … and %d more (--json lists all)\n", len(g.list)-i)
				break
			}
			s.printf("  %s  %s\n", safe(it.ID), clip(readable(it.Name), 60))
		}
	}
	for _, d := range p.Dangling {
		s.printf("\n%s %s: %s\n", s.in(warn, "dropped from"), safe(d.From), safe(d.Why))
	}
	for _, b := range p.Blockers {
		s.printf("\n%s %s: %s\n", s.in(bad, "blocked by"), b.Session, safe(b.Why))
	}
	if err != nil && !errors.Is(err, engine.ErrNobody) {
		s.printf("\n%s\n", safe(err.Error()))
	}
}
