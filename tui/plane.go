package tui

import (
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/engine"
	"lemma/tui/frame"
)

// mostPlaces bounds the places that are plotted: a plane has fewer cells.
const mostPlaces = 4000

// places are where ranked primitives lie on the plane, each place once.
func places(snap *engine.Snapshot, rows []engine.Rank) []core.Position {
	seen := map[core.Position]bool{}
	var out []core.Position
	for _, r := range rows {
		p := snap.Primitive(r.ID)
		if p == nil || seen[p.Position] {
			continue
		}
		seen[p.Position] = true
		if out = append(out, p.Position); len(out) == mostPlaces {
			break
		}
	}
	return out
}

// plane is a map of cells. What is drawn first stays.
type plane struct {
	w, h  int
	cells [][]string
	words [][]bool // taken by a mark or a name; an axis may be drawn over
}

func newPlane(w, h int) *plane {
	p := &plane{w: w, h: h, cells: make([][]string, h), words: make([][]bool, h)}
	for y := range p.cells {
		p.cells[y], p.words[y] = slices.Repeat([]string{" "}, w), make([]bool, w)
	}
	return p
}

// at is the cell of a position.
func (p *plane) at(pos core.Position) (x, y int) {
	x, y = int((pos.Re+1)/2*float64(p.w-1)+0.5), int((1-pos.Im)/2*float64(p.h-1)+0.5)
	return max(0, min(p.w-1, x)), max(0, min(p.h-1, y))
}

// mark draws a sign of one cell, unless something stands there.
func (p *plane) mark(x, y int, sign string, st style) bool {
	if x < 0 || x >= p.w || y < 0 || y >= p.h || p.words[y][x] {
		return false
	}
	p.cells[y][x], p.words[y][x] = st.Render(sign), true
	return true
}

// beside draws a sign in the free cell that is nearest to a place.
func (p *plane) beside(x, y int, sign string, st style) {
	for far := range p.w {
		if p.mark(x-far, y, sign, st) || p.mark(x+far, y, sign, st) {
			return
		}
	}
}

// name writes a word behind a cell, or before it, where there is room for all of it and a blank on either side.
func (p *plane) name(x, y int, word string, st style) {
	n := frame.Width(word)
	for _, from := range []int{x + 2, x - 1 - n} {
		if from < 0 || from+n > p.w || slices.Contains(p.words[y][max(0, from):min(p.w, from+n+1)], true) {
			continue
		}
		p.cells[y][from], p.words[y][from] = st.Render(word), true
		for i := from + 1; i < from+n; i++ {
			p.cells[y][i], p.words[y][i] = "", true
		}
		if from+n < p.w { // a sign right behind it would read as a part of it
			p.words[y][from+n] = true
		}
		return
	}
}

// drawPlane plots where the primitives lie, among the domains as landmarks: those that hold primitives with a letter
// and in the legend, the others by name where there is room.
func (s *ranking) drawPlane(w, h int) []string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	held := slices.Clone(s.domains)
	slices.SortStableFunc(held, func(a, b engine.DomainCount) int { return b.Primitives - a.Primitives })
	held = held[:min(len(held), len(letters))]
	legend := min(len(held), max(1, h/5))
	gw, gh := w-4, h-3-legend
	if gw < 10 || gh < 5 {
		return frame.Box(s.th, frame.Options{Title: "Plane"}, []string{s.th.Faint.Render("too small")}, w, h)
	}
	m := newPlane(gw, gh)
	for y := range gh {
		m.cells[y][gw/2] = s.th.Border.Render(s.th.Glyphs.Vertical)
	}
	for x := range gw {
		m.cells[gh/2][x] = s.th.Border.Render(s.th.Glyphs.Horizontal)
	}
	for i, d := range held {
		x, y := m.at(d.Center)
		m.beside(x, y, letters[i:i+1], s.th.Info)
	}
	if r := s.at(); r != nil {
		if p := s.snap.Primitive(r.ID); p != nil {
			x, y := m.at(p.Position)
			glyph, _ := s.th.Kind(p.Kind)
			m.beside(x, y, glyph, s.th.Accent)
		}
	}
	for _, pos := range s.spread {
		x, y := m.at(pos)
		m.mark(x, y, s.th.Glyphs.Marked, s.th.Text)
	}
	for _, d := range held {
		x, y := m.at(d.Center)
		m.name(x, y, line(d.Name), s.th.Info)
	}
	for _, d := range s.taxa {
		if x, y := m.at(d.Center); d.Primitives == 0 && m.mark(x, y, s.th.Glyphs.Dot, s.th.Faint) {
			m.name(x, y, line(d.Name), s.th.Faint)
		}
	}
	var body []string
	for _, cells := range m.cells {
		body = append(body, strings.Join(cells, ""))
	}
	body = append(body, s.th.Faint.Render(frame.Spread("logic", "creativity", gw)))
	for i, d := range held[:legend] {
		body = append(body, frame.Spread(s.th.Info.Render(letters[i:i+1])+" "+line(d.Name), number(d.Primitives), gw))
	}
	return frame.Box(s.th, frame.Options{Title: "Plane", Right: "abstract up, embodied down"}, body, w, h)
}
