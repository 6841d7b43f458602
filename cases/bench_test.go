// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// benchLines are the lines of the dataset, again and again under new ids and
// questions, so that every case is a different one.
func benchLines(b *testing.B, n int) []byte {
	base := datasetLines(b)
	var out bytes.Buffer
	for i := range n {
		l := base[i%len(base)]
		l = bytes.Replace(l, []byte(`"id":"`), fmt.Appendf(nil, `"id":"x%d-`, i), 1)
		l = bytes.Replace(l, []byte(`"question":"`), fmt.Appendf(nil, `"question":"%d `, i), 1)
		out.Write(l)
		out.WriteByte('\n')
	}
	return out.Bytes()
}

const benchCases = 5000

func report1(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchCases, "ns/case")
}

// perLine measures a function of one line, and reading beneath it.
func perLine(b *testing.B, f func(line []byte) bool) {
	text := benchLines(b, benchCases)
	b.ReportAllocs()
	for b.Loop() {
		r := jsonl.NewReader(bytes.NewReader(text))
		for {
			l, err := r.Next()
			if err == io.EOF {
				break
			}
			if !f(l.Bytes) {
				b.Fatalf("refused: %s", l.Bytes)
			}
		}
	}
	report1(b, text)
}

func BenchmarkFloorLines(b *testing.B) { perLine(b, func([]byte) bool { return true }) }
func BenchmarkFloorJSONValid(b *testing.B) {
	perLine(b, json.Valid)
}
func BenchmarkReadStrictly(b *testing.B) {
	perLine(b, func(l []byte) bool { return jsonl.Check(l) == nil })
}
func BenchmarkSchemaAcceptor(b *testing.B) { perLine(b, schema.Compile(schema.Case).Accepts) }
func BenchmarkSchemaPlainV5(b *testing.B) {
	s := schema.Compile(schema.Case)
	perLine(b, func(l []byte) bool { return s.Plain(l) == nil })
}

func BenchmarkLabels(b *testing.B) {
	v := openValidator()
	perLine(b, func(l []byte) bool {
		f := facts{line: l}
		v.labels(l, jsonl.Decode(l), nil, &f)
		return len(f.findings) == 0
	})
}

func BenchmarkValidate(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			text := benchLines(b, benchCases)
			b.ReportAllocs()
			for b.Loop() {
				_, _, err := Validate(bytes.NewReader(text), "f", Options{Profile: ProfileOpen, Workers: workers}, func(f Finding) { b.Fatal(f) })
				if err != nil {
					b.Fatal(err)
				}
			}
			report1(b, text)
		})
	}
}
