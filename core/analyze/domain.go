package analyze

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"lemma/assets"
	"lemma/core"
	"lemma/core/text"
)

// Domains returns the built-in taxonomy, with the patterns in other languages than English. What the domains hold must
// not be changed, their list may be.
func Domains() ([]core.Domain, error) {
	all, err := builtIn()
	return slices.Clone(all), err
}

// builtIn is parsed once.
var builtIn = sync.OnceValues(func() ([]core.Domain, error) {
	b, err := assets.FS.ReadFile("domains.yaml")
	if err != nil {
		return nil, err
	}
	domains, err := LoadDomains(b)
	if err != nil {
		return nil, err
	}
	files, err := assets.FS.ReadDir("domains")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if b, err = assets.FS.ReadFile(path.Join("domains", f.Name())); err != nil {
			return nil, err
		}
		if err := translate(domains, strings.TrimSuffix(f.Name(), ".yaml"), b); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
	}
	return domains, nil
})

// translate gives domains their patterns in a language.
func translate(domains []core.Domain, language string, src []byte) error {
	patterns := map[string][]string{}
	if err := yaml.Unmarshal(src, &patterns); err != nil {
		return fmt.Errorf("the patterns are not understood: %w", err)
	}
	for i := range domains {
		d := &domains[i]
		own, ok := patterns[d.ID]
		if !ok {
			continue
		}
		delete(patterns, d.ID)
		if d.In == nil {
			d.In = map[string][]string{}
		}
		d.In[language] = own
		if err := check(*d); err != nil {
			return fmt.Errorf("domain %s: %w", d.ID, err)
		}
	}
	for id := range patterns {
		return fmt.Errorf("there is no domain %s", id)
	}
	return nil
}

// LoadDomains parses and checks a taxonomy.
func LoadDomains(src []byte) ([]core.Domain, error) {
	var file struct {
		Domains []core.Domain `yaml:"domains"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("the taxonomy of domains is not understood: %w", err)
	}
	seen := map[string]bool{}
	for i, d := range file.Domains {
		if err := check(d); err != nil {
			return nil, fmt.Errorf("domain %d (%s): %w", i+1, d.ID, err)
		}
		if seen[d.ID] {
			return nil, fmt.Errorf("domain %d: the id %s stands twice", i+1, d.ID)
		}
		seen[d.ID] = true
	}
	return file.Domains, nil
}

func check(d core.Domain) error {
	switch {
	case d.ID == "" || text.Slug(d.ID, 60) != d.ID:
		return errors.New("the id is not lower-case words joined by hyphens")
	case d.Name == "":
		return errors.New("the name is missing")
	case len(d.Patterns) == 0:
		return errors.New("it has no patterns")
	case math.Abs(d.Center.Re) > 1 || math.Abs(d.Center.Im) > 1:
		return errors.New("its centre lies outside the plane, -1 to 1 on both axes")
	}
	for _, list := range append(slices.Collect(maps.Values(d.In)), d.Patterns) {
		for _, p := range list {
			if len(text.Words(p)) == 0 {
				return fmt.Errorf("the pattern %q has no word", p)
			}
		}
	}
	return nil
}

// taxonomy finds the activation patterns of all domains in a language in one pass over the words of a chapter. It does
// not change once made.
type taxonomy struct {
	domains  []core.Domain
	language *text.Language
	words    map[string]int32 // the words of all patterns, in the singular, numbered from 1
	first    [][]int32        // by the number of its first word: the patterns
	phrases  []phrase
}

// phrase is one activation pattern, of one domain or of several.
type phrase struct {
	words []int32
	uses  []use
}

type use struct{ domain, pattern int }

func newTaxonomy(domains []core.Domain, language *text.Language) *taxonomy {
	t := &taxonomy{domains: domains, language: language, words: make(map[string]int32, 2048), first: make([][]int32, 1, 2048), phrases: make([]phrase, 0, 2048)}
	known := make(map[string]int, 2048)
	for d, dom := range domains {
		for p, pattern := range dom.PatternsIn(language.String()) {
			key := canonical(pattern, language)
			i, ok := known[key]
			if !ok {
				i = len(t.phrases)
				known[key] = i
				t.phrases = append(t.phrases, phrase{words: t.number(key)})
				head := t.phrases[i].words[0]
				t.first[head] = append(t.first[head], int32(i))
			}
			t.phrases[i].uses = append(t.phrases[i].uses, use{d, p})
		}
	}
	return t
}

// canonical is a pattern as it is compared: its words, folded and each as one writes it.
func canonical(pattern string, language *text.Language) string {
	var b strings.Builder
	for i, w := range text.Words(pattern) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(one(w.Text, language))
	}
	return b.String()
}

// one is a word in the singular, and without the endings of case and gender in languages that have them. English stems
// would be too coarse here: they make one of "container" and "contains", of "import" and "important".
func one(word string, language *text.Language) string {
	if language.String() == "en" {
		return text.Singular(word)
	}
	return language.Stem(word)
}

// patterns are those of a domain.
func (t *taxonomy) patterns(domain int) []string {
	return t.domains[domain].PatternsIn(t.language.String())
}

func (t *taxonomy) number(key string) []int32 {
	var out []int32
	for w := range strings.FieldsSeq(key) {
		n, ok := t.words[w]
		if !ok {
			n = int32(len(t.first))
			t.words[w] = n
			t.first = append(t.first, nil)
		}
		out = append(out, n)
	}
	return out
}

// What makes a pattern salient in a chapter.
const (
	salientTerms = 60  // as frequent as the chapter's so many most frequent content words
	phraseBonus  = 4   // a phrase says more than a word: it may be so much rarer
	shortChapter = 300 // content words; in a text shorter than that, once is enough where more is said than one word
)

// chapterScore is what a chapter says of each domain.
type chapterScore struct {
	scores []float64
	found  [][]string // the salient patterns, sorted
}

// scoreAll scores the chapters of a text.
func (t *taxonomy) scoreAll(ctx context.Context, text string, chapters []core.Chapter) ([]chapterScore, error) {
	out := make([]chapterScore, len(chapters))
	r := t.reader()
	for i := range chapters {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = r.score(chapters[i].Span.Of(text))
	}
	t.dropStrays(out, chapters)
	return out, nil
}

// score gives each domain its score by the seed's formula on the patterns that are salient in the chapter:
// min(1, sqrt(m/n) · (1 + 0.15·m)) with m of n patterns.
func (r *chapterReader) score(chapter string) chapterScore {
	c := chapterScore{scores: make([]float64, len(r.domains)), found: make([][]string, len(r.domains))}
	if len(r.domains) == 0 {
		return c
	}
	line, counts, content := r.read(chapter)
	slices.SortFunc(counts, func(a, b int) int { return b - a })
	floor, least := 1, 2
	if len(counts) > 0 {
		floor = counts[min(salientTerms, len(counts))-1]
	}
	hits := r.hits(line)
	once := make([]bool, len(r.domains)) // one word says it, and says it once
	if content < shortChapter {
		least = 1
	}
	for i, n := range hits {
		p := &r.phrases[i]
		need := floor
		if len(p.words) > 1 {
			need = floor / phraseBonus
		}
		if n < max(least, need) {
			continue
		}
		for _, u := range p.uses {
			once[u.domain] = n == 1 && len(p.words) == 1 && len(c.found[u.domain]) == 0
			c.found[u.domain] = append(c.found[u.domain], r.patterns(u.domain)[u.pattern])
		}
	}
	for d := range c.found {
		if once[d] {
			c.found[d] = nil
		}
		slices.Sort(c.found[d])
		if m, n := float64(len(c.found[d])), float64(len(r.patterns(d))); m > 0 {
			c.scores[d] = math.Min(1, math.Sqrt(m/n)*(1+0.15*m))
		}
	}
	return c
}

// chapterReader reads the chapters of a document one after the other. What it knows of a word it works out once.
type chapterReader struct {
	*taxonomy
	known   map[string]knownWord
	numbers map[string]int // of content words, by their singular
	counts  []int          // of the chapter, by that number
	met     []int          // the numbers of which the chapter has some
}

type knownWord struct {
	inPattern int32 // its number in patterns, 0 for others
	content   int   // its number as a content word, -1 for others
}

func (t *taxonomy) reader() *chapterReader {
	return &chapterReader{taxonomy: t, known: make(map[string]knownWord, 1024), numbers: map[string]int{}}
}

// read gives the chapter as numbers of the patterns' words, 0 for others; how often each content word occurs, in no
// order; and their sum.
func (r *chapterReader) read(chapter string) (line []int32, counts []int, content int) {
	words := text.Words(chapter)
	line = make([]int32, len(words))
	for i, w := range words {
		k, ok := r.known[w.Text]
		if !ok {
			k = r.word(w.Text)
			r.known[w.Text] = k
		}
		line[i] = k.inPattern
		if k.content >= 0 {
			if r.counts[k.content] == 0 {
				r.met = append(r.met, k.content)
			}
			r.counts[k.content]++
			content++
		}
	}
	counts = make([]int, len(r.met))
	for i, n := range r.met {
		counts[i], r.counts[n] = r.counts[n], 0
	}
	r.met = r.met[:0]
	return line, counts, content
}

func (r *chapterReader) word(w string) knownWord {
	one := one(w, r.language)
	if r.language.Stop(w) || len(w) <= 2 {
		return knownWord{r.words[one], -1}
	}
	n, ok := r.numbers[one]
	if !ok {
		n = len(r.counts)
		r.numbers[one], r.counts = n, append(r.counts, 0)
	}
	return knownWord{r.words[one], n}
}

// hits counts each phrase in a line of words.
func (t *taxonomy) hits(line []int32) []int {
	hits := make([]int, len(t.phrases))
	for i, n := range line {
		if n == 0 {
			continue
		}
		for _, p := range t.first[n] {
			if w := t.phrases[p].words; i+len(w) <= len(line) && slices.Equal(line[i:i+len(w)], w) {
				hits[p]++
			}
		}
	}
	return hits
}

// strayPatterns and strayScore bound a stray: a domain of which a chapter shows so few patterns counts there only when
// the whole document has it too. One or two words of another subject occur in every long text.
const (
	strayPatterns = 2
	strayScore    = 0.2
	shortText     = 3000 // bytes; in a shorter text one word is much
)

// dropStrays takes out what is no more than a stray word. In a long document one word says nothing where no chapter has
// two of the domain, since "group" stands in one manual and "distribution" in another, or where the document has twice
// as much of another domain. A document of one chapter has nothing to compare with: there a single everyday word is a
// stray, a phrase is none.
func (t *taxonomy) dropStrays(chapters []chapterScore, spans []core.Chapter) {
	mean := make([]float64, len(t.domains))
	total := 0.0
	for i, c := range chapters {
		weight := float64(spans[i].Span.Len())
		total += weight
		for d, s := range c.scores {
			mean[d] += weight * s
		}
	}
	all := make([]map[string]bool, len(t.domains)) // the patterns that the document has
	for _, c := range chapters {
		for d, found := range c.found {
			for _, p := range found {
				if all[d] == nil {
					all[d] = map[string]bool{}
				}
				all[d][p] = true
			}
		}
	}
	most := 0
	for _, patterns := range all {
		most = max(most, len(patterns))
	}
	together := make([]bool, len(t.domains)) // several of them in one chapter
	for _, c := range chapters {
		for d, found := range c.found {
			together[d] = together[d] || len(found) > 1
		}
	}
	for _, c := range chapters {
		best := 0.0
		for _, s := range c.scores {
			best = max(best, s)
		}
		for d, found := range c.found {
			lone := len(found) == 1 && len(text.Words(found[0])) == 1
			stray := false
			switch {
			case lone && total > shortText && (!together[d] || 2*len(all[d]) <= most):
				stray = true
			case len(chapters) > 1:
				stray = len(found) <= strayPatterns && mean[d] < strayScore*total
			default:
				stray = lone && c.scores[d] < best
			}
			if stray {
				c.scores[d], c.found[d] = 0, nil
			}
		}
	}
}

// above lists the domains from the threshold on, the strongest first; of equal ones the one with more patterns.
func (t *taxonomy) above(scores []float64, found [][]string, threshold float64) []core.DomainScore {
	var out []core.DomainScore
	for d, s := range scores {
		if s >= threshold {
			out = append(out, core.DomainScore{Domain: t.domains[d].ID, Score: s, Matched: found[d]})
		}
	}
	slices.SortStableFunc(out, func(a, b core.DomainScore) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Matched), len(a.Matched)), strings.Compare(a.Domain, b.Domain))
	})
	return out
}

// centroidShare is the part of the best score that a domain needs to take part in a position. Weak domains come and go
// with a few words; they would scatter the chapters of one subject.
const centroidShare = 0.75

// centroid is the mean of the strongest domains' centres, weighted by score.
func (t *taxonomy) centroid(scores []core.DomainScore) core.Position {
	var p core.Position
	sum := 0.0
	for _, s := range scores {
		if s.Score < centroidShare*scores[0].Score {
			break
		}
		i := slices.IndexFunc(t.domains, func(d core.Domain) bool { return d.ID == s.Domain })
		p.Re += s.Score * t.domains[i].Center.Re
		p.Im += s.Score * t.domains[i].Center.Im
		sum += s.Score
	}
	if sum > 0 {
		p.Re, p.Im = p.Re/sum, p.Im/sum
	}
	return p
}

func (t *taxonomy) inOrder(matched []map[string]bool) [][]string {
	out := make([][]string, len(matched))
	for d, m := range matched {
		for _, p := range t.patterns(d) {
			if m[p] {
				out[d] = append(out[d], p)
			}
		}
	}
	return out
}
