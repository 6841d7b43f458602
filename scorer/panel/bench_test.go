// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sizes of the benchmarks: the study's shape, the public GSM8K panel's, and two
// for scale. tools/bench_panel runs the same work in NumPy beside them.
var benchSizes = [][2]int{{13, 21}, {44, 1319}, {100, 500}, {1000, 10000}}

func simulated(tb testing.TB, models, questions int, rho float64, seed uint64) *Table {
	d := Design{Models: models, Questions: questions, Accuracy: 0.7, Rho: rho}
	require.NoError(tb, d.Check())
	m, q := d.Names()
	t, err := FromScores(m, nil, q, d.Simulate(seed))
	require.NoError(tb, err)
	return t
}

func BenchmarkShuffle(b *testing.B) {
	for _, size := range benchSizes {
		shuffles := 5000
		if size[0] == 1000 {
			shuffles = 100
		}
		for workers := 1; workers <= min(2, runtime.NumCPU()); workers++ {
			b.Run(fmt.Sprintf("%dx%d/B=%d/workers=%d", size[0], size[1], shuffles, workers), func(b *testing.B) {
				t := simulated(b, size[0], size[1], 0.3, 1)
				m := t.Moments()
				for b.Loop() {
					if _, err := t.Shuffle(context.Background(), &m, shuffles, 1, workers); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	for _, size := range benchSizes[:3] {
		t := simulated(b, size[0], size[1], 0.3, 1)
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			for b.Loop() {
				if _, err := Measure(context.Background(), t, Input{}, Options{Permutations: 5000, Bootstrap: 2000, Hardest: 10, Seed: 1, Workers: 2}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
