package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// fields takes the object that a table describes by its parts, or the type by its values: what the heading above names,
// with the paragraphs in between. A field alone means nothing without its object, so it is no entry. In a specification
// only the tables count whose heading says that they list parts.
func (r *referenceReader) fields(i int, spec bool) bool {
	h := r.headOf(i)
	body := r.units[i].body
	if h < 0 || r.headings[h].Name != "" || r.taken[h] || r.shown(h) || !text.ListsParts(text.ColumnHeads(body.Of(r.doc.Text))) {
		return false
	}
	title := r.plainTitle(&r.doc.Blocks[r.units[h].block])
	if w := text.Words(title); len(w) > 0 && text.EntryPart.Has(w[len(w)-1].Text) { // "Query parameters": what a request takes
		return false
	}
	from := h
	if p := r.parents[h]; p >= 0 && text.NamesParts(title, r.doc.Blocks[r.units[p].block].Title) {
		if r.headings[p].Name != "" || r.taken[p] {
			return false
		}
		from, title = p, r.plainTitle(&r.doc.Blocks[r.units[p].block])
		r.taken[p] = true
	} else if spec || len(strings.Fields(title)) > 6 {
		return false
	}
	r.taken[h] = true
	blk := &r.doc.Blocks[r.units[from].block]
	spans := []core.Span{blk.Span}
	if blk.Body.Len() > 0 {
		spans[0] = blk.Body
	}
	told := r.tell(from+1, i, "")
	spans = append(append(spans, told...), body)
	anchor := ""
	if len(blk.Anchors) > 0 {
		anchor = blk.Anchors[0]
	}
	form := title
	if len(told) > 0 {
		form = r.opening(told[0])
	}
	r.option(title, "type", "table of the parts of what the heading names; ends with the table", core.Span{Start: blk.Span.Start, End: r.units[i].span.End}, spans,
		strings.TrimSpace(title+"\n\n"+r.readable(spans[1:])), form, anchor)
	return true
}

// shown reports whether a heading stands in a section of examples.
func (r *referenceReader) shown(h int) bool {
	for p, depth := h, 0; p >= 0 && depth < maxDepth; p, depth = r.parents[p], depth+1 {
		if exampleTitle(r.doc.Blocks[r.units[p].block].Title) {
			return true
		}
	}
	return false
}
