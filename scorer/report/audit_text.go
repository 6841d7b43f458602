// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer/audit"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Audit writes an audit as about one screen of text: what to do first, then the
// figures of each question with their denominators and intervals, then what to
// keep in mind. The JSON has more.
func Audit(w io.Writer, r *audit.Result) {
	a := &auditText{w: w, r: r}
	a.findings()
	v := r.Validity
	a.line("")
	a.line("%s: %s, %s in %s, %s, %s, %s", named(r.Input.Path), plural(v.Polls, "poll"), plural(v.Blocks, "block"), plural(v.Problems, "problem"),
		plural(v.Clusters, "cluster"), plural(v.Agents, "agent"), plural(v.Speaks, "speak record"))
	a.line("  valid %d, invalid %d%s; without a number %d; correctness unknown %d; without a selection %s", v.Valid, v.Invalid, counted(v.Gated),
		v.NoConfidence, v.UnknownCorrect, plural(v.NoSelection, "block"))
	if len(r.Derived) > 0 {
		a.line("  derived: %s", strings.TrimPrefix(strings.Trim(counted(r.Derived), " ()"), "of which "))
	}
	a.routing()
	a.calibration()
	a.commitment()
	a.tiers()
	a.outcome()
	a.line("")
	for _, c := range r.Caveats {
		a.line("Note: %s", c)
	}
}

type auditText struct {
	w io.Writer
	r *audit.Result
}

func (a *auditText) line(format string, x ...any) {
	fmt.Fprintln(a.w, visible.Text(fmt.Sprintf(format, x...)))
}

var findingMarks = map[string]string{audit.Stop: "STOP", audit.Care: "care", audit.Fine: "fine", audit.None: "n/a "}

func (a *auditText) findings() {
	for _, f := range a.r.Findings {
		a.line("%s  %s: %s.", findingMarks[f.Kind], f.Area, f.Text)
	}
}

// counted lists counts by name: " (a 1, b 2)".
func counted(m map[string]int) string {
	if len(m) == 0 {
		return ""
	}
	var parts []string
	for _, k := range sortedKeys(m) {
		parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(k, "_", " "), m[k]))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// share3 shows an audit number with three decimals.
func share3(n audit.Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return fixed(float64(n))
}

func span3(i audit.Interval) string {
	if !i.OK {
		return "n/a"
	}
	return fixed(i.Lo) + " to " + fixed(i.Hi)
}

func (a *auditText) routing() {
	f := a.r.Routing
	a.line("")
	if f.Blocks == 0 {
		a.line("Routing: n/a, %s", f.Reasons["cra"])
		return
	}
	i := f.Interval
	if i == nil {
		i = &audit.RoutingIntervals{}
	}
	a.line("Routing: %s with a selection, %d routeable", plural(f.Blocks, "block"), f.Routeable)
	table(a.w, "  ", []column{left, right, right, left}, [][]string{
		{"", "value", "of", "95% interval"},
		{"selected is right, given valid (CRA)", share3(f.CRA), strconv.Itoa(f.SelectedValid), span3(i.CRA)},
		{"selected is right, where one is (HRWP)", share3(f.HRWP), strconv.Itoa(f.PossibleHit), span3(i.HRWP)},
		{"right one passed over (MCR)", share3(f.MCR), strconv.Itoa(f.Eligible), span3(i.MCR)},
		{"right outscores wrong in its block (PCCA)", share3(f.PCCA), strconv.Itoa(f.Mixed), span3(i.PCCA)},
		{"tied pairs (CTR)", share3(f.CTR), strconv.Itoa(f.Pairs), span3(i.CTR)},
		{"selected is invalid", share3(f.SelectedInvalid), strconv.Itoa(f.Blocks), span3(i.SelectedInvalid)},
	})
	rows := [][]string{{"router (replayed)", "right", "gap to oracle", "95% interval of gap", "over random"}}
	for _, name := range audit.RouterNames {
		rows = append(rows, []string{strings.ReplaceAll(name, "_", " "), share3(f.Routers[name]), share3(f.GapToOracle[name]),
			span3(i.GapToOracle[name]), share3(f.AdvantageOverRand[name])})
	}
	table(a.w, "  ", []column{left, right, right, left, right}, rows)
	if f.Scores != nil {
		rows := [][]string{{"score against confidence", "n", "AUROC", "confidence", "difference", "95% interval", "right at half coverage", "confidence"}}
		for _, name := range sortedKeys(f.Scores.Scores) {
			s := f.Scores.Scores[name]
			rows = append(rows, []string{named(name), strconv.Itoa(s.N), share3(s.AUROC), share3(s.AUROCConfidence), share3(s.AUROCDifference), span3(s.DifferenceInterval), share3(s.Accepted), share3(s.AcceptedConfidence)})
		}
		table(a.w, "  ", []column{left, right, right, right, right, left, right, right}, rows)
	}
	if p := a.r.Checks.Permutation; p != nil {
		a.line("  check: with scores shuffled within blocks CRA %s, HRWP %s, PCCA %s (mean of %d); with the truth as score plus noise 0.2 PCCA %s",
			share3(p.Simulated["cra"].Mean), share3(p.Simulated["hrwp"].Mean), share3(p.Simulated["pcca"].Mean), p.Repetitions, share3(noise(a.r.Checks, 0.2)))
	}
}

func noise(c *audit.Checks, sigma audit.Number) audit.Number {
	for _, n := range c.NoisyOracle {
		if n.Sigma == sigma {
			return n.PCCA
		}
	}
	return c.NoisyOracle[0].PCCA
}

func (a *auditText) calibration() {
	k, rec := a.r.Calibration, a.r.Recalibration
	a.line("")
	if k.N == 0 {
		a.line("Calibration: n/a, %s", k.Reasons["n"])
		return
	}
	a.line("Calibration: %s with a number and known correctness", plural(k.N, "valid poll"))
	row := func(name string, f audit.Figures, i *audit.FigureIntervals) []string {
		if i == nil {
			i = &audit.FigureIntervals{}
		}
		return []string{name, share3(f.MeanConf), share3(f.Accuracy), share3(f.ECEWidth10), span3(i.ECEWidth10), share3(f.ECEMass10), share3(f.Brier), share3(f.AUROC), span3(i.AUROC), share3(f.AUARC)}
	}
	rows := [][]string{{"", "mean conf", "accuracy", "ECE", "95% interval", "ECE mass", "Brier", "AUROC", "95% interval", "AUARC"}, row("as stated", k.Figures, k.Interval)}
	if rec.Isotonic.N > 0 {
		rows = append(rows, row("isotonic, cross-fitted", rec.Isotonic.Figures, rec.Isotonic.Interval), row("temperature, cross-fitted", rec.Temperature.Figures, rec.Temperature.Interval))
	}
	table(a.w, "  ", []column{left, right, right, right, left, right, right, right, left, right}, rows)
	var parts []string
	for _, t := range k.ThresholdRows {
		parts = append(parts, fmt.Sprintf("at %s coverage %s accuracy %s", short(float64(t.Threshold)), share3(t.Coverage), share3(t.Accuracy)))
	}
	a.line("  accepting from a threshold: %s", strings.Join(parts, "; "))
	if o := rec.Online; o != nil {
		a.line("  online per-agent calibrator: Brier %s to %s; before the likeliest shift (row %d) %s to %s, after it %s to %s", share3(o.Raw.Brier), share3(o.Online.Brier),
			o.ShiftAt, share3(o.Raw.BrierBefore), share3(o.Online.BrierBefore), share3(o.Raw.BrierAfter), share3(o.Online.BrierAfter))
	}
}

func (a *auditText) commitment() {
	k := a.r.Commitment
	a.line("")
	if k.Valid == 0 {
		a.line("Commitment: n/a, %s", k.Reasons["psdr"])
		return
	}
	i := k.Interval
	if i == nil {
		i = &audit.CommitmentIntervals{}
	}
	a.line("Commitment: %s of poll and speech", plural(k.Valid, "valid pair"))
	table(a.w, "  ", []column{left, right, right, left}, [][]string{
		{"", "value", "of", "95% interval"},
		{"speech diverges (PSDR)", share3(k.PSDR), strconv.Itoa(k.Valid), span3(i.PSDR)},
		{"divergence improves (PSIR)", share3(k.PSIR), strconv.Itoa(k.Divergent), span3(i.PSIR)},
		{"divergence degrades (PSDRg)", share3(k.PSDRg), strconv.Itoa(k.Divergent), span3(i.PSDRg)},
		{"shift per divergent pair (NPCS)", share3(k.NPCSCond), strconv.Itoa(k.Divergent), span3(i.NPCSCond)},
		{"shift per pair", share3(k.NPCSUnc), strconv.Itoa(k.Valid), span3(i.NPCSUnc)},
	})
	if k.Divergent > 0 {
		var parts []string
		for _, name := range audit.SourceNames {
			s := k.Primary[name]
			parts = append(parts, fmt.Sprintf("%s %d (%s; shift %s)", strings.ReplaceAll(name, "_", " "), s.N, share3(s.Share), share3(s.Delta)))
		}
		a.line("  divergent answers come from: %s", strings.Join(parts, ", "))
	}
	if s := k.Sensitivity; k.Undecided > 0 {
		a.line("  with %s counted as divergent: PSDR %s, NPCS %s", plural(k.Undecided, "undecided pair"), share3(s.PSDR), share3(s.NPCSCond))
	}
	for _, name := range sortedKeys(k.Judges) {
		j := k.Judges[name]
		a.line("  judge %s: PSDR %s, NPCS %s on %d pairs", named(name), share3(j.PSDR), share3(j.NPCSCond), j.Valid)
	}
}

func (a *auditText) tiers() {
	if len(a.r.Tiers) == 0 {
		return
	}
	a.line("")
	rows := [][]string{{"tier", "clusters", "polls", "CRA", "random", "oracle", "PCCA", "mean conf", "accuracy", "ECE", "PSDR"}}
	for n, t := range a.r.Tiers {
		if n == 12 {
			break
		}
		name := named(t.Name)
		if t.FewClusters {
			name += "*"
		}
		row := []string{name, strconv.Itoa(t.Clusters), strconv.Itoa(t.Polls), share3(t.CRA), share3(t.Random), share3(t.Oracle), share3(t.PCCA), "n/a", "n/a", "n/a", share3(t.PSDR)}
		if t.Calibration != nil {
			row[7], row[8], row[9] = share3(t.Calibration.MeanConf), share3(t.Calibration.Accuracy), share3(t.Calibration.ECEWidth10)
		}
		rows = append(rows, row)
	}
	table(a.w, "", []column{left, right, right, right, right, right, right, right, right, right, right}, rows)
	if len(a.r.Tiers) > 12 {
		a.line("  and %d more tiers in the JSON", len(a.r.Tiers)-12)
	}
}

func (a *auditText) outcome() {
	o := a.r.Outcome
	if o == nil {
		return
	}
	a.line("")
	a.line("Outcomes: %d of %s passed (%s, 95%% interval %s)", o.Passed, plural(o.Traces, "trace"), share3(o.PassRate), span3(o.PassWilson))
	rows := [][]string{{"mode", "traces", "pass rate", "tokens", "calls", "seconds"}}
	for _, mode := range sortedKeys(o.Cost) {
		c := o.Cost[mode]
		rows = append(rows, []string{named(mode), strconv.Itoa(c.N), share3(c.PassRate), one(c.Tokens), one(c.Calls), one(c.Wall)})
	}
	table(a.w, "  ", []column{left, right, right, right, right, right}, rows)
	for _, m := range []struct {
		name  string
		model *audit.Model
	}{{"passed, descriptive", o.Full}, {"without pool-solvable", o.Refit}} {
		if m.model == nil {
			continue
		}
		ratios, how := m.model.OddsRatio, "odds ratio per standard deviation"
		if m.model.Status != "ok" {
			if m.model.Firth == nil {
				a.line("  %s: n/a, %s", m.name, m.model.Reason)
				continue
			}
			ratios, how = m.model.Firth.OddsRatio, how+", penalised because outcomes separate"
		}
		var parts []string
		for j, p := range m.model.Predictors {
			parts = append(parts, fmt.Sprintf("%s %s", strings.ReplaceAll(p, "_", " "), one2(ratios[j+1])))
		}
		a.line("  %s (%s): %s", m.name, how, strings.Join(parts, ", "))
	}
}

// sortedKeys are the keys of m in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func one(n audit.Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return strconv.FormatFloat(float64(n), 'f', 1, 64)
}

func one2(n audit.Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return strconv.FormatFloat(float64(n), 'f', 2, 64)
}
