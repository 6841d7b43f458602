// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarCritical is the smallest |b-c| among d differing items (b+c = d) whose
// exact two-sided McNemar p is at most 0.05; 0 when there is none, which is so
// for d < 6.
func McNemarCritical(d int) int {
	m := criticalMinority(d)
	if m < 0 {
		return 0
	}
	return d - 2*m
}

// criticalMinority is the largest min(b, c) among d differing items that the
// exact test at 5 percent rejects; -1 when it rejects none.
func criticalMinority(d int) int {
	lo, hi := -1, d/2 // rejected (or -1), and p there is 1 or more than 0.05
	if d == 0 || 2*binomialHalfCDF(0, d) > 0.05 {
		return -1
	}
	for lo+1 < hi {
		if mid := (lo + hi) / 2; 2*binomialHalfCDF(mid, d) <= 0.05 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return max(lo, 0)
}

// McNemarPower is the probability that the exact two-sided McNemar test at 5
// percent rejects for n paired items of which a share discordant (0..1) differs
// between the runs and the accuracies differ by difference (|difference| <=
// discordant): D ~ Binomial(n, discordant), and of those D each favours the
// better run with probability (1 + difference/discordant)/2. Sums of D beyond
// eight standard deviations are left out (less than 1e-14 of probability).
func McNemarPower(n int, discordant, difference float64) float64 {
	if n <= 0 || !(discordant > 0 && discordant <= 1) || math.Abs(difference) > discordant {
		return 0
	}
	share := (1 + math.Abs(difference)/discordant) / 2
	law := distuv.Binomial{N: float64(n), P: discordant}
	mean, sd := law.Mean(), math.Sqrt(law.Variance())
	power := 0.0
	for d := max(0, int(mean-8*sd)); d <= min(n, int(math.Ceil(mean+8*sd))); d++ {
		m := criticalMinority(d)
		if m < 0 {
			continue
		}
		pd := 1.0
		if discordant < 1 {
			pd = law.Prob(float64(d))
		} else if d < n {
			continue
		}
		power += pd * (binomialCDF(m, d, share) + binomialCDF(m, d, 1-share))
	}
	return power
}

// MinDetectable is the smallest true difference of accuracy that the exact test
// finds with the given power (0.8, say) on n paired items, given the share of
// items on which the runs differ. NaN when not even one-sided differences are
// found that often: the comparison is too small.
func MinDetectable(n int, discordant, power float64) float64 {
	if McNemarPower(n, discordant, discordant) < power {
		return math.NaN()
	}
	lo, hi := 0.0, discordant
	for range 40 {
		if mid := (lo + hi) / 2; McNemarPower(n, discordant, mid) < power {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// binomialCDF is P[Binomial(n, p) <= k] for 0 <= k < n, 0 <= p <= 1.
func binomialCDF(k, n int, p float64) float64 {
	switch p {
	case 0:
		return 1
	case 1:
		return 0
	}
	return distuv.Binomial{N: float64(n), P: p}.CDF(float64(k))
}
