package changeset

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fxamacker/cbor/v2"

	"lemma/core"
	"lemma/core/graph"
)

// work is the registry while sessions are taken back: what differs from the view, nil for what is gone.
type work struct {
	view      core.View
	prims     map[string]*core.Primitive
	conflicts map[string]*core.Conflict
	takenOver map[string]bool
	dangling  []Dangling
}

func (w *work) primitive(id string) *core.Primitive {
	if p, ok := w.prims[id]; ok {
		return p
	}
	return w.view.Primitive(id)
}

func (w *work) conflict(id string) *core.Conflict {
	if c, ok := w.conflicts[id]; ok {
		return c
	}
	return w.view.Conflict(id)
}

// equal compares by their deterministic encoding, in which an empty list is as good as none.
func equal[T any](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a == b {
		return true
	}
	x, errX := encoder.Marshal(a)
	y, errY := encoder.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

var encoder = func() cbor.EncMode {
	m, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		panic(err) // the library's own options
	}
	return m
}()

// revertPrimitive undoes one change of a session.
func (w *work) revertPrimitive(session string, ch core.Change) {
	cur := w.primitive(ch.ID)
	switch {
	case equal(cur, ch.After):
		w.prims[ch.ID] = ch.Before
	case cur == nil || ch.After == nil:
		// Gone already, or its id belongs to something newer: nothing of the session is left.
	case ch.Before == nil:
		w.prims[ch.ID] = w.withdraw(session, cur.Clone(), nil, ch.After)
	default:
		w.prims[ch.ID] = w.withdraw(session, undo(cur.Clone(), ch.Before, ch.After), ch.Before, ch.After)
	}
}

// undo gives each field that still is as the session left it the value that it had before.
func undo(cur, before, after *core.Primitive) *core.Primitive {
	if statementOf(cur) == statementOf(after) {
		cur.FormalStatement, cur.ComputationalForm, cur.Proof = before.FormalStatement, before.ComputationalForm, before.Proof
		cur.Label, cur.Role, cur.Source = before.Label, before.Role, before.Source
	}
	back(&cur.Name, before.Name, after.Name)
	back(&cur.Kind, before.Kind, after.Kind)
	back(&cur.Anchor, before.Anchor, after.Anchor)
	back(&cur.Domain, before.Domain, after.Domain)
	back(&cur.Position, before.Position, after.Position)
	back(&cur.Confidence, before.Confidence, after.Confidence)
	back(&cur.Rule, before.Rule, after.Rule)
	backList(&cur.Section, before.Section, after.Section)
	backList(&cur.ApplicabilityPatterns, before.ApplicabilityPatterns, after.ApplicabilityPatterns)
	backList(&cur.Keywords, before.Keywords, after.Keywords)
	backList(&cur.Tags, before.Tags, after.Tags)
	cur.Sources = slices.DeleteFunc(cur.Sources, func(s core.Source) bool {
		return slices.Contains(after.Sources, s) && !slices.Contains(before.Sources, s)
	})
	for _, s := range before.Sources {
		if !slices.Contains(after.Sources, s) && !slices.Contains(cur.Sources, s) && s != cur.Source {
			cur.Sources = append(cur.Sources, s)
		}
	}
	for _, e := range after.Dependencies {
		old := before.Edge(e.Target)
		now := cur.Edge(e.Target)
		switch {
		case now == nil || !equal(now, &e) || (old != nil && equal(old, &e)):
		case old == nil:
			cur.Dependencies = slices.DeleteFunc(cur.Dependencies, func(x core.Edge) bool { return x.Target == e.Target })
		default:
			*now = *old
		}
	}
	for _, e := range before.Dependencies {
		if after.Edge(e.Target) == nil && cur.Edge(e.Target) == nil {
			cur.Dependencies = append(cur.Dependencies, e)
		}
	}
	sortEdges(cur)
	return cur
}

// statementOf is what an owner's place decides about a primitive.
func statementOf(p *core.Primitive) [6]string {
	return [6]string{p.FormalStatement, p.ComputationalForm, p.Proof, p.Label, p.Role, fmt.Sprint(p.Source)}
}

func back[T comparable](field *T, before, after T) {
	if *field == after {
		*field = before
	}
}

func backList(field *[]string, before, after []string) {
	if slices.Equal(*field, after) {
		*field = slices.Clone(before)
	}
}

// withdraw takes the support of a session from a primitive: the sources that its change brought. The oldest source
// left takes over where the owner goes; without any the primitive goes.
func (w *work) withdraw(session string, cur, before, after *core.Primitive) *core.Primitive {
	brought := func(s core.Source) bool {
		if before != nil && (s == before.Source || slices.Contains(before.Sources, s)) {
			return false
		}
		return s.Session == session || s == after.Source || slices.Contains(after.Sources, s)
	}
	cur.Sources = slices.DeleteFunc(cur.Sources, func(s core.Source) bool { return brought(s) || s.Former && brought(place(s)) })
	if !brought(cur.Source) {
		return cur
	}
	if len(cur.Sources) == 0 {
		return nil
	}
	s := cur.Sources[0]
	cur.Sources = slices.Clone(cur.Sources[1:])
	cur.FormalStatement, cur.ComputationalForm, cur.Proof, cur.Label, cur.Role = s.Statement, s.Form, s.Proof, s.Label, s.Role
	if s.Name != "" {
		cur.Name = s.Name
	}
	cur.Source = place(s)
	w.takenOver[cur.ID] = true
	return cur
}

// place is a source without what it says of the primitive: the form that it has as the owner.
func place(s core.Source) core.Source {
	return core.Source{Session: s.Session, Document: s.Document, Digest: s.Digest, Start: s.Start, End: s.End, Page: s.Page}
}

func (w *work) revertConflict(ch core.ConflictChange) {
	cur := w.conflict(ch.ID)
	switch {
	case equal(cur, ch.After):
		w.conflicts[ch.ID] = ch.Before
	case cur != nil && ch.Before == nil:
		w.conflicts[ch.ID] = nil // it gathered edges since, but it was the session's
	}
}

// sweep makes the registry sound again: edges to what is gone go, edges that came back and would close a cycle stay
// away, and conflicts forget what is gone.
func (w *work) sweep() {
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		if w.prims[id] != nil {
			continue
		}
		for _, from := range w.view.Dependents(id) {
			if p := w.primitive(from); p != nil && p.Edge(id) != nil {
				w.own(from)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		p := w.prims[id]
		if p == nil || !slices.ContainsFunc(p.Dependencies, func(e core.Edge) bool { return w.primitive(e.Target) == nil }) {
			continue
		}
		p = w.own(id)
		p.Dependencies = slices.DeleteFunc(p.Dependencies, func(e core.Edge) bool {
			if w.primitive(e.Target) != nil {
				return false
			}
			w.dangling = append(w.dangling, Dangling{From: id, Edge: &e, Why: e.Target + " goes"})
			return true
		})
	}
	w.cycles()
	open := w.allConflicts()
	waiting := map[string]bool{}
	for _, c := range open {
		waiting[c.Candidate.ID] = true
	}
	for _, c := range open {
		w.sweepConflict(c, waiting)
	}
}

// own makes a primitive the work's own copy.
func (w *work) own(id string) *core.Primitive {
	w.prims[id] = w.primitive(id).Clone()
	return w.prims[id]
}

// cycles inserts the edges that came back, the strong ones first, and drops those that would close a cycle.
func (w *work) cycles() {
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
		panic(fmt.Sprintf("a part of an acyclic graph has a cycle: %v", err))
	}
	slices.SortStableFunc(came, func(a, b link) int { return core.CompareEdges(a.edge, b.edge) })
	for _, l := range came {
		if cycle, ok := g.Insert(l.from, l.edge.Target); !ok {
			p := w.own(l.from)
			p.Dependencies = slices.DeleteFunc(p.Dependencies, func(e core.Edge) bool { return e.Target == l.edge.Target })
			w.dangling = append(w.dangling, Dangling{From: l.from, Edge: &l.edge, Why: "would close the cycle " + strings.Join(cycle, " → ")})
		}
	}
}

func (w *work) allConflicts() []*core.Conflict {
	var all []*core.Conflict
	for _, c := range w.view.Conflicts() {
		if w.conflict(c.ID) != nil {
			all = append(all, w.conflict(c.ID))
		}
	}
	for id, c := range w.conflicts {
		if c != nil && w.view.Conflict(id) == nil {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, core.CompareConflicts)
	return all
}

// sweepConflict lets a waiting candidate forget what is gone; waiting holds the ids of all that wait.
func (w *work) sweepConflict(c *core.Conflict, waiting map[string]bool) {
	n := *c
	changed := false
	if n.Match.Existing != "" && w.primitive(n.Match.Existing) == nil {
		w.dangling = append(w.dangling, Dangling{From: c.ID, Why: n.Match.Existing + ", which it was compared with, goes"})
		n.Match.Existing = ""
		changed = true
	}
	lost := func(e core.Edge) bool { return w.primitive(e.Target) == nil && !waiting[e.Target] }
	if slices.ContainsFunc(n.Candidate.Dependencies, lost) {
		n.Candidate = *n.Candidate.Clone()
		n.Candidate.Dependencies = slices.DeleteFunc(n.Candidate.Dependencies, lost)
		changed = true
	}
	orphan := func(in core.Inbound) bool { return w.primitive(in.From) == nil }
	if slices.ContainsFunc(n.Inbound, orphan) {
		n.Inbound = slices.DeleteFunc(slices.Clone(n.Inbound), orphan)
		changed = true
	}
	if changed {
		w.conflicts[c.ID] = &n
	}
}

func sortEdges(p *core.Primitive) {
	slices.SortFunc(p.Dependencies, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) })
}

// changeset lists what differs from the view, by id.
func (w *work) changeset() *core.Changeset {
	cs := &core.Changeset{}
	for _, id := range slices.Sorted(maps.Keys(w.prims)) {
		if was := w.view.Primitive(id); !equal(was, w.prims[id]) {
			cs.Changes = append(cs.Changes, core.Change{ID: id, Before: was, After: w.prims[id]})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(w.conflicts)) {
		if was := w.view.Conflict(id); !equal(was, w.conflicts[id]) {
			cs.Conflicts = append(cs.Conflicts, core.ConflictChange{ID: id, Before: was, After: w.conflicts[id]})
		}
	}
	return cs
}

func (w *work) preview(session string, going []string, blockers []Blocker) *Preview {
	p := &Preview{Session: session, Cascade: going, Removed: []Named{}, Restored: []Named{}, Reverted: []Named{}, TakenOver: []Named{}, Reopened: []Named{}, Withdrawn: []Named{},
		Blockers: append([]Blocker{}, blockers...), Dangling: append([]Dangling{}, w.dangling...)}
	cs := w.changeset()
	for _, ch := range cs.Changes {
		switch {
		case ch.After == nil:
			p.Removed = append(p.Removed, Named{ch.ID, ch.Before.Name})
		case ch.Before == nil:
			p.Restored = append(p.Restored, Named{ch.ID, ch.After.Name})
		case w.takenOver[ch.ID]:
			p.TakenOver = append(p.TakenOver, Named{ch.ID, ch.After.Name})
		default:
			p.Reverted = append(p.Reverted, Named{ch.ID, ch.After.Name})
		}
	}
	for _, ch := range cs.Conflicts {
		switch {
		case ch.After == nil:
			p.Withdrawn = append(p.Withdrawn, Named{ch.ID, ch.Before.Candidate.Name})
		case ch.Before == nil:
			p.Reopened = append(p.Reopened, Named{ch.ID, ch.After.Candidate.Name})
		}
	}
	return p
}
