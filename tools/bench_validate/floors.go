// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// floor does one simple thing with every line of a file and prints how many
// lines passed.
func floor(what, path string) error {
	in, err := jsonl.Open(path, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	pass := func(b []byte) bool { return len(b) > 0 }
	s := schema.Compile(schema.Case)
	switch what {
	case "lines":
	case "valid":
		pass = json.Valid
	case "schema":
		pass = s.Accepts
	case "v5":
		pass = func(b []byte) bool { return s.Plain(b) == nil }
	default:
		return fmt.Errorf("no work %q", what)
	}
	r, n := jsonl.NewReader(in), 0
	for {
		l, err := r.Next()
		if err == io.EOF {
			fmt.Println(n, "lines pass")
			return nil
		}
		if err != nil {
			return err
		}
		if pass(l.Bytes) {
			n++
		}
	}
}
