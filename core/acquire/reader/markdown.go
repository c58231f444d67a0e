package reader

import (
	"context"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "markdown", MediaType: "text/markdown", Extensions: []string{".md", ".markdown", ".mdown", ".mkd", ".qmd", ".rmd"},
		Read: readMarkdown,
	})
}

func readMarkdown(ctx context.Context, in Input) (*core.Document, error) { return readText(ctx, in) }
