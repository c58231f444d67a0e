package wire

import (
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"

	"lemma/core"
	"lemma/core/text"
)

// documentPlaces says which candidate a place or an anchor of a document belongs to.
type documentPlaces struct {
	cands     []int32               // candidates of the document, by place
	spans     []owned               // items and proofs, by start
	anchors   map[string]target     // candidate behind an anchor, nobody when the anchor is something else
	equations map[string]target     // candidate that holds the display with a printed number
	subject   int32                 // the candidate that the document is about, nobody when there is none
	titled    bool                  // its outermost section is the title of the whole
	parts     map[string][]labelled // candidates that hold a list item with a mark of its own ("AC", "P1"), by place
}

type owned struct {
	span  core.Span
	cand  int32
	proof bool
}

// target is what a reference leads to: an item, a display in what it says, or a place in its proof.
type target struct {
	cand    int32
	proof   bool
	display bool
}

// strength is how surely what refers to the target needs the item. A display or a claim in a proof is no part of what
// the item says. A display in what it says is often no more than a notation or a hypothesis that its own lemmas quote;
// where the item in turn names those lemmas, they are what it needs.
func (t target) strength() float64 {
	switch {
	case t.proof:
		return mentioned
	case t.display:
		return quoted
	}
	return resolved
}

// nobody stands for an anchor that exists and belongs to no candidate: a section, a figure; several for one that more
// than one document has.
const (
	nobody  = -1
	several = -2
)

// maxNesting is how many items may hold a place; deeper ones are not looked for.
const maxNesting = 16

// locate indexes the places of all candidates and the anchors of all documents.
func (w *wirer) locate() {
	w.places = make([]documentPlaces, len(w.Documents))
	w.files = make(map[string]int, len(w.Documents))
	w.stems = make(map[string]int, len(w.Documents))
	w.bases = make(map[string]int, len(w.Documents))
	w.anchors = make(map[string]target)
	w.called = make(map[string]int32)
	w.calls = make(map[string]bool)
	w.parts = make(map[string]int32)
	for c := range w.Candidates {
		cand := &w.Candidates[c]
		d := &w.places[cand.Document]
		d.cands = append(d.cands, int32(c))
		if declaration(cand) {
			w.declare(int32(c), cand.Primitive.Name)
		}
		d.spans = append(d.spans, owned{cand.Place, int32(c), false})
		for _, s := range cand.Statement {
			if !cand.Place.Contains(s) {
				d.spans = append(d.spans, owned{s, int32(c), false})
			}
		}
		for _, s := range cand.Proof {
			switch section := w.Analyses[cand.Document].SectionAt(s.Start); {
			case section != cand.Section: // a section that proves it also holds what the sections behind it build on
			case !cand.Place.Contains(s):
				d.spans = append(d.spans, owned{s, int32(c), true})
			}
		}
	}
	for i, doc := range w.Documents {
		if _, ok := w.files[doc.Name]; !ok {
			w.files[doc.Name] = i
		}
		if stem := strings.TrimSuffix(doc.Name, path.Ext(doc.Name)); stem != doc.Name {
			if _, ok := w.stems[stem]; ok {
				w.stems[stem] = several
			} else {
				w.stems[stem] = i
			}
		}
		base := path.Base(doc.Name)
		if _, ok := w.bases[base]; ok {
			w.bases[base] = several
		} else {
			w.bases[base] = i
		}
		d := &w.places[i]
		d.subject = w.subject(i)
		d.titled = titled(w.Analyses[i].Sections)
		slices.SortStableFunc(d.spans, func(a, b owned) int { return a.span.Start - b.span.Start })
		d.anchors, d.equations, d.parts = make(map[string]target), make(map[string]target), make(map[string][]labelled)
		for _, c := range d.cands {
			if a := w.Candidates[c].Primitive.Anchor; a != "" {
				if _, ok := d.anchors[a]; !ok {
					d.anchors[a] = target{cand: c}
				}
			}
		}
		for k := range doc.Blocks {
			b := &doc.Blocks[k]
			mark := itemMark(doc, b)
			if len(b.Anchors) == 0 && b.Number == "" && mark == "" {
				continue
			}
			owner := w.owner(i, b)
			owner.display = b.Kind == core.Math
			if mark != "" && owner.cand != nobody && !owner.proof {
				p := &w.Candidates[owner.cand].Primitive
				d.parts[mark] = append(d.parts[mark], labelled{owner.cand, p.Kind, p.Role})
				if c, ok := w.parts[mark]; ok && c != owner.cand {
					w.parts[mark] = several
				} else {
					w.parts[mark] = owner.cand
				}
			}
			for _, a := range b.Anchors {
				if was, ok := d.anchors[a]; !ok || was.cand == nobody {
					d.anchors[a] = owner
				}
			}
			if n := strings.Trim(b.Number, "() "); n != "" && b.Kind == core.Math {
				if _, ok := d.equations[n]; !ok {
					d.equations[n] = owner
				}
			}
		}
		for a, t := range d.anchors {
			if _, ok := w.anchors[a]; ok {
				t.cand = several
			}
			w.anchors[a] = t
		}
	}
}

// itemMark returns the mark of letters that a list item bears in front, as authors name the parts of a definition that
// they cite one by one: "AC Additive Closure", "(P1) …". Numbers and small letters mean something in their list alone.
func itemMark(doc *core.Document, b *core.Block) string {
	if b.Kind != core.ListItem {
		return ""
	}
	for _, s := range []string{b.Number, b.Title, b.Body.Of(doc.Text)} {
		s = strings.TrimLeft(s[:min(len(s), 40)], "*_([{ \n")
		if s == "" || isDigit(s[0]) {
			continue
		}
		if n, _ := numberAt(s, 0); n > 0 && (n > 1 || s != s[:n]) {
			return s[:n]
		}
	}
	return ""
}

// owner returns the candidate that a block belongs to: the one whose item or proof holds it, else the only one that
// begins right at its start. A section is an item only when its heading lies within the item.
func (w *wirer) owner(doc int, b *core.Block) target {
	d := &w.places[doc]
	if t := d.holding(b.Span.Start); t.cand != nobody {
		return t
	}
	none := target{cand: nobody}
	if b.Kind != core.Environment && b.Kind != core.Quote && b.Kind != core.Paragraph && b.Kind != core.ListItem {
		return none
	}
	at := func(i int) int { return w.Candidates[d.cands[i]].Place.Start }
	i := sort.Search(len(d.cands), func(i int) bool { return at(i) >= b.Span.Start })
	if i == len(d.cands) || at(i) >= b.Span.End || at(i) > b.Body.Start+200 {
		return none
	}
	if i+1 < len(d.cands) && at(i+1) < b.Span.End {
		return none
	}
	return target{cand: d.cands[i]}
}

// holding returns the candidate whose item or proof holds an offset, the innermost.
func (d *documentPlaces) holding(at int) target {
	i := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].span.Start > at })
	for k := i - 1; k >= 0 && k >= i-maxNesting; k-- {
		if at < d.spans[k].span.End {
			return target{cand: d.spans[k].cand, proof: d.spans[k].proof}
		}
	}
	return target{cand: nobody}
}

// links proposes the references that the author set in a passage. It returns the spans, within the passage, of those
// whose target is known: nothing else is read into them.
func (w *wirer) links(p passage) (taken []core.Span) {
	refs := w.Documents[p.doc].Refs
	i := sort.Search(len(refs), func(i int) bool { return refs[i].Span.Start >= p.span.Start })
	for ; i < len(refs) && refs[i].Span.Start < p.span.End; i++ {
		r := &refs[i]
		if r.Span.End > p.span.End {
			continue
		}
		to, ok := w.target(p.doc, r)
		if !ok || to.cand == nobody {
			if named, known := w.declarationAt(p, r); known {
				to, ok = target{cand: named}, true
			}
		}
		if !ok {
			continue
		}
		at := core.Span{Start: r.Span.Start - p.span.Start, End: r.Span.End - p.span.Start}
		if at.Start < at.End { // a declaration such as \uses prints nothing
			taken = append(taken, at)
		}
		if to.cand != nobody {
			at.Start = headBefore(p.text, at.Start)
			w.reference(p, at, proposal{to: to.cand, strength: to.strength(), origin: byLink, seen: inLink})
		} else if c, ok := w.sections[p.doc].anchors[r.Target]; ok && c != nobody && r.File == "" {
			w.reference(p, at, proposal{to: c, strength: inferred, origin: byLink, seen: inLink})
		}
	}
	return taken
}

// headBefore is where the head word begins that stands right before a reference to its number, "Theorem" in "Theorem
// 2.3" where 2.3 is the link; the offset itself without one.
func headBefore(s string, at int) int {
	end := len(strings.TrimRight(s[:at], " \n~"))
	if end == at || at-end > 2 {
		return at
	}
	start := wordStart(s, end)
	if h, ok := text.LookupHead(s[start:end]); !ok || h.Class != text.Item {
		return at
	}
	return start
}

// target resolves a reference: in its document, in the file that it names, else in the only document with the anchor.
func (w *wirer) target(doc int, r *core.Reference) (to target, ok bool) {
	if r.File != "" {
		d, ok := w.document(doc, r.File)
		if !ok {
			return target{cand: nobody}, false
		}
		if r.Target == "" {
			return target{cand: w.places[d].subject}, true
		}
		to, ok = w.places[d].anchors[r.Target]
		return to, ok
	}
	if to, ok = w.places[doc].anchors[r.Target]; ok {
		return to, true
	}
	to, ok = w.anchors[r.Target]
	return to, ok && to.cand != several
}

// document is the document that a path in another one leads to. Wikis and the generators of sites leave the extension
// of a page out, and pages that were taken out of their site keep their names.
func (w *wirer) document(from int, file string) (d int, ok bool) {
	name := sibling(w.Documents[from].Name, file)
	if d, ok = w.files[name]; ok {
		return d, true
	}
	for _, page := range [...]string{name, name + "/index", name + "/_index"} { // a folder is the address of its index
		if d, ok = w.stems[page]; ok && d != several {
			return d, true
		}
	}
	base := path.Base(file)
	d, ok = w.bases[base]
	return d, ok && d != several && !strings.HasPrefix(strings.ToLower(base), "index.")
}

// subject is the item that a page is about: the only one on it, else of a page of a reference the type that the page is
// named after, or the first one, where its section holds all the others, as a class holds its members and functions are
// declared together. A page whose sections have an item each is about none of them.
func (w *wirer) subject(d int) int32 {
	c := w.places[d].cands
	if len(c) == 0 || len(c) > 1 && !declaration(&w.Candidates[c[0]]) {
		return nobody
	}
	in := w.Candidates[c[0]].Section
	sections := w.Analyses[d].Sections
	for _, k := range c[1:] {
		s := w.Candidates[k].Section
		for s > in && s < len(sections) {
			s = sections[s].Parent
		}
		if s != in {
			return nobody
		}
	}
	return w.eponym(c[0], w.Documents[d].Name)
}

// sibling is the name of the document that a path in another one leads to. In an archive paths begin behind its name;
// the name of a page is its address.
func sibling(doc, file string) string {
	archive := ""
	if page, err := url.Parse(doc); err == nil && page.Host != "" && !strings.Contains(doc, "!") {
		to, err := page.Parse(file)
		if err != nil {
			return ""
		}
		to.Fragment = ""
		return to.String()
	}
	if i := strings.LastIndexByte(doc, '!'); i >= 0 {
		archive, doc = doc[:i+1], doc[i+1:]
	}
	if strings.HasPrefix(file, "/") {
		return archive + strings.TrimPrefix(path.Clean(file), "/")
	}
	return archive + path.Join(path.Dir(doc), file)
}
