package graph

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Build makes a graph of nodes and what each of them depends on, by one depth-first search. Edges named twice count
// once. The error names an edge to a missing node, or a cycle.
func Build(ids iter.Seq[string], edges func(id string) []string) (*Graph, error) {
	g := New()
	for id := range ids {
		g.Add(id)
	}
	n := len(g.ids)
	start := make([]int32, n+1)
	var flat []int32
	degree := make([]int32, n) // how many depend on each
	seen := make([]int32, n)   // 1 + the last node with an edge to it
	for v, id := range g.ids {
		for _, t := range edges(id) {
			w, ok := g.slot[t]
			if !ok {
				return nil, fmt.Errorf("%s depends on %s, which is not there", id, t)
			}
			if seen[w] != int32(v)+1 {
				seen[w] = int32(v) + 1
				flat = append(flat, w)
				degree[w]++
			}
		}
		start[v+1] = int32(len(flat))
	}
	incoming := make([]int32, len(flat))
	at := int32(0)
	for v := range n {
		g.out.of[v] = flat[start[v]:start[v+1]:start[v+1]]
		g.in.of[v] = incoming[at : at : at+degree[v]]
		at += degree[v]
	}
	for v := range n {
		for _, w := range g.out.of[v] {
			g.in.of[w] = append(g.in.of[w], int32(v))
		}
	}
	g.edges = len(flat)
	g.era.Store(1) // the lists share two arrays: each is copied before it changes
	if cycle := g.sort(); cycle != nil {
		return nil, fmt.Errorf("the dependencies form a cycle: %s", strings.Join(cycle, " → "))
	}
	return g, nil
}

// sort gives every node its place in the order: dependencies first, otherwise as the nodes were added. It returns the
// ids of a cycle when there is one.
func (g *Graph) sort() (cycle []string) {
	const open, done = 1, 2
	state := make([]uint8, len(g.ids))
	type frame struct{ v, next int32 }
	var stack []frame
	place := int64(middle)
	for root := range g.ids {
		if state[root] != 0 {
			continue
		}
		state[root] = open
		stack = append(stack[:0], frame{v: int32(root)})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if int(f.next) == len(g.out.of[f.v]) {
				state[f.v] = done
				g.ord[f.v] = place
				place++
				stack = stack[:len(stack)-1]
				continue
			}
			w := g.out.of[f.v][f.next]
			f.next++
			switch state[w] {
			case open:
				from := slices.IndexFunc(stack, func(f frame) bool { return f.v == w })
				for _, f := range stack[from:] {
					cycle = append(cycle, g.ids[f.v])
				}
				return append(cycle, g.ids[w])
			case done:
			default:
				state[w] = open
				stack = append(stack, frame{v: w})
			}
		}
	}
	return nil
}
