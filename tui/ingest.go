package tui

import (
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// ingest shows a run while it works: the stages beside what the chosen one records, and the report at the end.
type ingest struct {
	*env
	learner *learner
	stage   int  // chosen, index in core.Stages
	follow  bool // the choice follows the run
	items   list.List
	focus   int // 0: the stages, 1: the record
	report  *reader
	rects   [2]frame.Rect
	lines   []int // the first line of each stage's box, in cells
	shown   *engine.Run
	told    *engine.Run // whose report was shown by itself at its end
}

func newIngest(e *env, l *learner) *ingest {
	return &ingest{env: e, learner: l, follow: true}
}

func (s *ingest) badge() string {
	if n := len(s.learner.queue); n > 0 {
		return number(n)
	}
	return ""
}

func (s *ingest) open(place) tea.Cmd { return nil }

func (s *ingest) changed() tea.Cmd { return nil }

func (s *ingest) save() map[string]string { return nil }

func (s *ingest) restore(map[string]string) {}

// state is what the board says of the chosen stage.
func (s *ingest) state(i int) engine.StageState {
	if i < len(s.learner.board.Stages) {
		return s.learner.board.Stages[i]
	}
	return engine.StageState{Stage: core.Stages[i]}
}

// settle follows the run: to its stage at work and to the end of the record, unless the user looks elsewhere.
func (s *ingest) settle() {
	l := s.learner
	if l.run != s.shown {
		s.shown, s.follow, s.report = l.run, true, nil
		s.items.Follow()
	}
	if l.run == nil {
		return
	}
	if s.follow {
		at := l.board.Current().Stage
		for i, st := range core.Stages {
			if st == at && i != s.stage {
				s.stage = i
				s.items.Follow()
			}
		}
	}
}

func (s *ingest) draw(w, h int) []string {
	s.settle()
	if s.learner.run == nil {
		return s.welcome(w, h)
	}
	left := min(44, max(30, w*2/5))
	s.rects = [2]frame.Rect{{W: left, H: h}, {X: left, W: w - left, H: h}}
	return frame.Beside(s.stages(left, h), s.record(w-left, h))
}

// welcome says what to do first.
func (s *ingest) welcome(w, h int) []string {
	th := s.th
	key := func(k, what string) string { return "  " + th.Key.Render(frame.Pad(k, 4)) + what }
	body := []string{"", "  " + th.Title.Render("lemma") + th.Faint.Render("  reads texts, finds what they define and prove, and keeps it wired"), ""}
	switch {
	case s.snap == nil:
		body = append(body, "  Opening the registry …")
	case s.snap.Len() == 0:
		body = append(body, "  This registry is empty. Learn a first text:", "",
			key(s.keyOf("learn", "i"), "a file or folder of yours: Markdown, LaTeX, plain text"))
		if len(s.opt.Sample) > 0 {
			body = append(body, key(s.keyOf("ingest.sample", "s"), "the sample that comes with lemma: "+s.opt.Sample[0].Name))
		}
		body = append(body, "", "  You can also drop a file onto this window.", "",
			th.Faint.Render("  Nothing is kept before the report. Whatever you learn, u takes back."),
			th.Faint.Render("  What others wrote is let in by you alone."))
	default:
		body = append(body, fmt.Sprintf("  %s, %s in this registry.", plural(s.snap.Len(), "primitive"), plural(len(s.snap.Sessions()), "session")), "",
			key(s.keyOf("learn", "i"), "learn a source"), key(s.keyOf("screen.Graph", "4"), "walk the graph"), key(s.keyOf("screen.Ranking", "5"), "see what matters most"), key(s.keyOf("screen.Sessions", "7"), "look at what was learned, and take it back"))
		if n := len(s.snap.Conflicts()); n > 0 {
			body = append(body, key(s.keyOf("screen.Conflicts", "3"), plural(n, "conflict")+" waiting for your decision"))
		}
		if len(s.env.state.Recent) > 0 {
			body = append(body, "", th.Faint.Render("  lately"))
			for i, r := range s.env.state.Recent {
				if i == 5 {
					break
				}
				body = append(body, "  "+line(r))
			}
		}
	}
	return frame.Box(th, frame.Options{Title: "Ingest", Focus: true}, body, w, h)
}

// stageNames are the titles of the stages on screen.
var stageNames = map[core.Stage]string{
	core.StageAcquire: "Acquire", core.StageSanitize: "Sanitize", core.StageGate: "Gate", core.StageAnalyze: "Analyze", core.StageExtract: "Extract + wire",
	core.StageDedup: "Dedup + merge", core.StageGenerate: "Generate", core.StageReport: "Report",
}

// stages draws the boxes of the stages, one below the other.
func (s *ingest) stages(w, h int) []string {
	n := len(core.Stages)
	inner := h - 1 - n // lines for words: every box has its title, and one line closes the last
	var sections []frame.Section
	for i, st := range core.Stages {
		words := s.words(i)
		room := inner / n
		if i < inner%n {
			room++
		}
		sections = append(sections, frame.Section{Title: fmt.Sprintf("%d %s", i+1, stageNames[st]), Right: s.mark(i), Selected: i == s.stage, Body: frame.Fit(words, w-4, max(0, room))})
	}
	lines, tops := frame.Stack(s.th, sections, s.focus == 0, w, h)
	s.lines = tops
	return lines
}

// mark says where a stage stands: waiting, at work with its share, done with its time.
func (s *ingest) mark(i int) string {
	st := s.state(i)
	g := s.th.Glyphs
	switch st.State {
	case engine.Running:
		if st.Total > 0 {
			return s.th.Accent.Render(fmt.Sprintf("%s %d%%", s.spin(), 100*st.Done/st.Total))
		}
		return s.th.Accent.Render(s.spin())
	case engine.Asking:
		return s.th.Warn.Render("? asks you")
	case engine.Done:
		if s.flagged(i) {
			return s.th.Warn.Render(g.Warn + " " + took(st.Took))
		}
		return s.th.Good.Render(g.Check) + s.th.Faint.Render(" "+took(st.Took))
	case engine.Failed:
		if s.cancelled() {
			return s.th.Faint.Render("cancelled")
		}
		return s.th.Bad.Render(g.Cross + " failed")
	case engine.Stopped:
		return s.th.Faint.Render("not reached")
	}
	return s.th.Faint.Render(g.Dot + " waits")
}

// flagged reports whether a stage that is done left something to look at.
func (s *ingest) flagged(i int) bool {
	res := s.result()
	if res == nil {
		return core.Stages[i] == core.StageSanitize && s.state(i).Items > 0
	}
	switch core.Stages[i] {
	case core.StageAcquire:
		return len(res.Losses) > 0
	case core.StageSanitize:
		return res.Gate != nil && len(res.Gate.Open) > 0
	case core.StageDedup:
		return res.Counts.Conflicts > 0
	}
	return false
}

// result is that of the run on screen, nil while it works.
func (s *ingest) result() *engine.Result {
	res, _ := s.end()
	return res
}

// end is how the run on screen ended, nothing while it works.
func (s *ingest) end() (*engine.Result, error) {
	if p := s.learner.last(); p != nil && s.learner.over && p.run == s.learner.run {
		return p.result, p.err
	}
	return nil, nil
}

// cancelled reports that the run on screen was.
func (s *ingest) cancelled() bool {
	_, err := s.end()
	return engine.Cancelled(err)
}

func (s *ingest) spin() string {
	frames := s.th.Glyphs.Spinner
	return frames[int(s.now.UnixMilli()/100)%len(frames)]
}

// words are the lines below a stage's title.
func (s *ingest) words(i int) []string {
	st := s.state(i)
	var out []string
	if st.State == engine.Running && st.Total > 0 {
		out = append(out, s.progress(float64(st.Done)/float64(st.Total), 16)+" "+number(st.Done)+"/"+number(st.Total)+s.th.Faint.Render(left(st, s.now)))
	}
	if st.State == engine.Running && st.Name != "" {
		out = append(out, line(st.Name))
	}
	if res := s.result(); res != nil && st.State == engine.Done {
		return append(out, s.summary(core.Stages[i], res)...)
	}
	job := s.learner.job.String()
	switch {
	case i == 0 && st.State != engine.Waiting && !(st.State == engine.Running && strings.Contains(st.Name, job)):
		out = append(out, line(job))
	case st.Items > 0:
		out = append(out, s.th.Faint.Render(plural(st.Items, "line")+" on record"))
	}
	return out
}

// progress is a bar whose rest is drawn too.
func (s *ingest) progress(f float64, w int) string {
	bar := frame.Bar(s.th, f, w)
	return s.th.Accent.Render(bar) + s.th.Border.Render(strings.Repeat(s.th.Glyphs.Empty, w-frame.Width(bar)))
}

// left is how long a stage will take at its rate so far.
func left(st engine.StageState, now time.Time) string {
	rate := st.Rate(now)
	if rate == 0 || st.Done >= st.Total {
		return ""
	}
	d := time.Duration(float64(st.Total-st.Done) / rate * float64(time.Second))
	if d < time.Second {
		return ""
	}
	return " " + d.Round(time.Second).String() + " left"
}

// summary is what a stage came to.
func (s *ingest) summary(stage core.Stage, res *engine.Result) []string {
	c := res.Counts
	switch stage {
	case core.StageAcquire:
		out := []string{line(s.learner.job.String()), s.th.Faint.Render(plural(c.Documents, "document"))}
		if n := len(core.GroupLosses(res.Losses)); n > 0 {
			out = append(out, s.th.Warn.Render(plural(n, "loss")))
		}
		return out
	case core.StageSanitize:
		if c.Findings == 0 {
			return []string{s.th.Faint.Render("nothing found")}
		}
		return []string{plural(c.Findings, "finding")}
	case core.StageGate:
		if res.Gate == nil {
			return nil
		}
		return []string{string(res.Gate.Verdict) + s.th.Faint.Render(" · "+line(res.Gate.By)), s.th.Faint.Render(line(res.Gate.Rationale))}
	case core.StageAnalyze:
		return []string{s.th.Faint.Render(plural(s.state(3).Made, "heading"))}
	case core.StageExtract:
		return []string{plural(c.Candidates, "candidate"), s.th.Faint.Render(plural(c.Edges, "edge") + " · " + number(c.Refused) + " refused")}
	case core.StageDedup:
		out := []string{number(c.Added) + " added · " + number(c.Updated) + " updated · " + number(c.Skipped) + " known"}
		if c.Conflicts > 0 {
			out = append(out, s.th.Warn.Render(plural(c.Conflicts, "conflict")+" to decide"))
		}
		return out
	case core.StageGenerate:
		return s.files(res)
	case core.StageReport:
		if res.SessionID != "" {
			return []string{"session " + res.SessionID}
		}
	}
	return nil
}

// files says what became of the generated files.
func (s *ingest) files(res *engine.Result) []string {
	if res.Report == nil || len(res.Report.Artifacts) == 0 {
		return []string{s.th.Faint.Render("none asked for")}
	}
	written := 0
	for _, a := range res.Report.Artifacts {
		if a.Written {
			written++
		}
	}
	out := []string{plural(written, "file") + " written"}
	if n := len(res.Report.Artifacts) - written; n > 0 {
		out = append(out, s.th.Faint.Render(plural(n, "file")+" not"))
	}
	return out
}

// record draws what the chosen stage has recorded, or the report.
func (s *ingest) record(w, h int) []string {
	st := s.state(s.stage)
	if s.report != nil {
		return s.report.draw(s.th, frame.Options{Title: "Report", Focus: s.focus == 1}, w, h)
	}
	right := ""
	switch {
	case s.learner.working() && s.items.Following():
		right = "live"
	case st.Items > 0:
		right = of(s.items.Index()+1, st.Items)
	}
	opt := frame.Options{Title: fmt.Sprintf("%d %s", s.stage+1, stageNames[st.Stage]), Right: right, Focus: s.focus == 1}
	var head []string
	if res := s.result(); res != nil && s.stage == len(core.Stages)-1 {
		head = append(s.outcome(res, w-4), "")
	}
	if st.State == engine.Failed {
		head = append(s.failed(w-4), "")
	}
	if st.Items == 0 {
		if len(head) == 0 {
			for _, l := range frame.Wrap(s.nothing(st), w-4) {
				head = append(head, s.th.Faint.Render(l))
			}
		}
		return frame.Box(s.th, opt, head, w, h)
	}
	rows := s.items.View(s.th, list.Rows{Len: st.Items, Focus: s.focus == 1, Render: func(i, w int, selected bool) string { return s.item(st.Stage, i, w) }}, w-4, h-2-len(head))
	return frame.Box(s.th, opt, append(head, rows...), w, h)
}

// nothing says why a stage has no record.
func (s *ingest) nothing(st engine.StageState) string {
	switch st.State {
	case engine.Waiting:
		return "waits for the stages above"
	case engine.Running:
		if st.Name != "" {
			return line(st.Name)
		}
		return "at work"
	case engine.Asking:
		return "the gate asks: 2 shows what was found"
	case engine.Stopped:
		return "not reached"
	}
	return "nothing on record"
}

// failed says why the run came to no end.
func (s *ingest) failed(w int) []string {
	_, err := s.end()
	switch {
	case err == nil:
		return nil
	case engine.Cancelled(err):
		return frame.Wrap("The run was cancelled here. Nothing was changed.", w)
	}
	lines := wrapLines(escaped(err.Error()), w)
	for i := range lines {
		lines[i] = s.th.Bad.Render(lines[i])
	}
	return append(lines, "", s.th.Faint.Render("Nothing was changed."))
}

// outcome is how the run ended, in words.
func (s *ingest) outcome(res *engine.Result, w int) []string {
	var words string
	c := res.Counts
	switch {
	case s.cancelled():
		words = "The run was cancelled; nothing was changed."
	case !res.Success:
		words = "The run failed; nothing was changed."
	case res.Unchanged != "":
		words = "Nothing changed: the same bytes were learned in " + res.Unchanged + ". a learns them again."
	case res.Gate != nil && !res.Gate.Verdict.Approves():
		words = "Rejected at the gate. Nothing was learned."
	case res.DryRun:
		words = fmt.Sprintf("Dry run: %s found, nothing was kept.", plural(c.Candidates, "candidate"))
	case c.Candidates == 0:
		words = "No definition, theorem, algorithm, technique, axiom or identity was found."
	default:
		words = fmt.Sprintf("Learned %s from %s: %s added, %s updated, %s known already, %s waiting for your decision.", plural(c.Candidates, "primitive"), plural(c.Documents, "document"), number(c.Added), number(c.Updated), number(c.Skipped), number(c.Conflicts))
	}
	if d := res.Since; d != nil && res.Success {
		words += fmt.Sprintf(" Since %s: %d new, %d changed, %d gone, %s the same.", d.Session, len(d.New), len(d.Changed), len(d.Gone), plural(d.Same, "document"))
	}
	return frame.Wrap(words, w)
}

// item is one line of a stage's record.
func (s *ingest) item(stage core.Stage, i, w int) string {
	items, _ := s.learner.run.Items(stage, i, 1)
	if len(items) == 0 {
		return ""
	}
	return frame.Truncate(s.itemLine(items[0], w), w)
}

// mostWhole bounds a line that is shown whole, in cells.
const mostWhole = 2000

// whole shows the chosen line of the record with all its words.
func (s *ingest) whole() tea.Cmd {
	st := s.state(s.stage)
	items, _ := s.learner.run.Items(st.Stage, s.items.Index(), 1)
	if len(items) == 0 {
		return nil
	}
	words := strings.Join(strings.Fields(ansi.Strip(s.itemLine(items[0], mostWhole))), " ")
	if l := items[0].Loss; l != nil {
		words = line(l.Text) + "\n\n" + line(l.Document)
	}
	s.push(&notice{env: s.env, title: fmt.Sprintf("%s, line %s", stageNames[st.Stage], of(s.items.Index()+1, st.Items)), body: words})
	return nil
}

// fit also shows the report by itself when a run that is followed has come to its end.
func (s *ingest) fit() tea.Cmd {
	if res := s.result(); res != nil && res.Success && res.Report != nil && s.follow && s.told != s.learner.run {
		s.told = s.learner.run
		return s.showReport(res)
	}
	if s.report == nil {
		return nil
	}
	return s.report.fit()
}

// showReport renders the report of a run below how it ended.
func (s *ingest) showReport(res *engine.Result) tea.Cmd {
	s.report = newReader(s.env)
	return s.report.markdown(func(context.Context) (string, error) {
		var b strings.Builder
		for _, l := range s.outcome(res, 10000) {
			b.WriteString(l + "\n")
		}
		b.WriteString("\n")
		err := res.Report.Markdown(&b)
		return b.String(), err
	})
}

func (s *ingest) actions() []action {
	n := s.state(s.stage).Items
	working := s.learner.working()
	res := s.result()
	choose := func(d int) func() tea.Cmd {
		return func() tea.Cmd {
			s.stage, s.follow, s.report = min(max(s.stage+d, 0), len(core.Stages)-1), false, nil
			s.items.Home()
			if working {
				s.items.Follow()
			}
			return nil
		}
	}
	var list []action
	switch {
	case s.focus == 0:
		off := when(s.learner.run != nil, "no run was started yet")
		list = []action{
			{id: "ingest.next", keys: []string{"j", "down"}, help: "next stage", off: off, do: choose(1)},
			{id: "ingest.previous", keys: []string{"k", "up"}, help: "stage before", off: off, do: choose(-1)},
			{id: "ingest.record", keys: []string{"enter", "l", "right"}, help: "its record", foot: s.learner.run != nil, off: off, do: func() tea.Cmd { s.focus = 1; return nil }},
		}
	case s.report != nil:
		list = append(s.report.moves(), action{id: "ingest.stages", keys: []string{"h", "left", "esc"}, help: "stages", foot: true, do: func() tea.Cmd { s.report, s.focus = nil, 0; return nil }})
	default:
		list = moves(&s.items, n)
		if working { // the end of a growing record is followed
			list[len(list)-1].do = func() tea.Cmd { s.items.Follow(); return nil }
		}
		list = append(list,
			action{id: "ingest.whole", keys: []string{"enter"}, help: "whole line", foot: true, off: when(n > 0, "the list is empty"), do: s.whole},
			action{id: "ingest.stages", keys: []string{"h", "left", "esc"}, help: "stages", foot: true, do: func() tea.Cmd { s.focus = 0; return nil }})
	}
	list = append(list,
		action{id: "ingest.pane", keys: []string{"tab", "shift+tab"}, help: "other pane", do: func() tea.Cmd { s.focus = 1 - s.focus; return nil }},
		action{id: "learn", keys: []string{"i"}, help: "new source", foot: true, off: when(s.eng != nil, "the registry is still being opened"), do: func() tea.Cmd { s.push(newSourcePrompt(s.env, "")); return nil }},
		action{id: "ingest.cancel", keys: []string{"x"}, help: "cancel", foot: working, off: when(working, "no run is at work"), do: func() tea.Cmd {
			s.push(&question{env: s.env, title: "Cancel the run?", body: "Nothing of it is kept.", answers: []answer{{"y", "cancel it", func() tea.Cmd {
				s.learner.cancel()
				return s.say("cancelled " + s.learner.job.String())
			}}}})
			return nil
		}},
		action{id: "ingest.report", keys: []string{"r"}, help: "report", foot: res != nil, off: when(res != nil && res.Report != nil, "there is no report before the end of a run"), do: func() tea.Cmd {
			s.focus = 1
			return s.showReport(res)
		}},
		action{id: "ingest.again", keys: []string{"a"}, help: "learn it again", off: when(res != nil, "no run is over"), do: func() tea.Cmd {
			j := s.learner.job
			j.again, j.dryRun = true, false
			return s.learner.add(j)
		}},
	)
	if s.learner.run == nil && len(s.opt.Sample) > 0 {
		sample := s.opt.Sample[0]
		empty := s.snap == nil || s.snap.Len() == 0
		list = append(list, action{id: "ingest.sample", keys: []string{"s"}, help: "learn the sample", foot: empty, off: when(s.eng != nil, "the registry is still being opened"), do: func() tea.Cmd {
			if empty {
				return s.learnSample(sample)
			}
			s.push(&question{env: s.env, title: "Learn the sample, too?", body: fmt.Sprintf("This registry holds %s already. %s comes with lemma and would be learned beside them.", plural(s.snap.Len(), "primitive"), sample.Name),
				answers: []answer{{"y", "learn it", func() tea.Cmd { return s.learnSample(sample) }}}})
			return nil
		}})
	}
	return list
}

func (s *ingest) learnSample(sample Sample) tea.Cmd {
	return func() tea.Msg {
		path, err := sample.Path()
		return applied(func() tea.Cmd {
			if err != nil {
				s.fail("write the sample", err)
				return nil
			}
			return s.learn(job{sources: []string{path}})
		})
	}
}

func (s *ingest) mouse(m mouse) tea.Cmd {
	if s.rects[1].Contains(m.x, m.y) {
		s.focus = 1
		switch {
		case s.report != nil:
			s.report.scroll(m.wheel)
		case m.wheel != 0:
			s.items.Move(m.wheel)
		default:
			s.items.Click(m.y - 1)
		}
		return nil
	}
	s.focus = 0
	for i, top := range s.lines {
		if m.wheel == 0 && m.y >= top {
			s.stage, s.follow, s.report = i, false, nil
		}
	}
	return nil
}
