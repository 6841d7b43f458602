// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"bytes"
	"encoding/json"
)

// JSON is the result as the bytes of metrics.json: keys in the order of the
// contract, names sorted, two spaces of indentation, a final newline, numbers of
// 12 significant digits, never NaN or infinity. The same result gives the same
// bytes.
func (m *Metrics) JSON() []byte { return marshal(m) }

// marshal encodes a finished result. Nothing in it can fail to encode: a failure
// is a mistake of ours.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // texts stay readable; whoever shows them escapes them
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		panic("scorer: encoding a result: " + err.Error())
	}
	return b.Bytes()
}

// ReadMetrics reads metrics.json back.
func ReadMetrics(b []byte) (*Metrics, error) {
	m := &Metrics{}
	if err := json.Unmarshal(b, m); err != nil {
		return nil, err
	}
	return m, nil
}
