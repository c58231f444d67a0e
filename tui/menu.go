package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// menu lets one of several things be chosen.
type menu struct {
	*env
	title string
	rows  []choice
	list  list.List
}

// choice is a row of a menu.
type choice struct {
	text, right string // safe to draw
	do          func() tea.Cmd
}

func (m *menu) draw(w, h int) []string {
	w = min(w, 64)
	rows := m.list.View(m.th, list.Rows{Len: len(m.rows), Focus: true, Render: func(i, w int, _ bool) string {
		return frame.Spread(m.rows[i].text, m.th.Faint.Render(m.rows[i].right), w)
	}}, w-4, max(1, min(len(m.rows), h-2)))
	return frame.Box(m.th, frame.Options{Title: m.title, Focus: true}, rows, w, len(rows)+2)
}

func (m *menu) actions() []action {
	return append(moves(&m.list, len(m.rows)),
		action{id: "menu.choose", keys: []string{"enter", "space", "l", "right"}, help: "choose", foot: true, off: when(len(m.rows) > 0, "there is nothing to choose"), do: func() tea.Cmd {
			m.pop()
			return m.rows[m.list.Index()].do()
		}},
		action{id: "menu.close", keys: []string{"esc", "q", "h", "left"}, help: "close", foot: true, do: func() tea.Cmd { m.pop(); return nil }})
}

func (m *menu) mouse(e mouse) tea.Cmd {
	if e.wheel != 0 {
		m.list.Move(e.wheel)
		return nil
	}
	if m.list.Click(e.y - 1) {
		m.pop()
		return m.rows[m.list.Index()].do()
	}
	return nil
}

// filterMenu offers the categories, severities and documents that occur.
func (s *findings) filterMenu() *menu {
	m := &menu{env: s.env, title: "Show only"}
	add := func(f filter, name, what string, n int) {
		m.rows = append(m.rows, choice{name, what + " " + number(n), func() tea.Cmd { s.narrow(f); s.list.Home(); return s.look() }})
	}
	add(filter{}, "all findings", "", len(s.all))
	count := func(pick func(core.Finding) filter, what string) {
		n := map[filter]int{}
		var order []filter
		for _, f := range s.all {
			k := pick(f)
			if n[k] == 0 {
				order = append(order, k)
			}
			n[k]++
		}
		for _, k := range order {
			add(k, string(k.severity)+string(k.category)+line(k.document), what, n[k])
		}
	}
	count(func(f core.Finding) filter { return filter{severity: f.Severity} }, "severity")
	count(func(f core.Finding) filter { return filter{category: f.Category} }, "category")
	count(func(f core.Finding) filter { return filter{document: f.Document} }, "document")
	return m
}

// pastOff says why past decisions cannot be looked up.
func (s *findings) pastOff() string {
	switch {
	case s.asked != nil:
		return "the gate waits; decide first"
	case s.snap == nil || s.latest() == "":
		return "no session had a finding above info"
	}
	return ""
}

// pastMenu offers the sessions in which something was found, the latest first.
func (s *findings) pastMenu() *menu {
	m := &menu{env: s.env, title: "Past decisions"}
	all := s.snap.Sessions()
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		if x.Gate == nil || len(x.Gate.Open) == 0 {
			continue
		}
		m.rows = append(m.rows, choice{fmt.Sprintf("%s  %s", x.ID, line(sourcesOf(x))), fmt.Sprintf("%s · %d · %s", x.Gate.Verdict, len(x.Gate.Open), ago(x.Finished, s.now)),
			func() tea.Cmd { return s.past(x.ID) }})
	}
	return m
}
