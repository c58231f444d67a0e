package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// sessions lists every commit with what it changed, and takes sessions back.
type sessions struct {
	*env
	all       []core.Session // the latest first
	active    map[string]bool
	list      list.List
	changes   slot[*core.Changeset]
	rows      list.List // of the changes
	preview   slot[preview]
	previewed string // whose preview it is
	report    *reader
	focus     int    // 0: the sessions, 1: the changes or the report
	wanted    string // to be chosen when the registry is open
	large     bool   // the changes of a large session are wanted
	rects     [2]frame.Rect
}

// preview is what taking a session back would do.
type preview struct {
	plan    *engine.Preview
	blocked error // ErrBlocked, or what else stands against it
}

func newSessions(e *env) *sessions { return &sessions{env: e} }

func (s *sessions) badge() string { return "" }

func (s *sessions) save() map[string]string {
	if x := s.at(); x != nil {
		return map[string]string{"session": x.ID}
	}
	return nil
}

func (s *sessions) restore(m map[string]string) { s.wanted = m["session"] }

func (s *sessions) open(p place) tea.Cmd {
	if p.session != "" {
		s.choose(p.session)
	}
	return s.load()
}

func (s *sessions) choose(id string) {
	if i := slices.IndexFunc(s.all, func(x core.Session) bool { return x.ID == id }); i >= 0 {
		s.list.Select(i)
	}
}

func (s *sessions) changed() tea.Cmd {
	chosen := s.wanted
	s.wanted = ""
	if x := s.at(); x != nil && s.list.Index() > 0 {
		chosen = x.ID
	}
	s.all = slices.Clone(s.snap.Sessions())
	slices.Reverse(s.all)
	s.active = s.snap.Active()
	s.list.SetLen(len(s.all))
	s.choose(chosen)
	return s.load()
}

// at is the chosen session, or nil.
func (s *sessions) at() *core.Session {
	if i := s.list.Index(); i < len(s.all) {
		return &s.all[i]
	}
	return nil
}

// load reads the chosen session's changes, and what taking it back would do.
func (s *sessions) load() tea.Cmd {
	s.report = nil
	s.rows.Home()
	x := s.at()
	if x == nil || s.eng == nil {
		s.changes.forget()
		s.preview.forget()
		return nil
	}
	if changesOf(x) > mostChanges && !s.large {
		s.changes.forget()
		s.preview.forget()
		return nil
	}
	s.large = false
	eng, id := s.eng, x.ID
	if id != s.previewed {
		s.preview.forget() // what is said, and done, is of the session that is chosen
	}
	s.previewed = id
	return tea.Batch(
		s.changes.load(s.env, func(context.Context) (*core.Changeset, error) { return eng.Changeset(id) }, func() tea.Cmd { s.fail("read "+id, s.changes.err); return nil }),
		s.preview.load(s.env, func(ctx context.Context) (preview, error) {
			p, err := eng.PreviewUnlearn(ctx, id, engine.UnlearnOptions{})
			return preview{p, err}, nil
		}, nil))
}

// mostChanges is how many changes of a session are read without being asked: a journal is read as a whole.
const mostChanges = 20000

func changesOf(x *core.Session) int { return x.Counts.Added + x.Counts.Updated + x.Counts.Removed }

// unread reports whether the chosen session is so large that its changes are read only when they are asked for.
func (s *sessions) unread() bool {
	x := s.at()
	return x != nil && changesOf(x) > mostChanges && !s.changes.loaded && !s.changes.busy
}

func (s *sessions) draw(w, h int) []string {
	if len(s.all) == 0 {
		return frame.Box(s.th, frame.Options{Title: "Sessions", Focus: true}, []string{"", "  No session yet.", "", s.th.Faint.Render("  Each learn, decision, import and taking back is one session, and can be taken back itself."), "", "  " + s.th.Key.Render("i") + "  learns a first source"}, w, h)
	}
	left := min(54, max(34, w*2/5))
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	if s.report != nil {
		return frame.Beside(s.queue(left, h), s.report.draw(s.th, frame.Options{Title: "Report " + s.at().ID, Focus: s.focus == 1}, w-left, h))
	}
	take := s.takeBack(w-left, h/2)
	return frame.Beside(s.queue(left, h), append(s.drawChanges(w-left, h-len(take)), take...))
}

func (s *sessions) queue(w, h int) []string {
	rows := s.list.View(s.th, list.Rows{Len: len(s.all), Height: 2, Focus: s.focus == 0, RenderLines: s.row}, w-4, h-2)
	return frame.Box(s.th, frame.Options{Title: "Sessions", Right: of(s.list.Index()+1, len(s.all)), Focus: s.focus == 0}, rows, w, h)
}

// sourcesOf are the sources of a session in words.
func sourcesOf(x core.Session) string {
	words := make([]string, len(x.Sources))
	for i, src := range x.Sources {
		words[i] = src
		if x.Kind == core.SessionLearn || x.Kind == core.SessionImport {
			words[i] = base(strings.TrimRight(src, "/"))
		}
	}
	return strings.Join(words, ", ")
}

// row is a session on two lines.
func (s *sessions) row(i, w int, _ bool) []string {
	x := s.all[i]
	st := s.th.Text
	state := string(x.Kind)
	switch {
	case x.Status == core.StatedRejected:
		st, state = s.th.Warn, "rejected"
	case x.Status == core.Failed:
		st, state = s.th.Bad, "failed"
	case !s.active[x.ID]:
		st, state = s.th.Faint, "taken back"
	}
	c := x.Counts
	counts := "+" + number(c.Added) + " ~" + number(c.Updated) + " =" + number(c.Skipped)
	if c.Removed > 0 {
		counts += " −" + number(c.Removed)
	}
	if c.Conflicts > 0 {
		counts += " " + s.th.Glyphs.Flag + number(c.Conflicts)
	}
	return []string{
		frame.Spread(s.th.Strong.Render(x.ID)+"  "+st.Render(line(sourcesOf(x))), s.th.Faint.Render(ago(x.Finished, s.now)), w),
		frame.Spread("       "+s.th.Faint.Render(counts), st.Render(state), w),
	}
}

// drawChanges lists what the chosen session did.
func (s *sessions) drawChanges(w, h int) []string {
	x := s.at()
	opt := frame.Options{Title: x.ID, Focus: s.focus == 1}
	switch {
	case s.changes.err != nil:
		return frame.Box(s.th, opt, []string{s.th.Bad.Render(line(s.changes.err.Error()))}, w, h)
	case s.unread():
		return frame.Box(s.th, opt, []string{plural(changesOf(x), "change"), "", s.th.Key.Render("enter") + " reads them"}, w, h)
	case !s.changes.loaded:
		return frame.Box(s.th, opt, []string{s.th.Faint.Render("reading …")}, w, h)
	}
	head := []string{frame.Truncate(s.th.Faint.Render(string(x.Kind)+" · ")+line(strings.Join(x.Sources, ", ")), w-4)}
	if x.Gate != nil {
		head = append(head, frame.Truncate(s.th.Faint.Render("gate · "+string(x.Gate.Verdict)+" by "+line(x.Gate.By)+", "+plural(len(x.Gate.Open), "open finding")), w-4))
	}
	for _, e := range x.Errors {
		head = append(head, s.th.Bad.Render(frame.Truncate(line(e), w-4)))
	}
	cs := s.changes.value
	n := len(cs.Changes) + len(cs.Conflicts)
	if n == 0 {
		return frame.Box(s.th, opt, append(head, "", s.th.Faint.Render("It changed nothing.")), w, h)
	}
	head = append(head, "")
	opt.Right = number(s.rows.Index()+1) + " of " + plural(n, "change")
	rows := s.rows.View(s.th, list.Rows{Len: n, Focus: s.focus == 1, Render: func(i, w int, _ bool) string { return s.change(i, w) }}, w-4, h-2-len(head))
	return frame.Box(s.th, opt, append(head, rows...), w, h)
}

// change is one change on a line.
func (s *sessions) change(i, w int) string {
	cs := s.changes.value
	if i >= len(cs.Changes) {
		c := cs.Conflicts[i-len(cs.Changes)]
		if c.After != nil {
			return frame.Spread(s.th.Warn.Render(s.th.Glyphs.Flag)+" "+s.name(c.After.Candidate.Kind, c.After.Candidate.Name), s.th.Faint.Render("waits"), w)
		}
		return frame.Spread(s.th.Good.Render(s.th.Glyphs.Check)+" "+s.name(c.Before.Candidate.Kind, c.Before.Candidate.Name), s.th.Faint.Render("decided"), w)
	}
	c := cs.Changes[i]
	mark, p, what := s.th.Good.Render("+"), c.After, ""
	switch {
	case c.Before == nil:
		what = line(p.Label)
	case c.After == nil:
		mark, p, what = s.th.Bad.Render("−"), c.Before, line(c.Before.Label)
	default:
		mark, what = s.th.Info.Render("~"), changed(c)
	}
	return frame.Spread(mark+" "+s.name(p.Kind, p.Name), s.th.Faint.Render(what), w)
}

// changed names the fields that differ.
func changed(c core.Change) string {
	var what []string
	a, b := c.Before, c.After
	if a.FormalStatement != b.FormalStatement {
		what = append(what, "statement")
	}
	if len(a.Dependencies) != len(b.Dependencies) {
		what = append(what, fmt.Sprintf("edges %d→%d", len(a.Dependencies), len(b.Dependencies)))
	}
	if len(a.Sources) != len(b.Sources) {
		what = append(what, fmt.Sprintf("sources %d→%d", len(a.Sources), len(b.Sources)))
	}
	if a.Proof != b.Proof {
		what = append(what, "proof")
	}
	if len(what) == 0 {
		return "details"
	}
	return strings.Join(what, ", ")
}

// takeBack says what taking the chosen session back would do.
func (s *sessions) takeBack(w, most int) []string {
	x := s.at()
	var body []string
	switch p := s.preview.value; {
	case s.unread():
		body = []string{s.th.Key.Render("enter") + " works out what it would do"}
	case !s.preview.loaded:
		body = []string{s.th.Faint.Render("working out what it would do …")}
	case !s.active[x.ID]:
		body = []string{s.th.Faint.Render("It was taken back. R on the session that did so brings it back.")}
	case errors.Is(p.blocked, engine.ErrNothing):
		body = []string{s.th.Faint.Render("There is nothing to take back.")}
	case p.plan == nil && p.blocked != nil:
		body = frame.Wrap(s.th.Bad.Render(line(p.blocked.Error())), w-4)
	default:
		body = frame.Wrap(strings.Join(planWords(p.plan), " · "), w-4)
		for i, b := range p.plan.Blockers {
			if i == 3 {
				body = append(body, s.th.Faint.Render(fmt.Sprintf("and %d more", len(p.plan.Blockers)-3)))
				break
			}
			body = append(body, frame.Wrap(s.th.Warn.Render(b.Session)+" "+line(b.Why), w-4)...)
		}
		if p.blocked == nil {
			body = append(body, frame.Wrap(s.th.Key.Render(s.keyOf("sessions.take-back", "R"))+" takes it back; undo brings it again", w-4)...)
		} else {
			body = append(body, frame.Wrap(s.th.Key.Render(s.keyOf("sessions.take-back", "R"))+" takes back what rests on it, too   "+s.th.Key.Render(s.keyOf("sessions.force", "F"))+" forces it alone", w-4)...)
		}
	}
	return frame.Box(s.th, frame.Options{Title: "Take back " + x.ID, Right: "preview"}, body, w, min(len(body)+2, most))
}

// planWords say what a taking back comes to.
func planWords(p *engine.Preview) []string {
	words := []string{"remove " + number(len(p.Removed)), "put back " + number(len(p.Reverted)), "bring back " + number(len(p.Restored))}
	if n := len(p.Reopened); n > 0 {
		words = append(words, plural(n, "conflict")+" again")
	}
	if n := len(p.Withdrawn); n > 0 {
		words = append(words, plural(n, "conflict")+" withdrawn")
	}
	return words
}

func (s *sessions) fit() tea.Cmd {
	if s.report == nil {
		return nil
	}
	return s.report.fit()
}

func (s *sessions) actions() []action {
	x := s.at()
	some := when(x != nil, "there is no session yet")
	var l []action
	switch {
	case s.focus == 0:
		l = moves(&s.list, len(s.all))
		for i := range l {
			do := l[i].do
			l[i].do = func() tea.Cmd { return tea.Batch(do(), s.load()) }
		}
		l = append(l, action{id: "sessions.changes", keys: []string{"enter", "l", "right"}, help: "its changes", foot: true, off: some, do: func() tea.Cmd {
			if s.unread() {
				s.large = true
				return s.load()
			}
			s.focus = 1
			return nil
		}})
	case s.report != nil:
		l = append(s.report.moves(), action{id: "sessions.list", keys: []string{"h", "left", "esc"}, help: "sessions", foot: true, do: func() tea.Cmd { s.report, s.focus = nil, 0; return nil }})
	default:
		n := 0
		if s.changes.loaded {
			n = len(s.changes.value.Changes) + len(s.changes.value.Conflicts)
		}
		l = append(moves(&s.rows, n),
			action{id: "sessions.compare", keys: []string{"enter", "l", "right"}, help: "before and after", foot: true, off: when(n > 0, "it changed nothing"), do: s.compare},
			action{id: "sessions.list", keys: []string{"h", "left", "esc"}, help: "sessions", foot: true, do: func() tea.Cmd { s.focus = 0; return nil }})
	}
	back, force := s.takeBackOff()
	return append(l,
		action{id: "sessions.pane", keys: []string{"tab", "shift+tab"}, help: "other pane", do: func() tea.Cmd { s.focus = 1 - s.focus; return nil }},
		action{id: "sessions.take-back", keys: []string{"R"}, help: "take back", also: "unlearn", foot: true, off: back, do: s.askTakeBack},
		action{id: "sessions.force", keys: []string{"F"}, help: "force", off: force, do: s.askForce},
		action{id: "sessions.report", keys: []string{"r"}, help: "report", foot: true, off: some, do: func() tea.Cmd {
			eng, id := s.eng, x.ID
			s.focus, s.report = 1, newReader(s.env)
			return s.report.markdown(func(context.Context) (string, error) {
				rep, err := eng.Report(id)
				if err != nil {
					return "", err
				}
				var b strings.Builder
				err = rep.Markdown(&b)
				return b.String(), err
			})
		}},
		action{id: "sessions.findings", keys: []string{"f"}, help: "its findings", off: when(x != nil && x.Gate != nil && len(x.Gate.Open) > 0, "it had no finding above info"), do: func() tea.Cmd {
			return s.goTo(place{screen: onFindings, session: x.ID})
		}},
	)
}

// takeBackOff says why the chosen session cannot be taken back, and why it need not be forced.
func (s *sessions) takeBackOff() (back, force string) {
	x := s.at()
	p := s.preview.value
	switch {
	case x == nil:
		return "there is no session yet", "there is no session yet"
	case !s.preview.loaded:
		return "what it would do is still being worked out", "what it would do is still being worked out"
	case !s.active[x.ID]:
		return "it was taken back already", "it was taken back already"
	case errors.Is(p.blocked, engine.ErrNothing):
		return "it changed nothing", "it changed nothing"
	case p.plan == nil:
		return "it cannot be taken back", "it cannot be taken back"
	case p.blocked == nil:
		return "", "nothing rests on it; R takes it back"
	}
	return "", ""
}

func (s *sessions) askTakeBack() tea.Cmd {
	x, p := s.at(), s.preview.value
	if p.blocked == nil {
		s.push(&question{env: s.env, title: "Take back " + x.ID + "?", body: strings.Join(planWords(p.plan), " · ") + ".\nTaking back is a session too: u brings it again.",
			answers: []answer{{"y", "take it back", func() tea.Cmd { return s.unlearn(x.ID, engine.UnlearnOptions{}) }}}})
		return nil
	}
	eng, id := s.eng, x.ID
	var all preview
	return func() tea.Msg {
		plan, err := eng.PreviewUnlearn(s.ctx, id, engine.UnlearnOptions{Cascade: true})
		return applied(func() tea.Cmd {
			if err != nil {
				s.fail("take back "+id, err)
				return nil
			}
			all.plan = plan
			s.push(&question{env: s.env, title: "Take back what rests on " + id + ", too?",
				body:    fmt.Sprintf("%s: %s.\nThey go newest first: %s.", plural(len(plan.Cascade), "session"), strings.Join(plan.Cascade, ", "), strings.Join(planWords(plan), " · ")),
				answers: []answer{{"y", "take them back", func() tea.Cmd { return s.unlearn(id, engine.UnlearnOptions{Cascade: true}) }}}})
			return nil
		})
	}
}

// askForce asks for the id to be typed: what rests on the session loses its edges.
func (s *sessions) askForce() tea.Cmd {
	id := s.at().ID
	s.push(newPrompt(s.env, "Force "+id, "What rests on it stays and loses its edges to what goes; they are put on record. Type the id to do it.", "", func(v string) tea.Cmd {
		if v != id {
			return s.say("that is not " + id + "; nothing was changed")
		}
		return s.unlearn(id, engine.UnlearnOptions{Force: true})
	}))
	return nil
}

func (s *sessions) unlearn(id string, opt engine.UnlearnOptions) tea.Cmd {
	return s.env.unlearn(id, opt, func(done *core.Session, err error) tea.Cmd {
		if err != nil {
			s.fail("take back "+id, err)
		}
		if done == nil {
			return nil
		}
		s.undo.committed(done.ID, "take back "+id)
		return s.say(id + " is taken back · u brings it again")
	})
}

// compare opens before and after of the chosen change.
func (s *sessions) compare() tea.Cmd {
	i, cs := s.rows.Index(), s.changes.value
	if i >= len(cs.Changes) {
		c := cs.Conflicts[i-len(cs.Changes)]
		if c.After != nil && s.snap.Conflict(c.ID) != nil {
			return s.goTo(place{screen: onConflicts, id: c.ID})
		}
		return s.say("the conflict was decided")
	}
	s.push(newComparison(s.env, cs.Changes[i]))
	return nil
}

func (s *sessions) mouse(m mouse) tea.Cmd {
	if s.rects[1].Contains(m.x, m.y) {
		s.focus = 1
		switch {
		case s.report != nil:
			s.report.scroll(m.wheel)
		case m.wheel != 0:
			s.rows.Move(m.wheel)
		}
		return nil
	}
	s.focus = 0
	if m.wheel != 0 {
		s.list.Move(m.wheel)
	} else {
		s.list.Click(m.y - 1)
	}
	return s.load()
}
