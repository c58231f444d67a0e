// Command lemma turns texts into a registry of primitives, wired by what depends on what, and the registry into
// skills. There is one file a command. This package reads the flags, the environment and the configuration, opens the
// registry, joins it with the engine, and prints; it decides nothing else.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"lemma/core/engine"
)

// The collector: less often than usual while there is room, so that opening a large registry is not mostly collecting;
// as often as it takes beyond a gigabyte.
const (
	gcPercent = 300
	softLimit = 1 << 30
)

func main() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(softLimit)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// app is what every command works with.
type app struct {
	in       io.Reader
	out      *screen // results
	talk     *screen // everything else
	json     bool
	printed  bool // the JSON object is out already
	settings settings
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, talk io.Writer) int {
	a := &app{in: in, out: newScreen(out), talk: newScreen(talk)}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(talk)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return engine.ExitDone
	}
	if a.json && !a.printed {
		_ = a.printJSON(map[string]any{"success": false, "errors": []string{err.Error()}})
	}
	a.talk.error(err)
	var usage *usageError
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "unknown command") { // cobra has no type for it
		return engine.ExitUsage
	}
	return engine.ExitCode(err)
}

// usageError is a command line that cannot be meant.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// newRoot builds the command tree.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "lemma",
		Short: "Learn texts into a registry of definitions, theorems and algorithms",
		Long: `lemma reads textbooks, papers, specifications and tutorials, extracts their definitions, theorems,
algorithms, techniques, axioms and identities, wires them by what depends on what, and keeps them in
a registry. Every change can be taken back, nothing is overwritten without your word, and content
from strangers is let in by you alone.`,
		Example: `  lemma learn book.tex            # learn a book
  lemma search "vector space"     # find a primitive
  lemma graph linear-algebra-basis --hops 2
  lemma unlearn s0001             # take the session back`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w\nsee `%s --help`", err, c.CommandPath())
	})
	a.addSettings(root)
	root.AddGroup(&cobra.Group{ID: "learn", Title: "Learn and take back:"}, &cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "keep", Title: "Keep:"})
	for _, c := range []struct {
		group string
		cmd   *cobra.Command
	}{
		{"learn", newLearn(a)}, {"learn", newUnlearn(a)}, {"learn", newScan(a)}, {"learn", newText(a)}, {"learn", newConflicts(a)},
		{"look", newSearch(a)}, {"look", newShow(a)}, {"look", newExplain(a)}, {"look", newGraph(a)}, {"look", newPath(a)}, {"look", newRank(a)}, {"look", newDomains(a)},
		{"keep", newSessions(a)}, {"keep", newReport(a)}, {"keep", newGenerate(a)}, {"keep", newExport(a)}, {"keep", newImport(a)}, {"keep", newCheck(a)}, {"keep", newInit(a)}, {"keep", newConfig(a)},
		{"", newVersion(a)}, {"", newSample(a)}, {"", newMan(a)},
	} {
		c.cmd.GroupID = c.group
		if args := c.cmd.Args; args != nil {
			c.cmd.Args = func(cmd *cobra.Command, list []string) error {
				if err := args(cmd, list); err != nil {
					return usagef("%w\nusage: %s", err, cmd.UseLine())
				}
				return nil
			}
		}
		root.AddCommand(c.cmd)
	}
	return root
}
