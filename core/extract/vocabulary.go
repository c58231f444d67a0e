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
// requirements: the terms of its sections on terminology, and those that their author marked as defined where they
// stand; grammars, and the interfaces that it declares in code, which references have too. What an item defines already
// is left out.
func (b *builder) vocabulary(items []core.Candidate) []core.Candidate {
	known := b.defined(items)
	var out []core.Candidate
	add := func(d draft) {
		if key := b.termKey(d.name); d.name != "" && d.statement != "" && key != "" && !known[key] {
			known[key] = true
			out = append(out, b.candidate(d))
		}
	}
	blocks := b.doc.Blocks
	listed := b.terminologies()
	points := 0 // where the list of what a lesson teaches ends
	notation := strings.Contains(b.doc.Text, "BNF")
	var ruled ruleNames
	starts, ends := make([]int, len(items)), make([]int, len(items)) // of items, and how far those up to each reach
	slices.SortStableFunc(items, func(a, b core.Candidate) int { return a.Place.Start - b.Place.Start })
	for k := range items {
		starts[k], ends[k] = items[k].Place.Start, items[k].Place.End
		if k > 0 {
			ends[k] = max(ends[k], ends[k-1])
		}
	}
	for i := range blocks {
		u := &blocks[i]
		sec := b.section(u.Span.Start)
		typ := b.an.TypeAt(u.Span.Start)
		if typ == core.Tutorial || u.Kind == core.Environment && (typ == core.Unknown || typ == core.ReferenceDoc) { // lessons on functions look like references
			points = max(points, b.keyPoints(i))
		}
		in := sec < len(listed) && listed[sec]
		if sec < len(b.left) && b.left[sec] && !in && u.Span.Start >= points {
			continue // the glossary and the box at the end of a page stand in its last section, whatever that is
		}
		if u.Span.Start < points {
			if u.Kind == core.ListItem {
				add(b.keyPoint(i))
			}
			continue
		}
		switch typ {
		case core.Spec, core.ReferenceDoc:
		default:
			if u.Kind == core.Environment && !in {
				add(b.boxed(i))
			}
			if !in || u.Kind == core.Code {
				continue
			}
		}
		if typ == core.ReferenceDoc && !in { // what stands at the head of an entry is taken with it
			k := sort.SearchInts(starts, u.Span.Start)
			switch {
			case u.Kind == core.Code && (k == len(starts) || starts[k] >= u.Span.End):
				out = append(out, b.interfaces(i)...)
			case u.Kind == core.Paragraph && (k == 0 || ends[k-1] <= u.Span.Start):
				add(b.algorithm(i))
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
			switch {
			case in && !b.terminology(u.Title) || typ == core.Spec && b.marksAll(u.Body):
				add(b.headed(i))
			case typ == core.Spec:
				add(b.titledAlgorithm(i))
				add(b.datum(i))
			}
		case core.ListItem:
			if u.Title != "" && (in || b.marked(core.Span{Start: u.Span.Start, End: u.Body.Start}).Len() > 0) {
				add(b.listedTerm(i))
			} else if in {
				add(b.leading(i))
			}
		case core.Paragraph:
			if in && typ == core.Spec {
				add(b.numberedTerm(i))
				for _, d := range b.quotedTerms(i) {
					add(d)
				}
			}
			if in && (u.Parent < 0 || blocks[u.Parent].Kind != core.ListItem) {
				add(b.leading(i))
			}
			if typ == core.Spec {
				terms := b.markedTerms(i)
				for _, d := range terms {
					add(d)
				}
				if len(terms) == 0 {
					add(b.algorithm(i))
				}
			}
		case core.TermList:
			if typ == core.Spec && !in {
				for _, d := range b.registered(i) {
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

// leastEntries is how many entries make a glossary that begins with words of introduction.
const leastEntries = 3

// glossary reports whether a section is nothing but a list of terms, behind a word of introduction. Books and papers
// call sections that speak about definitions "Definitions" and "Terminology" as well.
func (b *builder) glossary(s *core.Section) bool {
	blocks := b.doc.Blocks
	entries, prose := 0, 0
	for i := s.Block + 1; i > 0 && i < len(blocks) && blocks[i].Kind != core.Heading; i = max(i, blocks[i].Last) + 1 {
		switch u := &blocks[i]; u.Kind {
		case core.TermList, core.List:
			for j := i + 1; j <= u.Last && j < len(blocks); j = max(j, blocks[j].Last) + 1 {
				if u.Kind == core.TermList || b.explained(j) {
					entries++
				} else {
					prose++
				}
			}
		case core.Table:
			entries += len(b.termRows(u))
		default:
			if b.explained(i) {
				entries++
			} else {
				prose++
			}
		}
	}
	return entries > 0 && prose == 0 || entries >= leastEntries && prose <= 1+entries/leastEntries
}

// explained reports whether a paragraph or entry of a list is a term in a face of its own with what it means behind a
// colon, a dash or a full stop in that face, as glossaries have them.
func (b *builder) explained(i int) bool {
	d := b.leading(i)
	if d.name == "" {
		return false
	}
	t := b.doc.Text
	m, ok := b.openingMark(d.spans[0].Start)
	if !ok {
		return false
	}
	if w := strings.TrimRight(m.Span.Of(t), "*_` "); strings.HasSuffix(w, ".") || strings.HasSuffix(w, ":") {
		return true
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(t[m.Span.End:d.spans[0].End], "*_`\"”, "))
	return !unicode.IsLetter(r)
}

// terminologies marks the sections on terminology and those right in them: by their level, or by the number of their
// clause, which authors of standards take more care of.
func (b *builder) terminologies() []bool {
	listed := make([]bool, len(b.an.Sections))
	clause := "" // of the section on terminology before
	for i := range b.an.Sections {
		s := &b.an.Sections[i]
		number := s.Number
		if number == "" {
			number, _ = splitClause(s.Title)
		}
		number = strings.TrimRight(number, ".")
		switch typ := b.an.TypeAt(s.Span.Start); {
		case typ == core.Textbook || typ == core.Paper || typ == core.ReferenceDoc:
			listed[i] = b.terminology(s.Title) && b.glossary(s)
		case b.terminology(s.Title):
			listed[i], clause = true, number
		case s.Parent >= 0 && s.Parent < i && b.terminology(b.an.Sections[s.Parent].Title):
			listed[i] = true
		default:
			rest, under := strings.CutPrefix(number, clause+".")
			listed[i] = clause != "" && under && !strings.Contains(rest, ".")
		}
	}
	return listed
}

// splitClause splits the number of a clause from its title: "2.1 - artefact".
func splitClause(s string) (number, rest string) {
	number, rest, ok := strings.Cut(s, " ")
	if !ok || number == "" || !digitByte(number[0]) || strings.Trim(number, "0123456789.") != "" {
		return "", s
	}
	return number, strings.TrimLeft(rest, "-–—. ")
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

// keyPoint is an entry of a list of key points, named by the term or code that it begins with, else by its first
// clause.
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
	d := b.termDraft(clause(b.x.language, s), s, weak, "entry of a list of key points; ends with the entry", u.Span, body)
	d.role = "concept"
	return d
}

// terminology reports the titles of sections that say what words mean.
func (b *builder) terminology(title string) bool {
	_, title = splitClause(title)
	t := strings.ToLower(strings.Trim(title, " .:*_#"))
	if text.Glossary.Has(text.Fold(t)) {
		return true
	}
	words := strings.Fields(strings.ReplaceAll(t, ",", " "))
	for k, w := range words { // "Symbole und Abkürzungen"
		if k > 0 && k < len(words)-1 && b.x.language.Has(text.And, text.Fold(w)) && (text.Glossary.Has(text.Fold(strings.Join(words[:k], " "))) || text.Glossary.Has(text.Fold(strings.Join(words[k+1:], " ")))) {
			return true
		}
	}
	titles := 0 // "Terms and their definitions"
	for _, w := range words {
		if text.GlossaryWord.Has(text.Fold(w)) {
			return true
		}
		if text.Glossary.Has(text.Fold(w)) {
			titles++
		}
	}
	return titles > 1
}

// term makes the draft of a defined term.
func (b *builder) termDraft(name, statement string, confidence float64, rule string, place core.Span, spans ...core.Span) draft {
	_, name = splitClause(name)
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

// quotedTerms are the terms that sentences on terminology set in quotation marks and call terms: "The term “peer”
// refers to …", "We use the terms “peer” and “endpoint” for either side".
func (b *builder) quotedTerms(i int) []draft {
	u := &b.doc.Blocks[i]
	p := u.Body.Of(b.doc.Text)
	if boilerplate(p) || !strings.ContainsAny(p, "\"“") {
		return nil
	}
	var out []draft
	for _, sentence := range text.Sentences(p) {
		s := p[sentence.Start:sentence.End]
		sp := core.Span{Start: u.Body.Start + sentence.Start, End: u.Body.Start + sentence.End}
		var names []string         // one item for all: they share what is said of them
		before, called := 0, false // behind the last term; that one was called so
		for n := 0; n < maxMarkedTerms; n++ {
			open := strings.IndexAny(s[before:], "\"“")
			if open < 0 {
				break
			}
			open += before
			_, w := utf8.DecodeRuneInString(s[open:])
			size := strings.IndexAny(s[open+w:], "\"”")
			if size <= 0 {
				break
			}
			front, name := text.Words(s[before:open]), s[open+w:open+w+size]
			if k := len(front); k > 0 && !(called && k == 1 && text.And.Has(front[0].Text)) {
				h, ok := text.LookupHead(front[k-1].Text)
				called = ok && h.Role == "terminology"
			}
			if called && len(strings.Fields(name)) <= maxTitleWords {
				names = append(names, strings.TrimRight(name, ",."))
			}
			_, w2 := utf8.DecodeRuneInString(s[open+w+size:])
			before = open + w + size + w2
		}
		if len(names) > 0 {
			out = append(out, b.termDraft(strings.Join(names, ", "), b.piece(sp), plausible, "term in quotation marks that a sentence on terminology calls one; ends with the sentence", sp, sp))
		}
	}
	return out
}

// numberedTerm is an entry of the terminology of a standard on a page: the number of its clause, the term below it, and
// its definition below that (ISO 10241-1).
func (b *builder) numberedTerm(i int) draft {
	blocks := b.doc.Blocks
	body := i + 2
	if body >= len(blocks) || blocks[body].Kind != core.Paragraph {
		return draft{}
	}
	name := b.numbered(i)
	if name == "" {
		return draft{}
	}
	sp := blocks[body].Span
	return b.termDraft(name, b.piece(sp), plausible, "numbered term of a standard; ends with the paragraph behind it", core.Span{Start: blocks[i].Span.Start, End: sp.End}, sp)
}

// numbered is the term below block i where that is the number of a clause alone.
func (b *builder) numbered(i int) string {
	blocks, t := b.doc.Blocks, b.doc.Text
	if i < 0 || i+1 >= len(blocks) || blocks[i].Kind != core.Paragraph || blocks[i+1].Kind != core.Paragraph || blocks[i].Body.Len() > maxTermBytes {
		return ""
	}
	number, rest := splitClause(strings.TrimSpace(blocks[i].Body.Of(t)) + " ")
	name := strings.TrimSpace(blocks[i+1].Body.Of(t))
	if rest != "" || !strings.Contains(number, ".") || len(name) > maxTitleBytes || strings.Contains(name, "\n") {
		return ""
	}
	return name
}

// numberedName is the term above a definition that its layout marks, as templates of standards have it.
func (b *builder) numberedName(it *found) string {
	if !it.env || it.head.Role != "definition" || it.head.title != "" {
		return ""
	}
	blocks := b.doc.Blocks
	return b.numbered(sort.Search(len(blocks), func(i int) bool { return blocks[i].Span.Start >= it.place.Start }) - 2)
}

// leading is a paragraph or list entry on terminology that begins with its term, in a face of its own or in quotation
// marks.
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
	if first, _, ok := strings.Cut(t[from:body.End], " "); ok && b.x.language.Has(text.Article, text.Fold(first)) {
		from += len(first) + len(" ")
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
	if name == "" || len(strings.Fields(name)) > 6 || strings.ContainsAny(name, "()=") || !closed && !b.separates(rest) {
		return draft{}
	}
	spans := []core.Span{body}
	if k := u.Last + 1; u.Kind == core.Paragraph && strings.HasSuffix(strings.TrimRight(body.Of(t), " \n*_"), ":") && k < len(blocks) && blocks[k].Kind == core.List {
		spans = append(spans, blocks[k].Span) // "“Contribution” means: (a) …, (b) …"
	}
	return b.termDraft(name, b.readable(spans), plausible, "term at the start of an entry on terminology; ends with the entry", core.Span{Start: body.Start, End: spans[len(spans)-1].End}, spans...)
}

// separates reports whether what follows a term says that it is explained: a colon, a dash, a bracket, or a verb.
func (b *builder) separates(s string) bool {
	switch r, n := utf8.DecodeRuneInString(s); {
	case r == ':' || r == '–' || r == '—' || r == '-' && strings.HasPrefix(s[n:], " "):
		return true
	case r == '(':
		e := strings.IndexByte(s[:cut(s, maxTitleBytes)], ')')
		return e > 0 && e+1 < len(s) && s[e+1] == ':'
	}
	w := text.Words(s[:cut(s, 80)])
	for k := 0; k < len(w) && k < 4; k++ {
		if b.x.language.Has(text.Copula, w[k].Text) || b.explaining(w[k].Text) {
			return true
		}
	}
	return false
}

// explaining reports a verb that leads to what the thing before it means or is for.
func (b *builder) explaining(word string) bool {
	return b.x.language.Has(text.Meaning, word) || b.x.language.Has(text.Describing, word)
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
	if p := blocks[first].Body.Of(b.doc.Text); boilerplate(p) || !b.marksAll(u.Body) && !b.explains(p, u.Title) && !standing(p, u.Title) {
		return draft{}
	}
	d := b.termDraft(u.Title, b.piece(body), plausible, "heading of a term; ends with its section", core.Span{Start: u.Span.Start, End: end}, body)
	if len(u.Anchors) > 0 {
		d.anchor = u.Anchors[0]
	}
	return d
}

// explains reports whether a paragraph under a term says what it is: its first sentence has the term, or is a phrase
// with an article as glossaries have them ("A folder that …").
func (b *builder) explains(p, term string) bool {
	s := p
	if list := text.Sentences(p); len(list) > 0 {
		s = p[:list[0].End]
	}
	if w := text.Fold(leadingWord(s)); b.x.language.Has(text.Article, w) || w == "any" {
		return true
	}
	have := map[string]bool{}
	for _, w := range text.Tokens(s) {
		have[w] = true
	}
	words := text.Tokens(term)
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !have[w] })
}

// standing reports whether a paragraph under a term could stand in its place, as standards write definitions (ISO
// 10241-1): both begin in small letters, and no article is needed ("2.3 supplied software: software that is
// delivered").
func standing(p, term string) bool {
	a, _ := utf8.DecodeRuneInString(strings.TrimLeft(term, "0123456789.-–— "))
	b, _ := utf8.DecodeRuneInString(strings.TrimLeft(p, "*_ \n"))
	return unicode.IsLower(a) && unicode.IsLower(b)
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

// boxed is a box with a term as its title that its first sentence defines, "Torque" over "Torque is the turning effect
// of a force", as textbooks set off what is to be learnt.
func (b *builder) boxed(i int) draft {
	blocks, t := b.doc.Blocks, b.doc.Text
	u := &blocks[i]
	if h, ok := environmentHead(u); ok && h.Class != text.Remark || u.Title == "" || u.Last == i || blocks[i+1].Kind != core.Paragraph {
		return draft{}
	}
	name := plainTitle(u.Title)
	body := blocks[i+1].Body.Of(t)
	body = body[:cut(body, maxSentenceBytes)]
	if list := text.Sentences(body); len(list) > 0 {
		body = body[:list[0].End]
	}
	term, words := text.Words(strings.ToLower(name)), text.Words(strings.ToLower(body))
	if len(term) == 0 || len(term) > maxTermWords {
		return draft{}
	}
	for k := 0; k+len(term) <= len(words); k++ {
		if !slices.EqualFunc(words[k:k+len(term)], term, func(a, b text.Word) bool { return text.Singular(a.Text) == text.Singular(b.Text) }) {
			continue
		}
		if b.introduces(words[:k]) || b.subject(words[:k], words[k+len(term):]) {
			return b.termDraft(name, b.piece(u.Body), plausible, "title of a box whose first sentence defines it; ends with the box", u.Span, u.Body)
		}
		return draft{}
	}
	return draft{}
}

// maxMarkedTerms is how many terms one sentence defines: what marks more of them lists words, and each is an item with
// the whole sentence.
const maxMarkedTerms = 16

// markedTerms are the sentences of a paragraph that define a term by its author's mark, as pages on the web have it
// (dfn). One that begins with "To" says how something is done: it goes on with the list of its steps.
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
		if b.enumerates(sp, k) {
			continue
		}
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
					if b.x.language.Has(text.Purpose, text.Fold(leadingWord(sp.Of(t)))) {
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

// enumerates reports whether a sentence is but a list of marked terms, as specifications name those that they take from
// others.
func (b *builder) enumerates(sp core.Span, k int) bool {
	m, t, at, terms := b.doc.Marks, b.doc.Text, sp.Start, 0
	for ; k < len(m) && m[k].Span.Start < sp.End; k++ {
		if m[k].Kind != core.Term || m[k].Span.Start < at || m[k].Span.End > sp.End {
			continue
		}
		if strings.Trim(t[at:m[k].Span.Start], " \n,;`*_") != "" {
			return false
		}
		at = m[k].Span.End
		terms++
	}
	return terms > 1 && strings.Trim(t[at:sp.End], " \n.,;`*_") == ""
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

// steps is the list right behind a paragraph that introduces it, or the table or code that its colon leads to.
func (b *builder) steps(i int, sp core.Span) core.Span {
	blocks := b.doc.Blocks
	n := blocks[i].Last + 1
	if n >= len(blocks) || blocks[n].Parent != blocks[i].Parent {
		return core.Span{}
	}
	s := strings.TrimRight(sp.Of(b.doc.Text), " \n*_")
	switch blocks[n].Kind {
	case core.List:
		if !strings.HasSuffix(s, ":") && !b.announces(s) {
			return core.Span{}
		}
	case core.TermList, core.Table, core.Code:
		if !strings.HasSuffix(s, ":") {
			return core.Span{}
		}
	default:
		return core.Span{}
	}
	return blocks[n].Span
}

// symbol reports a cell that is one formula: a table explains a sign of its notation there, and no term.
func symbol(cell string) bool {
	inner, ok := strings.CutPrefix(cell, "$")
	if ok {
		return strings.HasSuffix(inner, "$") && strings.Count(inner, "$") == 1
	}
	return strings.HasPrefix(cell, `\(`) && strings.HasSuffix(cell, `\)`) && strings.Count(cell, `\)`) == 1
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
		cells := filled(cellsOf(b.piece(sp)))
		if len(cells) < 2 || strings.Trim(cells[0], "-:= ") == "" || len(strings.Fields(cells[0])) > 6 {
			continue
		}
		if row++; row == 1 || symbol(cells[0]) { // the heads of the columns, and notation
			continue
		}
		out = append(out, b.termDraft(cells[0], cells[0]+": "+strings.Join(cells[1:], " "), plausible, "row of a table of terms; ends with the row", sp, sp))
	}
	return out
}
