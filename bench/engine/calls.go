// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench/api"
)

// A Call is one request as the server saw it, kept for the tests of clients.
type Call struct {
	Method, Path string
	Header       http.Header
	Time         time.Time // of arrival, by [Options.Now]
	Body         []byte    // as far as it was read
	BodySHA256   string    // lower-case hex; "" when the body was not read to its end
	Status       int       // of the reply; 0 while there is none and when the connection was reset
}

// recorder bounds bodies, counts, and, when on, keeps what was received.
type recorder struct {
	on     bool
	now    func() time.Time
	totals totals

	mu    sync.Mutex
	calls []*Call
}

func (k *recorder) list() []Call {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.on {
		return nil
	}
	out := make([]Call, len(k.calls))
	for i, c := range k.calls {
		out[i] = *c
		out[i].Body = bytes.Clone(c.Body)
	}
	return out
}

func (k *recorder) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, api.MaxBody)
		c := &Call{Method: r.Method, Path: r.URL.Path}
		defer func() { k.totals.count(c.Path, c.Status) }()
		if k.on {
			c.Header, c.Time = r.Header.Clone(), k.now()
			k.mu.Lock()
			k.calls = append(k.calls, c)
			k.mu.Unlock()
			r.Body = &recordedBody{r.Body, k, c}
		}
		next.ServeHTTP(&recordedReply{w, k, c}, r)
	})
}

type recordedBody struct {
	io.ReadCloser
	k *recorder
	c *Call
}

func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.k.mu.Lock()
	defer b.k.mu.Unlock()
	b.c.Body = append(b.c.Body, p[:n]...)
	if err == io.EOF {
		b.c.BodySHA256 = api.SHA256(b.c.Body)
	}
	return n, err
}

type recordedReply struct {
	http.ResponseWriter
	k *recorder
	c *Call
}

func (w *recordedReply) WriteHeader(status int) {
	w.NoteStatus(status)
	w.ResponseWriter.WriteHeader(status)
}

// NoteStatus takes the status of a reply that bench/fault writes by hand.
func (w *recordedReply) NoteStatus(status int) {
	w.k.mu.Lock()
	w.c.Status = status
	w.k.mu.Unlock()
}

// Unwrap lets [http.NewResponseController] reach the connection.
func (w *recordedReply) Unwrap() http.ResponseWriter { return w.ResponseWriter }
