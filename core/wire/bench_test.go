package wire

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"lemma/core"
)

// library is a session of n items with names of two or three rare words, statements and proofs of about a thousand
// bytes, and two citations by number each.
func library(n int) Input {
	r := rand.New(rand.NewPCG(1, 2))
	vocabulary := make([]string, 4000)
	for i := range vocabulary {
		w := make([]byte, 4+r.IntN(8))
		for k := range w {
			w[k] = "aeioubcdfglmnprst"[r.IntN(17)]
		}
		vocabulary[i] = string(w)
	}
	word := func() string { return vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64()*r.Float64())] }
	doc, an := &core.Document{Name: "library"}, &core.Analysis{Sections: []core.Section{{Parent: -1}}}
	in := Input{Documents: []*core.Document{doc}, Analyses: []*core.Analysis{an}}
	var b strings.Builder
	prose := func(i, words int) core.Span {
		start := b.Len()
		for k := range words {
			switch {
			case k == words/2 && i > 0:
				fmt.Fprintf(&b, "by Lemma %d.%d, ", r.IntN(i)/100, r.IntN(100))
			case k%12 == 0:
				b.WriteString("$x_i \\in \\mathbb{R}$. ")
			}
			b.WriteString(word() + " ")
		}
		return core.Span{Start: start, End: b.Len()}
	}
	for i := range n {
		if i%100 == 0 {
			an.Sections = append(an.Sections, core.Section{Level: 1})
		}
		kind := core.Theorem
		if i%3 == 0 {
			kind = core.Definition
		}
		c := core.Candidate{Section: len(an.Sections) - 1, Primitive: core.Primitive{
			ID: fmt.Sprintf("id-%d", i), Kind: kind, Role: "lemma", Label: fmt.Sprintf("Lemma %d.%d", i/100, i%100), Name: word() + " " + word() + " " + word()[:3],
		}}
		c.Statement = []core.Span{prose(i, 40)}
		c.Place = c.Statement[0]
		c.Proof = []core.Span{prose(i, 90)}
		in.Candidates = append(in.Candidates, c)
	}
	doc.Text = b.String()
	for i := range in.Candidates {
		c := &in.Candidates[i]
		c.Primitive.FormalStatement = c.Statement[0].Of(doc.Text)
	}
	return in
}

func BenchmarkWire(b *testing.B) {
	for _, n := range []int{1_000, 19_000} {
		in := library(n)
		b.Run(fmt.Sprintf("items=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(in.Documents[0].Text)))
			b.ReportAllocs()
			edges := 0
			for b.Loop() {
				r, err := Wire(b.Context(), in, Options{})
				if err != nil {
					b.Fatal(err)
				}
				edges = 0
				for _, e := range r.Edges {
					edges += len(e)
				}
			}
			b.ReportMetric(float64(edges), "edges")
		})
	}
}
