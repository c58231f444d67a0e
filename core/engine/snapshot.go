package engine

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"sync"

	"lemma/core"
	"lemma/core/acquire"
	"lemma/core/changeset"
	"lemma/core/dedup"
	"lemma/core/graph"
)

// Snapshot is the registry at one revision. It implements core.View. What it hands out must not be changed.
type Snapshot struct {
	revision  uint64
	prims     map[string]*core.Primitive
	ids       []string            // sorted
	in        map[string][]string // dependents, sorted
	conflicts []*core.Conflict
	waiting   map[string]*core.Conflict
	sessions  []core.Session
	graph     *graph.Graph
	index     func() (*dedup.Index, error) // built at the first use
	search    func() *searchIndex          // derived at the first use
	strong    func() *graph.Graph          // without motivates edges
	ranks     func() *ranks
	hub       func() string
}

func newSnapshot(c *core.Contents) (*Snapshot, error) {
	s := &Snapshot{prims: make(map[string]*core.Primitive, len(c.Primitives)), in: make(map[string][]string, len(c.Primitives)), sessions: c.Sessions}
	for _, p := range c.Primitives {
		s.prims[p.ID] = p
		s.ids = append(s.ids, p.ID)
	}
	sort.Strings(s.ids)
	for _, id := range s.ids {
		for _, e := range s.prims[id].Dependencies {
			if s.prims[e.Target] == nil {
				return nil, fmt.Errorf("%s depends on %s, which is not there", id, e.Target)
			}
			s.in[e.Target] = append(s.in[e.Target], id)
		}
	}
	g, err := graph.Build(slices.Values(s.ids), func(id string) []string { return targets(s.prims[id]) })
	if err != nil {
		return nil, err
	}
	s.graph = g
	s.setConflicts(c.Conflicts)
	if n := len(c.Sessions); n > 0 {
		s.revision = c.Sessions[n-1].Seq
	}
	s.derive(nil)
	return s, nil
}

// derive sets what is worked out from the primitives when it is first asked for. index is the former index, changed
// already, when there is one.
func (s *Snapshot) derive(index *dedup.Index) {
	s.index = sync.OnceValues(func() (*dedup.Index, error) {
		if index != nil {
			return index, nil
		}
		return dedup.NewIndex(context.Background(), s.Primitives())
	})
	s.search = sync.OnceValue(s.newSearch)
	s.strong = sync.OnceValue(s.newStrong)
	s.ranks = sync.OnceValue(s.newRanks)
	s.hub = sync.OnceValue(s.newHub)
}

func (s *Snapshot) setConflicts(list []*core.Conflict) {
	s.conflicts = list
	s.waiting = make(map[string]*core.Conflict, len(list))
	for _, c := range list {
		s.waiting[c.ID] = c
	}
}

// apply returns the snapshot after a commit, or why the commit would damage the registry.
func (s *Snapshot) apply(c *core.Commit) (*Snapshot, error) {
	if c.Session.Seq != s.revision+1 {
		return nil, fmt.Errorf("session %d follows revision %d", c.Session.Seq, s.revision)
	}
	n := &Snapshot{revision: c.Session.Seq, prims: maps.Clone(s.prims), in: maps.Clone(s.in), graph: s.graph, ids: s.ids,
		sessions: append(s.sessions[:len(s.sessions):len(s.sessions)], c.Session)}
	if err := n.applyChanges(c.Changeset.Changes); err != nil {
		return nil, err
	}
	if err := n.applyConflicts(s, c.Changeset.Conflicts); err != nil {
		return nil, err
	}
	var index *dedup.Index
	if len(c.Changeset.Changes) == 0 {
		n.index, n.search, n.strong, n.ranks, n.hub = s.index, s.search, s.strong, s.ranks, s.hub
		return n, nil
	}
	if ix, err := s.index(); err == nil {
		index = ix.Apply(c.Changeset.Changes)
	}
	n.derive(index)
	return n, nil
}

func (s *Snapshot) applyChanges(changes []core.Change) error {
	if len(changes) == 0 {
		return nil
	}
	s.graph = s.graph.Fork()
	touched := map[string]bool{} // whose dependents changed
	resort := false
	for _, ch := range changes {
		if was := s.prims[ch.ID]; (was == nil) != (ch.Before == nil) {
			return fmt.Errorf("%s is not as the session found it", ch.ID)
		}
		if ch.Before == nil || ch.After == nil {
			resort = true
		}
		if ch.After == nil {
			delete(s.prims, ch.ID)
			continue
		}
		s.prims[ch.ID] = ch.After
		if ch.Before == nil {
			s.graph.Add(ch.ID)
		}
	}
	for _, ch := range changes {
		was, is := outOf(ch.Before), outOf(ch.After)
		for t := range was {
			if !is[t] {
				touched[t] = true
				s.graph.Delete(ch.ID, t)
			}
		}
		for t := range is {
			if !was[t] {
				touched[t] = true
			}
		}
	}
	for _, ch := range changes {
		if ch.After == nil {
			s.graph.Remove(ch.ID)
		}
	}
	gained := map[string][]string{}
	lost := map[string]map[string]bool{}
	for _, ch := range changes {
		was := outOf(ch.Before)
		for _, t := range targets(ch.After) {
			if s.prims[t] == nil {
				return fmt.Errorf("%s would depend on %s, which is not there", ch.ID, t)
			}
			if was[t] {
				continue
			}
			if cycle, ok := s.graph.Insert(ch.ID, t); !ok {
				return fmt.Errorf("%s would depend on itself through %v", ch.ID, cycle)
			}
			gained[t] = append(gained[t], ch.ID)
		}
		is := outOf(ch.After)
		for t := range was {
			if !is[t] {
				if lost[t] == nil {
					lost[t] = map[string]bool{}
				}
				lost[t][ch.ID] = true
			}
		}
	}
	for t := range touched {
		list := slices.DeleteFunc(slices.Clone(s.in[t]), func(id string) bool { return lost[t][id] })
		list = append(list, gained[t]...)
		sort.Strings(list)
		if list = slices.Compact(list); len(list) == 0 {
			delete(s.in, t)
		} else {
			s.in[t] = list
		}
	}
	for _, ch := range changes {
		if ch.After == nil && len(s.in[ch.ID]) > 0 {
			return fmt.Errorf("%s would be removed, but %s depends on it", ch.ID, s.in[ch.ID][0])
		}
	}
	if resort {
		s.ids = s.newIDs(changes)
	}
	return nil
}

// newIDs merges the ids that changes added into those that are still there.
func (s *Snapshot) newIDs(changes []core.Change) []string {
	var added []string
	for _, ch := range changes {
		if ch.Before == nil && ch.After != nil {
			added = append(added, ch.ID)
		}
	}
	sort.Strings(added)
	ids := make([]string, 0, len(s.ids)+len(added))
	for _, id := range s.ids {
		for len(added) > 0 && added[0] < id {
			ids, added = append(ids, added[0]), added[1:]
		}
		if s.prims[id] != nil {
			ids = append(ids, id)
		}
	}
	return append(ids, added...)
}

func (s *Snapshot) applyConflicts(from *Snapshot, changes []core.ConflictChange) error {
	list := slices.Clone(from.conflicts)
	for _, ch := range changes {
		i := slices.IndexFunc(list, func(c *core.Conflict) bool { return c.ID == ch.ID })
		switch {
		case (i >= 0) != (ch.Before != nil):
			return fmt.Errorf("conflict %s is not as the session found it", ch.ID)
		case ch.After == nil:
			list = slices.Delete(list, i, i+1)
		case i >= 0:
			list[i] = ch.After
		default:
			list = append(list, ch.After)
		}
	}
	slices.SortFunc(list, core.CompareConflicts)
	s.setConflicts(list)
	return nil
}

func targets(p *core.Primitive) []string {
	if p == nil {
		return nil
	}
	t := make([]string, len(p.Dependencies))
	for i, e := range p.Dependencies {
		t[i] = e.Target
	}
	return t
}

func outOf(p *core.Primitive) map[string]bool {
	m := map[string]bool{}
	for _, t := range targets(p) {
		m[t] = true
	}
	return m
}

// Revision is the number of the last session.
func (s *Snapshot) Revision() uint64 { return s.revision }

// Len is the number of primitives.
func (s *Snapshot) Len() int { return len(s.ids) }

// IDs returns the ids of all primitives, sorted.
func (s *Snapshot) IDs() []string { return s.ids }

// Primitive implements core.View.
func (s *Snapshot) Primitive(id string) *core.Primitive { return s.prims[id] }

// Primitives implements core.View.
func (s *Snapshot) Primitives() iter.Seq[*core.Primitive] {
	return func(yield func(*core.Primitive) bool) {
		for _, id := range s.ids {
			if !yield(s.prims[id]) {
				return
			}
		}
	}
}

// Dependents implements core.View.
func (s *Snapshot) Dependents(id string) []string { return s.in[id] }

// Conflict implements core.View.
func (s *Snapshot) Conflict(id string) *core.Conflict { return s.waiting[id] }

// Conflicts implements core.View.
func (s *Snapshot) Conflicts() []*core.Conflict { return s.conflicts }

// Hub is the primitive that most others depend on, the first of several; empty when there is none.
func (s *Snapshot) Hub() string { return s.hub() }

func (s *Snapshot) newHub() string {
	best, most := "", -1
	for _, id := range s.ids {
		if n := len(s.in[id]); n > most {
			best, most = id, n
		}
	}
	return best
}

// Graph returns the dependency DAG. It must not be changed.
func (s *Snapshot) Graph() *graph.Graph { return s.graph }

// Sessions returns all sessions, oldest first.
func (s *Snapshot) Sessions() []core.Session { return s.sessions }

// Session returns a session by its id.
func (s *Snapshot) Session(id string) (core.Session, bool) {
	for _, x := range s.sessions {
		if x.ID == id {
			return x, true
		}
	}
	return core.Session{}, false
}

// documents returns a function that tells in which document a source stands, with the session that read it, and its
// media type. A part of a document stands in the document.
func (s *Snapshot) documents() func(*core.Source) (document, media string) {
	type place struct{ session, name string }
	known := map[place]core.DocumentRef{}
	for _, x := range s.sessions {
		for _, d := range x.Documents {
			known[place{x.ID, d.Name}] = d
			for _, p := range d.Parts {
				known[place{x.ID, p.Name}] = d
			}
		}
	}
	return func(src *core.Source) (document, media string) {
		d := known[place{src.Session, src.Document}]
		return d.Name + " (" + src.Session + ")", d.MediaType
	}
}

// Place says where in its document a source stands: the page as printed, where there are pages, and the bytes; of what
// is no text itself, as a PDF document, the bytes of the text that was read.
func (s *Snapshot) Place(src core.Source) string {
	unit := "bytes"
	if _, media := s.documents()(&src); acquire.Container(media) {
		unit = "text"
	}
	place := fmt.Sprintf("%s %d–%d", unit, src.Start, src.End)
	switch {
	case src.Folio != "":
		return "page " + src.Folio + ", " + place
	case src.Page > 0:
		return fmt.Sprintf("page %d, %s", src.Page, place)
	}
	return place
}

// Active tells the sessions whose changes are in force from those that were taken back.
func (s *Snapshot) Active() map[string]bool { return changeset.Active(s.sessions) }

// Record returns a primitive with what follows from the others, without nil slices.
func (s *Snapshot) Record(id string) (core.Record, bool) {
	p := s.prims[id]
	if p == nil {
		return core.Record{}, false
	}
	r := core.Record{Primitive: *p, Prerequisites: s.prerequisites(p), Enables: full(s.in[id]), CompositionRules: s.compositions(id)}
	r.Section, r.ApplicabilityPatterns, r.Keywords, r.Tags = full(p.Section), full(p.ApplicabilityPatterns), full(p.Keywords), full(p.Tags)
	r.Sources = full(p.Sources)
	r.Dependencies = slices.Clone(full(p.Dependencies))
	for i := range r.Dependencies {
		e := &r.Dependencies[i]
		e.Seen, e.Spans = full(e.Seen), full(e.Spans)
	}
	return r, true
}

// full makes JSON write [] where it would write null.
func full[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// Illustrations returns the examples and exercises that illustrate a primitive, and those of the sections that it
// stands in, which are kept with any primitive of the document.
func (s *Snapshot) Illustrations(id string) (own, around []core.Illustration) {
	p := s.prims[id]
	if p == nil {
		return nil, nil
	}
	for q := range s.Primitives() {
		for k := range len(q.Sources) + 1 {
			src := &q.Source
			if k > 0 {
				src = &q.Sources[k-1]
			}
			if src.Session != p.Source.Session || src.Digest != p.Source.Digest {
				continue
			}
			for _, i := range src.Illustrations {
				if n := len(i.Section); i.Of == core.OfSection && n <= len(p.Section) && slices.Equal(i.Section, p.Section[:n]) {
					around = append(around, i)
				}
			}
		}
	}
	slices.SortStableFunc(around, func(i, j core.Illustration) int { return cmp.Or(i.Order-j.Order, i.Start-j.Start) })
	return p.Illustrations(), around
}

func (s *Snapshot) prerequisites(p *core.Primitive) []string {
	names := []string{}
	for _, e := range p.Dependencies {
		if e.Type == core.Requires {
			names = append(names, s.prims[e.Target].Name)
		}
	}
	sort.Strings(names)
	return slices.Compact(names)
}

// maxParts bounds the primitives that compose to one: a statement that requires more is an enumeration, and its pairs
// would grow with the square.
const maxParts = 24

// parts are what a primitive requires in its statement: what composes to it. There are none when it is an enumeration.
func (s *Snapshot) parts(id string) []string {
	var parts []string
	for _, e := range s.prims[id].Dependencies {
		if e.Type == core.Requires && slices.Contains(e.Seen, core.SeenStatement) {
			parts = append(parts, e.Target)
		}
	}
	if len(parts) > maxParts {
		return nil
	}
	return parts
}

// compositions derives the rules of a primitive: two that a third requires in its statement compose to it. They are
// sequential when one of the two depends on the other, else parallel.
func (s *Snapshot) compositions(a string) []core.Composition {
	rules := []core.Composition{}
	for _, id := range s.in[a] {
		parts := s.parts(id)
		if !slices.Contains(parts, a) {
			continue
		}
		for _, b := range parts {
			if a == b {
				continue
			}
			typ := "parallel"
			if s.prims[a].Edge(b) != nil || s.prims[b].Edge(a) != nil {
				typ = "sequential"
			}
			rules = append(rules, core.Composition{With: b, Yields: id, Type: typ})
		}
	}
	return rules
}

// Importance is |enables| + |composition rules|, rules counted by distinct partners (DESIGN: a proxy for centrality).
func (s *Snapshot) Importance(id string) (enables, rules int) {
	with := map[string]bool{}
	for _, from := range s.in[id] {
		if parts := s.parts(from); slices.Contains(parts, id) {
			for _, b := range parts {
				with[b] = true
			}
		}
	}
	delete(with, id)
	return len(s.in[id]), len(with)
}
