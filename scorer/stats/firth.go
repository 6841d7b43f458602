// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A FirthFit is a logistic regression fitted with Firth's penalty.
type FirthFit struct {
	OK              bool      // false when the design has no full rank
	Coef            []float64 // log odds per unit of the column
	SE              []float64 // from the inverse Fisher information at Coef, without clustering
	PenalisedLogLik float64   // loglik + log|X'WX|/2 at Coef
}

// firthSteps bounds the steps: the information used is not quite the curvature of
// the penalised likelihood, so that convergence is linear.
const firthSteps = 200

// Firth maximises the log-likelihood plus half the logarithm of the determinant
// of the Fisher information (Firth 1993; Heinze and Schemper 2002), which has a
// finite maximum also where the groups separate. The gradient is that of the
// likelihood with K[i] - N[i]p + h(1/2 - p) in place of K[i] - N[i]p, h being
// the leverage of all N[i] rows together.
func Firth(d Design) *FirthFit {
	f := &FirthFit{PenalisedLogLik: math.NaN()}
	w := d.Width
	beta, ok := newton(d, firthSteps, func(b []float64) (float64, []float64, *mat.Cholesky) {
		ll, _, info := logitParts(d, b)
		var chol mat.Cholesky
		if !chol.Factorize(info) {
			return math.Inf(-1), nil, nil
		}
		var inverse mat.SymDense
		if chol.InverseTo(&inverse) != nil {
			return math.Inf(-1), nil, nil
		}
		score := make([]float64, w)
		for i, n := range d.N {
			x, eta, q := d.row(i), 0.0, 0.0
			for j, v := range x {
				eta += v * b[j]
				for l, u := range x {
					q += v * u * inverse.At(j, l)
				}
			}
			p := logistic(eta)
			h := n * p * (1 - p) * q
			rest := d.K[i] - n*p + h*(0.5-p)
			for j, v := range x {
				score[j] += v * rest
			}
		}
		return ll + chol.LogDet()/2, score, &chol
	})
	if !ok {
		return f
	}
	_, _, info := logitParts(d, beta)
	var chol mat.Cholesky
	chol.Factorize(info)
	ll, _, _ := logitParts(d, beta)
	f.OK, f.Coef, f.SE, f.PenalisedLogLik = true, beta, diagonal(&chol), ll+chol.LogDet()/2
	return f
}
