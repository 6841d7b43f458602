// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// TemperatureClip bounds confidences away from 0 and 1 before the logit.
const TemperatureClip = 1e-6

// The range in which a temperature is sought.
const (
	TemperatureMin = 0.01
	TemperatureMax = 100
)

// A Temperature is a fitted temperature (Guo et al. 2017).
type Temperature struct {
	T       float64 // in TemperatureMin..TemperatureMax; NaN for no rows
	AtBound bool    // the optimum lies at or outside a bound
	NLL     float64 // mean negative log-likelihood at T
}

// FitTemperature minimises the mean negative log-likelihood of 1/(1+exp(-z/T)),
// z the logit of the confidence clipped to [c, 1-c], c = [TemperatureClip]. The
// likelihood is convex in 1/T, so its slope is followed to zero by bisection.
func FitTemperature(g Grades) Temperature {
	n := sum(g.N)
	if n == 0 {
		return Temperature{T: math.NaN(), NLL: math.NaN()}
	}
	z := make([]float64, len(g.Value))
	for i, v := range g.Value {
		z[i] = clippedLogit(v)
	}
	slope := func(a float64) float64 { // of the NLL in a = 1/T
		s := 0.0
		for i, x := range z {
			s += x * (g.N[i]*logistic(a*x) - g.K[i])
		}
		return s
	}
	lo, hi := 1.0/TemperatureMax, 1.0/TemperatureMin
	t := Temperature{}
	switch {
	case slope(lo) >= 0:
		t.T, t.AtBound = TemperatureMax, true
	case slope(hi) <= 0:
		t.T, t.AtBound = TemperatureMin, true
	default:
		for range 200 {
			mid := math.Sqrt(lo * hi)
			if mid <= lo || mid >= hi {
				break
			}
			if slope(mid) < 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		t.T = 2 / (lo + hi)
	}
	for i, x := range z {
		// -log(1/(1+exp(-u))) is log1p(exp(-u)), written so that it cannot overflow.
		t.NLL += g.K[i]*softplus(-x/t.T) + (g.N[i]-g.K[i])*softplus(x/t.T)
	}
	t.NLL /= n
	return t
}

// At is the recalibrated confidence.
func (t Temperature) At(confidence float64) float64 {
	return logistic(clippedLogit(confidence) / t.T)
}

func clippedLogit(p float64) float64 {
	p = min(max(p, TemperatureClip), 1-TemperatureClip)
	return math.Log(p / (1 - p))
}

// logistic is 1/(1+exp(-x)).
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// softplus is log(1+exp(x)) without overflow.
func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}
