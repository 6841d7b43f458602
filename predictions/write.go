// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode writes one line a prediction, in the order given. A stored reply keeps
// its digits and the spelling of its strings.
func Encode(rows []Prediction) ([]byte, error) {
	var b bytes.Buffer
	for i := range rows {
		line, err := json.Marshal(&rows[i], jsontext.PreserveRawStrings(true))
		if err != nil {
			return nil, fmt.Errorf("encoding the prediction of %s: %w", rows[i].CaseID, err)
		}
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.Bytes(), nil
}
