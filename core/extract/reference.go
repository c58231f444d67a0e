package extract

import "lemma/core"

func (b *builder) entries(units []unit) []core.Candidate { return nil }
