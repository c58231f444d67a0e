package dedup

import (
	"cmp"
	"context"
	"hash/fnv"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"lemma/core"
	"lemma/core/text"
)

// Index is a registry's primitives prepared for matching. It never changes and may be used by many goroutines.
type Index struct {
	entries []*entry // by id of the primitive, the owner's statement before those of other places
	prims   int
	words   dictionary
	df      []int32 // by word: the number of entries with it in statement or name

	lookup func(plain bool) *lookup // built when it is first asked for
}

// entry is one statement of a primitive: its owner's, or the one that a further place has in other words. The latter
// can only be duplicated; it decides nothing else.
type entry struct {
	prim   *core.Primitive
	place  int      // index in Sources, -1 for the owner
	tokens []uint32 // of the statement, a sorted set
	name   []uint32 // of the name, a sorted set
	terms  []uint32 // words of keywords and name, and the name as a whole, a sorted set
	keys   []uint32 // keywords as given, lower case, a sorted set
	pats   []uint32 // applicability patterns, lower case, a sorted set
	needs  int      // number of requires edges
	hash   uint64   // of the statement's tokens in order
}

// reading is an entry with words instead of numbers.
type reading struct {
	tokens, name, terms, keys, pats []string
	hash                            uint64
}

// Words of different roles share one dictionary; a prefix that no token can hold keeps them apart.
const (
	keyPrefix     = "\x01"
	patternPrefix = "\x02"
	namePrefix    = "\x03"
	wholePrefix   = "\x04"
)

// NewIndex prepares the primitives of a registry.
func NewIndex(ctx context.Context, prims iter.Seq[*core.Primitive]) (*Index, error) {
	list := slices.Collect(prims)
	slices.SortFunc(list, func(a, b *core.Primitive) int { return strings.Compare(a.ID, b.ID) })
	ix := &Index{prims: len(list)}
	if err := ix.read(ctx, list); err != nil {
		return nil, err
	}
	ix.df = make([]int32, ix.words.size())
	for _, e := range ix.entries {
		count(ix.df, e, 1)
	}
	ix.prepare()
	return ix, nil
}

// Apply returns the index after a commit. It costs what the commit changed, and a copy of a word an entry.
func (ix *Index) Apply(changes []core.Change) *Index {
	if len(changes) == 0 {
		return ix
	}
	gone := make(map[string]bool, len(changes))
	var fresh []*core.Primitive
	for _, c := range changes {
		gone[c.ID] = true
		if c.After != nil {
			fresh = append(fresh, c.After)
		}
	}
	slices.SortFunc(fresh, func(a, b *core.Primitive) int { return strings.Compare(a.ID, b.ID) })
	next := &Index{words: ix.words.fork(), df: ix.df}
	_ = next.read(context.Background(), fresh) // fails only when its context ends
	next.df = make([]int32, next.words.size())
	copy(next.df, ix.df)
	for _, e := range next.entries {
		count(next.df, e, 1)
	}
	merged := make([]*entry, 0, len(ix.entries)+len(next.entries))
	added := next.entries
	for _, e := range ix.entries {
		if gone[e.prim.ID] {
			count(next.df, e, -1)
			continue
		}
		for len(added) > 0 && added[0].prim.ID < e.prim.ID {
			merged = append(merged, added[0])
			added = added[1:]
		}
		merged = append(merged, e)
	}
	next.entries = append(merged, added...)
	for _, e := range next.entries {
		if e.place < 0 {
			next.prims++
		}
	}
	next.prepare()
	return next
}

// Ready works out now what the first Match with the options would have to.
func (ix *Index) Ready(opt Options) { ix.lookup(opt.Similarity == Plain) }

// Len is the number of primitives.
func (ix *Index) Len() int { return ix.prims }

func (ix *Index) prepare() {
	weighted := sync.OnceValue(func() *lookup { return newNamedLookup(ix.entries) })
	plain := sync.OnceValue(func() *lookup { return newLookup(ix.entries, func(e *entry) []uint32 { return e.keys }) })
	ix.lookup = func(asGiven bool) *lookup {
		if asGiven {
			return plain()
		}
		return weighted()
	}
}

// read appends the entries of primitives. Each worker numbers its own words; the numbers are then made one. Which
// number a word gets depends on the number of workers, and nothing depends on the number.
func (ix *Index) read(ctx context.Context, prims []*core.Primitive) error {
	workers := min(runtime.GOMAXPROCS(0), 1+len(prims)/256)
	type part struct {
		entries []*entry
		words   dictionary
		list    []string
	}
	parts := make([]part, workers)
	var wg sync.WaitGroup
	for w := range parts {
		wg.Go(func() {
			p := &parts[w]
			p.words = newDictionary()
			intern := func(word string) uint32 {
				n, isNew := p.words.add(word)
				if isNew {
					p.list = append(p.list, word)
				}
				return n
			}
			for i, prim := range prims[len(prims)*w/workers : len(prims)*(w+1)/workers] {
				if i&63 == 0 && ctx.Err() != nil {
					return
				}
				p.entries = append(p.entries, entriesOf(prim, intern)...)
			}
		})
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	number := make([][]uint32, workers)
	for w := range parts {
		if w == 0 && ix.words.size() == 0 {
			ix.words = parts[0].words
			continue
		}
		number[w] = make([]uint32, len(parts[w].list))
		for i, word := range parts[w].list {
			number[w][i], _ = ix.words.add(word)
		}
	}
	for w := range parts {
		wg.Go(func() {
			for _, e := range parts[w].entries {
				for _, set := range [...]*[]uint32{&e.tokens, &e.name, &e.terms, &e.keys, &e.pats} {
					if number[w] != nil {
						for i, n := range *set {
							(*set)[i] = number[w][n]
						}
					}
					*set = distinct(*set)
				}
			}
		})
	}
	wg.Wait()
	for _, p := range parts {
		ix.entries = append(ix.entries, p.entries...)
	}
	return nil
}

// entriesOf returns the entry of a primitive and those of its further places that say it in other words.
func entriesOf(p *core.Primitive, intern func(string) uint32) []*entry {
	own := newEntry(p, -1, read(p), intern)
	all := []*entry{own}
	for i := range p.Sources {
		s := &p.Sources[i]
		if s.Statement == "" || s.Statement == p.FormalStatement {
			continue
		}
		r := read(&core.Primitive{Name: s.Name, FormalStatement: s.Statement})
		if slices.ContainsFunc(all, func(e *entry) bool { return e.hash == r.hash }) {
			continue
		}
		e := newEntry(p, i, r, intern)
		e.terms = append(e.terms, own.terms...)
		e.keys, e.pats, e.needs = slices.Clone(own.keys), slices.Clone(own.pats), own.needs
		all = append(all, e)
	}
	return all
}

func newEntry(p *core.Primitive, place int, r reading, intern func(string) uint32) *entry {
	e := &entry{prim: p, place: place, hash: r.hash}
	all := make([]uint32, 0, len(r.tokens)+len(r.name)+len(r.terms)+len(r.keys)+len(r.pats))
	part := func(words []string) []uint32 {
		from := len(all)
		for _, w := range words {
			all = append(all, intern(w))
		}
		return all[from:len(all):len(all)]
	}
	e.tokens, e.name, e.terms, e.keys, e.pats = part(r.tokens), part(r.name), part(r.terms), part(r.keys), part(r.pats)
	for _, d := range p.Dependencies {
		if d.Type == core.Requires {
			e.needs++
		}
	}
	return e
}

// read takes a primitive's text apart.
func read(p *core.Primitive) reading {
	r := reading{tokens: tokensOf(p.FormalStatement)}
	if strings.Count(p.Name, " ") < 2 || !text.Opens(p.Name, p.FormalStatement) {
		r.name = text.Tokens(p.Name)
	}
	r.hash = hashOf(r.tokens)
	if len(r.name) > 0 {
		r.terms = append(r.terms, namePrefix+strings.Join(r.name, " "))
		r.terms = append(r.terms, r.name...)
	}
	for _, k := range p.Keywords {
		k = strings.ToLower(k)
		r.keys = append(r.keys, keyPrefix+k)
		r.terms = append(r.terms, text.Tokens(k)...)
	}
	for _, a := range p.ApplicabilityPatterns {
		r.pats = append(r.pats, patternPrefix+strings.ToLower(a))
	}
	return r
}

// tokensOf returns the content tokens of a statement; the statement itself where it has none, so that it equals itself.
func tokensOf(statement string) []string {
	if t := text.Tokens(statement); len(t) > 0 {
		return t
	}
	return []string{wholePrefix + strings.TrimSpace(statement)}
}

func hashOf(tokens []string) uint64 {
	h := fnv.New64a()
	for _, t := range tokens {
		h.Write([]byte(t))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// count adds n to the document frequencies of an entry's words: those of the statement, and those of the name that are
// not among them.
func count(df []int32, e *entry, n int32) {
	for _, t := range e.tokens {
		df[t] += n
	}
	for _, t := range e.name {
		if _, in := slices.BinarySearch(e.tokens, t); !in {
			df[t] += n
		}
	}
}

// distinct sorts a slice and drops repetitions.
func distinct[T cmp.Ordered](s []T) []T {
	slices.Sort(s)
	return slices.Compact(s)
}

// dictionary numbers words. A fork shares what was there and adds its own.
type dictionary struct {
	base, more map[string]uint32
}

func newDictionary() dictionary { return dictionary{base: map[string]uint32{}} }

func (d *dictionary) size() int { return len(d.base) + len(d.more) }

func (d *dictionary) find(word string) (uint32, bool) {
	if n, ok := d.base[word]; ok {
		return n, true
	}
	n, ok := d.more[word]
	return n, ok
}

func (d *dictionary) add(word string) (n uint32, isNew bool) {
	if n, ok := d.find(word); ok {
		return n, false
	}
	n = uint32(d.size())
	word = strings.Clone(word) // a token may be a slice of a whole book
	if d.more != nil {
		d.more[word] = n
	} else {
		d.base[word] = n
	}
	return n, true
}

// fork returns a dictionary that can grow without changing d. When the words added by forks become many, they are put
// together with the others.
func (d *dictionary) fork() dictionary {
	if len(d.more) <= len(d.base)/4 {
		more := maps.Clone(d.more)
		if more == nil {
			more = map[string]uint32{}
		}
		return dictionary{base: d.base, more: more}
	}
	base := make(map[string]uint32, d.size())
	maps.Copy(base, d.base)
	maps.Copy(base, d.more)
	return dictionary{base: base, more: map[string]uint32{}}
}
