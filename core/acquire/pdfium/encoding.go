package pdfium

import (
	"bytes"
	"encoding/binary"
	"strconv"
)

// encoding returns the glyph names of a font program's own encoding, by code: of a Type 1 font in its clear text
// (Adobe Type 1 Font Format, 2.2), or of a bare CFF font (Adobe Technical Note 5176). Names that are the same in every
// CFF font are left out: PDFium knows their characters. The program may be damaged or made to harm.
func encoding(b []byte) map[uint16]string {
	if len(b) > 6 && b[0] == 0x80 { // the segment header of a .pfb file
		b = b[6:]
	}
	switch {
	case bytes.HasPrefix(b, []byte("%!")):
		return type1(b)
	case len(b) > 4 && b[0] == 1:
		return cff(b)
	}
	return nil
}

// type1 reads the lines "dup 80 /summationdisplay put".
func type1(b []byte) map[uint16]string {
	b, _, _ = bytes.Cut(b, []byte("eexec"))
	names := map[uint16]string{}
	_, b, _ = bytes.Cut(b, []byte("/Encoding"))
	for {
		var found bool
		if _, b, found = bytes.Cut(b, []byte("dup")); !found {
			return names
		}
		f := bytes.Fields(b[:min(len(b), 80)])
		if len(f) > 1 && f[0][0] != '/' {
			if i := bytes.IndexByte(f[0], '/'); i > 0 { // "dup 80/summation put"
				f = append([][]byte{f[0][:i], f[0][i:]}, f[1:]...)
			}
			code, err := strconv.ParseUint(string(f[0]), 10, 8)
			if err == nil && len(f[1]) > 1 && f[1][0] == '/' {
				names[uint16(code)] = string(f[1][1:])
			}
		}
	}
}

// standardStrings is how many names every CFF font has.
const standardStrings = 391

// cff reads Encoding and charset of the first font of a CFF file.
func cff(b []byte) map[uint16]string {
	c := &compact{b: b}
	_, at := c.index(int(b[2]))
	tops, at := c.index(at)
	strings, _ := c.index(at)
	if len(tops) == 0 {
		return nil
	}
	top := c.top(tops[0])
	glyphs := c.count(top.charStrings)
	if top.encoding <= 1 || glyphs == 0 { // one of the encodings that PDFium knows
		return nil
	}
	sids := c.charset(top.charset, glyphs)
	names := map[uint16]string{}
	for code, g := range c.codes(top.encoding) {
		if g < len(sids) && sids[g] >= standardStrings && sids[g]-standardStrings < len(strings) {
			names[code] = string(strings[sids[g]-standardStrings])
		}
	}
	return names
}

// compact reads a CFF file. What lies outside the file reads as zero.
type compact struct{ b []byte }

func (c *compact) u8(at int) int {
	if at < 0 || at >= len(c.b) {
		return 0
	}
	return int(c.b[at])
}

func (c *compact) u16(at int) int { return c.u8(at)<<8 | c.u8(at+1) }

// index reads an INDEX, and returns the position behind it.
func (c *compact) index(at int) (items [][]byte, next int) {
	n := c.u16(at)
	if n == 0 {
		return nil, at + 2
	}
	size := c.u8(at + 2)
	base := at + 3 + (n+1)*size - 1
	if size < 1 || size > 4 || base > len(c.b) {
		return nil, len(c.b)
	}
	offset := func(i int) int {
		v := 0
		for k := range size {
			v = v<<8 | c.u8(at+3+i*size+k)
		}
		return base + v
	}
	for i := range n {
		from, to := offset(i), offset(i+1)
		if from > to || to > len(c.b) {
			return items, len(c.b)
		}
		items = append(items, c.b[from:to])
	}
	return items, offset(n)
}

// count is the number of entries of an INDEX.
func (c *compact) count(at int) int {
	if at <= 0 {
		return 0
	}
	return c.u16(at)
}

type topDict struct{ charset, encoding, charStrings int }

// top reads the entries of a Top DICT that lead to the glyphs.
func (c *compact) top(d []byte) topDict {
	var t topDict
	operand := 0
	for i := 0; i < len(d); {
		b := int(d[i])
		rest := d[i+1:]
		i++
		switch {
		case b == 12:
			i++
			operand = 0
		case b <= 21:
			switch b {
			case 15:
				t.charset = operand
			case 16:
				t.encoding = operand
			case 17:
				t.charStrings = operand
			}
			operand = 0
		case b == 28 && len(rest) >= 2:
			operand = int(int16(binary.BigEndian.Uint16(rest)))
			i += 2
		case b == 29 && len(rest) >= 4:
			operand = int(int32(binary.BigEndian.Uint32(rest)))
			i += 4
		case b == 30: // a real number, in half bytes up to a half byte 15
			for i < len(d) && d[i]&0xf != 0xf && d[i]>>4 != 0xf {
				i++
			}
			i++
		case b >= 32 && b <= 246:
			operand = b - 139
		case b >= 247 && b <= 250 && len(rest) >= 1:
			operand = (b-247)*256 + int(rest[0]) + 108
			i++
		case b >= 251 && b <= 254 && len(rest) >= 1:
			operand = -(b-251)*256 - int(rest[0]) - 108
			i++
		}
	}
	return t
}

// charset returns the string ids of the glyphs.
func (c *compact) charset(at, glyphs int) []int {
	sids := make([]int, 1, glyphs)
	if at <= 2 { // a predefined one, of standard strings alone
		return sids
	}
	format := c.u8(at)
	at++
	for len(sids) < glyphs && at < len(c.b) {
		first, left := c.u16(at), 0
		at += 2
		switch format {
		case 1:
			left = c.u8(at)
			at++
		case 2:
			left = c.u16(at)
			at += 2
		}
		for k := 0; k <= left && len(sids) < glyphs; k++ {
			sids = append(sids, first+k)
		}
	}
	return sids
}

// codes returns the glyph of each code.
func (c *compact) codes(at int) map[uint16]int {
	codes := map[uint16]int{}
	format := c.u8(at) & 0x7f
	n := c.u8(at + 1)
	at += 2
	g := 1
	for i := range n {
		if format == 0 {
			codes[uint16(c.u8(at+i))] = g
			g++
			continue
		}
		first, left := c.u8(at+2*i), c.u8(at+2*i+1)
		for k := 0; k <= left && first+k < 256; k++ {
			codes[uint16(first+k)] = g
			g++
		}
	}
	return codes
}
