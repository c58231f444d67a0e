// Package reader turns the bytes of one file into a Document: its text in reading order, its blocks, its references
// and the way back to the bytes. There is one file, or one family of files, a format; a format registers itself from
// its init, so that a new one is a new file and nothing else.
//
// Readers see hostile input. They take time linear in it, nest to a bounded depth, and never fail on malformed
// markup: what they do not understand is text. They open no file themselves; what an input includes comes through
// Input.Open.
package reader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"mime"
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"

	"lemma/core"
)

// Input is one file to read.
type Input struct {
	Name string // as the document will be called
	Raw  []byte
	// Open gives a file that this one includes, by the path written there; nil when there is none to open (standard
	// input). It refuses paths that leave the root.
	Open func(rel string) (name string, raw []byte, err error)
	// ContentType is what a server says the file is, "text/html; charset=utf-8"; empty for files, whose name says it.
	ContentType string
	// Progress is called between pages or parts of a long document; nil: nobody looks. While total is 0 the reader gets
	// ready.
	Progress func(done, total int)
	// PDF takes PDF documents apart; nil: they cannot be read.
	PDF PDF
}

// Format is a file format and its reader.
type Format struct {
	Name       string                // "markdown"
	MediaType  string                // "text/markdown"
	Extensions []string              // ".md", ".markdown", in lower case
	Sniff      func(head []byte) int // 0…100: how sure the first bytes are of this format; nil: by name only
	// Read fills Text, Blocks, Marks, Refs, Hidden, Losses, Runs, Pages, Encoding and Parts: Parts[0], and what it
	// included. Of a Container it leaves Runs and Parts empty.
	Read      func(ctx context.Context, in Input) (*core.Document, error)
	Container bool // its files are no text
}

// UnsupportedError says that no reader takes a file.
type UnsupportedError struct {
	Name   string // of the file
	What   string // what it seems to be, "a PNG image"; may be empty
	Advice string // what to do instead; empty: to look what is supported
}

// Error names the file and what to do, or what could be read instead.
func (e *UnsupportedError) Error() string {
	advice := e.Advice
	if advice == "" {
		advice = "supported: " + strings.Join(Names(), ", ")
	}
	return fmt.Sprintf("%s: %s cannot be read; %s", e.Name, e.kind(), advice)
}

// Unread says the same of a file that is looked at without a reader.
func (e *UnsupportedError) Unread() string { return e.kind() + ", which no reader takes" }

func (e *UnsupportedError) kind() string {
	if e.What == "" {
		return "a file of an unknown type"
	}
	return e.What
}

// ErrBinary says that a file with a text format's name does not hold text.
var ErrBinary = errors.New("binary content, not text")

// headSize is how many first bytes a format may look at.
const headSize = 4096

var formats []Format

// Register adds a format. It is called from init only.
func Register(f Format) {
	formats = append(formats, f)
	sort.Slice(formats, func(i, j int) bool { return formats[i].Name < formats[j].Name })
}

// Formats lists the formats, sorted by name.
func Formats() []Format { return slices.Clone(formats) }

// Names lists the formats by name, for messages.
func Names() []string {
	var out []string
	for _, f := range formats {
		out = append(out, f.Name)
	}
	return out
}

// For chooses the format of a file by its name and its first bytes. The name wins when both speak; disagreement then
// says what the content looks like. The error is an *UnsupportedError or wraps ErrBinary.
func For(name string, head []byte) (f Format, disagreement string, err error) {
	head = head[:min(len(head), headSize)]
	ext := strings.ToLower(path.Ext(name))
	byName := slices.IndexFunc(formats, func(f Format) bool { return slices.Contains(f.Extensions, ext) })
	best, sure := -1, 0
	for i, f := range formats {
		if f.Sniff != nil {
			if s := f.Sniff(head); s > sure {
				best, sure = i, s
			}
		}
	}
	switch {
	case byName >= 0 && best >= 0 && best != byName && sure >= 90:
		return formats[byName], formats[best].Name, nil
	case byName >= 0:
		return formats[byName], "", nil
	case best >= 0 && (ext == "" || name == "-" || ext == ".xml" && sure >= 90): // the root of XML says what it is
		return formats[best], "", nil
	}
	k, known := kindOf(name, head)
	if (!known || k.magic == zipMagic) && best >= 0 && sure >= 90 {
		k = kind{what: formats[best].Name + " content under another extension", advice: "let its name end in " + formats[best].Extensions[0]}
	}
	return Format{}, "", &UnsupportedError{Name: name, What: k.what, Advice: k.advice}
}

// generic are the types that servers give to files they know nothing of, and plain text to those they do not tell
// apart.
var generic = []string{"", "text/plain", "application/octet-stream", "binary/octet-stream", "application/x-download", "application/force-download", "application/xml", "text/xml"}

// mediaTypes are the names that types had before they had one.
var mediaTypes = map[string]string{
	"text/x-markdown": "text/markdown", "application/x-tex": "text/x-tex", "application/x-latex": "text/x-tex", "text/x-latex": "text/x-tex", "application/tex": "text/x-tex",
	"application/x-pdf": "application/pdf", "application/xhtml+xml": "text/html",
}

// Choose is For for an input, of which a server may have said what it is. Its word counts where it says something;
// else the name at the end of the URL does, and then the content.
func Choose(in Input) (f Format, disagreement string, err error) {
	if in.ContentType == "" {
		return For(in.Name, in.Raw)
	}
	media, _, merr := mime.ParseMediaType(in.ContentType)
	if merr != nil {
		media, _, _ = strings.Cut(strings.ToLower(in.ContentType), ";")
	}
	if now := mediaTypes[media]; now != "" {
		media = now
	}
	name := ""
	if slices.Contains(generic, media) {
		if u, uerr := url.Parse(in.Name); uerr == nil {
			name = path.Base(u.Path)
		}
	} else if i := slices.IndexFunc(formats, func(f Format) bool { return f.MediaType == media }); i >= 0 {
		name = formats[i].Extensions[0]
	} else {
		return Format{}, "", &UnsupportedError{Name: in.Name, What: "a page of the type " + media}
	}
	if f, disagreement, err = For(name, in.Raw); err != nil {
		f, disagreement, err = For("", in.Raw)
	}
	return f, disagreement, err
}

// Read reads one file: it chooses the format, reads, and fills in name, media type, digest and size. A panic of a
// reader becomes an error that names the document.
func Read(ctx context.Context, in Input) (doc *core.Document, err error) {
	f, looks, err := Choose(in)
	if err != nil {
		return nil, err
	}
	if len(in.Raw) == 0 && f.Container {
		return nil, fmt.Errorf("%s: it is empty: 0 bytes", in.Name)
	}
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("%s: the %s reader failed: %v", in.Name, f.Name, p)
		}
	}()
	if doc, err = f.Read(ctx, in); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, mistaken(err, f, looks, in))
	}
	finish(doc, f, in)
	return doc, nil
}

// mistaken says of a file that its reader failed on that it is something else, when it is.
func mistaken(err error, f Format, looks string, in Input) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == looks }); i >= 0 {
		return fmt.Errorf("its content is %s, not %s; let its name end in %s", looks, f.Name, formats[i].Extensions[0])
	}
	if errors.Is(err, ErrBinary) || f.Container && !bytes.HasPrefix(in.Raw, []byte(zipMagic)) {
		if k, ok := kindOfContent(in.Raw); ok && !(f.Container && k.magic == oleMagic) { // which the reader told apart
			what := "it is " + k.what + ", not " + f.Name
			if k.advice != "" {
				what += "; " + k.advice
			}
			return errors.New(what)
		}
	}
	return err
}

// finish fills in what does not depend on the format.
func finish(doc *core.Document, f Format, in Input) {
	doc.Name = in.Name
	if doc.MediaType == "" {
		doc.MediaType = f.MediaType
	}
	if doc.Familiarity == "" {
		doc.Familiarity = core.Home
	}
	switch {
	case f.Container:
		doc.Container, doc.Parts = in.Raw, []core.Part{{Name: in.Name, Raw: []byte(doc.Text)}}
	case len(doc.Parts) == 0:
		doc.Parts = []core.Part{{Name: in.Name, Raw: in.Raw}}
	}
	doc.Size = 0
	var all strings.Builder
	for i := range doc.Parts {
		p := &doc.Parts[i]
		p.Digest = core.DigestOf(p.Raw)
		doc.Size += int64(len(p.Raw))
		all.WriteString(string(p.Digest))
	}
	doc.Digest = doc.Parts[0].Digest
	if len(doc.Parts) > 1 {
		doc.Digest = core.DigestOf([]byte(all.String()))
	}
	if f.Container {
		doc.Digest, doc.Size = core.DigestOf(in.Raw), int64(len(in.Raw))
	}
	for i := range doc.Losses {
		if doc.Losses[i].Document == "" {
			doc.Losses[i].Document = in.Name
		}
	}
	for i := range doc.Blocks {
		if b := &doc.Blocks[i]; b.Kind == core.Heading || b.Kind == core.Environment {
			unadorn(doc.Text, b)
		}
	}
}
