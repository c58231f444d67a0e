package wire

import (
	"path"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

// declaration reports whether a candidate is the entry of a reference: a function, a type, an option.
func declaration(c *core.Candidate) bool { return len(c.Described) > 0 }

// declare makes a declaration known by its name and by the last part of it, as "close" of "File.close"; an option by each
// of its spellings.
func (w *wirer) declare(c int32, name string) {
	put := func(name string) {
		if _, ok := w.called[name]; ok {
			w.called[name] = several
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

// lastPart is a name without the names of what holds it.
func lastPart(name string) string { return name[strings.LastIndexAny(name, ".:#")+1:] }

// declarationNamed returns the declaration that a name means in an entry: a name alone first means a sibling, then the one that
// bears it as a whole, then, where the name is more than a word or is called, the only one with that last part.
func (w *wirer) declarationNamed(from int, name string, called bool) (to int32, ok bool) {
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
			if to, ok := w.called[name]; ok && to != several && name != "" {
				page := path.Clean(r.File)
				votes[vote{page, w.firstTogether(to)}]++
				all[page]++
			}
		}
	}
	w.lost = make(map[string]int32)
	for v, n := range votes {
		if 2*n > all[v.page] {
			w.lost[v.page] = v.first
		}
	}
}

// maxTogether bounds how many declarations share a description.
const maxTogether = 64

// firstTogether is the first of the declarations that share a description.
func (w *wirer) firstTogether(c int32) int32 {
	for range maxTogether {
		if c == 0 {
			break
		}
		a, b := &w.Candidates[c-1], &w.Candidates[c]
		if !declaration(a) || a.Document != b.Document || a.Described[0].End != b.Described[0].End {
			break
		}
		c--
	}
	return c
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
	for c := range w.Candidates {
		own := w.parameters(c)
		w.passages(c, func(p passage) {
			if cand := &w.Candidates[c]; !links || len(cand.Statement) > 0 && cand.Statement[0] == p.span {
				w.declarationsIn(p, own)
			}
		})
		if !links {
			w.described(c, func(p passage) { w.declarationsIn(p, own) })
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

// declarationsIn proposes the declarations that a passage names as code is named: in a face of code, with brackets behind, or
// by a name that is no word of the language; in a signature also the types that it takes and gives.
func (w *wirer) declarationsIn(p passage, taken map[string]bool) {
	cand := &w.Candidates[p.candidate]
	signature := declaration(cand) && len(cand.Statement) > 0 && cand.Statement[0] == p.span
	m := w.Documents[p.doc].Marks
	k := sort.Search(len(m), func(i int) bool { return m[i].Span.End > p.span.Start })
	s := p.text
	codes := w.examples[p.doc]
	code := sort.Search(len(codes), func(i int) bool { return codes[i].End > p.span.Start })
	for i := 0; i < len(s); {
		if code < len(codes) && p.span.Start+i >= codes[code].Start && !signature { // what an example uses, it does not need
			i = max(i, codes[code].End-p.span.Start)
			code++
			continue
		}
		if !nameByte(s[i]) || s[i] == '.' || s[i] == '-' && i > 0 && (nameByte(s[i-1]) || isDigit(s[i-1])) {
			i++
			continue
		}
		end := i + 1
		for end < len(s) && (nameByte(s[end]) || isDigit(s[end]) || s[end] == '-' && s[i] == '-' || s[end] == ':' && end+1 < len(s) && s[end+1] == ':' || s[end] == ':' && s[end-1] == ':') {
			end++
		}
		name := strings.TrimRight(s[i:end], ".:-")
		at := core.Span{Start: i, End: i + len(name)}
		i = end
		if name == "" || literals[name] || taken[name] {
			continue
		}
		to, ok := w.declarationNamed(p.candidate, name, at.End < len(s) && s[at.End] == '(')
		if !ok || int(to) == p.candidate || w.Candidates[to].Document == p.doc && holds(cand, w.Candidates[to].Place) { // its own part
			continue
		}
		for k < len(m) && (m[k].Span.End <= p.span.Start+at.Start || m[k].Kind != core.Verb) {
			k++
		}
		switch {
		case k < len(m) && m[k].Span.Start <= p.span.Start+at.Start && !signature:
		case at.End < len(s) && s[at.End] == '(' || text.Compound(name) || name[0] == '-':
		case signature && w.Candidates[to].Primitive.Role == "type" && 'A' <= name[0] && name[0] <= 'Z':
		default:
			continue
		}
		w.reference(p, at, to, mentioned, byName, 0, false)
	}
}

func nameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '$' || c == '.' || c == '-'
}
