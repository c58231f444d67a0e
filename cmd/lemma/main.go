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
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"lemma/core/engine"
	"lemma/tui"
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
	signal.Ignore(syscall.SIGPIPE) // a reader that has enough, such as head, ends no write half-way
	end := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		end = append(end, syscall.SIGHUP) // a closed terminal: what was started is ended, too
	}
	ctx, stop := signal.NotifyContext(context.Background(), end...)
	context.AfterFunc(ctx, stop) // the second interrupt ends the process at once
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// app is what every command works with.
type app struct {
	in       io.Reader
	out      *screen // results
	talk     *screen // everything else
	command  string  // that runs: "lemma learn"
	json     bool
	plain    bool // lines, not the interface
	printed  bool // the JSON object is out already
	settings settings
	pdf      engine.PDF
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, talk io.Writer) int {
	a := &app{in: in, out: newScreen(out), talk: newScreen(talk), pdf: pdfWorkers()}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(talk)
	err := root.ExecuteContext(ctx)
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return engine.ExitDone
	}
	if engine.Cancelled(err) {
		err = errCancelled
	}
	if (a.json || slices.Contains(args, "--json")) && !a.printed { // a command line that is not understood has no flags yet
		_ = a.printJSON(map[string]any{"success": false, "errors": []string{err.Error()}})
	}
	a.talk.error(err)
	var usage *usageError
	if errors.As(err, &usage) {
		return engine.ExitUsage
	}
	return engine.ExitCode(err)
}

// errCancelled is what the user is told whose interrupt ended a command: nothing is kept before the commit.
var errCancelled = errors.New("cancelled; nothing was changed")

// usageError is a command line that cannot be meant.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return &usageError{fmt.Errorf(format, args...)} }

// newRoot builds the command tree.
func newRoot(a *app) *cobra.Command {
	asked := false // for the version
	root := &cobra.Command{
		Use:   "lemma",
		Short: "Learn texts into a registry of definitions, theorems and algorithms",
		Long: `lemma reads textbooks, papers, specifications and tutorials, extracts their
definitions, theorems, algorithms, techniques, axioms and identities, wires
them by what depends on what, and keeps them in a registry. Every change can be
taken back, nothing is overwritten without your word, and content from
strangers is let in by you alone.`,
		Example: `  lemma learn book.tex            # learn a book
  lemma search "vector space"     # find a primitive
  lemma graph linear-algebra-basis --hops 2
  lemma unlearn s0001             # take the session back`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if asked {
				return a.showVersion()
			}
			if a.fullScreen() {
				return a.show(c.Context(), tui.Start{}, engine.LearnOptions{})
			}
			return c.Help()
		},
	}
	root.Flags().BoolVar(&asked, "version", false, "print the version")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w\nsee `%s --help`", err, c.CommandPath())
	})
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", min(a.out.width, 80))))
	a.addSettings(root)
	root.AddGroup(&cobra.Group{ID: "learn", Title: "Learn and take back:"}, &cobra.Group{ID: "look", Title: "Look:"}, &cobra.Group{ID: "keep", Title: "Keep:"})
	root.SetHelpCommand(newHelp())
	root.SetHelpCommandGroupID("keep")
	root.SetCompletionCommandGroupID("keep")
	for _, c := range []struct {
		group string
		cmd   *cobra.Command
	}{
		{"learn", newLearn(a)}, {"learn", newUnlearn(a)}, {"learn", newScan(a)}, {"learn", newText(a)}, {"learn", newConflicts(a)}, {"learn", newReview(a)},
		{"look", newSearch(a)}, {"look", newShow(a)}, {"look", newExplain(a)}, {"look", newGraph(a)}, {"look", newPath(a)}, {"look", newRank(a)}, {"look", newDomains(a)},
		{"keep", newSessions(a)}, {"keep", newReport(a)}, {"keep", newGenerate(a)}, {"keep", newExport(a)}, {"keep", newImport(a)}, {"keep", newCheck(a)}, {"keep", newInit(a)}, {"keep", newConfig(a)},
		{"keep", newSample(a)}, {"keep", newVersion(a)}, {"keep", newMan(a)}, {"keep", newPDFWorker(a)},
	} {
		c.cmd.GroupID = c.group
		root.AddCommand(c.cmd)
	}
	checkArgs(root)
	return root
}

// checkArgs makes the wrong number of arguments a usage error, everywhere.
func checkArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			err := check(cmd, args)
			var usage *usageError
			if err == nil || errors.As(err, &usage) {
				return err
			}
			return usagef("%s\nusage: %s", wrongCount(cmd, args), cmd.UseLine())
		}
	}
	for _, sub := range c.Commands() {
		checkArgs(sub)
	}
}

// wrongCount says which argument is missing, or which is one too many.
func wrongCount(c *cobra.Command, args []string) string {
	_, rest, _ := strings.Cut(c.Use, " ")
	wanted := strings.Fields(rest)
	must := 0
	for must < len(wanted) && !strings.HasPrefix(wanted[must], "[") {
		must++
	}
	switch {
	case len(args) < must:
		return fmt.Sprintf("%s: %s is missing", c.CommandPath(), strings.Join(wanted[len(args):must], " and "))
	case len(wanted) == 0:
		return fmt.Sprintf("%s takes no argument, and %q is one", c.CommandPath(), args[0])
	}
	return fmt.Sprintf("%s takes %s, and %q is too much", c.CommandPath(), rest, args[min(len(wanted), len(args)-1)])
}

// newHelp is the command help: unlike cobra's own it fails for a command that is not there.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Show what a command does", Example: "  lemma help learn",
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			cmd, _, err := c.Root().Find(args)
			if err != nil {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return subcommands(cmd), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cmd, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return unknownCommand(cmd, rest)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// unknownCommand is the check of the arguments of a command that has only subcommands to take them.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := fmt.Sprintf("see `%s --help`", c.CommandPath())
	if near := engine.Nearest(args[0], subcommands(c), 3); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return usagef("%s has no command %q\n%s", c.CommandPath(), args[0], hint)
}

// subcommands are the names of the commands below one that can be run.
func subcommands(c *cobra.Command) (names []string) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}
