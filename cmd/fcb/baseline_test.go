// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The saved run of the reference engine on the dataset of this version.
const baseline = "../../predictions/reference-0.1"

func runFcb(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, &bytes.Buffer{}, &out, &errs)
	return code, out.String(), errs.String()
}

func TestBaselineRescoresByteForByte(t *testing.T) {
	want, err := os.ReadFile(filepath.Join(baseline, "metrics.json"))
	require.NoError(t, err)
	code, out, errs := runFcb(t, "score", "--from-predictions", baseline, "--format", "json")
	require.Equal(t, 0, code, errs)
	assert.Equal(t, string(want), out)
}

func TestBaselineIsOfTheseCasesAndThisEngine(t *testing.T) {
	saved, err := os.ReadFile(filepath.Join(baseline, "cases.jsonl"))
	require.NoError(t, err)
	now, err := os.ReadFile("../../cases/cases.jsonl")
	require.NoError(t, err)
	require.True(t, bytes.Equal(now, saved), "the dataset changed: make the baseline anew with fcb score --endpoint reference --out predictions/reference-0.1")
	want, err := os.ReadFile(filepath.Join(baseline, "metrics.json"))
	require.NoError(t, err)
	code, out, errs := runFcb(t, "score", "--endpoint", "reference", "--out", filepath.Join(t.TempDir(), "run"), "--format", "json")
	require.Equal(t, 0, code, errs)
	assert.Equal(t, string(want), out, "the engine answers as it did")
}

// The counts once more, from the two files alone and with nothing of ours.
func TestBaselineCountsIndependently(t *testing.T) {
	type object = map[string]any
	lines := func(name string) (out []object) {
		f, err := os.Open(filepath.Join(baseline, name))
		require.NoError(t, err)
		defer f.Close()
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			var o object
			require.NoError(t, json.Unmarshal(s.Bytes(), &o))
			out = append(out, o)
		}
		return out
	}
	risk := map[string]string{}
	for _, p := range lines("predictions.jsonl") {
		require.Equal(t, "ok", p["status"])
		risk[p["case_id"].(string)] = p["false_consensus_risk"].(string)
	}
	counts := map[string][2]int{}
	add := func(name string, counted, hit bool) {
		c := counts[name]
		if counted {
			c[1]++
			if hit {
				c[0]++
			}
		}
		counts[name] = c
	}
	type cell struct{ truth, said string }
	cells := map[cell]int{}
	for _, c := range lines("cases.jsonl") {
		said := risk[c["id"].(string)]
		truth := c["expected_risk"].(string)
		cells[cell{truth, said}]++
		flagged := said != "low"
		add("accuracy", true, said == truth)
		add("catch_rate", c["majority_correct"] == false, flagged)
		add("catch_rate_strict", c["majority_correct"] == false, said == "high")
		add("false_alarm_rate", c["category"] == "genuine_agreement_correct", flagged)
		add("disagreement_flag_rate", c["category"] == "genuine_disagreement", flagged)
	}
	b, err := os.ReadFile(filepath.Join(baseline, "metrics.json"))
	require.NoError(t, err)
	var m struct {
		Engines map[string]map[string]json.RawMessage `json:"engines"`
	}
	require.NoError(t, json.Unmarshal(b, &m))
	engine := m.Engines["deterministic"]
	require.NotEmpty(t, engine)
	for name, c := range counts {
		var got struct {
			Value float64   `json:"value"`
			K     int       `json:"k"`
			N     int       `json:"n"`
			CI    []float64 `json:"ci95"`
		}
		require.NoError(t, json.Unmarshal(engine[name], &got), name)
		assert.Equal(t, c, [2]int{got.K, got.N}, name)
		k, n, z := float64(c[0]), float64(c[1]), 1.959963984540054
		assert.InDelta(t, k/n, got.Value, 1e-11, name)
		centre, half := (k+z*z/2)/(n+z*z), z/(n+z*z)*math.Sqrt(k*(n-k)/n+z*z/4)
		assert.InDelta(t, centre-half, got.CI[0], 1e-9, name)
		assert.InDelta(t, centre+half, got.CI[1], 1e-9, name)
	}
	sum := 0.0
	levels := []string{"low", "medium", "high"}
	for _, l := range levels {
		both, said, truth := cells[cell{l, l}], 0, 0
		for _, o := range levels {
			said += cells[cell{o, l}]
			truth += cells[cell{l, o}]
		}
		if said+truth > 0 {
			sum += 2 * float64(both) / float64(said+truth)
		}
	}
	var f1 struct {
		Value float64 `json:"value"`
	}
	require.NoError(t, json.Unmarshal(engine["macro_f1"], &f1))
	assert.InDelta(t, sum/3, f1.Value, 1e-11)
}
