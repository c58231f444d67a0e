package wire

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/graph"
	"lemma/core/text"
)

// Where a proposal was seen, as bits.
const (
	inStatement uint8 = 1 << iota
	inProof
	inDescription
	inLink
	inOrder
)

// maxSpans and maxWhy bound what an edge remembers of the places that it was seen in.
const (
	maxSpans = 8
	maxWhy   = 80 // bytes
)

// maxDetour bounds how many edges are looked at for a way around a weak edge.
const maxDetour = 2048

// proposal is an edge that something speaks for. At most one is kept for a pair.
type proposal struct {
	from, to int32 // candidates; from len(candidates) on, to is a primitive of the registry
	typ      core.EdgeType
	strength float64
	origin   string
	seen     uint8
	vague    bool   // a word that may mean something else: it counts only where nothing else leads to the target
	rival    string // the title of another item that the words may mean as well
	why      string
	spans    []core.Span // in Text of the document of from
}

// proposals are the edges proposed so far.
type proposals struct {
	in       *Input
	list     []proposal
	at       map[[2]int32]int32 // where in list the pair is
	registry []string           // ids of the registry's targets
}

func newProposals(in Input) *proposals {
	return &proposals{in: &in, at: make(map[[2]int32]int32)}
}

// id is the id of a target.
func (ps *proposals) id(v int32) string {
	if n := len(ps.in.Candidates); int(v) >= n {
		return ps.registry[int(v)-n]
	}
	return ps.in.Candidates[v].Primitive.ID
}

// propose adds a proposal. Of two for a pair the stronger one decides the type, and both say where they were seen; one
// that is not vague is enough.
func (ps *proposals) propose(p proposal, seenAt ...core.Span) {
	p.spans = seenAt
	pair := [2]int32{p.from, p.to}
	i, ok := ps.at[pair]
	if !ok {
		ps.at[pair] = int32(len(ps.list))
		ps.list = append(ps.list, p)
		return
	}
	q := &ps.list[i]
	seen, spans, vague, rival := q.seen|p.seen, q.spans, q.vague && p.vague, q.rival
	if p.rival == "" {
		rival = ""
	}
	for _, s := range seenAt {
		if len(spans) < maxSpans && !slices.Contains(spans, s) {
			spans = append(spans, s)
		}
	}
	if c := compareProposals(p, *q); c < 0 || c == 0 && q.vague && !p.vague {
		*q = p
	}
	q.seen, q.spans, q.vague, q.rival = seen, spans, vague, rival
}

// compareProposals compares what decides before the place does.
func compareProposals(p, q proposal) int {
	return core.CompareEdges(core.Edge{Type: p.typ, Strength: p.strength}, core.Edge{Type: q.typ, Strength: q.strength})
}

// insert accepts the proposals one by one, the strong ones first, and refuses those that would close a cycle.
func (ps *proposals) insert(ctx context.Context) (*Result, error) {
	cands := ps.in.Candidates
	res := &Result{Edges: make([][]core.Edge, len(cands)), ByOrigin: map[string]int{}}
	g := graph.New()
	for i := range cands {
		g.Add(cands[i].Primitive.ID)
	}
	for i := range ps.list {
		slices.SortFunc(ps.list[i].spans, func(a, b core.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	}
	slices.SortStableFunc(ps.list, func(p, q proposal) int {
		return cmp.Or(compareProposals(p, q), cmp.Compare(p.from, q.from), cmp.Compare(p.place(), q.place()), cmp.Compare(p.to, q.to))
	})
	for i := range ps.list {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := &ps.list[i]
		e := ps.edge(p)
		if p.vague && p.seen&inOrder == 0 && int(p.to) < len(cands) && g.Leads(cands[p.from].Primitive.ID, e.Target, maxDetour) {
			continue
		}
		if int(p.to) < len(cands) { // the registry knows nothing of the session, so that way no cycle closes
			from := cands[p.from].Primitive.ID
			if cycle, ok := g.Insert(from, e.Target); !ok {
				res.Refused = append(res.Refused, core.Refuse(from, e, cycle))
				continue
			}
		}
		res.Edges[p.from] = append(res.Edges[p.from], e)
		res.ByOrigin[p.origin]++
	}
	for _, list := range res.Edges {
		slices.SortFunc(list, func(a, b core.Edge) int { return strings.Compare(a.Target, b.Target) })
	}
	return res, ctx.Err()
}

func (p *proposal) place() int {
	if len(p.spans) == 0 {
		return 0
	}
	return p.spans[0].Start
}

// edge is the proposal as the registry keeps it.
func (ps *proposals) edge(p *proposal) core.Edge {
	e := core.Edge{Target: ps.id(p.to), Type: p.typ, Strength: p.strength, Why: why(p.why), Rival: p.rival}
	for _, s := range []struct {
		bit  uint8
		name string
	}{{inStatement, core.SeenStatement}, {inProof, core.SeenProof}, {inDescription, core.SeenDescription}, {inLink, core.SeenLink}, {inOrder, core.SeenOrder}} {
		if p.seen&s.bit != 0 {
			e.Seen = append(e.Seen, s.name)
		}
	}
	cand := &ps.in.Candidates[p.from]
	doc := ps.in.Documents[cand.Document]
	for _, s := range p.spans {
		part, o := doc.Original(s)
		at := core.EdgeSpan{Start: o.Start, End: o.End}
		if part < len(doc.Parts) && doc.Parts[part].Name != cand.Primitive.Source.Document {
			at.Document = doc.Parts[part].Name
		}
		e.Spans = append(e.Spans, at)
	}
	return e
}

// title is what a text calls a candidate: its label and its name.
func (ps *proposals) title(c int32) string {
	p := &ps.in.Candidates[c].Primitive
	if p.Label == "" || strings.HasPrefix(p.Name, p.Label) {
		return p.Name
	}
	return p.Label + ", " + p.Name
}

// why is the words that an edge rests on, readable and short.
func why(s string) string {
	s = strings.TrimRight(text.Plain(s[:cut(s, 4*maxWhy)]), " .,;:")
	if !strings.Contains(s, "(") {
		s = strings.TrimRight(s, ")")
	}
	if n := cut(s, maxWhy); n < len(s) {
		return s[:n] + "…"
	}
	return s
}

// cut is the greatest length up to n that splits no character of s.
func cut(s string, n int) int {
	if n >= len(s) {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}
