package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// leastListed is how many entries of a list begin with the name of a setting where it lists settings.
const leastListed = 2

// listed takes the options and settings that the entries of a list begin with, or a paragraph each, under a heading
// that says that they are such; elsewhere where each entry of a list begins so.
func (r *referenceReader) listed(i int) {
	h := r.headOf(i)
	if h < 0 || r.headings[h].Name != "" {
		return
	}
	title := r.doc.Blocks[r.units[h].block].Title
	said := text.ListsOptions(title)
	u := &r.units[i]
	if !said && (u.kind == core.Paragraph || r.typ(u) != core.ReferenceDoc || partTitle(title) || exampleTitle(title)) {
		return
	}
	if u.kind == core.Paragraph {
		if l, ok := text.ReadListed(u.body.Of(r.doc.Text)); ok && l.Role == "option" {
			r.setting(l, u.block, u.body)
		}
		return
	}
	type entry struct {
		text.Listed
		block int
		body  core.Span
	}
	var found []entry
	entries := 0
	blocks := r.doc.Blocks
	for j := u.block + 1; j <= blocks[u.block].Last && j < len(blocks); j = blocks[j].Last + 1 {
		entries++
		body := blocks[j].Body
		if j+1 < len(blocks) && blocks[j+1].Parent == j && blocks[j+1].Kind == core.Paragraph {
			body = blocks[j+1].Body
		}
		if l, ok := text.ReadListed(body.Of(r.doc.Text)); ok && blocks[j].Kind == core.ListItem && (said || text.Compound(l.Name)) {
			found = append(found, entry{l, j, body})
		}
	}
	if len(found) < leastListed || !said && (len(found) < leastEntries || len(found) < entries) {
		return
	}
	for _, e := range found {
		r.setting(e.Listed, e.block, e.body)
	}
}

// setting takes an option or a setting that a block begins with.
func (r *referenceReader) setting(l text.Listed, block int, body core.Span) {
	r.settings[l.Name] = true
	b := &r.doc.Blocks[block]
	spans := []core.Span{{Start: body.Start + l.Told, End: max(body.End, b.Body.End)}}
	told := r.readable(spans)
	anchor := ""
	if len(b.Anchors) > 0 {
		anchor = b.Anchors[0]
	}
	r.option(l.Name, l.Role, "entry of a list of options or settings; ends with the entry", b.Span, append([]core.Span{{Start: body.Start, End: body.Start + l.Told}}, spans...),
		strings.TrimSpace(l.Term+"\n\n"+told), told, anchor)
}
