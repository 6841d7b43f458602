// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode writes a stratum as a corpus file: the header, then one task a line.
// The same stratum always gives the same bytes.
func Encode(s *Stratum) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s.Header); err != nil {
		return nil, fmt.Errorf("encoding the header of %s: %w", s.Header.Stratum, err)
	}
	for i := range s.Tasks {
		if err := e.Encode(s.Tasks[i]); err != nil {
			return nil, fmt.Errorf("encoding %s: %w", s.Tasks[i].ID, err)
		}
	}
	return b.Bytes(), nil
}
