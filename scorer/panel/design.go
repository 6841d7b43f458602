// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Design is a panel that might be run. The model behind it: question q has a
// difficulty of its own, the chance P_q that a model is right, drawn from a beta
// law with mean Accuracy and variance Rho·Accuracy·(1-Accuracy); given P_q the
// models answer independently. Any two models then have correlation Rho, 0 is
// independence, and at 1 all models always agree. Real panels differ: in
// accuracy between models, and in dependence between pairs.
type Design struct {
	Models    int
	Questions int
	Rho       float64 // 0..1
	Accuracy  float64 // strictly between 0 and 1
	Answered  float64 // chance that a model answers a question at all; 0 means 1
}

// ModelStatement is the model of [Design] in a sentence, for people.
const ModelStatement = "each question draws its chance of a right answer from a beta law with the given mean and correlation; given that, models answer independently and equally well"

// maxCells bounds a simulated table.
const maxCells = 100_000_000

// Check says what is wrong with the design, if anything.
func (d Design) Check() error {
	switch {
	case d.Models < 1 || d.Questions < 1:
		return fmt.Errorf("a panel needs at least one model and one question, not %d and %d", d.Models, d.Questions)
	case d.Models > maxCells/d.Questions:
		return fmt.Errorf("%d models by %d questions are more than %d cells", d.Models, d.Questions, maxCells)
	case !(d.Rho >= 0 && d.Rho <= 1):
		return fmt.Errorf("rho must lie between 0 and 1, not %v: the model has no negative dependence", d.Rho)
	case !(d.Accuracy > 0 && d.Accuracy < 1):
		return fmt.Errorf("accuracy must lie strictly between 0 and 1, not %v", d.Accuracy)
	case !(d.Answered >= 0 && d.Answered <= 1):
		return fmt.Errorf("the share answered must lie above 0 and at most at 1, not %v", d.Answered)
	}
	return nil
}

// Simulate draws a table of the design, row by row a model: 1 right, 0 wrong,
// -1 not answered. The design must pass Check.
func (d Design) Simulate(seed uint64) [][]int8 {
	r := stats.NewRand(seed, "panel: simulate")
	chances := make([]float64, d.Questions)
	beta := distuv.Beta{Alpha: d.Accuracy * (1 - d.Rho) / d.Rho, Beta: (1 - d.Accuracy) * (1 - d.Rho) / d.Rho, Src: r}
	for q := range chances {
		switch {
		case d.Rho == 0:
			chances[q] = d.Accuracy
		case d.Rho == 1:
			if r.Float64() < d.Accuracy {
				chances[q] = 1
			}
		default:
			// A beta law crowded against 0 and 1 can round to 0/0 in its sampler.
			if chances[q] = beta.Rand(); math.IsNaN(chances[q]) {
				chances[q] = 0
				if r.Float64() < d.Accuracy {
					chances[q] = 1
				}
			}
		}
	}
	scores := make([][]int8, d.Models)
	for m := range scores {
		scores[m] = make([]int8, d.Questions)
		for q, p := range chances {
			if d.Answered > 0 && d.Answered < 1 && r.Float64() >= d.Answered {
				scores[m][q] = absent
			} else if r.Float64() < p {
				scores[m][q] = 1
			}
		}
	}
	return scores
}

// Names are the names a simulated table carries, of equal length so that they
// sort by number.
func (d Design) Names() (models, questions []string) {
	name := func(prefix string, n int) []string {
		digits := len(fmt.Sprint(n))
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprintf("%s%0*d", prefix, digits, i+1)
		}
		return out
	}
	return name("model-", d.Models), name("q-", d.Questions)
}

// A Power says what a design could detect.
type Power struct {
	Format      string     `json:"format"` // PowerFormat
	Models      int        `json:"n_models"`
	Questions   int        `json:"n_questions"`
	Accuracy    Number     `json:"accuracy"`
	Simulations int        `json:"simulations"` // tables for each rho
	Seed        uint64     `json:"seed"`
	Alpha       Number     `json:"alpha"`
	CriticalT   Number     `json:"critical_T"` // T that 5 percent of independent panels exceed
	Rows        []PowerRow `json:"rows"`
	// DetectableRho is the smallest correlation found with 80 percent power, on
	// the line between the rows around it; null with a reason where no row gets there.
	DetectableRho  Number   `json:"detectable_rho"`
	DetectableNEff Number   `json:"detectable_n_eff"` // Models / (1 + (Models-1) DetectableRho)
	Reason         string   `json:"reason,omitempty"`
	Model          string   `json:"model"`
	Warnings       []string `json:"warnings"`
}

// PowerFormat names the JSON document of a [Power].
const PowerFormat = "fcb-panel-power/1"

// A PowerRow is what panels of one true correlation would show.
type PowerRow struct {
	Rho      Number    `json:"rho"`         // true
	NEff     Number    `json:"n_eff"`       // true
	Power    Number    `json:"power"`       // share of panels whose T exceeds CriticalT
	Median   Number    `json:"n_eff_50"`    // of the measured effective sizes
	Measured *Interval `json:"n_eff_95"`    // between which 95 percent of them lie
	Lost     int       `json:"n_undefined"` // panels without an effective size
}

// powerRhos are the true correlations that are tried.
var powerRhos = []float64{0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7}

// PowerOf simulates panels of the design at a range of correlations and counts
// how often T would stand out. rhos beyond the standard ones may be added.
func PowerOf(ctx context.Context, d Design, simulations int, seed uint64, workers int, extra ...float64) (*Power, error) {
	p := &Power{Format: PowerFormat, Models: d.Models, Questions: d.Questions, Accuracy: Number(d.Accuracy), Simulations: simulations,
		Seed: seed, Alpha: 0.05, Model: ModelStatement, DetectableRho: undefined, DetectableNEff: undefined, Warnings: []string{}}
	rhos := append(slices.Clone(powerRhos), extra...)
	slices.Sort(rhos)
	rhos = slices.Compact(rhos)
	critical := math.Inf(1)
	for i, rho := range rhos {
		d.Rho = rho
		ts, sizes, err := d.many(ctx, simulations, seed+uint64(i)<<32, workers)
		if err != nil {
			return nil, err
		}
		if rho == 0 {
			if critical = stats.Quantile(ts, 1-float64(p.Alpha)); math.IsNaN(critical) {
				return nil, fmt.Errorf("no simulated panel has any variance: the design is too small for this accuracy")
			}
			p.CriticalT = Number(critical)
		}
		above := 0
		for _, t := range ts {
			if t > critical {
				above++
			}
		}
		row := PowerRow{Rho: Number(rho), NEff: Number(float64(d.Models) / (1 + float64(d.Models-1)*rho)),
			Power: Number(float64(above) / float64(simulations)), Median: Number(stats.Quantile(sizes, 0.5)), Lost: simulations - len(sizes)}
		if len(sizes) > 0 {
			row.Measured = &Interval{Number(stats.Quantile(sizes, 0.025)), Number(stats.Quantile(sizes, 0.975))}
		}
		if k := len(p.Rows); k > 0 && !p.DetectableRho.Defined() && row.Power >= 0.8 {
			last := p.Rows[k-1]
			share := (0.8 - last.Power) / (row.Power - last.Power)
			p.DetectableRho = last.Rho + share*(row.Rho-last.Rho)
			p.DetectableNEff = Number(d.Models) / (1 + Number(d.Models-1)*p.DetectableRho)
		}
		p.Rows = append(p.Rows, row)
	}
	if !p.DetectableRho.Defined() {
		p.Reason = "no correlation tried is found with 80 percent power"
	}
	p.Warnings = append(p.Warnings, fmt.Sprintf("power and intervals are themselves simulated: a power of 0.8 from %d panels is known to within %.2f", simulations, 1.96*math.Sqrt(0.16/float64(simulations))))
	return p, nil
}

// many simulates panels and gives T of each that has variance, and the
// effective size of each that has one, both sorted.
func (d Design) many(ctx context.Context, simulations int, seed uint64, workers int) (ts, sizes []float64, err error) {
	all := make([]Moments, simulations)
	models, questions := d.Names()
	err = inBlocks(ctx, simulations, 1, workers, func() func(b, from, to int) {
		return func(b, _, _ int) {
			all[b] = fromMatrix(models, questions, d.Simulate(seed+uint64(b))).Moments()
			all[b].q = questionMoments{}
		}
	})
	for _, m := range all {
		if !math.IsNaN(m.T) {
			ts = append(ts, m.T)
		}
		if !math.IsNaN(m.NEff) {
			sizes = append(sizes, m.NEff)
		}
	}
	slices.Sort(ts)
	slices.Sort(sizes)
	return ts, sizes, err
}
