package tui

import (
	tea "charm.land/bubbletea/v2"

	"lemma/tui/frame"
)

// graph is the browser of the dependency graph.
type graph struct {
	*env
	focus string
}

func newGraph(e *env) *graph { return &graph{env: e} }

func (s *graph) badge() string               { return "" }
func (s *graph) save() map[string]string     { return map[string]string{"focus": s.focus} }
func (s *graph) restore(m map[string]string) { s.focus = m["focus"] }
func (s *graph) open(p place) tea.Cmd {
	if p.id != "" {
		s.focus = p.id
	}
	return nil
}
func (s *graph) changed() tea.Cmd      { return nil }
func (s *graph) actions() []action     { return nil }
func (s *graph) mouse(m mouse) tea.Cmd { return nil }

func (s *graph) draw(w, h int) []string {
	return frame.Box(s.th, frame.Options{Title: "Graph", Focus: true}, []string{s.nameOf(s.focus)}, w, h)
}
