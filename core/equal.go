package core

import "slices"

// Equal reports whether two primitives say the same, edges and sources included. Empty and missing lists are the same.
func (p *Primitive) Equal(q *Primitive) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.ID == q.ID && p.Name == q.Name && p.Kind == q.Kind && p.Role == q.Role && p.Label == q.Label && p.Anchor == q.Anchor &&
		p.Domain == q.Domain && p.Position == q.Position && slices.Equal(p.Section, q.Section) && p.FormalStatement == q.FormalStatement &&
		p.ComputationalForm == q.ComputationalForm && p.Proof == q.Proof && slices.EqualFunc(p.Dependencies, q.Dependencies, Edge.Equal) &&
		slices.Equal(p.ApplicabilityPatterns, q.ApplicabilityPatterns) && slices.Equal(p.Keywords, q.Keywords) && slices.Equal(p.Tags, q.Tags) &&
		p.Confidence == q.Confidence && p.Source == q.Source && slices.Equal(p.Sources, q.Sources) && p.Rule == q.Rule
}

// Equal reports whether two edges are the same in all they say.
func (e Edge) Equal(f Edge) bool {
	return e.Target == f.Target && e.Type == f.Type && e.Strength == f.Strength && e.Why == f.Why && slices.Equal(e.Seen, f.Seen) && slices.Equal(e.Spans, f.Spans)
}

// Equal reports whether two conflicts wait for the same, with the same.
func (c *Conflict) Equal(d *Conflict) bool {
	if c == nil || d == nil {
		return c == d
	}
	return c.ID == d.ID && c.Session == d.Session && c.Match == d.Match && c.Candidate.Equal(&d.Candidate) &&
		slices.EqualFunc(c.Inbound, d.Inbound, func(a, b Inbound) bool { return a.From == b.From && a.Edge.Equal(b.Edge) })
}

// DeepClone returns a copy that shares nothing with p, nil for nil.
func (p *Primitive) DeepClone() *Primitive {
	if p == nil {
		return nil
	}
	q := p.Clone()
	for i := range q.Dependencies {
		q.Dependencies[i] = q.Dependencies[i].clone()
	}
	return q
}

// DeepClone returns a copy that shares nothing with c, nil for nil.
func (c *Conflict) DeepClone() *Conflict {
	if c == nil {
		return nil
	}
	d := *c
	d.Candidate = *c.Candidate.DeepClone()
	d.Inbound = slices.Clone(c.Inbound)
	for i := range d.Inbound {
		d.Inbound[i].Edge = d.Inbound[i].Edge.clone()
	}
	return &d
}

func (e Edge) clone() Edge {
	e.Seen, e.Spans = slices.Clone(e.Seen), slices.Clone(e.Spans)
	return e
}
