// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sort"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/http/httpguts"
)

// Redacted stands where a key stood.
const Redacted = "[redacted]"

// A redactor replaces secrets in whatever another side sends back.
type redactor struct{ forms [][]byte } // longest first

// minSecret is the shortest text that is treated as a secret: replacing shorter
// ones would spoil ordinary words.
const minSecret = 4

func newRedactor(secrets []string) *redactor {
	seen := map[string]bool{}
	for _, s := range secrets {
		for _, form := range spellings(strings.TrimSpace(s)) {
			if len(form) >= minSecret {
				seen[form] = true
			}
		}
	}
	r := &redactor{}
	for form := range seen {
		r.forms = append(r.forms, []byte(form))
	}
	sort.Slice(r.forms, func(i, j int) bool {
		if len(r.forms[i]) != len(r.forms[j]) {
			return len(r.forms[i]) > len(r.forms[j])
		}
		return bytes.Compare(r.forms[i], r.forms[j]) < 0
	})
	return r
}

// spellings are the ways in which a secret may come back: plain, in a JSON
// string, URL-encoded, and base64 at any of the three alignments.
func spellings(s string) []string {
	if s == "" {
		return nil
	}
	quoted, _ := json.Marshal(s)
	escaped := url.QueryEscape(s)
	path := url.PathEscape(s)
	out := []string{s, strings.Trim(string(quoted), `"`), strings.ReplaceAll(s, "/", `\/`),
		escaped, lowerPercent(escaped), path, lowerPercent(path)}
	for lead := 0; lead < 3; lead++ {
		for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			text := enc.EncodeToString(append(make([]byte, lead), s...))
			first := (8*lead + 5) / 6       // characters that hold bits of what stands before
			last := 8 * (lead + len(s)) / 6 // characters that hold bits of the secret only
			if last-first >= 8 {
				out = append(out, text[first:last])
			}
		}
	}
	return out
}

// lowerPercent spells percent escapes with lower-case digits.
func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i:i+3], bytes.ToLower(b[i:i+3]))
		}
	}
	return string(b)
}

func (r *redactor) bytes(b []byte) ([]byte, bool) {
	hit := false
	for _, form := range r.forms {
		if bytes.Contains(b, form) {
			b, hit = bytes.ReplaceAll(b, form, []byte(Redacted)), true
		}
	}
	if len(r.forms) > 0 && bytes.Contains(b, []byte(`\u`)) {
		return r.escaped(b, hit)
	}
	return b, hit
}

// escaped looks behind the escapes of JSON strings, and of JSON within those: a
// secret spelt so would show as soon as the string is read.
func (r *redactor) escaped(b []byte, hit bool) ([]byte, bool) {
	var out []byte
	for {
		start := bytes.IndexByte(b, '"')
		if start < 0 {
			return append(out, b...), hit
		}
		end := start + 1
		for end < len(b) && b[end] != '"' {
			if b[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(b) {
			return append(out, b...), hit
		}
		literal := b[start : end+1]
		if bytes.Contains(literal, []byte(`\u`)) {
			if text, err := jsontext.AppendUnquote(nil, literal); err == nil {
				if clean, found := r.bytes(text); found {
					if quoted, err := jsontext.AppendQuote(nil, clean); err == nil {
						literal, hit = quoted, true
					}
				}
			}
		}
		out = append(append(out, b[:start]...), literal...)
		b = b[end+1:]
	}
}

func (r *redactor) text(s string) (string, bool) {
	b, hit := r.bytes([]byte(s))
	return string(b), hit
}

// checkKey refuses a key that cannot be sent or must not be.
func checkKey(key string, base *url.URL) error {
	if key == "" {
		return nil
	}
	if !httpguts.ValidHeaderFieldValue(key) || strings.ContainsAny(key, " \t") {
		return fmt.Errorf("the key holds characters that no key has (white space or control characters)")
	}
	if base.Scheme != "https" && !isLoopback(base.Hostname()) {
		return fmt.Errorf("the key is not sent over plain http to %s: use https", base.Hostname())
	}
	return nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// ParseHeader reads 'Name: value'. The error never holds the value.
func ParseHeader(s string) (Header, error) {
	name, value, ok := strings.Cut(s, ":")
	h := Header{http.CanonicalHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value)}
	if !ok {
		return Header{}, fmt.Errorf("a header is given as 'Name: value'")
	}
	return h, h.check()
}

// reserved headers are set by the transport and cannot be given.
var reserved = map[string]bool{"Content-Type": true, "Content-Length": true, "Host": true, "Transfer-Encoding": true,
	"Connection": true, "Accept-Encoding": true, "Expect": true, "Idempotency-Key": true, "X-Idempotency-Key": true}

func (h Header) check() error {
	switch {
	case !httpguts.ValidHeaderFieldName(h.Name):
		return fmt.Errorf("%q is not a header name", h.Name)
	case reserved[h.Name]:
		return fmt.Errorf("the header %s cannot be set", h.Name)
	case !httpguts.ValidHeaderFieldValue(h.Value):
		return fmt.Errorf("the value of the header %s holds characters that no header value has", h.Name)
	}
	return nil
}
