package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lemma/core/engine"
	"lemma/core/text"
	"lemma/tui/theme"
)

// env is what all screens share. It belongs to the goroutine of the program; a Cmd takes what it needs from it before
// it starts, and hands back a function that Update calls.
type env struct {
	ctx   context.Context
	opt   Options
	th    *theme.Theme
	now   time.Time // of the message at hand
	eng   *engine.Engine
	snap  *engine.Snapshot // nil until the registry is open
	state State

	toast    toast
	errs     []failure // shown until they are dismissed, the latest first; in the order in which they came
	overlays []overlay
	undo     undo
	goTo     func(place) tea.Cmd // opens a screen on something
	learn    func(job) tea.Cmd   // queues a source
	changed  func() tea.Cmd      // takes the latest snapshot to all screens

	gateOpened func() tea.Cmd // shows that the gate waits
}

// applied is the answer of a Cmd: Update calls it, so that nothing but Update changes the model.
type applied func() tea.Cmd

// place is what a screen is opened on.
type place struct {
	screen  screenID
	id      string // primitive, session, conflict or domain; empty: as it was left
	session string // of a finding
}

// toast is a short word on what was just done; it goes by itself, or when something else is done. One that says why a
// key did nothing goes with the next key.
type toast struct {
	text    string
	until   time.Time
	refusal bool
}

// toastTime is how long a toast stays.
const toastTime = 4 * time.Second

// failure is an error on the screen.
type failure struct {
	what string // that was tried: "learn notes.md"
	err  error
}

// say shows a toast.
func (e *env) say(s string) tea.Cmd {
	e.toast = toast{text: text.EscapeLine(s).String(), until: e.now.Add(toastTime)}
	return e.opt.after(toastTime)
}

// refuse shows why something was not done.
func (e *env) refuse(s string) tea.Cmd {
	cmd := e.say(s)
	e.toast.refusal = true
	return cmd
}

// fail shows an error until it is dismissed. Nil and the end of the program's context are none.
func (e *env) fail(what string, err error) {
	if err == nil || e.ctx.Err() != nil {
		return
	}
	e.errs = append(e.errs, failure{what, err})
}

// push opens an overlay.
func (e *env) push(o overlay) { e.overlays = append(e.overlays, o) }

// slot holds what a Cmd loads. Only the answer to the latest question is taken.
type slot[T any] struct {
	value  T
	err    error
	loaded bool
	busy   bool
	gen    int
	cancel context.CancelFunc
}

// load asks again. then, which may be nil, is called in Update once the value is there.
func (s *slot[T]) load(e *env, f func(context.Context) (T, error), then func() tea.Cmd) tea.Cmd {
	if s.cancel != nil {
		s.cancel()
	}
	ctx, cancel := context.WithCancel(e.ctx)
	s.gen++
	s.busy, s.cancel = true, cancel
	gen := s.gen
	return func() tea.Msg {
		v, err := f(ctx)
		return applied(func() tea.Cmd {
			if gen != s.gen {
				return nil
			}
			cancel()
			s.value, s.err, s.loaded, s.busy, s.cancel = v, err, err == nil, false, nil
			if then == nil {
				return nil
			}
			return then()
		})
	}
}

// replace loads the answer to another question: the old one is not shown for it.
func (s *slot[T]) replace(e *env, f func(context.Context) (T, error), then func() tea.Cmd) tea.Cmd {
	s.forget()
	return s.load(e, f, then)
}

// forget drops the value, and the answer to a question that is under way.
func (s *slot[T]) forget() {
	if s.cancel != nil {
		s.cancel()
	}
	*s = slot[T]{gen: s.gen + 1}
}
