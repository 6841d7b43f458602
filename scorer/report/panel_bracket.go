// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"

	"github.com/false-consensus/fcb/scorer/panel"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Bracket writes the readings of a panel size and a correlation.
func Bracket(w io.Writer, b *panel.Bracket) {
	shown := func(n panel.Number, name string, decimals int) string {
		if why := b.Reasons[name]; why != "" {
			return "n/a (" + why + ")"
		}
		return digits(n, decimals)
	}
	table(w, "", []column{left, left}, [][]string{
		{"voices n", digits(b.N, 2)},
		{"correlation rho", digits(b.Rho, 3)},
		{"survey design effect 1+(n-1)rho", digits(b.Deff, 3)},
		{"effective size n_eff", shown(b.NEff, "n_eff", 3)},
		{"ceiling 1/rho of an endless crowd", shown(b.Ceiling, "ceiling", 3)},
		{"level over one source, dB", shown(b.LevelGainDB, "level_gain_db", 2)},
		{"residual portfolio variance", digits(b.ResidualVariance, 4)},
	})
	if len(b.Condorcet) > 0 {
		rows := [][]string{{"majority vote: one voter", "n independent", "n_eff (approximation)"}}
		for _, c := range b.Condorcet {
			rows = append(rows, []string{digits(c.Accuracy, 3), digits(c.Independent, 4), digits(c.AtNEff, 4)})
		}
		fmt.Fprintln(w)
		table(w, "", []column{right, right, right}, rows)
	}
	fmt.Fprintln(w)
	for _, n := range b.Notes {
		fmt.Fprintln(w, "Note: "+visible.Text(n)+".")
	}
}

// Power writes what a design could detect.
func Power(w io.Writer, p *panel.Power) {
	if p.DetectableRho.Defined() {
		fmt.Fprintf(w, "%d models on %d questions of accuracy %s find a correlation of %s (n_eff %s) four times in five\n\n",
			p.Models, p.Questions, digits(p.Accuracy, 2), digits(p.DetectableRho, 3), digits(p.DetectableNEff, 2))
	} else {
		fmt.Fprintf(w, "%d models on %d questions of accuracy %s: %s\n\n", p.Models, p.Questions, digits(p.Accuracy, 2), visible.Text(p.Reason))
	}
	rows := [][]string{{"true rho", "true n_eff", "power", "measured n_eff: median", "95% of panels"}}
	for _, r := range p.Rows {
		rows = append(rows, []string{digits(r.Rho, 2), digits(r.NEff, 2), digits(r.Power, 3), digits(r.Median, 2), panelInterval(r.Measured, 2)})
	}
	table(w, "", []column{right, right, right, right, right}, rows)
	fmt.Fprintf(w, "\nT above %s counts as found (5 percent of independent panels exceed it); %d panels simulated for each rho, seed %d\n", digits(p.CriticalT, 3), p.Simulations, p.Seed)
	fmt.Fprintf(w, "Model: %s.\n", p.Model)
	for _, n := range p.Warnings {
		fmt.Fprintln(w, "Note: "+visible.Text(n)+".")
	}
}
