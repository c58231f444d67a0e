package reader

import (
	"slices"
	"sort"
)

// landings finds the lines of a page that destinations lead to: thousands may lead to one page.
type landings struct {
	*layout
	at     int // of the page, in the sheets
	flows  []flow
	sorted bool
}

// flow is the lines between one pair of margins, from the lowest up.
type flow struct {
	margins margins
	lines   []landing
}

type landing struct {
	row     *row
	from    float32 // destinations from this height up lead here or to a line above
	highest *row    // of this line and those before it
}

// below returns the highest line that stands below a destination, in its column; nil when there is none.
func (p *landings) below(at Position) *row {
	if !p.sorted {
		p.sort()
	}
	var best *row
	columns := p.columns[p.at]
	for _, f := range p.flows {
		if columns[0] != columns[1] && at.X > 1 && (at.X+2 < f.margins.left || at.X > f.margins.right) {
			continue
		}
		n := sort.Search(len(f.lines), func(i int) bool { return f.lines[i].from > at.Y })
		if n > 0 && (best == nil || f.lines[n-1].highest.y > best.y) {
			best = f.lines[n-1].highest
		}
	}
	return best
}

func (p *landings) sort() {
	p.sorted = true
	lines := p.sheets[p.at].lines
	for i := range lines {
		a := &lines[i]
		if a.kind == runningLine {
			continue
		}
		m := p.margin(a)
		k := slices.IndexFunc(p.flows, func(f flow) bool { return f.margins == m })
		if k < 0 {
			k = len(p.flows)
			p.flows = append(p.flows, flow{margins: m})
		}
		p.flows[k].lines = append(p.flows[k].lines, landing{row: a, from: a.y + 0.2*a.size})
	}
	for _, f := range p.flows {
		sort.SliceStable(f.lines, func(i, j int) bool { return f.lines[i].from < f.lines[j].from })
		for i := range f.lines {
			f.lines[i].highest = f.lines[i].row
			if i > 0 && f.lines[i-1].highest.y >= f.lines[i].row.y {
				f.lines[i].highest = f.lines[i-1].highest
			}
		}
	}
}
