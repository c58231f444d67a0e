package core

import "sort"

// Familiarity says how far the origin of a document is trusted.
type Familiarity string

const (
	Home     Familiarity = "HOME"     // local files, directories and archives
	Stranger Familiarity = "STRANGER" // anything that came from the web, or that the user marked so
)

// Document is one source text as a reader made it: what a reader of the page would see, in reading order, with its
// structure and with a way back to the bytes it came from.
type Document struct {
	Name        string // as the user would recognise it: "book/ch1.tex", "notes.zip!a.md", "-"
	MediaType   string // "text/markdown", "text/x-tex", "text/plain"
	Encoding    string // of the original: "utf-8", "utf-16le", "latin-1"
	Familiarity Familiarity
	Digest      Digest // of the original bytes; over the parts' digests, in order, when there are several
	Size        int64  // of the original, all parts together, in bytes
	Parts       []Part // the files that it was read from; Parts[0] is the root, others were included by it
	Container   []byte // the original when it is no text (PDF, EPUB, DOCX): then Parts[0] holds Text, and places are offsets in Text

	// Text is UTF-8 with LF line ends and otherwise as written. Mathematics is TeX between $…$, $$…$$, \(…\), \[…\] or
	// \begin{…}…\end{…}. Markup that a reader of the page would not see is left out, or lies outside every Block.Body.
	Text   string
	Blocks []Block     // in document order; a block comes before the blocks inside it
	Marks  []Mark      // emphasis and the like, by start
	Refs   []Reference // by start
	Hidden []Hidden    // what a reader of the page would not see
	Losses []Loss      // what the reader could not carry over
	Runs   []Run       // Text to original, by Text; empty when Text is Parts[0] byte for byte
	Pages  []Page      // where each page begins, by Start; empty when the format has none
}

// Page is a page of a document; the first of Document.Pages is page 1.
type Page struct {
	Start int    `json:"start"`           // in Text
	Folio string `json:"folio,omitempty"` // the page number as printed, "xvii"; empty when the document does not say
}

// Part is one file of a document.
type Part struct {
	Name   string
	Digest Digest
	Raw    []byte // the original bytes
}

// Run maps N bytes of Text, from Text on, to the bytes of a part from Orig on. Text between runs was made by the
// reader (a printed number, a replaced macro) and belongs to the end of the run before it. When Fixed is set the whole
// run stands for the Orig…Orig+Width bytes (a replacement); otherwise it is a copy, byte for byte.
type Run struct {
	Text, N int
	Part    int
	Orig    int
	Fixed   bool
	Width   int
}

// BlockKind is the role of a block in the layout.
type BlockKind uint8

// The kinds of blocks.
const (
	Paragraph   BlockKind = iota
	Heading               // Level 1 … 6 (or deeper), Title
	List                  // holds ListItem blocks
	ListItem              // Number is the printed mark: "1.", "(a)", "•"
	Code                  // Name is the language
	Math                  // a display
	Table                 //
	Quote                 // holds blocks
	Environment           // a named box: \begin{theorem}, ::: {.definition}, ```{prf:lemma}; holds blocks
	TermList              // a description list; holds ListItem blocks with Title
)

var blockKindNames = [...]string{"paragraph", "heading", "list", "item", "code", "math", "table", "quote", "environment", "terms"}

// String returns the name that `lemma text` prints.
func (k BlockKind) String() string { return blockKindNames[k] }

// MarshalText gives JSON the name.
func (k BlockKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Block is a unit of layout. Blocks form a tree by Parent.
type Block struct {
	Kind    BlockKind
	Level   int      // of a heading, from 1
	Parent  int      // index in Document.Blocks of the block around it, -1 at the top
	Last    int      // index of the last block inside it, its own index when there is none
	Span    Span     // all of it in Text, markup included
	Body    Span     // its content, without the markup that opens and closes it and without printed heads
	Name    string   // of an environment (as written, without star), the language of code or "signature" for a declaration, what a term list describes ("function") where the author says so; "slide" for the title of a slide
	Head    string   // printed head word of an environment, "Theorem"; known for \newtheorem families
	Number  string   // printed number: "2.3" of a heading or environment, "(a)" of a list item
	Title   string   // of a heading; an environment's own title, "Lagrange"
	Anchors []string // \label keys, ids
	Starred bool     // an environment or heading without a number by the author's wish
	Proves  string   // of a proof, the anchor of what it proves, where its author says so: {.proof of="thm-x"}
	Space   Space    // of a paragraph or list, from what stands before it
}

// Space is how a paragraph of a typeset page stands to the one before it, by the room between them and what is drawn
// around them.
type Space uint8

// The spaces.
const (
	AnySpace Space = iota // nothing is known: no page, another page, a list or a display between
	Close                 // as paragraphs of one passage stand
	Apart                 // as theorems stand apart from the text around them
	Outside               // behind the end of the box that a statement is set in
)

// MarkKind is a face of running text.
type MarkKind uint8

// The kinds of marks.
const (
	Emph   MarkKind = iota // emphasis, italics
	Strong                 // bold
	Term                   // a defined term by the author's own command (\term, \define, \index inside \emph)
	Verb                   // inline code
	Caps                   // small capitals
)

// Mark is a face over a span of Text (the inner span, without the marks themselves).
type Mark struct {
	Span Span
	Kind MarkKind
}

// Reference is a pointer that the author set: \ref{key}, [text](#id).
type Reference struct {
	Span   Span   // the printed text of the reference
	Target string // an anchor of this or another document of the session, without '#'
	File   string // for a link into another file of the source, its path relative to this document; else empty
}

// Hidden is text that a reader of the page would not see: a comment, a hidden element.
type Hidden struct {
	Text string
	Part int    // the part that it stands in
	Span Span   // in the part's original bytes; in a container empty, where in Text it would stand
	Why  string // "comment", "after the end of the document", "inactive branch"
}

// Loss counts what a reader could not carry over.
type Loss struct {
	Document string `json:"document" cbor:"1,keyasint"`
	Kind     string `json:"kind" cbor:"2,keyasint"` // "missing-file", "invalid-utf8", "unknown-command" …
	Count    int    `json:"count" cbor:"3,keyasint"`
	Text     string `json:"text" cbor:"4,keyasint"` // a sentence with an example
}

// Page returns the number of the page that an offset of Text stands on, from 1, and what is printed there for it. It is
// 0 when the format has no pages.
func (d *Document) Page(at int) (number int, folio string) {
	n := sort.Search(len(d.Pages), func(i int) bool { return d.Pages[i].Start > at })
	if n == 0 {
		return min(1, len(d.Pages)), ""
	}
	return n, d.Pages[n-1].Folio
}

// Original maps a span of Text to the part it came from and the bytes there. A span that begins and ends in
// different parts is cut off at the end of the first part's contribution.
func (d *Document) Original(s Span) (part int, orig Span) {
	if len(d.Runs) == 0 {
		return 0, s
	}
	part, start := d.place(s.Start)
	end := start
	if s.End > s.Start {
		p, e := d.place(s.End - 1)
		if p == part {
			end = e + 1
			if i := d.run(s.End - 1); i >= 0 && d.Runs[i].Fixed {
				end = d.Runs[i].Orig + d.Runs[i].Width
			}
		}
	}
	return part, Span{start, max(start, end)}
}

// run returns the index of the last run that begins at or before the offset, or -1.
func (d *Document) run(at int) int {
	return sort.Search(len(d.Runs), func(i int) bool { return d.Runs[i].Text > at }) - 1
}

func (d *Document) place(at int) (part, orig int) {
	i := d.run(at)
	if i < 0 {
		return d.Runs[0].Part, d.Runs[0].Orig
	}
	r := d.Runs[i]
	switch n := at - r.Text; {
	case r.Fixed && n < r.N:
		return r.Part, r.Orig
	case r.Fixed:
		return r.Part, r.Orig + r.Width
	default:
		return r.Part, r.Orig + min(n, r.N)
	}
}
