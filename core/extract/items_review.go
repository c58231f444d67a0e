package extract

import (
	"strings"

	"lemma/core"
)

// WithoutReviews leaves out the candidates of a session that bear nothing but the label of an item that another of its
// documents states under a fuller head: "**Theorem LLN** is what makes averages useful" on the page that reviews a
// chapter. Within a document Extract leaves them out itself.
//
// Labels of one document may come again in the next, where each counts for itself. So a number is taken for that of
// another document only when it is no number of its own: letters, or another chapter's than those around it.
func WithoutReviews(cands []core.Candidate) []core.Candidate {
	stated := map[string]int{}            // by label, the document that states it with a title, several when more do
	chapters := map[int]map[string]bool{} // by document, the first parts of the numbers of its own items
	for i := range cands {
		c := &cands[i]
		label, number := reviewLabel(c)
		if c.Bare || label == "" {
			continue
		}
		if d, ok := stated[label]; ok && d != c.Document {
			stated[label] = several
		} else {
			stated[label] = c.Document
		}
		if chapters[c.Document] == nil {
			chapters[c.Document] = map[string]bool{}
		}
		chapters[c.Document][chapter(number)] = true
	}
	out := cands[:0:0]
	for i := range cands {
		c := &cands[i]
		label, number := reviewLabel(c)
		d, known := stated[label]
		if c.Bare && known && d != c.Document && d != several && (!digitByte(number[0]) || len(chapters[c.Document]) > 0 && !chapters[c.Document][chapter(number)]) {
			continue
		}
		out = append(out, *c)
	}
	return out
}

// several stands for more documents than one.
const several = -1

// reviewLabel is the label of a candidate for comparison, and its number.
func reviewLabel(c *core.Candidate) (label, number string) {
	word, number, ok := strings.Cut(strings.ToLower(c.Primitive.Label), " ")
	if !ok || number == "" {
		return "", ""
	}
	return word + " " + number, number[strings.LastIndexByte(number, ' ')+1:]
}

// chapter is the first part of a number.
func chapter(number string) string {
	first, _, _ := strings.Cut(number, ".")
	return first
}
