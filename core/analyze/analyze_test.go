package analyze

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/text"
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

// TestSpecification holds the texts that are specifications without three key words in capitals: those that are called
// one, those of a protocol or format with a requirement, and those that write "shall" as standards do.
func TestSpecification(t *testing.T) {
	for s, want := range map[string]core.ContentType{
		"# Door protocol specification\n\nA door is opened by a word.":                                                                                core.Spec,
		"# Door protocol\n\nA door is opened by a word. It MUST be short.":                                                                            core.Spec,
		"# My door\n\nA door is opened by a word. It MUST be short.":                                                                                  core.Unknown,
		"# Door protocol\n\nYou MUST pay first.":                                                                                                      core.Unknown,
		"# 1 Scope\n\nDoors.\n\n# 2 Terms and definitions\n\nNone.\n\n# 3 Rules\n\nA door shall close.":                                               core.Spec,
		"# Definitions\n\nNone.\n\n# Rent\n\nThe tenant shall pay.":                                                                                   core.Unknown,
		"# Doors\n\nThe word \"shall\" indicates a requirement. A door shall close.":                                                                  core.Spec,
		"# Doors\n\nThe key words \"must\" and \"may\" are to be interpreted as described in BCP 14. A door must close.":                              core.Spec,
		"# 1 Scope\n\nWe shall speak of doors.\n\n# 2 Terms and definitions\n\n**Definition 1.** A *door* is a hole.\n\nTheorem 2 (Zorn). It closes.": core.Textbook,
	} {
		if a, err := Analyze(t.Context(), doc(s), Options{}); err != nil || a.Type != want {
			t.Errorf("%q: got %s, %v, want %s", s, a.Type, err, want)
		}
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

// TestNotATextbook holds manuals and programs to what they are, whatever notes, examples and declarations they hold.
func TestNotATextbook(t *testing.T) {
	for s, want := range map[string]core.ContentType{
		"# Tool\n\nNote: it is fast.\n\nWarning: it is sharp.\n\nExample: cut it.\n\nNote: mind the rule.":                                                                 core.Unknown,
		"# Rust\n\nLet's look at a struct.\n\n    struct A;\n\n    fn main() { a(); }\n\nNow let’s run it.\n\n    a();\n\n    b();\n\n    c();\n\n    d();\n\nNote: good.": core.Tutorial,
		"# Book\n\n# Introduction\n\n# Introduction\n\n# Introduction\n\n# Introduction\n\nDefinition 1.1. A ring.\n\nTheorem 1.2. It is one.":                             core.Textbook,
		"# A\n\n# 1 Introduction\n\n# 2 Methods\n\n# 3 Results\n\n# 4 Discussion\n\n# References\n\nTheorem 1. Sheep are finite.\n\nProof. Count.":                         core.Paper,
		"# 应用\n\n## 1.1 步骤 1：创建文件\n\n运行。\n\n## 1.2 步骤2：启动服务\n\n看。":                                                                                                         core.Tutorial,
		"# Fish\n\n## Bait\n\n## Rods\n\n## count() and sum()\n\nBoth add.\n\n## Lakes\n\n## Rivers\n\n## Boats\n\n## Ice\n\n## Seasons\n\nFour.":                          core.Unknown,
		"# Values\n\n    #ifndef X\n    int a_one(int a);\n    int a_two(int a);\n    #endif\n\n**Lemma**. It is so.\n":                                                    core.ReferenceDoc,
		"# Constraint values of it()\n\n    int it(int a);\n\nThey are many.\n":                                                                                            core.ReferenceDoc,
		"# Files\n\n## `open(name, mode)`\n\nOpens it.\n\nExample: open it.\n\n## `close(file)`\n\nCloses it.\n\n## Parameters\n\nSome.":                                   core.ReferenceDoc,
	} {
		a, err := Analyze(t.Context(), doc(s), Options{})
		if err != nil || a.Type != want {
			t.Errorf("got %s, want %s (%v) of %q", a.Type, want, a.Types, s)
		}
	}
}

// TestDescriptionsInviteNobody keeps the verbs that the entries of a list of descriptions begin with from making a
// tutorial of a manual.
func TestDescriptionsInviteNobody(t *testing.T) {
	d := doc("Try all doors.\n\nClick each latch.\n\nRun to the gate.\n\nOpen it.")
	for i := range d.Blocks {
		d.Blocks[i].Parent = 1
	}
	list := core.Block{Kind: core.TermList, Parent: -1, Span: core.Span{End: len(d.Text)}, Body: core.Span{End: len(d.Text)}, Last: 5}
	item := core.Block{Kind: core.ListItem, Title: "all", Parent: 0, Span: list.Span, Body: list.Body, Last: 5}
	d.Blocks = append([]core.Block{list, item}, d.Blocks...)
	if a, err := Analyze(t.Context(), d, Options{}); err != nil || a.Types[core.Tutorial] != 0 {
		t.Errorf("got %v, %v, want nothing for a tutorial", a.Types, err)
	}
}

// TestPaperInLanguages wants the parts of a paper known in the languages of the tables, plurals and scripts without
// blanks included. A failure leaves what such a paper states to the rules for texts of no kind.
func TestPaperInLanguages(t *testing.T) {
	for _, s := range []string{
		"# 1 Résultats\n\nIls sont bons.\n\n# Remerciements\n\nMerci.",
		"# 摘要\n\n文。\n\n# 5 参考文献\n\n书。",
		"# 2 Related Work\n\nThere is some.\n\n# Limitations\n\nThere are some.",
	} {
		a, err := Analyze(t.Context(), doc(s), Options{})
		if want := 2.0 * weightPaper; err != nil || a.Type != core.Paper || a.Types[core.Paper] != want {
			t.Errorf("%q is %s with %v, want a paper with %v", s, a.Type, a.Types, want)
		}
	}
}

// TestSpeechIsNoSpecification wants capitals for emphasis, the words of a licence, a lone rule and talk taken for what
// they are. A failure fills the registry with requirements from novels and manuals.
func TestSpeechIsNoSpecification(t *testing.T) {
	prose := strings.Repeat("The rain fell on the roof of the old house, and nobody spoke for a long while. ", 300)
	for name, s := range map[string]string{
		"novel":   "# One\n\n" + prose + "\n\nHe SHALL be whipped; the bag MUST be here, and the door SHOULD hold!\n\n" + prose,
		"speech":  "# One\n\n“You MUST come!” cried Ann. “I MUST not,” he said, “and you SHALL not.” So we MUST part.",
		"licence": "# Licence\n\nIN NO EVENT SHALL THE AUTHOR BE LIABLE.\n\nNO PART SHALL BE SOLD, AND ALL MUST BE FREE.\n\nREQUIRED FLAGS",
		"lone":    "# Guide\n\nThe file MUST end with a line feed. The rest is up to you.",
		"facts":   "# Myths\n\n## Fact: code is open\n\nIt is.\n\n## Assumption: it takes long\n\nIt does not.",
		"talk":    "# One\n\n“Let's go,” she said.\n\n" + prose + "\n\nLet's see, he thought.",
	} {
		a, err := Analyze(t.Context(), doc(s), Options{})
		if err != nil || a.Type != core.Unknown {
			t.Errorf("%s: got %s, want unknown (%v)", name, a.Type, a.Types)
		}
	}
	if a, err := Analyze(t.Context(), doc("# Names\n\nThe key words are used as RFC 2119 says. A name MUST be short."), Options{}); err != nil || a.Type != core.Spec {
		t.Errorf("a text that declares the key words is %s, want a specification", a.Type)
	}
}

// TestChapterTypes wants an appendix of declarations and a tutorial in a book of theory told apart, and chapters that
// are only a little different left as the book is.
func TestChapterTypes(t *testing.T) {
	prose := strings.Repeat("Every idea has a place in this book, and here is the place of one more. ", 80)
	theory := strings.Repeat("**Definition 1.1.** A ring is a set.\n\n**Theorem 1.2.** It is one.\n\n*Proof.* Clear.\n\n", 6)
	steps, calls, few := "", "", "## Step 1\n\nPress.\n\n## Step 2\n\nRun.\n\n"
	for i := 1; i <= 8; i++ {
		steps += "## Step " + string(rune('0'+i)) + "\n\nPress the button.\n\n"
		calls += "## Call\n\n    int ring_open(int n);\n\nOpens it.\n\n"
	}
	for name, c := range map[string]struct {
		text string
		want []core.ContentType
	}{
		"mixed":                         {"# Theory\n\n" + theory + theory + prose + "\n\n# First steps\n\n" + steps + prose + "\n\n# Interface\n\n" + calls + prose, []core.ContentType{"", core.Tutorial, core.ReferenceDoc}},
		"a few steps beside a tutorial": {"# Theory\n\n" + theory + theory + prose + "\n\n# Second steps\n\n" + few + prose + "\n\n# First steps\n\n" + steps + prose, []core.ContentType{"", core.Tutorial, core.Tutorial}},
		"a few steps alone":             {"# Theory\n\n" + theory + theory + prose + "\n\n# Asides\n\n" + few + prose + "\n\n# More\n\n" + prose, []core.ContentType{"", "", ""}},
		"asides": {"# Theory\n\n" + theory + prose + "\n\n# Talk\n\n" + strings.Repeat("Let's look at it. ", 40) + prose + "\n\n# Code\n\n    int ring_open(int n);\n\n" + theory + prose,
			[]core.ContentType{"", "", ""}},
	} {
		a, err := Analyze(t.Context(), doc(c.text), Options{})
		if err != nil || a.Type != core.Textbook || len(a.Chapters) != len(c.want) {
			t.Errorf("%s: a %s of %d chapters, want a textbook of %d; %v", name, a.Type, len(a.Chapters), len(c.want), a.Types)
			continue
		}
		for i, ch := range a.Chapters {
			if ch.Type != c.want[i] {
				t.Errorf("%s: chapter %d is %q, want %q", name, i, ch.Type, c.want[i])
			}
		}
		if at := a.TypeAt(len(c.text) - 1); c.want[2] != "" && at != c.want[2] {
			t.Errorf("%s: the end is %s", name, at)
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

// TestDomainsInLanguages wants texts in other languages than English in the domains of their subjects, whatever endings
// their words have, and those of none in none. A failure leaves whole books in "general".
func TestDomainsInLanguages(t *testing.T) {
	domains, err := Domains()
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[string]string{
		"In jedem Vektorraum gibt es eine Basis. Die Eigenwerte der Matrix sind die Nullstellen; zu den Eigenwerten gehören die Eigenvektoren, und die Determinanten der Matrizen sind nicht null.":          "linear-algebra",
		"Un groupe est dit abélien si sa loi est commutative. Les sous-groupes d'un groupe cyclique sont cycliques, et le noyau d'un morphisme de groupes est un sous-groupe distingué.":                     "abstract-algebra",
		"Una variable aleatoria tiene esperanza y varianza. La probabilidad de dos sucesos independientes es el producto de las probabilidades; las variables aleatorias son medibles.":                      "probability",
		"Un grafo ha vertici e archi. Ogni albero ricoprente del grafo è un sottografo, e un grafo bipartito non ha cicli di lunghezza dispari, perché i suoi vertici sono di due colori.":                   "graph-theory",
		"Функция называется голоморфной в области. Вычеты мероморфной функции в полюсах находят по формуле Коши, а ряд Лорана говорит о каждой особой точке на комплексной плоскости.":                       "complex-analysis",
		"设这是一个拓扑空间，其中的开集满足三条公理。紧致空间的闭集是紧致的，连续映射把连通集映为连通集，同胚保持拓扑性质。":                                                                                                                                          "topology",
		"Przestrzeń wektorowa ma bazę. Wartości własne macierzy są pierwiastkami wielomianu, który się z niej bierze, i wyznacznik macierzy jest ich iloczynem; wektory własne są wtedy liniowo niezależne.": "linear-algebra",
		"Er ging am Fluss entlang und dachte an nichts. Es regnete, und die Leute auf der Brücke sahen in das Wasser.":                                                                                       "",
	} {
		a, err := Analyze(t.Context(), doc(s), Options{Domains: domains})
		got := ""
		if err == nil && len(a.Domains) > 0 {
			got = a.Domains[0].Domain
		}
		if got != want {
			t.Errorf("%q is in %q, want %q; %+v, %v", s, got, want, a.Domains, err)
		}
	}
}

// TestStrays wants a word of another subject to say nothing in a long text, a chapter without a subject to abstain, and
// words that share only a stem with a pattern not to count.
func TestStrays(t *testing.T) {
	domains := []core.Domain{
		{ID: "algebra", Name: "A", Patterns: []string{"matrix", "vector space", "basis", "eigenvalue", "determinant", "rank"}, Center: core.Position{Re: -0.5, Im: 0.5}},
		{ID: "containers", Name: "C", Patterns: []string{"container", "registry", "image", "layer", "digest", "manifest"}, Center: core.Position{Re: 0.5, Im: -0.5}},
	}
	algebra := strings.Repeat("The matrix of a vector space contains a basis; the determinant and the eigenvalue tell its rank, its image and its nature. ", 40)
	legal := strings.Repeat("No person may publish or sell copies of this work under another licence without a written permission from its owner. ", 40)
	d := doc("# One\n\n" + algebra + "\n\n# Two\n\n" + algebra + "\n\n# Three\n\n" + strings.ReplaceAll(algebra, "image", "nature") + "\n\n# Legal\n\n" + legal)
	a, err := Analyze(t.Context(), d, Options{Domains: domains})
	if err != nil || len(a.Chapters) != 4 {
		t.Fatalf("%d chapters, want 4; %v", len(a.Chapters), err)
	}
	if len(a.Domains) != 1 || a.Domains[0].Domain != "algebra" { // "image" stands all over it, and is one word
		t.Errorf("the document has %+v", a.Domains)
	}
	if p := (core.Position{Re: -0.5, Im: 0.5}); a.Position != p {
		t.Errorf("a weak domain moved the document to %v", a.Position)
	}
	if c := a.Chapters[3]; len(c.Domains) != 0 || c.Position != (core.Position{}) {
		t.Errorf("the legal chapter has %+v at %v, want it to abstain", c.Domains, c.Position)
	}
	lone := doc("# One\n\n" + algebra + "\n\n# Two\n\n" + strings.ReplaceAll(algebra, "image", "nature") + "\n\n# Three\n\n" + strings.ReplaceAll(algebra, "image", "nature"))
	if a, err = Analyze(t.Context(), lone, Options{Domains: domains}); err != nil || len(a.Domains) != 1 || len(a.Chapters[0].Domains) != 1 {
		t.Errorf("a stray word counts: %+v, %v", a.Domains, err)
	}
	apart := doc("# One\n\n" + strings.Repeat("The layer lies on its bed, and nothing else is said of it here. ", 120) + "\n\n# Two\n\n" + strings.Repeat("The image hangs over the bed, and nothing else is said of it here. ", 120))
	if a, err = Analyze(t.Context(), apart, Options{Domains: domains}); err != nil || len(a.Domains) != 0 {
		t.Errorf("a word in each of two chapters makes a document that of %+v, %v", a.Domains, err)
	}
	own := "\n\n# Own\n\n" + strings.Repeat("The layer lies on its bed, and nothing else is said of it here. ", 120)
	a, err = Analyze(t.Context(), doc("# One\n\n"+algebra+"\n\n# Two\n\n"+algebra+"\n\n# Three\n\n"+algebra+own), Options{Domains: domains})
	if err != nil || len(a.Chapters) != 4 || len(a.Chapters[3].Domains) != 0 { // beside six words of algebra
		t.Errorf("one word of two makes a chapter that of %+v, %v", a.Chapters[len(a.Chapters)-1].Domains, err)
	}
}

// TestChapters wants chapters of a size that can be judged, and the text covered.
func TestChapters(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	huge := strings.Repeat(long+"\n\n", 60)
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"none":           {"", 1},
		"no heading":     {long, 1},
		"two":            {"# A\n\n" + long + "\n\n# B\n\n" + long, 2},
		"tiny ones join": {"# A\n\n" + long + "\n\n# B\n\nb\n\n# C\n\nc\n\n# D\n\nd", 1},
		"title above":    {"# Book\n\n## A\n\n" + long + "\n\n## B\n\n" + long, 2},
		"huge":           {huge, 3},
		"huge sections":  {"# A\n\n## A1\n\n" + huge[:240_000] + "\n\n## A2\n\n" + huge[:240_000] + "\n\n# B\n\n" + long, 3},
	} {
		a, err := Analyze(t.Context(), doc(c.text), Options{})
		if err != nil || len(a.Chapters) != c.want {
			t.Errorf("%s: %d chapters, want %d; %v", name, len(a.Chapters), c.want, err)
			continue
		}
		if name == "huge sections" && !strings.HasPrefix(a.Chapters[1].Span.Of(c.text), "## A2") {
			t.Errorf("%s: not cut at the section", name)
		}
		for i, ch := range a.Chapters {
			if i > 0 && ch.Span.Start != a.Chapters[i-1].Span.End || ch.Span.Len() > maxChapter+20_000 {
				t.Errorf("%s: chapter %d is %v", name, i, ch.Span)
			}
		}
	}
}

// TestTaxonomy wants patterns that each count once, and room between the domains.
func TestTaxonomy(t *testing.T) {
	domains, err := Domains()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range domains {
		if n := len(d.Patterns); n < 12 || n > 25 {
			t.Errorf("%s has %d patterns, want 12 to 25", d.ID, n)
		}
		if d.Radius <= 0 || d.Field == "" {
			t.Errorf("%s lacks a radius or a field", d.ID)
		}
		for code := range d.In {
			if text.LanguageNamed(code) == nil {
				t.Errorf("%s has patterns in %q, of which there is no table of words", d.ID, code)
			}
		}
		for _, code := range append(slices.Collect(maps.Keys(d.In)), "en") {
			seen, patterns := map[string]string{}, d.PatternsIn(code)
			if n := len(patterns); n < 9 || n > 25 {
				t.Errorf("%s has %d patterns in %s, want 9 to 25", d.ID, n, code)
			}
			for _, p := range patterns {
				if key := canonical(p, text.LanguageNamed(code)); seen[key] != "" {
					t.Errorf("%s: %q and %q are one pattern in %s", d.ID, p, seen[key], code)
				} else {
					seen[key] = p
				}
				if p != strings.ToLower(p) {
					t.Errorf("%s: %q is not lower case", d.ID, p)
				}
			}
		}
		for _, e := range domains[:i] {
			if r := math.Hypot(d.Center.Re-e.Center.Re, d.Center.Im-e.Center.Im); r < 0.14 || r <= 0.2 && d.Field != e.Field && !(e.ID == "statistics" || d.ID == "electrical-engineering" || d.ID == "fluid-dynamics") {
				t.Errorf("%s and %s lie %.2f apart", d.ID, e.ID, r)
			}
		}
	}
}

// TestScore holds the formula to the seed: min(1, sqrt(m/n)·(1 + 0.15·m)).
func TestScore(t *testing.T) {
	dom := []core.Domain{{ID: "d", Name: "D", Patterns: []string{"alpha", "beta wave", "gamma", "delta"}}}
	c := newTaxonomy(dom, text.LanguageNamed("en")).reader().score("Alpha waves and beta waves; alphabets do not count.")
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
		"no word":     "domains: [{id: a, name: A, patterns: [x], in: {de: ['!']}}]",
		"bad id":      "domains: [{id: A b, name: A, patterns: [x]}]",
		"typo":        "domains: [{id: a, nme: A, patterns: [x]}]",
	} {
		if _, err := LoadDomains([]byte(s)); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestOptionsInOptions wants an option counted once, however deep the lists nest that it stands in. A failure makes a
// reference of a text that describes one command, and takes quadratic time.
func TestOptionsInOptions(t *testing.T) {
	var d core.Document
	for i := range 4 {
		d.Blocks = append(d.Blocks, core.Block{Kind: core.TermList, Parent: 2*i - 1, Last: 7}, core.Block{Kind: core.ListItem, Parent: 2 * i, Last: 7, Title: "--depth"})
	}
	if _, n := classify(&d, nil); n[core.ReferenceDoc] != 4*weightReference {
		t.Errorf("four options count %v, want %v", n[core.ReferenceDoc], 4*weightReference)
	}
}

// TestHostile gives texts of one construct, long enough for a counter that takes quadratic time to run into the time
// limit of the tests.
func TestHostile(t *testing.T) {
	for _, unit := range []string{"MUST-a-", "MUST\u00a0a-", "a MUST ", "Let's ", "| -a ", "-a|", "*Theorem* ", "Theorem 1. "} {
		s := strings.Repeat(unit, 2_000_000/len(unit))
		d := &core.Document{Text: s}
		for i, k := range []core.BlockKind{core.Paragraph, core.Table, core.Code, core.Heading} {
			d.Blocks = append(d.Blocks, core.Block{Kind: k, Span: core.Span{End: len(s)}, Body: core.Span{End: len(s)}, Parent: -1, Last: i, Title: s})
		}
		classify(d, nil)
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

// TestBoxesSayTheType counts what titles of boxes say, and takes the steps of an example's solution for no tutorial's.
func TestBoxesSayTheType(t *testing.T) {
	d := &core.Document{Name: "x.html"}
	add := func(kind core.BlockKind, name, title, body string, parent int) {
		at := len(d.Text)
		d.Text += body + "\n"
		d.Blocks = append(d.Blocks, core.Block{Kind: kind, Name: name, Title: title, Parent: parent, Span: core.Span{Start: at, End: len(d.Text)}, Body: core.Span{Start: at, End: at + len(body)}, Last: len(d.Blocks)})
	}
	add(core.Environment, "note", "Definition", "A slope is a ratio.", -1)
	add(core.Environment, "example", "", "Graph it.", -1)
	for range 6 {
		add(core.Paragraph, "", "", "Step 1. Find where it is zero.", 1)
	}
	d.Blocks[1].Last, d.Blocks[1].Span.End = len(d.Blocks)-1, len(d.Text)
	a, err := Analyze(t.Context(), d, Options{})
	if err != nil || a.Type != core.Textbook || a.Types[core.Tutorial] != 0 {
		t.Errorf("got %s (%v, %v)", a.Type, a.Types, err)
	}
}
