package wires

import (
	"cmp"
	"slices"
)

// routes are the wires of all gutters; gutter c lies between columns c and c+1.
type routes struct {
	gutters [][]*star
	tracks  []int // how many each gutter has
	drawn   []Edge
}

// star is a bundle of hops with one trunk: all hops of its hub.
type star struct {
	hub   int // item
	fan   bool
	ends  []int // the items at the other side of the trunk
	track int   // from 0; -1 for a straight hop, which has no trunk
	lo    int   // rows of the trunk
	hi    int
}

// hop is an edge between neighbouring columns.
type hop struct{ from, to int }

// route chooses which edges are drawn, and where their wires run. Edges that span the drawing come first, then those of
// the selected node, then the heavier ones; an edge is left out when one of its hops would make the wires of a gutter
// ambiguous.
func (l *layout) route(edges []Edge, selected int) *routes {
	edges = slices.Clone(edges)
	slices.SortStableFunc(edges, func(a, b Edge) int {
		return cmp.Compare(rank(a, selected), rank(b, selected))
	})
	r := &routes{gutters: make([][]*star, max(0, len(l.columns)-1)), tracks: make([]int, max(0, len(l.columns)-1))}
	banned, spans := map[hop]bool{}, map[hop]bool{}
	for _, e := range edges {
		if e.spans {
			spans[hop{e.To, e.From}] = true
		}
	}
	for { // an order of the tracks may not exist; then the hop that closes the circle goes, with its edges
		forests := make([]*forest, len(r.gutters))
		for c := range forests {
			forests[c] = newForest()
		}
		r.drawn = r.drawn[:0]
		for _, e := range edges {
			if l.admit(forests, l.hops(e, false), banned) {
				r.drawn = append(r.drawn, e)
			}
		}
		bad := hop{-1, -1}
		for c, f := range forests {
			stars := l.stars(f)
			var circle []*star
			r.tracks[c], circle = l.tracks(stars)
			r.gutters[c] = stars
			if len(circle) > 0 {
				bad = l.lightest(circle, spans)
				break
			}
		}
		if bad.from < 0 {
			return r
		}
		banned[bad] = true
	}
}

func rank(e Edge, selected int) int {
	switch {
	case e.spans:
		return 0
	case e.From == selected || e.To == selected:
		return 1
	}
	return 2
}

// admit takes an edge in when each of its hops fits its gutter.
func (l *layout) admit(forests []*forest, hops []int, banned map[hop]bool) bool {
	for k := 1; k < len(hops); k++ {
		h := hop{hops[k-1], hops[k]}
		if banned[h] || !forests[l.item[h.from].column].fits(h) {
			return false
		}
	}
	for k := 1; k < len(hops); k++ {
		h := hop{hops[k-1], hops[k]}
		forests[l.item[h.from].column].add(h)
	}
	return true
}

// forest is the hops of one gutter: a graph with at most one cycle a component.
type forest struct {
	parent map[int]int
	cycle  map[int]bool // by root
	hops   []hop
	has    map[hop]bool
}

func newForest() *forest {
	return &forest{parent: map[int]int{}, cycle: map[int]bool{}, has: map[hop]bool{}}
}

func (f *forest) root(i int) int {
	for {
		p, ok := f.parent[i]
		if !ok || p == i {
			return i
		}
		if g, ok := f.parent[p]; ok {
			f.parent[i] = g
		}
		i = p
	}
}

// fits reports whether a hop leaves at most one cycle in its component.
func (f *forest) fits(h hop) bool {
	if f.has[h] {
		return true
	}
	a, b := f.root(h.from), f.root(h.to)
	return a == b && !f.cycle[a] || a != b && !(f.cycle[a] && f.cycle[b])
}

func (f *forest) add(h hop) {
	if f.has[h] {
		return
	}
	f.has[h] = true
	f.hops = append(f.hops, h)
	a, b := f.root(h.from), f.root(h.to)
	if a == b {
		f.cycle[a] = true
		return
	}
	f.parent[a] = b
	f.cycle[b] = f.cycle[a] || f.cycle[b]
}

// stars charges every hop to one of its ends, each end once: a hop that is charged to its right end belongs to the fan
// of its left one, a hop that is charged to its left end to the join of its right one. Leaves are charged first, then
// each cycle around.
func (l *layout) stars(f *forest) []*star {
	at := map[int][]int{} // hops of an item
	for i, h := range f.hops {
		at[h.from] = append(at[h.from], i)
		at[h.to] = append(at[h.to], i)
	}
	charged := make([]int, len(f.hops))
	for i := range charged {
		charged[i] = -1
	}
	degree := map[int]int{}
	var leaves []int
	for i := range f.hops {
		for _, it := range [...]int{f.hops[i].from, f.hops[i].to} {
			if degree[it]++; degree[it] == 1 {
				leaves = append(leaves, it)
			}
		}
	}
	leaves = slices.DeleteFunc(leaves, func(it int) bool { return degree[it] != 1 })
	open := func(it int) int {
		for _, i := range at[it] {
			if charged[i] < 0 {
				return i
			}
		}
		return -1
	}
	charge := func(i, it int) int { // returns the other end
		charged[i] = it
		h := f.hops[i]
		degree[h.from]--
		degree[h.to]--
		if it == h.from {
			return h.to
		}
		return h.from
	}
	for len(leaves) > 0 {
		it := leaves[0]
		leaves = leaves[1:]
		i := open(it)
		if i < 0 {
			continue
		}
		if other := charge(i, it); degree[other] == 1 {
			leaves = append(leaves, other)
		}
	}
	for i := range f.hops { // what is left are cycles
		for it := f.hops[i].from; charged[i] < 0 || open(it) >= 0 && degree[it] > 0; {
			j := open(it)
			if j < 0 {
				break
			}
			it = charge(j, it)
		}
	}
	byHub := map[hop]*star{} // key: hub, and 1 for a fan
	var out []*star
	for i, h := range f.hops {
		hub, end, key := h.to, h.from, hop{h.to, 0}
		if charged[i] == h.to {
			hub, end, key = h.from, h.to, hop{h.from, 1}
		}
		s := byHub[key]
		if s == nil {
			s = &star{hub: hub, fan: key.to == 1}
			byHub[key] = s
			out = append(out, s)
		}
		s.ends = append(s.ends, end)
	}
	for _, s := range out {
		s.lo, s.hi = l.item[s.hub].row, l.item[s.hub].row
		for _, e := range s.ends {
			s.lo, s.hi = min(s.lo, l.item[e].row), max(s.hi, l.item[e].row)
		}
	}
	slices.SortStableFunc(out, func(a, b *star) int { return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi)) })
	return out
}

// lefts and rights are the items of a star on either side.
func (s *star) lefts() []int {
	if s.fan {
		return []int{s.hub}
	}
	return s.ends
}

func (s *star) rights() []int {
	if s.fan {
		return s.ends
	}
	return []int{s.hub}
}

// tracks gives each trunk a place in its gutter, from left to right. On a row, what leaves a left node ends before what
// arrives at a right one begins; a node's own fan comes before the join that it is part of, and a foreign fan before
// its own join. When these orders contradict each other, the stars that wait for each other are returned.
func (l *layout) tracks(stars []*star) (n int, circle []*star) {
	leaves, arrives := map[int][]*star{}, map[int][]*star{} // by row
	of := map[int][]*star{}                                 // by item
	for _, s := range stars {
		for _, it := range s.lefts() {
			leaves[l.item[it].row] = append(leaves[l.item[it].row], s)
			of[it] = append(of[it], s)
		}
		for _, it := range s.rights() {
			arrives[l.item[it].row] = append(arrives[l.item[it].row], s)
			of[it] = append(of[it], s)
		}
	}
	before := map[*star][]*star{} // must stand left of the key
	for _, s := range stars {
		for _, it := range slices.Concat(s.lefts(), s.rights()) {
			for _, o := range of[it] {
				if o.fan && !s.fan {
					before[s] = append(before[s], o)
				}
			}
		}
		for _, it := range s.rights() {
			for _, o := range leaves[l.item[it].row] {
				if o != s {
					before[s] = append(before[s], o)
				}
			}
		}
	}
	state := map[*star]uint8{}
	var path []*star
	var visit func(s *star) bool
	rows := make([][]*star, 0, len(stars)) // trunks on each track
	visit = func(s *star) bool {
		state[s] = 1
		path = append(path, s)
		least := 0
		for _, o := range before[s] {
			if state[o] == 1 {
				circle = slices.Clone(path[slices.Index(path, o):])
				return false
			}
			if state[o] == 0 && !visit(o) {
				return false
			}
			least = max(least, o.track+1)
		}
		state[s], path = 2, path[:len(path)-1]
		s.track = least
		for ; s.track < len(rows); s.track++ {
			if !slices.ContainsFunc(rows[s.track], func(o *star) bool { return o.lo <= s.hi && s.lo <= o.hi }) {
				break
			}
		}
		if s.track == len(rows) {
			rows = append(rows, nil)
		}
		rows[s.track] = append(rows[s.track], s)
		return true
	}
	for _, s := range stars {
		if state[s] == 0 && !visit(s) {
			return 0, circle
		}
	}
	return len(rows), nil
}

// lightest is the hop of some stars whose loss changes least: one that does not span the drawing, of the smallest star,
// its end that is farthest from the hub.
func (l *layout) lightest(stars []*star, spans map[hop]bool) hop {
	type loss struct {
		hop
		spans      int
		ends, away int
	}
	var all []loss
	for _, s := range stars {
		for _, end := range s.ends {
			x := loss{hop: hop{end, s.hub}, ends: len(s.ends), away: abs(l.item[end].row - l.item[s.hub].row)}
			if s.fan {
				x.hop = hop{s.hub, end}
			}
			if spans[x.hop] {
				x.spans = 1
			}
			all = append(all, x)
		}
	}
	return slices.MinFunc(all, func(a, b loss) int {
		return cmp.Or(cmp.Compare(a.spans, b.spans), cmp.Compare(a.ends, b.ends), cmp.Compare(b.away, a.away), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	}).hop
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
