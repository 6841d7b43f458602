// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "github.com/false-consensus/fcb/predictions"

// A Rest is what is left to ask, before tries after a refusal.
type Rest struct {
	Calls int   // a judge's call for each answer that may come among them
	Cost  Money // of all, at most
	Most  Money // of the dearest, at most
}

// Left is what a session with these settings would send of a plan: what was never
// asked, and what RetryFailed and RetryUnknown ask for.
func (s *State) Left(p *Plan, set Settings) Rest {
	return s.rest(p, set, func(*call) bool { return false })
}

// LeftOver is what the session that is just over did not come to: what is Left but
// for calls that it made and that came to nothing.
func (s *State) LeftOver(p *Plan, set Settings) Rest {
	return s.rest(p, set, func(c *call) bool {
		return c.session && (c.status == predictions.Failed || c.status == predictions.Unknown)
	})
}

func (s *State) rest(p *Plan, set Settings, except func(*call) bool) Rest {
	a := &asking{run: &Run{Plan: p, state: s}, set: set}
	var rest Rest
	add := func(price Money) {
		rest.Calls++
		rest.Cost = rest.Cost.Add(price)
		if price.Cmp(rest.Most) > 0 {
			rest.Most = price
		}
	}
	for _, j := range a.left(a.jobs()) {
		c := &j.state.consensus
		if except(c) {
			continue
		}
		if a.wants(c.status) {
			add(set.reservation(j.task.Body))
		}
		if p.Judge && !except(j.state.judged()) {
			add(set.Price)
		}
	}
	return rest
}
