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

// sectioned finds the items that sections stand for: of a section's own text, without those in it, its only definition or
// algorithm, else its only item when that is a requirement. Sections of other texts tell stories, and stand for none.
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

// sectionMentions calls f for the printed references to sections of the same document, "Section 4.2", "§ 3", "Appendix A.1"; not for
// those of another work: "Section 4.2 of [RFC 9110]", "[HTTP], Section 3".
func sectionMentions(s string, f func(number string, at core.Span)) {
	for at := 0; at < len(s); {
		start, word := nextSection(s, at)
		if start < 0 {
			return
		}
		at = start + len(word)
		n := at
		for n < len(s) && n < at+4 && (s[n] == ' ' || s[n] == '\n') {
			n++
		}
		end := n
		for end < len(s) && (isDigit(s[end]) || s[end] == '.' && end+1 < len(s) && isDigit(s[end+1]) || end == n && 'A' <= s[end] && s[end] <= 'Z' && (end+1 == len(s) || !wordAt(s, end+1))) {
			end++
		}
		if end == n || start > 0 && wordAt(s, start-1) && word[0] < 0x80 {
			continue
		}
		if foreign(s[max(0, start-8):start], s[end:min(len(s), end+24)]) {
			continue
		}
		f(s[n:end], core.Span{Start: start, End: end})
		at = end
	}
}

// sectionWords name a section before its number.
var sectionWords = [...]string{"Section", "section", "Appendix", "§"}

// nextSection finds the next word that names a section.
func nextSection(s string, at int) (start int, word string) {
	for i := at; i < len(s); i++ {
		switch s[i] {
		case 'S', 's', 'A', "§"[0]:
			for _, w := range sectionWords {
				if strings.HasPrefix(s[i:], w) {
					return i, w
				}
			}
		}
	}
	return -1, ""
}

// foreign reports whether the words around a reference say that it leads into another work.
func foreign(before, after string) bool {
	before, after = strings.TrimRight(before, " \n"), strings.TrimLeft(after, " \n")
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
