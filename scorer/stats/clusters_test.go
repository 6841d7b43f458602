// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/false-consensus/fcb/scorer/stats"
	"github.com/stretchr/testify/assert"
)

func TestECEsAreThoseOfTheBins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		g := &stats.Grades{}
		for i := range 1 + r.IntN(30) {
			n := float64(r.IntN(4)) // values that a resample leaves out included
			g.Value, g.N, g.K = append(g.Value, float64(i)/30), append(g.N, n), append(g.K, float64(r.IntN(int(n)+1)))
		}
		e := stats.NewECEs(g.Value, 10, 15, 20)
		for _, k := range []int{10, 15, 20} {
			if g.Rows() == 0 {
				assert.True(t, math.IsNaN(e.Width(g, k)))
				continue
			}
			assert.InDelta(t, stats.ECE(g.WidthBins(k)), e.Width(g, k), 1e-12)
			assert.InDelta(t, stats.ECE(g.MassBins(k)), e.Mass(g, k), 1e-12)
		}
	}
}

func TestDrawsDoNotDependOnWorkers(t *testing.T) {
	run := func(workers int) [][]int32 {
		out := make([][]int32, 173)
		stats.ClusterDraws(7, len(out), workers, 1, "test", func(draw, _ int, w []int32) { out[draw] = append([]int32(nil), w...) })
		return out
	}
	one := run(1)
	assert.Equal(t, one, run(3))
	total := int32(0)
	for _, w := range one {
		for _, c := range w {
			total += c
		}
	}
	assert.Equal(t, int32(7*173), total)
}
