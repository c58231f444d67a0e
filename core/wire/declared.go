package wire

import (
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// declaration reports whether a candidate is the entry of a reference: a function, a type, an option.
func declaration(c *core.Candidate) bool { return len(c.Described) > 0 }

// declare makes a declaration known by its name and by the last part of it, as "close" of "File.close"; an option by
// each of its spellings.
func (w *wirer) declare(c int32, name string) {
	put := func(name string) {
		w.calls[lastPart(name)] = true
		if first, ok := w.called[name]; ok {
			if first == several || !w.declaredAgain(first, c) {
				w.called[name] = several
			}
		} else {
			w.called[name] = c
		}
	}
	if strings.HasPrefix(name, "-") {
		for s := range strings.SplitSeq(name, ", ") {
			put(s)
		}
		return
	}
	put(name)
	if last := lastPart(name); last != name {
		put("." + last)
	}
}

// declaredAgain reports whether two declarations of a name say one type: some languages declare the values of a type
// apart from it, and headers a type before its fields.
func (w *wirer) declaredAgain(a, b int32) bool {
	p, q := &w.Candidates[a], &w.Candidates[b]
	return p.Document == q.Document && p.Primitive.Role == "type" && q.Primitive.Role == "type" && p.Primitive.Name == q.Primitive.Name
}

// lastPart is a name without the names of what holds it.
func lastPart(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if c := name[i]; c == '.' || c == ':' || c == '#' {
			return name[i+1:]
		}
	}
	return name
}

// declarationNamed returns the declaration that a name means in an entry: a name alone first means a sibling, then the
// one that bears it as a whole, then, where the name is more than a word or is called, the only one with that last
// part.
func (w *wirer) declarationNamed(from int, name string, called bool) (to int32, ok bool) {
	if !w.calls[lastPart(name)] {
		return 0, false
	}
	own := w.Candidates[from].Primitive.Name
	if part := lastPart(own); part != own && !strings.ContainsAny(name, ".:#") {
		if to, ok = w.called[own[:len(own)-len(part)]+name]; ok && to != several {
			return to, true
		}
	}
	if to, ok = w.called[own+"."+name]; ok && to != several {
		return to, true
	}
	if to, ok = w.called[name]; ok && to != several {
		return to, true
	}
	if !called && !strings.ContainsAny(name, ".:#") {
		return 0, false
	}
	to, ok = w.called["."+lastPart(name)]
	return to, ok && to != several
}

// declarationAt resolves a reference by what it names: an object of a program as its target, or in its text.
func (w *wirer) declarationAt(p passage, r *core.Reference) (to int32, ok bool) {
	if len(w.called) == 0 {
		return 0, false
	}
	if to, ok = w.lost[path.Clean(r.File)]; ok && r.File != "" && to != several {
		return to, true
	}
	if name := linkName(r.Target); name != "" && r.File == "" {
		if to, ok = w.declarationNamed(p.candidate, name, true); ok {
			return to, true
		}
	}
	if name := linkName(r.Span.Of(w.Documents[p.doc].Text)); name != "" {
		return w.declarationNamed(p.candidate, name, true)
	}
	return 0, false
}

// linkName is the identifier that the text of a link is: "open" for "open()"; empty for other texts.
func linkName(s string) string {
	if len(s) > 100 {
		return ""
	}
	s = strings.Trim(s, "`* \n")
	if i := strings.IndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") {
		s = s[:i]
	}
	if strings.IndexByte(s, ' ') >= 0 {
		return ""
	}
	return s
}

// locateLost finds where the pages of a site lie that were joined into one document: links still name the files, and
// those whose text is the name of a declaration show which declarations the file held. The first of what its section
// declares stands for the page.
func (w *wirer) locateLost() {
	if len(w.called) == 0 {
		return
	}
	type vote struct {
		page  string
		first int32
	}
	votes, all := map[vote]int{}, map[string]int{}
	for d, doc := range w.Documents {
		for i := range doc.Refs {
			r := &doc.Refs[i]
			if r.File == "" || r.Target != "" {
				continue
			}
			if _, ok := w.target(d, r); ok {
				continue
			}
			name := linkName(r.Span.Of(doc.Text))
			if to, ok := w.called[name]; ok && to != several && name != "" && lastPart(name) == name { // a page is about what holds its members
				page := path.Clean(r.File)
				votes[vote{page, w.firstTogether(to)}]++
				all[page]++
			}
		}
	}
	w.lost = make(map[string]int32)
	for v, n := range votes {
		if 2*n > all[v.page] {
			w.lost[v.page] = w.eponym(v.first, v.page)
		}
	}
}

// maxTogether bounds how many declarations share a description.
const maxTogether = 64

// together reports whether two declarations share a description.
func together(a, b *core.Candidate) bool {
	return declaration(a) && declaration(b) && a.Document == b.Document && a.Described[0].End == b.Described[0].End
}

// firstTogether is the first of the declarations that share a description.
func (w *wirer) firstTogether(c int32) int32 {
	for range maxTogether {
		if c == 0 || !together(&w.Candidates[c-1], &w.Candidates[c]) {
			break
		}
		c--
	}
	return c
}

// eponym is the type that a page is named after of the declarations that share a description with the first of them,
// whatever the page declares before it; the first itself when there is none.
func (w *wirer) eponym(first int32, page string) int32 {
	stem := coded(strings.TrimSuffix(path.Base(page), path.Ext(page)))
	for c := first; c < first+maxTogether && int(c) < len(w.Candidates) && together(&w.Candidates[first], &w.Candidates[c]); c++ {
		if p := &w.Candidates[c].Primitive; p.Role == "type" && stem != "" && strings.HasSuffix(coded(p.Name), stem) {
			return c
		}
	}
	return first
}

// coded is a name of a program or a file without what is written in more than one way: "browser-window" and
// "BrowserWindow".
func coded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// holds reports whether what is said of a declaration holds a place.
func holds(c *core.Candidate, place core.Span) bool {
	return slices.ContainsFunc(c.Described, func(s core.Span) bool { return s.Contains(place) })
}

// described calls f for what a reference says of a declaration behind it.
func (w *wirer) described(c int, f func(passage)) {
	cand := &w.Candidates[c]
	text := w.Documents[cand.Document].Text
	for _, s := range cand.Described {
		if s.Start >= 0 && s.Start < s.End && s.End <= len(text) {
			f(passage{c, cand.Document, s, s.Of(text), w.languages[cand.Document], inDescription})
		}
	}
}

// linkedShare is the share of the declarations that link to others from which on their author links what matters: one
// in so many.
const linkedShare = 3

// nameDeclared proposes the declarations that are named where the author set no link. Where authors link the names of
// declarations, those without a link are asides, but for the types in signatures.
func (w *wirer) nameDeclared() {
	if len(w.called) == 0 {
		return
	}
	linked := make(map[int32]bool)
	for i := range w.list {
		if p := &w.list[i]; p.origin == byLink {
			linked[p.from] = true
		}
	}
	w.examples = make([][]core.Span, len(w.Documents))
	for d, doc := range w.Documents {
		for i := range doc.Blocks {
			if doc.Blocks[i].Kind == core.Code {
				w.examples[d] = append(w.examples[d], doc.Blocks[i].Span)
			}
		}
	}
	all := 0
	for c := range w.Candidates {
		if declaration(&w.Candidates[c]) {
			all++
		}
	}
	links := len(linked)*linkedShare >= all
	w.takes = make(map[[2]int32]bool)
	for c := range w.Candidates {
		own := w.parameters(c)
		w.passages(c, func(p passage) {
			if !links || w.declares(p) {
				w.declarationsIn(p, own, links)
			}
		})
		if !links {
			w.described(c, func(p passage) { w.declarationsIn(p, own, links) })
		}
	}
}

// parameters are the words between the brackets of a signature: in the description they mean what is handed over,
// whatever else bears the name. A word with a capital is a type.
func (w *wirer) parameters(c int) map[string]bool {
	cand := &w.Candidates[c]
	if !declaration(cand) || len(cand.Statement) == 0 {
		return nil
	}
	sig := cand.Statement[0]
	doc := w.Documents[cand.Document].Text
	if sig.Start < 0 || sig.Start > sig.End || sig.End > len(doc) {
		return nil
	}
	_, args, ok := strings.Cut(sig.Of(doc), "(")
	if !ok {
		return nil
	}
	out := map[string]bool{}
	for _, name := range strings.FieldsFunc(args[:min(len(args), maxSignature)], func(r rune) bool { return r >= utf8.RuneSelf || !nameByte(byte(r)) && !isDigit(byte(r)) }) {
		if name[0] >= 'a' && !text.Compound(name) {
			out[name] = true
		}
	}
	return out
}

// maxSignature bounds what is read of a signature, in bytes.
const maxSignature = 2000

// literals are values of programs, whatever else bears the name.
var literals = map[string]bool{
	"true": true, "false": true, "null": true, "none": true, "nil": true, "undefined": true, "self": true, "this": true, "None": true, "True": true, "False": true, "NULL": true, "string": true, "int": true,
	"boolean": true, "number": true, "object": true, "array": true, "void": true, "default": true,
}

// declarationsIn proposes the declarations that a passage names as code is named: in a face of code, with brackets
// behind, or by a name that is no word of the language. What an example uses, an item does not need.
func (w *wirer) declarationsIn(p passage, taken map[string]bool, links bool) {
	cand := &w.Candidates[p.candidate]
	if w.declares(p) {
		w.signatureIn(p, links)
		return
	}
	m := w.Documents[p.doc].Marks
	k := sort.Search(len(m), func(i int) bool { return m[i].Span.End > p.span.Start })
	s := p.text
	codes := w.examples[p.doc]
	code := sort.Search(len(codes), func(i int) bool { return codes[i].End > p.span.Start })
	for i := 0; i < len(s); {
		if code < len(codes) && p.span.Start+i >= codes[code].Start {
			i = max(i, codes[code].End-p.span.Start)
			code++
			continue
		}
		at := nameAt(s, i)
		if i = max(at.End, i+1); at.Len() == 0 {
			continue
		}
		name := at.Of(s)
		if literals[name] || taken[name] {
			continue
		}
		called := at.End < len(s) && s[at.End] == '('
		to, ok := w.declarationNamed(p.candidate, name, called)
		if !ok || int(to) == p.candidate || w.Candidates[to].Document == p.doc && holds(cand, w.Candidates[to].Place) { // its own part
			continue
		}
		for k < len(m) && (m[k].Span.End <= p.span.Start+at.Start || m[k].Kind != core.Verb) {
			k++
		}
		if coded := k < len(m) && m[k].Span.Start <= p.span.Start+at.Start; coded || called || text.Compound(name) || name[0] == '-' {
			w.reference(p, at, proposal{to: to, strength: mentioned, origin: byName})
		}
	}
}

// declares reports whether a passage is what its author declares, not what is said of it: the first of the statement,
// or another one of it that is code.
func (w *wirer) declares(p passage) bool {
	cand := &w.Candidates[p.candidate]
	if p.seen != inStatement || !declaration(cand) {
		return false
	}
	codes := w.examples[p.doc]
	i := sort.Search(len(codes), func(i int) bool { return codes[i].End > p.span.Start })
	return cand.Statement[0] == p.span || i < len(codes) && codes[i].Contains(p.span)
}

// signatureIn proposes the types that a declaration names: those that a function takes and gives, those of the fields
// of a type and those that it extends, which it is a special case of: that goes before whatever prose links to. A name
// with a colon behind it is that of a field or an argument, and comments are prose. A type whose name may be a word of
// the language is needed where no link says so unless its author links what matters.
func (w *wirer) signatureIn(p passage, links bool) {
	s := p.text
	c := &w.Candidates[p.candidate]
	extended := heritage(s)
	for i := 0; i < len(s); {
		if n := comment(s, i); n > 0 {
			i += n
			continue
		}
		at := nameAt(s, i)
		if i = max(at.End, i+1); at.Len() == 0 {
			continue
		}
		name := at.Of(s)
		if literals[name] || fieldName(s[at.End:]) {
			continue
		}
		to, ok := w.declarationNamed(p.candidate, name, false)
		if !ok || int(to) == p.candidate || w.Candidates[to].Primitive.Name == c.Primitive.Name || memberOf(&w.Candidates[to], c) {
			continue
		}
		typ := w.Candidates[to].Primitive.Role == "type"
		sure := text.Compound(name) || name[0] == '-' || typ && 'A' <= name[0] && name[0] <= 'Z'
		if !sure && !(typ && typed(s[at.End:])) {
			continue
		}
		found := core.Span{Start: p.span.Start + at.Start, End: p.span.Start + at.End}
		proposed := proposal{from: int32(p.candidate), to: to, typ: core.Requires, strength: mentioned, origin: byName, seen: p.seen, why: name}
		if typ {
			w.takes[[2]int32{int32(p.candidate), to}] = true
			if extended.Contains(at) {
				proposed.typ, proposed.strength, proposed.origin = core.Specializes, declared, byKind
			}
		}
		if sure || !links {
			w.propose(proposed, found)
		}
	}
}

// membership proposes for every member of a type that its author declared the type itself.
func (w *wirer) membership() {
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		name := cand.Primitive.Name
		part := lastPart(name)
		if !declaration(cand) || len(part) == len(name) || name[0] == '-' {
			continue
		}
		of := strings.TrimRight(name[:len(name)-len(part)], ".:#")
		if to, ok := w.called[of]; ok && to != several && int(to) != c && w.Candidates[to].Primitive.Role == "type" {
			w.propose(proposal{from: int32(c), to: to, typ: core.Requires, strength: inferred, origin: byKind, seen: inStatement, why: of}, cand.Statement[0])
		}
	}
}

// holders drops what a type is said to need of what needs the type itself: its page lists its members, and the
// functions that take it.
func (w *wirer) holders() {
	w.list = slices.DeleteFunc(w.list, func(p proposal) bool {
		return int(p.to) < len(w.Candidates) && w.Candidates[p.from].Primitive.Role == "type" && (w.takes[[2]int32{p.to, p.from}] || memberOf(&w.Candidates[p.to], &w.Candidates[p.from]))
	})
}

// fieldName reports whether what follows a name makes it the name of a field or an argument: "name: Type", "name?:
// Type".
func fieldName(after string) bool {
	after = strings.TrimLeft(strings.TrimPrefix(after, "?"), " ")
	return strings.HasPrefix(after, ":") && !strings.HasPrefix(after, "::")
}

// typed reports whether what follows a name makes it the type of a thing: a name, or a sign of a pointer.
func typed(after string) bool {
	name := strings.TrimLeft(after, " *&")
	return len(name) < len(after) && (name == "" || nameByte(name[0]) || strings.IndexByte("),", name[0]) >= 0 && strings.ContainsAny(after[:len(after)-len(name)], "*&"))
}

// heritage is the part of a declaration that says what a type extends: behind "extends", or behind the colon of a class
// or an interface, and before what it holds.
func heritage(s string) (part core.Span) {
	typed := false
	for i := 0; i < len(s); {
		if n := comment(s, i); n > 0 {
			i += n
			continue
		}
		at := nameAt(s, i)
		next := max(at.End, i+1)
		switch name := at.Of(s); {
		case strings.IndexByte("{;(", s[i]) >= 0:
			part.End = min(part.End, i)
			return part
		case text.TypeWord(name):
			typed = true
		case typed && part.End == 0 && (name == "extends" || name == "implements" || s[i] == ':' && strings.IndexByte(" \t\n", s[i-1]) >= 0 && !strings.HasPrefix(s[i:], "::")):
			part = core.Span{Start: next, End: len(s)}
		}
		i = next
	}
	return part
}

// comment is the length of a comment or a text in quotation marks that begins there.
func comment(s string, i int) int {
	for _, c := range [...]struct{ open, shut string }{{"/*", "*/"}, {"//", "\n"}, {`"""`, `"""`}} {
		if !strings.HasPrefix(s[i:], c.open) {
			continue
		}
		if n := strings.Index(s[i+len(c.open):], c.shut); n >= 0 {
			return n + len(c.open) + len(c.shut)
		}
		return len(s) - i
	}
	return 0
}

// memberOf reports whether a declaration is a member of another one: "File.close" of "File".
func memberOf(c, of *core.Candidate) bool {
	rest, ok := strings.CutPrefix(c.Primitive.Name, of.Primitive.Name)
	return ok && rest != "" && strings.IndexByte(".:#", rest[0]) >= 0
}

// nameAt is the name of a program that begins at an offset, empty when none does.
func nameAt(s string, i int) core.Span {
	if !nameByte(s[i]) || s[i] == '.' || s[i] == '-' && i > 0 && (nameByte(s[i-1]) || isDigit(s[i-1])) {
		return core.Span{Start: i, End: i}
	}
	end := i + 1
	for end < len(s) && (nameByte(s[end]) || isDigit(s[end]) || s[end] == '-' && s[i] == '-' || s[end] == ':' && end+1 < len(s) && s[end+1] == ':' || s[end] == ':' && s[end-1] == ':') {
		end++
	}
	return core.Span{Start: i, End: i + len(strings.TrimRight(s[i:end], ".:-"))}
}

func nameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$' || c == '.' || c == '-'
}
