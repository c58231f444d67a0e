package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// findings shows what the sanitizer found: of the run that asks, or of a session that is over. At the gate it takes the
// decision; nothing is approved by one key while a critical finding is open.
type findings struct {
	*env
	learner *learner
	asked   *asked // the question that is on screen; nil when the findings are of a session
	session string // whose findings are shown; empty: none
	verdict *core.Decision
	all     []core.Finding
	index   []int // of what the decision calls Open, -1 for what is below
	shown   []int // of all, after the filter
	filter  filter
	list    list.List
	said    map[int]core.Review // by index in all
	dropped map[string]bool     // documents that an approval leaves out
	words   []word              // said since the gate opened, the latest last
	context slot[excerpt]
	rects   [2]frame.Rect
}

// word is a review that was given, with what stood there before.
type word struct {
	finding int // index in all
	before  core.Review
	had     bool
}

// filter narrows the findings. Empty fields let everything through.
type filter struct {
	category core.Category
	severity core.Severity
	document string
}

func newFindings(e *env, l *learner) *findings {
	return &findings{env: e, learner: l, said: map[int]core.Review{}, dropped: map[string]bool{}}
}

func (s *findings) badge() string {
	if s.learner.asked == nil {
		return ""
	}
	if s.asked != s.learner.asked {
		n := 0
		for _, d := range s.learner.asked.question.Report.Documents {
			n += len(d.Findings)
		}
		return number(max(1, n))
	}
	open := len(s.all) - len(s.said)
	return number(max(1, open)) // the gate itself waits when every finding is reviewed
}

// open shows the question of the gate where one waits, else the findings of a session.
func (s *findings) open(p place) tea.Cmd {
	switch {
	case s.learner.asked != nil && s.learner.asked != s.asked:
		s.asked, s.session, s.verdict = s.learner.asked, "", nil
		s.said, s.dropped, s.words = map[int]core.Review{}, map[string]bool{}, nil
		s.take(s.asked.question.Report)
	case s.learner.asked != nil:
	case p.session != "":
		return s.past(p.session)
	case s.asked != nil || s.session == "":
		return s.past(s.latest())
	}
	return s.look()
}

// latest is the session that last had something found, or empty.
func (s *findings) latest() string {
	if s.snap == nil {
		return ""
	}
	for _, x := range slices.Backward(s.snap.Sessions()) {
		if x.Gate != nil && len(x.Gate.Open) > 0 {
			return x.ID
		}
	}
	return ""
}

// take lists the findings of a report, the worst first, the documents in their order.
func (s *findings) take(r *core.HygieneReport) {
	s.all, s.index = nil, nil
	open := 0
	for _, d := range r.Documents {
		for _, f := range d.Findings {
			if f.Document == "" {
				f.Document = d.Name
			}
			s.all = append(s.all, f)
			if f.Severity.Rank() == 0 {
				s.index = append(s.index, -1)
				continue
			}
			s.index = append(s.index, open)
			open++
		}
	}
	s.list.Home()
	s.narrow(filter{})
}

// past lists what was open when a session was decided.
func (s *findings) past(id string) tea.Cmd {
	s.asked, s.session, s.verdict, s.all, s.index = nil, id, nil, nil, nil
	s.said, s.dropped = map[int]core.Review{}, map[string]bool{}
	if s.snap != nil && id != "" {
		if x, ok := s.snap.Session(id); ok && x.Gate != nil {
			s.verdict, s.all = x.Gate, x.Gate.Open
			for i := range s.all {
				s.index = append(s.index, i)
			}
			for _, r := range x.Gate.Reviews {
				s.said[r.Finding] = r
			}
		}
	}
	s.list.Home()
	s.narrow(filter{})
	return s.look()
}

// narrow applies a filter.
func (s *findings) narrow(f filter) {
	s.filter, s.shown = f, nil
	for i, x := range s.all {
		if (f.category == "" || x.Category == f.category) && (f.severity == "" || x.Severity == f.severity) && (f.document == "" || x.Document == f.document) {
			s.shown = append(s.shown, i)
		}
	}
	slices.SortStableFunc(s.shown, func(a, b int) int { return s.all[b].Severity.Rank() - s.all[a].Severity.Rank() })
}

// at is the finding that is chosen, -1 when there is none.
func (s *findings) at() int {
	if i := s.list.Index(); i < len(s.shown) {
		return s.shown[i]
	}
	return -1
}

func (s *findings) changed() tea.Cmd { return nil }

func (s *findings) save() map[string]string { return map[string]string{"session": s.session} }

func (s *findings) restore(m map[string]string) { s.session = m["session"] }

// look loads the text around the chosen finding.
func (s *findings) look() tea.Cmd {
	i := s.at()
	if i < 0 {
		s.context.forget()
		return nil
	}
	f := s.all[i]
	if s.asked != nil {
		raw := s.learner.run.Original(f.Document)
		return s.context.replace(s.env, func(context.Context) (excerpt, error) { return newExcerpt(raw, f), nil }, nil)
	}
	x, _ := s.snap.Session(s.session)
	digest, ok := x.Original(f.Document)
	eng := s.eng
	return s.context.replace(s.env, func(context.Context) (excerpt, error) {
		if !ok {
			return excerpt{}, nil
		}
		raw, err := eng.Original(digest)
		if err != nil { // rejected or taken back: its bytes are not kept
			return excerpt{}, nil //nolint:nilerr // the finding's own excerpt is shown instead
		}
		return newExcerpt(raw, f), nil
	}, nil)
}

func (s *findings) draw(w, h int) []string {
	if len(s.all) == 0 && s.asked == nil {
		return s.empty(w, h)
	}
	left := min(46, max(32, w*2/5))
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	gate := s.gateBox(w - left)
	detail := s.detail(w-left, h-len(gate))
	return frame.Beside(s.queue(left, h), append(detail, gate...))
}

func (s *findings) empty(w, h int) []string {
	body := []string{"", "  Nothing waits for your decision.", "",
		s.th.Faint.Render("  What the sanitizer finds in a text is shown here before the text is let in."),
		s.th.Faint.Render("  Texts of your own without findings pass; a stranger's always ask you."), ""}
	if s.snap != nil && s.latest() == "" && len(s.snap.Sessions()) > 0 {
		body = append(body, s.th.Faint.Render("  No session of this registry had a finding above info."))
	}
	return frame.Box(s.th, frame.Options{Title: "Findings", Focus: true}, body, w, h)
}

// counts are how many findings are open and reviewed.
func (s *findings) counts() (reviewed, critical int) {
	for i, f := range s.all {
		if _, ok := s.said[i]; ok {
			reviewed++
		} else if f.Severity == core.Critical {
			critical++
		}
	}
	return reviewed, critical
}

func (s *findings) queue(w, h int) []string {
	reviewed, critical := s.counts()
	head := []string{fmt.Sprintf("%d of %d reviewed · ", reviewed, len(s.all)) + s.th.Bad.Render(fmt.Sprintf("%d critical open", critical))}
	if critical == 0 {
		head[0] = fmt.Sprintf("%d of %d reviewed", reviewed, len(s.all))
	}
	if s.filter != (filter{}) {
		head = append(head, s.th.Info.Render(frame.Truncate("only "+s.filterWords(), w-4)))
	}
	head = append(head, "")
	rows := s.list.View(s.th, list.Rows{Len: len(s.shown), Focus: true, Render: func(i, w int, _ bool) string { return s.row(s.shown[i], w) }}, w-4, h-2-len(head))
	right := of(min(s.list.Index()+1, len(s.shown)), len(s.shown))
	return frame.Box(s.th, frame.Options{Title: "Findings", Right: right, Focus: true}, append(head, rows...), w, h)
}

func (s *findings) filterWords() string {
	var words []string
	for _, x := range []string{string(s.filter.severity), string(s.filter.category), line(s.filter.document)} {
		if x != "" {
			words = append(words, x)
		}
	}
	return strings.Join(words, ", ")
}

func (s *findings) row(i, w int) string {
	f := s.all[i]
	mark := " "
	switch r, ok := s.said[i]; {
	case s.dropped[f.Document]:
		mark = s.th.Faint.Render(s.th.Glyphs.Cross)
	case ok && r.Flagged:
		mark = s.th.Warn.Render(s.th.Glyphs.Flag)
	case ok:
		mark = s.th.Good.Render(s.th.Glyphs.Check)
	}
	where := fmt.Sprintf("line %d", f.Line)
	if s.several() {
		where = fmt.Sprintf("%s:%d", base(f.Document), f.Line)
	}
	if f.Count > 1 {
		where += fmt.Sprintf(" ×%d", f.Count)
	}
	what := line(f.Rule)
	if w > 40 {
		what = string(f.Category) + s.th.Faint.Render(" "+what)
	}
	return mark + " " + frame.Spread(s.severity(f.Severity)+" "+what, s.th.Faint.Render(line(where)), w-2)
}

// several reports whether the findings are of more than one document.
func (s *findings) several() bool {
	return slices.ContainsFunc(s.all, func(f core.Finding) bool { return f.Document != s.all[0].Document })
}

func base(name string) string {
	return name[strings.LastIndexAny(name, "/!")+1:]
}

// detail shows the chosen finding in its place.
func (s *findings) detail(w, h int) []string {
	i := s.at()
	if i < 0 {
		return frame.Box(s.th, frame.Options{Title: "–"}, []string{s.th.Faint.Render("no finding passes the filter; " + s.keyOf("findings.filter", "f") + " changes it")}, w, h)
	}
	f := s.all[i]
	opt := frame.Options{Title: fmt.Sprintf("%s · %s", f.Category, f.Severity), Right: fmt.Sprintf("%d/%d", s.list.Index()+1, len(s.shown))}
	body := frame.Wrap(line(f.Why), w-4)
	body = append(body, "")
	var below []string
	below = append(below, "")
	add := func(k, v string) {
		for j, l := range frame.Wrap(v, w-4-7) {
			if j > 0 {
				k = ""
			}
			below = append(below, s.th.Faint.Render(frame.Pad(k, 7))+l)
		}
	}
	add("rule", line(f.Rule))
	seen := fmt.Sprintf("%s, line %d, column %d, %d bytes", line(f.Document), f.Line, f.Column, f.End-f.Start)
	if f.Count > 1 {
		seen += fmt.Sprintf("; it fired %d times", f.Count)
	}
	add("seen", seen)
	if f.Decoded != "" {
		add("says", line(f.Decoded))
	}
	if r, ok := s.said[i]; ok && r.Note != "" {
		add("note", line(r.Note))
	}
	room := h - 2 - len(body) - len(below)
	if s.context.loaded {
		body = append(body, s.context.value.draw(s.th, f, w-4, max(3, room))...)
	} else {
		body = append(body, s.th.Faint.Render("reading …"))
	}
	return frame.Box(s.th, opt, append(body, below...), w, h)
}

// gateBox says what can be decided, or what was.
func (s *findings) gateBox(w int) []string {
	var body []string
	title := "Gate"
	if s.asked == nil {
		if s.verdict == nil {
			return nil
		}
		title = "Decided"
		body = append(body, fmt.Sprintf("%s by %s, %s", s.verdict.Verdict, line(s.verdict.By), ago(s.verdict.At, s.now)))
		body = append(body, frame.Wrap(s.th.Faint.Render(line(s.verdict.Rationale)), w-4)...)
		return frame.Box(s.th, frame.Options{Title: title, Right: s.session}, body, w, len(body)+2)
	}
	q := s.asked.question
	who := "From home, with findings: you decide."
	if q.Stranger {
		who = "From a stranger: nothing of it is let in without you."
	}
	body = append(body, who)
	if n := len(s.dropped); n > 0 {
		body = append(body, s.th.Warn.Render(plural(n, "document")+" left out"))
	}
	approve, warn := s.keyOf("findings.approve", "A"), s.keyOf("findings.warn", "W")
	hint := approve + ", " + warn + " and " + s.keyOf("findings.reject", "R") + " decide."
	if _, critical := s.counts(); critical > 0 {
		hint += " With " + plural(critical, "critical finding") + " open, " + approve + " and " + warn + " ask once more."
	}
	body = append(body, frame.Wrap(s.th.Faint.Render(hint), w-4)...)
	return frame.Box(s.th, frame.Options{Title: title, Right: "waits for you"}, body, w, len(body)+2)
}

func (s *findings) actions() []action {
	n := len(s.shown)
	list := moves(&s.list, n)
	for i := range list {
		do := list[i].do
		list[i].do = func() tea.Cmd { return tea.Batch(do(), s.look()) }
	}
	some := when(s.at() >= 0, "no finding is chosen")
	gate := when(s.asked != nil, "no run waits at the gate")
	review := cmpOff(gate, some)
	if s.asked != nil && s.now.Sub(s.asked.at) < graceTime {
		gate = "the gate has only just opened; look, then press it again"
	}
	note := func(flagged bool) func() tea.Cmd {
		return func() tea.Cmd { return s.say1(core.Review{Flagged: flagged}) }
	}
	return append(list,
		action{id: "findings.ok", keys: []string{"o"}, help: "harmless", foot: s.asked != nil, off: review, do: note(false)},
		action{id: "findings.flag", keys: []string{"x"}, help: "flag", foot: s.asked != nil, off: review, do: func() tea.Cmd {
			i := s.at()
			s.push(newPrompt(s.env, "Flag this finding", "A note for the record. Enter keeps it; esc flags nothing.", s.said[i].Note, func(v string) tea.Cmd { return s.say1(core.Review{Flagged: true, Note: v}) }))
			return nil
		}},
		action{id: "findings.undo", keys: []string{"u"}, help: "undo the last word", off: cmpOff(when(s.asked != nil, "no run waits at the gate"), when(len(s.words) > 0, "no finding was judged yet")), do: s.unsay},
		action{id: "findings.next", keys: []string{"n"}, help: "next open", foot: n > 0, off: some, do: func() tea.Cmd { return s.step(1) }},
		action{id: "findings.previous", keys: []string{"N"}, help: "open before", off: some, do: func() tea.Cmd { return s.step(-1) }},
		action{id: "findings.drop", keys: []string{"D"}, help: s.dropWord(), off: review, do: s.drop},
		action{id: "findings.approve", keys: []string{"A"}, help: "approve", foot: s.asked != nil, off: gate, do: func() tea.Cmd { return s.approve(core.Approved) }},
		action{id: "findings.warn", keys: []string{"W"}, help: "approve with warnings", foot: s.asked != nil, off: gate, do: func() tea.Cmd { return s.approve(core.ApprovedWithWarnings) }},
		action{id: "findings.reject", keys: []string{"R"}, help: "reject", foot: s.asked != nil, off: gate, do: func() tea.Cmd {
			s.push(&question{env: s.env, title: "Reject this content?", body: "Nothing is extracted. The rejection is put on record.", answers: []answer{{"y", "reject it", func() tea.Cmd { return s.decide(engine.Answer{Verdict: core.Rejected}) }}}})
			return nil
		}},
		action{id: "findings.filter", keys: []string{"f"}, help: "filter", foot: s.asked == nil && len(s.all) > 0, off: when(len(s.all) > 0, "there is nothing to filter"), do: func() tea.Cmd { s.push(s.filterMenu()); return nil }},
		action{id: "findings.session", keys: []string{"p"}, help: "past decisions", off: s.pastOff(), do: func() tea.Cmd { s.push(s.pastMenu()); return nil }},
	)
}

// say1 records a word on the chosen finding and goes on to the next open one.
func (s *findings) say1(r core.Review) tea.Cmd {
	i := s.at()
	r.Finding = s.index[i]
	before, had := s.said[i]
	s.words = append(s.words, word{i, before, had})
	s.said[i] = r
	return s.step(1)
}

// unsay takes the last word on a finding back, and goes to that finding.
func (s *findings) unsay() tea.Cmd {
	last := s.words[len(s.words)-1]
	s.words = s.words[:len(s.words)-1]
	if last.had {
		s.said[last.finding] = last.before
	} else {
		delete(s.said, last.finding)
	}
	if i := slices.Index(s.shown, last.finding); i >= 0 {
		s.list.Select(i)
	}
	return tea.Batch(s.say("undone: the word on "+string(s.all[last.finding].Category)), s.look())
}

// step chooses the next finding without a word on it.
func (s *findings) step(d int) tea.Cmd {
	n := len(s.shown)
	for k := 1; k <= n; k++ {
		j := ((s.list.Index()+d*k)%n + n) % n
		if _, ok := s.said[s.shown[j]]; !ok {
			s.list.Select(j)
			return s.look()
		}
	}
	return s.say("every finding is reviewed")
}

func (s *findings) dropWord() string {
	if i := s.at(); i >= 0 && s.dropped[s.all[i].Document] {
		return "keep its document"
	}
	return "leave its document out"
}

// drop leaves the document of the chosen finding out, or takes it in again.
func (s *findings) drop() tea.Cmd {
	name := s.all[s.at()].Document
	documents := s.asked.question.Report.Documents
	if !slices.ContainsFunc(documents, func(d core.DocumentHygiene) bool { return d.Name == name }) {
		return s.say(base(name) + " is part of a document, which can only be left out as a whole")
	}
	if s.dropped[name] {
		delete(s.dropped, name)
		return nil
	}
	if len(s.dropped)+1 == len(documents) {
		return s.say("that would leave nothing; R rejects it all")
	}
	s.dropped[name] = true
	return nil
}

// approve lets the content in. With critical findings open it names them and asks once more; a stranger's content is
// asked about in any case.
func (s *findings) approve(v core.Verdict) tea.Cmd {
	a := engine.Answer{Verdict: v, Approves: s.asked.question.Digest}
	for name := range s.dropped {
		a.Drop = append(a.Drop, name)
	}
	slices.Sort(a.Drop)
	for i, r := range s.said {
		if s.index[i] >= 0 {
			a.Reviews = append(a.Reviews, r)
		}
	}
	var body []string
	for i, f := range s.all {
		if _, ok := s.said[i]; !ok && f.Severity == core.Critical && !s.dropped[f.Document] {
			body = append(body, fmt.Sprintf("%s %s:%d  %s", s.th.Bad.Render("!!"), line(base(f.Document)), f.Line, line(f.Why)))
		}
	}
	if len(body) == 0 && !s.asked.question.Stranger {
		return s.decide(a)
	}
	title := "Let a stranger's content in?"
	if n := len(body); n > 0 {
		title = plural(n, "critical finding") + " open. Approve all the same?"
		if n > 8 {
			body = append(body[:8], fmt.Sprintf("and %d more", n-8))
		}
		body = append(body, "")
	}
	word := "You judge the open findings harmless."
	if v == core.ApprovedWithWarnings {
		word = "The open findings go into the report and the generated files."
	}
	s.push(&question{env: s.env, title: title, body: strings.Join(append(body, word), "\n"), answers: []answer{{"y", string(v), func() tea.Cmd { return s.decide(a) }}}})
	return nil
}

func (s *findings) decide(a engine.Answer) tea.Cmd {
	s.learner.decide(a)
	s.asked = nil
	return s.goTo(place{screen: onIngest})
}

func (s *findings) mouse(m mouse) tea.Cmd {
	if !s.rects[0].Contains(m.x, m.y) {
		return nil
	}
	if m.wheel != 0 {
		s.list.Move(m.wheel)
	} else {
		s.list.Click(m.y - 1 - s.headLines())
	}
	return s.look()
}

// headLines is how many lines stand above the list.
func (s *findings) headLines() int {
	if s.filter != (filter{}) {
		return 3
	}
	return 2
}
