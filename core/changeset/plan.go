package changeset

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
)

// Plan works out what taking back a session does. With ErrBlocked the preview says by whom.
func Plan(ctx context.Context, view core.View, h History, session string, opt Options) (*Preview, *core.Changeset, error) {
	p := &planner{ctx: ctx, view: view, history: h, sessions: h.Sessions(), taken: map[int]bool{}, sets: map[int]*core.Changeset{}}
	p.active = Active(p.sessions)
	target, err := p.find(session)
	if err != nil {
		return nil, nil, err
	}
	if err := p.load(target); err != nil {
		return nil, nil, err
	}
	if cs := p.sets[target]; len(cs.Changes)+len(cs.Conflicts) == 0 {
		return nil, nil, fmt.Errorf("%s cannot be taken back: %w", session, ErrNothing)
	}
	p.taken[target] = true
	for {
		w := p.simulate()
		if err := cmp.Or(p.failed, ctx.Err()); err != nil {
			return nil, nil, err
		}
		if opt.Cascade && p.grow(w) {
			continue
		}
		preview := w.preview(session)
		if len(w.problems) > 0 && !opt.Force {
			return preview, nil, fmt.Errorf("%s cannot be taken back: %w: %s\nuse --cascade to take them back too, or --force to drop what would dangle", session, ErrBlocked, strings.Join(preview.blocking(), ", "))
		}
		return preview, w.changeset(), nil
	}
}

// planner knows what happened since the session to be taken back, and before it when that turns out to matter: a
// primitive may live by a later session alone, once the one that added it is gone, while earlier ones point to it.
type planner struct {
	ctx      context.Context // of the plan that it is made for
	view     core.View
	history  History
	sessions []core.Session
	active   map[string]bool
	taken    map[int]bool // sessions to be taken back, by index
	sets     map[int]*core.Changeset
	from     int   // the oldest session that was read
	failed   error // while older ones were read

	touches map[string][]touch  // by primitive, what sessions in force did to it since, oldest first
	answers map[string][]answer // by conflict, the same
}

type touch struct {
	session int
	change  *core.Change
}

type answer struct {
	session int
	change  *core.ConflictChange
}

func (p *planner) find(id string) (int, error) {
	i := slices.IndexFunc(p.sessions, func(s core.Session) bool { return s.ID == id })
	switch {
	case i < 0:
		return 0, fmt.Errorf("%w: %q", ErrUnknown, id)
	case p.sessions[i].Status != core.Committed:
		return 0, fmt.Errorf("%s cannot be taken back: %w (%s)", id, ErrNothing, p.sessions[i].Status)
	case !p.active[id]:
		return 0, fmt.Errorf("%s cannot be taken back: %w, by %s", id, ErrAlready, p.sessions[p.takenBackBy(id)].ID)
	}
	return i, nil
}

// takenBackBy returns the newest session in force that took another back and stays, or -1.
func (p *planner) takenBackBy(id string) int {
	for i, s := range slices.Backward(p.sessions) {
		if p.active[s.ID] && !p.taken[i] && slices.Contains(s.Reverts, id) {
			return i
		}
	}
	return -1
}

// load reads what the sessions in force did, from the given one on.
func (p *planner) load(from int) error {
	p.from, p.touches, p.answers = from, map[string][]touch{}, map[string][]answer{}
	for i := from; i < len(p.sessions); i++ {
		if !p.active[p.sessions[i].ID] {
			continue
		}
		cs := p.read(i)
		if cs == nil {
			return p.failed
		}
		for k := range cs.Changes {
			c := &cs.Changes[k]
			p.touches[c.ID] = append(p.touches[c.ID], touch{i, c})
		}
		for k := range cs.Conflicts {
			c := &cs.Conflicts[k]
			p.answers[c.ID] = append(p.answers[c.ID], answer{i, c})
		}
	}
	return nil
}

// read returns what a session changed, nil after a failure.
func (p *planner) read(i int) *core.Changeset {
	if cs := p.sets[i]; cs != nil {
		return cs
	}
	if p.failed = cmp.Or(p.failed, p.ctx.Err()); p.failed != nil {
		return nil
	}
	cs, err := p.history.Changeset(p.sessions[i].Seq)
	if err != nil {
		p.failed = fmt.Errorf("cannot read what %s changed: %w", p.sessions[i].ID, err)
		return nil
	}
	p.sets[i] = cs
	return cs
}

// extend reads the sessions before the one to be taken back as well, and reports whether there were any.
func (p *planner) extend() bool {
	if p.from == 0 || p.failed != nil {
		return false
	}
	return p.load(0) == nil
}

// simulate takes back the taken sessions, newest first.
func (p *planner) simulate() *world {
	w := &world{planner: p, prims: map[string]*core.Primitive{}, conflicts: map[string]*core.Conflict{}, takenOver: map[string]bool{}, returned: map[string]int{}, then: map[int]map[string]bool{}}
	for _, i := range p.order() {
		for k := range p.sets[i].Changes {
			w.revert(i, &p.sets[i].Changes[k])
		}
		for k := range p.sets[i].Conflicts {
			w.revertConflict(i, &p.sets[i].Conflicts[k])
		}
	}
	w.settleReturns()
	w.settleIDs()
	w.settleEdges()
	w.settleConflicts()
	w.settleCycles()
	return w
}

// order returns the taken sessions, newest first.
func (p *planner) order() (list []int) {
	for i := range p.taken {
		list = append(list, i)
	}
	slices.SortFunc(list, func(a, b int) int { return b - a })
	return list
}

// grow takes back what stands in the way as well, and reports whether there was anything.
func (p *planner) grow(w *world) bool {
	grew := false
	for _, b := range w.problems {
		if !p.taken[b.session] {
			p.taken[b.session], grew = true, true
		}
	}
	return grew
}

// since returns the changes of a primitive by sessions after the given one that stay.
func (p *planner) since(i int, id string) (list []touch) {
	for _, t := range p.touches[id] {
		if t.session > i && !p.taken[t.session] {
			list = append(list, t)
		}
	}
	return list
}

// newest returns the newest session in force, taken back or not, whose change of a primitive has the property, or -1.
func (p *planner) newest(id string, has func(touch) bool) int {
	for _, t := range slices.Backward(p.touches[id]) {
		if has(t) {
			return t.session
		}
	}
	if p.extend() {
		return p.newest(id, has)
	}
	return -1
}

// pointer returns the newest session in force that made one primitive point to another, or -1.
func (p *planner) pointer(from, to string) int {
	return p.newest(from, func(t touch) bool {
		ch := t.change
		return ch.After != nil && ch.After.Edge(to) != nil && (ch.Before == nil || ch.Before.Edge(to) == nil)
	})
}

// problem is why taking back would not be exact, and the session that is the reason.
type problem struct {
	session int
	why     string
	id      string
}

func (w *world) preview(session string) *Preview {
	v := &Preview{Session: session, Removed: []Named{}, Restored: []Named{}, Reverted: []Named{}, TakenOver: []Named{}, Reopened: []Named{}, Withdrawn: []Named{},
		Blockers: []Blocker{}, Dangling: append([]Dangling{}, w.dropped...)}
	for _, i := range w.order() {
		v.Cascade = append(v.Cascade, w.sessions[i].ID)
	}
	for _, id := range w.changed() {
		before, after := w.view.Primitive(id), w.prims[id]
		switch {
		case before == nil:
			v.Restored = append(v.Restored, Named{id, after.Name})
		case after == nil:
			v.Removed = append(v.Removed, Named{id, before.Name})
		case w.takenOver[id]:
			v.TakenOver = append(v.TakenOver, Named{id, after.Name})
		default:
			v.Reverted = append(v.Reverted, Named{id, after.Name})
		}
	}
	for _, id := range w.changedConflicts() {
		switch before, after := w.view.Conflict(id), w.conflicts[id]; {
		case before == nil:
			v.Reopened = append(v.Reopened, Named{id, after.Candidate.Name})
		case after == nil:
			v.Withdrawn = append(v.Withdrawn, Named{id, before.Candidate.Name})
		}
	}
	slices.SortStableFunc(w.problems, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.session, b.session), strings.Compare(a.why, b.why), strings.Compare(a.id, b.id))
	})
	for _, b := range w.problems {
		id := w.sessions[b.session].ID
		if n := len(v.Blockers); n == 0 || v.Blockers[n-1].Session != id || v.Blockers[n-1].Why != b.why {
			v.Blockers = append(v.Blockers, Blocker{Session: id, Why: b.why})
		}
		last := &v.Blockers[len(v.Blockers)-1]
		if !slices.Contains(last.IDs, b.id) {
			last.IDs = append(last.IDs, b.id)
		}
	}
	return v
}

// blocking returns the sessions that block, each once.
func (v *Preview) blocking() (ids []string) {
	for _, b := range v.Blockers {
		if !slices.Contains(ids, b.Session) {
			ids = append(ids, b.Session)
		}
	}
	return ids
}

func (w *world) changeset() *core.Changeset {
	cs := &core.Changeset{}
	for _, id := range w.changed() {
		cs.Changes = append(cs.Changes, core.Change{ID: id, Before: w.view.Primitive(id).DeepClone(), After: w.prims[id].DeepClone()})
	}
	for _, id := range w.changedConflicts() {
		cs.Conflicts = append(cs.Conflicts, core.ConflictChange{ID: id, Before: w.view.Conflict(id).DeepClone(), After: w.conflicts[id].DeepClone()})
	}
	return cs
}
