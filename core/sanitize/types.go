package sanitize

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// kind is what the first bytes say a file is.
type kind string

const (
	kindNone       kind = ""
	kindExecutable kind = "an executable"
	kindZip        kind = "a ZIP archive"
	kindPDF        kind = "a PDF document"
	kindHTML       kind = "HTML or XML"
	kindScript     kind = "a script"
	kindGzip       kind = "gzip data"
	kindTar        kind = "a tar archive"
	kindOther      kind = "a binary file"
)

var magics = []struct {
	bytes string
	kind  kind
}{
	{"\x7fELF", kindExecutable}, {"\xca\xfe\xba\xbe", kindExecutable}, {"\xcf\xfa\xed\xfe", kindExecutable}, {"\xce\xfa\xed\xfe", kindExecutable},
	{"\xfe\xed\xfa\xce", kindExecutable}, {"\xfe\xed\xfa\xcf", kindExecutable}, {"L\x00\x00\x00\x01\x14\x02\x00", kindExecutable}, {"dex\n03", kindExecutable},
	{"PK\x03\x04", kindZip}, {"PK\x05\x06", kindZip}, {"%PDF-", kindPDF}, {"\x1f\x8b", kindGzip},
	{"#!/", kindScript}, {"#! /", kindScript}, {"<?php", kindScript}, {"@echo off", kindScript},
	{"\x89PNG\r\n", kindOther}, {"\xff\xd8\xff", kindOther}, {"GIF87a", kindOther}, {"GIF89a", kindOther}, {"\xd0\xcf\x11\xe0", kindOther}, {"Rar!\x1a", kindOther},
	{"7z\xbc\xaf", kindOther}, {"\x00asm", kindOther}, {"SQLite format 3\x00", kindOther}, {"OggS\x00", kindOther}, {"\xfd7zXZ\x00", kindOther}, {"\x28\xb5\x2f\xfd", kindOther},
	{"8BPS", kindOther}, {"wOF2", kindOther}, {"wOFF", kindOther}, {"\xac\xed\x00\x05", kindOther}, {"{\\rtf", kindOther}, {"%!PS", kindOther}, {"\xc5\xd0\xd3\xc6", kindOther},
	{"ITSF\x03", kindOther}, {"MSCF\x00", kindOther}, {"\x80\x04\x95", kindOther}, {"\x80\x03", kindOther}, {"\x0d\x0d\x0a", kindOther}, {"RIFF", kindOther}, {"ID3\x03", kindOther},
	{"fLaC", kindOther}, {"\x1aE\xdf\xa3", kindOther}, {"\x04\x22\x4d\x18", kindOther}, {"!<arch>\n", kindOther}, {"\x89HDF\r\n", kindOther}, {"BM\x00\x00", kindOther}, {"II*\x00", kindOther}, {"MM\x00*", kindOther},
	{"\x00\x00\x01\x00", kindOther}, {"\x00\x00\x00\x1cftyp", kindOther}, {"\x00\x00\x00\x18ftyp", kindOther}, {"\x00\x00\x00\x20ftyp", kindOther}, {"AT&TFORM", kindOther}, {"wOF", kindOther},
}

// kindOf reads the magic bytes.
func kindOf(b []byte) kind {
	if len(b) > 1 && b[0] == 'M' && b[1] == 'Z' && (len(b) < 64 || bytes.IndexByte(b[:64], 0) >= 0) {
		return kindExecutable
	}
	if bytes.HasPrefix(b, []byte("BZh")) && len(b) > 10 && string(b[4:10]) == "1AY&SY" {
		return kindOther
	}
	if len(b) > 4 && b[2] == 0x0d && b[3] == 0x0a && b[1] == 0x0d {
		return kindOther // compiled Python: two bytes of version, then CR LF
	}
	if len(b) > 4 && string(b[2:4]) == "\r\n" && b[0] < 0x80 && b[1] != 0 && b[1] < ' ' {
		return kindOther
	}
	for _, m := range magics {
		if bytes.HasPrefix(b, []byte(m.bytes)) {
			return m.kind
		}
	}
	if len(b) > 262 && string(b[257:262]) == "ustar" {
		return kindTar
	}
	t := bytes.ToLower(bytes.TrimLeft(b[:min(len(b), 512)], " \t\r\n\xef\xbb\xbf"))
	for _, p := range []string{"<!doctype html", "<html", "<svg", "<?xml"} {
		if bytes.HasPrefix(t, []byte(p)) {
			return kindHTML
		}
	}
	return kindNone
}

var (
	textual    = map[string]bool{"": true, ".md": true, ".markdown": true, ".mdx": true, ".txt": true, ".text": true, ".tex": true, ".ltx": true, ".rst": true, ".adoc": true, ".org": true, ".html": true, ".htm": true, ".xhtml": true}
	executable = map[string]bool{".exe": true, ".scr": true, ".com": true, ".bat": true, ".cmd": true, ".pif": true, ".dll": true, ".vbs": true, ".vbe": true, ".js": true, ".jse": true, ".wsf": true, ".hta": true, ".ps1": true, ".lnk": true, ".msi": true, ".jar": true}
	documents  = map[string]bool{".pdf": true, ".md": true, ".txt": true, ".docx": true, ".doc": true, ".epub": true, ".tex": true, ".html": true, ".png": true, ".jpg": true, ".jpeg": true, ".rtf": true}
)

// scanType compares what a file is with what its name says.
func (s *scan) scanType(raw []byte, name string) {
	base := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	ext := path.Ext(base)
	inner := path.Ext(strings.TrimSuffix(base, ext))
	got := kindOf(raw)
	has := func(m string) bool { return bytes.Contains(raw, []byte(m)) }
	head := len(raw[:min(len(raw), 8)])
	switch {
	case documents[inner] && executable[ext] && ext != ".js", executable[inner] && documents[ext]:
		s.hit("ct-double-extension", 0, 0)
	case executable[ext] && ext != ".js":
		s.hit("ct-executable-name", 0, 0)
	}
	switch {
	case got == kindExecutable && !executable[ext]:
		s.hit("ct-executable", 0, head)
	case ext == ".pdf":
		switch {
		case got == kindPDF && has("PK\x05\x06"):
			s.hit("ct-polyglot", 0, head)
		case !bytes.Contains(raw[:min(len(raw), 1024)], []byte("%PDF-")):
			s.hit("ct-wrong-type", 0, head)
		}
	case ext == ".docx" || ext == ".epub" || ext == ".zip" || ext == ".jar":
		switch {
		case got != kindZip:
			s.hit("ct-wrong-type", 0, head)
		case has("vbaProject.bin") || ext != ".jar" && has("classes.dex"):
			s.hit("ct-active-package", 0, head)
		case ext == ".docx" && !has("word/document.xml"), ext == ".epub" && !(has("mimetype") && has("META-INF")):
			s.hit("ct-wrong-type", 0, head)
		}
	case ext == ".gz" || ext == ".tgz":
		if got != kindGzip {
			s.hit("ct-wrong-type", 0, head)
		}
	case ext == ".html" || ext == ".htm" || ext == ".xhtml":
		if got != kindNone && got != kindHTML {
			s.hit("ct-wrong-type", 0, head)
		}
		low := bytes.ToLower(raw[:min(len(raw), 1024)])
		if bytes.Contains(low, []byte("utf-7")) || bytes.Contains(low, []byte("+adw-")) {
			s.hit("ct-utf7", 0, head)
		}
	case textual[ext] && got == kindHTML:
		if ext == ".txt" || bytes.HasPrefix(bytes.TrimLeft(raw, " \t\r\n"), []byte("<svg")) {
			s.hit("ct-wrong-type", 0, head)
		}
	case textual[ext] && got != kindNone:
		s.hit("ct-wrong-type", 0, head)
	}
	if textual[ext] && got != kindPDF && got != kindZip {
		s.scanEncoding(raw)
	}
}

// scanEncoding counts what text does not hold.
func (s *scan) scanEncoding(raw []byte) {
	if byteOrder(raw) != 0 {
		return
	}
	nul, control, first := 0, 0, -1
	for i, b := range raw {
		if b >= ' ' || b >= '\t' && b <= '\r' || b == 0x1b {
			continue
		}
		if first < 0 {
			first = i
		}
		if control++; b == 0 {
			nul++
		}
	}
	switch {
	case nul > 0:
		s.hit("ct-nul-bytes", first, first+1)
	case control*100 > len(raw)*3:
		s.hit("ct-control-density", first, first+1)
	}
	if utf8.Valid(raw) {
		return
	}
	invalid := -1
	for i := 0; i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		if r == utf8.RuneError && n == 1 {
			if overlong(raw[i:]) {
				s.hit("ct-overlong-utf8", i, i+2)
				return
			}
			if invalid < 0 {
				invalid = i
			}
		}
		i += n
	}
	if !s.decodes {
		s.hit("ct-invalid-utf8", invalid, invalid+1)
	}
}

// overlong reports a character in more bytes than it needs at the start of b.
func overlong(b []byte) bool {
	return len(b) > 1 && b[1]&0xC0 == 0x80 && (b[0] == 0xC0 || b[0] == 0xC1 || b[0] == 0xE0 && b[1] < 0xA0 || b[0] == 0xF0 && b[1] < 0x90)
}

// byteOrder returns the byte order of UTF-16 text with a byte order mark: 'l', 'b' or 0.
func byteOrder(raw []byte) byte {
	switch {
	case len(raw) >= 4 && raw[0] == 0xFF && raw[1] == 0xFE && (raw[2] != 0 || raw[3] != 0):
		return 'l'
	case len(raw) >= 2 && raw[0] == 0xFE && raw[1] == 0xFF:
		return 'b'
	}
	return 0
}
