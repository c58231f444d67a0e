package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newGenerate(a *app) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "generate [DOMAIN...]",
		Short: "Write the skill, agent and team files of domains",
		Long: `Generate writes skills/learn/learn-DOMAIN/SKILL.md, and AGENT.md and TEAM.md
beside it, for every domain with enough primitives (30, 30 and 50 unless
configured). A file that was edited by hand is left alone. One that would carry
an instruction to its reader is not written, and the exit code is 1.`,
		Example: "  lemma generate\n  lemma generate linear-algebra --dir out",
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				list, err := e.Generate(c.Context(), args, folder(dir))
				if err != nil {
					return err
				}
				refused := 0
				for _, f := range list {
					if f.Refused {
						refused++
					}
				}
				var failure error
				errs := []string{}
				if refused > 0 {
					failure = fmt.Errorf("%s not written: a skill must not tell its reader what to do\nlook at what is named with `lemma show ID`, and take its session back if you do not trust it", wasOrWere(refused, "file"))
					errs = append(errs, failure.Error())
				}
				if err := a.result(map[string]any{"success": refused == 0, "errors": errs, "artifacts": append([]core.Artifact{}, list...)}, func(s *screen) {
					if len(list) == 0 {
						s.printf("No domain holds a primitive yet.\n")
					}
					drawArtifacts(s, list)
				}); err != nil {
					return err
				}
				return failure
			})
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "write below the folder `DIR`")
	return c
}

// drawArtifacts says of every file where it is and what became of it.
func drawArtifacts(s *screen, list []core.Artifact) {
	for _, f := range list {
		where := f.Domain
		if f.Path != "" {
			where = f.Place()
		}
		style := plain
		if f.Refused {
			style = bad
		}
		s.printf("%s %s\n", pad(s.in(style, f.Kind), 7), s.wrap(8, safe(where+": "+f.Note).String()))
	}
}
