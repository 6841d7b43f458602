// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package verify_test

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/fault"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/false-consensus/fcb/bench/verify"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// A connection that net/http gave up lingers for half a second; it is no leak of ours.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

func start(t *testing.T, plan string) *engine.Server {
	t.Helper()
	o := engine.Options{Record: true}
	if plan != "" {
		p, err := fault.Parse(plan)
		require.NoError(t, err)
		o.Faults = p
	}
	s, err := engine.Start(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func caller(t *testing.T, base, key string) *endpoint.HTTP {
	t.Helper()
	h, err := endpoint.NewHTTP(endpoint.Options{Base: base, Key: key, Timeout: 5 * time.Second, Concurrency: 4})
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

func online(t *testing.T, base string) *verify.Online {
	return &verify.Online{Caller: caller(t, base, ""), Retries: 2, MaxWait: time.Second, Now: time.Now}
}

var offline = verify.Offline{Key: receipt.MockKey().Public().(ed25519.PublicKey)}

// A run of three cases, each asked twice and judged, against a real engine.
func run(t *testing.T, faults, key string) ([]bench.StoredReply, []bench.StoredReply) {
	t.Helper()
	all := make([]cases.Case, 3)
	for i := range all {
		text := fmt.Sprintf("Adding one to %d gives %d.", i, i+1)
		all[i] = cases.Case{ID: fmt.Sprint("case-", i), Category: cases.Categories()[0], Question: fmt.Sprintf("What is %d plus one?", i), Evidence: []string{"A note."},
			Answers: []cases.Answer{{AgentID: "agent-a", Output: text}, {AgentID: "agent-b", Output: text}}}
	}
	task := predictions.Task{Evidence: api.EvidenceInline, TemplateVersion: api.TemplateVersion, Repeats: 2, Judge: true}
	plan, err := bench.NewPlan(all, task, predictions.Selection{})
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "run")
	r, err := bench.Create(dir, predictions.Manifest{Format: predictions.RunFormat}, []byte("{}\n"), plan, time.Now())
	require.NoError(t, err)
	stop := r.Ask(context.Background(), caller(t, start(t, faults).URL(), key), bench.Settings{Concurrency: 2, MaxWait: time.Minute, Now: time.Now})
	require.Nil(t, stop)
	require.NoError(t, r.Close())
	state, err := bench.Load(dir)
	require.NoError(t, err)
	return state.Replies(plan), bench.PredictedReplies(plan, state.Predictions(plan))
}

func check(t *testing.T, replies []bench.StoredReply, c verify.Checker) *verify.Report {
	t.Helper()
	r, err := verify.Receipts(context.Background(), replies, c)
	require.NoError(t, err)
	assert.Equal(t, verify.Format, r.Format)
	assert.Len(t, r.Problems, r.Invalid+r.Unverified)
	return r
}

// swap exchanges the receipts of two replies, which keeps both signatures good.
func swap(t *testing.T, a, b *bench.StoredReply) {
	t.Helper()
	ra, err := receipt.Cut(a.Reply)
	require.NoError(t, err)
	rb, err := receipt.Cut(b.Reply)
	require.NoError(t, err)
	a.Reply = []byte(strings.Replace(string(a.Reply), string(ra), string(rb), 1))
	b.Reply = []byte(strings.Replace(string(b.Reply), string(rb), string(ra), 1))
}

func TestAWholeRunIsValid(t *testing.T) {
	stored, predicted := run(t, "", "")
	require.Len(t, stored, 12, "three cases, twice, each with its judge")
	assert.Equal(t, bench.CallConsensus, stored[0].Kind)
	assert.Equal(t, bench.CallJudge, stored[1].Kind)
	assert.Equal(t, 1, stored[2].Repeat)
	for _, replies := range [][]bench.StoredReply{stored, predicted, bench.PreferSaved(stored, predicted)} {
		for _, c := range []verify.Checker{offline, online(t, start(t, "").URL())} {
			r := check(t, replies, c)
			assert.Equal(t, 12, r.Valid)
			assert.Empty(t, r.Problems)
		}
	}
}

func TestMovedReceiptsAreInvalidForBothCheckers(t *testing.T) {
	for _, pair := range [][2]int{{0, 4}, {1, 5}, {0, 1}} { // consensus, judge, and one for the other
		stored, predicted := run(t, "", "")
		swap(t, &stored[pair[0]], &stored[pair[1]])
		for _, c := range []verify.Checker{offline, online(t, start(t, "").URL())} {
			r := check(t, stored, c)
			require.Equal(t, 2, r.Invalid, "%+v", r)
			assert.Equal(t, 10, r.Valid)
			assert.Equal(t, verify.Problem{CaseID: stored[pair[0]].CaseID, Repeat: 0, Call: stored[pair[0]].Kind, Status: verify.Invalid,
				Reason: "it was issued for another request (request_hash differs)"}, r.Problems[0])
		}
		// Moved in the predictions file only: that is what is checked then.
		fresh, _ := run(t, "", "")
		swap(t, &predicted[pair[0]], &predicted[pair[1]])
		assert.Equal(t, 2, check(t, bench.PreferSaved(fresh, predicted), offline).Invalid)
	}
}

func TestWhatIsCounted(t *testing.T) {
	stored, _ := run(t, "", "")
	edit := func(i int, old, new string) {
		require.Contains(t, string(stored[i].Reply), old)
		stored[i].Reply = []byte(strings.Replace(string(stored[i].Reply), old, new, 1))
	}
	edit(0, `"receipt":`, `"other":`)     // absent
	edit(1, `"verdict":`, `"verdikt":`)   // changed reply
	edit(2, "mock-key-1", "mock-key-2")   // changed receipt
	edit(3, "fcb-mock-1", "screwtape-v1") // another profile
	stored[4].Redacted = true
	stored[5].Request = nil
	stored[6].Reply, stored[6].Status = []byte("<html>"), predictions.Failed // nothing is due
	edit(7, `"key_id"`, `"kid"`)                                             // lacks a field
	r := check(t, stored, offline)
	assert.Equal(t, verify.Report{Format: verify.Format, Valid: 4, Invalid: 3, Absent: 1, Unverified: 3, Problems: r.Problems}, *r)
	want := []string{"payload_hash differs", "signature does not match", `"screwtape-v1", not "fcb-mock-1"`, "key was taken out", "cannot be rebuilt", "no key_id"}
	for i, p := range r.Problems {
		assert.Contains(t, p.Reason, want[i])
	}
	r = check(t, stored, online(t, start(t, "").URL()))
	assert.Equal(t, 4, r.Valid)
	assert.Equal(t, 4, r.Invalid, "the service does not know the other profile: %+v", r.Problems)
	assert.Contains(t, r.Problems[1].Reason, "the service says: signed by a key unknown here")
}

// A reply in which the client replaced its key is not what was signed.
func TestRedactedRepliesAreNotCalledInvalid(t *testing.T) {
	stored, predicted := run(t, "echo:path=/v1/consensus", "s3cret-key")
	for _, replies := range [][]bench.StoredReply{stored, predicted} {
		r := check(t, replies, offline)
		assert.Equal(t, 6, r.Unverified)
		assert.Equal(t, 6, r.Valid, "the judge's replies are whole: %+v", r.Problems)
	}
}

func TestOnlineFailures(t *testing.T) {
	stored, _ := run(t, "", "")
	for _, c := range []struct {
		plan   string
		valid  int
		reason string // of the first problem
		stops  string // error instead
	}{
		{"status=429,retry-after=0:attempt=1", 12, "", ""},
		{"status=503,retry-after=0:attempt=1..2", 12, "", ""},
		{"status=503,retry-after=0", 0, "answered with status 503", ""},
		{"status=429,retry-after=90", 0, "answered with status 429", ""},
		{"status=500", 0, "answered with status 500", ""},
		{"cut=5", 0, "body cut short", ""},
		{"body=garbage", 0, "cannot be read", ""},
		{`text="{}"`, 0, "does not say", ""},
		{`text="{\"valid\":false}"`, 0, "without a reason", ""},
		{"status=400", 0, "says the service (status 400)", ""},
		{"status=404", 0, "", "answered with status 404; check the base URL"},
		{"status=401", 0, "", "answered with status 401"},
		{`redirect="http://127.0.0.1:1/"`, 0, "", "redirects to http://127.0.0.1:1/, which is not followed"},
	} {
		s := start(t, c.plan)
		r, err := verify.Receipts(context.Background(), stored, online(t, s.URL()))
		var stop *verify.StopError
		if c.stops != "" {
			require.True(t, errors.As(err, &stop), c.plan)
			assert.Contains(t, stop.Error(), c.stops)
			continue
		}
		require.NoError(t, err, c.plan)
		assert.Equal(t, c.valid, r.Valid, c.plan)
		if c.reason != "" {
			require.Len(t, r.Problems, 12, c.plan)
			assert.Contains(t, r.Problems[0].Reason, c.reason, c.plan)
		}
	}
	s := start(t, "")
	gone := s.URL()
	require.NoError(t, s.Close())
	_, err := verify.Receipts(context.Background(), stored, online(t, gone))
	assert.ErrorContains(t, err, "connection refused")
}

func TestRetriesAreBounded(t *testing.T) {
	stored, _ := run(t, "", "")
	for plan, want := range map[string]int{"status=503,retry-after=0:first=2": 1, "status=503,retry-after=0:first=3": 0} {
		s := start(t, plan)
		assert.Equal(t, want, check(t, stored[:1], online(t, s.URL())).Valid, plan)
		assert.Len(t, s.Calls(), 3, plan)
	}
}

// What a service is asked: the stored bytes, no key.
func TestTheStoredBytesAreSent(t *testing.T) {
	stored, _ := run(t, "", "")
	s := start(t, "")
	check(t, stored[:1], online(t, s.URL()))
	raw, err := receipt.Cut(stored[0].Reply)
	require.NoError(t, err)
	require.Len(t, s.Calls(), 1)
	assert.Equal(t, string(raw), string(s.Calls()[0].Body))
	assert.Equal(t, api.PathVerify, s.Calls()[0].Path)
	assert.Empty(t, s.Calls()[0].Header.Get("Authorization"))
}

// A service whose receipts look like nothing we know, and which wants them
// wrapped: only it can say something about them.
func TestForeignReceiptsAreForTheService(t *testing.T) {
	const opaque = `{"v": 1.0,  "id":73283342022008696660}`
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		b, _ := io.ReadAll(r.Body)
		var v struct{ Receipt json.RawMessage }
		if json.Unmarshal(b, &v) != nil || v.Receipt == nil {
			w.WriteHeader(400)
			return
		}
		fmt.Fprintf(w, `{"valid":%t}`, string(v.Receipt) == opaque)
	}))
	defer s.Close()
	reply := func(r string) bench.StoredReply {
		return bench.StoredReply{CaseID: "a", Kind: bench.CallConsensus, Status: predictions.OK, Request: []byte("{}"), Reply: []byte(`{"receipt":` + r + `}`)}
	}
	c := online(t, s.URL)
	for range 2 {
		assert.Equal(t, 1, check(t, []bench.StoredReply{reply(opaque)}, c).Valid)
	}
	assert.Equal(t, 3, asked, "the refused form is tried once only")
	assert.Equal(t, 1, check(t, []bench.StoredReply{reply(`"text"`)}, c).Invalid)
	assert.Equal(t, 1, check(t, []bench.StoredReply{reply(`{"version":"x"}`)}, offline).Unverified)
}

func TestAnEndedContextEndsTheVerification(t *testing.T) {
	stored, _ := run(t, "", "")
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("stop it")
	cancel(why)
	_, err := verify.Receipts(ctx, stored, online(t, start(t, "").URL()))
	assert.ErrorIs(t, err, why)
}
