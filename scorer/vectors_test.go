// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

type vector struct {
	Name      string
	Input     json.RawMessage
	Expected  json.RawMessage
	Tolerance struct{ Abs, Rel float64 }
}

// eachVector runs f over the cases of the project's own copy of a reference
// file (fcb_metrics is cut to four of its cases), and over the shared original
// where that is at hand.
func eachVector(t *testing.T, file string, f func(t *testing.T, v vector)) {
	t.Helper()
	for _, dir := range []string{"testdata/vectors", "../../shared/vectors"} {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(dir, file))
			if os.IsNotExist(err) && dir != "testdata/vectors" {
				t.Skip("the shared reference vectors are not beside this checkout")
			}
			require.NoError(t, err)
			var all struct{ Cases []vector }
			require.NoError(t, json.Unmarshal(b, &all))
			require.NotEmpty(t, all.Cases)
			for _, v := range all.Cases {
				t.Run(v.Name, func(t *testing.T) { f(t, v) })
			}
		})
	}
}

func TestMatchingVectors(t *testing.T) {
	eachVector(t, "fcb_matching.json", func(t *testing.T, v vector) {
		var in struct {
			ConsensusAnswer *string `json:"consensus_answer"`
			Answers         []struct {
				AgentID string `json:"agent_id"`
				Text    string
				Correct bool
			}
		}
		var want struct {
			Status     string
			Correct    *bool
			Matched    []string
			Reason     *string
			Jaccard    [][2]int
			Qualifying bool `json:"qualifying_disagree"`
		}
		require.NoError(t, json.Unmarshal(v.Input, &in))
		require.NoError(t, json.Unmarshal(v.Expected, &want))
		answers := make([]cases.Answer, len(in.Answers))
		for i, a := range in.Answers {
			answers[i] = cases.Answer{AgentID: a.AgentID, Output: a.Text, Correct: a.Correct}
		}
		got := MatchAnswer(in.ConsensusAnswer, answers)
		assert.Equal(t, want.Status, got.Status)
		assert.Equal(t, want.Correct != nil && *want.Correct, got.Correct)
		assert.Equal(t, want.Correct != nil, got.Status == MatchExact || got.Status == MatchJaccard)
		ids := []string{}
		for _, i := range got.Matched {
			ids = append(ids, answers[i].AgentID)
		}
		assert.Equal(t, want.Matched, ids)
		if want.Reason != nil {
			assert.Equal(t, *want.Reason, got.Reason)
		} else {
			assert.Empty(t, got.Reason)
		}
		var fractions [][2]int
		for _, o := range got.Overlaps {
			fractions = append(fractions, [2]int{o.Intersection, o.Union})
		}
		if len(want.Jaccard) > 0 {
			assert.Equal(t, want.Jaccard, fractions)
		} else {
			assert.Empty(t, fractions)
		}
		assert.Equal(t, want.Qualifying, got.CloseCall)
	})
}

func TestMajorityVectors(t *testing.T) {
	eachVector(t, "fcb_majority.json", func(t *testing.T, v vector) {
		var in struct {
			Answers []struct {
				Group   string
				Correct bool
			}
		}
		var want struct {
			MajorityCorrect *bool `json:"majority_correct"`
		}
		require.NoError(t, json.Unmarshal(v.Input, &in))
		require.NoError(t, json.Unmarshal(v.Expected, &want))
		c := cases.Case{}
		for _, a := range in.Answers {
			claim := a.Group
			c.Answers = append(c.Answers, cases.Answer{Claim: &claim, Correct: a.Correct})
		}
		k, ok := c.Consensus()
		assert.Equal(t, want.MajorityCorrect != nil, ok)
		if want.MajorityCorrect != nil {
			assert.Equal(t, *want.MajorityCorrect, k.Correct)
		}
	})
}

// vectorRow is a row of fcb_metrics.json: outcomes without texts.
type vectorRow struct {
	ID              string
	Category        string
	ExpectedRisk    string `json:"expected_risk"`
	MajorityCorrect *bool  `json:"majority_correct"`
	Status          string
	PredictedRisk   *string `json:"predicted_risk"`
	Engine          *string
	Outcome         *string `json:"consensus_outcome"`
	Verdict         *string `json:"judge_verdict"`
}

// input makes texts that lead to the outcomes of the rows.
func vectorInput(rows []vectorRow) Input {
	in := Input{Run: Run{Judge: true}, Seed: 1, Bootstrap: 200}
	for _, r := range rows {
		in.Cases = append(in.Cases, cases.Case{
			ID: r.ID, Category: r.Category, ExpectedRisk: r.ExpectedRisk, MajorityCorrect: r.MajorityCorrect,
			Answers: []cases.Answer{
				{AgentID: "agent-a", Output: "it is surely the first of them", Correct: true},
				{AgentID: "agent-b", Output: "nobody but the second could be meant", Correct: false},
			},
		})
		p := predictions.Prediction{CaseID: r.ID, Status: r.Status, FalseConsensusRisk: r.PredictedRisk, Engine: r.Engine}
		if r.Outcome != nil {
			text := map[string]string{
				"correct": "it is surely the first of them", "wrong": "nobody but the second could be meant",
				"needs_review": "something else entirely", "none": " ",
			}[*r.Outcome]
			p.ConsensusAnswer = &text
			p.Judge = &predictions.Judge{Status: predictions.OK, Verdict: r.Verdict}
			if *r.Outcome == "none" {
				p.Judge.Status = predictions.Skipped
			}
		}
		in.Predictions = append(in.Predictions, p)
	}
	return in
}

func TestMetricsVectors(t *testing.T) {
	eachVector(t, "fcb_metrics.json", func(t *testing.T, v vector) {
		var in struct{ Cases []vectorRow }
		var want any
		require.NoError(t, json.Unmarshal(v.Input, &in))
		require.NoError(t, json.Unmarshal(v.Expected, &want))
		m, err := Score(vectorInput(in.Cases))
		require.NoError(t, err)
		var got any
		require.NoError(t, json.Unmarshal(m.JSON(), &got))
		assert.Positive(t, v.Tolerance.Abs)
		subset(t, want, got, v.Tolerance.Abs, v.Tolerance.Rel, "")
		assert.Len(t, m.Engines, len(want.(map[string]any)["engines"].(map[string]any)), "engines")
	})
}

// subset holds every value of want to the one at the same place of got.
func subset(t *testing.T, want, got any, abs, rel float64, at string) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		require.Truef(t, ok, "%s is no object", at)
		for key, value := range w {
			require.Containsf(t, g, key, "at %s", at)
			subset(t, value, g[key], abs, rel, at+"/"+key)
		}
	case []any:
		g, ok := got.([]any)
		require.Truef(t, ok && len(g) == len(w), "%s: want %v, got %v", at, want, got)
		for i := range w {
			subset(t, w[i], g[i], abs, rel, fmt.Sprintf("%s/%d", at, i))
		}
	case float64:
		g, ok := got.(float64)
		require.Truef(t, ok, "%s: want %v, got %v", at, want, got)
		assert.InDeltaf(t, w, g, abs+rel*math.Abs(w), at)
	default:
		assert.Equalf(t, want, got, at)
	}
}
