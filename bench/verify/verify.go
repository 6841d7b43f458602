// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package verify checks the receipts of a saved run: that each was signed, and
// that it was issued for the very request and reply it is stored with.
//
// Who says whether a signature holds is a [Checker]: a public key in this
// package ([Offline]) or the service itself ([Online]). Hashes are compared here
// in both cases, where the receipt is of the profile that bench/receipt knows;
// about any other only the service can say something. Not here: reading a run
// (package bench) and printing.
//
// Begin with [Receipts].
package verify

import (
	"context"
	"crypto/ed25519"
	"errors"
	"sync"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/false-consensus/fcb/predictions"
	"golang.org/x/sync/errgroup"
)

// Format of a [Report].
const Format = "fcb-receipts/1"

// Statuses of a [Problem].
const (
	Invalid    = "invalid"
	Unverified = "unverified"
)

// A Report is the result for a run.
type Report struct {
	Format     string    `json:"format"`
	Valid      int       `json:"valid"`
	Invalid    int       `json:"invalid"`
	Absent     int       `json:"absent"`     // usable replies without a receipt
	Unverified int       `json:"unverified"` // receipts about which nothing could be said
	Problems   []Problem `json:"problems"`   // one for each invalid or unverified receipt, in the order of the run
}

// A Problem is one receipt that is not valid.
type Problem struct {
	CaseID string `json:"case_id"`
	Repeat int    `json:"repeat"`
	Call   string `json:"call"`   // consensus or judge
	Status string `json:"status"` // Invalid or Unverified
	Reason string `json:"reason"` // may hold text of the service
}

// A Checker says whether the signature of a receipt holds. An error that wraps
// [receipt.ErrInvalid] or [receipt.ErrMalformed] means no, a *[StopError] that
// asking further is pointless, any other error that nothing can be said.
type Checker interface {
	Check(ctx context.Context, raw []byte) error
}

// A StopError ends the verification: the service is not there, or not ours to ask.
type StopError struct{ Err error }

func (s *StopError) Error() string { return s.Err.Error() }
func (s *StopError) Unwrap() error { return s.Err }

// Offline checks signatures with a public key.
type Offline struct{ Key ed25519.PublicKey }

// Check needs a receipt of the profile of bench/receipt.
func (o Offline) Check(_ context.Context, raw []byte) error {
	_, err := receipt.VerifySignature(raw, o.Key)
	return err
}

// concurrency of questions to a service: enough to hide latency, too few to be a burden.
const concurrency = 4

// Receipts checks the receipt of every stored reply. The error is a *StopError
// of the checker, or that ctx ended.
func Receipts(ctx context.Context, replies []bench.StoredReply, checker Checker) (*Report, error) {
	found := make([]*Problem, len(replies))
	out := &Report{Format: Format, Problems: []Problem{}}
	var mu sync.Mutex
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(concurrency)
	for i := range replies {
		r := &replies[i]
		group.Go(func() error {
			if err := gctx.Err(); err != nil {
				return err
			}
			present, err := one(gctx, r, checker)
			var stop *StopError
			if errors.As(err, &stop) {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			switch {
			case !present && r.Status == predictions.OK:
				out.Absent++
			case !present:
			case err == nil:
				out.Valid++
			case errors.Is(err, receipt.ErrInvalid), errors.Is(err, receipt.ErrMalformed):
				out.Invalid++
				found[i] = problem(r, Invalid, err)
			default:
				out.Unverified++
				found[i] = problem(r, Unverified, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	for _, p := range found {
		if p != nil {
			out.Problems = append(out.Problems, *p)
		}
	}
	return out, nil
}

func problem(r *bench.StoredReply, status string, err error) *Problem {
	reason := receipt.Reason(err)
	if errors.Is(err, receipt.ErrMalformed) {
		reason = err.Error()
	}
	return &Problem{r.CaseID, r.Repeat, r.Kind, status, reason}
}

// Reasons for which nothing can be said.
var (
	errRedacted = errors.New("a key was taken out of the stored reply, so it is no longer what was signed")
	errRebuilt  = errors.New("the request cannot be rebuilt: the saved cases no longer give the bytes that were sent")
)

// one checks one receipt. What can be compared without the checker comes first:
// a receipt that belongs to another case is invalid whatever its signature.
func one(ctx context.Context, r *bench.StoredReply, checker Checker) (present bool, err error) {
	raw, err := receipt.Cut(r.Reply)
	if err != nil || raw == nil {
		return false, nil // no JSON object, or none in it
	}
	if r.Redacted {
		return true, errRedacted
	}
	parsed, err := receipt.Parse(raw)
	switch {
	case errors.Is(err, receipt.ErrProfile), errors.Is(err, receipt.ErrMalformed):
		// Not of our profile, as far as we can see: the checker's word alone counts.
		return true, checker.Check(ctx, raw)
	case err != nil:
		return true, err
	case r.Request == nil:
		return true, errRebuilt
	}
	if err := parsed.Matches(r.Request, r.Reply); err != nil {
		return true, err
	}
	return true, checker.Check(ctx, raw)
}
