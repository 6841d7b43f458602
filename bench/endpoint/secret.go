// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"sort"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/net/http/httpguts"
)

// Redacted stands where a key stood.
const Redacted = "[redacted]"

// A redactor replaces secrets in whatever another side sends back.
type redactor struct{ form *regexp.Regexp } // nil: no secrets

// minSecret is the shortest text that is treated as a secret: replacing shorter
// ones would spoil ordinary words.
const minSecret = 4

func newRedactor(secrets []string) *redactor {
	seen := map[string]bool{}
	var forms []string
	for _, s := range secrets {
		s = strings.TrimSpace(s)
		if len(s) < minSecret || seen[s] {
			continue
		}
		seen[s] = true
		forms = append(forms, spelling(s))
		for _, b := range base64Forms(s) {
			forms = append(forms, regexp.QuoteMeta(b))
		}
	}
	if len(forms) == 0 {
		return &redactor{}
	}
	// Longer first: of two alternatives at one place the first is taken.
	sort.SliceStable(forms, func(i, j int) bool { return len(forms[i]) > len(forms[j]) })
	return &redactor{regexp.MustCompile("(?s:" + strings.Join(forms, "|") + ")")}
}

// spelling matches a secret however each of its characters is written: plain,
// percent-encoded or as an escape of a JSON string.
func spelling(s string) string {
	var b strings.Builder
	for _, r := range s {
		percent := ""
		for _, c := range []byte(string(r)) {
			percent += fmt.Sprintf("%%%02x", c)
		}
		forms := []string{regexp.QuoteMeta(string(r)), "(?i:" + percent + ")"}
		for _, u := range utf16.Encode([]rune{r}) {
			if r < 0x10000 {
				forms = append(forms, fmt.Sprintf(`(?i:\\u%04x)`, u))
			}
		}
		switch r {
		case '/', '"', '\\':
			forms = append(forms, `\\`+regexp.QuoteMeta(string(r)))
		case ' ':
			forms = append(forms, `\+`)
		}
		b.WriteString("(?:" + strings.Join(forms, "|") + ")")
	}
	return b.String()
}

// base64Forms are the runs of base64 that hold bits of the secret only, at each
// of the three alignments and in both alphabets.
func base64Forms(s string) []string {
	var out []string
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

func (r *redactor) bytes(b []byte) ([]byte, bool) {
	if r.form == nil {
		return b, false
	}
	hit := r.form.Match(b)
	if hit {
		b = r.form.ReplaceAllLiteral(b, []byte(Redacted))
	}
	if bytes.Contains(b, []byte(`\u`)) {
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
	if r.form == nil {
		return s, false
	}
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
	if plainHTTP(base) {
		return fmt.Errorf("the key is not sent over plain http to %s: use https", base.Hostname())
	}
	return nil
}

// plainHTTP reports whether what is sent to base can be read on the way.
func plainHTTP(base *url.URL) bool { return base.Scheme != "https" && !isLoopback(base.Hostname()) }

// credential reports whether a header is one that carries credentials.
func (h Header) credential() bool {
	name := strings.ToLower(h.Name)
	return name == "authorization" || name == "proxy-authorization" || name == "cookie" || strings.Contains(name, "key") || strings.Contains(name, "token") || strings.Contains(name, "secret")
}

// plainWord is how long a value may be that is taken for a setting and not for a
// secret, when nothing in the name says otherwise: replacing a word such as high
// would spoil the replies that are paid for.
const plainWord = 8

// secrets are the texts in a header's value (or a query's) that must not be kept:
// the whole, and what stands behind a scheme, in a cookie or in basic credentials.
func (h Header) secrets() []string {
	if !h.credential() && len(h.Value) < plainWord {
		return nil
	}
	out := []string{h.Value}
	for _, part := range strings.FieldsFunc(h.Value, func(r rune) bool { return strings.ContainsRune(" ;,", r) }) {
		if _, value, ok := strings.Cut(part, "="); ok && len(value) >= plainWord {
			out = append(out, value)
		}
		if len(part) >= plainWord {
			out = append(out, part)
		}
	}
	if encoded, ok := strings.CutPrefix(h.Value, "Basic "); ok {
		if b, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			user, password, _ := strings.Cut(string(b), ":")
			out = append(out, user, password)
		}
	}
	return out
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
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
