package tui

import (
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
	done   []step
	undone []step
	busy   bool
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
	may := func(list []step, none string) string {
		switch {
		case e.eng == nil:
			return "the registry is still being opened"
		case u.busy:
			return "the last one is still under way"
		case len(list) == 0:
			return none
		}
		return ""
	}
	return []action{
		{id: "undo", keys: []string{"u"}, help: "undo", off: may(u.done, "nothing was decided here yet; Sessions takes back older ones"),
			do: func() tea.Cmd { return e.takeBack(&u.done, &u.undone, "undone: ") }},
		{id: "redo", keys: []string{"ctrl+r"}, help: "redo", off: may(u.undone, "nothing was undone"),
			do: func() tea.Cmd { return e.takeBack(&u.undone, &u.done, "redone: ") }},
	}
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
				e.fail("undo "+last.what, fmt.Errorf("%w; Sessions shows what rests on it", err))
				return nil
			}
			*from = slices.DeleteFunc(*from, func(s step) bool { return s.session == last.session })
			*to = append(*to, step{s.ID, last.what})
			return tea.Batch(e.say(word+last.what), e.changed())
		})
	}
}

// resolve answers conflicts in one session that can be undone. over is called in Update when it was done or refused.
func (e *env) resolve(choices []engine.Choice, what string, over func()) tea.Cmd {
	eng, ctx := e.eng, e.ctx
	return func() tea.Msg {
		s, err := eng.Resolve(context.WithoutCancel(ctx), choices)
		return applied(func() tea.Cmd {
			over()
			if err != nil {
				e.fail(what, err)
				return e.changed()
			}
			e.undo.committed(s.ID, what)
			return tea.Batch(e.say(what+" · u takes it back"), e.changed())
		})
	}
}
