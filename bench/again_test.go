// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAskedAgain(t *testing.T) {
	var records []Record
	call := func(id string, repeat int, kind string, outcome Class) {
		n := len(records) + 1
		records = append(records, Record{Type: typeIntent, Call: n, CaseID: id, Repeat: repeat, Kind: kind})
		if outcome != "" {
			records = append(records, Record{Type: typeOutcome, Call: n, Class: outcome})
		}
	}
	call("once", 0, CallConsensus, Answered)
	call("once", 0, CallJudge, Answered)
	call("once", 1, CallConsensus, Answered) // another repeat is another question
	call("refused", 0, CallConsensus, Refused)
	call("refused", 0, CallConsensus, Unsent)
	call("refused", 0, CallConsensus, Answered)
	assert.Empty(t, AskedAgain(records))
	call("unknown", 0, CallConsensus, Unknown)
	call("unknown", 0, CallConsensus, Answered)
	call("failed", 0, CallConsensus, Failed)
	call("failed", 0, CallConsensus, Failed)
	call("crashed", 0, CallConsensus, "") // no outcome: the program ended
	call("crashed", 0, CallConsensus, Answered)
	call("judged", 0, CallConsensus, Answered)
	call("judged", 0, CallJudge, Failed)
	call("judged", 0, CallJudge, Answered)
	assert.Equal(t, []string{"crashed", "failed", "judged", "unknown"}, AskedAgain(records))
}
