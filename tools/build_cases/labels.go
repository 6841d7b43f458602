// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// checkLabels asks the validator about the cases that were made, and puts what
// it finds wrong with one of them at the definition it comes from. Dataset rules,
// which count cases, and warnings are left to fcb validate.
func checkLabels(all []definition, built []cases.Case, ps *problems) error {
	lines, err := encode(built)
	if err != nil {
		return err
	}
	_, _, err = cases.Validate(bytes.NewReader(lines), "cases", cases.Options{Profile: cases.ProfileFCB}, func(f cases.Finding) {
		if f.Severity != cases.SeverityError || f.Line == 0 || f.Line > len(all) {
			return
		}
		where := strings.TrimPrefix(f.Pointer, "/")
		if where != "" {
			where += ": "
		}
		ps.add(all[f.Line-1].at, "%s: %s%s (fcb rules %s)", f.Rule, where, f.Message, f.Rule)
	})
	if err != nil {
		return fmt.Errorf("checking labels: %w", err)
	}
	return nil
}
