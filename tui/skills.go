package tui

import (
	"context"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/list"
	"lemma/tui/theme"
)

// skills shows the files that the registry gives: what each holds, what is there already, and what is missing to the
// rest.
type skills struct {
	*env
	drafts slot[[]engine.Draft]
	list   list.List
	text   *reader
	diff   bool // what would change is shown instead of the file
	source bool // the file as it is, not rendered
	focus  int
	wanted string
	rects  [2]frame.Rect
}

func newSkills(e *env) *skills { return &skills{env: e} }

func (s *skills) badge() string { return "" }

func (s *skills) save() map[string]string {
	if d := s.at(); d != nil {
		return map[string]string{"artifact": d.Kind + " " + d.Domain}
	}
	return nil
}

func (s *skills) restore(m map[string]string) { s.wanted = m["artifact"] }

func (s *skills) open(place) tea.Cmd {
	if !s.drafts.loaded && !s.drafts.busy {
		return s.load()
	}
	return nil
}

func (s *skills) changed() tea.Cmd {
	if !s.drafts.loaded && !s.drafts.busy {
		return nil // nobody looked yet
	}
	return s.load()
}

func (s *skills) load() tea.Cmd {
	if s.eng == nil {
		return nil
	}
	if d := s.at(); d != nil && s.wanted == "" {
		s.wanted = d.Kind + " " + d.Domain
	}
	eng, out := s.eng, s.opt.Output(s.opt.Dir)
	return s.drafts.load(s.env, func(ctx context.Context) ([]engine.Draft, error) { return eng.Draft(ctx, nil, out) }, func() tea.Cmd {
		s.fail("work out the skills", s.drafts.err)
		s.list.SetLen(len(s.drafts.value))
		for i, d := range s.drafts.value {
			if d.Kind+" "+d.Domain == s.wanted {
				s.list.Select(i)
			}
		}
		s.wanted = ""
		return s.read()
	})
}

func (s *skills) at() *engine.Draft {
	if i := s.list.Index(); i < len(s.drafts.value) {
		return &s.drafts.value[i]
	}
	return nil
}

// read renders the chosen file.
func (s *skills) read() tea.Cmd {
	d := s.at()
	if d == nil || len(d.Body) == 0 {
		s.text = nil
		return nil
	}
	width := 0
	if s.text != nil {
		width = s.text.width
	}
	s.text = newReader(s.env)
	s.text.width = width
	switch {
	case s.diff:
		pieces := text.Diff(string(d.Old), string(d.Body))
		return s.text.plain(func(w int, th *theme.Theme) []string { return diffUnified(th, pieces, w) })
	case s.source:
		body := string(d.Body)
		return s.text.plain(func(w int, _ *theme.Theme) []string { return wrapLines(text.Escape(body).String(), w) })
	}
	front, body := splitFront(string(d.Body))
	return s.text.markdown(func(context.Context) (string, error) { return front + body, nil })
}

// splitFront makes the frontmatter of a file a list, which reads better than YAML.
func splitFront(s string) (front, body string) {
	rest, ok := strings.CutPrefix(s, "---\n")
	if !ok {
		return "", s
	}
	yaml, body, ok := strings.Cut(rest, "\n---\n")
	if !ok {
		return "", s
	}
	return "```yaml\n" + yaml + "\n```\n", body
}

func (s *skills) draw(w, h int) []string {
	switch {
	case s.snap != nil && s.snap.Len() == 0:
		return frame.Box(s.th, frame.Options{Title: "Skills", Focus: true}, []string{"", "  Nothing was learned yet.", "",
			s.th.Faint.Render("  A domain with enough primitives becomes a skill, an agent and a team."), "", "  " + s.th.Key.Render("i") + "  learns a first source"}, w, h)
	case !s.drafts.loaded:
		return frame.Box(s.th, frame.Options{Title: "Skills", Focus: true}, []string{s.th.Faint.Render("working them out …")}, w, h)
	}
	left := min(44, max(30, w*2/5))
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	rows := s.list.View(s.th, list.Rows{Len: len(s.drafts.value), Focus: s.focus == 0, Render: s.row}, left-4, h-2)
	footer := frame.TruncateLeft("writes below "+line(s.opt.Dir), left-6)
	return frame.Beside(frame.Box(s.th, frame.Options{Title: "Library", Right: of(s.list.Index()+1, len(s.drafts.value)), Footer: footer, Focus: s.focus == 0}, rows, left, h), s.page(w-left, h))
}

// row is an artifact with its state: would be written, as it was written, edited, or not yet possible.
func (s *skills) row(i, w int, _ bool) string {
	d := s.drafts.value[i]
	state := s.th.Faint.Render("as written")
	switch {
	case len(d.Body) == 0:
		return s.th.Faint.Render(frame.Spread(frame.Pad(d.Kind, 6)+line(d.Domain), "too few", w))
	case d.Written && len(d.Old) == 0:
		state = s.th.Good.Render("new")
	case d.Written:
		state = s.th.Info.Render("changed")
	case strings.HasPrefix(d.Note, "edited"):
		state = s.th.Warn.Render("edited")
	case strings.HasPrefix(d.Note, "not written"):
		state = s.th.Bad.Render("held back")
	}
	return frame.Spread(s.th.Faint.Render(frame.Pad(d.Kind, 6))+line(d.Domain), state, w)
}

func (s *skills) page(w, h int) []string {
	d := s.at()
	if d == nil {
		return frame.Box(s.th, frame.Options{Title: "–"}, nil, w, h)
	}
	if s.text == nil {
		return frame.Box(s.th, frame.Options{Title: line(d.Kind + " " + d.Domain)}, frame.Wrap(line(d.Note), w-4), w, h)
	}
	title := line(d.Path)
	if s.diff {
		title = "what would change"
	}
	return s.text.draw(s.th, frame.Options{Title: title, Focus: s.focus == 1, Footer: frame.Truncate(fate(d), w-8)}, w, h)
}

// fate says what becomes of a file.
func fate(d *engine.Draft) string {
	if d.Written {
		return "w writes it"
	}
	return line(d.Note)
}

func (s *skills) fit() tea.Cmd {
	if s.text == nil {
		return nil
	}
	return s.text.fit()
}

func (s *skills) actions() []action {
	d := s.at()
	n := len(s.drafts.value)
	there := when(d != nil && len(d.Body) > 0, "it has too few primitives yet")
	none := "there is none yet"
	if !s.drafts.loaded {
		none = "they are still being worked out"
	}
	if d == nil {
		there = none
	}
	var l []action
	if s.focus == 1 && s.text != nil {
		l = append(s.text.moves(), action{id: "skills.list", keys: []string{"h", "left", "esc"}, help: "library", foot: true, do: func() tea.Cmd { s.focus = 0; return nil }})
	} else {
		l = moves(&s.list, n)
		for i := range l {
			do := l[i].do
			l[i].do = func() tea.Cmd { s.diff = false; return tea.Batch(do(), s.read()) }
		}
		l = append(l, action{id: "skills.read", keys: []string{"enter", "l", "right"}, help: "read", foot: true, off: there, do: func() tea.Cmd { s.focus = 1; return nil }})
	}
	toggle := func(b *bool) func() tea.Cmd { return func() tea.Cmd { *b = !*b; return s.read() } }
	changedOff := there
	if there == "" && len(d.Old) == 0 {
		changedOff = "it was not written yet"
	}
	return append(l,
		action{id: "skills.pane", keys: []string{"tab", "shift+tab"}, help: "other pane", off: there, do: func() tea.Cmd { s.focus = 1 - s.focus; return nil }},
		action{id: "skills.write", keys: []string{"w"}, help: "write", foot: true, acts: true, also: "generate", off: cmpOff(there, when(d == nil || d.Written || there != "", noteOf(d))), do: func() tea.Cmd { return s.write([]string{d.Domain}) }},
		action{id: "skills.write-all", keys: []string{"W"}, help: "write all", also: "generate all", off: when(n > 0, none), do: func() tea.Cmd {
			s.push(&question{env: s.env, title: "Write all skills, agents and teams?", body: "Below " + line(s.opt.Dir) + ". What was edited by hand stays.", answers: []answer{{"y", "write", func() tea.Cmd { return s.write(nil) }}}})
			return nil
		}},
		action{id: "skills.diff", keys: []string{"v"}, help: "what would change", foot: true, off: changedOff, do: toggle(&s.diff)},
		action{id: "skills.source", keys: []string{"t"}, help: "source or rendered", off: there, do: toggle(&s.source)},
		action{id: "skills.edit", keys: []string{"e"}, help: "open in the editor", off: cmpOff(changedOff, when(s.opt.Editor != nil, "no editor is set; $EDITOR names one")), do: s.edit},
		action{id: "skills.copy", keys: []string{"y"}, help: "copy the path", off: there, do: func() tea.Cmd { return s.copy(filepath.Join(s.opt.Dir, filepath.FromSlash(d.Path))) }},
	)
}

func noteOf(d *engine.Draft) string {
	if d == nil {
		return ""
	}
	return d.Note
}

func (s *skills) write(domains []string) tea.Cmd {
	eng, out, ctx := s.eng, s.opt.Output(s.opt.Dir), s.ctx
	return func() tea.Msg {
		done, err := eng.Generate(ctx, domains, out)
		return applied(func() tea.Cmd {
			if err != nil {
				s.fail("write the skills", err)
				return s.load()
			}
			written := 0
			for _, a := range done {
				if a.Written {
					written++
				}
			}
			return tea.Batch(s.say(plural(written, "file")+" written below "+line(s.opt.Dir)), s.load())
		})
	}
}

// edit opens the written file in the editor, and reads it again afterwards.
func (s *skills) edit() tea.Cmd {
	path := filepath.Join(s.opt.Dir, filepath.FromSlash(s.at().Path))
	return tea.ExecProcess(s.opt.Editor(path), func(err error) tea.Msg {
		return applied(func() tea.Cmd { s.fail("edit "+path, err); return s.load() })
	})
}

func (s *skills) mouse(m mouse) tea.Cmd {
	if s.rects[1].Contains(m.x, m.y) && s.text != nil {
		s.focus = 1
		s.text.scroll(m.wheel)
		return nil
	}
	s.focus = 0
	if m.wheel != 0 {
		s.list.Move(m.wheel)
	} else {
		s.list.Click(m.y - 1)
	}
	return s.read()
}
