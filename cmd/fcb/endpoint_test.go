// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hardening 45: the name of a run directory is short and made of safe characters
// whatever the endpoint is called.
func TestLabelsAreSafeFileNames(t *testing.T) {
	safe := regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{0,39}$`)
	for _, spec := range []string{"screwtape", "reference", "baseline:share", "https://user:pw@Example.COM:8443/../../x?k=v",
		"http://" + strings.Repeat("a", 300) + "/", "http://[::1]:80/", "exec:../../x y"} {
		e, err := chooseEndpoint(spec, "", nil)
		require.NoError(t, err, spec)
		assert.Regexp(t, safe, e.label(), spec)
		assert.NotContains(t, e.label(), "..", spec)
		assert.NotContains(t, e.label(), "pw", spec)
	}
}

func TestPricesByEndpoint(t *testing.T) {
	for spec, price := range map[string]string{"screwtape": "0.005", "http://127.0.0.1:1": "0.005", "reference": "0", "baseline:jaccard": "0", "exec:x": "0"} {
		e, err := chooseEndpoint(spec, "", nil)
		require.NoError(t, err)
		assert.Equal(t, price, e.price, spec)
	}
}

func TestShellQuote(t *testing.T) {
	for in, want := range map[string]string{"predictions/x-1": "predictions/x-1", "a b": "'a b'", "it's": `'it'\''s'`, "": "''", "$(x)": "'$(x)'"} {
		assert.Equal(t, want, shellQuote(in))
	}
}
