package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"lemma/core/acquire/web/webtest"
)

// hosts is a web that speaks like the real one at its worst.
func hosts(t testing.TB) *webtest.Web {
	hang := make(chan struct{})
	w := webtest.New(t, map[string]http.HandlerFunc{
		"good.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/markdown")
			fmt.Fprint(w, "# Good")
		},
		"xn--bcher-kva.example": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "# Good") },
		"zipped.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			fmt.Fprint(z, "# Good")
			z.Close()
		},
		"inside.example": func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "secret") },
		"redirect.example": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Query().Get("to"), http.StatusFound)
		},
		"loop.example": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) },
		"chain.example": func(w http.ResponseWriter, r *http.Request) {
			var n int
			fmt.Sscanf(r.URL.Path, "/%d", &n)
			if n == 0 {
				fmt.Fprint(w, "the end")
				return
			}
			http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusMovedPermanently)
		},
		"missing.example": http.NotFound,
		"status.example": func(w http.ResponseWriter, r *http.Request) {
			var n int
			fmt.Sscanf(r.URL.Path, "/%d", &n)
			w.WriteHeader(n)
		},
		"drip.example": func(w http.ResponseWriter, r *http.Request) {
			for {
				if _, err := w.Write([]byte("x")); err != nil {
					return
				}
				w.(http.Flusher).Flush()
				select {
				case <-r.Context().Done():
					return
				case <-time.After(time.Millisecond):
				}
			}
		},
		"stall.example": func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprint(w, "some")
			w.(http.Flusher).Flush()
			select {
			case <-r.Context().Done():
			case <-hang:
			}
		},
		"silent.example": func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-hang:
			}
		},
		"bomb.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			zeros := make([]byte, 1<<16)
			for range 1 << 10 {
				if _, err := z.Write(zeros); err != nil {
					return
				}
			}
			z.Close()
		},
		"large.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "9999999")
			w.Write(make([]byte, 1<<20))
		},
		"endless.example": func(w http.ResponseWriter, r *http.Request) {
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		},
		"short.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, "less")
		},
		"header.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
			fmt.Fprint(w, "long")
		},
		"coding.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			fmt.Fprint(w, "??")
		},
		"liar.example": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			fmt.Fprint(w, "not compressed at all")
		},
	})
	w.Addresses["inside.example"] = "127.0.0.1"
	t.Cleanup(func() { close(hang) })
	return w
}

func client(w *webtest.Web, opt Options) *Client {
	opt.Dial, opt.Lookup, opt.TLS = w.Dial, w.Lookup, w.TLS()
	return New(opt)
}

// read fetches all of a page of at most a million bytes.
func read(ctx context.Context, c *Client, from string) (body, at string, err error) {
	r, err := c.Get(ctx, Request{URL: from, Limit: 1 << 20, Setting: "limits.file"})
	if err != nil {
		return "", "", err
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	return string(raw), r.URL, err
}

// TestGet wants pages with the address that answered at last.
func TestGet(t *testing.T) {
	c := client(hosts(t), Options{})
	for from, want := range map[string]string{
		"https://good.example/a?b=c#d":                              "https://good.example/a?b=c # Good",
		"HTTPS://GOOD.example:443":                                  "https://good.example/ # Good",
		"https://BÜCHER.example/":                                   "https://xn--bcher-kva.example/ # Good",
		"http://good.example:80/Yahoo!":                             "http://good.example/Yahoo%21 # Good",
		"https://zipped.example/":                                   "https://zipped.example/ # Good",
		"https://chain.example/5":                                   "https://chain.example/0 the end",
		"http://redirect.example/?to=https%3A%2F%2Fgood.example%2F": "https://good.example/ # Good",
	} {
		body, at, err := read(t.Context(), c, from)
		if err != nil || at+" "+body != want {
			t.Errorf("%s: %s %s, %v; want %s", from, at, body, err, want)
		}
	}
}

// TestRefused wants every way inside, every endless answer and every lie to end in a sentence that names the address.
func TestRefused(t *testing.T) {
	patient := Options{}
	for _, c := range []struct {
		from, want string
		opt        Options
	}{
		{"https://inside.example/", "127.0.0.1, an address of this machine", patient},
		{"http://127.0.0.1/", "an address of this machine", patient},
		{"http://[::1]/", "an address of this machine", patient},
		{"http://[::ffff:10.0.0.1]/", "a private address", patient},
		{"http://[64:ff9b::7f00:1]/", "special purpose", patient},
		{"http://169.254.169.254/latest/meta-data", "link-local", patient},
		{"http://100.64.0.1/", "special purpose", patient},
		{"http://redirect.example/?to=http%3A%2F%2Finside.example%2F", "http://redirect.example/?to=http%3A%2F%2Finside.example%2F leads to 127.0.0.1", patient},
		{"https://redirect.example/?to=http%3A%2F%2Fgood.example%2F", "redirects from https to http://good.example/", patient},
		{"https://redirect.example/?to=file%3A%2F%2F%2Fetc%2Fpasswd", "neither an http nor an https", patient},
		{"https://redirect.example/?to=https%3A%2F%2Fgood.example%3A8443%2F", "port 8443", patient},
		{"https://redirect.example/?to=https%3A%2F%2Fu%3Ap%40good.example%2F", "user name or password", patient},
		{"https://chain.example/6", "more than 5 times", patient},
		{"https://loop.example/", "more than 5 times", patient},
		{"https://good.example:22/", "port 22", patient},
		{"https://user:secret@good.example/", "user name or password", patient},
		{"ftp://good.example/", "neither an http nor an https", patient},
		{"https://", "names no host", patient},
		{"https://a!b/", "names no host that there can be", patient},
		{"https://a%20b/", "is no address", patient},
		{"https://\u202egood.example/", "names no host that there can be", patient},
		{"http://[fe80::1%25eth0]/", "names no host that there can be", patient},
		{"https://%zz/", "is no address", patient},
		{"https://good.example/" + strings.Repeat("x", maxURL), "longer than", patient},
		{"https://nowhere.example/", "there is no host nowhere.example", patient},
		{"https://missing.example/x", "404 Not Found; check the address", patient},
		{"https://status.example/403", "it wants a login, or no programs", patient},
		{"https://status.example/429", "try again later", patient},
		{"https://status.example/503", "try again later", patient},
		{"https://status.example/204", "which is no page", patient},
		{"https://bomb.example/", "larger than 1 MB; raise limits.file", patient},
		{"https://large.example/", "larger than 1 MB; raise limits.file", patient},
		{"https://endless.example/", "larger than 1 MB; raise limits.file", patient},
		{"https://short.example/", "broke off after 4 bytes", patient},
		{"https://header.example/", "a header of more than 64 kB", patient},
		{"https://coding.example/", "a coding that nobody asked for", patient},
		{"https://liar.example/", "damaged content", patient},
		{"https://silent.example/", "does not answer", Options{Header: 50 * time.Millisecond}},
		{"https://stall.example/", "sent nothing for", Options{Idle: 50 * time.Millisecond}},
		{"https://drip.example/", "limits.seconds", Options{Total: 300 * time.Millisecond}},
	} {
		_, _, err := read(t.Context(), client(hosts(t), c.opt), c.from)
		var known *Error
		if !errors.As(err, &known) || !strings.Contains(err.Error(), c.want) || known.URL == "" {
			t.Errorf("%.100s: %v, want an Error that says %q", c.from, err, c.want)
			continue
		}
		if strings.Contains(err.Error(), "secret") || len(err.Error()) > 600 || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.100s: the sentence %q", c.from, err)
		}
	}
}

// TestPrivate wants --allow-private to open what is closed otherwise, and nothing but addresses and ports.
func TestPrivate(t *testing.T) {
	c := client(hosts(t), Options{Private: true})
	if body, _, err := read(t.Context(), c, "http://inside.example:8080/"); err != nil || body != "secret" {
		t.Errorf("%q, %v", body, err)
	}
	if _, _, err := read(t.Context(), c, "https://redirect.example/?to=http%3A%2F%2Fgood.example%2F"); err == nil {
		t.Error("a way down from https was taken")
	}
}

// TestMachine wants the machine's own dialer to refuse at the moment of the connection.
func TestMachine(t *testing.T) {
	for _, from := range []string{"http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://10.1.2.3/", "http://[fe80::1]/"} {
		_, _, err := read(t.Context(), New(Options{}), from)
		if err == nil || !strings.Contains(err.Error(), "--allow-private") {
			t.Errorf("%s: %v", from, err)
		}
	}
}

// TestRefuses names addresses of every kind that leads inside, with the RFC that says so, and some that do not.
func TestRefuses(t *testing.T) {
	for a, want := range map[string]bool{
		"127.0.0.1": true, "127.255.255.255": true, "::1": true, // RFC 1122, 4291
		"10.0.0.1": true, "172.16.0.1": true, "172.31.255.255": true, "192.168.0.1": true, "fc00::1": true, "fd00:ec2::254": true, // RFC 1918, 4193
		"169.254.169.254": true, "fe80::1": true, // RFC 3927, 4291
		"100.64.0.1": true, "100.127.255.255": true, "100.100.100.200": true, // RFC 6598
		"0.0.0.0": true, "0.1.2.3": true, "::": true, // RFC 791, 4291
		"192.0.0.1": true, "192.0.2.1": true, "198.18.0.1": true, "198.51.100.1": true, "203.0.113.1": true, // RFC 6890, 5737, 2544
		"224.0.0.1": true, "239.255.255.255": true, "240.0.0.1": true, "255.255.255.255": true, "ff02::1": true, // RFC 5771, 1112, 4291
		"::ffff:127.0.0.1": true, "::ffff:10.0.0.1": true, "64:ff9b::a00:1": true, "64:ff9b:1::1": true, "2002:7f00:1::": true, "2001::1": true, // RFC 4291, 6052, 8215, 3056, 4380
		"2001:db8::1": true, "3fff::1": true, "fec0::1": true, "100::1": true, "168.63.129.16": true, // RFC 3849, 9637, 3879, 6666
		"93.184.216.34": false, "8.8.8.8": false, "172.32.0.1": false, "100.128.0.1": false, "2606:4700::1111": false, "::ffff:8.8.8.8": false, "192.0.1.1": false,
	} {
		if got := Refuses(netip.MustParseAddr(a)); (got != "") != want {
			t.Errorf("%s: %q", a, got)
		}
	}
	if Refuses(netip.Addr{}) == "" {
		t.Error("no address is let pass")
	}
}

// TestProxy wants a proxy to be asked only when it was opted for, only for hosts that were checked, and to be the only
// one with an address that is not public.
func TestProxy(t *testing.T) {
	w := hosts(t)
	w.Hosts["proxy.example"] = func(rw http.ResponseWriter, r *http.Request) { t.Error("the proxy was asked as a host") }
	w.Addresses["proxy.example"] = "10.0.0.8"
	proxy := func(r *http.Request) (*url.URL, error) {
		if r.URL.Hostname() == "good.example" || r.URL.Hostname() == "inside.example" {
			return &url.URL{Scheme: "http", Host: "proxy.example:3128"}, nil
		}
		return nil, nil
	}
	c := client(w, Options{Proxy: proxy})
	if body, _, err := read(t.Context(), c, "http://good.example/"); err != nil || body != "# Good" {
		t.Errorf("through the proxy: %q, %v", body, err)
	}
	for _, from := range []string{"http://inside.example/", "http://proxy.example/", "http://proxy.example:3128/", "http://redirect.example/?to=http%3A%2F%2Finside.example%2F"} {
		if body, _, err := read(t.Context(), c, from); err == nil {
			t.Errorf("%s gave %q", from, body)
		}
	}
	_, _, err := read(t.Context(), client(w, Options{Proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New("bad") }}), "http://good.example/")
	if err == nil || !strings.Contains(err.Error(), "settings of the proxy") {
		t.Errorf("bad settings: %v", err)
	}
}

// TestCancel wants a cancelled fetch to be cancelled, not failed.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := client(hosts(t), Options{}).Get(ctx, Request{URL: "https://stall.example/", Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	cancel()
	if _, err := io.ReadAll(r.Body); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	if _, _, err := read(ctx, client(hosts(t), Options{}), "https://good.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("asking: %v", err)
	}
}

// FuzzAddress wants no address to panic, and none that passes to be anything but http to a host at a known port.
func FuzzAddress(f *testing.F) {
	for _, s := range []string{"https://a.example/b?c#d", "http://[::1]:80/", "https://u:p@h/", "HTTP://A:443", "https://a/%21!", "//a", "https://a\x00b/", "https://\u202ea/"} {
		f.Add(s)
	}
	c := New(Options{})
	f.Fuzz(func(t *testing.T, s string) {
		u, err := c.parse(s)
		if err != nil {
			return
		}
		name := Canonical(u)
		v, err := c.parse(name)
		if err != nil || Canonical(v) != name {
			t.Errorf("%q has the name %q, which is none: %v", s, name, err)
		}
		if strings.ContainsAny(name, "!#\x00\n\x1b ") || u.User != nil {
			t.Errorf("%q has the name %q", s, name)
		}
	})
}

// TestResolve wants an IPv4 address in its own form, in which other programs can be told to connect there.
func TestResolve(t *testing.T) {
	c := New(Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("::ffff:93.184.216.34")}, nil
	}})
	got, err := c.Resolve(t.Context(), "good.example")
	if err != nil || len(got) != 1 || got[0].String() != "93.184.216.34" {
		t.Errorf("%v, %v", got, err)
	}
}

// TestPort wants no connection to a port of a public host that speaks no HTTP, whatever led there.
func TestPort(t *testing.T) {
	c := New(Options{})
	for to, refused := range map[string]bool{"93.184.216.34:443": false, "93.184.216.34:80": false, "93.184.216.34:25": true} {
		if err := c.control(netip.MustParseAddrPort(to)); (err != nil) != refused {
			t.Errorf("%s: %v", to, err)
		}
	}
}
