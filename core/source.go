package core

import (
	"cmp"
	"slices"
	"strings"
)

// CompareSessions orders session ids by age. Their numbers are padded to four digits and may grow longer.
func CompareSessions(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// SamePlace reports whether two sources are one place, whatever they say of it.
func (s *Source) SamePlace(t *Source) bool {
	return s.Session == t.Session && s.Document == t.Document && s.Digest == t.Digest && s.Start == t.Start && s.End == t.End && s.Page == t.Page
}

// AsSource returns the owner's place with what is printed there, as it is kept when another place owns the primitive.
func (p *Primitive) AsSource() Source {
	s := p.Source
	if s.Name == "" { // else the name at the place is not the primitive's
		s.Name = p.Name
	}
	s.Label, s.Role, s.Statement, s.Form, s.Proof = p.Label, p.Role, p.FormalStatement, p.ComputationalForm, p.Proof
	return s
}

// TakeOver makes a place the owner, with what is printed there. Where the former owner stood in its document is
// forgotten; the id stays.
func (p *Primitive) TakeOver(s Source) {
	p.Name, p.Label, p.Role, p.FormalStatement, p.ComputationalForm, p.Proof = s.Name, s.Label, s.Role, s.Statement, s.Form, s.Proof
	p.Anchor, p.Section, p.Rule = "", nil, ""
	s.Name, s.Label, s.Role, s.Statement, s.Form, s.Proof, s.Former = "", "", "", "", "", "", false
	p.Source = s
}

// From reports whether a document is among the places of p.
func (p *Primitive) From(document Digest) bool {
	return p.Source.Digest == document || slices.ContainsFunc(p.Sources, func(s Source) bool { return s.Digest == document })
}

// AddSource adds a further place behind those that are as old.
func (p *Primitive) AddSource(s Source) {
	at := len(p.Sources)
	for at > 0 && CompareSessions(p.Sources[at-1].Session, s.Session) > 0 {
		at--
	}
	p.Sources = slices.Insert(p.Sources, at, s)
}

// Support adds a further place, one of each document, and reports whether it did. Of a second place in a document, as
// of a theorem that is restated, only the examples and exercises are kept, with the first that the session found there,
// or that an earlier one found without any.
func (p *Primitive) Support(s Source) (added bool) {
	if !p.From(s.Digest) {
		p.AddSource(s)
		return true
	}
	for i := range len(p.Sources) + 1 {
		have := &p.Source
		if i > 0 {
			have = &p.Sources[i-1]
		}
		if have.Digest == s.Digest && (have.Session == s.Session || len(have.Illustrations) == 0) {
			have.Illustrations = append(have.Illustrations, s.Illustrations...)
			break
		}
	}
	return false
}

// Illustrations returns the examples and exercises that illustrate p, those at the owner's place first. What several
// places print under one label, or in the same words, is there once.
func (p *Primitive) Illustrations() []Illustration {
	var out []Illustration
	seen := map[string]bool{}
	for _, s := range append([]Source{p.Source}, p.Sources...) {
		before := len(out)
		for _, i := range s.Illustrations {
			if i.Of == OfItem && !seen[cmp.Or(i.Label, i.Text)] {
				out = append(out, i)
			}
		}
		for _, i := range out[before:] { // one place may number two alike, in two sections
			seen[cmp.Or(i.Label, i.Text)] = true
		}
	}
	return out
}

// Heading is the label and title as printed, or what it is where it has neither.
func (i *Illustration) Heading() string {
	return cmp.Or(strings.TrimSpace(i.Label+" "+i.Title), i.Role)
}
