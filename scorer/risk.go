// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "slices"

// Risks are the three classes in their order; the position is the class number
// of every confusion table here.
const (
	low = iota
	medium
	high
	classes
	// none is the class of a prediction that is not ok.
	none = -1
)

var riskNames = [classes]string{"low", "medium", "high"}

// Risks lists the names of the classes in their order.
func Risks() []string { return riskNames[:] }

// riskClass is the class number of a risk, or -1 for any other text.
func riskClass(name string) int { return slices.Index(riskNames[:], name) }

// flagged says whether a predicted class warns: medium or high.
func flagged(class int) bool { return class >= medium }
