package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// item is a primitive of the export, as far as it is scored.
type item struct {
	ID           string  `json:"id"`
	Name         string  `json:"name"`
	Kind         string  `json:"kind"`
	Role         string  `json:"role"`
	Label        string  `json:"label"`
	Statement    string  `json:"formalStatement"`
	Confidence   float64 `json:"confidence"`
	Dependencies []struct {
		Target   string   `json:"target"`
		Type     string   `json:"type"`
		Strength float64  `json:"strength"`
		Seen     []string `json:"seen"`
	} `json:"dependencies"`

	words bag
}

func (p *item) number() string {
	f := strings.Fields(p.Label)
	if len(f) == 0 {
		return ""
	}
	return normal(f[len(f)-1])
}

// normal is a number without what sets it apart in print.
func normal(number string) string { return strings.ToLower(strings.Trim(number, " ().:")) }

// rate counts what was right of what was given and of what was wanted.
type rate struct{ Right, Given, Wanted int }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func (r rate) precision() float64 { return share(r.Right, r.Given) }
func (r rate) recall() float64    { return share(r.Right, r.Wanted) }
func (r rate) f1() float64        { return share(2*r.Right, r.Given+r.Wanted) }

// score is what one form of a corpus came to.
type score struct {
	Items     rate
	Statement struct{ F1, Precision, Recall, Whole float64 } // means over the items found; whole: the share with F1 of .95
	Numbers   rate                                           // of those found
	Titles    rate
	Edges     rate
	Origins   map[string]origin // of edges between found items
	Sure      map[string]rate   // items by confidence; Wanted is not counted
	Errors    []string          // one line each
}

// origin counts the edges that one kind of evidence proposed.
type origin struct {
	Author  int // the author set them too
	Implied int // they lead to a definition whose term the author marked and the item uses
	Other   int
}

// evaluate scores what was learned of a corpus against its truth.
func evaluate(items []item, gold []truth) score {
	s := score{Origins: map[string]origin{}, Sure: map[string]rate{}}
	for i := range items {
		items[i].words = words(items[i].Statement)
	}
	of := match(items, gold)
	s.items(items, gold, of)
	s.statements(items, gold, of)
	s.edges(items, gold, of)
	return s
}

// least is the agreement of words from which two statements are of one item.
const least = 0.5

// match finds the truth of every item that has one, the best agreements first; the value is an index in gold. A second
// item of one truth has none, but of what is neutral every one is.
func match(items []item, gold []truth) map[int]int {
	having := map[string][]int{} // truths by word
	for g := range gold {
		for _, b := range gold[g].words {
			for w := range b {
				if list := having[w]; len(list) == 0 || list[len(list)-1] != g {
					having[w] = append(list, g)
				}
			}
		}
	}
	type pair struct {
		item, gold int
		score      float64
	}
	var pairs []pair
	for i := range items {
		p := &items[i]
		near := map[int]bool{}
		for w := range p.words {
			for _, g := range having[w] {
				near[g] = true
			}
		}
		for g := range gold { // a name alone can do it
			if slices.ContainsFunc(gold[g].Aliases, func(a string) bool { return strings.EqualFold(a, p.Name) }) {
				near[g] = true
			}
		}
		for g := range near {
			t := &gold[g]
			best := 0.0
			for _, b := range t.words {
				_, _, f1 := agreement(p.words, b)
				best = max(best, f1)
			}
			named := slices.ContainsFunc(t.Aliases, func(a string) bool { return strings.EqualFold(a, p.Name) })
			numbered := t.Number != "" && p.number() == normal(t.Number)
			if best < least && !named && !(numbered && best >= least/2) {
				continue
			}
			if numbered || named {
				best += 0.25
			}
			if t.scored() {
				best += 0.01
			}
			pairs = append(pairs, pair{i, g, best})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.item, b.item), cmp.Compare(a.gold, b.gold))
	})
	of, taken := map[int]int{}, map[int]bool{}
	for _, x := range pairs {
		if _, ok := of[x.item]; !ok && !taken[x.gold] {
			of[x.item], taken[x.gold] = x.gold, !gold[x.gold].neutral()
		}
	}
	return of
}

// items counts the items and what their confidences were worth.
func (s *score) items(items []item, gold []truth, of map[int]int) {
	found := map[int]bool{}
	for i := range items {
		p := &items[i]
		g, ok := of[i]
		if ok && gold[g].neutral() {
			continue
		}
		right := ok && gold[g].scored() && gold[g].isKind(p.Kind)
		s.Items.Given++
		bin := fmt.Sprintf("%.2f", p.Confidence)
		r := s.Sure[bin]
		r.Given++
		if right {
			s.Items.Right++
			r.Right++
		} else {
			what := "invented"
			switch {
			case ok && gold[g].scored():
				what = "a " + gold[g].Kind + " in truth"
			case ok:
				what = "an example or exercise"
			}
			s.Errors = append(s.Errors, fmt.Sprintf("%s: %s %s %q", what, p.Kind, p.Label, excerpt(p.Statement)))
		}
		s.Sure[bin] = r
		if ok {
			found[g] = true
		}
	}
	for g := range gold {
		if t := &gold[g]; t.scored() {
			s.Items.Wanted++
			if !found[g] {
				s.Errors = append(s.Errors, fmt.Sprintf("missed: %s %s %q", t.Kind, t.Number, excerpt(t.Statement)))
			}
		}
	}
}

func excerpt(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	return string(r[:min(len(r), 70)])
}

// statements compares the statements, numbers and titles of the items found.
func (s *score) statements(items []item, gold []truth, of map[int]int) {
	n := 0
	for i := range items {
		g, ok := of[i]
		if !ok || !gold[g].scored() {
			continue
		}
		p, t := &items[i], &gold[g]
		n++
		var precision, recall, best float64
		for _, b := range t.words {
			if pr, re, f1 := agreement(p.words, b); f1 > best {
				precision, recall, best = pr, re, f1
			}
		}
		s.Statement.F1 += best
		s.Statement.Precision += precision
		s.Statement.Recall += recall
		if best >= 0.95 {
			s.Statement.Whole++
		} else if best < 0.8 {
			s.Errors = append(s.Errors, fmt.Sprintf("statement: of %s %s %q, %.2f its own, %.2f there", t.Kind, t.Number, excerpt(t.Statement), precision, recall))
		}
		if t.Number != "" {
			s.Numbers.Wanted++
			if p.number() == normal(t.Number) {
				s.Numbers.Right++
			}
		}
		if t.Title != "" {
			s.Titles.Wanted++
			_, recall, f1 := agreement(words(p.Name), words(t.Title))
			if f1 >= 0.8 || recall == 1 || slices.ContainsFunc(t.Aliases, func(a string) bool { return strings.EqualFold(a, p.Name) }) {
				s.Titles.Right++
			} else {
				s.Errors = append(s.Errors, fmt.Sprintf("title: %q for %q", p.Name, t.Title))
			}
		}
	}
	if n > 0 {
		for _, v := range []*float64{&s.Statement.F1, &s.Statement.Precision, &s.Statement.Recall, &s.Statement.Whole} {
			*v /= float64(n)
		}
	}
}

// edges counts the edges against what the authors cite. An edge to a definition whose term the author marked, and which
// the item uses, is neither right nor wrong; that one item only follows another is no statement about need.
func (s *score) edges(items []item, gold []truth, of map[int]int) {
	cited := func(t *truth) []string { return slices.Concat(t.StatementRefs, t.ProofRefs, t.DeclaredRefs) }
	scored := map[string]bool{}
	for g := range gold {
		if gold[g].scored() {
			scored[gold[g].ID] = true
		}
	}
	for g := range gold {
		if !gold[g].scored() {
			continue
		}
		seen := map[string]bool{gold[g].ID: true}
		for _, id := range cited(&gold[g]) {
			if scored[id] && !seen[id] {
				seen[id] = true
				s.Edges.Wanted++
			}
		}
	}
	at := map[string]int{}
	for i := range items {
		at[items[i].ID] = i
	}
	for i := range items {
		p := &items[i]
		from, known := of[i]
		for _, e := range p.Dependencies {
			j, ok := at[e.Target]
			if e.Type == "motivates" || !ok {
				continue
			}
			to, toKnown := of[j]
			if !known || !toKnown || gold[from].other || gold[to].other {
				s.Edges.Given++
				continue
			}
			if !gold[from].scored() || !gold[to].scored() {
				continue
			}
			name := evidence(e.Seen, e.Strength)
			o := s.Origins[name]
			switch {
			case slices.Contains(cited(&gold[from]), gold[to].ID):
				s.Edges.Right++
				s.Edges.Given++
				o.Author++
			case gold[to].Kind == "definition" && slices.ContainsFunc(gold[to].Terms, func(term string) bool { return uses(&gold[from], term) }):
				o.Implied++
			default:
				s.Edges.Given++
				o.Other++
				s.Errors = append(s.Errors, fmt.Sprintf("edge: by %s from %s %s %q to %s %q", name, p.Kind, p.Label, p.Name, items[j].Label, items[j].Name))
			}
			s.Origins[name] = o
		}
	}
}

// evidence names what proposed an edge, by what the export says of it.
func evidence(seen []string, strength float64) string {
	switch {
	case slices.Contains(seen, "link"):
		return "link"
	case strength > 0.7:
		return "number"
	case strength > 0.55:
		return "kind or step"
	}
	return "name"
}

// uses reports whether a term occurs in an item or its proof.
func uses(t *truth, term string) bool {
	list := words(term)
	if len(list) == 0 {
		return false
	}
	there := words(t.Statement + " " + t.Proof)
	for w := range list {
		if there[w] == 0 && there[w+"s"] == 0 {
			return false
		}
	}
	return true
}
