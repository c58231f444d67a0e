package extract_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/extract"
)

// TestSignatureLines reads a typeset reference, whose signatures have no mark but the face of code or a heavier one. A
// failure means that its entries are lost, or that calls in examples are taken for them.
func TestSignatureLines(t *testing.T) {
	doc := &core.Document{MediaType: "application/pdf", Pages: []core.Page{{}}}
	var text strings.Builder
	add := func(kind core.BlockKind, s string) {
		span := core.Span{Start: text.Len(), End: text.Len() + len(s)}
		text.WriteString(s + "\n\n")
		doc.Blocks = append(doc.Blocks, core.Block{Kind: kind, Level: 1, Parent: -1, Last: len(doc.Blocks), Span: span, Body: span, Title: s})
	}
	add(core.Heading, "Boxes")
	for _, s := range []string{"box.open(mode)", "int box_close(box *b)\nint box_free(box *b)", "void (*box_cb)(box *b)", "box_t", "box.lid Readonly"} {
		add(core.Code, s)
		add(core.Paragraph, "Says what it does.")
	}
	add(core.Paragraph, "box.shut() macOS")
	add(core.Paragraph, "Shuts the box, as here:")
	add(core.Code, "box.shut()")
	add(core.Code, "x = box.open('r');")
	doc.Text = text.String()
	cands, err := extract.Extract(context.Background(), doc, analysis(doc, core.ReferenceDoc), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range cands {
		got = append(got, c.Primitive.Name)
	}
	if want := []string{"box.open", "box_close", "box_free", "box_cb", "box_t", "box.lid", "box.shut"}; !slices.Equal(got, want) {
		t.Errorf("entries %q, want %q", got, want)
	}
}
