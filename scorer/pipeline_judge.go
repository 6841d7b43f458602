// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/predictions"

// Verdicts of the judge that mean something. They are compared as sent.
const (
	verdictPass  = "pass"
	verdictFail  = "fail"
	verdictRetry = "retry"
)

// judged applies the judge's verdicts to the ok rows among rows: fail and retry
// raise low to medium, pass leaves the risk. Anything else leaves it too and
// counts as failed, except where there was no consensus answer to judge, which
// counts as skipped.
func judged(rows []row) (out []row, failed, skipped int) {
	out = make([]row, len(rows))
	copy(out, rows)
	for i := range out {
		r := &out[i]
		if !r.ok() {
			continue
		}
		j, verdict := r.p.Judge, ""
		if j != nil && j.Status == predictions.OK && j.Verdict != nil {
			verdict = *j.Verdict
		}
		switch {
		case verdict == verdictFail || verdict == verdictRetry:
			r.risk = max(r.risk, medium)
		case verdict == verdictPass:
		case j != nil && j.Status == predictions.Skipped || blank(r.p.ConsensusAnswer):
			skipped++
		default:
			failed++
		}
	}
	return out, failed, skipped
}
