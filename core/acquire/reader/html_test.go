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

var updateHTML = flag.Bool("update-html", false, "write what the HTML reader gives into its tests")

// TestHTML reads in.html of each archive and compares blocks, references, marks, hidden text and losses with the file
// want.
func TestHTML(t *testing.T) {
	archives, err := filepath.Glob("testdata/html/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := Read(t.Context(), Input{Name: "in.html", Raw: a.Files[0].Data})
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, doc)
			got := describe(doc)
			if *updateHTML {
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

// TestHTMLOriginal maps text back through entities, blanks, line ends and other encodings.
func TestHTMLOriginal(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		want      map[string]string
	}{
		{"koi8-r", "<p>\xf4\xc5\xcf\xd2\xc5\xcd\xc1 1.", map[string]string{"Теорема": "\xf4\xc5\xcf\xd2\xc5\xcd\xc1"}},
		{"utf-8", "\xef\xbb\xbf<p>A  &lt;b&gt; of\r\n  <i>caf&eacute;</i>!<p>Next", map[string]string{"<b>": "&lt;b&gt;", "café": "caf&eacute;", "of café": "of\r\n  <i>caf&eacute;", "Next": "Next", "!": "!"}},
		{"windows-1251", "<meta charset=windows-1251><p>\xd2\xe5\xee\xf0\xe5\xec\xe0 1.", map[string]string{"Теорема": "\xd2\xe5\xee\xf0\xe5\xec\xe0", "1.": "1."}},
		{"gbk", "<meta charset=gbk><p>\xb6\xa8\xc0\xed 1", map[string]string{"定理": "\xb6\xa8\xc0\xed", "理 1": "\xc0\xed 1"}},
		{"windows-1252", "<p>caf\xe9 au lait</p>", map[string]string{"café": "caf\xe9", "lait": "lait"}},
	} {
		in := Input{Name: "x.html", Raw: []byte(c.raw)}
		if !strings.Contains(c.raw, "charset") {
			in.ContentType = "text/html; charset=" + c.name
		}
		doc, err := Read(t.Context(), in)
		if err != nil {
			t.Fatal(c.name, err)
		}
		checkDocument(t, doc)
		for text, want := range c.want {
			i := strings.Index(doc.Text, text)
			if i < 0 {
				t.Errorf("%s: %q is not in %q", c.name, text, doc.Text)
				continue
			}
			_, s := doc.Original(core.Span{Start: i, End: i + len(text)})
			if got := c.raw[s.Start:s.End]; got != want {
				t.Errorf("%s: %q came from %q, want %q", c.name, text, got, want)
			}
		}
	}
}

// TestHTMLEnds reads inputs on which a quadratic reader would not end before the test's own limit, or one that recurses
// without a bound would not end at all.
func TestHTMLEnds(t *testing.T) {
	for _, unit := range []string{
		"<div>", "<b>", "<p>", "</p>", "</b>", "<b></i>", "<table>", "<table><tr><td>", "<ul><li>", "<li>", "<dl><dt>", "<a href=#x>", "<math>", "<mrow><mi>x", "<math><msup>",
		"&", "&amp", "&#", "<", "<!--", "<![CDATA[", "<span class=math>", `<div class="theorem"><p><b>Theorem`, "<pre>\n", "<sup>", "<sup>a</sup>", "<h1>", "<blockquote>", "<script type=math/tex>",
		"<div style='display:none'>", "<svg>", "<nav>", "<x a='", "<x a b c d ", "<font><table>", "<div class=ltx_para>", "</table>", "<br>", "<p><table></p>", "<section class=example>",
	} {
		if _, err := readHTML(t.Context(), Input{Name: "x.html", Raw: hostile(unit)[:1<<19]}); err != nil {
			t.Errorf("%q: %v", unit, err)
		}
	}
}

func FuzzHTML(f *testing.F) {
	archives, err := filepath.Glob("testdata/html/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for part := range strings.SplitSeq(string(a.Files[0].Data), "\n\n") {
			f.Add(part)
		}
	}
	f.Add("\xef\xbb\xbf<p>a\r\n<!-- \xff --><meta charset=gbk>")
	f.Fuzz(func(t *testing.T, s string) {
		doc, err := Read(context.Background(), Input{Name: "x.html", Raw: []byte(s)})
		if err == nil {
			checkDocument(t, doc)
		}
	})
}

func BenchmarkHTML(b *testing.B) {
	raw := []byte("<body>" + strings.Repeat("<h2 id=\"sets\">1.2 Sets</h2>\n<div class=\"definition\"><p><strong>Definition 0.3.1</strong>. A <em>set</em> is a collection of objects called <em>elements</em>\nor members, see <a href=\"#thm-2\">Theorem 2</a> and <span class=\"math inline\">\\(x \\in\nA\\)</span> &amp; more.</p></div>\n<ul><li>one</li><li>two</li></ul>\n", 4000))
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, err := readHTML(b.Context(), Input{Name: "x.html", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}
