// Package merge turns matches into changes: candidates are skipped, update a primitive, are added, or wait in a
// conflict for a human.
//
// Merge has no way to remove a primitive, so it cannot replace one; only Resolve, which a human's answers start, can.
// Everything that either of them connects goes through the dependency graph, the strongest edges first, so that the
// registry stays acyclic and a weak edge never blocks a strong one. The package changes nothing but the graph that it
// is handed, which the caller forks from the registry's.
package merge

import (
	"context"
	"fmt"
	"slices"

	"lemma/core"
	"lemma/core/graph"
)

// Input is a session's candidates with what was found out about them.
type Input struct {
	View       core.View
	Session    string // its id
	Candidates []core.Candidate
	Edges      [][]core.Edge // of each candidate; targets are ids of candidates or of primitives
	Matches    []core.Match  // of each candidate
	Graph      *graph.Graph  // a fork of the registry's, will be changed; nil: made from View
}

// Result is what a session changes.
type Result struct {
	Changeset core.Changeset
	Refused   []core.RefusedEdge
	Matches   []core.Match // with final ids
	Ends      []string     // of each candidate: the primitive or waiting candidate that its edges now end at
	Counts    core.Counts
}

// Merge works out the changes of a learn.
//
// An edge to a skipped candidate goes to its match, and one to a waiting candidate waits with it; the edges of a
// skipped candidate go, since its match has its own. Learning a document again changes nothing.
func Merge(ctx context.Context, in Input) (*Result, error) {
	if len(in.Matches) != len(in.Candidates) {
		return nil, fmt.Errorf("%d candidates with %d matches", len(in.Candidates), len(in.Matches))
	}
	m := &merging{Input: in, state: newState(in.View, in.Graph, in.Session), fates: make([]fate, len(in.Candidates))}
	m.nameAll()
	var behind []int // duplicates of candidates that come later
	for i := range in.Candidates {
		if i&255 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if of, ok := m.byID[m.final[i].Existing]; ok && of > i && m.final[i].Action == core.Skip {
			behind = append(behind, i)
			continue
		}
		if err := m.act(i); err != nil {
			return nil, err
		}
	}
	for _, i := range behind {
		if err := m.act(i); err != nil {
			return nil, err
		}
	}
	m.connect()
	res := m.result()
	res.Matches = m.final
	for _, f := range m.fates {
		res.Ends = append(res.Ends, m.end(f))
	}
	res.Counts.Candidates = len(in.Candidates)
	return res, ctx.Err()
}

// fate is what became of a candidate: a live primitive, or one that waits in a conflict.
type fate struct {
	live     string
	conflict string
}

type merging struct {
	Input
	*state
	ids     []string       // of each candidate, final
	byID    map[string]int // candidate by the id that it came with
	fates   []fate
	final   []core.Match
	opened  int
	updates []int // candidates that updated a primitive
}

// nameAll gives every candidate an id that nothing holds.
func (m *merging) nameAll() {
	m.byID = make(map[string]int, len(m.Candidates))
	m.final = slices.Clone(m.Matches)
	used := make(map[string]bool, len(m.Candidates))
	for i := range m.Candidates {
		id := m.Candidates[i].Primitive.ID
		if _, ok := m.byID[id]; !ok {
			m.byID[id] = i
		}
		id = freeID(id, func(id string) bool { return used[id] || m.held(id) })
		used[id] = true
		m.ids = append(m.ids, id)
	}
}

func (m *merging) act(i int) error {
	match, cand := &m.final[i], &m.Candidates[i].Primitive
	match.Candidate = m.ids[i]
	switch match.Action {
	case core.Skip:
		return m.skip(i)
	case core.Update:
		p := m.edit(match.Existing)
		if p == nil {
			return fmt.Errorf("%s cannot update %s, which is not there", match.Candidate, match.Existing)
		}
		update(p, cand)
		m.fates[i].live = p.ID
		m.updates = append(m.updates, i)
		m.counts.Updated++
	case core.Add:
		p := cand.Clone()
		p.ID, p.Dependencies = m.ids[i], nil
		m.add(p)
		m.fates[i].live = p.ID
		m.counts.Added++
	case core.Queue:
		m.opened++
		c := &core.Conflict{ID: fmt.Sprintf("%s-c%d", m.Session, m.opened), Session: m.Session, Candidate: *cand.Clone(), Match: *match}
		c.Candidate.ID, c.Candidate.Dependencies = m.ids[i], nil
		if m.get(match.Existing) == nil {
			return fmt.Errorf("%s cannot be in conflict with %s, which is not there", match.Candidate, match.Existing)
		}
		m.open(c)
		m.fates[i].conflict = c.ID
		m.counts.Conflicts++
	default:
		return fmt.Errorf("%s: no action %q", match.Candidate, match.Action)
	}
	return nil
}

// skip adds the place of a candidate to what it is a duplicate of: a primitive, another candidate, or a text that
// waits.
func (m *merging) skip(i int) error {
	match, cand := &m.final[i], &m.Candidates[i].Primitive
	m.counts.Skipped++
	f := fate{live: match.Existing}
	if of, ok := m.byID[match.Existing]; ok && m.fates[of] != (fate{}) {
		f = m.fates[of]
	} else if m.conflict(match.Existing) != nil {
		f = fate{conflict: match.Existing}
	}
	m.fates[i] = f
	match.Existing = f.live + f.conflict
	if f.conflict != "" {
		if of := &m.conflict(f.conflict).Candidate; !of.From(cand.Source.Digest) || len(cand.Source.Illustrations) > 0 {
			m.editConflict(f.conflict).Candidate.Support(cand.AsSource())
		}
		return nil
	}
	p := m.get(f.live)
	if p == nil {
		return fmt.Errorf("%s cannot be a duplicate of %s, which is not there", match.Candidate, match.Existing)
	}
	if !p.From(cand.Source.Digest) || len(cand.Source.Illustrations) > 0 { // a restatement has examples of its own
		if m.edit(f.live).Support(cand.AsSource()) {
			m.counts.Sourced++
		}
	}
	return nil
}

// update gives a primitive the candidate's broader statement. What it said before stays with its source; keywords and
// patterns are united, id, name, domain and position stay.
func update(p, cand *core.Primitive) {
	former := p.AsSource()
	former.Former = true
	p.AddSource(former)
	p.FormalStatement, p.ComputationalForm, p.Proof, p.Label, p.Role = cand.FormalStatement, cand.ComputationalForm, cand.Proof, cand.Label, cand.Role
	p.Anchor, p.Section, p.Rule, p.Confidence = cand.Anchor, slices.Clone(cand.Section), cand.Rule, cand.Confidence
	p.Source = cand.Source
	if cand.Name != p.Name {
		p.Source.Name = cand.Name
	}
	p.ApplicabilityPatterns = union(p.ApplicabilityPatterns, cand.ApplicabilityPatterns)
	p.Keywords = union(p.Keywords, cand.Keywords)
	p.Tags = union(p.Tags, cand.Tags)
}

func union(a, b []string) []string {
	have := make(map[string]bool, len(a)+len(b))
	for _, s := range a {
		have[s] = true
	}
	for _, s := range b {
		if !have[s] {
			have[s] = true
			a = append(a, s)
		}
	}
	return a
}

// connect inserts the edges of all candidates.
func (m *merging) connect() {
	wired := slices.ContainsFunc(m.Edges, func(e []core.Edge) bool { return len(e) > 0 })
	var live []proposal
	for i := range m.Candidates {
		switch f := m.fates[i]; m.final[i].Action {
		case core.Add:
			if match := &m.Matches[i]; match.Class == core.Specialization && match.Existing != "" {
				why := "specialization found against the registry"
				live = append(live, proposal{f.live, core.Edge{Target: match.Existing, Type: core.Specializes, Strength: match.Confidence, Seen: []string{core.SeenMatch}, Why: why}})
			}
			live = append(live, m.outOf(i, f.live)...)
		case core.Queue:
			c := m.editConflict(f.conflict)
			for _, p := range m.outOf(i, c.Candidate.ID) {
				if p.edge.Target != c.Candidate.ID {
					join(&c.Candidate, p.edge)
				}
			}
		}
	}
	if wired { // otherwise nothing is known of what the candidates require
		for _, i := range m.updates {
			live = append(live, m.relax(i)...)
		}
	}
	m.insert(live)
}

// outOf returns the edges of a candidate with the ends that they have now.
func (m *merging) outOf(i int, from string) (out []proposal) {
	if i >= len(m.Edges) {
		return nil
	}
	for _, e := range m.Edges[i] {
		if to, ok := m.byID[e.Target]; ok {
			e.Target = m.end(m.fates[to])
		}
		out = append(out, proposal{from, e})
	}
	return out
}

// end is where the edges to a candidate end that met a fate.
func (m *merging) end(f fate) string {
	if f.conflict != "" {
		return m.conflict(f.conflict).Candidate.ID
	}
	return f.live
}

// relax makes the requirements of an updated primitive those that it and the candidate both have, and returns the
// candidate's other edges, to be united with its own.
func (m *merging) relax(i int) (others []proposal) {
	p := m.edit(m.fates[i].live)
	both := map[string]core.Edge{}
	for _, prop := range m.outOf(i, p.ID) {
		if prop.edge.Type != core.Requires {
			others = append(others, prop)
		} else if old := p.Edge(prop.edge.Target); old != nil && old.Type == core.Requires {
			both[old.Target] = stronger(*old, prop.edge)
		}
	}
	kept := p.Dependencies[:0]
	for _, e := range p.Dependencies {
		if e.Type != core.Requires {
			kept = append(kept, e)
		} else if b, ok := both[e.Target]; ok {
			kept = append(kept, b)
		} else {
			m.g.Delete(p.ID, e.Target)
		}
	}
	p.Dependencies = kept
	return others
}
