package reader

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

// markups are the formats whose tests are pairs of a file and what comes out.
var markups = []struct {
	dir, name string
	units     []string // that a quadratic reader would not end on
}{
	{"rst", "x.rst", []string{"*a ", "**a ", "`a ", "``a ", ":math:`a ", "|a ", "[a]_ ", "a_ ", ".. a::\n   ", ".. _a:\n", "- ", "a\n=\n", "a\n b\n", "+-+\n", "= =\n", "a::\n\n b\n", "(a) b\n", ":a: b\n", "\\", "   a\n", ".. [1] a\n", ">>> a\n\n", "|x|", "_`a "}},
	{"org", "x.org", []string{"*a ", "/a ", "=a ", "$a ", "[[a ", "[fn:", "<<a ", "* a\n", "- a\n", " - a\n", "| a\n", "#+begin_a\n", "#+end_a\n", ":a:\n", "\\begin{align}\n", "\\(", ": a\n", "# a\n", "#+name: a\n", "1. a\n", "*/a ", "\\a"}},
	{"asciidoc", "x.adoc", []string{"*a ", "**a", "_a ", "`a ", "#a ", "{a}", ":a: {a}{a}\n", "<<a ", "[[a ", "stem:[", "http://a[", "+a ", "++a ", "(((a ", "((a ", "a^", "====\n", "--\n", "|===\n", "* a\n", "** a\n* b\n", "a:: b\n", ". a\n+\n", "[a]\n", ".a\n", "+\n", "== a\n", "////\n", "[.a]#b ", "footnote:[", "*_a ", "a::\n"}},
	{"pretext", "x.ptx", []string{"<p>", "<p>a</p>", "<section><title>a</title>", "<theorem><statement><p>", "<m>", "<a></p>", "<ol><li>", "<a>&a", "<a/><!--", "<xi:include href=\"x\"/>", "<md><mrow>a</mrow>", "<fn>a</fn>", "<xref ref=\"a\"/>", "<p><me>a</me>"}},
	{"docbook", "x.dbk", []string{"<para>", "<para>a</para>", "<section><title>a</title>", "<sidebar>", "<a></p>", "<listitem>", "<a>&a", "<inlineequation><math><mi>", "<footnote>a</footnote>", "<xref linkend=\"a\"/>", "<emphasis>", "<table><row><entry>", "<refnamediv><refname>", "<methodsynopsis><methodparam>", "<procedure><step>"}},
	{"rfcxml", "x.rfcxml", []string{"<t>", "<t>a</t>", "<section title='a'>", "<section><name>a</name>", "<a></t>", "<ul><li>", "<a>&a", "<dl><dt>a</dt>", "<xref target=\"a\"/>", "<t><list>", "<list style='hanging'><t hangText='a'>", "<texttable><ttcol>", "<c>a</c>", "<em>", "<artwork>", "<!DOCTYPE rfc [<!ENTITY a 'b'>]>&a;", "<a><!DOCTYPE rfc [<!ENTITY a 'b'", "<figure><name>", "<cref>"}},
}

// TestMarkup reads testdata of each format.
func TestMarkup(t *testing.T) {
	for _, m := range markups {
		t.Run(m.dir, func(t *testing.T) { goldenText(t, m.dir) })
	}
}

// TestMarkupEncodings reads the same text in every encoding and with every line end: blocks and text are the same, and
// every run leads back to bytes of the file.
func TestMarkupEncodings(t *testing.T) {
	formats := [][2]string{{"markdown", "x.md"}, {"tex", "x.tex"}, {"text", "x.txt"}}
	for _, m := range markups {
		formats = append(formats, [2]string{m.dir, m.name})
	}
	for _, m := range formats {
		dir, file := m[0], m[1]
		src := ""
		archives(t, dir, func(_ string, a *txtar.Archive) {
			if src == "" {
				src = string(a.Files[0].Data)
			}
		})
		plain, err := Read(t.Context(), Input{Name: file, Raw: []byte(src)})
		if err != nil {
			t.Fatal(err)
		}
		for name, raw := range encodings(src) {
			doc, err := Read(t.Context(), Input{Name: file, Raw: raw})
			if err != nil {
				t.Fatalf("%s in %s: %v", dir, name, err)
			}
			if doc.Text != plain.Text || len(doc.Blocks) != len(plain.Blocks) {
				t.Errorf("%s in %s reads otherwise:\n%s\nwant:\n%s", dir, name, doc.Text, plain.Text)
			}
			if !strings.HasPrefix(name, "utf-16") {
				checkDocument(t, doc)
			}
			for i, b := range doc.Blocks { // the first word of a block comes from the same place of the source
				word, _, _ := strings.Cut(b.Body.Of(doc.Text), " ")
				at := b.Body.Start
				if word == "" || strings.ContainsAny(word, "\n\\(") {
					continue
				}
				_, o := doc.Original(core.Span{Start: at, End: at + len(word)})
				_, p := plain.Original(core.Span{Start: at, End: at + len(word)})
				if p.Of(src) != word { // the reader made it
					continue
				}
				if got := decoded(t, raw, o); got != word {
					t.Errorf("%s in %s: block %d begins at %q, want %q", dir, name, i, got, word)
				}
			}
		}
	}
}

// encodings are the bytes of a text as editors save it.
func encodings(s string) map[string][]byte {
	crlf := strings.ReplaceAll(s, "\n", "\r\n")
	wide := func(order func(hi, lo byte) []byte) []byte {
		out := order(0xFE, 0xFF)
		for _, r := range s { // the tests hold no character beyond U+FFFF
			out = append(out, order(byte(r>>8), byte(r))...)
		}
		return out
	}
	out := map[string][]byte{
		"utf-8 with a mark": []byte("\xef\xbb\xbf" + s), "crlf": []byte(crlf), "cr": []byte(strings.ReplaceAll(s, "\n", "\r")), "crlf with a mark": []byte("\xef\xbb\xbf" + crlf),
		"utf-16le": wide(func(hi, lo byte) []byte { return []byte{lo, hi} }), "utf-16be": wide(func(hi, lo byte) []byte { return []byte{hi, lo} }),
	}
	out["utf-16le without a mark"] = out["utf-16le"][2:]
	latin, narrow := []byte(nil), true
	for _, r := range s {
		narrow = narrow && r < 0x100
		latin = append(latin, byte(r))
	}
	if narrow {
		out["windows-1252"] = latin
	}
	return out
}

// decoded is a piece of a file as text with LF line ends.
func decoded(t *testing.T, raw []byte, s core.Span) string {
	t.Helper()
	piece := raw[s.Start:s.End]
	switch {
	case strings.HasPrefix(string(raw), "\xff\xfe"), strings.HasPrefix(string(raw), "\xfe\xff"):
		piece = append(append([]byte(nil), raw[:2]...), piece...)
	case len(raw) > 1 && raw[1] == 0:
		piece = append([]byte("\xff\xfe"), piece...)
	}
	text, _, _, _, err := Decode(piece)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestMarkupEnds(t *testing.T) {
	for _, m := range markups {
		t.Run(m.dir, func(t *testing.T) { terminates(t, m.name, 1<<18, m.units) })
	}
}

func FuzzRST(f *testing.F) { fuzz(f, "rst", "x.rst") }

func FuzzOrg(f *testing.F) { fuzz(f, "org", "x.org") }

func FuzzAsciiDoc(f *testing.F) { fuzz(f, "asciidoc", "x.adoc") }

func FuzzPreTeXt(f *testing.F) { fuzz(f, "pretext", "x.ptx") }

func FuzzDocBook(f *testing.F) { fuzz(f, "docbook", "x.dbk") }

func FuzzRFC(f *testing.F) { fuzz(f, "rfcxml", "x.rfcxml") }

// TestPreTeXtIncludes reads a book of several files: text of each leads back to its own bytes, and files that are
// missing or include each other are losses.
func TestPreTeXtIncludes(t *testing.T) {
	files := map[string]string{
		"ch/one.ptx": `<chapter xmlns:xi="x" xml:id="one"><title>One</title><xi:include href="two.ptx"/><p>After.</p></chapter>`,
		"ch/two.ptx": "\xef\xbb\xbf<section>\r\n<title>Two</title><lemma><statement><p>Every chain.</p></statement></lemma><xi:include href=\"one.ptx\"/></section>",
	}
	main := `<pretext><book><title>Book</title><xi:include href="ch/one.ptx"/><xi:include href="missing.ptx"/><xi:include href="../../etc/passwd"/></book></pretext>`
	doc, err := Read(t.Context(), Input{Name: "main.ptx", Raw: []byte(main), Open: func(rel string) (string, []byte, error) {
		if s, ok := files[rel]; ok {
			return "src/" + rel, []byte(s), nil
		}
		return "", nil, os.ErrNotExist
	}})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	if want := "Book\n\n1 One\n\n1.1 Two\n\nLemma 1.1.1. Every chain.\n\nAfter."; doc.Text != want {
		t.Errorf("got %q, want %q", doc.Text, want)
	}
	for text, part := range map[string]int{"Book": 0, "One": 1, "Every chain": 2, "After": 1} {
		i := strings.Index(doc.Text, text)
		p, s := doc.Original(core.Span{Start: i, End: i + len(text)})
		if p != part || s.Of(string(doc.Parts[p].Raw)) != text {
			t.Errorf("%q is said to stand in part %d at %q", text, p, s.Of(string(doc.Parts[p].Raw)))
		}
	}
	kinds := map[string]int{}
	for _, l := range doc.Losses {
		kinds[l.Kind] += l.Count
	}
	if kinds["missing-file"] != 2 || kinds["include"] != 1 {
		t.Errorf("losses: %v", doc.Losses)
	}
}

// TestXMLByRoot chooses the reader of a file in XML by its root, and says what a compound file is.
func TestXMLByRoot(t *testing.T) {
	for src, want := range map[string]string{
		`<?xml version="1.0"?><!-- x --><pretext/>`: "PreTeXt", `<mathbook><book/></mathbook>`: "PreTeXt", `<article xmlns="http://docbook.org/ns/docbook"/>`: "DocBook",
		`<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x"><book/>`: "DocBook", `<project/>`: "", `<book/>`: "",
		`<?xml version="1.0"?><rfc/>`: "RFC XML", "<!DOCTYPE rfc [" + strings.Repeat(`<!ENTITY MUST "MUST">`, 500) + "]><rfc/>": "RFC XML",
	} {
		f, _, err := For("x.xml", []byte(src))
		if f.Name != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", src, f.Name, err)
		}
	}
	if _, _, err := For("x.doc", []byte(oleMagic)); err == nil || !strings.Contains(err.Error(), "Word 97") {
		t.Errorf("an old document: %v", err)
	}
}

// TestReferencesToLongTitles refers to a long title again and again: the text must not grow as the product of both.
func TestReferencesToLongTitles(t *testing.T) {
	const n = 2000
	long := strings.Repeat("long ", n)
	for name, src := range map[string]string{
		"x.adoc": "[[a]]\n== " + long + "\n\n" + strings.Repeat("<<a>> ", n),
		"x.rst":  ".. _a:\n\n" + long + "\n" + strings.Repeat("=", len(long)) + "\n\n" + strings.Repeat(":ref:`a` ", n),
		"x.org":  "* " + long + "\n:PROPERTIES:\n:CUSTOM_ID: a\n:END:\n" + strings.Repeat("[[#a]] ", n),
		"x.ptx":  "<pretext><section xml:id='a'><title>" + long + "</title><p>" + strings.Repeat("<xref ref='a' text='title'/> ", n) + "</p></section></pretext>",
		"x.xml":  "<rfc><middle><section anchor='a' numbered='false' title='" + long + "'><t>" + strings.Repeat("<xref target='a'/> ", n) + "</t></section></middle></rfc>",
		// What a citation prints is given by the document, too.
		"y.xml": "<rfc><middle><section><t>" + strings.Repeat("<xref target='a'/> ", n) + "</t></section></middle><back><displayreference target='a' to='" + long + "'/></back></rfc>",
		"x.dbk": "<book xmlns='http://docbook.org/ns/docbook'><section xml:id='a'><title>" + long + "</title><para>" + strings.Repeat("<xref linkend='a'/> ", n) + "</para></section></book>",
	} {
		doc := readChecked(t, Input{Name: name, Raw: []byte(src)})
		if most := len(long) + n*400; len(doc.Text) > most {
			t.Errorf("%s: %d bytes of text from %d", name, len(doc.Text), len(src))
		}
	}
}

// TestEntities refers again and again to what a document declares: the text must not grow as the product of both, and
// what is left out is said.
func TestEntities(t *testing.T) {
	const n = 20000
	long := strings.Repeat("long ", maxEntity/5-1)
	laughs := "<!ENTITY l0 '" + long + "'>"
	for i := range 20 {
		laughs += fmt.Sprintf("<!ENTITY l%d '%s'>", i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
	}
	for name, src := range map[string]string{
		"x.rfcxml": "<!DOCTYPE rfc [" + laughs + "]><rfc><middle><section><t>&l20; " + strings.Repeat("&l0; ", n) + "</t></section></middle></rfc>",
		"x.dbk":    "<!DOCTYPE book [" + laughs + "]><book><para>&l20; " + strings.Repeat("&l0; ", n) + "</para></book>",
		"x.ptx":    "<!DOCTYPE pretext [" + laughs + "]><pretext><p>&l20; " + strings.Repeat("&l0; ", n) + "</p></pretext>",
	} {
		doc := readChecked(t, Input{Name: name, Raw: []byte(src)})
		if most := len(src) + maxExpanded(len(src)); len(doc.Text) > most || !strings.Contains(doc.Text, long) {
			t.Errorf("%s: %d bytes of text from %d", name, len(doc.Text), len(src))
		}
		if !slices.ContainsFunc(doc.Losses, func(l core.Loss) bool { return l.Kind == "entities" }) {
			t.Errorf("%s: it is not said that references are left: %v", name, doc.Losses)
		}
	}
}

// TestXMLListings fails when a listing leads back to less than all of its element: its place in the file would be
// wrong, and what it shows would be scanned as if it stood in no listing.
func TestXMLListings(t *testing.T) {
	for name, src := range map[string]string{
		"x.dbk":    "<book xmlns='http://docbook.org/ns/docbook'><para>A.</para><programlisting>\n<![CDATA[\n@<a>\n]]>b <co/>c#</programlisting></book>",
		"x.rfcxml": "<rfc><middle><section><t>A.</t><sourcecode>\n<![CDATA[\n@<a>\n]]>b #</sourcecode></section></middle></rfc>",
		"x.ptx":    "<pretext><p>A.</p><program><input>\n<![CDATA[@<a>\n]]>b #</input></program></pretext>",
	} {
		doc := readChecked(t, Input{Name: name, Raw: []byte(src)})
		i := slices.IndexFunc(doc.Blocks, func(b core.Block) bool { return b.Kind == core.Code })
		if i < 0 {
			t.Fatalf("%s: no listing", name)
		}
		if _, o := doc.Original(doc.Blocks[i].Body); o.Start > strings.IndexByte(src, '@') || o.End <= strings.IndexByte(src, '#') {
			t.Errorf("%s: the listing leads back to %q", name, src[o.Start:o.End])
		}
	}
}
