package acquire

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"lemma/core"
	"lemma/core/acquire/reader"
	"lemma/core/acquire/web"
)

// fetched is an answer while it is read: its bytes count, and make its digest.
type fetched struct {
	*web.Response
	asked string
	sum   hash.Hash
	size  int64
	most  int64         // bytes; 0: the answer has its own limit
	keep  *bytes.Buffer // nil: nobody asked for it
}

// Read implements io.Reader.
func (f *fetched) Read(p []byte) (int, error) {
	n, err := f.Body.Read(p)
	f.sum.Write(p[:n])
	f.size += int64(n)
	if f.most > 0 && f.size > f.most {
		return 0, errUnpacked
	}
	if f.keep != nil {
		f.keep.Write(p[:n])
	}
	return n, err
}

// guard is the client of all fetches.
func (a *acquirer) guard() *web.Client {
	if a.client == nil {
		a.client = web.New(a.opt.Web)
	}
	return a.client
}

// fetch asks for a URL. The limit is that of archives until the answer turns out to be none.
func (a *acquirer) fetch(ctx context.Context, from string) (*fetched, error) {
	if f, err := a.again(from); f != nil || err != nil {
		return f, err
	}
	progress := func(read, total int64) {
		if a.opt.Progress == nil {
			return
		}
		of := ""
		if total > 0 {
			of = fmt.Sprintf(" of %.1f", float64(total)/1e6)
		}
		a.opt.Progress(0, 0, fmt.Sprintf("%.1f%s MB from %s", float64(read)/1e6, of, from))
	}
	progress(0, 0)
	r, err := a.guard().Get(ctx, web.Request{URL: from, Limit: a.opt.MaxTotal, Setting: "limits.total", Progress: progress})
	if err != nil {
		var answer *web.Error
		if errors.As(err, &answer) && answer.Status != 0 && a.opt.Keep {
			a.fetched = append(a.fetched, Fetched{Asked: from, URL: answer.URL, Status: answer.Status})
		}
		return nil, err
	}
	return a.reading(from, r), nil
}

func (a *acquirer) reading(asked string, r *web.Response) *fetched {
	f := &fetched{Response: r, asked: asked, sum: sha256.New()}
	if a.opt.Keep {
		f.keep = &bytes.Buffer{}
	}
	return f
}

// again is the answer that was kept for an address; nil when there is none.
func (a *acquirer) again(asked string) (*fetched, error) {
	for _, k := range a.opt.Fetched {
		switch {
		case k.Asked != asked:
		case k.Status != 0:
			return nil, web.Answered(k.URL, k.Status)
		default:
			return a.reading(asked, &web.Response{URL: k.URL, ContentType: k.ContentType, Body: io.NopCloser(bytes.NewReader(k.Raw))}), nil
		}
	}
	return nil, nil
}

// origin puts on record what was fetched.
func (a *acquirer) origin(source string, f *fetched, commit string) {
	o := core.Origin{Source: source, URL: f.URL, Digest: core.Digest("sha256:" + hex.EncodeToString(f.sum.Sum(nil))), Size: f.size, MediaType: f.ContentType, Commit: commit}
	if a.opt.Now != nil {
		o.Fetched = a.opt.Now()
	}
	a.origins = append(a.origins, o)
	if f.keep != nil {
		a.fetched = append(a.fetched, Fetched{Asked: f.asked, URL: f.URL, ContentType: f.ContentType, Raw: f.keep.Bytes()})
	}
}

// remote queues what a URL leads to: a page or a file, or the files of an archive.
func (a *acquirer) remote(ctx context.Context, source string) error {
	u, err := url.Parse(source)
	switch {
	case err != nil:
		return a.page(ctx, source, source, "") // which words the error
	case strings.EqualFold(u.Scheme, "file"):
		return fmt.Errorf("%s: name the path itself, %s", source, u.Path)
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("%s: only http and https are fetched; download it and name the file with --stranger", u.Redacted())
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if id, ok := strings.CutPrefix(u.Path, "/abs/"); ok && (host == "arxiv.org" || host == "export.arxiv.org") {
		return a.eprint(ctx, source, id)
	}
	return a.page(ctx, source, source, "")
}

// eprint queues the source of a paper at arXiv, which says more than its PDF: TeX with theorems and labels. Where there
// is none, the PDF is the source.
func (a *acquirer) eprint(ctx context.Context, source, id string) error {
	u := &url.URL{Scheme: "https", Host: "arxiv.org", Path: "/abs/" + id}
	err := a.page(ctx, source, "https://arxiv.org/e-print/"+id, web.Canonical(u))
	var answer *web.Error
	if errors.As(err, &answer) && (answer.Status == http.StatusNotFound || answer.Status == http.StatusForbidden) {
		return a.page(ctx, source, "https://arxiv.org/pdf/"+id, web.Canonical(u))
	}
	return err
}

// page queues what one URL leads to, under a name or, when there is none, under the URL that answered.
func (a *acquirer) page(ctx context.Context, source, from, name string) error {
	f, err := a.fetch(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = f.Body.Close() }() // it was only read
	if name == "" {
		name = f.URL
	}
	j := job{name: name, media: f.ContentType, stranger: true}
	if j.media == "" {
		j.media = "application/octet-stream"
	}
	body := newPeeking(f)
	head := body.peek()
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) || isTar(head) {
		return a.packedPage(ctx, source, name, f, body, false)
	}
	_, _, unknown := reader.Choose(reader.Input{Name: name, Raw: head, ContentType: j.media})
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) && (unknown != nil || path.Ext(urlPath(f.URL)) == ".zip") {
		return a.packedPage(ctx, source, name, f, body, true)
	}
	if what := sealed(urlPath(f.URL), head); what != "" && !a.opt.All {
		return fmt.Errorf("%s %s", name, what)
	}
	if unknown != nil && !a.opt.All {
		return unknown
	}
	f.Bound(a.opt.MaxFile, "limits.file")
	if j.raw, err = io.ReadAll(body); err != nil {
		return err
	}
	if len(j.raw) == 0 {
		return fmt.Errorf("%s is empty", name)
	}
	if a.total.Add(int64(len(j.raw))) > a.opt.MaxTotal {
		return fmt.Errorf("%s: %w of %d MB; learn them in several sessions, or raise limits.total", name, errTotal, a.opt.MaxTotal>>20)
	}
	a.origin(source, f, "")
	a.jobs = append(a.jobs, j)
	return nil
}

// packedPage queues the files of an archive that a URL leads to.
func (a *acquirer) packedPage(ctx context.Context, source, name string, f *fetched, body io.Reader, zipped bool) error {
	u := a.unpacking(ctx)
	base := single(urlPath(f.URL))
	if base == "" {
		base = "source" // its content says what it is
	}
	var err error
	if zipped {
		var raw []byte
		if raw, err = io.ReadAll(body); err == nil {
			err = u.zip(raw)
		}
	} else if err = u.stream(body, base); err == nil {
		err = rest(f)
	}
	if err != nil {
		return about(name, err)
	}
	a.origin(source, f, u.commit)
	return a.members(ctx, u.archive, place{root: u.tree, name: name, prefix: name + "!", stranger: true})
}

// about names what could not be unpacked; failed downloads name themselves.
func about(name string, err error) error {
	var known *web.Error
	if errors.As(err, &known) || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s %w", name, err)
}

// rest reads what stands behind the end of an archive, for the digest. A long rest is not worth it.
func rest(f *fetched) error {
	_, err := io.Copy(io.Discard, io.LimitReader(f, 1<<20))
	return err
}

func urlPath(s string) string {
	if u, err := url.Parse(s); err == nil {
		return u.Path
	}
	return ""
}

// inScope reports whether a path is among those that were asked for.
func inScope(scope []string, name string) bool {
	return slices.ContainsFunc(scope, func(s string) bool { return name == s || strings.HasSuffix(s, "/") && strings.HasPrefix(name, s) })
}
