// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// traces writes two polls a block and four blocks a trace, each trace with
// speech, an endorsed answer, scores and an outcome.
func traces(n int) string {
	var b strings.Builder
	for t := range n {
		where := fmt.Sprintf(`"problem_id":"p%d","trace_id":"t%d",`, t/10, t)
		for k := range 4 {
			block := fmt.Sprintf(`%s"block_id":"b%d","round":%d,"tier":%d,`, where, 4*t+k, k, t%5)
			for a := range 2 {
				fmt.Fprintf(&b, `{%s"agent":"a%d","confidence":0.%02d,"answer":"%d","correct":%v,"scores":{"s":0.%03d}}`+"\n",
					block, (t+a)%6, (7*t+3*k+a)%100, (t+k*a)%7, (t+k+a)%3 == 0, (t*k+a*31)%1000)
			}
			fmt.Fprintf(&b, `{"type":"speak",%s"agent":"a%d","answer":"%d"}`+"\n", block, t%6, (t+k)%7)
		}
		fmt.Fprintf(&b, `{"type":"incumbent","trace_id":"t%d","answer":"1"}`+"\n", t)
		fmt.Fprintf(&b, `{"type":"outcome","trace_id":"t%d","passed":%v,"tokens":%d.5,"wall_s":%d.25}`+"\n", t, t%2 == 0, t, t)
	}
	return b.String()
}

// held adds up the elements of all slices reachable from v, in bytes: what a chunk
// keeps free for more is not of a poll's making.
func held(v reflect.Value) (bytes int) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			bytes = held(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			bytes += held(v.Field(i))
		}
	case reflect.Slice:
		bytes = v.Len() * int(v.Type().Elem().Size())
		if k := v.Type().Elem().Kind(); k == reflect.Slice || k == reflect.Struct {
			for i := range v.Len() {
				bytes += held(v.Index(i))
			}
		}
	}
	return bytes
}

// A corpus holds about 15 bytes a poll, its share of speech and outcomes included,
// and 28 with the tables that reading needs: one more list of wide numbers fails.
func TestBytesOfAPoll(t *testing.T) {
	const n = 4096
	r := newReader(1)
	in := jsonl.NewReader(strings.NewReader(traces(n)))
	for {
		line, err := in.Next()
		if err != nil {
			break
		}
		require.Nil(t, r.record.Decode(line.Bytes))
		r.take(line.Bytes)
	}
	require.Empty(t, r.faults.List)
	reading := float64(held(reflect.ValueOf(r))) / (8 * n)
	kept := float64(held(reflect.ValueOf(r.finish()))) / (8 * n)
	t.Logf("%.1f bytes a poll while reading, %.1f thereafter", reading, kept)
	assert.Less(t, reading, 29.0)
	assert.Less(t, kept, 15.5)
}
