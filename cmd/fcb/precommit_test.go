// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shell runs a command in dir, with HOME and the cache of pre-commit in a
// temporary place, and returns its output and whether it succeeded.
type shell struct {
	t   *testing.T
	env []string
}

func (s shell) run(dir, name string, args ...string) (string, bool) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, s.env
	out, err := c.CombinedOutput()
	return string(out), err == nil
}

func (s shell) must(dir, name string, args ...string) string {
	out, ok := s.run(dir, name, args...)
	require.True(s.t, ok, "%s %v: %s", name, args, out)
	return out
}

// The hooks with the real pre-commit program against a scratch repository: a good
// commit passes, a bad one is stopped with the diagnostics shown. The hooks are
// built from a copy of the files here that git does not ignore, out of the local
// module cache.
func TestPreCommitStopsABadCommit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the whole module; not with -short")
	}
	for _, name := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	tracked, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skip("not a git clone")
	}
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		require.NoError(t, err)
		return strings.TrimSpace(string(out))
	}
	tmp := t.TempDir()
	s := shell{t, append(os.Environ(), "HOME="+tmp, "XDG_CACHE_HOME="+tmp, "PRE_COMMIT_HOME="+filepath.Join(tmp, "pre-commit"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.org", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.org",
		"GOCACHE="+goEnv("GOCACHE"), "GOMODCACHE="+goEnv("GOMODCACHE"), "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")}

	hooks, scratch := filepath.Join(tmp, "hooks"), filepath.Join(tmp, "scratch")
	for _, name := range strings.Split(strings.TrimSuffix(string(tracked), "\x00"), "\x00") {
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue // deleted here but still tracked
		}
		write(t, filepath.Join(hooks, name), string(b))
	}
	s.must(hooks, "git", "init", "-q")
	s.must(hooks, "git", "add", "-A", "-f")
	s.must(hooks, "git", "commit", "-q", "-m", "hooks")
	rev := strings.TrimSpace(s.must(hooks, "git", "rev-parse", "HEAD"))

	write(t, filepath.Join(scratch, ".pre-commit-config.yaml"), "repos:\n- repo: "+hooks+"\n  rev: "+rev+"\n  hooks:\n  - id: fcb-validate\n")
	good := goodLine("one", "low")
	write(t, filepath.Join(scratch, "cases.jsonl"), good)
	s.must(scratch, "git", "init", "-q")
	s.must(scratch, "pre-commit", "install")
	s.must(scratch, "git", "add", "-A")
	out := s.must(scratch, "git", "commit", "-m", "good cases")
	assert.Contains(t, out, "Passed")

	write(t, filepath.Join(scratch, "cases.jsonl"), good+goodLine("two", "high"))
	s.must(scratch, "git", "add", "-A")
	out, ok := s.run(scratch, "git", "commit", "-m", "bad cases")
	assert.False(t, ok, "the bad commit went through")
	t.Logf("git commit, stopped:\n%s", out)
	at := bytes.Index([]byte(goodLine("two", "high")), []byte(`"high"`)) + 1
	assert.Contains(t, out, "cases.jsonl:2:"+strconv.Itoa(at)+": error FCB204 [two] /expected_risk: high should be low for genuine_disagreement")
	assert.NotContains(t, s.must(scratch, "git", "log", "--oneline"), "bad cases")

	write(t, filepath.Join(scratch, "cases.jsonl"), good+goodLine("two", "low"))
	s.must(scratch, "git", "add", "-A")
	s.must(scratch, "git", "commit", "-m", "mended cases")
}

func write(t *testing.T, path, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func goodLine(id, risk string) string {
	return `{"id":"` + id + `","category":"genuine_disagreement","question":"Which city is number ` + id + `?","answers":[{"agent_id":"a","output":"Canberra.","claim":"Canberra","correct":true},` +
		`{"agent_id":"b","output":"Sydney.","claim":"Sydney","correct":false}],"ground_truth":"Canberra","majority_correct":null,"expected_risk":"` + risk + `","rationale":"It is.","source":"original"}` + "\n"
}
