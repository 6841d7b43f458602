// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// The steps of an audit at about the size of the published study: 421 clusters
// of six blocks here, three times over, make 22,734 candidates.
func BenchmarkSteps(b *testing.B) {
	text := simulate(rand.New(rand.NewPCG(1, 1)), 1263, planted{0.1, 0.1, 0.2})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for range b.N {
			if _, err := Read(jsonl.NewReader(strings.NewReader(text)), 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	c := corpusOf(b, text, 1)
	o := Options{Bootstrap: 2000, Seed: 1, Workers: 1}
	fold := folds(c, 1)
	l := newLevels(c, fold)
	_, readings := recalibrate(c, l, fold)
	sums, _ := tallyCorpus(c)
	b.Run("calibration bootstrap", func(b *testing.B) {
		for range b.N {
			calibrationIntervals(l, readings[:1], o)
		}
	})
	b.Run("routing bootstrap", func(b *testing.B) {
		for range b.N {
			routingIntervals(sums, func(int) bool { return true }, o)
		}
	})
	b.Run("everything", func(b *testing.B) {
		for range b.N {
			Run(c, o)
		}
	})
}
