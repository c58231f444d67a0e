package reader

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lemma/core"
)

// TestEPUB reads the book that the files of each archive make and compares it with its last file, want.
func TestEPUB(t *testing.T) {
	golden(t, "epub", func(t *testing.T, files []txtar.File) string {
		doc := readChecked(t, Input{Name: "in.epub", Raw: zipped(t, files)})
		got := describe(doc)
		for _, p := range doc.Pages {
			got += fmt.Sprintf("page %s at %q\n", p.Folio, doc.Text[p.Start:][:min(12, len(doc.Text)-p.Start)])
		}
		return got
	})
}

// book makes the files of a book of one page.
func book(page string, more ...txtar.File) []txtar.File {
	return append([]txtar.File{
		{Name: "META-INF/container.xml", Data: []byte(`<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>`)},
		{Name: "c.opf", Data: []byte(`<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`)},
		{Name: "a.xhtml", Data: []byte("<html><body>" + page + "</body></html>")},
	}, more...)
}

// TestEPUBErrors says of books that cannot be read why.
func TestEPUBErrors(t *testing.T) {
	t.Parallel()
	locked := `<encryption><EncryptedData><EncryptionMethod Algorithm="%s"/><CipherData><CipherReference URI="%s"/></CipherData></EncryptedData></encryption>`
	for _, c := range []struct {
		raw  []byte
		want string
	}{
		{[]byte("PK\x03\x04 no archive"), "no EPUB book that can be opened"},
		{zipped(t, []txtar.File{{Name: "a.txt", Data: []byte("a")}}), "no package document"},
		{zipped(t, []txtar.File{{Name: "c.opf", Data: []byte("<package><spine/></package>")}}), "lists no pages"},
		{zipped(t, book("<p>x</p>", txtar.File{Name: "META-INF/encryption.xml", Data: fmt.Appendf(nil, locked, "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "a.xhtml")})), "DRM"},
		{zipped(t, book("<p>x</p>", txtar.File{Name: "META-INF/encryption.xml", Data: fmt.Appendf(nil, locked, "http://www.idpf.org/2008/embedding", "a.xhtml")})), ""},
		{zipped(t, book(strings.Repeat(" ", maxEPUBFile))), "unpacks to more than 50 MB"},
		{zipped(t, book("")), "no text"},
	} {
		_, err := Read(t.Context(), Input{Name: "x.epub", Raw: c.raw})
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// FuzzEPUB reads books whose package and page are anything, and damaged archives.
func FuzzEPUB(f *testing.F) {
	f.Add(`<item id="a" href="a.xhtml"/>`, "<h1>a</h1><p>b", 0, byte(0))
	f.Add("<manifest>", `<math><mi>x</mi></math><a id="x"/>`, 40, byte(255))
	f.Fuzz(func(t *testing.T, opf, page string, at int, with byte) {
		files := book(page)
		files[1].Data = append(files[1].Data, opf...)
		if opf != "" && with == 0 {
			files[1].Data = []byte(opf)
		}
		raw := zipped(t, files)
		if at > 0 && at < len(raw) {
			raw = bytes.Clone(raw)
			raw[at] ^= with
		}
		doc, err := Read(context.Background(), Input{Name: "x.epub", Raw: raw})
		if err == nil {
			checkDocument(t, doc)
		}
	})
}

// TestEPUBLabels finds the displays that links lead to: converters to MathML keep the label in the formula alone.
func TestEPUBLabels(t *testing.T) {
	t.Parallel()
	page := `<math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\label{eq:one} x = 1</annotation></semantics></math>
<p>By <a href="#eq:one">[eq:one]</a> it is one.</p>`
	doc := readChecked(t, Input{Name: "x.epub", Raw: zipped(t, book(page))})
	for _, r := range doc.Refs {
		for _, b := range doc.Blocks {
			if slices.Contains(b.Anchors, r.Target) && b.Kind == core.Math {
				return
			}
		}
	}
	t.Errorf("no link leads to the display: %+v %+v", doc.Refs, doc.Blocks)
}
