// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// wrongMajority selects the cases whose consensus is wrong.
func wrongMajority(c *cases.Case) bool { return c.MajorityCorrect != nil && !*c.MajorityCorrect }

// The catch rate is the sensitivity to a wrong consensus. A detector that flags
// everything has 1; read it beside the false alarm rate.
var catchRate = Metric{
	Name: "catch_rate", Label: "catch rate", Better: Higher,
	Definition: "among predictions for cases with majority_correct false, the share flagged medium or high",
	Undefined:  "no prediction was scored for a case with majority_correct false",
	Counts:     wrongMajority,
	Hit:        func(_, predicted int) bool { return flagged(predicted) },
}

var catchRateStrict = Metric{
	Name: "catch_rate_strict", Label: "catch rate, high only", Better: Higher,
	Definition: "among predictions for cases with majority_correct false, the share flagged high",
	Undefined:  catchRate.Undefined,
	Counts:     wrongMajority,
	Hit:        func(_, predicted int) bool { return predicted == high },
}
