// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
)

// The generator is SplitMix64: its published outputs for the seed 1234567.
func TestSplitmix(t *testing.T) {
	g := splitmix(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		assert.Equal(t, want, g.next())
	}
	seen := map[splitmix]bool{}
	for _, s := range append(blockSeeds(1, "a", 50), blockSeeds(1, "b", 50)...) {
		assert.False(t, seen[s], "two blocks share a seed")
		seen[s] = true
	}
	for range 1000 {
		u, k := g.unit(), g.below(7)
		assert.True(t, u >= 0 && u < 1 && k >= 0 && k < 7)
	}
}

// Every subset of the right size must be drawn equally often, whatever the plan:
// complete, ragged, sparse, and with every bias the plan may choose.
func TestSubsetsAreUniform(t *testing.T) {
	for _, c := range []struct {
		places  int
		members []int
		size    int
	}{
		{6, []int{0, 1, 2, 3, 4, 5}, 3},
		{6, []int{0, 1, 2, 3, 4, 5}, 1},
		{8, []int{0, 1, 2, 4, 5, 7}, 4},
		{200, []int{3, 64, 65, 130, 199}, 2}, // sparse
		{66, append(seq(60)[57:], 63, 64, 65), 3},
	} {
		mask := newBitset(c.places)
		for _, m := range c.members {
			mask.set(m)
		}
		best := planSubset(mask, c.places, c.size)
		plans := []subsetPlan{best}
		for coins := 0; coins <= 3; coins++ { // the planner's choice is about speed only
			for level := uint64(0); level <= 1<<coins; level++ {
				if coins > 0 && level%2 == 0 {
					continue
				}
				p := best
				p.coins, p.level, p.fill = coins, level, coins == 0 && level == 1
				plans = append(plans, p)
			}
		}
		kinds := 1
		for i := range c.size {
			kinds = kinds * (len(c.members) - i) / (i + 1)
		}
		for _, p := range plans {
			t.Run(fmt.Sprintf("%d of %d in %d, %d coins level %d", c.size, len(c.members), c.places, p.coins, p.level), func(t *testing.T) {
				g, out := splitmix(12345), newBitset(c.places)
				seen := map[string]int{}
				draws := 400 * kinds
				for range draws {
					p.draw(&g, out)
					require.Equal(t, c.size, out.count())
					for w := range out {
						require.Zero(t, out[w]&^mask[w], "outside the set")
					}
					seen[fmt.Sprint(out)]++
				}
				require.Len(t, seen, kinds)
				chi := 0.0
				for _, n := range seen {
					d := float64(n) - 400
					chi += d * d / 400
				}
				p := distuv.ChiSquared{K: float64(kinds - 1)}.Survival(chi)
				assert.Greater(t, p, 1e-5, "chi-squared %.1f over %d subsets", chi, kinds)
			})
		}
	}
}

// A plan's best bias is within reach of the size it must hit: few corrections.
func TestSubsetPlansNeedFewCorrections(t *testing.T) {
	for _, c := range []struct{ n, size int }{{500, 350}, {1319, 1200}, {10000, 3000}, {500, 3}, {500, 497}} {
		mask := newBitset(c.n)
		for i := range c.n {
			mask.set(i)
		}
		p := planSubset(mask, c.n, c.size)
		bias := float64(p.level) / float64(int(1)<<p.coins)
		if p.coins == 0 && !p.fill {
			bias = 0
		}
		sd := math.Sqrt(float64(c.n) * bias * (1 - bias))
		assert.LessOrEqual(t, math.Abs(float64(c.n)*bias-float64(c.size)), 2*sd+5, "%+v: bias %v", c, bias)
	}
}

func TestCountersCount(t *testing.T) {
	for _, sets := range []int{1, 2, 3, 4, 7, 8, 31, 64} {
		const n = 130
		c := newCounters((n+63)/64, sets)
		g := splitmix(sets)
		want := make([]float64, n)
		for range 2 { // twice, so that reset is seen to work
			c.reset()
			clear(want)
			for range sets {
				s := c.next()
				clear(s)
				for i := range n {
					if g.below(3) == 0 {
						s.set(i)
						want[i]++
					}
				}
				c.add()
			}
			c.flush()
			assert.Zero(t, c.departure(want), "%d sets", sets)
		}
		want[n-1] += 2
		assert.Equal(t, 4.0, c.departure(want))
	}
}

// Every number is the same whatever the number of workers.
func TestWorkersChangeNothing(t *testing.T) {
	tab := simulated(t, 20, 130, 0.2, 3)
	tab.Makers = make([]string, 20)
	for i := range tab.Makers {
		tab.Makers[i] = fmt.Sprint(i % 6)
	}
	var first []byte
	for _, workers := range []int{1, 2, 3, 8} {
		r, err := Measure(context.Background(), tab, Input{}, Options{Permutations: 333, Bootstrap: 177, Hardest: 5, Seed: 9, Workers: workers})
		require.NoError(t, err)
		if first == nil {
			first = r.JSON()
		}
		assert.Equal(t, string(first), string(r.JSON()), "%d workers", workers)
	}
	other, err := Measure(context.Background(), tab, Input{}, Options{Permutations: 333, Bootstrap: 177, Hardest: 5, Seed: 10, Workers: 1})
	require.NoError(t, err)
	assert.NotEqual(t, string(first), string(other.JSON()), "another seed")
}

func TestMeasureStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Measure(ctx, simulated(t, 20, 200, 0.2, 3), Input{}, Options{Permutations: 1 << 30, Bootstrap: 10, Seed: 1, Workers: 2})
	assert.ErrorIs(t, err, context.Canceled)
}
