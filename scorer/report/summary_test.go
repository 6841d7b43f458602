// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares text with a file beside its input, or rewrites the file.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// Each testdata/summary/NAME.json is a result and NAME.txt what a terminal shows.
func TestSummaryGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/summary/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 4)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			m, err := scorer.ReadMetrics(b)
			require.NoError(t, err)
			var out bytes.Buffer
			saved := Saved{Dir: "predictions/20261129T214500Z-reference", Sent: 24, Spent: "0.12"}
			if strings.Contains(f, "two_engines") {
				saved = Saved{Offline: true}
			}
			Summary(&out, m, saved)
			for _, r := range out.String() {
				assert.True(t, r == '\n' || r >= ' ' && r != 0x7f, "no control character reaches the terminal")
			}
			golden(t, strings.TrimSuffix(f, ".json")+".txt", out.String())
		})
	}
}

// A directory or an engine name from outside cannot move the cursor or forge a line.
func TestSummaryOfHostileNames(t *testing.T) {
	risk, name := "high", "eng\x1b[2J\nfcb: all is well\u202e"+strings.Repeat("👍", 10000)
	m, err := scorer.Score(scorer.Input{
		Cases: []cases.Case{{ID: "a", Category: "c\x07", ExpectedRisk: "high"}, {ID: "b", Category: "d", ExpectedRisk: "low"}},
		Predictions: []predictions.Prediction{
			{CaseID: "a", Status: predictions.OK, FalseConsensusRisk: &risk, Engine: &name},
			{CaseID: "b", Status: predictions.OK, FalseConsensusRisk: &risk, Engine: &name},
		},
		Dataset: scorer.Dataset{Name: &name, Version: &name},
	})
	require.NoError(t, err)
	var out bytes.Buffer
	Summary(&out, m, Saved{Dir: "it's\x1b[2J", Sent: 1, Spent: "0.005"})
	lines := strings.Split(out.String(), "\n")
	for _, line := range lines {
		assert.NotContains(t, line, "\x1b")
		assert.NotContains(t, line, "\u202e")
		assert.LessOrEqual(t, visible.Width(line), 200)
	}
	assert.Contains(t, out.String(), `engine eng\x1b[2J\nfcb: all is well\u202e`)
	assert.Contains(t, out.String(), `    c\x07  1/1  elsewhere 0.000  flagged 1/1`)
	assert.Contains(t, out.String(), "next: fcb report 'it'\\''s\\x1b[2J'\n")
	assert.True(t, utf8.ValidString(out.String()))

	out.Reset()
	Summary(&out, m, Saved{Dir: "d", Sent: 2, Spent: "0.01", Next: "fcb score --resume d"})
	assert.Contains(t, out.String(), "2 calls sent, USD 0.01 spent; files in d\nnext: fcb score --resume d\n")
}
