package main

import (
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
configured). A file that was edited by hand is left alone.`,
		Example: "  lemma generate\n  lemma generate linear-algebra --dir out",
		RunE: func(c *cobra.Command, args []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				list, err := e.Generate(c.Context(), args, folder(dir))
				if err != nil {
					return err
				}
				return a.result(map[string]any{"artifacts": append([]core.Artifact{}, list...)}, func(s *screen) {
					if len(list) == 0 {
						s.printf("No domain holds a primitive yet.\n")
					}
					var rows [][]any
					for _, f := range list {
						rows = append(rows, []any{f.Kind, f.Domain, f.Note, f.Path})
					}
					s.table([]column{{style: accent}, {}, {flex: true}, {style: faint, below: true}}, rows)
				})
			})
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "write below the folder `DIR`")
	return c
}
