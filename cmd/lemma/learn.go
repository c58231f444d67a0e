package main

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui"
)

func newLearn(a *app) *cobra.Command {
	var opt engine.LearnOptions
	var gate gateFlags
	var from sourceFlags
	var generate string
	c := &cobra.Command{
		Use:   "learn SOURCE...",
		Short: "Learn texts: extract, wire, deduplicate, commit",
		Long: `Learn reads sources, scans them, asks where a human must decide, extracts their
primitives, wires them, compares them with the registry and commits one session,
which lemma unlearn takes back.

` + sourceHelp + `

Local content without findings is let in by itself. Anything with findings, and
everything from a stranger (the web, or --stranger), needs your decision; without a terminal
give --decision, and for a stranger's content also --approve-digest with the
digest that --dry-run prints. Exit code 3 says that a decision was needed and
nobody could be asked.`,
		Example: `  lemma learn book.tex
  lemma learn notes/ --domain linear-algebra --generate
  lemma learn https://github.com/OWNER/REPO --scope book/
  lemma learn download.md --stranger --dry-run
  lemma learn download.md --stranger --decision approve \
      --approve-digest sha256:…
  lemma learn paper.pdf --domain topology
  pandoc notes.odt -t markdown | lemma learn -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := gate.check(); err != nil {
				return err
			}
			if d := opt.Depth; d != "" && d != "shallow" && d != "standard" && d != "deep" {
				return usagef("--depth %q is none of shallow, standard, deep", d)
			}
			opt.Scope, opt.Network = from.scope, from.network(a.settings)
			dir := a.settings.Generate.Dir
			if c.Flags().Changed("generate") {
				dir = generate
			}
			if dir != "" {
				opt.Output = folder(dir)
			}
			if a.fullScreen() && gate.decision == "" && !slices.Contains(args, "-") {
				return a.show(c.Context(), tui.Start{Sources: args, DryRun: opt.DryRun, Again: opt.Again}, opt)
			}
			opt.Input = interruptible{c.Context(), a.in}
			start := time.Now()
			return a.withEngine(c.Context(), creates, func(e *engine.Engine) error {
				if err := e.Prepare(); err != nil {
					return err
				}
				opening := engine.Opening{Seconds: time.Since(start).Seconds(), Primitives: e.Snapshot().Len()}
				view := newProgressView(a.talk, a.json && !a.talk.tty)
				r := e.Learn(c.Context(), args, opt, a.decider(gate, view))
				view.run(r)
				res, err := r.Wait()
				res.Opening = opening
				return a.learned(res, dir, err)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&opt.Domain, "domain", "", "put every primitive into `DOMAIN`")
	f.StringVar(&opt.Depth, "depth", "", "wire to `DEPTH`: shallow (not at all), standard, deep (also to the registry)")
	f.BoolVar(&opt.DryRun, "dry-run", false, "keep nothing; for a stranger's content stop at the gate and print the digest")
	from.add(c)
	f.BoolVar(&opt.Stranger, "stranger", false, "treat the sources as a stranger's")
	f.StringSliceVar(&opt.Drop, "drop", nil, "leave out the documents of these `NAMES` or patterns")
	gate.add(c)
	f.StringVar(&generate, "generate", "", "write the skills of the domains that change, below `DIR`, or here")
	f.Lookup("generate").NoOptDefVal = "."
	f.BoolVar(&opt.Again, "again", false, "learn the same bytes again")
	return c
}

// learned prints the result of a learn.
func (a *app) learned(res *engine.Result, dir string, err error) error {
	if a.json {
		if engine.Cancelled(err) {
			res.Errors = []string{errCancelled.Error()}
		}
		if jerr := a.printJSON(res); jerr != nil {
			return errors.Join(err, jerr)
		}
		return err
	}
	if err != nil {
		return err
	}
	drawLearned(a.out, res)
	return nil
}

func drawLearned(s *screen, res *engine.Result) {
	c := res.Counts
	switch {
	case res.Gate == nil && res.DryRun:
		s.printf("Dry run of a stranger's content: it stops at the gate.\nTo approve exactly these documents and findings:\n\n  --decision approve \\\n  --approve-digest %s\n", res.Digest)
		return
	case res.Unchanged != "":
		s.printf("Nothing changed: the same bytes were learned in session %s.\nUse --again to learn them once more.\n", res.Unchanged)
		return
	case !res.Gate.Verdict.Approves():
		s.printf("%s. Nothing was learned.\n", engine.RejectionNote)
		s.printf("%s\n", s.wrap(0, safe(res.Gate.Rationale).String()))
		return
	}
	if c.Candidates == 0 {
		s.printf("Nothing to learn: no definition, theorem, algorithm, technique, axiom or\nidentity was found. %s\n", res.Report.Taken())
	} else {
		waiting := plain
		if c.Conflicts > 0 {
			waiting = warn
		}
		s.printf("%s   %s in %s\n", s.in(good, "found"), plural(c.Candidates, "primitive"), plural(c.Documents, "document"))
		s.printf("        %s added · %d updated · %d known already · %s waiting for a decision\n", s.in(strong, c.Added), c.Updated, c.Skipped, s.in(waiting, c.Conflicts))
		s.printf("wired   %s · %d refused because they would close a cycle\n", plural(c.Edges, "edge"), c.Refused)
	}
	if d := res.Since; d != nil {
		s.printf("since   %s: %d new · %d changed · %d gone · %d the same documents\n", d.Session, len(d.New), len(d.Changed), len(d.Gone), d.Same)
	}
	for _, n := range res.Notes {
		s.printf("%s    %s\n", s.in(warn, "note"), s.wrap(8, safe(n).String()))
	}
	for _, l := range core.GroupLosses(res.Losses) {
		s.printf("%s    %s\n", s.in(warn, "lost"), s.wrap(8, safe(l.Document+": "+l.Text).String()))
	}
	drawArtifacts(s, res.Report.Artifacts)
	if res.DryRun {
		s.printf("Dry run: nothing was kept.\n")
		return
	}
	if res.SessionID == "" {
		return
	}
	next := []string{"lemma report " + res.SessionID, "lemma rank", "lemma unlearn " + res.SessionID}
	if c.Conflicts > 0 {
		next = append([]string{"lemma conflicts"}, next...)
	}
	s.printf("\nsession %s\nnext    %s\n", s.in(strong, res.SessionID), s.in(faint, strings.Join(next, " · ")))
}
