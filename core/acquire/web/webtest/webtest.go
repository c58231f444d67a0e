// Package webtest is a web without a network, for tests: hosts with addresses of their own, which lead to a server on
// this machine. What refuses addresses sees those that the hosts claim.
package webtest

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

// public is the address of a host of which nothing else is said.
const public = "93.184.216.34"

// Web is the hosts there are.
type Web struct {
	Hosts     map[string]http.HandlerFunc // by host without port
	Addresses map[string]string           // of hosts; another one is public
	Dialled   atomic.Int64                // connections that were made

	plain, secure *httptest.Server
}

// New starts the hosts; the test ends them.
func New(t testing.TB, hosts map[string]http.HandlerFunc) *Web {
	w := &Web{Hosts: hosts, Addresses: map[string]string{}}
	serve := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if h := w.Hosts[strings.ToLower(host)]; h != nil {
			h(rw, r)
			return
		}
		http.NotFound(rw, r)
	})
	w.plain, w.secure = httptest.NewServer(serve), httptest.NewTLSServer(serve)
	t.Cleanup(w.plain.Close)
	t.Cleanup(w.secure.Close)
	return w
}

// TLS accepts the certificate of the hosts.
func (w *Web) TLS() *tls.Config { return &tls.Config{InsecureSkipVerify: true} }

// Lookup gives the address of a host.
func (w *Web) Lookup(_ context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	if a, ok := w.Addresses[host]; ok {
		return []netip.Addr{netip.MustParseAddr(a)}, nil
	}
	if w.Hosts[host] == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return []netip.Addr{netip.MustParseAddr(public)}, nil
}

// Dial connects to a host, when control lets its address pass.
func (w *Web) Dial(ctx context.Context, network, address string, control func(netip.AddrPort) error) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	list, err := w.Lookup(ctx, strings.ToLower(host))
	if err != nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: err}
	}
	to, err := netip.ParseAddrPort(net.JoinHostPort(list[0].String(), port))
	if err != nil {
		return nil, fmt.Errorf("port %s: %w", port, err)
	}
	if control != nil {
		if err := control(to); err != nil {
			return nil, &net.OpError{Op: "dial", Net: network, Err: err}
		}
	}
	server := w.plain
	if port == "443" {
		server = w.secure
	}
	w.Dialled.Add(1)
	var d net.Dialer
	return d.DialContext(ctx, network, server.Listener.Addr().String())
}
