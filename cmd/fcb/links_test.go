// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The vendors' SDKs are test oracles in tools/wirecheck, a module of its own;
// the program links none of them.
func TestProgramLinksNoVendorSDK(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "github.com/false-consensus/fcb/bench/endpoint")
	for _, d := range deps {
		for _, vendor := range []string{"github.com/openai/", "github.com/anthropics/", "google.golang.org/genai", "google.golang.org/grpc"} {
			assert.False(t, strings.HasPrefix(d, vendor), d)
		}
	}
}
