// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// LockName is the lock file of a run directory. The lock is the operating
// system's and goes with its process, so a file left behind locks nothing.
const LockName = "lock"

// hold takes the journal itself for this process, beside the directory: a lock
// file can be deleted by somebody who thinks it stale, the journal is not.
func hold(f *os.File) error {
	ok, err := tryLock(f)
	if err != nil {
		return fmt.Errorf("locking %s: %w", f.Name(), err)
	}
	if !ok {
		return &Locked{filepath.Dir(f.Name()), "another process has its " + filepath.Base(f.Name()) + " open"}
	}
	return nil
}

// Locked says that another process holds the directory.
type Locked struct {
	Dir    string
	Holder string // what the holder wrote about itself
}

func (l *Locked) Error() string {
	return fmt.Sprintf("%s: in use by another run: %s", l.Dir, l.Holder)
}

// patience is how long Lock waits for a holder to let go, such as one that only looks.
const patience = 200 * time.Millisecond

// Lock takes the directory for this process. unlock releases it.
func Lock(dir string, now time.Time) (unlock func(), err error) {
	path := filepath.Join(dir, LockName)
	l := flock.New(path)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ok, err := l.TryLockContext(ctx, patience/10)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	if !ok {
		_ = l.Close()
		return nil, &Locked{dir, holderIn(path)}
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, now.UTC().Format(time.RFC3339))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		_ = l.Unlock()
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return func() { _ = os.Truncate(path, 0); _ = l.Unlock() }, nil
}

// Holder is what the process that holds the directory wrote about itself; "" where
// none does, or that cannot be told.
func Holder(dir string) string {
	path := filepath.Join(dir, LockName)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 { // never locked, or released
		return ""
	}
	l := flock.New(path)
	free, err := l.TryRLock()
	defer l.Close()
	if free || err != nil {
		return ""
	}
	return holderIn(path)
}

func holderIn(path string) string {
	if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
		return strings.TrimSpace(string(b))
	}
	return "unknown process"
}
