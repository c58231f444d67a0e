package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// Hit is one primitive that a search found.
type Hit struct {
	ID    string    `json:"id"`
	Name  string    `json:"name"`
	Kind  core.Kind `json:"kind"`
	Label string    `json:"label,omitempty"`
	Score float64   `json:"score"`
}

// Query is a search. An empty filter lets everything through.
type Query struct {
	Text   string
	Kind   core.Kind
	Domain string
	Limit  int // 0: 20
}

// nameWeight is how many times a word in a name counts against one in the statement: names are what people type.
const nameWeight = 4

// BM25's usual parameters (Robertson and Zaragoza, 2009).
const (
	bm25k = 1.2
	bm25b = 0.75
)

type posting struct {
	doc int32
	n   float32 // weighted occurrences
}

type searchIndex struct {
	ids      []string
	length   []float32
	mean     float64
	postings map[string][]posting
}

func (s *Snapshot) newSearch() *searchIndex {
	ix := &searchIndex{ids: s.ids, length: make([]float32, len(s.ids)), postings: map[string][]posting{}}
	for i, id := range s.ids {
		p := s.prims[id]
		n := map[string]float32{}
		for _, t := range text.Tokens(p.Name) {
			n[t] += nameWeight
		}
		for _, w := range text.Words(p.Label + " " + p.Anchor) {
			n[w.Text] += nameWeight
		}
		for _, t := range text.Tokens(p.FormalStatement) {
			n[t]++
		}
		for t, c := range n {
			ix.postings[t] = append(ix.postings[t], posting{int32(i), c})
			ix.length[i] += c
		}
		ix.mean += float64(ix.length[i])
	}
	ix.mean /= float64(max(1, len(s.ids)))
	return ix
}

// Search ranks primitives by BM25 over names and statements. An id, or the beginning of one, finds its primitive first;
// a word that no primitive holds is taken for the nearest ones that do.
func (s *Snapshot) Search(q Query) []Hit {
	ix := s.search()
	score := make([]float64, len(ix.ids))
	terms := text.Tokens(q.Text)
	for _, w := range text.Words(q.Text) {
		terms = append(terms, w.Text)
	}
	slices.Sort(terms)
	for _, t := range slices.Compact(terms) {
		for _, near := range ix.expand(t) {
			ix.add(score, near)
		}
	}
	exact := strings.ToLower(strings.TrimSpace(q.Text))
	var hits []Hit
	for i, id := range ix.ids {
		p := s.prims[id]
		if exact != "" {
			switch name := strings.ToLower(p.Name); {
			case id == exact || name == exact || strings.ToLower(p.Label) == exact:
				score[i] += 1000
			case strings.HasPrefix(id, exact) || strings.HasPrefix(name, exact):
				score[i] += 10
			}
		}
		if score[i] > 0 && (q.Kind == "" || p.Kind == q.Kind) && (q.Domain == "" || p.Domain == q.Domain) {
			hits = append(hits, Hit{id, p.Name, p.Kind, p.Label, score[i]})
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return cmp.Compare(b.Score, a.Score) })
	limit := q.Limit
	if limit <= 0 {
		limit = 20
	}
	return hits[:min(limit, len(hits))]
}

// expand returns the term itself when it is known, else known terms that it begins or that are an edit away, two for
// long ones.
func (ix *searchIndex) expand(term string) []string {
	if len(ix.postings[term]) > 0 {
		return []string{term}
	}
	limit := 1
	if len(term) > 5 {
		limit = 2
	}
	if len(term) < 4 {
		return nil
	}
	var near []string
	for t := range ix.postings {
		if strings.HasPrefix(t, term) || len(t)-len(term) <= limit && len(term)-len(t) <= limit && edits(term, t, limit) <= limit {
			near = append(near, t)
		}
	}
	slices.Sort(near)
	return near
}

func (ix *searchIndex) add(score []float64, term string) {
	list := ix.postings[term]
	idf := math.Log(1 + (float64(len(ix.ids))-float64(len(list))+0.5)/(float64(len(list))+0.5))
	for _, p := range list {
		n := float64(p.n)
		score[p.doc] += idf * n * (bm25k + 1) / (n + bm25k*(1-bm25b+bm25b*float64(ix.length[p.doc])/ix.mean))
	}
}
