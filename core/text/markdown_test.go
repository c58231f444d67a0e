package text

import (
	"html"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"pgregory.net/rapid"
)

// markdown is CommonMark with the extensions that a place where reports are read may have.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Footnote, extension.DefinitionList))

func render(t interface{ Fatal(...any) }, source string) string {
	var b strings.Builder
	if err := markdown.Convert([]byte(source), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// marks are strings that mean something at some place of Markdown.
var marks = []string{"#", "##", "---", "- ", "-", "+", "* ", "***", "===", "=", "> ", "~~~", "```", "`", "1. ", "12) ", "1.", "    ", "\t", "<!-- ", "-->", "<b>", "</p>",
	"<http://a.b>", "[a](b)", "![a](b)", "[^1]", "[ ] ", "[a]: b", "&lt;", "&#35;", "&amp", "|", "|---|", "\\", "\\n", "\n", "\r\n", "\n\n", "_a_", "snake_case", "**b**", "$1", "$$", "@file",
	"!`ls`", "!", ":", ": x", "C#", "C# ", "n!", "…", "ß", "\u202e", "\u200b", "\x1b[31m", "\x00", "\xff", "a", "b c", "word", "7", ".", ")", "(", "~", "\u00a0", "\u0301"}

func hostileText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(marks), rapid.String()), 0, 8).Draw(t, label), "")
}

// TestInline says what an escape looks like where a reader of the source sees it: names without markup stay as they
// are.
func TestInline(t *testing.T) {
	for in, want := range map[string]string{
		"Rank–nullity":           "Rank–nullity",
		"max_flow of C# in n!":   "max_flow of C# in n!",
		"a\nb\tc":                "a b c",
		"# a heading #":          `\# a heading \#`,
		"- item":                 `\- item`,
		"12. item":               `12\. item`,
		"v1.2":                   "v1.2",
		"~~~":                    `\~\~\~`,
		"a | b":                  `a \| b`,
		"<!-- x -->":             `\<!-- x -->`,
		"_a_ *b* `c` [d](e)":     "\\_a\\_ \\*b\\* \\`c\\` \\[d\\](e)",
		"R&D &lt; &#35;":         `R\&D \&lt; \&#35;`,
		"costs $1 @home":         `costs \$1 \@home`,
		"  \u202eabc ":           "‹U+202E›abc",
		"":                       "",
		strings.Repeat("a", 1e4): strings.Repeat("a", 1e4),
	} {
		if got := Inline(in); got != want {
			t.Errorf("Inline(%.40q) = %.60q, want %.60q", in, got, want)
		}
	}
}

// TestInlineShowsItself fails when some text, wherever our files put it, is drawn as anything but itself: then a name
// could open a heading, a list, a link or a tag.
func TestInlineShowsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostileText(t, "s")
		want := strings.TrimSpace(EscapeLine(s).String())
		for _, place := range [][2]string{
			{"%s after", "<p>%s after</p>"},
			{"- %s after", "<ul>\n<li>%s after</li>\n</ul>"},
			{"### 1. %s", "<h3>1. %s</h3>"},
			{"# %s", "<h1>%s</h1>"},
			{"| a | b |\n|---|---|\n| %s | c |", "<tr>\n<td>%s</td>\n<td>c</td>\n</tr>"},
		} {
			out := html.UnescapeString(render(t, strings.Replace(place[0], "%s", Inline(s), 1)))
			if w := strings.Replace(place[1], "%s", want, 1); want != "" && !strings.Contains(out, w) {
				t.Fatalf("%q in %q\nshows %q\nwant  %q", s, place[0], out, w)
			}
		}
	})
}

// TestFenceHolds fails when a statement can end its fence, or when the fence changes it.
func TestFenceHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := hostileText(t, "s")
		out := html.UnescapeString(render(t, "before\n\n"+Fence(s)+"\nafter"))
		body := strings.Trim(Escape(s).String(), "\n")
		want := "<p>before</p>\n<pre><code class=\"language-text\">" + body + "\n</code></pre>\n<p>after</p>\n"
		if out != want {
			t.Fatalf("Fence(%q)\nshows %q\nwant  %q", s, out, want)
		}
	})
}

// TestCode fails when an id that is none stays within backticks, where it could end them.
func TestCode(t *testing.T) {
	for in, want := range map[string]string{
		"linear-algebra-basis": "`linear-algebra-basis`",
		"notes.zip":            "`notes.zip`",
		"a b":                  "a b",
		"`x`":                  "\\`x\\`",
		"a!":                   "a!",
		"":                     "",
	} {
		if got := Code(in); got != want {
			t.Errorf("Code(%q) = %q, want %q", in, got, want)
		}
	}
}
