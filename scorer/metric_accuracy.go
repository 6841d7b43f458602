// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// Accuracy is never shown alone: wrong-majority cases are half of the set, so a
// detector that always says high is right half the time.
var accuracy = Metric{
	Name: "accuracy", Label: "accuracy", Better: Higher,
	Definition: "share of scored predictions whose risk equals expected_risk",
	Undefined:  "no prediction was scored",
	Counts:     func(*cases.Case) bool { return true },
	Hit:        func(truth, predicted int) bool { return predicted == truth },
}
