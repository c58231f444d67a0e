package changeset

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// Plan works out what taking back a session does. With ErrBlocked the preview says by whom.
func Plan(ctx context.Context, view core.View, h History, session string, opt Options) (*Preview, *core.Changeset, error) {
	sessions := h.Sessions()
	at := slices.IndexFunc(sessions, func(s core.Session) bool { return s.ID == session })
	if at < 0 {
		return nil, nil, fmt.Errorf("%s: %w", session, ErrUnknown)
	}
	if sessions[at].Status != core.Committed {
		return nil, nil, fmt.Errorf("%s ended as %s: %w", session, sessions[at].Status, ErrNothing)
	}
	active := Active(sessions)
	if !active[session] {
		return nil, nil, fmt.Errorf("%s: %w", session, ErrAlready)
	}
	p := &planner{view: view, changes: map[string]*core.Changeset{}}
	for _, s := range sessions[at:] {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if s.Status != core.Committed || (s.ID != session && (!active[s.ID] || s.Kind == core.SessionUnlearn)) {
			continue
		}
		cs, err := h.Changeset(s.Seq)
		if err != nil {
			return nil, nil, err
		}
		p.sessions = append(p.sessions, s)
		p.changes[s.ID] = cs
	}
	going := []string{session}
	var w *work
	var blockers []Blocker
	for {
		w = p.revert(going)
		if blockers = p.blockers(w, going); len(blockers) == 0 || !opt.Cascade {
			break
		}
		for _, b := range blockers {
			going = append(going, b.Session)
		}
		slices.SortFunc(going, func(a, b string) int { return p.order(b) - p.order(a) }) // newest first
	}
	w.sweep()
	preview := w.preview(session, going, blockers)
	if len(blockers) > 0 && !opt.Force {
		names := make([]string, len(blockers))
		for i, b := range blockers {
			names[i] = b.Session
		}
		return preview, nil, fmt.Errorf("%s cannot be taken back: %w: %s\nuse --cascade to take them back too, or --force to leave them with fewer edges", session, ErrBlocked, strings.Join(names, ", "))
	}
	return preview, w.changeset(), nil
}

// planner holds the session to take back and the sessions after it that are in force.
type planner struct {
	view     core.View
	sessions []core.Session // the first is the one to take back
	changes  map[string]*core.Changeset
}

func (p *planner) order(id string) int {
	return slices.IndexFunc(p.sessions, func(s core.Session) bool { return s.ID == id })
}

// revert takes the sessions back one after the other, newest first, on a copy of the registry.
func (p *planner) revert(going []string) *work {
	w := &work{view: p.view, prims: map[string]*core.Primitive{}, conflicts: map[string]*core.Conflict{}, takenOver: map[string]bool{}}
	for _, id := range going {
		cs := p.changes[id]
		for _, ch := range slices.Backward(cs.Changes) {
			w.revertPrimitive(id, ch)
		}
		for _, ch := range slices.Backward(cs.Conflicts) {
			w.revertConflict(ch)
		}
	}
	return w
}

// blockers lists the sessions that depend on those that go.
func (p *planner) blockers(w *work, going []string) []Blocker {
	changed, gone, opened := map[string]bool{}, map[string]bool{}, map[string]bool{}
	oldest := len(p.sessions)
	for _, id := range going {
		oldest = min(oldest, p.order(id))
		for _, ch := range p.changes[id].Changes {
			changed[ch.ID] = true
			if w.primitive(ch.ID) == nil {
				gone[ch.ID] = true
			}
		}
		for _, ch := range p.changes[id].Conflicts {
			if ch.After != nil {
				opened[ch.ID] = true
			}
		}
	}
	var out []Blocker
	for _, s := range p.sessions[oldest:] {
		if slices.Contains(going, s.ID) {
			continue
		}
		b := Blocker{Session: s.ID}
		reasons := map[string]bool{}
		because := func(why, id string) {
			reasons[why] = true
			if !slices.Contains(b.IDs, id) {
				b.IDs = append(b.IDs, id)
			}
		}
		for _, ch := range p.changes[s.ID].Changes {
			if changed[ch.ID] && !supports(ch) {
				because("changed what it changed", ch.ID)
			}
			if cur := w.primitive(ch.ID); cur != nil {
				for _, e := range newEdges(ch) {
					if gone[e.Target] && cur.Edge(e.Target) != nil {
						because("points to what it added", ch.ID)
					}
				}
			}
		}
		for _, ch := range p.changes[s.ID].Conflicts {
			switch {
			case ch.Before != nil && opened[ch.ID]:
				because("resolved or changed a conflict of it", ch.ID)
			case ch.After != nil && w.conflict(ch.ID) != nil && gone[ch.After.Match.Existing]:
				because("has a conflict with what it added", ch.ID)
			}
		}
		if len(reasons) > 0 {
			words := make([]string, 0, len(reasons))
			for r := range reasons {
				words = append(words, r)
			}
			slices.Sort(words)
			slices.Sort(b.IDs)
			b.Why = strings.Join(words, "; ")
			out = append(out, b)
		}
	}
	return out
}

// supports reports whether a change only added sources to a primitive.
func supports(ch core.Change) bool {
	if ch.Before == nil || ch.After == nil || len(ch.After.Sources) <= len(ch.Before.Sources) {
		return false
	}
	bare := *ch.After
	bare.Sources = ch.Before.Sources
	return equal(&bare, ch.Before)
}

func newEdges(ch core.Change) []core.Edge {
	if ch.After == nil {
		return nil
	}
	var out []core.Edge
	for _, e := range ch.After.Dependencies {
		if ch.Before == nil || ch.Before.Edge(e.Target) == nil {
			out = append(out, e)
		}
	}
	return out
}
