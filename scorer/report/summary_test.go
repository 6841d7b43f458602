// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/scorer"
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
