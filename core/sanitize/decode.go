package sanitize

import (
	"encoding/base32"
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

const (
	shortestBase64 = 24
	shortestHex    = 32
	shortestRun    = 8     // escapes in a row
	longestPiece   = 64000 // bytes of one encoded run that are decoded
	mostNested     = 2     // encodings inside each other
)

// piece is a text that stands in the source in another form.
type piece struct {
	start, end int // in the source
	text       string
	plain      string // what it was before single bytes were replaced; a match must hold some of those
}

// encoded decodes what stands encoded in the text. Every byte is decoded a bounded number of times.
func (s *scan) encoded() []piece {
	var out []piece
	collect := func(p piece) { out = append(out, p) }
	s.decodeRuns(s.src, 0, -1, 0, collect)
	s.decodeEscapes(collect)
	return out
}

// decodeRuns finds base64, base32 and hexadecimal. at is the place in the source when src is itself a decoded piece of
// it.
func (s *scan) decodeRuns(src string, at, end, depth int, collect func(piece)) {
	for i := 0; i < len(src); {
		if !base64Byte[src[i]] {
			i++
			continue
		}
		j := i
		var upper, lower, digits, hex int
		for j < len(src) && base64Byte[src[j]] {
			switch c := src[j]; {
			case c >= 'A' && c <= 'Z':
				upper++
			case c >= 'a' && c <= 'z':
				lower++
			case c >= '0' && c <= '9':
				digits++
			}
			if digit(src[j]) >= 0 {
				hex++
			}
			j++
		}
		n := j - i
		if n >= shortestBase64 && (upper > 2 && lower > 2 || digits > 3) {
			from, to := at+i, at+j
			if end >= 0 {
				from, to = at, end
			}
			run := src[i:min(j, i+longestPiece)]
			emit := func(b []byte) {
				if t, ok := readable(b); ok {
					collect(piece{start: from, end: to, text: t})
					if depth+1 < mostNested {
						s.decodeRuns(t, from, to, depth+1, collect)
					}
				} else if program(b) {
					s.hit("ec-encoded-program", from, to)
				}
			}
			switch {
			case hex == n && n >= shortestHex:
				emit(fromHex(run))
			case lower == 0 && n >= shortestHex && strings.Trim(run, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == "":
				b, _ := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(run)
				emit(b)
			default:
				if strings.ContainsAny(run, "-_") {
					run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
				}
				b, _ := base64.RawStdEncoding.DecodeString(run[:len(run)-b2i(len(run)%4 == 1)])
				emit(b)
			}
		}
		i = j
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var base64Byte = func() (t [256]bool) {
	for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_" {
		t[c] = true
	}
	return t
}()

func fromHex(s string) []byte {
	b := make([]byte, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		b = append(b, byte(digit(s[i])<<4|digit(s[i+1])))
	}
	return b
}

// readable returns decoded bytes as text when they are one: ASCII, UTF-8 or UTF-16.
func readable(b []byte) (string, bool) {
	if len(b) < 12 {
		return "", false
	}
	if b[1] == 0 && len(b) > 3 && b[3] == 0 {
		t := make([]byte, 0, len(b)/2)
		for i := 0; i+1 < len(b); i += 2 {
			if b[i+1] == 0 {
				t = append(t, b[i])
			}
		}
		b = t
	}
	if printable(b) {
		return string(b), true
	}
	if !utf8.Valid(b) {
		return "", false
	}
	control := 0
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			control++
		}
	}
	return string(b), control*50 < len(b)
}

// program reports decoded bytes that a system would run.
func program(b []byte) bool {
	return len(b) > 32 && (kindOf(b) == kindExecutable || kindOf(b) == kindScript || kindOf(b) == kindZip)
}

// decodeEscapes finds percent escapes, \u and \x escapes and groups of eight bits.
func (s *scan) decodeEscapes(collect func(piece)) {
	src := s.src
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '%' || c == '\\':
			var b []byte
			j, n := i, 0
			for j < len(src) && n < longestPiece {
				r, k := escape(src[j:])
				if k == 0 {
					// between percent escapes letters may stand as they are
					if c == '%' && n > 0 && j-i < 4*n+4 && wordByte(src[j]) && src[j] < utf8.RuneSelf {
						b = append(b, src[j])
						j++
						continue
					}
					break
				}
				if k == 3 || k == 4 {
					b = append(b, byte(r))
				} else {
					b = utf8.AppendRune(b, r)
				}
				j += k
				n++
			}
			if n >= shortestRun {
				if t, ok := readable(b); ok {
					collect(piece{start: i, end: j, text: t})
				}
			}
			i = max(j, i+1)
		case c == '0' || c == '1':
			var b []byte
			j := i
			for j+8 <= len(src) && len(b) < longestPiece {
				v, ok := bits(src[j : j+8])
				if !ok {
					break
				}
				b = append(b, v)
				j += 8
				for j < len(src) && (src[j] == ' ' || src[j] == ',' || src[j] == '\n') && j+1 < len(src) && (src[j+1] == '0' || src[j+1] == '1') {
					j++
				}
			}
			if len(b) >= shortestRun {
				if t, ok := readable(b); ok {
					collect(piece{start: i, end: j, text: t})
				}
			}
			i = max(j, i+1)
		default:
			i++
		}
	}
}

// escape decodes %41, \x41 or \u0041 at the start of s.
func escape(s string) (r rune, n int) {
	switch {
	case len(s) >= 3 && s[0] == '%':
		n = 3
	case len(s) >= 4 && s[0] == '\\' && (s[1] == 'x' || s[1] == 'X'):
		n = 4
	case len(s) >= 6 && s[0] == '\\' && (s[1] == 'u' || s[1] == 'U'):
		n = 6
	default:
		return 0, 0
	}
	first := 1
	if n > 3 {
		first = 2
	}
	for _, c := range []byte(s[first:n]) {
		d := digit(c)
		if d < 0 {
			return 0, 0
		}
		r = r<<4 | d
	}
	return r, n
}

func bits(s string) (v byte, ok bool) {
	for i := range len(s) {
		if s[i] != '0' && s[i] != '1' {
			return 0, false
		}
		v = v<<1 | (s[i] - '0')
	}
	return v, true
}

// matchPieces matches the rules against all pieces at once. What they find was disguised, so context excuses nothing.
func (s *scan) matchPieces(ps []piece, squeezed bool) []hit {
	if len(ps) == 0 {
		return nil
	}
	var hits []hit
	var b strings.Builder
	starts := make([]int, len(ps))
	for i, p := range ps {
		starts[i] = b.Len()
		b.WriteString(p.text)
		b.WriteString("\n\n")
	}
	v := foldText(b.String())
	s.rules.matcher.run(v.b, squeezed, nil, func(p *pattern, start, end int, _ bool) {
		r := &s.rules.rows[p.rule]
		if r.Surface == "hidden" {
			return
		}
		from, to := v.source(start, end)
		k := pieceAt(starts, from)
		if pieceAt(starts, to-1) != k {
			return
		}
		if ps[k].plain != "" && replaced(ps[k], from-starts[k], to-starts[k]) < fewestReplaced {
			return
		}
		severity := r.Severity
		if r.Context == "code" {
			severity = s.weigh(r, ps[k].start)
		}
		hits = append(hits, hit{rule: p.rule, start: ps[k].start, end: ps[k].end, severity: severity, decoded: ps[k].text})
	})
	return hits
}

const fewestReplaced = 2

// replaced counts the bytes of a piece within [start, end) that were replaced.
func replaced(p piece, start, end int) int {
	n := 0
	for i := start; i < end && i < len(p.plain); i++ {
		if p.plain[i] != p.text[i] {
			n++
		}
	}
	return n
}

func pieceAt(starts []int, at int) int {
	lo, hi := 0, len(starts)
	for lo < hi {
		if m := (lo + hi) / 2; starts[m] <= at {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo - 1
}
