package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newScan(a *app) *cobra.Command {
	var opt engine.ScanOptions
	var failOn string
	var from sourceFlags
	c := &cobra.Command{
		Use:   "scan SOURCE...",
		Short: "Scan texts for what could harm a reader, human or machine",
		Long: `Scan runs the sanitizer alone: prompt injection, hidden characters, embedded
code, external resources, path traversal, content that is not what its name
says. It opens no registry, and looks at every file of a folder or archive; one
that no reader takes is scanned as bytes. It ends with exit code 0 when a report
was printed; --fail-on makes findings fail, for use in CI.

` + sourceHelp,
		Example: `  lemma scan notes/
  lemma scan download.md --stranger
  lemma scan docs/ --stranger --fail-on critical --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			level := core.Severity(failOn)
			switch level {
			case "", core.Critical, core.Warning, core.Info:
			default:
				return usagef("--fail-on %q is none of critical, warning, info", failOn)
			}
			opt.Input, opt.PDF, opt.Limits, opt.Lenient = interruptible{c.Context(), a.in}, a.pdf, a.settings.limits(), a.settings.Home == "lenient"
			opt.Scope, opt.Network = from.scope, from.network(a.settings)
			view := &reading{screen: a.talk}
			opt.Progress = view.progress
			rep, err := engine.Scan(c.Context(), args, opt)
			view.clear()
			if err != nil {
				return err
			}
			if err := a.result(rep, func(s *screen) { drawHygiene(s, rep) }); err != nil {
				return err
			}
			if level != "" {
				n := 0
				for _, s := range []core.Severity{core.Critical, core.Warning, core.Info} {
					if s.Rank() >= level.Rank() {
						n += rep.Count(s)
					}
				}
				if n > 0 {
					return fmt.Errorf("%s of severity %s or worse", plural(n, "finding"), level)
				}
			}
			return nil
		},
	}
	from.add(c)
	c.Flags().BoolVar(&opt.Stranger, "stranger", false, "apply the rules for a stranger's content")
	c.Flags().StringVar(&failOn, "fail-on", "", "exit with 1 when there is a finding of `SEVERITY` or worse: critical, warning, info")
	return c
}

func drawHygiene(s *screen, rep *core.HygieneReport) {
	for _, d := range rep.Documents {
		if len(d.Findings) == 0 && d.Unread == "" {
			continue
		}
		s.printf("%s  %s\n", s.in(strong, d.Name), s.in(faint, d.Familiarity))
		if d.Unread != "" {
			s.printf("  %s\n", s.wrap(2, string(s.in(faint, "scanned as bytes: "+d.Unread))))
		}
		for _, f := range d.Findings {
			times := ""
			if f.Count > 1 {
				times = fmt.Sprintf(" ×%d", f.Count)
			}
			s.printf("  %s %d:%d  %s%s\n", s.in(severityStyle(f.Severity), pad(f.Severity, 8)), f.Line, f.Column, f.Rule, times)
			s.printf("           %s\n", s.wrap(11, safe(f.Why).String()))
			if f.Excerpt != "" {
				s.printf("           %s\n", s.in(faint, s.clip(f.Excerpt, s.width-12)))
			}
		}
	}
	s.printf("%s: %d critical, %s, %s\n", plural(len(rep.Documents), "document"), rep.Count(core.Critical), plural(rep.Count(core.Warning), "warning"), plural(rep.Count(core.Info), "note"))
	if rep.AutoApproved {
		s.printf("%s; `lemma learn` would let it in without asking\n", s.in(good, "clean"))
	}
}

func severityStyle(v core.Severity) styleOf {
	switch v {
	case core.Critical:
		return bad
	case core.Warning:
		return warn
	}
	return faint
}
