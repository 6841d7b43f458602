// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package report lays out finished results for people: text for a terminal and
// self-contained HTML. It takes results apart and never computes one; what
// decides an exit code is decided before it gets here.
//
// Not here: the numbers (scorer, scorer/panel, scorer/audit), and findings of
// the validator (scorer/report/findings).
//
// Begin with [Summary] and [Comparison].
package report
