package pdfium

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"lemma/core/acquire/reader"
)

// The protocol between the program and a worker. To the worker go the document (its size and its bytes) and then
// requests: a kind, and of pages the first and the last. From it come frames: a kind, a size and the content. Numbers
// are varints, coordinates four bytes. A worker is not trusted: what it sends is bounded, and what does not fit is an
// error.

type kind byte

const (
	askVolume kind = 'v'
	askPages  kind = 'p'

	frameStart  kind = 'S' // the engine is still being made ready
	frameReady  kind = 'R' // the engine runs
	frameVolume kind = 'V'
	framePage   kind = 'P'
	frameLost   kind = 'L' // pages that could not be read
	frameDone   kind = 'D' // the end of a request
	frameError  kind = 'E' // what is wrong with the document
)

// maxFrame bounds a frame, in bytes.
const maxFrame = 32 << 20

var errProtocol = errors.New("the PDF worker sent what is not understood")

// encoder builds the content of a frame.
type encoder struct{ b []byte }

func (e *encoder) uint(v uint64)   { e.b = binary.AppendUvarint(e.b, v) }
func (e *encoder) int(v int)       { e.b = binary.AppendVarint(e.b, int64(v)) }
func (e *encoder) float(v float32) { e.b = binary.LittleEndian.AppendUint32(e.b, math.Float32bits(v)) }
func (e *encoder) string(s string) { e.uint(uint64(len(s))); e.b = append(e.b, s...) }
func (e *encoder) position(p reader.Position) {
	e.int(p.Page)
	e.float(p.X)
	e.float(p.Y)
	if p.HasY {
		e.uint(1)
	} else {
		e.uint(0)
	}
}

func (e *encoder) volume(v *reader.Volume) {
	e.uint(uint64(v.Pages))
	e.uint(uint64(len(v.Outline)))
	for _, b := range v.Outline {
		e.uint(uint64(b.Level))
		e.string(b.Title)
		e.position(b.At)
	}
	e.uint(uint64(len(v.Names)))
	for _, n := range v.Names {
		e.string(n.Name)
		e.position(n.At)
	}
	e.uint(uint64(len(v.Lost)))
	for _, l := range v.Lost {
		e.lost(l)
	}
	e.uint(uint64(len(v.About)))
	for _, s := range v.About {
		e.string(s)
	}
}

func (e *encoder) lost(l reader.LostPages) {
	e.uint(uint64(l.First))
	e.uint(uint64(l.Last))
	e.string(l.Why)
}

// sameStyle is set in the first number of a glyph that has font, size and flags of the glyph before.
const sameStyle = 1

func (e *encoder) page(p *reader.Page) {
	e.uint(uint64(p.Index))
	e.string(p.Folio)
	e.float(p.Width)
	e.float(p.Height)
	e.float(p.Images)
	e.uint(uint64(p.Cut))
	e.uint(uint64(len(p.Fonts)))
	for _, f := range p.Fonts {
		e.string(f.Name)
		slanted := uint64(0)
		if f.Slanted {
			slanted = 1
		}
		e.uint(slanted)
		e.uint(uint64(len(f.Names)))
		for code, name := range f.Names {
			e.uint(uint64(code))
			e.string(name)
		}
	}
	e.uint(uint64(len(p.Glyphs)))
	var last reader.Glyph
	for i, g := range p.Glyphs {
		r := uint64(uint32(g.Rune)) << 1
		if i > 0 && g.Font == last.Font && g.Size == last.Size && g.Flags == last.Flags {
			e.uint(r | sameStyle)
		} else {
			e.uint(r)
			e.uint(uint64(g.Font))
			e.uint(uint64(g.Flags))
			e.float(g.Size)
		}
		e.float(g.X)
		e.float(g.Y)
		last = g
	}
	e.uint(uint64(len(p.Links)))
	for _, l := range p.Links {
		for _, f := range [...]float32{l.Left, l.Bottom, l.Right, l.Top} {
			e.float(f)
		}
		e.position(l.To)
		e.string(l.URI)
	}
	e.uint(uint64(len(p.Rules)))
	for _, r := range p.Rules {
		e.float(r.Left)
		e.float(r.Right)
		e.float(r.Y)
	}
	e.uint(uint64(len(p.Boxes)))
	for _, b := range p.Boxes {
		for _, f := range [...]float32{b.Left, b.Bottom, b.Right, b.Top} {
			e.float(f)
		}
	}
}

// decoder reads the content of a frame. After the first mistake everything reads as zero, and bad is set.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) fail() { d.b, d.bad = nil, true }

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return v
}

// upTo reads a number that is at most limit.
func (d *decoder) upTo(limit int) int {
	v := d.uint()
	if v > uint64(limit) {
		d.fail()
		return 0
	}
	return int(v)
}

// count reads how many things of at least size bytes follow.
func (d *decoder) count(size int) int {
	v := d.uint()
	if v > uint64(len(d.b)/size) {
		d.fail()
		return 0
	}
	return int(v)
}

func (d *decoder) float() float32 {
	if len(d.b) < 4 {
		d.fail()
		return 0
	}
	v := finite(math.Float32frombits(binary.LittleEndian.Uint32(d.b)))
	d.b = d.b[4:]
	return v
}

func (d *decoder) string() string {
	n := d.count(1)
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *decoder) position() reader.Position {
	v, n := binary.Varint(d.b)
	if n <= 0 || v < -1 || v >= maxPages {
		d.fail()
		return reader.Position{Page: -1}
	}
	d.b = d.b[n:]
	return reader.Position{Page: int(v), X: d.float(), Y: d.float(), HasY: d.upTo(1) == 1}
}

func (d *decoder) volume() *reader.Volume {
	v := &reader.Volume{Pages: d.upTo(maxPages)}
	for n := d.count(12); n > 0 && !d.bad; n-- {
		v.Outline = append(v.Outline, reader.Bookmark{Level: d.upTo(maxLevel), Title: d.string(), At: d.position()})
	}
	for n := d.count(11); n > 0 && !d.bad; n-- {
		v.Names = append(v.Names, reader.Destination{Name: d.string(), At: d.position()})
	}
	for n := d.count(3); n > 0 && !d.bad; n-- {
		v.Lost = append(v.Lost, d.lost())
	}
	for n := d.count(1); n > 0 && !d.bad; n-- {
		v.About = append(v.About, d.string())
	}
	return v
}

func (d *decoder) lost() reader.LostPages {
	return reader.LostPages{First: d.upTo(math.MaxInt32), Last: d.upTo(math.MaxInt32), Why: d.string()}
}

func (d *decoder) page() *reader.Page {
	p := &reader.Page{Index: d.upTo(maxPages - 1), Folio: d.string(), Width: d.float(), Height: d.float(), Images: d.float(), Cut: d.upTo(math.MaxInt32)}
	for n := d.count(2); n > 0 && !d.bad; n-- {
		f := reader.Font{Name: d.string(), Slanted: d.upTo(1) == 1}
		if k := d.count(2); k > 0 {
			f.Names = make(map[uint16]string, min(k, 256))
			for ; k > 0 && !d.bad; k-- {
				code := uint16(d.upTo(math.MaxUint16))
				f.Names[code] = d.string()
			}
		}
		p.Fonts = append(p.Fonts, f)
	}
	n := d.count(9)
	p.Glyphs = make([]reader.Glyph, 0, min(n, maxGlyphs))
	var g reader.Glyph
	for ; n > 0 && !d.bad; n-- {
		r := d.uint()
		if g.Rune = rune(uint32(r >> 1)); r&sameStyle == 0 {
			g.Font, g.Flags, g.Size = uint16(d.upTo(max(0, len(p.Fonts)-1))), reader.GlyphFlags(d.upTo(math.MaxUint8)), d.float()
		}
		g.X, g.Y = d.float(), d.float()
		p.Glyphs = append(p.Glyphs, g)
	}
	for n := d.count(27); n > 0 && !d.bad; n-- {
		p.Links = append(p.Links, reader.Link{Left: d.float(), Bottom: d.float(), Right: d.float(), Top: d.float(), To: d.position(), URI: d.string()})
	}
	for n := d.count(12); n > 0 && !d.bad; n-- {
		p.Rules = append(p.Rules, reader.Rule{Left: d.float(), Right: d.float(), Y: d.float()})
	}
	for n := d.count(16); n > 0 && !d.bad; n-- {
		p.Boxes = append(p.Boxes, reader.Box{Left: d.float(), Bottom: d.float(), Right: d.float(), Top: d.float()})
	}
	return p
}

// writeFrame writes a frame.
func writeFrame(w io.Writer, k kind, content []byte) error {
	head := binary.AppendUvarint([]byte{byte(k)}, uint64(len(content)))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}

// readFrame reads a frame.
func readFrame(r *bufio.Reader) (kind, []byte, error) {
	k, err := r.ReadByte()
	if err != nil {
		return 0, nil, err
	}
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return 0, nil, fmt.Errorf("%w: %w", errProtocol, err)
	}
	if n > maxFrame {
		return 0, nil, fmt.Errorf("%w: a frame of %d bytes", errProtocol, n)
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", errProtocol, err)
	}
	return kind(k), b, nil
}
