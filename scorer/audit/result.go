// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
)

// Format names the JSON of a Result.
const Format = "fcb-audit/1"

// A Result is everything that is known about a trace file.
type Result struct {
	Format        string         `json:"format"`
	Input         Input          `json:"input"`
	Findings      []Finding      `json:"findings"` // what to do, most important first
	Derived       map[string]int `json:"derived"`
	Validity      Validity       `json:"validity"`
	Routing       *Routing       `json:"routing"`
	Calibration   *Calibration   `json:"calibration"`
	Recalibration *Recalibration `json:"recalibration"`
	Commitment    *Commitment    `json:"commitment"`
	Tiers         []Group        `json:"tiers"`
	Agents        []Group        `json:"agents"`
	Models        *Models        `json:"models"`
	Outcome       *Outcome       `json:"outcome"`
	Checks        *Checks        `json:"checks"`
	Caveats       []string       `json:"caveats"`
	Warnings      []string       `json:"warnings"`
}

// Input says what was read and how. The caller fills in path and hash.
type Input struct {
	Path      string  `json:"path"`
	SHA256    string  `json:"sha256"`
	Scale     Number  `json:"confidence_scale"`
	Seed      uint64  `json:"seed"`
	Bootstrap int     `json:"bootstrap"`
	Level     float64 `json:"interval_level"`
	Method    string  `json:"interval_method"`
}

// Caveats are part of every result.
var Caveats = []string{
	"Routers are replayed over logged candidates: this is no rerun, and another router would have changed what was said next.",
	"The shift of correctness from poll to speech is local to its turn; it is no bound on what locking the speaker to the poll would gain or lose.",
	"Regressions describe associations in this file; they are not causes.",
}

// JSON is the result as one document with a final newline. The same result
// gives the same bytes.
func (r *Result) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		panic("audit: encoding a result: " + err.Error()) // nothing in it can fail
	}
	return b.Bytes()
}

// A Finding is one sentence on what the figures mean for the user.
type Finding struct {
	Area string `json:"area"` // routing, calibration, commitment, data
	Kind string `json:"kind"` // stop: do not rely on it; care; fine; none: cannot be said
	Text string `json:"text"`
}
