package web

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"syscall"

	"code.dny.dev/ssrf"
)

// clouds are addresses that are public by their number and tell a machine in a cloud its own secrets.
var clouds = map[netip.Addr]bool{
	netip.MustParseAddr("168.63.129.16"): true, // Azure's wire server
}

// Refuses says what is wrong with an address; it is empty for a public one. What is special is what IANA's two
// special-purpose registries say (RFC 6890), of IPv6 also everything outside the global unicast space: so fall the
// forms that carry an IPv4 address (RFC 4291, 6052, 3056), which lead wherever that leads.
func Refuses(a netip.Addr) string {
	switch a = a.Unmap(); {
	case !a.IsValid():
		return "no address"
	case a.IsLoopback():
		return "an address of this machine"
	case a.IsPrivate():
		return "a private address"
	case a.IsLinkLocalUnicast():
		return "a link-local address"
	case a.IsMulticast():
		return "a multicast address"
	case a.Is4() && within(a, ssrf.IPv4DeniedPrefixes), clouds[a],
		a.Is6() && (!ssrf.IPv6GlobalUnicast.Contains(a) || within(a, ssrf.IPv6DeniedPrefixes)):
		return "an address with a special purpose"
	}
	return ""
}

func within(a netip.Addr, list []netip.Prefix) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// control refuses a connection that leads inside.
func (c *Client) control(to netip.AddrPort) error {
	switch why := Refuses(to.Addr()); {
	case c.opt.Private:
		return nil
	case why != "":
		return refused(to.Addr().String(), why)
	case to.Port() != 80 && to.Port() != 443:
		return refused(to.String(), "neither port 80 nor 443")
	}
	return nil
}

func refused(address, why string) error {
	return &Error{why: fmt.Sprintf("leads to %s, %s, which is not reached; --allow-private permits it", address, why)}
}

// dial connects by the machine's resolver; what it resolved is checked at the moment of the connection.
func (c *Client) dial(ctx context.Context, network, address string, control func(netip.AddrPort) error) (net.Conn, error) {
	d := net.Dialer{Timeout: c.opt.Connect}
	if control != nil {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil {
				return err
			}
			return control(to)
		}
	}
	return d.DialContext(ctx, network, address)
}

// transport goes directly, with every connection checked, or through the proxy, with every host checked.
func (c *Client) transport() http.RoundTripper {
	direct := &http.Transport{
		TLSClientConfig: c.opt.TLS, TLSHandshakeTimeout: c.opt.Connect, ResponseHeaderTimeout: c.opt.Header, MaxResponseHeaderBytes: maxHeader,
		DisableCompression: true, // see body.open
		DisableKeepAlives:  true, // a connection was checked for one host
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			return c.opt.Dial(ctx, network, address, c.control)
		},
	}
	if c.opt.Proxy == nil {
		return direct
	}
	proxied := direct.Clone()
	proxied.Proxy = c.opt.Proxy
	proxied.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		return c.opt.Dial(ctx, network, address, nil)
	}
	return &either{c, direct, proxied}
}

// either sends a request directly or through the proxy, as the proxy's settings say.
type either struct {
	client          *Client
	direct, proxied http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (e *either) RoundTrip(r *http.Request) (*http.Response, error) {
	proxy, err := e.client.opt.Proxy(r)
	if err != nil {
		return nil, &Error{why: "cannot be fetched, since the settings of the proxy are not understood: " + err.Error()}
	}
	if proxy == nil {
		return e.direct.RoundTrip(r)
	}
	if _, err := e.client.Resolve(r.Context(), r.URL.Hostname()); err != nil {
		return nil, err
	}
	return e.proxied.RoundTrip(r)
}

// Resolve returns the addresses of a host, all of which may be reached.
func (c *Client) Resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	list := []netip.Addr{}
	if a, err := netip.ParseAddr(host); err == nil {
		list = append(list, a)
	} else if list, err = c.opt.Lookup(ctx, host); err != nil {
		return nil, err
	}
	for i, a := range list {
		if why := Refuses(a); why != "" && !c.opt.Private {
			return nil, refused(a.String(), why)
		}
		list[i] = a.Unmap() // name servers give IPv4 addresses in their IPv6 form
	}
	return list, nil
}
