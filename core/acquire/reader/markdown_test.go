package reader

import (
	"fmt"
	"strings"
	"testing"

	"lemma/core"
)

// TestMarkdown reads testdata/markdown.
func TestMarkdown(t *testing.T) { goldenText(t, "markdown") }

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

// TestBindingCitations wants the works that a text rests on by their names, without the signs around them, and other
// braces as they are.
func TestBindingCitations(t *testing.T) {
	for raw, want := range map[string]string{
		"As in {{!RFC2119}} and {{?ABC-DEF}}.": "As in RFC2119 and ABC-DEF.",
		"A {{!remark}} and {{!-- one --}}.":    "A {{!remark}} and {{!-- one --}}.",
		"Never {{!Closed":                      "Never {{!Closed",
	} {
		doc, err := Read(t.Context(), Input{Name: "x.md", Raw: []byte(raw)})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(doc.Text); got != want {
			t.Errorf("%q is read as %q, want %q", raw, got, want)
		}
	}
}

// TestAdornedTitles wants titles and numbers read behind the pictographs that authors set before them. A failure hides
// steps and items.
func TestAdornedTitles(t *testing.T) {
	for raw, want := range map[string]string{
		"## 🚀 Step 1: Run":    "| Step 1: Run | Step 1: Run",
		"## 💡 2. Run":         "2 | Run | Run",
		"## 1️⃣2️⃣ Run it":    "12 | Run it | Run it",
		"## 🔟 Run `it`":       "10 | Run it | Run `it`",
		"## 3 Run":            "3 | Run | 3 Run",
		"## 5️⃣":              "| 5️⃣ | 5️⃣",
		"## Run 🚀":            "| Run 🚀 | Run 🚀",
		"> [!tip] 🚀 Run it\n": "| Run it | ",
	} {
		doc, err := Read(t.Context(), Input{Name: "x.md", Raw: []byte(raw)})
		if err != nil || len(doc.Blocks) == 0 {
			t.Fatalf("%q: %v, %d blocks", raw, err, len(doc.Blocks))
		}
		b := doc.Blocks[0]
		if got := strings.TrimSpace(b.Number + " | " + b.Title + " | " + b.Body.Of(doc.Text)); got != strings.TrimSpace(want) {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestMarkdownEnds(t *testing.T) {
	terminates(t, "x.md", 2<<20, []string{
		"[", "[a](", "![", "> ", "*a", "**a*b", "`a ``b ", "- ", "$x ", "$$\na\n\n", `\[`, "\\[\n", `\(`, "<a x=\"", "<!--\n", "<div>", "<h1>", "<pre>\n", "```a\n# b\n\n",
		"::: {.theorem}\n# a\n\n", "{ref}`", `\begin{align}`, "{: .theorem}\n", "a\n:   b\n\n", "| a\n|-\n", "[^1]: a\n", "</b>", "[a]{", "a </div>", "# {", "$a\n- b\n", "```{theorem}\n",
		"\\begin{theorem}\\end{theorem}", "\\begin{theorem}\\label{a}", "\\begin{theorem}\n", "{% lemma %}x{% endlemma %}", "{% lemma %}\n", "{{< lemma >}}{{< /lemma >}}", "{{< lemma", "/// lemma\n///\n", "!!! lemma\n    ",
		"> [!lemma] a\n\n", "[[a", "::: {.theorem\n", "a ^b\n\n", "```{math}\n:label: a\n", "<div data-type=title>",
	})
}

// TestMarkdownManyTags wants tags of thousands of names, which nothing closes, read in one pass.
func TestMarkdownManyTags(t *testing.T) {
	for _, tag := range []string{"{%% a%d %%}\n", "{%% a%d() %%}\n", "{{< a%d >}}\n"} {
		var b strings.Builder
		for i := range 1 << 16 {
			fmt.Fprintf(&b, tag, i)
		}
		readChecked(t, Input{Name: "x.md", Raw: []byte(b.String())})
	}
}

func FuzzMarkdown(f *testing.F) {
	f.Add("first line\nsecond line\n  -----  -----\n") // a table takes the last line of a paragraph
	f.Add("\xef\xbb\xbf- a\r\n\t> <!-- \xff -->\r\n")
	fuzz(f, "markdown", "x.md")
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
