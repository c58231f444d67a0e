package graph

import (
	"cmp"
	"slices"
)

// Hop is a node and how far it is from where a walk began.
type Hop struct {
	ID       string `json:"id"`
	Distance int    `json:"distance"`
}

// Reach counts the nodes that a node leads to in a direction, itself not among them.
func (g *Graph) Reach(id string, dir Direction) int {
	v, ok := g.slot[id]
	if !ok {
		return 0
	}
	_, met := g.distances([]int32{v}, dir, 0)
	return len(met) - 1
}

// Leads reports whether a node depends on another, directly or by way of others. It follows most edges at the most, and
// then says no.
func (g *Graph) Leads(from, to string, most int) bool {
	u, ok := g.slot[from]
	if !ok {
		return false
	}
	v, ok := g.slot[to]
	if !ok {
		return false
	}
	met := map[int32]bool{u: true}
	queue := []int32{u}
	for i := 0; i < len(queue); i++ {
		for _, w := range g.out.of[queue[i]] {
			if w == v {
				return true
			}
			if most--; most <= 0 {
				return false
			}
			if !met[w] && g.ord[w] > g.ord[v] { // what comes before it does not depend on it
				met[w] = true
				queue = append(queue, w)
			}
		}
	}
	return false
}

// Reachable returns the nodes that any of ids leads to in a direction, those ids among them at distance 0, by distance
// and then id. hops bounds the distance; 0 means no bound.
func (g *Graph) Reachable(ids []string, dir Direction, hops int) []Hop {
	var from []int32
	for _, id := range ids {
		if v, ok := g.slot[id]; ok {
			from = append(from, v)
		}
	}
	dist, met := g.distances(from, dir, hops)
	out := make([]Hop, len(met))
	for i, v := range met {
		out[i] = Hop{g.ids[v], int(dist[v])}
	}
	slices.SortFunc(out, func(a, b Hop) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.ID, b.ID))
	})
	return out
}

// Path returns a shortest chain of dependencies between two nodes, both included: from down to to, or, when there is
// none, from up to to. Of several it is the first in order of ids. It is nil when neither depends on the other.
func (g *Graph) Path(from, to string) []string {
	u, ok := g.slot[from]
	if !ok {
		return nil
	}
	v, ok := g.slot[to]
	if !ok {
		return nil
	}
	for _, dir := range []Direction{Dependencies, Dependents} {
		back := Dependents - dir
		dist, _ := g.distances([]int32{v}, back, 0) // to the end, so that each step can choose
		if dist[u] < 0 {
			continue
		}
		path := []string{from}
		for x := u; x != v; {
			best := int32(-1)
			for _, y := range g.adjacent(dir)[x] {
				if dist[y] == dist[x]-1 && (best < 0 || g.ids[y] < g.ids[best]) {
					best = y
				}
			}
			x = best
			path = append(path, g.ids[x])
		}
		return path
	}
	return nil
}

// distances walks breadth first and returns the distance of every slot, -1 where the walk did not come, and the nodes
// met, in order of distance.
func (g *Graph) distances(from []int32, dir Direction, hops int) (dist, met []int32) {
	dist = make([]int32, len(g.ids))
	for i := range dist {
		dist[i] = -1
	}
	for _, v := range from {
		if dist[v] < 0 {
			dist[v] = 0
			met = append(met, v)
		}
	}
	next := g.adjacent(dir)
	for i := 0; i < len(met); i++ {
		v := met[i]
		if hops > 0 && int(dist[v]) == hops {
			break
		}
		for _, w := range next[v] {
			if dist[w] < 0 {
				dist[w] = dist[v] + 1
				met = append(met, w)
			}
		}
	}
	return dist, met
}
