// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"os"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
)

// One consensus request without HTTP: the published example, then the largest
// text a request may hold.
func BenchmarkConsensus(b *testing.B) {
	small, err := os.ReadFile("testdata/vector_request.json")
	if err != nil {
		b.Fatal(err)
	}
	large := api.ConsensusRequest{Task: "q"}
	for i := range api.MaxAnswers {
		large.Answers = append(large.Answers, api.Answer{AgentID: "agent-" + string(rune('a'+i)), Output: strings.Repeat(string(rune('a'+i))+"b c ", 240)})
	}
	e := New(Options{})
	for _, c := range []struct {
		name string
		body []byte
	}{{"example", small}, {"largest", large.Encode()}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, no := e.consensus(c.body); no != nil {
					b.Fatal(no.message)
				}
			}
		})
	}
}
