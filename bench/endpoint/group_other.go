// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

//go:build !unix

package endpoint

import "os/exec"

func ownGroup(*exec.Cmd) {}

func killGroup(c *exec.Cmd) { _ = c.Process.Kill() }
