package reader

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// lineNumbers is a column of numbers on the margin of a page that count its lines, as manuscripts for review and many
// listings have them: all lines, or every fifth or tenth. Nothing else stands in the column.
type lineNumbers struct {
	at          []int // the pieces, from the top down
	first, last int
	step        int
}

const (
	fewNumbers    = 3   // that count no lines, but where those of the page before go on
	manyNumbers   = 12  // that count lines whatever stands on other pages
	skipped       = 3   // lines without a number that a page ends with at most, one more
	columnWidth   = 2   // points that the numbers of a column begin or end apart
	maxColumns    = 4   // of numbers on a page
	longestNumber = 5   // digits
	numberGap     = 0.6 // sizes between a number on the margin and the line
)

// numbering finds the columns of a page that may be line numbers.
func numbering(pieces []piece) []lineNumbers {
	type column struct {
		right bool // the numbers end at one place
		at    int
	}
	columns := map[column][]int{}
	for i := range pieces {
		if p := &pieces[i]; p.number() >= 0 {
			for _, c := range [...]column{{false, int(p.x0/columnWidth + 0.5)}, {true, int(p.x1/columnWidth + 0.5)}} {
				columns[c] = append(columns[c], i)
			}
		}
	}
	var all [][]int
	for _, c := range columns {
		if len(c) >= fewNumbers {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b []int) int { return cmp.Or(len(b)-len(a), slices.Compare(a, b)) })
	var out []lineNumbers
	for _, at := range all[:min(len(all), maxColumns)] {
		if n, ok := counting(pieces, at); ok && !slices.ContainsFunc(out, func(o lineNumbers) bool { return o.first <= n.last && n.first <= o.last }) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b lineNumbers) int { return a.first - b.first })
	return out
}

// counting reports whether the pieces of a column count by one step down the page, mostly at the distance of lines,
// with nothing but themselves in their column.
func counting(pieces []piece, at []int) (lineNumbers, bool) {
	at = slices.Clone(at)
	slices.SortStableFunc(at, func(i, j int) int { return cmp.Compare(pieces[j].y, pieces[i].y) })
	n := lineNumbers{at: at, first: pieces[at[0]].number(), last: pieces[at[len(at)-1]].number()}
	if n.step = pieces[at[1]].number() - n.first; n.step != 1 && n.step != 2 && n.step != 5 && n.step != 10 {
		return n, false
	}
	left, right, leading := pieces[at[0]].x0, pieces[at[0]].x1, float32(1e6)
	for k, i := range at {
		p := &pieces[i]
		left, right = min(left, p.x0), max(right, p.x1)
		if k == 0 {
			continue
		}
		before := &pieces[at[k-1]]
		if p.number()-before.number() != n.step {
			return n, false
		}
		leading = min(leading, before.y-p.y)
	}
	near := 0
	for k := range at[1:] {
		if pieces[at[k]].y-pieces[at[k+1]].y < 1.5*leading {
			near++
		}
	}
	if leading <= 0 || near*3 < len(at) {
		return n, false
	}
	in := 0
	for i := range pieces {
		if p := &pieces[i]; p.x1 > left && p.x0 < right {
			in++
		}
	}
	return n, in == len(at)
}

// number returns the number that a piece is and nothing else, -1 when it is none.
func (p *piece) number() int {
	t := strings.TrimSpace(p.text)
	if len(t) > longestNumber || !numeral(t) {
		return -1
	}
	n, _ := strconv.Atoi(t)
	return n
}

func numeral(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// dropLineNumbers makes the lines of the sheets whose numbers were not decided on as their pages were read: a column
// counts lines when it has many numbers or goes on from a page to the next; one of every fifth may begin anew, too.
func dropLineNumbers(sheets []*sheet) {
	var before *lineNumbers
	sure := map[*lineNumbers]bool{}
	for _, s := range sheets {
		for i := range s.numbers {
			n := &s.numbers[i]
			goesOn := before != nil && before.step == n.step && (before.last < n.first && n.first <= before.last+skipped*n.step ||
				n.step > 1 && n.first == before.first)
			sure[n] = sure[n] || goesOn || len(n.at) >= manyNumbers
			if goesOn {
				sure[before] = true
			}
			before = n
		}
	}
	for _, s := range sheets {
		if len(s.numbers) == 0 {
			continue
		}
		gone := map[int]bool{}
		for i := range s.numbers {
			if n := &s.numbers[i]; sure[n] {
				for _, k := range n.at {
					gone[k] = true
				}
			}
		}
		kept := s.loose[:0]
		for i, p := range s.loose {
			if !gone[i] {
				kept = append(kept, p)
			}
		}
		s.setLines(kept, &s.rules)
		s.loose, s.rules, s.numbers = nil, ruleIndex{}, nil
	}
}
