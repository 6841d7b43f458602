// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The shared adapter test. Every adapter is asked through a real run (gate,
// journal, books) and a detector that behaves in one of these ways; what the
// detector saw is counted on its side. A new adapter is one more row in adapters.
const (
	answers   = "answers"
	hangs     = "hangs"     // never answers
	refuses   = "refuses"   // says each time that it did not do the work
	malformed = "malformed" // answers with something else
	cuts      = "cuts"      // the reply ends in the middle
	echoes    = "echoes"    // sends back whatever it was sent, the key included
)

// adapterKey is the key of every adapter under test.
const adapterKey = "sk-adapter-0123456789"

// An adapter makes a caller and the detector it asks; asked counts the requests
// that the detector saw.
type adapter struct {
	name    string
	open    func(t *testing.T, behaviour string) (caller bench.Caller, asked func() int)
	refusal bool // there is a way to say that the work was not done
}

func adapters() []adapter {
	return []adapter{
		{"http", openHTTP, true},
		{"openai", openChat, true},
		{"exec", openExec, false},
	}
}

func TestEveryAdapterKeepsTheRules(t *testing.T) {
	for _, a := range adapters() {
		t.Run(a.name, func(t *testing.T) {
			for _, fault := range faultsOf(t, a) {
				t.Error(fault)
			}
		})
	}
}

// The test above finds what it is there to find.
func TestAdapterFaultsAreFound(t *testing.T) {
	for _, c := range []struct{ name, says string }{
		{"hides a retry after a refusal", "refuses: the detector saw 12 requests, the books have 6"},
		{"asks again after a timeout", "hangs: the detector saw 4 requests, the books have 2"},
		{"asks past the gate", "answers: the detector saw 4 requests, the books have 2"},
		{"names the key in an error", "cuts: the key stands in"},
		{"makes an answer of anything", "malformed: case-0 is ok, not failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := faultsOf(t, adapter{c.name, func(t *testing.T, behaviour string) (bench.Caller, func() int) {
				_, asked, url := detector(t, behaviour, plainReply)
				return &badAdapter{url, c.name, patience(behaviour)}, asked
			}, true})
			assert.Contains(t, strings.Join(faults, "\n"), c.says)
		})
	}
}

// faultsOf runs two cases against each behaviour and says what was not as it has to be.
func faultsOf(t *testing.T, a adapter) (faults []string) {
	const retries = 2
	price, err := bench.ParseMoney("0.01")
	require.NoError(t, err)
	for _, want := range []struct {
		behaviour, status string
		sent              int // a case
		class             func(bench.Books) int
	}{
		{answers, predictions.OK, 1, func(b bench.Books) int { return b.Answered }},
		{hangs, predictions.Unknown, 1, func(b bench.Books) int { return b.Unknown }},
		{refuses, predictions.Failed, 1 + retries, func(b bench.Books) int { return b.Refused }},
		{malformed, predictions.Failed, 1, func(b bench.Books) int { return b.Failed }},
		{cuts, predictions.Unknown, 1, func(b bench.Books) int { return b.Unknown }},
		{echoes, predictions.OK, 1, func(b bench.Books) int { return b.Answered }},
	} {
		if want.behaviour == refuses && !a.refusal { // an error reply, and that is it
			want.sent, want.class = 1, func(b bench.Books) int { return b.Failed }
		}
		say := func(format string, args ...any) {
			faults = append(faults, want.behaviour+": "+fmt.Sprintf(format, args...))
		}
		dir := filepath.Join(t.TempDir(), "run")
		run, err := bench.Create(dir, predictions.Manifest{Format: predictions.RunFormat}, []byte("{}\n"), twoCases(t), time.Now())
		require.NoError(t, err)
		caller, asked := a.open(t, want.behaviour)
		stop := run.Ask(context.Background(), caller, bench.Settings{Concurrency: 1, Retries: retries, MaxWait: time.Minute, Price: price, Now: time.Now})
		rows, books := run.State().Predictions(run.Plan), run.State().Books
		require.NoError(t, run.Close())
		if c, ok := caller.(io.Closer); ok {
			require.NoError(t, c.Close())
		}
		if stop != nil {
			say("the run stopped: %s", stop.Message)
		}
		for _, r := range rows {
			if r.Status != want.status {
				say("%s is %s, not %s", r.CaseID, r.Status, want.status)
			}
			if r.Status == predictions.OK && (r.FalseConsensusRisk == nil || *r.FalseConsensusRisk != api.RiskLow) {
				say("%s has another risk than was answered", r.CaseID)
			}
			if r.Status != predictions.OK && (r.Error == nil || r.Error.Message == "") {
				say("%s does not say why", r.CaseID)
			}
			if r.Attempts != want.sent {
				say("%s has %d attempts, not %d", r.CaseID, r.Attempts, want.sent)
			}
		}
		if asked() != books.Sent {
			say("the detector saw %d requests, the books have %d", asked(), books.Sent)
		}
		if books.Sent != 2*want.sent || want.class(books) != books.Sent {
			say("the books have %+v", books)
		}
		if books.Spent.Cmp(price.Times(asked())) != 0 {
			say("USD %s booked for %d requests", books.Spent, asked())
		}
		lines, err := predictions.Encode(rows)
		require.NoError(t, err)
		journal, err := os.ReadFile(filepath.Join(dir, predictions.JournalFile))
		require.NoError(t, err)
		if s := string(journal) + string(lines); strings.Contains(s, adapterKey) {
			at := strings.Index(s, adapterKey)
			say("the key stands in %s", s[max(0, at-60):at])
		}
		if want.behaviour == echoes && !strings.Contains(string(lines), "echo:") {
			say("the echo was not stored")
		}
	}
	return faults
}

func twoCases(t *testing.T) *bench.Plan {
	var all []cases.Case
	for i := range 2 {
		all = append(all, cases.Case{ID: fmt.Sprint("case-", i), Category: cases.Categories()[0], Question: fmt.Sprintf("What is %d?", i),
			Answers: []cases.Answer{{AgentID: "a", Output: "This."}, {AgentID: "b", Output: "That."}}})
	}
	p, err := bench.NewPlan(all, predictions.Task{Evidence: api.EvidenceInline, Repeats: 1}, predictions.Selection{})
	require.NoError(t, err)
	return p
}

// answer is the reply of a detector that answers, with what it was sent.
func answer(echo string) string {
	return fmt.Sprintf(`{"false_consensus_risk":"low","consensus_answer":%q,"engine":"test","reasons":[]}`, "echo: "+echo)
}

// detector is a server that behaves so. wrap makes an answer its reply.
func detector(t *testing.T, behaviour string, wrap func(string) string) (srv *httptest.Server, asked func() int, url string) {
	var n atomic.Int32
	gone := make(chan struct{})
	srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		n.Add(1)
		w.Header().Set("Content-Type", "application/json")
		switch behaviour {
		case hangs:
			select {
			case <-r.Context().Done():
			case <-gone:
			}
		case refuses:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			io.WriteString(w, `{"error":{"message":"slow down"}}`)
		case malformed:
			io.WriteString(w, wrap(`{"risk":"low"}`))
		case cuts:
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, wrap(answer(""))[:20])
		case echoes:
			io.WriteString(w, wrap(answer(fmt.Sprint(r.Header, string(body)))))
		default:
			io.WriteString(w, wrap(answer("")))
		}
	}))
	t.Cleanup(func() { close(gone); srv.Close() })
	return srv, func() int { return int(n.Load()) }, srv.URL
}

func plainReply(answer string) string { return answer }

// chatReply is odd wherever the answer does not stand.
func chatReply(answer string) string {
	return fmt.Sprintf(`{"id":7,"model":{"id":"m"},"usage":{"prompt_tokens":"9","completion_tokens":1e30},"choices":[{"index":"first","finish_reason":7,"message":{"refusal":{},"role":"assistant","content":%q}}]}`, answer)
}

// patience is short where no answer will come, and otherwise longer than any
// answer from this machine takes.
func patience(behaviour string) time.Duration {
	if behaviour == hangs {
		return 300 * time.Millisecond
	}
	return 30 * time.Second
}

func openTransport(t *testing.T, behaviour, url string) *endpoint.HTTP {
	h, err := endpoint.NewHTTP(endpoint.Options{Base: url, Key: adapterKey, Timeout: patience(behaviour)})
	require.NoError(t, err)
	return h
}

func openHTTP(t *testing.T, behaviour string) (bench.Caller, func() int) {
	_, asked, url := detector(t, behaviour, plainReply)
	return openTransport(t, behaviour, url), asked
}

func openChat(t *testing.T, behaviour string) (bench.Caller, func() int) {
	_, asked, url := detector(t, behaviour, chatReply)
	h := openTransport(t, behaviour, url+"/v1")
	t.Cleanup(func() { _ = h.Close() })
	o, err := endpoint.NewOpenAI(h, endpoint.Chat{Model: "m", OutputLimit: 100, LimitField: endpoint.MaxTokens, ReplyFormat: endpoint.ReplySchema})
	require.NoError(t, err)
	return o, asked
}

// openExec asks this test binary, which TestMain turns into a detector.
func openExec(t *testing.T, behaviour string) (bench.Caller, func() int) {
	self, err := os.Executable()
	require.NoError(t, err)
	log := filepath.Join(t.TempDir(), "asked")
	t.Setenv("FCB_TEST_DETECTOR", behaviour)
	t.Setenv("FCB_TEST_LOG", log)
	t.Setenv("SOME_KEY", adapterKey)
	t.Setenv("KEY_BY_NAME", "x"+adapterKey)
	x, err := endpoint.NewExec(endpoint.ExecOptions{Command: fmt.Sprintf("'%s'", self), Timeout: patience(behaviour),
		DropEnv: []string{"KEY_BY_NAME"}, DropKeys: []string{adapterKey}})
	require.NoError(t, err)
	return x, func() int {
		b, err := os.ReadFile(log)
		require.NoError(t, err)
		return bytes.Count(b, []byte("\n"))
	}
}

func TestMain(m *testing.M) {
	if behaviour := os.Getenv("FCB_TEST_DETECTOR"); behaviour != "" {
		program(behaviour)
		return
	}
	os.Exit(m.Run())
}

// program is a detector on standard input and output.
func program(behaviour string) {
	log, err := os.OpenFile(os.Getenv("FCB_TEST_LOG"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		fmt.Fprintln(log, "asked")
		switch behaviour {
		case hangs:
			_, _ = io.Copy(io.Discard, in) // until it is given up
		case refuses:
			fmt.Println(`{"error":{"message":"slow down"}}`)
		case malformed:
			fmt.Println(`{"risk":"low"}`)
		case cuts:
			fmt.Print(answer("")[:20])
			os.Exit(1)
		case echoes:
			fmt.Println(answer(strings.ToValidUTF8(fmt.Sprint(os.Environ(), line), "")))
		default:
			fmt.Println(answer(""))
		}
	}
}

// A badAdapter breaks one rule.
type badAdapter struct {
	url, breaks string
	patience    time.Duration
}

func (b *badAdapter) Call(_ context.Context, path string, body []byte, gate api.Gate) error {
	client := &http.Client{Timeout: b.patience}
	post := func() (x api.Exchange) {
		x = api.Exchange{Started: time.Now()}
		req, _ := http.NewRequest(http.MethodPost, b.url+path, bytes.NewReader(body))
		req.Header.Set("Authorization", "Bearer "+adapterKey)
		resp, err := client.Do(req)
		if err == nil {
			defer resp.Body.Close()
			x.Status, x.ContentType, x.RetryAfter = resp.StatusCode, resp.Header.Get("Content-Type"), resp.Header.Get("Retry-After")
			x.Body, err = io.ReadAll(resp.Body)
		}
		if err != nil {
			x.Fault = &api.Fault{Kind: api.FaultReset, Message: err.Error()}
			if b.breaks == "names the key in an error" {
				x.Fault.Message += " (with " + adapterKey + ")"
			}
		}
		x.Body = bytes.ReplaceAll(x.Body, []byte(adapterKey), []byte(endpoint.Redacted))
		return x
	}
	for {
		if err := gate.Before(); err != nil {
			return err
		}
		x := post()
		switch {
		case b.breaks == "hides a retry after a refusal" && x.Status == http.StatusTooManyRequests,
			b.breaks == "asks again after a timeout" && x.Status == 0,
			b.breaks == "asks past the gate" && x.Status == http.StatusOK:
			x = post()
		case b.breaks == "makes an answer of anything" && bytes.Contains(x.Body, []byte(`"risk"`)):
			x.Body = []byte(answer(""))
		}
		next, err := gate.After(x)
		if err != nil || !next.Retry {
			return err
		}
	}
}
