package tui

import (
	"context"
	"fmt"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// pop closes the overlay on top.
func (e *env) pop() {
	if n := len(e.overlays); n > 0 {
		e.overlays = e.overlays[:n-1]
	}
}

// answer is one way to close a question.
type answer struct {
	key, help string
	do        func() tea.Cmd
}

// question asks before something that cannot be taken back by a key, or that changes much. Esc is always no.
type question struct {
	*env
	title   string
	body    string // several lines
	answers []answer
	closed  func() // may be nil; called when it is closed without an answer
}

func (q *question) draw(w, h int) []string {
	w = min(w, 72)
	var body []string
	for _, line := range strings.Split(q.body, "\n") {
		body = append(body, frame.Wrap(line, w-4)...)
	}
	body = append(body, "")
	return frame.Box(q.th, frame.Options{Title: q.title, Focus: true}, append(body, q.keyLine(w-4)...), w, min(h, len(body)+3))
}

func (q *question) keyLine(w int) []string {
	var keys []frame.Key
	for _, a := range q.actions() {
		keys = append(keys, frame.Key{Key: a.key(), Help: a.help})
	}
	return []string{frame.KeyLine(q.th, keys, w)}
}

func (q *question) actions() []action {
	var list []action
	for _, a := range q.answers {
		list = append(list, action{id: "answer." + a.key, keys: []string{a.key}, help: a.help, foot: true, do: func() tea.Cmd { q.pop(); return a.do() }})
	}
	return append(list, action{id: "answer.no", keys: []string{"esc", "n"}, help: "no", foot: true, do: func() tea.Cmd {
		q.pop()
		if q.closed != nil {
			q.closed()
		}
		return nil
	}})
}

func (q *question) mouse(mouse) tea.Cmd { return nil }

// notice shows words that were cut where they stand.
type notice struct {
	*env
	title string
	body  string // safe to draw, several lines
}

func (n *notice) draw(w, h int) []string {
	w = min(w, 72)
	body := wrapLines(n.body, w-4)
	return frame.Box(n.th, frame.Options{Title: n.title, Focus: true, Footer: frame.KeyLine(n.th, footKeys(n.actions()), w-6)}, body, w, min(h, len(body)+2))
}

func (n *notice) actions() []action {
	return []action{{id: "notice.close", keys: []string{"esc", "enter", "q"}, help: "close", foot: true, do: func() tea.Cmd { n.pop(); return nil }}}
}

func (n *notice) mouse(mouse) tea.Cmd { return nil }

// prompt is a line of text with what completes it.
type prompt struct {
	*env
	title, hint string
	input       textinput.Model
	complete    func(value string) []string // called in a Cmd; may be nil
	options     slot[[]string]
	list        list.List
	done        func(value string) tea.Cmd
	extra       []action // further ways to close it, given the value
}

func newPrompt(e *env, title, hint, value string, done func(string) tea.Cmd) *prompt {
	p := &prompt{env: e, title: title, hint: hint, done: done, input: textinput.New()}
	p.input.Prompt = ""
	p.input.SetValue(value)
	p.input.CursorEnd()
	p.input.Focus()
	return p
}

func (p *prompt) typing() bool { return true }

func (p *prompt) typed(msg tea.Msg) tea.Cmd {
	if paste, ok := msg.(tea.PasteMsg); ok {
		msg = tea.PasteMsg{Content: text.EscapeLine(strings.TrimRight(paste.Content, "\r\n")).String()}
	}
	before := p.input.Value()
	p.input, _ = p.input.Update(msg)
	if p.input.Value() == before {
		return nil
	}
	return p.ask()
}

// ask looks for completions.
func (p *prompt) ask() tea.Cmd {
	if p.complete == nil {
		return nil
	}
	value, complete := p.input.Value(), p.complete
	return p.options.load(p.env, lift(func() []string { return complete(value) }), func() tea.Cmd { p.list.Home(); return nil })
}

func (p *prompt) draw(w, h int) []string {
	w = min(w, 84)
	p.input.SetWidth(w - 7)
	body := []string{p.th.Accent.Render(p.th.Glyphs.Bar) + " " + p.input.View()}
	if p.hint != "" {
		body = append(body, "")
		for _, line := range frame.Wrap(p.hint, w-4) {
			body = append(body, p.th.Faint.Render(line))
		}
	}
	if n := len(p.options.value); n > 0 {
		rows := min(n, max(3, h-len(body)-4))
		body = append(body, "")
		body = append(body, p.list.View(p.th, list.Rows{Len: n, Render: func(i, w int, _ bool) string {
			return frame.Truncate(text.EscapeLine(p.options.value[i]).String(), w)
		}}, w-4, rows)...)
	}
	return frame.Box(p.th, frame.Options{Title: p.title, Focus: true, Footer: frame.KeyLine(p.th, footKeys(p.actions()), w-6)}, body, w, min(h, len(body)+2))
}

func (p *prompt) actions() []action {
	options := p.options.value
	may := when(len(options) > 0, "nothing completes this")
	list := []action{
		{id: "prompt.done", keys: []string{"enter"}, help: "go", foot: true, do: func() tea.Cmd {
			v := strings.TrimSpace(p.input.Value())
			if v == "" {
				return nil
			}
			p.pop()
			return p.done(v)
		}},
		{id: "prompt.complete", keys: []string{"tab"}, help: "complete", foot: p.complete != nil, off: may, do: func() tea.Cmd {
			p.input.SetValue(options[p.list.Index()])
			p.input.CursorEnd()
			return p.ask()
		}},
		{id: "prompt.up", keys: []string{"up"}, help: "up", off: may, do: func() tea.Cmd { p.list.Move(-1); return nil }},
		{id: "prompt.down", keys: []string{"down"}, help: "down", off: may, do: func() tea.Cmd { p.list.Move(1); return nil }},
		{id: "prompt.close", keys: []string{"esc"}, help: "close", foot: true, do: func() tea.Cmd { p.pop(); return nil }},
	}
	return append(list, p.extra...)
}

func (p *prompt) mouse(m mouse) tea.Cmd {
	if m.wheel != 0 {
		p.list.Move(m.wheel)
	}
	return nil
}

// lift makes a function without context or error one that a slot can load.
func lift[T any](f func() T) func(context.Context) (T, error) {
	return func(context.Context) (T, error) { return f(), nil }
}

// footKeys are the actions for a footer.
func footKeys(list []action) []frame.Key {
	var keys []frame.Key
	for _, a := range list {
		if a.foot {
			keys = append(keys, frame.Key{Key: a.key(), Help: a.help, Off: a.off != "", Keep: a.id == "help" || a.id == "find"})
		}
	}
	return keys
}

// help lists the keys of the screen, and why one does nothing.
type help struct {
	*env
	title string
	list  list.List
	rows  []action
}

func newHelp(r *root) *help {
	return &help{env: r.env, title: screenNames[r.current] + " keys", rows: r.actions()}
}

func (h *help) draw(w, height int) []string {
	w = min(w, 78)
	keyWidth := 0
	for _, a := range h.rows {
		keyWidth = max(keyWidth, frame.Width(allKeys(a)))
	}
	body := h.list.View(h.th, list.Rows{Len: len(h.rows), Render: func(i, w int, _ bool) string {
		a := h.rows[i]
		line := h.th.Key.Render(frame.Pad(allKeys(a), keyWidth)) + "  " + a.help
		if a.off != "" {
			line = h.th.Faint.Render(frame.Pad(allKeys(a), keyWidth) + "  " + a.help + ": " + a.off)
		}
		return frame.Truncate(line, w)
	}}, w-4, max(1, min(height-2, len(h.rows))))
	right := ""
	if from, to := h.list.Shown(); to-from+1 < len(h.rows) {
		right = fmt.Sprintf("%d–%d of %d", from, to, len(h.rows))
		if to < len(h.rows) {
			right += " " + h.th.Glyphs.Down
		}
	}
	return frame.Box(h.th, frame.Options{Title: h.title, Right: right, Focus: true, Footer: frame.KeyLine(h.th, footKeys(h.actions()), w-6)}, body, w, len(body)+2)
}

func allKeys(a action) string {
	var names []string
	for _, k := range a.keys {
		names = append(names, keyName(k))
	}
	return strings.Join(names, " ")
}

func (h *help) actions() []action {
	return append(moves(&h.list, len(h.rows)), action{id: "help.close", keys: []string{"esc", "?", "q"}, help: "close", foot: true, do: func() tea.Cmd { h.pop(); return nil }})
}

func (h *help) mouse(m mouse) tea.Cmd { h.list.Move(m.wheel); return nil }

// moves are the keys of a list of n rows.
func moves(l *list.List, n int) []action {
	off := when(n > 0, "the list is empty")
	move := func(f func()) func() tea.Cmd { return func() tea.Cmd { f(); return nil } }
	return []action{
		{id: "list.down", keys: []string{"j", "down"}, help: "down", off: off, do: move(func() { l.Move(1) })},
		{id: "list.up", keys: []string{"k", "up"}, help: "up", off: off, do: move(func() { l.Move(-1) })},
		{id: "list.half-down", keys: []string{"ctrl+d", "pgdown"}, help: "half a page down", off: off, do: move(func() { l.Page(1) })},
		{id: "list.half-up", keys: []string{"ctrl+u", "pgup"}, help: "half a page up", off: off, do: move(func() { l.Page(-1) })},
		{id: "list.top", keys: []string{"g", "home"}, help: "first", off: off, do: move(func() { l.Home() })},
		{id: "list.end", keys: []string{"G", "end"}, help: "last", off: off, do: move(func() { l.End() })},
	}
}
