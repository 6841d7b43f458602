// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/cases"
)

// Differences says, case by case, why other is not the same dataset as the
// selected cases: an id that is not there, other request bytes, or other labels.
// Order does not count. Nil means the same.
func Differences(selected []*cases.Case, other []cases.Case, evidence string) []string {
	byID := make(map[string]*cases.Case, len(other))
	for i := range other {
		byID[other[i].ID] = &other[i]
	}
	var out []string
	for _, c := range selected {
		o := byID[c.ID]
		if o == nil {
			out = append(out, fmt.Sprintf("case %s is missing", c.ID))
			continue
		}
		if api.SHA256(c.Request(evidence).Encode()) != api.SHA256(o.Request(evidence).Encode()) {
			out = append(out, fmt.Sprintf("case %s was edited: its request is not the same", c.ID))
		} else if labels := changedLabels(c, o); len(labels) > 0 {
			out = append(out, fmt.Sprintf("case %s was edited: %s", c.ID, strings.Join(labels, ", ")))
		}
	}
	return out
}

// changedLabels names the labels that differ.
func changedLabels(a, b *cases.Case) []string {
	var out []string
	for _, f := range []struct {
		name string
		same bool
	}{
		{"category", a.Category == b.Category},
		{"ground_truth", a.GroundTruth == b.GroundTruth},
		{"majority_correct", reflect.DeepEqual(a.MajorityCorrect, b.MajorityCorrect)},
		{"expected_risk", a.ExpectedRisk == b.ExpectedRisk},
		{"source", a.Source.Name() == b.Source.Name()},
		{"tags", reflect.DeepEqual(append([]string{}, a.Tags...), append([]string{}, b.Tags...))},
		{"answers", reflect.DeepEqual(a.Answers, b.Answers)},
	} {
		if !f.same {
			out = append(out, f.name)
		}
	}
	return out
}
