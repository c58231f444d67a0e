package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// manual is a page of a manual as man(7) lays it out, whatever it was converted to: NAME with the names and what they
// are for, SYNOPSIS, DESCRIPTION.
type manual struct {
	first, last int // units: the heading NAME, the unit behind the page
	names       []string
	summary     core.Span
	synopsis    []int // units
	description int   // the heading, -1 when there is none
}

// manuals takes the entries of pages of manuals: the functions in the synopsis that NAME names, else one entry for the
// page. It returns the units that it has read.
func (r *referenceReader) manuals() map[int]bool {
	read := map[int]bool{}
	for i := range r.units {
		if m, ok := r.manual(i); ok {
			for _, j := range m.synopsis {
				read[j] = true
			}
			function := r.page(m)
			for j := m.first; j < m.last; j++ {
				if !function {
					r.commands[j] = m.names[0]
				} else if r.headings[j].Plain { // values that the functions take
					read[j] = true
				}
			}
		}
	}
	return read
}

// manual reads the page that begins with a heading NAME.
func (r *referenceReader) manual(i int) (manual, bool) {
	m := manual{first: i, last: i + 1, description: -1}
	if !r.namesPage(i) || r.typ(&r.units[i]) != core.ReferenceDoc || i+1 >= len(r.units) || r.units[i+1].kind != core.Paragraph {
		return m, false
	}
	m.summary = r.units[i+1].body
	names, _, ok := cutSummary(m.summary.Of(r.doc.Text))
	if !ok {
		return m, false
	}
	for n := range strings.SplitSeq(names, ",") {
		n = strings.Trim(strings.Join(strings.Fields(n), " "), "`*_\\ ")
		n = strings.TrimSuffix(strings.ReplaceAll(n, "\\", ""), "()")
		if n == "" || len(n) > 60 || strings.Count(n, " ") > 2 {
			return m, false
		}
		m.names = append(m.names, n)
	}
	part := ""
	for m.last < len(r.units) && !r.namesPage(m.last) && !r.above(m.last, i) {
		u := &r.units[m.last]
		switch {
		case u.kind == core.Heading:
			part = ""
			if w := text.Words(r.doc.Blocks[u.block].Title); len(w) > 0 && len(w) <= 2 {
				part = w[len(w)-1].Text
			}
			if text.ManualDescription.Has(text.Fold(part)) && m.description < 0 {
				m.description = m.last
			}
		case text.Synopsis.Has(part):
			m.synopsis = append(m.synopsis, m.last)
		}
		m.last++
	}
	return m, len(m.synopsis) > 0 || m.description >= 0
}

// namesPage reports the heading that the names of a page stand under.
func (r *referenceReader) namesPage(i int) bool {
	return r.units[i].kind == core.Heading && text.ManualName.Has(text.Fold(strings.Trim(r.doc.Blocks[r.units[i].block].Title, "*_ ")))
}

// above reports a heading of a higher level than another one.
func (r *referenceReader) above(i, than int) bool {
	return r.units[i].kind == core.Heading && r.doc.Blocks[r.units[i].block].Level < r.doc.Blocks[r.units[than].block].Level
}

// cutSummary parts "name, name - what they are for".
func cutSummary(s string) (names, summary string, ok bool) {
	for _, dash := range []string{" - ", " — ", " – ", " \\- ", " -- "} {
		if names, summary, ok = strings.Cut(s, dash); ok && len(names) <= 400 {
			return names, summary, true
		}
	}
	return s, "", false
}

// page takes the entries of a page and reports whether it is about functions.
func (r *referenceReader) page(m manual) bool {
	named := map[string]bool{}
	for _, n := range m.names {
		named[n] = true
	}
	var sigs []signature
	var typed []core.Span
	calls := false
	for _, j := range m.synopsis {
		u := &r.units[j]
		if u.kind == core.Code {
			for _, s := range oncePerName(signatures(r.doc.Text, u.body)) {
				calls = true
				if named[s.name] {
					sigs = append(sigs, s)
				}
			}
		}
		typed = append(typed, u.body)
	}
	place := core.Span{Start: r.units[m.first].span.Start, End: r.units[m.first+1].span.End}
	whole := []core.Span{{Start: place.Start, End: r.units[m.last-1].span.End}}
	_, summary, _ := cutSummary(r.piece(m.summary))
	d := draft{
		kind: core.Definition, role: "function", confidence: likely, form: summary, described: whole, place: place,
		rule: "page of a manual; what NAME and SYNOPSIS say, and DESCRIPTION up to its first example or note",
	}
	var told []core.Span
	if m.description >= 0 {
		told = r.tell(m.description+1, r.units[m.description].last, "")
	}
	for _, s := range sigs {
		e := d
		e.name, e.place, e.spans = s.name, s.span, append([]core.Span{s.span}, told...)
		e.statement = strings.TrimSpace(s.text + "\n\n" + strings.TrimSpace(summary) + "\n\n" + r.readable(told))
		if s.typ {
			e.role = "type"
		}
		r.out = append(r.out, r.candidate(e))
	}
	if len(sigs) > 0 {
		return true
	}
	d.name, d.role, d.confidence = m.names[0], "command", plausible
	d.spans = append(append(typed, m.summary), told...)
	d.statement = r.readable(d.spans)
	r.out = append(r.out, r.candidate(d))
	return calls
}
