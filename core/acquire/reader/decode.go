package reader

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"lemma/core"
)

// Decode turns the bytes of a text file into UTF-8 with LF line ends. It takes off a byte order mark, reads UTF-16,
// also without a mark where its zero bytes tell it, reads invalid UTF-8 as Windows-1252 when it looks like that, and
// otherwise replaces what is invalid and counts it as a loss. Runs map the text back to part 0; there are none when the
// text is raw byte for byte. Content that is not text is ErrBinary.
func Decode(raw []byte) (text string, encoding string, runs []core.Run, losses []core.Loss, err error) {
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(raw, []byte("\x00\x00\xfe\xff")):
		return "", "", nil, nil, fmt.Errorf("UTF-32 text; save it as UTF-8: %w", ErrBinary)
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return decode16(raw, 2, binary.LittleEndian, "utf-16le")
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return decode16(raw, 2, binary.BigEndian, "utf-16be")
	case unmarked16(raw, 1):
		return decode16(raw, 0, binary.LittleEndian, "utf-16le")
	case unmarked16(raw, 0):
		return decode16(raw, 0, binary.BigEndian, "utf-16be")
	}
	if bytes.IndexByte(raw, 0) >= 0 || binaryStart(raw) {
		return "", "", nil, nil, ErrBinary
	}
	start := 0
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		start = 3
	}
	if start == 0 && bytes.IndexByte(raw, '\r') < 0 && utf8.Valid(raw) {
		return string(raw), "utf-8", nil, nil, nil
	}
	d := decoder{}
	if utf8.Valid(raw) {
		d.copyLines(raw, start)
		return d.text.String(), "utf-8", d.runs, nil, nil
	}
	if start == 0 && windows1252(raw) {
		d.latin(raw)
		return d.text.String(), "windows-1252", d.runs, nil, nil
	}
	bad := d.repair(raw, start)
	if bad*10 > len(raw)*3 {
		return "", "", nil, nil, ErrBinary
	}
	losses = []core.Loss{{Kind: "invalid-utf8", Count: bad, Text: fmt.Sprintf("%d bytes are not valid UTF-8 and were replaced by U+FFFD", bad)}}
	return d.text.String(), "utf-8", d.runs, losses, nil
}

// decoder builds text and its runs.
type decoder struct {
	text strings.Builder
	runs []core.Run
}

// add appends a copy of raw[at:end].
func (d *decoder) add(raw []byte, at, end int) {
	if at >= end {
		return
	}
	if n := len(d.runs); n > 0 {
		if r := &d.runs[n-1]; !r.Fixed && r.Text+r.N == d.text.Len() && r.Orig+r.N == at {
			r.N += end - at
			d.text.Write(raw[at:end])
			return
		}
	}
	d.runs = append(d.runs, core.Run{Text: d.text.Len(), N: end - at, Orig: at})
	d.text.Write(raw[at:end])
}

// put appends text that stands for width bytes from at on.
func (d *decoder) put(s string, at, width int) {
	d.runs = append(d.runs, core.Run{Text: d.text.Len(), N: len(s), Orig: at, Fixed: true, Width: width})
	d.text.WriteString(s)
}

// copyLines copies valid UTF-8 from at on. CR LF and a lone CR become LF.
func (d *decoder) copyLines(raw []byte, at int) {
	for at < len(raw) {
		i := bytes.IndexByte(raw[at:], '\r')
		if i < 0 {
			d.add(raw, at, len(raw))
			return
		}
		d.add(raw, at, at+i)
		at = d.lineEnd(raw, at+i)
	}
}

// lineEnd appends the LF for the CR at raw[at] and returns where the next line begins. For CR LF the LF is a copy, so
// that a run is a line and not two.
func (d *decoder) lineEnd(raw []byte, at int) int {
	if at+1 < len(raw) && raw[at+1] == '\n' {
		d.add(raw, at+1, at+2)
		return at + 2
	}
	d.put("\n", at, 1)
	return at + 1
}

// repair copies what is valid UTF-8 and replaces each other byte by U+FFFD; it returns their number.
func (d *decoder) repair(raw []byte, at int) (bad int) {
	start := at
	for at < len(raw) {
		if raw[at] == '\r' {
			d.add(raw, start, at)
			at = d.lineEnd(raw, at)
			start = at
			continue
		}
		if raw[at] < utf8.RuneSelf {
			at++
			continue
		}
		r, n := utf8.DecodeRune(raw[at:])
		if r == utf8.RuneError && n == 1 {
			d.add(raw, start, at)
			d.put("\uFFFD", at, 1)
			start = at + 1
			bad++
		}
		at += n
	}
	d.add(raw, start, at)
	return bad
}

// latin reads Windows-1252.
func (d *decoder) latin(raw []byte) {
	start, at := 0, 0
	for at < len(raw) {
		switch c := raw[at]; {
		case c == '\r':
			d.add(raw, start, at)
			at = d.lineEnd(raw, at)
			start = at
			continue
		case c >= 0xA0:
			d.add(raw, start, at)
			d.put(string(rune(c)), at, 1)
			start = at + 1
		case c >= 0x80:
			d.add(raw, start, at)
			d.put(string(cp1252[c-0x80]), at, 1)
			start = at + 1
		}
		at++
	}
	d.add(raw, start, at)
}

// cp1252 are the characters of Windows-1252 from 0x80 to 0x9F; U+FFFD where it has none.
var cp1252 = [32]rune{
	'€', '\uFFFD', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\uFFFD', 'Ž', '\uFFFD',
	'\uFFFD', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\uFFFD', 'ž', 'Ÿ',
}

// windows1252 reports whether bytes that are not valid UTF-8 look like Windows-1252: no multi-byte UTF-8 character
// stands among them (a file that has some is UTF-8 with damage), no byte that the code page leaves open, and letters
// or printers' marks more often than the rest.
func windows1252(raw []byte) bool {
	letters, others := 0, 0
	for i := 0; i < len(raw); {
		c := raw[i]
		if c < utf8.RuneSelf {
			i++
			continue
		}
		if r, n := utf8.DecodeRune(raw[i:]); r != utf8.RuneError || n > 1 {
			return false
		}
		switch {
		case c < 0xA0 && cp1252[c-0x80] == '\uFFFD':
			return false
		case c >= 0xC0 && c != 0xD7 && c != 0xF7, c >= 0x91 && c <= 0x97, c == 0xA0, c == 0xAB, c == 0xBB, c == 0xA7, c == 0xB0:
			letters++
		default:
			others++
		}
		i++
	}
	return letters > others && (letters+others)*3 < len(raw)
}

// unmarked16 reports whether bytes without a mark are UTF-16 with the high bytes at odd places (1) or even ones (0): of
// Latin text nearly all are zero, and no others.
func unmarked16(raw []byte, high int) bool {
	head := raw[:min(len(raw), 512)&^1]
	zeros := 0
	for i := 0; i < len(head); i += 2 {
		if head[i+1-high] == 0 {
			return false
		}
		if head[i+high] == 0 {
			zeros++
		}
	}
	return len(head) >= 16 && zeros*2*10 >= len(head)*9
}

// decode16 reads UTF-16 from behind its byte order mark on. An unpaired surrogate and an odd last byte are losses.
func decode16(raw []byte, at int, order binary.ByteOrder, name string) (string, string, []core.Run, []core.Loss, error) {
	d := decoder{}
	bad := 0
	for at < len(raw) {
		if at+1 == len(raw) {
			d.put("\uFFFD", at, 1)
			bad++
			break
		}
		r, width := rune(order.Uint16(raw[at:])), 2
		switch {
		case r == 0:
			return "", "", nil, nil, ErrBinary
		case r == '\r':
			if at+3 < len(raw) && order.Uint16(raw[at+2:]) == '\n' {
				width = 4
			}
			r = '\n'
		case utf16.IsSurrogate(r):
			pair := rune(utf8.RuneError)
			if at+3 < len(raw) {
				pair = utf16.DecodeRune(r, rune(order.Uint16(raw[at+2:])))
			}
			if r = pair; r == utf8.RuneError {
				bad++
			} else {
				width = 4
			}
		}
		d.put(string(r), at, width)
		at += width
	}
	var losses []core.Loss
	if bad > 0 {
		losses = []core.Loss{{Kind: "invalid-utf16", Count: bad, Text: fmt.Sprintf("%d places are not valid UTF-16 and were replaced by U+FFFD", bad)}}
	}
	return d.text.String(), name, d.runs, losses, nil
}

// binaryStart reports whether the first bytes hold more control characters than any text does.
func binaryStart(raw []byte) bool {
	head := raw[:min(len(raw), headSize)]
	n := 0
	for _, c := range head {
		if c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b {
			n++
		}
	}
	return n*20 > len(head)
}
