// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint_test

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/stretchr/testify/require"
)

// An openGate allows one attempt a call and keeps what came of it.
type openGate struct{ last api.Exchange }

func (g *openGate) Before() error { return nil }
func (g *openGate) After(x api.Exchange) (api.Next, error) {
	g.last = x
	return api.Next{}, nil
}
func (g *openGate) Stopped() context.Context { return context.Background() }

// A program that has answered may end without reading what it is sent next. What it
// left in the pipe goes to its successor; what it took a byte of does not, and neither
// does a request that fills the pipe and is half read.
func TestExecRequestLeftUnread(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	const reply = `echo '{"false_consensus_risk":"low"}'; `
	for _, c := range []struct {
		name, program string
		timeout       time.Duration
		kinds         [3]string // of the fault of each of three calls
	}{
		{"ends at once", "read -r line; " + reply, time.Minute, [3]string{}},
		{"ends later", "read -r line; " + reply + "sleep 0.1", time.Minute, [3]string{}},
		{"has to be ended", "read -r line; " + reply + "sleep 60", 500 * time.Millisecond, [3]string{}},
		{"closes its input first", "read -r line; " + reply + "exec <&-; sleep 0.1", time.Minute, [3]string{}},
		{"takes one byte more", "read -r line; " + reply + "head -c 1 >/dev/null; sleep 0.1", time.Minute,
			[3]string{"", api.FaultReset, ""}},
		{"takes half of the next", "read -r line; " + reply + "head -c 40000 >/dev/null; sleep 0.1", time.Minute,
			[3]string{"", api.FaultReset, ""}},
		{"reads and is silent", "read -r line; " + reply + "read -r line; sleep 60", 500 * time.Millisecond,
			[3]string{"", api.FaultTimeout, ""}},
		{"never reads", "exit 3", time.Minute, [3]string{api.FaultConnect, api.FaultConnect, api.FaultConnect}},
		{"never reads or ends", "sleep 60", 300 * time.Millisecond, [3]string{api.FaultConnect, api.FaultConnect, api.FaultConnect}},
		{"a child holds its standard error", `read -r line; (sleep 3 </dev/null >/dev/null)& printf '{"false_consensus_risk":"low"}'`, time.Minute, [3]string{}},
		{"reads and dies", "read -r line; exit 3", time.Minute, [3]string{api.FaultReset, api.FaultReset, api.FaultReset}},
	} {
		for _, size := range []int{1, 90_000} { // which more than fills a pipe
			t.Run(fmt.Sprintf("%s, %d bytes", c.name, size), func(t *testing.T) {
				t.Parallel()
				want := c.kinds
				if size == 1 && strings.Contains(c.program, "40000") {
					t.Skip("there is no half")
				}
				e, err := endpoint.NewExec(endpoint.ExecOptions{Command: "sh -c '" + strings.ReplaceAll(c.program, "'", `'"'"'`) + "'", Timeout: c.timeout})
				require.NoError(t, err)
				defer e.Close()
				for i, kind := range want {
					g := &openGate{}
					require.NoError(t, e.Call(context.Background(), "", []byte(`"`+strings.Repeat("x", size)+`"`), g))
					if kind == "" {
						require.Nil(t, g.last.Fault, "call %d: %+v", i, g.last.Fault)
						require.Equal(t, `{"false_consensus_risk":"low"}`, string(g.last.Body))
						continue
					}
					require.NotNil(t, g.last.Fault, "call %d", i)
					require.Equal(t, kind, g.last.Fault.Kind, "call %d: %s", i, g.last.Fault.Message)
				}
			})
		}
	}
}

// A line more than one a request is found before it is taken for the next reply: right
// after a program's first reply, and wherever the request it would answer is unread.
func TestExecLineTooMany(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("what is unread in a pipe is not known here")
	}
	const reply = `echo '{"false_consensus_risk":"low"}'; `
	for _, c := range []struct {
		name, program string
		good          int // calls that have a reply
	}{
		{"soon", reply + "sleep 0.02; echo done; sleep 1", 1},
		{"late", reply + "sleep 0.3; echo done; sleep 1", 1},
		{"at the second reply", reply + `i=$((i+1)); test $i = 2 || continue; sleep 0.3; echo done; sleep 1`, 2},
		{"none", reply + "sleep 0.15", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			program := "while read -r line; do " + c.program + "; done"
			e, err := endpoint.NewExec(endpoint.ExecOptions{Command: "sh -c '" + strings.ReplaceAll(program, "'", `'"'"'`) + "'", Timeout: time.Minute})
			require.NoError(t, err)
			defer e.Close()
			for i := range 4 {
				g := &openGate{}
				require.NoError(t, e.Call(context.Background(), "", []byte(`"x"`), g))
				if i < c.good {
					require.Nil(t, g.last.Fault, "call %d: %+v", i, g.last.Fault)
					continue
				}
				require.NotNil(t, g.last.Fault, "call %d: %s", i, g.last.Body)
				require.Contains(t, g.last.Fault.Message, "a line nobody asked for")
				require.True(t, api.Babbles(g.last.Fault.Kind))
				break
			}
		})
	}
}

// Replies that are those of the requests before show in what comes last: when the
// program's input ends, or, where it answers one request, in the way of the next.
func TestExecShiftedReplies(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	ask := func(program string, calls int, pause, timeout time.Duration) (last, atEnd *api.Fault, heard bool) {
		e, err := endpoint.NewExec(endpoint.ExecOptions{Command: "sh -c '" + program + "'", Timeout: timeout})
		require.NoError(t, err)
		defer e.Close()
		for range calls {
			g := &openGate{}
			require.NoError(t, e.Call(context.Background(), "", []byte(`"x"`), g))
			if last = g.last.Fault; last != nil {
				break
			}
			time.Sleep(pause)
		}
		atEnd, heard = e.Finish()
		return last, atEnd, heard
	}
	t.Run("slow to reply", func(t *testing.T) {
		t.Parallel() // it reads ahead, and is at its last reply longer than a program may take to end
		last, atEnd, _ := ask(`echo loading; read -r a; sleep 3; read -r b; echo {}; sleep 3; echo {}`, 2, 0, time.Minute)
		require.Nil(t, last)
		require.NotNil(t, atEnd)
		require.Equal(t, api.FaultBabble, atEnd.Kind)
	})
	t.Run("slow to its first reply", func(t *testing.T) {
		t.Parallel()
		last, atEnd, _ := ask(`echo {}; read -r a; sleep 3; echo {}`, 1, 0, time.Minute)
		require.Nil(t, last)
		require.NotNil(t, atEnd)
	})
	t.Run("slow after many quick ones", func(t *testing.T) {
		t.Parallel() // what has to be killed was not heard
		last, atEnd, heard := ask(`for i in 1 2 3 4; do read -r a; echo {}; done; sleep 60`, 4, 0, time.Minute)
		require.Nil(t, last)
		require.Nil(t, atEnd)
		require.False(t, heard)
	})
	t.Run("killed on the way", func(t *testing.T) {
		t.Parallel()
		last, atEnd, heard := ask(`echo loading; read -r a; read -r b; sleep 60`, 2, 0, 3*time.Second)
		require.NotNil(t, last)
		require.Equal(t, api.FaultTimeout, last.Kind)
		require.Nil(t, atEnd)
		require.False(t, heard)
	})
	t.Run("one request", func(t *testing.T) {
		t.Parallel()
		last, _, _ := ask(`echo {}; read -r a; sleep 0.3; echo {}`, 2, time.Second, time.Minute)
		require.NotNil(t, last)
		require.Equal(t, api.FaultBabbleBefore, last.Kind)
	})
	t.Run("a farewell", func(t *testing.T) {
		t.Parallel()
		for _, pause := range []time.Duration{0, time.Second} {
			for _, words := range []string{"sleep 0.01; echo bye", "sleep 0.01; echo bye; echo bye; echo bye; sleep 0.2", "sleep 0.2; echo bye; sleep 0.1; echo bye"} {
				last, atEnd, heard := ask("read -r a; echo {}; "+words, 3, pause, time.Minute)
				require.Nil(t, last, words)
				require.Nil(t, atEnd, words)
				require.True(t, heard, words)
			}
		}
	})
	t.Run("a reply behind a farewell", func(t *testing.T) {
		t.Parallel()
		for _, pause := range []time.Duration{0, time.Second} {
			last, _, _ := ask(`read -r a; echo {}; sleep 0.02; echo note; echo {}`, 2, pause, time.Minute)
			require.NotNil(t, last)
			require.True(t, api.Babbles(last.Kind))
		}
	})
	t.Run("killed for not reading", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		last, atEnd, heard := ask(`read -r a; echo {}; mkdir `+dir+`/one 2>/dev/null && sleep 60`, 2, 0, 2*time.Second)
		require.Nil(t, last)
		require.Nil(t, atEnd)
		require.False(t, heard)
	})
	t.Run("ended by a signal", func(t *testing.T) {
		t.Parallel()
		_, atEnd, heard := ask(`while read -r a; do echo {}; done; kill -9 $$`, 2, 0, time.Minute)
		require.Nil(t, atEnd)
		require.False(t, heard)
	})
}

// A program that answers without reading is a detector like any other; the time that
// is spent on finding lines too many belongs to no reply.
func TestExecConstantAndItsLatency(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	ask := func(command string, calls int) (wait time.Duration) { // before the last call was sent
		e, err := endpoint.NewExec(endpoint.ExecOptions{Command: command, Timeout: time.Minute})
		require.NoError(t, err)
		defer e.Close()
		for range calls {
			g := &openGate{}
			before := time.Now()
			require.NoError(t, e.Call(context.Background(), "", []byte(`"x"`), g))
			require.Nil(t, g.last.Fault, "%+v", g.last.Fault)
			wait = g.last.Started.Sub(before)
		}
		return wait
	}
	for range 20 { // whether it or the request is first is chance
		ask(`sh -c 'echo "{\"false_consensus_risk\":\"low\"}"'`, 3)
	}
	wait := ask(`sh -c 'while read -r line; do echo "{}"; done'`, 2)
	require.GreaterOrEqual(t, wait, 50*time.Millisecond, "the second call of a process waits before its clock starts")
}
