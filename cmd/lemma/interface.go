package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lemma/assets"
	"lemma/core"
	"lemma/core/engine"
	"lemma/tui"
)

// screens is how the interface looks and which keys it has.
type screens struct {
	Mode  string    `mapstructure:"mode"` // auto: full screen where both ends are a terminal; plain: lines
	Theme string    `mapstructure:"theme"`
	ASCII bool      `mapstructure:"ascii"`
	Mouse bool      `mapstructure:"mouse"`
	Keys  []binding `mapstructure:"keys"`
}

// binding gives an action of the interface other keys.
type binding struct {
	Action string   `mapstructure:"action"`
	Keys   []string `mapstructure:"keys"`
}

func (s screens) keys() map[string][]string {
	m := map[string][]string{}
	for _, b := range s.Keys {
		m[b.Action] = b.Keys
	}
	return m
}

func (s screens) check() error {
	if s.Mode != "auto" && s.Mode != "plain" {
		return usagef("interface.mode: %q is neither auto nor plain", s.Mode)
	}
	if !slices.Contains(tui.Themes, s.Theme) {
		return usagef("interface.theme: %q is none of %s", s.Theme, strings.Join(tui.Themes, ", "))
	}
	if err := tui.CheckKeys(s.keys()); err != nil {
		return usagef("interface.keys: %w", err)
	}
	return nil
}

// fullScreen reports whether the interface can be shown: a person sits at both ends, and did not ask for lines.
func (a *app) fullScreen() bool {
	return a.interactive() && a.out.tty && a.out.moves && !a.json && !a.plain && a.settings.Interface.Mode == "auto"
}

func newReview(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "review",
		Short:   "Open what waits for your decision",
		Long:    "Review opens the interface on the conflicts that wait. Without a terminal it\nlists them, as lemma conflicts does.",
		Example: "  lemma review",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.fullScreen() {
				return a.show(c.Context(), tui.Start{Review: true}, engine.LearnOptions{})
			}
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error { return a.listConflicts(e) })
		},
	}
}

// show runs the interface.
func (a *app) show(ctx context.Context, start tui.Start, learn engine.LearnOptions) error {
	dir, _, err := a.registryDir()
	if err != nil {
		return err
	}
	out := a.settings.Generate.Dir
	if out == "" {
		out = "."
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	look := a.settings.Interface
	from := sourceFlags{private: learn.Network.AllowPrivate}
	learn.Network = from.network(a.settings)
	opt := tui.Options{
		Open: func(ctx context.Context) (*engine.Engine, func() error, error) {
			e, closeFn, err := a.openEngine(ctx, creates)
			if err != nil {
				return nil, nil, err
			}
			debug.SetGCPercent(idleGCPercent)
			debug.FreeOSMemory() // what the opening left behind
			return e, closeFn, nil
		},
		Registry: tildePath(dir), Start: start, Theme: look.Theme, ASCII: look.ASCII, Mouse: look.Mouse, Keys: look.keys(),
		Learn: learn, Output: func(dir string) engine.Output { return folder(dir) }, Dir: out,
		Files: paths{}, Cache: stateFile(dir), Plain: !a.out.color, Editor: editor(),
	}
	if opt.Sample, err = samples(); err != nil {
		return err
	}
	res, err := tui.Run(ctx, opt)
	if err != nil || res == nil {
		return err
	}
	drawLearned(a.out, res)
	return nil
}

// idleGCPercent is for an interface that mostly waits for a key: memory counts more than the collector's time.
const idleGCPercent = 40

// tildePath writes the user's home as ~.
func tildePath(p string) string {
	if home, err := os.UserHomeDir(); err == nil {
		if rest, ok := strings.CutPrefix(p, home+string(filepath.Separator)); ok {
			return "~" + string(filepath.Separator) + rest
		}
	}
	return p
}

// editor is the user's own, or nil.
func editor() func(path string) *exec.Cmd {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if words := strings.Fields(os.Getenv(name)); len(words) > 0 {
			return func(path string) *exec.Cmd { return exec.Command(words[0], append(words[1:], path)...) } //nolint:gosec // the user's own choice of a program
		}
	}
	return nil
}

// samples are the texts that come with the program; they are written out when one is learned, so that its source is a
// file that can be looked at.
func samples() ([]tui.Sample, error) {
	names, err := sampleNames()
	if err != nil {
		return nil, err
	}
	var list []tui.Sample
	for _, name := range names {
		list = append(list, tui.Sample{Name: name, Path: func() (string, error) {
			body, err := assets.FS.ReadFile("sample/" + name)
			if err != nil {
				return "", err
			}
			dir, err := os.UserCacheDir()
			if err != nil {
				return "", fmt.Errorf("there is no place for the sample: %w", err)
			}
			dir = filepath.Join(dir, "lemma", "sample")
			return filepath.Join(dir, name), folder(dir).WriteFile(name, body)
		}})
	}
	return list, nil
}

// paths completes the paths of this machine.
type paths struct{}

// Complete implements tui.Files.
func (paths) Complete(prefix string, n int) []string {
	if prefix == "~" {
		return []string{"~/"}
	}
	expanded := paths{}.Expand(prefix)
	dir, base := filepath.Split(expanded)
	shown := prefix[:len(prefix)-len(base)]
	entries, err := os.ReadDir(orDot(dir))
	if err != nil {
		return nil // a beginning that names no folder has no completions
	}
	var list []string
	for _, e := range entries {
		if len(list) == n {
			break
		}
		name := e.Name()
		if !strings.HasPrefix(name, base) || strings.HasPrefix(name, ".") && base == "" {
			continue
		}
		if e.IsDir() {
			name += "/"
		}
		list = append(list, shown+name)
	}
	return list
}

// Expand implements tui.Files.
func (paths) Expand(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return home + rest
}

func orDot(dir string) string {
	if dir == "" {
		return "."
	}
	return dir
}

// state is a file with what the interface remembers of a registry.
type state string

// stateFile is the state's place: the user's own folder for states, one file a registry.
func stateFile(registry string) tui.Cache {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return nil
		}
	}
	abs, err := filepath.Abs(registry)
	if err != nil {
		return nil
	}
	key := strings.TrimPrefix(string(core.DigestOf([]byte(abs))), "sha256:")[:16]
	return state(filepath.Join(dir, "lemma", "interface-"+key+".json"))
}

// Load implements tui.Cache. A file that is not understood is as good as none.
func (s state) Load() (tui.State, error) {
	var st tui.State
	body, err := os.ReadFile(string(s))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return st, nil
	case err != nil:
		return st, err
	}
	if json.Unmarshal(body, &st) != nil {
		return tui.State{}, nil
	}
	return st, nil
}

// Save implements tui.Cache.
func (s state) Save(st tui.State) error {
	body, err := json.Marshal(st)
	if err != nil {
		return err
	}
	return folder(filepath.Dir(string(s))).WriteFile(filepath.Base(string(s)), body)
}
