// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/stretchr/testify/require"
)

// Whatever is posted: never a 5xx, always JSON with an id (checked by hand here,
// without a connection, for speed).
func FuzzPost(f *testing.F) {
	for _, b := range []string{small, "", "{", "[]", `{"task":"q","answers":[null,null]}`, `{"task":"q","agent_output":"a","evidence":["b 1"]}`,
		`{"receipt":{"version":"fcb-mock-1"}}`, "\xff", `{"version":"fcb-mock-1","receipt_id":"\ud800"}`} {
		f.Add(uint8(0), []byte(b))
		f.Add(uint8(1), []byte(b))
		f.Add(uint8(2), []byte(b))
	}
	reply, err := os.ReadFile("testdata/vector_reply.json")
	if err != nil {
		f.Fatal(err)
	}
	raw, err := receipt.Cut(reply)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint8(2), raw)
	e := engine.New(engine.Options{})
	paths := []string{api.PathConsensus, api.PathJudge, api.PathVerify}
	f.Fuzz(func(t *testing.T, path uint8, body []byte) {
		w := &memory{header: http.Header{}}
		r, err := http.NewRequest("POST", paths[int(path)%len(paths)], bytes.NewReader(body))
		require.NoError(t, err)
		e.ServeHTTP(w, r)
		if w.status >= 500 || w.status < 200 {
			t.Fatalf("status %d: %s", w.status, w.body.Bytes())
		}
		var v map[string]any
		if err := json.Unmarshal(w.body.Bytes(), &v); err != nil || v["request_id"] == nil {
			t.Fatalf("%v: %s", err, w.body.Bytes())
		}
		if w.status == 200 && int(path)%len(paths) != 2 {
			raw, err := receipt.Cut(w.body.Bytes())
			require.NoError(t, err)
			require.NoError(t, receipt.Verify(raw, body, w.body.Bytes(), e.PublicKey()))
		}
	})
}

type memory struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (m *memory) Header() http.Header         { return m.header }
func (m *memory) WriteHeader(s int)           { m.status = s }
func (m *memory) Write(b []byte) (int, error) { return m.body.Write(b) }
