// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/predictions/journal"
)

// A record that does not follow is named by its line in the file, however well it
// reads by itself.
func TestWhatDoesNotFollowIsNamedByItsLine(t *testing.T) {
	for _, third := range []Record{
		{Type: typeIntent, Call: 1, Time: stamp(testTime), Kind: CallConsensus, CaseID: "b", Attempt: 1, Price: "0"},
		{Type: typeIntent, Call: 2, Time: stamp(testTime), Kind: CallConsensus, CaseID: "b", Attempt: 1, Price: "free"},
		{Type: typeOutcome, Call: 1, Time: stamp(testTime), Class: Answered, Status: "ok"},
	} {
		lines, err := encodeRecords([]Record{
			{Type: typeIntent, Call: 1, Time: stamp(testTime), Kind: CallConsensus, CaseID: "a", Attempt: 1, Price: "0"},
			{Type: typeOutcome, Call: 1, Time: stamp(testTime), Class: Answered, Status: "ok"},
			third,
		})
		require.NoError(t, err)
		_, err = fold("journal.jsonl", lines)
		var d *journal.Damage
		require.True(t, errors.As(err, &d), "%v", err)
		assert.Equal(t, 3, d.Line)
		assert.Equal(t, "journal.jsonl", d.Path)
	}
}

var testTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
