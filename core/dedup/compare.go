package dedup

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// Sets of the candidate that a word can be in.
const (
	inTokens = 1 << iota
	inName
	inTerms
	inKeys
	inPatterns
)

// weights say what sharing a word is worth, by word, in 1/65536.
type weights []uint32

// unit is the weight of a word when all weigh the same.
const unit = 1 << 16

// weigh returns the weights for document frequencies among n texts.
func weigh(df []int32, n int, plain bool) weights {
	w := make(weights, len(df))
	known := map[int32]uint32{}
	for i, f := range df {
		if plain {
			w[i] = unit
			continue
		}
		x, ok := known[f]
		if !ok {
			x = uint32(math.Round(math.Log1p(float64(n)/float64(max(f, 1))) * unit))
			known[f] = x
		}
		w[i] = x
	}
	return w
}

func (w weights) sum(set []uint32) (n uint64) {
	for _, t := range set {
		n += uint64(w[t])
	}
	return n
}

// equalName is the agreement of names from which on they are the same.
const equalName = 0.999

// comparison is one candidate and what is fixed while it is compared.
type comparison struct {
	*matcher
	cand   *core.Primitive
	e      *entry
	s      *scratch
	tokens []string // of the statement, in order
	form   []string // of the computational form, when it was needed

	ofTokens, ofName, ofTerms, ofKeys uint64 // weights of its sets
}

// verdict is what a candidate is to one entry.
type verdict struct {
	e          *entry
	class      core.Class
	action     core.Action
	confidence float64
	scores     core.Scores
	names      float64
	far        bool
	guard      string
}

// mark notes in the scratch which words the candidate has; unmark takes that back.
func (c *comparison) mark() {
	for _, m := range c.sets() {
		for _, t := range m.words {
			c.s.mark[t] |= m.bit
		}
	}
}

func (c *comparison) unmark() {
	for _, m := range c.sets() {
		for _, t := range m.words {
			c.s.mark[t] = 0
		}
	}
}

type marked struct {
	bit   uint8
	words []uint32
}

func (c *comparison) sets() [5]marked {
	return [5]marked{{inTokens, c.e.tokens}, {inName, c.e.name}, {inTerms, c.e.terms}, {inKeys, c.e.keys}, {inPatterns, c.e.pats}}
}

// similarity is the weighted Jaccard coefficient of a candidate's set, marked with bit and of weight total, and
// another. Two empty sets have nothing in common.
func (c *comparison) similarity(bit uint8, total uint64, other []uint32) float64 {
	var both, all uint64
	for _, t := range other {
		w := uint64(c.weights[t])
		all += w
		if c.s.mark[t]&bit != 0 {
			both += w
		}
	}
	if all += total - both; all == 0 {
		return 0
	}
	return float64(both) / float64(all)
}

// compare decides what the candidate is to an entry. An entry that only its name brought here is far: it may be a
// duplicate or the same thing said differently, and nothing follows from what the two cover.
func (c *comparison) compare(e *entry, far bool) verdict {
	c.s.looked++
	v := verdict{e: e, far: far, class: core.GenuinelyNew, action: core.Add}
	p := e.prim
	v.scores.Distance = distanceOf(c.cand.Position.Re, c.cand.Position.Im, p.Position.Re, p.Position.Im)
	v.scores.Statement = c.similarity(inTokens, c.ofTokens, e.tokens)
	if c.plain {
		v.scores.Keywords = c.similarity(inKeys, c.ofKeys, e.keys)
	} else {
		v.names = c.names(e, v.scores.Statement)
		v.scores.Keywords = c.similarity(inTerms, c.ofTerms, e.terms)
	}
	if v.scores.Statement >= c.opt.ExactStatement && c.duplicate(&v) {
		return v
	}
	if e.place >= 0 { // another place's wording can only be duplicated
		return v
	}
	c.relate(&v)
	return v
}

// names is how much the names of a candidate and an entry agree. Two words of one stem name two things: "derivation" and
// "derivative", "universe" and "universal", unless the statements agree too.
func (c *comparison) names(e *entry, statement float64) float64 {
	agree := c.similarity(inName, c.ofName, e.name)
	if agree >= equalName && statement < c.opt.OverlapStatement && !slices.Equal(spelling(c.cand.Name), spelling(e.prim.Name)) {
		return 0
	}
	return agree
}

// spelling is the words of a name that tell, in the singular and in no order.
func spelling(name string) []string {
	var out []string
	for _, w := range text.Words(name) {
		if !text.Stop(w.Text) {
			out = append(out, text.Singular(w.Text))
		}
	}
	return distinct(out)
}

// duplicate fills in the verdict when the two are exact duplicates.
func (c *comparison) duplicate(v *verdict) bool {
	e := v.e
	statement, form, kind := e.prim.FormalStatement, e.prim.ComputationalForm, e.prim.Kind
	if e.place >= 0 {
		statement, form = e.prim.Sources[e.place].Statement, e.prim.Sources[e.place].Form
	}
	if c.form == nil {
		c.form = formWords(c.cand.ComputationalForm)
	}
	v.scores.Form = c.formSimilarity(formWords(form))
	if v.scores.Form < c.opt.ExactForm {
		return false
	}
	v.class, v.action, v.confidence = core.ExactDuplicate, core.Skip, v.scores.Statement
	tokens := tokensOf(statement)
	v.scores.Order = order(c.tokens, tokens)
	switch {
	case v.scores.Order < c.opt.ExactOrder:
		v.action, v.guard = core.Queue, GuardOrder
	case negations(c.cand.FormalStatement, c.tokens) != negations(statement, tokens):
		v.action, v.guard = core.Queue, GuardNegation
	case kind != c.cand.Kind:
		v.action, v.guard = core.Queue, GuardKind
	}
	return true
}

// formSimilarity compares computational forms. They are read only for near-equal statements, so their words have no
// numbers; those that the index knows weigh what they weigh there.
func (c *comparison) formSimilarity(other []string) float64 {
	a, b := c.form, other
	var both, all uint64
	for _, t := range a {
		w := c.weightOf(t)
		all += w
		if _, in := slices.BinarySearch(b, t); in {
			both += w
		}
	}
	for _, t := range b {
		if _, in := slices.BinarySearch(a, t); !in {
			all += c.weightOf(t)
		}
	}
	if all == 0 {
		return 1
	}
	return float64(both) / float64(all)
}

// formWords returns the words of a computational form, a sorted set that is never nil. Numbers and letters are those of
// the statement, which was compared already, or the marks of its list, which one format prints as "(ii)" and another
// as "2)".
func formWords(form string) []string {
	words := slices.DeleteFunc(text.Tokens(form), func(t string) bool {
		return utf8.RuneCountInString(t) < 2 || strings.Trim(t, "ivxl0123456789") == ""
	})
	return distinct(append(make([]string, 0, len(words)), words...))
}

// relate looks for a relation short of identity: the seed's table from its second row on.
func (c *comparison) relate(v *verdict) {
	e, s := v.e, &v.scores
	var broader, narrower bool
	s.Patterns, broader, narrower = c.coverage(e)
	if s.Keywords >= c.opt.BroaderKeywords {
		broader = broader || len(c.e.keys) > len(e.keys)
		narrower = narrower || len(c.e.keys) < len(e.keys)
	}
	sameName := v.names >= equalName || c.plain && strings.EqualFold(c.cand.Name, e.prim.Name)
	agree := max(s.Keywords, v.names)
	overlap := s.Statement >= c.opt.OverlapStatement || s.Keywords >= c.opt.OverlapKeywords
	if !c.plain && (v.names < c.opt.SameName && s.Statement < c.opt.SameStatement || claims(c.cand.Kind) != claims(e.prim.Kind)) {
		if overlap {
			v.guard = GuardSubject
		}
		return
	}
	if v.far {
		broader, narrower = false, false
	}
	if broader && c.e.needs <= e.needs {
		if sameName || s.Statement >= c.opt.GeneralStatement {
			v.class, v.action, v.confidence = core.Generalization, core.Update, max(s.Statement, agree)
			return
		}
		v.guard = GuardGeneral
	}
	switch {
	case !overlap:
	case narrower && c.e.needs > e.needs:
		v.class, v.action, v.confidence = core.Specialization, core.Add, max(s.Statement, agree)
	default:
		v.class, v.action, v.confidence = core.OverlappingDistinct, core.Queue, max(s.Statement, agree)
	}
}

// coverage compares applicability patterns: the share that both have, and whether one's contain the other's and more.
// An empty list says nothing about coverage.
func (c *comparison) coverage(e *entry) (share float64, broader, narrower bool) {
	both := 0
	for _, t := range e.pats {
		if c.s.mark[t]&inPatterns != 0 {
			both++
		}
	}
	a, b := len(c.e.pats), len(e.pats)
	if a+b > 0 {
		share = float64(both) / float64(a+b-both)
	}
	return share, b > 0 && both == b && a > b, a > 0 && both == a && b > a
}

// claims tells what is true or false from what is agreed upon or done: a definition and a theorem are never the same
// thing said differently.
func claims(k core.Kind) int {
	switch k {
	case core.Theorem, core.Identity:
		return 1
	case core.Algorithm, core.Technique:
		return 2
	}
	return 0
}

// negatingSigns are the relations that negate another.
var negatingSigns = "≠∉∌⊄⊅⊈⊉∤∦≢≁≇≉≮≯≰≱∄¬⊬⊭"

// negations counts negating words, and signs among the tokens.
func negations(statement string, tokens []string) int {
	n := 0
	for _, w := range text.Words(statement) {
		if text.Negation.Has(w.Text) || strings.HasSuffix(w.Text, "n't") || strings.HasSuffix(w.Text, "n’t") {
			n++
		}
	}
	for _, t := range tokens {
		if strings.Contains(negatingSigns, t) {
			n++
		}
	}
	return n
}

// rationale says in words why a verdict is what it is.
func (c *comparison) rationale(v *verdict) string {
	name := fmt.Sprintf("%q", v.e.prim.Name)
	s := &v.scores
	at := fmt.Sprintf("statement %.2f, keywords %.2f", s.Statement, s.Keywords)
	if !c.plain {
		at += fmt.Sprintf(", name %.2f", v.names)
	}
	if v.class == core.ExactDuplicate {
		at = fmt.Sprintf("statement %.2f, form %.2f, order %.2f", s.Statement, s.Form, s.Order)
	}
	switch {
	case v.guard == GuardOrder:
		return fmt.Sprintf("uses the words of %s in another order, so it may say something else (%s)", name, at)
	case v.guard == GuardNegation:
		return fmt.Sprintf("uses the words of %s, but one negates what the other does not (%s)", name, at)
	case v.guard == GuardKind:
		return fmt.Sprintf("says what %s says, but as a %s where that is a %s (%s)", name, c.cand.Kind, v.e.prim.Kind, at)
	case v.class == core.ExactDuplicate && v.e.place >= 0:
		return fmt.Sprintf("says what another source of %s says (%s)", name, at)
	case v.class == core.ExactDuplicate:
		return fmt.Sprintf("says what %s says (%s)", name, at)
	case v.class == core.Generalization:
		return fmt.Sprintf("says more generally what %s says: it needs no more and covers more (%s, patterns %.2f)", name, at, s.Patterns)
	case v.class == core.Specialization:
		return fmt.Sprintf("is a special case of %s: it needs more and covers less (%s, patterns %.2f)", name, at, s.Patterns)
	case v.class == core.OverlappingDistinct && v.guard == GuardGeneral:
		return fmt.Sprintf("covers more than %s, but shares too little of its statement to replace it; it may say the same (%s)", name, at)
	case v.class == core.OverlappingDistinct:
		return fmt.Sprintf("may say in other words what %s says (%s)", name, at)
	case v.guard == GuardSubject:
		return fmt.Sprintf("shares words with %s, but neither the name nor the statement is the same thing (%s)", name, at)
	}
	return fmt.Sprintf("is nearest to %s, and says something else (%s)", name, at)
}
