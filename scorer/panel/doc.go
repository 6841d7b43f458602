// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package panel measures what a panel of models is worth in independent voices,
// from a table of right and wrong answers: the design effect against a
// permutation null, the effective size read off majority votes, where the
// dependence sits, and whether it follows the makers.
//
// Not here: asking models, parsing a study's replies (bench/study), and laying a
// result out as text or HTML (scorer/report). Numbers that know nothing of
// panels come from scorer/stats.
//
// Conventions. Rows are models, columns are questions; both are sorted by name,
// bytewise, so that the order of the input never matters. An answer is right,
// wrong or absent; an absent one is never counted as wrong. Undefined numbers
// are NaN in Go and null in JSON, with a reason in the object's "reasons". The
// numbers belong to panel and questions together: the same models on easier
// questions have another effective size.
//
// Begin with [Read], [Measure] and the comment of [Moments].
package panel
