package extract_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"lemma/core"
	"lemma/core/acquire/reader"
	"lemma/core/extract"
)

// read makes a document of Markdown, with a section tree of its headings.
func read(t testing.TB, name string, src []byte, typ core.ContentType) (*core.Document, *core.Analysis) {
	t.Helper()
	doc, err := reader.Read(context.Background(), reader.Input{Name: name, Raw: src})
	if err != nil {
		t.Skip(err) // what the reader refuses never gets here
	}
	return doc, analysis(doc, typ)
}

func analysis(doc *core.Document, typ core.ContentType) *core.Analysis {
	all := core.Span{End: len(doc.Text)}
	an := &core.Analysis{Type: typ, Sections: []core.Section{{Title: "Document", Parent: -1, Span: all, Block: -1}}}
	for i, b := range doc.Blocks {
		if b.Kind == core.Heading {
			parent := len(an.Sections) - 1
			for parent > 0 && an.Sections[parent].Level >= b.Level {
				parent--
			}
			an.Sections = append(an.Sections, core.Section{Title: b.Title, Level: b.Level, Parent: parent, Span: core.Span{Start: b.Span.Start, End: len(doc.Text)}, Block: i})
		}
	}
	return an
}

// TestExtract compares the items of a text with those that its author meant. A failure means that an item is invented,
// lost, cut, run over, or of the wrong kind, label or name.
func TestExtract(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, typ, _ := strings.Cut(string(ar.Comment), "type: ")
			for k := 0; k+1 < len(ar.Files); k += 2 { // texts, each with what it holds
				doc, an := read(t, ar.Files[k].Name, ar.Files[k].Data, core.ContentType(strings.TrimSpace(typ)))
				cands, err := extract.Extract(context.Background(), doc, an, extract.Options{})
				if err != nil {
					t.Fatal(err)
				}
				want := strings.TrimSpace(string(ar.Files[k+1].Data))
				roles := an.Type != core.Textbook && an.Type != core.Paper
				var got []string
				for _, c := range cands {
					got = append(got, line(c, roles))
				}
				if g := strings.Join(got, "\n"); g != want {
					t.Errorf("%s: got\n%s\nwant\n%s", ar.Files[k].Name, g, want)
				}
				for _, c := range cands {
					check(t, doc, c)
				}
			}
		})
	}
}

// TestByChapter wants each chapter read as what it is: the steps of its tutorial, the declarations of its appendix, the
// definitions of its theory, and nothing of the one in the other.
func TestByChapter(t *testing.T) {
	const src = `# Theory

**Definition 1.** A *ring* is a set.

Step 1: prove it.

### ring_new(int n)

Makes one.

# First steps

**Rule:** be kind.

Step 1: open the box.

Step 2: close it.

# Interface

### ring_new(int n)

Makes one.

Step 1: read on.
`
	doc, an := read(t, "a.md", []byte(src), core.Textbook)
	at := func(title string) int { return strings.Index(src, title) }
	an.Chapters = []core.Chapter{
		{Span: core.Span{End: at("# First")}},
		{Span: core.Span{Start: at("# First"), End: at("# Interface")}, Type: core.Tutorial},
		{Span: core.Span{Start: at("# Interface"), End: len(src)}, Type: core.ReferenceDoc},
	}
	cands, err := extract.Extract(context.Background(), doc, an, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cands {
		got = append(got, string(c.Primitive.Kind)+" "+c.Primitive.Label+" "+c.Primitive.Tags[0])
	}
	if g, want := strings.Join(got, ", "), "definition Definition 1 textbook, technique Step 1 tutorial, technique Step 2 tutorial, definition  reference"; g != want {
		t.Errorf("got %s\nwant %s", g, want)
	}
}

// line shows a candidate on one line.
func line(c core.Candidate, role bool) string {
	p := c.Primitive
	flat := func(s string) string {
		if s == "" {
			return "-"
		}
		parts := strings.Split(s, "\n\n")
		for i := range parts {
			parts[i] = strings.Join(strings.Fields(parts[i]), " ")
		}
		return strings.Join(parts, " ¶ ")
	}
	kind := string(p.Kind)
	if role {
		kind += " " + p.Role
	}
	return strings.ReplaceAll(fmt.Sprintf("%s | %s | %s | %s | %s", kind, p.Label, p.Name, flat(p.FormalStatement), flat(p.Proof)), "|  |", "| |")
}

// check holds for every candidate of every text.
func check(t testing.TB, doc *core.Document, c core.Candidate) {
	t.Helper()
	p := c.Primitive
	whole := core.Span{End: len(doc.Text)}
	switch {
	case p.FormalStatement == "" || p.Name == "" || p.Rule == "":
		t.Errorf("empty statement, name or rule: %+v", p)
	case p.Confidence <= 0 || p.Confidence > 1:
		t.Errorf("%s: confidence %v", p.Name, p.Confidence)
	case len(p.Keywords) > 16 || len(p.ApplicabilityPatterns) > 8:
		t.Errorf("%s: %d keywords, %d patterns", p.Name, len(p.Keywords), len(p.ApplicabilityPatterns))
	case !whole.Contains(c.Place) || c.Place.Len() <= 0:
		t.Errorf("%s: place %v outside of the text", p.Name, c.Place)
	case p.Source.Start > p.Source.End || p.Source.Start < 0 || p.Source.End > len(doc.Parts[0].Raw):
		t.Errorf("%s: source %d to %d outside of the original", p.Name, p.Source.Start, p.Source.End)
	}
	for _, s := range slices.Concat(c.Statement, c.Proof, c.Described) {
		if !whole.Contains(s) || s.Len() < 0 {
			t.Errorf("%s: span %v outside of the text", p.Name, s)
		}
	}
}

// TestDescribed gives the declarations of an entry what follows them, up to the next heading.
func TestDescribed(t *testing.T) {
	doc, an := read(t, "x.md", []byte("## Open\n\n    int db_open(int a);\n    int db_close(int a);\n\nOpens it.\n\nSee [more](#close).\n\n## Close\n\nNo.\n"), core.ReferenceDoc)
	cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
	if err != nil || len(cands) != 2 {
		t.Fatalf("%d candidates, %v", len(cands), err)
	}
	for _, c := range cands {
		if len(c.Described) != 1 || c.Described[0].Of(doc.Text) != "Opens it.\n\nSee more." {
			t.Errorf("%s is described by %v", c.Primitive.Name, c.Described)
		}
	}
}

// TestAnnouncedTable wants the table that a requirement announces in what is told of it, behind a title that says no more
// than the requirement does: "may be used:" alone asks for nothing.
func TestAnnouncedTable(t *testing.T) {
	const in = "The key word \"MAY\" is to be interpreted as described in RFC 2119.\n\n## Gate Object\n\nThese words MAY be used at a gate:\n\n### Fixed Fields\n\n| Field | Description |\n|---|---|\n| width | How wide it is. |\n"
	doc, an := read(t, "input.md", []byte(in), core.Spec)
	cands, err := extract.Extract(context.Background(), doc, an, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cands {
		if c.Primitive.Kind == core.Axiom && strings.Contains(c.Primitive.ComputationalForm, "How wide it is.") {
			return
		}
	}
	t.Errorf("no requirement holds the table: %+v", cands)
}

// TestEnvironments holds the reading of a LaTeX document that a reader made: labels, anchors, nested proofs, and a
// proof that stands later and says by a reference what it proves.
func TestEnvironments(t *testing.T) {
	text := "Every group has one.\n\nOrders divide.\n\nA remark.\n\nProof of Theorem 1.2. Count.\n\nCosets are equal in size.\n"
	at := func(s string) core.Span {
		i := strings.Index(text, s)
		return core.Span{Start: i, End: i + len(s)}
	}
	env := func(name, head, number, title, body string, anchors ...string) core.Block {
		return core.Block{Kind: core.Environment, Name: name, Head: head, Number: number, Title: title, Parent: -1, Span: at(body), Body: at(body), Anchors: anchors}
	}
	proof := env("proof", "", "", "Proof of Theorem 1.2", "Count.")
	proof.Span.Start = at("Proof of").Start
	doc := &core.Document{
		Name: "a.tex", MediaType: "text/x-tex", Text: text,
		Blocks: []core.Block{
			env("defn", "Definition", "1.1", "", "Every group has one.", "def:g"),
			env("thm", "Theorem", "1.2", "Lagrange", "Orders divide.", "thm:l"),
			env("rem", "Remark", "1.3", "", "A remark."),
			env("lem", "Lemma", "1.4", "", "Cosets are equal in size.", "lem:c"),
			proof,
		},
		Parts: []core.Part{{Name: "a.tex", Raw: []byte(text)}},
		Refs:  []core.Reference{{Span: at("Theorem 1.2"), Target: "thm:l"}},
	}
	for i := range doc.Blocks {
		doc.Blocks[i].Last = i
	}
	c, err := extract.Extract(context.Background(), doc, analysis(doc, core.ReferenceDoc), extract.Options{Domain: "algebra", Document: 3})
	if err != nil {
		t.Fatal(err)
	}
	if len(c) != 3 {
		t.Fatalf("%d items, want definition, theorem and lemma: %+v", len(c), c)
	}
	th := c[1].Primitive
	if th.Label != "Theorem 1.2" || th.Anchor != "thm:l" || th.Name != "Lagrange" || th.Proof != "Count." || th.Domain != "algebra" || c[1].Document != 3 {
		t.Errorf("theorem: %+v", th)
	}
	if c[2].Primitive.Proof != "" {
		t.Errorf("the lemma got the theorem's proof: %q", c[2].Primitive.Proof)
	}
}

// TestSpace ends a statement where the page leaves room, and not where it leaves none.
func TestSpace(t *testing.T) {
	texts := []string{"Definition 1. A fox is a set.", "Note that it is finite.", "We say that it is brown.", "The lazy dog is called a cat."}
	spaces := []core.Space{core.AnySpace, core.Close, core.Close, core.Apart}
	doc := &core.Document{Name: "a.pdf", MediaType: "application/pdf", Text: strings.Join(texts, "\n\n")}
	at := 0
	for i, s := range texts {
		span := core.Span{Start: at, End: at + len(s)}
		doc.Blocks = append(doc.Blocks, core.Block{Kind: core.Paragraph, Parent: -1, Last: i, Span: span, Body: span, Space: spaces[i]})
		at = span.End + 2
	}
	c, err := extract.Extract(t.Context(), doc, analysis(doc, core.Paper), extract.Options{})
	if err != nil || len(c) == 0 {
		t.Fatal(c, err)
	}
	if got, want := c[0].Primitive.FormalStatement, "A fox is a set.\n\nNote that it is finite.\n\nWe say that it is brown."; got != want {
		t.Errorf("the statement is %q, want %q", got, want)
	}
}

// TestStatementEndsWithBox ends a statement with the box that it is set in, though its last sentence has no stop, and
// the list behind the box is none of its clauses.
func TestStatementEndsWithBox(t *testing.T) {
	doc, an := read(t, "x.md", []byte("Theorem 1. All is well.\n\nIt was so:\n\n- in spring;\n- in autumn.\n"), core.Textbook)
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; b.Kind == core.List {
			b.Space = core.Outside
		} else if i > 0 && b.Kind == core.Paragraph && b.Parent < 0 {
			b.Space = core.Close
		}
	}
	c, err := extract.Extract(t.Context(), doc, an, extract.Options{})
	if err != nil || len(c) == 0 {
		t.Fatal(c, err)
	}
	if got, want := c[0].Primitive.FormalStatement, "All is well.\n\nIt was so:"; got != want {
		t.Errorf("the statement is %q, want %q", got, want)
	}
}

// TestProofEndsByRoom ends a proof where the page leaves room, unless the text marks the ends of its proofs.
func TestProofEndsByRoom(t *testing.T) {
	text := "Theorem 1. All is well.\n\nProof. It is so.\n\nIndeed it is.\n\nThe theorem is old.\n\n"
	spaces := []core.Space{core.AnySpace, core.Apart, core.Close, core.Apart}
	for _, c := range []struct{ text, want string }{
		{text, "It is so. Indeed it is."},
		{text + "Theorem 2. More is well.\n\nProof. So it is. ∎\n\n", "It is so. Indeed it is. The theorem is old."},
	} {
		doc, an := read(t, "x.md", []byte(c.text), core.Textbook)
		for i, s := range spaces {
			doc.Blocks[i].Space = s
		}
		cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
		if err != nil || len(cands) == 0 {
			t.Fatal(cands, err)
		}
		if got := strings.Join(strings.Fields(cands[0].Primitive.Proof), " "); got != c.want {
			t.Errorf("the proof is %q, want %q", got, c.want)
		}
	}
}

// TestProofGoesOnBehindDisplay takes the room around a display, which a reader took for text, for the display's own.
func TestProofGoesOnBehindDisplay(t *testing.T) {
	doc, an := read(t, "x.md", []byte("Theorem 1. All is well.\n\nProof. We count.\n\n= b + c (Lemma 2) = d.\n\nSecond, we weigh.\n\nThe theorem is old.\n"), core.Textbook)
	for i, s := range []core.Space{core.AnySpace, core.Apart, core.Apart, core.Apart, core.Apart} {
		doc.Blocks[i].Space = s
	}
	cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
	if err != nil || len(cands) == 0 {
		t.Fatal(cands, err)
	}
	if got, want := strings.Join(strings.Fields(cands[0].Primitive.Proof), " "), "We count. = b + c (Lemma 2) = d. Second, we weigh."; got != want {
		t.Errorf("the proof is %q, want %q", got, want)
	}
}

// TestProofOnNextSlide gives a theorem the proof on the slide behind it, whose title heads no section.
func TestProofOnNextSlide(t *testing.T) {
	for name, want := range map[string]string{"slide": "It is so.", "": ""} {
		doc, an := read(t, "x.md", []byte("# First\n\nTheorem 1. All is well.\n\n# Why\n\nProof. It is so.\n"), core.Paper)
		for i := range doc.Blocks {
			if doc.Blocks[i].Kind == core.Heading {
				doc.Blocks[i].Name = name
			}
		}
		cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
		if err != nil || len(cands) == 0 {
			t.Fatal(cands, err)
		}
		if got := cands[0].Primitive.Proof; got != want {
			t.Errorf("headings %q: the proof is %q, want %q", name, got, want)
		}
	}
}

// TestUnknown holds that a text of unknown type gives one item a place and claims little for it.
func TestUnknown(t *testing.T) {
	doc, an := read(t, "a.md", []byte("**Theorem 1.** All is well.\n\n### `open(path)`\n\nOpens.\n"), core.Unknown)
	c, err := extract.Extract(context.Background(), doc, an, extract.Options{})
	if err != nil || len(c) != 2 {
		t.Fatal(c, err)
	}
	for _, c := range c {
		if c.Primitive.Confidence > 0.4 {
			t.Errorf("%s: confidence %v above the cap", c.Primitive.Name, c.Primitive.Confidence)
		}
	}
	doc, an = read(t, "b.md", []byte("## Glossary\n\ndoor\n:   A hole.\n\nlock\n:   It holds.\n\nhinge\n:   It bears.\n\n## More\n\n**Theorem 1.** All is well.\n"), core.Unknown)
	c, err = extract.Extract(context.Background(), doc, an, extract.Options{})
	if err != nil || len(c) != 4 || c[0].Primitive.Name != "door" || c[0].Primitive.Confidence != 0.4 {
		t.Errorf("the entries of a glossary are %v, %v", c, err)
	}
}

// TestProse holds that ordinary text gives nothing.
func TestProse(t *testing.T) {
	const prose = `# Widget

[![build](https://x/y.svg)](https://x) A library for widgets. It MAY rain. Steps are needed.

## Installation

Run it. Note: the result is a file. Result: 5 files. Rule of thumb: keep it small.

## Usage

**Note:** you must call it first.

Theorem provers use it. Step by step it becomes clear. Definition files live in /etc. Proof of concept: none.

- Property name: string
- Method: GET

It was the best of times, it was the worst of times. Law and order. Principle matters.

THE SOFTWARE IS PROVIDED "AS IS". IN NO EVENT SHALL THE AUTHORS BE LIABLE.
`
	for _, typ := range []core.ContentType{core.Unknown, core.Textbook, core.Tutorial, core.ReferenceDoc, core.Paper} {
		doc, an := read(t, "README.md", []byte(prose), typ)
		c, err := extract.Extract(context.Background(), doc, an, extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range c {
			t.Errorf("as %s: %s", typ, line(c, true))
		}
	}
}

// TestCancel holds that a cancelled run ends with the context's error.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	doc, an := read(t, "a.md", []byte("**Theorem 1.** All is well.\n"), core.Textbook)
	if _, err := extract.Extract(ctx, doc, an, extract.Options{}); err == nil {
		t.Error("no error from a cancelled context")
	}
}

// TestAssignIDs holds what others rely on: ids are unique, free, short and of the form that the registry takes.
func TestAssignIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.SampledFrom([]string{"Basis", "basis", "Vector Space", "", "∀", strings.Repeat("very long name ", 12)})).Draw(t, "names")
		domain := rapid.SampledFrom([]string{"linear-algebra", "general", "Ω!", strings.Repeat("domain", 30)}).Draw(t, "domain")
		held := map[string]bool{"general-basis": true, "general-basis-2": true, "linear-algebra-vector-space": true}
		var c []core.Candidate
		for _, n := range names {
			c = append(c, core.Candidate{Primitive: core.Primitive{Name: n, Domain: domain}})
		}
		extract.AssignIDs(c, func(id string) bool { return held[id] })
		seen := map[string]bool{}
		for _, c := range c {
			id := c.Primitive.ID
			if seen[id] || held[id] || len(id) > 80 || id == "" || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
				t.Fatalf("id %q: twice, taken, too long or malformed", id)
			}
			seen[id] = true
		}
	})
}

// TestForm holds that the form of each kind says what one does with it, in one line.
func TestForm(t *testing.T) {
	for kind, want := range map[core.Kind]string{
		core.Definition: "Defines: A basis spans.", core.Theorem: "Given preconditions, then: A basis spans.", core.Axiom: "Assert: A basis spans.",
		core.Algorithm: "Procedure: A basis spans.", core.Technique: "Apply: A basis spans.", core.Identity: "Rewrite: A basis spans.",
	} {
		if got := extract.Form(kind, "A basis\nspans."); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// TestGrammarForm keeps the signs of a grammar in its form: without its stars and braces it is another grammar.
func TestGrammarForm(t *testing.T) {
	const rules = "sack = 1*stone *( \",\" stone )\nstone = 2*4pebble / \"{\" sack \"}\" / \"$\""
	doc, an := read(t, "x.md", []byte("# Sacks\n\nIt MUST be one, in ABNF (RFC 2119).\n\n```abnf\n"+rules+"\n```\n"), core.Spec)
	cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cands {
		if p := c.Primitive; p.Role == "grammar" {
			if want := "Defines: " + strings.ReplaceAll(rules, "\n", " "); p.ComputationalForm != want || !p.Coded() {
				t.Errorf("the form is %q, want %q", p.ComputationalForm, want)
			}
			return
		}
	}
	t.Errorf("no grammar among %d candidates", len(cands))
}

// TestHostile gives texts of one construct, long enough for a reading that takes quadratic time to run into the time
// limit of the tests.
func TestHostile(t *testing.T) {
	const api, duties = "# API reference\n\n## Bag\n\n", "# Duties\n\nIt MUST be (RFC 2119).\n\n"
	for _, c := range []struct {
		what, name, before, unit, after string
		typ                             core.ContentType
	}{
		{"modifiers of one type", "a.md", api + "```\n", "static ", "class X;\n```\n", core.ReferenceDoc},
		{"forms of use without a page", "a.md", api, "# Usage\n\n```\nx y\n```\n\n", "", core.ReferenceDoc},
		{"declarations under one heading", "a.md", api, "```signature\nint f(int x)\n```\n\n", "", core.ReferenceDoc},
		{"code before key words", "a.md", duties, "The `a` MUST `a` be, ", "", core.Spec},
		{"marked terms in one sentence", "a.html", "<h1>Duties</h1><p>", "<dfn>term</dfn> is ", ".</p>", core.Spec},
		{"paragraphs that follow one lead-in", "a.md", duties + "A peer:\n\n", "MUST be so.\n\n", "", core.Spec},
		{"announcements in one section", "a.md", duties, "Run these steps:\n\n1. a\n2. b\n\n", "", core.Spec},
		{"tables of parts below one heading", "a.md", api, "It has:\n\n| Field | Type | Description |\n|---|---|---|\n| a | b | c |\n\n", "", core.ReferenceDoc},
		{"proofs without an end mark", "a.md", "**Theorem 1.** All is well.\n\n", "Proof. Let x.\n\n", "", core.Textbook},
		{"terms that are defined again", "a.md", "Boxes lie here. ", "Such things are called *crate*. ", "A box is called a *crate* if it has a lid.\n", core.Textbook},
		{"heads in one paragraph", "a.md", "", "**Theorem 2.** ", "", core.Textbook},
		{"heads without a number", "a.md", "**Theorem 1.** A. ", "**Theorem.** ", "", core.Textbook},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			doc, an := read(t, c.name, []byte(c.before+strings.Repeat(c.unit, 500_000/len(c.unit))+c.after), c.typ)
			if _, err := extract.Extract(t.Context(), doc, an, extract.Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestModifiers finds the type behind any modifiers and annotations, in whatever order.
func TestModifiers(t *testing.T) {
	for _, code := range []string{"public static class Bag;", "@Sealed public class Bag;", "public @Sealed static class Bag;"} {
		doc, an := read(t, "a.md", []byte("# API\n\n## It\n\n```java\n"+code+"\n```\n\nHolds things.\n"), core.ReferenceDoc)
		c, err := extract.Extract(t.Context(), doc, an, extract.Options{})
		if err != nil || len(c) != 1 || c[0].Primitive.Name != "Bag" || c[0].Primitive.Role != "type" {
			t.Errorf("%s: %+v, %v", code, c, err)
		}
	}
}

// FuzzExtract holds that no text makes extraction panic, leave the text, or answer differently the second time.
func FuzzExtract(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ar.Files[0].Data, uint8(0))
	}
	f.Add([]byte("**Theorem 1** (\n\n> - **Lemma** 2.\n\n***x*. □"), uint8(2))
	types := []core.ContentType{core.Textbook, core.Tutorial, core.Spec, core.Paper, core.ReferenceDoc, core.Unknown}
	f.Fuzz(func(t *testing.T, src []byte, n uint8) {
		doc, an := read(t, "a.md", src, types[int(n)%len(types)])
		a, err := extract.Extract(context.Background(), doc, an, extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range a {
			check(t, doc, c)
		}
		b, _ := extract.Extract(context.Background(), doc, an, extract.Options{})
		if !reflect.DeepEqual(a, b) {
			t.Error("two runs differ")
		}
	})
}

// BenchmarkExtract reads a book of run-in items with proofs.
func BenchmarkExtract(b *testing.B) {
	var s strings.Builder
	for i := 1; s.Len() < 1<<20; i++ {
		fmt.Fprintf(&s, "## Section %d\n\nSome words come first, as they do in books that explain what they are about to say.\n\n**Theorem %d.1** (Name). Let $G$ be a group. Then $G$ acts on itself:\n\n1. from the left,\n2. from the right.\n\n*Proof.* By Definition %d.2 and what was said before it is so. We check it\nfor all elements, one after the other. $\\square$\n\nA paragraph of prose follows, and another sentence. Theorem %d.1 tells us more than it seems.\n\n", i, i, i, i)
	}
	doc, an := read(b, "a.md", []byte(s.String()), core.Textbook)
	b.SetBytes(int64(s.Len()))
	for b.Loop() {
		if c, err := extract.Extract(context.Background(), doc, an, extract.Options{}); err != nil || len(c) == 0 {
			b.Fatal(len(c), err)
		}
	}
}

// TestEndMark ends a proof at its end mark in every way that readers write formulas; without that it runs on to the
// next heading.
func TestEndMark(t *testing.T) {
	for _, end := range []string{"So a = b. ∎", `So a = b. $\square$`, `So a = b. \(▫\)`, `So $a = b$. \(\blacksquare\).`} {
		doc, an := read(t, "x.md", []byte("**Theorem 1.** All is well.\n\n*Proof.* Easy.\n\n"+end+"\n\nProse goes on.\n"), core.Textbook)
		c, err := extract.Extract(context.Background(), doc, an, extract.Options{})
		if err != nil || len(c) != 1 {
			t.Fatalf("%d items, %v", len(c), err)
		}
		if p := c[0].Primitive.Proof; strings.Contains(p, "goes on") {
			t.Errorf("%q does not end the proof: %q", end, p)
		}
	}
}

// TestConfidence claims less for an everyday word in bold than for a theorem, or than for the same word with a number.
func TestConfidence(t *testing.T) {
	doc, an := read(t, "x.md", []byte("**Theorem.** All is well.\n\n**Rule.** Sheep are counted twice.\n\n**Rule 3.** Goats are counted once.\n"), core.Textbook)
	cands, err := extract.Extract(t.Context(), doc, an, extract.Options{})
	if err != nil || len(cands) != 3 {
		t.Fatal(cands, err)
	}
	for i, want := range []float64{0.9, 0.8, 0.9} {
		if got := cands[i].Primitive.Confidence; got != want {
			t.Errorf("%s: confidence %v, want %v", cands[i].Primitive.Name, got, want)
		}
	}
}
