// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

const healthPath = "/v1/health"

// Wrap gives a handler that misbehaves as the plan says. Every rule counts, by
// itself and from 1, the requests that fit its path and match, whichever rule
// then decides. Bodies are read whole, so bound them before. Now is the clock of
// Retry-After. A nil or empty plan gives next itself.
func (p *Plan) Wrap(next http.Handler, now func() time.Time) http.Handler {
	if p == nil || len(p.rules) == 0 {
		return next
	}
	f := &faulty{rules: p.rules, next: next, now: now, calls: make([]int, len(p.rules)), attempts: map[[32]byte]int{}}
	for _, r := range p.rules {
		f.looks = f.looks || r.when.match != "" || r.when.attempt != span{} || r.when.p < 1 || r.do.delay[0] != r.do.delay[1]
	}
	return f
}

type faulty struct {
	rules []rule
	next  http.Handler
	now   func() time.Time
	looks bool // some rule looks at bodies

	mu       sync.Mutex
	calls    []int
	attempts map[[32]byte]int
}

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body []byte
	if f.looks {
		body = readAll(w, r)
	}
	do, draw := f.choose(r.URL.Path, body)
	switch {
	case do == nil:
		f.next.ServeHTTP(w, r)
		return
	case do.reset == "before":
		reset(w)
		return
	case !f.looks:
		readAll(w, r)
	}
	f.carryOut(w, r, *do, draw)
}

// choose finds the first rule that wants the request, and a number in [0, 1)
// for the delay.
func (f *faulty) choose(path string, body []byte) (do *action, draw float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	attempt, sum := 0, [32]byte{}
	if f.looks {
		sum = sha256.Sum256(append([]byte(path+"\n"), body...))
		f.attempts[sum]++
		attempt = f.attempts[sum]
	}
	for i, r := range f.rules {
		c := r.when
		if c.path != path && (c.path != "" || path == healthPath) || !strings.Contains(string(body), c.match) {
			continue
		}
		f.calls[i]++
		n := f.calls[i]
		if do != nil || !c.call.holds(n) || c.every > 0 && n%c.every != 0 || !c.attempt.holds(attempt) {
			continue
		}
		if c.p < 1 && uniform(c.seed, i, 'p', sum, attempt) >= c.p {
			continue
		}
		do, draw = &f.rules[i].do, uniform(c.seed, i, 'd', sum, attempt)
	}
	return do, draw
}

// uniform is a number in [0, 1) that depends on its arguments alone.
func uniform(seed uint64, rule int, use byte, sum [32]byte, attempt int) float64 {
	b := binary.BigEndian.AppendUint64(nil, seed)
	b = binary.BigEndian.AppendUint64(b, uint64(rule))
	b = binary.BigEndian.AppendUint64(append(b, use), uint64(attempt))
	h := sha256.Sum256(append(b, sum[:]...))
	return float64(binary.BigEndian.Uint64(h[:8])>>11) / (1 << 53)
}

// readAll reads the body and puts it back, an error at its end included. Then
// the connection may be silent for as long as the plan likes.
func readAll(w http.ResponseWriter, r *http.Request) []byte {
	b, err := io.ReadAll(r.Body)
	if err == nil {
		err = io.EOF
	}
	r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(b), failing{err}))
	c := http.NewResponseController(w)
	c.SetReadDeadline(time.Time{}) // else the server takes a slow reply for a client that left
	c.SetWriteDeadline(time.Time{})
	return b
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// carryOut makes the reply and sends it as the action says.
func (f *faulty) carryOut(w http.ResponseWriter, r *http.Request, do action, draw float64) {
	var out *reply
	if do.fresh() {
		out = do.answer(r)
	} else {
		k := &keeper{reply: reply{status: http.StatusOK, header: http.Header{}}}
		f.next.ServeHTTP(k, r)
		out = &k.reply
	}
	if do.text != nil {
		out.body = []byte(*do.text)
	}
	if do.pad > 0 {
		out.add("padding", strings.Repeat("x", do.pad))
	}
	if do.body != "" {
		bodies[do.body].make(out)
	}
	if do.echo {
		out.echo(r.Header)
	}
	if do.mime != "" {
		out.header.Set("Content-Type", do.mime)
	}
	if do.retryAfter != nil {
		out.header.Set("Retry-After", do.retryAfter(f.now()))
	}
	for _, h := range do.header {
		out.header.Add(h[0], h[1])
	}
	if !pause(r, do.delay[0]+time.Duration(draw*float64(do.delay[1]-do.delay[0]))) {
		panic(http.ErrAbortHandler)
	}
	deliver(w, r, out, do)
}

// keeper holds a reply back.
type keeper struct {
	reply
	wrote bool
}

func (k *keeper) Header() http.Header { return k.header }
func (k *keeper) WriteHeader(status int) {
	if !k.wrote {
		k.status, k.wrote = status, true
	}
}
func (k *keeper) Write(b []byte) (int, error) {
	k.wrote = true
	k.body = append(k.body, b...)
	return len(b), nil
}

// pause waits; false means that the client left or the server closes.
func pause(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
		return false
	}
}
