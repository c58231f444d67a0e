package graph

import (
	"cmp"
	"container/heap"
	"slices"
)

// PathsToRoots returns chains of dependencies from a node down to nodes that depend on nothing, the shortest first, at
// most limit of them. Which of equal length come first follows from the ids alone.
func (g *Graph) PathsToRoots(id string, limit int) [][]string {
	v, ok := g.slot[id]
	if !ok || limit <= 0 {
		return nil
	}
	// Best first: a partial path is as good as the shortest way on from its end, so every path that is opened leads to
	// a result of that length, and the work is bounded by what is returned.
	height := g.heights(v)
	open := &partials{{node: v, length: height[v]}}
	made := 0
	var out [][]string
	for open.Len() > 0 && len(out) < limit {
		p := heap.Pop(open).(*partial)
		if len(g.out.of[p.node]) == 0 {
			out = append(out, p.ids(g))
			continue
		}
		next := slices.Clone(g.out.of[p.node])
		slices.SortFunc(next, func(a, b int32) int { return compareIDs(g, a, b) })
		for _, w := range next {
			made++
			heap.Push(open, &partial{node: w, before: p, steps: p.steps + 1, length: p.steps + 1 + height[w], made: made})
		}
	}
	return out
}

// partial is a path that may go on, by its last node.
type partial struct {
	node   int32
	before *partial
	steps  int // edges so far
	length int // edges of the shortest path to a root that begins so
	made   int // when it was made
}

func (p *partial) ids(g *Graph) []string {
	ids := make([]string, p.steps+1)
	for i := p.steps; i >= 0; i-- {
		ids[i] = g.ids[p.node]
		p = p.before
	}
	return ids
}

// partials is a heap: the shortest first, of equal ones the one that is farthest, then the one made first.
type partials []*partial

func (h partials) Len() int      { return len(h) }
func (h partials) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h partials) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.length != b.length {
		return a.length < b.length
	}
	if a.steps != b.steps {
		return a.steps > b.steps
	}
	return a.made < b.made
}
func (h *partials) Push(x any) { *h = append(*h, x.(*partial)) }
func (h *partials) Pop() any {
	last := len(*h) - 1
	p := (*h)[last]
	*h = (*h)[:last]
	return p
}

// heights returns, by slot, the number of edges from a node that v leads to down to the nearest one without
// dependencies.
func (g *Graph) heights(v int32) []int {
	_, met := g.distances([]int32{v}, Dependencies, 0)
	slices.SortFunc(met, func(a, b int32) int { return cmp.Compare(g.ord[a], g.ord[b]) })
	height := make([]int, len(g.ids))
	for _, x := range met { // dependencies come first
		for i, y := range g.out.of[x] {
			if h := height[y] + 1; i == 0 || h < height[x] {
				height[x] = h
			}
		}
	}
	return height
}

func compareIDs(g *Graph, a, b int32) int {
	switch {
	case g.ids[a] < g.ids[b]:
		return -1
	case a == b:
		return 0
	}
	return 1
}
