package reader

import "context"

// PDF takes PDF documents apart into the glyphs of their pages. The program that does so is large and sees hostile
// input: it lives in a package of its own, and is handed in.
type PDF interface {
	// Pages calls page for every page that it could read, one call at a time and in any order, and progress as pages
	// are done; total is 0 while the document is being opened. The error says what is wrong with the whole document.
	Pages(ctx context.Context, raw []byte, page func(*Page), progress func(done, total int)) (*Volume, error)
}

// Volume is what a PDF document says of itself beside its pages.
type Volume struct {
	Pages   int
	Outline []Bookmark
	Names   []Destination
	Lost    []LostPages
	About   []string // title, subject, keywords and author, which are not on the pages
}

// Bookmark is an entry of the outline.
type Bookmark struct {
	Level int // from 1
	Title string
	At    Position
}

// Destination is a position with a name: "theorem.2.3".
type Destination struct {
	Name string
	At   Position
}

// Position is a place on a page. Y is the upper edge of what is meant; positions without one mean the page.
type Position struct {
	Page int // from 0, -1 when it is not known
	X, Y float32
	HasY bool
}

// LostPages is a range of pages that could not be read.
type LostPages struct {
	First, Last int // from 0
	Why         string
}

// Page is a page as it was set. Lengths are in points, from the lower left corner, as the page is turned for its
// reader.
type Page struct {
	Index         int    // from 0
	Folio         string // the page number as printed, when the document says
	Width, Height float32
	Fonts         []Font
	Glyphs        []Glyph // in the order of the content stream
	Links         []Link
	Rules         []Rule  // in the order of the content stream
	Boxes         []Box   // the same
	Images        float32 // the share of the page that images cover, 0 … 1
	Cut           int     // glyphs beyond the limit, which are not here
}

// Font is a font of a page.
type Font struct {
	Name    string            // PostScript name, the prefix of a subset included: "ABCDEF+CMMI10"
	Names   map[uint16]string // glyph names by code, from the font program, for the codes that have no character
	Slanted bool              // its descriptor says that it leans
}

// Glyph is a glyph on a page.
type Glyph struct {
	Rune  rune // the character; the code when it is Unmapped
	Flags GlyphFlags
	Font  uint16  // index in Page.Fonts
	X, Y  float32 // of the origin
	Size  float32 // as it is set
}

// GlyphFlags say what is special about a glyph.
type GlyphFlags uint8

// The flags of a glyph.
const (
	Unmapped  GlyphFlags = 1 << iota // the document does not say which character it is
	Hyphen                           // it divides a word at the end of a line
	Generated                        // a blank or line end that is not on the page
	Invisible                        // it is set without ink
	White                            // it is set in white, on nothing
	Turned                           // its baseline is not level
)

// Rule is a level line that is drawn: of a fraction, over a letter, in a table.
type Rule struct{ Left, Right, Y float32 }

// Box is what is drawn around text, behind it or along its side: a frame, a coloured ground, a bar.
type Box struct{ Left, Bottom, Right, Top float32 }

// Link is an area of a page that leads somewhere.
type Link struct {
	Left, Bottom, Right, Top float32
	To                       Position
	URI                      string // of a link that leaves the document
}
