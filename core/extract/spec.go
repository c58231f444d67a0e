package extract

import (
	"context"

	"lemma/core"
)

func (b *builder) requirements(ctx context.Context) ([]core.Candidate, error) { return nil, ctx.Err() }
