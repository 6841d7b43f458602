// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import "strconv"

// round keeps 12 significant digits, so that platforms print the same.
func round(x float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		return x
	}
	return v
}
