package main

import (
	"slices"

	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"lemma/core/engine"
	"lemma/store"
	"lemma/tui"
)

func newGraph(a *app) *cobra.Command {
	var opt engine.EgoOptions
	var format, direction string
	c := &cobra.Command{
		Use:   "graph ID",
		Short: "Show what a primitive needs and what needs it",
		Long: `Graph opens the interface on a primitive. With one of the flags below, with
--plain, where there is no terminal, and while another process holds the
registry, it draws two trees: what the primitive needs, and what it enables.
One that stood before is marked ↑ and not opened again. The other formats hold the same part of the graph: dot for Graphviz,
mermaid for Markdown, json for programs.`,
		Example: `  lemma graph linear-algebra-basis
  lemma graph linear-algebra-basis --direction enables --hops 3
  lemma graph linear-algebra-basis --format dot | dot -Tsvg > basis.svg`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if opt.Hops < 1 {
				return usagef("--hops %d: at least 1", opt.Hops)
			}
			if !slices.Contains([]string{"text", "dot", "mermaid", "json"}, format) {
				return usagef("--format %q is none of text, dot, mermaid, json", format)
			}
			switch direction {
			case "needs", "enables", "both":
				opt.Needs, opt.Enables = direction != "enables", direction != "needs"
			default:
				return usagef("--direction %q is none of needs, enables, both", direction)
			}
			if a.json {
				format = "json"
			}
			dir, _, err := a.registryDir()
			if err != nil {
				return err
			}
			if a.fullScreen() && !slices.ContainsFunc([]string{"hops", "direction", "format", "motivates"}, c.Flags().Changed) && store.Holder(dir) == nil {
				return a.show(c.Context(), tui.Start{Graph: args[0]}, engine.LearnOptions{})
			}
			return a.withEngine(c.Context(), reads, func(e *engine.Engine) error {
				snap := e.Snapshot()
				id, err := lookup(snap, args[0])
				if err != nil {
					return err
				}
				g, err := snap.Ego(id, opt)
				if err != nil {
					return err
				}
				switch format {
				case "json":
					return a.printJSON(g)
				case "dot":
					return g.Dot(a.out.w)
				case "mermaid":
					return g.Mermaid(a.out.w)
				}
				drawOutline(a.out, snap, id, opt)
				return nil
			})
		},
	}
	f := c.Flags()
	f.IntVar(&opt.Hops, "hops", 1, "go `N` edges far")
	f.StringVar(&direction, "direction", "both", "follow `WHICH`: needs, enables or both")
	f.StringVar(&format, "format", "text", "print as `FORMAT`: text, dot, mermaid or json")
	f.BoolVar(&opt.Motivates, "motivates", false, "also follow the order of the text")
	return c
}

// drawOutline draws what a primitive needs and enables as two trees. A primitive that stood before is not opened again.
func drawOutline(s *screen, snap *engine.Snapshot, id string, opt engine.EgoOptions) {
	p := snap.Primitive(id)
	s.printf("%s\n%s\n", s.wrap(0, string(s.in(strong, readable(p.Name)))), s.in(faint, id))
	for _, dir := range []struct {
		title string
		show  bool
		next  func(string) []engine.Arrow
	}{
		{"needs", opt.Needs, func(id string) []engine.Arrow { return snap.Needs(id, opt.Motivates) }},
		{"enables", opt.Enables, func(id string) []engine.Arrow { return snap.Enables(id, opt.Motivates) }},
	} {
		if !dir.show {
			continue
		}
		s.printf("\n%s\n", s.in(accent, dir.title))
		seen := map[string]bool{id: true}
		if !drawTree(s, snap, id, "", opt.Hops, dir.next, seen) {
			s.printf("  nothing\n")
		}
	}
}

func drawTree(s *screen, snap *engine.Snapshot, id, indent string, hops int, next func(string) []engine.Arrow, seen map[string]bool) bool {
	arrows := next(id)
	if hops == 0 {
		return len(arrows) > 0
	}
	for i, ar := range arrows {
		branch, below := "├─", "│ "
		if i == len(arrows)-1 {
			branch, below = "└─", "  "
		}
		again := ""
		if seen[ar.ID] {
			again = " ↑"
		}
		head := "  " + indent + branch + " "
		room := s.width - lipgloss.Width(head) - len(ar.Type) - len("  ") - len(ar.ID) - len(" ↑")
		name := readable(snap.Primitive(ar.ID).Name)
		if room >= min(legible, lipgloss.Width(name.String())) {
			s.printf("%s%s %s  %s%s\n", drawn(head), s.in(accent, ar.Type), s.clip(name, room), s.in(faint, ar.ID), again)
		} else { // the id is what can be asked for next: it has a line of its own, where it stays whole if it can
			trunk := "  " + indent + below + "   "
			trunk = trunk[:len(trunk)-max(0, min(3, lipgloss.Width(trunk)+len(ar.ID)-s.width))]
			s.printf("%s%s %s%s\n", drawn(head), s.in(accent, ar.Type), s.clip(name, s.width-lipgloss.Width(head)-len(ar.Type)-len("  ")-len(again)), again)
			s.printf("%s%s\n", drawn(trunk), s.in(faint, ar.ID))
		}
		if !seen[ar.ID] {
			seen[ar.ID] = true
			drawTree(s, snap, ar.ID, indent+below+" ", hops-1, next, seen)
		}
	}
	return len(arrows) > 0
}
