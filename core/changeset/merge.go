package changeset

import (
	"slices"
	"strings"

	"lemma/core"
)

// sourcesOnly reports whether a change left everything but the further places as it was.
func sourcesOnly(c *core.Change) bool {
	if c.Before == nil || c.After == nil {
		return false
	}
	p := *c.Before
	p.Sources = c.After.Sources
	return p.Equal(c.After)
}

// withdraw takes one session's contribution out of a primitive: what it was after the session, what it is now, what it
// was before. It returns nil when no source supports the primitive any more. over says that a place became the owner
// that the session had not displaced.
func withdraw(after, now, before *core.Primitive) (left *core.Primitive, over bool) {
	switch {
	case now == nil: // removed since
		return nil, false
	case after == nil: // removed by the session, and there again: not the same thing
		return now, false
	}
	p := now.Clone()
	p.Sources = nil
	rest := places(now)
	was := places(after)
	if before != nil {
		was = without(was, places(before))
	}
	rest = without(rest, was)
	if before != nil {
		for _, s := range without(places(before), places(after)) {
			if !contains(rest, &s) {
				rest = append(rest, s)
			}
		}
	}
	if len(rest) == 0 {
		return nil, false
	}
	slices.SortStableFunc(rest, func(a, b core.Source) int { return core.CompareSessions(a.Session, b.Session) })
	if before != nil {
		withdrawFields(p, after, now, before)
	}
	owner := ownerOf(rest, after, now, before)
	switch {
	case before != nil && !after.Source.SamePlace(&before.Source) && owner.SamePlace(&before.Source):
		copyOwner(p, before)
	case !owner.SamePlace(&now.Source):
		p.TakeOver(*owner)
		over = true
	}
	own := *owner
	p.Sources = slices.DeleteFunc(rest, func(s core.Source) bool { return s.SamePlace(&own) })
	return p, over
}

// ownerOf returns which of the remaining places owns a primitive: the present owner unless the session made it that,
// then the one that the session displaced, then the oldest.
func ownerOf(rest []core.Source, after, now, before *core.Primitive) *core.Source {
	wish := &now.Source
	if before != nil && !after.Source.SamePlace(&before.Source) && now.Source.SamePlace(&after.Source) {
		wish = &before.Source
	}
	for i := range rest {
		if rest[i].SamePlace(wish) {
			return &rest[i]
		}
	}
	return &rest[0]
}

// copyOwner gives p what belongs to the owner of q.
func copyOwner(p, q *core.Primitive) {
	p.Name, p.Label, p.Role, p.FormalStatement, p.ComputationalForm, p.Proof = q.Name, q.Label, q.Role, q.FormalStatement, q.ComputationalForm, q.Proof
	p.Anchor, p.Section, p.Rule, p.Confidence, p.Source = q.Anchor, slices.Clone(q.Section), q.Rule, q.Confidence, q.Source
}

// withdrawFields takes the session's changes out of everything but the places; where something changed since, that
// stays.
func withdrawFields(p, after, now, before *core.Primitive) {
	back(&p.Kind, after.Kind, before.Kind)
	back(&p.Domain, after.Domain, before.Domain)
	back(&p.Position, after.Position, before.Position)
	if after.Source.SamePlace(&before.Source) && now.Source.SamePlace(&after.Source) {
		back(&p.Name, after.Name, before.Name)
		back(&p.Role, after.Role, before.Role)
		back(&p.Label, after.Label, before.Label)
		back(&p.Anchor, after.Anchor, before.Anchor)
		back(&p.FormalStatement, after.FormalStatement, before.FormalStatement)
		back(&p.ComputationalForm, after.ComputationalForm, before.ComputationalForm)
		back(&p.Proof, after.Proof, before.Proof)
		back(&p.Confidence, after.Confidence, before.Confidence)
		back(&p.Rule, after.Rule, before.Rule)
		if slices.Equal(p.Section, after.Section) {
			p.Section = slices.Clone(before.Section)
		}
	}
	p.ApplicabilityPatterns = backSet(p.ApplicabilityPatterns, after.ApplicabilityPatterns, before.ApplicabilityPatterns)
	p.Keywords = backSet(p.Keywords, after.Keywords, before.Keywords)
	p.Tags = backSet(p.Tags, after.Tags, before.Tags)
	p.Dependencies = backEdges(p.Dependencies, after.Dependencies, before.Dependencies)
}

func back[T comparable](now *T, after, before T) {
	if *now == after {
		*now = before
	}
}

func backSet(now, after, before []string) []string {
	if slices.Equal(now, after) {
		return slices.Clone(before)
	}
	var out []string
	for _, s := range now {
		if !slices.Contains(after, s) || slices.Contains(before, s) {
			out = append(out, s)
		}
	}
	for _, s := range before {
		if !slices.Contains(after, s) && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func backEdges(now, after, before []core.Edge) []core.Edge {
	n, a, b := byTarget(now), byTarget(after), byTarget(before)
	for t := range a {
		if _, ok := b[t]; !ok {
			b[t] = nil
		}
	}
	for t, was := range b {
		if !sameEdge(a[t], was) && sameEdge(n[t], a[t]) {
			n[t] = was
		}
	}
	var out []core.Edge
	for _, e := range n {
		if e != nil {
			out = append(out, *e)
		}
	}
	slices.SortFunc(out, func(x, y core.Edge) int { return strings.Compare(x.Target, y.Target) })
	return out
}

func byTarget(list []core.Edge) map[string]*core.Edge {
	m := make(map[string]*core.Edge, len(list))
	for i := range list {
		m[list[i].Target] = &list[i]
	}
	return m
}

func sameEdge(a, b *core.Edge) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Equal(*b)
}

// withdrawConflict is withdraw for what waits.
func withdrawConflict(after, now, before *core.Conflict) *core.Conflict {
	switch {
	case now == nil:
		return nil
	case after == nil:
		return now
	}
	var was *core.Primitive
	if before != nil {
		was = &before.Candidate
	}
	cand, _ := withdraw(&after.Candidate, &now.Candidate, was)
	if cand == nil {
		return nil
	}
	c := *now
	c.Candidate = *cand
	if before != nil && c.Match == after.Match {
		c.Match = before.Match
	}
	c.Inbound = nil
	for _, in := range now.Inbound {
		if !hasInbound(after, in) || before != nil && hasInbound(before, in) {
			c.Inbound = append(c.Inbound, in)
		}
	}
	if before != nil {
		for _, in := range before.Inbound {
			if !hasInbound(after, in) && !hasInbound(&c, in) {
				c.Inbound = append(c.Inbound, in)
			}
		}
	}
	return &c
}

func hasInbound(c *core.Conflict, in core.Inbound) bool {
	return slices.ContainsFunc(c.Inbound, func(x core.Inbound) bool { return x.From == in.From && x.Edge.Equal(in.Edge) })
}

// places returns all places of a primitive, each with what is printed there.
func places(p *core.Primitive) []core.Source {
	return append([]core.Source{p.AsSource()}, p.Sources...)
}

func contains(list []core.Source, s *core.Source) bool {
	return slices.ContainsFunc(list, func(x core.Source) bool { return x.SamePlace(s) })
}

// without returns the places of a that are not in b.
func without(a, b []core.Source) []core.Source {
	var out []core.Source
	for i := range a {
		if !contains(b, &a[i]) {
			out = append(out, a[i])
		}
	}
	return out
}
