package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"lemma/core"
)

var update = flag.Bool("update", false, "write the golden files anew")

var one = Options{Skill: 1, Agent: 1, Team: 1}

// TestGolden shows whole files. A difference is a decision: read it, then run with -update.
func TestGolden(t *testing.T) {
	const name = "testdata/small.txtar"
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := golden(t, a)
	files, _, err := Generate(t.Context(), []Domain{d}, one)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range a.Files {
		want[f.Name] = string(f.Data)
	}
	a.Files = a.Files[:2]
	for _, f := range files {
		base := path.Base(f.Artifact.Path)
		a.Files = append(a.Files, txtar.File{Name: base, Data: f.Body})
		if string(f.Body) != want[base] && !*update {
			t.Errorf("%s is not as in %s:\n%s", base, name, f.Body)
		}
	}
	if len(files) != 3 {
		t.Errorf("%d files, want a skill, an agent and a team", len(files))
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// golden reads the domain of an archive.
func golden(t *testing.T, a *txtar.Archive) Domain {
	var d Domain
	if err := json.Unmarshal(a.Files[0].Data, &d.Domain); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(a.Files[1].Data))
	for dec.More() {
		var p Primitive
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		d.Primitives = append(d.Primitives, p)
	}
	return d
}

// TestThresholds fails when a file is written for fewer primitives than the design asks, or when the note does not say
// how many are missing.
func TestThresholds(t *testing.T) {
	for _, c := range []struct {
		n    int
		opt  Options
		want string
	}{
		{0, Options{}, "skill: 0 of 30 primitives; 30 more needed, agent: 0 of 30 primitives; 30 more needed, team: 0 of 50 primitives; 50 more needed"},
		{29, Options{}, "skill: 29 of 30 primitives; 1 more needed, agent: 29 of 30 primitives; 1 more needed, team: 29 of 50 primitives; 21 more needed"},
		{30, Options{}, "skill, agent, team: 30 of 50 primitives; 20 more needed"},
		{49, Options{}, "skill, agent, team: 49 of 50 primitives; 1 more needed"},
		{50, Options{}, "skill, agent, team"},
		{3, Options{Skill: 3, Agent: 4, Team: 2}, "skill, agent: 3 of 4 primitives; 1 more needed, team"},
	} {
		d := Domain{Domain: core.Domain{ID: "topology"}, Primitives: many(c.n)}
		files, artifacts, err := Generate(t.Context(), []Domain{d}, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range artifacts {
			s := a.Kind
			if a.Note != "" {
				s += ": " + a.Note
			}
			if a.Domain != "topology" || (a.Path == "") != (a.Note != "") || (a.Digest == "") != (a.Note != "") {
				t.Errorf("%d primitives: odd artifact %+v", c.n, a)
			}
			got = append(got, s)
			if i := slices.IndexFunc(files, func(f File) bool { return f.Artifact == a }); (i < 0) != (a.Note != "") {
				t.Errorf("%d primitives: the %s has a file and a note, or neither", c.n, a.Kind)
			} else if i >= 0 && core.DigestOf(files[i].Body) != a.Digest {
				t.Errorf("%d primitives: the digest of the %s is not that of its body", c.n, a.Kind)
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%d primitives with %+v:\ngot  %s\nwant %s", c.n, c.opt, s, c.want)
		}
	}
}

// many makes n primitives in a few chapters, each resting on some before it.
func many(n int) []Primitive {
	list := make([]Primitive, n)
	for i := range list {
		p := &list[i]
		p.ID, p.Name, p.Kind = fmt.Sprintf("topology-p%d", i), fmt.Sprintf("Fact %d", i), core.Theorem
		p.Section = []string{"Topology", fmt.Sprintf("Chapter %d", i%17)}
		p.FormalStatement = strings.Repeat("every open set ", i%5) + "is open."
		p.Keywords = []string{"open", fmt.Sprintf("word%d", i%23)}
		p.Source.Document = "topology.tex"
		p.Importance = i * 7 % 5
		for _, j := range []int{i / 2, i / 3} {
			if j < i && p.Edge(list[j].ID) == nil {
				p.Dependencies = append(p.Dependencies, core.Edge{Target: list[j].ID, Type: core.Requires, Strength: 0.8})
				p.CompositionRules = append(p.CompositionRules, core.Composition{With: list[j].ID, Yields: list[i/5].ID, Type: "parallel"})
			}
		}
	}
	return list
}

// TestOrder fails when the files depend on the order in which a registry hands over domains and primitives.
func TestOrder(t *testing.T) {
	domains := []Domain{
		{Domain: core.Domain{ID: "topology", Name: "Topology"}, Primitives: many(80)},
		{Domain: core.Domain{ID: "algebra", Name: "Algebra"}, Primitives: many(55)},
	}
	want, wantArtifacts, err := Generate(t.Context(), domains, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		rng.Shuffle(2, func(i, j int) { domains[i], domains[j] = domains[j], domains[i] })
		for i := range domains {
			list := slices.Clone(domains[i].Primitives)
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			domains[i].Primitives = list
		}
		got, artifacts, err := Generate(t.Context(), domains, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(artifacts, wantArtifacts) {
			t.Fatalf("artifacts %v, want %v", artifacts, wantArtifacts)
		}
		for i := range want {
			if !bytes.Equal(got[i].Body, want[i].Body) {
				t.Fatalf("%s differs in another order:\n%s\nwas\n%s", want[i].Artifact.Path, got[i].Body, want[i].Body)
			}
		}
	}
}

// TestEdited fails when a change of one byte would pass for a file as lemma wrote it, and be overwritten.
func TestEdited(t *testing.T) {
	files, _, err := Generate(t.Context(), []Domain{{Domain: core.Domain{ID: "topology"}, Primitives: many(12)}}, one)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if Edited(f.Body) {
			t.Errorf("%s counts as edited as it was written", f.Artifact.Path)
		}
		for i := range f.Body {
			changed := slices.Clone(f.Body)
			changed[i] ^= 1
			removed := slices.Delete(slices.Clone(f.Body), i, i+1)
			added := slices.Insert(slices.Clone(f.Body), i, '\n')
			for what, body := range map[string][]byte{"changed": changed, "removed": removed, "added": added, "cut": f.Body[:i]} {
				if !Edited(body) {
					t.Fatalf("%s: byte %d %s counts as not edited:\n%s", f.Artifact.Path, i, what, body)
				}
			}
		}
	}
}

// TestCompleted fails when a skill tells an agent that something must support "these formats:" and not which.
func TestCompleted(t *testing.T) {
	list := many(12)
	for i := range list {
		list[i].FormalStatement, list[i].ComputationalForm = "A sender **MUST** support these formats:", "Assert: A sender MUST support these formats: • short • long"
	}
	files, _, err := Generate(t.Context(), []Domain{{Domain: core.Domain{ID: "topology"}, Primitives: list}}, one)
	if err != nil || !strings.Contains(string(files[0].Body), "support these formats:\n\n• short • long") {
		t.Errorf("the list is lost: %v\n%s", err, files[0].Body)
	}
}

// TestFolders fails when two domains would write into one folder, or when a folder has no name by the standard.
func TestFolders(t *testing.T) {
	for id, want := range map[string]string{
		"linear-algebra":         "learn-linear-algebra",
		"Linear algebra":         "learn-linear-algebra-2e0b9249",
		"linear--algebra":        "learn-linear-algebra-65438786",
		"../../etc":              "learn-etc-74ccf3c5",
		"":                       "learn-e3b0c442",
		"алгебра":                "learn-algebra-8fa7727d",
		strings.Repeat("x", 300): "learn-0d4e2ca9",
	} {
		if got := folderOf(id); got != want {
			t.Errorf("folderOf(%.30q) = %q, want %q", id, got, want)
		}
	}
}

// TestFolderNames fails when some id of a domain makes a folder that a client would not take for a skill's.
func TestFolderNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := hostile(t, "id")
		if got := folderOf(id); !skillName.MatchString(got) || len(got) > maxSlug {
			t.Fatalf("folderOf(%q) = %q", id, got)
		}
	})
}

// TestFileName fails when a file that is handed on tells where its author keeps his books.
func TestFileName(t *testing.T) {
	for in, want := range map[string]string{
		"notes.tex":                     "notes.tex",
		"/home/a/notes.tex":             "notes.tex",
		`C:\Users\a\notes.tex`:          "notes.tex",
		"/home/a/notes.zip!b/c.md":      "notes.zip!b/c.md",
		"https://example.org/a/b.html":  "https://example.org/a/b.html",
		"github.com/a/b/docs/README.md": "README.md",
		"-":                             "-",
		"":                              "",
	} {
		if got := fileName(in); got != want {
			t.Errorf("fileName(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestDefused fails when mathematics or code of a statement would be expanded by a client that takes a skill for a
// template, or when mathematics is spoilt on the way.
func TestDefused(t *testing.T) {
	for in, want := range map[string]string{
		`Let $v_1$ be in $V$.`:        `Let \(v_1\) be in \(V\).`,
		`$$a$$ and $$b$$`:             `\[a\] and \[b\]`,
		`It costs $5, not $6.`:        `It costs \$5, not \$6.`,
		`$x$ costs $5`:                `\(x\) costs \$5`,
		`a \$1 b`:                     `a \$1 b`,
		`a \\$1$`:                     `a \\\(1\)`,
		"$a\n\nb$":                    "\\$a\n\nb\\$",
		"$a\nb$":                      "\\(a\nb\\)",
		"$ARGUMENTS and ${HOME}":      `\$ARGUMENTS and \${HOME}`,
		"run !`rm -rf x` or ```!\nls": "run ! `rm -rf x` or ``` !\nls",
		"see @file, a@b.c, \\@x":      "see \\@file, a@b.c, \\@x",
		`$$`:                          `\$\$`,
		`$$a$ b`:                      `\$\$a\$ b`,
		`n! = 1 \cdots n`:             `n! = 1 \cdots n`,
	} {
		if got := defused(in); got != want {
			t.Errorf("defused(%q)\ngot  %q\nwant %q", in, got, want)
		}
	}
}

// TestCancelled fails when a cancelled run still makes files.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	files, _, err := Generate(ctx, []Domain{{Primitives: many(60)}}, Options{})
	if err == nil || files != nil {
		t.Errorf("got %d files and %v", len(files), err)
	}
}
