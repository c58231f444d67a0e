package pdfium

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// file writes a PDF document of objects, the first of which is the catalog.
func file(trailer string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	x := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, a := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", a)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, x)
	return b.Bytes()
}

// stream is a stream object.
func stream(dict, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", dict, len(content), content)
}

// book is a document with a page of content a string, with the fonts F1 (Helvetica) and F2 (Times-Italic); extra goes
// into the catalog, and perPage into every page.
func book(extra, perPage string, contents ...string) []byte {
	objects := []string{"", "", "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", "<</Type/Font/Subtype/Type1/BaseFont/Times-Italic>>"}
	var kids []string
	for _, c := range contents {
		n := len(objects) + 1
		kids = append(kids, fmt.Sprintf("%d 0 R", n))
		objects = append(objects, fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 600]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Contents %d 0 R%s>>", n+1, perPage), stream("", c))
	}
	objects[0] = "<</Type/Catalog/Pages 2 0 R" + extra + ">>"
	objects[1] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", strings.Join(kids, " "), len(kids))
	return file("", objects...)
}

// show is a content stream that shows a text.
func show(font string, size, x, y int, text string) string {
	return fmt.Sprintf("BT /%s %d Tf %d %d Td (%s) Tj ET\n", font, size, x, y, text)
}

// bomb is a content stream of n bytes, packed.
func bomb(n int) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	chunk := bytes.Repeat([]byte("BT /F1 9 Tf 10 10 Td (hello) Tj ET\n"), 1<<12)
	for ; n > 0; n -= len(chunk) {
		_, _ = z.Write(chunk) // to memory
	}
	_ = z.Close()
	return stream("/Filter/FlateDecode", b.String())
}
