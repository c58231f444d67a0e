package wires

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"lemma/tui/frame"
)

// count works out what of each node is not drawn. An edge that a drawn path implies counts as drawn.
func (d *Drawing) count(keep []bool, edges []Edge) {
	n := len(d.graph.Nodes)
	d.places = make([]place, n)
	needs := make([][]int, n)
	has := map[[2]int]bool{}
	for _, e := range d.drawn {
		needs[e.From] = append(needs[e.From], e.To)
		has[[2]int{e.From, e.To}] = true
	}
	for i, node := range d.graph.Nodes {
		d.places[i] = place{shown: keep[i], needs: node.Needs, uses: node.Uses}
		if !keep[i] {
			d.Hidden++
		}
	}
	for _, e := range edges {
		if has[[2]int{e.From, e.To}] || reaches(needs, e.From, e.To) {
			d.places[e.From].needs--
			d.places[e.To].uses--
		}
	}
}

// fit gives each column its place and cuts the labels so that all fit the width. It is false when they cannot.
func (d *Drawing) fit(l *layout, r *routes) bool {
	gutters := 0
	for _, t := range r.tracks {
		gutters += gutter(t)
	}
	label := mostLabel
	for least := l.leastLabel(); label > least; label-- {
		if d.total(l, label)+gutters <= d.Width {
			break
		}
	}
	d.most = label
	total := d.total(l, label) + gutters
	x := max(0, (d.Width-total)/2)
	d.columns = make([][]int, len(l.columns))
	for c, items := range l.columns {
		w := d.columnWidth(items, l, label)
		for _, it := range items {
			l.item[it].x, l.item[it].width = x, w
			n := l.item[it].node
			if n < 0 {
				continue
			}
			d.columns[c] = append(d.columns[c], n)
			p := &d.places[n]
			p.column, p.row, p.x = c, l.item[it].row, x
			p.text = d.text(n, label)
			p.width = frame.Width(p.text)
			d.Height = max(d.Height, p.row+1)
		}
		for _, it := range items {
			d.Height = max(d.Height, l.item[it].row+1)
		}
		x += w
		if c < len(r.tracks) {
			x += gutter(r.tracks[c])
		}
	}
	if total > d.Width && len(l.columns) == 1 { // one label alone is cut to the width
		p := &d.places[d.columns[0][0]]
		p.text = frame.Truncate(p.text, d.Width)
		p.width = frame.Width(p.text)
	}
	return total <= d.Width
}

// gutter is the width of a gutter with so many tracks.
func gutter(tracks int) int { return tracks + 2 }

// leastLabel is how far labels may be cut.
func (l *layout) leastLabel() int {
	if len(l.columns) <= 3 {
		return leastClose
	}
	return leastLabel
}

// leastTotal is a width that no drawing can go below: labels cut as far as they may be, no counts, no trunks.
func leastTotal(g Graph, l *layout) int {
	sum := (len(l.columns) - 1) * gutter(0)
	for _, items := range l.columns {
		w := 1
		for _, it := range items {
			if n := l.item[it].node; n >= 0 {
				w = max(w, 3+min(g.wide[n], l.leastLabel()-1)) // a wide character may leave a cell
			}
		}
		sum += w
	}
	return sum
}

func (d *Drawing) total(l *layout, label int) int {
	sum := 0
	for _, items := range l.columns {
		sum += d.columnWidth(items, l, label)
	}
	return sum
}

func (d *Drawing) columnWidth(items []int, l *layout, label int) int {
	w := 1
	for _, it := range items {
		if n := l.item[it].node; n >= 0 {
			w = max(w, d.textWidth(n, label)+1)
		}
	}
	return w
}

// textWidth is how many cells the text of a node takes at most: a wide character that does not fit leaves one.
func (d *Drawing) textWidth(n, label int) int {
	w := 2 + min(label, d.graph.wide[n])
	for _, count := range [...]int{d.places[n].needs, d.places[n].uses} {
		if count > 0 {
			w += 2 + len(strconv.Itoa(count)) // a sign and a blank
		}
	}
	return w
}

// text is a node as it is drawn: ‹2 ○ Name 4›.
func (d *Drawing) text(n, label int) string {
	node, p := d.graph.Nodes[n], d.places[n]
	less, more := "‹", "›"
	if d.ascii {
		less, more = "<", ">"
	}
	text := ""
	if p.needs > 0 {
		text = fmt.Sprintf("%s%d ", less, p.needs)
	}
	text += node.Mark + " " + frame.Truncate(node.Label, label)
	if p.uses > 0 {
		text += fmt.Sprintf(" %d%s", p.uses, more)
	}
	return text
}

// paint draws the wires: first all that runs from left to right, then the trunks over it.
func (d *Drawing) paint(l *layout, r *routes) {
	d.grid = make([][]cell, d.Height)
	for y := range d.grid {
		d.grid[y] = make([]cell, d.Width)
	}
	for c, stars := range r.gutters {
		for _, s := range stars {
			x := l.trackX(c, s)
			for _, it := range s.lefts() {
				d.across(l.item[it].row, d.leaving(l, it), x, left)
			}
			for _, it := range s.rights() {
				d.across(l.item[it].row, x, l.item[it].x-1, right)
			}
		}
	}
	for _, i := range l.bent(r.drawn) {
		b := l.item[i]
		for x := b.x; x < b.x+b.width; x++ {
			d.grid[b.row][x].wire |= left | right
		}
	}
	for c, stars := range r.gutters {
		for _, s := range stars {
			d.trunk(l, s, l.trackX(c, s))
		}
	}
	d.colour(l, r)
}

// bent are the bend points that drawn edges pass; those of edges that were left out stay empty.
func (l *layout) bent(drawn []Edge) []int {
	var out []int
	seen := map[int]bool{}
	for _, e := range drawn {
		for _, i := range l.hops(e, false) {
			if l.item[i].node < 0 && !seen[i] {
				seen[i] = true
				out = append(out, i)
			}
		}
	}
	return out
}

// widen gives labels that were cut to their columns what is free behind them: empty cells, and their own wires as long
// as these run straight on.
func (d *Drawing) widen() {
	for n := range d.places {
		p := &d.places[n]
		if !p.shown || d.graph.wide[n] <= d.most {
			continue
		}
		from := p.x + p.width
		stop, wired := from, false
		for ; stop < d.Width; stop++ {
			c := d.grid[p.row][stop]
			if c.wire != 0 && c.wire != left|right || c.under || c.letter != "" {
				break
			}
			if _, ok := d.Find(stop, p.row); ok {
				break
			}
			wired = wired || c.wire != 0
		}
		switch {
		case wired:
			stop -= 3 // a blank and some of the wire stay
		case stop < d.Width:
			stop -= 2
		}
		text := d.text(n, d.most+stop-from)
		width := frame.Width(text)
		if stop <= from || width <= p.width || p.x+width > stop {
			continue
		}
		p.text, p.width = text, width
		for x := from; x <= p.x+width && x < d.Width; x++ {
			d.grid[p.row][x] = cell{}
		}
	}
}

// trackX is the cell of a star's trunk.
func (l *layout) trackX(c int, s *star) int {
	it := l.columns[c][0]
	return l.item[it].x + l.item[it].width + 1 + s.track
}

// leaving is the first cell of the wire that leaves an item to the right: behind its text.
func (d *Drawing) leaving(l *layout, it int) int {
	if n := l.item[it].node; n >= 0 {
		return d.places[n].x + d.places[n].width + 1
	}
	return l.item[it].x + l.item[it].width
}

// across draws a wire from left to right; the cell of the trunk gets the arm of its side only.
func (d *Drawing) across(row, from, to int, side dirs) {
	for x := from; x <= to; x++ {
		arms := left | right
		switch {
		case side == left && x == to:
			arms = left
		case side == right && x == from:
			arms = right
		}
		d.grid[row][x].wire |= arms
	}
}

// trunk draws a star's trunk. At its own rows it joins what is there, elsewhere it passes over it.
func (d *Drawing) trunk(l *layout, s *star, x int) {
	joint := map[int]bool{l.item[s.hub].row: true}
	for _, it := range s.ends {
		joint[l.item[it].row] = true
	}
	for y := s.lo; y <= s.hi; y++ {
		c := &d.grid[y][x]
		var arms dirs
		if y > s.lo {
			arms |= up
		}
		if y < s.hi {
			arms |= down
		}
		switch {
		case joint[y]:
			c.wire |= arms
		case c.wire != 0:
			c.wire, c.under = arms, true
		default:
			c.wire = arms
		}
	}
}

// colour gives the cells of each wire the style of its edge.
func (d *Drawing) colour(l *layout, r *routes) {
	trunks := map[hop]int{}
	for c, stars := range r.gutters {
		for _, s := range stars {
			for _, a := range s.lefts() {
				for _, b := range s.rights() {
					trunks[hop{a, b}] = l.trackX(c, s)
				}
			}
		}
	}
	for _, e := range r.drawn {
		lit := e.From == d.selected || e.To == d.selected
		paint := func(y, x int, vertical bool) {
			c := &d.grid[y][x]
			if c.under && !vertical {
				return
			}
			if !c.set || e.Style < c.style {
				c.style, c.set = e.Style, true
			}
			c.lit = c.lit || lit
		}
		hops := l.hops(e, false)
		for k := 1; k < len(hops); k++ {
			a, b := hops[k-1], hops[k]
			x := trunks[hop{a, b}]
			ya, yb := l.item[a].row, l.item[b].row
			for i := d.leaving(l, a); i <= x; i++ {
				paint(ya, i, i == x)
			}
			for y := min(ya, yb); y <= max(ya, yb); y++ {
				paint(y, x, true)
			}
			for i := x; i < l.item[b].x; i++ {
				paint(yb, i, i == x)
			}
			if l.item[b].node < 0 {
				for i := l.item[b].x; i < l.item[b].x+l.item[b].width; i++ {
					paint(yb, i, false)
				}
			}
		}
	}
	d.letters(l, r)
}

// letters writes what edges say into the last cell of their wires, where all that share the cell say the same.
func (d *Drawing) letters(l *layout, r *routes) {
	said := map[int]string{}
	for _, e := range r.drawn {
		if s, ok := said[e.From]; ok && s != e.Letter {
			said[e.From] = ""
			continue
		}
		said[e.From] = e.Letter
	}
	for n, s := range said {
		d.grid[l.item[n].row][l.item[n].x-1].letter = s
	}
}

// Find returns the node whose text is at a cell.
func (d *Drawing) Find(x, y int) (node int, ok bool) {
	for n, p := range d.places {
		if p.shown && p.row == y && x >= p.x && x < p.x+p.width {
			return n, true
		}
	}
	return 0, false
}

// Row is the row of a node.
func (d *Drawing) Row(n int) int { return d.places[n].row }

// Shown reports whether a node is drawn.
func (d *Drawing) Shown(n int) bool { return n >= 0 && n < len(d.places) && d.places[n].shown }

// Along is the nearest node that a wire leads to: what the node needs to the left, what uses it to the right.
func (d *Drawing) Along(n int, toRight bool) (node int, ok bool) {
	var near []int
	for _, e := range d.drawn {
		switch {
		case toRight && e.To == n:
			near = append(near, e.From)
		case !toRight && e.From == n:
			near = append(near, e.To)
		}
	}
	if len(near) == 0 {
		return n, false
	}
	from := d.places[n]
	return slices.MinFunc(near, func(a, b int) int {
		far := func(i int) int { return 4*abs(d.places[i].column-from.column) + abs(d.places[i].row-from.row) }
		return cmp.Or(cmp.Compare(far(a), far(b)), cmp.Compare(d.places[a].row, d.places[b].row))
	}), true
}

// Within is the next node of the column, down or up.
func (d *Drawing) Within(n, step int) (node int, ok bool) {
	column := d.columns[d.places[n].column]
	i := slices.Index(column, n) + step
	if i < 0 || i >= len(column) {
		return n, false
	}
	return column[i], true
}
