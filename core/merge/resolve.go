package merge

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/graph"
)

// Choice is a human's answer to one conflict.
type Choice struct {
	Conflict   string
	Resolution core.Resolution
}

// Effect is what a resolution would do.
type Effect struct {
	Removed    string             `json:"removed,omitempty"`    // the primitive that would go
	Added      string             `json:"added,omitempty"`      // the primitive that would come
	Dependents []string           `json:"dependents,omitempty"` // primitives whose edges would move
	Refused    []core.RefusedEdge `json:"refused,omitempty"`    // edges that would close a cycle, and would be dropped
	Conflicts  []string           `json:"conflicts,omitempty"`  // other conflicts that would change
	Edges      int                `json:"edges"`                // edges that would come
	Text       string             `json:"text"`                 // all of it in words
}

// Resolve works out the changes of a batch of answers. It is the only place where a primitive gives way to another.
//
// Keep-existing makes the candidate's place a source of the existing primitive, since a human said that the two are
// one thing; keep-candidate makes the existing primitive's places sources of the candidate for the same reason, and
// moves its dependents; keep-both adds the candidate. What is learned again is then known, and not asked again.
func Resolve(ctx context.Context, view core.View, g *graph.Graph, session string, choices []Choice) (*Result, error) {
	r := &resolving{newState(view, g, session)}
	if err := r.orphans(choices); err != nil {
		return nil, err
	}
	for i, c := range choices {
		if i&63 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := r.answer(c); err != nil {
			return nil, err
		}
	}
	res := r.result()
	res.Counts.Tally(res.Changeset.Changes)
	return res, ctx.Err()
}

// Cost works out what a resolution would do. It changes the graph, which the caller forks from the registry's.
func Cost(view core.View, g *graph.Graph, c *core.Conflict, answer core.Resolution) (*Effect, error) {
	e := &Effect{}
	if answer == core.KeepExisting && view.Primitive(c.Match.Existing) == nil {
		return &Effect{Text: "is no answer here: what the candidate was compared with was taken back"}, nil
	}
	if answer == core.KeepCandidate && view.Primitive(c.Match.Existing) != nil {
		e.Removed = c.Match.Existing
		e.Dependents = slices.Clone(view.Dependents(c.Match.Existing))
	}
	res, err := Resolve(context.Background(), view, g, c.Session, []Choice{{c.ID, answer}})
	if err != nil {
		return nil, err
	}
	for _, ch := range res.Changeset.Changes {
		if ch.Before == nil {
			e.Added = ch.ID
		}
	}
	for _, ch := range res.Changeset.Conflicts {
		if ch.ID != c.ID {
			e.Conflicts = append(e.Conflicts, ch.ID)
		}
	}
	e.Refused, e.Edges = res.Refused, res.Counts.Edges
	e.Text = e.words(c, answer)
	return e, nil
}

func (e *Effect) words(c *core.Conflict, answer core.Resolution) string {
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch answer {
	case core.KeepExisting:
		say("keeps %s and adds the candidate's place to its sources", c.Match.Existing)
	case core.KeepBoth:
		say("adds %s", e.Added)
	case core.KeepCandidate:
		say("adds %s", e.Added)
		if e.Removed != "" {
			say("removes %s", e.Removed)
		}
		if n := len(e.Dependents); n > 0 {
			say("moves the edges of %s to it", plural(n, "dependent"))
		}
	}
	if e.Edges > 0 {
		say("inserts %s", plural(e.Edges, "edge"))
	}
	if n := len(e.Refused); n > 0 {
		say("drops %s that would close a cycle", plural(n, "edge"))
	}
	if n := len(e.Conflicts); n > 0 {
		wait := "wait"
		if n == 1 {
			wait = "waits"
		}
		say("changes %s that %s", plural(n, "other conflict"), wait)
	}
	return strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// resolving is a state in which primitives may be removed.
type resolving struct{ *state }

// orphans refuses to keep an existing primitive where there is none any more: the candidate would go too, and nobody
// said that.
func (r *resolving) orphans(choices []Choice) error {
	var ids, sessions []string
	for _, ch := range choices {
		if c := r.view.Conflict(ch.Conflict); c != nil && ch.Resolution == core.KeepExisting && r.view.Primitive(c.Match.Existing) == nil {
			ids, sessions = append(ids, c.ID), append(sessions, c.Session)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(sessions)
	return fmt.Errorf("%s: there is nothing existing to keep, since what the candidate was compared with was taken back\nanswer %s to add the candidate, or take %s back to be rid of it", strings.Join(ids, ", "), core.KeepCandidate, strings.Join(slices.Compact(sessions), ", "))
}

func (r *resolving) answer(ch Choice) error {
	if r.view.Conflict(ch.Conflict) == nil {
		return fmt.Errorf("no open conflict has the id %q", ch.Conflict)
	}
	c := r.conflict(ch.Conflict)
	if c == nil {
		return fmt.Errorf("conflict %s is answered twice", ch.Conflict)
	}
	switch ch.Resolution {
	case core.KeepExisting:
		r.keepExisting(c)
	case core.KeepBoth:
		r.keepCandidate(c, nil)
	case core.KeepCandidate:
		r.keepCandidate(c, r.get(c.Match.Existing))
	default:
		return fmt.Errorf("resolution %q is not known; use %s, %s or %s", ch.Resolution, core.KeepExisting, core.KeepCandidate, core.KeepBoth)
	}
	r.counts.Resolved++
	return nil
}

// keepExisting drops the candidate; what pointed to it points to the existing primitive.
func (r *resolving) keepExisting(c *core.Conflict) {
	r.end(c)
	existing := r.get(c.Match.Existing)
	for _, s := range append([]core.Source{c.Candidate.AsSource()}, c.Candidate.Sources...) {
		r.edit(existing.ID).Support(s)
	}
	r.redirect(c.Candidate.ID, existing.ID)
	r.insert(inbound(c, existing.ID))
}

// keepCandidate makes the candidate a primitive, with the edges that waited for it. It takes the place of another when
// one is given: that goes before any edge comes, so that its edges are in nobody's way.
func (r *resolving) keepCandidate(c *core.Conflict, gone *core.Primitive) {
	r.end(c)
	p := c.Candidate.DeepClone()
	p.ID, p.Dependencies = freeID(p.ID, r.held), nil
	r.add(p)
	if p.ID != c.Candidate.ID {
		r.redirect(c.Candidate.ID, p.ID)
	}
	var list []proposal
	for _, e := range c.Candidate.Dependencies {
		list = append(list, proposal{p.ID, e})
	}
	list = append(list, inbound(c, p.ID)...)
	if gone != nil {
		list = append(list, r.replace(gone, p)...)
	}
	r.insert(list)
}

// replace removes a primitive in favour of another that a human preferred, and returns what pointed to it, to point
// to the other.
func (r *resolving) replace(gone, p *core.Primitive) (moved []proposal) {
	for _, id := range slices.Sorted(slices.Values(r.g.In(gone.ID))) {
		d := r.edit(id)
		e := *d.Edge(gone.ID)
		e.Target = p.ID
		moved = append(moved, proposal{id, e})
		d.Dependencies = slices.DeleteFunc(d.Dependencies, func(e core.Edge) bool { return e.Target == gone.ID })
	}
	r.put(gone.ID, nil)
	r.g.Remove(gone.ID)
	for _, s := range append([]core.Source{gone.AsSource()}, gone.Sources...) {
		s.Former = true
		p.Support(s)
	}
	r.redirect(gone.ID, p.ID)
	for _, o := range r.open() {
		if o.Match.Existing == gone.ID {
			r.editConflict(o.ID).Match.Existing = p.ID
		}
		if slices.ContainsFunc(o.Inbound, func(in core.Inbound) bool { return in.From == gone.ID }) {
			o = r.editConflict(o.ID)
			o.Inbound = slices.DeleteFunc(o.Inbound, func(in core.Inbound) bool { return in.From == gone.ID })
		}
	}
	return moved
}

// end closes a conflict.
func (r *resolving) end(c *core.Conflict) {
	r.putConflict(c.ID, nil)
	delete(r.waiting, c.Candidate.ID)
}

// open returns the conflicts that still wait.
func (r *resolving) open() (list []*core.Conflict) {
	for _, c := range r.view.Conflicts() {
		if c = r.conflict(c.ID); c != nil {
			list = append(list, c)
		}
	}
	return list
}

// redirect makes waiting candidates that depend on one id depend on another.
func (r *resolving) redirect(from, to string) {
	for _, o := range r.open() {
		e := o.Candidate.Edge(from)
		if e == nil {
			continue
		}
		moved := *e
		moved.Target = to
		o = r.editConflict(o.ID)
		o.Candidate.Dependencies = slices.DeleteFunc(o.Candidate.Dependencies, func(e core.Edge) bool { return e.Target == from })
		if to != o.Candidate.ID {
			join(&o.Candidate, moved)
		}
	}
}

// inbound returns the edges that waited for a conflict's candidate, with another target.
func inbound(c *core.Conflict, target string) (list []proposal) {
	for _, in := range c.Inbound {
		in.Edge.Target = target
		list = append(list, proposal{in.From, in.Edge})
	}
	return list
}
