// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package scorer judges answers: it sets predictions against labelled cases and
// gives the metrics of contract section 5, compares two sets of predictions,
// and evaluates gates. Everything here is a pure function of its input: no
// clock, no network, no files.
//
// Not here: obtaining answers (bench), reading files (cases, predictions),
// formulas that know nothing of cases (scorer/stats), and laying results out
// for people (scorer/report).
//
// Begin with [Score] and [Table].
package scorer
