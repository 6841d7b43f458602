// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package detectors_test runs the examples as detectors.
package detectors_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func build(t *testing.T, pkg string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(pkg))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return path
}

// Each example answers every case, under its own name, with more than one level,
// and the same each time, however many processes share the work.
func TestExamplesAreDetectors(t *testing.T) {
	fcb := build(t, "../../cmd/fcb")
	here, err := os.Getwd()
	require.NoError(t, err)
	for _, d := range []struct{ engine, needs, command string }{
		{"hearsay", "sh", "sh '" + filepath.Join(here, "hearsay.sh") + "'"},
		{"overlap", "python3", "python3 '" + filepath.Join(here, "overlap.py") + "'"},
		{"majority", "go", "'" + build(t, "./majority") + "'"},
	} {
		t.Run(d.engine, func(t *testing.T) {
			if _, err := exec.LookPath(d.needs); err != nil {
				t.Skipf("%s is not installed", d.needs)
			}
			dir := t.TempDir()
			var metrics []string
			for _, concurrency := range []string{"1", "4"} {
				cmd := exec.Command(fcb, "score", "--endpoint", "exec:"+d.command, "--out", "run"+concurrency, "-c", concurrency, "--bootstrap", "200")
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				require.NoError(t, err, "%s", out)
				assert.Contains(t, string(out), "144 of 144 predictions scored")
				b, err := os.ReadFile(filepath.Join(dir, "run"+concurrency, "metrics.json"))
				require.NoError(t, err)
				metrics = append(metrics, string(b))
			}
			assert.Equal(t, metrics[0], metrics[1])
			var m struct {
				Engines map[string]struct {
					PerClass map[string]struct{ Predicted int } `json:"per_class"`
				}
			}
			require.NoError(t, json.Unmarshal([]byte(metrics[0]), &m))
			require.Contains(t, m.Engines, d.engine)
			require.Len(t, m.Engines, 1)
			levels := 0
			for _, c := range m.Engines[d.engine].PerClass {
				if c.Predicted > 0 {
					levels++
				}
			}
			assert.GreaterOrEqual(t, levels, 2, "a detector that always says the same needs no program")
		})
	}
}
