package reader

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"lemma/core"
)

func init() {
	Register(Format{
		Name:       "Word document",
		MediaType:  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		Extensions: []string{".docx", ".docm", ".dotx", ".dotm"},
		Sniff:      sniffDocx,
		Read:       readDocx,
		Container:  true,
	})
}

// The bounds of what comes out of a file, counted while it is unpacked, whatever the directory of the archive says.
const (
	maxDocxEntries = 10000
	maxDocxPart    = 64 << 20
	maxDocxTotal   = 200 << 20
	maxDocxRatio   = 400 // of one part; text of formulas repeats itself more than other text does
)

// oleMagic begins files in the compound format: Word 97 to 2003, and encrypted documents of today.
const oleMagic = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// sniffDocx knows the archive by the names at its start.
func sniffDocx(head []byte) int {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) && (bytes.Contains(head, []byte("word/")) && bytes.Contains(head, []byte("[Content_Types].xml")) || bytes.Contains(head, []byte("word/document.xml"))) {
		return 95
	}
	return 0
}

// The prefixes that names have here, whatever a document calls them. ISO/IEC 29500 has two namespaces for each:
// transitional and strict.
var docxNamespaces = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":              "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                          "w",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":                "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                            "m",
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships":       "r",
	"http://purl.oclc.org/ooxml/officeDocument/relationships":                   "r",
	"http://schemas.openxmlformats.org/package/2006/relationships":              "",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":               "mc",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingShape":         "wps",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing":    "wp",
	"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":                "wp",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                     "a",
	"http://schemas.openxmlformats.org/drawingml/2006/picture":                  "pic",
	"urn:schemas-microsoft-com:vml":                                             "v",
	"urn:schemas-microsoft-com:office:office":                                   "o",
	"http://schemas.microsoft.com/office/word/2010/wordml":                      "w14",
	"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": "",
}

// docx reads a Word document (ISO/IEC 29500).
type docx struct {
	composer
	ctx       context.Context
	files     map[string]*zip.File
	total     int64
	styles    docxStyles
	numbering docxNumbering
	base      string    // folder of the main part
	rels      relations // of the part that is being read
	tree      *xmlTree  // the paragraph or table that is being read
	notes     map[string]*docxNotes
	pending   []string // notes that were referred to and are to come, "footnotes 3"
	noted     bool     // within a note
	boxes     []int32  // text boxes anchored in the present paragraph
	fields    []docxField
	list      []docxList // the open lists, outermost first
	box       docxBox    // what the present paragraph stands in besides
	bound     docxBound  // the division that a bookmark encloses
	ahead     string     // the bookmark between paragraphs that began last, when no paragraph came since
	flat      int        // depth of table cells, which hold no blocks
	shaded    int        // depth of grounds that are not white
	bold      []docxBold // paragraphs that are bold from end to end
	concealed struct {
		text strings.Builder
		why  string
		at   int
	}
}

// relation is a link of a part.
type relation struct {
	kind, target string
	external     bool
	raw          string // as written
}

// relations are the links of a part, in order and by id.
type relations struct {
	list []relation
	byID map[string]int
}

func (r relations) find(id string) (relation, bool) {
	i, ok := r.byID[id]
	if !ok {
		return relation{}, false
	}
	return r.list[i], true
}

// readDocx reads the main part with its styles, lists and notes. A part that is missing or damaged is a loss, and the
// rest is read as far as it goes; without a main part there is no document.
func readDocx(ctx context.Context, in Input) (*core.Document, error) {
	if bytes.HasPrefix(in.Raw, []byte(oleMagic)) {
		if bytes.Contains(in.Raw, utf16le("EncryptedPackage")) {
			return nil, errors.New("the document is encrypted; open it with its password and save a copy without one")
		}
		return nil, errors.New("the document is in the format of Word 97 to 2003; save it as .docx")
	}
	z, err := zip.NewReader(bytes.NewReader(in.Raw), int64(len(in.Raw)))
	if err != nil {
		return nil, fmt.Errorf("the document is damaged and cannot be unpacked; open it in a word processor and save it anew: %w", unzip(err))
	}
	if len(z.File) > maxDocxEntries {
		return nil, fmt.Errorf("the document has %d parts, more than %d", len(z.File), maxDocxEntries)
	}
	r := &docx{ctx: ctx, files: make(map[string]*zip.File, len(z.File)), tree: &xmlTree{}, notes: map[string]*docxNotes{}}
	r.Encoding = "utf-8"
	for _, f := range z.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		if _, ok := r.files[name]; ok {
			r.lose("duplicate-part", func(n int) string {
				return plural(n, "part has", "parts have") + " the name of another one, such as " + name
			})
			continue
		}
		r.files[name] = f
	}
	main := "word/document.xml"
	for _, rel := range r.relations("").list {
		if strings.HasSuffix(rel.kind, "/officeDocument") && !rel.external {
			main = rel.target
		}
	}
	body, err := r.part(main)
	if err != nil {
		return nil, fmt.Errorf("the document has no text that can be read (%s): %w", main, err)
	}
	r.base = path.Dir(main)
	r.rels = r.relations(main)
	r.readStyles()
	r.readNumbering()
	r.readNotes("footnotes")
	r.readNotes("endnotes")
	if err := r.read(body); err != nil {
		return nil, err
	}
	r.asides(z)
	r.reveal()
	doc := r.finish()
	r.boldHeadings(doc)
	for i := range doc.Hidden { // blanks at the end are no text
		h := &doc.Hidden[i].Span
		h.Start = min(h.Start, len(doc.Text))
		h.End = h.Start
	}
	return doc, ctx.Err()
}

func utf16le(s string) []byte {
	out := make([]byte, 0, 2*len(s))
	for i := range len(s) {
		out = append(out, s[i], 0)
	}
	return out
}

var errTooLarge = errors.New("it unpacks to more than is read")

// part unpacks a part and decodes it.
func (r *docx) part(name string) (string, error) {
	f := r.files[name]
	if f == nil {
		return "", errors.New("there is no such part")
	}
	if f.Flags&1 != 0 {
		return "", errors.New("it is encrypted")
	}
	raw, err := r.unpack(f)
	if len(raw) == 0 && err != nil {
		return "", err
	}
	if err != nil {
		if errors.Is(err, errTooLarge) {
			return "", err
		}
		r.damaged(name)
	}
	s, _, _, losses, err := Decode(raw)
	if err != nil {
		return "", err
	}
	r.Losses = append(r.Losses, losses...)
	return s, nil
}

func (r *docx) damaged(name string) {
	r.lose("damaged-part", func(n int) string {
		return plural(n, "part is", "parts are") + " damaged and read as far as possible, such as " + name
	})
}

// unpack gives what a part holds, counting what comes out.
func (r *docx) unpack(f *zip.File) ([]byte, error) {
	limit := min(maxDocxPart, maxDocxTotal-r.total, 1<<20+maxDocxRatio*int64(min(f.CompressedSize64, maxDocxPart)))
	rd, err := f.Open()
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(rd, limit+1))
	if e := rd.Close(); err == nil {
		err = e // the checksum
	}
	r.total += int64(len(raw))
	if int64(len(raw)) > limit {
		return nil, fmt.Errorf("%s: %w", f.Name, errTooLarge)
	}
	return raw, err
}

// relations reads the links of a part; those of the package have the name "".
func (r *docx) relations(name string) relations {
	dir, file := path.Split(name)
	rels := dir + "_rels/" + file + ".rels"
	out := relations{byID: map[string]int{}}
	if r.files[rels] == nil {
		return out
	}
	s, err := r.part(rels)
	if err != nil {
		r.damaged(rels)
		return out
	}
	sc := newXMLScanner(s, docxNamespaces)
	for t, ok := sc.next(); ok; t, ok = sc.next() {
		if t.kind != xmlStart || t.name != "Relationship" && !strings.HasSuffix(t.name, ":Relationship") {
			continue
		}
		rel := relation{kind: attribute(t.raw, "Type"), target: attribute(t.raw, "Target"), external: attribute(t.raw, "TargetMode") == "External", raw: s[t.pos:sc.pos]}
		if !rel.external {
			if strings.HasPrefix(rel.target, "/") {
				rel.target = strings.TrimPrefix(path.Clean(rel.target), "/")
			} else {
				rel.target = strings.TrimPrefix(path.Join("/", dir, rel.target), "/")
			}
		}
		if _, ok := out.byID[attribute(t.raw, "Id")]; !ok {
			out.byID[attribute(t.raw, "Id")] = len(out.list)
			out.list = append(out.list, rel)
		}
	}
	return out
}

// related returns the name of the part that the main part links to with a kind.
func (r *docx) related(kind string) string {
	for _, rel := range r.rels.list {
		if !rel.external && strings.HasSuffix(rel.kind, "/"+kind) {
			return rel.target
		}
	}
	if name := path.Join(r.base, kind+".xml"); r.files[name] != nil {
		return name
	}
	return ""
}

// side reads a part that the main part cannot do without but may lack; "" when there is none.
func (r *docx) side(kind string) (name, s string) {
	name = r.related(kind)
	if name == "" {
		return "", ""
	}
	s, err := r.part(name)
	if err != nil {
		r.lose("missing-part", func(n int) string {
			return plural(n, "part", "parts") + " could not be read, such as " + name + ": " + err.Error()
		})
	}
	return name, s
}
