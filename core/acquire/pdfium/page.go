package pdfium

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf16"
	"unicode/utf8"

	"lemma/core/acquire/reader"
)

// page reads the page of an index.
func (d *document) page(index int) (*reader.Page, error) {
	h := d.do("FPDF_LoadPage", d.handle, uint64(index))
	if h == 0 {
		if d.dead != nil {
			return nil, trap(d.dead)
		}
		return nil, errors.New("it is damaged")
	}
	s := &sheet{document: d, handle: h, byFont: map[uint64]uint16{}}
	s.page = &reader.Page{Index: index, Folio: d.wide("FPDF_GetPageLabel", d.handle, uint64(index))}
	s.page.Width = finite(float32(math.Float64frombits(d.do("FPDF_GetPageWidth", h))))
	s.page.Height = finite(float32(math.Float64frombits(d.do("FPDF_GetPageHeight", h))))
	s.turn = int(d.do("FPDFPage_GetRotation", h) & 3)
	if text := d.do("FPDFText_LoadPage", h); text != 0 {
		s.text = text
		s.glyphs()
		s.whites()
		d.do("FPDFText_ClosePage", text)
	}
	s.links()
	s.images()
	s.drawings()
	d.do("FPDF_ClosePage", h)
	if d.dead != nil {
		return nil, trap(d.dead)
	}
	return s.page, nil
}

// sheet is a page at work.
type sheet struct {
	*document
	handle, text uint64
	page         *reader.Page
	turn         int               // quarters to the right that the page is turned for its reader
	byFont       map[uint64]uint16 // handles of fonts, which hold while the page is loaded
	handles      []uint64          // the fonts of page.Fonts
	object       uint64            // of the glyph before
	style        reader.Glyph      // of that object
}

// fontKey tells font programs apart across pages, where handles do not hold.
type fontKey struct {
	name string
	size uint32
}

// glyphs reads the glyphs of the page.
func (s *sheet) glyphs() {
	n := int(int32(s.do("FPDFText_CountChars", s.text)))
	if n > maxGlyphs {
		s.page.Cut, n = n-maxGlyphs, maxGlyphs
	}
	if n <= 0 {
		return
	}
	s.page.Glyphs = make([]reader.Glyph, 0, n)
	x, y := s.scratch, s.scratch+8
	for i := uint64(0); i < uint64(n) && s.dead == nil; i++ {
		r := rune(s.run(s.call.unicode, s.text, i))
		if r == '\r' || r == '\n' {
			continue
		}
		obj := s.run(s.call.object, s.text, i)
		if obj != 0 && obj != s.object {
			s.object = obj
			s.look(obj, i)
		}
		g := s.style
		g.Rune = r
		if obj == 0 {
			g.Flags |= reader.Generated
		}
		if s.run(s.call.origin, s.text, i, uint64(x), uint64(y)) != 0 {
			g.X, g.Y = s.upright(finite(float32(s.float64At(x))), finite(float32(s.float64At(y))))
		}
		switch {
		case r == 2 && s.do("FPDFText_IsHyphen", s.text, i) == 1:
			g.Rune, g.Flags = '-', g.Flags|reader.Hyphen
		case r == 0 || obj != 0 && s.run(s.call.error, s.text, i) == 1:
			g.Flags |= reader.Unmapped
			s.name(g)
		case utf16.IsSurrogate(r):
			if k := len(s.page.Glyphs) - 1; k >= 0 {
				if pair := utf16.DecodeRune(s.page.Glyphs[k].Rune, r); pair != utf8.RuneError {
					s.page.Glyphs[k].Rune = pair
					continue
				}
			}
		}
		s.page.Glyphs = append(s.page.Glyphs, g)
	}
}

// maxAreas is how many objects of a page are looked at for what lies behind white text.
const maxAreas = 4000

// whites keeps the flag of white text only where nothing lies behind it that would make it readable.
func (s *sheet) whites() {
	if !slices.ContainsFunc(s.page.Glyphs, func(g reader.Glyph) bool { return g.Flags&reader.White != 0 }) {
		return
	}
	const text, path = 1, 2 // FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_PATH; the others are images, shadings and forms
	var areas []reader.Link // left, bottom, right, top
	p := uint64(s.scratch)
	for i := range min(int(int32(s.do("FPDFPage_CountObjects", s.handle))), maxAreas) {
		obj := s.do("FPDFPage_GetObject", s.handle, uint64(i))
		kind := s.do("FPDFPageObj_GetType", obj)
		if obj == 0 || kind == text {
			continue
		}
		if kind == path && s.do("FPDFPageObj_GetFillColor", obj, p, p+4, p+8, p+12) != 0 && min(s.uint32At(s.scratch), s.uint32At(s.scratch+4), s.uint32At(s.scratch+8)) >= nearWhite {
			continue
		}
		if s.do("FPDFPageObj_GetBounds", obj, p, p+4, p+8, p+12) != 0 {
			x0, y0 := s.upright(finite(s.float32At(s.scratch)), finite(s.float32At(s.scratch+4)))
			x1, y1 := s.upright(finite(s.float32At(s.scratch+8)), finite(s.float32At(s.scratch+12)))
			areas = append(areas, reader.Link{Left: min(x0, x1), Bottom: min(y0, y1), Right: max(x0, x1), Top: max(y0, y1)})
		}
	}
	var last reader.Glyph
	for i := range s.page.Glyphs {
		g := &s.page.Glyphs[i]
		if g.Flags&reader.White == 0 {
			continue
		}
		if i > 0 && g.Y == last.Y && g.X >= last.X && g.X < last.X+g.Size { // it stands on what the one before stands on
			g.Flags = g.Flags&^reader.White | last.Flags&reader.White
		} else if slices.ContainsFunc(areas, func(a reader.Link) bool {
			return g.X >= a.Left-1 && g.X <= a.Right && g.Y >= a.Bottom-1 && g.Y <= a.Top
		}) {
			g.Flags &^= reader.White
		}
		last = *g
	}
}

// upright turns a place as the page is turned.
func (s *sheet) upright(x, y float32) (float32, float32) {
	switch s.turn {
	case 1:
		return y, s.page.Height - x
	case 2:
		return s.page.Width - x, s.page.Height - y
	case 3:
		return s.page.Width - y, x
	}
	return x, y
}

// nearWhite and clear bound the colours that leave no trace on paper, 0 … 255.
const nearWhite, clear = 250, 8

// look reads how a text object is set; glyph i is its first.
func (s *sheet) look(obj, i uint64) {
	g := reader.Glyph{Font: s.font(s.do("FPDFTextObj_GetFont", obj))}
	size := math.Float64frombits(s.do("FPDFText_GetFontSize", s.text, i))
	if s.do("FPDFText_GetMatrix", s.text, i, uint64(s.scratch)) != 0 {
		a, b := float64(s.float32At(s.scratch)), float64(s.float32At(s.scratch+4))
		scale := math.Hypot(a, b)
		size *= scale
		if scale > 0 {
			if along := [4]float64{a, b, -a, -b}[s.turn]; along < 0.9*scale {
				g.Flags |= reader.Turned
			}
		}
	}
	g.Size = finite(float32(math.Abs(size)))
	// Mode 7 draws nothing either, but clips: colour shows through text set so.
	if s.do("FPDFTextObj_GetTextRenderMode", obj) == 3 {
		g.Flags |= reader.Invisible
	}
	p := uint64(s.scratch)
	if s.do("FPDFPageObj_GetFillColor", obj, p, p+4, p+8, p+12) != 0 {
		r, g2, b, a := s.uint32At(s.scratch), s.uint32At(s.scratch+4), s.uint32At(s.scratch+8), s.uint32At(s.scratch+12)
		if a < clear {
			g.Flags |= reader.Invisible
		} else if min(r, g2, b) >= nearWhite {
			g.Flags |= reader.White
		}
	}
	s.style = g
}

// font returns the index of a font in page.Fonts.
func (s *sheet) font(h uint64) uint16 {
	if i, ok := s.byFont[h]; ok || len(s.page.Fonts) >= maxFonts {
		return i
	}
	i := uint16(len(s.page.Fonts))
	s.byFont[h] = i
	s.handles = append(s.handles, h)
	f := reader.Font{}
	if h != 0 {
		f.Name = s.ascii("FPDFFont_GetBaseFontName", h)
		f.Slanted = s.do("FPDFFont_GetItalicAngle", h, uint64(s.scratch)) != 0 && s.uint32At(s.scratch) != 0
	}
	s.page.Fonts = append(s.page.Fonts, f)
	return i
}

// name finds the name of an unmapped glyph in its font program.
func (s *sheet) name(g reader.Glyph) {
	if int(g.Font) >= len(s.page.Fonts) || s.handles[g.Font] == 0 || g.Rune < 0 || g.Rune > math.MaxUint16 {
		return
	}
	f := &s.page.Fonts[g.Font]
	code := uint16(g.Rune)
	if _, ok := f.Names[code]; ok {
		return
	}
	if f.Names == nil {
		f.Names = map[uint16]string{}
	}
	f.Names[code] = s.program(s.handles[g.Font], f.Name)[code]
}

// maxProgram bounds the font programs that are looked into, in bytes.
const maxProgram = 8 << 20

// program returns the glyph names of a font's own encoding.
func (s *sheet) program(font uint64, name string) map[uint16]string {
	size := s.scratch
	s.do("FPDFFont_GetFontData", font, 0, 0, uint64(size))
	key := fontKey{name, s.uint32At(size)}
	if names, ok := s.fonts[key]; ok {
		return names
	}
	var names map[uint16]string
	if key.size > 0 && key.size <= maxProgram {
		if buf := s.do("malloc", uint64(key.size)); buf != 0 {
			if s.do("FPDFFont_GetFontData", font, buf, uint64(key.size), uint64(size)) != 0 {
				if b, ok := s.memory.Read(uint32(buf), key.size); ok {
					names = encoding(b)
				}
			}
			s.do("free", buf)
		}
	}
	s.fonts[key] = names
	return names
}

// links reads the link annotations of the page.
func (s *sheet) links() {
	pos, link, rect := s.scratch, s.scratch+4, s.scratch+8
	s.memory.WriteUint32Le(pos, 0)
	at := uint32(0)
	for range maxLinks {
		s.memory.WriteUint32Le(pos, at)
		if s.do("FPDFLink_Enumerate", s.handle, uint64(pos), uint64(link)) == 0 || s.dead != nil {
			return
		}
		at = s.uint32At(pos)
		h := uint64(s.uint32At(link))
		if s.do("FPDFLink_GetAnnotRect", h, uint64(rect)) == 0 {
			continue
		}
		// An FS_RECTF is left, top, right, bottom.
		x0, y0 := s.upright(finite(s.float32At(rect)), finite(s.float32At(rect+12)))
		x1, y1 := s.upright(finite(s.float32At(rect+8)), finite(s.float32At(rect+4)))
		l := reader.Link{Left: min(x0, x1), Bottom: min(y0, y1), Right: max(x0, x1), Top: max(y0, y1), To: reader.Position{Page: -1}}
		dest := s.do("FPDFLink_GetDest", s.document.handle, h)
		if dest == 0 {
			if action := s.do("FPDFLink_GetAction", h); action != 0 {
				if dest = s.do("FPDFAction_GetDest", s.document.handle, action); dest == 0 {
					l.URI = s.ascii("FPDFAction_GetURIPath", s.document.handle, action)
				}
			}
		}
		l.To = s.position(dest)
		if l.To.Page >= 0 || l.URI != "" {
			s.page.Links = append(s.page.Links, l)
		}
	}
}

// maxObjects is how many objects of a page are looked at for images.
const maxObjects = 64

// images measures how much of the page is covered by images.
func (s *sheet) images() {
	const image = 3 // FPDF_PAGEOBJ_IMAGE
	n := min(int(int32(s.do("FPDFPage_CountObjects", s.handle))), maxObjects)
	area := float32(0)
	for i := range n {
		obj := s.do("FPDFPage_GetObject", s.handle, uint64(i))
		if obj == 0 || s.do("FPDFPageObj_GetType", obj) != image {
			continue
		}
		p := uint64(s.scratch)
		if s.do("FPDFPageObj_GetBounds", obj, p, p+4, p+8, p+12) != 0 {
			w, h := s.float32At(s.scratch+8)-s.float32At(s.scratch), s.float32At(s.scratch+12)-s.float32At(s.scratch+4)
			area += finite(w) * finite(h)
		}
	}
	if whole := s.page.Width * s.page.Height; whole > 0 {
		s.page.Images = min(1, max(0, finite(area/whole)))
	}
}

// Bounds on what is drawn on a page.
const (
	maxDrawn  = 20000 // objects that are looked at
	maxRules  = 2000
	maxBoxes  = 200
	thickness = 1.6 // points; strokes are measured with some room around them
	shortest  = 2.0
	boxHeight = 16  // a box holds lines of text, and no words of one
	boxWidth  = 120 // unless it is a bar,
	barWidth  = 6   // which is as wide at most
)

// drawings finds the level lines, the boxes and the bars that are drawn on the page, filled or stroked.
func (s *sheet) drawings() {
	const path = 2 // FPDF_PAGEOBJ_PATH
	p := uint64(s.scratch)
	for i := range min(int(int32(s.do("FPDFPage_CountObjects", s.handle))), maxDrawn) {
		obj := s.do("FPDFPage_GetObject", s.handle, uint64(i))
		if obj == 0 || s.do("FPDFPageObj_GetType", obj) != path || s.do("FPDFPageObj_GetBounds", obj, p, p+4, p+8, p+12) == 0 {
			continue
		}
		x0, y0 := s.upright(finite(s.float32At(s.scratch)), finite(s.float32At(s.scratch+4)))
		x1, y1 := s.upright(finite(s.float32At(s.scratch+8)), finite(s.float32At(s.scratch+12)))
		b := reader.Box{Left: min(x0, x1), Bottom: min(y0, y1), Right: max(x0, x1), Top: max(y0, y1)}
		width, height := b.Right-b.Left, b.Top-b.Bottom
		switch {
		case height <= thickness && width >= shortest && len(s.page.Rules) < maxRules:
			s.page.Rules = append(s.page.Rules, reader.Rule{Left: b.Left, Right: b.Right, Y: (b.Bottom + b.Top) / 2})
		case height >= boxHeight && (width >= boxWidth || width <= barWidth) && len(s.page.Boxes) < maxBoxes:
			s.page.Boxes = append(s.page.Boxes, b)
		}
	}
}

// lost words why pages are missing.
func lost(first, last int, err error) reader.LostPages {
	return reader.LostPages{First: first, Last: last, Why: fmt.Sprint(err)}
}
