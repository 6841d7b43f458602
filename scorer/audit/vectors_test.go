// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Reference vectors are turned into trace files and go through reading, deriving
// and all sections; the JSON of the result is compared, as a user would see it.

type vector struct {
	Name      string
	Input     json.RawMessage
	Expected  map[string]any
	Tolerance struct{ Abs, Rel float64 }
}

// readVectors reads the full file beside the checkout when present, else the
// copy (cut down where it is large) in testdata.
func readVectors(t *testing.T, name string) []vector {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "vectors", name))
	if err != nil {
		b, err = os.ReadFile(filepath.Join("testdata", name))
	}
	require.NoError(t, err)
	var v struct{ Cases []vector }
	require.NoError(t, json.Unmarshal(b, &v))
	require.NotEmpty(t, v.Cases)
	return v.Cases
}

// traceFile collects records as JSON Lines.
type traceFile struct{ bytes.Buffer }

func (f *traceFile) add(record map[string]any) {
	b, _ := json.Marshal(record)
	f.Write(append(b, '\n'))
}

func corpusOf(t testing.TB, text string, scale float64) *Corpus {
	t.Helper()
	c, err := Read(jsonl.NewReader(strings.NewReader(text)), scale)
	require.NoError(t, err)
	return c
}

// resultOf audits a file and returns its JSON, decoded.
func resultOf(t testing.TB, text string, scale float64, o Options) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal(Run(corpusOf(t, text, scale), o).JSON(), &out))
	return out
}

// same compares decoded JSON, numbers with a tolerance.
func same(t *testing.T, want, got any, abs, rel float64, what string) {
	t.Helper()
	switch w := want.(type) {
	case float64:
		g, ok := got.(float64)
		if assert.True(t, ok, "%s: want %v, got %v", what, want, got) {
			assert.LessOrEqual(t, math.Abs(g-w), abs+rel*math.Abs(w), "%s: want %v, got %v", what, w, g)
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if assert.True(t, ok, "%s: want an object, got %v", what, got) {
			for k, v := range w {
				same(t, v, g[k], abs, rel, what+"."+k)
			}
		}
	case []any:
		g, ok := got.([]any)
		if assert.True(t, ok && len(g) == len(w), "%s: want a list of %d, got %v", what, len(w), got) {
			for i := range w {
				same(t, w[i], g[i], abs, rel, fmt.Sprintf("%s[%d]", what, i))
			}
		}
	default:
		assert.Equal(t, want, got, what)
	}
}

type vectorBlock struct {
	BlockID    string `json:"block_id"`
	ProblemID  string `json:"problem_id"`
	ClusterID  string `json:"cluster_id"`
	Candidates []struct {
		Agent   string
		Score   *float64
		Valid   bool
		Correct *bool
		Answer  *string
	}
}

// routingTrace writes blocks as polls; blocks without any score have no
// selection under the contract and are left out, as are empty ones.
func routingTrace(blocks []vectorBlock) (text string, kept []int) {
	var f traceFile
	for i, b := range blocks {
		scored := false
		for _, c := range b.Candidates {
			scored = scored || c.Score != nil
		}
		if !scored {
			continue
		}
		kept = append(kept, i)
		for _, c := range b.Candidates {
			f.add(map[string]any{"problem_id": b.ProblemID, "block_id": b.BlockID, "cluster_id": b.ClusterID, "agent": c.Agent,
				"confidence": c.Score, "answer": c.Answer, "valid": c.Valid, "correct": c.Correct})
		}
	}
	return f.String(), kept
}

func TestRoutingVectors(t *testing.T) {
	for _, v := range readVectors(t, "routing.json") {
		t.Run(v.Name, func(t *testing.T) {
			var in struct{ Blocks []vectorBlock }
			require.NoError(t, json.Unmarshal(v.Input, &in))
			text, kept := routingTrace(in.Blocks)
			if text == "" {
				t.Skip("no block with a score: an empty trace file is an error")
			}
			if len(kept) < len(in.Blocks) {
				t.Skip("blocks without scores count differently under the contract; see TestBlocksWithoutSelection")
			}
			got := resultOf(t, text, 100, Options{Bootstrap: 20, Seed: 1})["routing"].(map[string]any)
			delete(v.Expected, "selected_index")
			same(t, any(v.Expected), any(got), v.Tolerance.Abs, v.Tolerance.Rel, "routing")
		})
	}
}

func TestSelectionVectors(t *testing.T) {
	for _, v := range readVectors(t, "routing.json") {
		var in struct{ Blocks []vectorBlock }
		require.NoError(t, json.Unmarshal(v.Input, &in))
		text, kept := routingTrace(in.Blocks)
		if text == "" {
			continue
		}
		c := corpusOf(t, text, 100)
		want := v.Expected["selected_index"].([]any)
		for at, i := range kept {
			assert.Equal(t, want[i], float64(c.selected.at(at)), "%s block %d", v.Name, i)
		}
	}
}

func TestPermutationVectors(t *testing.T) {
	for _, v := range readVectors(t, "routing_permutation.json") {
		t.Run(v.Name, func(t *testing.T) {
			var in struct{ Blocks []vectorBlock }
			require.NoError(t, json.Unmarshal(v.Input, &in))
			text, _ := routingTrace(in.Blocks)
			p := resultOf(t, text, 100, Options{Seed: 1})["checks"].(map[string]any)["permutation"].(map[string]any)
			delete(v.Expected, "n_joint_permutations")
			delete(v.Expected, "prob_no_valid_selection")
			same(t, any(v.Expected), p["exact"], v.Tolerance.Abs, v.Tolerance.Rel, "exact")
		})
	}
}

func TestCalibrationVectors(t *testing.T) {
	for _, v := range readVectors(t, "calibration.json") {
		t.Run(v.Name, func(t *testing.T) {
			var in struct {
				Conf []float64
				Y    []int
			}
			require.NoError(t, json.Unmarshal(v.Input, &in))
			if len(in.Conf) == 0 {
				t.Skip("an empty trace file is an error")
			}
			var f traceFile
			for i, x := range in.Conf {
				f.add(map[string]any{"problem_id": fmt.Sprint("p", i/3), "block_id": fmt.Sprint(i), "agent": "a", "confidence": x, "answer": "x", "correct": in.Y[i] == 1})
			}
			got := resultOf(t, f.String(), 1, Options{Bootstrap: 20, Seed: 1})["calibration"].(map[string]any)
			delete(v.Expected, "bin_index_width_10")
			delete(v.Expected, "bin_counts_mass_10")
			same(t, any(v.Expected), any(got), v.Tolerance.Abs, v.Tolerance.Rel, "calibration")
		})
	}
}

func TestCrossFittingVectors(t *testing.T) {
	for _, v := range readVectors(t, "recalibration.json") {
		var in struct {
			Kind string
			Rows []struct {
				ProblemID string `json:"problem_id"`
				Tier      int
				Conf      float64
				Y         int
			}
			Folds map[string]uint8
		}
		var kind struct{ Kind string }
		require.NoError(t, json.Unmarshal(v.Input, &kind))
		if kind.Kind != "crossfit" {
			continue // in package stats
		}
		require.NoError(t, json.Unmarshal(v.Input, &in))
		t.Run(v.Name, func(t *testing.T) {
			var f traceFile
			for i, r := range in.Rows {
				f.add(map[string]any{"problem_id": r.ProblemID, "tier": r.Tier, "block_id": fmt.Sprint(i), "agent": "a", "confidence": r.Conf, "answer": "x", "correct": r.Y == 1})
			}
			c := corpusOf(t, f.String(), 1)
			fold := make([]uint8, c.nProblems)
			for p, name := range c.problemName {
				fold[p] = in.Folds[name]
			}
			rec, _ := recalibrate(c, newLevels(c, fold), fold)
			b, err := json.Marshal(rec)
			require.NoError(t, err)
			var got map[string]any
			require.NoError(t, json.Unmarshal(b, &got))
			got["isotonic_linear"] = got["isotonic"]
			for key, want := range v.Expected {
				switch key {
				case "oof_isotonic_linear", "oof_isotonic_step", "oof_temperature":
				case "isotonic_maps":
					for fold, m := range want.(map[string]any) {
						delete(m.(map[string]any), "fitted_on_folds_other_than")
						same(t, m, got[key].(map[string]any)[fold], v.Tolerance.Abs, v.Tolerance.Rel, key)
					}
				default:
					same(t, want, got[key], v.Tolerance.Abs, v.Tolerance.Rel, key)
				}
			}
		})
	}
}

func TestCommitmentVectors(t *testing.T) {
	for _, v := range readVectors(t, "commitment.json") {
		t.Run(v.Name, func(t *testing.T) {
			var in struct {
				Rows []struct {
					PairID       string   `json:"pair_id"`
					ProblemID    string   `json:"problem_id"`
					PollAnswer   *string  `json:"poll_answer"`
					SpeakAnswer  *string  `json:"speak_answer"`
					PollValid    bool     `json:"poll_valid"`
					SpeakValid   bool     `json:"speak_valid"`
					PollCorrect  *bool    `json:"poll_correct"`
					SpeakCorrect *bool    `json:"speak_correct"`
					Equivalent   *bool    `json:"equivalent"`
					OwnPrior     []string `json:"own_prior"`
					PeersPrior   []string `json:"peers_prior"`
					Incumbent    *string  `json:"incumbent"`
				}
			}
			require.NoError(t, json.Unmarshal(v.Input, &in))
			if len(in.Rows) == 0 {
				t.Skip("an empty trace file is an error")
			}
			var f traceFile
			for _, r := range in.Rows {
				f.add(map[string]any{"problem_id": r.ProblemID, "block_id": r.PairID, "agent": "a", "confidence": 0.5, "answer": r.PollAnswer,
					"valid": r.PollValid, "correct": r.PollCorrect, "selected": true})
				f.add(map[string]any{"type": "speak", "problem_id": r.ProblemID, "block_id": r.PairID, "agent": "a", "answer": r.SpeakAnswer,
					"valid": r.SpeakValid, "correct": r.SpeakCorrect, "equivalent": r.Equivalent, "own_prior": r.OwnPrior, "peers_prior": r.PeersPrior, "incumbent": r.Incumbent})
			}
			got := resultOf(t, f.String(), 1, Options{Bootstrap: 20, Seed: 1})["commitment"].(map[string]any)
			classes := v.Expected["row_class"].([]any)
			delete(v.Expected, "row_class")
			same(t, any(v.Expected), any(got), v.Tolerance.Abs, v.Tolerance.Rel, "commitment")
			row := 0
			eachPair(corpusOf(t, f.String(), 1), func(p *pair) bool {
				if classes[row] != nil {
					assert.Equal(t, classes[row], SourceNames[p.s.source()], "row %d", row)
				}
				row++
				return true
			})
			assert.Equal(t, len(classes), row)
		})
	}
}
