package store

import (
	"strings"

	"lemma/core"
)

// intern holds one copy of strings that many primitives share: names of documents, digests, keywords, targets of
// edges. It belongs to one goroutine. Decoding makes a new string for each occurrence, which would be half of what an
// open registry takes.
type intern struct {
	strings map[string]string
	seen    map[string][]string // where edges were seen, of which there are few combinations
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

func (in intern) source(s *core.Source) {
	s.Session, s.Document, s.Digest = in.one(s.Session), in.one(s.Document), core.Digest(in.one(string(s.Digest)))
}

// primitive shares the strings of a primitive that others are likely to have too.
func (in intern) primitive(p *core.Primitive) {
	p.ID, p.Kind, p.Role, p.Domain = in.one(p.ID), core.Kind(in.one(string(p.Kind))), in.one(p.Role), in.one(p.Domain)
	in.all(p.Section)
	in.all(p.ApplicabilityPatterns)
	in.all(p.Keywords)
	in.all(p.Tags)
	in.source(&p.Source)
	for i := range p.Sources {
		in.source(&p.Sources[i])
	}
	for i := range p.Dependencies {
		e := &p.Dependencies[i]
		e.Target, e.Type, e.Why = in.one(e.Target), core.EdgeType(in.one(string(e.Type))), in.one(e.Why)
		key := strings.Join(e.Seen, " ")
		if _, ok := in.seen[key]; !ok {
			in.seen[key] = e.Seen
		}
		e.Seen = in.seen[key]
	}
}
