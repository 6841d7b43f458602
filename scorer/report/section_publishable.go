// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

// publishableSection says whether figures of each run may be quoted, and why not.
func publishableSection(r *runReport) (Section, bool) {
	type verdict struct {
		Name   string // of the run; empty when there is only one
		OK     bool
		Missed []string
		Checks []Check
	}
	var data []verdict
	for i, run := range r.runs {
		v := verdict{Checks: Publishable(run)}
		v.Missed = Missed(v.Checks)
		v.OK = len(v.Missed) == 0
		if len(r.runs) > 1 {
			v.Name = r.runName(i)
		}
		data = append(data, v)
	}
	return Section{ID: "publishable", Title: "May these figures be quoted?", template: "publishable", data: data}, true
}
