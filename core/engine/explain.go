package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/acquire"
	"lemma/core/report"
	"lemma/core/text"
)

// Explanation says why a primitive is there.
type Explanation struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Rule       string             `json:"rule"`
	Confidence string             `json:"confidence"`
	Session    string             `json:"session"`
	Document   string             `json:"document"`
	Start      int                `json:"start"` // bytes in the original
	End        int                `json:"end"`
	FirstLine  int                `json:"firstLine"` // 0 when the original is not staged any more, and of what a reader made, whose lines are nobody's
	LastLine   int                `json:"lastLine"`
	Page       int                `json:"page,omitempty"`
	Place      string             `json:"place"` // the above in words
	Decision   string             `json:"decision"`
	Edges      []ExplainedEdge    `json:"edges"`
	Refused    []ExplainedRefusal `json:"refused"`
}

// Imported is what made a primitive that no rule of extraction made.
const Imported = "imported"

// ExplainedEdge is an edge with what it rests on, in words.
type ExplainedEdge struct {
	core.Edge
	Why   string `json:"why"`
	Title string `json:"title"` // of the target: its label as printed and its name
}

// ExplainedRefusal is a refused edge with its ground in words.
type ExplainedRefusal struct {
	core.RefusedEdge
	Why   string `json:"why"`
	Title string `json:"title"` // of the target; empty when it is not there any more
}

// titleOf is a primitive as its text calls it: "Theorem 2.3, Chain rule".
func titleOf(p *core.Primitive) string {
	switch {
	case p == nil:
		return ""
	case p.Label == "" || strings.HasPrefix(p.Name, p.Label):
		return p.Name
	}
	return p.Label + ", " + p.Name
}

// Explain says which rule made a primitive, where it begins and ends, how it was decided on, and what each of its
// edges rests on.
func (e *Engine) Explain(id string) (*Explanation, error) {
	snap := e.Snapshot()
	r, err := snap.Find(id)
	if err != nil {
		return nil, err
	}
	x := &Explanation{ID: id, Name: r.Name, Rule: r.Rule, Confidence: fmt.Sprintf("%.2f", r.Confidence), Session: r.Source.Session, Document: r.Source.Document,
		Start: r.Source.Start, End: r.Source.End, Edges: []ExplainedEdge{}, Refused: []ExplainedRefusal{}}
	x.Rule = cmp.Or(x.Rule, Imported)
	_, media := snap.documents()(&r.Source)
	if raw, err := e.store.Staged(r.Source.Digest); err == nil && !acquire.Container(media) && 0 <= r.Source.Start && r.Source.Start <= r.Source.End && r.Source.End <= len(raw) {
		x.FirstLine = 1 + bytes.Count(raw[:r.Source.Start], []byte("\n"))
		x.LastLine = x.FirstLine + bytes.Count(raw[r.Source.Start:r.Source.End], []byte("\n"))
	}
	x.Page, x.Place = r.Source.Page, snap.Place(r.Source)
	if x.FirstLine > 0 && x.Page == 0 && r.Source.Folio == "" {
		x.Place = fmt.Sprintf("line %d to %d", x.FirstLine, x.LastLine)
	}
	for _, ed := range slices.SortedStableFunc(slices.Values(r.Dependencies), core.CompareEdges) {
		to := snap.Primitive(ed.Target)
		x.Edges = append(x.Edges, ExplainedEdge{ed, edgeWords(ed, &r.Primitive, to), titleOf(to)})
	}
	s, ok := snap.Session(r.Source.Session)
	if !ok {
		return x, nil
	}
	items, _, err := e.store.Items(s.Seq, "", 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	for _, it := range items {
		switch {
		case it.Match != nil && it.Match.Candidate == id:
			x.Decision = fmt.Sprintf("%s, %s: %s", it.Match.Action, it.Match.Class, it.Match.Rationale)
		case it.Refused != nil && it.Refused.From == id:
			to := snap.Primitive(it.Refused.Edge.Target)
			x.Refused = append(x.Refused, ExplainedRefusal{*it.Refused, edgeWords(it.Refused.Edge, &r.Primitive, to), titleOf(to)})
		}
	}
	return x, nil
}

// edgeWords says what an edge rests on, to its reader: what the author cites, or which word of the text names the
// target.
func edgeWords(e core.Edge, from, to *core.Primitive) string {
	var parts []string // of the primitive that the words stand in
	for _, s := range e.Seen {
		switch s {
		case core.SeenStatement, core.SeenProof, core.SeenDescription:
			parts = append(parts, s)
		}
	}
	link := slices.Contains(e.Seen, core.SeenLink)
	switch {
	case len(parts) > 0 && e.Why != "":
		by := ""
		if link {
			by = ", by a link"
		}
		words := fmt.Sprintf("%s “%s” in %s%s (%.1f)", edgeVerb(e, to), e.Why, edgePlaces(e.Why, from, parts), by, e.Strength)
		if e.Rival != "" {
			words += "; it may also mean " + e.Rival
		}
		return words
	case len(parts) > 0 && link:
		return fmt.Sprintf("declared by its author in its %s (%.1f)", strings.Join(parts, " and "), e.Strength)
	case slices.Contains(e.Seen, core.SeenOrder) && e.Why != "":
		return fmt.Sprintf("follows “%s” (%.1f)", e.Why, e.Strength)
	case slices.Contains(e.Seen, core.SeenOrder):
		return "stands before it in the text"
	}
	return fmt.Sprintf("%s (%.1f)", strings.Join(e.Seen, " and "), e.Strength)
}

// edgeVerb says what the words of an edge do: an author cites a label, and uses a term or names a fact by words of his
// own.
func edgeVerb(e core.Edge, to *core.Primitive) string {
	switch {
	case slices.Contains(e.Seen, core.SeenLink) || e.Strength > namedStrength || strings.ContainsAny(e.Why, "0123456789"):
		return "cites"
	case to != nil && to.Kind == core.Definition:
		return "uses"
	}
	return "names"
}

// namedStrength is how strong an edge is at most that rests on a name alone.
const namedStrength = 0.55

// edgePlaces says where the words of an edge stand. Of a statement and its proof one may say other words for the
// target.
func edgePlaces(why string, from *core.Primitive, parts []string) string {
	where := "its " + strings.Join(parts, " and ")
	if len(parts) == 2 && parts[0] == core.SeenStatement && parts[1] == core.SeenProof && !strings.Contains(text.Plain(from.FormalStatement), why) {
		where = "its proof, and speaks of it in its statement"
	}
	return where
}

// Report builds the provenance report of a session from its record.
func (e *Engine) Report(id string) (*report.Report, error) {
	s, err := e.session(id)
	if err != nil {
		return nil, err
	}
	items, _, err := e.store.Items(s.Seq, "", 0, math.MaxInt32)
	if err != nil {
		return nil, err
	}
	cs, err := e.store.Changeset(s.Seq)
	if err != nil {
		return nil, err
	}
	return report.Build(report.Input{Session: s, Items: items, Changeset: cs}), nil
}

// DomainCount is a domain with the number of its primitives.
type DomainCount struct {
	core.Domain
	Primitives int `json:"primitives"`
}

// DomainCounts lists the domains that hold primitives, or all of the taxonomy too, in its order; domains that only
// users named stand at the end.
func (e *Engine) DomainCounts(all bool) []DomainCount {
	snap := e.Snapshot()
	n := map[string]int{}
	for _, p := range snap.prims {
		n[p.Domain]++
	}
	out := []DomainCount{}
	for _, d := range e.domains {
		if n[d.ID] > 0 || all {
			out = append(out, DomainCount{d, n[d.ID]})
		}
		delete(n, d.ID)
	}
	for _, id := range snap.populated() {
		if n[id] > 0 {
			out = append(out, DomainCount{core.Domain{ID: id, Name: id}, n[id]})
		}
	}
	return out
}

// Completion is what a statement leaves to its computational form: the list or table that completes a requirement which
// ends with a colon, and what a reference says of a declaration.
func Completion(p *core.Primitive) string {
	if list := text.Completion(p.FormalStatement, p.ComputationalForm); list != "" {
		return list
	}
	if !p.Coded() {
		return ""
	}
	_, told, _ := strings.Cut(p.ComputationalForm, ": ")
	if strings.Contains(text.Plain(p.FormalStatement), told) || strings.Contains(strings.Join(strings.Fields(p.FormalStatement), " "), told) {
		return ""
	}
	return told
}
