package pdfium

import (
	"errors"
	"fmt"
	"math"

	"lemma/core/acquire/reader"
)

// What is wrong with a document as a whole.
var (
	errPassword = errors.New("it is protected by a password; save a copy without one and read that")
	errSecurity = errors.New("it is protected in a way that cannot be opened; save a copy without protection and read that")
	errDamaged  = errors.New("it is no PDF document, or damaged beyond repair; if it was downloaded, download it again")
	errMemory   = errors.New("it needs more memory than a document may; split it and read the parts")
)

// Bounds on what a document may claim.
const (
	maxPages     = 20000
	maxBookmarks = 20000
	maxNames     = 50000
	maxLevel     = 12
	maxLinks     = 4000   // a page
	maxGlyphs    = 200000 // a page
	maxFonts     = 1000   // a page
)

// document is an open document.
type document struct {
	*library
	handle uint64
	data   uint64
	pages  int
	claims int // how many pages it says it has, when they are more than maxPages
	fonts  map[fontKey]map[uint16]string
	print  imprint
}

// open opens a document.
func (l *library) open(raw []byte) (*document, error) {
	if len(raw) > memory*3/4 {
		return nil, errMemory
	}
	data := l.do("malloc", uint64(len(raw)))
	if data == 0 {
		return nil, errMemory
	}
	d := &document{library: l, data: data, fonts: map[fontKey]map[uint16]string{}}
	if !l.memory.Write(uint32(data), raw) {
		return nil, errMemory
	}
	if d.handle = l.do("FPDF_LoadMemDocument64", data, uint64(len(raw)), 0); d.handle == 0 {
		if l.dead != nil {
			return nil, fmt.Errorf("it cannot be opened: %w", trap(l.dead))
		}
		defer d.close()
		switch l.do("FPDF_GetLastError") {
		case 4:
			return nil, errPassword
		case 5:
			return nil, errSecurity
		}
		return nil, errDamaged
	}
	d.pages = int(int32(l.do("FPDF_GetPageCount", d.handle)))
	if d.pages > maxPages {
		d.claims, d.pages = d.pages, maxPages
	}
	d.print = d.imprint()
	return d, nil
}

func (d *document) close() {
	if d.handle != 0 {
		d.do("FPDF_CloseDocument", d.handle)
	}
	d.do("free", d.data)
}

// trap words the end of the sandbox.
func trap(error) error {
	return errors.New("it asks for more memory or nests deeper than a document may")
}

// volume reads what the document says of itself.
func (d *document) volume() *reader.Volume {
	v := &reader.Volume{Pages: max(d.pages, 0)}
	if d.claims > 0 {
		v.Lost = append(v.Lost, reader.LostPages{First: maxPages, Last: d.claims - 1, Why: fmt.Sprintf("more than %d pages are not read", maxPages)})
	}
	seen := map[uint64]bool{}
	d.bookmarks(v, d.do("FPDFBookmark_GetFirstChild", d.handle, 0), 1, seen)
	d.names(v)
	for _, key := range [...]string{"Title", "Subject", "Keywords", "Author"} {
		if s := d.meta(key); s != "" {
			v.About = append(v.About, s)
		}
	}
	return v
}

// meta reads an entry of the document's information dictionary.
func (d *document) meta(key string) string {
	name := d.scratch + scratchSize - 32
	d.memory.Write(name, append([]byte(key), 0))
	n := d.do("FPDF_GetMetaText", d.handle, uint64(name), uint64(d.scratch), scratchSize-32)
	if n == 0 || n > scratchSize-32 {
		return ""
	}
	b, _ := d.memory.Read(d.scratch, uint32(n))
	return fromUTF16(b)
}

// bookmarks reads a level of the outline, which a hostile document may tie into a loop.
func (d *document) bookmarks(v *reader.Volume, b uint64, level int, seen map[uint64]bool) {
	for b != 0 && d.dead == nil && !seen[b] && len(v.Outline) < maxBookmarks {
		seen[b] = true
		dest := d.do("FPDFBookmark_GetDest", d.handle, b)
		if dest == 0 {
			if action := d.do("FPDFBookmark_GetAction", b); action != 0 {
				dest = d.do("FPDFAction_GetDest", d.handle, action)
			}
		}
		v.Outline = append(v.Outline, reader.Bookmark{Level: level, Title: d.wide("FPDFBookmark_GetTitle", b), At: d.position(dest)})
		if level < maxLevel {
			d.bookmarks(v, d.do("FPDFBookmark_GetFirstChild", d.handle, b), level+1, seen)
		}
		b = d.do("FPDFBookmark_GetNextSibling", d.handle, b)
	}
}

// names reads the named destinations.
func (d *document) names(v *reader.Volume) {
	n := min(int(int32(d.do("FPDF_CountNamedDests", d.handle))), maxNames)
	for i := 0; i < n && d.dead == nil; i++ {
		size := d.scratch + scratchSize - 4
		d.memory.WriteUint32Le(size, scratchSize-4)
		dest := d.do("FPDF_GetNamedDest", d.handle, uint64(i), uint64(d.scratch), uint64(size))
		got := int32(d.uint32At(size))
		if dest == 0 || got <= 0 || got > scratchSize-4 {
			continue
		}
		b, _ := d.memory.Read(d.scratch, uint32(got))
		name := fromUTF16(b)
		if at := d.position(dest); name != "" && at.Page >= 0 {
			v.Names = append(v.Names, reader.Destination{Name: name, At: at})
		}
	}
}

// position reads where a destination leads.
func (d *document) position(dest uint64) reader.Position {
	if dest == 0 {
		return reader.Position{Page: -1}
	}
	p := reader.Position{Page: int(int32(d.do("FPDFDest_GetDestPageIndex", d.handle, dest)))}
	if p.Page < 0 || p.Page >= d.pages {
		return reader.Position{Page: -1}
	}
	s := d.scratch
	if d.do("FPDFDest_GetLocationInPage", dest, uint64(s), uint64(s+4), uint64(s+8), uint64(s+12), uint64(s+16), uint64(s+20)) != 0 {
		if d.uint32At(s) != 0 {
			p.X = finite(d.float32At(s + 12))
		}
		if d.uint32At(s+4) != 0 {
			p.Y, p.HasY = finite(d.float32At(s+16)), true
		}
		p.X, p.Y = d.print.place(p.X, p.Y)
	}
	return p
}

// finite replaces what is no coordinate.
func finite(f float32) float32 {
	if f != f || math.Abs(float64(f)) > 1e6 {
		return 0
	}
	return f
}
