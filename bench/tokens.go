// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"

	"github.com/false-consensus/fcb/bench/api"
)

// A TokenPrice is what a service charges by the token. A call is reserved at
// the most it can cost and settled at what its reply says it used, so that a cap
// on the cost holds at any concurrency.
type TokenPrice struct {
	Input, Output Money                    // USD a million tokens
	InputBound    func(request []byte) int // the most input tokens that asking a request once can be. Required
	OutputLimit   int                      // the most output tokens, which the service is told
}

const million = 1_000_000

// Cost is the price of so many tokens, exactly.
func (t *TokenPrice) Cost(input, output int) Money {
	return t.Input.Times(input).Add(t.Output.Times(output)).over(million)
}

// Reserve is the most that sending a request once can cost.
func (t *TokenPrice) Reserve(request []byte) Money {
	return t.Cost(t.InputBound(request), t.OutputLimit)
}

// reservation is what an attempt at a request is reserved at.
func (s *Settings) reservation(request []byte) Money {
	if s.Tokens != nil {
		return s.Tokens.Reserve(request)
	}
	return s.Price
}

// priceText is a reservation in words, made once where all are the same.
func (a *asking) priceText(reserved Money) string {
	if a.set.Tokens == nil {
		return a.price
	}
	return reserved.String()
}

// settle records what an attempt cost, where it is paid by the token and the
// reply says what it used; otherwise the reservation stays. A service that uses
// more than can be reserved for it would overshoot a cap unseen: that stops the run.
func (g *gate) settle(x api.Exchange, out *Record) *Stop {
	set := g.asking.set
	if set.Tokens == nil || x.Wrapped == nil || x.Wrapped.Usage == nil || out.Class == Unsent {
		return nil
	}
	u := x.Wrapped.Usage
	cost := set.Tokens.Cost(u.InputTokens, u.OutputTokens)
	out.Cost = cost.String()
	if set.MaxCost == nil || cost.Cmp(g.price) <= 0 {
		return nil
	}
	return &Stop{Code: StopIncomplete, Kind: "over_reservation",
		Message: fmt.Sprintf("a call used %d input and %d output tokens, more than can be reserved for it (USD %s, reserved USD %s), so that the cost cap cannot be kept",
			u.InputTokens, u.OutputTokens, cost, g.price),
		Hint: "the service does not keep the limit on output tokens it was told; see --max-tokens and --max-tokens-field"}
}
