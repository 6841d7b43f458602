// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/hashicorp/go-retryablehttp"
)

// attempts are those at one call: they tie the retry loop of retryablehttp to the
// gate, so that every send is asked for and every outcome told. When the call is
// over, another one may use them, unless its context can be cancelled.
type attempts struct {
	http   *HTTP
	client retryablehttp.Client
	hooks  httptrace.ClientTrace
	limit  timeLimit // of every attempt

	gate      api.Gate
	url       string
	req       *retryablehttp.Request
	connected atomic.Bool // a connection was handed to the request of this attempt
	started   time.Time
	next      api.Next
	err       error // what the gate said no with
	finished  bool  // the gate has been told the last outcome

	waited func() // ends the context of a wait between two attempts
}

// newAttempts makes the loop that sends requests, each within the context.
func newAttempts(ctx context.Context, h *HTTP, transport *http.Transport) *attempts {
	a := &attempts{http: h}
	// Before a request gets its connection nothing can have left.
	a.hooks.GotConn = func(httptrace.GotConnInfo) { a.connected.Store(true) }
	a.limit = newTimeLimit(httptrace.WithClientTrace(ctx, &a.hooks), h.opts.Timeout)
	a.client.HTTPClient = &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	a.client.RetryMax = 1 << 30 // the gate counts
	a.client.CheckRetry = a.checkRetry
	a.client.Backoff = a.backoff
	a.client.PrepareRetry = a.prepareRetry
	a.client.ErrorHandler = retryablehttp.PassthroughErrorHandler
	return a
}

// take gives attempts for a call that cannot be cancelled. They have a connection of
// their own, which is not used again before the outcome of its last call is recorded:
// what a service sends right behind a reply has come by then and ends the connection.
// With connections in common it could be taken for the reply to another worker's call.
// What comes when the next request is out HTTP/1.1 cannot tell from its reply.
func (h *HTTP) take() *attempts {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(h.idle)
	if n == 0 {
		return newAttempts(context.Background(), h, h.transport.Clone())
	}
	a := h.idle[n-1]
	h.idle = h.idle[:n-1]
	return a
}

func (h *HTTP) giveBack(a *attempts) {
	a.gate, a.req = nil, nil
	h.mu.Lock()
	defer h.mu.Unlock()
	h.idle = append(h.idle, a)
}

// begin turns to another call.
func (a *attempts) begin(to target, body []byte, gate api.Gate) error {
	a.gate, a.url = gate, to.public
	a.next, a.err, a.finished, a.waited = api.Next{}, nil, false, nil
	var err error
	if a.req, err = retryablehttp.FromRequest(to.request.WithContext(a.limit.ctx)); err == nil {
		err = a.req.SetBody(body)
	}
	if err != nil {
		return fmt.Errorf("building the request: %w", err)
	}
	a.req.GetBody = nil // so that the transport has nothing to replay
	return nil
}

func (a *attempts) before() error {
	if err := a.gate.Before(); err != nil {
		a.err = err
		return err
	}
	a.connected.Store(false)
	a.started = time.Now()
	a.limit.start()
	return nil
}

// checkRetry is called by retryablehttp after each attempt.
func (a *attempts) checkRetry(ctx context.Context, resp *http.Response, doErr error) (bool, error) {
	x := api.Exchange{URL: a.url, Started: a.started}
	if doErr != nil {
		x.Fault = a.fault(doErr)
	} else {
		a.read(&x, resp)
	}
	a.limit.stop()
	x.Latency = time.Since(a.started)
	next, err := a.gate.After(x)
	if err != nil {
		a.err = err
		return false, err
	}
	a.next = next
	a.finished = !next.Retry
	if next.Retry {
		a.wait()
	}
	return next.Retry, nil
}

func (a *attempts) backoff(_, _ time.Duration, _ int, _ *http.Response) time.Duration {
	return a.next.Wait
}

// wait gives the request, until it is sent again, a context that ends when the
// gate has stopped: a wait may be cut short, a request in flight is left to finish.
func (a *attempts) wait() {
	ctx, cancel := context.WithCancel(a.limit.ctx)
	stop := context.AfterFunc(a.gate.Stopped(), cancel)
	a.waited = func() { stop(); cancel() }
	a.req.Request = a.req.Request.WithContext(ctx)
}

// prepareRetry is called by retryablehttp after the wait.
func (a *attempts) prepareRetry(r *http.Request) error {
	a.waited()
	*r = *r.WithContext(a.limit.ctx)
	return a.before()
}

// read takes the whole reply into x.
func (a *attempts) read(x *api.Exchange, resp *http.Response) {
	defer resp.Body.Close()
	x.Status = resp.StatusCode
	redact := a.http.secrets
	var hit bool
	x.ContentType, hit = redact.text(resp.Header.Get("Content-Type"))
	x.Redacted = x.Redacted || hit
	x.RetryAfter, hit = redact.text(resp.Header.Get("Retry-After"))
	x.Redacted = x.Redacted || hit
	if to, err := resp.Location(); err == nil {
		x.Location, hit = redact.text(PublicURL(to))
		x.Redacted = x.Redacted || hit
	}
	body, err := readAtMost(resp, maxReply+1)
	x.Body, hit = redact.bytes(body)
	x.Redacted = x.Redacted || hit
	if err == nil && len(body) <= maxReply {
		return
	}
	got := fmt.Sprintf("status %d, %d bytes of the body received", resp.StatusCode, len(body))
	if resp.ContentLength > 0 {
		got = fmt.Sprintf("status %d, %d of %d bytes of the body received", resp.StatusCode, len(body), resp.ContentLength)
	}
	switch {
	case err == nil:
		x.Fault = &api.Fault{Kind: api.FaultTooLarge, Message: fmt.Sprintf("the reply is larger than %d bytes", maxReply)}
	case isTimeout(err):
		x.Fault = &api.Fault{Kind: api.FaultTimeoutBody, Message: fmt.Sprintf("timed out in body after %s (%s)", a.http.opts.Timeout, got)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		x.Fault = &api.Fault{Kind: api.FaultCutBody, Message: fmt.Sprintf("body cut short (%s)", got)}
	default:
		x.Fault = &api.Fault{Kind: api.FaultReset, Message: fmt.Sprintf("connection lost in body (%s): %s", got, a.words(err))}
	}
}

// readAtMost reads the body up to limit bytes.
func readAtMost(resp *http.Response, limit int64) ([]byte, error) {
	n := resp.ContentLength
	if n < 0 || n > 1<<20 {
		return io.ReadAll(io.LimitReader(resp.Body, limit))
	}
	b := make([]byte, n)
	k, err := io.ReadFull(resp.Body, b)
	return b[:k], err
}

// words is an error text without URL and secrets.
func (a *attempts) words(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	s, _ := a.http.secrets.text(err.Error())
	return s
}
