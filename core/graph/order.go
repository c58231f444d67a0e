package graph

import "slices"

// search is what reorder works with; it carries nothing from one call to the next but its memory.
type search struct {
	mark   []uint32 // by slot: the call that last met the node
	call   uint32
	parent []int32 // by slot: from where the node was met
	below  []int32
	above  []int32
	places []int32
}

// reorder makes room in the order for an edge by which u depends on v, where u now comes before v. When v depends on
// u already it returns the shortest such path, from v to u, and changes nothing.
//
// Only nodes between the two in the order are looked at: what v depends on moves, with v, before what depends on u.
func (g *Graph) reorder(u, v int32) (cycle []int32) {
	s := &g.search
	s.begin(len(g.ids))
	first, last := g.ord[u], g.ord[v]

	s.meet(v, -1)
	s.below = append(s.below[:0], v)
	for i := 0; i < len(s.below); i++ {
		x := s.below[i]
		for _, y := range g.out.of[x] {
			if y == u {
				cycle = append(cycle, u)
				for ; x >= 0; x = s.parent[x] {
					cycle = append(cycle, x)
				}
				slices.Reverse(cycle)
				return cycle
			}
			if g.ord[y] > first && s.meet(y, x) {
				s.below = append(s.below, y)
			}
		}
	}
	s.meet(u, -1)
	s.above = append(s.above[:0], u)
	for i := 0; i < len(s.above); i++ {
		x := s.above[i]
		for _, y := range g.in.of[x] {
			if g.ord[y] < last && s.meet(y, x) {
				s.above = append(s.above, y)
			}
		}
	}

	byOrder := func(a, b int32) int { return int(g.ord[a]) - int(g.ord[b]) }
	slices.SortFunc(s.below, byOrder)
	slices.SortFunc(s.above, byOrder)
	s.places = s.places[:0]
	for _, x := range s.below {
		s.places = append(s.places, g.ord[x])
	}
	for _, x := range s.above {
		s.places = append(s.places, g.ord[x])
	}
	slices.Sort(s.places)
	for i, x := range s.below {
		g.ord[x] = s.places[i]
	}
	for i, x := range s.above {
		g.ord[x] = s.places[len(s.below)+i]
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
	if int(g.next) <= 4*len(g.slot)+64 {
		at := make([]int32, g.next)
		for _, v := range g.slot {
			at[g.ord[v]] = v + 1
		}
		for _, v := range at {
			if v > 0 {
				order = append(order, v-1)
			}
		}
		return order
	}
	for _, v := range g.slot {
		order = append(order, v)
	}
	slices.SortFunc(order, func(a, b int32) int { return int(g.ord[a]) - int(g.ord[b]) })
	return order
}

// renumber closes the gaps that removed nodes left in the order.
func (g *Graph) renumber() {
	order := g.order()
	for i, v := range order {
		g.ord[v] = int32(i)
	}
	g.next = int32(len(order))
}
