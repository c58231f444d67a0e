package engine

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lemma/core"
	"lemma/core/text"
)

// truth is an item as an author marked it, a line of gold.jsonl.
type truth struct {
	ID            string   `json:"id"`
	Kind          string   `json:"kind"`
	Number        string   `json:"number"`
	Statement     string   `json:"statement"`
	Neutral       bool     `json:"neutral"`
	Terms         []string `json:"terms"`
	StatementRefs []string `json:"statement_refs"`
	ProofRefs     []string `json:"proof_refs"`
	DeclaredRefs  []string `json:"declared_refs"`

	words map[string]int
}

// TestCorpora measures extraction and wiring on texts with the truth beside them, for reading with -v: how many of the
// items of a confidence are right, and what becomes of the edges of each origin. LEMMA_CORPORA names a folder of folders
// with gold.jsonl and forms/. An item is right when it shares most words with one that the author marked, is of its kind, and no
// other is nearer to that.
func TestCorpora(t *testing.T) {
	root := os.Getenv("LEMMA_CORPORA")
	if root == "" {
		t.Skip("LEMMA_CORPORA names no folder of texts with their truth; they are not part of the project")
	}
	forms, err := filepath.Glob(filepath.Join(root, "*", "forms", "*"))
	if err != nil || len(forms) == 0 {
		t.Fatalf("%s holds no */forms/*: %v", root, err)
	}
	right, given := map[string]int{}, map[string]int{} // by confidence
	t.Logf("%-24s %7s %7s %7s  %s", "form", "items", "right", "truth", "edges by origin: right, implied by a term, other")
	for _, form := range forms {
		gold := readTruth(t, filepath.Join(filepath.Dir(filepath.Dir(form)), "gold.jsonl"))
		e, _ := open(t)
		if _, err := e.Learn(t.Context(), []string{form}, LearnOptions{}, FlagDecider{Verdict: "approve"}).Wait(); err != nil {
			t.Logf("%-24s %v", filepath.Base(form), err)
			continue
		}
		snap := e.Snapshot()
		of := match(snap, gold)
		found := 0
		for p := range snap.Primitives() {
			g, ok := of[p.ID]
			if ok && gold[g].Neutral {
				continue
			}
			bin := fmt.Sprintf("%.1f", p.Confidence)
			given[bin]++
			if ok && gold[g].Kind == string(p.Kind) {
				right[bin]++
				found++
			}
		}
		wanted := 0
		for _, g := range gold {
			if !g.Neutral {
				wanted++
			}
		}
		t.Logf("%-24s %7d %7d %7d  %s", filepath.Base(form), snap.Len(), found, wanted, edgeTable(snap, gold, of))
	}
	for _, bin := range slices.Sorted(maps.Keys(given)) {
		t.Logf("of %5d items of confidence %s, %.3f are right", given[bin], bin, float64(right[bin])/float64(given[bin]))
	}
}

func readTruth(t *testing.T, name string) (gold []truth) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var g truth
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g.words = bag(g.Statement)
		gold = append(gold, g)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return gold
}

func bag(s string) map[string]int {
	words := map[string]int{}
	for _, w := range text.Words(text.Plain(s)) {
		words[w.Text]++
	}
	return words
}

// agreement is the F1 of two bags of words.
func agreement(a, b map[string]int) float64 {
	both, all := 0, 0
	for w, n := range a {
		both += min(n, b[w])
		all += n
	}
	for _, n := range b {
		all += n
	}
	return 2 * float64(both) / float64(max(all, 1))
}

// match finds the author's item of every primitive that has one, the best agreements first.
func match(snap *Snapshot, gold []truth) map[string]int {
	type pair struct {
		id    string
		gold  int
		score float64
	}
	var pairs []pair
	for p := range snap.Primitives() {
		words := bag(p.FormalStatement)
		for g := range gold {
			score := agreement(words, gold[g].words)
			if n := gold[g].Number; n != "" && strings.HasSuffix(p.Label, " "+n) {
				score += 0.25
			}
			if score >= 0.5 {
				pairs = append(pairs, pair{p.ID, g, score})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	of, taken := map[string]int{}, map[int]bool{}
	for _, x := range pairs {
		if _, ok := of[x.id]; !ok && !taken[x.gold] {
			of[x.id], taken[x.gold] = x.gold, true
		}
	}
	return of
}

// edgeTable says of each origin how many edges the author set, how many follow from a term that the statement uses, and
// how many others there are.
func edgeTable(snap *Snapshot, gold []truth, of map[string]int) string {
	tally := map[string]*[3]int{}
	for p := range snap.Primitives() {
		from, ok := of[p.ID]
		if !ok {
			continue
		}
		for _, e := range p.Dependencies {
			to, ok := of[e.Target]
			if !ok || e.Type == core.Motivates {
				continue
			}
			origin := "name"
			switch {
			case slices.Contains(e.Seen, core.SeenLink):
				origin = "link"
			case e.Strength > 0.7:
				origin = "number"
			case e.Strength > 0.55:
				origin = "step or kind"
			}
			if tally[origin] == nil {
				tally[origin] = new([3]int)
			}
			f, g := &gold[from], &gold[to]
			switch refs := slices.Concat(f.StatementRefs, f.ProofRefs, f.DeclaredRefs); {
			case slices.Contains(refs, g.ID):
				tally[origin][0]++
			case slices.ContainsFunc(g.Terms, func(term string) bool { return uses(f.words, term) }):
				tally[origin][1]++
			default:
				tally[origin][2]++
			}
		}
	}
	var out []string
	for _, o := range slices.Sorted(maps.Keys(tally)) {
		out = append(out, fmt.Sprintf("%s %d, %d, %d", o, tally[o][0], tally[o][1], tally[o][2]))
	}
	return strings.Join(out, " · ")
}

// uses reports whether all words of a term occur.
func uses(words map[string]int, term string) bool {
	list := text.Words(term)
	return len(list) > 0 && !slices.ContainsFunc(list, func(w text.Word) bool { return words[w.Text] == 0 && words[w.Text+"s"] == 0 })
}
