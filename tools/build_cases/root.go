// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

const moduleLine = "module github.com/false-consensus/fcb\n"

// moduleRoot is the folder of fcb's go.mod, at or above dir.
func moduleRoot(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		b, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && bytes.Contains(append(b, '\n'), []byte(moduleLine)) {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s: not inside the fcb module: give -definitions and -o", dir)
		}
	}
}

// sameFile reports whether two paths name one file, which need not exist yet.
func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(ia, ib)
	}
	pa, errA := filepath.Abs(a)
	pb, errB := filepath.Abs(b)
	return errA == nil && errB == nil && pa == pb
}

// shorten gives a path relative to the working directory if that is shorter.
func shorten(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, abs); err == nil && len(rel) < len(path) {
		return rel
	}
	return path
}
