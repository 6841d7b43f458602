// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "github.com/false-consensus/fcb/predictions"

// Behind gives those of the rows that know more than the state, a call or what came of
// it. Where they were saved with a run, its journal has lost its end, since predictions
// are made from it.
func (s *State) Behind(rows []predictions.Prediction) []predictions.Prediction {
	var out []predictions.Prediction
	for i := range rows {
		row, repeat := &rows[i], 0
		if row.Repeat != nil {
			repeat = *row.Repeat
		}
		known := s.tasks[slot{row.CaseID, repeat}]
		if known == nil {
			known = &taskState{}
		}
		c, j := &known.consensus, known.judged()
		if row.Attempts > c.sent || settled(row.Status) && !settled(c.status) || judgeBehind(row.Judge, j) {
			out = append(out, *row)
		}
	}
	return out
}

func judgeBehind(saved *predictions.Judge, known *call) bool {
	if saved == nil || saved.Error != nil && saved.Error.Kind == KindOverLimit {
		return false
	}
	return max(saved.Attempts, saved.UsualAttempts()) > known.sent || settled(saved.Status) && !settled(known.status)
}

// settled reports whether a call of this status is over for certain.
func settled(status string) bool { return status == predictions.OK || status == predictions.Failed }
