package main

import (
	"fmt"
	"sort"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Show the settings in force, and where they come from",
		Long: `Settings come from flags, then LEMMA_* variables (LEMMA_REGISTRY, LEMMA_LIMITS_FILE), then the file
lemma.yaml in the user's configuration folder (or --config FILE), then what is built in.`,
		Example: "  lemma config\n  LEMMA_GENERATE_SKILL=10 lemma config",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, why, err := a.registryDir()
			if err != nil {
				return err
			}
			st := a.settings
			values := map[string]any{
				"registry": dir, "home": st.Home, "limits.file": st.Limits.File, "limits.total": st.Limits.Total, "limits.files": st.Limits.Files,
				"dedup.similarity": st.Dedup.Similarity, "dedup.max-distance": st.Dedup.MaxDistance, "dedup.min-shared": st.Dedup.MinShared,
				"generate.dir": st.Generate.Dir, "generate.skill": st.Generate.Skill, "generate.agent": st.Generate.Agent, "generate.team": st.Generate.Team,
				"domains": len(st.Domains),
			}
			return a.result(map[string]any{"file": st.file, "settings": values}, func(s *screen) {
				var keys []string
				for k := range values {
					keys = append(keys, k)
				}
				sort.Strings(keys)
				var rows [][]string
				for _, k := range keys {
					note := ""
					if k == "registry" {
						note = why
					}
					rows = append(rows, []string{k, safe(fmt.Sprint(values[k])).String(), s.in(faint, note)})
				}
				s.table(rows)
				if st.file != "" {
					s.printf("\nread from %s\n", safe(st.file))
				}
			})
		},
	}
}
