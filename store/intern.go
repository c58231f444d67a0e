package store

import (
	"slices"
	"strings"

	"lemma/core"
)

// intern holds one copy of strings that many primitives share: names of documents, digests, keywords, targets of
// edges. It belongs to one goroutine. Decoding makes a new string for each occurrence, which would be half of what an
// open registry takes.
type intern struct {
	strings map[string]string
	lists   map[string][]string // of which there are few: where edges were seen, sections, the patterns of a section
}

func newIntern() intern { return intern{map[string]string{}, map[string][]string{}} }

func (in intern) one(s string) string {
	if t, ok := in.strings[s]; ok {
		return t
	}
	in.strings[s] = s
	return s
}

func (in intern) all(list []string) {
	for i, s := range list {
		list[i] = in.one(s)
	}
}

// list holds one copy of a list that many share. Nobody appends to it in place.
func (in intern) list(list []string) []string {
	if len(list) == 0 {
		return list
	}
	key := strings.Join(list, "\x00")
	if known, ok := in.lists[key]; ok {
		return known
	}
	in.all(list)
	in.lists[key] = slices.Clip(list)
	return in.lists[key]
}

func (in intern) source(s *core.Source) {
	s.Session, s.Document, s.Digest = in.one(s.Session), in.one(s.Document), core.Digest(in.one(string(s.Digest)))
}

// primitive shares the strings of a primitive that others are likely to have too.
func (in intern) primitive(p *core.Primitive) {
	p.ID, p.Kind, p.Role, p.Domain = in.one(p.ID), core.Kind(in.one(string(p.Kind))), in.one(p.Role), in.one(p.Domain)
	p.Section, p.ApplicabilityPatterns, p.Tags = in.list(p.Section), in.list(p.ApplicabilityPatterns), in.list(p.Tags)
	in.all(p.Keywords)
	in.source(&p.Source)
	for i := range p.Sources {
		in.source(&p.Sources[i])
	}
	for i := range p.Dependencies {
		e := &p.Dependencies[i]
		e.Target, e.Type, e.Why = in.one(e.Target), core.EdgeType(in.one(string(e.Type))), in.one(e.Why)
		e.Seen = in.list(e.Seen)
	}
}
