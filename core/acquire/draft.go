package acquire

import (
	"context"
	"fmt"
	"os"

	"lemma/core"
	"lemma/core/acquire/reader"
)

func acquire(ctx context.Context, sources []string, opt Options) (*Result, error) {
	res := &Result{Familiarity: core.Home}
	for _, s := range sources {
		raw, err := os.ReadFile(s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s, err)
		}
		doc, err := reader.Read(ctx, reader.Input{Name: s, Raw: raw})
		if err != nil {
			return nil, err
		}
		res.Documents = append(res.Documents, doc)
	}
	return res, nil
}

func kind(source string) string {
	if source == "-" {
		return "stdin"
	}
	return "file"
}
