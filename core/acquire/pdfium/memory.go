package pdfium

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// float32At, float64At and uint32At read the module's memory at p; what lies outside reads as 0.
func (l *library) float32At(p uint32) float32 { return math.Float32frombits(l.uint32At(p)) }

func (l *library) float64At(p uint32) float64 {
	v, _ := l.memory.ReadUint64Le(p)
	return math.Float64frombits(v)
}

func (l *library) uint32At(p uint32) uint32 {
	v, _ := l.memory.ReadUint32Le(p)
	return v
}

// bytes calls a function that fills a buffer and returns how many bytes it has, the buffer and its size being its last
// arguments, and returns a copy of them.
func (l *library) bytes(name string, args ...uint64) []byte {
	n := l.do(name, append(args, uint64(l.scratch), scratchSize)...)
	if n == 0 || n > scratchSize {
		return nil
	}
	b, ok := l.memory.Read(l.scratch, uint32(n))
	if !ok {
		return nil
	}
	return append([]byte(nil), b...)
}

// ascii is bytes for a text that ends with a zero byte.
func (l *library) ascii(name string, args ...uint64) string {
	b := l.bytes(name, args...)
	for len(b) > 0 && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return string(b)
}

// wide is bytes for a text in UTF-16LE.
func (l *library) wide(name string, args ...uint64) string { return fromUTF16(l.bytes(name, args...)) }

func fromUTF16(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for ; len(b) > 1; b = b[2:] {
		u = append(u, binary.LittleEndian.Uint16(b))
	}
	for len(u) > 0 && u[len(u)-1] == 0 {
		u = u[:len(u)-1]
	}
	return string(utf16.Decode(u))
}
