package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// leastLines is how many signatures that stand as lines of code between paragraphs show that a typeset page has its
// entries so, and what share of its code they are at least, one in so many.
const (
	leastLines = 5
	lineShare  = 4
)

// lineSignature is a signature that is a line of code.
type lineSignature struct {
	text.Signature
	printed string
}

// findLines finds the signatures of a typeset reference: where a page has no marks but its faces, a signature is a line
// in the face of code with the description in paragraphs below it, and headings in that face read as code as well.
func (r *referenceReader) findLines() {
	if len(r.doc.Pages) == 0 || !strings.HasSuffix(r.doc.MediaType, "pdf") {
		return
	}
	lines, all, found := map[int][]lineSignature{}, 0, 0
	for i := range r.units {
		switch u := &r.units[i]; {
		case u.kind == core.Code:
			all++
			if sigs := r.signaturesOf(i); len(sigs) > 0 {
				lines[i] = sigs
				found++
			}
		case u.kind == core.Paragraph && u.head == nil && u.body.Len() <= 240 && u.parent < 0: // in a heavier face, which is no code
			s := strings.Join(strings.Fields(u.body.Of(r.doc.Text)), " ")
			if sig, ok := text.ReadSignature(s); ok && !strings.HasSuffix(s, ".") && !strings.ContainsAny(s, "\"'{;=$") {
				lines[i] = []lineSignature{{sig, s}}
			}
		}
	}
	if found >= leastLines && found*lineShare >= all {
		r.lines = lines
	}
}

// signaturesOf reads a unit of code that is nothing but signatures, as they stand over a description.
func (r *referenceReader) signaturesOf(i int) []lineSignature {
	s := r.units[i].body.Of(r.doc.Text)
	if len(s) > 1000 || strings.ContainsAny(s, "\"'{;=$") {
		return nil
	}
	if i > 0 && r.units[i-1].kind == core.Paragraph && strings.HasSuffix(strings.TrimSpace(r.units[i-1].body.Of(r.doc.Text)), ":") { // it shows what was said
		return nil
	}
	var out []lineSignature
	for _, line := range signatureLines(s) {
		sig, ok := text.ReadSignature("`" + line + "`")
		if !ok || sig.Plain || sig.Role == "command" {
			return nil
		}
		out = append(out, lineSignature{sig, line})
	}
	return out
}

// line takes the entries of signatures that are lines of their own: up to the next one, the next heading or example.
func (r *referenceReader) line(i int) {
	to := i + 1
	for to < len(r.units) && r.units[to].kind != core.Heading && r.units[to].kind != core.Code && r.lines[to] == nil {
		to++
	}
	end := to
	for end < len(r.units) && r.units[end].kind != core.Heading && r.lines[end] == nil {
		end++
	}
	body := r.units[i].body
	told := r.tell(i+1, to, "")
	for _, sig := range r.lines[i] {
		d := draft{
			kind: core.Definition, role: sig.Role, name: sig.Name, confidence: plausible, place: core.Span{Start: r.units[i].span.Start, End: r.units[to-1].span.End},
			rule: "signature in a line of code over its description; ends before the next code or heading", spans: append([]core.Span{body}, told...),
			statement: strings.TrimSpace(sig.printed + "\n\n" + r.readable(told)), described: []core.Span{{Start: body.Start, End: r.units[end-1].span.End}},
		}
		if sig.Plain {
			d.confidence = weak
		}
		if len(told) > 0 {
			d.form = r.piece(told[0])
		}
		r.out = append(r.out, r.candidate(d))
	}
}
