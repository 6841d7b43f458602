// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

// A Rest is what is left to ask, before tries after a refusal.
type Rest struct {
	Calls int   // a judge's call for each answer that may come among them
	Cost  Money // of all, at most
	Most  Money // of the dearest, at most
}

// Left is what a session with these settings would send of a plan: what was never
// asked, and what RetryFailed and RetryUnknown ask for.
func (s *State) Left(p *Plan, set Settings) Rest {
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
		if a.wants(j.state.consensus.status) {
			add(set.reservation(j.task.Body))
		}
		if p.Judge {
			add(set.Price)
		}
	}
	return rest
}
