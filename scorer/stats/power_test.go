// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestMcNemarCritical(t *testing.T) {
	// Smallest significant splits: none below 6, then 6-0, 7-0, 8-0 (p 0.0078; 7-1 is 0.070), 8-1, 9-1.
	for d, want := range map[int]int{0: 0, 1: 0, 5: 0, 6: 6, 7: 7, 8: 8, 9: 7, 10: 8} {
		assert.Equal(t, want, McNemarCritical(d), "d = %d", d)
	}
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(6, 3000).Draw(t, "d")
		k := McNemarCritical(d)
		m := (d - k) / 2
		if (d-k)%2 != 0 || McNemar(m, d-m).PExact > 0.05 {
			t.Fatalf("%d: %d is not significant", d, k)
		}
		if m+1 <= d/2 && McNemar(m+1, d-m-1).PExact <= 0.05 {
			t.Fatalf("%d: less than %d would do", d, k)
		}
	})
}

// The exact power equals the share of rejections in a simulation, and the test
// keeps its level.
func TestMcNemarPowerAgainstSimulation(t *testing.T) {
	r := NewRand(2, "power")
	for _, c := range []struct {
		n                      int
		discordant, difference float64
	}{{144, 0.2, 0.1}, {144, 0.07, 0.055}, {50, 0.3, 0}, {30, 1, 0.4}, {20, 0.4, 0.4}} {
		const trials = 20000
		rejected := 0
		share := (1 + c.difference/c.discordant) / 2
		for range trials {
			d := Binomial(r, c.n, c.discordant)
			b := Binomial(r, d, share)
			if McNemar(b, d-b).PExact <= 0.05 {
				rejected++
			}
		}
		assert.InDelta(t, float64(rejected)/trials, McNemarPower(c.n, c.discordant, c.difference), 5*0.5/math.Sqrt(trials), "%+v", c)
	}
	assert.LessOrEqual(t, McNemarPower(500, 0.2, 0), 0.05)
	assert.Equal(t, McNemarPower(100, 0.2, 0.1), McNemarPower(100, 0.2, -0.1))
	for _, p := range []float64{McNemarPower(0, 0.5, 0.1), McNemarPower(10, 0, 0), McNemarPower(10, 0.2, 0.3), McNemarPower(10, math.NaN(), 0)} {
		assert.Zero(t, p)
	}
}

func TestMinDetectable(t *testing.T) {
	d := MinDetectable(144, 0.2, 0.8)
	assert.InDelta(t, 0.8, McNemarPower(144, 0.2, d), 1e-6)
	// The normal approximation, (z.975 + z.8) sqrt(discordant/n), is a little optimistic.
	assert.InDelta(t, (1.96+0.8416)*math.Sqrt(0.2/144), d, 0.02)
	assert.Greater(t, d, (1.96+0.8416)*math.Sqrt(0.2/144)-0.005)
	assert.True(t, math.IsNaN(MinDetectable(20, 0.1, 0.8)), "two differing items cannot show anything")
}
