package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/dedup"
	"lemma/core/gate"
	"lemma/core/graph"
	"lemma/core/sanitize"
)

// maxLine bounds one line of an import, in bytes.
const maxLine = 16 << 20

// Import adds the primitives of an export, in one session. The file is a stranger's or a friend's text like any other:
// it is scanned, and the gate decides. A primitive whose id is taken by other content waits as a conflict; nothing is
// overwritten. What is derived (enables, prerequisites, composition rules) is worked out anew.
func (e *Engine) Import(ctx context.Context, name string, raw []byte, familiarity core.Familiarity, d gate.Decider) (*core.Session, error) {
	records, err := parseExport(name, raw)
	if err != nil {
		return nil, err
	}
	e.write.Lock()
	defer e.write.Unlock()
	base := e.Snapshot()
	s := e.newSession(base, core.SessionImport)
	digest := core.DigestOf(raw)
	s.Sources = []string{name}
	name = filepath.ToSlash(filepath.Clean(name))
	s.Documents = []core.DocumentRef{{Name: name, Digest: digest, MediaType: "application/jsonl", Size: int64(len(raw)), Familiarity: familiarity, Parts: []core.PartRef{{Name: name, Digest: digest}}}}
	rep, err := sanitize.Scan(ctx, []sanitize.Input{{Name: name, Raw: raw, Familiarity: familiarity, Digest: digest}}, sanitize.Options{LenientHome: e.opt.Lenient})
	if err != nil {
		return nil, err
	}
	dec, err := gate.Decide(ctx, rep, d, e.opt.Now())
	if err != nil {
		return nil, err
	}
	s.Gate = &dec
	if !dec.Verdict.Approves() {
		s.Status = core.StatedRejected
		return e.finish(ctx, base, s, core.Changeset{}, nil)
	}
	im := importing{base: base, session: &s, file: s.Documents[0].Parts[0], graph: base.graph.Fork()}
	im.run(records)
	if err := im.compare(ctx, e.opt.Dedup); err != nil {
		return nil, err
	}
	if err := e.store.Stage(digest, raw); err != nil {
		return nil, fmt.Errorf("cannot keep the bytes of %s: %w", name, err)
	}
	return e.finish(ctx, base, s, im.changes, refusedItems(im.refused))
}

func parseExport(name string, raw []byte) ([]*core.Primitive, error) {
	sc := bufio.NewScanner(bytes.NewReader(raw))
	sc.Buffer(nil, maxLine)
	seen := map[string]bool{}
	var out []*core.Primitive
	for n := 1; sc.Scan(); n++ {
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		var r core.Record
		if err := json.Unmarshal(sc.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s:%d: not a line of an export: %w", name, n, err)
		}
		p := &r.Primitive
		if err := checkLine(p); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if seen[p.ID] {
			return nil, fmt.Errorf("%s:%d: the id %s stands twice", name, n, p.ID)
		}
		seen[p.ID] = true
		out = append(out, p)
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s: a line is longer than %d MB", name, maxLine>>20)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s holds no primitive", name)
	}
	return out, nil
}

// checkLine holds a line to what an export can say, since what reads it later relies on that.
func checkLine(p *core.Primitive) error {
	switch {
	case p.ID == "" || p.FormalStatement == "":
		return errors.New("not a line of an export: id or formalStatement is missing")
	case !isID(p.ID):
		return fmt.Errorf("%q is not an id: lower-case letters, digits and hyphens between them, at most 80", p.ID)
	case !slices.Contains([]core.Kind{core.Definition, core.Theorem, core.Axiom, core.Algorithm, core.Technique, core.Identity}, p.Kind):
		return fmt.Errorf("%s has the kind %q; use definition, theorem, axiom, algorithm, technique or identity", p.ID, p.Kind)
	case p.Confidence < 0 || p.Confidence > 1:
		return fmt.Errorf("%s has the confidence %g, which is not between 0 and 1", p.ID, p.Confidence)
	case max(math.Abs(p.Position.Re), math.Abs(p.Position.Im)) > 1:
		return fmt.Errorf("%s stands at %g, %g; both are between -1 and 1", p.ID, p.Position.Re, p.Position.Im)
	}
	if err := checkDomain(p.Domain); err != nil {
		return fmt.Errorf("%s: %w", p.ID, err)
	}
	for _, s := range append([]core.Source{p.Source}, p.Sources...) {
		if s.Start < 0 || s.End < s.Start || s.Page < 0 {
			return fmt.Errorf("%s has a source from %d to %d on page %d, which is no place", p.ID, s.Start, s.End, s.Page)
		}
		if s.Digest != "" && !s.Digest.Valid() {
			return fmt.Errorf("%s has a source with the digest %.80q, which is none", p.ID, s.Digest)
		}
		for _, i := range s.Illustrations {
			if i.Start < 0 || i.End < i.Start || i.Of != core.OfItem && i.Of != core.OfSection {
				return fmt.Errorf("%s has an illustration of %.80q from %d to %d; it is of an item or of a section, at a place", p.ID, i.Of, i.Start, i.End)
			}
		}
	}
	for _, e := range p.Dependencies {
		switch {
		case !isID(e.Target):
			return fmt.Errorf("%s has an edge to %.80q, which is not an id", p.ID, e.Target)
		case !slices.Contains([]core.EdgeType{core.Requires, core.Generalizes, core.Specializes, core.Applies, core.Motivates, core.Equivalent}, e.Type):
			return fmt.Errorf("%s has an edge of the type %q; use requires, generalizes, specializes, applies, motivates or equivalent", p.ID, e.Type)
		case e.Strength < 0 || e.Strength > 1:
			return fmt.Errorf("%s has an edge of the strength %g, which is not between 0 and 1", p.ID, e.Strength)
		case slices.ContainsFunc(e.Spans, func(s core.EdgeSpan) bool { return s.Start < 0 || s.End < s.Start }):
			return fmt.Errorf("%s has an edge with a span that is no place", p.ID)
		}
	}
	return nil
}

// isID reports whether a string has the form of an id.
func isID(s string) bool {
	return s != "" && len(s) <= 80 && !strings.HasPrefix(s, "-") && !strings.HasSuffix(s, "-") &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}

// maxDomain bounds the id of a domain, in bytes.
const maxDomain = 80

// checkDomain refuses what would be no name of a domain anywhere it is shown or becomes part of another name.
func checkDomain(id string) error {
	if len(id) > maxDomain || !utf8.ValidString(id) || strings.HasPrefix(id, ".") || strings.HasPrefix(id, "-") ||
		strings.ContainsFunc(id, func(r rune) bool { return r == '/' || r == '\\' || !unicode.IsPrint(r) }) {
		return fmt.Errorf("%.80q is no domain: it has at most %d characters that can be printed, without slashes, and begins with no dot or hyphen", id, maxDomain)
	}
	return nil
}

type importing struct {
	base    *Snapshot
	session *core.Session
	file    core.PartRef
	graph   *graph.Graph
	changes core.Changeset
	refused []core.RefusedEdge
}

func (im *importing) run(records []*core.Primitive) {
	held := map[string]bool{}
	for _, c := range im.base.conflicts {
		held[c.Candidate.ID] = true
	}
	for _, p := range records {
		if held[p.ID] && im.base.prims[p.ID] == nil { // a waiting candidate holds it; content and id are both the importer's
			p.ID = im.free(p.ID, held)
		}
	}
	added := map[string]*core.Primitive{}
	for _, p := range records {
		if im.base.prims[p.ID] == nil {
			held[p.ID] = true // to be added: a conflict's candidate must not take it
		}
	}
	for _, p := range records {
		im.own(p)
		had := im.base.prims[p.ID]
		switch {
		case had != nil && had.FormalStatement == p.FormalStatement:
			im.known(had, p)
		case had != nil:
			im.queue(p, held)
		default:
			im.graph.Add(p.ID)
			added[p.ID] = p
		}
	}
	im.add(added)
	im.session.Counts.Refused = len(im.refused)
	im.session.Counts.Candidates = len(records)
}

// own makes the session the one that a primitive and all its places come from. A place that names no document is the
// imported file.
func (im *importing) own(p *core.Primitive) {
	for i := range len(p.Sources) + 1 {
		s := &p.Source
		if i > 0 {
			s = &p.Sources[i-1]
		}
		s.Session = im.session.ID
		if s.Digest == "" {
			s.Document, s.Digest = im.file.Name, im.file.Digest
		}
	}
}

// known adds the places of a primitive to the one that is there with the same statement.
func (im *importing) known(had, p *core.Primitive) {
	im.session.Counts.Skipped++
	after := had.DeepClone()
	for _, s := range append([]core.Source{p.AsSource()}, p.Sources...) {
		after.Support(s)
	}
	if len(after.Sources) > len(had.Sources) {
		im.session.Counts.Sourced++
		im.changes.Changes = append(im.changes.Changes, core.Change{ID: had.ID, Before: had.DeepClone(), After: after})
	}
}

// add adds primitives and connects them, the strongest edges first. Of several edges to one target the strongest stays.
func (im *importing) add(added map[string]*core.Primitive) {
	type proposal struct {
		from string
		edge core.Edge
	}
	var edges []proposal
	for _, id := range slices.Sorted(maps.Keys(added)) {
		p := added[id]
		for _, e := range p.Dependencies {
			edges = append(edges, proposal{id, e})
		}
		p.Dependencies = nil
		im.session.Counts.Added++
		im.changes.Changes = append(im.changes.Changes, core.Change{ID: id, After: p})
	}
	slices.SortStableFunc(edges, func(a, b proposal) int { return core.CompareEdges(a.edge, b.edge) })
	for _, x := range edges {
		p := added[x.from]
		switch {
		case added[x.edge.Target] == nil && im.base.prims[x.edge.Target] == nil:
			im.refused = append(im.refused, core.RefusedEdge{From: x.from, Edge: x.edge})
			continue
		case im.graph.HasEdge(x.from, x.edge.Target):
			continue
		}
		if cycle, ok := im.graph.Insert(x.from, x.edge.Target); !ok {
			im.refused = append(im.refused, core.Refuse(x.from, x.edge, cycle))
			continue
		}
		p.Dependencies = append(p.Dependencies, x.edge)
		im.session.Counts.Edges++
	}
	for _, p := range added {
		slices.SortFunc(p.Dependencies, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) })
	}
}

// queue lets a primitive wait whose id is taken by other content.
func (im *importing) queue(p *core.Primitive, held map[string]bool) {
	existing := p.ID
	p.ID = im.free(p.ID, held)
	held[p.ID] = true
	p.Dependencies = nil
	im.session.Counts.Conflicts++
	c := &core.Conflict{ID: fmt.Sprintf("%s-c%d", im.session.ID, im.session.Counts.Conflicts), Session: im.session.ID, Candidate: *p,
		Match: core.Match{Candidate: p.ID, Existing: existing, Class: core.OverlappingDistinct, Action: core.Queue, Guard: "id",
			Rationale: "imported under an id that other content has"}}
	im.changes.Conflicts = append(im.changes.Conflicts, core.ConflictChange{ID: c.ID, After: c})
}

// compare says of everything that waits how alike it is to what has its id.
func (im *importing) compare(ctx context.Context, opt dedup.Options) error {
	waiting := im.changes.Conflicts
	if len(waiting) == 0 {
		return nil
	}
	index, err := im.base.index()
	if err != nil {
		return err
	}
	candidates, with := make([]core.Candidate, len(waiting)), make([]string, len(waiting))
	for i, ch := range waiting {
		candidates[i].Primitive, with[i] = ch.After.Candidate, ch.After.Match.Existing
	}
	scores, err := index.Scores(ctx, candidates, with, opt)
	if err != nil {
		return err
	}
	for i, ch := range waiting {
		ch.After.Match.Scores, ch.After.Match.Confidence = scores[i], scores[i].Statement
	}
	return nil
}

// free returns the id, or the first with a number behind it that nothing holds.
func (im *importing) free(id string, held map[string]bool) string {
	stem := id
	for n := 2; im.base.prims[id] != nil || held[id]; n++ {
		suffix := fmt.Sprintf("-%d", n)
		id = stem[:min(len(stem), 80-len(suffix))] + suffix
	}
	return id
}
