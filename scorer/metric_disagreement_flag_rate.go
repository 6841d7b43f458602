// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// Where agents disagree openly there is no consensus to distrust, so a flag is
// a mistake of the label but not a false alarm about an agreement. It is kept
// apart for that reason.
var disagreementFlagRate = Metric{
	Name: "disagreement_flag_rate", Label: "disagreement flag rate", Better: Lower,
	Definition: "among predictions for genuine_disagreement cases, the share flagged medium or high; not a false alarm",
	Undefined:  "no prediction was scored for a genuine_disagreement case",
	Counts:     func(c *cases.Case) bool { return c.Category == cases.GenuineDisagreement },
	Hit:        func(_, predicted int) bool { return flagged(predicted) },
}
