package engine

import (
	"cmp"
	"container/heap"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

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
	Limit  int  // 0: 20
	Typing bool // the last word is not finished: words that it begins count, too
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
	names    []string // in lower case
	labels   []string // in lower case
	length   []float32
	mean     float64
	postings map[string][]posting
	terms    []string // of postings, sorted
}

func (s *Snapshot) newSearch() *searchIndex {
	n := len(s.ids)
	ix := &searchIndex{ids: s.ids, names: make([]string, n), labels: make([]string, n), length: make([]float32, n), postings: map[string][]posting{}}
	// Each worker indexes a range of the ids; joined in their order, the lists are those that one worker would make.
	parts := make([]map[string][]posting, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for k := range parts {
		from, to := k*n/len(parts), (k+1)*n/len(parts)
		wg.Go(func() { parts[k] = ix.index(s, from, to) })
	}
	wg.Wait()
	for _, part := range parts {
		for t, list := range part {
			ix.postings[t] = append(ix.postings[t], list...)
		}
	}
	for _, l := range ix.length {
		ix.mean += float64(l)
	}
	ix.mean /= float64(max(1, n))
	ix.terms = slices.Sorted(maps.Keys(ix.postings))
	return ix
}

// index makes the postings of a range of the ids.
func (ix *searchIndex) index(s *Snapshot, from, to int) map[string][]posting {
	postings := map[string][]posting{}
	n := map[string]float32{}
	for i := from; i < to; i++ {
		p := s.prims[ix.ids[i]]
		ix.names[i], ix.labels[i] = strings.ToLower(p.Name), strings.ToLower(p.Label)
		clear(n)
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
			postings[t] = append(postings[t], posting{int32(i), c})
			ix.length[i] += c
		}
	}
	return postings
}

// Search ranks primitives by BM25 over names and statements, those whose names have all the words before the others. An
// id, or the beginning of one, finds its primitive first; a word that no primitive holds is taken for the nearest ones that do.
func (s *Snapshot) Search(q Query) []Hit {
	ix := s.search()
	score := make([]float64, len(ix.ids))
	for _, t := range ix.wanted(q) {
		ix.add(score, t)
	}
	limit := q.Limit
	if limit <= 0 {
		limit = 20
	}
	exact, words := strings.ToLower(strings.TrimSpace(q.Text)), text.Tokens(q.Text)
	best := &hits{}
	for i, id := range ix.ids {
		if exact != "" {
			switch name := ix.names[i]; {
			case id == exact || name == exact || ix.labels[i] == exact:
				score[i] += 1000
			case strings.HasPrefix(id, exact) || strings.HasPrefix(name, exact):
				score[i] += 10
			}
			if score[i] > 0 && !s.prims[id].Coded() && ix.named(i, words, q.Typing) {
				score[i] += 100
			}
		}
		if score[i] <= 0 || len(*best) == limit && score[i] <= (*best)[0].score {
			continue
		}
		if p := s.prims[id]; (q.Kind == "" || p.Kind == q.Kind) && (q.Domain == "" || p.Domain == q.Domain) {
			heap.Push(best, scored{i, score[i]})
			if len(*best) > limit {
				heap.Pop(best)
			}
		}
	}
	out := make([]Hit, len(*best))
	for k := len(out) - 1; k >= 0; k-- {
		h := heap.Pop(best).(scored)
		p := s.prims[ix.ids[h.doc]]
		out[k] = Hit{p.ID, p.Name, p.Kind, p.Label, h.score}
	}
	return out
}

// named reports whether the name of a primitive has all words of a query: what is called so comes before what only
// speaks of them, however short that is. An unfinished last word may be the beginning of one of the name's.
func (ix *searchIndex) named(i int, words []string, typing bool) bool {
	for _, w := range words { // most names are told by their letters alone; the stem of a word may end otherwise
		if !strings.Contains(ix.names[i], w[:max(1, len(w)-1)]) {
			return false
		}
	}
	have := text.Tokens(ix.names[i])
	for k, w := range words {
		begins := func(t string) bool { return t == w || typing && k == len(words)-1 && strings.HasPrefix(t, w) }
		if !slices.ContainsFunc(have, begins) {
			return false
		}
	}
	return len(words) > 0
}

// scored is a primitive with its score.
type scored struct {
	doc   int
	score float64
}

// hits is a heap with the worst hit on top; of two that score alike the later id is the worse.
type hits []scored

func (h hits) Len() int { return len(h) }
func (h hits) Less(i, j int) bool {
	if h[i].score != h[j].score {
		return h[i].score < h[j].score
	}
	return h[i].doc > h[j].doc
}
func (h hits) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *hits) Push(x any)   { *h = append(*h, x.(scored)) }
func (h *hits) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// wanted are the terms of a query that are known, each once: those it holds, those that its last word begins while it
// is typed, and the nearest ones to what nobody knows.
func (ix *searchIndex) wanted(q Query) []string {
	words := text.Words(q.Text)
	terms := text.Tokens(q.Text)
	for _, w := range words {
		terms = append(terms, w.Text)
	}
	slices.Sort(terms)
	var out []string
	for _, t := range slices.Compact(terms) {
		out = append(out, ix.expand(t)...)
	}
	if n := len(words); q.Typing && n > 0 && words[n-1].Span.End == len(q.Text) {
		out = append(out, ix.begun(words[n-1].Text)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Bounds of what an unfinished word may mean.
const (
	leastTyped = 2
	mostBegun  = 64
)

// begun are the terms that a word begins, the most frequent ones when there are many.
func (ix *searchIndex) begun(word string) []string {
	if len(word) < leastTyped {
		return nil
	}
	from, _ := slices.BinarySearch(ix.terms, word)
	to := from
	for to < len(ix.terms) && strings.HasPrefix(ix.terms[to], word) {
		to++
	}
	list := slices.Clone(ix.terms[from:to])
	if len(list) > mostBegun {
		slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(ix.postings[b]), len(ix.postings[a])) })
		list = list[:mostBegun]
	}
	return list
}

// expand returns the term itself when it is known, else known terms that it begins, else those that are an edit away,
// two for long ones.
func (ix *searchIndex) expand(term string) []string {
	if len(ix.postings[term]) > 0 {
		return []string{term}
	}
	if len(term) < 4 {
		return nil
	}
	if near := ix.begun(term); len(near) > 0 {
		return near
	}
	limit := 1
	if len(term) > 5 {
		limit = 2
	}
	var near []string
	for _, t := range ix.terms {
		if len(t)-len(term) <= limit && len(term)-len(t) <= limit && edits(term, t, limit) <= limit {
			near = append(near, t)
		}
	}
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
