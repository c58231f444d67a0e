package pdfium

import (
	"math"
	"strings"

	"lemma/core/acquire/reader"
)

// imprint says how a browser put its pages on paper: it shrinks what is too wide, and sets it within margins. The zero
// value leaves places as they are.
type imprint struct{ scale, left, top, height float32 }

// maxShapes is how many objects of the first page are looked at for an imprint.
const maxShapes = 2000

// imprint finds how a print of Chromium is set when its destinations leave that out: they say where an
// element stood before its page was shrunk and moved, so that viewers miss it as well. Nothing is printed in a margin,
// so that a destination there tells such prints from sound ones.
func (d *document) imprint() imprint {
	if !strings.HasPrefix(d.meta("Producer"), "Skia/PDF") || !strings.Contains(d.meta("Creator"), "Chrom") {
		return imprint{}
	}
	m := d.canvas()
	if m.scale <= 0 || m.scale > 2 || m.left < 0 || m.top < 0 || m.left+m.top == 0 {
		return imprint{}
	}
	v := &reader.Volume{}
	d.names(v)
	for _, n := range v.Names {
		if n.At.HasY && (n.At.Y > m.height-m.top+1 || n.At.X < m.left-1) {
			return m
		}
	}
	return imprint{}
}

// canvas measures how the shapes of the first page are set, its backgrounds and lines: their coordinates are those of
// the browser, whose pixel is three quarters of a point before it is shrunk.
func (d *document) canvas() (most imprint) {
	const path = 2 // FPDF_PAGEOBJ_PATH
	h := d.do("FPDF_LoadPage", d.handle, 0)
	if h == 0 {
		return most
	}
	defer d.do("FPDF_ClosePage", h)
	height := finite(float32(math.Float64frombits(d.do("FPDF_GetPageHeight", h))))
	count := map[imprint]int{}
	for i := range min(int(int32(d.do("FPDFPage_CountObjects", h))), maxShapes) {
		obj := d.do("FPDFPage_GetObject", h, uint64(i))
		s := d.scratch
		if obj == 0 || d.do("FPDFPageObj_GetType", obj) != path || d.do("FPDFPageObj_GetMatrix", obj, uint64(s)) == 0 {
			continue
		}
		m := imprint{finite(d.float32At(s)) / 0.75, finite(d.float32At(s + 16)), height - finite(d.float32At(s+20)), height}
		count[m]++
		if count[m] > count[most] {
			most = m
		}
	}
	return most
}

// place returns where a place of the browser's page is on paper.
func (m imprint) place(x, y float32) (float32, float32) {
	if m.scale == 0 {
		return x, y
	}
	return m.left + m.scale*x, m.height - m.top - m.scale*(m.height-y)
}
