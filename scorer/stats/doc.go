// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package stats is numbers in, numbers out: intervals for proportions, paired
// tests, class measures, percentiles and resampling. It imports no other
// package of the project.
//
// Not here: what a case or a prediction is, which rows enter a denominator, and
// how a number is printed (scorer, scorer/report).
//
// Conventions. An undefined number is NaN, or the zero value with ok == false;
// it is never 0. Functions do not modify the slices they are given. Everything
// random takes a generator and panics on nil, so that no result can come from a
// seed that nobody wrote down; see [NewRand]. Mistakes of the programmer
// (lengths that differ, k > n) panic with the prefix "stats:".
//
// Begin with [Wilson], [Confusion] and [Strata].
package stats
