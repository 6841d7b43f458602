// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"slices"

	"github.com/false-consensus/fcb/predictions"
)

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
		if row.Attempts > c.sent || settled(row.Status) && !settled(c.status) || judgeBehind(row.Judge, j) {
			ids = append(ids, row.CaseID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func judgeBehind(saved *predictions.Judge, known *call) bool {
	switch {
	case saved == nil, saved.Error != nil && saved.Error.Kind == KindOverLimit:
		return false
	}
	return max(saved.Attempts, saved.UsualAttempts()) > known.sent || settled(saved.Status) && !settled(known.status)
}

// settled reports whether a call of this status is over for certain.
func settled(status string) bool { return status == predictions.OK || status == predictions.Failed }
