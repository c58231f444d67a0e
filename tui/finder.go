package tui

import (
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// finder finds a primitive while its name is typed.
type finder struct {
	*env
	input textinput.Model
	hits  slot[[]engine.Hit]
	list  list.List
	opens bool // enter was pressed before the answer was there
}

// mostHits is how many primitives a search lists.
const mostHits = 100

func newFinder(e *env) *finder {
	f := &finder{env: e, input: textinput.New()}
	f.input.Prompt = ""
	f.input.Focus()
	return f
}

func (f *finder) typing() bool { return true }

func (f *finder) typed(msg tea.Msg) tea.Cmd {
	before := f.input.Value()
	f.input, _ = f.input.Update(msg)
	q := f.input.Value()
	if q == before {
		return nil
	}
	f.opens = false
	snap := f.snap
	return f.hits.load(f.env, lift(func() []engine.Hit {
		if q == "" {
			return nil
		}
		return snap.Search(engine.Query{Text: q, Limit: mostHits, Typing: true})
	}), func() tea.Cmd {
		f.list.Home()
		if f.opens && len(f.hits.value) > 0 {
			return f.open()
		}
		f.opens = false
		return nil
	})
}

func (f *finder) draw(w, h int) []string {
	w = min(w, 84)
	f.input.SetWidth(w - 7)
	body := []string{f.th.Accent.Render("/") + " " + f.input.View(), ""}
	n := len(f.hits.value)
	switch {
	case f.input.Value() == "":
		body = append(body, f.th.Faint.Render("words of a name or statement, a label, or an id"))
	case n == 0 && f.hits.loaded && !f.hits.busy:
		body = append(body, f.th.Faint.Render("nothing is called that"))
	default:
		body = append(body, f.list.View(f.th, list.Rows{Len: n, Focus: true, Render: func(i, w int, _ bool) string {
			hit := f.hits.value[i]
			return frame.Spread(f.name(hit.Kind, hit.Name), f.th.Faint.Render(line(hit.Label)), w)
		}}, w-4, max(1, min(n, h-4)))...)
	}
	return frame.Box(f.th, frame.Options{Title: "Find a primitive", Focus: true}, body, w, min(h, max(6, len(body)+2)))
}

func (f *finder) actions() []action {
	n := len(f.hits.value)
	off := when(n > 0 || f.hits.busy, "nothing is called that")
	return []action{
		{id: "find.open", keys: []string{"enter"}, help: "open in the graph", foot: true, off: off, do: func() tea.Cmd {
			if f.hits.busy { // what stands there is not what was typed
				f.opens = true
				return nil
			}
			return f.open()
		}},
		{id: "find.down", keys: []string{"down", "ctrl+n"}, help: "down", foot: true, off: off, do: func() tea.Cmd { f.list.Move(1); return nil }},
		{id: "find.up", keys: []string{"up", "ctrl+p"}, help: "up", off: off, do: func() tea.Cmd { f.list.Move(-1); return nil }},
		{id: "find.close", keys: []string{"esc"}, help: "close", foot: true, do: func() tea.Cmd { f.pop(); return nil }},
	}
}

// open goes to the chosen hit.
func (f *finder) open() tea.Cmd {
	f.pop()
	return f.goTo(place{screen: onGraph, id: f.hits.value[min(f.list.Index(), len(f.hits.value)-1)].ID})
}

func (f *finder) mouse(m mouse) tea.Cmd {
	if m.wheel != 0 {
		f.list.Move(m.wheel)
	} else {
		f.list.Click(m.y - 3)
	}
	return nil
}
