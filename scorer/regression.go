// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A RegressionGate is a tolerance that B must keep against A, from
// --fail-on-regression METRIC=TOLERANCE.
type RegressionGate struct {
	Metric    Metric
	Tolerance float64 // in the unit of the metric, 0 or more
}

// ParseRegression reads METRIC=TOLERANCE; the metrics are those of [Table].
func ParseRegression(text string) (RegressionGate, error) {
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return RegressionGate{}, fmt.Errorf("%q is not of the form METRIC=TOLERANCE", text)
	}
	tolerance, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || !(tolerance >= 0) || math.IsInf(tolerance, 0) {
		return RegressionGate{}, fmt.Errorf("%q is not a tolerance of 0 or more", value)
	}
	name = strings.TrimSpace(name)
	var names []string
	for _, m := range Table() {
		if m.Name == name {
			return RegressionGate{m, stats.Round12(tolerance)}, nil
		}
		names = append(names, m.Name)
	}
	return RegressionGate{}, fmt.Errorf("no metric to compare is called %q; there are %s", name, strings.Join(names, ", "))
}

// A RegressionResult is the verdict of one gate.
type RegressionResult struct {
	RegressionGate
	Difference
	Passed bool
}

// Check says whether B is no worse than A by more than the tolerance, in the
// metric's own direction. Worse by exactly the tolerance passes; an undefined
// difference fails.
func (g RegressionGate) Check(c *Comparison) RegressionResult {
	d := c.Differences[g.Metric.Name]
	worse := stats.Round12(-d.Diff.Value)
	if g.Metric.Better == Lower {
		worse = stats.Round12(d.Diff.Value)
	}
	return RegressionResult{g, d, d.Diff.Defined && worse <= g.Tolerance}
}

// String is the line to print.
func (r RegressionResult) String() string {
	verdict := "failed"
	if r.Passed {
		verdict = "passed"
	}
	value := "n/a (" + r.Reason + ")"
	if r.Diff.Defined {
		value = string(appendNumber(nil, r.Diff.Value))
	}
	return fmt.Sprintf("gate %s not worse by more than %s (%s is better): %s: B minus A is %s",
		r.Metric.Name, appendNumber(nil, r.Tolerance), r.Metric.Better, verdict, value)
}
