// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "slices"

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
