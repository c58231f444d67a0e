package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lemma/core"
	"lemma/core/engine"
)

// undo remembers the sessions that were committed here. Taking one back is a session too, so that undo and unlearn are
// one mechanism, and redo takes the taking back back.
type undo struct {
	done    []step
	undone  []step
	busy    bool          // a step is being taken back
	answers int           // that are being written
	turn    chan struct{} // closed when the answer that was given last is written
	wanted  int           // how often undo was pressed meanwhile
}

// step is a session and what it did, in words.
type step struct{ session, what string }

// committed records a session that can be undone. Answers that were given fast may be heard of in another order than
// they were committed in, and only the newest can be undone first.
func (u *undo) committed(session, what string) {
	at, _ := slices.BinarySearchFunc(u.done, session, func(s step, id string) int { return core.CompareSessions(s.session, id) })
	u.done = slices.Insert(u.done, at, step{session, what})
	u.undone = nil
}

// actions are undo and redo.
func (e *env) undoActions() []action {
	u := &e.undo
	opening := when(e.eng != nil, "the registry is still being opened")
	writing := u.busy || u.answers > 0
	return []action{
		{id: "undo", keys: []string{"u"}, help: "undo", off: cmp.Or(opening, when(writing || len(u.done) > 0, "nothing was decided here yet; Sessions takes back older ones")),
			do: func() tea.Cmd {
				if writing { // what comes last is not known yet
					u.wanted++
					return e.say("undoes when what is being written is written")
				}
				return e.takeBack(&u.done, &u.undone, "undone: ")
			}},
		{id: "redo", keys: []string{"ctrl+r"}, help: "redo", off: cmp.Or(opening, when(!writing, "the last one is still under way"), when(len(u.undone) > 0, "nothing was undone")),
			do: func() tea.Cmd { return e.takeBack(&u.undone, &u.done, "redone: ") }},
	}
}

// written goes on with the undos that were asked for while something was being written.
func (e *env) written() tea.Cmd {
	u := &e.undo
	switch {
	case u.wanted == 0 || u.busy || u.answers > 0:
		return nil
	case len(u.done) == 0:
		u.wanted = 0
		return nil
	}
	u.wanted--
	return e.takeBack(&u.done, &u.undone, "undone: ")
}

// takeBack unlearns the last step of a list; its unlearn becomes a step of the other.
func (e *env) takeBack(from, to *[]step, word string) tea.Cmd {
	last := (*from)[len(*from)-1]
	e.undo.busy = true
	eng, ctx := e.eng, e.ctx
	return func() tea.Msg {
		s, _, err := eng.Unlearn(ctx, last.session, engine.UnlearnOptions{})
		return applied(func() tea.Cmd {
			e.undo.busy = false
			if err != nil {
				e.undo.wanted = 0
				e.fail("undo "+last.what, fmt.Errorf("%w; Sessions shows what rests on it", err))
				return nil
			}
			*from = slices.DeleteFunc(*from, func(s step) bool { return s.session == last.session })
			*to = append(*to, step{s.ID, last.what})
			return tea.Batch(e.say(word+last.what), e.changed(), e.written())
		})
	}
}

// resolve answers conflicts in one session that can be undone. over is called in Update when it was done or refused.
// Answers are written in the order in which they were given, however fast: one can rest on another, and what was given
// last is what the first undo means.
func (e *env) resolve(choices []engine.Choice, what string, over func()) tea.Cmd {
	eng, ctx := e.eng, e.ctx
	before, written := e.undo.turn, make(chan struct{})
	e.undo.turn = written
	e.undo.answers++
	return func() tea.Msg {
		defer close(written)
		if before != nil {
			<-before
		}
		s, err := eng.Resolve(context.WithoutCancel(ctx), choices)
		return applied(func() tea.Cmd {
			e.undo.answers--
			over()
			if err != nil {
				e.fail(what, err)
				return tea.Batch(e.changed(), e.written())
			}
			e.undo.committed(s.ID, what)
			return tea.Batch(e.say(what+" · u takes it back"), e.changed(), e.written())
		})
	}
}
