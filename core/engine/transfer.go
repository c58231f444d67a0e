package engine

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/gate"
	"lemma/core/graph"
	"lemma/core/sanitize"
)

// Export writes all primitives, one JSON object a line, in order of their ids.
func (s *Snapshot) Export(ctx context.Context, w io.Writer) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for i, id := range s.ids {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		r, _ := s.Record(id)
		if err := enc.Encode(r); err != nil {
			return fmt.Errorf("cannot write %s: %w", id, err)
		}
	}
	return buf.Flush()
}

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
	im := importing{base: base, session: &s, graph: base.graph.Fork()}
	im.run(records)
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
		switch {
		case p.ID == "" || p.FormalStatement == "":
			return nil, fmt.Errorf("%s:%d: not a line of an export: id or formalStatement is missing", name, n)
		case len(p.ID) > 80 || strings.ContainsFunc(p.ID, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }):
			return nil, fmt.Errorf("%s:%d: %q is not an id: lower-case letters, digits and hyphens, at most 80", name, n, p.ID)
		case seen[p.ID]:
			return nil, fmt.Errorf("%s:%d: the id %s stands twice", name, n, p.ID)
		case !slices.Contains([]core.Kind{core.Definition, core.Theorem, core.Axiom, core.Algorithm, core.Technique, core.Identity}, p.Kind):
			return nil, fmt.Errorf("%s:%d: %s has the kind %q; use definition, theorem, axiom, algorithm, technique or identity", name, n, p.ID, p.Kind)
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

type importing struct {
	base    *Snapshot
	session *core.Session
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
		had := im.base.prims[p.ID]
		switch {
		case had != nil && had.FormalStatement == p.FormalStatement:
			im.session.Counts.Skipped++
		case had != nil:
			im.queue(p, held)
		default:
			p.Source.Session, p.Sources = im.session.ID, nil
			im.graph.Add(p.ID)
			added[p.ID] = p
		}
	}
	for _, id := range slices.Sorted(maps.Keys(added)) {
		p := added[id]
		edges := p.Dependencies
		p.Dependencies = nil
		for _, e := range edges {
			if added[e.Target] == nil && im.base.prims[e.Target] == nil {
				im.refused = append(im.refused, core.RefusedEdge{From: id, Edge: e})
				continue
			}
			if cycle, ok := im.graph.Insert(id, e.Target); !ok {
				im.refused = append(im.refused, core.RefusedEdge{From: id, Edge: e, Cycle: cycle})
				continue
			}
			p.Dependencies = append(p.Dependencies, e)
		}
		slices.SortFunc(p.Dependencies, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) })
		p.Dependencies = slices.CompactFunc(p.Dependencies, func(a, b core.Edge) bool { return a.Target == b.Target })
		im.session.Counts.Edges += len(p.Dependencies)
		im.session.Counts.Added++
		im.changes.Changes = append(im.changes.Changes, core.Change{ID: id, After: p})
	}
	im.session.Counts.Refused = len(im.refused)
	im.session.Counts.Candidates = len(records)
}

// queue lets a primitive wait whose id is taken by other content.
func (im *importing) queue(p *core.Primitive, held map[string]bool) {
	existing := p.ID
	p.ID = im.free(p.ID, held)
	held[p.ID] = true
	p.Source.Session, p.Dependencies, p.Sources = im.session.ID, nil, nil
	im.session.Counts.Conflicts++
	c := &core.Conflict{ID: fmt.Sprintf("%s-c%d", im.session.ID, im.session.Counts.Conflicts), Session: im.session.ID, Candidate: *p,
		Match: core.Match{Candidate: p.ID, Existing: existing, Class: core.OverlappingDistinct, Action: core.Queue, Guard: "id",
			Rationale: "imported under an id that other content has"}}
	im.changes.Conflicts = append(im.changes.Conflicts, core.ConflictChange{ID: c.ID, After: c})
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
