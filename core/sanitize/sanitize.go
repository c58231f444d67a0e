// Package sanitize scans documents for what could harm a reader, human or machine: injected instructions, hidden
// characters, embedded code, external resources, path traversal, and content that is not what its name says.
//
// The rules are a table in assets/hygiene. A text is folded once to what a reader takes it for, all words of all rules
// are found in one pass over that, and patterns are matched by registers, so that the time is linear whatever the text
// holds. The package does no input or output.
package sanitize

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"lemma/core"
)

// Input is one document to scan.
type Input struct {
	Document    *core.Document // nil when no reader took the file
	Name        string
	Raw         []byte // of a file that no reader took
	Familiarity core.Familiarity
	Unread      string // why no reader took it
	Partial     bool   // there is more than Raw, which cannot be scanned
	Link        string // where a link of an archive leads
	Digest      core.Digest
}

// Options of a scan. The zero value scans with the embedded rules.
type Options struct {
	Rules       *Rules // nil: the embedded ones
	LenientHome bool   // no rules of hidden-characters and external-resources for content from home
	Progress    func(done, total int)
}

// Scan returns what the rules find in the documents, in their order.
func Scan(ctx context.Context, in []Input, opt Options) (*core.HygieneReport, error) {
	rules := opt.Rules
	if rules == nil {
		var err error
		if rules, err = Embedded(); err != nil {
			return nil, err
		}
	}
	report := &core.HygieneReport{Documents: make([]core.DocumentHygiene, 0, len(in)), Passed: true, AutoApproved: true}
	found := make([][]core.Finding, len(in))
	var mu sync.Mutex
	done := 0
	err := sideBySide(len(in), func(i int) (err error) {
		found[i], err = document(ctx, rules, in[i])
		if opt.Progress != nil {
			mu.Lock()
			defer mu.Unlock()
			done++
			opt.Progress(done, len(in))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i, d := range in {
		fs := rules.tier(found[i], d.Familiarity, opt.LenientHome)
		report.Documents = append(report.Documents, core.DocumentHygiene{Name: d.Name, Digest: d.Digest, Familiarity: d.Familiarity, Unread: d.Unread, Findings: fs})
		report.AutoApproved = report.AutoApproved && d.Familiarity == core.Home
		for _, f := range fs {
			report.Passed = report.Passed && f.Severity != core.Critical
			report.AutoApproved = report.AutoApproved && f.Severity.Rank() == 0
		}
	}
	return report, nil
}

// sideBySide calls f for 0 … n-1, several at once. The error is that of the lowest number; a panic becomes one.
func sideBySide(n int, f func(i int) error) error {
	errs := make([]error, n)
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					errs[i] = fmt.Errorf("the scan failed: %v\n%s", p, debug.Stack())
				}
				<-slots
			}()
			errs[i] = f(i)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// tier keeps the findings of the rules that apply. At home an image or a hidden character is ordinary; what is left of
// those two categories is what stays critical in its context.
func (r *Rules) tier(fs []core.Finding, f core.Familiarity, lenient bool) []core.Finding {
	out := make([]core.Finding, 0, len(fs))
	for _, x := range fs {
		quiet := x.Category == core.HiddenCharacters || x.Category == core.ExternalResources
		switch {
		case f != core.Home || x.Rule == "er-hosts":
		case quiet && lenient, r.rows[r.ids[x.Rule]].Tier != "home":
			continue
		case quiet && x.Severity == core.Warning:
			x.Severity = core.Info
		}
		out = append(out, x)
	}
	return out
}

// document scans the parts of one document, or the bytes of a file that no reader took.
func document(ctx context.Context, rules *Rules, in Input) ([]core.Finding, error) {
	parts := []core.Part{{Name: in.Name, Raw: in.Raw}}
	if in.Document != nil && len(in.Document.Parts) > 0 {
		parts = in.Document.Parts
	}
	d := in.Document
	if d != nil && d.Container != nil {
		return container(ctx, rules, in)
	}
	texts := len(parts)
	if d != nil && len(d.Runs) > 0 {
		texts++ // the text that the reader made is scanned beside the originals
	}
	found := make([][]core.Finding, texts)
	err := sideBySide(texts, func(i int) (err error) {
		if i < len(parts) {
			found[i], err = original(ctx, rules, in, i, parts[i])
		} else {
			found[i], err = made(ctx, rules, d)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := slices.Concat(found[:len(parts)]...)
	if texts > len(parts) {
		out = append(out, expanded(rules, d, found[len(parts)], out)...)
	}
	return out, nil
}

// scanFile starts the scan of a file with what its name says.
func scanFile(rules *Rules, in Input, name string) (s *scan, member string) {
	s = newScan(rules, name)
	if in.Document != nil && in.Document.MediaType == "text/html" { // a page from the web has no extension
		s.format = html
	}
	_, member, local := cutMember(name)
	s.scanName(member, local)
	if in.Partial {
		s.onName("ct-unscanned", name)
	}
	if in.Link != "" {
		s.scanLink(member, in.Link)
	}
	return s, member
}

// container scans a file whose bytes are no text: the bytes for their type, then what a reader of the page sees, and
// what one would not. Places are offsets in the document's text.
func container(ctx context.Context, rules *Rules, in Input) ([]core.Finding, error) {
	d := in.Document
	s, member := scanFile(rules, in, in.Name)
	s.scanType(d.Container, member)
	s.scanBinary(d.Container)
	s.settle()
	out := s.findings(d.Name)
	for i := range out {
		out[i].Start, out[i].End, out[i].Line, out[i].Column = 0, 0, 1, 1
	}
	visible, err := made(ctx, rules, d)
	if err != nil {
		return nil, err
	}
	for i := range visible {
		visible[i].Page, _ = d.Page(visible[i].Start)
	}
	hidden, err := scanHidden(ctx, rules, d)
	return slices.Concat(out, visible, hidden), err
}

// scanHidden scans the hidden text of a container. Its findings stand where the text would.
func scanHidden(ctx context.Context, rules *Rules, d *core.Document) ([]core.Finding, error) {
	var b strings.Builder
	at := make(spans, len(d.Hidden))
	for i, h := range d.Hidden {
		at[i] = core.Span{Start: b.Len(), End: b.Len() + len(h.Text)}
		b.WriteString(h.Text + "\n\n")
	}
	s := newScan(rules, d.Name)
	s.src = b.String()
	if err := s.scanText(ctx, at); err != nil {
		return nil, err
	}
	out := s.findings(d.Name)
	for i := range out {
		f := &out[i]
		h := d.Hidden[min(sort.Search(len(at), func(i int) bool { return at[i].End > f.Start }), len(at)-1)]
		f.Start, f.End = h.Span.Start, h.Span.Start
		f.Line, f.Column = place(d.Parts[0].Raw, f.Start)
		f.Page, _ = d.Page(f.Start)
	}
	return out, nil
}

// original scans the bytes of one part.
func original(ctx context.Context, rules *Rules, in Input, i int, p core.Part) ([]core.Finding, error) {
	s, member := scanFile(rules, in, p.Name)
	s.decodes = in.Document != nil && in.Document.Encoding != "" && in.Document.Encoding != "utf-8"
	s.scanType(p.Raw, member)
	back, readable := s.text(p.Raw)
	if readable {
		var known spans
		if in.Document != nil && back == nil {
			for _, h := range in.Document.Hidden {
				if h.Part == i && h.Span.Start >= 0 && h.Span.End <= len(p.Raw) {
					known = append(known, h.Span)
				}
			}
			if s.format == source {
				s.showCode(in.Document, i)
			}
		}
		if err := s.scanText(ctx, known); err != nil {
			return nil, err
		}
	} else {
		s.scanBinary(p.Raw)
		s.settle()
	}
	found := s.findings(p.Name)
	if back != nil {
		for k := range found {
			found[k].Start, found[k].End = back(found[k].Start), back(found[k].End)
		}
	}
	return found, nil
}

// made scans the text that a reader made, with what the reader knows to be code.
func made(ctx context.Context, rules *Rules, d *core.Document) ([]core.Finding, error) {
	s := newScan(rules, d.Name)
	s.src, s.made = d.Text, true
	s.shown = codeOf(d)
	if err := s.scanText(ctx, nil); err != nil {
		return nil, err
	}
	return s.findings(d.Name), nil
}

// codeOf returns what the reader knows to be code, in the document's text.
func codeOf(d *core.Document) (out spans) {
	for i := range d.Blocks {
		if d.Blocks[i].Kind == core.Code {
			out = append(out, d.Blocks[i].Body)
		}
	}
	for _, m := range d.Marks {
		if m.Kind == core.Verb {
			out = append(out, m.Span)
		}
	}
	return out
}

// showCode takes what the reader knows to be code in one of the parts, whose notation the scan does not know.
func (s *scan) showCode(d *core.Document, part int) {
	for _, c := range codeOf(d) {
		if p, o := d.Original(c); p == part && o.Start < o.End && o.End <= len(s.src) {
			s.shown = append(s.shown, o)
		}
	}
}

// expanded keeps, of what was found in the text that a reader made, what no part says by itself: words that macros or
// the layout put together.
func expanded(rules *Rules, d *core.Document, inText, inParts []core.Finding) []core.Finding {
	known := map[string]bool{}
	for _, f := range inParts {
		known[f.Rule] = true
	}
	var out []core.Finding
	for _, f := range inText {
		r := &rules.rows[rules.ids[f.Rule]]
		if known[f.Rule] || r.View != "folded" {
			continue
		}
		part, span := d.Original(core.Span{Start: f.Start, End: f.End})
		if f.Start, f.End = span.Start, span.End; part < len(d.Parts) {
			f.Document = d.Parts[part].Name
			f.Line, f.Column = place(d.Parts[part].Raw, f.Start)
		}
		out = append(out, f)
	}
	return out
}

// place returns line and column of an offset.
func place(raw []byte, at int) (line, column int) {
	b := raw[:min(max(at, 0), len(raw))]
	return 1 + bytes.Count(b, []byte("\n")), 1 + utf8.RuneCount(b[bytes.LastIndexByte(b, '\n')+1:])
}

func newScan(rules *Rules, name string) *scan {
	s := &scan{rules: rules, format: markdown}
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		s.format = html
	case ".tex", ".ltx", ".sty", ".cls":
		s.format = tex
	case ".txt", ".text":
		s.format = plain
	case ".rst", ".rest", ".adoc", ".asciidoc", ".org":
		s.format = source
	case ".xml", ".rfcxml", ".ptx", ".dbk":
		s.format, s.vocabulary = source, true
	}
	return s
}

// maxArchiveName bounds how far the end of an archive's name is looked for, in bytes.
const maxArchiveName = 4096

// cutMember splits the name of an archive's member, "notes.zip!a/b.md". The name of a file is the user's own.
func cutMember(name string) (archive, member string, local bool) {
	for i := range min(len(name), maxArchiveName) {
		if name[i] != '!' {
			continue
		}
		archive = name[:i]
		switch strings.ToLower(path.Ext(archive)) {
		case ".zip", ".tgz", ".gz", ".tar", ".docx", ".epub":
			return archive, name[i+1:], false
		}
		if strings.Contains(archive, "://") { // addresses of documents hold no "!" of their own
			return archive, name[i+1:], false
		}
	}
	return "", name, true
}

// text decides whether the bytes are text, and decodes UTF-16; back maps offsets to the bytes, nil where they agree.
func (s *scan) text(raw []byte) (back func(int) int, ok bool) {
	if order := byteOrder(raw); order != 0 {
		var b []byte
		at := make([]int32, 0, len(raw))
		for i := 2; i+1 < len(raw); i += 2 {
			u := rune(raw[i]) | rune(raw[i+1])<<8
			if order == 'b' {
				u = rune(raw[i])<<8 | rune(raw[i+1])
			}
			start := i
			if u >= 0xD800 && u < 0xDC00 && i+3 < len(raw) {
				l := rune(raw[i+2]) | rune(raw[i+3])<<8
				if order == 'b' {
					l = rune(raw[i+2])<<8 | rune(raw[i+3])
				}
				if l >= 0xDC00 && l < 0xE000 {
					u = (u-0xD800)<<10 + (l - 0xDC00) + 0x10000
					i += 2
				}
			}
			b = utf8.AppendRune(b, u)
			for len(at) < len(b) {
				at = append(at, int32(start))
			}
		}
		s.src = string(b)
		return func(i int) int {
			if i >= len(at) {
				return len(raw)
			}
			return int(at[i])
		}, true
	}
	switch kindOf(raw) {
	case kindZip, kindGzip, kindPDF:
		return nil, false
	}
	s.src = string(raw)
	return nil, bytes.Count(raw, []byte{0})*20 <= len(raw)
}

// scanBinary looks into what is no text for the one kind of content whose actions are words.
func (s *scan) scanBinary(raw []byte) {
	if kindOf(raw) != kindPDF {
		return
	}
	for _, w := range []string{"/JavaScript", "/JS", "/Launch", "/RichMedia", "/EmbeddedFile"} {
		for i := 0; ; {
			n := bytes.Index(raw[i:], []byte(w))
			if n < 0 {
				break
			}
			i += n + len(w)
			if i < len(raw) && !isLetter(raw[i]) {
				s.src = string(raw[:min(len(raw), i)])
				s.hit("ec-pdf-action", i-len(w), i)
				return
			}
		}
	}
}
