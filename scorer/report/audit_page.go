// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import "io"
import "github.com/false-consensus/fcb/scorer/audit"

func AuditPage(w io.Writer, r *audit.Result) error { return nil }
