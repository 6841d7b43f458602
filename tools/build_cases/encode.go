// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// encode writes the cases as a case file: one compact JSON object a line, keys
// in the order of contract section 3, no HTML escaping, LF.
func encode(all []cases.Case) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", all[i].ID, err)
		}
	}
	return b.Bytes(), nil
}

// difference describes the first line in which a file differs from what it
// should be, with a place; "" when the two are equal.
func difference(name string, have, want []byte) string {
	if bytes.Equal(have, want) {
		return ""
	}
	h, w := bytes.SplitAfter(have, []byte("\n")), bytes.SplitAfter(want, []byte("\n"))
	for i := range max(len(h), len(w)) {
		switch {
		case i >= len(h) || len(h[i]) == 0 && i < len(w) && len(w[i]) > 0:
			return fmt.Sprintf("%s:%d: a line is missing: %s", name, i+1, excerpt(w[i], 0))
		case i >= len(w) || len(w[i]) == 0 && len(h[i]) > 0:
			return fmt.Sprintf("%s:%d: one line too many: %s", name, i+1, excerpt(h[i], 0))
		case !bytes.Equal(h[i], w[i]):
			at := 0
			for at < len(h[i]) && at < len(w[i]) && h[i][at] == w[i][at] {
				at++
			}
			return fmt.Sprintf("%s:%d:%d: has %s where the definitions give %s", name, i+1, at+1, excerpt(h[i], at), excerpt(w[i], at))
		}
	}
	return ""
}

// excerpt quotes some text around byte at of a line.
func excerpt(line []byte, at int) string {
	const before, after = 20, 40
	from, to := max(0, at-before), min(len(line), at+after)
	s := fmt.Sprintf("%q", strings.ToValidUTF8(string(line[from:to]), ""))
	if from > 0 {
		s = "..." + s
	}
	if to < len(line) {
		s += "..."
	}
	return s
}
