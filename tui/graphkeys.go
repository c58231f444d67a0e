package tui

import (
	tea "charm.land/bubbletea/v2"

	"lemma/tui/wires"
)

func (s *graph) actions() []action {
	empty := when(s.snap != nil && s.snap.Len() > 0 && s.ego != nil, "nothing was learned yet")
	l := s.moves()
	show := func(to side) func() tea.Cmd {
		return func() tea.Cmd {
			if s.side == to {
				to = sideEdges
			}
			s.side = to
			return s.ask()
		}
	}
	toggle := func(b *bool) func() tea.Cmd { return func() tea.Cmd { *b = !*b; s.look(); return s.ask() } }
	scroll := func(n int) func() tea.Cmd { return func() tea.Cmd { s.detail += n; return nil } }
	if s.side != sideEdges {
		l = append(l, action{id: "graph.close", keys: []string{"esc"}, help: "close the pane", do: show(sideEdges)})
	}
	l = append(l,
		action{id: "graph.centre", keys: []string{"enter"}, help: "centre", foot: true, off: when(s.selected != s.focus, "it is in the focus already"), do: func() tea.Cmd { return s.centre(s.selected) }},
		action{id: "graph.back", keys: []string{"backspace"}, help: "focus before", off: when(len(s.back) > 0, "there is no focus before this one"), do: func() tea.Cmd {
			n := len(s.back) - 1
			to := s.back[n]
			s.back, s.forward = s.back[:n], append(s.forward, s.focus)
			return s.move(to)
		}},
		action{id: "graph.forward", keys: []string{"L"}, help: "focus after", off: when(len(s.forward) > 0, "there is no focus after this one"), do: func() tea.Cmd {
			n := len(s.forward) - 1
			to := s.forward[n]
			s.forward, s.back = s.forward[:n], append(s.back, s.focus)
			return s.move(to)
		}},
		action{id: "graph.less", keys: []string{"["}, help: "fewer hops", off: when(s.hops > 1, "one hop is the least"), do: func() tea.Cmd { s.hops--; s.look(); return nil }},
		action{id: "graph.more", keys: []string{"]"}, help: "more hops", foot: true, off: when(s.hops < mostHops, "four hops are the most"), do: func() tea.Cmd { s.hops++; s.look(); return nil }},
		action{id: "graph.paths", keys: []string{"p"}, help: s.pathWord(), foot: true, do: func() tea.Cmd {
			if s.side == sidePaths {
				s.path++
				return nil
			}
			return show(sidePaths)()
		}},
		action{id: "graph.edges", keys: []string{"E"}, help: "needs and uses", off: when(s.side != sideEdges, "they are shown already"), do: show(sideEdges)},
		action{id: "graph.why", keys: []string{"w"}, help: "why it is there", foot: true, do: show(sideWhy)},
		action{id: "graph.source", keys: []string{"s"}, help: "its source", foot: true, do: show(sideSource)},
		action{id: "graph.outline", keys: []string{"o"}, help: "outline or wires", foot: true, do: toggle(&s.outline)},
		action{id: "graph.all", keys: []string{"t"}, help: "edges that a path implies", do: toggle(&s.all)},
		action{id: "graph.order", keys: []string{"m"}, help: "the order of the text", do: toggle(&s.order)},
		action{id: "graph.raw", keys: []string{"x"}, help: "TeX as written", do: toggle(&s.raw)},
		action{id: "graph.pin", keys: []string{"space"}, help: s.pinWord(), do: s.pin},
		action{id: "graph.scroll-down", keys: []string{"J", "shift+down", "ctrl+d", "pgdown"}, help: "scroll the details", do: scroll(3)},
		action{id: "graph.scroll-up", keys: []string{"K", "shift+up", "ctrl+u", "pgup"}, help: "scroll them back", do: scroll(-3)},
		action{id: "graph.ranking", keys: []string{"r"}, help: "its rank", do: func() tea.Cmd { return s.goTo(place{screen: onRanking, id: s.selected}) }},
		action{id: "graph.session", keys: []string{"S"}, help: "its session", do: func() tea.Cmd {
			return s.goTo(place{screen: onSessions, session: s.snap.Primitive(s.selected).Source.Session})
		}},
		action{id: "graph.copy", keys: []string{"y"}, help: "copy the id", do: func() tea.Cmd { return s.copy(s.selected) }},
	)
	if empty != "" {
		for i := range l {
			l[i].off, l[i].foot = empty, false
		}
	}
	return l
}

// moves are the keys that choose another node: along a wire, and within a column; in the outline, along the list.
func (s *graph) moves() []action {
	if s.outline {
		l := moves(&s.tree.list, len(s.tree.rows))
		for i := range l {
			do := l[i].do
			l[i].do = func() tea.Cmd { return tea.Batch(do(), s.choose(s.tree.at())) }
		}
		up, down := s.tree.parent(), s.tree.child()
		branch := func(to int) func() tea.Cmd {
			return func() tea.Cmd { s.tree.list.Select(to); return s.choose(s.tree.at()) }
		}
		return append(l,
			action{id: "graph.left", keys: []string{"h", "left"}, help: "out to its branch", off: when(up >= 0, "it is the root"), do: branch(up)},
			action{id: "graph.right", keys: []string{"l", "right"}, help: "into its branch", off: when(down >= 0, "nothing is below it here; enter centres it"), do: branch(down)})
	}
	var d *wires.Drawing
	if s.ego != nil {
		d = s.draws()
	}
	step := func(id, key, arrow, help, none string, to func(int) (int, bool)) action {
		a := action{id: id, keys: []string{key, arrow}, help: help}
		if d == nil {
			return a
		}
		n := s.index(s.selected)
		if !d.Shown(n) { // it did not fit: the focus always does
			a.do = func() tea.Cmd { return s.choose(s.focus) }
			return a
		}
		m, ok := to(n)
		a.off = when(ok, none)
		a.do = func() tea.Cmd { return s.choose(s.ego.Nodes[m].ID) }
		return a
	}
	return []action{
		step("graph.left", "h", "left", "to a need", "no need of it is drawn; enter centres it", func(n int) (int, bool) { return d.Along(n, false) }),
		step("graph.down", "j", "down", "down the column", "it is the last of its column", func(n int) (int, bool) { return d.Within(n, 1) }),
		step("graph.up", "k", "up", "up the column", "it is the first of its column", func(n int) (int, bool) { return d.Within(n, -1) }),
		step("graph.right", "l", "right", "to a use", "no use of it is drawn; enter centres it", func(n int) (int, bool) { return d.Along(n, true) }),
	}
}

func (s *graph) pathWord() string {
	if s.side == sidePaths {
		return "next path"
	}
	return "path to its ground"
}

func (s *graph) pinWord() string {
	switch s.pinned {
	case "":
		return "pin, to find a path from it"
	case s.selected:
		return "unpin"
	}
	return "path to the pinned one"
}

// pin holds a primitive, and with a second one shows the path between the two.
func (s *graph) pin() tea.Cmd {
	switch s.pinned {
	case "":
		s.pinned = s.selected
		return s.say(s.nameOf(s.pinned) + " is pinned; go to another and press space for the path between them")
	case s.selected:
		s.pinned, s.side = "", sideEdges
		return s.say("unpinned")
	}
	s.side = sideBetween
	return s.ask()
}
