// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// CompareFormat is the first key of a comparison.
const CompareFormat = "fcb-compare/1"

// A Side is one set of predictions to compare.
type Side struct {
	Cases       []cases.Case             // the whole case file it was made from
	Predictions []predictions.Prediction // of the selected cases
}

// CompareOptions says how to compare.
type CompareOptions struct {
	Engine        string // whose predictions, on a side where several engines answered; empty: the only one
	AcrossEngines bool   // allow the sides to be of different engines
	Seed          uint64
	Bootstrap     int // resamples; 0 gives no intervals, with a reason
}

// A RefusedError says that two sides must not be compared, and why, one reason a
// line.
type RefusedError struct{ Reasons []string }

func (e *RefusedError) Error() string { return strings.Join(e.Reasons, "\n") }

// An EngineError says that Engine has to be given, or names nobody.
type EngineError struct {
	Side    string   // A or B
	Asked   string   // CompareOptions.Engine
	Engines []string // that answered on this side
}

func (e *EngineError) Error() string {
	list := make([]string, len(e.Engines))
	for i, n := range e.Engines {
		list[i] = fmt.Sprintf("%q", n)
	}
	if e.Asked != "" {
		return fmt.Sprintf("%s has no ok prediction of the engine %q, only of %s", e.Side, e.Asked, strings.Join(list, ", "))
	}
	return fmt.Sprintf("%s has predictions of several engines (%s), which are never pooled", e.Side, strings.Join(list, ", "))
}

// A Comparison is B against A on the cases that both scored, in the shape of
// contract section 5.
type Comparison struct {
	Format      string                `json:"format"`
	Engines     ComparedEngines       `json:"engines"`
	Seed        uint64                `json:"seed"`
	Bootstrap   int                   `json:"bootstrap"`
	NShared     int                   `json:"n_shared"`
	OnlyA       []string              `json:"only_a"` // ids of cases that only A scored, in dataset order
	OnlyB       []string              `json:"only_b"`
	B           int                   `json:"b"`       // A right and B wrong
	C           int                   `json:"c"`       // A wrong and B right
	PExact      Number                `json:"p_exact"` // exact two-sided McNemar of b and c
	Differences map[string]Difference `json:"differences"`
	Detectable  Detectable            `json:"minimum_detectable"`
	Changed     []Change              `json:"changed"` // cases with another risk, in dataset order
	Warnings    []string              `json:"warnings"`
}

// ComparedEngines names whose predictions were compared.
type ComparedEngines struct {
	A string `json:"a"`
	B string `json:"b"`
}

// A Difference is one metric on both sides. Diff is B minus A; its interval
// resamples cases within their category, each with its pair of predictions.
type Difference struct {
	A      Number    `json:"a"`
	B      Number    `json:"b"`
	Diff   Number    `json:"diff"`
	N      int       `json:"n"` // shared cases in the denominator
	CI95   *Interval `json:"ci95"`
	Method string    `json:"method"`
	Better string    `json:"better"` // higher or lower
	Reason string    `json:"reason,omitempty"`
}

// A Change is a case for which the sides gave different risks.
type Change struct {
	CaseID       string `json:"case_id"`
	Category     string `json:"category"`
	ExpectedRisk string `json:"expected_risk"`
	A            string `json:"a"`
	B            string `json:"b"`
	Effect       string `json:"effect"` // fixed, broken, or still_wrong
}

// Detectable says what a comparison of this size can show at all, so that a
// difference of two cases is not read as a ranking.
type Detectable struct {
	N          int    `json:"n"`
	Cases      *int   `json:"cases"`      // fewest net cases with p_exact <= 0.05 given b+c as observed (6 or more); nil when no split of b+c reaches it
	Difference Number `json:"difference"` // Cases / N
	Power80    Number `json:"power80"`    // true difference of accuracy found 4 times in 5 if the sides differ as often as here
	Reason     string `json:"reason,omitempty"`
}

// Compare sets B against A. It refuses ([RefusedError]) sides of different
// datasets, of different engines unless allowed, and without a shared case; an
// [EngineError] asks for an engine. Where a case was asked several times, its
// first ok prediction counts, with a warning.
func Compare(a, b Side, o CompareOptions) (*Comparison, error) {
	if err := sameDataset(a, b); err != nil {
		return nil, err
	}
	ra, ea, err := sideRows("A", a, o)
	if err != nil {
		return nil, err
	}
	rb, eb, err := sideRows("B", b, o)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Format: CompareFormat, Engines: ComparedEngines{ea, eb}, Seed: o.Seed, Bootstrap: max(o.Bootstrap, 0),
		OnlyA: []string{}, OnlyB: []string{}, Differences: map[string]Difference{}, Changed: []Change{}, Warnings: []string{}}
	pa, pb := c.pair(ra, rb)
	if len(pa) == 0 {
		return nil, &RefusedError{[]string{"no case has an ok prediction on both sides"}}
	}
	if ea != eb {
		if !o.AcrossEngines {
			return nil, &RefusedError{[]string{fmt.Sprintf("A is of the engine %q and B of %q: engines are not compared unless asked for", ea, eb)}}
		}
		c.Warnings = append(c.Warnings, fmt.Sprintf("A is of the engine %q and B of %q", ea, eb))
	}
	c.NShared = len(pa)
	for i := range pa {
		c.count(pa[i], pb[i])
	}
	c.PExact = Defined(stats.McNemar(c.B, c.C).PExact)
	c.differences(pa, pb, o)
	c.Detectable = newDetectable(c.NShared, c.B+c.C)
	c.warn(a, b, ra, rb)
	return c, nil
}

// JSON is the comparison as bytes, as [Metrics.JSON] has them.
func (c *Comparison) JSON() []byte { return marshal(c) }

// pair keeps the rows of cases that both sides scored, in the order of A, with
// B's rows on A's case so that they can be resampled together.
func (c *Comparison) pair(ra, rb []row) (pa, pb []row) {
	inB := make(map[string]row, len(rb))
	for _, r := range rb {
		inB[r.c.ID] = r
	}
	shared := make(map[string]bool, len(ra))
	for _, r := range ra {
		q, ok := inB[r.c.ID]
		if !ok {
			c.OnlyA = append(c.OnlyA, r.c.ID)
			continue
		}
		shared[r.c.ID] = true
		q.c = r.c
		pa, pb = append(pa, r), append(pb, q)
	}
	for _, r := range rb {
		if !shared[r.c.ID] {
			c.OnlyB = append(c.OnlyB, r.c.ID)
		}
	}
	return pa, pb
}

func (c *Comparison) count(a, b row) {
	if a.risk == b.risk {
		return
	}
	ch := Change{a.c.ID, a.c.Category, a.c.ExpectedRisk, riskNames[a.risk], riskNames[b.risk], "still_wrong"}
	switch {
	case a.risk == a.truth:
		c.B++
		ch.Effect = "broken"
	case b.risk == b.truth:
		c.C++
		ch.Effect = "fixed"
	}
	c.Changed = append(c.Changed, ch)
}

func (c *Comparison) differences(pa, pb []row, o CompareOptions) {
	k := newKinds(pa, pb)
	values := make([]float64, 2)
	for i, m := range k.table {
		statistic := [2]func([]int) float64{k.rate(i, sideA), k.rate(i, sideB)}
		d := Difference{Method: MethodBootstrap, Better: m.Better.String(), N: len(pa)}
		if m.Counts == nil {
			statistic = [2]func([]int) float64{k.macroF1(sideA), k.macroF1(sideB)}
		} else {
			d.N = m.rate(i, pa).N
		}
		observed := k.strata.Observed()
		values[0], values[1] = statistic[0](observed), statistic[1](observed)
		d.A, d.B, d.Diff = Defined(values[0]), Defined(values[1]), Defined(values[1]-values[0])
		switch {
		case !d.Diff.Defined:
			d.Reason = strings.ReplaceAll(m.Undefined, "prediction was scored", "shared case was scored")
		case o.Bootstrap <= 0:
			d.Reason = reasonNoBootstrap
		default:
			d.CI95, d.Reason = percentileInterval(k.bootstrap(o.Bootstrap, stats.NewRand(o.Seed, "compare/"+m.Name),
				func(drawn []int) float64 { return statistic[1](drawn) - statistic[0](drawn) }))
		}
		c.Differences[m.Name] = d
	}
}

func newDetectable(n, discordant int) Detectable {
	d := Detectable{N: n}
	if need := stats.McNemarCritical(discordant); need > 0 {
		d.Cases, d.Difference = &need, Defined(float64(need)/float64(n))
	} else {
		d.Reason = fmt.Sprintf("cases on which only one side is right: %d; with fewer than 6 no difference is significant", discordant)
	}
	if discordant > 0 {
		d.Power80 = Defined(stats.MinDetectable(n, float64(discordant)/float64(n), 0.8))
	}
	return d
}
