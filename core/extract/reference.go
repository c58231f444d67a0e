package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// entries takes what a reference declares, each once and with what is said of it: headings that are signatures
// ("### `open(path, mode)`"), the declarations in the code block at the head of an entry (man pages, C and Python
// references), the names that lists of descriptions describe (Sphinx, manuals), pages of manuals, the commands and options of definition
// lists, tables and help texts.
func (b *builder) entries(units []unit) []core.Candidate {
	r := &referenceReader{builder: b, units: units, headings: make([]text.Signature, len(units))}
	r.readHeadings()
	read := r.manuals()
	for i := range units {
		if read[i] {
			continue
		}
		u := &units[i]
		typ := b.an.TypeAt(u.span.Start)
		if typ != core.ReferenceDoc && typ != core.Unknown {
			continue
		}
		switch u.kind {
		case core.Heading:
			if r.headings[i].Name != "" {
				r.heading(i)
			}
		case core.Code:
			if typ != core.Unknown && u.head == nil {
				r.code(i)
			}
		case core.TermList:
			r.terms(i)
		case core.Table:
			if typ != core.Unknown {
				r.table(i)
			}
		}
	}
	return r.out
}

// referenceReader reads the entries of one document.
type referenceReader struct {
	*builder
	units    []unit
	headings []text.Signature // by unit: what a heading declares
	types    []openType       // whose members the section in hand may hold, the outermost first
	out      []core.Candidate
}

// openType is a type in whose section its members stand, up to a unit.
type openType struct {
	name string
	last int
}

// leastPlain is how many headings that are bare names make a list of settings or properties. One or two are chance.
const leastPlain = 3

// readHeadings reads the headings that declare something.
func (r *referenceReader) readHeadings() {
	var plain []int
	for i := 0; i < len(r.units); i++ {
		if r.units[i].kind == core.Heading && elsewhere(r.doc.Blocks[r.units[i].block].Title) {
			i = max(i, r.units[i].last-1)
			continue
		}
		if t := r.typ(&r.units[i]); r.units[i].kind != core.Heading || r.units[i].head != nil || t != core.ReferenceDoc && t != core.Unknown {
			continue
		}
		sig, ok := text.ReadSignature(text.CodedTitle(r.doc, &r.doc.Blocks[r.units[i].block]))
		switch {
		case !ok || r.typ(&r.units[i]) == core.Unknown && sig.Role != "function" && sig.Role != "type":
		case sig.Plain:
			plain = append(plain, i)
			r.headings[i] = sig
		default:
			r.headings[i] = sig
		}
	}
	if len(plain) < leastPlain {
		for _, i := range plain {
			r.headings[i] = text.Signature{}
		}
	}
}

func (r *referenceReader) typ(u *unit) core.ContentType { return r.an.TypeAt(u.span.Start) }

// enter keeps the name of a type whose members stand in the section of a heading.
func (r *referenceReader) enter(name string, heading int) {
	r.types = append(r.types, openType{name, r.units[heading].last})
}

// member is the name of what a heading declares with the type around it: "File.close".
func (r *referenceReader) member(sig text.Signature, i int) string {
	for len(r.types) > 0 && r.types[len(r.types)-1].last <= i {
		r.types = r.types[:len(r.types)-1]
	}
	if n := len(r.types); n > 0 && (sig.Role == "function" || sig.Role == "value" || sig.Role == "event") && !strings.ContainsAny(sig.Name, ".:#") {
		return r.types[n-1].name + "." + sig.Name
	}
	return sig.Name
}

// elsewhere reports the titles of sections that repeat what is declared in another place.
func elsewhere(title string) bool {
	w := text.Words(title)
	if len(w) == 0 || len(w) > 12 {
		return false
	}
	return w[0].Text == "inherited" || len(w) > 1 && w[1].Text == "inherited" || w[len(w)-1].Text == "implementations" && len(w) > 1
}

// heading takes the entry that a heading opens.
func (r *referenceReader) heading(i int) {
	sig := r.headings[i]
	blk := &r.doc.Blocks[r.units[i].block]
	t := r.plainTitle(blk)
	d := draft{
		kind: core.Definition, role: sig.Role, name: r.member(sig, i), confidence: likely, place: blk.Span, statement: t,
		rule: "heading with a signature; ends before the first example or note of its section", described: r.description(r.units, i+1),
	}
	if sig.Role != "function" {
		d.confidence = plausible
	}
	if sig.Role == "type" {
		r.enter(sig.Name, i)
	}
	if sig.Plain {
		d.confidence, d.rule = weak, "heading with a bare name among others; ends before the first example or note of its section"
	}
	if len(blk.Anchors) > 0 {
		d.anchor = blk.Anchors[0]
	}
	if blk.Body.Len() > 0 {
		d.spans = append(d.spans, blk.Body)
	} else {
		d.spans = append(d.spans, blk.Span)
	}
	told := r.told(i)
	if len(told) > 0 {
		d.spans = append(d.spans, told...)
		d.statement = t + "\n\n" + r.readable(told)
		d.form = r.piece(told[0])
		if last := told[len(told)-1].End; last > d.place.End {
			d.place.End = r.ownEnd(i, last)
		}
	} else {
		d.form = t
	}
	r.out = append(r.out, r.candidate(d))
}

// ownEnd is the end of an item at a heading: no further than the next heading, since what stands under that has a
// section of its own.
func (r *referenceReader) ownEnd(i, end int) int {
	for j := i + 1; j < r.units[i].last; j++ {
		if r.units[j].kind == core.Heading {
			return min(end, r.units[j].span.Start)
		}
	}
	return end
}

// plainTitle is a heading as it is read.
func (r *referenceReader) plainTitle(blk *core.Block) string {
	t := strings.TrimSpace(blk.Title)
	if r.x.markdown {
		t = strings.TrimSpace(strings.NewReplacer("`", "", "\\", "", "*", "").Replace(t))
	}
	return t
}

// partTitles are the headings of the parts of an entry that say what it takes and gives.
var partTitles = wordSet("parameters parameter arguments argument args params returns return throws exceptions raises syntax signature description type value default definition declaration")

// partTitle reports headings such as "Parameters", "Return value", "Type parameters".
func partTitle(s string) bool {
	w := text.Words(s)
	return len(w) > 0 && len(w) <= 2 && partTitles[w[0].Text] && (len(w) == 1 || partTitles[w[1].Text] || w[1].Text == "values" || w[1].Text == "types" || w[1].Text == "body")
}

// told returns what the section of a heading says of what the heading declares: its paragraphs, lists and tables before
// the first example, and those of its parts ("Parameters", "Returns").
func (r *referenceReader) told(i int) []core.Span {
	return r.tell(i+1, r.units[i].last, r.headings[i].Name)
}

// tell is told for the units of a stretch.
func (r *referenceReader) tell(from, to int, name string) []core.Span {
	var out []core.Span
	going, prose := true, false
	for j := from; j < to; j++ {
		u := &r.units[j]
		switch u.kind {
		case core.Heading:
			if r.headings[j].Name != "" {
				return out
			}
			going = partTitle(r.doc.Blocks[u.block].Title)
			if going {
				out = append(out, u.body)
			}
		case core.Code:
			if prose {
				going = false
			} else if going && name != "" && declaresHere(u.body.Of(r.doc.Text), name) {
				out = append(out, u.body)
			}
		case core.Environment, core.Math:
		default:
			if going && !r.boxed(u) && u.span.Len() > 0 {
				out = append(out, u.body)
				prose = prose || u.kind == core.Paragraph
			}
		}
	}
	return out
}

// declaresHere reports whether code under a heading repeats the signature in the heading.
func declaresHere(code, name string) bool {
	if k := strings.LastIndexAny(name, ".:#"); k >= 0 {
		name = name[k+1:]
	}
	return strings.Contains(code, name) && strings.Count(code, "\n") <= 12
}

// boxed reports what stands in a box beside the text: a note, a warning, a remark on versions.
func (r *referenceReader) boxed(u *unit) bool {
	for p := u.parent; p >= 0; p = r.doc.Blocks[p].Parent {
		if r.doc.Blocks[p].Kind == core.Environment {
			return true
		}
	}
	return false
}

// maxTogether is how many declarations at most share a description. A header that lists more has none for each.
const maxTogether = 64

// description is what follows a declaration in its entry: up to the next heading.
func (b *builder) description(units []unit, from int) []core.Span {
	to := from
	for to < len(units) && units[to].kind != core.Heading {
		to++
	}
	if to == from {
		return nil
	}
	return []core.Span{{Start: units[from].span.Start, End: units[to-1].span.End}}
}

// code takes the declarations in a code block that stands right under its heading, or under other such blocks: there a
// reference declares what it describes. Code further down is an example.
func (r *referenceReader) code(i int) {
	h := r.headOf(i)
	if h < 0 {
		return
	}
	if r.doc.Blocks[r.units[i].block].Name == signatureName {
		r.signature(i, h)
		return
	}
	title := r.doc.Blocks[r.units[h].block].Title
	if optionsTitle(title) {
		r.helpText(i)
	}
	if exampleTitle(title) || r.headings[h].Name != "" || !r.opens(i, h) {
		return
	}
	sigs := oncePerName(signatures(r.doc.Text, r.units[i].body))
	for _, s := range sigs {
		d := r.entry(i, s)
		if len(sigs) <= maxTogether {
			d.described = r.description(r.units, i+1)
		}
		if !s.typ {
			d.name = r.member(text.Signature{Name: s.name, Role: "function"}, i)
		}
		if s.typ && len(sigs) == 1 && !strings.HasPrefix(s.text, "typedef") {
			r.enter(s.name, h)
		}
		r.out = append(r.out, r.candidate(d))
	}
}

// signatureName is what readers call code that is a declaration by what its author says.
const signatureName = "signature"

// signature takes what a block of code declares that is said to be a declaration, with what is said of it.
func (r *referenceReader) signature(i, h int) {
	body := r.units[i].body
	sigs := signatures(r.doc.Text, body)
	if len(sigs) == 0 {
		s := signature{name: describedName(strings.Join(strings.Fields(body.Of(r.doc.Text)), " "), "data"), span: body, text: r.piece(body)}
		if text.Identifier(s.name) != s.name || s.name == "" {
			return
		}
		sigs = append(sigs, s)
	}
	for _, s := range sigs {
		d := r.entry(i, s)
		if len(sigs) == 1 {
			told := r.tell(i+1, r.units[h].last, "")
			d.spans = append(d.spans, told...)
			d.statement = strings.TrimSpace(s.text + "\n\n" + r.readable(told))
			d.rule = "declaration; ends before the first example or note of its section"
		}
		d.described = r.description(r.units, i+1)
		if d.described == nil {
			d.described = []core.Span{body}
		}
		if s.typ {
			r.enter(s.name, h)
		} else {
			d.name = r.member(text.Signature{Name: s.name, Role: "function"}, i)
		}
		r.out = append(r.out, r.candidate(d))
	}
}

// maxHeadGap is how many units may stand between a heading and a help text under it.
const maxHeadGap = 24

// headOf is the unit of the heading that a unit stands under, -1 when it stands far below.
func (r *referenceReader) headOf(i int) int {
	for j := i - 1; j >= 0 && j >= i-maxHeadGap; j-- {
		if r.units[j].kind == core.Heading {
			return j
		}
	}
	return -1
}

// opens reports whether only code stands between a heading and a unit.
func (r *referenceReader) opens(i, heading int) bool {
	for j := heading + 1; j < i; j++ {
		if r.units[j].kind != core.Code {
			return false
		}
	}
	return i-heading <= 4
}

// exampleTitle reports the titles of sections whose first code block is something to type in.
func exampleTitle(s string) bool {
	w := text.Words(s)
	for _, w := range w[:min(len(w), 3)] {
		if exampleWords[w.Text] {
			return true
		}
	}
	return false
}

var exampleWords = wordSet("example examples usage install installation installing quickstart quick getting started building build demo demos tutorial running")

// entry is a declaration with the first sentence of its description as computational form.
func (r *referenceReader) entry(i int, s signature) draft {
	d := draft{
		kind: core.Definition, role: "function", statement: s.text, name: s.name, confidence: likely, form: s.text,
		rule: "declaration at the head of an entry; ends with the declaration", place: s.span, spans: []core.Span{s.span},
	}
	if s.typ {
		d.role, d.confidence = "type", plausible
	}
	for j := i + 1; j < len(r.units) && j < i+4; j++ {
		if r.units[j].kind == core.Heading {
			break
		}
		if r.units[j].kind == core.Paragraph {
			p := r.piece(r.units[j].body)
			p = p[:cut(p, 2000)]
			if sent := text.Sentences(p); len(sent) > 0 {
				d.form = p[sent[0].Start:sent[0].End]
			}
			break
		}
	}
	return d
}
