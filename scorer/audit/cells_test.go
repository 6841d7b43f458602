// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Resamples of cells are those of the rows they were made of: with few places,
// so that cells hold more rows than a byte counts, with many, and over several runs.
func TestCellsResampleLikeRows(t *testing.T) {
	for _, places := range []int{3, maxNarrow, maxNarrow + 1} {
		r := rand.New(rand.NewPCG(1, uint64(places)))
		c := newCells(places, nil)
		var rows [][]uint32
		for g := range 120 {
			n := []int{0, 1, 40, 2000}[g%4]
			row := make([]uint32, n)
			for i := range row {
				row[i] = uint32(r.IntN(2 * places))
			}
			slices.Sort(row)
			rows = append(rows, row)
			c.cluster(row)
		}
		c.endRun()
		assert.Equal(t, len(rows), c.clusters)
		if places > 3 {
			assert.Greater(t, len(c.runs), 1)
		}
		got := c.room()
		for range 3 {
			weights := make([]int32, len(rows))
			n, k := make([]float64, places), make([]float64, places)
			for g := range weights {
				weights[g] = int32(r.IntN(4))
				for _, x := range rows[g] {
					n[x>>1] += float64(weights[g])
					k[x>>1] += float64(weights[g]) * float64(x&1)
				}
			}
			c.resample(weights, got)
			assert.True(t, slices.Equal(n, got.N), "%d places: rows", places)
			assert.True(t, slices.Equal(k, got.K), "%d places: successes", places)
		}
	}
}
