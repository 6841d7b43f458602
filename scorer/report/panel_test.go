// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/scorer/panel"
)

func measured(t *testing.T, d panel.Design, rename func(string) string) *panel.Result {
	models, questions := d.Names()
	makers := make([]string, len(models))
	for i := range models {
		if rename != nil {
			models[i] = rename(models[i])
		}
		makers[i] = fmt.Sprintf("maker %d", i%3)
	}
	table, err := panel.FromScores(models, makers, questions, d.Simulate(1))
	require.NoError(t, err)
	r, err := panel.Measure(context.Background(), table, panel.Input{Path: "panel.csv"}, panel.Options{Permutations: 100, Bootstrap: 100, Hardest: 4, Seed: 1})
	require.NoError(t, err)
	return r
}

// The policy allows one style sheet, by its hash; the hash must be that of the
// bytes between the tags, or a browser shows the page without any style.
func TestPanelPagePolicyFitsItsStyle(t *testing.T) {
	r := measured(t, panel.Design{Models: 6, Questions: 40, Rho: 0.3, Accuracy: 0.7}, nil)
	var page, again bytes.Buffer
	require.NoError(t, PanelPage(&page, []*panel.Result{r}))
	require.NoError(t, PanelPage(&again, []*panel.Result{r}))
	assert.Equal(t, page.String(), again.String())
	_, rest, ok := strings.Cut(page.String(), "<style>")
	require.True(t, ok)
	style, _, ok := strings.Cut(rest, "</style>")
	require.True(t, ok)
	sum := sha256.Sum256([]byte(style))
	assert.Contains(t, html.UnescapeString(page.String()), "style-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	assert.NotContains(t, page.String(), " style=", "inline styles are not allowed by the policy")
	assert.NotContains(t, page.String(), "ZgotmplZ", "the template refused a value")
	assert.Equal(t, 4, strings.Count(page.String(), "<svg"), "votes, hardest, difficulty, matrix")
	assert.NotContains(t, page.String(), "NaN")
}

func TestPanelPageEscapesHostileNames(t *testing.T) {
	hostile := []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "javascript:alert(1)", "a\u202eb", "</title></style><b>"}
	i := -1
	r := measured(t, panel.Design{Models: 5, Questions: 30, Rho: 0.3, Accuracy: 0.7}, func(string) string { i++; return hostile[i] })
	r.Input.Path = hostile[0]
	var page bytes.Buffer
	require.NoError(t, PanelPage(&page, []*panel.Result{r, r}))
	for _, bad := range []string{"<script", "<img", "<b>", "href=\"javascript"} {
		assert.NotContains(t, page.String(), bad)
	}
	var text bytes.Buffer
	r.Warnings = append(r.Warnings, "\x1b[2J\u202e")
	Panel(&text, r)
	Panels(&text, []*panel.Result{r, r})
	assert.NotContains(t, text.String(), "\x1b")
	assert.NotContains(t, text.String(), "\u202e")
	assert.Contains(t, text.String(), `! \x1b[2J\u202e`)
}

// A panel too large for a matrix says so, and its page stays small.
func TestPanelPageOfALargePanel(t *testing.T) {
	r := measured(t, panel.Design{Models: 300, Questions: 50, Rho: 0.3, Accuracy: 0.7}, nil)
	var page bytes.Buffer
	require.NoError(t, PanelPage(&page, []*panel.Result{r}))
	assert.Contains(t, page.String(), "The matrix is drawn for 2 to 80 models; this panel has 300.")
	assert.Contains(t, page.String(), "200 of 300 models")
	assert.Less(t, page.Len(), 200_000)
}

// The text leads with the finding and fits a screen.
func TestPanelTextFitsAScreen(t *testing.T) {
	r := measured(t, panel.Design{Models: 44, Questions: 300, Rho: 0.3, Accuracy: 0.88, Answered: 0.98}, nil)
	var text bytes.Buffer
	Panel(&text, r)
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	assert.Equal(t, r.Headline, lines[0])
	assert.LessOrEqual(t, len(lines), 48)
	for _, w := range r.Warnings {
		assert.Contains(t, text.String(), "! "+w)
	}
}

func TestNiceTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		n      int
		want   []float64
	}{
		{0, 1, 5, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{0, 97, 5, []float64{0, 20, 40, 60, 80, 100}},
		{0.896, 1, 5, []float64{0.875, 0.9, 0.925, 0.95, 0.975, 1}},
		{3, 3, 5, []float64{3, 3.2, 3.4, 3.6, 3.8, 4}},
	} {
		got := niceTicks(c.lo, c.hi, c.n)
		require.Len(t, got, len(c.want), "%v", got)
		for i := range got {
			assert.InDelta(t, c.want[i], got[i], 1e-9)
		}
	}
}

// A point that does not exist leaves the line and no coordinate behind.
func TestChartsLeaveUndefinedPointsOut(t *testing.T) {
	c := newChart("", "", "")
	x, y := c.axes(0, 2, 0, 1)
	c.line("a", x, y, []point{{0, 0, "a"}, {1, math.NaN(), "b"}, {2, 1, "c"}})
	assert.Equal(t, "56,216 628,12", c.Lines[0].Points)
	assert.Len(t, c.Lines[0].Dots, 2)
}
