// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

//go:build !linux

package endpoint

import "os"

func unreadIn(*os.File) int { return 0 }
