package graph

import "slices"

func (l *lists) grow() {
	l.of = append(l.of, nil)
	l.era = append(l.era, 0)
}

func (l *lists) add(v, w int32, era uint32) {
	if l.era[v] == era {
		l.of[v] = append(l.of[v], w)
		return
	}
	list := make([]int32, 0, len(l.of[v])+len(l.of[v])/4+2)
	l.of[v] = append(append(list, l.of[v]...), w)
	l.era[v] = era
}

func (l *lists) remove(v, w int32, era uint32) {
	i := slices.Index(l.of[v], w)
	if i < 0 {
		return
	}
	if l.era[v] != era {
		l.of[v], l.era[v] = slices.Clone(l.of[v]), era
	}
	list := l.of[v]
	list[i] = list[len(list)-1]
	l.of[v] = list[:len(list)-1]
}

// adjacent returns the lists in a direction.
func (g *Graph) adjacent(dir Direction) [][]int32 {
	if dir == Dependents {
		return g.in.of
	}
	return g.out.of
}

// edge reports whether u depends directly on v, by the shorter list.
func (g *Graph) edge(u, v int32) bool {
	if len(g.out.of[u]) <= len(g.in.of[v]) {
		return slices.Contains(g.out.of[u], v)
	}
	return slices.Contains(g.in.of[v], u)
}
