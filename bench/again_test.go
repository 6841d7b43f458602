// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAskedAgain(t *testing.T) {
	s := newState()
	call := func(id string, repeat int, kind string, outcome Class) {
		n := s.calls + 1
		require.NoError(t, s.replay(&Record{Type: typeIntent, Call: n, CaseID: id, Repeat: repeat, Kind: kind, Price: "0"}, nil))
		if outcome != "" {
			require.NoError(t, s.replay(&Record{Type: typeOutcome, Call: n, Class: outcome}, []byte("{}")))
		}
	}
	call("once", 0, CallConsensus, Answered)
	call("once", 0, CallJudge, Answered)
	call("once", 1, CallConsensus, Answered) // another repeat is another question
	call("refused", 0, CallConsensus, Refused)
	call("refused", 0, CallConsensus, Unsent)
	call("refused", 0, CallConsensus, Answered)
	assert.Empty(t, s.AskedAgain())
	call("unknown", 0, CallConsensus, Unknown)
	call("unknown", 0, CallConsensus, Answered)
	call("failed", 0, CallConsensus, Failed)
	call("failed", 0, CallConsensus, Failed)
	call("crashed", 0, CallConsensus, "") // no outcome: the program ended
	call("crashed", 0, CallConsensus, Answered)
	call("judged", 0, CallConsensus, Answered)
	call("judged", 0, CallJudge, Failed)
	call("judged", 0, CallJudge, Answered)
	assert.Equal(t, []string{"crashed", "failed", "judged", "unknown"}, s.AskedAgain())
}
