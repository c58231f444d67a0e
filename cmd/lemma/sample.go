package main

import (
	"bufio"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"lemma/assets"
	"lemma/core/engine"
)

func newSample(a *app) *cobra.Command {
	var size int64
	var seed uint64
	c := &cobra.Command{
		Use:   "sample [NAME]",
		Short: "Print a sample text, or LaTeX of any size to measure with",
		Long: `Sample prints a text that comes with lemma; without a name it lists them. With
--size it writes a LaTeX book of mathematics that says nothing, with the
frequencies of a real one, to measure with.`,
		Example: `  lemma sample
  lemma sample linear-algebra.md > notes.md
  lemma sample --size 4000000 > large.tex`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if size > 0 && a.json {
				return usagef("--size prints LaTeX, which takes no --json")
			}
			if size > 0 {
				w := bufio.NewWriter(a.out.w)
				return errors.Join(engine.WriteSample(w, size, seed), w.Flush())
			}
			names, err := sampleNames()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.result(map[string]any{"samples": names}, func(s *screen) {
					for _, n := range names {
						s.printf("%s\n", n)
					}
				})
			}
			if !slices.Contains(names, args[0]) {
				return &engine.NotFoundError{What: "sample", ID: args[0], Nearest: engine.Nearest(args[0], names, 3)}
			}
			body, err := assets.FS.ReadFile("sample/" + args[0])
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"name": args[0], "text": string(body)})
			}
			_, err = a.out.w.Write(body)
			return err
		},
	}
	c.Flags().Int64Var(&size, "size", 0, "generate LaTeX of about `BYTES`")
	c.Flags().Uint64Var(&seed, "seed", 1, "another `SEED` gives another text")
	return c
}

func sampleNames() ([]string, error) {
	entries, err := assets.FS.ReadDir("sample")
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
