package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newLearn(a *app) *cobra.Command {
	var opt engine.LearnOptions
	var gate gateFlags
	var generate string
	c := &cobra.Command{
		Use:   "learn SOURCE...",
		Short: "Learn texts: extract, wire, deduplicate, commit",
		Long: `Learn reads sources (Markdown, LaTeX and plain text files, folders of them, or - for standard input),
scans them, asks where a human must decide, extracts their primitives, wires them, compares them with
the registry and commits one session, which ` + "`lemma unlearn`" + ` takes back.

Local content without findings is let in by itself. Anything with findings, and everything from a
stranger (--stranger), needs your decision; without a terminal give --decision, and for a stranger's
content also --approve-digest with the digest that --dry-run prints. Exit code 3 says that a decision
was needed and nobody could be asked.`,
		Example: `  lemma learn book.tex
  lemma learn notes/ --domain linear-algebra --generate
  lemma learn download.md --stranger --dry-run
  lemma learn download.md --stranger --decision approve --approve-digest sha256:…
  curl -s https://example.org/notes.md | lemma learn - --stranger --dry-run`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := gate.check(); err != nil {
				return err
			}
			if d := opt.Depth; d != "" && d != "shallow" && d != "standard" && d != "deep" {
				return usagef("--depth %q is none of shallow, standard, deep", d)
			}
			dir := a.settings.Generate.Dir
			if c.Flags().Changed("generate") {
				dir = generate
			}
			if dir != "" {
				opt.Output = folder(dir)
			}
			opt.Input = a.in
			start := time.Now()
			return a.withEngine(c.Context(), true, func(e *engine.Engine) error {
				if err := e.Prepare(); err != nil {
					return err
				}
				opening := engine.Opening{Seconds: time.Since(start).Seconds(), Primitives: e.Snapshot().Len()}
				r := e.Learn(c.Context(), args, opt, a.decider(gate))
				a.follow(r)
				res, err := r.Wait()
				res.Opening = opening
				return a.learned(res, dir, err)
			})
		},
	}
	f := c.Flags()
	f.StringVar(&opt.Domain, "domain", "", "put every primitive into this domain")
	f.StringVar(&opt.Depth, "depth", "", "how far to wire: shallow (not at all), standard, deep (also to the registry)")
	f.BoolVar(&opt.DryRun, "dry-run", false, "run the stages and keep nothing; for a stranger's content stop at the gate and print the digest")
	f.StringSliceVar(&opt.Scope, "scope", nil, "of a repository: the folders (docs/) and files to read")
	f.BoolVar(&opt.Stranger, "stranger", false, "treat the sources as a stranger's")
	f.StringSliceVar(&opt.Drop, "drop", nil, "leave out a document, by name or pattern")
	gate.add(c)
	f.StringVar(&generate, "generate", "", "write the skills of the domains that change, below DIR (default .)")
	f.Lookup("generate").NoOptDefVal = "."
	f.BoolVar(&opt.Again, "again", false, "learn the same bytes again")
	return c
}

// gateFlags answer the gate for scripts.
type gateFlags struct{ decision, digest string }

func (g *gateFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&g.decision, "decision", "", "answer the gate: approve, approve-with-warnings or reject")
	c.Flags().StringVar(&g.digest, "approve-digest", "", "the digest of a stranger's content that the approval is for")
}

func (g gateFlags) check() error {
	switch v := core.Verdict(g.decision); {
	case g.decision == "" && g.digest == "", v.Approves(), v == core.Rejected && g.digest == "":
		return nil
	case g.decision == "":
		return usagef("--approve-digest needs --decision approve or approve-with-warnings")
	case v == core.Rejected:
		return usagef("--decision reject takes no --approve-digest")
	}
	return usagef("--decision %q is none of approve, approve-with-warnings, reject", g.decision)
}

// decider chooses who answers the gate: the flags, a person at the terminal, or nobody.
func (a *app) decider(g gateFlags) engine.Decider {
	switch {
	case g.decision != "":
		return engine.FlagDecider{Verdict: g.decision, ApproveDigest: g.digest}
	case a.interactive():
		return engine.PromptDecider(a.in, a.talk.w)
	}
	return engine.NobodyDecider()
}

// learned prints the result of a learn.
func (a *app) learned(res *engine.Result, dir string, err error) error {
	if a.json {
		if jerr := a.printJSON(res); jerr != nil {
			return errors.Join(err, jerr)
		}
		return err
	}
	if err != nil {
		return err
	}
	s, c := a.out, res.Counts
	switch {
	case res.Gate == nil && res.DryRun:
		s.printf("Dry run of a stranger's content: it stops at the gate.\nTo approve exactly these bytes and findings:\n\n  --decision approve --approve-digest %s\n", res.Digest)
		return nil
	case res.Unchanged != "":
		s.printf("Nothing changed: the same bytes were learned in %s. Use --again to learn them once more.\n", res.Unchanged)
		return nil
	case !res.Gate.Verdict.Approves():
		s.printf("%s: %s. Nothing was learned.\n", engine.RejectionNote, safe(res.Gate.Rationale))
		return nil
	}
	if c.Candidates == 0 {
		s.printf("Nothing to learn: no definition, theorem, algorithm, technique, axiom or identity was found.\n")
	} else {
		s.printf("%s %s in %s\n", s.in(good, "learned"), plural(c.Candidates, "primitive"), plural(c.Documents, "document"))
		s.printf("        %s added · %d updated · %d known already · %s waiting for a decision\n", s.in(strong, fmt.Sprint(c.Added)), c.Updated, c.Skipped, s.in(warnIf(c.Conflicts > 0), fmt.Sprint(c.Conflicts)))
		s.printf("wired   %s · %d refused because they would close a cycle\n", plural(c.Edges, "edge"), c.Refused)
	}
	for _, l := range res.Losses {
		s.printf("%s    %s: %s\n", s.in(warn, "lost"), safe(l.Document), safe(l.Text))
	}
	for _, f := range res.Report.Artifacts {
		where := f.Domain
		if f.Path != "" {
			where = f.Path
		}
		s.printf("%-7s %s: %s\n", f.Kind, safe(where), safe(f.Note))
	}
	if res.DryRun {
		s.printf("Dry run: nothing was kept.\n")
		return nil
	}
	s.printf("\nsession %s\n", s.in(strong, res.SessionID))
	next := []string{"lemma report " + res.SessionID, "lemma rank", "lemma unlearn " + res.SessionID}
	if c.Conflicts > 0 {
		next = append([]string{"lemma conflicts"}, next...)
	}
	s.printf("next    %s\n", s.in(faint, strings.Join(next, " · ")))
	return nil
}

func warnIf(yes bool) (st styleOf) {
	if yes {
		return warn
	}
	return st
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// follow shows the run until it is over: a line that moves on a terminal, a line a stage elsewhere.
func (a *app) follow(r *engine.Run) {
	v := progressView{screen: a.talk, quiet: a.json && !a.talk.tty}
	v.run(context.Background(), r)
}
