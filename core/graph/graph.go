// Package graph is the dependency graph in memory: a directed graph over ids that never holds a cycle. An edge points
// from the dependent to what it depends on.
//
// A graph keeps a topological order up to date while edges come and go (Bender, Fineman, Gilbert and Tarjan, "A new
// approach to incremental cycle detection and related problems", 2016, for sparse graphs), so that most edges need no
// search and m of them take time m^1.5 at the most, whatever order they come in. An edge that is refused takes as long
// as a search for its cycle. It knows ids alone: what an edge means, and which ones count, its callers decide.
//
// A graph may be read, and forked, by many goroutines at once while nobody changes it.
package graph

import (
	"maps"
	"slices"
	"sync/atomic"
)

// Direction says which way edges are followed.
type Direction int

// The directions.
const (
	Dependencies Direction = iota // from a node to what it depends on
	Dependents                    // from a node to what depends on it
)

// Graph is a directed acyclic graph. The zero value is empty and ready to use; it must not be copied.
type Graph struct {
	slot  map[string]int32 // of every node
	ids   []string         // by slot; of a free slot it means nothing
	free  []int32          // slots to use again
	ord   []int64          // by slot: place in the topological order, dependencies first; distinct, with gaps
	next  int64            // above every ord
	front int64            // index of what moved to the front of a level last
	edges int              // how many there are
	out   lists            // by slot: what it depends on
	in    lists            // by slot: what depends on it

	// era grows when the adjacency becomes shared with a fork: lists written before are copied before they change.
	era atomic.Uint32

	search search
}

// lists are adjacency lists, copied when they are written for the first time in an era.
type lists struct {
	of  [][]int32
	era []uint32 // in which the list was copied, and so belongs to this graph alone
}

// New returns an empty graph.
func New() *Graph { return &Graph{} }

// Fork returns a copy. It shares the lists of edges until one of the two changes them, so it costs a few words a node
// and nothing an edge. Changes of either are not seen by the other.
func (g *Graph) Fork() *Graph {
	g.era.Add(1)
	f := &Graph{
		slot:  maps.Clone(g.slot),
		ids:   slices.Clone(g.ids),
		free:  slices.Clone(g.free),
		ord:   slices.Clone(g.ord),
		next:  g.next,
		front: g.front,
		edges: g.edges,
		out:   lists{slices.Clone(g.out.of), make([]uint32, len(g.ids))},
		in:    lists{slices.Clone(g.in.of), make([]uint32, len(g.ids))},
	}
	f.era.Store(1)
	return f
}

// Add adds a node, last in the order. A node that is there stays as it is.
func (g *Graph) Add(id string) {
	if _, ok := g.slot[id]; ok {
		return
	}
	if g.slot == nil {
		g.slot = make(map[string]int32)
	}
	if g.next == 0 {
		g.next, g.front = middle, middle
	}
	if n := len(g.free); n > 0 {
		v := g.free[n-1]
		g.free = g.free[:n-1]
		g.slot[id], g.ids[v], g.ord[v] = v, id, g.next
	} else {
		g.slot[id] = int32(len(g.ids))
		g.ids = append(g.ids, id)
		g.ord = append(g.ord, g.next)
		g.out.grow()
		g.in.grow()
	}
	g.next++
}

// Remove removes a node with all its edges, if it is there.
func (g *Graph) Remove(id string) {
	v, ok := g.slot[id]
	if !ok {
		return
	}
	era := g.era.Load()
	for _, w := range g.out.of[v] {
		g.in.remove(w, v, era)
	}
	for _, w := range g.in.of[v] {
		g.out.remove(w, v, era)
	}
	g.edges -= len(g.out.of[v]) + len(g.in.of[v])
	g.out.of[v], g.in.of[v] = nil, nil
	delete(g.slot, id)
	g.free = append(g.free, v)
}

// Insert adds the edge by which from depends on to. It refuses an edge that would close a cycle, and then returns the
// cycle: the ids from to back to from, each depending on the next. Both ends must be nodes; without one of them nothing
// is added and the cycle is nil. An edge that is there stays, once.
func (g *Graph) Insert(from, to string) (cycle []string, ok bool) {
	u, ok := g.slot[from]
	if !ok {
		return nil, false
	}
	v, ok := g.slot[to]
	if !ok {
		return nil, false
	}
	if u == v {
		return []string{to}, false
	}
	if g.edge(u, v) {
		return nil, true
	}
	if g.ord[u] < g.ord[v] {
		if c := g.reorder(u, v); c != nil {
			for _, w := range c {
				cycle = append(cycle, g.ids[w])
			}
			return cycle, false
		}
	}
	era := g.era.Load()
	g.out.add(u, v, era)
	g.in.add(v, u, era)
	g.edges++
	return nil, true
}

// Delete removes an edge, if it is there.
func (g *Graph) Delete(from, to string) {
	u, ok := g.slot[from]
	if !ok {
		return
	}
	v, ok := g.slot[to]
	if !ok || !g.edge(u, v) {
		return
	}
	era := g.era.Load()
	g.out.remove(u, v, era)
	g.in.remove(v, u, era)
	g.edges--
}

// Has reports whether the id is a node.
func (g *Graph) Has(id string) bool {
	_, ok := g.slot[id]
	return ok
}

// HasEdge reports whether from depends directly on to.
func (g *Graph) HasEdge(from, to string) bool {
	u, ok := g.slot[from]
	if !ok {
		return false
	}
	v, ok := g.slot[to]
	return ok && g.edge(u, v)
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.slot) }

// Out returns the ids that a node depends on directly, sorted.
func (g *Graph) Out(id string) []string { return g.neighbours(id, Dependencies) }

// In returns the ids that depend directly on a node, sorted.
func (g *Graph) In(id string) []string { return g.neighbours(id, Dependents) }

// Order returns all ids, dependencies before what depends on them. It follows from the operations on the graph alone.
func (g *Graph) Order() []string {
	order := g.order()
	out := make([]string, len(order))
	for i, v := range order {
		out[i] = g.ids[v]
	}
	return out
}

func (g *Graph) neighbours(id string, dir Direction) []string {
	v, ok := g.slot[id]
	if !ok {
		return nil
	}
	list := g.adjacent(dir)[v]
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = g.ids[w]
	}
	slices.Sort(out)
	return out
}
