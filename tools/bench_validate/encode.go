// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"

	"github.com/false-consensus/fcb/cases"
)

func encode(c cases.Case) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		panic(err) // a case of ours always encodes
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
