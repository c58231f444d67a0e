package reader

import (
	"bytes"
	"path"
	"slices"
	"strings"
)

// kind is a kind of file that no reader takes, told by its first bytes or by the extension of its name.
type kind struct {
	what       string // "a PNG image"
	advice     string // what to do instead; may be empty
	magic      string
	at         int // where magic stands
	extensions []string
}

// zipMagic begins zip archives.
const zipMagic = "PK\x03\x04"

const (
	toWord = "save it as .docx, or export it to HTML"
	toEPUB = "convert it to EPUB or PDF"
	ocr    = "run an OCR program over it and read what that makes"
)

// kinds are what users hand over although it is not read. Magic numbers follow the formats' own specifications, most
// of which the list of file(1) cites.
var kinds = []kind{
	{what: "a document of Word 97 to 2003, or an encrypted one", advice: "save it as .docx", magic: oleMagic, extensions: []string{".doc", ".dot"}},
	{what: "a Rich Text document", advice: toWord, magic: "{\\rtf", extensions: []string{".rtf"}},
	{what: "an OpenDocument text", advice: toWord, magic: "mimetypeapplication/vnd.oasis.opendocument.text", at: 30, extensions: []string{".odt", ".ott", ".fodt"}},
	{what: "an OpenDocument file", advice: "export it to PDF or HTML", magic: "mimetypeapplication/vnd.oasis.opendocument", at: 30, extensions: []string{".odp", ".ods", ".odg"}},
	{what: "a document of Pages", advice: "export it to .docx or PDF", extensions: []string{".pages"}},
	{what: "a presentation of PowerPoint", advice: "export it to PDF", extensions: []string{".pptx", ".ppt"}},
	{what: "a workbook of Excel", extensions: []string{".xlsx", ".xls"}},
	{what: "a DjVu document", advice: "convert it to a PDF with a text layer", magic: "AT&TFORM", extensions: []string{".djvu", ".djv"}},
	{what: "a Mobipocket or Kindle book", advice: toEPUB, magic: "BOOKMOBI", at: 60, extensions: []string{".mobi", ".azw", ".azw3", ".prc", ".kfx"}},
	{what: "a FictionBook", advice: toEPUB, extensions: []string{".fb2"}},
	{what: "a compiled HTML help file", advice: toEPUB, magic: "ITSF", extensions: []string{".chm"}},
	{what: "a PostScript document", advice: "convert it to PDF", magic: "%!PS", extensions: []string{".ps", ".eps"}},
	{what: "a DVI document", advice: "read its TeX source, or make it a PDF", magic: "\xf7\x02", extensions: []string{".dvi"}},
	{what: "a PNG image", advice: ocr, magic: "\x89PNG\r\n\x1a\n", extensions: []string{".png"}},
	{what: "a JPEG image", advice: ocr, magic: "\xff\xd8\xff", extensions: []string{".jpg", ".jpeg"}},
	{what: "a GIF image", magic: "GIF8", extensions: []string{".gif"}},
	{what: "a TIFF image", advice: ocr, magic: "II*\x00", extensions: []string{".tif", ".tiff"}},
	{what: "a TIFF image", advice: ocr, magic: "MM\x00*"},
	{what: "a WebP image", advice: ocr, magic: "WEBP", at: 8, extensions: []string{".webp"}},
	{what: "an image", extensions: []string{".bmp", ".heic", ".avif", ".ico"}},
	{what: "an SVG drawing", extensions: []string{".svg"}},
	{what: "a film or a recording", extensions: []string{".mp4", ".mkv", ".avi", ".mov", ".webm", ".mp3", ".ogg", ".flac", ".wav", ".m4a"}},
	{what: "a BibTeX bibliography", extensions: []string{".bib"}},
	{what: "a style or class of TeX", extensions: []string{".sty", ".cls", ".bst"}},
	{what: "a table", extensions: []string{".csv", ".tsv"}},
	{what: "a SQLite database", magic: "SQLite format 3\x00"},
	{what: "a program", magic: "\x7fELF"},
	{what: "a zip archive, or a document that is one", magic: zipMagic},
	{what: "a file compressed by gzip", advice: "let its name end in .gz", magic: "\x1f\x8b"},
}

// kindOf tells what a file is by its first bytes, or else by its name.
func kindOf(name string, head []byte) (k kind, ok bool) {
	if k, ok = kindOfContent(head); ok && k.magic != zipMagic {
		return k, true
	}
	ext := strings.ToLower(path.Ext(name))
	if i := slices.IndexFunc(kinds, func(k kind) bool { return slices.Contains(k.extensions, ext) }); i >= 0 {
		return kinds[i], true
	}
	return k, ok
}

func kindOfContent(head []byte) (k kind, ok bool) {
	for _, k := range kinds {
		if k.magic != "" && len(head) > k.at && bytes.HasPrefix(head[k.at:], []byte(k.magic)) {
			return k, true
		}
	}
	return kind{}, false
}
