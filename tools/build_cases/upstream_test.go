// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sharedUpstream is where the public files lie beside the project, if they do.
const sharedUpstream = "../../../shared/upstream"

func needUpstream(t *testing.T) {
	if _, err := os.Stat(sharedUpstream); err != nil {
		t.Skipf("no upstream files in %s: the 49 citations are not proved here (testdata/script/upstream.txtar tests the code)", sharedUpstream)
	}
}

func TestCitationsOfTheSet(t *testing.T) {
	needUpstream(t)
	var stdout, stderr bytes.Buffer
	code := run([]string{"-check", "-upstream", sharedUpstream}, &stdout, &stderr)
	assert.Equal(t, exitDone, code, stdout.String()+stderr.String())
	assert.NotContains(t, stderr.String(), "warning")
}

// The verbatim variant differs from the committed set in 49 questions and in the
// word that says so, and in nothing else.
func TestVerbatimOfTheSet(t *testing.T) {
	needUpstream(t)
	out := filepath.Join(t.TempDir(), "verbatim.jsonl")
	var stdout, stderr bytes.Buffer
	code := run([]string{"-verbatim", "-upstream", sharedUpstream, "-o", out}, &stdout, &stderr)
	require.Equal(t, exitDone, code, stderr.String())
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	own := committed(t)
	require.Len(t, lines, len(own))

	upstream := upstreamQuestions(t)
	changed := 0
	for i, line := range lines {
		var c object
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		if s, ok := c["source"].(object); ok {
			changed++
			assert.Equal(t, "verbatim", s["adaptation"], c["id"])
			question, note, planted := strings.Cut(c["question"].(string), "\n\n")
			assert.True(t, upstream[question], "%s: %q is no upstream question", c["id"], question)
			_, ownNote, ownPlanted := strings.Cut(own[i]["question"].(string), "\n\n")
			assert.Equal(t, ownNote, note)
			assert.Equal(t, ownPlanted, planted)
			s["adaptation"] = "reworded"
			assert.NotEqual(t, own[i]["question"], c["question"], c["id"])
			c["question"] = own[i]["question"]
		}
		assert.Equal(t, own[i], c)
	}
	assert.Equal(t, 49, changed)
}

// No upstream question stands in the committed case file.
func TestNoUpstreamTextIsCommitted(t *testing.T) {
	needUpstream(t)
	b, err := os.ReadFile(filepath.Join(projectRoot, "cases", "cases.jsonl"))
	require.NoError(t, err)
	text := " " + strings.Join(tokens(string(b)), " ") + " "
	n := 0
	for q := range upstreamQuestions(t) {
		if words := tokens(q); len(words) > 4 {
			n++
			assert.NotContains(t, text, " "+strings.Join(words, " ")+" ")
		}
	}
	assert.Greater(t, n, 1500)
}

// upstreamQuestions reads the questions without the tool's own readers.
func upstreamQuestions(t *testing.T) map[string]bool {
	all := map[string]bool{}
	f, err := os.Open(filepath.Join(sharedUpstream, "truthfulqa", "TruthfulQA.csv"))
	require.NoError(t, err)
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Equal(t, "Question", records[0][2])
	for _, r := range records[1:] {
		all[r[2]] = true
	}
	b, err := os.ReadFile(filepath.Join(sharedUpstream, "gsm8k", "test.jsonl"))
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(b))
	for d.More() {
		var item struct{ Question string }
		require.NoError(t, d.Decode(&item))
		all[item.Question] = true
	}
	require.Greater(t, len(all), 2000)
	return all
}
