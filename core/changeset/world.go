package changeset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/graph"
)

// world is the registry while sessions are taken back: what differs from the view, nil for what is gone.
type world struct {
	*planner
	prims     map[string]*core.Primitive
	conflicts map[string]*core.Conflict
	takenOver map[string]bool
	returned  map[string]int          // to what places come back, and the session that had removed them
	then      map[int]map[string]bool // sessions in force before a session
	after     map[string]bool         // sessions in force afterwards, once it is needed
	problems  []problem
	dropped   []Dangling
}

func (w *world) primitive(id string) *core.Primitive {
	if p, ok := w.prims[id]; ok {
		return p
	}
	return w.view.Primitive(id)
}

func (w *world) conflict(id string) *core.Conflict {
	if c, ok := w.conflicts[id]; ok {
		return c
	}
	return w.view.Conflict(id)
}

// blame names a session that stays as the reason why taking back would not be exact.
func (w *world) blame(session int, why, id string) {
	if session < w.from {
		w.extend()
	}
	w.problems = append(w.problems, problem{session, why, id})
}

// revert takes one change of a session back.
func (w *world) revert(i int, ch *core.Change) {
	if bringsBack(ch.Before, ch.After) {
		w.returned[ch.ID] = i
	}
	now := w.primitive(ch.ID)
	if now.Equal(ch.After) {
		w.prims[ch.ID] = ch.Before
		return
	}
	removed := false // by a session that stays
	for _, t := range w.since(i, ch.ID) {
		removed = removed || t.change.After == nil
		if !w.commute(i, ch, t) {
			w.blame(t.session, "changed what it changed", ch.ID)
		}
	}
	left, over := withdraw(ch.After, now, ch.Before)
	if now == nil && !removed && bringsBack(ch.Before, ch.After) {
		left = ch.Before // a place comes back to what went with its other places; settleReturns looks at those
	}
	w.prims[ch.ID] = left
	w.takenOver[ch.ID] = w.takenOver[ch.ID] || over
}

// bringsBack reports whether taking a change back brings a place back.
func bringsBack(before, after *core.Primitive) bool {
	switch {
	case before == nil:
		return false
	case after == nil:
		return true
	}
	return len(without(places(before), places(after))) > 0
}

// commute reports whether a session's change of a primitive can be taken back without touching a later one: places
// come and go by themselves, and what a later unlearn took away it took from an earlier session.
func (w *world) commute(i int, ch *core.Change, t touch) bool {
	if ch.After == nil {
		return false // what is there now is another's
	}
	unlearn := func(i int) bool { return w.sessions[i].Kind == core.SessionUnlearn }
	return sourcesOnly(t.change) || sourcesOnly(ch) && t.change.After != nil || unlearn(t.session) && !unlearn(i)
}

// settleReturns looks at what returns: without the places of sessions that were taken back since it went.
func (w *world) settleReturns() {
	for _, id := range slices.Sorted(maps.Keys(w.returned)) {
		if p := w.prims[id]; p != nil {
			w.prims[id] = w.supported(id, p)
		}
		if c := w.conflicts[id]; c != nil {
			cand := w.supported(id, &c.Candidate)
			if cand == nil {
				w.conflicts[id] = nil
			} else if cand != &c.Candidate {
				again := *c
				again.Candidate = *cand
				w.conflicts[id] = &again
			}
		}
	}
}

// supported returns what is left of a primitive or waiting candidate that returns, nil when nothing is.
func (w *world) supported(id string, p *core.Primitive) *core.Primitive {
	then := w.activeBefore(w.returned[id])
	var rest []core.Source
	for _, s := range places(p) {
		if w.activeAfter()[s.Session] || !then[s.Session] && w.given(id, &s) {
			rest = append(rest, s)
		} else if by := w.takenBackBy(s.Session); by >= 0 {
			w.blame(by, "took back where something that would return comes from", id)
		}
	}
	switch len(rest) {
	case len(p.Sources) + 1:
		return p
	case 0:
		w.dropped = append(w.dropped, Dangling{From: id, Why: "stays away: the session it comes from was taken back"})
		return nil
	}
	q := p.Clone()
	own := rest[0]
	if !own.SamePlace(&p.Source) {
		q.TakeOver(own)
	}
	q.Sources = rest[1:]
	return q
}

// given reports whether a session that will be in force gave a place of another session to a primitive: an answer to a
// conflict does, and an import of what sessions elsewhere learned.
func (w *world) given(id string, place *core.Source) bool {
	for i, s := range w.sessions {
		if !w.activeAfter()[s.ID] {
			continue
		}
		cs := w.read(i)
		if cs == nil {
			return false
		}
		for k := range cs.Changes {
			if ch := &cs.Changes[k]; ch.ID == id && has(ch.After, place) && !has(ch.Before, place) {
				return true
			}
		}
		for k := range cs.Conflicts {
			if ch := &cs.Conflicts[k]; ch.ID == id && has(candidate(ch.After), place) && !has(candidate(ch.Before), place) {
				return true
			}
		}
	}
	return false
}

// has reports whether a primitive, which may be nil, comes from a place.
func has(p *core.Primitive, place *core.Source) bool { return p != nil && contains(places(p), place) }

// activeBefore tells the sessions in force before a session.
func (w *world) activeBefore(i int) map[string]bool {
	if w.then[i] == nil {
		w.then[i] = Active(w.sessions[:i])
	}
	return w.then[i]
}

// activeAfter tells the sessions in force once the plan is carried out.
func (w *world) activeAfter() map[string]bool {
	if w.after == nil {
		undo := core.Session{Status: core.Committed}
		for i := range w.taken {
			undo.Reverts = append(undo.Reverts, w.sessions[i].ID)
		}
		w.after = Active(append(slices.Clone(w.sessions), undo))
	}
	return w.after
}

// revertConflict takes one change of what waits back.
func (w *world) revertConflict(i int, ch *core.ConflictChange) {
	if bringsBack(candidate(ch.Before), candidate(ch.After)) {
		w.returned[ch.ID] = i
	}
	now := w.conflict(ch.ID)
	if now.Equal(ch.After) {
		w.conflicts[ch.ID] = ch.Before
		return
	}
	left := withdrawConflict(ch.After, now, ch.Before)
	for _, t := range w.answers[ch.ID] {
		if t.session <= i || w.taken[t.session] || w.sessions[t.session].Kind == core.SessionUnlearn && w.sessions[i].Kind != core.SessionUnlearn {
			continue
		}
		switch {
		case t.change.After == nil:
			w.blame(t.session, "answered a conflict of it", ch.ID)
		case t.change.Before == nil, left == nil && addsInbound(t.change):
			w.blame(t.session, "points to what waits because of it", ch.ID)
		}
	}
	w.conflicts[ch.ID] = left
}

func candidate(c *core.Conflict) *core.Primitive {
	if c == nil {
		return nil
	}
	return &c.Candidate
}

func addsInbound(ch *core.ConflictChange) bool {
	return slices.ContainsFunc(ch.After.Inbound, func(in core.Inbound) bool { return !hasInbound(ch.Before, in) })
}

// settleIDs keeps away what would return under an id that something else holds now.
func (w *world) settleIDs() {
	waits := map[string]string{} // conflict by its candidate's id
	for _, c := range w.open() {
		if other, twice := waits[c.Candidate.ID]; twice {
			if w.view.Conflict(other) == nil {
				c, other = w.conflict(other), c.ID
			}
			w.heldBy(c, other)
			continue
		}
		waits[c.Candidate.ID] = c.ID
	}
	for _, c := range w.open() {
		if p := w.primitive(c.Candidate.ID); p != nil {
			w.heldBy(c, "")
		}
	}
}

// heldBy settles that the id of a waiting candidate is also that of a primitive, or of another that waits: the one
// of the two that was not there before stays away.
func (w *world) heldBy(c *core.Conflict, other string) {
	id := c.Candidate.ID
	if w.view.Conflict(c.ID) == nil {
		var by int
		if other != "" {
			by = w.keeper(other)
		} else {
			by = w.holder(id)
		}
		if by < 0 { // what holds the id returns as well
			by = w.keeper(c.ID)
		}
		if by >= 0 {
			w.blame(by, "holds an id that would return", id)
		}
		w.conflicts[c.ID] = nil
		w.dropped = append(w.dropped, Dangling{From: c.ID, Why: "stays closed: its id " + id + " belongs to another now"})
		return
	}
	if other == "" && w.view.Primitive(id) == nil {
		if i := w.keeper(c.ID); i >= 0 {
			w.blame(i, "holds an id that would return", id)
		}
		w.prims[id] = nil
		w.dropped = append(w.dropped, Dangling{From: id, Why: "stays away: " + c.ID + " holds its id now"})
	}
}

// holder returns the newest session that stays and added a primitive or gave to it, or -1; one that took sessions back
// only when there is no other.
func (w *world) holder(id string) int {
	stays := func(unlearn bool) int {
		return w.newest(id, func(t touch) bool {
			return t.change.After != nil && !w.taken[t.session] && (w.sessions[t.session].Kind == core.SessionUnlearn) == unlearn
		})
	}
	if i := stays(false); i >= 0 {
		return i
	}
	return stays(true)
}

// settleEdges drops edges to what is gone.
func (w *world) settleEdges() {
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		if w.prims[id] != nil {
			continue
		}
		for _, from := range w.view.Dependents(id) {
			if p := w.primitive(from); p != nil && p.Edge(id) != nil {
				w.prims[from] = p
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		p := w.prims[id]
		if p == nil || !slices.ContainsFunc(p.Dependencies, func(e core.Edge) bool { return w.primitive(e.Target) == nil }) {
			continue
		}
		p = p.Clone()
		p.Dependencies = slices.DeleteFunc(p.Dependencies, func(e core.Edge) bool {
			if w.primitive(e.Target) != nil {
				return false
			}
			if w.dangles(id, e.Target) {
				w.dropped = append(w.dropped, Dangling{From: id, Edge: &e, Why: e.Target + " goes"})
			}
			return true
		})
		w.prims[id] = p
	}
}

// dangles reports whether a session that stays is the reason that an edge has no target: it set the edge, or it took
// the target away. Otherwise the edge goes with the sessions that are taken back. A target that a session taken back
// had removed would be there again, were it not that what supports it goes too.
func (w *world) dangles(from, to string) bool {
	by, why, id := -1, "took away what would be pointed to again", to
	if w.view.Primitive(to) == nil {
		by = w.newest(to, func(t touch) bool { return t.change.After == nil })
	}
	if by < 0 || w.taken[by] {
		by, why, id = w.pointer(from, to), "points to what would go", from
	}
	if by < 0 || w.taken[by] {
		return false
	}
	w.blame(by, why, id)
	return true
}

// settleConflicts lets what waits forget what is gone.
func (w *world) settleConflicts() {
	waits := map[string]bool{}
	open := w.open()
	for _, c := range open {
		waits[c.Candidate.ID] = true
	}
	for _, c := range open {
		n := c.DeepClone()
		if n.Match.Existing != "" && w.primitive(n.Match.Existing) == nil {
			w.forget(n, "was compared with what would go", Dangling{From: n.ID, Why: n.Match.Existing + ", which it was compared with, goes"})
			n.Match = core.Match{Candidate: n.Match.Candidate, Class: core.GenuinelyNew, Action: core.Queue,
				Rationale: "what it was compared with, " + n.Match.Existing + ", was taken back; nothing that is left was compared with it"}
		}
		n.Candidate.Dependencies = slices.DeleteFunc(n.Candidate.Dependencies, func(e core.Edge) bool {
			if waits[e.Target] || w.primitive(e.Target) != nil {
				return false
			}
			w.forget(n, "points to what would go", Dangling{From: n.ID, Edge: &e, Why: e.Target + " goes"})
			return true
		})
		n.Inbound = slices.DeleteFunc(n.Inbound, func(in core.Inbound) bool { return w.primitive(in.From) == nil })
		if !n.Equal(c) {
			w.conflicts[c.ID] = n
		}
	}
}

// forget records that what waits loses something because of what goes.
func (w *world) forget(c *core.Conflict, why string, d Dangling) {
	by := w.keeper(c.ID)
	if by < 0 {
		return
	}
	w.blame(by, why, c.ID)
	w.dropped = append(w.dropped, d)
}

// keeper returns the newest session that stays and opened a conflict or added to it, or -1. Only when there is no other
// is it one that took sessions back.
func (w *world) keeper(conflict string) int {
	unlearn := -1
	for _, a := range slices.Backward(w.answers[conflict]) {
		switch {
		case w.taken[a.session] || a.change.After == nil:
		case w.sessions[a.session].Kind != core.SessionUnlearn:
			return a.session
		case unlearn < 0:
			unlearn = a.session
		}
	}
	if w.extend() {
		return w.keeper(conflict)
	}
	return unlearn
}

// open returns what waits, by session and number.
func (w *world) open() (list []*core.Conflict) {
	for _, c := range w.view.Conflicts() {
		if c = w.conflict(c.ID); c != nil {
			list = append(list, c)
		}
	}
	for id, c := range w.conflicts {
		if c != nil && w.view.Conflict(id) == nil {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, core.CompareConflicts)
	return list
}

// settleCycles inserts the edges that came back, the strong ones first, and drops those that would close a cycle.
func (w *world) settleCycles() {
	type link struct {
		from string
		edge core.Edge
	}
	var came []link
	isNew := map[[2]string]bool{}
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		p, was := w.prims[id], w.view.Primitive(id)
		if p == nil {
			continue
		}
		for _, e := range p.Dependencies {
			if was == nil || was.Edge(e.Target) == nil {
				came = append(came, link{id, e})
				isNew[[2]string{id, e.Target}] = true
			}
		}
	}
	if len(came) == 0 {
		return
	}
	var ids []string
	for p := range w.view.Primitives() {
		if w.primitive(p.ID) != nil {
			ids = append(ids, p.ID)
		}
	}
	for id, p := range w.prims {
		if p != nil && w.view.Primitive(id) == nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	g, err := graph.Build(slices.Values(ids), func(id string) []string {
		var to []string
		for _, e := range w.primitive(id).Dependencies {
			if !isNew[[2]string{id, e.Target}] {
				to = append(to, e.Target)
			}
		}
		return to
	})
	if err != nil {
		panic(fmt.Sprintf("the registry is not acyclic: %v", err))
	}
	slices.SortStableFunc(came, func(a, b link) int { return core.CompareEdges(a.edge, b.edge) })
	for _, l := range came {
		cycle, ok := g.Insert(l.from, l.edge.Target)
		if ok {
			continue
		}
		w.blameCycle(append([]string{l.from}, cycle...))
		p := w.prims[l.from].Clone()
		p.Dependencies = slices.DeleteFunc(p.Dependencies, func(e core.Edge) bool { return e.Target == l.edge.Target })
		w.prims[l.from] = p
		w.dropped = append(w.dropped, Dangling{From: l.from, Edge: &l.edge, Why: "would close the cycle " + strings.Join(cycle, " → ")})
	}
}

// blameCycle names the newest session that stays and set an edge of a cycle.
func (w *world) blameCycle(ids []string) {
	newest, at := -1, ""
	for i := range ids {
		from, to := ids[i], ids[(i+1)%len(ids)]
		if by := w.pointer(from, to); by > newest && !w.taken[by] {
			newest, at = by, from
		}
	}
	if newest >= 0 {
		w.blame(newest, "closes a cycle with what would return", at)
	}
}

// changed returns the ids of the primitives that are not as they were, sorted.
func (w *world) changed() (ids []string) {
	for id, p := range w.prims {
		if !p.Equal(w.view.Primitive(id)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (w *world) changedConflicts() (ids []string) {
	for id, c := range w.conflicts {
		if !c.Equal(w.view.Conflict(id)) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}
