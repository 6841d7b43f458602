// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "fmt"

// Kinds of findings.
const (
	Stop = "stop"
	Care = "care"
	Fine = "fine"
	None = "none"
)

// findings words what the figures mean for whoever runs the protocol. The rules:
// a difference counts when its interval leaves 0 out; a gap between confidence
// and accuracy matters from 0.05 up.
func findings(r *Result) []Finding {
	var out []Finding
	add := func(area, kind, format string, a ...any) {
		out = append(out, Finding{area, kind, fmt.Sprintf(format, a...)})
	}
	routingFinding(r, add)
	calibrationFinding(r, add)
	commitmentFinding(r, add)
	order := map[string]int{Stop: 0, Care: 1, Fine: 2, None: 3}
	sorted := make([]Finding, 0, len(out))
	for rank := range 4 {
		for _, f := range out {
			if order[f.Kind] == rank {
				sorted = append(sorted, f)
			}
		}
	}
	return sorted
}

func routingFinding(r *Result, add func(area, kind, format string, a ...any)) {
	f := r.Routing
	if f.Blocks == 0 {
		add("routing", None, "whether confidence routes well cannot be said: %s", f.Reasons["cra"])
		if u := f.WithoutSelection; u != nil && u.Routers["oracle"].Defined() {
			add("routing", None, "in these blocks a random valid answer is right %s of the time, the majority %s, an oracle %s",
				percent(u.Routers["random_valid"]), percent(u.Routers["majority_vote"]), percent(u.Routers["oracle"]))
		}
		return
	}
	runtime, random := f.Routers["runtime_argmax"], f.Routers["random_valid"]
	if !runtime.Defined() {
		add("routing", None, "whether confidence routes well cannot be said: %s", f.Reasons["routers"])
		return
	}
	var i Interval
	if f.Interval != nil {
		i = f.Interval.AdvantageOverRand["runtime_argmax"]
	}
	figures := fmt.Sprintf("what it selects is right %s of the time, a random valid candidate %s (difference %s%s)", percent(runtime), percent(random), points(runtime-random), pointsOf(i))
	i, same := r.orTheSame(i, float64(runtime-random), 0)
	figures += same
	switch {
	case i.OK && i.Hi < 0:
		add("routing", Stop, "the protocol's selection routes worse than chance here: do not route on it; %s", figures)
	case i.OK && i.Lo > 0:
		gap := f.GapToOracle["runtime_argmax"]
		add("routing", Fine, "the protocol's selection routes better than chance; %s; an oracle would gain another %s", figures, points(gap))
	case i.OK:
		add("routing", Care, "the protocol's selection is not distinguishable from choosing at random; %s", figures)
	default:
		add("routing", Care, "no interval, so that this may be chance: %s", figures)
	}
	if f.PCCA.Defined() {
		p := fmt.Sprintf("within a block the correct candidate outscores a wrong one %s of the time (one half is chance)", percent(f.PCCA))
		var i Interval
		if f.Interval != nil {
			i = f.Interval.PCCA
		}
		i, same := r.orTheSame(i, float64(f.PCCA), 0.5)
		p += same
		switch {
		case i.OK && i.Hi < 0.5:
			add("routing", Stop, "raw confidence points the wrong way: %s", p)
		case i.OK && i.Lo > 0.5:
			add("routing", Fine, "raw confidence carries something: %s", p)
		case i.OK:
			add("routing", Care, "raw confidence carries little: %s", p)
		default:
			add("routing", Care, "no interval, so that this may be chance: %s", p)
		}
	}
	best, name := runtime, ""
	for _, n := range RouterNames[:routeOracle] {
		if v := f.Routers[n]; v.Defined() && v > best+1e-9 {
			best, name = v, n
		}
	}
	if name != "" && name != "argmax_valid" {
		add("routing", Care, "the best replayed router is %s, right %s of the time", name, percent(best))
	}
}

// orTheSame is the interval of a routing figure x. Where resampling gave none
// because every cluster says the same, which is no doubt about a figure that is
// not at chance, it is x itself, and words say so.
func (r *Result) orTheSame(i Interval, x, chance float64) (Interval, string) {
	if r.Routing.Interval == nil || i.OK || r.Validity.Clusters < FewClusters || x == chance {
		return i, ""
	}
	return Interval{x, x, true}, ", the same in every resample"
}

func calibrationFinding(r *Result, add func(area, kind, format string, a ...any)) {
	c := r.Calibration
	if c.N == 0 {
		add("calibration", None, "whether confidence is a probability cannot be said: %s", c.Reasons["n"])
		return
	}
	figures := fmt.Sprintf("mean confidence %s, accuracy %s, ECE %s", percent(c.MeanConf), percent(c.Accuracy), points(c.ECEWidth10))
	after := ""
	if iso := r.Recalibration.Isotonic.ECEWidth10; iso.Defined() {
		after = fmt.Sprintf("; after cross-fitted isotonic recalibration ECE %s", points(iso))
	}
	switch gap := float64(c.Gap); {
	case gap >= 0.05:
		add("calibration", Stop, "confidence is too high by %s: do not read it as a probability; %s%s", points(c.Gap), figures, after)
	case gap <= -0.05:
		add("calibration", Care, "confidence is too low by %s; %s%s", points(-c.Gap), figures, after)
	case c.ECEWidth10 >= 0.05:
		add("calibration", Care, "confidence is right on average and not at each level; %s%s", figures, after)
	default:
		add("calibration", Fine, "confidence reads as a probability here; %s", figures)
	}
}

func commitmentFinding(r *Result, add func(area, kind, format string, a ...any)) {
	c := r.Commitment
	if c.Valid == 0 {
		add("commitment", None, "whether speakers say what won the turn cannot be said: %s", c.Reasons["psdr"])
		return
	}
	figures := fmt.Sprintf("%d of %s diverge (%s)", c.Divergent, plural(c.Valid, "pair", "pairs"), percent(c.PSDR))
	if c.Divergent == 0 {
		add("commitment", Fine, "speakers say the answer that won the turn: %s", figures)
		return
	}
	if !c.NPCSUnc.Defined() {
		add("commitment", Care, "speech departs from the selected answer: %s; correctness is unknown", figures)
		return
	}
	most, top := "", 0
	for _, n := range SourceNames {
		if c.Primary[n].N > top {
			most, top = n, c.Primary[n].N
		}
	}
	figures += fmt.Sprintf(", mostly %s; %d improve and %d degrade", most, c.Improved, c.Degraded)
	var i Interval
	if c.Interval != nil {
		i = c.Interval.NPCSUnc
	}
	switch {
	case i.OK && i.Hi < 0:
		add("commitment", Stop, "what is said is worse than what won the turn by %s per pair%s: %s", points(-c.NPCSUnc), pointsOf(i), figures)
	case i.OK && i.Lo > 0:
		add("commitment", Fine, "what is said is better than what won the turn by %s per pair%s: %s", points(c.NPCSUnc), pointsOf(i), figures)
	default:
		add("commitment", Care, "speech departs from the selected answer without a clear gain or loss (%s per pair%s): %s", points(c.NPCSUnc), pointsOf(i), figures)
	}
}

func percent(n Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n))
}

func points(n Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return fmt.Sprintf("%.1f points", 100*float64(n))
}

func pointsOf(i Interval) string {
	if !i.OK {
		return ""
	}
	return fmt.Sprintf(", 95%% interval %.1f to %.1f", 100*i.Lo, 100*i.Hi)
}
