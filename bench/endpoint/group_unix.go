// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

//go:build unix

package endpoint

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a program a process group of its own: an interruption typed at
// the terminal is ours to handle, so that what is in flight is finished, and the
// program can be ended with all its children.
func ownGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func killGroup(c *exec.Cmd) {
	if syscall.Kill(-c.Process.Pid, syscall.SIGKILL) != nil {
		_ = c.Process.Kill()
	}
}
