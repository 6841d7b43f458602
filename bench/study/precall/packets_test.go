// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package precall_test

import (
	"flag"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/precall"
	"github.com/false-consensus/fcb/bench/study/solve"
)

// seeds is how many seeds of the generator go through the solver: 1,000 take
// about half a minute on two processors.
var seeds = flag.Int("seeds", 25, "seeds of the packet generator to recompute")

func TestTheSolverConfirmsEveryKeyOfEverySeed(t *testing.T) {
	var packets, insufficient, mismatches atomic.Int64
	next := make(chan uint64)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for seed := range next {
				for _, x := range corpus.Packets(seed).Tasks {
					packets.Add(1)
					got, err := solve.Answer(x.Prompt())
					if x.Key == solve.Insufficient {
						insufficient.Add(1)
					}
					if (err != nil || x.Normalise(got) != x.Key) && mismatches.Add(1) <= 5 {
						t.Errorf("seed %d, %s: key %s, solver %q, %v\n%s", seed, x.ID, x.Key, got, err, x.Prompt())
					}
				}
			}
		})
	}
	for i := range *seeds {
		next <- uint64(i)
	}
	close(next)
	group.Wait()
	t.Logf("%d seeds, %d packets (%d with key %s), %d mismatches", *seeds, packets.Load(), insufficient.Load(), solve.Insufficient, mismatches.Load())
	assert.Equal(t, int64(*seeds*corpus.PacketTasks), packets.Load())
	assert.Equal(t, int64(*seeds*12), insufficient.Load())
	assert.Zero(t, mismatches.Load())
}

// A solver that answered the lure would be no proof: the lures must be wrong by
// its rules too.
func TestTheLureIsWrongByTheSolversRules(t *testing.T) {
	s := corpus.Packets(5)
	for i := range s.Tasks {
		s.Tasks[i].Key, s.Tasks[i].Lure = s.Tasks[i].Lure, ""
	}
	a, err := precall.OfStratum(s)
	require.NoError(t, err)
	assert.Len(t, a.Mismatches, corpus.PacketTasks)
	assert.Equal(t, corpus.PacketTasks, a.Recomputed)
}

func TestAPlantedWrongKeyIsFound(t *testing.T) {
	s := corpus.Packets(1)
	i := 47
	right := s.Tasks[i].Key
	s.Tasks[i].Key, s.Tasks[i].Lure = "4711", ""
	require.NotEqual(t, right, s.Tasks[i].Key)
	a, err := precall.OfStratum(s)
	require.NoError(t, err)
	require.Len(t, a.Mismatches, 1)
	m := a.Mismatches[0]
	assert.Equal(t, s.Tasks[i].ID, m.ID)
	assert.Equal(t, i+2, m.Line)
	assert.Equal(t, right, *m.Computed)
	assert.False(t, *a.Reproduced)
}

// A fact that only the text holds is seen, and a line that nobody knows is not
// read over.
func TestAChangedDocumentIsFound(t *testing.T) {
	s := corpus.Packets(1)
	s.Tasks[0].Sources[1] += "\nP.S. The price of everything was halved by telephone."
	a, err := precall.OfStratum(s)
	require.NoError(t, err)
	require.Len(t, a.Mismatches, 1)
	assert.Nil(t, a.Mismatches[0].Computed)
	assert.Contains(t, a.Mismatches[0].Reason, "P.S.")

	s = corpus.Packets(1)
	changed := strings.Replace(s.Tasks[0].Sources[1], "EUR ", "EUR 9", 1)
	require.NotEqual(t, s.Tasks[0].Sources[1], changed)
	s.Tasks[0].Sources[1] = changed
	a, err = precall.OfStratum(s)
	require.NoError(t, err)
	require.Len(t, a.Mismatches, 1)
	assert.NotNil(t, a.Mismatches[0].Computed)
}

func TestTheGoodStratumIsClean(t *testing.T) {
	a, err := precall.OfStratum(corpus.Packets(3))
	require.NoError(t, err)
	assert.Empty(t, a.Mismatches)
	assert.True(t, *a.Reproduced)
	assert.Equal(t, corpus.PacketRepeats, a.Repeats)
	for _, f := range a.Families {
		assert.Equal(t, precall.Family{Name: f.Name, Tasks: 20, Insufficient: 2, Recomputed: 20}, f)
	}
}
