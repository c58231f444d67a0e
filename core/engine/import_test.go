package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"lemma/core"
)

// line is a line of an export, with a change.
func line(change func(map[string]any)) string {
	r := map[string]any{"id": "x-a", "name": "A", "kind": "theorem", "domain": "group-theory", "formalStatement": "All is well.", "confidence": 0.9,
		"source": map[string]any{"session": "s0001", "document": "a.md", "digest": string(core.DigestOf([]byte("a"))), "start": 1, "end": 9}}
	change(r)
	raw, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// TestImportRefuses gives lines that no export has: taken as they are, they would break what reads them later.
func TestImportRefuses(t *testing.T) {
	source := func(k string, v any) func(map[string]any) {
		return func(r map[string]any) { r["source"].(map[string]any)[k] = v }
	}
	edge := func(k string, v any) func(map[string]any) {
		return func(r map[string]any) {
			e := map[string]any{"target": "x-b", "type": "requires", "strength": 0.5}
			e[k] = v
			r["dependencies"] = []any{e}
		}
	}
	field := func(k string, v any) func(map[string]any) { return func(r map[string]any) { r[k] = v } }
	for name, change := range map[string]func(map[string]any){
		"negative start": source("start", -1), "end before start": source("end", 0), "negative page": source("page", -1), "bad digest": source("digest", "../../x"),
		"illustration of what": source("illustrations", []any{map[string]any{"of": "all"}}), "place of an illustration": source("illustrations", []any{map[string]any{"of": "item", "start": 9, "end": 2}}),
		"edge type": edge("type", "knows"), "strength": edge("strength", 1e300), "negative strength": edge("strength", -1), "target": edge("target", "../x"),
		"edge span": edge("spans", []any{map[string]any{"start": 9, "end": -2}}), "confidence": field("confidence", -7), "position": field("position", map[string]any{"re": 1e9}),
		"domain": field("domain", "../../../pwn"), "domain with an escape": field("domain", "a\x1b[2J"), "id like a flag": field("id", "--help"),
	} {
		e, m := open(t)
		if _, err := e.Import(t.Context(), "x.jsonl", []byte(line(change)), core.Home, FlagDecider{Verdict: "approve"}); err == nil || !strings.HasPrefix(err.Error(), "x.jsonl:1: ") {
			t.Errorf("%s: %v", name, err)
		}
		if len(m.commits) != 0 {
			t.Errorf("%s: left a session", name)
		}
	}
	e, _ := open(t)
	if _, err := e.Import(t.Context(), "x.jsonl", []byte(line(func(map[string]any) {})), core.Home, FlagDecider{Verdict: "approve"}); err != nil {
		t.Errorf("an honest line: %v", err)
	}
}

// TestImportOfWhatIsKnown imports the same statement from another text: it is a further source, as it is to a learn.
func TestImportOfWhatIsKnown(t *testing.T) {
	e, _ := open(t)
	ok := FlagDecider{Verdict: "approve"}
	if _, err := e.Import(t.Context(), "x.jsonl", []byte(line(func(map[string]any) {})), core.Home, ok); err != nil {
		t.Fatal(err)
	}
	first := export(t, e.Snapshot())
	if _, err := e.Import(t.Context(), "x.jsonl", []byte(first), core.Home, ok); err != nil || export(t, e.Snapshot()) != first {
		t.Errorf("importing its own export changed the registry: %v", err)
	}
	other := line(func(r map[string]any) {
		r["source"].(map[string]any)["digest"], r["proof"] = string(core.DigestOf([]byte("b"))), "It is."
	})
	s, err := e.Import(t.Context(), "y.jsonl", []byte(other), core.Home, ok)
	if err != nil || s.Counts.Skipped != 1 || s.Counts.Sourced != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	p := e.Snapshot().Primitive("x-a")
	if len(p.Sources) != 1 || p.Sources[0].Session != s.ID || p.Sources[0].Proof != "It is." {
		t.Errorf("the sources are %+v", p.Sources)
	}
	if _, _, err := e.Unlearn(t.Context(), s.ID, UnlearnOptions{}); err != nil || export(t, e.Snapshot()) != first {
		t.Errorf("taken back, the registry is not as before: %v", err)
	}
}

// TestImportKeepsTheStrongestEdge has two edges to one target, and a weak edge that would close a cycle with a strong
// one.
func TestImportKeepsTheStrongestEdge(t *testing.T) {
	edge := func(to string, strength float64) string {
		return fmt.Sprintf(`{"target":%q,"type":"requires","strength":%g}`, to, strength)
	}
	prim := func(id string, edges ...string) string {
		return fmt.Sprintf(`{"id":%q,"name":"N","kind":"theorem","formalStatement":"S of %s","dependencies":[%s]}`, id, id, strings.Join(edges, ","))
	}
	e, _ := open(t)
	raw := prim("a", edge("b", 0.1), edge("c", 0.2), edge("c", 0.7)) + "\n" + prim("b", edge("a", 0.9)) + "\n" + prim("c")
	s, err := e.Import(t.Context(), "x.jsonl", []byte(raw), core.Home, FlagDecider{Verdict: "approve"})
	if err != nil {
		t.Fatal(err)
	}
	a, b := e.Snapshot().Primitive("a"), e.Snapshot().Primitive("b")
	if b.Edge("a") == nil || a.Edge("b") != nil || s.Counts.Refused != 1 {
		t.Errorf("the weak edge won: a has %+v, b %+v", a.Dependencies, b.Dependencies)
	}
	if len(a.Dependencies) != 1 || a.Dependencies[0].Strength != 0.7 || s.Counts.Edges != 2 {
		t.Errorf("a has %+v, %d edges are counted", a.Dependencies, s.Counts.Edges)
	}
}
