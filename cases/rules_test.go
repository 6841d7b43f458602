// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// complete fills what an example leaves out, so that only its own point counts.
// A claim of null is taken out: that is how an example says "no claim".
func complete(t testing.TB, example string) string {
	var lines []string
	for _, line := range strings.Split(example, "\n") {
		var m map[string]any
		bare := []byte(strings.TrimPrefix(line, "\uFEFF"))
		if jsonl.Check(bare) != nil || json.Unmarshal(bare, &m) != nil {
			lines = append(lines, line)
			continue
		}
		base := map[string]any{"id": "example", "category": "majority_wrong_fact", "question": "Which city is the capital?", "ground_truth": "Canberra",
			"rationale": "Canberra is the capital.", "source": "original"}
		for k, v := range m {
			base[k] = v
		}
		if _, ok := base["answers"]; !ok {
			base["answers"] = []any{map[string]any{"claim": "Sydney"}, map[string]any{"claim": "Sydney"}}
		}
		if list, ok := base["answers"].([]any); ok {
			for i, v := range list {
				a, ok := v.(map[string]any)
				if !ok {
					continue
				}
				fill := map[string]any{"agent_id": "agent-" + string(rune('a'+i)), "output": "The answer number " + string(rune('a'+i)) + " says so.", "claim": "Sydney", "correct": false,
					"metadata": map[string]any{"model_family": "family-" + string(rune('a'+i)), "saw_other_answers": false, "shared_context": false}}
				for k, v := range a {
					fill[k] = v
				}
				if fill["claim"] == nil {
					delete(fill, "claim")
				}
				list[i] = fill
			}
		}
		if _, ok := base["majority_correct"]; !ok {
			base["majority_correct"] = consensusOf(base["answers"])
		}
		if _, ok := base["expected_risk"]; !ok {
			base["expected_risk"] = "high"
		} else if base["expected_risk"] == nil {
			delete(base, "expected_risk")
		}
		b, err := json.Marshal(base)
		require.NoError(t, err)
		end := ""
		if strings.HasSuffix(line, "\r") {
			end = "\r"
		}
		if strings.HasPrefix(line, "\uFEFF") {
			b = append([]byte("\uFEFF"), b...)
		}
		lines = append(lines, string(b)+end)
	}
	return strings.Join(lines, "\n") + "\n"
}

// consensusOf is an independent reading of the 60 percent rule.
func consensusOf(v any) any {
	list, _ := v.([]any)
	held, right := map[string]int{}, map[string]any{}
	for _, a := range list {
		m, _ := a.(map[string]any)
		claim, _ := m["claim"].(string)
		held[strings.TrimSpace(claim)]++
		if _, ok := right[strings.TrimSpace(claim)]; !ok {
			right[strings.TrimSpace(claim)] = m["correct"]
		}
	}
	for claim, n := range held {
		if n*100 >= 60*len(list) {
			return right[claim]
		}
	}
	return nil
}

func validate(t testing.TB, text, profile string) ([]cases.Finding, cases.Summary) {
	var found []cases.Finding
	s, _, err := cases.Validate(strings.NewReader(text), "f.jsonl", cases.Options{Profile: profile, Workers: 1}, func(f cases.Finding) { found = append(found, f) })
	require.NoError(t, err)
	return found, s
}

func codes(found []cases.Finding) (list []string) {
	for _, f := range found {
		list = append(list, f.Rule)
	}
	return list
}

func TestEveryRuleRejectsItsFailingAndAcceptsItsPassingExample(t *testing.T) {
	for _, r := range cases.Rules() {
		if r.Fails == "" {
			assert.Contains(t, []string{"FCB110", "FCB111", "FCB303", "FCB304", "FCB406", "FCB411"}, r.Code, "a rule without example")
			continue
		}
		profile := cases.ProfileOpen
		if r.Strict {
			profile = cases.ProfileFCB
		}
		fails, _ := validate(t, complete(t, r.Fails), profile)
		assert.Contains(t, codes(fails), r.Code, "%s: failing example: %v", r.Code, fails)
		for _, f := range fails {
			if f.Rule == r.Code {
				assert.Equal(t, r.Severity, f.Severity, r.Code)
			} else if !r.Strict && f.Rule != "FCB401" && f.Rule != "FCB404" { // blank lines of an empty file; long text of a large body
				assert.Equal(t, r.Code, f.Rule, "%s: its failing example breaks another rule: %v", r.Code, f)
			}
		}
		passes, s := validate(t, complete(t, r.Passes), profile)
		assert.NotContains(t, codes(passes), r.Code, "%s: passing example: %v", r.Code, passes)
		if !r.Strict {
			assert.Empty(t, passes, "%s: passing example", r.Code)
		}
		assert.Positive(t, s.Cases, r.Code)
	}
}

func TestTheTableOfRules(t *testing.T) {
	seen, last := map[string]bool{}, ""
	for _, r := range cases.Rules() {
		assert.Regexp(t, regexp.MustCompile(`^FCB[0-4]\d\d$`), r.Code)
		assert.Greater(t, r.Code, last, "in order")
		assert.False(t, seen[r.Code], r.Code)
		seen[r.Code], last = true, r.Code
		assert.NotEmpty(t, r.Title, r.Code)
		assert.NotEmpty(t, r.Rationale, r.Code)
		assert.Equal(t, strings.HasPrefix(r.Code, "FCB4"), r.Severity == cases.SeverityWarning, r.Code)
		got, ok := cases.FindRule(strings.ToLower(r.Code))
		assert.True(t, ok)
		assert.Equal(t, r.Title, got.Title)
	}
	_, ok := cases.FindRule("FCB999")
	assert.False(t, ok)
}

func TestTheEmbeddedDatasetHasNoErrors(t *testing.T) {
	found, s := validate(t, string(cases.Embedded()), cases.ProfileOpen)
	for _, f := range found {
		assert.NotEqual(t, cases.SeverityError, f.Severity, f.String())
	}
	f, err := cases.ReadEmbedded()
	require.NoError(t, err)
	assert.Equal(t, s.Cases, len(f.Cases))
	assert.Equal(t, s.SHA256, f.SHA256)
	assert.True(t, bytes.Equal(f.Raw, cases.Embedded()))
}
