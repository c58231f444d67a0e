package graph

import (
	"math"
	"math/bits"
)

// Depth returns the length of the longest chain of dependencies below each node.
func (g *Graph) Depth() map[string]int {
	depth := make([]int, len(g.ids))
	out := make(map[string]int, len(g.slot))
	for _, v := range g.order() {
		for _, w := range g.out.of[v] {
			depth[v] = max(depth[v], depth[w]+1)
		}
		out[g.ids[v]] = depth[v]
	}
	return out
}

// damping is the share of its rank that a node passes on, as Brin and Page chose it in 1998.
const damping = 0.85

// PageRank returns how likely each node is met by a reader who follows dependencies at random, now and then starting
// anew. The ranks sum to 1.
//
// What nodes without dependencies hold is spread over all nodes alike, so it only scales the ranks; without it, every
// rank follows from those of the dependents. In a DAG one pass in order thus gives the exact value that iteration on a
// graph with cycles approaches.
func (g *Graph) PageRank() map[string]float64 {
	order := g.order()
	rank := make([]float64, len(g.ids))
	sum := 0.0
	for i := len(order) - 1; i >= 0; i-- { // dependents come first
		v := order[i]
		rank[v]++
		sum += rank[v]
		for _, w := range g.out.of[v] {
			rank[w] += damping * rank[v] / float64(len(g.out.of[v]))
		}
	}
	out := make(map[string]float64, len(order))
	for _, v := range order {
		out[g.ids[v]] = rank[v] / sum
	}
	return out
}

// exactReach is up to how many nodes times edges Reaches counts exactly: about a second of work.
const exactReach = 1 << 37

// Reaches counts for every node how many nodes it leads to in a direction, itself not among them. The counts are exact
// up to 2³⁷ nodes times edges (250,000 nodes with two edges each); beyond that they are estimates with a standard error
// of 9 %.
func (g *Graph) Reaches(dir Direction) map[string]int {
	edges := 0
	for _, v := range g.slot {
		edges += len(g.out.of[v])
	}
	count := g.countReach
	if float64(len(g.slot))*float64(edges) > exactReach {
		count = g.estimateReach
	}
	order, next := g.positions(dir)
	reach := count(next)
	out := make(map[string]int, len(order))
	for i, v := range order {
		out[g.ids[v]] = reach[i]
	}
	return out
}

// csr holds adjacency by position: the neighbours of i are to[start[i]:start[i+1]], all at smaller positions.
type csr struct{ start, to []int32 }

// positions numbers the nodes so that those a node leads to come before it.
func (g *Graph) positions(dir Direction) (order []int32, next csr) {
	order = g.order()
	if dir == Dependents {
		for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
			order[i], order[j] = order[j], order[i]
		}
	}
	at := make([]int32, len(g.ids))
	for i, v := range order {
		at[v] = int32(i)
	}
	next.start = make([]int32, len(order)+1)
	for i, v := range order {
		for _, w := range g.adjacent(dir)[v] {
			next.to = append(next.to, at[w])
		}
		next.start[i+1] = int32(len(next.to))
	}
	return order, next
}

// blockWords is how many 64-bit words of targets one pass of countReach carries: a cache line.
const blockWords = 8

// countReach carries sets of targets from each node to those that lead to it, 512 targets a pass.
func (g *Graph) countReach(next csr) []int {
	n := len(next.start) - 1
	reach := make([]int, n)
	sets := make([][blockWords]uint64, n)
	for first := 0; first < n; first += blockWords * 64 {
		for i := first; i < n; i++ { // no target of the block is met from before it
			var s [blockWords]uint64
			for _, j := range next.to[next.start[i]:next.start[i+1]] {
				if int(j) < first {
					continue
				}
				t := &sets[j]
				for k := range s {
					s[k] |= t[k]
				}
			}
			for k := range s {
				reach[i] += bits.OnesCount64(s[k])
			}
			if b := i - first; b < blockWords*64 {
				s[b/64] |= 1 << (b % 64)
			}
			sets[i] = s
		}
	}
	return reach
}

// samples is the number of random ranks that estimateReach draws; the standard error is 1/√(samples-2).
const samples = 128

// estimateReach is Cohen's estimator ("Size-estimation framework with applications to transitive closure and
// reachability", 1997): give every node a random exponential value; the least one among k that are reached tells k.
// The values follow from the positions, so that the result is always the same.
func (g *Graph) estimateReach(next csr) []int {
	n := len(next.start) - 1
	sums := make([]float64, n)
	least := make([]float32, n)
	for s := range samples {
		for i := range n {
			m := float32(-math.Log(uniform(uint64(s)<<32 | uint64(i))))
			for _, j := range next.to[next.start[i]:next.start[i+1]] {
				m = min(m, least[j])
			}
			least[i] = m
			sums[i] += float64(m)
		}
	}
	reach := make([]int, n)
	for i := range reach {
		if next.start[i] < next.start[i+1] {
			reach[i] = max(1, int(math.Round((samples-1)/sums[i]))-1)
		}
	}
	return reach
}

// uniform maps x to a number in (0, 1) (the finalizer of SplitMix64).
func uniform(x uint64) float64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	x ^= x >> 31
	return (float64(x>>11) + 0.5) / (1 << 53)
}
