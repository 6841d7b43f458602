// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
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

// A frailFile fails every write or sync once it is told to.
type frailFile struct {
	mu         sync.Mutex
	written    strings.Builder
	failWrites bool
	failSyncs  bool
	syncing    func(last string) // called in each sync, with what was written before it
	last       string
}

func (f *frailFile) Write(b []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failWrites {
		return 0, errors.New("no space left on device")
	}
	f.last = string(b)
	return f.written.Write(b)
}

func (f *frailFile) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.syncing != nil {
		last := f.last
		f.mu.Unlock()
		f.syncing(last)
		f.mu.Lock()
	}
	if f.failSyncs {
		return errors.New("no space left on device")
	}
	return nil
}

func (f *frailFile) Close() error { return nil }

func (f *frailFile) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
}

// answering passes the gate and answers.
type answering struct {
	first   func(id string) // before the gate; nil: nothing
	between func(id string) // where the request would be on its way
}

func (c answering) Call(_ context.Context, _ string, _ []byte, g api.Gate) error {
	id := g.(*gate).task.Case.ID
	if c.first != nil {
		c.first(id)
	}
	if err := g.Before(); err != nil {
		return err
	}
	c.between(id)
	_, err := g.After(api.Exchange{Status: 200, Body: []byte(`{"false_consensus_risk":"low"}`), Started: time.Now()})
	return err
}

// onFrail is a run of two cases, a and b, whose journal is a frail file.
func onFrail(t *testing.T) (*Run, *frailFile) {
	all := []cases.Case{{ID: "a", Question: "a", Answers: []cases.Answer{{Output: "x"}, {Output: "y"}}}, {ID: "b", Question: "b", Answers: []cases.Answer{{Output: "x"}, {Output: "y"}}}}
	p, err := NewPlan(all, predictions.Task{Evidence: api.EvidenceInline}, predictions.Selection{})
	require.NoError(t, err)
	r, err := Create(filepath.Join(t.TempDir(), "r"), predictions.Manifest{}, nil, p, time.Now())
	require.NoError(t, err)
	require.NoError(t, r.journal.Close())
	f := &frailFile{}
	r.journal = journal.New(f)
	return r, f
}

// While the intent of b is being synced, the outcome of a cannot be written:
// b is not sent, though its own intent is on disk.
func TestNothingIsSentOnceAnOutcomeCouldNotBeWritten(t *testing.T) {
	r, f := onFrail(t)
	inSync, failed := make(chan struct{}), make(chan struct{})
	f.syncing = func(last string) {
		if strings.Contains(last, `"case_id":"b"`) {
			close(inSync)
			<-failed
		}
	}
	var sent []string
	aIsSent := make(chan struct{})
	stop := r.Ask(context.Background(), answering{first: func(id string) {
		if id == "b" {
			<-aIsSent
		}
	}, between: func(id string) {
		if sent = append(sent, id); id == "b" {
			return
		}
		close(aIsSent)
		<-inSync
		f.set(func() { f.failWrites = true })
		time.AfterFunc(100*time.Millisecond, func() { close(failed) }) // after a's outcome was handed in
	}}, Settings{Now: time.Now, Concurrency: 2})
	require.NotNil(t, stop)
	assert.Equal(t, "journal", stop.Kind)
	assert.Equal(t, []string{"a"}, sent)
	r.Close()
}

// That the last outcome could not be synced is told even where a cap has
// stopped the run.
func TestACapDoesNotHideAFailedJournal(t *testing.T) {
	r, f := onFrail(t)
	one := 1
	stop := r.Ask(context.Background(), answering{between: func(string) { f.set(func() { f.failSyncs = true }) }}, Settings{Now: time.Now, MaxCalls: &one})
	require.NotNil(t, stop)
	assert.Equal(t, "journal", stop.Kind)
	assert.Equal(t, StopFailed, stop.Code)
	r.Close()
}
