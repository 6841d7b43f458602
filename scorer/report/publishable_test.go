// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

func TestPublishable(t *testing.T) {
	good := embeddedRun(t, 144)
	assert.Empty(t, Missed(Publishable(good)))
	assert.Len(t, Publishable(good), 8)
	dirty := "0123+dirty"
	for name, c := range map[string]struct {
		change func(*Run)
		want   string // the one condition that is missed; empty for none
	}{
		"dirty build":             {func(r *Run) { r.Manifest.Tool.Commit = &dirty }, "clean commit: fcb was built from a checkout with changes, at 0123+dirty"},
		"dirty working directory": {func(r *Run) { r.Manifest.Git.Dirty = true }, "clean commit: the working directory had changes on top of commit 0123456789abcdef0123456789abcdef01234567"},
		"no commit at all": {func(r *Run) {
			r.Manifest.Tool.Commit, r.Manifest.Tool.CommitReason, r.Manifest.Git, r.Manifest.GitReason = nil, "no stamp", nil, "no checkout"
		}, "clean commit: no commit is known (fcb: no stamp; no checkout)"},
		"commit of the working directory only": {func(r *Run) { r.Manifest.Tool.Commit = nil }, ""},
		"commit of the build only":             {func(r *Run) { r.Manifest.Git = nil }, ""},
		"another dataset":                      {func(r *Run) { r.Manifest.Dataset.SHA256 = "ff" }, "dataset hash: the cases scored are not the ones of the manifest"},
		"no date":                              {func(r *Run) { r.Manifest.StartedAt = "yesterday" }, `date: "yesterday" is no time`},
		"no base URL":                          {func(r *Run) { r.Manifest.Endpoint.BaseURL = "" }, "base URL: none is recorded"},
		"a command":                            {func(r *Run) { r.Manifest.Endpoint = predictions.Endpoint{Name: "exec", Command: "detect"} }, ""},
		"unstated engine":                      {func(r *Run) { r.Metrics.Coverage.ByEngine = map[string]int{"unstated": 144} }, "engine: 144 of the replies name no engine"},
		"two engines":                          {func(r *Run) { r.Metrics.Coverage.ByEngine = map[string]int{"llm": 100, "deterministic": 44} }, "engine: several engines answered (deterministic, llm), so none of them has all cases"},
		"failures":                             {func(r *Run) { r.Metrics.Coverage.OK, r.Metrics.Coverage.Failed = 140, 4 }, "complete coverage: 4 of 144 predictions are not ok (4 failed, 0 unknown, 0 unattempted)"},
		"a part of the dataset":                {func(r *Run) { r.Metrics.Dataset.Cases = 200 }, "complete coverage: only 144 of the 200 cases of the dataset were selected"},
		"a judge call without an outcome": {func(r *Run) {
			p := *r.Outcomes[0].Prediction
			p.Judge = &predictions.Judge{Status: predictions.Unknown}
			r.Outcomes = append([]scorer.Outcome{}, r.Outcomes...)
			r.Outcomes[0].Prediction = &p
		}, "complete coverage: 1 judge call without an outcome"},
		"repeats":      {func(r *Run) { r.Manifest.Task.Repeats = 3 }, "each case asked once: each case was asked 3 times"},
		"asked again":  {func(r *Run) { r.Standards.Again = []string{"a", "b", "c", "d", "e", "f"} }, "each case asked once: 6 cases asked again after an answer or an unknown outcome: a, b, c, d, e and 1 more"},
		"no journal":   {func(r *Run) { r.Standards.Journal = false }, "each case asked once: there is no journal to tell"},
		"not attached": {func(r *Run) { r.Standards = Standards{Attachment: "gone", Journal: true} }, "predictions attached: gone"},
	} {
		t.Run(name, func(t *testing.T) {
			r := embeddedRun(t, 144)
			c.change(&r)
			missed := Missed(Publishable(r))
			if c.want == "" {
				assert.Empty(t, missed)
				return
			}
			assert.Equal(t, []string{c.want}, missed)
		})
	}
	assert.Len(t, Missed(Publishable(Run{Metrics: good.Metrics, Outcomes: good.Outcomes})), 6, "predictions without a run")
}
