// Package analyze says what a document is before anything is extracted from it: its sections, its content type, the
// domains that its chapters belong to, and its place on the complex plane.
//
// It reads the blocks that a reader made and the taxonomy of domains, and changes neither.
package analyze

import (
	"context"

	"lemma/core"
	"lemma/core/text"
)

// Options say what to look for.
type Options struct {
	Domains   []core.Domain // the taxonomy; none: no domain is found
	Threshold float64       // the score from which a domain counts; 0 means 0.1
}

// Analyze returns the sections, content type, domains and position of a document.
func Analyze(ctx context.Context, doc *core.Document, opt Options) (*core.Analysis, error) {
	if opt.Threshold == 0 {
		opt.Threshold = 0.1
	}
	language := text.LanguageOf(doc.Text)
	a := &core.Analysis{Sections: sections(doc), Language: language.String()}
	a.Chapters = chapters(doc, a.Sections)
	a.Type, a.Types = classify(doc, a.Chapters)
	t := newTaxonomy(opt.Domains, language)
	sums := make([]float64, len(opt.Domains))
	total := 0.0
	matched := make([]map[string]bool, len(opt.Domains))
	scored, err := t.scoreAll(ctx, doc.Text, a.Chapters)
	if err != nil {
		return nil, err
	}
	for i := range a.Chapters {
		c := &a.Chapters[i]
		scores, found := scored[i].scores, scored[i].found
		c.Domains = t.above(scores, found, opt.Threshold)
		c.Position = t.centroid(c.Domains)
		weight := float64(c.Span.Len())
		total += weight
		for d, s := range scores {
			sums[d] += weight * s
			for _, p := range found[d] {
				if matched[d] == nil {
					matched[d] = map[string]bool{}
				}
				matched[d][p] = true
			}
		}
	}
	if total > 0 {
		for d := range sums {
			sums[d] /= total
		}
	}
	a.Domains = t.above(sums, t.inOrder(matched), opt.Threshold)
	a.Position = t.centroid(a.Domains)
	return a, nil
}

// sections nests the headings by a stack. Text before the first heading belongs to the root.
func sections(doc *core.Document) []core.Section {
	end := len(doc.Text)
	out := []core.Section{{Parent: -1, Span: core.Span{Start: 0, End: end}, Block: -1}}
	open := []int{0}
	for i, b := range doc.Blocks {
		if b.Kind != core.Heading {
			continue
		}
		for len(open) > 1 && out[open[len(open)-1]].Level >= b.Level {
			out[open[len(open)-1]].Span.End = b.Span.Start
			open = open[:len(open)-1]
		}
		out = append(out, core.Section{Title: b.Title, Number: b.Number, Level: max(1, b.Level), Parent: open[len(open)-1], Span: core.Span{Start: b.Span.Start, End: end}, Block: i})
		open = append(open, len(out)-1)
	}
	if len(out) == 1 {
		out[0].Title = "Document"
	}
	return out
}

// The length of chapters in bytes: less text than minChapter has no salient terms; in more than maxChapter one subject
// hides another.
const (
	minChapter = 4_000
	maxChapter = 250_000
)

// chapters cuts a document at the headings of the first level that has at least two, joins what is too short to judge
// with what follows, and cuts what is too long at deeper headings, or at paragraphs where there are none.
func chapters(doc *core.Document, sections []core.Section) []core.Chapter {
	level, end := chapterLevel(sections), len(doc.Text)
	cuts := []int{0}
	for i, s := range sections[1:] {
		next := end
		if i+2 < len(sections) {
			next = sections[i+2].Span.Start
		}
		if last := cuts[len(cuts)-1]; s.Span.Start-last >= minChapter && (s.Level <= level || next-last > maxChapter) {
			cuts = append(cuts, s.Span.Start)
		}
	}
	if len(cuts) > 1 && end-cuts[len(cuts)-1] < minChapter {
		cuts = cuts[:len(cuts)-1]
	}
	var out []core.Chapter
	block := 0
	for i, start := range cuts {
		next := end
		if i+1 < len(cuts) {
			next = cuts[i+1]
		}
		for next-start > maxChapter {
			for block < len(doc.Blocks) && (doc.Blocks[block].Span.Start < start+maxChapter || doc.Blocks[block].Parent >= 0) {
				block++
			}
			if block == len(doc.Blocks) || doc.Blocks[block].Span.Start > next-minChapter {
				break
			}
			cut := doc.Blocks[block].Span.Start
			out = append(out, core.Chapter{Span: core.Span{Start: start, End: cut}})
			start = cut
		}
		out = append(out, core.Chapter{Span: core.Span{Start: start, End: next}})
	}
	return out
}

// chapterLevel is the first level that has at least two headings; 0 when none has.
func chapterLevel(sections []core.Section) int {
	count := map[int]int{}
	deepest := 0
	for _, s := range sections[1:] {
		count[s.Level]++
		deepest = max(deepest, s.Level)
	}
	for l := 1; l <= deepest; l++ {
		if count[l] >= 2 {
			return l
		}
	}
	return 0
}
