package main

import (
	"slices"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newSessions(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "sessions",
		Short: "List what was learned, resolved and taken back",
		Long: `Sessions lists every commit, oldest first: learns, resolved conflicts, imports,
and what was taken back. Each can be taken back with lemma unlearn.`,
		Example: "  lemma sessions\n  lemma sessions --json | jq '.sessions[].id'",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
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
					var rows [][]any
					for _, s := range list {
						state := string(s.Status)
						if s.Status == core.Committed {
							state = ""
							if !s.Active {
								state = "taken back"
							}
						}
						rows = append(rows, []any{s.ID, s.Started.Local().Format("2006-01-02 15:04"), s.Kind, state,
							s.Counts.Added, s.Counts.Updated, s.Counts.Removed, s.Counts.Conflicts, s.Origin()})
					}
					sc.table([]column{{title: "session", style: strong}, {title: "when"}, {title: "what", style: accent}, {style: warn}, {title: "added", right: true},
						{title: "updated", right: true}, {title: "removed", right: true}, {title: "waiting", right: true}, {title: "source", below: true}}, rows)
				})
			})
		},
	}
}

func knownSession(e *engine.Engine, id string) error {
	var ids []string
	for _, s := range e.Snapshot().Sessions() {
		ids = append(ids, s.ID)
	}
	if slices.Contains(ids, id) {
		return nil
	}
	return &engine.NotFoundError{What: "session", ID: id, Nearest: engine.Nearest(id, ids, 3)}
}
