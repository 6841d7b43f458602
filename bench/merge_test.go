// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Whatever the clocks of the machines said, a merged journal is a journal: calls
// in sequence, each outcome with its intent, the order of each shard kept.
func TestMergedRecordsFollowEachOther(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		parts := make([]bench.Part, rapid.IntRange(1, 5).Draw(rt, "parts"))
		total := bench.Money{}
		for i := range parts {
			calls := 0
			var open []int
			add := func(r bench.Record) {
				at := time.Unix(rapid.Int64Range(0, 50).Draw(rt, "time"), 0).UTC()
				r.Time = at.Format("2006-01-02T15:04:05.000Z")
				parts[i].Records = append(parts[i].Records, r)
			}
			for range rapid.IntRange(0, 12).Draw(rt, "steps") {
				if len(open) > 0 && rapid.Bool().Draw(rt, "outcome") {
					k := rapid.IntRange(0, len(open)-1).Draw(rt, "which")
					add(bench.Record{Type: "outcome", Call: open[k], Class: bench.Answered, Status: "ok"})
					open = append(open[:k], open[k+1:]...)
					continue
				}
				calls++
				open = append(open, calls)
				add(bench.Record{Type: "intent", Call: calls, Kind: bench.CallConsensus, CaseID: fmt.Sprintf("p%d-c%d", i, calls), Attempt: 1, Price: "0.005"})
				total = total.Add(money(t, "0.005"))
			}
		}
		merged := bench.MergeRecords(parts)
		state, err := bench.FoldRecords(merged)
		if err != nil {
			rt.Fatal(err)
		}
		require.Equal(rt, total.String(), state.Books.Spent.String())
		next := make([]int, len(parts))
		ids := map[int]string{} // case of each merged call
		for _, r := range merged {
			id := r.CaseID
			if r.Type == "intent" {
				ids[r.Call] = id
			} else {
				id = ids[r.Call]
			}
			var i int
			_, err := fmt.Sscanf(id, "p%d-", &i)
			require.NoError(rt, err)
			was := parts[i].Records[next[i]]
			next[i]++
			require.Equal(rt, was.Type, r.Type)
			if was.Type == "outcome" {
				require.Equal(rt, fmt.Sprintf("p%d-c%d", i, was.Call), id)
			}
		}
	})
}
