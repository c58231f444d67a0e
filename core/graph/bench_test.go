package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// bookLike is a registry of n items with about five edges each: most of them to the near past, some to hubs, as
// references in books are.
func bookLike(n int) (ids []string, out [][]string) {
	r := rand.New(rand.NewPCG(1, 2))
	out = make([][]string, n)
	for i := range n {
		ids = append(ids, fmt.Sprintf("mathematics-algebra-item-%06d", i))
		for range min(i, 5) {
			j := i - 1 - r.IntN(min(i, 200))
			if r.IntN(4) == 0 {
				j = r.IntN(i) / (1 + r.IntN(20))
			}
			out[i] = append(out[i], ids[j])
		}
	}
	return ids, out
}

func build(b *testing.B) (*Graph, []string) {
	b.Helper()
	ids, out := bookLike(100_000)
	at := map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	g, err := Build(slices.Values(ids), func(id string) []string { return out[at[id]] })
	if err != nil {
		b.Fatal(err)
	}
	return g, ids
}

func BenchmarkBuild(b *testing.B) {
	ids, out := bookLike(100_000)
	at := map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Build(slices.Values(ids), func(id string) []string { return out[at[id]] }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFork(b *testing.B) {
	g, _ := build(b)
	b.ReportAllocs()
	for b.Loop() {
		g.Fork()
	}
}

// BenchmarkInsert fills a graph with 500,000 edges, the nodes added in order.
func BenchmarkInsert(b *testing.B) {
	ids, out := bookLike(100_000)
	for b.Loop() {
		g := New()
		for _, id := range ids {
			g.Add(id)
		}
		for i, id := range ids {
			for _, t := range out[i] {
				g.Insert(id, t)
			}
		}
	}
}

// BenchmarkInsertShuffled fills it in random order of nodes and edges.
func BenchmarkInsertShuffled(b *testing.B) {
	ids, out := bookLike(20_000)
	r := rand.New(rand.NewPCG(3, 4))
	type edge struct{ from, to string }
	var edges []edge
	for i, id := range ids {
		for _, t := range out[i] {
			edges = append(edges, edge{id, t})
		}
	}
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	r.Shuffle(len(edges), func(i, j int) { edges[i], edges[j] = edges[j], edges[i] })
	for b.Loop() {
		g := New()
		for _, id := range ids {
			g.Add(id)
		}
		for _, e := range edges {
			g.Insert(e.from, e.to)
		}
	}
}

func BenchmarkReach(b *testing.B) {
	g, ids := build(b)
	for i := 0; b.Loop(); i++ {
		g.Reach(ids[i%len(ids)], Dependents)
	}
}

func BenchmarkReaches(b *testing.B) {
	g, _ := build(b)
	for b.Loop() {
		g.Reaches(Dependents)
	}
}

func BenchmarkPageRank(b *testing.B) {
	g, _ := build(b)
	for b.Loop() {
		g.PageRank()
	}
}

func BenchmarkDepth(b *testing.B) {
	g, _ := build(b)
	for b.Loop() {
		g.Depth()
	}
}

// BenchmarkInsertRings fills a graph with citations in rings: each item depends on the next one, and the last of a ring
// on the first, which closes the ring and is refused.
func BenchmarkInsertRings(b *testing.B) {
	const n = 32_000
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("item-%05d", i)
	}
	for _, ring := range []int{4, 400, n} {
		for _, forward := range []bool{true, false} {
			b.Run(fmt.Sprintf("ring=%d/forward=%v", ring, forward), func(b *testing.B) {
				for b.Loop() {
					g := New()
					for _, id := range ids {
						g.Add(id)
					}
					refused := 0
					for k := range n {
						i := k
						if !forward {
							i = n - 1 - k
						}
						to := i + 1
						if to%ring == 0 {
							to -= ring
						}
						if _, ok := g.Insert(ids[i], ids[to]); !ok {
							refused++
						}
					}
					if refused != n/ring {
						b.Fatal(refused, "edges refused, want one a ring")
					}
				}
			})
		}
	}
}
