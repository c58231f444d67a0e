package sanitize

// automaton finds all occurrences of a set of literals in one pass (Aho and Corasick 1975), as a dense table over
// classes of bytes: one look-up a byte, whatever the text holds.
type automaton struct {
	class   [256]uint8
	classes int32
	next    []int32 // state*classes + class
	first   []int32 // first literal that ends in the state, -1 for none
	suffix  []int32 // the longest proper suffix of the state in which a literal ends, -1 for none
	more    []int32 // next literal that is equal to this one, -1 for none
	length  []int32
}

// build returns the automaton of the literals. Empty literals are never found.
func build(literals []string) *automaton {
	a := &automaton{classes: 1}
	for _, l := range literals {
		for i := 0; i < len(l); i++ {
			if a.class[l[i]] == 0 {
				a.class[l[i]] = uint8(a.classes)
				a.classes++
			}
		}
	}
	a.state()
	for id, l := range literals {
		a.length = append(a.length, int32(len(l)))
		a.more = append(a.more, -1)
		if l == "" {
			continue
		}
		s := int32(0)
		for i := 0; i < len(l); i++ {
			k := s*a.classes + int32(a.class[l[i]])
			if a.next[k] < 0 {
				n := a.state()
				a.next[k] = n
			}
			s = a.next[k]
		}
		a.more[id], a.first[s] = a.first[s], int32(id)
	}
	a.link()
	return a
}

func (a *automaton) state() int32 {
	for range a.classes {
		a.next = append(a.next, -1)
	}
	a.first, a.suffix = append(a.first, -1), append(a.suffix, -1)
	return int32(len(a.first) - 1)
}

// link fills the missing transitions, breadth first.
func (a *automaton) link() {
	fail := make([]int32, len(a.first))
	queue := make([]int32, 0, len(a.first))
	for c := range a.classes {
		if n := a.next[c]; n >= 0 {
			queue = append(queue, n)
		} else {
			a.next[c] = 0
		}
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		f := fail[s]
		if a.first[f] >= 0 {
			a.suffix[s] = f
		} else {
			a.suffix[s] = a.suffix[f]
		}
		for c := range a.classes {
			k, t := s*a.classes+c, a.next[f*a.classes+c]
			if n := a.next[k]; n >= 0 {
				fail[n] = t
				queue = append(queue, n)
			} else {
				a.next[k] = t
			}
		}
	}
}

// scan calls hit for every literal that ends before end, in order of the ends, the longest first.
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
