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
	writing int           // decisions that are being written
	turn    chan struct{} // closed when what was decided last is written
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
	writing := u.writing > 0
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
	case u.wanted == 0 || u.writing > 0:
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
	return e.unlearn(last.session, engine.UnlearnOptions{}, func(s *core.Session, err error) tea.Cmd {
		if err != nil {
			e.undo.wanted = 0
			e.fail("undo "+last.what, fmt.Errorf("%w; Sessions shows what rests on it", err))
			return nil
		}
		*from = slices.DeleteFunc(*from, func(s step) bool { return s.session == last.session })
		*to = append(*to, step{s.ID, last.what})
		return e.say(word + last.what)
	})
}

// unlearn takes a session back. over is called in Update when it was done or refused.
func (e *env) unlearn(session string, opt engine.UnlearnOptions, over func(*core.Session, error) tea.Cmd) tea.Cmd {
	eng, ctx := e.eng, context.WithoutCancel(e.ctx)
	return e.inTurn(func() (*core.Session, error) {
		s, _, err := eng.Unlearn(ctx, session, opt)
		return s, err
	}, over)
}

// resolve answers conflicts in one session that can be undone. over is called in Update when it was done or refused.
func (e *env) resolve(choices []engine.Choice, what string, over func()) tea.Cmd {
	eng, ctx := e.eng, context.WithoutCancel(e.ctx)
	return e.inTurn(func() (*core.Session, error) { return eng.Resolve(ctx, choices) }, func(s *core.Session, err error) tea.Cmd {
		over()
		if err != nil {
			e.fail(what, err)
			return nil
		}
		e.undo.committed(s.ID, what)
		return e.say(what + " · u takes it back")
	})
}

// inTurn writes what was decided, in the order in which it was decided, however fast: one decision can rest on another,
// and what was decided last is what the first undo means. It begins at once, so that nothing is lost when the program
// is left before it has run the command, which reports to over.
func (e *env) inTurn(write func() (*core.Session, error), over func(*core.Session, error) tea.Cmd) tea.Cmd {
	u := &e.undo
	before, written := u.turn, make(chan struct{})
	u.turn = written
	u.writing++
	var s *core.Session
	var err error
	go func() {
		defer close(written)
		if before != nil {
			<-before
		}
		s, err = write()
	}()
	return func() tea.Msg {
		<-written
		return applied(func() tea.Cmd {
			u.writing--
			return tea.Batch(over(s, err), e.changed(), e.written())
		})
	}
}
