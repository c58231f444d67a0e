package extract

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// level is how binding a sentence of a specification is (BCP 14: RFC 2119, RFC 8174).
type level uint8

const (
	none level = iota
	permission
	recommendation
	requirement
)

var levelRoles = [...]string{"", "permission", "recommendation", "requirement"}

// keyWords are the words of BCP 14, of which only capitals count (RFC 8174), and those of the documents that say
// otherwise. A "may" in small letters is a possibility as often as a permission, and no standard asks for more than
// that.
var keyWords = []struct {
	word    string
	level   level
	wording text.Wording
}{
	{"MUST NOT", requirement, text.Capitals}, {"MUST", requirement, text.Capitals}, {"SHALL NOT", requirement, text.Capitals}, {"SHALL", requirement, text.Capitals}, {"REQUIRED", requirement, text.Capitals},
	{"SHOULD NOT", recommendation, text.Capitals}, {"SHOULD", recommendation, text.Capitals}, {"NOT RECOMMENDED", recommendation, text.Capitals}, {"RECOMMENDED", recommendation, text.Capitals},
	{"MAY", permission, text.Capitals}, {"OPTIONAL", permission, text.Capitals},
	{"shall not", requirement, text.Verbs}, {"shall", requirement, text.Verbs}, {"should not", recommendation, text.Verbs}, {"should", recommendation, text.Verbs},
	{"must not", requirement, text.Small}, {"must", requirement, text.Small}, {"may", permission, text.Small},
}

// keyWord is a key word at a place.
type keyWord struct {
	span  core.Span
	level level
}

// keyWordsIn finds the key words of a span that are used rather than mentioned: not in code, not in quotation marks.
func (b *builder) keyWordsIn(sp core.Span) []keyWord {
	var out []keyWord
	m := b.doc.Marks
	next, code := -1, 0 // the mark to look at, and where the code ends that was seen
	for at := sp.Start; ; {
		k, ok := nextKeyWord(b.doc.Text[:sp.End], at, sp.Start, b.wording)
		if !ok {
			return out
		}
		if next < 0 {
			next = b.x.marks(sp.Start)
		}
		for ; next < len(m) && m[next].Span.Start <= k.span.Start; next++ {
			if m[next].Kind == core.Verb {
				code = max(code, m[next].Span.End)
			}
		}
		if k.span.End > code && !b.inQuotes(sp, k.span.Start, k.span.End) && (b.doc.Text[k.span.Start] >= 'a' || !text.Shouted(b.doc.Text, k.span)) {
			out = append(out, k)
		}
		at = k.span.End
	}
}

// nextKeyWord finds the first key word of t from an offset on. What stands before floor is not looked at.
func nextKeyWord(t string, at, floor int, in text.Wording) (keyWord, bool) {
	for i := at; i < len(t); i++ {
		c := t[i]
		small := c == 's' || c == 'm'
		if c != 'M' && c != 'S' && c != 'R' && c != 'N' && c != 'O' && (!small || in == text.Capitals) || i > floor && (wordByte(t[i-1]) || t[i-1] == '_' && i > floor+1 && wordByte(t[i-2])) {
			continue
		}
		for _, k := range keyWords {
			if k.wording > in {
				break // the table has them in order
			}
			if n := match(t[i:], k.word); n > 0 && !(small && spoken(t[floor:i])) {
				return keyWord{core.Span{Start: i, End: i + n}, k.level}, true
			}
		}
	}
	return keyWord{}, false
}

// spoken reports whether the subject of speech stands right before a key word in small letters: "we shall see".
func spoken(before string) bool {
	f := strings.Fields(before[max(0, len(before)-32):])
	return len(f) > 0 && text.Person.Has(strings.ToLower(f[len(f)-1]))
}

// match returns the length of a key word at the start of s, which may break over a line, or 0.
func match(s, word string) int {
	i := 0
	for k := 0; k < len(word); k++ {
		if word[k] == ' ' {
			j := i
			for j < len(s) && (s[j] == ' ' || s[j] == '\n') && j-i < 32 {
				j++
			}
			if j == i {
				return 0
			}
			i = j
			continue
		}
		if i >= len(s) || s[i] != word[k] {
			return 0
		}
		i++
	}
	if i < len(s) && wordByte(s[i]) {
		return 0
	}
	return i
}

// inQuotes reports whether the key word at [start, end) is named and not used, in quotation marks.
func (b *builder) inQuotes(sp core.Span, start, end int) bool {
	t := b.doc.Text
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(t[sp.Start:start], "*_"))
	after, _ := utf8.DecodeRuneInString(strings.TrimLeft(t[end:sp.End], "*_"))
	return strings.ContainsRune("\"“‘'`«„", before) && strings.ContainsRune("\"”’'`»“,", after)
}

// boilerplate reports the paragraph that declares the key words (RFC 2119 section 6, RFC 8174 section 2).
func boilerplate(p string) bool {
	l := strings.ToLower(p)
	return (strings.Contains(l, "key words") || strings.Contains(l, "keywords")) && strings.Contains(l, "interpreted") ||
		strings.Contains(l, "to be interpreted as described in")
}

// shouted reports text in capitals, as licences write their disclaimers: its SHALL is no key word.
func shouted(s string) bool {
	upper, lower := 0, 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'A' <= c && c <= 'Z':
			upper++
		case 'a' <= c && c <= 'z':
			lower++
		}
	}
	return upper > lower
}

// requirements takes the sentences that hold a key word, whole and with their subject, from paragraphs, list entries
// and table rows.
//
// A text of unknown type is a specification only where it says so: it must declare the key words.
func (b *builder) requirements(ctx context.Context) ([]core.Candidate, error) {
	blocks, declared := b.doc.Blocks, b.wording > text.Capitals || text.DeclaresKeyWords(b.doc.Text)
	var out []core.Candidate
	lead := -1 // index in out of nothing, else the block of the lead-in
	var leadText string
	var leadLevel level
	for i := range blocks {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		u := &blocks[i]
		if t := b.an.TypeAt(u.Span.Start); t != core.Spec && (t != core.Unknown || !declared) && (b.wording == text.Capitals || !b.identified(u)) {
			continue
		}
		switch u.Kind {
		case core.Paragraph, core.Table:
		case core.ListItem:
			if u.Last > i {
				// The entry's own words come as a paragraph inside it; where the reader made none they are the body up
				// to the first block inside.
				if k := blocks[i+1].Kind; k == core.Paragraph || blocks[i+1].Span.Start <= u.Body.Start {
					continue
				}
			}
		default:
			continue
		}
		body := u.Body
		if u.Kind == core.ListItem && u.Last > i {
			body.End = blocks[i+1].Span.Start
		}
		if body.Len() <= 0 || b.left[b.section(body.Start)] {
			continue
		}
		// An entry of a list whose lead-in ends with the key word: "An implementation MUST:".
		if lead >= 0 {
			if item := b.listItem(i); item >= 0 && blocks[item].Parent >= 0 && b.leads(lead, blocks[item].Parent) {
				if s := b.piece(body); s != "" && b.firstOf(item, i) {
					out = append(out, b.sentence(i, body, topic{}, leadText+" "+s, leadLevel, "list entry with its lead-in"))
					continue
				}
			} else if u.Kind == core.Paragraph && u.Parent == blocks[lead].Parent {
				lead = -1
			}
		}
		words := b.keyWordsIn(body)
		if len(words) == 0 || boilerplate(body.Of(b.doc.Text)) {
			continue
		}
		if u.Kind == core.Table {
			out = append(out, b.rows(i, body, words)...)
			continue
		}
		w, before := 0, ""
		sentences := text.Sentences(body.Of(b.doc.Text))
		for k := 0; k < len(sentences); k++ {
			sp := core.Span{Start: body.Start + sentences[k].Start, End: body.Start + sentences[k].End}
			label, n := "", 0
			if k == 0 {
				label, n = text.RequirementID(sp.Of(b.doc.Text))
				sp.Start += n
			}
			first := w
			if w < len(words) && onlyLevel(sp, words[w], b.doc.Text) && k+1 < len(sentences) { // "REQUIRED. The name of …"
				k++
				sp.End = body.Start + sentences[k].End
			}
			lvl := none
			last := core.Span{}
			for ; w < len(words) && words[w].span.Start < sp.End; w++ {
				lvl = max(lvl, words[w].level)
				last = words[w].span
			}
			if lvl == none || shouted(sp.Of(b.doc.Text)) && sp.Len() > 60 {
				before = ""
				continue
			}
			st := b.piece(sp)
			about := topic{before: before}
			if strings.Trim(b.doc.Text[sp.Start:words[first].span.Start], "*_ \n(") == "" {
				if about = b.topicOf(i); about.text != "" {
					st = about.text + " " + st
				}
			}
			if rest := strings.Trim(b.doc.Text[last.End:sp.End], " \n*_"); rest == ":" || rest == "either:" || rest == "also:" || rest == "" && b.followedByList(i) {
				lead, leadText, leadLevel = i, withoutColon(st), lvl
				if b.followedByList(i) {
					continue
				}
			}
			c := b.sentence(i, sp, about, st, lvl, "sentence with a key word of BCP 14")
			c.Primitive.Label = label
			before = c.Primitive.Name
			if k > 0 && pointsAway(st) { // what "it" is stands in the sentence before
				before := core.Span{Start: body.Start + sentences[k-1].Start, End: sp.End}
				c.Primitive.ComputationalForm = Form(core.Axiom, b.piece(before))
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// identified reports a block whose requirement bears an identifier, or a table of such: those are requirements in a
// text of any type.
func (b *builder) identified(u *core.Block) bool {
	for line := range strings.Lines(u.Body.Of(b.doc.Text)) {
		if _, n := text.RequirementID(line); n > 0 {
			return true
		} else if u.Kind != core.Table {
			return false
		}
	}
	return false
}

// withoutColon is a lead-in without the colon at its end, whichever side of it the face ends on: "Clients **SHOULD**:",
// "**Clients:**".
func withoutColon(s string) string {
	s = strings.TrimRight(s, " \n")
	bare := strings.TrimRight(s, "*_")
	return strings.TrimRight(bare, ": ") + s[len(bare):]
}

// onlyLevel reports whether a sentence is a key word alone.
func onlyLevel(sp core.Span, k keyWord, t string) bool {
	return k.span.End <= sp.End && strings.Trim(t[sp.Start:k.span.Start]+t[k.span.End:sp.End], "*_ .;()\n") == ""
}

// sentence makes a candidate of a requirement in block i.
func (b *builder) sentence(i int, sp core.Span, about topic, statement string, lvl level, rule string) core.Candidate {
	d := draft{
		kind: core.Axiom, role: levelRoles[lvl], statement: statement, name: b.requirementName(statement), confidence: sure,
		rule: rule + "; ends with the sentence", place: sp, spans: append(about.spans, sp),
	}
	if about.text != "" {
		d.rule += "; with the lead-in or title that says what it is about"
	} else if pointsAway(d.name) {
		d.name = b.withSubject(i, sp, d.name, statement, about.before)
	}
	if list := b.listAfter(&b.doc.Blocks[i], sp); list != "" {
		d.form = statement + "\n" + list
	}
	return b.candidate(d)
}

// listAfter is the list or block that a sentence ending with a colon introduces: the computational form holds it, as
// the sentence alone says too little to act on.
func (b *builder) listAfter(u *core.Block, sp core.Span) string {
	t := b.doc.Text
	if !strings.HasSuffix(strings.TrimRight(t[sp.Start:sp.End], " \n*_"), ":") || strings.TrimSpace(t[sp.End:max(sp.End, u.Body.End)]) != "" {
		return ""
	}
	blocks := b.doc.Blocks
	for i := u.Last; i >= 0 && i+1 < len(blocks); i++ {
		if blocks[i+1].Span.Start >= u.Span.End {
			if k := blocks[i+1].Kind; k == core.Heading && i == u.Last && text.NamesParts(blocks[i+1].Title, b.sectionName(sp.Start)) { // "Fixed Fields"
				continue
			} else if k == core.List || k == core.TermList || k == core.Table || k == core.Code {
				return b.piece(blocks[i+1].Span)
			}
			return ""
		}
	}
	return ""
}

// listItem returns the list entry that block i is or stands in directly, or -1.
func (b *builder) listItem(i int) int {
	blocks := b.doc.Blocks
	if blocks[i].Kind == core.ListItem {
		return i
	}
	if p := blocks[i].Parent; p >= 0 && blocks[p].Kind == core.ListItem {
		return p
	}
	return -1
}

// firstOf reports whether block i holds the first words of a list entry.
func (b *builder) firstOf(item, i int) bool { return i == item || i == item+1 }

// leads reports whether the paragraph lead stands right before the list.
func (b *builder) leads(lead, list int) bool {
	blocks := b.doc.Blocks
	return list > lead && blocks[list].Kind == core.List && blocks[lead].Last+1 == list || list > lead && blocks[list].Kind == core.List && blocks[list].Parent == lead
}

func (b *builder) followedByList(i int) bool {
	blocks := b.doc.Blocks
	n := blocks[i].Last + 1
	if blocks[i].Kind == core.ListItem {
		n = i + 1
	}
	return n < len(blocks) && blocks[n].Kind == core.List
}

// rows takes the rows of a table that hold key words.
func (b *builder) rows(i int, body core.Span, words []keyWord) []core.Candidate {
	t := b.doc.Text
	var out []core.Candidate
	w := 0
	for at := body.Start; at < body.End; {
		end := body.End
		if n := strings.IndexByte(t[at:body.End], '\n'); n >= 0 {
			end = at + n
		}
		lvl := none
		for ; w < len(words) && words[w].span.Start < end; w++ {
			lvl = max(lvl, words[w].level)
		}
		if lvl != none {
			sp := core.Span{Start: at, End: end}
			cells := filled(cellsOf(b.piece(sp)))
			label := ""
			if len(cells) > 1 {
				if label, _ = text.RequirementID(cells[0] + "|"); label != "" || len(cells[0]) == 1 { // "| A | If …": the letter or number of the entry
					cells = cells[1:]
				}
			}
			if s := strings.Join(cells, " "); len(strings.Fields(s)) > 1 {
				c := b.row(i, sp, cells, s, lvl)
				c.Primitive.Label = label
				out = append(out, c)
			}
		}
		at = end + 1
	}
	return out
}

// row makes a candidate of a row of a table. Where a cell is no more than how binding the row is ("`async` | MUST"),
// the sentence that announces the table says who is bound to what; the computational form begins with it.
func (b *builder) row(i int, sp core.Span, cells []string, statement string, lvl level) core.Candidate {
	const rule = "table row with a key word of BCP 14"
	c := b.sentence(i, sp, topic{}, statement, lvl, rule)
	if name := b.rowName(cells, lvl); name != "" {
		c.Primitive.Name = name
	}
	graded := slices.ContainsFunc(cells, func(cell string) bool {
		k, ok := nextKeyWord(cell, 0, 0, b.wording)
		return ok && onlyLevel(core.Span{End: len(cell)}, k, cell)
	})
	lead, ok := b.leadIn(i)
	if !graded || !ok || lead.Len() > maxLeadBytes {
		return c
	}
	c.Primitive.ComputationalForm = Form(core.Axiom, b.piece(lead)+" "+statement)
	return c
}

// rowName is the name of a row of a table whose first cell names what the row is about, "`limit` | `int` | It MUST be
// even.": that with the sentence that binds it. It is empty where the key word stands in the first cell, or alone in one.
func (b *builder) rowName(cells []string, lvl level) string {
	about := title(cells[0])
	if about == "" || len(cells) < 2 || len(strings.Fields(about)) > maxPartyWords {
		return ""
	}
	for n, cell := range cells {
		k, ok := strongest(cell, b.wording)
		if !ok || k.level != lvl {
			continue
		}
		if n == 0 || onlyLevel(core.Span{End: len(cell)}, k, cell) {
			return ""
		}
		sentences := text.Sentences(cell)
		for at, sp := range sentences {
			if k.span.Start >= sp.End {
				continue
			}
			if onlyLevel(sp, k, cell) && at+1 < len(sentences) { // "REQUIRED. The name of …"
				sp.End = sentences[at+1].End
			}
			name := b.requirementName(sp.Of(cell))
			if word, rest, _ := strings.Cut(name, " "); text.Pronoun.Has(text.Fold(word)) || pointsAway(name) && b.bindsAt(rest) {
				name = about + " " + rest
			} else {
				name = about + ": " + name
			}
			return clauseFrom(b.x.language, name, maxName)
		}
	}
	return ""
}
