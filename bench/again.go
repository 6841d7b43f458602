// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "sort"

// AskedAgain lists the cases of which one call was sent again after an attempt
// that did the work or may have done it: answered, failed, or of unknown outcome.
// Attempts that the service refused, or that never left this machine, do not
// count. Sorted by id.
func AskedAgain(records []Record) []string {
	type call struct {
		id     string
		repeat int
		kind   string
	}
	open := map[int]call{}
	done := map[call]int{}
	for i := range records {
		r := &records[i]
		if r.Type == typeIntent {
			c := call{r.CaseID, r.Repeat, r.Kind}
			open[r.Call] = c
			done[c]++ // unknown until an outcome says otherwise
			continue
		}
		if r.Class == Refused || r.Class == Unsent {
			done[open[r.Call]]--
		}
	}
	seen := map[string]bool{}
	var out []string
	for c, n := range done {
		if n > 1 && !seen[c.id] {
			seen[c.id] = true
			out = append(out, c.id)
		}
	}
	sort.Strings(out)
	return out
}
