package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sort"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"lemma/assets"
	"lemma/core"
	"lemma/core/engine"
	"lemma/store"
)

func newGenerate(a *app) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use:   "generate [DOMAIN...]",
		Short: "Write skill, agent and team files of the domains that hold enough",
		Long: `Generate writes skills/learn/learn-DOMAIN/SKILL.md, and AGENT.md and TEAM.md beside it, for every domain
with enough primitives (30, 30 and 50 unless configured). A file that was edited by hand is left alone.`,
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
					var rows [][]string
					for _, f := range list {
						rows = append(rows, []string{f.Kind, safe(f.Domain).String(), safe(f.Note).String(), safe(f.Path).String()})
					}
					s.table(rows)
				})
			})
		},
	}
	c.Flags().StringVar(&dir, "dir", ".", "the folder to write below")
	return c
}

func newExport(a *app) *cobra.Command {
	var format, file string
	c := &cobra.Command{
		Use:     "export",
		Short:   "Print all primitives, one JSON object a line",
		Example: "  lemma export > primitives.jsonl\n  lemma export --out primitives.jsonl",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "jsonl" {
				return usagef("--format %q: jsonl is the one there is", format)
			}
			return a.withEngine(c.Context(), false, func(e *engine.Engine) error {
				if file == "" {
					return e.Snapshot().Export(c.Context(), a.out.w)
				}
				f, err := os.Create(file)
				if err != nil {
					return err
				}
				return errors.Join(e.Snapshot().Export(c.Context(), f), f.Close())
			})
		},
	}
	c.Flags().StringVar(&format, "format", "jsonl", "jsonl")
	c.Flags().StringVar(&file, "out", "", "write to a file")
	return c
}

func newImport(a *app) *cobra.Command {
	var gate gateFlags
	var stranger bool
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Add the primitives of an export, in one session",
		Long: `Import adds the primitives of a JSONL export (- for standard input). The file is scanned and gated like
any other text; a primitive whose id is taken by other content waits as a conflict.`,
		Example: "  lemma import primitives.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := gate.check(); err != nil {
				return err
			}
			raw, err := readImport(args[0], a.in)
			if err != nil {
				return err
			}
			familiarity := core.Home
			if stranger {
				familiarity = core.Stranger
			}
			return a.withEngine(c.Context(), true, func(e *engine.Engine) error {
				s, err := e.Import(c.Context(), args[0], raw, familiarity, a.decider(gate))
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
			return nil, err
		}
		defer f.Close()
		r = f
	}
	raw, err := io.ReadAll(io.LimitReader(bufio.NewReader(r), maxImport+1))
	if err == nil && len(raw) > maxImport {
		err = fmt.Errorf("%s is larger than %d MB", name, maxImport>>20)
	}
	return raw, err
}

func newCheck(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "check",
		Short:   "Prove that the registry is sound",
		Long:    "Check proves that every edge's target exists, that nothing depends on itself, and that journals and state agree. It changes nothing.",
		Example: "  lemma check\n  lemma check --registry backup/",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			dir, _, err := a.registryDir()
			if err != nil {
				return err
			}
			rep, err := store.Check(c.Context(), dir, store.Options{})
			if err != nil {
				return err
			}
			if err := a.result(rep, func(s *screen) {
				for _, p := range rep.Problems {
					s.printf("%s %s\n", s.in(bad, "problem"), safe(p))
				}
				if len(rep.Problems) == 0 {
					s.printf("%s: %s, %s, %d waiting for a decision\n", s.in(good, "sound"), plural(rep.Primitives, "primitive"), plural(rep.Sessions, "session"), rep.Conflicts)
				}
			}); err != nil {
				return err
			}
			if n := len(rep.Problems); n > 0 {
				return fmt.Errorf("the registry %s is not sound: %s", dir, plural(n, "problem"))
			}
			return nil
		},
	}
}

func newInit(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "init [DIR]",
		Short:   "Make a registry in this folder",
		Long:    "Init makes DIR/.lemma (here by default). Commands in DIR and below use it from then on.",
		Example: "  lemma init",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			base := "."
			if len(args) > 0 {
				base = args[0]
			}
			dir, err := filepath.Abs(filepath.Join(base, ".lemma"))
			if err != nil {
				return err
			}
			if _, err := os.Stat(dir); err == nil {
				return fmt.Errorf("%s is there already", dir)
			}
			s, err := store.Open(c.Context(), dir, store.Options{})
			if err != nil {
				return err
			}
			if err := s.Close(); err != nil {
				return err
			}
			return a.result(map[string]any{"registry": dir}, func(sc *screen) { sc.printf("made %s\nlearn something: lemma learn FILE\n", safe(dir)) })
		},
	}
}

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

// version is set by the release build.
var version = "dev"

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Example: "  lemma version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := version
			if info, ok := debug.ReadBuildInfo(); ok && v == "dev" && info.Main.Version != "" {
				v = info.Main.Version
			}
			return a.result(map[string]any{"version": v, "registryFormat": store.Format}, func(s *screen) {
				s.printf("lemma %s, registry format %d\n", v, store.Format)
			})
		},
	}
}

func newSample(a *app) *cobra.Command {
	var size int64
	var seed uint64
	c := &cobra.Command{
		Use:   "sample [NAME]",
		Short: "Print a sample text to learn from, or LaTeX of any size to measure with",
		Example: `  lemma sample linear-algebra.md > notes.md
  lemma sample --size 4000000 > large.tex`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if size > 0 {
				w := bufio.NewWriter(a.out.w)
				return errors.Join(engine.WriteSample(w, size, seed), w.Flush())
			}
			names := sampleNames()
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
			_, err = a.out.w.Write(body)
			return err
		},
	}
	c.Flags().Int64Var(&size, "size", 0, "generate LaTeX of about so many bytes")
	c.Flags().Uint64Var(&seed, "seed", 1, "another seed gives another text")
	return c
}

func sampleNames() []string {
	var names []string
	entries, err := assets.FS.ReadDir("sample")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "man DIR", Short: "Write the manual pages", Hidden: true, Example: "  lemma man man/", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return doc.GenManTree(c.Root(), &doc.GenManHeader{Title: "LEMMA", Section: "1", Source: "lemma " + version}, args[0])
		},
	}
}
