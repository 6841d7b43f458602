// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "slices"

// A cardSpec declares a field. value is nil where only a person can say.
type cardSpec struct {
	key, label string
	required   bool
	value      func(r *Result) (v any, why string)
}

type cardGroup struct {
	key, title string
	fields     []cardSpec
}

// defined reports a number, or why it is none.
func defined(n Number, i Interval, of int, reason string) (any, string) {
	if !n.Defined() {
		if reason == "" {
			reason = "undefined in this file"
		}
		return nil, reason
	}
	return map[string]any{"value": n, "n": of, "ci95": i}, ""
}

var cardGroups = []cardGroup{
	{"protocol", "Protocol", []cardSpec{
		{"name", "name and version of the protocol", true, nil},
		{"description", "what a turn is: who is polled, what is routed, who speaks", true, nil},
		{"routing_rule", "how the protocol chooses the speaker", true, nil},
		{"tie_rule", "how it breaks ties", true, nil},
		{"stopping_rule", "when a deliberation ends", true, nil},
		{"incumbent_rule", "how an endorsed answer comes about", false, nil},
		{"code", "where the code is, with the commit", false, nil},
		{"polls", "polls logged", true, func(r *Result) (any, string) { return r.Validity.Polls, "" }},
		{"blocks", "blocks logged", true, func(r *Result) (any, string) { return r.Validity.Blocks, "" }},
	}},
	{"inference", "Inference set-up", []cardSpec{
		{"models", "models with version and provider, for each agent", true, nil},
		{"decoding", "temperature, top-p, limits, seeds", true, nil},
		{"hardware", "hardware or service", false, nil},
		{"dates", "when the traces were made", true, nil},
		{"agents", "agents logged", true, func(r *Result) (any, string) {
			names := []string{}
			for _, a := range r.Agents {
				names = append(names, a.Name)
			}
			return names, ""
		}},
		{"cost", "tokens, calls and time by mode", false, func(r *Result) (any, string) {
			if r.Outcome == nil {
				return nil, "the file has no outcome record"
			}
			return r.Outcome.Cost, ""
		}},
	}},
	{"prompts", "Prompts and signals", []cardSpec{
		{"poll_prompt", "prompt of the private poll", true, nil},
		{"speak_prompt", "prompt of the public answer", true, nil},
		{"confidence_elicitation", "how confidence is asked for, and its wording", true, nil},
		{"visible_context", "what an agent sees when it is polled", true, nil},
		{"other_signals", "other scores logged", false, func(r *Result) (any, string) {
			if r.Routing.Scores == nil {
				return nil, "no named scores in the file"
			}
			names := []string{}
			for name := range r.Routing.Scores.Scores {
				names = append(names, name)
			}
			slices.Sort(names)
			return names, ""
		}},
		{"confidence_scale", "what full confidence is written as", true, func(r *Result) (any, string) { return r.Input.Scale, "" }},
	}},
	{"validity", "Validity and equivalence", []cardSpec{
		{"validity_rule", "what makes an answer valid", true, nil},
		{"correctness_rule", "how correctness is decided", true, nil},
		{"equivalence_rule", "how poll and speech are judged equivalent", true, nil},
		{"equivalence_judges", "judges of equivalence and their agreement", false, func(r *Result) (any, string) {
			if len(r.Commitment.Agreements) == 0 {
				return nil, "no verdicts of several judges in the file"
			}
			return r.Commitment.Agreements, ""
		}},
		{"accounting", "what was kept out, and why", true, func(r *Result) (any, string) { return r.Validity, "" }},
		{"derived", "fields that were derived", true, func(r *Result) (any, string) { return r.Derived, "" }},
	}},
	{"metrics", "Headline metrics with denominators and uncertainty", []cardSpec{
		{"cra", "selected is right, given valid", true, func(r *Result) (any, string) {
			return defined(r.Routing.CRA, routingInterval(r, func(i *RoutingIntervals) Interval { return i.CRA }), r.Routing.SelectedValid, r.Routing.Reasons["cra"])
		}},
		{"hrwp", "selected is right, where a candidate is", true, func(r *Result) (any, string) {
			return defined(r.Routing.HRWP, routingInterval(r, func(i *RoutingIntervals) Interval { return i.HRWP }), r.Routing.PossibleHit, r.Routing.Reasons["hrwp"])
		}},
		{"mcr", "right one passed over for a wrong one", true, func(r *Result) (any, string) {
			return defined(r.Routing.MCR, routingInterval(r, func(i *RoutingIntervals) Interval { return i.MCR }), r.Routing.Eligible, r.Routing.Reasons["mcr"])
		}},
		{"pcca", "right outscores wrong within its block", true, func(r *Result) (any, string) {
			return defined(r.Routing.PCCA, routingInterval(r, func(i *RoutingIntervals) Interval { return i.PCCA }), r.Routing.Mixed, r.Routing.Reasons["pcca"])
		}},
		{"gap_to_oracle", "oracle minus the protocol's selection", true, func(r *Result) (any, string) {
			return defined(r.Routing.GapToOracle["runtime_argmax"], routingInterval(r, func(i *RoutingIntervals) Interval { return i.GapToOracle["runtime_argmax"] }), r.Routing.Routeable, r.Routing.Reasons["routers"])
		}},
		{"ece_width_10", "calibration error, ten equal bins", true, func(r *Result) (any, string) {
			return defined(r.Calibration.ECEWidth10, figureInterval(r, func(i *FigureIntervals) Interval { return i.ECEWidth10 }), r.Calibration.N, r.Calibration.Reasons["n"])
		}},
		{"brier", "Brier score", true, func(r *Result) (any, string) {
			return defined(r.Calibration.Brier, figureInterval(r, func(i *FigureIntervals) Interval { return i.Brier }), r.Calibration.N, r.Calibration.Reasons["n"])
		}},
		{"auroc", "AUROC of confidence", true, func(r *Result) (any, string) {
			reason := r.Calibration.Reasons["auroc"]
			if reason == "" {
				reason = r.Calibration.Reasons["n"]
			}
			return defined(r.Calibration.AUROC, figureInterval(r, func(i *FigureIntervals) Interval { return i.AUROC }), r.Calibration.N, reason)
		}},
		{"psdr", "speech diverges from the selected poll", true, func(r *Result) (any, string) {
			return defined(r.Commitment.PSDR, commitmentInterval(r, func(i *CommitmentIntervals) Interval { return i.PSDR }), r.Commitment.Valid, r.Commitment.Reasons["psdr"])
		}},
		{"npcs_cond", "shift of correctness per divergent pair", true, func(r *Result) (any, string) {
			reason := r.Commitment.Reasons["psir"]
			if reason == "" {
				reason = r.Commitment.Reasons["psdr"]
			}
			return defined(r.Commitment.NPCSCond, commitmentInterval(r, func(i *CommitmentIntervals) Interval { return i.NPCSCond }), r.Commitment.Divergent, reason)
		}},
		{"npcs_unc", "shift of correctness per pair", false, func(r *Result) (any, string) {
			return defined(r.Commitment.NPCSUnc, commitmentInterval(r, func(i *CommitmentIntervals) Interval { return i.NPCSUnc }), r.Commitment.Valid, r.Commitment.Reasons["psdr"])
		}},
		{"uncertainty", "how intervals were made", true, func(r *Result) (any, string) {
			return map[string]any{"method": r.Input.Method, "unit": "cluster_id", "clusters": r.Validity.Clusters, "resamples": r.Input.Bootstrap, "level": r.Input.Level, "seed": r.Input.Seed}, ""
		}},
		{"checks", "permutation null and noisy oracle", false, func(r *Result) (any, string) {
			if r.Checks.Permutation == nil {
				return nil, r.Checks.Reasons["permutation"]
			}
			return r.Checks, ""
		}},
	}},
	{"cohort", "Cohort and contamination", []cardSpec{
		{"dataset", "data set of problems, version and licence", true, nil},
		{"selection", "how problems were chosen", true, nil},
		{"exclusions", "problems and traces left out, and why", true, nil},
		{"contamination", "what is known of the models having seen the problems", true, nil},
		{"intended_use", "what the figures may be used for", false, nil},
		{"contact", "who answers questions", false, nil},
		{"problems", "problems logged", true, func(r *Result) (any, string) { return r.Validity.Problems, "" }},
		{"clusters", "clusters logged", true, func(r *Result) (any, string) { return r.Validity.Clusters, "" }},
		{"tiers", "tiers of difficulty", false, func(r *Result) (any, string) {
			if len(r.Tiers) == 0 {
				return nil, "no record states a tier"
			}
			names := []string{}
			for _, t := range r.Tiers {
				names = append(names, t.Name)
			}
			return names, ""
		}},
		{"file", "trace file, by SHA-256", true, func(r *Result) (any, string) { return r.Input.SHA256, "" }},
	}},
}

func routingInterval(r *Result, of func(*RoutingIntervals) Interval) Interval {
	if r.Routing.Interval == nil {
		return Interval{}
	}
	return of(r.Routing.Interval)
}

func figureInterval(r *Result, of func(*FigureIntervals) Interval) Interval {
	if r.Calibration.Interval == nil {
		return Interval{}
	}
	return of(r.Calibration.Interval)
}

func commitmentInterval(r *Result, of func(*CommitmentIntervals) Interval) Interval {
	if r.Commitment.Interval == nil {
		return Interval{}
	}
	return of(r.Commitment.Interval)
}
