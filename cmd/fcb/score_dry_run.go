// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
)

// dryRun prints the bytes that would be sent. It opens no socket, reads no key
// and writes no file.
func (s *scoring) dryRun() error {
	choice, err := s.chosenEndpoint()
	if err != nil {
		return err
	}
	_, plan, err := s.work()
	if err != nil {
		return err
	}
	m := &predictions.Manifest{Endpoint: choice.manifest()}
	if m.Pace, err = s.pace(nil); err != nil {
		return err
	}
	if m.Money, err = s.money(choice, nil); err != nil {
		return err
	}
	set, err := settings(m)
	if err != nil {
		return err
	}
	wire := choice.wire()
	for _, t := range plan.Tasks {
		s.stdout.Write(wire(t.Body))
		s.stdout.WriteByte('\n')
	}
	e := plan.Estimate(set, wire)
	if choice.chat != nil && set.Tokens == nil && !s.c.IsSet("price") {
		s.noteAtEnd("%d calls, largest body %d bytes; what they cost is not known without --price-in and --price-out, or --price", e.Calls, e.LargestBody)
	} else {
		s.noteAtEnd("%d calls%s, largest body %d bytes, at most USD %s (only a refused call, 429 or 503, is sent again, and booked again)", e.Calls, withJudge(plan), e.LargestBody, e.Cost)
	}
	for _, limit := range limitsOn(e, set) {
		s.noteAtEnd("%s", limit)
	}
	return nil
}

func withJudge(p *bench.Plan) string {
	if !p.Judge {
		return ""
	}
	return fmt.Sprintf(" (%d consensus, at most %d judge)", len(p.Tasks), len(p.Tasks))
}

// limitsOn says which caps and limits keep a plan from being asked at once.
func limitsOn(e bench.Estimate, set bench.Settings) []string {
	var out []string
	if n := set.MaxCalls; n != nil && *n < e.Calls {
		out = append(out, fmt.Sprintf("--max-calls %d is less than %d and may stop the run before its end", *n, e.Calls))
	}
	if max := set.MaxCost; max != nil && max.Cmp(e.Cost) < 0 {
		out = append(out, fmt.Sprintf("--max-cost %s is less than USD %s and may stop the run before its end", max, e.Cost))
	}
	if n := set.DailyLimit; n != nil && *n < e.Calls {
		if *n == 0 {
			out = append(out, "--daily-limit 0: nothing would be sent")
		} else {
			days := (e.Calls + *n - 1) / *n
			out = append(out, fmt.Sprintf("--daily-limit %d: at most the run and %s, %d days in all", *n, counted(days-1, "resume"), days))
		}
	}
	return out
}
