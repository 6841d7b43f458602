// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"testing"

	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Predictions that know more than the journal are of a journal that was longer.
func TestBehind(t *testing.T) {
	s := newState()
	for i, c := range []struct {
		id      string
		kind    string
		repeat  int
		outcome Class
		status  string
	}{
		{"a", CallConsensus, 0, Answered, predictions.OK},
		{"a", CallJudge, 0, Answered, predictions.OK},
		{"b", CallConsensus, 1, Refused, predictions.Unattempted},
		{"c", CallConsensus, 0, Unsent, predictions.Unattempted},
		{"e", CallConsensus, 0, "", ""}, // its outcome is lost
	} {
		require.NoError(t, s.replay(&Record{Type: typeIntent, Call: i + 1, CaseID: c.id, Repeat: c.repeat, Kind: c.kind, Price: "0"}, nil))
		if c.outcome != "" {
			require.NoError(t, s.replay(&Record{Type: typeOutcome, Call: i + 1, Class: c.outcome, Status: c.status}, []byte("{}")))
		}
	}
	one := 1
	judge := func(status string) *predictions.Judge { return &predictions.Judge{Status: status} }
	even := []predictions.Prediction{
		{CaseID: "a", Status: predictions.OK, Attempts: 1, Judge: judge(predictions.OK)},
		{CaseID: "b", Status: predictions.Unattempted, Repeat: &one, Attempts: 1,
			Judge: &predictions.Judge{Status: predictions.Failed, Error: &predictions.Error{Kind: "over_limit"}}}, // which is not sent
		{CaseID: "b", Status: predictions.Unattempted}, {CaseID: "c", Status: predictions.Unattempted}, {CaseID: "d", Status: predictions.Unattempted},
		{CaseID: "e", Status: predictions.Unknown, Attempts: 1},
	}
	assert.Empty(t, s.Behind(even))
	assert.Empty(t, s.Behind(nil))
	for _, ahead := range []predictions.Prediction{
		{CaseID: "d", Attempts: 1, Status: predictions.Unknown},
		{CaseID: "a", Attempts: 2, Status: predictions.OK},
		{CaseID: "b", Attempts: 1, Status: predictions.Unattempted}, // repeat 0
		{CaseID: "c", Judge: judge(predictions.Unknown)},
		{CaseID: "b", Repeat: &one, Judge: judge(predictions.OK)},
		{CaseID: "b", Repeat: &one, Judge: judge(predictions.Failed)},
		{CaseID: "a", Attempts: 1, Status: predictions.OK, Judge: &predictions.Judge{Status: predictions.Unknown, Attempts: 2}},
		{CaseID: "c", Judge: &predictions.Judge{Status: predictions.Unattempted, Attempts: 1}}, // refused
		{CaseID: "e", Attempts: 1, Status: predictions.OK},
		{CaseID: "e", Attempts: 1, Status: predictions.Failed},
	} {
		assert.Equal(t, []predictions.Prediction{ahead}, s.Behind(append(even, ahead)), "%+v", ahead)
	}
}
