// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A program is the real fcb in a folder of its own, to be run and killed.
type program struct {
	t    *testing.T
	path string
	dir  string
}

func newProgram(t *testing.T) *program {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	dir := t.TempDir()
	path := filepath.Join(dir, "bin", "fcb")
	require.NoError(t, os.Mkdir(filepath.Dir(path), 0o755))
	require.NoError(t, os.Symlink(self, path)) // TestMain runs main for this name
	return &program{t, path, dir}
}

func (p *program) command(args ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command(p.path, args...)
	cmd.Dir = p.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Env = append(os.Environ(), "NO_PROXY=127.0.0.1")
	return cmd, &out
}

// run runs to the end and gives the exit code and all output.
func (p *program) run(args ...string) (int, string) {
	cmd, out := p.command(args...)
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), out.String()
}

func (p *program) rows(dir string) []predictions.Prediction {
	p.t.Helper()
	f, err := os.Open(filepath.Join(p.dir, dir, predictions.PredictionsFile))
	require.NoError(p.t, err)
	defer f.Close()
	read, err := predictions.Read(f, "predictions.jsonl")
	require.NoError(p.t, err)
	return read.Rows
}

// writeCases writes n small cases and gives the file's name.
func (p *program) writeCases(n int) string {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"id":"sum-%04d","category":"genuine_agreement_correct","question":"What is %d plus one?","answers":[{"agent_id":"a","output":"It is %d.","correct":true},{"agent_id":"b","output":"One more is %d.","correct":true}],"ground_truth":"%d","majority_correct":true,"expected_risk":"low","rationale":"Arithmetic.","source":"original"}`+"\n", i, i, i+1, i+1, i+1)
	}
	require.NoError(p.t, os.WriteFile(filepath.Join(p.dir, "cases.jsonl"), b.Bytes(), 0o644))
	return "cases.jsonl"
}

// A counter counts requests by body and answers after a short random delay.
type counter struct {
	*httptest.Server
	mu    sync.Mutex
	seen  map[string]int
	total int
	on    func(n int, w http.ResponseWriter) (answered bool) // nil: answer
}

func newCounter(t *testing.T, delay time.Duration) *counter {
	c := &counter{seen: map[string]int{}}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		c.mu.Lock()
		n := c.total
		c.seen[string(body)]++
		c.total++
		on := c.on
		c.mu.Unlock()
		if delay > 0 {
			time.Sleep(rand.N(delay))
		}
		if on != nil && on(n, w) {
			return
		}
		var q struct {
			Answers []struct {
				Output string `json:"output"`
			} `json:"answers"`
		}
		if json.Unmarshal(body, &q) != nil || len(q.Answers) == 0 {
			io.WriteString(w, `{"verdict":"pass"}`)
			return
		}
		answer, _ := json.Marshal(q.Answers[0].Output)
		fmt.Fprintf(w, `{"consensus_answer":%s,"false_consensus_risk":"low","engine":"deterministic"}`, answer)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *counter) sent() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.total
}

// killAfter starts the program and ends it with SIGKILL after a while, unless it
// ends by itself before.
func (p *program) killAfter(d time.Duration, args ...string) (killed bool) {
	cmd, out := p.command(args...)
	require.NoError(p.t, cmd.Start())
	timer := time.AfterFunc(d, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	timer.Stop()
	killed = cmd.ProcessState.ExitCode() == -1
	if !killed {
		require.Contains(p.t, []int{0, 4}, cmd.ProcessState.ExitCode(), "%s", out)
	}
	return killed
}

// SIGKILL at 50 random moments: nothing is lost, nothing is sent twice.
func TestKilledRunsLoseAndRepeatNothing(t *testing.T) {
	for _, concurrency := range []int{8, 64} {
		t.Run(fmt.Sprint("concurrency ", concurrency), func(t *testing.T) {
			p := newProgram(t)
			file := p.writeCases(600)
			begun := time.Now()
			p.run("score", "--cases", file, "--endpoint", "reference", "--limit", "0", "--out", "empty")
			startUp := time.Since(begun)
			wanted := 50
			if testing.Short() { // as under the race detector, where a start takes seconds
				wanted = 8
			}
			kills, rounds, unknown := 0, 0, 0
			for ; kills < wanted && rounds < 50; rounds++ {
				k, u := p.killedRun(file, fmt.Sprint("run", rounds), concurrency, &startUp)
				kills, unknown = kills+k, unknown+u
			}
			require.GreaterOrEqual(t, kills, wanted)
			t.Logf("%d kills in %d runs, %d calls of unknown outcome", kills, rounds, unknown)
		})
	}
}

// killedRun starts one run, kills and resumes it until it ends by itself, and
// checks what the server saw against what the run knows. How long a start takes is
// learned on the way: it changes with whatever else the machine does.
func (p *program) killedRun(file, dir string, concurrency int, startUp *time.Duration) (kills, unknown int) {
	t := p.t
	srv := newCounter(t, 20*time.Millisecond)
	for ended := false; !ended; {
		args := []string{"score", "--cases", file, "--endpoint", srv.URL, "--out", dir, "--concurrency", fmt.Sprint(concurrency)}
		if predictions.HasManifest(filepath.Join(p.dir, dir)) {
			args = []string{"score", "--resume", dir, "--quiet"}
		} else {
			require.NoError(t, os.RemoveAll(filepath.Join(p.dir, dir)))
			require.Zero(t, srv.sent(), "nothing is sent before the manifest is there")
		}
		ended = !p.killAfter(*startUp/2+rand.N(*startUp+100*time.Millisecond), args...)
		switch {
		case !ended:
			if kills++; srv.sent() == 0 {
				*startUp = *startUp * 5 / 4
			}
		case kills == 0:
			*startUp = *startUp * 3 / 4
		}
	}
	for body, n := range srv.seen {
		require.Equal(t, 1, n, "sent twice: %s", body)
	}
	for _, r := range p.rows(dir) {
		if r.Status == predictions.Unknown {
			unknown++
			continue
		}
		require.Equal(t, predictions.OK, r.Status)
	}
	require.LessOrEqual(t, unknown, kills*concurrency)
	// A call that was recorded and not yet sent when the program was killed is unknown too.
	require.GreaterOrEqual(t, len(srv.seen), 600-unknown, "every case was asked")
	return kills, unknown
}

func TestCapHoldsOverKillsAndResumes(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 5*time.Millisecond)
	args := []string{"score", "--cases", p.writeCases(100), "--endpoint", srv.URL, "--out", "run", "--concurrency", "32", "--judge", "--max-calls", "4"}
	for kill := range 3 {
		cmd, out := p.command(args...)
		require.NoError(t, cmd.Start())
		before := srv.sent()
		require.Eventually(t, func() bool { return srv.sent() > before }, 20*time.Second, time.Millisecond, "%s", out)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		args = []string{"score", "--resume", "run", "--max-calls", fmt.Sprint(6 + 2*kill)}
	}
	assert.LessOrEqual(t, srv.sent(), 8)
	assert.GreaterOrEqual(t, srv.sent(), 3, "each of the three was killed after it had sent something")
	code, out := p.run("score", "--resume", "run", "--max-calls", "10")
	assert.Equal(t, 4, code, out)
	assert.LessOrEqual(t, srv.sent(), 10)
	_, out = p.run("score", "--status", "run", "--format", "json")
	assert.Contains(t, out, `"sent": 10`, "the whole cap is used; a call that was reserved when the program was killed counts")
}

// A reply that was finished well before the kill is there after it.
func TestFinishedRepliesSurviveAKill(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 0)
	hold := make(chan struct{})
	srv.on = func(n int, _ http.ResponseWriter) bool {
		if n >= 25 {
			<-hold
		}
		return false
	}
	cmd, out := p.command("score", "--cases", p.writeCases(60), "--endpoint", srv.URL, "--out", "run", "--concurrency", "5")
	require.NoError(t, cmd.Start())
	// Five calls hang only after each worker has recorded what it had before.
	require.Eventually(t, func() bool { return srv.sent() == 30 }, 20*time.Second, time.Millisecond, "%s", out)
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	close(hold)
	code, text := p.run("score", "--resume", "run")
	require.Equal(t, 4, code, text)
	_, text = p.run("score", "--status", "run")
	assert.Contains(t, text, "60 scheduled = 55 ok + 0 failed + 5 unknown + 0 unattempted")
	assert.Equal(t, 60, srv.sent())
}

// A quota of ten a day: fifteen days, one plain resume each, and the metrics of
// one uninterrupted run.
func TestFifteenDaysOfTenCalls(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 0)
	left := 10
	srv.on = func(_ int, w http.ResponseWriter) bool {
		srv.mu.Lock()
		defer srv.mu.Unlock()
		if left == 0 {
			w.Header().Set("Retry-After", "31620")
			w.WriteHeader(429)
			io.WriteString(w, `{"error":{"code":"quota_exhausted","message":"daily free quota used"}}`)
			return true
		}
		left--
		return false
	}
	code, out := p.run("score", "--endpoint", srv.URL, "--out", "run")
	days := 1
	for ; code == 4 && days < 20; days++ {
		require.Contains(t, out, "the quota is used up")
		srv.mu.Lock()
		left = 10
		srv.mu.Unlock()
		code, out = p.run("score", "--resume", "run")
	}
	require.Equal(t, 0, code, out)
	assert.Equal(t, 15, days)
	assert.Len(t, p.rows("run"), 144)

	whole := newCounter(t, 0)
	code, out = p.run("score", "--endpoint", whole.URL, "--out", "whole")
	require.Equal(t, 0, code, out)
	a, err := os.ReadFile(filepath.Join(p.dir, "run", predictions.MetricsFile))
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(p.dir, "whole", predictions.MetricsFile))
	require.NoError(t, err)
	assert.Equal(t, string(b), string(a))
}

// The order in which replies come changes nothing but times.
func TestConcurrencyChangesNothing(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 5*time.Millisecond)
	var metrics, rows [2]string
	times := regexp.MustCompile(`"(latency_ms|started_at)":[^,]+,`)
	for i, concurrency := range []string{"1", "16"} {
		dir := "run" + concurrency
		code, out := p.run("score", "--endpoint", srv.URL, "--judge", "--out", dir, "-c", concurrency)
		require.Equal(t, 0, code, out)
		m, err := os.ReadFile(filepath.Join(p.dir, dir, predictions.MetricsFile))
		require.NoError(t, err)
		r, err := os.ReadFile(filepath.Join(p.dir, dir, predictions.PredictionsFile))
		require.NoError(t, err)
		metrics[i], rows[i] = string(m), times.ReplaceAllString(string(r), "")
	}
	assert.Equal(t, metrics[0], metrics[1])
	assert.Equal(t, rows[0], rows[1])
}

func TestSignals(t *testing.T) {
	for _, c := range []struct {
		name    string
		signals []syscall.Signal
		code    int
	}{
		{"SIGINT", []syscall.Signal{syscall.SIGINT}, 130},
		{"SIGTERM", []syscall.Signal{syscall.SIGTERM}, 143},
		{"SIGHUP", []syscall.Signal{syscall.SIGHUP}, 143},
		{"SIGINT twice", []syscall.Signal{syscall.SIGINT, syscall.SIGINT}, 130},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, srv := newProgram(t), newCounter(t, 0)
			reached := make(chan struct{})
			hold := make(chan struct{})
			srv.on = func(n int, _ http.ResponseWriter) bool {
				if n == 20 {
					close(reached)
				}
				if n >= 20 && len(c.signals) > 1 {
					<-hold
				} else if n >= 20 {
					time.Sleep(200 * time.Millisecond)
				}
				return false
			}
			cmd, out := p.command("score", "--cases", p.writeCases(60), "--endpoint", srv.URL, "--out", "run", "-c", "2")
			require.NoError(t, cmd.Start())
			<-reached
			require.NoError(t, cmd.Process.Signal(c.signals[0]))
			if len(c.signals) > 1 {
				time.Sleep(200 * time.Millisecond)
				require.NoError(t, cmd.Process.Signal(c.signals[1]))
			}
			_ = cmd.Wait()
			close(hold)
			assert.Equal(t, c.code, cmd.ProcessState.ExitCode(), "%s", out)
			assert.Contains(t, out.String(), "go on with: fcb score --resume run")
			if len(c.signals) == 1 {
				ok := 0
				for _, r := range p.rows("run") {
					if r.Status == predictions.OK {
						ok++
					}
				}
				assert.Equal(t, srv.sent(), ok, "what was in flight was finished")
			}
			srv.mu.Lock()
			srv.on = nil
			srv.mu.Unlock()
			code, text := p.run("score", "--resume", "run")
			if len(c.signals) == 1 {
				require.Equal(t, 0, code, text)
			} else {
				require.Equal(t, 4, code, "two calls in flight are unknown: %s", text)
			}
			assert.Equal(t, 60, srv.sent())
		})
	}
}

// Whoever reads the messages may end first, as tee does of the same Ctrl-C: what is in
// flight is finished all the same. Under nohup a hangup is none.
func TestSignalsWithoutReaders(t *testing.T) {
	for _, c := range []struct {
		name   string
		script string
		signal syscall.Signal
		code   int
	}{
		{"broken pipe", `exec "$@"`, syscall.SIGINT, 130},
		{"nohup", `trap "" HUP; exec "$@"`, syscall.SIGHUP, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, srv := newProgram(t), newCounter(t, 0)
			reached, hold := make(chan struct{}), make(chan struct{})
			srv.on = func(n int, _ http.ResponseWriter) bool {
				if n == 3 {
					close(reached)
				}
				if n >= 3 {
					<-hold
				}
				return false
			}
			run, _ := p.command("score", "--cases", p.writeCases(8), "--endpoint", srv.URL, "--out", "run", "-c", "1")
			cmd := exec.Command("sh", append([]string{"-c", c.script, "sh"}, run.Args...)...)
			cmd.Dir, cmd.Env = run.Dir, run.Env
			messages, err := cmd.StderrPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			t.Cleanup(func() { _ = cmd.Process.Kill() })
			select {
			case <-reached:
			case <-time.After(time.Minute):
				t.Fatal("it does not come to its fourth call")
			}
			require.NoError(t, messages.Close())
			require.NoError(t, cmd.Process.Signal(c.signal))
			time.Sleep(200 * time.Millisecond)
			close(hold)
			_ = cmd.Wait()
			assert.Equal(t, c.code, cmd.ProcessState.ExitCode(), "%s", cmd.ProcessState)
			unknown := 0
			for _, r := range p.rows("run") {
				if r.Status == predictions.Unknown {
					unknown++
				}
			}
			assert.Zero(t, unknown)
		})
	}
}

// Programs that were asked are ended with fcb when it leaves at once; after one signal,
// what one has under way is finished, and nothing is sent to a successor.
func TestSignalsAndPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	waitFor := func(t *testing.T, path, text string) {
		require.Eventually(t, func() bool {
			b, _ := os.ReadFile(path)
			return strings.Contains(string(b), text)
		}, 20*time.Second, 10*time.Millisecond)
	}
	t.Run("SIGINT twice", func(t *testing.T) {
		p := newProgram(t)
		log := filepath.Join(p.dir, "log")
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, "slow.sh"), []byte("read -r line; echo read >> log; sleep 3; echo survived >> log"), 0o644))
		cmd, out := p.command("score", "--endpoint", "exec:sh slow.sh", "--limit", "1", "--out", "run", "-c", "1")
		require.NoError(t, cmd.Start())
		waitFor(t, log, "read")
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		time.Sleep(200 * time.Millisecond) // signals of one kind that wait are one
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		_ = cmd.Wait()
		assert.Equal(t, 130, cmd.ProcessState.ExitCode(), "%s", out)
		time.Sleep(4 * time.Second)
		b, err := os.ReadFile(log)
		require.NoError(t, err)
		assert.Equal(t, "read\n", string(b))
	})
	t.Run("SIGINT once", func(t *testing.T) {
		p := newProgram(t)
		log := filepath.Join(p.dir, "log")
		// The second request waits for a program that has answered and takes its time to end.
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, "once.sh"), []byte(`read -r line; echo read >> log; echo '{"false_consensus_risk":"low"}'; sleep 2`), 0o644))
		cmd, out := p.command("score", "--endpoint", "exec:sh once.sh", "--limit", "3", "--out", "run", "-c", "1")
		require.NoError(t, cmd.Start())
		waitFor(t, filepath.Join(p.dir, "run", "journal.jsonl"), `"call":2`)
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		_ = cmd.Wait()
		assert.Equal(t, 130, cmd.ProcessState.ExitCode(), "%s", out)
		b, err := os.ReadFile(log)
		require.NoError(t, err)
		assert.Equal(t, "read\n", string(b), "nothing was sent after the signal")
		code, status := p.run("score", "--status", "run")
		assert.Equal(t, 0, code)
		assert.Contains(t, status, "1 sent = 1 answered + 0 refused + 0 failed + 0 unknown (and 1 never connected)")
	})
	t.Run("SIGINT before a line too many", func(t *testing.T) {
		p := newProgram(t)
		log := filepath.Join(p.dir, "log")
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, "babbles.sh"), []byte(`read -r line; echo read >> log; until test -e go; do sleep 0.02; done; printf '{"false_consensus_risk":"low"}\n{"false_consensus_risk":"high"}\n'; read -r line`), 0o644))
		cmd, out := p.command("score", "--endpoint", "exec:sh babbles.sh", "--limit", "3", "--out", "run", "-c", "1")
		require.NoError(t, cmd.Start())
		waitFor(t, log, "read")
		require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
		time.Sleep(200 * time.Millisecond)
		require.NoError(t, os.WriteFile(filepath.Join(p.dir, "go"), nil, 0o644))
		_ = cmd.Wait()
		assert.Equal(t, 3, cmd.ProcessState.ExitCode(), "the worse of two reasons: %s", out)
		code, status := p.run("score", "--status", "run")
		assert.Equal(t, 0, code)
		assert.Contains(t, status, "not to be gone on with")
	})
}

func TestTwoRunsNeverShareADirectory(t *testing.T) {
	p, srv := newProgram(t), newCounter(t, 0)
	reached, hold := make(chan struct{}), make(chan struct{})
	srv.on = func(n int, _ http.ResponseWriter) bool {
		if n == 0 {
			close(reached)
		}
		<-hold
		return false
	}
	cmd, _ := p.command("score", "--cases", p.writeCases(5), "--endpoint", srv.URL, "--out", "run")
	require.NoError(t, cmd.Start())
	<-reached
	for _, args := range [][]string{{"--out", "run", "--endpoint", srv.URL, "--cases", "cases.jsonl"}, {"--resume", "run"}} {
		code, out := p.run(append([]string{"score"}, args...)...)
		assert.Equal(t, 5, code, out)
		assert.Contains(t, out, fmt.Sprintf("in use by another run: process %d on", cmd.Process.Pid))
	}
	// Its books can be read meanwhile, and say who is at it.
	code, out := p.run("score", "--status", "run")
	assert.Equal(t, 0, code, out)
	assert.Contains(t, out, "4 unknown")
	assert.Contains(t, out, fmt.Sprintf("in use by process %d on", cmd.Process.Pid))
	assert.NotContains(t, out, "next:")
	// Nor where somebody has taken the lock file for a stale one.
	require.NoError(t, os.Remove(filepath.Join(p.dir, "run", "lock")))
	code, out = p.run("score", "--resume", "run")
	assert.Equal(t, 5, code, out)
	assert.Contains(t, out, "in use by another run: another process has its journal.jsonl open")
	close(hold)
	require.NoError(t, cmd.Wait())
	assert.Equal(t, 5, srv.sent())
}

// What a service sends beside its reply reaches no stream, whatever key it echoes.
func TestSurplusBytesOfAServiceAreNotShown(t *testing.T) {
	p := newProgram(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	const key = "sk-live-0123456789abcdef"
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewReader(conn)
				for {
					r, err := http.ReadRequest(in)
					if err != nil {
						return
					}
					io.Copy(io.Discard, r.Body)
					body := `{"false_consensus_risk":"low"}`
					fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%sHTTP/1.1 400 Bad\r\nX: %s\r\n\r\n", len(body), body, r.Header.Get("Authorization"))
				}
			}()
		}
	}()
	cmd, out := p.command("score", "--cases", p.writeCases(5), "--endpoint", "http://"+listener.Addr().String(), "--out", "run", "--api-key-env", "SURPLUS_KEY", "-c", "1")
	cmd.Env = append(cmd.Env, "SURPLUS_KEY="+key)
	require.NoError(t, cmd.Start())
	_ = cmd.Wait()
	assert.NotContains(t, out.String(), key)
	assert.NotContains(t, out.String(), "Unsolicited")
	assert.Contains(t, out.String(), "predictions scored")
}

// A full disk stops the sending at the first record that cannot be written, and
// every reply that came is there all the same.
func TestFullDiskStopsSendingAndLosesNothing(t *testing.T) {
	for _, c := range []struct {
		concurrency, size string
		filler            string // as JSON spells it
		cases, most       int
		delay             time.Duration
	}{
		{"1", "3m", strings.Repeat("x", 20_000), 500, 200, 2 * time.Millisecond},
		{"8", "7m", strings.Repeat("x", 20_000), 500, 400, 2 * time.Millisecond},
		{"16", "14m", strings.Repeat(`\"`, 95_000), 60, 50, 200 * time.Millisecond}, // twice as large in the journal, all on their way at once
	} {
		p, srv := newProgram(t), newCounter(t, c.delay)
		small := filepath.Join(p.dir, "small")
		require.NoError(t, os.Mkdir(small, 0o755))
		if err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+c.size, "none", small).Run(); err != nil {
			t.Skip("mounting a small file system needs more rights than this test has")
		}
		defer exec.Command("umount", small).Run()
		srv.on = func(_ int, w http.ResponseWriter) bool {
			fmt.Fprintf(w, `{"false_consensus_risk":"low","filler":"%s"}`, c.filler)
			return true
		}
		code, out := p.run("score", "--cases", p.writeCases(c.cases), "--endpoint", srv.URL, "--out", "small/run", "-c", c.concurrency)
		require.Equal(t, 3, code, out)
		assert.Contains(t, out, "no space left on device")
		assert.Greater(t, srv.sent(), 5)
		assert.Less(t, srv.sent(), c.most)
		_, out = p.run("score", "--status", "small/run")
		assert.Contains(t, out, fmt.Sprintf("%d sent = %d answered + 0 refused + 0 failed + 0 unknown", srv.sent(), srv.sent()))

		// With room again, the run goes on where it stopped.
		require.NoError(t, exec.Command("mount", "-o", "remount,size=128m", small).Run())
		code, out = p.run("score", "--resume", "small/run")
		require.Equal(t, 0, code, out)
		assert.Equal(t, c.cases, srv.sent())
		assert.NoFileExists(t, filepath.Join(small, "run", "journal.reserve"))
	}
}
