package main

import (
	"cmp"
	"maps"
	"slices"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Show the settings in force, and where they come from",
		Long: `Settings come from flags, then LEMMA_* variables (LEMMA_REGISTRY,
LEMMA_LIMITS_FILE), then the file lemma.yaml in your configuration folder (or
--config FILE), then what is built in.`,
		Example: "  lemma config\n  LEMMA_GENERATE_SKILL=10 lemma config",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, why, err := a.registryDir()
			if err != nil {
				return err
			}
			st := a.settings
			values := map[string]any{
				"registry": dir, "home": st.Home, "proxy": st.Proxy, "limits.file": st.Limits.File, "limits.total": st.Limits.Total, "limits.files": st.Limits.Files, "limits.ratio": st.Limits.Ratio, "limits.seconds": st.Limits.Seconds,
				"dedup.similarity": st.Dedup.Similarity, "dedup.max-distance": st.Dedup.MaxDistance, "dedup.min-shared": st.Dedup.MinShared,
				"generate.dir": st.Generate.Dir, "generate.skill": st.Generate.Skill, "generate.agent": st.Generate.Agent, "generate.team": st.Generate.Team,
				"domains": len(st.Domains), "interface.mode": st.Interface.Mode, "interface.theme": st.Interface.Theme, "interface.ascii": st.Interface.ASCII,
				"interface.mouse": st.Interface.Mouse, "interface.keys": len(st.Interface.Keys),
			}
			from := maps.Clone(st.origin)
			from["registry"] = why
			return a.result(map[string]any{"file": st.file, "place": cmp.Or(st.file, st.absent), "settings": values, "from": from}, func(s *screen) {
				var rows [][]any
				for _, key := range slices.Sorted(maps.Keys(values)) {
					rows = append(rows, []any{key, values[key], from[key]})
				}
				s.table([]column{{style: accent}, {flex: true}, {style: faint, drop: true}}, rows)
				switch {
				case st.file != "":
					s.printf("\nread from %s\n", st.file)
				case st.absent != "":
					s.printf("\nnot set in a file; settings of yours belong into %s\n", st.absent)
				}
			})
		},
	}
}
