// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"

	"github.com/false-consensus/fcb/scorer/stats"
)

// An OnlineCalibrator corrects the stated confidences of agents while their
// outcomes come in. It keeps, per agent and band of stated confidence (ten equal
// ones), fading sums of what was stated and what proved right; the correction of
// a band is their ratio. A band with little in it leans on the agent's own
// ratio, which in turn leans on 1 (no correction):
//
//	agent = (right + c) / (stated + c)            over all bands, c = prior x mean stated
//	band  = (right + p·agent·m) / (stated + p·m)  m the band's mean stated, p the prior
//
// Sums fade by Decay with every outcome of the agent, so that the calibrator
// follows a shift. The zero value is not usable; see NewOnlineCalibrator.
type OnlineCalibrator struct {
	Decay float64 // per outcome of the agent, in 0..1
	Prior float64 // rows that a band's or an agent's prior is worth
	agent map[int]*[onlineBands + 1]tallied
}

const onlineBands = 10

type tallied struct{ n, stated, right float64 }

// NewOnlineCalibrator makes one that fades by 1/200 an outcome and trusts a band
// as much as its agent at 10 rows.
func NewOnlineCalibrator() *OnlineCalibrator {
	return &OnlineCalibrator{Decay: 0.995, Prior: 10, agent: map[int]*[onlineBands + 1]tallied{}}
}

// Calibrated is the corrected confidence, in 0..1.
func (o *OnlineCalibrator) Calibrated(agent int, confidence float64) float64 {
	t := o.agent[agent]
	if t == nil || confidence == 0 {
		return confidence
	}
	all := t[onlineBands]
	own := 1.0
	if all.n > 0 {
		c := o.Prior * all.stated / all.n
		own = (all.right + c) / (all.stated + c)
		if all.stated+c == 0 {
			own = 1
		}
	}
	b := t[stats.WidthBin(confidence, onlineBands)]
	m := confidence
	if b.n > 0 && b.stated > 0 {
		m = b.stated / b.n
	}
	return min(max(confidence*(b.right+o.Prior*own*m)/(b.stated+o.Prior*m), 0), 1)
}

// Observe learns from an outcome.
func (o *OnlineCalibrator) Observe(agent int, confidence float64, right bool) {
	t := o.agent[agent]
	if t == nil {
		t = &[onlineBands + 1]tallied{}
		o.agent[agent] = t
	}
	for i := range t {
		t[i].n *= o.Decay
		t[i].stated *= o.Decay
		t[i].right *= o.Decay
	}
	for _, i := range []int{stats.WidthBin(confidence, onlineBands), onlineBands} {
		t[i].n++
		t[i].stated += confidence
		if right {
			t[i].right++
		}
	}
}

// Online judges the calibrator by asking it before every block and telling it
// the outcomes after the block, blocks in file order. The shift is where the
// running sum of outcome minus stated confidence, less its trend, is farthest
// from zero (the place a single change is most likely); it is marked whether or
// not there is one.
type Online struct {
	N       int        `json:"n"`
	ShiftAt int        `json:"shift_at_row"` // graded polls before the marked shift
	Raw     OnlineHalf `json:"raw"`
	Online  OnlineHalf `json:"online"`
	Decay   Number     `json:"decay"`
	Prior   Number     `json:"prior"`
}

// OnlineHalf holds figures over all rows, before and after the marked shift.
type OnlineHalf struct {
	Brier       Number `json:"brier"`
	BrierBefore Number `json:"brier_before_shift"`
	BrierAfter  Number `json:"brier_after_shift"`
	Gap         Number `json:"gap"`
	GapBefore   Number `json:"gap_before_shift"`
	GapAfter    Number `json:"gap_after_shift"`
	ECE         Number `json:"ece_width_10"`
}

// runOnline replays the file through the calibrator. nil when nothing is graded.
func runOnline(c *Corpus, l *levels) *Online {
	total := int(sumOf(l.n))
	if total == 0 {
		return nil
	}
	mean := 0.0 // of outcome minus confidence
	for i, n := range l.n {
		mean += l.k[i] - n*l.value[i/2]
	}
	mean /= float64(total)
	o := &Online{N: total, Decay: 0.995, Prior: 10, ShiftAt: marked(c, mean)}
	cal := NewOnlineCalibrator()
	var raw, online [2]half
	var rawBins, onlineBins [onlineBands][2]float64
	row := 0
	for b := range c.blocks() {
		from, to := c.span(b)
		for i := from; i < to; i++ {
			if !graded(c, i) {
				continue
			}
			x, y := c.conf.at(i), 0.0
			if c.flags.at(i)&flagCorrect != 0 {
				y = 1
			}
			z := cal.Calibrated(int(c.agent.at(i)), x)
			part := 0
			if row >= o.ShiftAt {
				part = 1
			}
			raw[part].add(x, y)
			online[part].add(z, y)
			addBin(&rawBins, x, y)
			addBin(&onlineBins, z, y)
			row++
		}
		for i := from; i < to; i++ {
			if graded(c, i) {
				cal.Observe(int(c.agent.at(i)), c.conf.at(i), c.flags.at(i)&flagCorrect != 0)
			}
		}
	}
	o.Raw, o.Online = halves(raw, rawBins), halves(online, onlineBins)
	return o
}

// marked finds the most likely place of one change.
func marked(c *Corpus, mean float64) int {
	at, row, walk, far := 0, 0, 0.0, -1.0
	for i := range c.conf.len() {
		if !graded(c, i) {
			continue
		}
		y := 0.0
		if c.flags.at(i)&flagCorrect != 0 {
			y = 1
		}
		walk += y - c.conf.at(i) - mean
		row++
		if d := math.Abs(walk); d > far+1e-9 {
			at, far = row, d
		}
	}
	return at
}

type half struct{ n, squares, gap float64 }

func (h *half) add(p, y float64) {
	h.n++
	h.squares += (p - y) * (p - y)
	h.gap += p - y
}

func addBin(bins *[onlineBands][2]float64, p, y float64) {
	b := &bins[stats.WidthBin(p, onlineBands)]
	b[0] += p
	b[1] += y
}

func halves(h [2]half, bins [onlineBands][2]float64) OnlineHalf {
	n, ece := h[0].n+h[1].n, 0.0
	for _, b := range bins {
		ece += math.Abs(b[0] - b[1])
	}
	return OnlineHalf{
		Brier: Number((h[0].squares + h[1].squares) / n), BrierBefore: Number(h[0].squares / h[0].n), BrierAfter: Number(h[1].squares / h[1].n),
		Gap: Number((h[0].gap + h[1].gap) / n), GapBefore: Number(h[0].gap / h[0].n), GapAfter: Number(h[1].gap / h[1].n), ECE: Number(ece / n),
	}
}

func sumOf(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
