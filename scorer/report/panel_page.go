// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strconv"

	"github.com/false-consensus/fcb/scorer/panel"
)

//go:embed panel_page.html
var panelPage string

//go:embed panel_page.css
var panelStyle string

// Rows of long tables that the page shows; the JSON has all.
const (
	shownModels    = 200
	shownQuestions = 60
	shownClones    = 40
)

// PanelPage writes panels as one HTML page that needs no network and no script.
// The content security policy allows the page's own style sheet, by its hash,
// and nothing else. The same results give the same bytes.
func PanelPage(w io.Writer, results []*panel.Result) error {
	t, err := template.New("panel").Funcs(template.FuncMap{
		"digits": func(decimals int, n panel.Number) string { return digits(n, decimals) },
		"prob":   probability, "interval": func(decimals int, i *panel.Interval) string { return panelInterval(i, decimals) },
		"vote": voteValue, "votes": voteFinding, "plural": plural,
		"percent": func(n panel.Number) string {
			if !n.Defined() {
				return "n/a"
			}
			return strconv.FormatFloat(100*float64(n), 'f', 1, 64) + "%"
		},
	}).Parse(panelPage)
	if err != nil {
		return fmt.Errorf("the page template: %w", err)
	}
	sum := sha256.Sum256([]byte(panelStyle))
	page := panelPageData{
		Style:  template.CSS(panelStyle), // our own file, not data
		Policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; base-uri 'none'; form-action 'none'",
		Title:  "Panel: " + results[0].Headline,
	}
	if len(results) > 1 {
		page.Title = fmt.Sprintf("%d panels, measured apart", len(results))
	}
	for i, r := range results {
		page.Panels = append(page.Panels, newPanelView(i+1, len(results) > 1, r))
	}
	return t.Execute(w, page)
}

type panelPageData struct {
	Title  string
	Style  template.CSS
	Policy string
	Panels []panelView
}

// A panelView is a result beside the charts drawn of it.
type panelView struct {
	*panel.Result
	Number     int
	Several    bool
	VoteChart  *chart
	Hardening  *chart
	Difficulty *chart
	Matrix     *phiMatrix
	VoteSizes  []int
	TopModels  []panel.Model
	TopHard    []panel.Question
	TopClones  []panel.ClonePair
	NotShown   string // of the matrix
}

func newPanelView(number int, several bool, r *panel.Result) panelView {
	v := panelView{Result: r, Number: number, Several: several, Hardening: hardestChart(r.Hardest), Difficulty: difficultyChart(r.Questions), Matrix: newPhiMatrix(r)}
	if r.Votes != nil {
		v.VoteChart, v.VoteSizes = voteChart(r.Votes), voteColumns(r.Votes.Models)
	}
	if v.Matrix == nil {
		v.NotShown = fmt.Sprintf("The matrix is drawn for 2 to %d models; this panel has %d.", matrixModels, len(r.Models))
	}
	v.TopModels = r.Models[:min(shownModels, len(r.Models))]
	v.TopHard = r.Questions[:min(shownQuestions, len(r.Questions))]
	v.TopClones = r.NearClones[:min(shownClones, len(r.NearClones))]
	return v
}

// At is the k-th value of a vote curve, counted from 1.
func (panelView) At(curve []panel.Number, k int) panel.Number { return curve[k-1] }
