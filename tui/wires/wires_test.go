package wires

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lemma/tui/frame"
)

// anyGraph is a graph of an ego: nodes 1 … a are needs of the focus 0, the rest uses; labels of any width.
func anyGraph(t *rapid.T) Graph {
	n := rapid.IntRange(1, 26).Draw(t, "nodes")
	needs := rapid.IntRange(0, n-1).Draw(t, "needs")
	g := Graph{Nodes: make([]Node, n)}
	for i := range g.Nodes {
		label := rapid.SampledFrom([]string{"Basis", "Spectral theorem", "線型空間", "é", "x", "A name that goes on for longer than any column could ever be", ""}).Draw(t, "label")
		g.Nodes[i] = Node{ID: fmt.Sprint(i), Mark: "○", Label: label}
	}
	edge := func(from, to int) {
		g.Edges = append(g.Edges, Edge{From: from, To: to, Weight: float64(rapid.IntRange(0, 3).Draw(t, "weight")), Style: Style(rapid.IntRange(0, int(styles)-1).Draw(t, "style")), Letter: rapid.SampledFrom([]string{"", "a"}).Draw(t, "letter")})
		g.Nodes[from].Needs++
		g.Nodes[to].Uses++
	}
	has := map[[2]int]bool{}
	add := func(from, to int) {
		if from != to && !has[[2]int{from, to}] {
			has[[2]int{from, to}] = true
			edge(from, to)
		}
	}
	for i := 1; i <= needs; i++ { // each is needed by the focus or an earlier need
		add(rapid.IntRange(0, i-1).Draw(t, "by"), i)
	}
	for i := needs + 1; i < n; i++ { // each uses the focus or an earlier use
		to := rapid.IntRange(needs, i-1).Draw(t, "of")
		if to == needs {
			to = 0
		}
		add(i, to)
	}
	for range rapid.IntRange(0, 2*n).Draw(t, "more") {
		a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
		switch side := func(i int) int {
			switch {
			case i == 0:
				return 0
			case i <= needs:
				return -1
			}
			return 1
		}; {
		case side(a) > side(b):
			add(a, b)
		case side(a) == 1 && side(b) == 1 && a > b:
			add(a, b)
		case side(a) == -1 && side(b) == -1 && a < b:
			add(a, b)
		}
	}
	for i := range g.Nodes { // the whole graph has more than the ego
		g.Nodes[i].Needs += rapid.IntRange(0, 2).Draw(t, "outside")
		g.Nodes[i].Uses += rapid.IntRange(0, 2).Draw(t, "outside")
	}
	return g
}

func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		opt := Options{Width: rapid.IntRange(20, 220).Draw(t, "width"), Transitive: rapid.Bool().Draw(t, "transitive"), Selected: rapid.IntRange(0, len(g.Nodes)-1).Draw(t, "selected")}
		d := Layout(g, opt)
		if !d.Shown(g.Focus) {
			t.Fatal("the focus is not drawn")
		}
		checkCells(t, d)
		checkTraces(t, d)
		checkJoined(t, d)
		checkCounts(t, g, d)
		if again := Layout(g, opt); !slices.Equal(d.Lines(0, d.Height, Styles{}), again.Lines(0, d.Height, Styles{})) {
			t.Fatal("the same graph is drawn in two ways")
		}
	})
}

// checkCells: every line has the drawing's width, no two labels and no label and wire share a cell, every edge points
// right.
func checkCells(t *rapid.T, d *Drawing) {
	for i, l := range d.Lines(0, d.Height, Styles{}) {
		if frame.Width(l) != d.Width {
			t.Fatalf("line %d is %d cells wide, want %d: %q", i, frame.Width(l), d.Width, l)
		}
	}
	taken := map[[2]int]int{}
	for n, p := range d.places {
		if !p.shown {
			continue
		}
		if p.x < 0 || p.x+p.width > d.Width {
			t.Fatalf("node %d lies at %d…%d of %d", n, p.x, p.x+p.width, d.Width)
		}
		for x := p.x; x < p.x+p.width; x++ {
			if o, ok := taken[[2]int{p.row, x}]; ok {
				t.Fatalf("nodes %d and %d share a cell", n, o)
			}
			taken[[2]int{p.row, x}] = n
			if d.grid[p.row][x].wire != 0 {
				t.Fatalf("a wire runs through node %d\n%s", n, show(d))
			}
		}
	}
	for _, e := range d.drawn {
		if d.places[e.To].column >= d.places[e.From].column {
			t.Fatalf("the edge of %d to %d does not point right", e.From, e.To)
		}
	}
}

// checkTraces: who follows the wires from a node to the right, and never turns back, comes to what uses it by a drawn
// edge, and to nothing else.
func checkTraces(t *rapid.T, d *Drawing) {
	want := map[[2]int]bool{}
	for _, e := range d.drawn {
		want[[2]int{e.To, e.From}] = true
	}
	got := map[[2]int]bool{}
	for n, p := range d.places {
		if p.shown {
			for _, m := range trace(d, p.x+p.width+1, p.row) {
				got[[2]int{n, m}] = true
			}
		}
	}
	for e := range got {
		if !want[e] {
			t.Fatalf("a wire leads from %d to %d, but there is no such edge\n%s", e[0], e[1], show(d))
		}
	}
	for e := range want {
		if !got[e] {
			t.Fatalf("no wire leads from %d to %d\n%s", e[0], e[1], show(d))
		}
	}
}

// checkJoined: no wire ends in the air, and every node but the focus has one.
func checkJoined(t *rapid.T, d *Drawing) {
	at := func(x, y int) cell {
		if x < 0 || y < 0 || x >= d.Width || y >= d.Height {
			return cell{}
		}
		return d.grid[y][x]
	}
	meets := func(c cell, arm dirs) bool { return c.wire&arm != 0 || c.under && arm&(left|right) != 0 }
	for y := range d.grid {
		for x, c := range d.grid[y] {
			_, before := d.Find(x-2, y) // a blank stands between a text and its wire
			_, behind := d.Find(x+1, y)
			switch {
			case c.wire&left != 0 && !meets(at(x-1, y), right) && !before,
				c.wire&right != 0 && !meets(at(x+1, y), left) && !behind,
				c.wire&up != 0 && !meets(at(x, y-1), down),
				c.wire&down != 0 && !meets(at(x, y+1), up):
				t.Fatalf("the wire at %d, %d ends in the air\n%s", x, y, show(d))
			}
		}
	}
	for n, p := range d.places {
		if p.shown && n != d.graph.Focus && !slices.ContainsFunc(d.drawn, func(e Edge) bool { return e.From == n || e.To == n }) {
			t.Fatalf("node %d has no wire\n%s", n, show(d))
		}
	}
}

func show(d *Drawing) string { return strings.Join(d.Lines(0, d.Height, Styles{}), "\n") }

// trace follows wires from a cell that is entered from its left.
func trace(d *Drawing, x, y int) (nodes []int) {
	type step struct {
		x, y int
		from dirs // the arm that it is entered by
	}
	todo := []step{{x, y, left}}
	seen := map[step]bool{}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[s] || s.x >= d.Width || s.y < 0 || s.y >= d.Height {
			continue
		}
		seen[s] = true
		if s.from == left {
			if n, ok := d.Find(s.x, s.y); ok {
				nodes = append(nodes, n)
				continue
			}
		}
		c := d.grid[s.y][s.x]
		if c.under && s.from == left { // beneath the trunk, straight on
			todo = append(todo, step{s.x + 1, s.y, left})
			continue
		}
		if c.wire&s.from == 0 {
			continue
		}
		arms := c.wire &^ s.from &^ left
		if arms&right != 0 {
			todo = append(todo, step{s.x + 1, s.y, left})
		}
		if arms&up != 0 {
			todo = append(todo, step{s.x, s.y - 1, down})
		}
		if arms&down != 0 {
			todo = append(todo, step{s.x, s.y + 1, up})
		}
	}
	return nodes
}

// checkCounts: every need and use of a drawn node is a wire, implied by wires, or in its count.
func checkCounts(t *rapid.T, g Graph, d *Drawing) {
	needs := make([][]int, len(g.Nodes))
	for _, e := range d.drawn {
		needs[e.From] = append(needs[e.From], e.To)
	}
	shown := 0
	for i, p := range d.places {
		if !p.shown {
			continue
		}
		shown++
		n, u := g.Nodes[i].Needs, g.Nodes[i].Uses
		for _, e := range g.Edges {
			visible := slices.Contains(needs[e.From], e.To) || reaches(needs, e.From, e.To)
			if visible && e.From == i {
				n--
			}
			if visible && e.To == i {
				u--
			}
		}
		if p.needs != n || p.uses != u {
			t.Fatalf("node %d counts %d and %d, want %d and %d\n%s", i, p.needs, p.uses, n, u, show(d))
		}
		if n > 0 && !strings.HasPrefix(p.text, fmt.Sprintf("‹%d ", n)) && d.Width > 30 {
			t.Fatalf("node %d does not say that it has %d more needs: %q", i, n, p.text)
		}
	}
	if shown+d.Hidden != len(g.Nodes) {
		t.Fatalf("%d nodes are drawn and %d counted of %d", shown, d.Hidden, len(g.Nodes))
	}
}

func TestMoves(t *testing.T) {
	g := Graph{Nodes: []Node{{Mark: "■", Label: "Focus"}, {Mark: "○", Label: "A"}, {Mark: "○", Label: "B"}, {Mark: "■", Label: "U"}},
		Edges: []Edge{{From: 0, To: 1, Weight: 1}, {From: 0, To: 2, Weight: 1}, {From: 3, To: 0, Weight: 1}}}
	d := Layout(g, Options{Width: 60})
	if n, ok := d.Along(0, true); !ok || n != 3 {
		t.Errorf("right of the focus is %d, %v; want what uses it", n, ok)
	}
	if b, ok := d.Within(1, 1); !ok || b != 2 {
		t.Errorf("below A is %d, %v; want B", b, ok)
	}
	if a, ok := d.Within(2, -1); !ok || a != 1 {
		t.Errorf("above B is %d, %v; want A", a, ok)
	}
	if n, ok := d.Along(0, false); !ok || n != 1 && n != 2 {
		t.Errorf("left of the focus is %d, %v; want one of its needs", n, ok)
	}
	if _, ok := d.Along(3, true); ok {
		t.Error("something uses what nothing uses")
	}
}

func BenchmarkLayout(b *testing.B) {
	g := Graph{Nodes: make([]Node, 60)}
	for i := range g.Nodes {
		g.Nodes[i] = Node{Mark: "○", Label: fmt.Sprintf("A primitive of number %d", i)}
		if i > 0 && i < 30 {
			g.Edges = append(g.Edges, Edge{From: i / 2, To: i, Weight: 1}, Edge{From: i / 3, To: i, Weight: .5})
		}
		if i >= 30 {
			to := (i-30)/2 + 29
			if to == 29 {
				to = 0
			}
			g.Edges = append(g.Edges, Edge{From: i, To: to, Weight: 1})
		}
	}
	for b.Loop() {
		Layout(g, Options{Width: 200})
	}
}

func BenchmarkLines(b *testing.B) {
	g := Graph{Nodes: make([]Node, 40)}
	for i := range g.Nodes {
		g.Nodes[i] = Node{Mark: "○", Label: fmt.Sprintf("A primitive of number %d", i)}
		if i > 0 {
			g.Edges = append(g.Edges, Edge{From: (i - 1) / 3, To: i, Weight: 1})
		}
	}
	d := Layout(g, Options{Width: 200})
	for b.Loop() {
		d.Lines(0, 60, Styles{})
	}
}

// TestStyles fails when a type of edge is not told apart without colours.
func TestStyles(t *testing.T) {
	g := Graph{Focus: 0}
	for _, label := range []string{"Focus", "Statement", "Proof", "Order", "Applied"} {
		g.Nodes = append(g.Nodes, Node{Mark: "○", Label: label, Needs: 1, Uses: 1})
	}
	g.Nodes[0].Needs, g.Nodes[0].Uses = 0, 4
	for i, s := range []Style{Solid, Dashed, Dotted, Double} {
		g.Edges = append(g.Edges, Edge{From: i + 1, To: 0, Weight: 1, Style: s})
		g.Nodes[i+1].Uses = 0
	}
	g.Edges[3].Letter = "a"
	for _, c := range []struct {
		ascii bool
		want  string
	}{
		{false, `
         ╭─○ Statement
         ├╌○ Proof
○ Focus ─┼┈○ Order
         ╚a○ Applied
`},
		{true, `
         .-○ Statement
         +~○ Proof
○ Focus -+.○ Order
         'a○ Applied
`},
	} {
		d := Layout(g, Options{Width: 24, ASCII: c.ascii})
		got := "\n"
		for _, l := range d.Lines(0, d.Height, Styles{}) {
			got += strings.TrimRight(l, " ") + "\n"
		}
		if got != c.want {
			t.Errorf("drawn as%swant%s", got, c.want)
		}
	}
}
