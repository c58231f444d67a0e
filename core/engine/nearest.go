package engine

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns up to n of the known ids that a person may have meant by id: those that hold it as words, and those
// within a third of its length in edits, the nearest first, the shortest first among equals.
func Nearest(id string, known []string, n int) []string {
	type hit struct {
		id   string
		cost int
	}
	var hits []hit
	want := strings.ToLower(id)
	limit := max(1, (len(want)+2)/3)
	for _, k := range known {
		low := strings.ToLower(k)
		switch {
		case len(want) > 2 && strings.HasSuffix("-"+low, "-"+want): // all but the domain
			hits = append(hits, hit{k, 0})
		case len(want) > 2 && strings.Contains(low, want): // a letter or two are in everything
			hits = append(hits, hit{k, 1})
		case len(want) > 1:
			if c := distance(want, low, limit); c <= limit {
				hits = append(hits, hit{k, c})
			}
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(a.cost-b.cost, len(a.id)-len(b.id), strings.Compare(a.id, b.id))
	})
	var out []string
	for _, h := range hits[:min(n, len(hits))] {
		out = append(out, h.id)
	}
	return out
}

// distance is the least edit distance between want and the id, or the id without its domain or more of its first words.
func distance(want, id string, limit int) int {
	best := limit + 1
	for {
		if d := len(id) - len(want); d <= limit && -d <= limit {
			best = min(best, edits(want, id, limit))
		}
		_, rest, more := strings.Cut(id, "-")
		if !more || len(rest)+limit < len(want) {
			return best
		}
		id = rest
	}
}

// edits is the Levenshtein distance of a and b in bytes, or limit+1 when it is greater than limit.
func edits(a, b string, limit int) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diag := row[0]
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := diag
			if a[i-1] != b[j-1] {
				cost = 1 + min(diag, row[j], row[j-1])
			}
			diag, row[j] = row[j], cost
			best = min(best, cost)
		}
		if best > limit {
			return limit + 1
		}
	}
	return row[len(b)]
}
