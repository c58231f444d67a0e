package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSampleForms fails when one form of the notes adds to what the other taught, when they leave a question open, or
// when their graphs differ by more than one edge in twenty: a book that comes in two formats is one book.
func TestSampleForms(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir := filepath.Join("..", "..", "assets", "sample")
	type outcome struct {
		Counts struct{ Candidates, Added, Updated, Skipped, Conflicts, Edges int }
	}
	learn := func(registry, form string) outcome {
		var o outcome
		if err := json.Unmarshal([]byte(lemmaIn(t, registry, "learn", filepath.Join(dir, "linear-algebra."+form), "--json")), &o); err != nil {
			t.Fatal(err)
		}
		return o
	}
	both := t.TempDir()
	tex, again, md := learn(both, "tex"), learn(both, "md"), learn(t.TempDir(), "md")
	n := tex.Counts.Candidates
	if n < 147 || tex.Counts.Added != n || md.Counts.Added != n {
		t.Errorf("LaTeX: %+v, Markdown: %+v, want the same primitives, all new", tex.Counts, md.Counts)
	}
	if again.Counts.Skipped != n || again.Counts.Added+again.Counts.Updated+again.Counts.Conflicts != 0 {
		t.Errorf("Markdown after LaTeX: %+v, want all %d known", again.Counts, n)
	}
	if d := tex.Counts.Edges - md.Counts.Edges; d*20 > tex.Counts.Edges || -d*20 > tex.Counts.Edges {
		t.Errorf("%d edges from LaTeX, %d from Markdown", tex.Counts.Edges, md.Counts.Edges)
	}
}

// TestReadmeTranscripts fails when a session that the README shows is no longer the one that a reader gets. Times are
// left out.
func TestReadmeTranscripts(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	sample, err := filepath.Abs(filepath.Join("..", "..", "assets"))
	if err != nil {
		t.Fatal(err)
	}
	registry := t.TempDir()
	t.Setenv("HOME", registry)
	t.Chdir(t.TempDir())
	if err := os.CopyFS("assets", os.DirFS(sample)); err != nil {
		t.Fatal(err)
	}
	seconds := regexp.MustCompile(` +\d+\.\d\d s *`)
	normal := func(s string) string {
		lines := strings.Split(strings.TrimSpace(seconds.ReplaceAllString(s, " ")), "\n")
		for i, l := range lines {
			lines[i] = strings.TrimRight(l, " ")
		}
		return strings.Join(lines, "\n")
	}
	shown := 0
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		for _, command := range strings.Split("\n"+block[1], "\n$ lemma ")[1:] {
			line, want, _ := strings.Cut(command, "\n")
			var out, talk bytes.Buffer
			if code := run(context.Background(), append(strings.Fields(line), "--registry", registry), strings.NewReader(""), &out, &talk); code != 0 {
				t.Fatalf("lemma %s: exit code %d\n%s", line, code, talk.String())
			}
			shown++
			if got := normal(talk.String() + out.String()); got != normal(want) {
				t.Errorf("lemma %s prints\n%s\nbut the README shows\n%s", line, got, normal(want))
			}
		}
	}
	if shown == 0 {
		t.Error("the README shows no session: the test says nothing")
	}
}
