// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"github.com/false-consensus/fcb/scorer/audit"
)

//go:embed audit_page.html
var auditPage string

//go:embed audit_page.css
var auditStyle string

// AuditPage writes an audit as one HTML page that needs no network and no
// script, under a content security policy that allows its style sheet only. The
// same result gives the same bytes.
func AuditPage(w io.Writer, r *audit.Result) error {
	style := panelStyle + auditStyle
	t, err := template.New("audit").Funcs(template.FuncMap{
		"plural": plural, "share": share3, "span": span3, "one": one, "two": one2, "words": func(s string) string { return strings.ReplaceAll(s, "_", " ") },
		"mark": func(kind string) string { return strings.TrimSpace(findingMarks[kind]) },
	}).Parse(auditPage)
	if err != nil {
		return fmt.Errorf("the page template: %w", err)
	}
	return t.Execute(w, newAuditView(r, style))
}

// An auditView is a result beside the charts drawn of it.
type auditView struct {
	*audit.Result
	Style       template.CSS
	Policy      string
	Routers     []auditRouter
	Reliability *chart
	Coverage    *chart
	RouterChart *chart
	Sources     *chart
	Figures     []auditFigures
	Regressions []auditModel
	SourceNames []string
	Score       []string
	Judges      []string
	Modes       []string
}

type auditRouter struct {
	Name                   string
	Value, Gap, Advantage  audit.Number
	GapInterval, AdvantInt audit.Interval
}

type auditFigures struct {
	Name string
	audit.Figures
	Interval audit.FigureIntervals
}

type auditModel struct {
	Name string
	*audit.Model
}

// A modelRow is a predictor of a model.
type modelRow struct {
	Name                 string
	Coef, SE, P, OR, FOR audit.Number
	CI                   audit.Interval
}

// Rows lists the predictors, the intercept left out.
func (m auditModel) Rows() (rows []modelRow) {
	for j, name := range m.Predictors {
		row := modelRow{Name: strings.ReplaceAll(name, "_", " ")}
		row.Coef, row.SE, row.P, row.OR, row.FOR = pick(m.Coef, j+1), pick(m.SECR1, j+1), pick(m.P, j+1), pick(m.OddsRatio, j+1), pick(nil, 0)
		if len(m.CI) > j+1 {
			row.CI = m.CI[j+1]
		}
		if m.Firth != nil {
			row.FOR = pick(m.Firth.OddsRatio, j+1)
		}
		rows = append(rows, row)
	}
	return rows
}

// pick is the j-th number, or none.
func pick(x []audit.Number, j int) audit.Number {
	if j < len(x) {
		return x[j]
	}
	return audit.Number(math.NaN())
}

func newAuditView(r *audit.Result, style string) auditView {
	v := auditView{Result: r, Style: template.CSS(style), Policy: stylePolicy(style), SourceNames: audit.SourceNames,
		Judges: sortedKeys(r.Commitment.Judges)}
	if r.Routing.Scores != nil {
		v.Score = sortedKeys(r.Routing.Scores.Scores)
	}
	intervals := r.Routing.Interval
	if intervals == nil {
		intervals = &audit.RoutingIntervals{}
	}
	if r.Routing.Routeable > 0 {
		for _, name := range audit.RouterNames {
			v.Routers = append(v.Routers, auditRouter{name, r.Routing.Routers[name], r.Routing.GapToOracle[name], r.Routing.AdvantageOverRand[name],
				intervals.GapToOracle[name], intervals.AdvantageOverRand[name]})
		}
		v.RouterChart = routerChart(r, intervals)
	}
	if r.Calibration.N > 0 {
		v.Reliability, v.Coverage = reliabilityChart(r), coverageChart(r)
		add := func(name string, f audit.Figures, i *audit.FigureIntervals) {
			if i == nil {
				i = &audit.FigureIntervals{}
			}
			v.Figures = append(v.Figures, auditFigures{name, f, *i})
		}
		add("as stated", r.Calibration.Figures, r.Calibration.Interval)
		if r.Recalibration.Isotonic.N > 0 {
			add("isotonic, cross-fitted", r.Recalibration.Isotonic.Figures, r.Recalibration.Isotonic.Interval)
			add("temperature, cross-fitted", r.Recalibration.Temperature.Figures, r.Recalibration.Temperature.Interval)
		}
	}
	if r.Commitment.Divergent > 0 {
		v.Sources = sourceChart(r.Commitment)
	}
	add := func(name string, m *audit.Model) {
		if m != nil {
			v.Regressions = append(v.Regressions, auditModel{name, m})
		}
	}
	add("Poll correct", r.Models.Correctness)
	add("Poll correct, tier as levels", r.Models.CorrectnessFactor)
	add("Speech diverges", r.Models.Divergence)
	add("Speech diverges, tier as levels", r.Models.DivergenceFactor)
	add("Speech takes over the endorsed answer", r.Models.Adoption)
	if o := r.Outcome; o != nil {
		v.Modes = sortedKeys(o.Cost)
		add("Trace passed", o.Full)
		add("Trace passed, without the pool-solvable rate", o.Refit)
		add("Trace passed, selected-correct rate and routing slack", o.Slack)
	}
	return v
}
