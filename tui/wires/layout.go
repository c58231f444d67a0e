package wires

import (
	"cmp"
	"math"
	"slices"
)

// layout is the nodes in columns, with bend points where an edge passes a column.
type layout struct {
	item    []item // the nodes by index, then the bend points
	columns [][]int
	in, out [][]int      // hops, by item
	bends   map[bend]int // item of a bend point
}

// item is a node or a bend point.
type item struct {
	node   int // -1 for a bend point
	column int
	row    int
	x      int // first cell of its column
	width  int // of its column
}

// bend is where the edges that leave a node to the right pass a column; they share one point.
type bend struct{ node, column int }

func newLayout(g Graph, keep []bool, layer []int, edges []Edge) *layout {
	l := &layout{item: make([]item, len(g.Nodes)), bends: map[bend]int{}}
	low, high := 0, 0
	for i := range g.Nodes {
		if keep[i] {
			low, high = min(low, layer[i]), max(high, layer[i])
		}
	}
	l.columns = make([][]int, high-low+1)
	for i := range g.Nodes {
		l.item[i] = item{node: i, column: -1}
		if keep[i] {
			l.item[i].column = layer[i] - low
			l.columns[layer[i]-low] = append(l.columns[layer[i]-low], i)
		}
	}
	l.in, l.out = make([][]int, len(l.item)), make([][]int, len(l.item))
	for _, e := range edges {
		hops := l.hops(e, true)
		for k := 1; k < len(hops); k++ {
			a, b := hops[k-1], hops[k]
			if !slices.Contains(l.out[a], b) {
				l.out[a] = append(l.out[a], b)
				l.in[b] = append(l.in[b], a)
			}
		}
	}
	return l
}

// hops are the items that the wire of an edge passes, from left to right: from what is needed to what needs it.
func (l *layout) hops(e Edge, grow bool) []int {
	hops := []int{e.To}
	for c := l.item[e.To].column + 1; c < l.item[e.From].column; c++ {
		k := bend{e.To, c}
		i, ok := l.bends[k]
		if !ok && grow {
			i = len(l.item)
			l.item = append(l.item, item{node: -1, column: c})
			l.in, l.out = append(l.in, nil), append(l.out, nil)
			l.columns[c] = append(l.columns[c], i)
			l.bends[k] = i
		}
		hops = append(hops, i)
	}
	return append(hops, e.From)
}

// sweeps is how often the columns are put in order of their neighbours' means.
const sweeps = 12

// order reduces crossings: sweeps by barycentre, each followed by swaps of neighbours; the best order is kept.
func (l *layout) order() {
	pos := make([]int, len(l.item))
	number := func() {
		for _, c := range l.columns {
			for i, it := range c {
				pos[it] = i
			}
		}
	}
	number()
	best, least := clone(l.columns), l.crossings(pos)
	for round := 0; round < sweeps && least > 0; round++ {
		near := l.in
		if round%2 == 1 {
			near = l.out
		}
		for k := range l.columns {
			c := k
			if round%2 == 1 {
				c = len(l.columns) - 1 - k
			}
			mean := map[int]float64{}
			for _, it := range l.columns[c] {
				mean[it] = float64(pos[it])
				if len(near[it]) > 0 {
					sum := 0
					for _, m := range near[it] {
						sum += pos[m]
					}
					mean[it] = float64(sum) / float64(len(near[it]))
				}
			}
			slices.SortStableFunc(l.columns[c], func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
			for i, it := range l.columns[c] {
				pos[it] = i
			}
		}
		l.swap(pos)
		if n := l.crossings(pos); n < least {
			best, least = clone(l.columns), n
		}
	}
	l.columns = best
}

func clone(columns [][]int) [][]int {
	out := make([][]int, len(columns))
	for i, c := range columns {
		out[i] = slices.Clone(c)
	}
	return out
}

// swap exchanges neighbours in a column while that takes crossings away.
func (l *layout) swap(pos []int) {
	gain := func(a, b int) (n int) {
		for _, near := range [...][][]int{l.in, l.out} {
			for _, x := range near[a] {
				for _, y := range near[b] {
					n += cmp.Compare(pos[x], pos[y])
				}
			}
		}
		return n
	}
	for range 4 {
		moved := false
		for _, c := range l.columns {
			for i := 0; i+1 < len(c); i++ {
				if gain(c[i], c[i+1]) > 0 {
					c[i], c[i+1] = c[i+1], c[i]
					pos[c[i]], pos[c[i+1]] = i, i+1
					moved = true
				}
			}
		}
		if !moved {
			return
		}
	}
}

// crossings counts pairs of hops that cross.
func (l *layout) crossings(pos []int) int {
	total := 0
	for _, c := range l.columns {
		var ends []int
		for _, it := range c {
			own := make([]int, 0, len(l.out[it]))
			for _, m := range l.out[it] {
				own = append(own, pos[m])
			}
			slices.Sort(own)
			ends = append(ends, own...)
		}
		total += inversions(ends)
	}
	return total
}

// inversions counts pairs that stand in the wrong order, by merging.
func inversions(s []int) int {
	if len(s) < 2 {
		return 0
	}
	a, b := slices.Clone(s[:len(s)/2]), slices.Clone(s[len(s)/2:])
	n := inversions(a) + inversions(b)
	slices.Sort(a)
	slices.Sort(b)
	j := 0
	for _, x := range a {
		for j < len(b) && b[j] < x {
			j++
		}
		n += j
	}
	return n
}

// place gives rows: each column is drawn to the mean of its neighbours while it keeps its order.
func (l *layout) place() {
	y := make([]float64, len(l.item))
	tall := 0
	for _, c := range l.columns {
		tall = max(tall, len(c))
	}
	for _, c := range l.columns {
		for i, it := range c {
			y[it] = float64(i) + float64(tall-len(c))/2
		}
	}
	for round := range 10 {
		for k := range l.columns {
			c := k
			if round%2 == 1 {
				c = len(l.columns) - 1 - k
			}
			want := make([]float64, len(l.columns[c]))
			for i, it := range l.columns[c] {
				sum, n := 0.0, 0.0
				for _, near := range [...][]int{l.in[it], l.out[it]} {
					for _, m := range near {
						sum, n = sum+y[m], n+1
					}
				}
				if n == 0 {
					sum, n = y[it], 1
				}
				want[i] = sum/n - float64(i)
			}
			for i, v := range monotone(want) {
				y[l.columns[c][i]] = v + float64(i)
			}
		}
	}
	low := math.Inf(1)
	for _, c := range l.columns {
		for _, it := range c {
			low = min(low, y[it])
		}
	}
	for _, c := range l.columns {
		next := 0
		for _, it := range c {
			l.item[it].row = max(next, int(math.Round(y[it]-low)))
			next = l.item[it].row + 1
		}
	}
}

// monotone is the least-squares fit that never falls, by pooling adjacent violators (Ayer and others, 1955).
func monotone(want []float64) []float64 {
	type pool struct {
		sum float64
		n   int
	}
	var pools []pool
	for _, v := range want {
		pools = append(pools, pool{v, 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum*float64(pools[k].n) > pools[k].sum*float64(pools[k-1].n); k-- {
			pools[k-1] = pool{pools[k-1].sum + pools[k].sum, pools[k-1].n + pools[k].n}
			pools = pools[:k]
		}
	}
	out := make([]float64, 0, len(want))
	for _, p := range pools {
		for range p.n {
			out = append(out, p.sum/float64(p.n))
		}
	}
	return out
}

// farthest are the nodes of the column that is farthest from the focus; of two the right one.
func (l *layout) farthest(focus int) []int {
	at := l.item[focus].column
	c := 0
	if len(l.columns)-1-at >= at {
		c = len(l.columns) - 1
	}
	var out []int
	for _, it := range l.columns[c] {
		if n := l.item[it].node; n >= 0 {
			out = append(out, n)
		}
	}
	return out
}
