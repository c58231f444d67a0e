package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"lemma/core"
	"lemma/core/text"
)

func init() {
	Register(Format{Name: "pdf", MediaType: "application/pdf", Extensions: []string{".pdf"}, Sniff: sniffPDF, Read: readPDF, Container: true})
}

// sniffPDF looks for the header, which may stand behind other bytes (ISO 32000-1, annex H.3.4.1).
func sniffPDF(head []byte) int {
	if i := bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-")); i >= 0 {
		return 95
	}
	return 0
}

// maxPDFChars bounds the text of a document, at about 30 bytes of memory each: a few kilobytes can set the same page a
// thousand times.
const maxPDFChars = 64_000_000

// What is wrong with a PDF document that cannot be read.
var (
	errNoEngine = errors.New("PDF documents cannot be read here")
	errNoPDF    = errors.New("it is no PDF document, whatever its name says")
	errScanned  = errors.New("its pages are images without a text layer; run an OCR program over it and read what that makes")
	errNoText   = errors.New("it holds no text that can be read")
	errBulky    = fmt.Errorf("it holds more than %d million characters; split it and read the parts", maxPDFChars/1_000_000)
	errGarbled  = errors.New("its fonts do not say which characters they show; read its source or another edition")
)

// readPDF reads the layout of a document: the lines of its pages, what they are, and how they stand together.
func readPDF(ctx context.Context, in Input) (*core.Document, error) {
	switch {
	case in.PDF == nil:
		return nil, errNoEngine
	case sniffPDF(in.Raw) == 0:
		return nil, errNoPDF
	}
	progress := in.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	var sheets []*sheet
	left := maxPDFChars
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	volume, err := in.PDF.Pages(ctx, in.Raw, func(p *Page) {
		if left -= len(p.Glyphs); left < 0 {
			cancel(errBulky)
			return
		}
		sheets = append(sheets, newSheet(p))
	}, progress)
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(sheets, func(a, b *sheet) int { return a.page.Index - b.page.Index })
	dropLineNumbers(sheets)
	w := &pdfWriter{volume: volume, sheets: sheets}
	if err := w.usable(); err != nil {
		return nil, err
	}
	w.layout = newLayout(sheets)
	w.vocabulary = w.layout.words()
	w.divides = w.layout.divides(w.vocabulary)
	titles := w.layout.titles(volume.Outline)
	w.layout.slides(titles)
	w.write(w.layout.paragraphs(w.layout.runInTitles(titles)))
	w.losses()
	if strings.TrimSpace(string(w.text)) == "" {
		return nil, errNoText
	}
	return &core.Document{Encoding: "pdf", Text: string(w.text), Blocks: w.blocks, Marks: w.marks, Refs: w.refs, Hidden: w.hidden, Losses: w.lost, Pages: w.pages}, nil
}

// usable says why nothing can be read.
func (w *pdfWriter) usable() error {
	chars, unmapped, images := 0, 0, 0
	for _, s := range w.sheets {
		chars += s.chars
		unmapped += s.unmapped
		if s.scanned() {
			images++
		}
	}
	switch {
	case chars-unmapped < 16 && images > 0:
		return errScanned
	case chars == 0 && len(w.volume.Lost) > 0:
		return fmt.Errorf("none of its pages can be read: %s", w.volume.Lost[0].Why)
	case chars == 0:
		return errNoText
	case unmapped*2 > chars:
		return errGarbled
	}
	return nil
}

// scannedChars is up to how many characters a page has that is a scan.
const scannedChars = 16

func (s *sheet) scanned() bool { return s.chars < scannedChars && s.page.Images > scannedImages }

// pdfWriter writes the document.
type pdfWriter struct {
	*layout
	volume     *Volume
	sheets     []*sheet
	vocabulary vocabulary
	divides    bool // words at the ends of lines
	anchors    map[*row][]string
	targets    map[Position]string

	text   []byte
	blocks []core.Block
	marks  []core.Mark
	refs   []core.Reference
	hidden []core.Hidden
	lost   []core.Loss
	pages  []core.Page
	faces  []openFace
	ref    openRef

	numbered []core.Block // displays of the paragraph that is written
}

// openFace is a face that goes on.
type openFace struct {
	kind  core.MarkKind
	start int
	end   int
}

type openRef struct {
	sheet *sheet
	link  int16
	start int
	end   int
}

func (w *pdfWriter) write(paragraphs []paragraph) {
	w.places()
	list := -1 // the open list
	space := w.spacing(paragraphs)
	var before *paragraph // in the running text
	for i := range paragraphs {
		p := &paragraphs[i]
		if p.kind != entryParagraph && list >= 0 {
			list = -1
		}
		w.gap()
		start := len(w.text)
		b := core.Block{Parent: -1, Last: len(w.blocks), Anchors: w.anchorsOf(p)}
		switch p.kind {
		case headingParagraph:
			b.Kind, b.Level, b.Number, b.Title = core.Heading, p.heading.level, p.heading.number, p.heading.text
			if p.heading.slide {
				b.Name = "slide"
			}
		case displayParagraph:
			b.Kind = core.Math
		case codeParagraph:
			b.Kind = core.Code
		case noteParagraph, figureParagraph:
			b.Kind, b.Name = core.Environment, "footnote"
			if p.kind == figureParagraph {
				b.Name = "figure"
			}
		case entryParagraph:
			if list < 0 {
				list = len(w.blocks)
				w.blocks = append(w.blocks, core.Block{Kind: core.List, Parent: -1, Span: core.Span{Start: start}, Body: core.Span{Start: start}})
			}
			b.Kind, b.Parent, b.Number = core.ListItem, list, p.mark
		}
		if p.kind != noteParagraph && p.kind != figureParagraph {
			if before != nil {
				b.Space = w.layout.between(space, before, p)
			}
			if before = p; list >= 0 && list == len(w.blocks)-1 {
				w.blocks[list].Space = b.Space
			}
		}
		at := len(w.blocks)
		w.blocks = append(w.blocks, b)
		w.paragraph(p)
		s := core.Span{Start: start, End: len(w.text)}
		w.blocks[at].Span, w.blocks[at].Body, w.blocks[at].Last = s, s, at
		if b.Kind == core.Environment {
			w.blocks[at].Last = at + 1
			w.blocks = append(w.blocks, core.Block{Kind: core.Paragraph, Parent: at, Last: at + 1, Span: s, Body: s})
		}
		for _, d := range w.numbered {
			d.Parent, d.Last = at, len(w.blocks)
			if b.Kind != core.Math {
				w.blocks[at].Last = len(w.blocks)
				w.blocks = append(w.blocks, d)
			} else if b.Number == "" {
				b.Number = d.Number
				w.blocks[at].Number = d.Number
			}
		}
		if p.kind == entryParagraph {
			body := core.Span{Start: min(s.End, start+len(p.mark)+1), End: s.End}
			w.blocks[at].Body, w.blocks[at].Last = body, at+1
			w.blocks = append(w.blocks, core.Block{Kind: core.Paragraph, Parent: at, Last: at + 1, Span: body, Body: body})
			w.blocks[list].Last, w.blocks[list].Span.End, w.blocks[list].Body.End = at+1, s.End, s.End
		}
	}
	w.pagesUpTo(w.volume.Pages)
	if n := len(w.sheets); n > 0 {
		w.pagesUpTo(w.sheets[n-1].page.Index + 1)
	}
	if len(w.text) > 0 && w.text[len(w.text)-1] != '\n' {
		w.text = append(w.text, '\n')
	}
	if about := strings.Join(w.volume.About, "\n"); about != "" {
		w.hidden = append(w.hidden, core.Hidden{Text: about, Why: "what the document says about itself"})
	}
	for _, s := range w.sheets {
		at := core.Span{Start: w.pages[s.page.Index].Start, End: w.pages[s.page.Index].Start}
		for _, h := range [...]struct{ text, why string }{{s.hidden, "without ink, in white, too small to see or beside the page"}, {s.turned, "set sideways"}} {
			if h.text != "" {
				w.hidden = append(w.hidden, core.Hidden{Text: h.text, Span: at, Why: h.why})
			}
		}
	}
	sort.SliceStable(w.hidden, func(i, j int) bool { return w.hidden[i].Span.Start < w.hidden[j].Span.Start })
	sort.SliceStable(w.marks, func(i, j int) bool { return w.marks[i].Span.Start < w.marks[j].Span.Start })
}

// gap sets the empty line between paragraphs.
func (w *pdfWriter) gap() {
	if len(w.text) > 0 {
		w.text = append(w.text, '\n', '\n')
	}
}

// pagesUpTo begins the pages before an index here.
func (w *pdfWriter) pagesUpTo(n int) {
	for len(w.pages) < n {
		w.pages = append(w.pages, core.Page{Start: len(w.text)})
	}
}

// paragraph writes the lines of a paragraph as one, but for displays and code, which keep theirs.
func (w *pdfWriter) paragraph(p *paragraph) {
	w.numbered = w.numbered[:0]
	for k, a := range p.rows {
		s := w.sheets[a.page]
		if s.page.Index >= len(w.pages) {
			if k > 0 {
				w.join(p, k)
			}
			w.pagesUpTo(s.page.Index)
			w.pages = append(w.pages, core.Page{Start: len(w.text), Folio: s.page.Folio})
		} else if k > 0 {
			w.join(p, k)
		}
		if p.kind == codeParagraph {
			w.indent(a)
		}
		start := len(w.text)
		w.row(s, a)
		if n := w.displayNumber(a); n != "" && (p.kind == proseParagraph || p.kind == displayParagraph) {
			span := core.Span{Start: start, End: len(w.text)}
			w.numbered = append(w.numbered, core.Block{Kind: core.Math, Span: span, Body: span, Number: n})
		}
	}
	w.closeMarks()
	w.closeRef()
}

// join sets what stands between line k and the one before.
func (w *pdfWriter) join(p *paragraph, k int) {
	a, b := p.rows[k-1], p.rows[k]
	same := a.page == b.page && abs(a.y-b.y) < 0.6*w.leading
	switch {
	case p.kind == codeParagraph, (a.kind == displayLine || b.kind == displayLine) && !same:
		w.text = append(w.text, '\n')
	case a.hyphened() && w.text[len(w.text)-1] == '-':
		tail := w.text[max(0, len(w.text)-80):]
		if w.divides && !w.vocabulary.keepsHyphen(string(tail), b.text()) {
			w.text = w.text[:len(w.text)-1]
			for i := range w.faces {
				w.faces[i].end = min(w.faces[i].end, len(w.text))
			}
			w.ref.end = min(w.ref.end, len(w.text))
		}
	default:
		before, _ := utf8.DecodeLastRune(w.text)
		if after, _ := utf8.DecodeRuneInString(strings.TrimLeft(b.text(), " ")); !text.Unblanked(before) || !text.Unblanked(after) {
			w.text = append(w.text, ' ')
		}
	}
}

// indent sets the blanks that a line of code begins with.
func (w *pdfWriter) indent(a *row) {
	const wide = 0.6 // of the size: what a character of a monospaced font takes
	n := int((a.x0-w.margin(a).left)/(wide*max(a.size, 1)) + 0.5)
	for range min(max(n, 0), 40) {
		w.text = append(w.text, ' ')
	}
}

// row writes a line.
func (w *pdfWriter) row(s *sheet, a *row) {
	for i := range a.pieces {
		p := &a.pieces[i]
		t := p.text
		if len(w.text) == 0 || w.text[len(w.text)-1] == ' ' || w.text[len(w.text)-1] == '\n' {
			t = strings.TrimLeft(t, " ")
		}
		lead := len(t) - len(strings.TrimLeft(t, " "))
		start := len(w.text) + lead
		w.face(p, start)
		w.link(s, p, start)
		w.text = append(w.text, t...)
		end := start + len(strings.TrimRight(t[lead:], " "))
		for k := range w.faces {
			w.faces[k].end = end
		}
		if w.ref.link != 0 {
			w.ref.end = end
		}
	}
}

var markKinds = []struct {
	face face
	kind core.MarkKind
}{{bold, core.Strong}, {italic, core.Emph}, {caps, core.Caps}, {mono, core.Verb}}

// face opens and closes marks where the face changes. Formulas and signs within an emphasis do not end it.
func (w *pdfWriter) face(p *piece, at int) {
	neutral := p.face&formula != 0 || p.letter < 2
	for _, m := range markKinds {
		k := slices.IndexFunc(w.faces, func(o openFace) bool { return o.kind == m.kind })
		switch on := p.face&m.face != 0; {
		case on && k < 0:
			w.faces = append(w.faces, openFace{kind: m.kind, start: at})
		case !on && k >= 0 && !(neutral && m.kind == core.Emph):
			w.closeMark(k)
		}
	}
}

func (w *pdfWriter) closeMark(k int) {
	if m := w.faces[k]; m.end > m.start {
		w.marks = append(w.marks, core.Mark{Span: core.Span{Start: m.start, End: m.end}, Kind: m.kind})
	}
	w.faces = slices.Delete(w.faces, k, k+1)
}

func (w *pdfWriter) closeMarks() {
	for len(w.faces) > 0 {
		w.closeMark(0)
	}
}

// link opens and closes references.
func (w *pdfWriter) link(s *sheet, p *piece, at int) {
	if w.ref.link != 0 && (w.ref.link != p.link || w.ref.sheet != s) {
		w.closeRef()
	}
	if p.link != 0 && w.ref.link == 0 {
		w.ref = openRef{sheet: s, link: p.link, start: at}
	}
}

func (w *pdfWriter) closeRef() {
	r := w.ref
	w.ref = openRef{}
	if r.link == 0 || r.end <= r.start {
		return
	}
	l := &r.sheet.links[r.link-1]
	if t := w.targets[l.To]; t != "" {
		w.refs = append(w.refs, core.Reference{Span: core.Span{Start: r.start, End: r.end}, Target: t})
	} else if l.URI != "" {
		w.hidden = append(w.hidden, core.Hidden{Text: l.URI, Span: core.Span{Start: r.start, End: r.start}, Why: "the target of a link"})
	}
}

// places gives the destinations of links names, and finds the lines that they lead to.
func (w *pdfWriter) places() {
	w.targets, w.anchors = map[Position]string{}, map[*row][]string{}
	byPage := map[int]*landings{}
	for i, s := range w.sheets {
		byPage[s.page.Index] = &landings{layout: w.layout, at: i}
	}
	for _, d := range w.volume.Names {
		if _, ok := w.targets[d.At]; ok || strings.HasPrefix(d.Name, "page.") || !d.At.HasY {
			continue
		}
		w.targets[d.At] = d.Name
		w.anchor(byPage[d.At.Page], d.At, d.Name)
	}
	for _, s := range w.sheets {
		for i := range s.links {
			at := s.links[i].To
			if _, ok := w.targets[at]; ok || at.Page < 0 || !at.HasY {
				continue
			}
			name := fmt.Sprintf("page%d-%d-%d", at.Page+1, int(at.X), int(at.Y))
			w.targets[at] = name
			w.anchor(byPage[at.Page], at, name)
		}
	}
}

// anchor gives the first line below a destination its name.
func (w *pdfWriter) anchor(p *landings, at Position, name string) {
	if p == nil {
		return
	}
	if a := p.below(at); a != nil {
		w.anchors[a] = append(w.anchors[a], name)
	}
}

func (w *pdfWriter) anchorsOf(p *paragraph) []string {
	var out []string
	for _, a := range p.rows {
		out = append(out, w.anchors[a]...)
	}
	return out
}

// losses counts what could not be read.
func (w *pdfWriter) losses() {
	scanned, unmapped, cut, chars, turned := 0, 0, 0, 0, 0
	first := ""
	for _, s := range w.sheets {
		if s.scanned() {
			scanned++
			if first == "" {
				first = s.name()
			}
		}
		unmapped += s.unmapped
		cut += s.page.Cut
		chars += s.chars
		turned += len(s.turned)
	}
	lose := func(kind string, n int, format string, args ...any) {
		if n > 0 {
			w.lost = append(w.lost, core.Loss{Kind: kind, Count: n, Text: fmt.Sprintf(format, args...)})
		}
	}
	lose("scanned-page", scanned, "%d of %d pages are images without a text layer, the first page %s", scanned, w.volume.Pages, first)
	lose("unmapped-glyph", unmapped, "%d of %d characters are set in fonts that do not say which they are; U+FFFD stands for them", unmapped, chars)
	lose("cut-page", cut, "%d characters on pages that hold too many were passed over", cut)
	lose("sideways", turned, "%d characters are set sideways and were left out", turned)
	tables := w.layout.tables()
	lose("table", tables, "%d tables were read as lines of text, without their cells", tables)
	for i := 0; i < len(w.volume.Lost); i++ {
		l := w.volume.Lost[i]
		for ; i+1 < len(w.volume.Lost) && w.volume.Lost[i+1].First == l.Last+1 && w.volume.Lost[i+1].Why == l.Why; i++ {
			l.Last = w.volume.Lost[i+1].Last
		}
		pages := fmt.Sprintf("page %d", l.First+1)
		if l.Last > l.First {
			pages = fmt.Sprintf("pages %d to %d", l.First+1, l.Last+1)
		}
		lose("unreadable-page", l.Last-l.First+1, "%s could not be read: %s", pages, l.Why)
	}
}

// name is how a reader finds the page.
func (s *sheet) name() string {
	n := fmt.Sprint(s.page.Index + 1)
	if s.page.Folio != "" && s.page.Folio != n {
		n += " (printed " + s.page.Folio + ")"
	}
	return n
}
