package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"lemma/tui/frame"
	"lemma/tui/list"
)

// palette finds any action by a few letters of its name.
type palette struct {
	*root
	input textinput.Model
	all   []action
	found []found
	list  list.List
}

// found is an action with the bytes of its name that were typed.
type found struct {
	action
	at []int
}

func newPalette(r *root) *palette {
	p := &palette{root: r, input: textinput.New()}
	p.input.Prompt = ""
	p.input.Focus()
	here := r.actions()
	for _, a := range here {
		if !a.moves() && a.id != "palette" {
			p.all = append(p.all, a)
		}
	}
	if r.openErr == nil {
		p.elsewhere(here)
	}
	p.find()
	return p
}

// elsewhere adds what the other screens can do; choosing it goes there first.
func (p *palette) elsewhere(here []action) {
	known := map[string]bool{}
	for _, a := range here {
		known[a.id] = true
	}
	for i, s := range p.screens {
		to := screenID(i)
		if to == p.current {
			continue
		}
		for _, a := range remap(s.actions(), p.opt.Keys) {
			if known[a.id] || a.moves() || slices.Contains(a.keys, "tab") || slices.Contains(a.keys, "esc") {
				continue
			}
			known[a.id] = true
			id := a.id
			a.help, a.off = screenNames[to]+": "+a.help, "" // it may be possible by the time that its screen is loaded
			a.do = func() tea.Cmd { return p.lead(to, id) }
			p.all = append(p.all, a)
		}
	}
}

func (p *palette) find() {
	p.list.Home()
	p.found = p.found[:0]
	if p.input.Value() == "" {
		for _, a := range p.all {
			p.found = append(p.found, found{action: a})
		}
		return
	}
	for _, m := range fuzzy.FindFrom(p.input.Value(), palettes(p.all)) {
		p.found = append(p.found, found{p.all[m.Index], m.MatchedIndexes})
	}
}

// palettes makes a list of actions searchable.
type palettes []action

func (p palettes) String(i int) string { return words(p[i]) }

// words are what an action is found by: what it says, and the command line's word for it.
func words(a action) string {
	if a.also == "" {
		return a.help
	}
	return a.help + " (" + a.also + ")"
}

func (p palettes) Len() int { return len(p) }

func (p *palette) typing() bool { return true }

func (p *palette) typed(msg tea.Msg) tea.Cmd {
	before := p.input.Value()
	p.input, _ = p.input.Update(msg)
	if p.input.Value() != before {
		p.find()
	}
	return nil
}

func (p *palette) draw(w, h int) []string {
	w = min(w, 72)
	p.input.SetWidth(w - 7)
	body := []string{p.th.Accent.Render(p.th.Glyphs.Prompt) + " " + p.input.View(), ""}
	if len(p.found) == 0 {
		body = append(body, p.th.Faint.Render("no command is called that"))
	} else {
		body = append(body, p.list.View(p.th, list.Rows{Len: len(p.found), Render: p.row}, w-4, max(1, min(len(p.found), h-4)))...)
	}
	return frame.Box(p.th, frame.Options{Title: "Commands", Focus: true}, body, w, min(h, len(body)+2))
}

func (p *palette) row(i, w int, _ bool) string {
	f := p.found[i]
	key := f.key()
	room := w - frame.Width(key) - 2
	if f.off != "" {
		return p.th.Faint.Render(frame.Pad(frame.Truncate(f.help+": "+f.off, room), room) + "  " + key)
	}
	name := words(f.action)
	var b strings.Builder
	at := 0
	for _, k := range f.at {
		b.WriteString(name[at:k])
		b.WriteString(p.th.Accent.Render(name[k : k+1]))
		at = k + 1
	}
	b.WriteString(name[at:])
	return frame.Pad(frame.Truncate(b.String(), room), room) + "  " + p.th.Key.Render(key)
}

func (p *palette) actions() []action {
	off := when(len(p.found) > 0, "no command is called that")
	return []action{
		{id: "palette.do", keys: []string{"enter"}, help: "do it", off: off, do: func() tea.Cmd {
			a := p.found[p.list.Index()].action
			p.pop()
			return p.run(a)
		}},
		{id: "palette.down", keys: []string{"down", "ctrl+n"}, help: "down", off: off, do: func() tea.Cmd { p.list.Move(1); return nil }},
		{id: "palette.up", keys: []string{"up", "ctrl+p"}, help: "up", off: off, do: func() tea.Cmd { p.list.Move(-1); return nil }},
		{id: "palette.close", keys: []string{"esc"}, help: "close", do: func() tea.Cmd { p.pop(); return nil }},
	}
}

func (p *palette) mouse(m mouse) tea.Cmd {
	if m.wheel != 0 {
		p.list.Move(m.wheel)
	}
	return nil
}
