package main

import (
	"fmt"
	"math"
	"testing"
)

// sample is a small truth: a definition, a theorem that cites it, an inline term, and an exercise.
func sample() []truth {
	list := []truth{
		{ID: "d", Kind: "definition", Number: "1.1", Terms: []string{"basis"}, Statement: "A basis is a linearly independent spanning family of vectors."},
		{ID: "t", Kind: "theorem", Number: "1.2", Title: "Dimension", Statement: "Every two families of that sort have equally many members.", StatementRefs: []string{"d"}},
		{ID: "i", Kind: "definition", Form: "inline", Statement: "Such families are also called frames by some authors."},
		{ID: "x", Kind: "exercise", other: true, Statement: "Show that polynomials of degree seven form a space."},
	}
	for k := range list {
		list[k].words = []bag{words(list[k].Statement)}
	}
	return list
}

func learned(gold []truth, ids ...string) (items []item) {
	for _, id := range ids {
		for k := range gold {
			if gold[k].ID == id {
				p := item{ID: fmt.Sprintf("%s%d", id, len(items)), Name: gold[k].Title, Kind: gold[k].Kind, Label: "Item " + gold[k].Number, Statement: gold[k].Statement, Confidence: 0.9}
				items = append(items, p)
			}
		}
	}
	return items
}

func link(from *item, to item, strength float64) {
	from.Dependencies = append(from.Dependencies, struct {
		Target   string   `json:"target"`
		Type     string   `json:"type"`
		Strength float64  `json:"strength"`
		Seen     []string `json:"seen"`
	}{to.ID, "requires", strength, nil})
}

func TestTheTruthScoresFully(t *testing.T) {
	gold := sample()
	items := learned(gold, "d", "t", "i")
	link(&items[1], items[0], 0.8)
	s := evaluate(items, gold)
	for name, f := range map[string]float64{"items": s.Items.f1(), "words": s.Statement.F1, "whole": s.Statement.Whole, "numbers": share(s.Numbers.Right, s.Numbers.Wanted),
		"titles": share(s.Titles.Right, s.Titles.Wanted), "edges": s.Edges.f1()} {
		if math.Abs(f-1) > 1e-9 {
			t.Errorf("%s of the truth itself: %.3f\n%q", name, f, s.Errors)
		}
	}
	if s.Origins["number"].Author != 1 || s.Sure["0.90"].Right != 2 {
		t.Errorf("origins %v, confidences %v", s.Origins, s.Sure)
	}
}

func TestErrorsCost(t *testing.T) {
	gold := sample()
	for _, c := range []struct {
		what   string
		change func(items []item) []item
		figure func(s score) float64
		want   float64
	}{
		{"an exercise is no item", func(items []item) []item { return append(items, learned(gold, "x")...) }, func(s score) float64 { return s.Items.precision() }, 2. / 3},
		{"a second one is wrong", func(items []item) []item { return append(items, learned(gold, "t")...) }, func(s score) float64 { return s.Items.precision() }, 2. / 3},
		{"a missing one is missed", func(items []item) []item { return items[:1] }, func(s score) float64 { return s.Items.recall() }, 1. / 2},
		{"the kind counts", func(items []item) []item { items[1].Kind = "axiom"; return items }, func(s score) float64 { return s.Items.recall() }, 1. / 2},
		{"a number of another", func(items []item) []item { items[1].Label = "Item 1.3"; return items }, func(s score) float64 { return float64(s.Numbers.Right) }, 1},
		{"a cut statement", func(items []item) []item {
			items[0].Statement = "A basis is a linearly independent family."
			return items
		}, func(s score) float64 { return s.Statement.Whole }, 1. / 2},
		{"an edge that nobody set", func(items []item) []item { link(&items[0], items[1], 0.5); return items }, func(s score) float64 { return s.Edges.precision() }, 0},
		{"an edge of an invented item", func(items []item) []item {
			items = append(items, item{ID: "z", Kind: "theorem", Statement: "Nothing of the kind stands anywhere."})
			link(&items[2], items[0], 0.5)
			return items
		}, func(s score) float64 { return float64(s.Edges.Given) }, 1},
		{"order is no need", func(items []item) []item {
			link(&items[1], items[0], 0.3)
			items[1].Dependencies[0].Type = "motivates"
			return items
		}, func(s score) float64 { return float64(s.Edges.Given) }, 0},
	} {
		if got := c.figure(evaluate(c.change(learned(gold, "d", "t")), gold)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %.3f, want %.3f", c.what, got, c.want)
		}
	}
}
