package graph

import (
	"cmp"
	"math"
	"slices"
)

// A place in the order is a level and, behind it, an index within the level.
const (
	levelShift = 40
	middle     = 1 << (levelShift - 1) // the first index of a level; what moves to its front comes below
)

func level(place int64) int64 { return place >> levelShift }

// search is what reorder works with; it carries nothing from one call to the next but its memory.
type search struct {
	mark   []uint32 // by slot: the call that last met the node
	call   uint32
	parent []int32 // by slot: from where the node was met
	below  []int32
	above  []raised
}

// raised is a node and its place before it was raised to another level.
type raised struct {
	node int32
	was  int64
}

// reorder makes room in the order for an edge by which u depends on v, where u now comes before v. When v depends on
// u already it returns the shortest such path, from v to u, and changes nothing.
//
// What v depends on in its level moves to the front of the level; u, and what depends on it in levels below, follows it
// there. Where that would be more than effort edges, u goes up to the next level instead: a level above has as many
// edges below it, so there are few levels, and no node rises often.
func (g *Graph) reorder(u, v int32) (cycle []int32) {
	s := &g.search
	s.begin(len(g.ids))
	s.meet(v, -1)
	s.below = append(s.below[:0], v)
	to := level(g.ord[v])
	whole := true
	left := g.effort()
	for i := 0; i < len(s.below) && whole; i++ {
		for _, y := range g.out.of[s.below[i]] {
			if y == u {
				return g.way(v, u)
			}
			if level(g.ord[y]) != to {
				continue
			}
			if left--; left < 0 {
				whole = false
				break
			}
			if s.meet(y, -1) {
				s.below = append(s.below, y)
			}
		}
	}
	if !whole {
		to++
		s.begin(len(g.ids))
		s.meet(v, -1)
		s.below = s.below[:0]
	}
	s.above = s.above[:0]
	raise := func(x int32) {
		s.above = append(s.above, raised{x, g.ord[x]})
		g.ord[x] = to << levelShift
	}
	if level(g.ord[u]) < to {
		raise(u)
	}
	for i := 0; i < len(s.above); i++ {
		for _, y := range g.in.of[s.above[i].node] {
			if s.mark[y] == s.call {
				for _, r := range s.above {
					g.ord[r.node] = r.was
				}
				return g.way(v, u)
			}
			if level(g.ord[y]) < to {
				raise(y)
			}
		}
	}

	slices.SortFunc(s.below, func(a, b int32) int { return cmp.Compare(g.ord[a], g.ord[b]) })
	slices.SortFunc(s.above, func(a, b raised) int { return cmp.Compare(a.was, b.was) })
	g.front -= int64(len(s.below) + len(s.above))
	place := to<<levelShift + g.front
	for _, x := range s.below {
		g.ord[x] = place
		place++
	}
	for _, r := range s.above {
		g.ord[r.node] = place
		place++
	}
	g.next = max(g.next, to<<levelShift+middle)
	return nil
}

// effort is how many edges below a node are looked at before what depends on it goes up a level: the root of their
// number, so that neither the edges looked at nor the levels become many.
func (g *Graph) effort() int { return 1 + int(math.Sqrt(float64(g.edges))) }

// way is the shortest path by which v depends on u, from v to u.
func (g *Graph) way(v, u int32) (path []int32) {
	s := &g.search
	s.begin(len(g.ids))
	s.meet(v, -1)
	s.below = append(s.below[:0], v)
	for i := 0; i < len(s.below); i++ {
		x := s.below[i]
		for _, y := range g.out.of[x] {
			if y == u {
				path = append(path, u)
				for ; x >= 0; x = s.parent[x] {
					path = append(path, x)
				}
				slices.Reverse(path)
				return path
			}
			if g.ord[y] > g.ord[u] && s.meet(y, x) {
				s.below = append(s.below, y)
			}
		}
	}
	return nil
}

func (s *search) begin(n int) {
	for len(s.mark) < n {
		s.mark = append(s.mark, 0)
		s.parent = append(s.parent, 0)
	}
	s.call++
	if s.call == 0 { // after 2³² calls the marks mean nothing any more
		clear(s.mark)
		s.call = 1
	}
}

// meet marks a node and reports whether it was met for the first time.
func (s *search) meet(v, from int32) bool {
	if s.mark[v] == s.call {
		return false
	}
	s.mark[v], s.parent[v] = s.call, from
	return true
}

// order returns the slots of all nodes, dependencies first.
func (g *Graph) order() []int32 {
	order := make([]int32, 0, len(g.slot))
	free := make([]bool, len(g.ids))
	for _, v := range g.free {
		free[v] = true
	}
	for v := range int32(len(g.ids)) { // most of them lie as they were added
		if !free[v] {
			order = append(order, v)
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(g.ord[a], g.ord[b]) })
	return order
}
