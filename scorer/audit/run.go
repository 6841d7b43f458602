// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
)

// Options of a run.
type Options struct {
	Bootstrap int    // resamples of clusters; 0: no intervals
	Seed      uint64 // of everything random
	Workers   int    // goroutines of each section; 0: one per processor. No figure depends on it.
}

const maxWorkers = 256

// maxConcurrent is how many candidates a corpus may have for its sections to be
// computed side by side; above, one after the other, to bound memory.
const maxConcurrent = 1_000_000

// Run computes everything. The caller fills in Input.Path and Input.SHA256.
func Run(c *Corpus, o Options) *Result {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	o.Workers = min(o.Workers, maxWorkers) // each has working space of its own
	r := &Result{Format: Format, Derived: c.Derived, Validity: c.Validity, Caveats: Caveats, Warnings: slices.Clone(c.Warnings),
		Input: Input{Scale: Number(c.Scale), Seed: o.Seed, Bootstrap: o.Bootstrap, Level: 0.95, Method: "percentile cluster bootstrap"}}
	fold := folds(c, o.Seed)
	sections := []func(){
		func() {
			r.Routing = route(c, fold, o)
			r.Checks = check(c, *r.Routing, o)
		},
		func() { r.Calibration, r.Recalibration = calibrateAll(c, fold, o) },
		func() { r.Commitment = commit(c, o) },
		func() { r.Tiers, r.Agents = groups(c) },
		func() {
			r.Models = &Models{Note: modelNote}
			r.Models.Correctness, r.Models.CorrectnessFactor = correctnessModels(c)
			r.Models.Divergence, r.Models.DivergenceFactor = divergenceModels(c)
			r.Models.Adoption = adoptionModel(c)
		},
		func() { r.Outcome = outcomes(c) },
	}
	var wait sync.WaitGroup
	for _, f := range sections {
		if c.Candidates() > maxConcurrent {
			f()
			continue
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			f()
		}()
	}
	wait.Wait()
	r.warn(c, o)
	r.Findings = findings(r)
	if r.Warnings == nil {
		r.Warnings = []string{}
	}
	return r
}

// route makes the routing section.
func route(c *Corpus, fold []uint8, o Options) *Routing {
	byCluster, unselected := tallyCorpus(c)
	reasons := map[string]string{}
	var fitted *FittedRouters
	var systems map[string]System
	have := func(int) bool { return true }
	if s := total(byCluster, sumCount); s[sumRouteable] > 0 {
		fitted, systems, have = fitRouters(c, fold, byCluster, reasons)
	}
	f := routingFigures(total(byCluster, sumCount), have)
	f.Fitted, f.System, f.Reasons = fitted, systems, reasons
	f.Interval = routingIntervals(byCluster, have, o)
	f.Scores = compareScores(c, o)
	if unselected[sumBlocks] > 0 {
		u := routingFigures(unselected, have)
		f.WithoutSelection = &NoSelection{Blocks: u.Blocks, Routeable: u.Routeable, Routers: map[string]Number{}}
		for _, name := range []string{"random_valid", "majority_vote", "oracle"} {
			f.WithoutSelection.Routers[name] = u.Routers[name]
		}
	}
	f.explain(o)
	return &f
}

// explain gives the reasons of undefined figures.
func (f *Routing) explain(o Options) {
	why := func(name string, n Number, reason string) {
		if !n.Defined() {
			f.Reasons[name] = reason
		}
	}
	if f.Blocks == 0 {
		f.Reasons["cra"] = "no block has a selection: no poll states a confidence and none is marked selected"
		for _, name := range []string{"hrwp", "mcr", "pcca", "pcca_pair_micro", "ctr", "selected_invalid_rate", "selected_invalid_rate_given_correct", "no_valid_rate", "routers", "gap_to_oracle", "advantage_over_random", "interval"} {
			f.Reasons[name] = f.Reasons["cra"]
		}
		return
	}
	why("cra", f.CRA, "no block has a valid selection whose correctness is known")
	why("hrwp", f.HRWP, "no block holds a correct candidate")
	why("selected_invalid_rate_given_correct", f.SelectedInvalidCorrect, "no block holds a correct candidate")
	why("mcr", f.MCR, "no block has a valid selection beside another valid candidate")
	why("pcca", f.PCCA, "no block holds a correct and a wrong candidate with numbers")
	why("pcca_pair_micro", f.PCCAMicro, "no block holds a correct and a wrong candidate with numbers")
	why("ctr", f.CTR, "no block holds a correct and a wrong candidate with numbers")
	why("routers", f.Routers["oracle"], "no block has a valid candidate of known correctness")
	if f.Interval == nil {
		f.Reasons["interval"] = noInterval(o, "fewer than two clusters hold a block with a selection")
		return
	}
	f.Reasons["interval"] = "an interval is null where its figure is, or where all resamples agree"
}

func noInterval(o Options, clusters string) string {
	if o.Bootstrap == 0 {
		return "no resamples were asked for"
	}
	return clusters
}

func calibrateAll(c *Corpus, fold []uint8, o Options) (*Calibration, *Recalibration) {
	l := newLevels(c, fold)
	cal := calibrate(c, l)
	rec, readings := recalibrate(c, l, fold)
	rec.Online = runOnline(c, l)
	intervals, dropped := calibrationIntervals(l, readings, o)
	cal.Interval, cal.Dropped = intervals[readRaw], dropped
	for i, target := range []*Recalibrated{&rec.Raw, &rec.Isotonic, &rec.IsotonicStep, &rec.Temperature}[:len(readings)] {
		target.Interval = intervals[i]
	}
	if cal.Interval == nil && cal.N > 0 {
		cal.Reasons["interval"] = noInterval(o, "fewer than two clusters hold a graded poll")
	}
	return cal, rec
}

// warn adds what a reader should know before using a figure.
func (r *Result) warn(c *Corpus, o Options) {
	add := func(format string, a ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, a...)) }
	v := r.Validity
	if v.Clusters < FewClusters {
		add("%s: percentile intervals from fewer than %d are too narrow more often than they should be", plural(v.Clusters, "cluster", "clusters"), FewClusters)
	}
	if v.NoSelection > 0 {
		add("%s without a selection (no number and no poll marked selected): in no routing figure", plural(v.NoSelection, "block", "blocks"))
	}
	if v.UnknownCorrect > 0 {
		add("the correctness of %s is unknown: in no figure that needs it; %s kept out of routing", plural(v.UnknownCorrect, "valid poll", "valid polls"), plural(v.BlocksUnknown, "block", "blocks"))
	}
	if v.BlocksWithoutPolls > 0 {
		add("%s hold speech only", plural(v.BlocksWithoutPolls, "block", "blocks"))
	}
	if v.SpeaksUnpaired > 0 {
		add("%s without a selected poll in the block: in no commitment figure", plural(v.SpeaksUnpaired, "speak record", "speak records"))
	}
	if v.SpeakerNotSelected > 0 {
		add("in %s another agent than the selected one spoke; they are counted as pairs all the same", plural(v.SpeakerNotSelected, "pair", "pairs"))
	}
	if n := r.Commitment.Undecided; n > 0 {
		add("the equivalence of %s could not be decided (prose on one side); see undecided_as_divergent", plural(n, "pair", "pairs"))
	}
	if r.Calibration.Dropped > 0 {
		add("%d of %d resamples hold one kind of outcome only and have no AUROC", r.Calibration.Dropped, o.Bootstrap)
	}
	few := 0
	for _, t := range r.Tiers {
		if t.FewClusters {
			few++
		}
	}
	if few > 0 {
		add("%s (starred) with fewer than %d clusters", plural(few, "tier", "tiers"), FewClusters)
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
