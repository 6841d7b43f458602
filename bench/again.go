// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"slices"

	"github.com/false-consensus/fcb/predictions"
)

// AskedAgain lists the cases of which one call was sent again after an attempt
// that did the work or may have done it: answered, failed, or of unknown outcome.
// Attempts that the service refused, or that never left this machine, do not
// count. Sorted by id.
func (s *State) AskedAgain() []string {
	var ids []string
	for k, t := range s.tasks {
		if t.consensus.again() || t.judge != nil && t.judge.again() {
			ids = append(ids, k.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (c *call) again() bool { return c.sent-c.refused > 1 }

// Behind lists the cases of which saved predictions know more than the state, a call or
// what came of it: its journal has lost its end, since predictions are made from it.
// Sorted by id.
func (s *State) Behind(saved []predictions.Prediction) []string {
	var ids []string
	for i := range saved {
		row, repeat := &saved[i], 0
		if row.Repeat != nil {
			repeat = *row.Repeat
		}
		known := s.tasks[slot{row.CaseID, repeat}]
		if known == nil {
			known = &taskState{}
		}
		c, j := &known.consensus, known.judged()
		if row.Attempts > c.sent || settled(row.Status) && !settled(c.status) ||
			row.Judge != nil && (row.Judge.Status == predictions.OK && !settled(j.status) || row.Judge.Status == predictions.Unknown && j.sent == 0) {
			ids = append(ids, row.CaseID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// settled reports whether a call of this status is over for certain.
func settled(status string) bool { return status == predictions.OK || status == predictions.Failed }
