// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/predictions"
)

// serverVariable makes a run of this test binary the trivial server of
// BenchmarkOverhead, a process of its own as a service is one.
const serverVariable = "FCB_BENCH_SERVER"

// TestOverheadServer is no test: it serves until its standard input ends.
func TestOverheadServer(t *testing.T) {
	if os.Getenv(serverVariable) == "" {
		t.Skip("the other process of BenchmarkOverhead")
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, lowReply)
	}))
	defer srv.Close()
	fmt.Println(srv.URL)
	io.Copy(io.Discard, os.Stdin)
}

// serveTrivially starts the server and gives its URL.
func serveTrivially(b *testing.B) string {
	c := exec.Command(os.Args[0], "-test.run", "^TestOverheadServer$")
	c.Env = append(os.Environ(), serverVariable+"=1")
	stdin, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { stdin.Close(); c.Wait() })
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(url)
}

// The cost of journal, books and gate: requests a second against a trivial
// server, beside a plain net/http loop that sends the same bytes and reads the
// same replies. FCB_BENCH_DIR names the folder of the journal (a RAM disk or a
// real one).
//
//	go test ./bench -run '^$' -bench Overhead -benchtime 20000x
func BenchmarkOverhead(b *testing.B) {
	url := serveTrivially(b)
	for _, n := range []int{1, 8, 32} {
		b.Run(fmt.Sprintf("net_http/c=%d", n), func(b *testing.B) { plainLoop(b, url, n) })
		b.Run(fmt.Sprintf("fcb/c=%d", n), func(b *testing.B) { askLoop(b, url, n) })
	}
}

func plainLoop(b *testing.B, url string, concurrency int) {
	body := someCases(1)[0].Request(api.EvidenceInline).Encode()
	client := http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: concurrency}, Timeout: time.Minute}
	work := make(chan struct{}, b.N)
	for range b.N {
		work <- struct{}{}
	}
	close(work)
	b.ResetTimer()
	var all sync.WaitGroup
	for range concurrency {
		all.Go(func() {
			for range work {
				resp, err := client.Post(url+api.PathConsensus, "application/json", bytes.NewReader(body))
				if err != nil {
					b.Error(err)
					return
				}
				io.ReadAll(resp.Body)
				resp.Body.Close()
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "req/s")
}

func askLoop(b *testing.B, url string, concurrency int) {
	parent := os.Getenv("FCB_BENCH_DIR")
	if parent == "" {
		parent = b.TempDir()
	}
	dir, err := os.MkdirTemp(parent, "run")
	if err != nil {
		b.Fatal(err)
	}
	defer os.RemoveAll(dir)
	const size = 144 // of a run's case file; more calls are repeats
	p, err := bench.NewPlan(someCases(size), predictions.Task{Evidence: api.EvidenceInline, Repeats: (b.N + size - 1) / size}, predictions.Selection{})
	if err != nil {
		b.Fatal(err)
	}
	run, err := bench.Create(filepath.Join(dir, "r"), predictions.Manifest{Format: predictions.RunFormat}, []byte("{}\n"), p, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	defer run.Close()
	h, err := endpoint.NewHTTP(endpoint.Options{Base: url, Timeout: time.Minute, Concurrency: concurrency})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	b.ResetTimer()
	if stop := run.Ask(context.Background(), h, bench.Settings{Concurrency: concurrency, MaxWait: time.Minute, Now: time.Now}); stop != nil {
		b.Fatal(stop.Message)
	}
	b.ReportMetric(float64(len(p.Tasks))/b.Elapsed().Seconds(), "req/s")
}
