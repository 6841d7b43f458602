// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Counts that a published confidence-routing audit prints, and the rates it
// prints beside them, to its three decimals.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		confusion        [2][2]int
		agreement, kappa float64
	}{
		{[2][2]int{{1776, 311}, {62, 1899}}, 0.908, 0.816},
		{[2][2]int{{1670, 433}, {68, 1774}}, 0.873, 0.748},
	} {
		a := agreement("a", "b", c.confusion)
		assert.InDelta(t, c.agreement, float64(a.Agreement), 0.0005)
		assert.InDelta(t, c.kappa, float64(a.Kappa), 0.0005)
	}
	sums := make([]float64, comCount)
	sums[comValid], sums[comValidKnown], sums[comDivergent], sums[comDivergentKnown] = 9436, 9436, 1927, 1927
	sums[comImproved], sums[comDegraded], sums[comDelta] = 335, 496, 335-496
	sums[comClass], sums[comClass+1], sums[comClass+3] = 367, 238, 1202
	f := commitmentFigures(sums)
	assert.InDelta(t, 0.204, float64(f.PSDR), 0.0005)
	assert.InDelta(t, 0.174, float64(f.PSIR), 0.0005)
	assert.InDelta(t, 0.257, float64(f.PSDRg), 0.0005)
	assert.InDelta(t, -0.084, float64(f.NPCSCond), 0.0005)
	assert.InDelta(t, -0.017, float64(f.NPCSUnc), 0.0005)
	assert.InDelta(t, 0.624, float64(f.Primary["novel"].Share), 0.0005)
	// One count of right selections fits three printed rates.
	routed := make([]float64, sumCount)
	routed[sumBlocks], routed[sumKnown], routed[sumNoValid], routed[sumRouteable] = 11122, 11122, 1469, 9653
	routed[sumSelectedValid], routed[sumHit], routed[sumSelectedCorrect] = 9467, 5295, 4795
	routed[sumRouters+routeRuntime], routed[sumRouters+routeOracle] = 4795, 5295
	g := routingFigures(routed, func(r int) bool { return r == routeRuntime || r == routeOracle })
	assert.InDelta(t, 0.506, float64(g.CRA), 0.0006)
	assert.InDelta(t, 0.906, float64(g.HRWP), 0.0005)
	assert.InDelta(t, 0.497, float64(g.Routers["runtime_argmax"]), 0.0005)
	assert.InDelta(t, 0.549, float64(g.Routers["oracle"]), 0.0005)
	assert.InDelta(t, 0.052, float64(g.GapToOracle["runtime_argmax"]), 0.0005)
	assert.InDelta(t, 0.132, float64(g.NoValid), 0.0005)
	assert.True(t, math.IsNaN(float64(g.Routers["learned"])), "a router that was not fitted has no figure")
}
