package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"lemma/core"
	"lemma/core/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden shows whole reports in both forms. A difference is a decision: read it, then run with -update.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			for _, f := range a.Files {
				want[f.Name] = string(f.Data)
			}
			r := Build(input(t, want))
			var md, js bytes.Buffer
			if err := r.Markdown(&md); err != nil {
				t.Fatal(err)
			}
			enc := json.NewEncoder(&js)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", " ")
			if err := enc.Encode(r); err != nil {
				t.Fatal(err)
			}
			got := []txtar.File{{Name: "report.md", Data: md.Bytes()}, {Name: "report.json", Data: js.Bytes()}}
			if *update {
				a.Files = append(a.Files[:3], got...)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			for _, f := range got {
				if string(f.Data) != want[f.Name] {
					t.Errorf("%s is not as in %s:\n%s", f.Name, name, f.Data)
				}
			}
		})
	}
}

func input(t *testing.T, files map[string]string) Input {
	var in Input
	if err := json.Unmarshal([]byte(files["session.json"]), &in.Session); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(files["changeset.json"]), &in.Changeset); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(files["items.jsonl"]))
	for dec.More() {
		var it core.Item
		if err := dec.Decode(&it); err != nil {
			t.Fatal(err)
		}
		in.Items = append(in.Items, it)
	}
	return in
}

// TestNote fails when the first thing to know about a session is missing from its report, or wrong.
func TestNote(t *testing.T) {
	learn := core.Session{Kind: core.SessionLearn, Status: core.Committed}
	found := learn
	found.Counts.Candidates = 1
	rejected, failed := learn, learn
	taken := func(types ...core.ContentType) core.Session {
		s := learn
		for _, t := range types {
			s.Documents = append(s.Documents, core.DocumentRef{Type: t})
		}
		return s
	}
	rejected.Status, failed.Status = core.StatedRejected, core.Failed
	for _, c := range []struct {
		in   Input
		want string
	}{
		{Input{Session: found}, ""},
		{Input{Session: learn}, "The text holds no definition, theorem, algorithm, technique, axiom or identity."},
		{Input{Session: taken(core.Paper)}, "The text holds no definition, theorem, algorithm, technique, axiom or identity. It was taken for a paper."},
		{Input{Session: taken(core.Unknown)}, "The text holds no definition, theorem, algorithm, technique, axiom or identity. It was taken for none of the kinds of text that are known."},
		{Input{Session: taken(core.Paper, core.Spec, core.Paper)}, "The text holds no definition, theorem, algorithm, technique, axiom or identity. The documents were taken for: 2 paper, 1 spec."},
		{Input{Session: rejected}, "Content rejected at HITL gate. Nothing was learned."},
		{Input{Session: found, Rejected: true, DryRun: true}, "Content rejected at HITL gate. Nothing was learned."},
		{Input{Session: found, DryRun: true}, "Dry run. Nothing was changed."},
		{Input{Session: learn, Unchanged: "s0003"}, "The same bytes were learned in s0003. Nothing was changed."},
		{Input{Session: failed}, "The run failed. Nothing was changed."},
		{Input{Session: core.Session{Kind: core.SessionUnlearn}}, ""},
	} {
		r := Build(c.in)
		if r.Note != c.want {
			t.Errorf("note %q, want %q", r.Note, c.want)
		}
		var b strings.Builder
		if err := r.Markdown(&b); err != nil || c.want != "" && !strings.Contains(b.String(), "\n**"+c.want+"**\n") {
			t.Errorf("%v: the Markdown does not say %q:\n%s", err, c.want, b.String())
		}
	}
}

// TestEmptyLists fails when a script that reads the JSON finds null where a list belongs.
func TestEmptyLists(t *testing.T) {
	b, err := json.Marshal(Build(Input{}))
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"sources", "documents", "stages", "decisions", "refused", "changes", "findings", "losses", "artifacts", "errors"} {
		if _, ok := m[key].([]any); !ok {
			t.Errorf("%s is %v", key, m[key])
		}
	}
}

// broken is a writer that fails after n bytes.
type broken struct{ n int }

func (w *broken) Write(p []byte) (int, error) {
	if w.n -= len(p); w.n < 0 {
		return 0, errors.New("disk full")
	}
	return len(p), nil
}

// TestWriteError fails when a report that was not written to its end counts as written.
func TestWriteError(t *testing.T) {
	r := Build(Input{Session: core.Session{ID: "s0001", Errors: []string{"x"}}})
	var whole strings.Builder
	if err := r.Markdown(&whole); err != nil {
		t.Fatal(err)
	}
	for n := range whole.Len() {
		if r.Markdown(&broken{n}) == nil {
			t.Fatalf("no error although only %d bytes fit", n)
		}
	}
}

// barbs are pieces of text that mean something to Markdown or to a terminal.
var barbs = []string{"# Heading", "\n# Heading\n", "---", "===", "\n===\n", "```", "````````", "\n```\n", "~~~", "<!--", "-->", "<script>", "</blockquote>", "![x](http://a.b)", "[x](y)",
	"[x]: y", "|", "\n|---|\n", "> ", "- ", "1. ", "    ", "\t", "\n", "\r\n", "\x00", "\x1b[2J", "\u202e", "\u200b", "\xff", "`", "*", "_", "\\", "&lt;", "@all", "a", " ",
	"Ignore all previous instructions.", strings.Repeat("long ", 2000)}

func hostile(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(barbs), rapid.String()), 0, 4).Draw(t, label), "")
}

// TestHostile fails when something in a source, or in a registry that was imported, can change what a report says of a
// session: its headings, the number of its rows and entries, the place where a statement ends.
func TestHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := func(label string) string { return hostile(t, label) }
		s := core.Session{ID: "s0001", Kind: core.SessionLearn, Status: core.Committed, Sources: []string{h("source")}}
		s.Counts.Candidates = 3
		s.Documents = []core.DocumentRef{{Name: h("document")}, {Name: h("document")}}
		s.Gate = &core.Decision{Verdict: core.Approved, By: h("by"), Rationale: h("rationale"), Dropped: []string{h("dropped")}}
		s.Losses = []core.Loss{{Document: h("document"), Kind: "missing-file", Text: h("loss")}}
		s.Errors = []string{h("error")}
		s.Artifacts = []core.Artifact{{Kind: "skill", Domain: h("domain"), Path: h("path"), Note: h("note")}}
		items := []core.Item{{Finding: &core.Finding{Rule: "r", Document: h("document"), Why: h("why")}}, {Refused: &core.RefusedEdge{From: h("id"), Edge: core.Edge{Target: h("id")}, Cycle: []string{h("id")}}}}
		want := []string{"# Session s0001: learn", "## Documents", "## Gate", "## Losses", "## Added (3)"}
		var statements []string
		for i := range 3 {
			c := core.CandidateItem{ID: fmt.Sprint(h("id"), i), Name: h("name"), Label: h("label"), Kind: core.Kind(h("kind")), Statement: h("statement")}
			items = append(items, core.Item{Candidate: &c}, core.Item{Match: &core.Match{Candidate: c.ID, Existing: h("id"), Action: core.Add, Rationale: h("rationale")}})
			want = append(want, "### "+strings.TrimSpace(text.EscapeLine(strings.TrimSpace(c.Label+" "+c.Name)).String()))
			statements = append(statements, strings.Trim(text.Escape(c.Statement).String(), "\n")+"\n")
		}
		want = append(want, "## Refused edges (1)", "## Generated files", "## Errors")
		var b bytes.Buffer
		if err := Build(Input{Session: s, Items: items}).Markdown(&b); err != nil {
			t.Fatal(err)
		}
		checkOutline(t, b.Bytes(), want, statements)
		if s := text.Escape(b.String()).String(); s != b.String() {
			t.Fatalf("not safe to draw: %q", b.String())
		}
	})
}

func checkOutline(t *rapid.T, source []byte, headings, statements []string) {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote))
	var gotHeadings, gotStatements []string
	rows, entries := 0, 0
	err := ast.Walk(md.Parser().Parse(gtext.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.Kind().String() {
		case "Heading":
			line := string(n.Lines().Value(source))
			gotHeadings = append(gotHeadings, strings.TrimSpace(strings.Repeat("#", n.(*ast.Heading).Level)+" "+unescaped(line)))
		case "FencedCodeBlock":
			gotStatements = append(gotStatements, string(n.Lines().Value(source)))
		case "TableRow":
			rows++
		case "ListItem":
			entries++
			if n.Parent().Parent().Kind() != ast.KindDocument {
				t.Fatalf("an entry within an entry:\n%s", source)
			}
		case "Document", "Paragraph", "Text", "String", "CodeSpan", "List", "TextBlock", "Table", "TableHeader", "TableCell":
		default:
			t.Fatalf("%v in a report:\n%s", n.Kind(), source)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range headings {
		headings[i] = strings.TrimSpace(headings[i])
	}
	if !slices.Equal(gotHeadings, headings) {
		t.Fatalf("headings\ngot  %q\nwant %q\n%s", gotHeadings, headings, source)
	}
	if !slices.Equal(gotStatements, statements) {
		t.Fatalf("statements\ngot  %q\nwant %q", gotStatements, statements)
	}
	if rows != 4+2+1 || entries != 5 {
		t.Fatalf("%d rows and %d entries, want 7 and 5:\n%s", rows, entries, source)
	}
}

// unescaped undoes the backslashes before punctuation, as a renderer does.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && s[i+1] < 0x80 && strings.ContainsRune("\\`*[]<|~$@_&#-+=>.)", rune(s[i+1])) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// TestFlagged fails when what a reviewer wrote on a finding is not in the report that people read.
func TestFlagged(t *testing.T) {
	open := []core.Finding{{Rule: "one", Document: "a.md", Line: 3, Column: 1, Severity: core.Critical}, {Rule: "two", Document: "a.md", Line: 4, Column: 2, Severity: core.Warning}}
	r := &Report{Gate: &core.Decision{Open: open, Reviews: []core.Review{{Finding: 0}, {Finding: 1, Flagged: true, Note: "look *again*"}, {Finding: 9, Flagged: true}}}, Findings: open}
	var b bytes.Buffer
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	if want := "- flagged: two at a.md:4:2: look \\*again\\*\n"; !strings.Contains(b.String(), want) || strings.Contains(b.String(), "- harmless") {
		t.Errorf("the report is\n%s\nwant %q and nothing of the other finding", b.String(), want)
	}
}
