// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Each testdata/comparison/NAME.json is a comparison and NAME.txt what a
// terminal shows.
func TestComparisonGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/comparison/*.json")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 3)
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			b, err := os.ReadFile(f)
			require.NoError(t, err)
			c := &scorer.Comparison{}
			require.NoError(t, json.Unmarshal(b, c))
			var out bytes.Buffer
			Comparison(&out, c, 5)
			golden(t, strings.TrimSuffix(f, ".json")+".txt", out.String())
			var all bytes.Buffer
			Comparison(&all, c, -1)
			assert.Equal(t, len(c.Changed), strings.Count(all.String(), " expected "))
		})
	}
}

func TestNumbersAsShown(t *testing.T) {
	assert.Equal(t, []string{"n/a", "0.000", "+0.125", "-0.500", "0.000"},
		[]string{signed(scorer.Number{}), signed(scorer.Defined(0)), signed(scorer.Defined(0.125)), signed(scorer.Defined(-0.5)), signed(scorer.Defined(-0.0001))})
	assert.Equal(t, []string{"n/a", "below 0.001", "0.021"},
		[]string{significant(scorer.Number{}), significant(scorer.Defined(0.0002)), significant(scorer.Defined(0.0214))})
	assert.Equal(t, []string{"1 case", "0 cases"}, []string{plural(1, "case"), plural(0, "case")})
	assert.Equal(t, []string{"a/b-1", "'a b'", `'it'\''s'`, "''"}, []string{quote("a/b-1"), quote("a b"), quote("it's"), quote("")})
}

// Columns line up by the width on a terminal, whatever the cells hold.
func TestTableAligns(t *testing.T) {
	var out bytes.Buffer
	table(&out, "", []column{left, right}, [][]string{{"検出器", "1"}, {"e\u0301", "22"}, {"👩‍🔬 x", "333"}, {"a\x1b[2J", "4"}, {"b\u202e\r\n", "5"}})
	for _, line := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
		assert.Equal(t, 11+2+3, visible.Width(line), "%q", line) // the widest cells are b\u202e\r\n and 333
	}
	assert.Contains(t, out.String(), "検出器         1\n")
	assert.Contains(t, out.String(), `a\x1b[2J       4`+"\n")
}
