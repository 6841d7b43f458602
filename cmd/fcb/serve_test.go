// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/fault"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/google/shlex"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const smallRequest = `{"task":"q","answers":[{"output":"red green blue white"},{"output":"red green blue white"}]}`

// A served program is fcb serve as a process of its own.
type served struct {
	cmd    *exec.Cmd
	url    string
	stdout bytes.Buffer
	stderr *bufio.Reader
	last   string // what standard error had after the line
}

// startServe runs the real binary and waits for its line.
func startServe(t *testing.T, args ...string) *served {
	t.Helper()
	s := &served{cmd: exec.Command("fcb", append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	s.cmd.Stdout = &s.stdout
	pipe, err := s.cmd.StderrPipe()
	require.NoError(t, err)
	s.stderr = bufio.NewReader(pipe)
	require.NoError(t, s.cmd.Start())
	t.Cleanup(func() { s.cmd.Process.Kill(); s.cmd.Wait() })
	for {
		line, err := s.stderr.ReadString('\n')
		require.NoError(t, err, "it ended before it listened: %s", line)
		if m := regexp.MustCompile(`^fcb: listening on (http://127\.0\.0\.1:\d+) `).FindStringSubmatch(line); m != nil {
			s.url = m[1]
			return s
		}
	}
}

func (s *served) post(t *testing.T, path, body string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequest("POST", s.url+path, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(b)
}

// stop sends a signal and gives the exit code.
func (s *served) stop(t *testing.T, signal os.Signal) int {
	t.Helper()
	require.NoError(t, s.cmd.Process.Signal(signal))
	rest, err := io.ReadAll(s.stderr)
	require.NoError(t, err)
	s.last = string(rest)
	err = s.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	require.NoError(t, err)
	return 0
}

func TestServeAnswersAndStopsBySignal(t *testing.T) {
	for signal, code := range map[os.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		s := startServe(t)
		status, body := s.post(t, api.PathConsensus, smallRequest)
		assert.Equal(t, 200, status)
		assert.Contains(t, body, `"false_consensus_risk":"high"`)
		assert.Equal(t, code, s.stop(t, signal))
		assert.Empty(t, s.stdout.String())
		assert.Contains(t, s.last, "fcb: requests: 1 to /v1/consensus (1 with 200)\n")
	}
}

// At its end the server says what it was asked and what it answered, for whoever counts
// the same on the client's side.
func TestServeCounts(t *testing.T) {
	s := startServe(t, "--daily-limit", "2", "--fault", "reset=after:path=/v1/judge")
	for range 3 {
		s.post(t, api.PathConsensus, smallRequest)
	}
	s.post(t, api.PathConsensus, "{")
	s.post(t, "/v1/elsewhere", "{}")
	s.post(t, "/v1/nowhere", "{}")
	resp, err := http.Post(s.url+api.PathJudge, "application/json", strings.NewReader("{}"))
	if err == nil {
		resp.Body.Close()
	}
	require.Error(t, err)
	s.stop(t, syscall.SIGINT)
	var counts []string
	for line := range strings.Lines(s.last) {
		if n, ok := strings.CutPrefix(line, "fcb: requests: "); ok {
			counts = append(counts, strings.TrimSpace(n))
		}
	}
	assert.Equal(t, []string{"2 elsewhere (2 with 404)", "4 to /v1/consensus (2 with 200, 1 with 400, 1 with 429)", "1 to /v1/judge (1 without a reply)"}, counts)
}

// A request in flight is answered before the program ends.
func TestServeFinishesWhatIsInFlight(t *testing.T) {
	s := startServe(t, "--latency", "300ms")
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", api.PathConsensus, len(smallRequest))
	r := bufio.NewReader(conn)
	line, err := r.ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, "100 Continue", "from here on the request is being answered")
	_, err = io.WriteString(conn, smallRequest)
	require.NoError(t, err)
	answer := make(chan string, 1)
	go func() {
		b, _ := io.ReadAll(r)
		answer <- string(b)
	}()
	assert.Equal(t, 130, s.stop(t, syscall.SIGINT))
	got := <-answer
	assert.Contains(t, got, "HTTP/1.1 200 OK")
	assert.Contains(t, got, `"signature":`)
}

// The public key that is printed belongs to the key that signs.
func TestServeSignsWithTheGivenKey(t *testing.T) {
	dir := t.TempDir()
	keyFile := filepath.Join(dir, "key")
	require.NoError(t, os.WriteFile(keyFile, []byte("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"), 0o600))
	printed, err := exec.Command("fcb", "serve", "--print-public-key", "--signing-key", keyFile).Output()
	require.NoError(t, err)
	public, err := receipt.ParsePublicKey(printed)
	require.NoError(t, err)
	assert.Equal(t, ed25519.NewKeyFromSeed(make([]byte, 32)).Public(), public)

	s := startServe(t, "--signing-key", keyFile)
	_, body := s.post(t, api.PathConsensus, smallRequest)
	raw, err := receipt.Cut([]byte(body))
	require.NoError(t, err)
	require.NoError(t, receipt.Verify(raw, []byte(smallRequest), []byte(body), public))
}

func TestServeFlagsReachTheEngine(t *testing.T) {
	t.Setenv("SERVE_TEST_KEY", " k3y\n")
	t.Setenv("FCB_SERVE_DAILY_LIMIT", "1")
	s := startServe(t, "--api-key-env", "SERVE_TEST_KEY", "--detector", "share", "--latency", "1ms",
		"--fault", "status=418:call=2", "--fault", "header=\"X-A: b\":call=3")
	status, _ := s.post(t, api.PathConsensus, smallRequest)
	assert.Equal(t, 401, status)
	key := []string{"Authorization", "Bearer k3y"}
	status, _ = s.post(t, api.PathConsensus, smallRequest, key...)
	assert.Equal(t, 418, status)
	status, body := s.post(t, api.PathConsensus, smallRequest, key...)
	assert.Equal(t, 200, status)
	assert.Contains(t, body, `"engine":"baseline-share"`)
	status, body = s.post(t, api.PathConsensus, smallRequest, key...)
	assert.Equal(t, 429, status)
	assert.Contains(t, body, "quota_exhausted")
}

func TestServeNamesATakenAddress(t *testing.T) {
	s := startServe(t)
	addr := strings.TrimPrefix(s.url, "http://")
	cmd := exec.Command("fcb", "serve", "--addr", addr)
	out, err := cmd.Output()
	var exit *exec.ExitError
	require.True(t, errors.As(err, &exit), err)
	assert.Equal(t, 3, exit.ExitCode())
	assert.Empty(t, out)
	assert.Contains(t, string(exit.Stderr), addr)
}

// docs/serve.md shows the fault language as the program prints it.
func TestServeDocumentationHoldsTheFaultLanguage(t *testing.T) {
	b, err := os.ReadFile("../../docs/serve.md")
	require.NoError(t, err)
	assert.Contains(t, string(b), "```text\n"+fault.Help()+"```", "paste the output of fcb help serve from \"A fault plan\" on")
	out, err := exec.Command("fcb", "help", "serve").Output()
	require.NoError(t, err)
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	assert.Contains(t, squeeze(string(out)), squeeze(fault.Help()))
}

// Every fcb serve line of the page starts.
func TestServeDocumentationRuns(t *testing.T) {
	b, err := os.ReadFile("../../docs/serve.md")
	require.NoError(t, err)
	started := 0
	for _, line := range strings.Split(string(b), "\n") {
		if !strings.HasPrefix(line, "fcb serve") || strings.Contains(line, "key.pem") {
			continue
		}
		words, err := shlex.Split(line)
		require.NoError(t, err)
		s := startServe(t, words[2:]...)
		assert.Equal(t, 130, s.stop(t, syscall.SIGINT), line)
		started++
	}
	assert.GreaterOrEqual(t, started, 5)
}
