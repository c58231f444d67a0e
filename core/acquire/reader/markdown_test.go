package reader

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

var updateMarkdown = flag.Bool("update-markdown", false, "write what the Markdown reader gives into its tests")

// TestMarkdown reads in.md of each archive and compares its blocks, references, marks and hidden text with the file
// want.
func TestMarkdown(t *testing.T) {
	archives, err := filepath.Glob("testdata/markdown/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := Read(t.Context(), Input{Name: "in.md", Raw: a.Files[0].Data})
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, doc)
			got := describe(doc)
			if *updateMarkdown {
				a.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := string(a.Files[1].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// TestMarkdownOriginal maps text back through cuts, line ends and replaced bytes.
func TestMarkdownOriginal(t *testing.T) {
	raw := "\xef\xbb\xbf> A [link](#x) \\[1\\]\r\n> and <b>bold</b>\xff.\r\n\r\n::: lemma\r\nLast <!-- no --> one.\r\n:::\r\n"
	doc, err := Read(t.Context(), Input{Name: "x.md", Raw: []byte(raw)})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	for text, want := range map[string]string{"link": "link", "[1]": `[1\]`, "1": "1", "and bold": "and <b>bold", "\uFFFD": "\xff", "one.": "one.", "A link": "A [link"} {
		i := strings.Index(doc.Text, text)
		if i < 0 {
			t.Fatalf("%q is not in %q", text, doc.Text)
		}
		_, s := doc.Original(core.Span{Start: i, End: i + len(text)})
		if got := raw[s.Start:s.End]; got != want {
			t.Errorf("%q came from %q, want %q", text, got, want)
		}
	}
	if got := raw[doc.Hidden[0].Span.Start:doc.Hidden[0].Span.End]; got != doc.Hidden[0].Text {
		t.Errorf("the comment %q is said to stand at %q", doc.Hidden[0].Text, got)
	}
}

// TestMarkdownEnds reads inputs on which a quadratic reader would not end before the test's own limit.
func TestMarkdownEnds(t *testing.T) {
	for _, unit := range []string{
		"[", "[a](", "![", "> ", "*a", "**a*b", "`a ``b ", "- ", "$x ", "$$\na\n\n", `\[`, "\\[\n", `\(`, "<a x=\"", "<!--\n", "<div>", "<h1>", "<pre>\n", "```a\n# b\n\n",
		"::: {.theorem}\n# a\n\n", "{ref}`", `\begin{align}`, "{: .theorem}\n", "a\n:   b\n\n", "| a\n|-\n", "[^1]: a\n", "</b>", "[a]{", "a </div>", "# {", "$a\n- b\n", "```{theorem}\n",
	} {
		if _, err := readMarkdown(t.Context(), Input{Name: "x.md", Raw: hostile(unit)}); err != nil {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

func FuzzMarkdown(f *testing.F) {
	archives, err := filepath.Glob("testdata/markdown/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(a.Files[0].Data))
	}
	f.Add("first line\nsecond line\n  -----  -----\n") // a table takes the last line of a paragraph
	f.Add("\xef\xbb\xbf- a\r\n\t> <!-- \xff -->\r\n")
	f.Add("above\n| --- | --- |\n| Type | Value |\n| --- | :-: |\n")
	f.Fuzz(func(t *testing.T, s string) {
		doc, err := readMarkdown(context.Background(), Input{Name: "x.md", Raw: []byte(s)})
		if err == nil {
			checkDocument(t, doc)
		}
	})
}

func BenchmarkMarkdown(b *testing.B) {
	raw := []byte(strings.Repeat("## 1.2 Sets {#sets}\n\n**Definition 0.3.1**. A *set* is a collection of objects called *elements* or\n*members*, see [Theorem 2](#thm-2) and $x \\in\nA$. By $$f(x)\n= 1$$ it is \\[empty\\].\n\n1.  one\n\n2.  two\n\n::: lemma\nBody.\n:::\n\n", 4000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := readMarkdown(b.Context(), Input{Name: "x.md", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}
