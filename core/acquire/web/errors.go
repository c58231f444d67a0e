package web

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Error says in one sentence what could not be fetched, why, and what to do.
type Error struct {
	URL    string
	Status int // of the answer; 0 when there was none
	why    string
}

// Answered is the error of an answer without content.
func Answered(url string, code int) *Error { return &Error{URL: url, Status: code, why: status(code)} }

// Error implements error.
func (e *Error) Error() string { return e.URL + " " + e.why }

// explain words the failure of a fetch. A cancelled one stays what it is.
func (b *body) explain(err error) error {
	if cancelled := b.parent.Err(); cancelled != nil {
		return cancelled
	}
	why := ""
	var (
		known *Error
		dns   *net.DNSError
		op    *net.OpError
		cert  *tls.CertificateVerificationError
		host  x509.HostnameError
		ue    *url.Error
		bad   flate.CorruptInputError
	)
	switch cause := context.Cause(b.ctx); {
	case errors.As(err, &known):
		if known.URL == "" {
			known = &Error{URL: b.url, why: known.why}
		}
		return known
	case cause != nil:
		why = cause.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		why = fmt.Sprintf("cannot be fetched: there is no host %s; check the address and your connection", dns.Name)
	case errors.As(err, &dns):
		why = "cannot be fetched: the name server does not answer; check your connection"
	case errors.As(err, &cert), errors.As(err, &host):
		why = "is not who it claims to be, by its certificate; check the address: " + cut(err)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &bad):
		why = "sends damaged content; try again later"
	case strings.Contains(err.Error(), "headers exceeded"): // net/http has no error of its own for it
		why = fmt.Sprintf("answers with a header of more than %d kB, which no page needs; download it and name the file with --stranger", maxHeader>>10)
	case errors.Is(err, io.ErrUnexpectedEOF):
		why = fmt.Sprintf("broke off after %d bytes; try again", b.got)
	case errors.As(err, &op) && op.Op == "dial" && op.Timeout():
		why = "cannot be fetched: its host does not answer; try again later"
	case errors.As(err, &op) && op.Op == "dial":
		why = "cannot be fetched: its host takes no connection; check the address and your connection"
	case errors.As(err, &ue) && ue.Timeout():
		why = "does not answer; try again later"
	default:
		why = "cannot be fetched: " + cut(err)
	}
	return &Error{URL: b.url, why: why}
}

// cut takes off the address that an error repeats, and what is too long.
func cut(err error) string {
	var ue *url.Error
	if errors.As(err, &ue) {
		err = ue.Err
	}
	return short(err.Error())
}

// short bounds what is repeated of what others wrote.
func short(s string) string {
	if len(s) > 200 {
		s = strings.ToValidUTF8(s[:200], "") + "…"
	}
	return s
}

// status says what an answer without content means.
func status(code int) string {
	what := fmt.Sprintf("answers %d %s", code, http.StatusText(code))
	switch {
	case code == http.StatusNotFound, code == http.StatusGone:
		return what + "; check the address"
	case code == http.StatusUnauthorized, code == http.StatusForbidden, code == http.StatusProxyAuthRequired:
		return what + ": it wants a login, or no programs; download it and name the file with --stranger"
	case code == http.StatusTooManyRequests, code >= 500:
		return what + "; try again later"
	}
	return what + ", which is no page"
}
