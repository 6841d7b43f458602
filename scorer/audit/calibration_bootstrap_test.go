// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/false-consensus/fcb/scorer/stats"
	"github.com/stretchr/testify/require"
)

// The reference draws of clusters, resampled by cells.
func TestCalibrationBootstrapVectors(t *testing.T) {
	for _, c := range readVectors(t, "calibration_bootstrap.json") {
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
			var value []float64
			for _, r := range in.Rows {
				value = append(value, r.Conf)
				if _, ok := id[r.Cluster]; !ok {
					id[r.Cluster] = len(id)
				}
			}
			slices.Sort(value)
			value = slices.Compact(value)
			rows := make([][]uint32, len(id))
			for _, r := range in.Rows {
				place, _ := slices.BinarySearch(value, r.Conf)
				g := id[r.Cluster]
				rows[g] = append(rows[g], uint32(2*place+r.Y))
			}
			cells := newCells(len(value), value)
			for _, row := range rows {
				slices.Sort(row)
				cells.cluster(row)
			}
			cells.endRun()
			g, eces := cells.room(), stats.NewECEs(value, 10)
			replicates := map[string][]float64{}
			for b, draw := range in.Draws {
				w := make([]int32, len(id))
				for _, cluster := range draw {
					w[cluster]++
				}
				cells.resample(w, g)
				got := map[string]float64{"auroc": g.AUROC(), "ece_width_10": eces.Width(&g.Grades, 10), "brier": g.Brier(),
					"mean_conf": g.MeanConfidence(), "accuracy": g.Accuracy(), "gap": g.MeanConfidence() - g.Accuracy()}
				for key, v := range got {
					same(t, c.Expected["replicates"].([]any)[b].(map[string]any)[key], orNull(v), 1e-9, 1e-9, key)
					replicates[key] = append(replicates[key], v)
				}
			}
			for key, want := range c.Expected["interval"].(map[string]any) {
				i, dropped, ok := stats.Percentile95(replicates[key])
				require.True(t, ok)
				same(t, want, []any{i.Lo, i.Hi}, 1e-9, 1e-9, key)
				same(t, c.Expected["n_null"].(map[string]any)[key], float64(dropped), 0, 0, key)
			}
		})
	}
}

// orNull is a figure as JSON has it.
func orNull(x float64) any {
	if math.IsNaN(x) {
		return nil
	}
	return x
}
