// Package extract turns an analysed document into candidates: the definitions, theorems, axioms, algorithms,
// techniques and identities that its author wrote, each whole and with the place it came from.
//
// Items are found at the start of blocks, in headings or as environments, never in the middle of a sentence, but for
// the terms that the running text of books and papers defines, which are marked by their role and a lower confidence;
// in specifications they are the sentences with a key word of BCP 14, in references the signatures at the head of an
// entry. The package reads the structure that a reader made and the notation of the running text; it knows no book. It
// adds no dependencies between candidates (core/wire does) and does not look at the registry. Examples and exercises
// are no candidates; they stand with the one that they illustrate.
//
// Its files are three families, one a strategy: items (of textbooks and papers: the units of the layout, the heads of
// items in titles and running text, where statements end, proofs, steps, terms in running text), reference (signatures,
// options, pages of manuals) and spec (requirements); vocabulary takes the terms, key points and grammars that
// specifications, references and lessons list. What every strategy finds becomes a candidate in extract.go.
package extract

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"sync"

	"lemma/core"
	"lemma/core/text"
)

// Options are the choices of an extraction. The zero value works.
type Options struct {
	Domain   string // overrides the detected domains
	Document int    // index of the document in the session, kept in the candidates
}

// Confidences by content type and kind of item, from the product description (Extract), 0 … 1.
const (
	sure      = 0.9  // items of textbooks and papers, steps, requirements
	likely    = 0.85 // invariants and constraints, signatures
	plausible = 0.8  // key concepts, interfaces, findings, methods, types
	weak      = 0.7  // conjectures and hypotheses
	unsure    = 0.4  // the most that a text of unknown type gives
)

// nearness is the distance in characters within which two items of a text of unknown type are one.
const nearness = 10

// Extract returns the items of a document in the order of their places. A text without items gives none, and no error.
func Extract(ctx context.Context, doc *core.Document, an *core.Analysis, opt Options) ([]core.Candidate, error) {
	x := &index{doc: doc, language: text.LanguageFor(an.Language, doc.Text), markdown: doc.MediaType == "text/markdown" || doc.MediaType == "application/x-ipynb+json"} // notebooks hold Markdown
	f := &finder{doc: doc, an: an, x: x, units: x.findSteps(an, flatten(doc, x))}
	sectionEnds(doc, f.units)
	if err := f.items(ctx); err != nil {
		return nil, err
	}
	b := &builder{doc: doc, an: an, opt: opt, x: x, patterns: map[int][]string{}, announced: map[int]int{}, left: leftOut(an), wording: text.WordingOf(doc), termKeys: map[string]string{}, printed: sync.OnceValue(func() map[string]bool { return wordPairs(doc.Text) })}
	b.bound = sync.OnceValue(b.parties)
	out := b.items(f.out)
	c, err := b.requirements(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, c...)
	entries, shown := b.entries(f.units)
	out = append(out, entries...)
	out = append(out, b.vocabulary(out)...)
	out = append(out, b.inline(f, out)...) // of a term that a glossary explains, what the glossary says
	sort.SliceStable(out, func(i, j int) bool { return out[i].Place.Start < out[j].Place.Start })
	out = onePerPlace(out, an)
	b.illustrate(inOrder(f.shown, shown), out)
	return out, ctx.Err()
}

// onePerPlace keeps, where the type of the text is unknown, the surest of the items that begin within ten characters,
// and caps confidence there.
func onePerPlace(cands []core.Candidate, an *core.Analysis) []core.Candidate {
	var out []core.Candidate
	for _, c := range cands {
		if an.TypeAt(c.Place.Start) != core.Unknown {
			out = append(out, c)
			continue
		}
		if n := len(out); n > 0 && c.Place.Start-out[n-1].Place.Start <= nearness {
			if c.Primitive.Confidence > out[n-1].Primitive.Confidence {
				out[n-1] = c
			}
			continue
		}
		c.Primitive.Confidence = min(c.Primitive.Confidence, unsure)
		out = append(out, c)
	}
	return out
}

// builder makes candidates of what was found.
type builder struct {
	doc       *core.Document
	an        *core.Analysis
	opt       Options
	x         *index
	patterns  map[int][]string       // by section
	announced map[int]int            // by section: lists of steps
	left      []bool                 // by section: its content is left out
	wording   text.Wording           // of requirements
	termKeys  map[string]string      // by term
	printed   func() map[string]bool // the words of the text, and its pairs of words
	bound     func() map[string]bool // the parties that its requirements bind
}

// fewItems is up to how many items one goroutine makes alone.
const fewItems = 64

// items makes the candidates of what was found, in order. Items do not know of each other, so several goroutines take a
// stretch each. A panic in one is a panic here.
func (b *builder) items(list []found) []core.Candidate {
	n := 1 + len(list)/fewItems
	n = min(n, runtime.GOMAXPROCS(0))
	parts := make([][]core.Candidate, n)
	failed := make([]any, n)
	var wg sync.WaitGroup
	for k := range parts {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					failed[k] = fmt.Sprintf("%v\n%s", p, debug.Stack())
				}
			}()
			own := *b
			own.x, own.patterns = &index{doc: b.x.doc, language: b.x.language, markdown: b.x.markdown}, map[int][]string{}
			for i := k * len(list) / n; i < (k+1)*len(list)/n; i++ {
				if c, ok := own.item(&list[i]); ok {
					parts[k] = append(parts[k], c)
				}
			}
		})
	}
	wg.Wait()
	for _, p := range failed {
		if p != nil {
			panic(p)
		}
	}
	return slices.Concat(parts...)
}

// leftOut marks the sections that list or solve items instead of stating them: tables of contents, indexes,
// bibliographies, solutions; with all that is in them.
func leftOut(an *core.Analysis) []bool {
	out := make([]bool, len(an.Sections))
	for i := range an.Sections {
		s := &an.Sections[i]
		if s.Parent >= 0 && s.Parent < i && out[s.Parent] {
			out[i] = true
			continue
		}
		out[i] = text.LeftOut.Has(text.Fold(strings.Trim(s.Title, " .:*_")))
	}
	return out
}

// draft is what a strategy knows of a candidate.
type draft struct {
	kind       core.Kind
	role       string
	name       string
	label      string
	anchor     string
	statement  string
	form       string // the text that the computational form is made from; the statement when empty
	proof      string
	confidence float64
	rule       string
	place      core.Span
	spans      []core.Span
	proofSpans []core.Span
	described  []core.Span
	step       int
	bare       bool
}

// item makes a candidate of an item with a head.
func (b *builder) item(it *found) (core.Candidate, bool) {
	h := it.head
	s := b.readable(it.statement)
	if s == "" || b.left[b.section(it.place.Start)] && !it.env {
		return core.Candidate{}, false
	}
	kind := h.Kind
	if h.Role == "principle" && h.title == "" && h.number == "" && !it.env && !h.marked {
		return core.Candidate{}, false
	}
	d := draft{
		kind: kind, role: h.Role, label: h.label(), statement: s, proof: b.readable(it.proof), confidence: b.confidence(h, it.env, it.place.Start),
		rule: h.rule + "; " + it.end, place: it.place, spans: it.statement, proofSpans: it.proof, step: it.step, bare: h.bare,
	}
	if len(it.anchors) > 0 {
		d.anchor = it.anchors[0]
	}
	if d.name = b.numberedName(it); d.name == "" {
		d.name = b.name(h, it.statement, s)
	}
	return b.candidate(d), true
}

// confidence is how sure an item is. In running text an everyday word without a number, "**Rule:** …", is a manner of
// speech as often.
func (b *builder) confidence(h *head, env bool, at int) float64 {
	sure := b.usual(h, at)
	if !env && h.number == "" && !h.Strong() {
		return min(plausible, sure)
	}
	return sure
}

// usual is the confidence of an item in its type of text, by the product description.
func (b *builder) usual(h *head, at int) float64 {
	switch b.an.TypeAt(at) {
	case core.Paper:
		switch h.Role {
		case "conjecture", "hypothesis":
			return weak
		case "result", "method", "technique", "strategy", "heuristic", "procedure":
			return plausible
		}
	case core.Tutorial:
		if h.advice {
			return weak
		}
		if h.Role != "step" || h.weak {
			return plausible
		}
	case core.Spec:
		return likely
	case core.ReferenceDoc:
		return plausible
	}
	return sure
}

// section returns the section that holds an offset.
func (b *builder) section(at int) int {
	if len(b.an.Sections) == 0 {
		return 0
	}
	return b.an.SectionAt(at)
}

// candidate completes a draft.
func (b *builder) candidate(d draft) core.Candidate {
	sec, typ := b.section(d.place.Start), b.an.TypeAt(d.place.Start)
	p := core.Primitive{
		Name: d.name, Kind: d.kind, Role: d.role, Label: d.label, Anchor: d.anchor, FormalStatement: d.statement, Proof: d.proof,
		Keywords: Keywords(d.statement), Confidence: d.confidence, Rule: d.rule, Tags: []string{string(typ)},
	}
	if d.role != "" && d.role != string(typ) {
		p.Tags = append(p.Tags, d.role)
	}
	if d.form == "" {
		d.form = d.statement
	}
	p.ComputationalForm = Form(d.kind, d.form)
	p.Domain, p.Position = core.GeneralDomain, b.an.Position
	if len(b.an.Domains) > 0 {
		p.Domain = b.an.Domains[0].Domain
	}
	if c := b.an.ChapterAt(d.place.Start); c != nil && len(c.Domains) > 0 {
		p.Domain, p.Position = c.Domains[0].Domain, c.Position
	}
	if b.opt.Domain != "" {
		p.Domain = b.opt.Domain
	}
	if len(b.an.Sections) > 0 {
		p.Section = b.an.Path(sec)
	}
	p.ApplicabilityPatterns = b.terms(sec)
	part, orig := b.doc.Original(d.place)
	p.Source = core.Source{Document: b.doc.Name, Digest: b.doc.Digest, Start: orig.Start, End: orig.End}
	p.Source.Page, p.Source.Folio = b.doc.Page(d.place.Start)
	if part < len(b.doc.Parts) {
		p.Source.Document, p.Source.Digest = b.doc.Parts[part].Name, b.doc.Parts[part].Digest
	}
	return core.Candidate{
		Primitive: p, Document: b.opt.Document, Place: d.place, Statement: d.spans, Proof: d.proofSpans, Described: d.described, Section: sec, Step: d.step, Bare: d.bare,
	}
}

// maxPatterns is the most applicability patterns that an item has.
const maxPatterns = 8

// terms returns the salient terms of a section's own text, without its subsections; each section is read once.
func (b *builder) terms(sec int) []string {
	if t, ok := b.patterns[sec]; ok {
		return t
	}
	var t []string
	if s := b.an.Sections; sec < len(s) {
		own := s[sec].Span
		if sec+1 < len(s) {
			own.End = min(own.End, max(own.Start, s[sec+1].Span.Start))
		}
		t = text.Salient(own.Of(b.doc.Text), maxPatterns)
	}
	b.patterns[sec] = t
	return t
}
