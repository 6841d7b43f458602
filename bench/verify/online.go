// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package verify

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Online asks the service that issued the receipts. Verifying costs nothing and
// changes nothing, so a 429 or 503 is asked again a few times.
type Online struct {
	Caller  bench.Caller     // required
	Retries int              // after a 429 or 503
	MaxWait time.Duration    // a longer wait asked for leaves the receipt unverified
	Now     func() time.Time // required

	wrapped atomic.Bool // the service wants {"receipt": ...}
}

// Check posts the stored bytes as they are; a service that refuses them as
// malformed is asked once more with the receipt under the key "receipt".
func (o *Online) Check(ctx context.Context, raw []byte) error {
	bare := !o.wrapped.Load()
	x, err := o.post(ctx, raw, bare)
	if err != nil {
		return err
	}
	if x.Status == http.StatusBadRequest && bare {
		y, err := o.post(ctx, raw, false)
		if err != nil {
			return err
		}
		if y.Status == http.StatusOK {
			o.wrapped.Store(true)
			x = y
		}
	}
	switch x.Status {
	case http.StatusOK:
		return verdict(x.Body)
	case http.StatusBadRequest:
		return fmt.Errorf("%w, says the service (status 400)", receipt.ErrMalformed)
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed:
		return &StopError{fmt.Errorf("%s answered with status %d; check the base URL, or give --public-key", x.URL, x.Status)}
	}
	if x.Status >= 300 && x.Status <= 399 {
		return &StopError{fmt.Errorf("%s redirects to %s, which is not followed", x.URL, x.Location)}
	}
	return fmt.Errorf("the service answered with status %d", x.Status)
}

// verdict reads the reply of the verify endpoint.
func verdict(body []byte) error {
	var v struct {
		Valid  *bool  `json:"valid"`
		Reason string `json:"reason"`
	}
	if p := jsonl.Unmarshal(body, &v); p != nil {
		return fmt.Errorf("the service's reply cannot be read: %s", p.Message)
	}
	switch {
	case v.Valid == nil:
		return fmt.Errorf("the service's reply does not say whether the receipt is valid")
	case *v.Valid:
		return nil
	case v.Reason == "":
		return receipt.Refuted("the service says so, without a reason")
	}
	return receipt.Refuted("the service says: " + v.Reason)
}

func (o *Online) post(ctx context.Context, raw []byte, bare bool) (api.Exchange, error) {
	body := raw
	if !bare {
		body = append(append([]byte(`{"receipt":`), raw...), '}')
	}
	g := &gate{o: o, ctx: ctx}
	if err := o.Caller.Call(ctx, api.PathVerify, body, g); err != nil {
		return g.last, err
	}
	if f := g.last.Fault; f != nil {
		err := fmt.Errorf("%s: %s", g.last.URL, f.Message)
		if api.NeverSent(f.Kind) {
			return g.last, &StopError{err}
		}
		return g.last, err
	}
	return g.last, nil
}

// gate allows everything and repeats what the service asks to be repeated.
type gate struct {
	o     *Online
	ctx   context.Context
	tries int
	last  api.Exchange
}

func (g *gate) Before() error            { return g.ctx.Err() }
func (g *gate) Stopped() context.Context { return g.ctx }

func (g *gate) After(x api.Exchange) (api.Next, error) {
	g.last = x
	g.tries++
	if x.Fault != nil || x.Status != http.StatusTooManyRequests && x.Status != http.StatusServiceUnavailable || g.tries > g.o.Retries {
		return api.Next{}, nil
	}
	wait := time.Second << min(g.tries-1, 5) // 1, 2, 4 s and so on, where the service does not say
	if r := bench.ParseRetryAfter(x.RetryAfter, g.o.Now()); r.Usable {
		wait = r.Wait
	}
	if wait > g.o.MaxWait {
		return api.Next{}, nil
	}
	return api.Next{Retry: true, Wait: wait}, nil
}
