package wire

import (
	"strings"

	"lemma/core"
)

// sections are the items that the sections of a specification stand for, since its authors cite what they define by the
// section that defines it: "as defined in Section 4.2".
type sections struct {
	numbers map[string]int32 // by printed number; nobody for a section that says more than one thing
	anchors map[string]int32
}

// sectioned finds the items that sections stand for: of a section's own text, without those in it, its only definition
// or algorithm, else its only item when that is a requirement. Sections of other texts tell stories, and stand for
// none.
func (w *wirer) sectioned() {
	w.sections = make([]sections, len(w.Documents))
	type count struct {
		definitions, items int
		definition, item   int32
	}
	for d, doc := range w.Documents {
		an := w.Analyses[d]
		counts := make([]count, len(an.Sections))
		found := false
		for _, c := range w.places[d].cands {
			cand := &w.Candidates[c]
			if cand.Section <= 0 || cand.Section >= len(counts) || an.TypeAt(cand.Place.Start) != core.Spec {
				continue
			}
			found = true
			n := &counts[cand.Section]
			n.items++
			n.item = c
			if k := cand.Primitive.Kind; k == core.Definition || k == core.Algorithm {
				n.definitions++
				n.definition = c
			}
		}
		if !found {
			continue
		}
		s := sections{numbers: map[string]int32{}, anchors: map[string]int32{}}
		for i := range an.Sections {
			to := int32(nobody)
			switch n := counts[i]; {
			case n.definitions == 1:
				to = n.definition
			case n.definitions == 0 && n.items == 1 && w.Candidates[n.item].Primitive.Role == "requirement":
				to = n.item
			}
			if number := strings.TrimSuffix(an.Sections[i].Number, "."); number != "" {
				if _, ok := s.numbers[number]; ok {
					to = nobody // counted anew in a part of the document
				}
				s.numbers[number] = to
			}
			if b := an.Sections[i].Block; b >= 0 && b < len(doc.Blocks) {
				for _, a := range doc.Blocks[b].Anchors {
					s.anchors[a] = to
				}
			}
		}
		w.sections[d] = s
	}
}

// foreign reports whether the words around a reference to a section say that it leads into another work: "Section 4.2
// of [RFC 9110]", "[HTTP], Section 3".
func foreign(s string, m mention) bool {
	before, after := strings.TrimRight(s[max(0, m.span.Start-8):m.span.Start], " \n"), strings.TrimLeft(s[m.end:min(len(s), m.end+24)], " \n")
	if strings.HasSuffix(before, "],") || strings.HasSuffix(before, "]") || strings.HasSuffix(before, "(") && strings.HasPrefix(after, ") of [") {
		return true
	}
	for _, w := range [...]string{"of [", "of RFC", "of the [", "in [", "[", "of {{"} {
		if strings.HasPrefix(after, w) {
			return true
		}
	}
	return false
}
