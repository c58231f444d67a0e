package analyze

import (
	"testing"

	"lemma/core"
)

// TestSettle fails when a page of a book is read as something else for a chance word, or a page that says plainly what
// it is as what the others are, or when a heap of notes is taken for a book.
func TestSettle(t *testing.T) {
	page := func(typ core.ContentType, types map[core.ContentType]float64) *core.Analysis {
		return &core.Analysis{Type: typ, Types: types}
	}
	book := func() *core.Analysis {
		return page(core.Textbook, map[core.ContentType]float64{core.Textbook: 30})
	}
	invited := page(core.Tutorial, map[core.ContentType]float64{core.Tutorial: 4})
	silent := page(core.Unknown, map[core.ContentType]float64{})
	plain := page(core.Spec, map[core.ContentType]float64{core.Spec: 60})
	Settle([]*core.Analysis{book(), book(), book(), book(), book(), invited, silent, plain})
	if invited.Type != core.Textbook || silent.Type != core.Textbook || plain.Type != core.Spec {
		t.Errorf("among pages of a book: %s, %s and %s", invited.Type, silent.Type, plain.Type)
	}
	invited = page(core.Tutorial, map[core.ContentType]float64{core.Tutorial: 4})
	Settle([]*core.Analysis{book(), book(), invited})
	if invited.Type != core.Tutorial {
		t.Error("three files make no book")
	}
	heap := []*core.Analysis{book(), plain, invited, page(core.Paper, map[core.ContentType]float64{core.Paper: 20}), silent, page(core.Unknown, nil)}
	silent.Type = core.Unknown
	Settle(heap)
	if invited.Type != core.Tutorial || silent.Type != core.Unknown {
		t.Errorf("in a heap of notes: %s and %s", invited.Type, silent.Type)
	}
}
