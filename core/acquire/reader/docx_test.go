package reader

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

const wordML = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

// zipped makes an archive of files.
func zipped(t testing.TB, files []txtar.File) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(f.Data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// docxOf makes a document of the content of its body.
func docxOf(t testing.TB, body string, more ...txtar.File) []byte {
	t.Helper()
	return zipped(t, append(more, txtar.File{Name: "word/document.xml", Data: []byte(`<w:document xmlns:w="` + wordML + `" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>` + body + "</w:body></w:document>")}))
}

// TestDocx reads the parts of each archive and compares what comes out with the file want.
func TestDocx(t *testing.T) {
	golden(t, "docx", func(t *testing.T, parts []txtar.File) string {
		return describe(readChecked(t, Input{Name: "in.docx", Raw: zipped(t, parts)}))
	})
}

func TestOfficeMath(t *testing.T) {
	r := func(s string) string { return "<m:r><m:t>" + s + "</m:t></m:r>" }
	e := func(s string) string { return "<m:e>" + s + "</m:e>" }
	for _, c := range [][2]string{
		{"<m:f><m:num>" + r("1") + "</m:num><m:den>" + r("n+1") + "</m:den></m:f>", `\frac{1}{n+1}`},
		{`<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>` + r("a") + "</m:num><m:den>" + r("b") + "</m:den></m:f>", `a/b`},
		{`<m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>` + r("n") + "</m:num><m:den>" + r("k") + "</m:den></m:f></m:e></m:d>", `\binom{n}{k}`},
		{"<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/>" + e(r("x")) + "</m:rad>", `\sqrt{x}`},
		{"<m:rad><m:deg>" + r("3") + "</m:deg>" + e(r("x")) + "</m:rad>", `\sqrt[3]{x}`},
		{`<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>` + r("i=0") + "</m:sub><m:sup>" + r("∞") + "</m:sup>" + e(r("x")) + "</m:nary>", `\sum_{i=0}^{\infty} x`},
		{`<m:nary><m:naryPr><m:subHide m:val="1"/><m:supHide m:val="on"/></m:naryPr><m:sub/><m:sup/>` + e(r("f")) + "</m:nary>", `\int f`},
		{"<m:d>" + e(r("a")) + e(r("b")) + "</m:d>", `(a|b)`},
		{`<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>` + e("<m:eqArr>"+e(r("0&amp;x"))+e(r("1&amp;y"))+"</m:eqArr>") + "</m:d>", `\begin{cases} 0&x \\ 1&y \end{cases}`},
		{`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>` + e("<m:m><m:mr>"+e(r("1"))+e(r("0"))+"</m:mr><m:mr>"+e(r("0"))+e(r("1"))+"</m:mr></m:m>") + "</m:d>", `\begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}`},
		{`<m:d><m:dPr><m:begChr m:val="⟨"/><m:endChr m:val="⟩"/></m:dPr>` + e(r("x")) + "</m:d>", `\langle x\rangle`},
		{`<m:d><m:dPr><m:begChr m:val="|"/><m:endChr m:val=""/></m:dPr>` + e(r("x")) + "</m:d>", `\left|x\right.`},
		{"<m:sSub>" + e(r("x")) + "<m:sub>" + r("ij") + "</m:sub></m:sSub>", `x_{ij}`},
		{"<m:sSup>" + e(r("ab")) + "<m:sup>" + r("2") + "</m:sup></m:sSup>", `{ab}^2`},
		{"<m:sSup>" + e("<m:d>"+e(r("ab"))+"</m:d>") + "<m:sup>" + r("′") + "</m:sup></m:sSup>", `(ab)'`},
		{"<m:sPre><m:sub>" + r("2") + "</m:sub><m:sup>" + r("3") + "</m:sup>" + e(r("X")) + "</m:sPre>", `{}_2^3X`},
		{"<m:func><m:fName>" + `<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r>` + "</m:fName>" + e(r("α")) + "</m:func>", `\sin \alpha`},
		{"<m:func><m:fName><m:limLow>" + e(`<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>lim</m:t></m:r>`) + "<m:lim>" + r("n→∞") + "</m:lim></m:limLow></m:fName>" + e(r("a")) + "</m:func>", `\lim_{n\to\infty} a`},
		{"<m:acc>" + e(r("x")) + "</m:acc>", `\hat{x}`}, {`<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>` + e(r("v")) + "</m:acc>", `\vec{v}`},
		{`<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>` + e(r("AB")) + "</m:bar>", `\overline{AB}`},
		{`<m:limLow><m:e><m:groupChr>` + e(r("a+b")) + `</m:groupChr></m:e><m:lim>` + r("n") + `</m:lim></m:limLow>`, `\underbrace{a+b}_n`},
		{`<m:limUpp>` + e(r("=")) + `<m:lim>` + r("d") + `</m:lim></m:limUpp>`, `\overset{d}{=}`},
		{`<m:borderBox>` + e(r("1")) + `</m:borderBox>`, `\boxed{1}`},
		{`<m:r><m:rPr><m:scr m:val="double-struck"/></m:rPr><m:t>R</m:t></m:r>`, `\mathbb{R}`},
		{`<m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>rank</m:t></m:r>` + r("A"), `\operatorname{rank}A`},
		{`<m:r><m:rPr><m:nor/></m:rPr><m:t> if </m:t></m:r>`, `\text{ if }`},
		{r("α") + r("x") + r(`\)`), `\alpha x\setminus)`},
		{`<w:del><m:r><m:t>old</m:t></m:r></w:del>` + r("new"), `new`},
		{"<m:sSup>" + e(r("g")) + "<m:sup>" + r("-") + "</m:sup></m:sSup>" + r("¹"), `g^{-1}`},
		{r("g⁻¹") + r("⁻") + r("¹"), `g^{-1-1}`},
		{`<m:unknown><m:r><m:t>x</m:t></m:r></m:unknown>`, ``},
	} {
		doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, "<w:p><w:r><w:t>a </w:t></w:r><m:oMath>"+c[0]+"</m:oMath><w:r><w:t>b</w:t></w:r></w:p>")})
		if err != nil {
			t.Fatal(err)
		}
		want := "a " + `\(` + c[1] + `\)` + "b"
		if c[1] == "" {
			want = "a b"
		}
		if doc.Text != want {
			t.Errorf("%s gives %q, want %q", c[0], doc.Text, want)
		}
	}
}

// TestDocxSays refuses what cannot be read with what to do about it.
func TestDocxSays(t *testing.T) {
	ole := []byte(oleMagic + strings.Repeat("\x00", 600))
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{ole, "Word 97"},
		{append(ole, utf16le("EncryptedPackage")...), "encrypted"},
		{[]byte("plain text"), "cannot be unpacked"},
		{zipped(t, nil), "no text that can be read"},
		{zipped(t, []txtar.File{{Name: "xl/workbook.xml", Data: []byte("<a/>")}}), "no text that can be read"},
	} {
		if _, err := Read(t.Context(), Input{Name: "x.docx", Raw: c.raw}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: %v, want a word on %q", c.raw, err, c.want)
		}
	}
}

// TestDocxBudget unpacks no more than the bounds say, whatever the archive promises.
func TestDocxBudget(t *testing.T) {
	t.Parallel()
	bomb := zipped(t, []txtar.File{{Name: "word/document.xml", Data: bytes.Repeat([]byte{' '}, maxDocxPart+1)}})
	if _, err := Read(t.Context(), Input{Name: "x.docx", Raw: bomb}); !errors.Is(err, errTooLarge) {
		t.Errorf("a bomb as main part: %v", err)
	}
	main := docxOf(t, "<w:p><w:r><w:t>Text.</w:t></w:r></w:p>")
	z, err := zip.NewReader(bytes.NewReader(main), int64(len(main)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if err := w.Copy(z.File[0]); err != nil {
		t.Fatal(err)
	}
	f, err := w.Create("word/styles.xml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat([]byte{' '}, 8<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: b.Bytes()})
	if err != nil || doc.Text != "Text." || len(doc.Losses) != 1 || doc.Losses[0].Kind != "missing-part" {
		t.Errorf("a bomb beside the main part: %v, %+v", err, doc)
	}
}

// TestDocxDamaged reads a main part as far as it goes.
func TestDocxDamaged(t *testing.T) {
	doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, "<w:p><w:r><w:t>One.</w:t></w:r></w:p><w:p><w:r><w:t>Two</w:t></w:p><w:p><w:r><w:t>Three")})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	if doc.Text != "One.\n\nTwo\n\nThree" || len(doc.Losses) == 0 || doc.Losses[0].Kind != "damaged-part" {
		t.Errorf("%q, losses %v", doc.Text, doc.Losses)
	}
}

// TestDocxBoldFormulas sets the formulas of a printed head in bold with it, and leaves those behind it alone.
func TestDocxBoldFormulas(t *testing.T) {
	bold := func(s string) string {
		return `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">` + s + `</w:t></w:r>`
	}
	const x = `<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`
	for body, want := range map[string]string{
		bold("Theorem 2. ") + x + bold(" and ") + x:                                 `Theorem 2. \(x\) and \(x\)`,
		bold("Theorem 2.") + `<w:r><w:t xml:space="preserve"> Let </w:t></w:r>` + x: "Theorem 2.",
	} {
		doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, "<w:p>"+body+"</w:p>")})
		if err != nil || len(doc.Marks) != 1 {
			t.Fatalf("%v, %v", err, doc)
		}
		if got := doc.Marks[0].Span.Of(doc.Text); got != want {
			t.Errorf("bold is %q, want %q", got, want)
		}
	}
}

// TestDocxBoldHeadings finds the headings of an author who knows no styles, and takes no head of an item and no bold
// sentence for one; with a single real heading in the document there are no others.
func TestDocxBoldHeadings(t *testing.T) {
	p := func(size int, s string) string {
		return fmt.Sprintf(`<w:p><w:r><w:rPr><w:b/><w:sz w:val="%d"/></w:rPr><w:t>%s</w:t></w:r></w:p>`, size, s)
	}
	text := `<w:p><w:r><w:t>Running text that goes on for a while.</w:t></w:r></w:p>`
	body := p(32, "Rings and fields") + text + p(28, "Basic notions") + text + p(24, "Theorem 2.3.") + text + p(24, "This sentence is bold.") + text + p(28, "2.3 Numbered section") + text
	doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, body)})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	got := ""
	for _, b := range doc.Blocks {
		if b.Kind == core.Heading {
			got += fmt.Sprintf("%d %s %s;", b.Level, b.Number, b.Title)
		}
	}
	if want := "1  Rings and fields;2  Basic notions;2 2.3 Numbered section;"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
	doc, err = Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, body+`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Real</w:t></w:r></w:p>`)})
	if err != nil || len(doc.Blocks) == 0 || doc.Blocks[0].Kind == core.Heading {
		t.Errorf("a bold paragraph beside a real heading is one too: %v", err)
	}
}

// TestDocxEnds reads inputs on which a quadratic or recursive reader would not end before the test's own limit.
func TestDocxEnds(t *testing.T) {
	for _, unit := range []string{
		"<w:p>", "<w:tbl><w:tr><w:tc>", "<w:r>", "<m:oMath><m:sSup><m:e>", "<m:limLow><m:e>", `<w:bookmarkStart w:name="a"/>`, `<a "`, "<!--", "<![CDATA[", "&a", "<w:sdt>", "</w:p>",
		`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>`, "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>a</w:t></w:r></w:p>", `<w:fldChar w:fldCharType="begin"/>`,
		`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:t>b</w:t></w:r></w:p>`, `<b xmlns:c="d"/>`, "<m:oMath><m:r><m:t>a</m:t></m:r>",
	} {
		t.Run(unit, func(t *testing.T) {
			t.Parallel()
			many := string(repeated(unit, 1<<18))
			for _, body := range []string{many, "<w:p>" + many, "<w:p><m:oMath>" + many} {
				doc, err := Read(context.Background(), Input{Name: "x.docx", Raw: docxOf(t, body)})
				if err != nil && !errors.Is(err, errTooLarge) {
					t.Error(err)
				} else if err == nil {
					checkDocument(t, doc)
				}
			}
		})
	}
}

func FuzzDocx(f *testing.F) {
	archives(f, "docx", func(_ string, a *txtar.Archive) {
		var parts [3]string
		for _, p := range a.Files {
			for i, n := range []string{"main.xml", "document.xml", "styles.xml", "st.xml", "num.xml", "numbering.xml"} {
				if strings.HasSuffix(p.Name, n) {
					parts[i/2] = string(p.Data)
				}
			}
		}
		f.Add(parts[0], parts[1], parts[2])
	})
	f.Add(`<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:nary><m:sub/><m:e><m:r><m:t>x</m:t></m:r></m:e></m:nary></m:oMath>`, "", "")
	f.Fuzz(func(t *testing.T, main, styles, numbering string) {
		doc, err := Read(context.Background(), Input{Name: "x.docx", Raw: zipped(t, []txtar.File{
			{Name: "word/document.xml", Data: []byte(main)}, {Name: "word/styles.xml", Data: []byte(styles)}, {Name: "word/numbering.xml", Data: []byte(numbering)}, {Name: "word/footnotes.xml", Data: []byte(main)},
		})})
		if err == nil {
			checkDocument(t, doc)
		} else if strings.Contains(err.Error(), "failed") {
			t.Fatal(err)
		}
	})
}

func BenchmarkDocx(b *testing.B) {
	var body strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&body, `<w:p><w:pPr><w:pStyle w:val="BodyText"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>Theorem %d</w:t></w:r><w:r><w:t xml:space="preserve">. Let </w:t></w:r><m:oMath><m:sSub><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sub><m:r><m:t>i</m:t></m:r></m:sub></m:sSub></m:oMath><w:r><w:t xml:space="preserve"> be a point.</w:t></w:r></w:p>`, i)
	}
	raw := docxOf(b, body.String())
	b.SetBytes(int64(body.Len()))
	for b.Loop() {
		if _, err := Read(b.Context(), Input{Name: "x.docx", Raw: raw}); err != nil {
			b.Fatal(err)
		}
	}
}

// TestDocxLongLabel has a list whose numbers are longer than Word allows: each item would print all of it.
func TestDocxLongLabel(t *testing.T) {
	numbering := `<w:numbering xmlns:w="` + wordML + `"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="` + strings.Repeat("x%1", 2000) + `"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
	body := strings.Repeat(`<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>`, 50)
	doc, err := Read(t.Context(), Input{Name: "x.docx", Raw: docxOf(t, body, txtar.File{Name: "word/numbering.xml", Data: []byte(numbering)})})
	if err != nil {
		t.Fatal(err)
	}
	checkDocument(t, doc)
	if n := strings.Count(doc.Text, "item"); n != 50 || len(doc.Text) > 50*1000 {
		t.Errorf("%d items in %d bytes", n, len(doc.Text))
	}
}
