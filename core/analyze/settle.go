package analyze

import "lemma/core"

// The prior of a collection: how many documents make one, the share of the evidence that one type must have, and what
// the whole evidence is worth beside a document's own. That is three heads of items: what a page says plainly of itself
// stays.
const (
	leastDocuments = 5
	leastShare     = 0.6
	priorScore     = 10
)

// Settle decides the types of documents that belong together, the pages of a book or a site, anew: a page with little
// to go by, or with a chance invitation or capital, is what the pages around it are. It changes Type alone.
func Settle(collection []*core.Analysis) {
	if len(collection) < leastDocuments {
		return
	}
	sum := map[core.ContentType]float64{}
	all := 0.0
	for _, an := range collection {
		for t, n := range an.Types {
			sum[t] += n
			all += n
		}
	}
	for _, t := range contentTypes {
		if all == 0 || sum[t] < leastShare*all {
			continue
		}
		for _, an := range collection {
			own := 0.0
			if an.Type != core.Unknown {
				own = an.Types[an.Type]
			}
			if an.Types[t]+priorScore*sum[t]/all > own {
				an.Type = t
			}
		}
	}
}
