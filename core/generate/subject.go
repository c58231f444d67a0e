package generate

import (
	"cmp"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// How much of a domain goes into a file.
const (
	topPrimitives  = 10
	topPatterns    = 10
	topKeywords    = 20
	maxMembers     = 12
	mostNamed      = 3 // primitives that stand for a member
	maxExpertise   = 12
	maxOpened      = 2    // patterns that begin with the same primitive
	maxStatement   = 2000 // bytes
	maxLine        = 120  // characters of a name in running text
	maxDescription = 1024 // characters, by the SKILL.md standard
	maxSlug        = 58   // characters, so that a name with "-agent" behind it keeps to the 64 of the same
)

// subject is a domain prepared for writing.
type subject struct {
	Domain
	slug     string
	byID     map[string]*Primitive
	ranked   []*Primitive // by importance
	keywords []string
	kinds    map[core.Kind]int
	sources  []string
	members  []member
}

// member is the part of a team that knows one part of the sources.
type member struct {
	name       string
	primitives []*Primitive
	needs      []need // what it takes from others, the most needed first
}

type need struct {
	from int // index of the member
	n    int // dependencies on it
}

func newSubject(d Domain) *subject {
	s := &subject{Domain: d, byID: map[string]*Primitive{}, kinds: map[core.Kind]int{}}
	if s.Name == "" {
		s.Name = d.ID
	}
	s.slug = folderOf(d.ID)
	count := map[string]int{}
	docs := map[string]bool{}
	for i := range s.Primitives {
		p := &s.Primitives[i]
		s.byID[p.ID] = p
		s.ranked = append(s.ranked, p)
		s.kinds[p.Kind]++
		docs[fileName(p.Source.Document)] = true
		for _, k := range p.Keywords {
			count[k]++
		}
	}
	slices.SortFunc(s.ranked, func(a, b *Primitive) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), strings.Compare(a.ID, b.ID))
	})
	s.keywords = frequent(count, topKeywords)
	for doc := range docs {
		s.sources = append(s.sources, doc)
	}
	slices.Sort(s.sources)
	s.team()
	return s
}

// folderOf is the name of a domain's folder, by the rules for names of skills: lower-case letters, digits and single
// hyphens. An id that is no such name, as one of an import may be, gets the beginning of its digest behind it, so that
// two domains never share a folder.
func folderOf(id string) string {
	if s := "learn-" + id; text.Slug(s, maxSlug) == s {
		return s
	}
	const digits = 8
	sum := strings.TrimPrefix(string(core.DigestOf([]byte(id))), "sha256:")
	return text.Slug("learn "+id, maxSlug-1-digits) + "-" + sum[:digits]
}

// fileName is the name of a document without the folders above it, which are of one machine only and nobody else's
// business: "notes.tex", "notes.zip!a/b.md". The address of a page stays whole.
func fileName(document string) string {
	if strings.Contains(document, "://") {
		return document
	}
	outer, _, _ := strings.Cut(document, "!")
	return document[strings.LastIndexAny(outer, `/\`)+1:]
}

// team groups the primitives by the outermost section that tells them apart. The groups hand over along the
// dependencies between them.
func (s *subject) team() {
	groups := map[string][]*Primitive{}
	level := s.dividing()
	for _, p := range s.ranked {
		chapter := chapterOf(p, level)
		groups[chapter] = append(groups[chapter], p)
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), strings.Compare(a, b))
	})
	of := map[string]int{}
	for i, name := range names {
		at := min(i, maxMembers-1) // the last one takes the small rest
		if at == len(s.members) {
			s.members = append(s.members, member{name: name})
		}
		m := &s.members[at]
		if i >= maxMembers {
			m.name = "Other parts"
		}
		m.primitives = append(m.primitives, groups[name]...)
		for _, p := range groups[name] {
			of[p.ID] = at
		}
	}
	for i := range s.members {
		counts := make([]int, len(s.members))
		for _, p := range s.members[i].primitives {
			for _, e := range p.Dependencies {
				if j, ok := of[e.Target]; ok && j != i && e.Type != core.Motivates {
					counts[j]++
				}
			}
		}
		for j, n := range counts {
			if n > 0 {
				s.members[i].needs = append(s.members[i].needs, need{j, n})
			}
		}
		slices.SortStableFunc(s.members[i].needs, func(a, b need) int { return cmp.Compare(b.n, a.n) })
	}
}

// dividing is the level of sections that tells the primitives apart: the first at which they do not all agree. A book's
// own title above its chapters does not.
func (s *subject) dividing() int {
	for level := 0; ; level++ {
		deep := false
		first := ""
		for i, p := range s.ranked {
			title := ""
			if level < len(p.Section) {
				title, deep = p.Section[level], true
			}
			if i == 0 {
				first = title
			} else if title != first {
				return level
			}
		}
		if !deep {
			return 0
		}
	}
}

// chapterOf is the section of a primitive at a level, the one above where it stands higher, its document where there is
// none.
func chapterOf(p *Primitive, level int) string {
	for i := min(level, len(p.Section)-1); i >= 0; i-- {
		if t := text.Plain(p.Section[i]); t != "" {
			return t
		}
	}
	return fileName(p.Source.Document)
}

// frequent returns the n most frequent keys, ties by name.
func frequent(count map[string]int, n int) []string {
	keys := make([]string, 0, len(count))
	for k := range count {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), strings.Compare(a, b))
	})
	return keys[:min(n, len(keys))]
}
