// Package web fetches what strangers serve, and lets them reach nothing but the public web by it. A client connects
// directly, refuses every address that is not public at the moment of the connection, so that neither a name, a
// redirect nor a changing answer of the name server leads inside; follows few redirects and checks each; bounds every
// wait and every size while reading; and believes no header.
//
// Nothing is sent but the request: no cookies, no credentials. Errors are sentences that say what, where and what to
// do.
package web

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

// Bounds that no setting changes.
const (
	maxRedirects = 5
	maxHeader    = 64 << 10 // bytes
	maxURL       = 8000     // bytes; RFC 9110, section 4.1, asks for as many
)

// Options say how to fetch. The zero value connects directly, and to public addresses only.
type Options struct {
	Private bool          // every address and every port may be reached
	Connect time.Duration // to connect, and again for TLS; 0: 10 s
	Header  time.Duration // from the request to the header of the answer; 0: 30 s
	Idle    time.Duration // without a byte; 0: 30 s
	Total   time.Duration // of one fetch; 0: 10 min

	// Proxy says which proxy a request goes through, as http.ProxyFromEnvironment does; nil: none. The host is then looked
	// up and checked here before the proxy hears of it, and only the proxy itself may have an address that is not public.
	Proxy func(*http.Request) (*url.URL, error)
	// Dial connects. It has to call control, unless it is nil, with each address before it connects there; nil: the
	// machine's.
	Dial func(ctx context.Context, network, address string, control func(netip.AddrPort) error) (net.Conn, error)
	// Lookup gives the addresses of a host; nil: the machine's.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	TLS    *tls.Config // nil: the machine's certificates
}

// Client fetches.
type Client struct {
	opt  Options
	http http.Client
}

// Request is what to fetch.
type Request struct {
	URL      string
	Limit    int64  // bytes of the body, after decompression
	Setting  string // that the limit is called by, for the error
	Progress func(read, total int64)
}

// Response is an answer with status 200. Its Body ends with an *Error when it breaks off, stalls or grows beyond the
// limit.
type Response struct {
	URL         string // after the redirects, see Canonical
	ContentType string // as the server says
	Body        io.ReadCloser
}

// Bound sets another limit, when the answer turned out to be of a kind that has its own.
func (r *Response) Bound(limit int64, setting string) {
	if b, ok := r.Body.(*body); ok {
		b.request.Limit, b.request.Setting = limit, setting
	}
}

// New returns a client.
func New(opt Options) *Client {
	for _, d := range []struct {
		field *time.Duration
		value time.Duration
	}{{&opt.Connect, 10 * time.Second}, {&opt.Header, 30 * time.Second}, {&opt.Idle, 30 * time.Second}, {&opt.Total, 10 * time.Minute}} {
		if *d.field <= 0 {
			*d.field = d.value
		}
	}
	c := &Client{opt: opt}
	if c.opt.Dial == nil {
		c.opt.Dial = c.dial
	}
	if c.opt.Lookup == nil {
		c.opt.Lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	c.http = http.Client{Transport: c.transport(), CheckRedirect: c.redirect}
	return c
}

// asciiHost is a host as name servers know it: in lower case, with other scripts in their ASCII form (RFC 5891), which
// looks like no other host's.
func asciiHost(u *url.URL) (string, error) {
	host := u.Hostname()
	if a, err := netip.ParseAddr(host); err == nil && a.Zone() == "" {
		return a.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		return "", err
	}
	return idna.Lookup.ToASCII(ascii) // of bytes that are no text it makes what it does not take itself
}

func hostPort(host, port string) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" {
		return host
	}
	return host + ":" + port
}

// Canonical is the form of a URL that names what it leads to: without fragment and default port, scheme and host in
// lower case and ASCII. It holds no "!", which in the names of documents sets off the member of an archive.
func Canonical(u *url.URL) string {
	v := url.URL{Scheme: strings.ToLower(u.Scheme), Host: strings.ToLower(u.Hostname()), Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}
	port := u.Port()
	if port == "80" && v.Scheme == "http" || port == "443" && v.Scheme == "https" {
		port = ""
	}
	if host, err := asciiHost(u); err == nil {
		v.Host = host
	}
	v.Host = hostPort(v.Host, port)
	if v.Path == "" {
		v.Path = "/"
	}
	return strings.ReplaceAll(v.String(), "!", "%21")
}

// Get fetches one URL. The caller closes the body.
func (c *Client) Get(ctx context.Context, q Request) (*Response, error) {
	u, err := c.parse(q.URL)
	if err != nil {
		return nil, err
	}
	b := &body{parent: ctx, url: Canonical(u), request: q, idle: c.opt.Idle}
	ctx, b.cancel = context.WithCancelCause(ctx)
	b.ctx = ctx
	b.total = time.AfterFunc(c.opt.Total, func() {
		b.cancel(fmt.Errorf("was not there after %s, and was given up; try again, or raise limits.seconds", c.opt.Total))
	})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		b.stop()
		return nil, &Error{URL: short(q.URL), why: "is no address that can be fetched"}
	}
	req.Header.Set("User-Agent", "lemma")
	req.Header.Set("Accept-Encoding", "gzip")
	resp, err := c.http.Do(req) //nolint:bodyclose // body.Close does
	if err != nil {
		err = b.explain(err)
		b.stop()
		return nil, err
	}
	b.raw = resp.Body
	b.url = Canonical(resp.Request.URL)
	if err := b.open(resp); err != nil {
		_ = b.Close() // the answer is not wanted
		return nil, err
	}
	return &Response{URL: b.url, ContentType: resp.Header.Get("Content-Type"), Body: b}, nil
}

// parse checks an address before anything is connected to.
func (c *Client) parse(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(raw))
	switch {
	case err != nil:
		var pe *url.Error
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, &Error{URL: short(raw), why: "is no address: " + err.Error()}
	case len(raw) > maxURL:
		return nil, &Error{URL: short(raw), why: fmt.Sprintf("is longer than %d bytes", maxURL)}
	}
	if why := c.checks(u); why != "" {
		return nil, &Error{URL: short(u.Redacted()), why: why}
	}
	return u, nil
}

// checks says what is wrong with an address as it is written, and gives its host the form that Canonical has.
func (c *Client) checks(u *url.URL) string {
	host, bad := asciiHost(u)
	switch port := u.Port(); {
	case u.Scheme != "http" && u.Scheme != "https":
		return "is neither an http nor an https address"
	case u.Hostname() == "":
		return "names no host"
	case bad != nil:
		return "names no host that there can be"
	case u.User != nil:
		return "holds a user name or password, which would be kept with the session; leave it out, or download the file and name it with --stranger"
	case !c.opt.Private && port != "" && port != "80" && port != "443":
		return "asks for port " + port + ", and only 80 and 443 are reached; --allow-private permits it"
	}
	u.Host = hostPort(host, u.Port())
	return ""
}

// redirect checks where an answer leads on.
func (c *Client) redirect(r *http.Request, via []*http.Request) error {
	from, to := via[len(via)-1].URL, short(r.URL.Redacted())
	fail := func(why string) error { return &Error{URL: short(Canonical(via[0].URL)), why: why} }
	switch why := c.checks(r.URL); {
	case len(via) > maxRedirects:
		return fail(fmt.Sprintf("redirects more than %d times, at last to %s; name the page itself", maxRedirects, to))
	case why != "":
		return fail("redirects to " + to + ", which " + why)
	case from.Scheme == "https" && r.URL.Scheme == "http":
		return fail("redirects from https to " + to + ", where anybody on the way can change it; name that address yourself if you mean it")
	}
	return nil
}

// open checks the header of an answer and unpacks its body.
func (b *body) open(resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return Answered(b.url, resp.StatusCode)
	}
	if resp.ContentLength > b.request.Limit {
		return b.large()
	}
	b.size = resp.ContentLength
	b.timer = time.AfterFunc(b.idle, func() { b.cancel(fmt.Errorf("sent nothing for %s, and was given up; try again later", b.idle)) })
	switch coding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); coding {
	case "", "identity":
		b.plain = received{b}
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(received{b})
		if err != nil {
			return b.explain(err)
		}
		b.plain = z
	default:
		return &Error{URL: b.url, why: "is sent in a coding that nobody asked for; download it and name the file with --stranger"}
	}
	return nil
}

// body is the body of an answer under its limits.
type body struct {
	parent, ctx context.Context
	cancel      context.CancelCauseFunc
	url         string
	request     Request
	idle        time.Duration
	total       *time.Timer
	timer       *time.Timer // nil before the header
	raw         io.ReadCloser
	plain       io.Reader // decompressed
	size        int64     // as announced; -1: not
	got, given  int64     // bytes that came, and that were handed on
}

// received counts what comes, and puts off the giving up.
type received struct{ *body }

func (r received) Read(p []byte) (int, error) {
	r.timer.Reset(r.idle)
	n, err := r.raw.Read(p)
	r.got += int64(n)
	if r.request.Progress != nil && n > 0 {
		r.request.Progress(r.got, r.size)
	}
	return n, err
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	if err := b.parent.Err(); err != nil {
		return 0, err
	}
	left := b.request.Limit - b.given
	n, err := b.plain.Read(p[:min(int64(len(p)), left+1)])
	b.given += int64(n)
	switch {
	case b.given > b.request.Limit:
		return 0, b.large()
	case err != nil && (!errors.Is(err, io.EOF) || b.ctx.Err() != nil): // a server that is left may still end its answer as if it were whole
		return n, b.explain(err)
	}
	return n, err
}

// Close ends the fetch, whether all was read or not.
func (b *body) Close() error {
	b.stop()
	return b.raw.Close()
}

func (b *body) stop() {
	b.total.Stop()
	if b.timer != nil {
		b.timer.Stop()
	}
	b.cancel(nil)
}

func (b *body) large() error {
	return &Error{URL: b.url, why: fmt.Sprintf("is larger than %d MB; raise %s", b.request.Limit>>20, b.request.Setting)}
}
