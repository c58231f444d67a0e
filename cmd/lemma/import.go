package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"lemma/core"
	"lemma/core/engine"
)

func newImport(a *app) *cobra.Command {
	var gate gateFlags
	var stranger bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Add the primitives of an export, in one session",
		Long: `Import adds the primitives of a JSONL export (- for standard input). The file
is scanned and gated like any other text; a primitive whose id is taken by other
content waits as a conflict.`,
		Example: `  lemma import primitives.jsonl
  ssh host lemma export | lemma import - --decision approve`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := gate.check(); err != nil {
				return err
			}
			raw, err := readImport(args[0], interruptible{c.Context(), a.in})
			if err != nil {
				return err
			}
			familiarity := core.Home
			if stranger {
				familiarity = core.Stranger
			}
			return a.withEngine(c.Context(), creates, func(e *engine.Engine) error {
				s, err := e.Import(c.Context(), args[0], raw, familiarity, a.decider(gate, a.talk.w))
				if err != nil {
					return err
				}
				return a.result(map[string]any{"success": true, "sessionId": s.ID, "status": s.Status, "counts": s.Counts}, func(sc *screen) {
					if s.Status == core.StatedRejected {
						sc.printf("%s. Nothing was imported.\n", engine.RejectionNote)
						return
					}
					sc.printf("%s %d added, %d known already, %d waiting for a decision\nsession %s\n", sc.in(good, "imported"), s.Counts.Added, s.Counts.Skipped, s.Counts.Conflicts, sc.in(strong, s.ID))
				})
			})
		},
	}
	gate.add(c)
	c.Flags().BoolVar(&stranger, "stranger", false, "treat the file as a stranger's")
	return c
}

// maxImport bounds what an import reads, in bytes.
const maxImport = 1 << 30

func readImport(name string, stdin io.Reader) ([]byte, error) {
	r := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot import: %w", err)
		}
		defer f.Close()
		r = f
	}
	raw, err := io.ReadAll(io.LimitReader(r, maxImport+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot import: %w", err)
	case len(raw) > maxImport:
		return nil, fmt.Errorf("cannot import %s: it is larger than %d MB", name, maxImport>>20)
	}
	return raw, nil
}
