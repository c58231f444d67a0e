package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/graph"
	"lemma/core/text"
)

// Find returns the record of a primitive, or an error that names the nearest ids.
func (s *Snapshot) Find(id string) (core.Record, error) {
	if r, ok := s.Record(id); ok {
		return r, nil
	}
	return core.Record{}, &NotFoundError{"primitive", id, Nearest(id, s.ids, 3)}
}

// Lookup finds the primitive that a person means: by its id, or by a name, a label or an id without its domain that no
// other has. The error names those that it may be.
func (s *Snapshot) Lookup(ref string) (id string, err error) {
	if s.prims[ref] != nil {
		return ref, nil
	}
	want := strings.ToLower(strings.TrimSpace(ref))
	var found []string
	for _, id := range s.ids {
		p := s.prims[id]
		if want == id || want == strings.ToLower(p.Name) || want == strings.ToLower(p.Label) || want != "" && id == p.Domain+"-"+want {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", &NotFoundError{"primitive", ref, Nearest(want, s.ids, 3)}
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d primitives are called %q; name one by its id: %s", len(found), ref, strings.Join(found[:min(mostMeant, len(found))], ", "))
}

// mostMeant is how many primitives of one name are listed.
const mostMeant = 5

// Arrow is an edge seen from one of its ends.
type Arrow struct {
	ID       string // the other end
	Type     core.EdgeType
	Strength float64
}

// Needs returns what a primitive depends on, the strongest first; motivates says whether the order of the text counts.
func (s *Snapshot) Needs(id string, motivates bool) []Arrow {
	var out []Arrow
	for _, e := range s.prims[id].Dependencies {
		if motivates || e.Type != core.Motivates {
			out = append(out, Arrow{e.Target, e.Type, e.Strength})
		}
	}
	sortArrows(out)
	return out
}

// Enables returns what depends on a primitive, the strongest first.
func (s *Snapshot) Enables(id string, motivates bool) []Arrow {
	var out []Arrow
	for _, from := range s.in[id] {
		if e := s.prims[from].Edge(id); motivates || e.Type != core.Motivates {
			out = append(out, Arrow{from, e.Type, e.Strength})
		}
	}
	sortArrows(out)
	return out
}

func sortArrows(list []Arrow) {
	slices.SortFunc(list, func(a, b Arrow) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), strings.Compare(a.ID, b.ID))
	})
}

// EgoOptions say how much of the graph around a primitive to show.
type EgoOptions struct {
	Hops      int  // 0: 1
	Needs     bool // follow what it depends on
	Enables   bool // follow what depends on it
	Motivates bool // also along the order of the text
	Most      int  // primitives a hop and side, the most important of them; 0: all
}

// Ego is the part of the graph around a primitive.
type Ego struct {
	Center string    `json:"center"`
	Nodes  []EgoNode `json:"nodes"` // by hops, then id
	Edges  []EgoEdge `json:"edges"` // between the nodes, by ends
}

// EgoNode is a primitive at a distance: negative on the side of what the centre needs.
type EgoNode struct {
	ID    string    `json:"id"`
	Name  string    `json:"name"`
	Kind  core.Kind `json:"kind"`
	Label string    `json:"label,omitempty"`
	Hops  int       `json:"hops"`
	Needs int       `json:"needs"` // in the whole registry, along the edges that the options follow
	Uses  int       `json:"uses"`
}

// EgoEdge points from the dependent to what it depends on.
type EgoEdge struct {
	From     string        `json:"from"`
	To       string        `json:"to"`
	Type     core.EdgeType `json:"type"`
	Strength float64       `json:"strength"`
	Seen     []string      `json:"seen"`
}

// Ego returns the graph around a primitive.
func (s *Snapshot) Ego(id string, opt EgoOptions) (*Ego, error) {
	if s.prims[id] == nil {
		return nil, &NotFoundError{"primitive", id, Nearest(id, s.ids, 3)}
	}
	at := map[string]int{id: 0}
	if opt.Needs {
		s.walk(id, -1, opt, at)
	}
	if opt.Enables {
		s.walk(id, 1, opt, at)
	}
	g := &Ego{Center: id, Nodes: []EgoNode{}, Edges: []EgoEdge{}}
	for n, h := range at {
		p := s.prims[n]
		g.Nodes = append(g.Nodes, EgoNode{n, p.Name, p.Kind, p.Label, h, s.needs(n, opt.Motivates), s.uses(n, opt.Motivates)})
		for _, e := range p.Dependencies {
			if _, in := at[e.Target]; in && (opt.Motivates || e.Type != core.Motivates) {
				g.Edges = append(g.Edges, EgoEdge{n, e.Target, e.Type, e.Strength, e.Seen})
			}
		}
	}
	slices.SortFunc(g.Nodes, func(a, b EgoNode) int { return cmp.Or(cmp.Compare(a.Hops, b.Hops), strings.Compare(a.ID, b.ID)) })
	slices.SortFunc(g.Edges, func(a, b EgoEdge) int { return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To)) })
	return g, nil
}

// walk goes one way from a primitive and notes how far away each one is that it keeps. Most of a hub's thousands are
// too light for the list that the options want, and cost one look.
func (s *Snapshot) walk(id string, sign int, opt EgoOptions, at map[string]int) {
	front := []string{id}
	for h := 1; h <= max(1, opt.Hops) && len(front) > 0; h++ {
		best := shortlist{most: opt.Most, weight: func(id string) int { return len(s.in[id]) }}
		met := map[string]bool{}
		for _, from := range front {
			next := s.in[from]
			if sign < 0 {
				next = targets(s.prims[from])
			}
			for _, id := range next {
				if !best.wants(id) || met[id] {
					continue
				}
				if _, kept := at[id]; kept || !opt.Motivates && s.motivated(from, id, sign) {
					continue
				}
				met[id] = true
				best.add(id)
			}
		}
		front = best.ids
		for _, id := range front {
			at[id] = sign * h
		}
	}
}

// motivated reports whether only the order of the text joins a primitive to one that it needs, or that needs it.
func (s *Snapshot) motivated(from, to string, sign int) bool {
	if sign > 0 {
		from, to = to, from
	}
	return s.prims[from].Edge(to).Type == core.Motivates
}

// needs counts what a primitive depends on.
func (s *Snapshot) needs(id string, motivates bool) int {
	n := 0
	for _, e := range s.prims[id].Dependencies {
		if motivates || e.Type != core.Motivates {
			n++
		}
	}
	return n
}

// uses counts what depends on a primitive.
func (s *Snapshot) uses(id string, motivates bool) int {
	if motivates {
		return len(s.in[id])
	}
	n := 0
	for _, from := range s.in[id] {
		if s.prims[from].Edge(id).Type != core.Motivates {
			n++
		}
	}
	return n
}

// shortlist keeps the ids of most weight, the heaviest first and of equal ones the smaller; all, as they come, when
// most is 0.
type shortlist struct {
	most   int
	weight func(id string) int
	ids    []string
}

// wants reports whether an id is heavy enough to be kept.
func (l *shortlist) wants(id string) bool {
	return l.most == 0 || len(l.ids) < l.most || l.order(l.ids[l.most-1], id) > 0
}

func (l *shortlist) add(id string) {
	if l.most == 0 {
		l.ids = append(l.ids, id)
		return
	}
	i, _ := slices.BinarySearchFunc(l.ids, id, l.order)
	l.ids = slices.Insert(l.ids, i, id)
	l.ids = l.ids[:min(len(l.ids), l.most)]
}

func (l *shortlist) order(a, b string) int {
	return cmp.Or(cmp.Compare(l.weight(b), l.weight(a)), strings.Compare(a, b))
}

// Dot writes the graph in the language of Graphviz.
func (g *Ego) Dot(w io.Writer) error {
	var b strings.Builder
	b.WriteString("digraph lemma {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n")
	for _, n := range g.Nodes {
		bold := ""
		if n.ID == g.Center {
			bold = ", penwidth=2"
		}
		fmt.Fprintf(&b, "  %q [label=%s%s];\n", n.ID, dotString(n.title()), bold)
	}
	for _, e := range g.Edges {
		style := ""
		if e.Type != core.Requires {
			style = fmt.Sprintf(" [label=%q, style=dashed]", e.Type)
		}
		fmt.Fprintf(&b, "  %q -> %q%s;\n", e.From, e.To, style)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Mermaid writes the graph as a Mermaid flowchart.
func (g *Ego) Mermaid(w io.Writer) error {
	var b strings.Builder
	b.WriteString("flowchart RL\n")
	key := map[string]string{}
	for i, n := range g.Nodes {
		key[n.ID] = fmt.Sprintf("n%d", i)
		fmt.Fprintf(&b, "  n%d[\"%s\"]\n", i, mermaidText(n.title()))
	}
	for _, e := range g.Edges {
		fmt.Fprintf(&b, "  %s -->|%s| %s\n", key[e.From], e.Type, key[e.To])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (n EgoNode) title() string {
	name := text.EscapeLine(text.Plain(n.Name)).String()
	if n.Label != "" {
		return text.EscapeLine(n.Label).String() + ": " + name
	}
	return name
}

func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// mermaidText writes what Mermaid would read as markup as entities.
func mermaidText(s string) string {
	return strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;", "\\", "#92;").Replace(s)
}

// Path returns a shortest chain of dependencies from one primitive to the other, whichever of the two depends on the
// other; it is empty when neither does. The order of the text does not count.
func (s *Snapshot) Path(a, b string) ([]string, error) {
	for _, id := range []string{a, b} {
		if s.prims[id] == nil {
			return nil, &NotFoundError{"primitive", id, Nearest(id, s.ids, 3)}
		}
	}
	path := s.strong().Path(a, b)
	if len(path) > 1 && s.prims[a].Edge(path[1]) == nil {
		slices.Reverse(path) // b depends on a: shown from the dependent on
	}
	return path, nil
}

// Roots returns chains from a primitive down to what depends on nothing, the shortest first, at most limit of them.
func (s *Snapshot) Roots(id string, limit int) [][]string { return s.strong().PathsToRoots(id, limit) }

// newStrong is the graph without motivates edges.
func (s *Snapshot) newStrong() *graph.Graph {
	g, err := graph.Build(slices.Values(s.ids), func(id string) []string {
		var t []string
		for _, e := range s.prims[id].Dependencies {
			if e.Type != core.Motivates {
				t = append(t, e.Target)
			}
		}
		return t
	})
	if err != nil { // a part of an acyclic graph is acyclic
		panic(fmt.Sprintf("ranking: %v", err))
	}
	return g
}
