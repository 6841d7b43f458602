// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"os"

	"golang.org/x/sys/unix"
)

// unreadIn is the number of bytes in a pipe that nobody has read yet; 0 where that
// cannot be told.
func unreadIn(pipe *os.File) int {
	c, err := pipe.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	_ = c.Control(func(fd uintptr) {
		if k, err := unix.IoctlGetInt(int(fd), unix.TIOCINQ); err == nil {
			n = k
		}
	})
	return n
}
