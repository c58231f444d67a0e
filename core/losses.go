package core

import (
	"fmt"
	"strings"
)

// GroupLosses joins the losses that several documents share, for people to read: those of one kind and one wording, a
// count at its beginning apart. The document of a group says how many there are and names the first; its text is theirs
// where it is the same, else it tells the sum.
func GroupLosses(list []Loss) []Loss {
	type key struct{ kind, words string }
	type group struct {
		Loss
		words     string // behind the count, where there is one
		same      bool
		documents map[string]bool
	}
	var groups []*group
	at := map[key]*group{}
	for _, l := range list {
		words, counted := strings.CutPrefix(l.Text, fmt.Sprint(l.Count)+" ")
		if !counted {
			words = "\x00" + l.Text
		}
		k := key{l.Kind, words}
		g := at[k]
		if g == nil {
			g = &group{Loss: l, words: words, same: true, documents: map[string]bool{l.Document: true}}
			at[k] = g
			groups = append(groups, g)
			continue
		}
		g.Count += l.Count
		g.same = g.same && g.Text == l.Text
		g.documents[l.Document] = true
	}
	out := make([]Loss, 0, len(groups))
	for _, g := range groups {
		if !g.same {
			g.Text = fmt.Sprintf("%d %s", g.Count, g.words)
		}
		if n := len(g.documents); n > 1 {
			g.Document = fmt.Sprintf("%d documents, such as %s", n, g.Document)
		}
		out = append(out, g.Loss)
	}
	return out
}
