// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

//go:build !linux

package endpoint

import "os"

// unreadIn is the number of bytes in a pipe that nobody has read yet; 0, since that
// cannot be told here.
func unreadIn(*os.File) int { return 0 }
