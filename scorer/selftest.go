// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// A Check is one figure of the self-test beside what it has to be.
type Check struct {
	Set  string `json:"set"`  // which predictions were scored
	Path string `json:"path"` // place of the figure in the result
	Want string `json:"want"`
	Got  string `json:"got"`
	OK   bool   `json:"ok"`
}

// selfTestTolerance is far below any difference a wrong formula makes and above
// the 12 digits of a published number.
const selfTestTolerance = 1e-9

// SelfTest scores predictions whose figures are known (all right, always low,
// always high, and a set with planted mistakes, failures and awkward consensus
// answers) through the same code as any run, and compares every figure with one
// worked out by hand. The expected figures are literals: none comes from this
// program.
func SelfTest() []Check {
	var checks []Check
	for _, set := range selfTestSets() {
		m, err := Score(set.input)
		if err != nil {
			checks = append(checks, Check{set.name, "", "a result", err.Error(), false})
			continue
		}
		result := tree(m)
		for _, w := range set.want {
			got, found := treeAt(result, w.path)
			c := Check{Set: set.name, Path: w.path, Want: show(w.value), Got: "nothing"}
			if found {
				c.Got, c.OK = show(got), same(w.value, got)
			}
			checks = append(checks, c)
		}
	}
	return append(checks, labelChecks()...)
}

// labelChecks recomputes the labels of the set from its claims, which the 60
// percent rule decides, and tries the pairs on either side of it.
func labelChecks() []Check {
	var checks []Check
	add := func(path string, want, got any) {
		checks = append(checks, Check{"labels", path, show(want), show(got), want == got})
	}
	list := selfTestCases()
	for i := range list {
		c := &list[i]
		var got any
		if k, ok := c.Consensus(); ok {
			got = k.Correct
		}
		var want any
		if c.MajorityCorrect != nil {
			want = *c.MajorityCorrect
		}
		add(c.ID+" majority_correct", want, got)
	}
	for _, e := range []struct {
		held, agents int
		want         bool
	}{{3, 5, true}, {2, 4, false}, {4, 7, false}, {27, 45, true}, {26, 45, false}, {25, 42, false}, {39, 65, true}, {0, 0, false}} {
		add(fmt.Sprintf("%d of %d is a consensus", e.held, e.agents), e.want, cases.HasConsensus(e.held, e.agents))
	}
	return checks
}

// treeAt finds the value at a path of keys separated by dots.
func treeAt(t any, path string) (any, bool) {
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		switch v := t.(type) {
		case map[string]any:
			next, ok := v[key]
			if !ok {
				return nil, false
			}
			t = next
		case []any:
			i := int(key[0] - '0')
			if len(key) != 1 || i < 0 || i >= len(v) {
				return nil, false
			}
			t = v[i]
		default:
			return nil, false
		}
	}
	return t, true
}

// same compares a literal with a decoded value: numbers within the tolerance,
// everything else as JSON text.
func same(want, got any) bool {
	g, isNumber := got.(float64)
	switch w := want.(type) {
	case float64:
		return isNumber && math.Abs(w-g) <= selfTestTolerance
	case int:
		return isNumber && float64(w) == g
	}
	return show(want) == show(got)
}

func show(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
