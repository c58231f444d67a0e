package merge

import (
	"context"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lemma/core"
)

// view is a registry in memory.
type view struct {
	prims     map[string]*core.Primitive
	conflicts map[string]*core.Conflict
}

func (v *view) Primitive(id string) *core.Primitive { return v.prims[id] }
func (v *view) Primitives() iter.Seq[*core.Primitive] {
	return func(yield func(*core.Primitive) bool) {
		for _, id := range slices.Sorted(maps.Keys(v.prims)) {
			if !yield(v.prims[id]) {
				return
			}
		}
	}
}
func (v *view) Dependents(id string) (list []string) {
	for p := range v.Primitives() {
		if p.Edge(id) != nil {
			list = append(list, p.ID)
		}
	}
	return list
}
func (v *view) Conflict(id string) *core.Conflict { return v.conflicts[id] }
func (v *view) Conflicts() []*core.Conflict {
	return slices.SortedFunc(maps.Values(v.conflicts), core.CompareConflicts)
}

func (v *view) apply(r *Result) *view {
	n := &view{maps.Clone(v.prims), maps.Clone(v.conflicts)}
	for _, ch := range r.Changeset.Changes {
		if n.prims[ch.ID] = ch.After; ch.After == nil {
			delete(n.prims, ch.ID)
		}
	}
	for _, ch := range r.Changeset.Conflicts {
		if n.conflicts[ch.ID] = ch.After; ch.After == nil {
			delete(n.conflicts, ch.ID)
		}
	}
	return n
}

func prim(id, session, doc string, edges ...core.Edge) *core.Primitive {
	return &core.Primitive{ID: id, Name: "Name of " + id, Kind: core.Definition, Label: "Label " + id, Role: "role", FormalStatement: "what " + id + " says", ComputationalForm: "form of " + id,
		Proof: "proof of " + id, Keywords: []string{id}, ApplicabilityPatterns: []string{"p-" + id}, Dependencies: edges, Source: core.Source{Session: session, Document: doc, Digest: core.Digest(doc), Start: 1, End: 2,
			Illustrations: []core.Illustration{{Role: "example", Of: core.OfItem, Label: "Example " + id, Text: "shows " + id}}}}
}

// shown are the labels of the examples that illustrate a primitive.
func shown(p *core.Primitive) string {
	var list []string
	for _, i := range p.Illustrations() {
		list = append(list, i.Label)
	}
	return strings.Join(list, ", ")
}

func registry(list ...*core.Primitive) *view {
	v := &view{map[string]*core.Primitive{}, map[string]*core.Conflict{}}
	for _, p := range list {
		v.prims[p.ID] = p
	}
	return v
}

func edge(to string, typ core.EdgeType, strength float64) core.Edge {
	return core.Edge{Target: to, Type: typ, Strength: strength}
}

// session describes a learn: for each candidate, its action, what it matches, and its edges.
type line struct {
	id       string
	action   core.Action
	existing string
	edges    []core.Edge
}

func learn(t *testing.T, v *view, session, doc string, lines ...line) *Result {
	t.Helper()
	in := Input{View: v, Session: session}
	for _, l := range lines {
		class := map[core.Action]core.Class{core.Skip: core.ExactDuplicate, core.Update: core.Generalization, core.Add: core.GenuinelyNew, core.Queue: core.OverlappingDistinct}[l.action]
		if l.action == core.Add && l.existing != "" {
			class = core.Specialization
		}
		in.Candidates = append(in.Candidates, core.Candidate{Primitive: *prim(l.id, session, doc)})
		in.Matches = append(in.Matches, core.Match{Candidate: l.id, Existing: l.existing, Class: class, Action: l.action, Confidence: 0.7})
		in.Edges = append(in.Edges, l.edges)
	}
	r, err := Merge(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func resolve(t *testing.T, v *view, session string, choices ...Choice) *Result {
	t.Helper()
	r, err := Resolve(context.Background(), v, nil, session, choices)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func targets(p *core.Primitive) string {
	var list []string
	for _, e := range p.Dependencies {
		list = append(list, string(e.Type)+" "+e.Target)
	}
	return strings.Join(list, ", ")
}

func TestLearningAgainChangesNothing(t *testing.T) {
	v := registry()
	v = v.apply(learn(t, v, "s0001", "a.md", line{id: "a", action: core.Add}, line{id: "b", action: core.Add, edges: []core.Edge{edge("a", core.Requires, 0.8)}}))
	r := learn(t, v, "s0002", "a.md", line{"a-2", core.Skip, "a", nil}, line{"b-2", core.Skip, "b", []core.Edge{edge("a-2", core.Requires, 0.8)}})
	if len(r.Changeset.Changes)+len(r.Changeset.Conflicts) != 0 {
		t.Errorf("learning a document again changes %+v", r.Changeset)
	}
	if r.Counts.Skipped != 2 || r.Counts.Sourced != 0 {
		t.Errorf("counts are %+v", r.Counts)
	}
}

func TestSkipKeepsThePlace(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md"))
	r := learn(t, v, "s0002", "b.md", line{"a-2", core.Skip, "a", nil}, line{"a-3", core.Skip, "a", nil}, line{"c", core.Add, "", []core.Edge{edge("a-2", core.Requires, 0.8)}})
	n := v.apply(r)
	want := prim("a-2", "s0002", "b.md").AsSource()
	want.Illustrations = append(want.Illustrations, prim("a-3", "s0002", "b.md").Source.Illustrations...)
	if got := n.prims["a"].Sources; len(got) != 1 || !got[0].Equal(want) {
		t.Errorf("sources are %+v, want the place with what it says, once a document: %+v", got, want)
	}
	if got := targets(n.prims["c"]); got != "requires a" {
		t.Errorf("an edge to a skipped candidate became %q, want one to its match", got)
	}
	if v.prims["a"].Sources != nil {
		t.Error("the registry that was handed in was changed")
	}
}

// TestRestatement wants the examples behind a theorem's second printing beside those behind its first, whether the
// theorem is in the registry or waits, and after the decision too.
func TestRestatement(t *testing.T) {
	first := prim("a", "s0001", "a.md")
	v := registry(first)
	n := v.apply(learn(t, v, "s0002", "b.md", line{"b", core.Skip, "a", nil}, line{"b-2", core.Skip, "a", nil}, line{"w", core.Queue, "a", nil}, line{"w-2", core.Skip, "w", nil}))
	if got, want := shown(n.prims["a"]), "Example a, Example b, Example b-2"; got != want {
		t.Errorf("a shows %q, want %q", got, want)
	}
	if got, want := shown(&n.conflicts["s0002-c1"].Candidate), "Example w, Example w-2"; got != want {
		t.Errorf("the candidate that waits shows %q, want %q", got, want)
	}
	if got := shown(first); got != "Example a" {
		t.Errorf("the registry that was handed in shows %q", got)
	}
	for resolution, want := range map[core.Resolution]string{
		core.KeepExisting:  "Example a, Example b, Example b-2, Example w, Example w-2",
		core.KeepCandidate: "Example w, Example w-2, Example b, Example b-2, Example a",
	} {
		m := n.apply(resolve(t, n, "s0003", Choice{"s0002-c1", resolution}))
		var got string
		for _, p := range m.prims {
			got += shown(p)
		}
		if got != want {
			t.Errorf("%s: shows %q, want %q", resolution, got, want)
		}
	}
}

func TestUpdate(t *testing.T) {
	old := prim("a", "s0001", "a.md", edge("p", core.Requires, 0.5), edge("q", core.Requires, 0.8), edge("r", core.Applies, 0.6))
	v := registry(old, prim("p", "s0001", "a.md"), prim("q", "s0001", "a.md"), prim("r", "s0001", "a.md"), prim("s", "s0001", "a.md"))
	r := learn(t, v, "s0002", "b.md", line{"x", core.Update, "a", []core.Edge{edge("p", core.Requires, 0.8), edge("s", core.Requires, 0.8), edge("s", core.Motivates, 0.3)}})
	a := v.apply(r).prims["a"]
	if a.FormalStatement != "what x says" || a.Proof != "proof of x" || a.Label != "Label x" || a.Source.Session != "s0002" || a.Name != "Name of a" {
		t.Errorf("updated to %+v", a)
	}
	former := old.AsSource()
	former.Former = true
	if len(a.Sources) != 1 || !a.Sources[0].Equal(former) {
		t.Errorf("the former statement is kept as %+v, want %+v", a.Sources, former)
	}
	if !slices.Equal(a.Keywords, []string{"a", "x"}) || !slices.Equal(a.ApplicabilityPatterns, []string{"p-a", "p-x"}) {
		t.Errorf("keywords %v and patterns %v are no unions", a.Keywords, a.ApplicabilityPatterns)
	}
	if got := targets(a); got != "requires p, applies r, motivates s" {
		t.Errorf("edges are %q; it requires what both require, and has the others of either", got)
	}
	if a.Edge("p").Strength != 0.8 {
		t.Error("of two edges to one target the stronger stays")
	}
}

// TestUpdateMakesWay drops a requirement by an update: an edge the other way is no cycle any more.
func TestUpdateMakesWay(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md", edge("p", core.Requires, 0.5)), prim("p", "s0001", "a.md"), prim("q", "s0001", "a.md"))
	r := learn(t, v, "s0002", "b.md", line{"x", core.Update, "a", []core.Edge{edge("q", core.Requires, 0.8)}},
		line{"y", core.Update, "p", []core.Edge{edge("a", core.Applies, 0.6)}})
	n := v.apply(r)
	if targets(n.prims["a"]) != "" || targets(n.prims["p"]) != "applies a" || len(r.Refused) != 0 {
		t.Errorf("a has %q, p has %q, refused are %+v", targets(n.prims["a"]), targets(n.prims["p"]), r.Refused)
	}
}

// TestIDsThatWait adds a candidate under an id that another waits under: were it to take the id, the other could never
// be kept.
func TestIDsThatWait(t *testing.T) {
	v := waiting(t)
	n := v.apply(learn(t, v, "s0003", "c.md", line{"w", core.Add, "", nil}))
	if n.prims["w"] != nil || n.prims["w-2"] == nil {
		t.Errorf("the registry holds %v", slices.Sorted(maps.Keys(n.prims)))
	}
}

func TestUpdateWithoutWiringKeepsRequirements(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md", edge("p", core.Requires, 0.5)), prim("p", "s0001", "a.md"))
	if got := targets(v.apply(learn(t, v, "s0002", "b.md", line{"x", core.Update, "a", nil})).prims["a"]); got != "requires p" {
		t.Errorf("edges are %q; a session that wired nothing says nothing of requirements", got)
	}
}

func TestSpecializationPointsToTheGeneral(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md"))
	if got := targets(v.apply(learn(t, v, "s0002", "b.md", line{"x", core.Add, "a", nil})).prims["x"]); got != "specializes a" {
		t.Errorf("edges are %q", got)
	}
}

func TestStrongEdgesFirst(t *testing.T) {
	r := learn(t, registry(), "s0001", "a.md",
		line{"a", core.Add, "", []core.Edge{edge("b", core.Requires, 0.5)}}, line{"b", core.Add, "", []core.Edge{edge("a", core.Requires, 0.8)}}, line{"c", core.Add, "", []core.Edge{edge("c", core.Motivates, 0.3)}})
	n := registry().apply(r)
	if targets(n.prims["a"]) != "" || targets(n.prims["b"]) != "requires a" {
		t.Errorf("a has %q, b has %q; the weak edge gives way", targets(n.prims["a"]), targets(n.prims["b"]))
	}
	want := []core.RefusedEdge{{From: "a", Edge: edge("b", core.Requires, 0.5), Cycle: []string{"b", "a"}}, {From: "c", Edge: edge("c", core.Motivates, 0.3), Cycle: []string{"c"}}}
	if len(r.Refused) != 2 || r.Refused[0].From != "a" || len(r.Refused[0].Cycle) == 0 || r.Refused[1].From != "c" {
		t.Errorf("refused %+v, want %+v", r.Refused, want)
	}
}

func TestIDsThatAreTaken(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md"))
	r := learn(t, v, "s0002", "b.md", line{"a", core.Add, "", nil}, line{"b", core.Add, "", []core.Edge{edge("a", core.Requires, 0.8)}})
	n := v.apply(r)
	if n.prims["a"] != v.prims["a"] || n.prims["a-2"] == nil || targets(n.prims["b"]) != "requires a-2" || r.Matches[0].Candidate != "a-2" {
		t.Errorf("the registry holds %v, b has %q; an id keeps its statement for life", slices.Sorted(maps.Keys(n.prims)), targets(n.prims["b"]))
	}
}

// waiting is a registry with a and d, where d depends on a, and a session whose w waits in conflict with a, whose x
// requires w and whose second waiting candidate v requires w as well; w requires d2, which is new.
func waiting(t *testing.T) *view {
	v := registry(prim("a", "s0001", "a.md"), prim("d", "s0001", "a.md", edge("a", core.Requires, 0.8)))
	r := learn(t, v, "s0002", "b.md", line{"w", core.Queue, "a", []core.Edge{edge("n", core.Requires, 0.8)}}, line{"n", core.Add, "", nil},
		line{"x", core.Add, "", []core.Edge{edge("w", core.Requires, 0.8)}}, line{"v", core.Queue, "a", []core.Edge{edge("w", core.Applies, 0.6), edge("a", core.Requires, 0.5)}})
	if r.Counts.Conflicts != 2 || len(r.Changeset.Conflicts) != 2 {
		t.Fatalf("opened %+v", r.Changeset.Conflicts)
	}
	return v.apply(r)
}

func TestEdgesWait(t *testing.T) {
	v := waiting(t)
	c := v.conflicts["s0002-c1"]
	if len(c.Inbound) != 1 || c.Inbound[0].From != "x" || targets(&c.Candidate) != "requires n" {
		t.Errorf("waits with %+v and %q", c.Inbound, targets(&c.Candidate))
	}
	if got := targets(&v.conflicts["s0002-c2"].Candidate); got != "requires a, applies w" {
		t.Errorf("the other waits with %q", got)
	}
	if v.prims["x"].Dependencies != nil {
		t.Errorf("x points to %q, which is not there", targets(v.prims["x"]))
	}
}

func TestKeepBoth(t *testing.T) {
	n := waiting(t)
	n = n.apply(resolve(t, n, "s0003", Choice{"s0002-c1", core.KeepBoth}))
	if targets(n.prims["w"]) != "requires n" || targets(n.prims["x"]) != "requires w" || n.prims["a"] == nil || n.conflicts["s0002-c1"] != nil {
		t.Errorf("w has %q, x has %q", targets(n.prims["w"]), targets(n.prims["x"]))
	}
	if n = n.apply(resolve(t, n, "s0004", Choice{"s0002-c2", core.KeepBoth})); targets(n.prims["v"]) != "requires a, applies w" {
		t.Errorf("v has %q", targets(n.prims["v"]))
	}
}

func TestKeepExisting(t *testing.T) {
	n := waiting(t)
	n = n.apply(resolve(t, n, "s0003", Choice{"s0002-c1", core.KeepExisting}))
	if n.prims["w"] != nil || targets(n.prims["x"]) != "requires a" || targets(&n.conflicts["s0002-c2"].Candidate) != "applies a" {
		t.Errorf("x has %q, v waits with %q; what pointed to the candidate points to the existing one, by its strongest edge", targets(n.prims["x"]), targets(&n.conflicts["s0002-c2"].Candidate))
	}
	if got := n.prims["a"].Sources; len(got) != 1 || got[0].Statement != "what w says" {
		t.Errorf("the candidate's place is not among the sources: %+v", got)
	}
}

func TestKeepCandidate(t *testing.T) {
	v := waiting(t)
	effect, err := Cost(v, nil, v.conflicts["s0002-c1"], core.KeepCandidate)
	if err != nil {
		t.Fatal(err)
	}
	if effect.Removed != "a" || effect.Added != "w" || !slices.Equal(effect.Dependents, []string{"d"}) || !slices.Equal(effect.Conflicts, []string{"s0002-c2"}) || effect.Text == "" {
		t.Errorf("the cost is %+v", effect)
	}
	n := v.apply(resolve(t, v, "s0003", Choice{"s0002-c1", core.KeepCandidate}))
	if n.prims["a"] != nil || targets(n.prims["d"]) != "requires w" || targets(n.prims["x"]) != "requires w" {
		t.Errorf("d has %q, x has %q", targets(n.prims["d"]), targets(n.prims["x"]))
	}
	other := n.conflicts["s0002-c2"]
	if other.Match.Existing != "w" || targets(&other.Candidate) != "applies w" {
		t.Errorf("the other conflict is with %q and has %q", other.Match.Existing, targets(&other.Candidate))
	}
	if s := n.prims["w"].Sources; len(s) != 1 || s[0].Statement != "what a says" || !s[0].Former {
		t.Errorf("the sources of w are %+v; a human said that the two are one thing", s)
	}
}

func TestKeepCandidateListsCycles(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md"), prim("d", "s0001", "a.md", edge("a", core.Requires, 0.5)))
	v = v.apply(learn(t, v, "s0002", "b.md", line{"w", core.Queue, "a", []core.Edge{edge("d", core.Requires, 0.8)}}))
	effect, err := Cost(v, nil, v.conflicts["s0002-c1"], core.KeepCandidate)
	if err != nil {
		t.Fatal(err)
	}
	if len(effect.Refused) != 1 || effect.Refused[0].From != "d" || effect.Refused[0].Edge.Target != "w" {
		t.Errorf("refused %+v, want the weaker edge from d to w", effect.Refused)
	}
}

func TestBatch(t *testing.T) {
	v := waiting(t)
	n := v.apply(resolve(t, v, "s0003", Choice{"s0002-c1", core.KeepCandidate}, Choice{"s0002-c2", core.KeepCandidate}))
	if ids := slices.Sorted(maps.Keys(n.prims)); !slices.Equal(ids, []string{"d", "n", "v", "x"}) || len(n.conflicts) != 0 {
		t.Errorf("left %v; the second answer replaces what the first put there", ids)
	}
	if targets(n.prims["d"]) != "requires v" || targets(n.prims["x"]) != "requires v" {
		t.Errorf("d has %q, x has %q", targets(n.prims["d"]), targets(n.prims["x"]))
	}
}

func TestAnswersThatCannotBe(t *testing.T) {
	v := waiting(t)
	for _, choices := range [][]Choice{{{"s0009-c1", core.KeepBoth}}, {{"s0002-c1", "replace"}}, {{"s0002-c1", core.KeepBoth}, {"s0002-c1", core.KeepExisting}}} {
		if r, err := Resolve(context.Background(), v, nil, "s0003", choices); err == nil {
			t.Errorf("%v gives %+v", choices, r)
		}
	}
}

func TestSkipOfWhatWaits(t *testing.T) {
	v := waiting(t)
	n := v.apply(learn(t, v, "s0003", "c.md", line{"w2", core.Skip, "s0002-c1", nil}, line{"y", core.Add, "", []core.Edge{edge("w2", core.Requires, 0.8)}}))
	c := n.conflicts["s0002-c1"]
	if len(n.conflicts) != 2 || len(c.Candidate.Sources) != 1 || len(c.Inbound) != 2 || c.Inbound[1].From != "y" {
		t.Errorf("waits as %+v", c)
	}
}

func TestDuplicateWithinTheSession(t *testing.T) {
	r := learn(t, registry(), "s0001", "a.md", line{"a", core.Add, "", nil}, line{"a-2", core.Skip, "a", nil}, line{"b", core.Add, "", []core.Edge{edge("a-2", core.Requires, 0.8)}})
	n := registry().apply(r)
	if len(n.prims) != 2 || targets(n.prims["b"]) != "requires a" || n.prims["a"].Sources != nil {
		t.Errorf("left %v, b has %q", slices.Sorted(maps.Keys(n.prims)), targets(n.prims["b"]))
	}
}

// TestChangesAreCopies fails when a record of a change shares memory with the registry or the candidates.
func TestChangesAreCopies(t *testing.T) {
	v := registry(prim("a", "s0001", "a.md", core.Edge{Target: "p", Type: core.Applies, Seen: []string{"proof"}}), prim("p", "s0001", "a.md"))
	r := learn(t, v, "s0002", "b.md", line{"x", core.Skip, "a", nil})
	was := v.prims["a"].DeepClone()
	for _, ch := range r.Changeset.Changes {
		for _, p := range []*core.Primitive{ch.Before, ch.After} {
			p.Keywords[0], p.Dependencies[0].Seen[0] = "changed", "changed"
		}
	}
	if !reflect.DeepEqual(v.prims["a"], was) {
		t.Errorf("the registry changed with the record: %+v", v.prims["a"])
	}
}

func BenchmarkMerge(b *testing.B) {
	v := registry()
	in := Input{View: v, Session: "s0001"}
	bytes := 0
	for i := range 5_000 {
		p := prim(strings.Repeat("x", i%7)+string(rune('a'+i%26))+"-"+strings.Repeat("y", i%11), "s0001", "a.md")
		bytes += len(p.FormalStatement)
		in.Candidates = append(in.Candidates, core.Candidate{Primitive: *p})
		in.Matches = append(in.Matches, core.Match{Candidate: p.ID, Action: core.Add, Class: core.GenuinelyNew})
		var edges []core.Edge
		for k := 1; k < 4 && i >= k*k; k++ {
			edges = append(edges, edge(in.Candidates[i-k*k].Primitive.ID, core.Requires, 0.5))
		}
		in.Edges = append(in.Edges, edges)
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if _, err := Merge(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}
