package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// table prints a row for every form as soon as it is done, the sums below, and says in its error how many forms failed.
func table(w io.Writer, rows []*row, old map[string]score, errs int) error {
	wide := 0
	for _, r := range rows {
		wide = max(wide, len(r.name()))
	}
	p := &printer{w: w}
	p.f("%-*s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s %6s\n", wide, "", "items", "prec.", "recall", "words", "whole", "number", "title", "edges", "prec.", "recall", "edges/item")
	failed := 0
	sure, origins := map[string]rate{}, map[string]origin{}
	for _, r := range rows {
		<-r.done
		if r.err != nil {
			failed++
			p.f("%-*s %v\n", wide, r.name(), r.err)
			continue
		}
		s := &r.score
		wired := 0
		for name, o := range s.Origins {
			sum := origins[name]
			sum.Author, sum.Implied, sum.Other = sum.Author+o.Author, sum.Implied+o.Implied, sum.Other+o.Other
			origins[name] = sum
			wired += o.Author + o.Implied + o.Other
		}
		for bin, n := range s.Sure {
			sum := sure[bin]
			sum.Right, sum.Given = sum.Right+n.Right, sum.Given+n.Given
			sure[bin] = sum
		}
		p.f("%-*s %6.3f %6.3f %6.3f %6.3f %6.3f %s %s", wide, r.name(), s.Items.f1(), s.Items.precision(), s.Items.recall(), s.Statement.F1, s.Statement.Whole, part(s.Numbers), part(s.Titles))
		if s.Edges.Wanted > 0 {
			p.f(" %6.3f %6.3f %6.3f", s.Edges.f1(), s.Edges.precision(), s.Edges.recall())
		} else {
			p.f(" %6s %6s %6s", "-", "-", "-")
		}
		p.f(" %6.2f", share(wired, s.Items.Right))
		if was, ok := old[r.name()]; ok {
			p.f("  items %+.3f words %+.3f edges %+.3f", s.Items.f1()-was.Items.f1(), s.Statement.F1-was.Statement.F1, s.Edges.f1()-was.Edges.f1())
		}
		p.f("\n")
		for _, e := range s.Errors[:min(errs, len(s.Errors))] {
			p.f("    %s\n", e)
		}
	}
	p.f("\nconfidence   given   right  share\n")
	for _, bin := range slices.Sorted(maps.Keys(sure)) {
		p.f("%10s %7d %7d %6.3f\n", bin, sure[bin].Given, sure[bin].Right, sure[bin].precision())
	}
	p.f("\nedges by evidence   the author's   implied by a term   other\n")
	for _, name := range slices.Sorted(maps.Keys(origins)) {
		p.f("%17s %14d %19d %7d\n", name, origins[name].Author, origins[name].Implied, origins[name].Other)
	}
	if failed > 0 {
		return cmp.Or(p.err, fmt.Errorf("%d of %d forms could not be learned", failed, len(rows)))
	}
	return p.err
}

func part(r rate) string {
	if r.Wanted == 0 {
		return fmt.Sprintf("%6s", "-")
	}
	return fmt.Sprintf("%6.3f", share(r.Right, r.Wanted))
}

// printer keeps the first error of writing.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
