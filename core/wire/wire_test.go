package wire

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"lemma/core"
	"lemma/core/graph"
)

// parse makes a session from a small notation, one construct a line:
//
//	=== name                             a document
//	type spec                            the content type of the document
//	# title                              a section; ## one below it; "# 1 title" with a number
//	@ id | kind | role | label | name    an item; its statement follows, after "proof:" its proof
//	! anchor                             gives the item an anchor
//	step 3                               makes it a step
//	titled                               its section's title is a part of it
//	described: text                      what a reference says of it
//	described below                      it shares what is said of the next item
//	- text                               a list item
//	$$ 2.3                               a display with a number
//
// [text](#anchor) and [text](file#anchor) are references, *text* is emphasised, ^text^ bold, %text% in
// small capitals.
func parse(t testing.TB, src string) Input {
	t.Helper()
	p := parser{t: t}
	p.document("book.md")
	for line := range strings.Lines(src) {
		p.line(strings.TrimSuffix(line, "\n"))
	}
	p.finish()
	return p.in
}

type parser struct {
	t       testing.TB
	in      Input
	text    strings.Builder
	doc     *core.Document
	an      *core.Analysis
	inProof bool
	open    bool // an item is open
	below   int  // the item that shares its description with the one before it
}

func (p *parser) document(name string) {
	p.finish()
	p.doc, p.an = &core.Document{Name: name}, &core.Analysis{Sections: []core.Section{{Parent: -1, Block: -1}}}
	p.in.Documents, p.in.Analyses = append(p.in.Documents, p.doc), append(p.in.Analyses, p.an)
	p.text.Reset()
}

func (p *parser) finish() {
	if p.doc != nil {
		p.doc.Text = p.text.String()
	}
	p.open, p.inProof = false, false
	if n := len(p.in.Documents); n > 0 && p.doc.Text == "" {
		p.in.Documents, p.in.Analyses = p.in.Documents[:n-1], p.in.Analyses[:n-1]
	}
}

func (p *parser) item() *core.Candidate { return &p.in.Candidates[len(p.in.Candidates)-1] }

func (p *parser) block(b core.Block, start int) {
	b.Parent, b.Last = -1, len(p.doc.Blocks)
	b.Span = core.Span{Start: start, End: p.text.Len()}
	b.Body = b.Span
	p.doc.Blocks = append(p.doc.Blocks, b)
}

func (p *parser) line(s string) {
	start := p.text.Len()
	switch {
	case strings.HasPrefix(s, "=== "):
		p.document(s[4:])
	case strings.HasPrefix(s, "type "):
		p.an.Type = core.ContentType(s[5:])
	case strings.HasPrefix(s, "#"):
		level := strings.IndexByte(s, ' ')
		p.text.WriteString(s + "\n")
		parent := len(p.an.Sections) - 1
		for parent > 0 && p.an.Sections[parent].Level >= level {
			parent = p.an.Sections[parent].Parent
		}
		number, title, ok := strings.Cut(s[level+1:], " ")
		if _, err := strconv.Atoi(number); err != nil || !ok {
			number, title = "", s[level+1:]
		}
		p.an.Sections = append(p.an.Sections, core.Section{Title: title, Number: number, Level: level, Parent: parent, Span: core.Span{Start: start}})
		p.block(core.Block{Kind: core.Heading, Level: level, Title: s[level+1:], Anchors: []string{"section"}}, start)
		p.open = p.inProof // a proof may go on in a section of its own
	case strings.HasPrefix(s, "@ "):
		f := strings.Split(s[2:], "|")
		for i := range f {
			f[i] = strings.TrimSpace(f[i])
		}
		f = append(f, "", "", "", "")
		p.in.Candidates = append(p.in.Candidates, core.Candidate{
			Primitive: core.Primitive{ID: f[0], Kind: core.Kind(f[1]), Role: f[2], Label: f[3], Name: f[4]},
			Document:  len(p.in.Documents) - 1, Section: len(p.an.Sections) - 1, Place: core.Span{Start: start, End: start},
		})
		p.text.WriteString(f[3] + ". ")
		p.item().Place.End = p.text.Len()
		p.open, p.inProof = true, false
	case strings.HasPrefix(s, "! "):
		p.item().Primitive.Anchor = s[2:]
	case strings.HasPrefix(s, "step "):
		p.item().Step, _ = strconv.Atoi(s[5:])
	case s == "titled":
		p.item().Place.Start = p.an.Sections[len(p.an.Sections)-1].Span.Start
	case strings.HasPrefix(s, "proof: "):
		p.inProof = true
		p.prose(s[7:])
	case strings.HasPrefix(s, "described: "):
		p.open = false
		p.prose(s[11:])
		p.item().Described = []core.Span{{Start: start, End: p.text.Len()}}
		if n := len(p.in.Candidates) - 1; n > 0 && p.below == n {
			p.in.Candidates[n-1].Described = p.item().Described
		}
	case s == "described below":
		p.open = false
		p.below = len(p.in.Candidates)
	case strings.HasPrefix(s, "$$ "):
		p.prose("x = y")
		p.block(core.Block{Kind: core.Math, Number: "(" + s[3:] + ")", Anchors: []string{"eq:" + s[3:]}}, start)
	case strings.HasPrefix(s, "- "):
		p.prose(s[2:])
		p.block(core.Block{Kind: core.ListItem}, start)
	case s == "":
		p.open = false
		p.text.WriteByte('\n')
	default:
		p.prose(s)
	}
}

// prose writes a line and takes out its marks.
func (p *parser) prose(s string) {
	start := p.text.Len()
	for s != "" {
		i := strings.IndexAny(s, "[*`^%")
		if i < 0 {
			p.text.WriteString(s)
			break
		}
		p.text.WriteString(s[:i])
		end := strings.IndexAny(s[i+1:], "]*`^%")
		if end < 0 {
			p.t.Fatalf("%q: not closed", s)
		}
		at := p.text.Len()
		p.text.WriteString(s[i+1 : i+1+end])
		span := core.Span{Start: at, End: p.text.Len()}
		rest := s[i+end+2:]
		if s[i] == '[' {
			link, after, _ := strings.Cut(strings.TrimPrefix(rest, "("), ")")
			file, anchor, _ := strings.Cut(link, "#")
			p.doc.Refs = append(p.doc.Refs, core.Reference{Span: span, Target: anchor, File: file})
			rest = after
		} else {
			kind := core.Emph
			switch s[i] {
			case '`':
				kind = core.Verb
			case '^':
				kind = core.Strong
			case '%':
				kind = core.Caps
			}
			p.doc.Marks = append(p.doc.Marks, core.Mark{Span: span, Kind: kind})
		}
		s = rest
	}
	p.text.WriteByte('\n')
	if !p.open {
		return
	}
	c, span := p.item(), core.Span{Start: start, End: p.text.Len()}
	if p.inProof {
		c.Proof = append(c.Proof, span)
		return
	}
	c.Statement = append(c.Statement, span)
	c.Place.End = span.End
	c.Primitive.FormalStatement += p.text.String()[start:]
}

// show prints edges as "from -type strength seen-> to (why) or rival".
func show(in Input, r *Result, order bool) string {
	var b strings.Builder
	for i, list := range r.Edges {
		for _, e := range list {
			if e.Strength > ordered || order {
				rival := ""
				if e.Rival != "" {
					rival = " or " + e.Rival
				}
				fmt.Fprintf(&b, "%s -%s %.1f %s-> %s (%s)%s\n", in.Candidates[i].Primitive.ID, e.Type, e.Strength, strings.Join(e.Seen, "+"), e.Target, e.Why, rival)
			}
		}
	}
	for _, f := range r.Refused {
		if f.Edge.Strength > ordered || order {
			fmt.Fprintf(&b, "refused %s -%s-> %s: %s\n", f.From, f.Edge.Type, f.Edge.Target, strings.Join(f.Cycle, " "))
		}
	}
	return b.String()
}

// TestWire reads testdata: "in" is a session, "edges" what must come of it; "all" shows the edges of order too.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var in Input
			for i, f := range ar.Files {
				switch f.Name {
				case "in":
					in = parse(t, string(f.Data))
				case "edges", "all":
					r, err := Wire(t.Context(), in, Options{})
					if err != nil {
						t.Fatal(err)
					}
					got := show(in, r, f.Name == "all")
					if got == string(f.Data) {
						continue
					}
					if os.Getenv("UPDATE") != "" {
						ar.Files[i].Data = []byte(got)
						if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
							t.Fatal(err)
						}
						continue
					}
					t.Errorf("got\n%swant\n%s", got, f.Data)
				}
			}
		})
	}
}

func TestShallow(t *testing.T) {
	in := parse(t, "@ a | theorem | theorem | Theorem 1\nText.\n\n@ b | theorem | lemma | Lemma 2\nSee Theorem 1.\n")
	r, err := Wire(t.Context(), in, Options{Depth: "shallow"})
	if err != nil || len(r.Edges) != 2 || len(r.Edges[0])+len(r.Edges[1]) != 0 {
		t.Errorf("shallow wires %v, %v", r, err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := parse(t, "@ a | theorem | theorem | Theorem 1\nText.\n")
	if _, err := Wire(ctx, in, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

type registry []*core.Primitive

func (r registry) Primitive(id string) *core.Primitive {
	for _, p := range r {
		if p.ID == id {
			return p
		}
	}
	return nil
}
func (r registry) Primitives() iter.Seq[*core.Primitive] { return slices.Values(r) }
func (r registry) Dependents(string) []string            { return nil }
func (r registry) Conflict(string) *core.Conflict        { return nil }
func (r registry) Conflicts() []*core.Conflict           { return nil }

// The registry's titles are known at depth deep only, and only where they are titles of several words.
func TestDeep(t *testing.T) {
	in := parse(t, "@ a | theorem | theorem | Theorem 1\nText.\nproof: By the Heine–Borel theorem and compactness every ball is compact.\n")
	in.Registry = registry{
		{ID: "x-heine-borel", Kind: core.Theorem, Name: "Heine-Borel theorem", FormalStatement: "A set of reals …"},
		{ID: "x-compact", Kind: core.Definition, Name: "Compact", FormalStatement: "A space …"},
		{ID: "x-ball", Kind: core.Theorem, Name: "every ball is compact", FormalStatement: "Every ball is compact in …"},
	}
	for depth, want := range map[string]string{"": "", "deep": "a -requires 0.5 proof-> x-heine-borel (Heine–Borel theorem)\n"} {
		r, err := Wire(t.Context(), in, Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		if got := show(in, r, true); got != want {
			t.Errorf("depth %q: got %q, want %q", depth, got, want)
		}
	}
}

// An item that spells its name in two ways is still the only one of the session that bears it.
func TestSpelledTwiceElsewhere(t *testing.T) {
	in := parse(t, "=== a.md\n@ d | definition | definition | Definition 1 | Linear independence\nVectors are *linearly independent* if none is spanned by others.\n\n=== b.md\n@ u | theorem | theorem | Theorem 1 | Alpha\nLinearly independent vectors have linear independence.\n")
	r, err := Wire(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(in, r, true), "u -requires 0.4 statement-> d (Linearly independent)\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Spans lead back to the original bytes, also where the reader moved the text.
func TestSpansAreOriginal(t *testing.T) {
	in := parse(t, "@ a | theorem | theorem | Theorem 1\nText.\n\n@ b | theorem | lemma | Lemma 2\nSee Theorem 1.\n")
	in.Documents[0].Runs = []core.Run{{N: len(in.Documents[0].Text), Orig: 1000}}
	r, err := Wire(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := strings.LastIndex(in.Documents[0].Text, "Theorem 1")
	want := []core.EdgeSpan{{Start: 1000 + at, End: 1000 + at + len("Theorem 1")}}
	if got := r.Edges[1][0].Spans; !reflect.DeepEqual(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

// A place in an included file names the file, where the item begins in another.
func TestSpansNameTheFile(t *testing.T) {
	in := parse(t, "@ a | theorem | theorem | Theorem 1\nText.\n\n@ b | theorem | lemma | Lemma 2\nSee Theorem 1.\nproof: By Theorem 1.\n")
	doc := in.Documents[0]
	cut := strings.LastIndex(doc.Text, "By Theorem 1")
	doc.Parts = []core.Part{{Name: "main.tex"}, {Name: "proofs.tex"}}
	doc.Runs = []core.Run{{N: cut}, {Text: cut, N: len(doc.Text) - cut, Part: 1, Orig: 7}}
	in.Candidates[1].Primitive.Source.Document = "main.tex"
	r, err := Wire(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(doc.Text, "See Theorem 1") + len("See ")
	want := []core.EdgeSpan{{Start: at, End: at + len("Theorem 1")}, {Start: 10, End: 19, Document: "proofs.tex"}}
	if got := r.Edges[1][0].Spans; !reflect.DeepEqual(got, want) {
		t.Errorf("spans %v, want %v", got, want)
	}
}

// Whatever items cite each other, the result is acyclic, the same every time, holds at most one edge a pair, and
// refuses only what closes a cycle.
func TestAcyclic(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "items")
		var src strings.Builder
		for i := range n {
			kind := rapid.SampledFrom([]string{"theorem", "definition", "algorithm", "axiom"}).Draw(rt, "kind")
			fmt.Fprintf(&src, "@ i%d | %s | theorem | Theorem %d | Long name%d\n! a%d\nStatement", i, kind, i, i, i)
			for range rapid.IntRange(0, 3).Draw(rt, "citations") {
				to := rapid.IntRange(0, n-1).Draw(rt, "to")
				fmt.Fprintf(&src, rapid.SampledFrom([]string{" by Theorem %d", " with [x](#a%d)", " and long name%d", " generalizes Theorem %d"}).Draw(rt, "how"), to)
			}
			src.WriteString(".\n\n")
		}
		in := parse(t, src.String())
		r, err := Wire(t.Context(), in, Options{})
		if err != nil {
			rt.Fatal(err)
		}
		again, _ := Wire(t.Context(), in, Options{})
		if !reflect.DeepEqual(r, again) {
			rt.Fatal("two runs differ")
		}
		ids := map[string][]string{}
		for i, list := range r.Edges {
			id := in.Candidates[i].Primitive.ID
			ids[id] = nil
			for k, e := range list {
				if k > 0 && list[k-1].Target >= e.Target {
					rt.Fatalf("edges of %s are not sorted, or a pair has two: %v", id, list)
				}
				ids[id] = append(ids[id], e.Target)
			}
		}
		g, err := graph.Build(func(yield func(string) bool) {
			for _, c := range in.Candidates {
				if !yield(c.Primitive.ID) {
					return
				}
			}
		}, func(id string) []string { return ids[id] })
		if err != nil {
			rt.Fatal(err)
		}
		for _, f := range r.Refused {
			if _, ok := g.Fork().Insert(f.From, f.Edge.Target); ok {
				rt.Fatalf("%s → %s was refused and closes no cycle", f.From, f.Edge.Target)
			}
		}
	})
}

// FuzzWire feeds any text to all matchers: no panic, and spans within the text.
func FuzzWire(f *testing.F) {
	f.Add("By Theorem 1 and (2.3), the previous lemma", "Lemmas 1 to 3 and *compact* sets \\(x")
	f.Add("$$ Theorem 1 $ (1.2", "根据定理2 и теорема 2 by 1.2.3")
	f.Fuzz(func(t *testing.T, a, b string) {
		doc := &core.Document{Name: "x", Text: a + "\n" + b}
		n := len(a)
		in := Input{
			Documents: []*core.Document{doc},
			Analyses:  []*core.Analysis{{Sections: []core.Section{{Parent: -1}}}},
			Candidates: []core.Candidate{
				{Primitive: core.Primitive{ID: "a", Kind: core.Definition, Role: "definition", Label: "Definition 1", Name: a, FormalStatement: a}, Place: core.Span{End: n}, Statement: []core.Span{{End: n}}},
				{Primitive: core.Primitive{ID: "b", Kind: core.Theorem, Role: "lemma", Label: "Lemma 2", Name: b, FormalStatement: b}, Place: core.Span{Start: n + 1, End: len(doc.Text)}, Statement: []core.Span{{Start: n + 1, End: len(doc.Text)}}},
			},
		}
		r, err := Wire(t.Context(), in, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range r.Edges {
			for _, e := range list {
				for _, s := range e.Spans {
					if s.Start < 0 || s.Start >= s.End || s.End > len(doc.Text) {
						t.Fatalf("span %v of a text of %d bytes", s, len(doc.Text))
					}
				}
			}
		}
	})
}

// TestHostile gives sessions of one construct, long enough for wiring that takes quadratic time to run into the time
// limit of the tests: many bearers of one name, a hub that everything leads to, a text of one repeated use.
func TestHostile(t *testing.T) {
	session := func(n int, name, statement func(i int) string) Input {
		var src strings.Builder
		for i := range n {
			fmt.Fprintf(&src, "@ i%d | definition | definition | Lemma %d | %s\n%s\n\n", i, i, name(i), statement(i))
		}
		return parse(t, src.String())
	}
	thing := func(i int) string {
		if i == 0 {
			return "continuous"
		}
		return fmt.Sprint("name of thing", i)
	}
	sessions := []Input{
		session(20_000, func(int) string { return "compact space" }, func(int) string { return "Every compact space is a compact space." }),
		session(8_000, thing, func(i int) string {
			if i != 4_000 {
				return "continuous, by Lemma 4000."
			}
			var all strings.Builder
			for k := 1; k < 4_000; k++ {
				fmt.Fprintf(&all, "Lemma %d ", k)
			}
			return all.String()
		}),
	}
	for _, unit := range []string{"compact ", "name of ", "(Lemma 1) ", "Lemma 1–40, 1–40, ", "n-", "’s compact’s ", "的", "the previous lemma ", "for example "} {
		sessions = append(sessions, session(3, thing, func(int) string { return strings.Repeat(unit, 100_000/len(unit)) }))
	}
	for _, unit := range []string{"Beta ", ": ", "/*", `"""`, "Beta* & "} {
		sessions = append(sessions, parse(t, "@ a | definition | type | | Alpha\nclass Alpha : "+strings.Repeat(unit, 300_000/len(unit))+"Beta\ndescribed: One.\n\n@ b | definition | type | | Beta\nclass Beta\ndescribed: Two.\n"))
	}
	sessions = append(sessions, pages(t, 20_000))
	for _, in := range sessions {
		if _, err := Wire(t.Context(), in, Options{}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCoded wants a name of a specification to be one of a program by how it is written, not by the letter that it
// begins with.
func TestCoded(t *testing.T) {
	in := parse(t, "@ a | definition | message | | Alpha\nIt says all.\n")
	in.Analyses[0].Type = core.Spec
	w := &wirer{Input: in}
	for name, want := range map[string]bool{"": false, "Message": false, "Élément": false, "openDoor": true, "Open_door": true, "ACK": true, "Open Door": false} {
		if in.Candidates[0].Primitive.Name = name; w.coded(0) != want {
			t.Errorf("%q: %v, want %v", name, !want, want)
		}
	}
}

// pages is a session of two pages of a reference, one of many declarations and one that links to the page from
// everywhere.
func pages(t *testing.T, n int) Input {
	var src strings.Builder
	src.WriteString("=== api/all.md\n")
	for i := range n {
		fmt.Fprintf(&src, "@ f%d | definition | function | | f%d\nf%d()\ndescribed: Does.\n\n", i, i, i)
	}
	src.WriteString("=== api/use.md\n@ use | definition | function | | use\nuse()\ndescribed: " + strings.Repeat("As [said](all.md). ", n) + "\n")
	return parse(t, src.String())
}

// TestSibling wants a path to lead from one document to another, in a folder, in an archive and on the web.
func TestSibling(t *testing.T) {
	for _, c := range []struct{ doc, file, want string }{
		{"book/a.md", "b.md", "book/b.md"},
		{"book/a.md", "../b.md", "b.md"},
		{"x.zip!book/a.md", "/b.md", "x.zip!b.md"},
		{"x.zip!book/a.md", "b.md", "x.zip!book/b.md"},
		{"https://github.com/o/r!docs/a.md", "../README.md", "https://github.com/o/r!README.md"},
		{"https://host.example/docs/a.html", "b.html", "https://host.example/docs/b.html"},
		{"https://host.example/docs/a.html?x=1", "/b.html", "https://host.example/b.html"},
		{"https://host.example/docs/", "%zz", ""},
	} {
		if got := sibling(c.doc, c.file); got != c.want {
			t.Errorf("%s from %s leads to %q, want %q", c.file, c.doc, got, c.want)
		}
	}
}

// TestStepsWithinSteps wants the steps of one sequence tied, though the steps inside them and another sequence stand
// between. A failure ties the steps of one tutorial to those of another.
func TestStepsWithinSteps(t *testing.T) {
	an := &core.Analysis{Sections: []core.Section{{Parent: -1}}}
	in := Input{Documents: []*core.Document{{Text: strings.Repeat(".", 1000)}}, Analyses: []*core.Analysis{an}}
	section := func(parent int) int {
		an.Sections = append(an.Sections, core.Section{Parent: parent, Span: core.Span{Start: 10 * len(an.Sections)}})
		return len(an.Sections) - 1
	}
	step := func(id string, n, section, at int) {
		start := an.Sections[section].Span.Start + at
		in.Candidates = append(in.Candidates, core.Candidate{Primitive: core.Primitive{ID: id, Kind: core.Technique, Name: id}, Step: n, Section: section, Place: core.Span{Start: start, End: start + 1}})
	}
	a := section(0)
	one := section(a)
	step("a1", 1, one, 0)
	step("a1.1", 1, one, 2)
	step("a1.2", 2, one, 4)
	step("a2", 2, section(a), 0)
	b := section(0)
	step("b2", 2, section(b), 0)
	step("b3", 3, section(b), 0)
	step("a3", 3, section(a), 0)
	r, err := Wire(t.Context(), in, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for c, edges := range r.Edges {
		for _, e := range edges {
			if e.Type == core.Requires {
				got = append(got, in.Candidates[c].Primitive.ID+">"+e.Target)
			}
		}
	}
	if g, want := strings.Join(got, " "), "a1.2>a1.1 a2>a1 b3>b2 a3>a2"; g != want {
		t.Errorf("got %s, want %s", g, want)
	}
}
