package engine

import (
	"cmp"
	"fmt"
	"slices"

	"lemma/core"
	"lemma/core/graph"
)

// Rank is a primitive with its standing in the graph.
type Rank struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	Kind       core.Kind `json:"kind"`
	Domain     string    `json:"domain"`
	Importance int       `json:"importance"` // Enables + Rules
	Enables    int       `json:"enables"`    // primitives that depend on it directly
	Rules      int       `json:"rules"`      // distinct primitives that it composes with
	Reach      int       `json:"reach"`      // primitives that depend on it at all
	Depth      int       `json:"depth"`      // longest chain below it
	PageRank   float64   `json:"pageRank"`   // sums to 1
}

// RankOptions choose and order. The zero value ranks everything by importance.
type RankOptions struct {
	By     string // importance, reach, depth, pagerank, name
	Kind   core.Kind
	Domain string
}

// RankOrders are the values of RankOptions.By.
var RankOrders = []string{"importance", "reach", "depth", "pagerank", "name"}

// ranks are the standings that need the whole graph. Reach, depth and PageRank leave out motivates edges: those only
// say what stands before what in a book, and would chain everything to everything.
type ranks struct {
	reach    map[string]int
	depth    map[string]int
	pageRank map[string]float64
}

func (s *Snapshot) newRanks() *ranks {
	g := s.strong()
	return &ranks{reach: g.Reaches(graph.Dependents), depth: g.Depth(), pageRank: g.PageRank()}
}

// Rank orders the primitives.
func (s *Snapshot) Rank(opt RankOptions) ([]Rank, error) {
	if opt.By == "" {
		opt.By = "importance"
	}
	if !slices.Contains(RankOrders, opt.By) {
		return nil, fmt.Errorf("cannot rank by %q; use one of %v", opt.By, RankOrders)
	}
	r := s.ranks()
	var out []Rank
	for _, id := range s.ids {
		p := s.prims[id]
		if (opt.Kind != "" && p.Kind != opt.Kind) || (opt.Domain != "" && p.Domain != opt.Domain) {
			continue
		}
		out = append(out, s.standing(r, p))
	}
	slices.SortStableFunc(out, func(a, b Rank) int {
		switch opt.By {
		case "reach":
			return cmp.Compare(b.Reach, a.Reach)
		case "depth":
			return cmp.Compare(b.Depth, a.Depth)
		case "pagerank":
			return cmp.Compare(b.PageRank, a.PageRank)
		case "name":
			return cmp.Compare(a.Name, b.Name)
		}
		return cmp.Compare(b.Importance, a.Importance)
	})
	return out, nil
}

// Standing is the rank of one primitive. The first call works all of them out.
func (s *Snapshot) Standing(id string) (Rank, bool) {
	p := s.prims[id]
	if p == nil {
		return Rank{}, false
	}
	return s.standing(s.ranks(), p), true
}

func (s *Snapshot) standing(r *ranks, p *core.Primitive) Rank {
	enables, rules := s.Importance(p.ID)
	return Rank{p.ID, p.Name, p.Kind, p.Domain, enables + rules, enables, rules, r.reach[p.ID], r.depth[p.ID], r.pageRank[p.ID]}
}

// Depths counts the primitives of each depth. The first call works all depths out.
func (s *Snapshot) Depths() []int {
	var out []int
	for _, d := range s.ranks().depth {
		for len(out) <= d {
			out = append(out, 0)
		}
		out[d]++
	}
	return out
}
