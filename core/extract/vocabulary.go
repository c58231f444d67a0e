package extract

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// vocabulary takes the terms of glossaries and the key points of lessons, and what a specification defines beside its
// requirements: the terms of its sections on terminology, and those
// that their author marked as defined where they stand; grammars, and the interfaces that it declares in code, which
// references have too. What an item defines already is left out.
func (b *builder) vocabulary(items []core.Candidate) []core.Candidate {
	known := b.defined(items)
	var out []core.Candidate
	add := func(d draft) {
		if key := termKey(d.name); d.name != "" && d.statement != "" && key != "" && !known[key] {
			known[key] = true
			out = append(out, b.candidate(d))
		}
	}
	blocks := b.doc.Blocks
	listed := make([]bool, len(b.an.Sections)) // sections on terminology, and those right in them
	for i := range b.an.Sections {
		s := &b.an.Sections[i]
		listed[i] = terminology(s.Title) || s.Parent >= 0 && s.Parent < i && terminology(b.an.Sections[s.Parent].Title)
	}
	points := 0 // where the list of what a lesson teaches ends
	notation := strings.Contains(b.doc.Text, "BNF")
	var ruled ruleNames
	starts := make([]int, len(items))
	for k := range items {
		starts[k] = items[k].Place.Start
	}
	slices.Sort(starts)
	for i := range blocks {
		u := &blocks[i]
		sec := b.section(u.Span.Start)
		typ := b.an.TypeAt(u.Span.Start)
		if sec < len(b.left) && b.left[sec] {
			continue
		}
		in := sec < len(listed) && listed[sec]
		switch typ {
		case core.Spec, core.ReferenceDoc:
		case core.Tutorial:
			if points = max(points, b.keyPoints(i)); u.Span.Start < points {
				if u.Kind == core.ListItem {
					add(b.keyPoint(i))
				}
				continue
			}
			if !in || u.Kind == core.Code {
				continue
			}
		default:
			if typ != core.Unknown || !in || u.Kind == core.Code {
				continue
			}
		}
		if typ == core.ReferenceDoc { // what stands at the head of an entry is taken with it
			if k := sort.SearchInts(starts, u.Span.Start); u.Kind == core.Code && (k == len(starts) || starts[k] >= u.Span.End) {
				out = append(out, b.interfaces(i)...)
			}
			continue
		}
		switch u.Kind {
		case core.Code:
			if d, ok := b.grammar(i, notation); ok {
				if !ruled.repeats(d.statement) {
					out = append(out, b.candidate(d))
				}
			} else {
				out = append(out, b.interfaces(i)...)
			}
		case core.Heading:
			if in && !terminology(u.Title) || typ == core.Spec && b.marksAll(u.Body) {
				add(b.headed(i))
			}
		case core.ListItem:
			if u.Title != "" && (in || b.marked(core.Span{Start: u.Span.Start, End: u.Body.Start}).Len() > 0) {
				add(b.listedTerm(i))
			} else if in {
				add(b.leading(i))
			}
		case core.Paragraph:
			if in && (u.Parent < 0 || blocks[u.Parent].Kind != core.ListItem) {
				add(b.leading(i))
			}
			if typ == core.Spec {
				for _, d := range b.markedTerms(i) {
					add(d)
				}
			}
		case core.Table:
			if in {
				for _, d := range b.termRows(u) {
					add(d)
				}
			}
		}
	}
	return out
}

// keyPoints returns the end of the list of key points that block i announces, as heading, box or paragraph; 0 when it
// announces none.
func (b *builder) keyPoints(i int) int {
	blocks := b.doc.Blocks
	u := &blocks[i]
	title := u.Title
	switch u.Kind {
	case core.Environment:
		if text.KeyPoints.Has(text.Fold(strings.ReplaceAll(className(u.Name), "-", " "))) {
			return u.Span.End
		}
	case core.Paragraph:
		title = u.Body.Of(b.doc.Text)
	case core.Heading:
	default:
		return 0
	}
	if next := u.Last + 1; len(title) < 40 && next < len(blocks) && blocks[next].Kind == core.List && text.KeyPoints.Has(text.Fold(strings.Trim(title, " \n*_.:"))) {
		return blocks[next].Span.End
	}
	return 0
}

// keyPoint is an entry of a list of key points, named by the term or code that it begins with, else by its first clause.
func (b *builder) keyPoint(i int) draft {
	blocks := b.doc.Blocks
	u := &blocks[i]
	if p := u.Parent; p < 0 || blocks[p].Parent >= 0 && blocks[blocks[p].Parent].Kind == core.ListItem {
		return draft{}
	}
	body := core.Span{Start: u.Body.Start, End: u.Span.End}
	s := b.piece(body)
	if len(strings.Fields(s)) < 3 {
		return draft{}
	}
	d := b.termDraft(clause(s), s, weak, "entry of a list of key points; ends with the entry", u.Span, body)
	d.role = "concept"
	return d
}

// terminology reports the titles of sections that say what words mean.
func terminology(title string) bool {
	t := strings.ToLower(strings.Trim(title, " .:*_#"))
	return text.Glossary.Has(text.Fold(t)) || strings.Contains(t, "terminology") || strings.Contains(t, "glossary") || strings.Contains(t, "terms") && strings.Contains(t, "definitions")
}

// term makes the draft of a defined term.
func (b *builder) termDraft(name, statement string, confidence float64, rule string, place core.Span, spans ...core.Span) draft {
	return draft{
		kind: core.Definition, role: "term", name: title(strings.Trim(name, "“”\"'` ")), statement: statement, confidence: confidence,
		rule: rule, place: place, spans: spans,
	}
}

// listedTerm is an entry of a list of terms.
func (b *builder) listedTerm(i int) draft {
	u := &b.doc.Blocks[i]
	body := core.Span{Start: u.Body.Start, End: u.Span.End}
	s := b.piece(body)
	if s == "" {
		return draft{}
	}
	d := b.termDraft(u.Title, strings.TrimRight(text.Plain(u.Title), ":")+": "+s, plausible, "entry of a list of terms; ends with the entry", u.Span, body)
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d
}

// leading is a paragraph or list entry on terminology that begins with its term, in a face of its own or in quotation marks.
func (b *builder) leading(i int) draft {
	blocks, t := b.doc.Blocks, b.doc.Text
	u := &blocks[i]
	body := u.Body
	if u.Kind == core.ListItem {
		body.End = u.Span.End
	}
	if body.Len() <= 0 {
		return draft{}
	}
	from := body.Start // behind an article
	for _, a := range [...]string{"A ", "An ", "The "} {
		if strings.HasPrefix(t[from:body.End], a) {
			from += len(a)
			break
		}
	}
	name, end := "", from
	if m, ok := b.openingMark(from); ok && m.Span.End < body.End {
		name, end = m.Span.Of(t), m.Span.End
	} else if s := t[from:body.End]; strings.HasPrefix(s, "\"") || strings.HasPrefix(s, "“") {
		_, n := utf8.DecodeRuneInString(s)
		if e := strings.IndexAny(s[n:], "\"”"); e > 0 && e < maxTermBytes {
			name, end = s[n:n+e], from+n+e
		}
	}
	rest := strings.TrimLeft(t[end:body.End], "*_`\"”, ")
	closed := strings.HasSuffix(name, ".") || strings.HasSuffix(name, ":") // "**Peer.** One that …"
	if name == "" || len(strings.Fields(name)) > 6 || strings.ContainsAny(name, "()=") || !closed && !separates(rest) {
		return draft{}
	}
	spans := []core.Span{body}
	if k := u.Last + 1; u.Kind == core.Paragraph && strings.HasSuffix(strings.TrimRight(body.Of(t), " \n*_"), ":") && k < len(blocks) && blocks[k].Kind == core.List {
		spans = append(spans, blocks[k].Span) // "“Contribution” means: (a) …, (b) …"
	}
	return b.termDraft(name, b.readable(spans), plausible, "term at the start of an entry on terminology; ends with the entry", core.Span{Start: body.Start, End: spans[len(spans)-1].End}, spans...)
}

// separates reports whether what follows a term says that it is explained: a colon, a dash, a bracket, or a verb.
func separates(s string) bool {
	switch r, n := utf8.DecodeRuneInString(s); {
	case r == ':' || r == '–' || r == '—' || r == '-' && strings.HasPrefix(s[n:], " "):
		return true
	case r == '(':
		e := strings.IndexByte(s[:cut(s, maxTitleBytes)], ')')
		return e > 0 && e+1 < len(s) && s[e+1] == ':'
	}
	w := text.Words(s[:cut(s, 80)])
	for k := 0; k < len(w) && k < 4; k++ {
		switch w[k].Text {
		case "is", "are", "means", "refers", "denotes", "describes", "defines":
			return true
		}
	}
	return false
}

// openingMark is the face that a text begins with.
func (b *builder) openingMark(at int) (core.Mark, bool) {
	t, m := b.doc.Text, b.doc.Marks
	end := at
	for end < len(t) && strings.IndexByte("*_` ", t[end]) >= 0 {
		end++
	}
	for k := b.x.marks(at); k < len(m) && m[k].Span.Start <= end; k++ {
		if m[k].Kind != core.Caps {
			return m[k], true
		}
	}
	return core.Mark{}, false
}

// headed is a term that is a heading, with what stands under it.
func (b *builder) headed(i int) draft {
	blocks := b.doc.Blocks
	u := &blocks[i]
	end, first := u.Span.End, 0
	for k := u.Last + 1; k < len(blocks) && blocks[k].Kind != core.Heading; k++ {
		if first == 0 {
			if blocks[k].Kind != core.Paragraph {
				return draft{}
			}
			first = k
		}
		end = max(end, blocks[k].Span.End)
	}
	if first == 0 || len(strings.Fields(u.Title)) > 6 || strings.HasSuffix(strings.ToLower(u.Title), " terms") {
		return draft{}
	}
	body := core.Span{Start: blocks[first].Span.Start, End: end}
	if p := blocks[first].Body.Of(b.doc.Text); boilerplate(p) || !b.marksAll(u.Body) && !explains(p, u.Title) {
		return draft{}
	}
	d := b.termDraft(u.Title, b.piece(body), plausible, "heading of a term; ends with its section", core.Span{Start: u.Span.Start, End: end}, body)
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d
}

// explains reports whether a paragraph under a term says what it is: its first sentence has the term, or is a phrase with an article
// as glossaries have them ("A folder that …").
func explains(p, term string) bool {
	s := p
	if list := text.Sentences(p); len(list) > 0 {
		s = p[:list[0].End]
	}
	if w := leadingWord(s); w == "a" || w == "an" || w == "the" || w == "any" {
		return true
	}
	have := map[string]bool{}
	for _, w := range text.Tokens(s) {
		have[w] = true
	}
	words := text.Tokens(term)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !have[w] })
}

// marked is the first span that an author marked as a defined term.
func (b *builder) marked(sp core.Span) core.Span {
	m := b.doc.Marks
	for k := b.x.marks(sp.Start); k < len(m) && m[k].Span.Start < sp.End; k++ {
		if m[k].Kind == core.Term && m[k].Span.End <= sp.End {
			return m[k].Span
		}
	}
	return core.Span{}
}

// marksAll reports whether a heading is a defined term.
func (b *builder) marksAll(body core.Span) bool {
	m := b.marked(body)
	return m.Len() > 0 && strings.Trim(b.doc.Text[body.Start:m.Start]+b.doc.Text[m.End:body.End], " *_`#") == ""
}

// maxMarkedTerms is how many terms one sentence defines: what marks more of them lists words, and each is an item with the
// whole sentence.
const maxMarkedTerms = 16

// markedTerms are the sentences of a paragraph that define a term by its author's mark, as pages on the web have it (dfn). One that
// begins with "To" says how something is done: it goes on with the list of its steps.
func (b *builder) markedTerms(i int) []draft {
	u := &b.doc.Blocks[i]
	if b.marked(u.Body).Len() == 0 {
		return nil
	}
	t, m := b.doc.Text, b.doc.Marks
	var out []draft
	for _, s := range text.Sentences(u.Body.Of(t)) {
		sp := core.Span{Start: u.Body.Start + s.Start, End: u.Body.Start + s.End}
		k := sort.Search(len(m), func(k int) bool { return m[k].Span.Start >= sp.Start })
		for terms := 0; k < len(m) && m[k].Span.Start < sp.End && terms < maxMarkedTerms; k++ {
			if m[k].Kind != core.Term || m[k].Span.End > sp.End || len(strings.Fields(m[k].Span.Of(t))) > 8 {
				continue
			}
			terms++
			if strings.Trim(t[sp.Start:m[k].Span.Start]+t[m[k].Span.End:sp.End], " .:*_`\"“”") == "" { // the term alone, above what it means
				if d := b.above(i, m[k].Span.Of(t)); d.name != "" {
					out = append(out, d)
				}
				continue
			}
			d := b.termDraft(m[k].Span.Of(t), b.piece(sp), likely, "term that its author marked as defined; ends with the sentence", sp, sp)
			if sp.End >= u.Body.End-1 {
				if list := b.steps(i, sp); list.Len() > 0 {
					d.statement += "\n\n" + b.piece(list)
					d.spans, d.place.End = append(d.spans, list), list.End
					d.rule = "term that its author marked as defined; ends with the list that it introduces"
					if strings.HasPrefix(sp.Of(t), "To ") {
						d.kind, d.role = core.Algorithm, "algorithm"
					}
				}
			}
			if len(u.Anchors) > 0 && len(out) == 0 {
				d.anchor = u.Anchors[0]
			}
			out = append(out, d)
		}
	}
	return out
}

// above is a term that stands alone in block i, with the paragraph or quotation behind it.
func (b *builder) above(i int, term string) draft {
	blocks := b.doc.Blocks
	n := blocks[i].Last + 1
	if n >= len(blocks) || blocks[n].Kind != core.Paragraph && blocks[n].Kind != core.Quote {
		return draft{}
	}
	body := blocks[n].Span
	return b.termDraft(term, term+": "+b.piece(body), likely, "term that its author marked as defined; ends with the paragraph behind it", core.Span{Start: blocks[i].Span.Start, End: body.End}, body)
}

// steps is the list right behind a paragraph that introduces it.
func (b *builder) steps(i int, sp core.Span) core.Span {
	blocks := b.doc.Blocks
	n := blocks[i].Last + 1
	if n >= len(blocks) || blocks[n].Kind != core.List || blocks[n].Parent != blocks[i].Parent {
		return core.Span{}
	}
	s := strings.TrimRight(sp.Of(b.doc.Text), " \n*_")
	if w := strings.ToLower(s[max(0, len(s)-60):]); !strings.HasSuffix(s, ":") && !strings.Contains(w, "these steps") && !strings.Contains(w, "following steps") && !strings.Contains(w, "steps below") {
		return core.Span{}
	}
	return blocks[n].Span
}

// termRows are the rows of a table on terminology.
func (b *builder) termRows(u *core.Block) []draft {
	t := b.doc.Text
	var out []draft
	row := 0
	for at := u.Body.Start; at < u.Body.End; {
		end := u.Body.End
		if n := strings.IndexByte(t[at:u.Body.End], '\n'); n >= 0 {
			end = at + n
		}
		sp := core.Span{Start: at, End: end}
		at = end + 1
		cells := cellsOf(b.piece(sp))
		if len(cells) < 2 || strings.Trim(cells[0], "-:= ") == "" || len(strings.Fields(cells[0])) > 6 {
			continue
		}
		if row++; row == 1 { // the heads of the columns
			continue
		}
		out = append(out, b.termDraft(cells[0], cells[0]+": "+strings.Join(cells[1:], " "), plausible, "row of a table of terms; ends with the row", sp, sp))
	}
	return out
}

// cellsOf are the cells of a row as readers write it.
func cellsOf(row string) []string {
	cells := strings.FieldsFunc(row, func(r rune) bool { return r == '|' || r == '\t' })
	for k := range cells {
		cells[k] = strings.TrimSpace(cells[k])
	}
	return slices.DeleteFunc(cells, func(s string) bool { return s == "" })
}

// grammar takes a code block of rules, as a definition named by its first one: one that says that it is ABNF, EBNF, BNF, CDDL or
// ASN.1 (RFC 5234, ISO 14977, RFC 8610), or, where a text speaks of such a notation, one that holds nothing else. One or two
// rules in EBNF are mostly an illustration of the notation.
func (b *builder) grammar(i int, notation bool) (draft, bool) {
	u := &b.doc.Blocks[i]
	body := u.Body.Of(b.doc.Text)
	rule := "code block of class " + u.Name
	switch name := strings.ToLower(u.Name); {
	case strings.Contains(name, "abnf"), name == "cddl", name == "asn1", name == "asn.1":
	case name == "ebnf", name == "bnf":
		if strings.Count(body, "=") < 3 {
			return draft{}, false
		}
	default:
		if !notation || strings.Contains(body, ":=") && strings.Count(body, ":=") < 3 || name != "" && name != "text" && name != "plain" && name != "inline" && name != "txt" && name != "none" && name != "grammar" || !rules(body) {
			return draft{}, false
		}
		rule = "code block of grammar rules"
	}
	s := strings.TrimSpace(body)
	name := ""
	for line := range strings.Lines(s) {
		if name, _ = ruleName(strings.TrimSpace(line)); name != "" {
			break
		}
	}
	if name == "" {
		return draft{}, false
	}
	d := draft{
		kind: core.Definition, role: "grammar", statement: s, name: name, confidence: plausible,
		rule: rule + "; ends with the block", place: u.Span, spans: []core.Span{u.Body},
	}
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d, true
}

// ruleName reads the name that a line of a grammar defines, and what defines it: "field-name = token", "<a> ::= b".
func ruleName(line string) (name, rest string) {
	e := strings.IndexByte(line, '=')
	if e <= 0 {
		return "", ""
	}
	name = strings.TrimRight(strings.TrimRight(line[:e], ":/"), " \t")
	name = strings.TrimSuffix(strings.TrimPrefix(name, "<"), ">")
	apart := strings.IndexByte(" \t:/", line[e-1]) >= 0 || e+1 < len(line) && strings.IndexByte(" \t/", line[e+1]) >= 0 || e+1 == len(line) // not scope="all"
	if r, _ := utf8.DecodeRuneInString(name); !apart || !unicode.IsLetter(r) || len(name) > maxTermBytes {
		return "", ""
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' {
			return "", ""
		}
	}
	return name, strings.TrimLeft(line[e:], "=/ ")
}

// rules reports whether a piece of code is rules of a grammar: each of its lines defines a name by literals, alternatives and
// repetitions, or goes on further in.
func rules(code string) bool {
	defined, signs, base := 0, 0, -1
	for line := range strings.Lines(strings.Trim(code, "\n")) {
		l := strings.TrimSpace(line)
		if l == "" || strings.HasPrefix(l, ";") {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if base < 0 {
			base = indent
		}
		rest := l
		if name, r := ruleName(l); name != "" && indent <= base {
			defined++
			rest = r
		} else if indent <= base {
			return false
		}
		if strings.Contains(l, " - ") || strings.Contains(l, " + ") || strings.HasSuffix(l, ";") && !strings.Contains(l, "=") && !strings.Contains(l, "\"") || strings.ContainsAny(l, "{}") && !strings.Contains(l, "\"{") {
			return false
		}
		if strings.ContainsAny(rest, "\"/*|%<[#") {
			signs++
		}
	}
	return defined > 0 && 2*signs >= defined
}

// ruleNames are the names that the grammars of a document have defined so far.
type ruleNames map[string]bool

// repeats reports whether a grammar collects rules that most stand before, as appendices do, and takes in its own.
func (r *ruleNames) repeats(grammar string) bool {
	if *r == nil {
		*r = ruleNames{}
	}
	all, known := 0, 0
	for line := range strings.Lines(grammar) {
		if name, _ := ruleName(strings.TrimSpace(line)); name != "" {
			all++
			if (*r)[name] {
				known++
			}
			(*r)[name] = true
		}
	}
	return all >= 3 && 3*known >= 2*all
}

// declarers open the declaration of a type in the languages that specifications describe interfaces in: TypeScript, Web IDL,
// Protocol Buffers, GraphQL, Thrift.
var declarers = wordSet("interface type enum class namespace dictionary message service struct union input scalar exception protocol")

// prefixes stand before them.
var prefixes = wordSet("export declare default partial abstract const public mixin")

// languages are those of interface definitions, as authors name them at a block of code.
var languages = wordSet("ts typescript tsx webidl idl proto proto3 protobuf graphql graphqls thrift capnp fbs smithy wit")

// interfaces takes the types that a block of code in a language for interfaces declares, each with the comment before it. Under
// the title of an example they are none.
func (b *builder) interfaces(i int) []core.Candidate {
	u := &b.doc.Blocks[i]
	if !languages[strings.ToLower(strings.TrimSpace(strings.SplitN(u.Name+" ", " ", 2)[0]))] || exampleTitle(b.sectionName(u.Span.Start)) {
		return nil
	}
	code := u.Body.Of(b.doc.Text)
	var out []core.Candidate
	start, name := 0, "" // of the declaration in hand, with what stands before it
	held := 0            // where a comment or an attribute begins that the next one has before it
	comment := false
	flush := func(end int) {
		s := strings.TrimSpace(code[start:end])
		if name != "" && s != "" {
			at := start + strings.Index(code[start:end], s)
			sp := core.Span{Start: u.Body.Start + at, End: u.Body.Start + at + len(s)}
			out = append(out, b.candidate(draft{
				kind: core.Definition, role: "type", statement: s, name: name, confidence: plausible,
				rule: "declaration in a language for interfaces; ends before the next", place: sp, spans: []core.Span{sp},
			}))
		}
	}
	at := 0
	for line := range strings.Lines(code) {
		switch outer := line[0] != ' ' && line[0] != '\t'; {
		case comment || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, " *"):
			if !comment && held < 0 {
				held = at
			}
			comment = !strings.Contains(line, "*/") && (comment || strings.HasPrefix(line, "/*"))
		case strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "@") || strings.HasPrefix(line, "\"\"\""):
			if held < 0 {
				held = at
			}
		case strings.TrimSpace(line) == "":
		default:
			if n := declaredName(line); outer && n != "" {
				from := at
				if held >= 0 {
					from = held
				}
				flush(from)
				start, name = from, n
			}
			held = -1
		}
		at += len(line)
	}
	flush(len(code))
	return out
}

// declaredName is the name of the type that a line declares.
func declaredName(line string) string {
	f := strings.Fields(line)
	for len(f) > 2 && prefixes[f[0]] {
		f = f[1:]
	}
	if len(f) < 2 || !declarers[f[0]] {
		return ""
	}
	if f[1] == "mixin" && len(f) > 2 {
		f = f[1:]
	}
	return text.Identifier(f[1])
}
