package tui

import (
	"strings"

	"lemma/core/engine"
	"lemma/tui/frame"
	"lemma/tui/list"
)

// tree is the outline of what is around a primitive: what uses it above, what it needs below. One that stood before is
// marked and not opened again.
type tree struct {
	rows []branch
	list list.List
}

// branch is a row of the outline.
type branch struct {
	id     string
	depth  int
	again  bool
	uses   bool // it stands in the part of what uses the focus
	more   int  // below it, not opened
	arrow  engine.Arrow
	header string
}

// mostBranches bounds an outline, so that a hub with thousands of uses stays quick.
const mostBranches = 3000

func (t *tree) grow(e *env, focus string, hops int, order bool) {
	t.rows = t.rows[:0]
	part := func(title string, uses bool, next func(string, bool) []engine.Arrow) {
		t.rows = append(t.rows, branch{id: focus, header: title, uses: uses})
		seen := map[string]bool{focus: true}
		var walk func(id string, depth int)
		walk = func(id string, depth int) {
			for _, a := range next(id, order) {
				if len(t.rows) >= mostBranches {
					return
				}
				b := branch{id: a.ID, depth: depth, again: seen[a.ID], uses: uses, arrow: a}
				if !b.again && depth == hops {
					b.more = len(next(a.ID, order))
				}
				t.rows = append(t.rows, b)
				if !b.again && depth < hops {
					seen[a.ID] = true
					walk(a.ID, depth+1)
				}
				seen[a.ID] = true
			}
		}
		walk(focus, 1)
	}
	part("needs", false, e.snap.Needs)
	part("used by", true, e.snap.Enables)
	t.list.SetLen(len(t.rows))
}

// at is the chosen primitive.
func (t *tree) at() string {
	if i := t.list.Index(); i < len(t.rows) {
		return t.rows[i].id
	}
	return ""
}

// parent is the row that the chosen one is a branch of, -1 for a root.
func (t *tree) parent() int {
	at := t.list.Index()
	for i := at - 1; i >= 0 && at < len(t.rows); i-- {
		if t.rows[i].depth < t.rows[at].depth {
			return i
		}
	}
	return -1
}

// child is the first row below the chosen one, -1 when there is none.
func (t *tree) child() int {
	if i := t.list.Index() + 1; i < len(t.rows) && t.rows[i].depth > t.rows[i-1].depth {
		return i
	}
	return -1
}

func (t *tree) choose(id string) {
	if t.at() == id {
		return
	}
	for i, b := range t.rows {
		if b.id == id {
			t.list.Select(i)
			return
		}
	}
}

func (t *tree) row(e *env, i, w int) string {
	b := t.rows[i]
	p := e.snap.Primitive(b.id)
	if p == nil {
		return ""
	}
	if b.header != "" {
		return frame.Spread(e.name(p.Kind, p.Name), e.th.Faint.Render(b.header), w)
	}
	mark := e.th.Glyphs.Less
	if b.uses {
		mark = e.th.Glyphs.More
	}
	right := string(b.arrow.Type)
	switch {
	case b.again:
		right = e.th.Glyphs.Up + " above"
	case b.more > 0:
		right = number(b.more) + " more · " + right
	}
	return frame.Spread(strings.Repeat("  ", b.depth)+e.th.Faint.Render(mark)+" "+e.name(p.Kind, p.Name), e.th.Faint.Render(right), w)
}
