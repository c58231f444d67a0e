package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newSessions(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "sessions",
		Short:   "List what was learned, resolved and taken back",
		Example: "  lemma sessions\n  lemma sessions --json | jq '.sessions[].id'",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				snap := e.Snapshot()
				active := snap.Active()
				type line struct {
					core.Session
					Active bool `json:"active"`
				}
				list := []line{}
				for _, s := range snap.Sessions() {
					list = append(list, line{s, active[s.ID]})
				}
				return a.result(map[string]any{"sessions": list}, func(sc *screen) {
					if len(list) == 0 {
						sc.printf("No sessions yet. Learn something: lemma learn FILE\n")
						return
					}
					rows := [][]string{{"session", "when", "what", "", "added", "updated", "removed", "waiting", "source"}}
					for _, s := range list {
						state := string(s.Status)
						if s.Status == core.Committed {
							state = ""
							if !s.Active {
								state = "taken back"
							}
						}
						rows = append(rows, []string{s.ID, s.Started.Local().Format("2006-01-02 15:04"), string(s.Kind), state,
							fmt.Sprint(s.Counts.Added), fmt.Sprint(s.Counts.Updated), fmt.Sprint(s.Counts.Removed), fmt.Sprint(s.Counts.Conflicts),
							clip(safe(strings.Join(s.Sources, ", ")), 50)})
					}
					sc.table(rows, 4, 5, 6, 7)
				})
			})
		},
	}
}
