package extract

import (
	"slices"
	"strings"
	"unicode"

	"lemma/core"
	"lemma/core/text"
)

// entries takes what a reference declares, each once and with what is said of it: headings that are signatures
// ("### `open(path, mode)`"), the declarations in the code block at the head of an entry (man pages, C and Python
// references), the names that lists of descriptions describe, pages of manuals, the commands and options of definition
// lists, tables and help texts; and the examples in their descriptions.
func (b *builder) entries(units []unit) ([]core.Candidate, []illustration) {
	r := &referenceReader{builder: b, units: units, headings: make([]text.Signature, len(units)), used: map[int]bool{}, taken: map[int]bool{}, declared: map[int]bool{}, commands: map[int]string{}, settings: map[string]bool{}}
	r.readHeadings()
	read := r.manuals()
	r.findLines()
	for i := range units {
		if read[i] {
			continue
		}
		u := &units[i]
		typ := b.an.TypeAt(u.span.Start)
		if typ == core.Spec && u.kind == core.Table {
			r.fields(i, true)
		}
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
		case core.Paragraph:
			switch {
			case typ == core.Unknown:
			case r.lines[i] != nil:
				r.line(i)
			case !r.request(i):
				r.listed(i)
			}
		case core.List:
			r.listed(i)
		case core.TermList:
			r.terms(i)
		case core.Table:
			if typ != core.Unknown && !r.table(i) {
				r.fields(i, false)
			}
		}
	}
	return r.out, r.illustrations
}

// referenceReader reads the entries of one document.
type referenceReader struct {
	*builder
	units    []unit
	heads    []int                   // by unit: the last heading up to it, -1 when there is none
	parents  []int                   // by unit: of a heading the one whose section holds it, -1 when there is none
	headings []text.Signature        // by unit: what a heading declares
	lines    map[int][]lineSignature // code units that are signatures set as lines of their own
	used     map[int]bool            // the headings of pages whose form of use is taken
	taken    map[int]bool            // the headings of objects whose parts a table describes
	declared map[int]bool            // the headings of sections that open with code, or hold a declaration
	commands map[int]string          // by unit of the page of a manual that is about no function: what it is about
	settings map[string]bool         // the names that lists describe; a table of them gives their values
	types    []openType              // whose members the section in hand may hold, the outermost first
	out      []core.Candidate
	// illustrations are the examples within entries.
	illustrations []illustration
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
	r.heads, r.parents = make([]int, len(r.units)), make([]int, len(r.units))
	last := -1
	for i := range r.units {
		if r.units[i].kind == core.Heading {
			for r.parents[i] = last; r.parents[i] >= 0 && r.units[r.parents[i]].last <= i; {
				r.parents[i] = r.parents[r.parents[i]]
			}
			last = i
		}
		r.heads[i] = last
	}
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
		if !ok || sig.Plain {
			if quoted, is := r.quoted(i); is {
				sig, ok = quoted, true
			}
		}
		switch {
		case !ok || r.typ(&r.units[i]) == core.Unknown && sig.Role != "function" && sig.Role != "type":
		case sig.Plain:
			plain = append(plain, i)
			r.headings[i] = sig
		default:
			r.headings[i] = sig
		}
	}
	r.readMembers()
	for _, i := range plain {
		if len(plain) < leastPlain && !r.hasParts(i) || r.holdsSignature(i) || r.declaresBelow(i) {
			r.headings[i] = text.Signature{}
		}
	}
}

// leastMembers is how many headings with its name in front make a type of the title of a page.
const leastMembers = 2

// readMembers reads the headings of members that bear the name of the type whose page or section they stand in,
// "Layer.name" under "Layer", and the title of the type. Elsewhere a capital before a dot makes a name of a product.
func (r *referenceReader) readMembers() {
	members := map[int]int{} // by the heading of the type
	for i := range r.units {
		if r.units[i].kind != core.Heading || r.units[i].head != nil || r.typ(&r.units[i]) != core.ReferenceDoc {
			continue
		}
		name := r.headings[i].Name
		if name == "" {
			if name = r.plainTitle(&r.doc.Blocks[r.units[i].block]); text.Identifier(name) != name {
				continue
			}
		}
		of := name[:max(0, strings.LastIndexAny(name, ".:#"))]
		if of = strings.TrimRight(of, ".:#"); of == "" || !unicode.IsUpper([]rune(of)[0]) {
			continue
		}
		for p, depth := r.parents[i], 0; p >= 0 && depth < maxDepth; p, depth = r.parents[p], depth+1 {
			if r.headings[p].Name == of || r.plainTitle(&r.doc.Blocks[r.units[p].block]) == of {
				members[p]++
				if r.headings[i].Name == "" {
					r.headings[i] = text.Signature{Name: name, Role: "value"}
				}
				break
			}
		}
	}
	for p, n := range members {
		if n >= leastMembers && r.headings[p].Name == "" {
			r.headings[p] = text.Signature{Name: r.plainTitle(&r.doc.Blocks[r.units[p].block]), Role: "type"}
		}
	}
}

// maxDepth is how far up the headings above a heading are looked at.
const maxDepth = 16

func (r *referenceReader) typ(u *unit) core.ContentType { return r.an.TypeAt(u.span.Start) }

// holdsSignature reports whether a bare name is the title of what has entries of its own: a module, a page.
func (r *referenceReader) holdsSignature(i int) bool {
	for j := i + 1; j < r.units[i].last; j++ {
		if r.headings[j].Name != "" && !r.headings[j].Plain {
			return true
		}
	}
	return false
}

// hasParts reports a heading whose section holds those of the parts of an entry, its arguments or attributes, and no
// declaration of it.
func (r *referenceReader) hasParts(i int) bool {
	parts := false
	for j := i + 1; j < r.units[i].last; j++ {
		switch r.units[j].kind {
		case core.Heading:
			parts = parts || r.parents[j] == i && partTitle(r.doc.Blocks[r.units[j].block].Title)
		case core.Code:
			if slices.ContainsFunc(signatures(r.doc.Text, r.units[j].body), func(s signature) bool { return strings.HasPrefix(s.name, r.headings[i].Name) }) {
				return false
			}
		}
	}
	return parts
}

// declaresBelow reports whether a bare name is the title of a page that declares it under the heading of its form.
func (r *referenceReader) declaresBelow(i int) bool {
	for j := i + 1; j+1 < r.units[i].last; j++ {
		if r.units[j].kind == core.Heading && r.units[j+1].kind == core.Code && formTitle(r.doc.Blocks[r.units[j].block].Title) {
			return slices.ContainsFunc(signatures(r.doc.Text, r.units[j+1].body), func(s signature) bool { return r.declaredPage(j, s.name) == i })
		}
	}
	return false
}

// quoted reads the signature in a quote right below a heading that is its name, as TypeDoc sets both.
func (r *referenceReader) quoted(i int) (text.Signature, bool) {
	if i+1 >= len(r.units) || r.units[i+1].kind != core.Paragraph {
		return text.Signature{}, false
	}
	u := &r.units[i+1]
	name := strings.TrimSuffix(r.plainTitle(&r.doc.Blocks[r.units[i].block]), "?") // of a member that may be missing
	if id := strings.Trim(name, "[]"); u.parent < 0 || r.doc.Blocks[u.parent].Kind != core.Quote || text.Identifier(id) != id || id == "" {
		return text.Signature{}, false
	}
	s := codeMarks.Replace(u.body.Of(r.doc.Text))
	k := strings.Index(s, name)
	if k < 0 || k > 40 {
		return text.Signature{}, false
	}
	switch rest := strings.TrimLeft(s[k+len(name):], " ?"); {
	case strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "<"):
		return text.Signature{Name: name, Role: "function"}, true
	case strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "="):
		return text.Signature{Name: name, Role: "value"}, true
	}
	return text.Signature{}, false
}

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
	if len(w) < 2 {
		return false
	}
	first, second, last := w[0].Text, w[1].Text, w[len(w)-1].Text
	return text.Repeating.Has(first) || text.Repeating.Has(second) || text.Repeating.Has(last) || text.Repeating.Has(first+" "+second)
}

// heading takes the entry that a heading opens.
func (r *referenceReader) heading(i int) {
	sig := r.headings[i]
	if r.repeated(i) {
		return
	}
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

// repeated reports a heading that is only the name over what declares it: a declaration in code right below ("setKey"
// over "void setKey(String key)"), or headings with the forms that a function is called in.
func (r *referenceReader) repeated(i int) bool {
	if i+1 >= r.units[i].last {
		return false
	}
	name, below := r.headings[i].Name, i+1
	if r.headings[below].Name == name && r.headings[i].Role == "function" {
		return true
	}
	return r.headings[i].Plain && r.signs(below) && slices.ContainsFunc(r.signatures(below), func(s signature) bool { return s.name == name })
}

// signs reports a unit of code that its author says to be a declaration.
func (r *referenceReader) signs(i int) bool {
	return r.units[i].kind == core.Code && r.doc.Blocks[r.units[i].block].Name == signatureName
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

// codeMarks take the marks of code and of a face away.
var codeMarks = strings.NewReplacer("`", "", "\\", "", "*", "")

// plainTitle is a heading as it is read. Where it has code, the reader took the marks off already, and a star that is
// left is one of the code: "open(path, *, mode)".
func (r *referenceReader) plainTitle(blk *core.Block) string {
	t := strings.TrimSpace(blk.Title)
	if r.x.markdown && (strings.IndexByte(t, '`') >= 0 || strings.IndexByte(blk.Body.Of(r.doc.Text), '`') < 0) {
		t = strings.TrimSpace(codeMarks.Replace(t))
	}
	return t
}

// partTitle reports headings such as "Parameters", "Return value", "Type parameters", "Function parameters".
func partTitle(s string) bool {
	w := text.Words(s)
	if len(w) > 1 && text.PartEnd.Has(w[1].Text) && (len(w) == 2 || text.Compound(s[strings.LastIndexByte(s, ' ')+1:])) { // "Argument reference", "Parameters for open"
		w = w[:1]
	}
	if len(w) == 0 || len(w) > 2 || !text.EntryPart.Has(w[0].Text) {
		return len(w) == 2 && text.EntryPart.Has(w[1].Text) && text.Singular(w[1].Text) != w[1].Text
	}
	return len(w) == 1 || text.EntryPart.Has(w[1].Text) || text.EntryPart.Has(text.Singular(w[1].Text))
}

// told returns what the section of a heading says of what the heading declares: its paragraphs, lists and tables before
// the first example, and those of its parts ("Parameters", "Returns").
func (r *referenceReader) told(i int) []core.Span {
	return r.tell(i+1, r.units[i].last, r.headings[i].Name)
}

// tell is told for the units of a stretch.
func (r *referenceReader) tell(from, to int, name string) []core.Span {
	t, part := telling{r: r, going: true}, 99 // the level of the part in hand
	for j := from; j < to; j++ {
		u := &r.units[j]
		switch u.kind {
		case core.Heading:
			if r.headings[j].Name != "" {
				return t.told()
			}
			t.unsay()
			t.shown = 0
			switch h := &r.doc.Blocks[u.block]; {
			case partTitle(h.Title):
				t.going, part = true, h.Level
			case t.going && h.Level > part: // a parameter
			default:
				t.going, part = false, 99
			}
			if !formTitle(r.doc.Blocks[u.block].Title) { // what stands under that comes first
				t.say(core.Heading, u.body)
			}
		case core.Code:
			if t.prose {
				t.code(u.body)
			} else if t.going && name != "" && declaresHere(u.body.Of(r.doc.Text), name) {
				t.out = append(t.out, u.body)
			}
		case core.Math:
			if t.lead.Len() > 0 {
				t.say(core.Math, u.body)
			}
		case core.Environment:
		default:
			switch {
			case u.head != nil && u.head.Class == text.Example && setApart(u): // which goes on to the next heading
				t.going = false
			case !r.boxed(u):
				t.say(u.kind, u.body)
			}
		}
	}
	return t.told()
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
	if len(r.lines) > 0 {
		r.line(i)
		return
	}
	h := r.headOf(i)
	if h < 0 {
		return
	}
	if r.doc.Blocks[r.units[i].block].Name == signatureName {
		r.signature(i, h)
		return
	}
	title := r.doc.Blocks[r.units[h].block].Title
	if text.ListsOptions(title) && r.headings[h].Name == "" { // code under "addOption()" shows what a program prints
		r.helpText(i)
	}
	if r.request(i) || r.usage(i, h) {
		return
	}
	if exampleTitle(title) || r.headings[h].Name != "" || !r.opens(i, h) {
		return
	}
	r.declared[h] = true
	sigs := oncePerName(signatures(r.doc.Text, r.units[i].body))
	for _, s := range sigs {
		d := r.entry(i, s)
		if len(sigs) <= maxTogether {
			d.described = r.description(r.units, i+1)
		}
		if !s.typ {
			d.name = r.member(text.Signature{Name: s.name, Role: "function"}, i)
		}
		told := []core.Span(nil)
		switch page := r.declaredPage(h, s.name); {
		case page >= 0:
			told = r.tell(page+1, r.units[page].last, "")
			d.described = r.description(r.units[:r.units[page].last], page+1)
			d.rule = "declaration on the page that bears its name; ends before the first example or note of the page"
		case len(sigs) == 1 && !strings.HasSuffix(s.text, ";") && !strings.HasSuffix(s.text, "}"): // what no semicolon ends is declared alike in many types
			told = r.tell(i+1, r.units[h].last, "")
			d.rule = "declaration at the head of an entry; ends before the first example or note of its section"
		}
		if len(told) > 0 {
			d.spans = append(d.spans, told...)
			d.statement = strings.TrimSpace(s.text + "\n\n" + r.readable(told))
			d.form = r.opening(told[0])
		}
		if s.typ && len(sigs) == 1 && !strings.HasPrefix(s.text, "typedef") {
			r.enter(s.name, h)
		}
		r.out = append(r.out, r.candidate(d))
	}
}

// declaredPage is the heading of a page that a declaration is what it is about: it bears the name, and the declaration
// stands under the heading of a form below it ("Syntax"). -1 when there is none.
func (r *referenceReader) declaredPage(h int, name string) int {
	page := r.parents[h]
	if page >= 0 && formTitle(r.doc.Blocks[r.units[h].block].Title) && pageName(r.plainTitle(&r.doc.Blocks[r.units[page].block])) == name {
		return page
	}
	return -1
}

// formTitle reports headings of the form of a command or function: "Usage", "Syntax".
func formTitle(s string) bool {
	w := text.Words(s)
	return len(w) == 1 && text.UseForm.Has(w[0].Text)
}

// maxRequestGap is how many units may stand between a heading and the request that its section is about.
const maxRequestGap = 3

// request takes the entry of a section that is about one request: its method and path stand in a line of their own, and
// the heading says what it is for.
func (r *referenceReader) request(i int) bool {
	body := r.units[i].body
	if body.Len() > 300 || !text.Endpoint(body.Of(r.doc.Text)) {
		return false
	}
	h := r.headOf(i)
	if h < 0 || i-h > maxRequestGap || r.headings[h].Name != "" || exampleTitle(r.doc.Blocks[r.units[h].block].Title) {
		return false
	}
	line := strings.Trim(strings.TrimSpace(body.Of(r.doc.Text)), "`* ")
	told := r.tell(i+1, r.units[h].last, "")
	if i > h+1 {
		told = append(r.tell(h+1, i, ""), told...)
	}
	blk := &r.doc.Blocks[r.units[h].block]
	anchor := ""
	if len(blk.Anchors) > 0 {
		anchor = blk.Anchors[0]
	}
	body = core.Span{Start: blk.Span.Start, End: r.units[i].span.End}
	r.option(r.plainTitle(blk)+" ("+line+")", "endpoint", "request in a line of its own; ends before the first example or note of its section", body,
		append([]core.Span{r.units[i].body}, told...), strings.TrimSpace(line+"\n\n"+r.readable(told)), r.readable(told), anchor)
	return true
}

// maxUsage bounds the lines of a form of use.
const maxUsage = 8

// usage takes the entry of a page that is about one command or function: its title names it, and code below, which is
// the first of the page or stands under "Usage" or "Syntax", begins with that name.
func (r *referenceReader) usage(i, h int) bool {
	page, form := h, formTitle(r.doc.Blocks[r.units[h].block].Title)
	if form {
		page = r.parents[h]
	}
	if page < 0 || r.used[page] || r.headings[page].Name != "" && !r.headings[page].Plain {
		return false
	}
	name := pageName(r.plainTitle(&r.doc.Blocks[r.units[page].block]))
	code := r.piece(r.units[i].body)
	if id := text.Identifier(code); form && strings.HasPrefix(code[len(id):], "(") && titleNames(r.doc.Blocks[r.units[page].block].Title, id) {
		name = id
	}
	if name == "" || strings.Count(code, "\n") >= maxUsage || !strings.HasPrefix(code, name) || len(code) == len(name) || strings.IndexByte(" ([\n", code[len(name)]) < 0 {
		return false
	}
	call := code[len(name)] == '('
	if !form && !call && strings.IndexByte(name, ' ') < 0 {
		return false
	}
	r.used[page] = true
	role := "command"
	if call {
		role = "function"
	}
	told := r.tell(page+1, r.units[page].last, "")
	place := core.Span{Start: r.units[page].span.Start, End: max(r.units[page].span.End, r.ownEnd(page, r.units[i].span.End))}
	r.option(name, role, "form of use of what the title names", place, append([]core.Span{r.units[i].body}, told...), strings.TrimSpace(code+"\n\n"+r.readable(told)), r.readable(told), "")
	return true
}

// titleNames reports whether a title holds an identifier as a word of its own: "map" in "Array: map() method".
func titleNames(title, id string) bool {
	for _, w := range strings.FieldsFunc(title, func(r rune) bool { return strings.ContainsRune(" `():,", r) }) {
		if w == id || strings.HasSuffix(w, "."+id) {
			return true
		}
	}
	return false
}

// pageName is what the title of a page names: "lm" of "lm: Fitting Linear Models", "helm install".
func pageName(title string) string {
	name, _, _ := strings.Cut(title, ": ")
	name, _, _ = strings.Cut(name, " — ")
	name, _, _ = strings.Cut(name, " - ")
	name = strings.TrimSuffix(strings.TrimSpace(name), "()")
	if len(strings.Fields(name)) > 4 || strings.ContainsAny(name, ",.;!?") && text.Identifier(name) != name {
		return ""
	}
	return name
}

// signatureName is what readers call code that is a declaration by what its author says.
const signatureName = "signature"

// signature takes what a block of code declares that is said to be a declaration, with what is said of it.
func (r *referenceReader) signature(i, h int) {
	body := r.units[i].body
	sigs := r.signatures(i)
	if len(sigs) == 0 {
		return
	}
	r.declared[h] = true
	from, to := r.follows(i, h)
	for _, s := range sigs {
		d := r.entry(i, s)
		d.rule = "declaration; ends with it"
		if len(sigs) == 1 && !strings.HasSuffix(s.text, ";") {
			told := r.tell(from, to, "")
			d.spans = append(d.spans, told...)
			d.statement = strings.TrimSpace(s.text + "\n\n" + r.readable(told))
			d.rule = "declaration; ends before the first example or note of its section"
		}
		d.described = r.description(r.units[:to], i+1)
		if d.described == nil {
			d.described = []core.Span{body}
		}
		if s.typ {
			r.enter(s.name, h)
		} else {
			d.name = r.member(text.Signature{Name: s.name, Role: d.role}, i)
		}
		if blk := &r.doc.Blocks[r.units[h].block]; i == h+1 && len(sigs) == 1 && len(blk.Anchors) > 0 { // links lead to the name over it
			d.anchor, d.place.Start = blk.Anchors[0], blk.Span.Start
		}
		r.out = append(r.out, r.candidate(d))
	}
}

// signatures are what a unit of code declares that is said to be a declaration.
func (r *referenceReader) signatures(i int) []signature {
	body := r.units[i].body
	if sigs := signatures(r.doc.Text, body); len(sigs) > 0 {
		return sigs
	}
	if s := constant(r.doc.Text, body); s.name != "" {
		return []signature{s}
	}
	s := signature{name: describedName(strings.Join(strings.Fields(body.Of(r.doc.Text)), " "), "data"), span: body, text: r.piece(body)}
	if text.Identifier(s.name) != s.name || s.name == "" {
		return nil
	}
	return []signature{s}
}

// follows returns the units that say what the declaration in unit i is for: those behind it and those declared with it,
// up to the next declaration in the section of a heading.
func (r *referenceReader) follows(i, heading int) (from, to int) {
	end := r.units[heading].last
	for from = i + 1; from < end && from-i <= maxTogether && r.signs(from); from++ {
	}
	for to = from; to < end && !r.signs(to); to++ {
	}
	return from, to
}

// headOf is the unit of the heading that a unit stands under, -1 when there is none.
func (r *referenceReader) headOf(i int) int {
	if i == 0 {
		return -1
	}
	return r.heads[i-1]
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
		if text.Trial.Has(w.Text) {
			return true
		}
	}
	return false
}

// entry is a declaration with the beginning of its description as computational form.
func (r *referenceReader) entry(i int, s signature) draft {
	d := draft{
		kind: core.Definition, role: "function", statement: s.text, name: s.name, confidence: likely, form: s.text,
		rule: "declaration at the head of an entry; ends with the declaration", place: s.span, spans: []core.Span{s.span},
	}
	switch {
	case s.typ:
		d.role, d.confidence = "type", plausible
	case s.value:
		d.role, d.confidence = "value", plausible
	}
	for j := i + 1; j < len(r.units) && j < i+4; j++ {
		if r.units[j].kind == core.Heading {
			break
		}
		if r.units[j].kind == core.Paragraph {
			if p := r.opening(r.units[j].body); p != "" {
				d.form = p
				break
			}
		}
	}
	return d
}

// maxOpening bounds the beginning of a description, in bytes; its first sentence is whole.
const maxOpening = 600

// opening is what a paragraph of a description says first, empty when it only announces what stands below it.
func (r *referenceReader) opening(body core.Span) string {
	p := r.piece(body)
	p = p[:cut(p, 2000)]
	end := 0
	for _, s := range text.Sentences(p) {
		if end > 0 && s.End > maxOpening {
			break
		}
		end = s.End
	}
	if p = strings.TrimSpace(p[:end]); strings.HasSuffix(p, ":") && len(strings.Fields(p)) <= 2 {
		return ""
	}
	return p
}
