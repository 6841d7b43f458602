// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// bigInput is n predictions over the eight categories.
func bigInput(n int) Input {
	r := rand.New(rand.NewPCG(1, 2))
	in := Input{Seed: 1, Bootstrap: 10000}
	yes, no := true, false
	for i := range n {
		category := cases.Categories()[i%8]
		c := cases.Case{ID: fmt.Sprintf("c-%d", i), Category: category, ExpectedRisk: "high", MajorityCorrect: &no}
		switch category {
		case cases.GenuineAgreementCorrect:
			c.ExpectedRisk, c.MajorityCorrect = "low", &yes
		case cases.GenuineDisagreement:
			c.ExpectedRisk, c.MajorityCorrect = "low", nil
		case cases.CorrectButUnsupported:
			c.ExpectedRisk, c.MajorityCorrect = "medium", &yes
		}
		in.Cases = append(in.Cases, c)
		in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: c.ID, Status: predictions.OK, FalseConsensusRisk: ptr(riskNames[r.IntN(3)])})
	}
	return in
}

// One macro-F1 with its interval: the part whose cost used to grow with B times n.
func BenchmarkMacroF1(b *testing.B) {
	for _, n := range []int{144, 100_000} {
		in := bigInput(n)
		rows, err := rowsOf(in)
		require.NoError(b, err)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				newMacroF1(rows, in)
			}
		})
	}
}

func BenchmarkScore(b *testing.B) {
	for _, n := range []int{144, 100_000} {
		in := bigInput(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				mustScore(b, in)
			}
		})
	}
}
