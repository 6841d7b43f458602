// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import ("net/http";"time")

type Plan struct{}
func (p *Plan) Wrap(next http.Handler, now func() time.Time) http.Handler { return next }
