// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/audit"
)

// levelChart draws the accuracy of what so many models agree on.
func levelChart(s *agreement.Stratum) *chart {
	var names []string
	var levels []agreement.Threshold
	for _, t := range s.LevelNames() {
		x := s.Thresholds[t]
		names, levels = append(names, levelName(t, s.Models)+" ("+fractionOf(x.Correct, x.Selected)+")"), append(levels, x)
	}
	return thresholdChart("Accuracy of the agreed answer by how many models agree, with 95 percent intervals", names, levels)
}

// familyChart draws the accuracy of unanimous answers of each family.
func familyChart(s *agreement.Stratum) *chart {
	var names []string
	var levels []agreement.Threshold
	for _, f := range slices.Sorted(maps.Keys(s.ByFamily)) {
		x := s.ByFamily[f].Thresholds[strconv.Itoa(s.Models)]
		names, levels = append(names, clip(f, 18)+" ("+fractionOf(x.Correct, x.Selected)+")"), append(levels, x)
	}
	return thresholdChart("Accuracy of unanimous answers by family of questions, with 95 percent intervals", names, levels)
}

func thresholdChart(label string, names []string, levels []agreement.Threshold) *chart {
	values, spans := make([]audit.Number, len(levels)), make([]audit.Interval, len(levels))
	for i, x := range levels {
		values[i] = audit.Number(math.NaN())
		if x.Accuracy != nil {
			values[i] = audit.Number(*x.Accuracy)
			spans[i] = audit.Interval{Lo: x.Wilson[0], Hi: x.Wilson[1], OK: true}
		}
	}
	return rowChart(label, "accuracy", names, values, spans)
}
