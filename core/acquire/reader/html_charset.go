package reader

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"lemma/core"
)

// decodeHTML decodes a page by its byte order mark, by being UTF-8, by the encoding that its server said, or by that
// which its head declares (the prescan of the HTML standard).
func decodeHTML(raw []byte, contentType string) (text, name string, runs []core.Run, losses []core.Loss, err error) {
	if order := bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")); order || utf8.Valid(raw) {
		return Decode(raw)
	}
	enc, name, _ := charset.DetermineEncoding(raw[:min(len(raw), 1024)], contentType)
	if name == "utf-8" || name == "windows-1252" || strings.HasPrefix(name, "utf-16") || name == "replacement" || name == "iso-2022-jp" || enc == nil {
		return Decode(raw)
	}
	if bytes.IndexByte(raw, 0) >= 0 || binaryStart(raw) {
		return "", "", nil, nil, ErrBinary
	}
	d := decoder{}
	d.foreign(raw, enc.NewDecoder())
	return d.text.String(), name, d.runs, nil, nil
}

// foreign reads an encoding of one or more bytes a character that agrees with ASCII where its bytes stand alone.
func (d *decoder) foreign(raw []byte, enc *encoding.Decoder) {
	var buf [16]byte
	start := 0
	for at := 0; at < len(raw); {
		c := raw[at]
		if c == '\r' {
			d.add(raw, start, at)
			at = d.lineEnd(raw, at)
			start = at
			continue
		}
		if c < utf8.RuneSelf {
			at++
			continue
		}
		d.add(raw, start, at)
		n, s := 1, "\uFFFD"
		for k := 1; k <= 4 && at+k <= len(raw); k++ {
			enc.Reset()
			dst, src, err := enc.Transform(buf[:], raw[at:at+k], at+k == len(raw))
			if src > 0 && dst > 0 {
				n, s = src, string(buf[:dst])
				break
			}
			if err != nil && !errors.Is(err, transform.ErrShortSrc) {
				break
			}
		}
		d.put(s, at, n)
		at += n
		start = at
	}
	d.add(raw, start, len(raw))
}
