// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A fullFile takes some writes and then no more.
type fullFile struct {
	left    int
	written strings.Builder
}

func (f *fullFile) Write(b []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return f.written.Write(b)
}
func (f *fullFile) Sync() error  { return nil }
func (f *fullFile) Close() error { return nil }

// A poster sends each call once by plain net/http.
type poster struct{ url string }

func (p poster) Call(_ context.Context, path string, _ []byte, g api.Gate) error {
	if err := g.Before(); err != nil {
		return err
	}
	resp, err := http.Post(p.url+path, "application/json", nil)
	if err != nil {
		return err
	}
	resp.Body.Close()
	_, err = g.After(api.Exchange{Status: resp.StatusCode, Body: []byte(`{"false_consensus_risk":"low"}`), Started: time.Now()})
	return err
}

// After the first record that cannot be written nothing is sent, and the call
// whose intent could not be written was not sent either.
func TestNothingIsSentThatCannotBeRecorded(t *testing.T) {
	for writes := range 5 { // an outcome shares a write with the next intent at most
		sent := 0
		srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { sent++ }))
		var all []cases.Case
		for _, id := range []string{"a", "b", "c", "d"} {
			all = append(all, cases.Case{ID: id, Question: id, Answers: []cases.Answer{{Output: "x"}, {Output: "y"}}})
		}
		p, err := NewPlan(all, predictions.Task{Evidence: api.EvidenceInline}, predictions.Selection{})
		require.NoError(t, err)
		r, err := Create(filepath.Join(t.TempDir(), "r"), predictions.Manifest{}, nil, p, time.Now())
		require.NoError(t, err)
		require.NoError(t, r.journal.Close())
		file := &fullFile{left: writes}
		r.journal = journal.New(file)
		stop := r.Ask(context.Background(), poster{srv.URL}, Settings{Now: time.Now})
		require.NotNil(t, stop)
		assert.Equal(t, "journal", stop.Kind)
		assert.Equal(t, StopFailed, stop.Code)
		assert.Equal(t, strings.Count(file.written.String(), `"type":"intent"`), sent)
		assert.LessOrEqual(t, sent, writes)
		b := r.State().Books
		assert.Equal(t, sent, b.Sent)
		assert.Equal(t, b.Sent, b.Answered+b.Refused+b.Failed+b.Unknown)
		srv.Close()
		r.Close()
	}
}
