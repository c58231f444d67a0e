package core

import "cmp"

// CompareEdges orders edges for insertion into a graph that must stay acyclic: the stronger first, then requires
// before applies before other types before motivates, so that a weak edge can never block a strong one. It is 0 for
// edges between which only their place decides.
func CompareEdges(a, b Edge) int {
	if c := cmp.Compare(b.Strength, a.Strength); c != 0 {
		return c
	}
	return cmp.Compare(insertionRank(a.Type), insertionRank(b.Type))
}

func insertionRank(t EdgeType) int {
	switch t {
	case Requires:
		return 0
	case Applies:
		return 1
	case Motivates:
		return 3
	}
	return 2
}
