package reader

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

// TestHTML reads testdata/html.
func TestHTML(t *testing.T) { goldenText(t, "html") }

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

func TestHTMLEnds(t *testing.T) {
	terminates(t, "x.html", 1<<19, []string{
		"<div>", "<b>", "<p>", "</p>", "</b>", "<b></i>", "<table>", "<table><tr><td>", "<ul><li>", "<li>", "<dl><dt>", "<a href=#x>", "<math>", "<mrow><mi>x", "<math><msup>",
		"&", "&amp", "&#", "<", "<!--", "<![CDATA[", "<span class=math>", `<div class="theorem"><p><b>Theorem`, "<pre>\n", "<sup>", "<sup>a</sup>", "<h1>", "<blockquote>", "<script type=math/tex>",
		"<div style='display:none'>", "<svg>", "<nav>", "<x a='", "<x a b c d ", "<font><table>", "<div class=ltx_para>", "</table>", "<br>", "<p><table></p>", "<section class=example>",
	})
}

// TestHTMLManyTerms gives one description a great many terms: its title must not grow with each.
func TestHTMLManyTerms(t *testing.T) {
	doc := readChecked(t, Input{Name: "x.html", Raw: append([]byte("<dl>"), repeated("<dt>term", 1<<19)...)})
	for _, b := range doc.Blocks {
		if len(b.Title) > maxTerms {
			t.Errorf("a title of %d bytes", len(b.Title))
		}
	}
	if !strings.HasPrefix(doc.Blocks[1].Title, "term, term") {
		t.Errorf("the title begins %.20q", doc.Blocks[1].Title)
	}
}

func FuzzHTML(f *testing.F) {
	archives(f, "html", func(_ string, a *txtar.Archive) {
		for part := range strings.SplitSeq(string(a.Files[0].Data), "\n\n") {
			f.Add(part)
		}
	})
	f.Add("\xef\xbb\xbf<p>a\r\n<!-- \xff --><meta charset=gbk>")
	fuzz(f, "html", "x.html")
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
