// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A recorder is a gate that allows a number of attempts and keeps what came.
type recorder struct {
	allow     int
	exchanges []api.Exchange
}

func (r *recorder) Before() error {
	if r.allow == 0 {
		return errors.New("no more")
	}
	r.allow--
	return nil
}

func (r *recorder) After(x api.Exchange) (api.Next, error) {
	r.exchanges = append(r.exchanges, x)
	return api.Next{Retry: r.allow > 0}, nil
}

func (r *recorder) Stopped() context.Context { return context.Background() }

func call(t *testing.T, o endpoint.Options, attempts int) []api.Exchange {
	t.Helper()
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Second
	}
	h, err := endpoint.NewHTTP(o)
	require.NoError(t, err)
	defer h.Close()
	r := &recorder{allow: attempts}
	require.NoError(t, h.Call(context.Background(), "/v1/consensus", []byte(`{"x":1}`), r))
	return r.exchanges
}

func TestCallSendsWhatTheGateAllows(t *testing.T) {
	n := 0
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		b, _ := io.ReadAll(r.Body)
		assert.Equal(t, `{"x":1}`, string(b))
		assert.Equal(t, "/sub/v1/consensus", r.URL.Path)
		assert.Equal(t, "k=1", r.URL.RawQuery)
		assert.Equal(t, "application/json", r.Header.Get("Content-Type"))
		assert.Equal(t, "Bearer sk-secret-1", r.Header.Get("Authorization"))
		assert.Equal(t, "HTTP/1.1", r.Proto)
		w.WriteHeader(500)
	}))
	defer srv.Close()
	x := call(t, endpoint.Options{Base: srv.URL + "/sub/?k=1", Key: " sk-secret-1\n"}, 3)
	assert.Equal(t, 3, n)
	require.Len(t, x, 3)
	assert.Equal(t, srv.URL+"/sub/v1/consensus", x[0].URL, "without the query")
}

func TestGateRefusalSendsNothing(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("sent") }))
	defer srv.Close()
	h, err := endpoint.NewHTTP(endpoint.Options{Base: srv.URL, Timeout: time.Second})
	require.NoError(t, err)
	err = h.Call(context.Background(), "/x", nil, &recorder{})
	assert.EqualError(t, err, "no more")
}

// Neither body, key nor own headers follow a redirect, and a POST stays one.
func TestRedirectsAreNotFollowed(t *testing.T) {
	stranger := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("followed") }))
	defer stranger.Close()
	for _, code := range []int{301, 302, 303, 307, 308} {
		srv := httptest.NewServer(http.RedirectHandler(stranger.URL+"/there?key=sk-secret-1", code))
		x := call(t, endpoint.Options{Base: srv.URL, Key: "sk-secret-1", Headers: []endpoint.Header{{Name: "X-Api-Key", Value: "s3cret"}}}, 1)
		require.Len(t, x, 1)
		assert.Equal(t, code, x[0].Status)
		assert.Equal(t, stranger.URL+"/there", x[0].Location)
		srv.Close()
	}
}

func TestKeysNeverComeBack(t *testing.T) {
	const key, header = `sk-"odd/ké+y=1`, "h3ader-secret"
	key64 := base64.StdEncoding.EncodeToString([]byte("Bearer " + key))
	quoted, _ := json.Marshal(key)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/"+header)
		w.Header().Set("Retry-After", header)
		fmt.Fprintf(w, `{"plain":%q,"json":%s,"b64":%q,"url":%q,"path":%q,"h":%q}`, key, quoted, key64, url.QueryEscape(key), url.PathEscape(key), r.Header.Get("X-My"))
	}))
	defer srv.Close()
	x := call(t, endpoint.Options{Base: srv.URL, Key: key, Headers: []endpoint.Header{{Name: "X-My", Value: header}}}, 1)[0]
	assert.True(t, x.Redacted)
	all := string(x.Body) + x.ContentType + x.RetryAfter
	for _, form := range []string{`sk-"odd/k%C3%A9%2By%3D1`, `sk%2D%22odd%2fk%c3%a9%2By%3D1`, `sk-\u0022odd\/k\u00e9+y=1`, `%73%6b%2d%22%6f%64%64%2f%6b%c3%a9%2b%79%3d%31`} {
		got := call(t, endpoint.Options{Base: echoing(t, form), Key: key}, 1)[0]
		assert.Equal(t, "x"+endpoint.Redacted+"y", string(got.Body), form)
	}
	for _, form := range []string{key, string(quoted[1 : len(quoted)-1]), url.QueryEscape(key), url.PathEscape(key), header, key64[12:28]} {
		assert.NotContains(t, all, form)
	}
	assert.Contains(t, all, endpoint.Redacted)
}

// echoing is a server that says one thing.
func echoing(t *testing.T, text string) string {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "x"+text+"y") }))
	t.Cleanup(srv.Close)
	return srv.URL
}

// Base64 of any text around the key shows no run of the key's own characters.
func TestBase64IsRedactedAtEveryAlignment(t *testing.T) {
	const key = "sk-abcdefghijklmnop"
	var reply string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, reply) }))
	defer srv.Close()
	rapid.Check(t, func(rt *rapid.T) {
		before, after := rapid.String().Draw(rt, "before"), rapid.String().Draw(rt, "after")
		reply = base64.StdEncoding.EncodeToString([]byte(before + key + after))
		x := call(t, endpoint.Options{Base: srv.URL, Key: key}, 1)[0]
		if !x.Redacted || len(x.Body) > len(reply)-10 {
			rt.Fatalf("%q came back as %q", reply, x.Body)
		}
	})
}

// A key spelt with JSON escapes, or so within JSON in a string, would show when read.
func TestKeysBehindEscapesAreRedacted(t *testing.T) {
	const key = "sk-abcdefghijklmnop"
	spelt := ""
	for i, c := range key {
		if i%2 == 0 {
			spelt += fmt.Sprintf(`\u%04x`, c)
		} else {
			spelt += string(c)
		}
	}
	inner := `{"a":"` + spelt + `","b":"\u00e9\"x"}`
	quoted, _ := json.Marshal(inner)
	for _, body := range []string{inner, `{"content":` + string(quoted) + `,"rest":"\u00e9"}`} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, body) }))
		x := call(t, endpoint.Options{Base: srv.URL, Key: key}, 1)[0]
		srv.Close()
		assert.True(t, x.Redacted)
		var read any
		require.NoError(t, json.Unmarshal(x.Body, &read), "still JSON: %s", x.Body)
		text := fmt.Sprint(read)
		assert.Contains(t, text, "é")
		for _, outer := range []string{text, string(x.Body)} {
			assert.NotContains(t, outer, key)
			assert.NotContains(t, outer, spelt)
		}
		assert.Contains(t, text, endpoint.Redacted)
	}
	// Without a key in it, not a byte changes.
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"a":"\u0061\/","open`) }))
	defer srv.Close()
	x := call(t, endpoint.Options{Base: srv.URL, Key: key}, 1)[0]
	assert.Equal(t, `{"a":"\u0061\/","open`, string(x.Body))
	assert.False(t, x.Redacted)
}

func TestOptionsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		o    endpoint.Options
		says string
	}{
		{"no scheme", endpoint.Options{Base: "screwtape.ai"}, "http:// or https://"},
		{"no host", endpoint.Options{Base: "https:///x"}, "no host"},
		{"bad url", endpoint.Options{Base: "https://u:sk-secret@ho st/"}, "base URL"},
		{"key over plain http", endpoint.Options{Base: "http://example.com", Key: "sk-secret"}, "use https"},
		{"another localhost", endpoint.Options{Base: "http://evil.localhost:9", Key: "sk-secret"}, "use https"},
		{"userinfo over plain http", endpoint.Options{Base: "http://u:sk-secret@example.com"}, "use https"},
		{"authorization over plain http", endpoint.Options{Base: "http://example.com", Headers: []endpoint.Header{{Name: "Authorization", Value: "Bearer sk-secret"}}}, "use https"},
		{"key with a space", endpoint.Options{Base: "https://example.com", Key: "sk secret"}, "white space"},
		{"key with a newline inside", endpoint.Options{Base: "https://example.com", Key: "sk-secret\nx"}, "control"},
		{"header name", endpoint.Options{Base: "https://example.com", Headers: []endpoint.Header{{Name: "a b", Value: "sk-secret"}}}, "not a header name"},
		{"header value", endpoint.Options{Base: "https://example.com", Headers: []endpoint.Header{{Name: "A", Value: "sk-secret\r\nX: y"}}}, "header A"},
		{"reserved header", endpoint.Options{Base: "https://example.com", Headers: []endpoint.Header{{Name: "Content-Length", Value: "1"}}}, "cannot be set"},
		{"no timeout", endpoint.Options{Base: "https://example.com"}, "timeout"},
		{"no ca file", endpoint.Options{Base: "https://example.com", Timeout: 1, CAFile: "nowhere.pem"}, "--ca-cert"},
	} {
		_, err := endpoint.NewHTTP(c.o)
		if assert.ErrorContains(t, err, c.says, c.name) {
			assert.NotContains(t, err.Error(), "sk-secret", c.name)
		}
	}
	for _, loopback := range []string{"http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"} {
		_, err := endpoint.NewHTTP(endpoint.Options{Base: loopback, Key: "sk-secret", Timeout: 1})
		assert.NoError(t, err)
	}
}

func TestParseHeader(t *testing.T) {
	h, err := endpoint.ParseHeader("x-api-key:  a: b, c ")
	require.NoError(t, err)
	assert.Equal(t, endpoint.Header{Name: "X-Api-Key", Value: "a: b, c"}, h)
	_, err = endpoint.ParseHeader("sk-secret")
	assert.ErrorContains(t, err, "Name: value")
	assert.NotContains(t, err.Error(), "sk-secret")
}

func TestPrivateCertificateAuthority(t *testing.T) {
	srv := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Equal(t, "HTTP/1.1", r.Proto, "HTTP/2 may replay a request after GOAWAY")
		io.WriteString(w, "{}")
	}))
	defer srv.Close()
	srv.Config.ErrorLog = nil
	x := call(t, endpoint.Options{Base: srv.URL}, 1)[0]
	require.NotNil(t, x.Fault)
	assert.Equal(t, api.FaultCertificate, x.Fault.Kind)
	assert.Contains(t, x.Fault.Message, "Acme Co", "the issuer is named")

	file := filepath.Join(t.TempDir(), "ca.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw}), 0o600))
	x = call(t, endpoint.Options{Base: srv.URL, CAFile: file}, 1)[0]
	assert.Nil(t, x.Fault)
	assert.Equal(t, 200, x.Status)
	_, err := endpoint.NewHTTP(endpoint.Options{Base: srv.URL, Timeout: 1, CAFile: "http_test.go"})
	assert.ErrorContains(t, err, "no PEM certificate")
}

// Nothing left this machine in any of these.
func TestNeverSentKinds(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	plain := httptest.NewServer(nil)
	defer plain.Close()
	for _, c := range []struct{ name, base, kind string }{
		{"refused", gone.URL, api.FaultRefused},
		{"tls to a plain server", strings.Replace(plain.URL, "http:", "https:", 1), api.FaultTLS},
	} {
		x := call(t, endpoint.Options{Base: c.base}, 1)[0]
		if assert.NotNil(t, x.Fault, c.name) {
			assert.Equal(t, c.kind, x.Fault.Kind, c.name)
			assert.True(t, api.NeverSent(x.Fault.Kind), c.name)
		}
	}
}

func TestTimeoutCoversTheWholeCall(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.ReadAll(r.Body)
		<-r.Context().Done()
	}))
	defer srv.Close()
	x := call(t, endpoint.Options{Base: srv.URL, Timeout: 100 * time.Millisecond}, 1)[0]
	require.NotNil(t, x.Fault)
	assert.Equal(t, api.FaultTimeout, x.Fault.Kind)
	assert.False(t, api.NeverSent(x.Fault.Kind))
}

// What a header's value holds of credentials is kept out of what comes back; a
// plain setting is not taken for a secret.
func TestHeaderSecrets(t *testing.T) {
	for _, c := range []struct {
		header endpoint.Header
		echo   string
		want   string
	}{
		{endpoint.Header{Name: "Authorization", Value: "Bearer sk-0123456789"}, "sk-0123456789", "[redacted]"},
		{endpoint.Header{Name: "Authorization", Value: "Basic dXNlcm5hbWU6cGFzc3dvcmQ="}, "username and password", "[redacted] and [redacted]"},
		{endpoint.Header{Name: "Cookie", Value: "session=abcdef123456; theme=dark"}, "abcdef123456", "[redacted]"},
		{endpoint.Header{Name: "X-Priority", Value: "high"}, "high", "high"},
		{endpoint.Header{Name: "X-Custom", Value: "long-enough-value"}, "long-enough-value", "[redacted]"},
	} {
		got := call(t, endpoint.Options{Base: echoing(t, c.echo), Headers: []endpoint.Header{c.header}}, 1)[0]
		assert.Equal(t, "x"+c.want+"y", string(got.Body), c.header.Name)
	}
}
