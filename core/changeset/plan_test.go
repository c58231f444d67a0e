package changeset_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/changeset"
	"lemma/core/merge"
)

// say commits a learn of one candidate a line: "id", "id = existing" (a duplicate), "id > existing" (more general),
// "id ? existing" (a question); edges follow after "->".
func (r *registry) say(t *testing.T, doc string, lines ...string) string {
	t.Helper()
	id := r.next()
	in := merge.Input{View: r, Session: id}
	for i, l := range lines {
		head, to, _ := strings.Cut(l, "->")
		f := strings.Fields(head)
		p := core.Primitive{ID: f[0], Name: "Name " + f[0], Kind: core.Definition, FormalStatement: id + " says " + f[0], Keywords: []string{id},
			Source: core.Source{Session: id, Document: doc, Digest: core.Digest(doc), Start: i, End: i + 1}}
		m := core.Match{Candidate: f[0], Class: core.GenuinelyNew, Action: core.Add}
		if len(f) == 3 {
			m.Existing = f[2]
			m.Action = map[string]core.Action{"=": core.Skip, ">": core.Update, "?": core.Queue}[f[1]]
		}
		var edges []core.Edge
		for _, e := range strings.Fields(to) {
			edges = append(edges, core.Edge{Target: e, Type: core.Requires, Strength: 0.8})
		}
		in.Candidates, in.Matches, in.Edges = append(in.Candidates, core.Candidate{Primitive: p}), append(in.Matches, m), append(in.Edges, edges)
	}
	res, err := merge.Merge(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return r.commit(t, core.SessionLearn, &res.Changeset, nil).ID
}

func (r *registry) answer(t *testing.T, conflict string, a core.Resolution) string {
	t.Helper()
	res, err := merge.Resolve(context.Background(), r, nil, r.next(), []merge.Choice{{Conflict: conflict, Resolution: a}})
	if err != nil {
		t.Fatal(err)
	}
	return r.commit(t, core.SessionResolve, &res.Changeset, nil).ID
}

func (r *registry) back(t *testing.T, session string, opt changeset.Options) (*changeset.Preview, error) {
	t.Helper()
	pre, cs, err := changeset.Plan(context.Background(), r, r, session, opt)
	if err == nil {
		r.commit(t, core.SessionUnlearn, cs, pre.Cascade)
	}
	return pre, err
}

func named(list []changeset.Named) string {
	var ids []string
	for _, n := range list {
		ids = append(ids, n.ID)
	}
	return strings.Join(ids, " ")
}

func TestAnotherSourceTakesOver(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x", "y -> x")
	r.say(t, "b.md", "x2 = x", "z -> x2")
	pre, err := r.back(t, s1, changeset.Options{})
	if err != nil {
		t.Fatalf("a session that only added its source blocks: %v", err)
	}
	x := r.prims["x"]
	if named(pre.Removed) != "y" || named(pre.TakenOver) != "x" || x.FormalStatement != "s0002 says x2" || x.Name != "Name x2" || len(x.Sources) != 0 {
		t.Errorf("preview %+v, x is %+v", pre, x)
	}
	if z := r.prims["z"]; z.Edge("x") == nil {
		t.Error("the other book's edge to x is gone")
	}
	if _, err := r.back(t, "s0002", changeset.Options{}); err != nil || r.export() != "" {
		t.Errorf("after both went (%v) the registry holds %s", err, r.export())
	}
}

func TestEarlierSessionMayPointToIt(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	s2 := r.say(t, "b.md", "y -> x")
	s3 := r.say(t, "c.md", "x3 = x")
	if _, err := r.back(t, s1, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	pre, err := r.back(t, s3, changeset.Options{})
	if !errors.Is(err, changeset.ErrBlocked) || len(pre.Blockers) != 1 || pre.Blockers[0].Session != s2 {
		t.Errorf("x lives by %s alone and %s points to it: %v, %+v", s3, s2, err, pre)
	}
}

func TestBlocked(t *testing.T) {
	for _, c := range []struct {
		name  string
		then  func(t *testing.T, r *registry)
		force string // what is left after force, by id and session of the owner
	}{
		{"an update", func(t *testing.T, r *registry) { r.say(t, "b.md", "x2 > x") }, "x:s0002"},
		{"an edge", func(t *testing.T, r *registry) { r.say(t, "b.md", "y -> x") }, "y:s0002"},
		{"a question", func(t *testing.T, r *registry) { r.say(t, "b.md", "y ? x") }, ""},
		{"an answer", func(t *testing.T, r *registry) { r.answer(t, "s0001-c1", core.KeepBoth) }, "w:s0001"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRegistry()
			s1 := r.say(t, "a.md", "x")
			if c.name == "an answer" {
				r = newRegistry()
				r.prims["base"] = &core.Primitive{ID: "base", Name: "Base"}
				s1 = r.say(t, "a.md", "x", "w ? base")
			}
			c.then(t, r)
			before := r.states[0]
			pre, err := r.back(t, s1, changeset.Options{})
			if !errors.Is(err, changeset.ErrBlocked) || len(pre.Blockers) != 1 || pre.Blockers[0].Session != "s0002" || pre.Blockers[0].Why == "" || len(pre.Blockers[0].IDs) == 0 {
				t.Fatalf("got %v, %+v", err, pre)
			}
			forced := r.copy()
			if _, err := forced.back(t, s1, changeset.Options{Force: true}); err != nil {
				t.Fatal(err)
			}
			var left []string
			for p := range forced.Primitives() {
				if p.ID != "base" {
					left = append(left, p.ID+":"+p.Source.Session)
				}
			}
			if got := strings.Join(left, " "); got != c.force {
				t.Errorf("force leaves %q, want %q", got, c.force)
			}
			pre, err = r.back(t, s1, changeset.Options{Cascade: true})
			if err != nil || !slices.Equal(pre.Cascade, []string{"s0002", "s0001"}) || r.export() != before {
				t.Errorf("cascade: %v, %+v\n%s", err, pre, r.export())
			}
		})
	}
}

func TestForceSaysWhatDangles(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	r.say(t, "b.md", "y -> x")
	pre, err := r.back(t, s1, changeset.Options{Force: true})
	if err != nil || len(pre.Dangling) != 1 || pre.Dangling[0].From != "y" || pre.Dangling[0].Edge == nil || pre.Dangling[0].Edge.Target != "x" {
		t.Errorf("%v, %+v", err, pre)
	}
}

// TestIndependentSessionsCommute fails when taking back a session leaves anything of it, or touches anything else.
func TestIndependentSessionsCommute(t *testing.T) {
	r, alone := newRegistry(), newRegistry()
	s1 := r.say(t, "a.md", "x", "y -> x")
	r.say(t, "b.md", "v", "w -> v")
	alone.say(t, "0.md")
	alone.say(t, "b.md", "v", "w -> v")
	if _, err := r.back(t, s1, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	if r.export() != alone.export() {
		t.Errorf("left\n%s\nwant what the other session alone leaves\n%s", r.export(), alone.export())
	}
}

func TestUpdateUnderALaterSource(t *testing.T) {
	r := newRegistry()
	r.say(t, "a.md", "x")
	s2 := r.say(t, "b.md", "x2 > x")
	r.say(t, "c.md", "x3 = x")
	if _, err := r.back(t, s2, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	x := r.prims["x"]
	if x.FormalStatement != "s0001 says x" || x.Source.Session != "s0001" || len(x.Sources) != 1 || x.Sources[0].Session != "s0003" || !slices.Equal(x.Keywords, []string{"s0001"}) {
		t.Errorf("x is %+v, want the first statement with the third source", x)
	}
}

func TestRedoIsBlockedByWhatCameMeanwhile(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	if _, err := r.back(t, s1, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	s3 := r.say(t, "b.md", "x")
	pre, err := r.back(t, "s0002", changeset.Options{})
	if !errors.Is(err, changeset.ErrBlocked) || pre.Blockers[0].Session != s3 {
		t.Errorf("x is another's now: %v, %+v", err, pre)
	}
}

// TestCascadeFollowsAnEdgeToWhatWasReplaced takes back a session that x lives by alone, where x was replaced meanwhile:
// the replacing goes too, x does not return, and an earlier session points to it. That one stands in the way; the edge
// is not to go unsaid.
func TestCascadeFollowsAnEdgeToWhatWasReplaced(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	r.say(t, "b.md", "w ? x -> x")
	s3 := r.answer(t, "s0002-c1", core.KeepBoth)
	s4 := r.say(t, "c.md", "x4 = x")
	if _, err := r.back(t, s1, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	r.say(t, "d.md", "v ? x")
	s7 := r.answer(t, "s0006-c1", core.KeepCandidate)
	pre, err := r.back(t, s4, changeset.Options{Cascade: true})
	if err != nil || !slices.Contains(pre.Cascade, s7) || !slices.Contains(pre.Cascade, s3) {
		t.Errorf("%v, takes back %v; %s replaced x, and %s points to it", err, pre.Cascade, s7, s3)
	}
}

// TestRedoOfAPlaceInWhatIsGone brings a session back that gave x a place and pointed to it, after x went with its other
// places: x cannot return as it was, and the edge is not to be lost unsaid.
func TestRedoOfAPlaceInWhatIsGone(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	s2 := r.say(t, "b.md", "x2 = x", "y -> x2")
	if _, err := r.back(t, s2, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	r.say(t, "c.md", "v ? x")
	r.answer(t, "s0004-c1", core.KeepCandidate)
	if _, err := r.back(t, s1, changeset.Options{Cascade: true}); err != nil {
		t.Fatal(err)
	}
	pre, err := r.back(t, "s0003", changeset.Options{})
	if !errors.Is(err, changeset.ErrBlocked) || pre.Blockers[0].Session != "s0006" {
		t.Errorf("%v, blocked by %+v; y is %+v", err, pre.Blockers, r.prims["y"])
	}
}

func TestPlanErrors(t *testing.T) {
	r := newRegistry()
	s1 := r.say(t, "a.md", "x")
	empty := r.say(t, "b.md")
	if _, err := r.back(t, s1, changeset.Options{}); err != nil {
		t.Fatal(err)
	}
	r.sessions = append(r.sessions, core.Session{Seq: 4, ID: "s0004", Status: core.StatedRejected})
	r.sets = append(r.sets, &core.Changeset{})
	for session, want := range map[string]error{"s0099": changeset.ErrUnknown, s1: changeset.ErrAlready, empty: changeset.ErrNothing, "s0004": changeset.ErrNothing} {
		if _, _, err := changeset.Plan(context.Background(), r, r, session, changeset.Options{Force: true, Cascade: true}); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", session, err, want)
		}
	}
}

func TestActive(t *testing.T) {
	s := func(id string, reverts ...string) core.Session {
		return core.Session{ID: id, Status: core.Committed, Reverts: reverts}
	}
	active := changeset.Active([]core.Session{s("s1"), s("s2"), s("u1", "s1"), s("u2", "u1"), s("u3", "s2"), {ID: "r", Status: core.StatedRejected}})
	for id, want := range map[string]bool{"s1": true, "s2": false, "u1": false, "u2": true, "u3": true, "r": false} {
		if active[id] != want {
			t.Errorf("%s is active: %v, want %v", id, active[id], want)
		}
	}
}

func BenchmarkPlan(b *testing.B) {
	r := newRegistry()
	set := &core.Changeset{}
	bytes := 0
	for i := range 20_000 {
		p := &core.Primitive{ID: fmt.Sprintf("p%05d", i), FormalStatement: strings.Repeat("word ", 40), Source: core.Source{Session: "s0001", Document: "a.md"}}
		if i > 0 {
			p.Dependencies = []core.Edge{{Target: fmt.Sprintf("p%05d", i/2), Type: core.Requires, Strength: 0.8}}
		}
		bytes += len(p.FormalStatement)
		set.Changes = append(set.Changes, core.Change{ID: p.ID, After: p})
		r.prims[p.ID] = p
	}
	r.sessions, r.sets = []core.Session{{Seq: 1, ID: "s0001", Kind: core.SessionLearn, Status: core.Committed}}, []*core.Changeset{set}
	in := indexed{r, map[string][]string{}}
	for p := range r.Primitives() {
		for _, e := range p.Dependencies {
			in.dependents[e.Target] = append(in.dependents[e.Target], p.ID)
		}
	}
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if _, _, err := changeset.Plan(context.Background(), in, r, "s0001", changeset.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// indexed is a registry whose dependents are looked up.
type indexed struct {
	*registry
	dependents map[string][]string
}

func (i indexed) Dependents(id string) []string { return i.dependents[id] }
