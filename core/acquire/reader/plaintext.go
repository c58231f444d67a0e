package reader

import (
	"context"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "plain text", MediaType: "text/plain", Extensions: []string{".txt", ".text"},
		Sniff: func(head []byte) int { return 1 },
		Read:  readText,
	})
}

func readText(ctx context.Context, in Input) (*core.Document, error) {
	s, enc, runs, losses, err := Decode(in.Raw)
	if err != nil {
		return nil, err
	}
	return &core.Document{Text: s, Encoding: enc, Runs: runs, Losses: losses, Parts: []core.Part{{Name: in.Name, Raw: in.Raw}}}, nil
}
