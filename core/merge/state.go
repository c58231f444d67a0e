package merge

import (
	"slices"
	"strconv"
	"strings"

	"lemma/core"
	"lemma/core/graph"
)

// state is the registry as the session leaves it so far: what it changed, over what it found.
type state struct {
	view    core.View
	g       *graph.Graph
	session string

	prims     map[string]*core.Primitive // changed ones; nil: removed
	conflicts map[string]*core.Conflict  // changed ones; nil: closed
	order     []string                   // ids of prims, as they were changed first
	corder    []string                   // ids of conflicts, as they were changed first
	waiting   map[string]string          // conflict by the id of its candidate
	refused   []core.RefusedEdge
	counts    core.Counts
}

// proposal is an edge that may be inserted.
type proposal struct {
	from string
	edge core.Edge
}

func newState(view core.View, g *graph.Graph, session string) *state {
	s := &state{view: view, g: g, session: session, prims: map[string]*core.Primitive{}, conflicts: map[string]*core.Conflict{}, waiting: map[string]string{}}
	for _, c := range view.Conflicts() {
		s.waiting[c.Candidate.ID] = c.ID
	}
	if s.g == nil {
		s.g = graph.New()
		for p := range view.Primitives() {
			s.g.Add(p.ID)
		}
		for p := range view.Primitives() {
			for _, e := range p.Dependencies {
				s.g.Insert(p.ID, e.Target)
			}
		}
	}
	return s
}

// get returns a primitive as it is now, not to be changed, or nil.
func (s *state) get(id string) *core.Primitive {
	if p, ok := s.prims[id]; ok {
		return p
	}
	return s.view.Primitive(id)
}

// edit returns a primitive to be changed, or nil.
func (s *state) edit(id string) *core.Primitive {
	if p, ok := s.prims[id]; ok {
		return p
	}
	p := s.view.Primitive(id)
	if p == nil {
		return nil
	}
	p = p.Clone()
	s.put(id, p)
	return p
}

// add adds a primitive without edges.
func (s *state) add(p *core.Primitive) {
	s.put(p.ID, p)
	s.g.Add(p.ID)
}

func (s *state) put(id string, p *core.Primitive) {
	if _, ok := s.prims[id]; !ok {
		s.order = append(s.order, id)
	}
	s.prims[id] = p
}

func (s *state) conflict(id string) *core.Conflict {
	if c, ok := s.conflicts[id]; ok {
		return c
	}
	return s.view.Conflict(id)
}

func (s *state) editConflict(id string) *core.Conflict {
	if c, ok := s.conflicts[id]; ok {
		return c
	}
	c := s.view.Conflict(id)
	if c == nil {
		return nil
	}
	c = c.DeepClone()
	s.putConflict(id, c)
	return c
}

func (s *state) open(c *core.Conflict) {
	s.putConflict(c.ID, c)
	s.waiting[c.Candidate.ID] = c.ID
}

func (s *state) putConflict(id string, c *core.Conflict) {
	if _, ok := s.conflicts[id]; !ok {
		s.corder = append(s.corder, id)
	}
	s.conflicts[id] = c
}

// held reports whether a primitive or a waiting candidate has the id.
func (s *state) held(id string) bool {
	_, waits := s.waiting[id]
	return waits || s.get(id) != nil
}

// insert adds edges to live primitives, the strongest first. An edge to a waiting candidate waits with it; one that
// would close a cycle is refused; one to nothing is dropped.
func (s *state) insert(list []proposal) {
	slices.SortStableFunc(list, func(a, b proposal) int { return core.CompareEdges(a.edge, b.edge) })
	for _, p := range list {
		if q, waits := s.waiting[p.edge.Target]; waits {
			s.wait(q, p)
			continue
		}
		if s.get(p.edge.Target) == nil || s.get(p.from) == nil {
			continue
		}
		if p.from == p.edge.Target {
			s.refused = append(s.refused, core.RefusedEdge{From: p.from, Edge: p.edge, Cycle: []string{p.from}})
			continue
		}
		from := s.edit(p.from)
		if from.Edge(p.edge.Target) == nil {
			if cycle, ok := s.g.Insert(p.from, p.edge.Target); !ok {
				s.refused = append(s.refused, core.Refuse(p.from, p.edge, cycle))
				continue
			}
			s.counts.Edges++
		}
		join(from, p.edge)
	}
}

// wait makes an edge of a live primitive wait for a conflict's candidate.
func (s *state) wait(conflict string, p proposal) {
	c := s.editConflict(conflict)
	for i, in := range c.Inbound {
		if in.From == p.from {
			c.Inbound[i].Edge = stronger(in.Edge, p.edge)
			return
		}
	}
	c.Inbound = append(c.Inbound, core.Inbound{From: p.from, Edge: p.edge})
}

// join adds an edge to a primitive's, in order of targets. Of two to one target the stronger stays, seen where both
// were.
func join(p *core.Primitive, e core.Edge) {
	at, ok := slices.BinarySearchFunc(p.Dependencies, e.Target, func(d core.Edge, t string) int { return strings.Compare(d.Target, t) })
	if ok {
		p.Dependencies[at] = stronger(p.Dependencies[at], e)
		return
	}
	p.Dependencies = slices.Insert(p.Dependencies, at, e)
}

func stronger(a, b core.Edge) core.Edge {
	if core.CompareEdges(b, a) < 0 {
		a, b = b, a
	}
	a.Seen = union(slices.Clone(a.Seen), b.Seen)
	spans := slices.Clone(a.Spans)
	for _, sp := range b.Spans {
		if !slices.Contains(spans, sp) {
			spans = append(spans, sp)
		}
	}
	a.Spans = spans
	return a
}

// result returns what was changed, without what is as it was.
func (s *state) result() *Result {
	r := &Result{Refused: s.refused, Counts: s.counts}
	r.Counts.Refused = len(s.refused)
	for _, id := range s.order {
		before, after := s.view.Primitive(id), s.prims[id]
		if before.Equal(after) {
			continue
		}
		r.Changeset.Changes = append(r.Changeset.Changes, core.Change{ID: id, Before: before.DeepClone(), After: after.DeepClone()})
	}
	for _, id := range s.corder {
		before, after := s.view.Conflict(id), s.conflicts[id]
		if before.Equal(after) {
			continue
		}
		r.Changeset.Conflicts = append(r.Changeset.Conflicts, core.ConflictChange{ID: id, Before: before.DeepClone(), After: after.DeepClone()})
	}
	return r
}

// maxID is the longest id in bytes, by DESIGN 3.5.
const maxID = 80

// freeID returns the id, or the first of id-2, id-3 … that is not taken.
func freeID(id string, taken func(string) bool) string {
	for n, try := 2, id; ; n++ {
		if !taken(try) {
			return try
		}
		suffix := "-" + strconv.Itoa(n)
		try = strings.TrimRight(id[:min(len(id), maxID-len(suffix))], "-") + suffix
	}
}
