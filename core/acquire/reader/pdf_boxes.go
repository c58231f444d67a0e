package reader

import (
	"cmp"
	"slices"

	"lemma/core/text"
)

// What is drawn around statements.
const (
	touching  = 3  // points between the parts of a box that is drawn in parts
	edgeSlack = 2  // points that the edges of such parts differ at most
	barGap    = 5  // sizes between a bar and the text beside it
	ownLine   = 40 // bytes of a line that is more than a head
)

// boxed finds the boxes that hold one statement each, from its head on, and says in each line which one it stands in.
// Many textbooks set statements in frames, on coloured grounds or beside bars. A box may go on on the next page.
func (l *layout) boxed() {
	var before *row // the last line of the page before
	var open Box    // the box that it stands in
	for _, s := range l.sheets {
		boxes := joinBoxes(s.page.Boxes)
		s.page.Boxes = nil
		var first, last *row
		lines := 0
		for i := range s.lines {
			if a := &s.lines[i]; a.kind != runningLine && a.kind != noteLine {
				if first == nil {
					first = a
				}
				last = a
				lines++
			}
		}
		if first == nil {
			continue
		}
		var of Box
		for _, b := range boxes { // the largest last
			in, ok := l.within(s, b)
			if !ok {
				continue
			}
			id := int32(0)
			switch heads := statements(in); {
			case heads == 0 && in[0] == first && before != nil && before.box != 0 && abs(b.Right-b.Left-open.Right+open.Left) < edgeSlack:
				id = before.box
			case heads == 1 && len(in) < lines && (len(in) > 1 || len(in[0].text()) > ownLine):
				l.boxes++
				id = l.boxes
			default:
				continue
			}
			for _, a := range in {
				a.box = id
			}
			if slices.Contains(in, last) {
				of = b
			}
		}
		before, open = last, of
	}
}

// statements counts the heads of statements among lines; -1 when the first line has none and another has.
func statements(lines []*row) int {
	n := 0
	for i, a := range lines {
		if h, ok := a.head(); ok && h.Class == text.Item {
			if n++; i > 0 {
				return -1
			}
		}
	}
	return n
}

// within returns the lines that stand in a box, or right of a bar; ok is false when there are none, or when the box
// cuts through lines, as drawings do, or holds the head or number of the page, as its ground does.
func (l *layout) within(s *sheet, b Box) (in []*row, ok bool) {
	bar := b.Right-b.Left < l.size
	for i := range s.lines {
		a := &s.lines[i]
		if a.kind == noteLine || a.y < b.Bottom || a.y > b.Top {
			continue
		}
		switch {
		case a.kind == runningLine:
			return nil, false // the ground of the page
		case bar && a.x0 > b.Right-1 && a.x0 < b.Right+barGap*l.size, !bar && a.x0 > b.Left-1 && a.x1 < b.Right+1.5*l.size:
			in = append(in, a)
		case a.x1 < b.Left+1, a.x0 > b.Right-1 && !bar:
			if len(in) > 0 && a.column == in[0].column && bar {
				return nil, false
			}
		default:
			if a.kind != displayLine {
				return nil, false
			}
			in = append(in, a)
		}
	}
	return in, len(in) > 0
}

// joinBoxes joins the parts of boxes that are drawn line by line or title by text, the smallest first.
func joinBoxes(boxes []Box) []Box {
	out := slices.Clone(boxes)
	slices.SortStableFunc(boxes, func(a, b Box) int { return cmp.Or(cmp.Compare(a.Left, b.Left), cmp.Compare(b.Top, a.Top)) })
	for i := 0; i < len(boxes); {
		b := boxes[i]
		n := 1
		for i++; i < len(boxes); i++ {
			c := boxes[i]
			if abs(c.Left-b.Left) > edgeSlack || abs(c.Right-b.Right) > edgeSlack || c.Top < b.Bottom-touching {
				break
			}
			b.Bottom = min(b.Bottom, c.Bottom)
			n++
		}
		if n > 1 {
			out = append(out, b)
		}
	}
	area := func(b Box) float32 { return (b.Right - b.Left) * (b.Top - b.Bottom) }
	slices.SortStableFunc(out, func(a, b Box) int { return cmp.Compare(area(a), area(b)) })
	return out
}
