package dedup

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lemma/core"
)

// item makes a primitive of words; keywords are those of the statement.
func item(id, name, statement string) *core.Primitive {
	p := &core.Primitive{ID: id, Name: name, Kind: core.Definition, FormalStatement: statement, ComputationalForm: "Defines: " + statement,
		Source: core.Source{Session: "s0001", Document: "a.md", Digest: "sha256:a"}}
	for _, w := range strings.Fields(strings.ToLower(statement)) {
		if w = strings.Trim(w, ".,"); len(w) > 4 && !slices.Contains(p.Keywords, w) && len(p.Keywords) < 16 {
			p.Keywords = append(p.Keywords, w)
		}
	}
	return p
}

// background are texts about other things, so that words have frequencies.
func background(n int) (list []*core.Primitive) {
	for i := range n {
		list = append(list, item(fmt.Sprintf("zz-%d", i), fmt.Sprintf("gadget number%d", i), fmt.Sprintf("Every vector space element gadget%d rests upon matter%d and colour%d.", i, i, i)))
	}
	return list
}

func candidate1(p *core.Primitive) []core.Candidate { return []core.Candidate{{Primitive: *p}} }

func index(t testing.TB, prims ...*core.Primitive) *Index {
	t.Helper()
	ix, err := NewIndex(context.Background(), slices.Values(prims))
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

func TestMatch(t *testing.T) {
	basis := item("la-basis", "Basis", "A basis of a vector space is a linearly independent spanning subset.")
	continuous := item("an-continuous", "Continuity", "A mapping between topological spaces X and Y is continuous at p when preimages of open neighbourhoods remain open neighbourhoods.")
	with := func(p *core.Primitive, change func(*core.Primitive)) *core.Primitive {
		q := p.Clone()
		q.ID, q.Source.Session, q.Source.Digest = "new", "s0002", "sha256:b"
		change(q)
		return q
	}
	same := func(*core.Primitive) {}
	say := func(s string) func(*core.Primitive) {
		return func(p *core.Primitive) {
			q := item("", "", s)
			p.FormalStatement, p.ComputationalForm, p.Keywords = q.FormalStatement, q.ComputationalForm, q.Keywords
		}
	}
	implies := item("t-implies", "Implication", "Whenever compactness holds boundedness follows and completeness likewise.")
	for _, c := range []struct {
		name     string
		cand     *core.Primitive
		opt      Options
		class    core.Class
		action   core.Action
		existing string
		guard    string
	}{
		{"the same words", with(basis, same), Options{}, core.ExactDuplicate, core.Skip, "la-basis", ""},
		{"the same words, far away on the plane", with(basis, func(p *core.Primitive) { p.Position.Re = 1 }), Options{}, core.ExactDuplicate, core.Skip, "la-basis", ""},
		{"the same words, without keywords", with(basis, func(p *core.Primitive) { p.Keywords = nil }), Options{}, core.ExactDuplicate, core.Skip, "la-basis", ""},
		{"the words in another order", with(implies, say("Whenever completeness follows boundedness holds and compactness likewise.")), Options{}, core.ExactDuplicate, core.Queue, "t-implies", GuardOrder},
		{"a negation more", with(continuous, say("A mapping between topological spaces X and Y is not continuous at p when preimages of open neighbourhoods remain open neighbourhoods.")), Options{}, core.ExactDuplicate, core.Queue, "an-continuous", GuardNegation},
		{"the same as a theorem", with(basis, func(p *core.Primitive) { p.Kind = core.Theorem }), Options{}, core.ExactDuplicate, core.Queue, "la-basis", GuardKind},
		{"the same thing in other words", with(basis, say("A basis consists of linearly independent vectors that generate the space.")), Options{}, core.OverlappingDistinct, core.Queue, "la-basis", ""},
		{"the same thing, detected elsewhere", with(basis, func(p *core.Primitive) {
			say("A basis consists of linearly independent vectors that generate the space.")(p)
			p.Position = core.Position{Re: 0.9, Im: -0.9}
		}), Options{}, core.OverlappingDistinct, core.Queue, "la-basis", ""},
		{"another word of the stem", with(basis, func(p *core.Primitive) {
			say("Colours mixed continuously.")(p)
			p.Name = "Continuous"
		}), Options{}, core.GenuinelyNew, core.Add, "", GuardSubject},
		{"the plural", with(basis, func(p *core.Primitive) {
			say("Colours mixed continuously.")(p)
			p.Name = "The continuities"
		}), Options{}, core.OverlappingDistinct, core.Queue, "an-continuous", ""},
		{"a theorem about it", with(basis, func(p *core.Primitive) {
			say("Any two maximal linearly independent subset families of a vector space share cardinality.")(p)
			p.Kind, p.Name = core.Theorem, "Dimension theorem"
		}), Options{}, core.GenuinelyNew, core.Add, "", GuardSubject},
		{"the subject alone", with(basis, func(p *core.Primitive) {
			say("A linearly ordered subset of a vector space gets called a flag under inclusion.")(p)
			p.Name = "Flag"
		}), Options{}, core.GenuinelyNew, core.Add, "", GuardSubject},
		{"the subject alone, plain", with(basis, func(p *core.Primitive) {
			say("A linearly ordered subset of a vector space gets called a flag under inclusion.")(p)
			p.Name = "Flag"
		}), Options{Similarity: Plain}, core.OverlappingDistinct, core.Queue, "la-basis", ""},
		{"something else", with(basis, func(p *core.Primitive) {
			say("Photosynthesis converts sunlight into chemical energy inside chloroplasts.")(p)
			p.Name = "Photosynthesis"
		}), Options{}, core.GenuinelyNew, core.Add, "", ""},
		{"broader coverage", with(with(basis, func(p *core.Primitive) { p.ID = "la-basis" }), func(p *core.Primitive) {
			say("A basis of a module over a ring is a linearly independent spanning subset.")(p)
			p.ApplicabilityPatterns = []string{"module", "vector", "ring"}
		}), Options{}, core.Generalization, core.Update, "la-basis", ""},
		{"broader coverage of another subject", with(basis, func(p *core.Primitive) {
			say("Measured colours shine through glass windows, a vector space subset.")(p)
			p.Name, p.ApplicabilityPatterns = "Basis", []string{"module", "vector", "ring"}
		}), Options{GeneralStatement: 0.9, OverlapKeywords: 0.01}, core.Generalization, core.Update, "la-basis", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			existing := basis.Clone()
			existing.ApplicabilityPatterns = []string{"vector"}
			ix := index(t, append(background(40), existing, continuous, implies)...)
			got, err := ix.Match(context.Background(), Input{Candidates: candidate1(c.cand)}, c.opt)
			if err != nil {
				t.Fatal(err)
			}
			m := got[0]
			if m.Class != c.class || m.Action != c.action || m.Existing != c.existing || m.Guard != c.guard {
				t.Errorf("got %s, %s, %q, guard %q\n%s\nwant %s, %s, %q, guard %q", m.Class, m.Action, m.Existing, m.Guard, m.Rationale, c.class, c.action, c.existing, c.guard)
			}
			if m.Rationale == "" || m.Candidate != "new" {
				t.Errorf("match %+v has no rationale or names another candidate", m)
			}
		})
	}
}

func TestSessionDuplicates(t *testing.T) {
	a := item("a", "Pigeonhole", "More pigeons than holes share some hole.")
	b := a.Clone()
	b.ID, b.Name = "b", "Pigeonhole again"
	c := item("c", "Pigeonhole", "More pigeons than boxes share a box.")
	got, err := index(t).Match(context.Background(), Input{Candidates: []core.Candidate{{Primitive: *a}, {Primitive: *b}, {Primitive: *c}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got[1].Action != core.Skip || got[1].Existing != "a" {
		t.Errorf("the theorem restated is %+v, want a skip of a", got[1])
	}
	for _, i := range []int{0, 2} {
		if got[i].Action != core.Add {
			t.Errorf("item %d is %+v; an author who wrote two items meant two", i, got[i])
		}
	}
}

// TestProvedTwice wants a theorem kept that its author proves again under another number, and nothing else of the kind.
func TestProvedTwice(t *testing.T) {
	at := func(id, label, proof string, document int) core.Candidate {
		p := item(id, "Pigeonhole", "More pigeons than holes share some hole.")
		p.Label, p.Proof = label, proof
		return core.Candidate{Primitive: *p, Document: document}
	}
	got, err := index(t).Match(context.Background(), Input{Candidates: []core.Candidate{
		at("told", "", "", 0), at("first", "Theorem 1", "By induction.", 0), at("again", "Theorem 7", "By counting.", 0),
		at("copied", "Theorem 8", "By counting.", 0), at("unproved", "Theorem 9", "", 0), at("unnumbered", "", "By magic.", 0), at("elsewhere", "Theorem 5", "By words.", 1),
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range got {
		if added := m.Candidate == "first" || m.Candidate == "again"; added != (m.Action == core.Add) || !added && m.Existing != "first" {
			t.Errorf("%s: %s of %q", m.Candidate, m.Action, m.Existing)
		}
	}
}

func TestWaitingIsNotAskedTwice(t *testing.T) {
	basis := item("la-basis", "Basis", "A basis of a vector space is a linearly independent spanning subset.")
	other := item("x", "Basis", "A basis consists of linearly independent vectors that generate the space.")
	waiting := []*core.Conflict{{ID: "s0002-c1", Session: "s0002", Candidate: *other}}
	for _, opt := range []Options{{}, {Similarity: Plain}} {
		got, err := index(t, append(background(40), basis)...).Match(context.Background(), Input{Candidates: candidate1(other), Waiting: waiting}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if m := got[0]; m.Action != core.Skip || m.Existing != "s0002-c1" || m.Guard != GuardWaiting {
			t.Errorf("%q: %+v, want a skip of the conflict", opt.Similarity, m)
		}
	}
}

// TestOtherWordingsAreKnown fails when what a human decided to be one thing is asked again.
func TestOtherWordingsAreKnown(t *testing.T) {
	basis := item("la-basis", "Basis", "A basis of a vector space is a linearly independent spanning subset.")
	other := item("x", "Basis", "A basis consists of linearly independent vectors that generate the space.")
	basis.Sources = []core.Source{other.AsSource()}
	got, err := index(t, append(background(40), basis)...).Match(context.Background(), Input{Candidates: candidate1(other)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if m := got[0]; m.Action != core.Skip || m.Existing != "la-basis" {
		t.Errorf("%+v, want a skip of la-basis", m)
	}
}

func TestSecondUpdateIsAsked(t *testing.T) {
	basis := item("la-basis", "Basis", "A basis of a vector space is a linearly independent spanning subset.")
	basis.ApplicabilityPatterns = []string{"vector"}
	var cands []core.Candidate
	for i, over := range []string{"ring", "field"} {
		p := item(fmt.Sprintf("new-%d", i), "Basis", "A basis of a module over a "+over+" is a linearly independent spanning subset.")
		p.ApplicabilityPatterns = []string{"module", "vector", "ring"}
		cands = append(cands, core.Candidate{Primitive: *p})
	}
	got, err := index(t, append(background(40), basis)...).Match(context.Background(), Input{Candidates: cands}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Action != core.Update || got[1].Action != core.Queue || got[1].Guard != GuardSecondUpdate {
		t.Errorf("two updates are %s and %s (guard %q), want an update and a question", got[0].Action, got[1].Action, got[1].Guard)
	}
}

func TestUnknownSimilarity(t *testing.T) {
	if _, err := index(t).Match(context.Background(), Input{}, Options{Similarity: "cosine"}); err == nil {
		t.Error("a misspelt setting is taken silently")
	}
}

// TestApplyIsNewIndex fails when an index that followed commits decides otherwise than one built from the result, or
// when the number of processors decides.
func TestApplyIsNewIndex(t *testing.T) {
	prims := corpus(600, 0)
	ix := index(t, prims[:300]...)
	var changes []core.Change
	for _, p := range prims[300:] {
		changes = append(changes, core.Change{ID: p.ID, After: p})
	}
	for _, p := range prims[:100] {
		changes = append(changes, core.Change{ID: p.ID, Before: p})
	}
	changed := prims[150].Clone()
	changed.FormalStatement += " It is also magnificent."
	changes = append(changes, core.Change{ID: changed.ID, Before: prims[150], After: changed})
	end := append([]*core.Primitive{changed}, prims[100:150]...)
	end = append(end, prims[151:]...)
	var cands []core.Candidate
	for i, p := range corpus(900, 0)[500:] {
		q := p.Clone()
		q.ID = fmt.Sprintf("cand-%d", i)
		cands = append(cands, core.Candidate{Primitive: *q})
	}
	applied := ix.Apply(changes)
	want, err := index(t, end...).Match(context.Background(), Input{Candidates: cands}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if applied.Len() != len(end) {
		t.Errorf("the index holds %d primitives, want %d", applied.Len(), len(end))
	}
	for _, procs := range []int{1, 3, runtime.NumCPU()} {
		old := runtime.GOMAXPROCS(procs)
		got, err := applied.Match(context.Background(), Input{Candidates: cands}, Options{})
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("with %d processors candidate %d is\n%+v\nafter commits, and\n%+v\nafresh", procs, i, got[i], want[i])
				}
			}
		}
	}
}

// TestCostIsFlat fails when more of a registry that has nothing to do with a session makes the session dearer.
func TestCostIsFlat(t *testing.T) {
	var cands []core.Candidate
	for i := range 50 {
		cands = append(cands, core.Candidate{Primitive: *item(fmt.Sprintf("c-%d", i), word(5_000_000+i)+" osmosis", "Membranes let solvents pass through pores selectively, "+word(6_000_000+i))})
	}
	var first int
	for i, n := range []int{100, 1_000, 5_000} {
		_, looked, err := index(t, corpus(n, 0)...).match(context.Background(), Input{Candidates: cands}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = looked
		}
		if looked != first {
			t.Errorf("%d comparisons against %d unrelated primitives, %d against 100", looked, n, first)
		}
	}
}

// corpus makes n primitives with a vocabulary like that of books: few words are frequent, many are rare. kinds of
// words begin at from, so that two corpora can have nothing in common.
func corpus(n, from int) []*core.Primitive {
	out := make([]*core.Primitive, n)
	seed := uint64(from)*7919 + 1
	next := func(below int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % below
	}
	for i := range out {
		var b strings.Builder
		for range 30 {
			k := 1 + next(20_000)
			b.WriteString(word(from+20_000/k) + " ") // harmonic: the first word is in half of the draws
		}
		name := word(from+100_000+next(n)) + " of " + word(from+next(50))
		p := item(fmt.Sprintf("p%06d-%d", i, from), name, b.String())
		p.Position = core.Position{Re: float64(next(20))/10 - 1, Im: float64(next(20))/10 - 1}
		p.Keywords = p.Keywords[:min(len(p.Keywords), 8)]
		out[i] = p
	}
	return out
}

// word is a word of letters for a number.
func word(n int) string {
	s := []byte("zeqx")
	for ; n > 0; n /= 20 {
		s = append(s, "bcdfghjklmnpqrstvwxz"[n%20])
	}
	return string(append(s, 'o'))
}

func FuzzMatch(f *testing.F) {
	f.Add("Basis", "A basis is $\\{v_1, \\dots\\}$.", "Basis", "A \\emph{basis} is not that.")
	f.Add("", "", "", "")
	f.Add("\x00\xff", "(((((", "$$$$", "\\begin{")
	f.Fuzz(func(t *testing.T, nameA, a, nameB, b string) {
		ix := index(t, item("x", nameA, a))
		for _, opt := range []Options{{}, {Similarity: Plain, MinShared: 1, MaxDistance: -1}} {
			got, err := ix.Match(context.Background(), Input{Candidates: candidate1(item("y", nameB, b)), Waiting: []*core.Conflict{{ID: "c", Candidate: *item("z", nameB, a)}}}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if m := got[0]; m.Candidate != "y" || m.Confidence < 0 || m.Confidence > 1 || m.Action == core.Skip && m.Existing == "" {
				t.Errorf("match %+v", m)
			}
			again, err := ix.Match(context.Background(), Input{Candidates: candidate1(item("y", nameA, a))}, opt)
			if err != nil {
				t.Fatal(err)
			}
			if m := again[0]; m.Action != core.Skip || m.Existing != "x" {
				t.Errorf("learned again it is %+v", m)
			}
		}
	})
}

func BenchmarkNewIndex(b *testing.B) {
	prims := corpus(100_000, 0)
	n := 0
	for _, p := range prims {
		n += len(p.FormalStatement)
	}
	b.SetBytes(int64(n))
	for b.Loop() {
		index(b, prims...)
	}
}

func BenchmarkApply(b *testing.B) {
	ix := index(b, corpus(100_000, 0)...)
	p := corpus(1, 0)[0]
	for b.Loop() {
		ix.Apply([]core.Change{{ID: p.ID, Before: p, After: p}})
	}
}

func BenchmarkMatch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		for _, kind := range []string{"unrelated", "related"} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				ix := index(b, corpus(n, 0)...)
				from := 1_000_000
				if kind == "related" {
					from = 0
				}
				var cands []core.Candidate
				bytes := 0
				for i, p := range corpus(n+1_000, from)[n:] {
					p.ID = fmt.Sprintf("c%d", i)
					bytes += len(p.FormalStatement)
					cands = append(cands, core.Candidate{Primitive: *p})
				}
				ix.lookup(false) // built once after a commit
				b.SetBytes(int64(bytes))
				for b.Loop() {
					if _, err := ix.Match(context.Background(), Input{Candidates: cands}, Options{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestRepeats fails when requirements that one document repeats are taken for one, or those of its other form for
// others.
func TestRepeats(t *testing.T) {
	for role, want := range map[string][]string{"requirement": {"", "", "r0", "r1", ""}, "permission": {"", "", "r0", "r1", ""}, "step": {"", "", "r0", "r1", ""}, "term": {"", "r0", "r0", "r0", "r0"}} {
		var in Input
		for i, doc := range []int{0, 0, 1, 1, 1} {
			p := item(fmt.Sprint("r", i), "It must exist", "It MUST exist.")
			p.Kind, p.Role = core.Axiom, role
			in.Candidates = append(in.Candidates, core.Candidate{Primitive: *p, Document: doc})
		}
		got, err := index(t).Match(t.Context(), in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var same []string
		for _, m := range got {
			same = append(same, m.Existing)
		}
		if !slices.Equal(same, want) {
			t.Errorf("%s: got %q, want %q", role, same, want)
		}
	}
}

// TestCodedNames keeps both of two functions whose declarations a reader of prose takes for the same, since programs
// read every sign of a name.
func TestCodedNames(t *testing.T) {
	wide, little := item("wide", "read16", "void *read16(stream*);"), item("little", "read16le", "void *read16le(stream*);")
	for role, want := range map[string]core.Action{"function": core.Add, "term": core.Skip} {
		wide.Role, little.Role = role, role
		out, err := index(t).Match(t.Context(), Input{Candidates: []core.Candidate{{Primitive: *wide}, {Primitive: *little}}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := out[1].Action; got != want {
			t.Errorf("%s: %s, want %s (%s)", role, got, want, out[1].Rationale)
		}
	}
}

// TestPlaceholders keeps both of two theorems of which nothing is written yet but their names.
func TestPlaceholders(t *testing.T) {
	first, second := item("first", "Upper bound", "To do."), item("second", "Lower bound", "To do.")
	out, err := index(t).Match(t.Context(), Input{Candidates: []core.Candidate{{Primitive: *first}, {Primitive: *second}, {Primitive: *second}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []core.Action{core.Add, core.Add, core.Skip} {
		if out[i].Action != want {
			t.Errorf("%d: %s, want %s (%s)", i, out[i].Action, want, out[i].Rationale)
		}
	}
}

// TestSignsTell wants laws of one document kept that differ in numbers and brackets alone, and one law known in
// whatever marks of formulas it is printed again, there or in another document.
func TestSignsTell(t *testing.T) {
	var cands []core.Candidate
	for i, s := range []string{
		"Law 3 says $x = x(yx)$.", "Law 7 says $x = (xy)x$.", `Law 3 says \[x = x \, (y x) \label{law}\]`, "Law 7 says $$x = (x y)x$$", "Law 3 says $x = [x(yx)]$.",
	} {
		cands = append(cands, core.Candidate{Primitive: *item(string(rune('a'+i)), "", s), Document: i / 4})
		cands[i].Primitive.ComputationalForm = ""
	}
	got, err := index(t).Match(context.Background(), Input{Candidates: cands}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", "", "a", "b", "a"} {
		if skipped := got[i].Action == core.Skip; skipped != (want != "") || skipped && got[i].Existing != want {
			t.Errorf("%q: %s of %q, want that of %q", cands[i].Primitive.FormalStatement, got[i].Action, got[i].Existing, want)
		}
	}
}
