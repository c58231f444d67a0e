package reader

import (
	"bytes"
	"context"

	"lemma/core"
)

func init() {
	Register(Format{
		Name:       "markdown",
		MediaType:  "text/markdown",
		Extensions: []string{".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"},
		Sniff:      sniffMarkdown,
		Read:       readMarkdown,
	})
}

// sniffMarkdown counts the lines that plain text does not have.
func sniffMarkdown(head []byte) int {
	n := 0
	for _, line := range bytes.Split(head, []byte("\n")) {
		line = bytes.TrimSpace(line)
		for _, p := range []string{"# ", "## ", "### ", "```", "~~~", "> ", "**", "* **", ":::", "$$", "| ", "![", "[!["} {
			if bytes.HasPrefix(line, []byte(p)) {
				n++
				break
			}
		}
		if bytes.Contains(line, []byte("](")) {
			n++
		}
	}
	return min(n*20, 80)
}

// readMarkdown reads Markdown in two passes over the text: the blocks, whose markup at line starts is then taken out,
// and the running text of each, whose links, tags and escapes are taken out. Emphasis, headings, list marks and code
// fences stay as written; what a reader of the page would not see goes.
func readMarkdown(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	doc, err := markdownDocument(ctx, src, runs)
	if err != nil {
		return nil, err
	}
	doc.Encoding, doc.Losses, doc.Parts = encoding, append(losses, doc.Losses...), []core.Part{{Name: in.Name, Raw: in.Raw}}
	return doc, nil
}

// markdownDocument reads Markdown that runs lead back to its original; none means that it is the original.
func markdownDocument(ctx context.Context, src string, runs []core.Run) (*core.Document, error) {
	b := newBlockParser(src)
	if err := b.parse(ctx); err != nil {
		return nil, err
	}
	doc := &core.Document{}
	for _, h := range b.hidden {
		doc.Hidden = append(doc.Hidden, core.Hidden{Text: h.span.Of(src), Span: original(runs, h.span), Why: h.why})
	}
	b.cuts.settle()
	text, runs := b.cuts.apply(src, runs)
	blocks := b.blocks()

	l := newInliner(text, b.definitions)
	if err := l.read(ctx, blocks); err != nil {
		return nil, err
	}
	for _, h := range l.hidden {
		doc.Hidden = append(doc.Hidden, core.Hidden{Text: h.span.Of(text), Span: original(runs, h.span), Why: h.why})
	}
	sortHidden(doc.Hidden)
	l.cuts.settle()
	doc.Text, doc.Runs = l.cuts.apply(text, runs)
	doc.Blocks, doc.Marks, doc.Refs = l.finish(blocks)
	if l.images > 0 {
		doc.Losses = append(doc.Losses, core.Loss{Kind: "image", Count: l.images, Text: plural(l.images, "image is", "images are") + " not read"})
	}
	return doc, nil
}
