// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"encoding/json"
	"io"

	"github.com/false-consensus/fcb/cases"
)

// Format is the first key of the JSON document.
const Format = "fcb-findings/1"

type document struct {
	Format   string          `json:"format"`
	Files    []cases.Summary `json:"files"`
	Findings []finding       `json:"findings"`
	Balance  balanceJSON     `json:"balance"`
	Summary  summary         `json:"summary"`
}

type finding struct {
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Column   int     `json:"column"`
	Pointer  string  `json:"pointer"`
	CaseID   *string `json:"case_id"` // null where it cannot be read
	Rule     string  `json:"rule"`
	Severity string  `json:"severity"`
	Message  string  `json:"message"`
}

type balanceJSON struct {
	cases.Balance
	Controls controls `json:"controls"`
}

// controls are the cases that should not be flagged; share is null without cases.
type controls struct {
	K     int      `json:"k"`
	N     int      `json:"n"`
	Share *float64 `json:"share"`
}

type summary struct {
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Shown    int `json:"shown"`
}

func writeJSON(w io.Writer, r *Result) error {
	d := document{Format: Format, Files: r.Files, Findings: []finding{}, Balance: balanceJSON{Balance: r.Balance},
		Summary: summary{r.Errors, r.Warnings, len(r.Findings)}}
	if d.Files == nil {
		d.Files = []cases.Summary{}
	}
	d.Balance.Controls = controls{K: r.Balance.Controls(), N: r.Balance.Cases}
	if n := r.Balance.Cases; n > 0 {
		share := round(float64(r.Balance.Controls()) / float64(n))
		d.Balance.Controls.Share = &share
	}
	for _, f := range r.Findings {
		out := finding{File: f.File, Line: f.Line, Column: f.Column, Pointer: f.Pointer, Rule: f.Rule, Severity: f.Severity, Message: f.Message}
		if f.CaseID != "" {
			out.CaseID = &f.CaseID
		}
		d.Findings = append(d.Findings, out)
	}
	return encode(w, d)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
