// Package wires draws the part of a dependency graph around one node as wired columns: what it needs on the left, the
// node itself, what uses it on the right, one row a node, and between the columns wires that can be traced by eye.
//
// Every wire runs from left to right. Between two columns the edges are bundled into stars: all edges out of a left
// node (a fan) or all into a right one (a join), each with one vertical trunk. A bundle can be read without doubt when
// a left node takes part in at most one foreign join and a right node in at most one foreign fan: who travels right and
// never left then meets no branch that is not its own. That is an orientation of the edges in which every node is
// charged once, so the edges between two columns must form a pseudoforest, a graph with at most one cycle a component
// (Picard and Queyranne, 1982). Edges are taken while that holds, first one that ties each node to the focus, then by
// weight; those that do not fit are counted on their nodes, as everything is that is not drawn, and so is a node that
// no wire leads to.
//
// Layers, crossing reduction and straight rows follow Sugiyama, Tagawa and Toda (1981), with rows by isotonic
// regression. A drawing of the same graph is always the same.
package wires

import (
	"cmp"
	"slices"

	"lemma/tui/frame"
)

// Node is a node to draw. Its texts are safe to draw and hold no style.
type Node struct {
	ID    string
	Mark  string // one cell
	Label string
	Needs int // how many it has in the whole graph
	Uses  int
}

// Edge says that the node From depends on the node To; both are indexes.
type Edge struct {
	From, To int
	Weight   float64 // the heavier is drawn first
	Style    Style
	Letter   string // one cell in the wire that says more; may be empty

	spans bool // without it, a node might have no wire at all
}

// Style is how a wire is drawn. Where wires share cells, the first of their styles is drawn.
type Style int

// The styles, told apart by their lines without any colour.
const (
	Solid Style = iota
	Dashed
	Double
	Dotted
	styles
)

// Graph is what is drawn: a directed acyclic graph in which every node is reached from the focus, along needs alone or
// along uses alone.
type Graph struct {
	Nodes []Node
	Edges []Edge
	Focus int

	wide []int // cells of the labels
}

// Options say how to draw. Width is required.
type Options struct {
	Width      int
	Transitive bool // draw also edges that a longer path implies
	Selected   int  // its edges are drawn first, and marked
	ASCII      bool
}

// Least and greatest width of a label, in cells. The focus and its neighbours on both sides are worth shorter labels
// before a side goes.
const (
	leastLabel = 16
	leastClose = 10
	mostLabel  = 44
)

// Drawing is the result: the nodes in their places, and a grid of wires.
type Drawing struct {
	Width  int
	Height int
	Hidden int // nodes that did not fit; they are counted on their neighbours

	graph    Graph
	selected int
	places   []place // by node
	columns  [][]int // nodes by column, top to bottom
	grid     [][]cell
	drawn    []Edge
	ascii    bool
	most     int // cells that a label may take in its column
}

// place is where a node stands, and what of it is not drawn.
type place struct {
	shown       bool
	column, row int
	x, width    int    // of its text
	text        string // counts, mark and label, cut to the column
	needs, uses int    // not drawn
}

// cell is the wires at one place of the grid.
type cell struct {
	wire   dirs   // arms of the wire on top
	under  bool   // another wire runs from left to right beneath a trunk
	style  Style  // of the edges through it, the first of them
	letter string // of all of them
	lit    bool   // it belongs to an edge of the selected node
	set    bool   // style is set
}

// dirs are the arms of a wire in a cell.
type dirs uint8

const (
	up dirs = 1 << iota
	down
	left
	right
)

// Layout draws a graph. Columns follow the longest paths, so that every edge points right. Where that is too wide they
// follow the shortest ones, and an edge that would not point right is counted on its nodes; where that is too wide,
// too, the column that is farthest from the focus goes.
func Layout(g Graph, opt Options) *Drawing {
	keep := make([]bool, len(g.Nodes))
	g.wide = make([]int, len(g.Nodes))
	for i := range keep {
		keep[i] = true
		g.wide[i] = frame.Width(g.Nodes[i].Label)
	}
	for some := slices.Clone(keep); ; {
		d, without, wide := draw(g, some, longest, opt)
		if d != nil {
			return d
		}
		if wide {
			break
		}
		drop(some, without)
	}
	for {
		d, without, _ := draw(g, keep, shortest, opt)
		if d != nil {
			return d
		}
		drop(keep, without)
	}
}

func drop(keep []bool, nodes []int) {
	for _, n := range nodes {
		keep[n] = false
	}
}

// draw lays the kept nodes out. When they are too wide it returns the nodes of the farthest column instead, and when no
// wire leads to some, those: a node by itself says nothing, and is counted on its neighbours.
func draw(g Graph, keep []bool, layers func(g Graph, keep []bool, edges []Edge) []int, opt Options) (d *Drawing, without []int, wide bool) {
	edges := kept(g, keep)
	layer := layers(g, keep, edges)
	edges = kept(g, keep) // without those of nodes that nothing leads to any more
	wanted := slices.DeleteFunc(slices.Clone(edges), func(e Edge) bool { return layer[e.From] <= layer[e.To] })
	if !opt.Transitive {
		wanted = reduce(len(g.Nodes), wanted, layer)
	}
	l := newLayout(g, keep, layer, wanted)
	if len(l.columns) > 1 && leastTotal(g, l) > opt.Width { // seen before the work is done
		return nil, l.farthest(g.Focus), true
	}
	l.order()
	l.place()
	r := l.route(spanning(len(g.Nodes), wanted, layer), opt.Selected)
	if lost := unreached(g.Focus, keep, r.drawn); len(lost) > 0 {
		return nil, lost, false
	}
	d = &Drawing{Width: opt.Width, graph: g, selected: opt.Selected, drawn: r.drawn, ascii: opt.ASCII}
	d.count(keep, edges)
	if !d.fit(l, r) && len(l.columns) > 1 {
		return nil, l.farthest(g.Focus), true
	}
	d.paint(l, r)
	d.widen()
	return d, nil, false
}

// spanning marks for every node but the focus its heaviest edge to the column next to it on the side of the focus. They
// come first, so that every node has a wire before one has two.
func spanning(n int, edges []Edge, layer []int) []Edge {
	edges = slices.Clone(edges)
	has := make([]bool, n)
	for i, e := range edges { // the heaviest first
		outer := e.From
		if layer[e.To] < 0 {
			outer = e.To
		}
		if layer[e.From]-layer[e.To] == 1 && !has[outer] {
			has[outer], edges[i].spans = true, true
		}
	}
	return edges
}

// unreached are the kept nodes to which no wire leads from the focus.
func unreached(focus int, keep []bool, drawn []Edge) []int {
	next := make([][]int, len(keep))
	for _, e := range drawn {
		next[e.From] = append(next[e.From], e.To)
		next[e.To] = append(next[e.To], e.From)
	}
	seen := make([]bool, len(keep))
	for _, v := range postorder(focus, next) {
		seen[v] = true
	}
	var out []int
	for n, k := range keep {
		if k && !seen[n] {
			out = append(out, n)
		}
	}
	return out
}

// kept are the edges between kept nodes, the heaviest first.
func kept(g Graph, keep []bool) []Edge {
	var out []Edge
	for _, e := range g.Edges {
		if keep[e.From] && keep[e.To] && e.From != e.To {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return slices.CompactFunc(out, func(a, b Edge) bool { return a.From == b.From && a.To == b.To })
}

// longest is the signed length of the longest path from the focus: needs are negative, uses positive. So every edge
// goes right. A node that is not reached is not kept.
func longest(g Graph, keep []bool, edges []Edge) []int {
	return layered(g, keep, edges, func(next [][]int, set func(w, d int), of func(v int) int) {
		for _, v := range postorder(g.Focus, next) {
			for _, w := range next[v] {
				if d := of(v) + 1; d > of(w) {
					set(w, d)
				}
			}
		}
	})
}

// shortest is the signed length of the shortest path from the focus.
func shortest(g Graph, keep []bool, edges []Edge) []int {
	return layered(g, keep, edges, func(next [][]int, set func(w, d int), of func(v int) int) {
		queue := []int{g.Focus}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for _, w := range next[v] {
				if of(w) == 0 {
					set(w, of(v)+1)
					queue = append(queue, w)
				}
			}
		}
	})
}

// layered measures distances from the focus, first along needs, then along uses. of is 0 for what is not reached.
func layered(g Graph, keep []bool, edges []Edge, measure func(next [][]int, set func(w, d int), of func(v int) int)) []int {
	n := len(g.Nodes)
	needs, uses := make([][]int, n), make([][]int, n)
	for _, e := range edges {
		needs[e.From] = append(needs[e.From], e.To)
		uses[e.To] = append(uses[e.To], e.From)
	}
	layer := make([]int, n)
	side := func(sign int, next [][]int) {
		measure(next, func(w, d int) {
			if w != g.Focus {
				layer[w] = sign * d
			}
		}, func(v int) int { return max(0, sign*layer[v]) })
	}
	side(-1, needs)
	side(1, uses)
	for i := range keep {
		keep[i] = keep[i] && (i == g.Focus || layer[i] != 0)
	}
	return layer
}

// postorder lists what is reached from a node so that each comes before what it leads to.
func postorder(from int, next [][]int) []int {
	state := make([]uint8, len(next))
	var out []int
	type frame struct{ v, i int }
	stack := []frame{{from, 0}}
	state[from] = 1
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.i < len(next[f.v]) {
			w := next[f.v][f.i]
			f.i++
			if state[w] == 0 {
				state[w] = 1
				stack = append(stack, frame{w, 0})
			}
			continue
		}
		out = append(out, f.v)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(out)
	return out
}

// reduce drops the edges that a longer path implies.
func reduce(n int, edges []Edge, layer []int) []Edge {
	needs := make([][]int, n)
	for _, e := range edges {
		needs[e.From] = append(needs[e.From], e.To)
	}
	var out []Edge
	for _, e := range edges {
		if layer[e.From]-layer[e.To] == 1 || !reaches(needs, e.From, e.To) {
			out = append(out, e)
		}
	}
	return out
}

// reaches reports whether a path of at least two edges leads from one node to another.
func reaches(next [][]int, from, to int) bool {
	seen := make([]bool, len(next))
	var stack []int
	for _, w := range next[from] {
		if w != to {
			stack = append(stack, w)
		}
	}
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v == to {
			return true
		}
		if seen[v] {
			continue
		}
		seen[v] = true
		stack = append(stack, next[v]...)
	}
	return false
}
