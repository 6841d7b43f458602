// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench/api"
)

// stderrKept is how much of the end of a program's standard error is shown.
const stderrKept = 1000

// An output is one line of a program's standard output.
type output struct {
	line []byte
	more bool // more came in the same breath
}

// A process is one running detector program.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.Closer
	asked  int         // requests answered
	lines  chan output // closed when standard output ends
	stderr tail
	quit   chan struct{}
	exited chan struct{}
	state  string // how it ended; read after exited
}

func start(words, env []string) (*process, error) {
	p := &process{cmd: exec.Command(words[0], words[1:]...), lines: make(chan output, 1), quit: make(chan struct{}), exited: make(chan struct{})}
	p.cmd.Env = env
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	ownGroup(p.cmd)
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.stdout = stdout
	go p.read(stdout)
	return p, nil
}

// read hands on lines until the program ends or is given up.
func (p *process) read(stdout io.Reader) {
	r := bufio.NewReader(io.LimitReader(stdout, 1<<40))
	var last []byte
	for {
		line, err := readLine(r)
		if err != nil {
			last = line
			break
		}
		select {
		case p.lines <- output{line, r.Buffered() > 0}:
		case <-p.quit:
		}
	}
	// A program that ends well may leave out the end of its last line.
	waited := p.cmd.Wait()
	if waited == nil && len(last) > 0 {
		select {
		case p.lines <- output{line: last}:
		case <-p.quit:
		}
	}
	p.state = p.cmd.ProcessState.String()
	close(p.exited)
	close(p.lines)
}

// readLine reads up to LF, at most maxReply bytes.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxReply {
			return nil, io.ErrShortBuffer
		}
		if err == nil {
			return line[:len(line)-1], nil
		}
		if err == io.EOF && len(line) > 0 {
			return line, err
		}
		if err != bufio.ErrBufferFull {
			return nil, err
		}
	}
}

// ask sends one request and waits for its reply.
func (p *process) ask(body []byte, timeout time.Duration) ([]byte, *api.Fault) {
	select {
	case out, open := <-p.lines:
		if open {
			return nil, p.unasked(out, api.FaultProgram) // before the request was sent
		}
		<-p.exited
		when := "between two requests"
		if p.asked == 0 {
			when = "before its first request"
		}
		return nil, &api.Fault{Kind: api.FaultConnect, Message: "the program ended " + when + ": " + p.state + p.said()}
	default:
	}
	sent := make(chan error, 1)
	go func() {
		_, err := p.stdin.Write(append(append(make([]byte, 0, len(body)+1), body...), '\n'))
		sent <- err
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case out, open := <-p.lines:
		switch {
		case open && out.more:
			return nil, p.unasked(out, api.FaultBabble)
		case open:
			p.asked++
			return out.line, nil
		}
		<-p.exited
		return nil, &api.Fault{Kind: api.FaultReset, Mute: p.asked == 0, Message: "the program ended without a reply: " + p.state + p.said()}
	case <-timer.C:
		return nil, &api.Fault{Kind: api.FaultTimeout, Mute: p.asked == 0, Message: fmt.Sprintf("no reply within %s%s", timeout, p.said())}
	}
}

// unasked is the fault of a program that writes more than one line a request:
// no reply of its can be trusted to belong to the request before it.
func (p *process) unasked(out output, kind string) *api.Fault {
	return &api.Fault{Kind: kind, Message: fmt.Sprintf("the program wrote a line nobody asked for (beside %s), so its replies cannot be told apart, the last one included: a reply is one line, anything else belongs on standard error%s", shorten(out.line), p.said())}
}

// grace is how long a program may take to end after its first reply.
const grace = 50 * time.Millisecond

// endedByItself reports whether the program has ended since its last reply. One
// that has answered once gets a moment: it may be of the kind that answers one
// request and ends, and a request written to it then would be lost.
func (p *process) endedByItself() bool {
	if p.asked > 1 {
		select {
		case <-p.exited:
			return true
		default:
			return false
		}
	}
	select {
	case <-p.exited:
		return true
	case <-time.After(grace):
		return false
	}
}

// said is the end of the program's standard error, as a clause.
func (p *process) said() string {
	if s := p.stderr.text(); s != "" {
		return "; its standard error ends: " + s
	}
	return "; it wrote nothing to its standard error"
}

// end closes the program's input, gives it some time, and kills it.
func (p *process) end(patience time.Duration) {
	_ = p.stdin.Close()
	select {
	case <-p.quit:
	default:
		close(p.quit)
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.exited:
		return
	case <-timer.C:
		killGroup(p.cmd)
	}
	_ = p.stdout.Close() // something that left the group may still hold the other end
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second):
	}
}

func shorten(line []byte) string {
	s := strings.ToValidUTF8(string(line[:min(len(line), 80)]), "")
	if len(line) > 80 {
		s += "…"
	}
	return fmt.Sprintf("%q", s)
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, b...)
	if len(t.b) > 2*stderrKept {
		t.b = append([]byte(nil), t.b[len(t.b)-stderrKept:]...)
	}
	return len(b), nil
}

func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.b[max(0, len(t.b)-stderrKept):]), ""))
}
