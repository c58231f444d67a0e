package analyze

import (
	"context"
	"math"
	"strings"
	"testing"

	"lemma/core"
)

// doc makes a document of headings ("# A", "## B") and paragraphs, separated by blank lines.
func doc(s string) *core.Document {
	d := &core.Document{Text: s}
	at := 0
	for part := range strings.SplitSeq(s, "\n\n") {
		b := core.Block{Parent: -1, Last: len(d.Blocks), Span: core.Span{Start: at, End: at + len(part)}}
		b.Body = b.Span
		if title := strings.TrimLeft(part, "#"); title != part {
			b.Kind, b.Level, b.Title = core.Heading, len(part)-len(title), strings.TrimSpace(title)
		} else if code, ok := strings.CutPrefix(part, "    "); ok {
			b.Kind, b.Body = core.Code, core.Span{Start: b.Span.End - len(code), End: b.Span.End}
		}
		d.Blocks = append(d.Blocks, b)
		at += len(part) + 2
	}
	return d
}

func TestSections(t *testing.T) {
	d := doc("before\n\n# One\n\na\n\n### Deep\n\nb\n\n## Two\n\nc\n\n# Three\n\nd")
	a, err := Analyze(t.Context(), d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, s := range a.Sections {
		got = append(got, strings.Join(a.Path(i), "/")+"|"+strings.ReplaceAll(s.Span.Of(d.Text), "\n", ""))
	}
	want := []string{"|before# Onea### Deepb## Twoc# Threed", "One|# Onea### Deepb## Twoc", "One/Deep|### Deepb", "One/Two|## Twoc", "Three|# Threed"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if at := a.SectionAt(strings.Index(d.Text, "c\n")); a.Sections[at].Title != "Two" {
		t.Errorf("c stands in %q", a.Sections[at].Title)
	}
	a, err = Analyze(t.Context(), doc("no heading"), Options{})
	if err != nil || len(a.Sections) != 1 || a.Sections[0].Title != "Document" {
		t.Errorf("without headings: %+v, %v", a.Sections, err)
	}
}

func TestContentType(t *testing.T) {
	for want, s := range map[core.ContentType]string{
		core.Textbook:     "# Functions\n\nThe method of a class of functions returns in each step.\n\n**Definition 1.** A *function* is a rule.\n\nTheorem 2 (Zorn). Every chain has a bound.\n\n*Proof.* Clear.",
		core.Spec:         "# Framing\n\nA sender MUST NOT send a frame before the handshake.\n\nReceivers SHOULD close the stream; they MUST report it.",
		core.Tutorial:     "# Blink\n\n## Step 1\n\nTry the block.\n\n## Step 2\n\nClick the button.\n\n## Step 3\n\nRun it.",
		core.ReferenceDoc: "# Files\n\n## API\n\n    int file_open(const char *name, int mode);\n\nOpens a file.\n\n    void file_close(int fd);\n\nCloses it.",
		core.Paper:        "# On sheep\n\n# Abstract\n\nWe count.\n\n# Introduction\n\nSheep.\n\n# Results\n\nMany.\n\n# References\n\nNone.",
		core.Unknown:      "# A walk\n\nIt must have been a fine day. He should be told that the function of a hat is to return.",
	} {
		a, err := Analyze(t.Context(), doc(s), Options{})
		if err != nil || a.Type != want {
			t.Errorf("got %s, want %s (%v)", a.Type, want, a.Types)
		}
	}
}

// TestDomains wants texts of unlike subjects in their own domains and far apart, and a text of none in none.
func TestDomains(t *testing.T) {
	domains, err := Domains()
	if err != nil {
		t.Fatal(err)
	}
	if len(domains) < 40 {
		t.Errorf("%d domains, want at least 40", len(domains))
	}
	texts := map[string]string{
		"linear-algebra":    "Every matrix of a linear map acts on the vector space. The eigenvalue belongs to an eigenvector; the determinant of the matrix is the product of each eigenvalue. A basis of a subspace is linearly independent.",
		"field-theory":      "A field extension is separable if the minimal polynomial is. The splitting field of a polynomial is a Galois extension, and its automorphism group is the Galois group; an algebraic closure contains it.",
		"computer-networks": "An endpoint sends each packet on a connection. The peer answers with an acknowledgment packet; a lost packet leads to retransmission, and congestion slows the stream. TCP begins with a handshake.",
		"rust-programming":  "Ownership decides who frees a value. You may borrow it; a mutable reference excludes others, and the lifetime of a borrow ends first. A trait is like an interface. Run cargo in the crate.",
	}
	at := map[string]core.Position{}
	for want, s := range texts {
		a, err := Analyze(t.Context(), doc(s), Options{Domains: domains})
		if err != nil || len(a.Domains) == 0 || a.Domains[0].Domain != want {
			t.Errorf("want %s, got %+v, %v", want, a.Domains, err)
			continue
		}
		at[want] = a.Position
	}
	for a, p := range at {
		for b, q := range at {
			if a < b && math.Hypot(p.Re-q.Re, p.Im-q.Im) <= 0.2 {
				t.Errorf("%s at %v and %s at %v land on one spot", a, p, b, q)
			}
		}
	}
	a, err := Analyze(t.Context(), doc("He walked along the river and thought of nothing at all. It rained."), Options{Domains: domains})
	if err != nil || len(a.Domains) != 0 || a.Position != (core.Position{}) {
		t.Errorf("a text of no domain got %+v at %v, %v", a.Domains, a.Position, err)
	}
}

// TestScore holds the formula to the seed: min(1, sqrt(m/n)·(1 + 0.15·m)).
func TestScore(t *testing.T) {
	dom := []core.Domain{{ID: "d", Name: "D", Patterns: []string{"alpha", "beta wave", "gamma", "delta"}}}
	c := newTaxonomy(dom).score("Alpha waves and beta waves; alphabets do not count.")
	want := math.Sqrt(2.0/4) * 1.3
	if math.Abs(c.scores[0]-want) > 1e-9 || strings.Join(c.found[0], ",") != "alpha,beta wave" {
		t.Errorf("score %v for %v, want %v", c.scores[0], c.found[0], want)
	}
}

func TestLoadDomains(t *testing.T) {
	for name, s := range map[string]string{
		"twice":       "domains: [{id: a, name: A, patterns: [x]}, {id: a, name: A, patterns: [x]}]",
		"outside":     "domains: [{id: a, name: A, patterns: [x], center: {re: 2, im: 0}}]",
		"no patterns": "domains: [{id: a, name: A}]",
		"bad id":      "domains: [{id: A b, name: A, patterns: [x]}]",
		"typo":        "domains: [{id: a, nme: A, patterns: [x]}]",
	} {
		if _, err := LoadDomains([]byte(s)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	f.Add("# One\n\nDefinition 1. A ring.\n\n## Two\n\n    int f(int);")
	f.Add("####### \n\n# \n\n#")
	domains, err := Domains()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d := doc(s)
		a, err := Analyze(context.Background(), d, Options{Domains: domains})
		if err != nil {
			t.Fatal(err)
		}
		end := 0
		for _, c := range a.Chapters {
			if c.Span.Start != end || c.Span.End < c.Span.Start {
				t.Fatalf("chapters do not cover the text: %v", a.Chapters)
			}
			end = c.Span.End
		}
		if end != len(s) {
			t.Fatalf("chapters end at %d of %d", end, len(s))
		}
	})
}

func BenchmarkAnalyze(b *testing.B) {
	domains, err := Domains()
	if err != nil {
		b.Fatal(err)
	}
	d := doc(strings.Repeat("# Chapter\n\nEvery matrix of a linear map acts on a vector space, and its eigenvalue belongs to an eigenvector.\n\nDefinition 1. A basis of a subspace.\n\n", 5000))
	b.SetBytes(int64(len(d.Text)))
	for b.Loop() {
		if _, err := Analyze(b.Context(), d, Options{Domains: domains}); err != nil {
			b.Fatal(err)
		}
	}
}
