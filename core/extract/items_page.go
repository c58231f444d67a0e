package extract

import (
	"lemma/core"
	"lemma/core/text"
)

// settlePages decides on the headings of high levels that are a head word alone. On a page about one item, as wikis
// have it, they are its parts: "Theorem" before "Proof", below the name of the theorem; "Definition" below "Definition:
// Coset". Elsewhere they head chapters.
func settlePages(doc *core.Document, units []unit) {
	following := make([]int, len(units)) // the heading behind each, -1 when there is none
	next := -1
	for i := len(units) - 1; i >= 0; i-- {
		following[i] = next
		if units[i].kind == core.Heading {
			next = i
		}
	}
	level := func(i int) int { return doc.Blocks[units[i].block].Level }
	before := -1
	for i := range units {
		u := &units[i]
		if u.kind != core.Heading {
			continue
		}
		parent, above := (*unit)(nil), before
		if before >= 0 && level(before) < level(i) {
			parent = &units[before]
		}
		before = i
		if u.head == nil || !u.head.page {
			continue
		}
		n := following[i]
		switch {
		case parent != nil && parent.head != nil && parent.head.Role == u.head.Role && above == i-1:
			u.head.title, parent.head = parent.head.title, nil
		case u.head.Kind == core.Definition || n < 0 || units[n].head == nil || units[n].head.Class != text.Proof:
			u.head = nil
		case parent != nil && parent.head == nil && !again(units, following, i, func(j int) bool { return level(j) > level(above) }):
			u.head.title = doc.Blocks[parent.block].Title
		}
	}
}

// again reports whether a heading comes once more among those behind it that are within its page.
func again(units []unit, following []int, i int, within func(j int) bool) bool {
	for j := following[i]; j >= 0 && within(j); j = following[j] {
		if h := units[j].head; h != nil && h.page && h.Role == units[i].head.Role {
			return true
		}
	}
	return false
}
