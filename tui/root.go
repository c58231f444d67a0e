package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
	"lemma/tui/theme"
)

// root is the model: it routes messages, keeps the screens and draws the frame around them.
type root struct {
	*env
	learner *learner
	screens [screens]screen
	current screenID
	back    []screenID // where esc leads
	pending string     // the action of the current screen that was chosen on another
	w, h    int
	closeFn func() error
	openErr error
	dark    bool
	clicked mouse     // the click before, to tell a double one
	clickAt time.Time //
	quitted bool
}

func newRoot(ctx context.Context, opt Options) *root {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.after == nil {
		opt.after = func(d time.Duration) tea.Cmd {
			return tea.Tick(d, func(time.Time) tea.Msg { return applied(func() tea.Cmd { return nil }) })
		}
	}
	e := &env{ctx: ctx, opt: opt, now: opt.Now()}
	r := &root{env: e, dark: true}
	e.goTo, e.changed, e.gateOpened = r.goTo, r.refresh, r.gateOpened
	r.learner = newLearner(e)
	e.learn = r.learner.add
	if opt.Cache != nil {
		s, err := opt.Cache.Load()
		e.fail("read what was remembered", err)
		e.state = s
	}
	if e.state.Mouse == nil {
		e.state.Mouse = &opt.Mouse
	}
	r.setTheme()
	r.screens = [screens]screen{
		onIngest: newIngest(e, r.learner), onFindings: newFindings(e, r.learner), onConflicts: newConflicts(e), onGraph: newGraph(e),
		onRanking: newRanking(e), onSkills: newSkills(e), onSessions: newSessions(e),
	}
	for i, s := range r.screens {
		s.restore(e.state.Screens[screenNames[i]])
	}
	if i := slices.Index(screenNames[:], e.state.Screen); i >= 0 {
		r.current = screenID(i)
	}
	return r
}

func (r *root) setTheme() {
	o := theme.Options{Name: r.opt.Theme, ASCII: r.opt.ASCII, Dark: r.dark}
	if r.state.Theme != "" {
		o.Name = r.state.Theme
	}
	if r.opt.Plain {
		o.Name = theme.None
	}
	r.th = theme.New(o)
}

// Init opens the registry beside the first frame.
func (r *root) Init() tea.Cmd {
	if r.w == 0 {
		return tea.Batch(tea.RequestBackgroundColor, r.openRegistry())
	}
	return r.openRegistry()
}

func (r *root) openRegistry() tea.Cmd {
	ctx, open := r.ctx, r.opt.Open
	return func() tea.Msg {
		eng, closeFn, err := open(ctx)
		if err == nil {
			eng.Snapshot().Hub() // where the graph begins, worked out before it is asked for
		}
		return applied(func() tea.Cmd {
			r.openErr, r.toast = err, toast{}
			if err != nil {
				return nil
			}
			r.eng, r.closeFn = eng, closeFn
			cmd := r.refresh()
			return tea.Batch(cmd, r.start())
		})
	}
}

// start does what the command line asked for.
func (r *root) start() tea.Cmd {
	s := r.opt.Start
	switch {
	case len(s.Sources) > 0:
		return tea.Batch(r.goTo(place{screen: onIngest}), r.learn(job{sources: s.Sources, dryRun: s.DryRun, again: s.Again}))
	case s.Graph != "":
		id, err := r.snap.Lookup(s.Graph)
		if err != nil {
			r.fail("open "+s.Graph, err)
		}
		return r.goTo(place{screen: onGraph, id: id})
	case s.Review:
		return r.goTo(place{screen: onConflicts})
	}
	if r.snap.Len() == 0 && len(r.snap.Sessions()) == 0 {
		r.current = onIngest
	}
	return tea.Batch(r.screens[r.current].open(place{screen: r.current}), r.learner.next())
}

// refresh takes the latest snapshot to all screens.
func (r *root) refresh() tea.Cmd {
	r.snap = r.eng.Snapshot()
	cmds := make([]tea.Cmd, 0, screens)
	for _, s := range r.screens {
		cmds = append(cmds, s.changed())
	}
	return tea.Batch(cmds...)
}

// goTo shows a screen.
func (r *root) goTo(p place) tea.Cmd {
	if p.screen != r.current {
		r.back = append(r.back, r.current)
		if len(r.back) > 50 {
			r.back = r.back[1:]
		}
		r.current = p.screen
	}
	return r.screens[p.screen].open(p)
}

// gateOpened takes who watches the run to the findings; who looks at something else is told.
func (r *root) gateOpened() tea.Cmd {
	if r.current == onIngest && len(r.overlays) == 0 {
		return r.goTo(place{screen: onFindings})
	}
	return r.say("the gate waits for you: 2 shows what was found")
}

// Update implements tea.Model.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	r.now = r.opt.Now()
	cmd := r.update(msg)
	if f, ok := r.screens[r.current].(fitter); ok {
		cmd = tea.Batch(cmd, f.fit())
	}
	return r, cmd
}

func (r *root) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case applied:
		return tea.Batch(msg(), r.follow())
	case tea.WindowSizeMsg:
		r.w, r.h = msg.Width, msg.Height
		return func() tea.Msg { return applied(func() tea.Cmd { return nil }) } // once more after it was drawn, for texts to fit
	case tea.BackgroundColorMsg:
		r.dark = msg.IsDark()
		r.setTheme()
	case tea.KeyPressMsg:
		return r.key(msg)
	case tea.PasteMsg:
		return r.paste(msg)
	case tea.MouseClickMsg:
		return r.click(msg)
	case wheel:
		return r.turn(msg)
	}
	return nil
}

// key routes a key: interrupt, then the overlay on top, then a text field, then the screen's actions, then the global
// ones.
func (r *root) key(msg tea.KeyPressMsg) tea.Cmd {
	k := msg.String()
	r.pending = ""
	if r.toast.refusal {
		r.toast = toast{}
	}
	if k == "ctrl+c" {
		return r.quit()
	}
	if n := len(r.overlays); n > 0 {
		top := r.overlays[n-1]
		if t, ok := top.(typist); ok && t.typing() && msg.Text != "" {
			return t.typed(msg)
		}
		if a, ok := find(remap(top.actions(), r.opt.Keys), k); ok {
			return r.run(a)
		}
		if t, ok := top.(typist); ok && t.typing() {
			return t.typed(msg)
		}
		if k == "esc" {
			r.overlays = r.overlays[:n-1]
		}
		return nil
	}
	s := r.screens[r.current]
	t, types := s.(typist)
	types = types && t.typing()
	if types && msg.Text != "" {
		return t.typed(msg)
	}
	if a, ok := find(r.actions(), k); ok {
		return r.run(a)
	}
	if types {
		return t.typed(msg)
	}
	return r.refuse(keyName(k) + " does nothing here · ? shows the keys")
}

// run does an action, or says why not.
func (r *root) run(a action) tea.Cmd {
	if a.off != "" {
		return r.refuse(a.key() + " " + a.help + ": " + a.off)
	}
	if !a.moves() {
		r.toast = toast{}
	}
	return a.do()
}

// lead goes to another screen to do there what was chosen from afar, once what it needs is loaded.
func (r *root) lead(to screenID, id string) tea.Cmd {
	cmd := r.goTo(place{screen: to})
	r.pending = id
	done := r.follow()
	if a, ok := r.own(id); ok && r.pending != "" {
		return tea.Batch(cmd, r.refuse(a.key()+" "+a.help+": "+a.off))
	}
	return tea.Batch(cmd, done)
}

// follow does what was chosen from another screen, as soon as it can be done and unless a key came meanwhile. What
// would change something at once is left to who has seen it.
func (r *root) follow() tea.Cmd {
	if r.pending == "" || len(r.overlays) > 0 {
		return nil
	}
	a, ok := r.own(r.pending)
	if !ok || a.off != "" {
		return nil
	}
	r.pending, r.toast = "", toast{}
	if a.acts {
		return r.say(a.key() + " here: " + a.help)
	}
	return r.run(a)
}

// own is an action of the current screen.
func (r *root) own(id string) (a action, ok bool) {
	list := remap(r.screens[r.current].actions(), r.opt.Keys)
	i := slices.IndexFunc(list, func(a action) bool { return a.id == id })
	if i < 0 {
		return action{}, false
	}
	return list[i], true
}

func (r *root) paste(msg tea.PasteMsg) tea.Cmd {
	if n := len(r.overlays); n > 0 {
		if t, ok := r.overlays[n-1].(typist); ok && t.typing() {
			return t.typed(msg)
		}
		return nil
	}
	if t, ok := r.screens[r.current].(typist); ok && t.typing() {
		return t.typed(msg)
	}
	return r.dropped(msg.Content)
}

// actions are the screen's and the global ones; the screen's go first.
func (r *root) actions() []action {
	if r.openErr != nil {
		return remap(r.shut(), r.opt.Keys)
	}
	list := r.screens[r.current].actions()
	return remap(append(list, r.global()...), r.opt.Keys)
}

// shut are the actions while the registry could not be opened: another lemma may let go of it.
func (r *root) shut() []action {
	list := []action{{id: "retry", keys: []string{"r", "enter"}, help: "try again", foot: true, do: func() tea.Cmd {
		return tea.Batch(r.say("opening "+r.opt.Registry+" …"), r.openRegistry())
	}}}
	for _, a := range r.global() {
		switch a.id {
		case "quit":
			a.foot = true
			list = append(list, a)
		case "help", "mouse", "theme":
			list = append(list, a)
		}
	}
	return list
}

// global are the actions that every screen has.
func (r *root) global() []action {
	var list []action
	for i := range screens {
		list = append(list, action{id: "screen." + screenNames[i], keys: []string{string(rune('1' + i))}, help: screenNames[i], do: func() tea.Cmd { return r.goTo(place{screen: i}) }})
	}
	list = append(list, r.undoActions()...)
	return append(list,
		action{id: "help", keys: []string{"?"}, help: "help", foot: true, do: func() tea.Cmd { r.push(newHelp(r)); return nil }},
		action{id: "find", keys: []string{"/"}, help: "find a primitive", also: "search", foot: r.current == onGraph, off: when(r.snap != nil && r.snap.Len() > 0, "nothing was learned yet"), do: func() tea.Cmd { r.push(newFinder(r.env)); return nil }},
		action{id: "palette", keys: []string{"ctrl+p", ":"}, help: "commands", foot: true, do: func() tea.Cmd { r.push(newPalette(r)); return nil }},
		action{id: "learn", keys: []string{"i"}, help: "learn a source", off: when(r.eng != nil, "the registry is still being opened"), do: func() tea.Cmd { r.push(newSourcePrompt(r.env, "")); return nil }},
		action{id: "mouse", keys: []string{"M"}, help: r.mouseWord(), do: r.switchMouse},
		action{id: "theme", keys: []string{"T"}, help: "next theme", off: when(!r.opt.Plain, "there are no colours to change"), do: r.nextTheme},
		action{id: "back", keys: []string{"esc"}, help: "screen before", off: when(len(r.errs) > 0 || len(r.back) > 0, "there is nothing to go back to"), do: r.goBack},
		action{id: "quit", keys: []string{"q"}, help: "quit", do: r.quit},
	)
}

func (r *root) mouseWord() string {
	if *r.state.Mouse {
		return "leave the mouse to the terminal"
	}
	return "use the mouse"
}

func (r *root) switchMouse() tea.Cmd {
	on := !*r.state.Mouse
	r.state.Mouse = &on
	if on {
		return r.say("the mouse works here; M gives it back to the terminal for selecting text")
	}
	return r.say("the mouse selects text as the terminal does; M takes it back")
}

func (r *root) nextTheme() tea.Cmd {
	i := slices.Index(theme.Names, r.th.Name)
	r.state.Theme = theme.Names[(i+1)%len(theme.Names)]
	r.setTheme()
	return r.say("theme " + r.state.Theme)
}

// goBack dismisses an error, or goes to the screen before.
func (r *root) goBack() tea.Cmd {
	if len(r.errs) > 0 {
		r.errs = r.errs[:len(r.errs)-1]
		return nil
	}
	n := len(r.back) - 1
	r.current, r.back = r.back[n], r.back[:n]
	return r.screens[r.current].open(place{screen: r.current})
}

// quit leaves, after a question while a run is at work.
func (r *root) quit() tea.Cmd {
	if r.learner.working() && !r.quitted {
		r.quitted = true
		r.push(&question{env: r.env, title: "Leave while a run is at work?", body: "The run is cancelled. Nothing of it is kept.",
			answers: []answer{{"y", "leave", func() tea.Cmd { return tea.Quit }}}, closed: func() { r.quitted = false }})
		return nil
	}
	return tea.Quit
}

// close ends what the program began, and keeps the state of the screens.
func (r *root) close(err error) error {
	r.learner.cancel()
	if r.learner.run != nil {
		<-r.learner.run.Done()
	}
	if r.undo.turn != nil {
		<-r.undo.turn
	}
	errs := []error{err}
	if errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) {
		errs[0] = nil
	}
	if r.openErr != nil {
		errs = append(errs, r.openErr)
	}
	if r.opt.Cache != nil && r.eng != nil {
		r.state.Screen = screenNames[r.current]
		r.state.Screens = map[string]map[string]string{}
		for i, s := range r.screens {
			r.state.Screens[screenNames[i]] = s.save()
		}
		errs = append(errs, r.opt.Cache.Save(r.state))
	}
	if r.closeFn != nil {
		errs = append(errs, r.closeFn())
	}
	return errors.Join(errs...)
}

// wheel is the sum of the turns of the wheel within one frame.
type wheel struct{ x, y, lines int }

// filter turns wheel events, of which a touchpad sends hundreds a second, into messages of their own type.
func (r *root) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	m, ok := msg.(tea.MouseWheelMsg)
	if !ok {
		return msg
	}
	lines := 3
	if m.Button == tea.MouseWheelUp {
		lines = -3
	}
	return wheel{m.X, m.Y, lines}
}

func (r *root) turn(w wheel) tea.Cmd {
	if n := len(r.overlays); n > 0 {
		return r.overlays[n-1].mouse(mouse{wheel: w.lines})
	}
	if r.openErr != nil {
		return nil
	}
	return r.screens[r.current].mouse(mouse{x: w.x, y: w.y - tabLines, wheel: w.lines})
}

// doubleClick is the longest time between the two clicks of a double one.
const doubleClick = 400 * time.Millisecond

func (r *root) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft {
		return nil
	}
	m := mouse{x: msg.X, y: msg.Y}
	m.double = r.clicked.x == m.x && r.clicked.y == m.y && r.now.Sub(r.clickAt) < doubleClick
	r.clicked, r.clickAt = m, r.now
	if n := len(r.overlays); n > 0 {
		rect := r.overlayRect(r.overlays[n-1])
		if !rect.Contains(m.x, m.y) {
			return nil
		}
		m.x, m.y = m.x-rect.X, m.y-rect.Y
		return r.overlays[n-1].mouse(m)
	}
	if r.openErr != nil {
		return nil
	}
	if m.y < tabLines {
		for i, t := range r.tabs() {
			if m.x >= t.from && m.x < t.to {
				return r.goTo(place{screen: screenID(i)})
			}
		}
		return nil
	}
	m.y -= tabLines
	return r.screens[r.current].mouse(m)
}

// dropped is for text that was pasted where no text field is: a path that was dragged onto the terminal, or a link.
func (r *root) dropped(s string) tea.Cmd {
	source := droppedSource(s)
	if source == "" {
		return r.say("what was pasted is no path and no link")
	}
	if r.eng == nil {
		return r.say("the registry is still being opened")
	}
	r.push(newSourcePrompt(r.env, source))
	return nil
}

var _ engine.Decider = decider(nil)
