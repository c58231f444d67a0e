package analyze

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"lemma/assets"
	"lemma/core"
	"lemma/core/text"
)

// Domains returns the built-in taxonomy.
func Domains() ([]core.Domain, error) {
	b, err := assets.FS.ReadFile("domains.yaml")
	if err != nil {
		return nil, err
	}
	return LoadDomains(b)
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
	for _, p := range d.Patterns {
		if len(text.Words(p)) == 0 {
			return fmt.Errorf("the pattern %q has no word", p)
		}
	}
	return nil
}

// taxonomy finds the activation patterns of all domains in one pass over the words of a chapter.
type taxonomy struct {
	domains []core.Domain
	first   map[string][]pattern // by the stem of the first word
}

// pattern is one activation pattern by its stems.
type pattern struct {
	stems []string
	id    int // index of its counter
	uses  []use
}

type use struct{ domain, pattern int }

func newTaxonomy(domains []core.Domain) *taxonomy {
	t := &taxonomy{domains: domains, first: map[string][]pattern{}}
	ids := map[string]int{}
	byKey := map[string]*pattern{}
	var keys []string
	for d, dom := range domains {
		for p, words := range dom.Patterns {
			stems := stemsOf(words)
			key := strings.Join(stems, " ")
			if byKey[key] == nil {
				ids[key] = len(ids)
				byKey[key] = &pattern{stems: stems, id: ids[key]}
				keys = append(keys, key)
			}
			byKey[key].uses = append(byKey[key].uses, use{d, p})
		}
	}
	for _, k := range keys {
		p := byKey[k]
		t.first[p.stems[0]] = append(t.first[p.stems[0]], *p)
	}
	return t
}

func stemsOf(s string) []string {
	var out []string
	for _, w := range text.Words(s) {
		out = append(out, text.Stem(w.Text))
	}
	return out
}

// What makes a term salient in a chapter.
const (
	salientTerms = 60  // as frequent as the chapter's so many most frequent content words
	phraseBonus  = 4   // a phrase says more than a word: it may be so much rarer
	shortChapter = 300 // content words; in a text shorter than that, once is enough
)

type chapterScore struct {
	scores []float64
	found  [][]string
}

// scoreAll scores the chapters of a text, several at once.
func (t *taxonomy) scoreAll(text string, chapters []core.Chapter) []chapterScore {
	out := make([]chapterScore, len(chapters))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range chapters {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			out[i].scores, out[i].found = t.score(chapters[i].Span.Of(text))
		})
	}
	wg.Wait()
	return out
}

// score returns the score of each domain for a chapter, by the seed's formula on the patterns that are salient there:
// min(1, sqrt(m/n) · (1 + 0.15·m)) with m of n patterns; and those patterns.
func (t *taxonomy) score(chapter string) ([]float64, [][]string) {
	scores := make([]float64, len(t.domains))
	found := make([][]string, len(t.domains))
	if len(t.domains) == 0 {
		return scores, found
	}
	stems := stemsOf(chapter)
	freq := map[string]int{}
	content := 0
	for i, w := range text.Words(chapter) {
		if !text.Stop(w.Text) && len(w.Text) > 2 {
			freq[stems[i]]++
			content++
		}
	}
	hits := map[int]int{}
	seen := map[int]pattern{}
	for i, s := range stems {
		for _, p := range t.first[s] {
			if i+len(p.stems) <= len(stems) && slices.Equal(stems[i:i+len(p.stems)], p.stems) {
				hits[p.id]++
				seen[p.id] = p
			}
		}
	}
	counts := make([]int, 0, len(freq))
	for _, n := range freq {
		counts = append(counts, n)
	}
	slices.SortFunc(counts, func(a, b int) int { return b - a })
	floor := 1
	if len(counts) > 0 {
		floor = counts[min(salientTerms, len(counts))-1]
	}
	least := 2
	if content < shortChapter {
		least = 1
	}
	for id, n := range hits {
		p := seen[id]
		need := floor
		if len(p.stems) > 1 {
			need = floor / phraseBonus
		}
		if n < max(least, need) {
			continue
		}
		for _, u := range p.uses {
			found[u.domain] = append(found[u.domain], t.domains[u.domain].Patterns[u.pattern])
		}
	}
	for d := range found {
		slices.Sort(found[d])
		m, n := float64(len(found[d])), float64(len(t.domains[d].Patterns))
		if m > 0 {
			scores[d] = math.Min(1, math.Sqrt(m/n)*(1+0.15*m))
		}
	}
	return scores, found
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
		for _, p := range t.domains[d].Patterns {
			if m[p] {
				out[d] = append(out[d], p)
			}
		}
	}
	return out
}
