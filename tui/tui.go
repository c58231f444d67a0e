// Package tui is the terminal interface: a pipeline that is watched while it runs, findings, conflicts, the graph, the
// ranking, skills and sessions, each a screen.
//
// There is one Bubble Tea model, the root. Screens and widgets are plain structs that draw themselves as lines and
// offer actions; what a key does, what the footer shows, what the help lists and what the palette finds are all read
// from those actions. The engine is watched, not listened to: a run keeps a board, and the root reads it at most thirty
// times a second. Everything that may take long or read a disk happens in a Cmd, whose answer is a function that Update
// calls; nothing else changes the model.
//
// Text from documents is drawn only as text.Safe.
package tui

import (
	"context"
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lemma/core/engine"
	"lemma/tui/theme"
)

// Options say what to open and with what. Open is required.
type Options struct {
	// Open opens the registry, which may take a moment; it is called once, beside the first frame. closeFn is called
	// when the program ends.
	Open func(ctx context.Context) (e *engine.Engine, closeFn func() error, err error)

	Registry string // the registry's name on screen
	Start    Start  // what to show first; the zero value goes on where the last time ended
	Theme    string // one of Themes; empty: auto
	ASCII    bool   // glyphs for terminals without Unicode
	Mouse    bool
	Keys     map[string][]string // action id → keys
	Now      func() time.Time    // nil: time.Now

	Learn  engine.LearnOptions            // of sources that are learned here
	Output func(dir string) engine.Output // where generated files go
	Dir    string                         // the folder that skills are written to
	Sample []Sample                       // texts to begin with
	Files  Files                          // nil: no paths are completed
	Editor func(path string) *exec.Cmd    // nil: nothing can be edited
	Cache  Cache                          // nil: nothing is remembered
	Plain  bool                           // no colour

	after func(time.Duration) tea.Cmd // rings when a toast is over; nil: the clock
}

// Themes are the names of the themes.
var Themes = theme.Names

// Start is what the program opens on.
type Start struct {
	Sources []string // learned at once
	DryRun  bool
	Again   bool
	Review  bool   // what waits: findings or conflicts
	Graph   string // the id of a primitive
}

// Sample is a text that comes with the program.
type Sample struct {
	Name string
	Path func() (string, error) // writes it where it can be read, and says where
}

// Files completes paths.
type Files interface {
	// Complete returns the paths that a beginning may mean, folders with a trailing slash, and at most n of them.
	Complete(prefix string, n int) []string
	// Expand writes the user's home for a leading ~, as a shell would.
	Expand(path string) string
}

// Cache keeps the state of the screens from one run of the program to the next.
type Cache interface {
	Load() (State, error)
	Save(State) error
}

// Run shows the interface until the user leaves it. The result is that of the sources that it was started with, nil
// when there were none or when their run had not ended.
func Run(ctx context.Context, opt Options) (*engine.Result, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := newRoot(ctx, opt)
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFilter(r.filter)}
	if opt.Plain {
		options = append(options, tea.WithColorProfile(colorprofile.Ascii))
	}
	_, err := tea.NewProgram(r, options...).Run()
	if err := r.close(err); err != nil || len(opt.Start.Sources) == 0 || len(r.learner.pasts) == 0 {
		return nil, err
	}
	first := r.learner.pasts[0]
	return first.result, first.err
}
