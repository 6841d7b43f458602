// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A workflow is the part of a GitHub Actions file that the tests look at.
type workflow struct {
	On          map[string]any    `yaml:"on"`
	Permissions map[string]string `yaml:"permissions"`
	Jobs        map[string]struct {
		Steps []struct {
			Name, ID, If, Uses, Run string
			Env                     map[string]string
			With                    map[string]any
		}
	}
}

// readWorkflow takes the workflow out of docs/ci.md.
func readWorkflow(root string) (*workflow, error) {
	b, err := os.ReadFile(filepath.Join(root, "docs/ci.md"))
	if err != nil {
		return nil, err
	}
	_, after, _ := strings.Cut(string(b), "```yaml\n")
	text, _, _ := strings.Cut(after, "```")
	w := &workflow{}
	return w, yaml.Unmarshal([]byte(text), w)
}

// scriptStep writes the shell text of a step of the workflow in docs/ci.md to
// NAME.sh: step NAME.
func scriptStep(ts *testscript.TestScript, _ bool, args []string) {
	w, err := readWorkflow(ts.Getenv("ROOT"))
	ts.Check(err)
	for _, s := range w.Jobs["score"].Steps {
		if s.Name == args[0] && s.Run != "" {
			ts.Check(os.WriteFile(ts.MkAbs(s.Name+".sh"), []byte("set -eo pipefail\n"+s.Run), 0o644))
			return
		}
	}
	ts.Fatalf("docs/ci.md has no step %q", args[0])
}

// The workflow is YAML, expressions stand outside shell text, where they could
// be injected, and outputs that are read are written.
func TestWorkflow(t *testing.T) {
	w, err := readWorkflow("../..")
	require.NoError(t, err)
	require.Len(t, w.Jobs, 1)
	assert.Equal(t, map[string]string{"contents": "read", "pull-requests": "write"}, w.Permissions)
	steps := w.Jobs["score"].Steps
	require.Greater(t, len(steps), 8)
	written := map[string]bool{}
	for _, s := range steps {
		assert.NotContains(t, s.Run, "${{", "step %q", s.Name)
		assert.NotEqual(t, s.Run == "", s.Uses == "", "step %q does one thing", s.Name)
		for _, v := range s.Env {
			for _, m := range regexp.MustCompile(`steps\.(\w+)\.outputs\.(\w+)`).FindAllStringSubmatch(v, -1) {
				assert.True(t, written[m[1]+"."+m[2]], "step %q reads %s", s.Name, m[0])
			}
		}
		for _, m := range regexp.MustCompile(`echo "(\w+)=.*GITHUB_OUTPUT`).FindAllStringSubmatch(s.Run, -1) {
			written[s.ID+"."+m[1]] = true
		}
	}
}
