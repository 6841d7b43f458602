// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func valid(t *testing.T, name, what string, document []byte) {
	t.Helper()
	require.Nil(t, jsonl.Check(bytes.TrimSpace(document)), what)
	for _, f := range schema.Compile(name).Check(document) {
		t.Errorf("%s does not satisfy its schema: %+v", what, f)
	}
}

// Everything a run writes satisfies its schema, also where calls failed in every
// way, and never holds NaN or Infinity.
func TestEverythingWrittenSatisfiesItsSchema(t *testing.T) {
	srv := newCounter(t, 0)
	srv.on = func(n int, w http.ResponseWriter) bool {
		switch n % 9 {
		case 1:
			w.WriteHeader(500)
		case 3:
			io.WriteString(w, "<html>")
		case 5:
			w.WriteHeader(422)
			io.WriteString(w, `{"error":{"code":"unprocessable","message":"no"}}`)
		case 7:
			io.WriteString(w, "\xff\xfe")
		default:
			return false
		}
		return true
	}
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"reference": {"--endpoint", "reference", "--judge"},
		"troubled":  {"--endpoint", srv.URL, "--judge", "--header", "X-A: secret", "--max-cost", "9", "--daily-limit", "500", "--rate", "1000"},
		"repeats":   {"--endpoint", "baseline:share", "--repeats", "3", "--limit", "9", "--shard", "0/2"},
		"empty":     {"--endpoint", "reference", "--limit", "0", "--category", "echo_cascade", "--case", "no-such"},
		"capped":    {"--endpoint", "reference", "--max-calls", "3", "--evidence", "omit"},
	} {
		if name == "empty" {
			args = args[:4]
		}
		out := filepath.Join(dir, name)
		code, _, errs := runFcb(t, append([]string{"score", "--out", out}, args...)...)
		require.Contains(t, []int{0, 4}, code, errs)
		read := func(file string) []byte {
			b, err := os.ReadFile(filepath.Join(out, file))
			require.NoError(t, err)
			assert.NotRegexp(t, `[:,\[]\s*-?(NaN|Infinity)`, string(b))
			return b
		}
		valid(t, schema.Manifest, name+"/manifest.json", read("manifest.json"))
		valid(t, schema.Metrics, name+"/metrics.json", read("metrics.json"))
		for _, line := range bytes.Split(bytes.TrimSpace(read("predictions.jsonl")), []byte("\n")) {
			if len(line) > 0 {
				valid(t, schema.Prediction, name+"/predictions.jsonl", line)
			}
		}
	}
}
