package dedup

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// Match decides on every candidate, in their order. Existing of a match is a primitive's id; it is an earlier
// candidate's id when the two are the same within the session, and a conflict's id when the text waits already.
func (ix *Index) Match(ctx context.Context, in Input, opt Options) ([]core.Match, error) {
	m, _, err := ix.match(ctx, in, opt)
	return m, err
}

// match also returns how many pairs were compared.
func (ix *Index) match(ctx context.Context, in Input, opt Options) ([]core.Match, int, error) {
	switch opt.Similarity {
	case "", Weighted, Plain:
	default:
		return nil, 0, fmt.Errorf("similarity %q is not known; use %s or %s", opt.Similarity, Weighted, Plain)
	}
	out := make([]core.Match, len(in.Candidates))
	m, cands, err := ix.prepareMatch(ctx, in, opt.withDefaults())
	if err != nil {
		return nil, 0, err
	}
	looked, err := m.each(ctx, cands, out)
	if err != nil {
		return nil, 0, err
	}
	m.otherForms(in, cands, out)
	onlyFirstUpdate(out)
	return out, looked, nil
}

// Scores compares a candidate with each primitive that somebody else named, however far apart the two are. Ids that the
// index does not have give no scores.
func (ix *Index) Scores(ctx context.Context, candidates []core.Candidate, with []string, opt Options) ([]core.Scores, error) {
	m, cands, err := ix.prepareMatch(ctx, Input{Candidates: candidates}, opt.withDefaults())
	if err != nil {
		return nil, err
	}
	entries := make(map[string]*entry, len(with))
	for _, id := range with {
		entries[id] = nil
	}
	for _, e := range ix.entries {
		if _, asked := entries[e.prim.ID]; asked && e.place < 0 {
			entries[e.prim.ID] = e
		}
	}
	out := make([]core.Scores, len(cands))
	s := &scratch{mark: make([]uint8, m.words.size())}
	for i := range cands {
		if e := entries[with[i]]; e != nil {
			c := m.comparison(s, &cands[i])
			c.mark()
			v := c.compare(e, false)
			c.unmark()
			out[i] = v.scores
			c.form = formWords(c.cand.ComputationalForm)
			out[i].Order = order(c.tokens, tokensOf(e.prim.FormalStatement))
			out[i].Form = c.formSimilarity(formWords(e.prim.ComputationalForm))
		}
	}
	return out, ctx.Err()
}

// matcher is what all candidates of a session are compared with: the registry as the session found it.
type matcher struct {
	ix      *Index
	opt     Options
	plain   bool
	lookup  *lookup
	waiting *lookup
	queue   []*core.Conflict
	ofEntry map[*entry]*core.Conflict // the conflict that an entry of waiting stands for
	words   dictionary                // of the registry, the queue and the session
	weights weights
	rare    uint64 // weight of a word that nobody has
}

// candidate is a candidate taken apart.
type candidate struct {
	*core.Primitive
	tokens  []string
	r       reading
	e       *entry
	fullest int // index of the fullest candidate with the same text, its own when that is the one
}

func (ix *Index) prepareMatch(ctx context.Context, in Input, opt Options) (*matcher, []candidate, error) {
	m := &matcher{ix: ix, opt: opt, plain: opt.Similarity == Plain, queue: in.Waiting, words: ix.words.extend()}
	m.lookup = ix.lookup(m.plain)
	cands := make([]candidate, len(in.Candidates))
	err := parallel(ctx, len(cands), func(_, i int) {
		p := &in.Candidates[i].Primitive
		cands[i] = candidate{Primitive: p, r: read(p), tokens: tokensOf(p.FormalStatement)}
	})
	if err != nil {
		return nil, nil, err
	}
	add := func(w string) uint32 { n, _ := m.words.add(w); return n }
	byText := map[string][]int{}
	repeats := map[string]int{} // of a text within its document
	for i := range cands {
		c := &cands[i]
		c.e = newEntry(c.Primitive, -1, c.r, add).sorted()
		if i < len(in.Edges) {
			for _, e := range in.Edges[i] {
				if e.Type == core.Requires {
					c.e.needs++
				}
			}
		}
		c.fullest = i
		key := textKey(c.Primitive, c.tokens)
		if repeated[c.Role] { // its surroundings say what "It MUST exist" is about
			here := fmt.Sprintf("%s\x00%d", key, in.Candidates[i].Document)
			repeats[here]++
			key = fmt.Sprintf("%s\x00%d", key, repeats[here])
		}
		byText[key] = append(byText[key], i)
	}
	for _, same := range apart(in.Candidates, byText) {
		full := slices.MaxFunc(same, func(i, j int) int { return cmp.Or(fullness(cands[i].Primitive)-fullness(cands[j].Primitive), j-i) })
		labels, proofs := map[string]bool{cands[full].Label: true}, map[string]bool{cands[full].Proof: true}
		for _, i := range same {
			c := &cands[i]
			if c.fullest = full; in.Candidates[i].Document == in.Candidates[full].Document && proved(c) && !labels[c.Label] && !proofs[c.Proof] {
				labels[c.Label], proofs[c.Proof] = true, true
				c.fullest = i
			}
		}
	}
	waiting, of := waitingEntries(in.Waiting, add)
	m.ofEntry = of
	df := make([]int32, m.words.size())
	copy(df, ix.df)
	for i := range cands {
		count(df, cands[i].e, 1)
	}
	m.weights = weigh(df, len(ix.entries)+len(cands), m.plain)
	m.rare = uint64(weigh([]int32{1}, len(ix.entries)+len(cands), m.plain)[0])
	if m.plain {
		m.waiting = newLookup(waiting, func(e *entry) []uint32 { return e.keys })
	} else {
		m.waiting = newNamedLookup(waiting)
	}
	return m, cands, nil
}

// repeated are the roles of what a document says again in the same words about something else: sentences of
// specifications with a key word of BCP 14, and steps.
var repeated = map[string]bool{"requirement": true, "recommendation": true, "permission": true, "step": true}

// apart takes texts asunder that differ in nothing but numbers and signs, where one document says both: "(xy)z = z" is
// another law than "x(yz) = z". Between documents they differ by how their formats write formulas.
func apart(cands []core.Candidate, byText map[string][]int) [][]int {
	groups := make([][]int, 0, len(byText))
	for _, same := range byText {
		if len(same) == 1 {
			groups = append(groups, same)
			continue
		}
		first := map[int]string{} // by document
		var out []int
		other := map[string][]int{}
		for _, i := range same {
			d, s := cands[i].Document, signs(cands[i].Primitive.FormalStatement)
			switch f, ok := first[d]; {
			case !ok:
				first[d] = s
				fallthrough
			case f == s:
				out = append(out, i)
			default:
				key := fmt.Sprintf("%d\x00%s", d, s)
				other[key] = append(other[key], i)
			}
		}
		groups = append(groups, out)
		for _, g := range other {
			groups = append(groups, g)
		}
	}
	return groups
}

// signs is what a text holds besides words, blanks, stops and the marks of markup and of formulas.
func signs(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		if rest, ok := strings.CutPrefix(s, `\`); ok {
			n := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
			if n < 0 {
				break
			}
			name := rest[:n]
			if s = rest[max(n, min(1, len(rest))):]; name == "label" || name == "tag" {
				if end := strings.IndexByte(s, '}'); end >= 0 {
					s = s[end+1:]
				}
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s)
		if s = s[n:]; !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune("$*_`{}~.,;:&'’\"“”", r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// proved reports a text under a number with a proof. Where a document says it again under another number with another
// proof, that is no restatement: the second proof rests on other things.
func proved(c *candidate) bool { return c.Label != "" && c.Proof != "" }

// fullness is more for the place where a text is stated with its number and proved than for one that announces it.
func fullness(p *core.Primitive) (n int) {
	if p.Label != "" {
		n++
	}
	if p.Proof != "" {
		n++
	}
	return n
}

// waitingEntries are the texts that wait for a human, each with the places that said it.
func waitingEntries(queue []*core.Conflict, add func(string) uint32) (all []*entry, of map[*entry]*core.Conflict) {
	of = make(map[*entry]*core.Conflict, len(queue))
	for _, q := range queue {
		for _, e := range entriesOf(&q.Candidate, add) {
			all = append(all, e.sorted())
			of[e] = q
		}
	}
	return all, of
}

func (e *entry) sorted() *entry {
	for _, set := range [...]*[]uint32{&e.tokens, &e.name, &e.terms, &e.keys, &e.pats} {
		*set = distinct(*set)
	}
	return e
}

// fewWords are fewer than any statement of one's own has.
const fewWords = 3

// textKey is the same for texts that are the same to a reader: kind, tokens in order, negations and form. Of what
// programs call by name the name counts too: "read16be" reads other bytes than "read16", though a reader of prose finds
// the same words. Of a few words that stand where a statement is still to be written ("To do.") name and number say
// what they stand for.
func textKey(p *core.Primitive, tokens []string) string {
	switch {
	case p.Coded():
		tokens = append(slices.Clone(tokens), p.Name)
	case len(tokens) < fewWords:
		tokens = append(slices.Clone(tokens), p.Name, p.Label)
	}
	return fmt.Sprintf("%s\x00%d\x00%s\x00%s", p.Kind, negations(p.FormalStatement, tokens), strings.Join(tokens, " "), strings.Join(text.Tokens(p.ComputationalForm), " "))
}

// extend returns a dictionary for the length of a match; what it adds is seen by nobody else.
func (d *dictionary) extend() dictionary {
	more := maps.Clone(d.more)
	if more == nil {
		more = map[string]uint32{}
	}
	if d.base == nil {
		return dictionary{base: map[string]uint32{}, more: more}
	}
	return dictionary{base: d.base, more: more}
}

func (m *matcher) keywords(e *entry) []uint32 {
	if m.plain {
		return e.keys
	}
	return e.terms
}

func (m *matcher) weightOf(word string) uint64 {
	if n, ok := m.words.find(word); ok {
		return uint64(m.weights[n])
	}
	return m.rare
}

func (m *matcher) each(ctx context.Context, cands []candidate, out []core.Match) (looked int, err error) {
	scratches := make([]scratch, runtime.GOMAXPROCS(0))
	err = parallel(ctx, len(cands), func(worker, i int) {
		s := &scratches[worker]
		if s.mark == nil {
			s.mark = make([]uint8, m.words.size())
		}
		c := &cands[i]
		if c.fullest != i {
			out[i] = core.Match{Candidate: c.ID, Existing: cands[c.fullest].ID, Class: core.ExactDuplicate, Action: core.Skip, Confidence: 1,
				Scores: core.Scores{Statement: 1, Form: 1, Keywords: 1, Patterns: 1, Order: 1}, Rationale: fmt.Sprintf("says word for word what %q of this session says", cands[c.fullest].Name)}
			return
		}
		out[i] = m.one(s, c)
	})
	for i := range scratches {
		looked += scratches[i].looked
	}
	return looked, err
}

// one decides on a candidate.
func (m *matcher) one(s *scratch, cand *candidate) core.Match {
	c := m.comparison(s, cand)
	c.mark()
	defer c.unmark()

	best, found := c.best(m.lookup)
	if found && best.class == core.ExactDuplicate && best.action == core.Skip {
		return c.match(&best)
	}
	if again, ok := c.best(m.waiting); ok && again.class == core.ExactDuplicate && again.action == core.Skip {
		q := m.ofEntry[again.e]
		x := c.match(&again)
		x.Existing, x.Guard = q.ID, GuardWaiting
		x.Rationale = fmt.Sprintf("waits for a decision already, as %q in %s", q.Candidate.Name, q.ID)
		return x
	}
	if !found {
		x := core.Match{Candidate: cand.ID, Class: core.GenuinelyNew, Action: core.Add, Confidence: 1, Rationale: "nothing near it on the plane shares two keywords with it"}
		if m.ix.prims == 0 {
			x.Rationale = "the registry held nothing to compare it with"
		}
		return x
	}
	return c.match(&best)
}

func (m *matcher) comparison(s *scratch, cand *candidate) *comparison {
	e := cand.e
	return &comparison{matcher: m, cand: cand.Primitive, e: e, s: s, tokens: cand.tokens,
		ofTokens: m.weights.sum(e.tokens), ofName: m.weights.sum(e.name), ofTerms: m.weights.sum(e.terms), ofKeys: m.weights.sum(e.keys)}
}

// best returns the verdict on the most similar entry: exact duplicates before all others, then the highest
// confidence, the nearest, the oldest.
func (c *comparison) best(l *lookup) (best verdict, found bool) {
	consider := func(e *entry, far bool) {
		if v := c.compare(e, far); !found || v.better(&best) {
			best, found = v, true
		}
	}
	for _, n := range l.hashes[c.e.hash] { // word for word the same, wherever it lies
		consider(l.entries[n], false)
	}
	if found && best.class == core.ExactDuplicate && best.action == core.Skip {
		return best, true
	}
	best, found = verdict{}, false
	for _, n := range l.near(c.s, c.cand.Position.Re, c.cand.Position.Im, c.keywords(c.e), c.opt.MaxDistance, c.opt.MinShared) {
		consider(l.entries[n], false)
	}
	if c.plain || len(c.e.name) == 0 {
		return best, found
	}
	for _, n := range l.named.near(c.s, 0, 0, c.telling(), -1, 1) {
		e := l.named.entries[n]
		agree := c.similarity(inName, c.ofName, e.name)
		if agree < c.opt.SameName {
			continue
		}
		if statement := c.similarity(inTokens, c.ofTokens, e.tokens); statement < c.opt.OverlapStatement && c.names(e, statement) < equalName {
			continue
		}
		if v := c.compare(e, true); v.class != core.GenuinelyNew && (!found || v.better(&best)) {
			best, found = v, true
		}
	}
	return best, found
}

// telling returns those words of the candidate's name of which a name that agrees with it must have one. The others,
// the most frequent ones, weigh too little together: an agreement of a share of all words is at least that share of
// the candidate's.
func (c *comparison) telling() []uint32 {
	words := slices.Clone(c.e.name)
	slices.SortFunc(words, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(c.weights[a], c.weights[b]), cmp.Compare(a, b))
	})
	enough := c.opt.SameName * float64(c.ofName)
	var without uint64
	for i, w := range words {
		if without += uint64(c.weights[w]); float64(without) >= enough {
			return words[i:]
		}
	}
	return words
}

func (v *verdict) better(w *verdict) bool {
	if a, b := v.rank(), w.rank(); a != b {
		return a > b
	}
	if v.confidence != w.confidence {
		return v.confidence > w.confidence
	}
	if v.class == core.GenuinelyNew { // the one that it resembles most, for the rationale
		if a, b := max(v.scores.Statement, v.names), max(w.scores.Statement, w.names); a != b {
			return a > b
		}
	}
	if v.scores.Distance != w.scores.Distance {
		return v.scores.Distance < w.scores.Distance
	}
	if p, q := v.e.prim, w.e.prim; p.Source.Session != q.Source.Session {
		return earlier(p.Source.Session, q.Source.Session)
	} else if p.ID != q.ID {
		return p.ID < q.ID
	}
	return v.e.place < w.e.place
}

func (v *verdict) rank() int {
	switch {
	case v.class == core.ExactDuplicate && v.action == core.Skip:
		return 2
	case v.class != core.GenuinelyNew:
		return 1
	}
	return 0
}

// earlier orders session ids, whose numbers are padded to four digits and may grow longer.
func earlier(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func (c *comparison) match(v *verdict) core.Match {
	m := core.Match{Candidate: c.cand.ID, Existing: v.e.prim.ID, Class: v.class, Action: v.action, Confidence: v.confidence, Scores: v.scores, Guard: v.guard, Rationale: c.rationale(v)}
	if v.class == core.GenuinelyNew {
		m.Existing = ""
		m.Confidence = 1 - max(v.scores.Statement, v.scores.Keywords, v.names)
	}
	return m
}

// onlyFirstUpdate turns every further update of a primitive into a conflict: the second would overwrite the first.
func onlyFirstUpdate(matches []core.Match) {
	updated := map[string]string{}
	for i := range matches {
		m := &matches[i]
		if m.Action != core.Update {
			continue
		}
		if first, ok := updated[m.Existing]; ok {
			m.Action, m.Guard = core.Queue, GuardSecondUpdate
			m.Rationale += fmt.Sprintf("; %s of this session updates it already", first)
			continue
		}
		updated[m.Existing] = m.Candidate
	}
}

// parallel calls f for 0 … n-1, with the number of the worker that calls it.
func parallel(ctx context.Context, n int, f func(worker, i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	var mu sync.Mutex
	var failed any
	for w := range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					mu.Lock()
					failed = p
					mu.Unlock()
				}
			}()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(w, i)
			}
		})
	}
	wg.Wait()
	if failed != nil {
		panic(failed) // on the caller's goroutine, who knows what to do about it
	}
	return ctx.Err()
}
