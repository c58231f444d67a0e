package reader

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"lemma/core"
)

func init() {
	Register(Format{
		Name: "html", MediaType: "text/html", Extensions: []string{".html", ".htm", ".xhtml"},
		Sniff: sniffHTML,
		Read:  readHTML,
	})
}

// sniffHTML looks for what pages begin with.
func sniffHTML(head []byte) int {
	s := bytes.ToLower(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"))
	for bytes.HasPrefix(s, []byte("<!--")) || bytes.HasPrefix(s, []byte("<?xml")) {
		_, rest, ok := bytes.Cut(s, []byte(">"))
		if !ok {
			return 0
		}
		s = bytes.TrimLeft(rest, " \t\r\n")
	}
	switch {
	case bytes.HasPrefix(s, []byte("<!doctype html")), bytes.HasPrefix(s, []byte("<html")):
		return 95
	case bytes.HasPrefix(s, []byte("<head")), bytes.HasPrefix(s, []byte("<body")):
		return 80
	}
	n := 0
	for _, tag := range []string{"<p>", "<div", "<h1", "<h2", "</p>", "<ul>", "<table", "<br>", "</a>", "</div>"} {
		n += min(3, bytes.Count(s, []byte(tag)))
	}
	if !bytes.HasPrefix(s, []byte("<")) {
		n /= 3
	}
	return min(n*10, 70)
}

// readHTML reads a page: its content as a browser shows it, with formulas as TeX, and the boxes of the generators of
// mathematical pages as environments.
func readHTML(ctx context.Context, in Input) (*core.Document, error) {
	src, encoding, runs, losses, err := decodeHTML(in.Raw, in.ContentType)
	if err != nil {
		return nil, err
	}
	xml := strings.EqualFold(path.Ext(in.Name), ".xhtml") || strings.Contains(in.ContentType, "xhtml") || strings.HasPrefix(strings.TrimLeft(src[:min(len(src), 200)], " \n\t"), "<?xml")
	tree, err := newHTMLTree(ctx, src, xml)
	if err != nil {
		return nil, err
	}
	w := newPageWalker(ctx, newPageWriter([]byte(src)), tree)
	w.outline()
	if w.err != nil {
		return nil, w.err
	}
	doc := &core.Document{Encoding: encoding, Losses: append(losses, w.losses()...), Parts: []core.Part{{Name: in.Name, Raw: in.Raw}}}
	w.finish(doc)
	labels(doc)
	for _, h := range w.hidden {
		doc.Hidden = append(doc.Hidden, core.Hidden{Text: h.span.Of(src), Span: original(runs, h.span), Why: h.why})
	}
	sortHidden(doc.Hidden)
	doc.Runs = through(doc.Runs, runs)
	if len(doc.Runs) == 0 { // nothing is left: the empty text stands at the beginning
		doc.Runs = []core.Run{{}}
	}
	return doc, nil
}

// pageLosses word what of a page, or of the pages of a book, was not carried over, by its kind.
var pageLosses = map[string]func(n int) string{
	"image":   func(n int) string { return plural(n, "image is", "images are") + " not read" },
	"formula": func(n int) string { return plural(n, "formula has", "formulas have") + " no form that can be read" },
	"page": func(n int) string {
		return "what stands around the content of the page is left out: " + plural(n, "part", "parts") + " such as navigation, headers and footers"
	},
	"nesting": func(n int) string {
		return plural(n, "element is", "elements are") + " nested deeper than in any page; their tags are left out"
	},
}

// losses says what of a page was not carried over.
func (w *pageWalker) losses() (out []core.Loss) {
	for _, l := range []struct {
		kind, text string
		n          int
	}{
		{"image", pageLosses["image"](w.images), w.images},
		{"formula", pageLosses["formula"](w.lost), w.lost},
		{"page", pageLosses["page"](w.parts), w.parts},
		{"nesting", pageLosses["nesting"](w.tree.dropped), w.tree.dropped},
		{"length", fmt.Sprintf("the page has more parts than the %d that are read; its last %d KB are left out", maxHTMLNodes, w.tree.unread>>10), w.tree.unread},
	} {
		if l.n > 0 {
			out = append(out, core.Loss{Kind: l.kind, Count: l.n, Text: l.text})
		}
	}
	return out
}

// through leads runs on through the runs below them: those from a text to its source, and from there to the original.
func through(runs, below []core.Run) []core.Run {
	if len(below) == 0 {
		return runs
	}
	out := make([]core.Run, 0, len(runs))
	d := core.Document{Runs: below}
	next := 0
	for _, r := range runs {
		if r.Fixed {
			_, o := d.Original(core.Span{Start: r.Orig, End: r.Orig + r.Width})
			r.Orig, r.Width = o.Start, o.Len()
			out = append(out, r)
			continue
		}
		if next >= len(below) || below[next].Text > r.Orig {
			next, _ = slices.BinarySearchFunc(below, r.Orig, func(b core.Run, at int) int { return b.Text - at })
			next = max(next-1, 0)
		}
		for next < len(below) && below[next].Text+below[next].N <= r.Orig {
			next++
		}
		for i := next; i < len(below) && below[i].Text < r.Orig+r.N; i++ {
			b := below[i]
			s, e := max(b.Text, r.Orig), min(b.Text+b.N, r.Orig+r.N)
			if !b.Fixed {
				b.Orig += s - b.Text
			}
			b.Text, b.N = r.Text+s-r.Orig, e-s
			out = append(out, b)
		}
	}
	return out
}
