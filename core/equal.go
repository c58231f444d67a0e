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
		p.Confidence == q.Confidence && p.Source.Equal(q.Source) && slices.EqualFunc(p.Sources, q.Sources, Source.Equal) && p.Rule == q.Rule
}

// Equal reports whether two sources are the same in all they say.
func (s Source) Equal(t Source) bool {
	return s.SamePlace(&t) && s.Folio == t.Folio && s.Name == t.Name && s.Label == t.Label && s.Role == t.Role && s.Statement == t.Statement &&
		s.Form == t.Form && s.Proof == t.Proof && s.Former == t.Former && slices.EqualFunc(s.Illustrations, t.Illustrations, Illustration.Equal)
}

// Equal reports whether two illustrations are the same in all they say.
func (i Illustration) Equal(j Illustration) bool {
	return i.Role == j.Role && i.Of == j.Of && i.Label == j.Label && i.Title == j.Title && i.Text == j.Text && i.Start == j.Start && i.End == j.End &&
		i.Document == j.Document && i.Order == j.Order && slices.Equal(i.Section, j.Section)
}

// Equal reports whether two edges are the same in all they say.
func (e Edge) Equal(f Edge) bool {
	return e.Target == f.Target && e.Type == f.Type && e.Strength == f.Strength && e.Why == f.Why && e.Rival == f.Rival && slices.Equal(e.Seen, f.Seen) && slices.Equal(e.Spans, f.Spans)
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
	q.Source.Illustrations = cloneIllustrations(q.Source.Illustrations)
	for i := range q.Sources {
		q.Sources[i].Illustrations = cloneIllustrations(q.Sources[i].Illustrations)
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

func cloneIllustrations(list []Illustration) []Illustration {
	list = slices.Clone(list)
	for i := range list {
		list[i].Section = slices.Clone(list[i].Section)
	}
	return list
}

func (e Edge) clone() Edge {
	e.Seen, e.Spans = slices.Clone(e.Seen), slices.Clone(e.Spans)
	return e
}
