// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// A false alarm is a warning about agreement that is genuine and correct. A
// warning about a correct but unsupported consensus is none: those cases expect
// medium.
var falseAlarmRate = Metric{
	Name: "false_alarm_rate", Label: "false alarm rate", Better: Lower,
	Definition: "among predictions for genuine_agreement_correct cases, the share flagged medium or high",
	Undefined:  "no prediction was scored for a genuine_agreement_correct case",
	Counts:     func(c *cases.Case) bool { return c.Category == cases.GenuineAgreementCorrect },
	Hit:        func(_, predicted int) bool { return flagged(predicted) },
}
