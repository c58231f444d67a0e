package reader

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html/charset"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "epub", MediaType: "application/epub+zip", Extensions: []string{".epub"},
		Sniff:     sniffEPUB,
		Read:      readEPUB,
		Container: true,
	})
}

// The bounds of a book, unpacked.
const (
	maxEPUBFiles = 20000
	maxEPUBFile  = 50 << 20
	maxEPUBTotal = 200 << 20
	maxEPUBAside = 1 << 20 // of pages that are in the book and not in its reading order
)

// sniffEPUB looks for the first member of a book, which is not compressed so that it can be found.
func sniffEPUB(head []byte) int {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return 0
	}
	if bytes.Contains(head[:min(len(head), 200)], []byte("mimetypeapplication/epub+zip")) {
		return 100
	}
	if bytes.Contains(head, []byte("META-INF/container.xml")) {
		return 70
	}
	return 0
}

// epub is an open book.
type epub struct {
	files  map[string]*zip.File
	left   int64 // bytes that may still be unpacked
	losses []core.Loss
	hidden []core.Hidden

	dir    string // of the package document
	items  map[string]epubItem
	spine  []epubItem
	titles map[string]string // of the table of contents, by path, with '#' and the fragment where there is one
	ids    map[string]int    // in how many chapters an id stands
	pages  []core.Page
}

// epubItem is a file of the book as its package lists it.
type epubItem struct {
	ID         string `xml:"id,attr"`
	Href       string `xml:"href,attr"`
	Type       string `xml:"media-type,attr"`
	Properties string `xml:"properties,attr"`
	path       string
	src        string
}

var errEPUBSize = fmt.Errorf("unpacks to more than %d MB", maxEPUBTotal>>20)

// readEPUB reads a book: the pages of its reading order as one text. A page that cannot be read is a loss.
func readEPUB(ctx context.Context, in Input) (*core.Document, error) {
	z, err := zip.NewReader(bytes.NewReader(in.Raw), int64(len(in.Raw)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, fmt.Errorf("is no EPUB book that can be opened: %w", unzip(err))
	}
	if len(z.File) > maxEPUBFiles {
		return nil, fmt.Errorf("holds %d files; a book of more than %d is not read", len(z.File), maxEPUBFiles)
	}
	b := &epub{files: make(map[string]*zip.File, len(z.File)), left: maxEPUBTotal, items: map[string]epubItem{}, titles: map[string]string{}, ids: map[string]int{}}
	for _, f := range z.File {
		if _, ok := b.files[f.Name]; !ok {
			b.files[f.Name] = f
		}
	}
	if err := b.open(); err != nil {
		return nil, err
	}
	if err := b.protected(); err != nil {
		return nil, err
	}
	doc := &core.Document{Encoding: "utf-8"}
	w := newPageWriter(nil)
	if err := b.load(ctx); err != nil {
		return nil, err
	}
	for i := range b.spine {
		if in.Progress != nil {
			in.Progress(i, len(b.spine))
		}
		if err := b.chapter(ctx, w, i); err != nil {
			return nil, err
		}
	}
	w.finish(doc)
	labels(doc)
	doc.Runs = nil
	if strings.TrimSpace(doc.Text) == "" {
		return nil, errors.New("holds no text that can be read")
	}
	for i := range b.pages { // a page begins with what it shows
		for p := &b.pages[i]; p.Start < len(doc.Text) && doc.Text[p.Start] <= ' '; p.Start++ {
		}
	}
	b.aside(len(doc.Text))
	doc.Hidden, doc.Losses, doc.Pages = b.hidden, mergeLosses(b.losses), b.pages
	return doc, nil
}

// read unpacks one file. Sizes are counted and not believed.
func (b *epub) read(name string) ([]byte, error) {
	f := b.files[name]
	if f == nil {
		return nil, fmt.Errorf("%s is not in the book", name)
	}
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("%s is encrypted", name)
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s cannot be unpacked: %w", name, err)
	}
	defer func() { _ = r.Close() }() // it was only read
	raw, err := io.ReadAll(io.LimitReader(r, min(b.left, maxEPUBFile)+1))
	b.left -= int64(len(raw))
	switch {
	case b.left < 0:
		return nil, errEPUBSize
	case len(raw) > maxEPUBFile:
		return nil, fmt.Errorf("%s unpacks to more than %d MB", name, maxEPUBFile>>20)
	case err != nil:
		return nil, fmt.Errorf("%s cannot be unpacked: %w", name, err)
	}
	return raw, nil
}

// unzip words an error of package zip.
func unzip(err error) error {
	if errors.Is(err, zip.ErrFormat) {
		return errors.New("the list of its parts, which stands at the end, is missing or damaged; if it was downloaded, download it again")
	}
	return err
}

// parse reads a small XML file of the book into v.
func (b *epub) parse(name string, v any) error {
	raw, err := b.read(name)
	if err != nil {
		return err
	}
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict = false
	d.Entity = xml.HTMLEntity
	d.CharsetReader = charset.NewReaderLabel
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%s is damaged: %w", name, err)
	}
	return nil
}

// open reads what the book says of itself: where its package is, its files and their order.
func (b *epub) open() error {
	var container struct {
		Roots []struct {
			Path string `xml:"full-path,attr"`
		} `xml:"rootfiles>rootfile"`
	}
	root := ""
	if err := b.parse("META-INF/container.xml", &container); err == nil && len(container.Roots) > 0 {
		root = unescapePercent(container.Roots[0].Path)
	}
	if b.files[root] == nil {
		for name := range b.files {
			if strings.HasSuffix(strings.ToLower(name), ".opf") && (root == "" || b.files[root] == nil || name < root) {
				root = name
			}
		}
	}
	if b.files[root] == nil {
		return errors.New("is no EPUB book: it has no package document")
	}
	var p struct {
		Items []epubItem `xml:"manifest>item"`
		Spine struct {
			NCX  string `xml:"toc,attr"`
			Refs []struct {
				ID string `xml:"idref,attr"`
			} `xml:"itemref"`
		} `xml:"spine"`
	}
	if err := b.parse(root, &p); err != nil {
		return err
	}
	b.dir = path.Dir(root)
	ncx := ""
	for _, it := range p.Items {
		href, _, _ := strings.Cut(it.Href, "#")
		it.path = path.Join(b.dir, unescapePercent(href))
		if strings.HasPrefix(it.path, "../") || strings.HasPrefix(href, "/") {
			b.hide(it.Href, "path in the package", 0)
			continue
		}
		if _, ok := b.items[it.ID]; !ok {
			b.items[it.ID] = it
		}
		if it.Type == "application/x-dtbncx+xml" && (ncx == "" || it.ID == p.Spine.NCX) {
			ncx = it.path
		}
		if strings.Contains(" "+it.Properties+" ", " nav ") {
			b.contents(it.path)
		}
	}
	if len(b.titles) == 0 && ncx != "" {
		b.ncx(ncx)
	}
	seen := map[string]bool{}
	for _, r := range p.Spine.Refs {
		it, ok := b.items[r.ID]
		if !ok || seen[it.path] || strings.Contains(" "+it.Properties+" ", " nav ") {
			continue
		}
		seen[it.path] = true
		b.spine = append(b.spine, it)
	}
	if len(b.spine) == 0 {
		return errors.New("is no EPUB book: its package lists no pages")
	}
	return nil
}

// protected reports books whose pages are encrypted. Fonts often are, which says nothing.
func (b *epub) protected() error {
	if b.files["META-INF/encryption.xml"] == nil {
		return nil
	}
	var e struct {
		Data []struct {
			Method struct {
				Algorithm string `xml:"Algorithm,attr"`
			} `xml:"EncryptionMethod"`
			Ref struct {
				URI string `xml:"URI,attr"`
			} `xml:"CipherData>CipherReference"`
		} `xml:"EncryptedData"`
	}
	if err := b.parse("META-INF/encryption.xml", &e); err != nil {
		b.lose("encryption", 1, err.Error())
		return nil
	}
	locked := map[string]bool{}
	for _, d := range e.Data {
		if a := d.Method.Algorithm; a != "http://www.idpf.org/2008/embedding" && a != "http://ns.adobe.com/pdf/enc#RC" {
			locked[unescapePercent(d.Ref.URI)] = true
		}
	}
	n := 0
	for _, it := range b.spine {
		if locked[it.path] {
			n++
		}
	}
	if n == len(b.spine) || n > 0 && n*2 > len(b.spine) {
		return errors.New("is protected against copying (DRM): its pages are encrypted; use a copy without protection")
	}
	return nil
}

func (b *epub) hide(text, why string, at int) {
	if strings.TrimSpace(text) != "" {
		b.hidden = append(b.hidden, core.Hidden{Text: text, Why: why, Span: core.Span{Start: at, End: at}})
	}
}

func (b *epub) lose(kind string, n int, text string) {
	b.losses = append(b.losses, core.Loss{Kind: kind, Count: n, Text: text})
}

// mergeLosses joins the losses of one kind and one wording.
func mergeLosses(list []core.Loss) (out []core.Loss) {
	at := map[string]int{}
	for _, l := range list {
		key := l.Kind
		if pageLosses[l.Kind] == nil {
			key += "\x00" + strings.TrimLeft(l.Text, "0123456789")
		}
		i, ok := at[key]
		if !ok {
			at[key] = len(out)
			out = append(out, l)
			continue
		}
		out[i].Count += l.Count
		if words := pageLosses[l.Kind]; words != nil {
			out[i].Text = words(out[i].Count)
		}
	}
	return out
}

// ncx reads the table of contents of EPUB 2.
func (b *epub) ncx(name string) {
	raw, err := b.read(name)
	if err != nil {
		return
	}
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict, d.Entity, d.CharsetReader = false, xml.HTMLEntity, charset.NewReaderLabel
	label, text := false, ""
	for {
		t, err := d.RawToken()
		if err != nil {
			return
		}
		switch t := t.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "text":
				label, text = true, ""
			case "content":
				for _, a := range t.Attr {
					if a.Name.Local == "src" {
						b.entry(path.Dir(name), a.Value, text)
					}
				}
			}
		case xml.EndElement:
			if t.Name.Local == "text" {
				label = false
			}
		case xml.CharData:
			if label {
				text += string(t[:min(len(t), 1000)])
			}
		}
	}
}

// contents reads the navigation document of EPUB 3.
func (b *epub) contents(name string) {
	raw, err := b.read(name)
	if err != nil {
		return
	}
	src, _, _, _, err := decodeHTML(raw, "")
	if err != nil {
		return
	}
	t, err := newHTMLTree(context.Background(), src, true)
	if err != nil {
		return
	}
	w := newPageWalker(context.Background(), newPageWriter([]byte(src)), t)
	for i := range t.nodes {
		if href, ok := t.nodes[i].attr("href"); ok && t.nodes[i].tag == "a" {
			b.entry(path.Dir(name), href, w.plain(int32(i), 300))
		}
	}
}

// entry notes a title of the table of contents; the first of a place stays.
func (b *epub) entry(dir, href, title string) {
	file, fragment, _ := strings.Cut(href, "#")
	key := path.Join(dir, unescapePercent(file))
	if fragment != "" {
		key += "#" + unescapePercent(fragment)
	}
	if _, ok := b.titles[key]; !ok {
		b.titles[key] = strings.Join(strings.Fields(title), " ")
	}
}

// load unpacks the pages of the reading order and counts their ids, so that those that several pages have can be told
// apart.
func (b *epub) load(ctx context.Context) error {
	ok := b.spine[:0]
	for _, it := range b.spine {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if it.Type != "" && it.Type != "application/xhtml+xml" && it.Type != "text/html" && it.Type != "application/x-dtbook+xml" && it.Type != "text/xml" {
			b.lose("unread-page", 1, "pages that are no text, such as "+it.path)
			continue
		}
		raw, err := b.read(it.path)
		if errors.Is(err, errEPUBSize) {
			return err
		}
		if err == nil {
			it.src, _, _, _, err = decodeHTML(raw, "")
		}
		if err != nil {
			b.lose("unread-page", 1, "a page cannot be read: "+err.Error())
			continue
		}
		for _, id := range idsOf(it.src) {
			b.ids[id]++
		}
		ok = append(ok, it)
	}
	if b.spine = ok; len(ok) == 0 {
		return errors.New("holds no page that can be read" + firstText(b.losses))
	}
	return nil
}

func firstText(l []core.Loss) string {
	if len(l) == 0 {
		return ""
	}
	return ": " + l[0].Text
}

// idsOf lists the ids in the source of a page, each once.
func idsOf(src string) (out []string) {
	seen := map[string]bool{}
	for _, key := range []string{` id="`, ` name="`, ` id='`} {
		quote := key[len(key)-1:]
		for at := 0; ; {
			i := strings.Index(src[at:], key)
			if i < 0 {
				break
			}
			at += i + len(key)
			n := strings.Index(src[at:min(len(src), at+maxHTMLAttr)], quote)
			if n < 0 {
				continue
			}
			if id := src[at : at+n]; !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
			at += n
		}
	}
	return out
}

// chapter appends a page to the text.
func (b *epub) chapter(ctx context.Context, pw *pageWriter, i int) error {
	it := b.spine[i]
	tree, err := newHTMLTree(ctx, it.src, true)
	if err != nil {
		return err
	}
	pw.src = []byte(it.src)
	w := newPageWalker(ctx, pw, tree)
	w.book = true
	name := func(file, id string) string {
		if b.ids[id] > 1 {
			return file + "#" + id
		}
		return id
	}
	w.name = func(id string) string { return name(it.path, id) }
	w.target = func(href string) (target, file string, ok bool) {
		target, file, ok = linkTarget(href)
		if !ok {
			return "", "", false
		}
		if file = path.Join(path.Dir(it.path), file); strings.HasPrefix(href, "#") {
			file = it.path
		}
		switch {
		case b.files[file] == nil: // it leads out of the book
			return target, file, true
		case target == "":
			return file, "", true
		}
		return name(file, target), "", true
	}
	w.anchor(it.path)
	if title := b.titles[it.path]; title != "" && !headed(tree) && tree.nodes[0].text > 200 {
		w.kind, w.prepare = core.Heading, core.Block{Level: 1}
		w.prepare.Number, w.prepare.Title = splitDivision(title)
		w.made(title, 0, 0)
		w.end()
	}
	w.children(0)
	w.rest()
	if w.err != nil {
		return w.err
	}
	for _, h := range w.hidden {
		b.hide(h.span.Of(it.src), h.why, h.at)
	}
	b.pages = append(b.pages, w.pages...)
	b.losses = append(b.losses, w.losses()...)
	b.spine[i].src = ""
	return nil
}

// headed reports whether a page has a heading of its own.
func headed(t *htmlTree) bool {
	for i := range t.nodes {
		if n := &t.nodes[i]; len(n.tag) == 2 && n.tag[0] == 'h' && isDigit(n.tag[1]) && n.text > 0 {
			return true
		}
	}
	return false
}

// aside keeps the pages that are in the book and not in its reading order: nobody who turns the pages sees them.
func (b *epub) aside(at int) {
	left := maxEPUBAside
	shown := map[string]bool{}
	for _, it := range b.spine {
		shown[it.path] = true
	}
	for _, it := range b.items {
		if strings.Contains(it.Properties, "nav") {
			shown[it.path] = true // it is shown beside the pages
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		ext := strings.ToLower(path.Ext(name))
		if shown[name] || ext != ".xhtml" && ext != ".html" && ext != ".htm" || left <= 0 {
			continue
		}
		raw, err := b.read(name)
		if err != nil {
			b.lose("unread-page", 1, "a page cannot be read: "+err.Error())
			continue
		}
		text := strings.ToValidUTF8(string(raw[:min(len(raw), left)]), "\uFFFD")
		left -= len(text)
		b.hide(text, "not in the reading order", at)
	}
}
