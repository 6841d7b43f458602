// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Recalibration judges confidences after a map fitted on other problems: each
// fold of problems is read through the map of the other one (see folds). Fitted
// values are rounded to 12 decimals, so that rounding residue can neither move
// one over a bin's edge nor split a tie.
type Recalibration struct {
	Raw          Recalibrated           `json:"raw"`
	Isotonic     Recalibrated           `json:"isotonic"`      // linear between fitted points
	IsotonicStep Recalibrated           `json:"isotonic_step"` // right-continuous steps
	Temperature  Recalibrated           `json:"temperature"`
	Temperatures map[string]Temperature `json:"temperature_by_heldout_fold"`
	Maps         map[string]IsotonicMap `json:"isotonic_maps"` // by held-out fold
	Folds        map[string]int         `json:"folds"`         // of each problem; null above 5000 problems
	Online       *Online                `json:"online"`
	Reasons      map[string]string      `json:"reasons,omitempty"`
}

// Recalibrated are the figures of one way of reading confidences.
type Recalibrated struct {
	Figures
	Bins     []ReliabilityBin `json:"bins_width_10"`
	Interval *FigureIntervals `json:"interval"` // of the judged rows; the maps are not refitted in each resample
}

// Temperature is a fitted temperature.
type Temperature struct {
	T       Number `json:"T"`
	AtBound bool   `json:"at_bound"`
	NLL     Number `json:"nll"` // on the training fold
}

// IsotonicMap is a fitted map, thinned above maxCurve points.
type IsotonicMap struct {
	X     []Number `json:"x"`
	Value []Number `json:"value"`
}

const maxListedFolds = 5000

// readings are the ways in which a confidence is read; raw first.
const (
	readRaw = iota
	readIsotonic
	readStep
	readTemperature
	readingCount
)

// A reading maps levels to the distinct values it reads them as.
type reading struct {
	value []float64 // ascending
	at    []uint32  // position in value, by 2*level+fold
}

func newReading(mapped []float64) reading {
	r := reading{value: slices.Clone(mapped), at: make([]uint32, len(mapped))}
	slices.Sort(r.value)
	r.value = slices.Compact(r.value)
	for i, x := range mapped {
		r.at[i] = uint32(sort.SearchFloat64s(r.value, x))
	}
	return r
}

// collect adds counts by level and fold up by what they are read as.
func (r reading) collect(n, k []float64, g *stats.Grades) {
	clear(g.N)
	clear(g.K)
	for i, at := range r.at {
		g.N[at] += n[i]
		g.K[at] += k[i]
	}
}

func (r reading) room() *stats.Grades {
	return &stats.Grades{Value: r.value, N: make([]float64, len(r.value)), K: make([]float64, len(r.value))}
}

func round12Decimals(x float64) float64 { return math.Round(x*1e12) / 1e12 }

// recalibrate fits the maps and judges them. The readings come back for the
// bootstrap; nil where the maps do not exist.
func recalibrate(c *Corpus, l *levels, fold []uint8) (*Recalibration, []reading) {
	out := &Recalibration{Reasons: map[string]string{}}
	raw := make([]float64, 2*len(l.value))
	for i := range raw {
		raw[i] = l.value[i/2]
	}
	readings := []reading{newReading(raw)}
	if len(c.problemName) == c.nProblems && c.nProblems <= maxListedFolds {
		out.Folds = map[string]int{}
		for p, name := range c.problemName {
			out.Folds[name] = int(fold[p])
		}
	} else {
		out.Reasons["folds"] = "not listed for more than 5000 problems; docs/audit.md says how to recompute them"
	}
	halves := [2]stats.Grades{l.foldGrades(0), l.foldGrades(1)}
	if halves[0].Rows() == 0 || halves[1].Rows() == 0 {
		out.Reasons["isotonic"] = "a fold of problems holds no graded poll: nothing to fit on, or nothing to judge"
		out.Reasons["temperature"] = out.Reasons["isotonic"]
		nothing := Recalibrated{Figures: figuresOf(stats.Grades{}), Bins: []ReliabilityBin{}}
		out.Isotonic, out.IsotonicStep, out.Temperature = nothing, nothing, nothing
	} else {
		out.Temperatures, out.Maps = map[string]Temperature{}, map[string]IsotonicMap{}
		linear, step, temp := make([]float64, len(raw)), make([]float64, len(raw)), make([]float64, len(raw))
		for heldout := range 2 {
			m, t := stats.Isotonic(halves[1-heldout]), stats.FitTemperature(halves[1-heldout])
			for i, v := range l.value {
				at := 2*i + heldout
				linear[at], step[at], temp[at] = round12Decimals(m.Linear(v)), round12Decimals(m.Step(v)), round12Decimals(t.At(v))
			}
			key := strconv.Itoa(heldout)
			out.Temperatures[key] = Temperature{Number(t.T), t.AtBound, Number(t.NLL)}
			out.Maps[key] = mapOf(m)
		}
		readings = append(readings, newReading(linear), newReading(step), newReading(temp))
	}
	for i, target := range []*Recalibrated{&out.Raw, &out.Isotonic, &out.IsotonicStep, &out.Temperature}[:len(readings)] {
		g := readings[i].room()
		readings[i].collect(l.n, l.k, g)
		used := occupiedGrades(g)
		target.Figures, target.Bins = figuresOf(used), reliability(used)
	}
	return out, readings
}

// occupiedGrades drops values without rows: a level that occurs in one fold only.
func occupiedGrades(g *stats.Grades) (out stats.Grades) {
	for i, n := range g.N {
		if n > 0 {
			out.Value, out.N, out.K = append(out.Value, g.Value[i]), append(out.N, n), append(out.K, g.K[i])
		}
	}
	return out
}

func mapOf(m stats.Monotone) IsotonicMap {
	out := IsotonicMap{X: []Number{}, Value: []Number{}}
	step := (len(m.X) + maxCurve - 1) / maxCurve
	for i := 0; i < len(m.X); i += max(step, 1) {
		out.X, out.Value = append(out.X, Number(m.X[i])), append(out.Value, Number(m.Y[i]))
	}
	return out
}
