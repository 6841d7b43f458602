// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Options says how a panel is measured. Zero resamples give no p-value or
// interval, with a reason.
type Options struct {
	Permutations int    // shuffles of the null, and arrangements of maker labels where all are too many
	Bootstrap    int    // resamples of the questions
	Hardest      int    // rows of the leave-the-hardest-out table beyond row 0
	Seed         uint64 // of everything random
	Workers      int    // 0 or less: one; changes no number
}

// A question is marked for a look at its key when at least keyAnswers models
// answered it and at most one in keyShare of them was right.
const (
	keyAnswers = 5
	keyShare   = 10
)

// Measure computes everything about a panel. It fails only if ctx ends.
func Measure(ctx context.Context, t *Table, in Input, o Options) (*Result, error) {
	o.Workers = max(1, o.Workers)
	m := t.Moments()
	r := &Result{Format: ResultFormat, Input: in, Seed: o.Seed, table: t, phi: t.Phi(), Notes: slices.Clone(notes)}
	r.Summary = Summary{Models: m.Models, Questions: m.Questions, Answers: m.Answers, N: Number(m.N),
		Accuracy: Number(float64(m.Right) / float64(m.Answers))}
	if err := r.firstRoute(ctx, t, &m, o); err != nil {
		return nil, err
	}
	r.Votes = t.Votes()
	r.Hardest = t.Hardest(o.Hardest)
	r.Concentrated = concentration(r.Hardest)
	r.describe(t, &m)
	var err error
	if r.Makers, err = t.MakerEffect(ctx, r.phi, o.Permutations, o.Seed); err != nil {
		return nil, err
	}
	r.NearClones = t.NearClones(r.phi)
	r.WrongAnswers = t.WrongAnswers(o.Bootstrap, o.Seed)
	r.Warnings = append(slices.Clone(in.Warnings), r.limits(&m)...)
	r.Headline = r.headline()
	return r, ctx.Err()
}

// firstRoute fills in the design effect with its null and intervals.
func (r *Result) firstRoute(ctx context.Context, t *Table, m *Moments, o Options) error {
	null, err := t.Shuffle(ctx, m, o.Permutations, o.Seed, o.Workers)
	if err != nil {
		return err
	}
	boot, err := t.Bootstrap(ctx, o.Bootstrap, o.Seed, o.Workers)
	if err != nil {
		return err
	}
	d := DesignEffect{Numerator: Number(m.Numerator), Denominator: Number(m.Variance), T: Number(m.T), Deff: Number(m.T),
		NullMean: Number(null.Mean), NullSD: Number(null.SD), PValue: Number(null.P), Permutations: o.Permutations,
		Rho: Number(m.Rho), NEff: Number(m.NEff), NVarying: Number(m.NVarying), RhoVarying: Number(m.RhoVarying), NEffVarying: Number(m.NEffVarying),
		MeanPhi: Number(r.phi.Mean), PairsDefined: r.phi.Defined, PairsUndefined: r.phi.Undefined,
		Bootstrap: o.Bootstrap, Ceiling: undefined, Reasons: map[string]string{}}
	if d.NEffPhi = undefined; r.phi.Defined > 0 {
		if deff := 1 + (m.N-1)*r.phi.Mean; deff > zeroT {
			d.NEffPhi = Number(m.N / deff)
		}
	}
	if m.Rho > 0 {
		d.Ceiling = Number(1 / m.Rho)
	}
	d.Interval.Deff, d.Interval.Rho, d.Interval.NEff, d.Dropped = boot.Intervals()
	without := 0
	for _, has := range boot.HasHardest {
		if !has {
			without++
		}
	}
	d.HardestQuestion = HardestInResamples{Question: boot.HardestName, ShareWithout: Number(float64(without) / float64(o.Bootstrap)),
		MedianWith: Number(boot.MedianNEff(true)), MedianWithout: Number(boot.MedianNEff(false))}
	d.explain(m)
	r.DesignEffect = d
	return nil
}

// explain puts a reason beside every null.
func (d *DesignEffect) explain(m *Moments) {
	because := func(missing bool, name, why string) {
		if _, said := d.Reasons[name]; missing && !said {
			d.Reasons[name] = why
		}
	}
	if why := m.reason(); math.IsNaN(m.T) {
		for _, name := range []string{"T", "deff", "rho", "n_eff", "rho_varying", "n_eff_varying", "null_mean", "null_sd", "p_value", "interval", "ceiling"} {
			because(true, name, why)
		}
	}
	because(!d.Rho.Defined(), "rho", "one answer a question leaves no two models to correlate")
	because(!d.RhoVarying.Defined(), "rho_varying", "fewer than two varying models answer a question on average")
	because(!d.NEff.Defined(), "n_eff", zeroDeff)
	because(!d.NEffVarying.Defined(), "n_eff_varying", zeroDeff)
	because(!d.MeanPhi.Defined(), "mean_phi", "no pair of models has a defined correlation")
	because(!d.MeanPhi.Defined(), "n_eff_mean_phi", "no pair of models has a defined correlation")
	because(!d.NEffPhi.Defined(), "n_eff_mean_phi", "the mean correlation is so negative that no effective size follows")
	because(!d.PValue.Defined(), "p_value", "no permutations were asked for")
	because(!d.NullMean.Defined(), "null_mean", "no permutations were asked for")
	because(!d.NullSD.Defined(), "null_sd", "no permutations were asked for")
	because(!d.Ceiling.Defined(), "ceiling", "without positive correlation there is no ceiling")
	switch {
	case d.Bootstrap == 0:
		because(true, "interval", "no resamples were asked for")
		because(true, "hardest_in_resamples", "no resamples were asked for")
	case d.Dropped == d.Bootstrap:
		because(true, "interval", "no resample has an effective size")
		because(true, "hardest_in_resamples", "no resample has an effective size")
	default:
		because(d.Interval.Rho == nil, "interval.rho", "one answer a question leaves no two models to correlate")
		because(!d.HardestQuestion.MedianWith.Defined(), "n_eff_median_with", "no kept resample holds the hardest question")
		because(!d.HardestQuestion.MedianWithout.Defined(), "n_eff_median_without", "every kept resample holds the hardest question")
	}
}

const (
	zeroDeff   = "the design effect is 0: every question has exactly the number of right answers expected"
	noVariance = "every model is always right or always wrong, so that nothing varies"
)

// reason says why T, n_eff or rho is undefined, or "".
func (m *Moments) reason() string {
	switch {
	case math.IsNaN(m.T):
		return noVariance
	case m.T == 0:
		return zeroDeff
	case math.IsNaN(m.Rho):
		return "one answer a question leaves no two models to correlate"
	}
	return ""
}

// concentration reads the leave-the-hardest-out table.
func concentration(rows []HardestRow) Concentration {
	c := Concentration{FirstShare: undefined}
	excess := rows[0].Deff - 1
	switch {
	case !rows[0].Deff.Defined():
		c.Reason = noVariance
		return c
	case excess <= 0:
		c.Reason = "there is no positive dependence to share out"
		return c
	case len(rows) < 2:
		c.Reason = "no question was taken out"
		return c
	}
	for k, row := range rows[1:] {
		if !row.Deff.Defined() {
			c.Reason = row.Reason
			break
		}
		share := (rows[0].Deff - row.Deff) / excess
		if k == 0 {
			c.FirstShare = share
		}
		if share >= 0.5 {
			n := k + 1
			c.HalfCount = &n
			break
		}
	}
	if c.HalfCount == nil && c.Reason == "" {
		c.Reason = "the questions taken out carry less than half of it"
	}
	return c
}

// describe fills in models, questions and what is unanimous.
func (r *Result) describe(t *Table, m *Moments) {
	for i, name := range t.Models {
		row := Model{Name: name, Answers: t.answered[i].count(), Right: t.right[i].count()}
		if t.Makers != nil {
			row.Maker = t.Makers[i]
		}
		row.Accuracy = Number(float64(row.Right) / float64(row.Answers))
		if ci, ok := stats.Wilson(row.Right, row.Answers); ok {
			row.CI95 = newInterval(ci)
		}
		r.Models = append(r.Models, row)
	}
	u := Unanimous{RightMeanDispersion: undefined, WrongIDs: []string{}}
	sum, measured := 0.0, 0
	for _, q := range t.hardestFirst() {
		a, s := m.q.answers[q], m.q.right[q]
		row := Question{ID: t.Questions[q], Answers: a, Right: s, Share: Number(float64(s) / float64(a)),
			Expected: Number(m.q.expected[q]), Dispersion: Number(m.q.dispersion(q)), LookAtKey: a >= keyAnswers && s*keyShare <= a}
		row.TopWrong, row.TopWrongN = t.topWrong(q)
		r.Questions = append(r.Questions, row)
		switch {
		case a >= 2 && s == 0:
			u.Wrong++
			u.WrongIDs = append(u.WrongIDs, row.ID)
		case a >= 2 && s == a:
			u.Right++
			if row.Dispersion.Defined() {
				sum += float64(row.Dispersion)
				measured++
			}
		}
	}
	if u.RightMeanDispersion = Number(sum / float64(measured)); measured == 0 {
		u.Reason = "no question that all get right has any variance"
	}
	r.Unanimous = u
}

// JSON is the result as one indented document with a final newline.
func (r *Result) JSON() []byte { return document(r) }

// JSON is the bracket as one indented document with a final newline.
func (b *Bracket) JSON() []byte { return document(b) }

// JSON is the power table as one indented document with a final newline.
func (p *Power) JSON() []byte { return document(p) }

// SeveralJSON is several panels in one document, side by side and never pooled.
func SeveralJSON(results []*Result) []byte {
	return document(struct {
		Format string    `json:"format"`
		Panels []*Result `json:"panels"`
	}{SeveralFormat, results})
}

func document(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic("panel: " + err.Error()) // every type here can be encoded
	}
	return b.Bytes()
}
