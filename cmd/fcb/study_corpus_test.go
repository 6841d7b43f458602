// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// With the public files beside the project: the stratum is made and confirmed;
// with a wrong key in one of them the command says so and exits 1.
func TestStudyCorpusWithThePublicFiles(t *testing.T) {
	shared := "../../../shared/upstream/bbh"
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the upstream files beside the project are not here")
	}
	study := func(args ...string) (code int, stdout, stderr string) {
		var out, errs bytes.Buffer
		code = run(context.Background(), append([]string{"study", "corpus"}, args...), strings.NewReader(""), &out, &errs)
		return code, out.String(), errs.String()
	}
	dir := t.TempDir()
	code, out, errs := study(filepath.Join(dir, "good"), "--bbh", shared)
	require.Equal(t, 0, code, errs)
	assert.Regexp(t, `(?m)^public-bbh  questions 120, keys recomputed 120, mismatches 0,`, out)
	assert.Contains(t, out, "date_understanding.json  rows 250, keys confirmed 222, mismatches 20, not decided 8")
	audit, err := os.ReadFile(filepath.Join(dir, "good", auditFile))
	require.NoError(t, err)
	assert.Contains(t, string(audit), "commit `9ee07bd481feebf959a6b59d61ea57bdcf30964d`")

	// Again without the files: the stratum stays, its keys are confirmed from its own text.
	code, out, errs = study(filepath.Join(dir, "good"))
	require.Equal(t, 0, code, errs)
	assert.Contains(t, out, "public-bbh  questions 120, keys recomputed 120, mismatches 0,")
	assert.Contains(t, errs, "does not cover the public files as a whole")

	changed := filepath.Join(dir, "changed")
	require.NoError(t, os.CopyFS(changed, os.DirFS(shared)))
	path := filepath.Join(changed, "boolean_expressions.json")
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	wrong := regexp.MustCompile(`"target": ?"True"`).ReplaceAll(b, []byte(`"target":"False"`))
	require.NotEqual(t, b, wrong)
	require.NoError(t, os.Chmod(path, 0o644))
	require.NoError(t, os.WriteFile(path, wrong, 0o644))
	code, out, errs = study(filepath.Join(dir, "bad"), "--bbh", changed)
	assert.Equal(t, 1, code)
	assert.Regexp(t, `mismatch: bbh-boolean-expressions-\d+ \(line \d+\): key False, computed True`, out)
	assert.Contains(t, errs, "boolean_expressions.json")
	assert.FileExists(t, filepath.Join(dir, "bad", auditFile))
}
