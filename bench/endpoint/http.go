// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package endpoint carries calls to a detector, one adapter a file. The HTTP
// transport here is the only way by which fcb makes a paid call: it never
// repeats a request unless the gate says so, follows no redirect, sends the key
// to the configured origin only, and lets no key into what it returns.
//
// Not here: what a reply means, what is retried, and what a call costs; the gate
// decides that (package bench).
//
// Begin with [NewHTTP] and [HTTP.Call].
package endpoint

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench/api"
)

// Options of an HTTP endpoint.
type Options struct {
	Base        string        // base URL; paths are appended, its own path is kept. Required
	Key         string        // sent as a bearer token; "" sends none
	KeyHeader   string        // header that carries the key as it is, in place of a bearer token; "" for that
	Headers     []Header      // sent with every request; their values count as secrets
	Public      []Header      // sent too; the values are no secrets, such as the version of an API
	CAFile      string        // PEM file of further root certificates; "" for none
	Timeout     time.Duration // of one whole attempt, connecting and body included. Required
	Concurrency int           // connections kept open for reuse; 0 means 1
	UserAgent   string        // "" sends fcb
}

// A Header is one name and value to send. The value counts as a secret.
type Header struct{ Name, Value string }

// HTTP is a consensus service behind HTTP/1.1. It is safe for concurrent use.
type HTTP struct {
	base      *url.URL
	opts      Options
	header    http.Header     // of every request
	transport *http.Transport // of calls that can be cancelled, and the pattern of the others
	targets   sync.Map        // of target, by API path
	mu        sync.Mutex      // guards idle
	idle      []*attempts     // between two calls
	secrets   *redactor
}

// maxReply bounds the memory one reply may take.
const maxReply = 64 << 20

// NewHTTP checks the options. The error is one about the options and holds no key.
func NewHTTP(o Options) (*HTTP, error) {
	base, err := ParseBase(o.Base)
	if err != nil {
		return nil, err
	}
	o.Key = strings.TrimSpace(o.Key)
	if err := checkKey(o.Key, base); err != nil {
		return nil, err
	}
	for _, h := range append(slices.Clone(o.Headers), o.Public...) {
		if err := h.check(); err != nil {
			return nil, err
		}
	}
	if plainHTTP(base) && (base.User != nil || slices.ContainsFunc(o.Headers, Header.credential)) {
		return nil, fmt.Errorf("credentials are not sent over plain http to %s: use https", base.Hostname())
	}
	if o.Timeout <= 0 {
		return nil, fmt.Errorf("timeout must be positive")
	}
	roots, err := rootCAs(o.CAFile)
	if err != nil {
		return nil, err
	}
	secrets := []string{o.Key}
	for _, h := range o.Headers {
		secrets = append(secrets, h.secrets()...)
	}
	if base.User != nil {
		p, _ := base.User.Password()
		secrets = append(secrets, base.User.String(), base.User.Username(), p)
	}
	for name, values := range base.Query() {
		for _, v := range values {
			secrets = append(secrets, Header{name, v}.secrets()...)
		}
	}
	conns := max(o.Concurrency, 1)
	transport := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		TLSClientConfig:     &tls.Config{RootCAs: roots},
		TLSNextProto:        map[string]func(string, *tls.Conn) http.RoundTripper{}, // HTTP/1.1 only: HTTP/2 may replay a request after GOAWAY
		MaxIdleConns:        conns,
		MaxIdleConnsPerHost: conns,
		IdleConnTimeout:     time.Second, // before common servers close: a request on a dying connection has an unknown outcome
		TLSHandshakeTimeout: 15 * time.Second,
		DisableCompression:  true, // the stored bytes are the bytes received
	}
	return &HTTP{base: base, opts: o, header: o.header(), secrets: newRedactor(secrets), transport: transport}, nil
}

// ParseBase reads a base URL.
func ParseBase(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	if err != nil {
		return nil, fmt.Errorf("the base URL cannot be read: %s", urlFault(err))
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the base URL must begin with http:// or https://")
	}
	if u.Hostname() == "" {
		return nil, fmt.Errorf("the base URL names no host")
	}
	return u, nil
}

// urlFault is a parse error without the URL, which may hold a key.
func urlFault(err error) string {
	var e *url.Error
	if errors.As(err, &e) {
		return e.Err.Error()
	}
	return "not a URL"
}

func rootCAs(file string) (*x509.CertPool, error) {
	if file == "" {
		return nil, nil
	}
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--ca-cert: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("--ca-cert: %s holds no PEM certificate", file)
	}
	return pool, nil
}

// PublicURL is a URL as it may be shown and stored: without userinfo, query and fragment.
func PublicURL(u *url.URL) string {
	v := *u
	v.User, v.RawQuery, v.Fragment, v.ForceQuery = nil, "", "", false
	return v.String()
}

// A target is where the calls of one API path go.
type target struct {
	request *http.Request // to be copied; without a body
	public  string        // its URL as it may be shown
}

// target keeps the base's own path and query.
func (h *HTTP) target(path string) (target, error) {
	if t, ok := h.targets.Load(path); ok {
		return t.(target), nil
	}
	u := *h.base
	raw := u.EscapedPath()
	for strings.HasSuffix(raw, "/") { // not of the decoded path, which may end in an escaped slash
		raw, u.Path = raw[:len(raw)-1], u.Path[:len(u.Path)-1]
	}
	u.Path, u.RawPath = u.Path+path, raw+path
	r, err := http.NewRequest(http.MethodPost, u.String(), nil)
	if err != nil {
		return target{}, fmt.Errorf("building the request: %s", urlFault(err))
	}
	r.Header = h.header // shared by all requests: client and transport copy it before they add to it
	t := target{r, PublicURL(&u)}
	h.targets.Store(path, t)
	return t, nil
}

// header is what every request carries.
func (o *Options) header() http.Header {
	h := http.Header{}
	h.Set("Content-Type", "application/json")
	h.Set("Accept", "application/json")
	h.Set("User-Agent", userAgent(o.UserAgent))
	switch {
	case o.Key == "":
	case o.KeyHeader != "":
		h.Set(o.KeyHeader, o.Key)
	default:
		h.Set("Authorization", "Bearer "+o.Key)
	}
	for _, x := range append(slices.Clone(o.Headers), o.Public...) {
		h.Set(x.Name, x.Value)
	}
	return h
}

// Redact replaces secrets in a text that was decoded from a reply: a key spelt
// with JSON escapes shows only then.
func (h *HTTP) Redact(s string) (text string, hit bool) { return h.secrets.text(s) }

// Close drops idle connections.
func (h *HTTP) Close() error {
	h.transport.CloseIdleConnections()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range h.idle {
		a.client.HTTPClient.CloseIdleConnections()
	}
	h.idle = nil
	return nil
}

// Call sends body to path, once and then as often as the gate asks. The bytes of
// every attempt are the same. Of the context only its end counts, not its values.
// The error is the gate's, or that the context ended.
func (h *HTTP) Call(ctx context.Context, path string, body []byte, gate api.Gate) error {
	to, err := h.target(path)
	if err != nil {
		return err
	}
	var w *attempts
	if ctx.Done() != nil {
		w = newAttempts(ctx, h, h.transport)
		defer w.limit.end()
	} else {
		w = h.take()
	}
	if err := w.begin(to, body, gate); err != nil {
		return err
	}
	if err := w.before(); err != nil {
		return err
	}
	resp, err := w.client.Do(w.req)
	if w.waited != nil {
		w.waited()
	}
	if resp != nil && resp.Body != nil {
		resp.Body.Close()
	}
	switch {
	case w.err != nil:
		return w.err
	case !w.finished:
		return err
	case err == nil && ctx.Done() == nil:
		h.giveBack(w)
	}
	return nil
}

func userAgent(s string) string {
	if s == "" {
		return "fcb"
	}
	return s
}
