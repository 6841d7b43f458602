// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"
)

// deliver sends a reply, or the part of it that the action lets through.
func deliver(w http.ResponseWriter, r *http.Request, out *reply, do action) {
	if do.reset == "after" {
		reset(w)
		return
	}
	if out.status == http.StatusNoContent || out.status == http.StatusNotModified {
		out.body = nil
	}
	out.header.Del("Content-Length")
	part := out.body
	for _, n := range []int{do.cut, do.stall} {
		if n >= 0 {
			part = part[:min(n, len(part))]
		}
	}
	if do.framing == "close" || do.close == "silent" {
		raw(w, r, out, part, do)
		return
	}
	h := w.Header()
	for k, v := range out.header {
		h[k] = v
	}
	if do.close == "announce" {
		h.Set("Connection", "close")
	}
	chunked := do.framing == "chunked"
	if !chunked && out.status != http.StatusNoContent && out.status != http.StatusNotModified {
		h.Set("Content-Length", strconv.Itoa(len(out.body)))
	}
	w.WriteHeader(out.status)
	flush := func() { http.NewResponseController(w).Flush() }
	if chunked {
		flush() // before the first byte: the server cannot state a length any more
	}
	w.Write(part)
	switch {
	case do.stall >= 0:
		flush()
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	case do.cut >= 0 && (do.cut < len(out.body) || chunked && do.cut == len(out.body)):
		flush()
		panic(http.ErrAbortHandler)
	}
}

// raw writes a reply by hand, which closes the connection without a word: either
// as the only sign of the body's end, or after a reply that promised to keep it.
func raw(w http.ResponseWriter, r *http.Request, out *reply, part []byte, do action) {
	conn := take(w, out.status)
	defer conn.Close()
	// The server no longer watches this connection: its end is ours to see.
	defer context.AfterFunc(r.Context(), func() { conn.Close() })()
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %03d %s\r\n", out.status, http.StatusText(out.status))
	if do.framing != "close" {
		out.header.Set("Content-Length", strconv.Itoa(len(out.body)))
	}
	out.header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	out.header.Write(&b)
	b.WriteString("\r\n")
	b.Write(part)
	conn.Write(b.Bytes())
	if do.stall >= 0 {
		io.Copy(io.Discard, conn) // until the client leaves
	}
}

// reset ends the connection with a TCP reset, not with a close.
func reset(w http.ResponseWriter) {
	conn := take(w, 0)
	if c, ok := conn.(*net.TCPConn); ok {
		c.SetLinger(0)
	}
	conn.Close()
}

// A noter is told the status of a reply that it cannot see being written.
type noter interface{ NoteStatus(int) }

// take takes the connection from the server. Where there is none, the best that
// can be done is to give no reply.
func take(w http.ResponseWriter, status int) net.Conn {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if n, ok := w.(noter); ok {
		n.NoteStatus(status)
	}
	conn.SetDeadline(time.Time{})
	return conn
}
