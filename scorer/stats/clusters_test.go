// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/false-consensus/fcb/scorer/stats"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCalibrationBootstrapVectors(t *testing.T) {
	for _, c := range readAuditVectors(t, "calibration_bootstrap.json").Cases {
		t.Run(c.Name, func(t *testing.T) {
			var in struct {
				Rows []struct {
					Cluster string
					Conf    float64
					Y       int
				}
				Draws [][]int
			}
			require.NoError(t, json.Unmarshal(c.Input, &in))
			id := map[string]int{}
			var conf []float64
			for _, r := range in.Rows {
				conf = append(conf, r.Conf)
				if _, ok := id[r.Cluster]; !ok {
					id[r.Cluster] = len(id)
				}
			}
			cells := stats.NewGradeCells(stats.GradeRows(conf, make([]bool, len(conf))).Value)
			for g := range len(id) {
				for _, r := range in.Rows { // one cell a row: cells need not be merged
					if id[r.Cluster] == g {
						at := 0
						for cells.Values()[at] != r.Conf {
							at++
						}
						cells.Cell(uint32(at), 1, uint32(r.Y))
					}
				}
				cells.EndCluster()
			}
			g, eces := cells.Room(), stats.NewECEs(cells.Values(), 10)
			replicates := map[string][]float64{}
			for b, draw := range in.Draws {
				w := make([]int32, len(id))
				for _, cluster := range draw {
					w[cluster]++
				}
				cells.Resample(w, g)
				got := map[string]float64{"auroc": g.AUROC(), "ece_width_10": eces.Width(&g.Grades, 10), "brier": g.Brier(),
					"mean_conf": g.MeanConfidence(), "accuracy": g.Accuracy(), "gap": g.MeanConfidence() - g.Accuracy()}
				for key, v := range got {
					nearVector(t, c.Expected["replicates"].([]any)[b].(map[string]any)[key], v, 1e-9, 1e-9, key)
					replicates[key] = append(replicates[key], v)
				}
			}
			for key, want := range c.Expected["interval"].(map[string]any) {
				i, dropped, ok := stats.Percentile95(replicates[key])
				require.True(t, ok)
				nearVector(t, want.([]any)[0], i.Lo, 1e-9, 1e-9, key)
				nearVector(t, want.([]any)[1], i.Hi, 1e-9, 1e-9, key)
				nearVector(t, c.Expected["n_null"].(map[string]any)[key], float64(dropped), 0, 0, key)
			}
		})
	}
}

func TestECEsAreThoseOfTheBins(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		g := &stats.Grades{}
		for i := range 1 + r.IntN(30) {
			n := float64(r.IntN(4)) // values that a resample leaves out included
			g.Value, g.N, g.K = append(g.Value, float64(i)/30), append(g.N, n), append(g.K, float64(r.IntN(int(n)+1)))
		}
		e := stats.NewECEs(g.Value, 10, 15, 20)
		for _, k := range []int{10, 15, 20} {
			if g.Rows() == 0 {
				assert.True(t, math.IsNaN(e.Width(g, k)))
				continue
			}
			assert.InDelta(t, stats.ECE(g.WidthBins(k)), e.Width(g, k), 1e-12)
			assert.InDelta(t, stats.ECE(g.MassBins(k)), e.Mass(g, k), 1e-12)
		}
	}
}

func TestDrawsDoNotDependOnWorkers(t *testing.T) {
	run := func(workers int) [][]int32 {
		out := make([][]int32, 173)
		stats.ClusterDraws(7, len(out), workers, 1, "test", func(draw, _ int, w []int32) { out[draw] = append([]int32(nil), w...) })
		return out
	}
	one := run(1)
	assert.Equal(t, one, run(3))
	total := int32(0)
	for _, w := range one {
		for _, c := range w {
			total += c
		}
	}
	assert.Equal(t, int32(7*173), total)
}
