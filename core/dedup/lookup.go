package dedup

import (
	"math"
	"math/bits"
	"slices"
)

// lookup finds the entries near a point that share keywords with a candidate: exactly those that a loop over all
// entries would find.
//
// Entries are renumbered in the order of the cells of a grid over the plane, so that what lies near a point is a few
// ranges of numbers. Each keyword has the sorted list of its entries; one that many entries have is a bitmap as well.
// Counting goes over blocks of entries with one bitmap for "at least once", one for "at least twice" and so on
// (bit-sliced), which costs an operation for 64 entries and keyword at most.
type lookup struct {
	entries []*entry            // by number
	cells   []int64             // by number, ascending
	lists   map[uint32][]uint32 // by keyword
	dense   map[uint32][]uint64 // by keyword
	hashes  map[uint64][]uint32 // by hash of the statement
	named   *lookup             // the same entries by the words of their names, when it was asked for
}

// cellSize is the width of a cell; a quarter of the usual distance, so that little outside the disc is looked at.
const cellSize = 0.05

// plane is a distance beyond which a search does not bother with cells; the plane is 2 wide.
const plane = 2

// blockWords is the size of a block in words of 64 entries: two bitmaps of 8 KB stay in the first cache.
const blockWords = 1024

func newLookup(entries []*entry, keywords func(*entry) []uint32) *lookup {
	l := &lookup{lists: map[uint32][]uint32{}, dense: map[uint32][]uint64{}, hashes: make(map[uint64][]uint32, len(entries))}
	type placed struct {
		cell int64
		e    *entry
	}
	order := make([]placed, len(entries))
	for i, e := range entries {
		order[i] = placed{cellOf(row(e.prim.Position.Im), row(e.prim.Position.Re)), e}
	}
	slices.SortStableFunc(order, func(a, b placed) int {
		switch {
		case a.cell < b.cell:
			return -1
		case a.cell > b.cell:
			return 1
		}
		return 0
	})
	l.entries, l.cells = make([]*entry, len(order)), make([]int64, len(order))
	for n, p := range order {
		l.entries[n], l.cells[n] = p.e, p.cell
		l.hashes[p.e.hash] = append(l.hashes[p.e.hash], uint32(n))
		for _, k := range keywords(p.e) {
			l.lists[k] = append(l.lists[k], uint32(n))
		}
	}
	for k, list := range l.lists {
		if len(list) > 64 && len(list) > len(entries)/32 {
			b := make([]uint64, (len(entries)+63)/64)
			for _, n := range list {
				b[n>>6] |= 1 << (n & 63)
			}
			l.dense[k] = b
		}
	}
	return l
}

// newNamedLookup looks up by the words of keywords and names, and by names alone.
func newNamedLookup(entries []*entry) *lookup {
	l := newLookup(entries, func(e *entry) []uint32 { return e.terms })
	l.named = newLookup(entries, func(e *entry) []uint32 { return e.name })
	return l
}

// scratch is the working memory of one goroutine.
type scratch struct {
	found  []uint32
	sparse [][]uint32
	dense  [][]uint64
	levels [][]uint64 // levels[i]: bitmap of entries with more than i shared keywords, one block
	mark   []uint8    // by word: the sets of the candidate that hold it
	looked int        // pairs that were compared
}

// near returns the numbers of the entries within the distance of a point that share at least that many of the keywords,
// in ascending order. The result is good until the next call.
func (l *lookup) near(s *scratch, re, im float64, keywords []uint32, distance float64, least int) []uint32 {
	s.found, s.sparse, s.dense = s.found[:0], s.sparse[:0], s.dense[:0]
	have := 0
	for _, k := range keywords {
		if d := l.dense[k]; d != nil {
			s.dense = append(s.dense, d)
			have++
		} else if list := l.lists[k]; len(list) > 0 {
			s.sparse = append(s.sparse, list)
			have++
		}
	}
	if have < least || len(l.entries) == 0 {
		return nil
	}
	for len(s.levels) < max(least, 1) {
		s.levels = append(s.levels, make([]uint64, blockWords))
	}
	if distance < 0 || distance > plane {
		l.scan(s, 0, len(l.entries), least)
	} else {
		l.around(s, re, im, distance, least)
	}
	inside := s.found[:0]
	for _, n := range s.found {
		p := l.entries[n].prim.Position
		if distance < 0 || distanceOf(re, im, p.Re, p.Im) <= distance {
			inside = append(inside, n)
		}
	}
	s.found = inside
	return s.found
}

// around scans the rows of cells that a disc touches.
func (l *lookup) around(s *scratch, re, im, distance float64, least int) {
	lo, hi := row(re-distance)-1, row(re+distance)+1
	end := 0 // ranges are widened to whole words and must not overlap
	for r := row(im-distance) - 1; r <= row(im+distance)+1; r++ {
		from, _ := slices.BinarySearch(l.cells, cellOf(r, lo))
		to, _ := slices.BinarySearch(l.cells, cellOf(r, hi)+1)
		if from = max(from, end); from < to {
			end = l.scan(s, from, to, least)
		}
	}
}

// scan appends the entries from … to-1 that share enough keywords, and those up to the end of the last word, and
// returns where it stopped.
func (l *lookup) scan(s *scratch, from, to, least int) int {
	first, last := from>>6, (to+63)>>6
	for block := first; block < last; block += blockWords {
		stop := min(block+blockWords, last)
		n := stop - block
		if !s.any(block, stop) && least > 0 {
			continue
		}
		levels := s.levels[:max(least, 1)]
		for i := range levels {
			clear(levels[i][:n])
		}
		for _, d := range s.dense {
			for w, v := range d[block:min(stop, len(d))] {
				raise(levels, w, v)
			}
		}
		low, high := uint32(block<<6), uint32(stop<<6)
		for _, list := range s.sparse {
			at, _ := slices.BinarySearch(list, low)
			for ; at < len(list) && list[at] < high; at++ {
				o := list[at] - low
				raise(levels, int(o>>6), 1<<(o&63))
			}
		}
		enough := levels[len(levels)-1][:n]
		for w, v := range enough {
			base := (block + w) << 6
			if least < 1 {
				v = ^uint64(0)
			}
			for ; v != 0; v &= v - 1 {
				if id := base + bits.TrailingZeros64(v); id >= from && id < len(l.entries) {
					s.found = append(s.found, uint32(id))
				}
			}
		}
	}
	return last << 6
}

// any reports whether any keyword occurs in a block.
func (s *scratch) any(block, stop int) bool {
	if len(s.dense) > 0 {
		return true
	}
	low, high := uint32(block<<6), uint32(stop<<6)
	for _, list := range s.sparse {
		if at, _ := slices.BinarySearch(list, low); at < len(list) && list[at] < high {
			return true
		}
	}
	return false
}

// raise counts one more keyword for the entries in v, all in word w.
func raise(levels [][]uint64, w int, v uint64) {
	for i := range levels {
		was := levels[i][w]
		levels[i][w] = was | v
		if v &= was; v == 0 {
			return
		}
	}
}

// row is the row or column of the grid in which a coordinate lies.
func row(x float64) int64 {
	switch x = math.Floor(x / cellSize); {
	case x > 1<<20:
		return 1 << 20
	case x > -1<<20:
		return int64(x)
	}
	return -1 << 20 // not a number included
}

func cellOf(row, column int64) int64 { return row<<24 + column }

// distanceOf is written so that no compiler fuses it: the same bits on every machine.
func distanceOf(ax, ay, bx, by float64) float64 {
	dx, dy := ax-bx, ay-by
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}
