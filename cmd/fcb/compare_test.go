// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema"
)

// What fcb compare prints satisfies its schema, also where numbers are undefined.
func TestComparisonsSatisfyTheirSchema(t *testing.T) {
	dir := t.TempDir()
	for name, args := range map[string][]string{
		"reference": {"--endpoint", "reference"},
		"jaccard":   {"--endpoint", "baseline:jaccard"},
		"few":       {"--endpoint", "baseline:share", "--limit", "3"},
	} {
		code, _, errs := runFcb(t, append([]string{"score", "--quiet", "--out", filepath.Join(dir, name)}, args...)...)
		require.Equal(t, 0, code, errs)
	}
	for _, pair := range [][]string{{"reference", "jaccard"}, {"jaccard", "few"}, {"few", "few"}} {
		code, out, errs := runFcb(t, "compare", filepath.Join(dir, pair[0]), filepath.Join(dir, pair[1]), "--across-engines", "--format", "json", "--bootstrap", "200")
		require.Equal(t, 0, code, errs)
		valid(t, schema.Compare, pair[0]+" and "+pair[1], []byte(out))
	}
}
