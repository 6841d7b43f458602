// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/false-consensus/fcb/predictions"
)

// gitState is the commit of the working directory and whether tracked files
// were changed; nil with a reason where git cannot say. Remotes, which may hold
// tokens, are not asked for.
func gitState(ctx context.Context) (*predictions.Git, string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	commit, err := git(ctx, "rev-parse", "--verify", "HEAD")
	if err != nil {
		return nil, "the working directory is not a git checkout with a commit, or git is not installed"
	}
	status, err := git(ctx, "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return nil, "git could not tell the state of the working directory"
	}
	return &predictions.Git{Commit: commit, Dirty: status != ""}, ""
}

func git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
