// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Eight shards as separate processes, merged: the metrics of a run that was never
// divided, byte for byte, and each case asked once.
func TestEightShardProcessesAreOneRun(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 5*time.Millisecond)
	srv.on = func(n int, w http.ResponseWriter) bool {
		if n%10 != 3 {
			return false
		}
		w.Header().Set("Retry-After", "0") // refused calls are tried again
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, `{"error":{"code":"busy"}}`)
		return true
	}
	file := p.writeCases(144)
	args := []string{"score", "--cases", file, "--endpoint", srv.URL, "--judge", "--repeats", "2", "--bootstrap", "500", "--retries", "9", "-c", "2"}
	code, out := p.run(append(args, "--out", "whole")...)
	require.Equal(t, 0, code, out)
	sent := srv.sent()

	const shards = 8
	var running []*exec.Cmd
	var outputs []*bytes.Buffer
	merge := []string{"merge", "-o", "merged"}
	for i := range shards {
		dir := fmt.Sprint("shard-", i)
		merge = append(merge, dir)
		cmd, out := p.command(append(args, "--out", dir, "--shard", fmt.Sprintf("%d/%d", i, shards), "--max-cost", "2", "--rate", "500")...)
		require.NoError(t, cmd.Start())
		running, outputs = append(running, cmd), append(outputs, out)
	}
	for i, cmd := range running {
		require.NoError(t, cmd.Wait(), "%s", outputs[i])
	}
	code, out = p.run(merge...)
	require.Equal(t, 0, code, out)
	read := func(dir, name string) []byte {
		b, err := os.ReadFile(filepath.Join(p.dir, dir, name))
		require.NoError(t, err)
		return b
	}
	assert.Equal(t, string(read("whole", predictions.MetricsFile)), string(read("merged", predictions.MetricsFile)))
	assert.Equal(t, read("whole", predictions.CasesFile), read("merged", predictions.CasesFile))
	for body, n := range srv.seen {
		require.GreaterOrEqual(t, n, 4, "each case twice a run, in two runs: %s", body)
	}

	// The merged run is a run: its journal is intact, nothing is left to ask, its
	// books are the sum, its metrics come from it alone.
	calls := srv.sent()
	state, err := bench.Load(filepath.Join(p.dir, "merged"))
	require.NoError(t, err)
	assert.Equal(t, calls-sent, state.Books.Sent)
	assert.Equal(t, bench.Money{}.Add(price(t, "0.005").Times(calls-sent)).String(), state.Books.Spent.String())
	assert.Empty(t, state.AskedAgain())
	code, out = p.run("score", "--resume", "merged")
	require.Equal(t, 0, code, out)
	assert.Equal(t, calls, srv.sent(), "a finished run resumed sends nothing")
	rows := p.rows("merged")
	require.Len(t, rows, 288)
	require.NoError(t, os.Remove(filepath.Join(p.dir, "merged", predictions.PredictionsFile)))
	code, _ = p.run("score", "--from-predictions", "merged", "--out", "again")
	require.Equal(t, 0, code)
	assert.Equal(t, string(read("whole", predictions.MetricsFile)), string(read("again", predictions.MetricsFile)))
	m, err := predictions.ReadManifest(filepath.Join(p.dir, "merged"))
	require.NoError(t, err)
	assert.Equal(t, "16", *m.Money.MaxCost, "caps together")
	assert.EqualValues(t, 4000, *m.Pace.RatePerS)
	assert.Equal(t, 144, m.Selection.Selected)
	assert.Empty(t, m.Selection.Shard)
}

func price(t *testing.T, s string) bench.Money {
	t.Helper()
	m, err := bench.ParseMoney(s)
	require.NoError(t, err)
	return m
}

// A shard that was killed leaves a call of unknown outcome and cases that were
// never asked; the merged run knows both, and goes on.
func TestMergeOfAKilledShardGoesOn(t *testing.T) {
	p := newProgram(t)
	hold, reached := make(chan struct{}), make(chan struct{})
	srv := newCounter(t, 0)
	srv.on = func(n int, _ http.ResponseWriter) bool {
		if n == 20 {
			close(reached)
			<-hold
		}
		return false
	}
	file := p.writeCases(60)
	code, out := p.run("score", "--cases", file, "--endpoint", srv.URL, "--shard", "0/2", "--out", "a", "--limit", "30")
	require.Equal(t, 0, code, out)
	cmd, _ := p.command("score", "--cases", file, "--endpoint", srv.URL, "--shard", "1/2", "--out", "b", "--limit", "30", "-c", "1")
	require.NoError(t, cmd.Start())
	select {
	case <-reached:
	case <-time.After(30 * time.Second):
		t.Fatal("the second shard did not come to its call")
	}
	code, out = p.run("merge", "a", "b", "-o", "early")
	assert.Equal(t, 5, code, out)
	assert.Contains(t, out, "in use by another run")
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	close(hold)

	code, out = p.run("merge", "a", "b", "-o", "merged")
	require.Equal(t, 4, code, out)
	unknown, left := 0, 0
	for _, r := range p.rows("merged") {
		switch r.Status {
		case predictions.Unknown:
			unknown++
		case predictions.Unattempted:
			left++
		}
	}
	assert.Equal(t, 1, unknown)
	assert.Equal(t, 30-21, left)
	code, out = p.run("score", "--resume", "merged", "--retry-unknown")
	require.Equal(t, 0, code, out)
	assert.Equal(t, 31, srv.sent())
}
