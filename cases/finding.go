// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Severities of a finding.
const (
	SeverityError   = "error"
	SeverityWarning = "warning"
)

// A Finding is one problem of a case file. Text in it may come from the file
// and must be escaped for where it is printed.
type Finding struct {
	File     string
	Line     int    // physical, from 1; 0 for the file as a whole
	Column   int    // 1-based byte in the line, its byte-order mark not counted; 0 with line 0
	Char     int    // the same place, 1-based in Unicode code points; 0 with line 0
	Pointer  string // RFC 6901, in the line
	CaseID   string // "" where it cannot be read
	Rule     string // code in [Rules]
	Severity string
	Message  string
}

// Place is FILE:LINE:COL, or FILE alone for the file as a whole.
func (f Finding) Place() string {
	if f.Line == 0 {
		return f.File
	}
	return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)
}

func (f Finding) String() string {
	var b strings.Builder
	if f.Line == 0 {
		fmt.Fprintf(&b, "%s:0:0: %s %s", f.File, f.Severity, f.Rule)
	} else {
		fmt.Fprintf(&b, "%s: %s %s", f.Place(), f.Severity, f.Rule)
	}
	if f.CaseID != "" {
		b.WriteString(" [" + f.CaseID + "]")
	}
	if f.Pointer != "" {
		b.WriteString(" " + f.Pointer)
	}
	return b.String() + ": " + f.Message
}

// readingRules maps the kinds of jsonl to rule codes.
var readingRules = map[string]string{
	jsonl.KindSyntax:     "FCB001",
	jsonl.KindExtra:      "FCB001",
	jsonl.KindDepth:      "FCB001",
	jsonl.KindUnfinished: "FCB002",
	jsonl.KindComma:      "FCB003",
	jsonl.KindNumber:     "FCB004",
	jsonl.KindUTF8:       "FCB005",
	jsonl.KindSurrogate:  "FCB006",
	jsonl.KindDuplicate:  "FCB007",
	schema.KindCaseKey:   "FCB008",
	jsonl.KindBOM:        "FCB009",
	jsonl.KindString:     "FCB010",
}

// schemaRules maps the kinds of schema to rule codes.
var schemaRules = map[string]string{
	schema.KindType:     "FCB101",
	schema.KindMissing:  "FCB102",
	schema.KindUnknown:  "FCB103",
	schema.KindCaseKey:  "FCB008",
	schema.KindValue:    "FCB104",
	schema.KindForm:     "FCB104",
	schema.KindCombined: "FCB104",
	schema.KindPattern:  "FCB105",
	schema.KindLength:   "FCB106",
	schema.KindItems:    "FCB107",
	schema.KindUnique:   "FCB108",
	schema.KindFormat:   "FCB109",
	schema.KindNumber:   "FCB110",
	schema.KindOther:    "FCB111",
}
