// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/predictions/journal"
)

// misbehave gives each kind of trouble in turn, and an answer in between.
func misbehave(n int, w http.ResponseWriter) bool {
	if n == 0 || n%2 == 1 {
		return false
	}
	switch n / 2 % 10 {
	case 0:
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
	case 1:
		http.Error(w, "oops "+fakeKey, 500)
	case 2:
		w.Header().Set("Retry-After", "0")
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusServiceUnavailable)
	case 3:
		io.WriteString(w, "<html>not JSON</html>")
	case 4:
		io.WriteString(w, `{"choices":[],"content":[],"candidates":[]}`)
	case 5:
		conn, _, _ := w.(http.Hijacker).Hijack()
		conn.Close()
	case 6:
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"model":`)
	case 7:
		http.Error(w, `{"error":{"message":"bad parameter"}}`, 400)
	case 8:
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
		w.WriteHeader(307)
	case 9:
		http.Error(w, `{"error":{"message":"no"}}`, http.StatusUnauthorized)
	}
	return true
}

// Every failure is recorded once and none is retried, in one session or several.
func TestStudyNeverRetries(t *testing.T) {
	p := newProgram(t)
	fakes := []*wireFake{newWireFake(t, "openai"), newWireFake(t, "anthropic"), newWireFake(t, "google")}
	for _, f := range fakes {
		f.bad = misbehave
	}
	p.writeWireStudy("s", 40, "40", fakes...)
	code, out := p.run("study", "run", "s")
	require.Equal(t, 0, code, out)
	for range 2 {
		code, out = p.run("study", "run", "s")
		require.Equal(t, 0, code, out)
	}
	st := p.status("s")
	for i, f := range fakes {
		total, most := f.counts()
		assert.Equal(t, 44, total, "%s: 40 first answers and 4 repeats", f.provider)
		assert.LessOrEqual(t, most, 2, "a question is asked once a run, and the repeat run is another")
		m := st.Models[i]
		assert.Equal(t, 44, m.Answered+m.Refused+m.Failed+m.Unknown)
		assert.Equal(t, 23, m.Answered, "%s %v", f.provider, m.Kinds)
		for _, kind := range []string{"rate_limited", "unavailable", "server_error", "client_error", "redirect", "unauthorized", "connection_lost", "body_cut_short", "not_json"} {
			assert.NotZero(t, m.Kinds[kind], "%s: %s", f.provider, kind)
		}
	}
	code, out = p.run("study", "score", "s")
	require.Equal(t, 0, code, out)
	code, _ = p.run("study", "report", "s")
	require.Equal(t, 0, code)
	md, err := os.ReadFile(filepath.Join(p.dir, "s", "report.md"))
	require.NoError(t, err)
	for _, name := range []string{"fake-o-1", "fake-a-1", "fake-g-1"} {
		assert.Contains(t, string(md), name)
	}
	// No key is in any file, though the services echo it.
	err = filepath.WalkDir(filepath.Join(p.dir, "s"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b, _ := os.ReadFile(path)
			assert.NotContains(t, string(b), fakeKey, path)
		}
		return err
	})
	require.NoError(t, err)
	journalText, err := os.ReadFile(filepath.Join(p.dir, "s", study.JournalFile))
	require.NoError(t, err)
	assert.Contains(t, string(journalText), "[redacted]")
}

// The cap holds at any concurrency: what is sent never costs more, even if every
// reply uses all that it may.
func TestStudyCapIsNeverExceeded(t *testing.T) {
	p := newProgram(t)
	fakes := []*wireFake{newWireFake(t, "openai"), newWireFake(t, "anthropic"), newWireFake(t, "google")}
	for _, f := range fakes {
		f.delay, f.output = 5*time.Millisecond, 2000
	}
	p.writeWireStudy("s", 60, "0.75", fakes...)
	for range 3 {
		code, out := p.run("study", "run", "s")
		require.Equal(t, 4, code, out)
		require.Contains(t, out, "the cap of USD 0.75 leaves no room")
	}
	sent := 0
	for _, f := range fakes {
		n, most := f.counts()
		sent += n
		assert.LessOrEqual(t, most, 2)
	}
	// 100 tokens in at USD 1 and at least 2000 out at USD 10 a million: USD 0.0201 a call.
	assert.LessOrEqual(t, float64(sent)*0.0201, 0.75)
	assert.Greater(t, sent, 25, "what replies report frees what was reserved")
	var spent float64
	_, err := fmt.Sscan(p.status("s").Money.Spent, &spent)
	require.NoError(t, err)
	assert.LessOrEqual(t, spent, 0.75)
}

// A service that does not keep the limit it was told stops the run.
func TestStudyStopsWhenACallCostsMoreThanItsReservation(t *testing.T) {
	p := newProgram(t)
	f := newWireFake(t, "openai")
	f.output = 1_000_000
	p.writeWireStudy("s", 60, "40", f)
	code, out := p.run("study", "run", "s")
	assert.Equal(t, 4, code, out)
	assert.Contains(t, out, "more than could be reserved")
	n, _ := f.counts()
	assert.LessOrEqual(t, n, 4, "only what was in flight")
}

// SIGKILL at random moments: nothing is lost, nothing is asked twice.
func TestKilledStudiesLoseAndRepeatNothing(t *testing.T) {
	p := newProgram(t)
	fakes := []*wireFake{newWireFake(t, "openai"), newWireFake(t, "anthropic"), newWireFake(t, "google")}
	for _, f := range fakes {
		f.delay = 20 * time.Millisecond
	}
	p.writeWireStudy("s", 100, "40", fakes...)
	kills := 0
	for range 25 {
		if !p.killAfter(30*time.Millisecond+rand.N(250*time.Millisecond), "study", "run", "s", "--quiet") {
			break
		}
		kills++
	}
	code, out := p.run("study", "run", "s")
	require.Equal(t, 0, code, out)
	require.Greater(t, kills, 2)
	st := p.status("s")
	unknown := 0
	for i, f := range fakes {
		total, most := f.counts()
		m := st.Models[i]
		unknown += m.Unknown
		assert.LessOrEqual(t, most, 2)
		assert.Equal(t, 110, m.Answered+m.Unknown, "%s: every answer is there or known to be unknown", f.provider)
		assert.GreaterOrEqual(t, total, m.Answered)
		assert.LessOrEqual(t, total, 110)
	}
	assert.LessOrEqual(t, unknown, kills*12)
	t.Logf("%d kills, %d calls of unknown outcome", kills, unknown)
}

// A model that cannot be reached, or refuses from the start, does not use up its
// questions; the others go on.
func TestStudyDoesNotWasteQuestionsOnADeadService(t *testing.T) {
	p := newProgram(t)
	gone, good := newWireFake(t, "openai"), newWireFake(t, "google")
	refusing := newWireFake(t, "anthropic")
	refusing.bad = func(_ int, w http.ResponseWriter) bool {
		http.Error(w, `{"error":{"message":"no such key"}}`, http.StatusUnauthorized)
		return true
	}
	p.writeWireStudy("s", 30, "40", gone, refusing, good)
	gone.Close()
	code, out := p.run("study", "run", "s")
	require.Equal(t, 4, code, out)
	assert.Contains(t, out, "m-openai: could not be reached")
	assert.Contains(t, out, "m-anthropic: refused")
	st := p.status("s")
	assert.Equal(t, 33, st.Models[0].Unattempted)
	n, _ := refusing.counts()
	assert.LessOrEqual(t, n, 4)
	assert.Equal(t, n, st.Models[1].Refused)
	assert.Equal(t, 33, st.Models[2].Answered)
	refusing.mu.Lock()
	refusing.bad = nil
	refusing.mu.Unlock()
	code, _ = p.run("study", "run", "s")
	require.Equal(t, 4, code)
	st = p.status("s")
	assert.Equal(t, 33-n, st.Models[1].Answered, "what was refused is not asked again")
}

// A missing key is told before anything is sent.
func TestStudyNeedsItsKeys(t *testing.T) {
	p := newProgram(t)
	f := newWireFake(t, "openai")
	p.writeWireStudy("s", 3, "40", f)
	t.Setenv("FAKE_KEY", "")
	code, out := p.run("study", "run", "s")
	assert.Equal(t, 2, code, out)
	assert.Contains(t, out, "the model m-openai needs a key, and the variable FAKE_KEY is not set")
	n, _ := f.counts()
	assert.Zero(t, n)
}

// The journal of a study is read with the checks of every journal.
func TestStudyRefusesADamagedJournal(t *testing.T) {
	p := newProgram(t)
	p.writeWireStudy("s", 5, "40")
	code, out := p.run("study", "run", "s")
	require.Equal(t, 0, code, out)
	path := filepath.Join(p.dir, "s", study.JournalFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	records, _, err := journal.Read(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(b), `"answer`, `"anzwer`, 1)), 0o644))
	for _, verb := range []string{"run", "score", "status", "report"} {
		code, out = p.run("study", verb, "s")
		assert.Equal(t, 3, code, "%s: %s", verb, out)
		assert.Contains(t, out, "journal.jsonl:")
	}
	assert.Len(t, records, 1+2*2*6)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Len(t, after, len(b), "nothing was changed")
}

// Pilots count against the cap of the run.
func TestStudyPilotsCountAgainstTheCap(t *testing.T) {
	p := newProgram(t)
	f := newWireFake(t, "openai")
	f.output = 2000
	p.writeWireStudy("s", 20, "0.03", f)
	code, out := p.run("study", "pilot", "s", "--model", "m-openai")
	require.Equal(t, 0, code, out)
	code, out = p.run("study", "pilot", "s", "--model", "m-openai")
	require.Equal(t, 1, code, "USD 0.0201 are spent, and another pilot may cost more than is left: %s", out)
	assert.Contains(t, out, "leaves no room")
	code, out = p.run("study", "run", "s")
	require.Equal(t, 4, code, out)
	n, _ := f.counts()
	assert.Equal(t, 1, n)
	st := p.status("s")
	assert.Equal(t, "0.0201", st.Money.Pilots)
	assert.Equal(t, "0.0201", st.Money.Spent)
}

// One signal: what is in flight is finished and the way on is told.
func TestStudyFinishesWhatIsInFlightAtASignal(t *testing.T) {
	p := newProgram(t)
	f := newWireFake(t, "google")
	reached := make(chan struct{})
	f.bad = func(n int, _ http.ResponseWriter) bool {
		if n == 10 {
			close(reached)
		}
		if n >= 10 {
			time.Sleep(300 * time.Millisecond)
		}
		return false
	}
	p.writeWireStudy("s", 40, "40", f)
	cmd, out := p.command("study", "run", "s")
	require.NoError(t, cmd.Start())
	<-reached
	code, other := p.run("study", "run", "s")
	assert.Equal(t, 5, code, other)
	assert.Contains(t, other, "in use by another run")
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait()
	assert.Equal(t, 130, cmd.ProcessState.ExitCode(), "%s", out)
	assert.Contains(t, out.String(), "go on with: fcb study run s")
	n, _ := f.counts()
	st := p.status("s")
	assert.Equal(t, n, st.Models[0].Answered)
	assert.Zero(t, st.Models[0].Unknown)
	code, other = p.run("study", "run", "s")
	require.Equal(t, 0, code, other)
	n, _ = f.counts()
	assert.Equal(t, 44, n)
}
