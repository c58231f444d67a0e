package sanitize

import "slices"

// automaton finds all occurrences of a set of literals in one pass (Aho and Corasick 1975), as a dense table over
// classes of bytes: one look-up a byte, whatever the text holds.
type automaton struct {
	class   [256]uint8
	classes int32
	next    []int32 // state*classes + class
	first   []int32 // first literal that ends in the state, -1 for none
	suffix  []int32 // the longest proper suffix of the state in which a literal ends, -1 for none
	more    []int32 // next literal that is equal to this one, -1 for none
}

// trie is the automaton while it grows: the children of a state are a list.
type trie struct{ child, sibling, byte, first []int32 }

func (t *trie) add(b int32) int32 {
	t.child, t.sibling, t.byte, t.first = append(t.child, -1), append(t.sibling, -1), append(t.byte, b), append(t.first, -1)
	return int32(len(t.child) - 1)
}

// step returns the child of s by b, a new one when there is none.
func (t *trie) step(s, b int32) int32 {
	for c := t.child[s]; c >= 0; c = t.sibling[c] {
		if t.byte[c] == b {
			return c
		}
	}
	n := t.add(b)
	t.sibling[n], t.child[s] = t.child[s], n
	return n
}

// build returns the automaton of the literals. Empty literals are never found.
func build(literals []string) *automaton {
	a := &automaton{classes: 1, more: make([]int32, len(literals))}
	for _, l := range literals {
		for i := range len(l) {
			if a.class[l[i]] == 0 {
				a.class[l[i]] = uint8(a.classes)
				a.classes++
			}
		}
	}
	var t trie
	t.add(0)
	for id, l := range literals {
		a.more[id] = -1
		if l == "" {
			continue
		}
		s := int32(0)
		for i := range len(l) {
			s = t.step(s, int32(a.class[l[i]]))
		}
		a.more[id], t.first[s] = t.first[s], int32(id)
	}
	a.link(&t)
	return a
}

// link makes the dense table, breadth first: a state goes where its longest proper suffix goes, but for its children.
func (a *automaton) link(t *trie) {
	states := len(t.child)
	a.first, a.suffix = t.first, slices.Repeat([]int32{-1}, states)
	a.next = make([]int32, states*int(a.classes))
	fail := make([]int32, states)
	row := func(s int32) []int32 { return a.next[s*a.classes : (s+1)*a.classes] }
	queue := make([]int32, 1, states)
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		f := fail[s]
		if s != 0 {
			copy(row(s), row(f))
			if a.suffix[s] = a.suffix[f]; a.first[f] >= 0 {
				a.suffix[s] = f
			}
		}
		for c := t.child[s]; c >= 0; c = t.sibling[c] {
			if s != 0 {
				fail[c] = row(f)[t.byte[c]]
			}
			row(s)[t.byte[c]] = c
			queue = append(queue, c)
		}
	}
}

// scan calls hit for every literal and its end, in order of the ends, the longest first.
func (a *automaton) scan(b []byte, hit func(literal int32, end int)) {
	s := int32(0)
	for i, c := range b {
		s = a.next[s*a.classes+int32(a.class[c])]
		if a.first[s] < 0 && a.suffix[s] < 0 {
			continue
		}
		for t := s; t >= 0; t = a.suffix[t] {
			for l := a.first[t]; l >= 0; l = a.more[l] {
				hit(l, i+1)
			}
		}
	}
}
