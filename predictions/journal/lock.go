// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
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

// Lock takes the directory for this process. unlock releases it.
func Lock(dir string, now time.Time) (unlock func(), err error) {
	path := filepath.Join(dir, LockName)
	l := flock.New(path)
	ok, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	if !ok {
		holder := "unknown process"
		if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
			holder = strings.TrimSpace(string(b))
		}
		return nil, &Locked{dir, holder}
	}
	host, _ := os.Hostname()
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, now.UTC().Format(time.RFC3339))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		_ = l.Unlock()
		return nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return func() { _ = os.Truncate(path, 0); _ = l.Unlock() }, nil
}
