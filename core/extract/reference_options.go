package extract

import (
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// option makes an entry of a command, an option or a setting from its term and what is said of it.
func (r *referenceReader) option(name, role, rule string, place core.Span, spans []core.Span, statement, form, anchor string) {
	d := draft{
		kind: core.Definition, role: role, name: name, statement: statement, form: form, confidence: plausible, rule: rule, place: place, spans: spans, anchor: anchor,
		described: []core.Span{place},
	}
	if role == "function" {
		d.confidence = likely
	}
	r.out = append(r.out, r.candidate(d))
}

// terms takes the entries of a description list: every term where the author said what the list describes, else those
// that are code, begin with a hyphen, or declare something. What a declaration's own list declares, as a class its
// methods, are entries too; its parameters are not.
func (r *referenceReader) terms(i int) {
	u := &r.units[i]
	blocks := r.doc.Blocks
	parts := r.headOf(i)
	inPart := false
	if parts >= 0 {
		title := blocks[r.units[parts].block].Title
		inPart = exampleTitle(title) || partTitle(title) && !(r.commands[i] != "" && text.ManualDescription.Has(text.Fold(title)))
	}
	if r.typ(u) == core.Unknown && blocks[u.block].Name == "" {
		return
	}
	apart := parts >= 0 && r.headings[parts].Name == "" && !r.declared[parts] // in an entry they are the values that it takes
	bare := apart && r.bareTerms(u)
	names := map[int]string{} // of the types among the items, by block
	for j := u.block + 1; j <= blocks[u.block].Last && j < len(blocks); j++ {
		it := &blocks[j]
		if it.Kind != core.ListItem || strings.TrimSpace(it.Title) == "" || it.Parent < 0 || blocks[it.Parent].Kind != core.TermList {
			continue
		}
		if what := blocks[it.Parent].Name; what != "" {
			r.described(j, what, names)
			continue
		}
		nested := it.Parent != u.block
		t := strings.TrimSpace(it.Title)
		if inPart || len(t) > maxTerm {
			continue
		}
		plain := strings.Trim(t, "`*_ ¶")
		if formOfUse(plain, r.commands[i]) {
			continue
		}
		sig, ok := text.ReadSignature(t)
		fn := ok && (sig.Role == "function" && strings.ContainsAny(plain, "( ") || sig.Role == "type")
		hyphen := strings.HasPrefix(plain, "-")
		code := ""
		if apart {
			code = r.leadingCode(it)
		}
		if plain == "" || plain[0] == '<' || nested && !fn || plain == t && !hyphen && !fn && !(bare && ok) && code == "" || hyphen && !ok {
			continue
		}
		name, role := plain, "option"
		switch arguments := strings.TrimSpace(strings.TrimPrefix(plain, code)); {
		case fn || ok && (sig.Role == "option" || bare):
			name, role = sig.Name, sig.Role
		case code != "" && arguments != plain && arguments != "":
			name = code
			if strings.IndexByte("[-<{", arguments[0]) >= 0 { // "move [-n] file"
				role = "command"
			}
		}
		spans := r.itemTold(j)
		anchor := ""
		if len(it.Anchors) > 0 {
			anchor = it.Anchors[0]
		}
		body := r.readable(spans)
		r.option(name, role, "term of a definition list; ends with its entry", r.itemPlace(j), append([]core.Span{{Start: it.Span.Start, End: it.Body.Start}}, spans...), strings.TrimSpace(plain+"\n\n"+body), body, anchor)
	}
}

// formOfUse reports a term that is a way to call the command that the page is about, "git diff <commit>" of git-diff.
func formOfUse(term, command string) bool {
	word, _, more := strings.Cut(term, " ")
	return more && command != "" && (command == word || strings.HasPrefix(command, word+"-") || strings.HasPrefix(command, word+" "))
}

// maxTerm bounds the terms that are entries, in bytes; the longest are the forms of use of commands with many options.
const maxTerm = 400

// leadingCode is the code that a term begins with where only its face says so, as a page has it.
func (r *referenceReader) leadingCode(it *core.Block) string {
	m := r.doc.Marks
	for i := r.x.marks(it.Span.Start); i < len(m) && m[i].Span.Start < it.Body.Start; i++ {
		if m[i].Kind == core.Verb && strings.TrimSpace(r.doc.Text[it.Span.Start:m[i].Span.Start]) == "" {
			return strings.TrimSpace(m[i].Span.Of(r.doc.Text))
		}
	}
	return ""
}

// bareTerms reports whether a list describes names of programs, if without a face of code: most of its terms are such.
func (r *referenceReader) bareTerms(u *unit) bool {
	items, names := 0, 0
	for j := u.block + 1; j <= r.doc.Blocks[u.block].Last && j < len(r.doc.Blocks); j++ {
		if it := &r.doc.Blocks[j]; it.Kind == core.ListItem && it.Parent == u.block {
			items++
			if _, ok := text.ReadSignature(it.Title); ok {
				names++
			}
		}
	}
	return 2*names > items
}

// roles of the names that lists describe, where it is no function.
var describedRoles = map[string]string{
	"class": "type", "exception": "type", "type": "type", "struct": "type", "union": "type", "enum": "type", "concept": "type", "object": "type",
	"option": "option", "cmdoption": "option", "envvar": "value", "confval": "value", "setting": "value", "attribute": "value", "data": "value", "property": "value", "member": "value", "var": "value",
	"enumerator": "value", "get": "endpoint", "post": "endpoint", "put": "endpoint", "delete": "endpoint", "patch": "endpoint", "head": "endpoint",
}

// members are described under the type that has them.
var members = wordSet("method classmethod staticmethod attribute property member enumerator")

// described takes an item whose list says what it describes: one entry for each name among its signatures.
func (r *referenceReader) described(j int, what string, names map[int]string) {
	it := &r.doc.Blocks[j]
	role := describedRoles[what]
	switch {
	case what == "macro" && !strings.Contains(it.Title, "("): // a constant
		role = "value"
	case role == "":
		role = "function"
	}
	var order []string
	sigs := map[string][]string{}
	for _, s := range signatureLines(it.Title) {
		name := describedName(s, what)
		if name == "" {
			continue
		}
		if members[what] && !strings.ContainsAny(name, ".:") {
			if of := r.around(j, names); of != "" {
				name = of + "." + name
			}
		}
		if sigs[name] == nil {
			order = append(order, name)
		}
		sigs[name] = append(sigs[name], s)
	}
	if len(order) == 0 {
		return
	}
	if role == "type" {
		names[j] = order[0]
	}
	told := r.itemTold(j)
	if len(order) > maxTogether {
		told = nil
	}
	body := r.readable(told)
	for k, name := range order {
		anchor := ""
		if k < len(it.Anchors) && len(it.Anchors) >= len(order) {
			anchor = it.Anchors[k]
		}
		statement := strings.TrimSpace(strings.Join(sigs[name], "\n") + "\n\n" + body)
		r.option(name, role, "name that a list of descriptions describes; ends with its description", r.itemPlace(j), append([]core.Span{{Start: it.Span.Start, End: it.Body.Start}}, told...), statement, body, anchor)
	}
}

// around is the name of the type whose description an item stands in.
func (r *referenceReader) around(j int, names map[int]string) string {
	for p := r.doc.Blocks[j].Parent; p >= 0; p = r.doc.Blocks[p].Parent {
		if n := names[p]; n != "" {
			return n
		}
	}
	return ""
}

// signatureLines parts the signatures of an entry, one or several lines each.
func signatureLines(s string) []string {
	var out []string
	depth, fresh := 0, true
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		more := strings.HasSuffix(line, "\\")
		line = strings.TrimSpace(strings.TrimSuffix(line, "\\"))
		if fresh {
			out = append(out, line)
		} else {
			out[len(out)-1] += " " + line
		}
		depth += strings.Count(line, "(") - strings.Count(line, ")")
		fresh = depth <= 0 && !more
	}
	return out
}

// describedName is the name in a signature whose kind is known.
func describedName(s, what string) string {
	switch what {
	case "option", "cmdoption":
		if sig, ok := text.ReadSignature(s); ok && sig.Role == "option" {
			return sig.Name
		}
		f := strings.Fields(s)
		return strings.TrimRight(f[0], ",=")
	case "get", "post", "put", "delete", "patch", "head":
		return strings.ToUpper(what) + " " + strings.Fields(s)[0]
	case "describe", "object", "envvar", "confval", "setting", "command":
		return strings.Fields(s)[0]
	}
	if k := strings.Index(s, "(*"); k >= 0 { // a pointer to a function
		return text.Identifier(strings.TrimSpace(s[k+2:]))
	}
	head := s
	if strings.HasPrefix(head, "template") { // of C++
		if k := closing(head, '<', '>'); k > 0 {
			head = strings.TrimSpace(head[k+1:])
		}
	}
	if k := strings.IndexByte(head, '('); k >= 0 {
		if strings.HasPrefix(head, "operator(") {
			return "operator()"
		}
		head = head[:k]
	} else {
		if k := strings.Index(head, " ="); k > 0 {
			head = head[:k]
		}
		if k := strings.Index(head, ": "); k > 0 {
			head = head[:k]
		}
	}
	head = strings.TrimSpace(head)
	if k := strings.IndexByte(head, '['); k > 0 { // "find(sub[, start])" is cut before; "type[T]" is generic
		head = head[:k]
	}
	if strings.HasSuffix(head, ">") {
		if k := strings.IndexByte(head, '<'); k > 0 {
			head = head[:k]
		}
	}
	if k := strings.Index(head, "operator"); k >= 0 && (k == 0 || strings.IndexByte(" :&*", head[k-1]) >= 0) {
		f := strings.Fields(head[:k])
		prefix := ""
		if len(f) > 0 && strings.HasSuffix(head[:k], "::") {
			prefix = f[len(f)-1]
		}
		return prefix + strings.TrimSpace(head[k:])
	}
	f := strings.Fields(head)
	if len(f) == 0 {
		return ""
	}
	return strings.TrimLeft(strings.TrimRight(f[len(f)-1], ";:,"), "*&@")
}

// closing is the offset of the bracket that closes the first one, -1 when none does.
func closing(s string, open, shut byte) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// itemPlace is the place of an item without the entries that its own lists describe.
func (r *referenceReader) itemPlace(j int) core.Span {
	it := &r.doc.Blocks[j]
	place := it.Span
	for k := j + 1; k <= it.Last && k < len(r.doc.Blocks); k++ {
		if b := &r.doc.Blocks[k]; b.Kind == core.TermList && (b.Name != "" || r.declares(k)) {
			place.End = min(place.End, b.Span.Start)
			break
		}
	}
	return place
}

// declares reports whether the first term of a list is a signature: of an entry's own list, as a class has of its
// methods where nothing else says so.
func (r *referenceReader) declares(list int) bool {
	if list+1 >= len(r.doc.Blocks) || strings.IndexByte(r.doc.Blocks[list+1].Title, '(') < 0 {
		return false
	}
	_, ok := text.ReadSignature(r.doc.Blocks[list+1].Title)
	return ok
}

// itemTold returns what an item says of its term: its paragraphs, lists and tables before the first example, and the
// fields that say what the term takes and gives, wherever they stand.
func (r *referenceReader) itemTold(j int) []core.Span {
	blocks := r.doc.Blocks
	it := &blocks[j]
	if it.Last == j {
		if it.Body.Len() > 0 {
			return []core.Span{it.Body}
		}
		return nil
	}
	t := telling{r: r, going: true}
	for k := j + 1; k <= it.Last && k < len(blocks); k = blocks[k].Last + 1 {
		b := &blocks[k]
		switch b.Kind {
		case core.Code:
			if len(t.out) > 0 {
				t.code(b.Body)
			} else {
				t.going = false
			}
		case core.Environment, core.Heading:
		case core.TermList:
			if b.Name != "" || r.declares(k) {
				return t.told()
			}
			t.out, t.lead = append(t.out, b.Span), core.Span{}
		default:
			t.say(b.Kind, b.Body)
		}
	}
	return t.told()
}

// helpText takes the options of a help text as programs print it: a line begins with an option, and two blanks part it
// from what is said of it, which may go on in lines that are further in.
func (r *referenceReader) helpText(i int) {
	body := r.units[i].body
	s := body.Of(r.doc.Text)
	type line struct{ start, end, indent int }
	var at []line // of the option in hand
	flush := func() {
		if len(at) == 0 {
			return
		}
		sp := core.Span{Start: body.Start + at[0].start + at[0].indent, End: body.Start + at[len(at)-1].end}
		term, told, _ := strings.Cut(sp.Of(r.doc.Text), "  ")
		at = nil
		if sig, ok := text.ReadSignature(strings.TrimSpace(term)); ok && sig.Role == "option" {
			told = strings.Join(strings.Fields(told), " ")
			r.option(sig.Name, "option", "option in a help text; ends with its lines", sp, []core.Span{sp}, strings.TrimSpace(term+"\n\n"+told), told, "")
		}
	}
	for start := 0; start < len(s); {
		end := len(s)
		if k := strings.IndexByte(s[start:], '\n'); k >= 0 {
			end = start + k
		}
		l := s[start:end]
		indent := len(l) - len(strings.TrimLeft(l, " \t>"))
		switch {
		case indent == len(l):
			flush()
		case l[indent] == '-' && (len(at) == 0 || indent <= at[0].indent+4):
			flush()
			at = append(at, line{start, end, indent})
		case len(at) > 0 && indent > at[0].indent:
			at = append(at, line{start, end, indent})
		default:
			flush()
		}
		start = end + 1
	}
	flush()
}

// table takes the options, settings and commands that a table lists, a row each: the first cell is code or an option,
// and the heading above or the head of the column says what the rows are. Tables of the parameters of an entry are no
// such lists. It reports whether it took one.
func (r *referenceReader) table(i int) (took bool) {
	h := r.headOf(i)
	if h >= 0 && (r.headings[h].Name != "" || exampleTitle(r.doc.Blocks[r.units[h].block].Title) || partTitle(r.doc.Blocks[r.units[h].block].Title)) {
		return true
	}
	body := r.units[i].body
	s := body.Of(r.doc.Text)
	listed := h >= 0 && text.ListsOptions(r.doc.Blocks[r.units[h].block].Title)
	first := true
	for start := 0; start < len(s); {
		end := len(s)
		if k := strings.IndexByte(s[start:], '\n'); k >= 0 {
			end = start + k
		}
		row := core.Span{Start: body.Start + start, End: body.Start + end}
		cells := cellsOf(row.Of(r.doc.Text))
		start = end + 1
		if strings.Trim(cells[0], "-: ") == "" {
			continue
		}
		if cells = filled(cells); len(cells) < 2 {
			continue
		}
		if first {
			first = false
			if w := text.Words(cells[0]); len(w) > 0 && len(w) <= 3 && !strings.HasPrefix(strings.Trim(cells[0], "` "), "-") {
				listed = listed || text.Column.Has(text.Singular(w[len(w)-1].Text))
				continue
			}
		}
		sig, ok := text.ReadSignature(cells[0])
		if !ok && listed && strings.Trim(cells[0], "`0123456789") == "" { // the number of an error, with what it means
			sig, ok = text.Signature{Name: clauseFrom(r.x.language, strings.Trim(cells[0], "`")+" "+cells[1], maxName), Role: "value"}, true
		}
		if id := strings.Trim(cells[1], "`"); !ok && listed && len(cells) > 2 && text.Compound(id) && text.Identifier(id) == id && strings.Trim(cells[0], "`0123456789 <") == "" { // "1 << 6", the value of a flag
			sig, ok = text.Signature{Name: id, Role: "value"}, true
		}
		if !ok && strings.HasPrefix(cells[0], "`") {
			if f := strings.Fields(strings.Trim(cells[0], "`")); len(f) > 0 && strings.Count(cells[0], "`") == 2 {
				sig, ok = text.Signature{Name: strings.Join(f, " "), Role: "value"}, true
			}
		}
		if !ok || sig.Role != "option" && !listed || r.settings[sig.Name] {
			continue
		}
		term := strings.ReplaceAll(cells[0], "`", "")
		told := strings.Join(cells[1:], " ")
		took = true
		r.option(sig.Name, sig.Role, "row of a table of options or settings; ends with the row", row, []core.Span{row}, strings.TrimSpace(term+"\n\n"+told), told, "")
	}
	return took
}
