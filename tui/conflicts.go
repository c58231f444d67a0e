package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
	"lemma/core/text"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// conflicts is the queue of candidates that wait, each beside what it was compared with.
type conflicts struct {
	*env
	queue   []*core.Conflict
	later   map[string]bool // skipped for now: they stand at the end
	sent    map[string]bool // on their way to be decided
	decided map[string]bool // and out of the queue; one that comes back was undone
	list    list.List
	costs   slot[map[core.Resolution]*engine.Effect]
	priced  string // whose costs they are
	unified bool
	last    core.Resolution // what was decided last, for "same again"
	top     int             // of the comparison
	wanted  string
	rects   [2]frame.Rect
}

func newConflicts(e *env) *conflicts {
	return &conflicts{env: e, later: map[string]bool{}, sent: map[string]bool{}, decided: map[string]bool{}}
}

func (s *conflicts) badge() string {
	if len(s.queue) == 0 {
		return ""
	}
	return number(len(s.queue))
}

func (s *conflicts) save() map[string]string {
	m := map[string]string{}
	if c := s.at(); c != nil {
		m["conflict"] = c.ID
	}
	if s.unified {
		m["unified"] = "yes"
	}
	return m
}

func (s *conflicts) restore(m map[string]string) {
	s.wanted, s.unified = m["conflict"], m["unified"] != ""
}

func (s *conflicts) open(p place) tea.Cmd {
	if p.id != "" {
		s.choose(p.id)
	}
	return s.look()
}

func (s *conflicts) choose(id string) {
	if i := slices.IndexFunc(s.queue, func(c *core.Conflict) bool { return c.ID == id }); i >= 0 {
		s.list.Select(i)
	}
}

// changed takes the queue of the snapshot; the choice stays, or goes to what stands in its place.
func (s *conflicts) changed() tea.Cmd {
	at := s.wanted
	s.wanted = ""
	if c := s.at(); c != nil {
		at = c.ID
	}
	s.list.Unmark()
	s.fill()
	s.choose(at)
	for _, c := range slices.Backward(s.queue) {
		if s.decided[c.ID] {
			delete(s.decided, c.ID)
			s.choose(c.ID)
		}
	}
	return s.look()
}

func (s *conflicts) fill() {
	s.queue = s.queue[:0:0]
	for _, skipped := range []bool{false, true} {
		for _, c := range s.snap.Conflicts() {
			if s.later[c.ID] == skipped && !s.sent[c.ID] {
				s.queue = append(s.queue, c)
			}
		}
	}
	s.list.SetLen(len(s.queue))
}

func (s *conflicts) at() *core.Conflict {
	if i := s.list.Index(); i < len(s.queue) {
		return s.queue[i]
	}
	return nil
}

// existing is what the candidate was compared with, nil when it is gone.
func (s *conflicts) existing(c *core.Conflict) *core.Primitive {
	return s.snap.Primitive(c.Match.Existing)
}

// look works out what each answer to the chosen conflict costs.
func (s *conflicts) look() tea.Cmd {
	s.top = 0
	c := s.at()
	if c == nil || s.eng == nil {
		s.costs.forget()
		return nil
	}
	eng, id := s.eng, c.ID
	if id != s.priced {
		s.costs.forget() // a price is of the conflict that is chosen
	}
	s.priced = id
	return s.costs.load(s.env, func(ctx context.Context) (map[core.Resolution]*engine.Effect, error) {
		costs := map[core.Resolution]*engine.Effect{}
		for _, r := range engine.Resolutions {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			cost, err := eng.Cost(id, r)
			if err != nil {
				return nil, err
			}
			costs[r] = cost
		}
		return costs, nil
	}, nil)
}

func (s *conflicts) draw(w, h int) []string {
	c := s.at()
	if c == nil {
		return frame.Box(s.th, frame.Options{Title: "Conflicts", Focus: true}, []string{"", "  Nothing waits for a decision.", "",
			s.th.Faint.Render("  When a text says what is known already in other words, the two stand here side by side."),
			s.th.Faint.Render("  Nothing is overwritten until you choose, and u takes every choice back.")}, w, h)
	}
	left := min(40, max(24, w/4))
	if w < leastQueue { // the two texts need the room more
		left = 0
	}
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	choice := s.choice(c, w-left, h-max(leastSide, h*2/5))
	room := h - len(choice)
	var sides []string
	if s.unified || w-left < 76 {
		sides = s.together(c, w-left, room)
	} else {
		half := (w - left) / 2
		sides = frame.Beside(s.side(c, text.Old, half, room), s.side(c, text.New, w-left-half, room))
	}
	sides = append(sides, choice...)
	if left == 0 {
		return sides
	}
	return frame.Beside(s.drawQueue(left, h), sides)
}

// What is shown of the queue and of the two texts on a small terminal: below so many cells the queue gives way, and the
// texts have at least so many lines, the box around them included.
const (
	leastQueue = 76
	leastSide  = 5
)

// where is the place in the queue.
func (s *conflicts) where() string {
	return of(s.list.Index()+1, len(s.queue))
}

func (s *conflicts) drawQueue(w, h int) []string {
	rows := s.list.View(s.th, list.Rows{Len: len(s.queue), Focus: true, Render: func(i, w int, _ bool) string {
		c := s.queue[i]
		right := fmt.Sprintf("%.2f", c.Match.Confidence)
		if s.later[c.ID] {
			right = "later"
		}
		return frame.Spread(s.name(c.Candidate.Kind, c.Candidate.Name), s.th.Faint.Render(right), w)
	}}, w-4, h-2)
	footer := ""
	if n := len(s.list.Marked()); n > 0 {
		footer = fmt.Sprintf("%s marked, %s decides", number(n), s.keyOf("conflicts.many", "X"))
	}
	return frame.Box(s.th, frame.Options{Title: "Queue", Right: s.where(), Footer: footer, Focus: true}, rows, w, h)
}

// sides are the two statements, with a primitive without content where the existing one is gone.
func (s *conflicts) sides(c *core.Conflict) (old, cand *core.Primitive) {
	old = s.existing(c)
	if old == nil {
		old = &core.Primitive{}
	}
	return old, &c.Candidate
}

// gone is said in place of an existing primitive that was taken back since the candidate came.
const gone = "What it was compared with is not in the registry any more."

// side draws one of the two, with what only it says marked.
func (s *conflicts) side(c *core.Conflict, op text.Op, w, h int) []string {
	old, cand := s.sides(c)
	p, o, key, title := old, cand, s.answerKey(answers[0]), "existing"
	if op == text.New {
		p, o, key, title = cand, old, s.answerKey(answers[1]), "candidate"
	}
	switch {
	case s.existing(c) != nil:
	case op == text.Old:
		return frame.Box(s.th, frame.Options{Title: title, Right: "gone"}, frame.Wrap(s.th.Faint.Render(gone), w-4), w, h)
	default:
		o = p // nothing to mark
	}
	body := []string{s.name(p.Kind, p.Name), s.th.Faint.Render(line(p.Label)), ""}
	body = append(body, diffSide(s.th, text.Diff(text.Readable(cmp.Or(old.FormalStatement, cand.FormalStatement)), text.Readable(cand.FormalStatement)), op, w-4)...)
	body = append(body, "")
	body = append(body, s.fields(p, o, op, w-4)...)
	opt := frame.Options{Title: title, Right: key}
	body = s.scrolled(body, h-2, &opt)
	return frame.Box(s.th, opt, body, w, h)
}

// together draws both in one text.
func (s *conflicts) together(c *core.Conflict, w, h int) []string {
	old, cand := s.sides(c)
	opt := frame.Options{Title: "existing and candidate"}
	if w < leastQueue {
		opt = frame.Options{Title: s.name(cand.Kind, cand.Name), Right: s.where()}
	}
	if s.existing(c) == nil {
		body := append(frame.Wrap(s.th.Faint.Render(gone), w-4), "")
		body = append(body, s.statement(cand, w-4)...)
		body = append(body, "")
		body = append(body, s.fields(cand, cand, text.New, w-4)...)
		body = s.scrolled(body, h-2, &opt)
		return frame.Box(s.th, opt, body, w, h)
	}
	body := []string{frame.Spread(s.name(old.Kind, old.Name), s.th.Faint.Render("existing "+line(old.Label)), w-4), frame.Spread(s.name(cand.Kind, cand.Name), s.th.Faint.Render("candidate "+line(cand.Label)), w-4), ""}
	if h < 10 { // the statement first; the title has the name
		body = nil
	}
	body = append(body, diffUnified(s.th, text.Diff(text.Readable(old.FormalStatement), text.Readable(cand.FormalStatement)), w-4)...)
	body = append(body, "", s.th.Faint.Render("existing"))
	body = append(body, s.fields(old, cand, text.Old, w-4)...)
	body = append(body, s.th.Faint.Render("candidate"))
	body = append(body, s.fields(cand, old, text.New, w-4)...)
	body = s.scrolled(body, h-2, &opt)
	return frame.Box(s.th, opt, body, w, h)
}

// scrolled keeps the lines from the top of the comparison on, and says how the rest is reached.
func (s *conflicts) scrolled(body []string, h int, opt *frame.Options) []string {
	s.top = max(0, min(s.top, len(body)-h))
	if n := len(body) - h - s.top; n > 0 {
		opt.Footer = s.keyOf("conflicts.scroll-down", "J") + ": " + plural(n, "more line")
	}
	return body[s.top:]
}

func (s *conflicts) fields(p, o *core.Primitive, op text.Op, w int) []string {
	var out []string
	add := func(key, value string) {
		if value == "" {
			return
		}
		for i, l := range frame.Wrap(value, w-9) {
			if i > 0 {
				key = ""
			}
			out = append(out, s.th.Faint.Render(frame.Pad(key, 9))+l)
		}
	}
	needs := func(p *core.Primitive) []string {
		var names []string
		for _, e := range p.Dependencies {
			if e.Type == core.Requires {
				names = append(names, s.nameOf(e.Target))
			}
		}
		return names
	}
	add("kind", diffField(s.th, []string{strings.TrimSpace(string(p.Kind) + " " + roleOf(p))}, []string{strings.TrimSpace(string(o.Kind) + " " + roleOf(o))}, op))
	if p.ComputationalForm != o.ComputationalForm {
		add("form", line(p.ComputationalForm))
	}
	add("needs", diffField(s.th, needs(p), needs(o), op))
	if s.snap.Primitive(p.ID) != nil && op == text.Old {
		add("used by", plural(len(s.snap.Dependents(p.ID)), "primitive"))
	}
	add("keywords", diffField(s.th, p.Keywords, o.Keywords, op))
	if p.Source.Document != "" {
		where := base(p.Source.Document)
		if len(p.Section) > 0 {
			where += " · " + p.Section[len(p.Section)-1]
		}
		add("from", line(where))
	}
	if n := len(p.Sources); n > 0 {
		add("also in", plural(n, "other place"))
	}
	return out
}

// reply is one of the answers to a conflict.
type reply struct {
	key        string
	resolution core.Resolution
	words      string
}

// id is the reply's action.
func (r reply) id() string { return "conflicts." + string(r.resolution) }

// answerKey is the key of a reply as the user configured it.
func (s *conflicts) answerKey(r reply) string { return s.keyOf(r.id(), r.key) }

// answers are the three, with their keys: left, right, and both.
var answers = []reply{{"h", core.KeepExisting, "keep existing"}, {"l", core.KeepCandidate, "keep candidate"}, {"b", core.KeepBoth, "keep both"}}

// choice says what each answer costs, whole, and where there is room why the two were not told apart.
func (s *conflicts) choice(c *core.Conflict, w, most int) []string {
	m := c.Match
	body := s.costLines(w - 4)
	if s.costs.err != nil {
		body = append(body, frame.Wrap(s.th.Bad.Render(line(s.costs.err.Error())), w-4)...)
	}
	why := frame.Wrap(s.th.Faint.Render(line(m.Rationale)), w-4)
	if s.existing(c) == nil {
		why = nil // it speaks of what is gone
	}
	if len(why) <= 3 && len(why)+len(body)+2 <= most {
		body = append(why, body...)
	}
	if len(body)+3 <= most && len(why) > 0 {
		body = append([]string{s.th.Faint.Render("statement ") + fmt.Sprintf("%.2f", m.Scores.Statement) + s.th.Faint.Render("  form ") + fmt.Sprintf("%.2f", m.Scores.Form) +
			s.th.Faint.Render("  keywords ") + fmt.Sprintf("%.2f", m.Scores.Keywords) + s.th.Faint.Render("  distance ") + fmt.Sprintf("%.2f", m.Scores.Distance)}, body...)
	}
	return frame.Box(s.th, frame.Options{Title: strings.ReplaceAll(string(m.Class), "-", " "), Right: c.ID + "  " + s.keyOf("conflicts.later", "s") + " later"}, body, w, min(len(body)+2, most))
}

// costLines are the answers, each with all that it would do.
func (s *conflicts) costLines(w int) []string {
	var out []string
	for _, a := range answers {
		cost := "…"
		if e := s.costs.value[a.resolution]; s.costs.loaded && e != nil {
			cost = e.Text
		}
		key := s.answerKey(a)
		column, hang := frame.Pad(a.words, 15), frame.Width(key)+1+15
		if w < 64 { // a column for the words would leave too little
			column, hang = a.words+": ", 2
		}
		first := frame.Width(key) + 1 + frame.Width(column)
		words := frame.Wrap(strings.Repeat(" ", first-hang)+line(cost), w-hang)
		for i, l := range words {
			if i == 0 {
				out = append(out, s.th.Key.Render(key)+" "+column+s.th.Faint.Render(strings.TrimLeft(l, " ")))
			} else {
				out = append(out, strings.Repeat(" ", hang)+s.th.Faint.Render(l))
			}
		}
	}
	return out
}

func (s *conflicts) actions() []action {
	c := s.at()
	l := moves(&s.list, len(s.queue))
	for i := range l {
		do := l[i].do
		l[i].do = func() tea.Cmd { return tea.Batch(do(), s.look()) }
	}
	some := when(c != nil, "nothing waits for a decision")
	if s.snap == nil {
		some = "the registry is still being opened"
	}
	marked := s.list.Marked()
	times := ""
	if len(marked) > 0 {
		times = " ×" + number(len(marked))
	}
	for _, a := range answers {
		off := some
		if c != nil && len(marked) == 0 && a.resolution == core.KeepExisting && s.existing(c) == nil {
			off = "what it was compared with was taken back"
		}
		l = append(l, action{id: a.id(), keys: []string{a.key}, help: a.words + times, foot: c != nil, off: off, acts: true, do: func() tea.Cmd { return s.decideChosen(a.resolution) }})
	}
	scroll := func(n int) func() tea.Cmd { return func() tea.Cmd { s.top += n; return nil } }
	return append(l,
		action{id: "conflicts.later", keys: []string{"s"}, help: "later", foot: c != nil, off: some, do: s.skip},
		action{id: "conflicts.again", keys: []string{"."}, help: s.againWord() + times, off: cmpOff(some, when(s.last != "", "nothing was decided yet")), acts: true, do: func() tea.Cmd { return s.decideChosen(s.last) }},
		action{id: "conflicts.mark", keys: []string{"space"}, help: "mark", foot: c != nil, off: some, do: func() tea.Cmd { s.list.Mark(); return s.look() }},
		action{id: "conflicts.range", keys: []string{"v"}, help: "mark a range", off: some, do: func() tea.Cmd {
			s.list.Range()
			if s.list.Ranging() {
				return s.say("move, then v marks all between")
			}
			return nil
		}},
		action{id: "conflicts.all", keys: []string{"*"}, help: "mark all", off: some, do: func() tea.Cmd { s.list.MarkAll(); return nil }},
		action{id: "conflicts.many", keys: []string{"X"}, help: "decide the marked", foot: len(marked) > 0, off: cmpOff(some, when(len(marked) > 0, "none is marked; space marks")), do: s.decideMarked},
		action{id: "conflicts.unified", keys: []string{"t"}, help: s.layoutWord(), off: some, do: func() tea.Cmd { s.unified = !s.unified; s.top = 0; return nil }},
		action{id: "conflicts.scroll-down", keys: []string{"J", "shift+down"}, help: "scroll the comparison", off: some, do: scroll(1)},
		action{id: "conflicts.scroll-up", keys: []string{"K", "shift+up"}, help: "scroll it back", off: some, do: scroll(-1)},
		action{id: "conflicts.graph", keys: []string{"enter"}, help: "existing in the graph", off: cmpOff(some, when(c != nil && s.existing(c) != nil, "the existing one is gone")), do: func() tea.Cmd {
			return s.goTo(place{screen: onGraph, id: c.Match.Existing})
		}},
	)
}

// cmpOff is the first reason there is.
func cmpOff(reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}

func (s *conflicts) againWord() string {
	for _, a := range answers {
		if a.resolution == s.last {
			return "same again: " + a.words
		}
	}
	return "same again"
}

func (s *conflicts) layoutWord() string {
	if s.unified {
		return "side by side"
	}
	return "in one text"
}

// skip puts the chosen conflict at the end of the queue, or the marked ones.
func (s *conflicts) skip() tea.Cmd {
	i := s.list.Index()
	for _, c := range s.chosen() {
		s.later[c.ID] = true
	}
	s.list.Unmark()
	s.fill()
	s.list.Select(min(i, len(s.queue)-1))
	return s.look()
}

// chosen are the marked conflicts, or the one under the cursor when none is marked.
func (s *conflicts) chosen() []*core.Conflict {
	var list []*core.Conflict
	for _, i := range s.list.Marked() {
		list = append(list, s.queue[i])
	}
	if len(list) == 0 {
		list = append(list, s.at())
	}
	return list
}

// decideChosen answers the conflict under the cursor at once, and marked ones after a question.
func (s *conflicts) decideChosen(r core.Resolution) tea.Cmd {
	if len(s.list.Marked()) == 0 {
		return s.decide(s.chosen(), r)
	}
	marked, words := s.chosen(), strings.ReplaceAll(string(r), "-", " ")
	s.askMarked(marked, strings.ToUpper(words[:1])+words[1:]+" for ", "?", []answer{{"y", words, func() tea.Cmd { return s.decide(marked, r) }}})
	return nil
}

// decide answers conflicts in one session. The list goes on at once, and goes back when it fails.
func (s *conflicts) decide(list []*core.Conflict, r core.Resolution) tea.Cmd {
	var choices []engine.Choice
	for _, c := range list {
		choices = append(choices, engine.Choice{Conflict: c.ID, Resolution: r})
		s.sent[c.ID] = true
	}
	what := strings.ReplaceAll(string(r), "-", " ") + ": " + maths(list[0].Candidate.Name)
	if len(list) > 1 {
		what = fmt.Sprintf("%s ×%d", strings.ReplaceAll(string(r), "-", " "), len(list))
	}
	s.last = r
	s.list.Unmark()
	s.fill()
	cmd := s.resolve(choices, what, func() {
		for _, c := range list {
			delete(s.sent, c.ID)
			s.decided[c.ID] = s.eng.Snapshot().Conflict(c.ID) == nil
		}
	})
	return tea.Batch(cmd, s.look())
}

// decideMarked asks which answer the marked ones get.
func (s *conflicts) decideMarked() tea.Cmd {
	marked := s.chosen()
	var list []answer
	for _, a := range answers {
		list = append(list, answer{s.answerKey(a), a.words, func() tea.Cmd { return s.decide(marked, a.resolution) }})
	}
	s.askMarked(marked, "Decide ", "", list)
	return nil
}

// askMarked asks about the marked ones, with their count and the riskiest first.
func (s *conflicts) askMarked(marked []*core.Conflict, before, after string, list []answer) {
	risk := func(c *core.Conflict) int { return len(s.snap.Dependents(c.Match.Existing)) }
	risky := slices.Clone(marked)
	slices.SortStableFunc(risky, func(a, b *core.Conflict) int { return risk(b) - risk(a) })
	body := []string{"The riskiest of them, by what rests on the existing one:"}
	for i, c := range risky {
		if i == 3 {
			break
		}
		body = append(body, fmt.Sprintf("  %s: %s", maths(c.Candidate.Name), plural(risk(c), "dependent")))
	}
	s.push(&question{env: s.env, title: before + plural(len(marked), "marked conflict") + after, body: strings.Join(append(body, "", "It is one session; u takes it back."), "\n"), answers: list})
}

func (s *conflicts) mouse(m mouse) tea.Cmd {
	if s.rects[1].Contains(m.x, m.y) {
		s.top += m.wheel
		return nil
	}
	if m.wheel != 0 {
		s.list.Move(m.wheel)
	} else {
		s.list.Click(m.y - 1)
	}
	return s.look()
}
