package graph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func name(i int) string { return fmt.Sprintf("n%02d", i) }

// naive is the graph that every operation is held against: sets of edges, and a search of everything for each question.
type naive map[string]map[string]bool

func (n naive) reaches(from, to string) bool {
	seen := map[string]bool{from: true}
	for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
		if queue[0] == to {
			return true
		}
		for t := range n[queue[0]] {
			if !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
	}
	return false
}

func (n naive) clone() naive {
	c := naive{}
	for v, out := range n {
		c[v] = maps.Clone(out)
	}
	return c
}

// check fails when g differs from n or its order is not topological.
func (n naive) check(t *rapid.T, g *Graph) {
	t.Helper()
	if g.Len() != len(n) {
		t.Fatalf("%d nodes, want %d", g.Len(), len(n))
	}
	at := map[string]int{}
	for i, id := range g.Order() {
		at[id] = i
	}
	if len(at) != len(n) {
		t.Fatalf("order holds %d nodes, want %d", len(at), len(n))
	}
	in := map[string][]string{}
	for v, out := range n {
		want := slices.Sorted(maps.Keys(out))
		if got := g.Out(v); !slices.Equal(got, want) {
			t.Fatalf("Out(%s) = %v, want %v", v, got, want)
		}
		for w := range out {
			in[w] = append(in[w], v)
			if at[w] >= at[v] {
				t.Fatalf("%s depends on %s but comes before it", v, w)
			}
		}
	}
	for v := range n {
		slices.Sort(in[v])
		if got := g.In(v); !slices.Equal(got, in[v]) {
			t.Fatalf("In(%s) = %v, want %v", v, got, in[v])
		}
	}
}

// A graph and its forks, changed at random, stay what sets of edges with a full search would be: the same edges are
// accepted and refused, refusals name a real cycle, the order is topological, and no fork sees another's changes.
func TestLikeNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graphs, models := []*Graph{New()}, []naive{{}}
		for range rapid.IntRange(1, 120).Draw(t, "steps") {
			i := rapid.IntRange(0, len(graphs)-1).Draw(t, "graph")
			g, m := graphs[i], models[i]
			a, b := name(rapid.IntRange(0, 11).Draw(t, "a")), name(rapid.IntRange(0, 11).Draw(t, "b"))
			switch rapid.IntRange(0, 9).Draw(t, "operation") {
			case 0, 1:
				g.Add(a)
				if m[a] == nil {
					m[a] = map[string]bool{}
				}
			case 2:
				g.Remove(a)
				delete(m, a)
				for _, out := range m {
					delete(out, a)
				}
			case 3:
				g.Delete(a, b)
				if m[a] != nil {
					delete(m[a], b)
				}
			case 4:
				if len(graphs) < 4 {
					graphs, models = append(graphs, g.Fork()), append(models, m.clone())
				}
			default:
				cycle, ok := g.Insert(a, b)
				missing := m[a] == nil || m[b] == nil
				if want := !missing && !m.reaches(b, a); ok != want {
					t.Fatalf("Insert(%s, %s) = %v, want %v", a, b, ok, want)
				}
				if ok {
					m[a][b] = true
				} else if !missing {
					if cycle[0] != b || cycle[len(cycle)-1] != a {
						t.Fatalf("Insert(%s, %s): cycle %v", a, b, cycle)
					}
					for j := range cycle[1:] {
						if !m[cycle[j]][cycle[j+1]] {
							t.Fatalf("cycle %v: no edge from %s", cycle, cycle[j])
						}
					}
				}
			}
		}
		for i := range graphs {
			models[i].check(t, graphs[i])
		}
	})
}

// Many edges in any order, of which most go against the order of the nodes, are accepted and refused as by a full
// search, and each refusal names a shortest cycle; so many that nodes rise to further levels.
func TestInsertAgainstOrder(t *testing.T) {
	rose := false
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(12, 30).Draw(t, "nodes")
		g, m := New(), naive{}
		for i := range n {
			g.Add(name(i))
			m[name(i)] = map[string]bool{}
		}
		for _, e := range rapid.SliceOfN(rapid.IntRange(0, n*n-1), 3*n, 5*n).Draw(t, "edges") {
			i, j := e/n, e%n
			if i > j && e%4 > 0 {
				i, j = j, i
			}
			a, b := name(i), name(j)
			var want []string
			if f, err := Build(slices.Values(slices.Sorted(maps.Keys(m))), edgesOf(m)); err != nil {
				t.Fatal(err)
			} else if m.reaches(b, a) {
				want = f.Path(b, a)
			}
			cycle, ok := g.Insert(a, b)
			if ok != (want == nil) || len(cycle) != len(want) {
				t.Fatalf("Insert(%s, %s) = %v, %v, want a cycle like %v", a, b, cycle, ok, want)
			}
			for k := range max(0, len(cycle)-1) {
				if !m[cycle[k]][cycle[k+1]] {
					t.Fatalf("cycle %v: no edge from %s", cycle, cycle[k])
				}
			}
			if ok {
				m[a][b] = true
			}
			m.check(t, g)
		}
		rose = rose || level(g.next) > 0
	})
	if !rose {
		t.Error("no node ever rose to another level: the test covers half of what inserting does")
	}
}

func edgesOf(m naive) func(string) []string {
	return func(id string) []string { return slices.Sorted(maps.Keys(m[id])) }
}

// randomDAG draws a DAG with edges from later to earlier nodes, in a shuffled order of ids.
func randomDAG(t *rapid.T) (naive, []string) {
	n := rapid.IntRange(0, 14).Draw(t, "nodes")
	ids := make([]string, n)
	for i := range ids {
		ids[i] = name(i)
	}
	if n > 1 {
		ids = rapid.Permutation(ids).Draw(t, "ids")
	}
	m := naive{}
	for i, id := range ids {
		m[id] = map[string]bool{}
		for j := range i {
			if rapid.IntRange(0, 3).Draw(t, "edge") == 0 {
				m[id][ids[j]] = true
			}
		}
	}
	return m, ids
}

// A built graph holds exactly the edges given, and goes on like one that was filled edge by edge.
func TestBuild(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, ids := randomDAG(t)
		g, err := Build(slices.Values(slices.Sorted(slices.Values(ids))), edgesOf(m))
		if err != nil {
			t.Fatal(err)
		}
		m.check(t, g)
		if len(ids) < 2 {
			return
		}
		f := g.Fork()
		for range 10 {
			a, b := rapid.SampledFrom(ids).Draw(t, "a"), rapid.SampledFrom(ids).Draw(t, "b")
			if _, ok := g.Insert(a, b); ok != !m.reaches(b, a) {
				t.Fatalf("Insert(%s, %s) = %v", a, b, ok)
			} else if ok {
				m[a][b] = true
			}
		}
		m.check(t, g)
		again, err := Build(slices.Values(ids), f.Out)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Out(ids[0]), f.Out(ids[0])) {
			t.Fatal("the fork saw the changes of its origin")
		}
	})
}

func TestBuildErrors(t *testing.T) {
	for _, c := range []struct {
		edges map[string][]string
		want  string
	}{
		{map[string][]string{"a": {"x"}}, "a depends on x, which is not there"},
		{map[string][]string{"a": {"a"}}, "the dependencies form a cycle: a → a"},
		{map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}, "the dependencies form a cycle: b → c → b"},
	} {
		_, err := Build(slices.Values(slices.Sorted(maps.Keys(c.edges))), func(id string) []string { return c.edges[id] })
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: error %v, want %q", c.edges, err, c.want)
		}
	}
}

// Reach, distances, depth and paths say what a full search says.
func TestWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, ids := randomDAG(t)
		g, err := Build(slices.Values(ids), edgesOf(m))
		if err != nil {
			t.Fatal(err)
		}
		below, above, depth := g.Reaches(Dependencies), g.Reaches(Dependents), g.Depth()
		for _, a := range ids {
			down, up, deep := 0, 0, 0
			for _, b := range ids {
				if a == b {
					continue
				}
				if m.reaches(a, b) {
					down++
				}
				if m.reaches(b, a) {
					up++
				}
				if m[a][b] {
					deep = max(deep, depth[b]+1)
				}
				if got := g.Leads(a, b, 1+len(ids)*len(ids)); got != m.reaches(a, b) {
					t.Fatalf("Leads(%s, %s) = %v", a, b, got)
				}
				if m.reaches(a, b) && !m[a][b] && g.Leads(a, b, 1) {
					t.Fatalf("Leads(%s, %s) looks at more edges than it may", a, b)
				}
				if edges := len(g.Out(a)); m.reaches(a, b) && !m[a][b] && g.Leads(a, b, edges) {
					t.Fatalf("Leads(%s, %s) goes on from the %d edges that it may follow", a, b, edges)
				}
				path := g.Path(a, b)
				if (path != nil) != (m.reaches(a, b) || m.reaches(b, a)) {
					t.Fatalf("Path(%s, %s) = %v", a, b, path)
				}
				for i := range max(len(path)-1, 0) {
					if !m[path[i]][path[i+1]] && !m[path[i+1]][path[i]] {
						t.Fatalf("Path(%s, %s) = %v is none", a, b, path)
					}
				}
			}
			if below[a] != down || g.Reach(a, Dependencies) != down || above[a] != up || g.Reach(a, Dependents) != up {
				t.Fatalf("%s reaches %d down and %d up, want %d and %d", a, below[a], above[a], down, up)
			}
			if depth[a] != deep {
				t.Fatalf("depth of %s is %d, want %d", a, depth[a], deep)
			}
			var all [][]string
			var visit func(path []string)
			visit = func(path []string) {
				out := edgesOf(m)(path[len(path)-1])
				if len(out) == 0 {
					all = append(all, slices.Clone(path))
				}
				for _, b := range out {
					visit(append(path, b))
				}
			}
			visit([]string{a})
			slices.SortStableFunc(all, func(p, q []string) int { return len(p) - len(q) })
			got := g.PathsToRoots(a, len(all)+1)
			if !slices.IsSortedFunc(got, func(p, q []string) int { return len(p) - len(q) }) {
				t.Fatalf("PathsToRoots(%s) = %v, not the shortest first", a, got)
			}
			slices.SortFunc(got, func(p, q []string) int { return cmp.Or(len(p)-len(q), slices.Compare(p, q)) })
			if fmt.Sprint(got) != fmt.Sprint(all) {
				t.Fatalf("PathsToRoots(%s) = %v, want %v", a, got, all)
			}
			if got := g.PathsToRoots(a, 1); len(got) != 1 || len(got[0]) != len(all[0]) {
				t.Fatalf("the first path to a root is %v, want one as short as %v", got, all[0])
			}
		}
	})
}

func diamond(t testing.TB) *Graph {
	g := New()
	for _, id := range strings.Fields("a b c d e") {
		g.Add(id)
	}
	for _, e := range []string{"d b", "d c", "b a", "c a", "e d"} {
		from, to, _ := strings.Cut(e, " ")
		if _, ok := g.Insert(from, to); !ok {
			t.Fatal(e)
		}
	}
	return g
}

func TestReachable(t *testing.T) {
	g := diamond(t)
	for _, c := range []struct {
		ids  string
		dir  Direction
		hops int
		want string
	}{
		{"d", Dependencies, 0, "[{d 0} {b 1} {c 1} {a 2}]"},
		{"d", Dependencies, 1, "[{d 0} {b 1} {c 1}]"},
		{"b c", Dependents, 1, "[{b 0} {c 0} {d 1}]"},
		{"a", Dependents, 0, "[{a 0} {b 1} {c 1} {d 2} {e 3}]"},
		{"x", Dependents, 0, "[]"},
	} {
		if got := fmt.Sprint(g.Reachable(strings.Fields(c.ids), c.dir, c.hops)); got != c.want {
			t.Errorf("Reachable(%s, %d, %d) = %s, want %s", c.ids, c.dir, c.hops, got, c.want)
		}
	}
}

func TestPath(t *testing.T) {
	g := diamond(t)
	for _, c := range [][3]string{{"e", "a", "e d b a"}, {"a", "e", "a b d e"}, {"b", "c", ""}, {"a", "a", "a"}, {"a", "x", ""}} {
		if got := strings.Join(g.Path(c[0], c[1]), " "); got != c[2] {
			t.Errorf("Path(%s, %s) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// PageRank is the fixed point of the usual iteration, with what dangling nodes hold spread over all.
func TestPageRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, ids := randomDAG(t)
		g, err := Build(slices.Values(ids), edgesOf(m))
		if err != nil {
			t.Fatal(err)
		}
		rank := map[string]float64{}
		n := float64(len(ids))
		for _, id := range ids {
			rank[id] = 1 / n
		}
		for range 200 {
			next := map[string]float64{}
			dangling := 0.0
			for _, id := range ids {
				if len(m[id]) == 0 {
					dangling += rank[id]
				}
				for _, w := range slices.Sorted(maps.Keys(m[id])) {
					next[w] += damping * rank[id] / float64(len(m[id]))
				}
			}
			for _, id := range ids {
				next[id] += (1-damping)/n + damping*dangling/n
			}
			rank = next
		}
		for id, got := range g.PageRank() {
			if d := got - rank[id]; d > 1e-9 || d < -1e-9 {
				t.Fatalf("rank of %s is %v, want %v", id, got, rank[id])
			}
		}
	})
}

// The estimate of a long chain's reach stays within four standard errors for nearly all nodes.
func TestEstimateReach(t *testing.T) {
	const n = 2000
	g := New()
	for i := range n {
		g.Add(fmt.Sprint(i))
	}
	for i := 1; i < n; i++ {
		g.Insert(fmt.Sprint(i), fmt.Sprint(i-1))
	}
	_, next := g.positions(Dependencies)
	bad := 0
	for i, got := range g.estimateReach(next) {
		if d := float64(got-i) / float64(i+1); d > .36 || d < -.36 {
			bad++
		}
	}
	if bad > n/50 {
		t.Errorf("%d of %d estimates are far off", bad, n)
	}
}

// Reading and forking at once is no race (run with -race).
func TestConcurrentForks(t *testing.T) {
	g := diamond(t)
	done := make(chan string)
	for i := range 4 {
		go func() {
			f := g.Fork()
			id := fmt.Sprint("new", i)
			f.Add(id)
			f.Insert(id, "e")
			f.Delete("e", "d")
			done <- fmt.Sprint(len(f.Path(id, "e")), f.Reach(id, Dependencies), g.Reach("e", Dependencies))
		}()
	}
	for range 4 {
		if got := <-done; got != "2 1 4" {
			t.Errorf("got %s, want 2 1 4", got)
		}
	}
}

// TestForkOfWhatIsShared changes lists in place after a fork: the fork must keep what it saw. The lists have to be the
// graph's own before the fork, else the first change copies them anyway.
func TestForkOfWhatIsShared(t *testing.T) {
	g := New()
	for i := range 5 {
		g.Add(name(i))
	}
	for i := range 4 {
		g.Insert(name(0), name(i+1))
	}
	want := g.Out(name(0))
	f := g.Fork()
	g.Delete(name(0), name(1))
	if got := f.Out(name(0)); !slices.Equal(got, want) {
		t.Errorf("a fork has %v after the graph changed, and not %v", got, want)
	}
	f.Delete(name(0), name(2))
	if got := g.Out(name(0)); !slices.Equal(got, want[1:]) {
		t.Errorf("the graph has %v after the fork changed, and not %v", got, want[1:])
	}
}
