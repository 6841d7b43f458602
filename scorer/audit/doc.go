// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package audit takes the traces of a deliberation protocol apart: does stated
// confidence select the right candidate (routing), is it a probability
// (calibration), and does the chosen agent then say the answer that won its turn
// (commitment)? One number is often asked to answer all three; here each has its
// own figures, denominators and intervals.
//
// Not here: rerunning a protocol (every router is replayed over logged
// candidates), rendering (scorer/report), the statistics themselves
// (scorer/stats), and the trace record and its reading (predictions).
//
// Conventions. An undefined figure is NaN in Go and null in JSON, with a reason
// in the section's Reasons. A block is one turn: all polls of one (trace, round,
// block). problem_id is the unit of leakage: whatever is fitted is fitted on
// other problems than it is judged on. cluster_id is the unit of uncertainty:
// resampling draws whole clusters. Nothing depends on the number of workers.
//
// Begin with [Read], which makes a [Corpus], and [Run], which makes a [Result].
package audit
