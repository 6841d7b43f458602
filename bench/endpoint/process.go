// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
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
	cmd     *exec.Cmd
	stdin   *os.File // what is written here
	input   *os.File // is read here by the program, and by us once it has ended
	stdout  io.Closer
	asked   int           // requests answered
	longest time.Duration // that a reply took
	lines   chan output   // closed when standard output ends
	stderr  tail
	quit    chan struct{}
	giveUp  func() // closes quit, once: further lines are left alone
	exited  chan struct{}
	state   string // how it ended; read after exited
	killed  bool   // it did not come to its end by itself
}

// running are the programs that were started and have not ended.
var running struct {
	sync.Mutex
	all  map[*process]bool
	over bool // nothing is started any more
}

var errLeaving = errors.New("fcb is about to leave")

// KillPrograms ends every program that was started, with its children, and lets none be
// started any more, for a caller that is about to leave without waiting for anything.
func KillPrograms() {
	running.Lock()
	defer running.Unlock()
	running.over = true
	for p := range running.all {
		killGroup(p.cmd)
	}
}

// launch starts the program as one of those that KillPrograms ends.
func (p *process) launch() error {
	running.Lock()
	defer running.Unlock()
	if running.over {
		return errLeaving
	}
	if err := p.cmd.Start(); err != nil {
		return err
	}
	if running.all == nil {
		running.all = map[*process]bool{}
	}
	running.all[p] = true
	return nil
}

func (p *process) ended() {
	running.Lock()
	defer running.Unlock()
	delete(running.all, p)
}

func start(words, env []string) (*process, error) {
	p := &process{cmd: exec.Command(words[0], words[1:]...), lines: make(chan output, 1), quit: make(chan struct{}), exited: make(chan struct{})}
	p.giveUp = sync.OnceFunc(func() { close(p.quit) })
	p.cmd.Env = env
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = time.Second
	ownGroup(p.cmd)
	var err error
	if p.input, p.stdin, err = os.Pipe(); err != nil {
		return nil, err
	}
	p.cmd.Stdin = p.input
	stdout, err := p.cmd.StdoutPipe()
	if err == nil {
		err = p.launch()
	}
	if err != nil {
		p.closeInput()
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
	_ = p.cmd.Wait() // whose error may be that a child holds on to standard error
	p.ended()
	p.state = p.cmd.ProcessState.String()
	close(p.exited)
	// A program that ends well may leave out the end of its last line.
	if p.cmd.ProcessState.Success() && len(last) > 0 {
		select {
		case p.lines <- output{line: last}:
		case <-p.quit:
		}
	}
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

// ask sends one request and waits for its reply. A fault of kind FaultConnect means
// that the program did not read a byte of the request, and that it has ended or was
// killed.
func (p *process) ask(body []byte, timeout time.Duration) ([]byte, *api.Fault) {
	line := append(append(make([]byte, 0, len(body)+1), body...), '\n')
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = p.stdin.Write(line) // fails only when the program is given up
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case out, open := <-p.lines:
		switch {
		case open && !isReply(out.line) && p.allUnread(len(line), written):
			if fault := p.farewell(out, api.FaultBabble); fault != nil {
				return nil, fault
			}
		case open && (out.more || p.allUnread(len(line), written)):
			return nil, p.unasked(out, api.FaultBabble)
		case open:
			p.asked++
			return out.line, nil
		}
		if <-p.exited; p.leftUnread(len(line), written) {
			return nil, p.notRead()
		}
		return nil, &api.Fault{Kind: api.FaultReset, Mute: p.asked == 0, Message: "the program ended without a reply: " + p.state + p.said()}
	case <-timer.C:
		said := p.said()
		if p.kill(); p.leftUnread(len(line), written) {
			return nil, &api.Fault{Kind: api.FaultConnect, Hint: tryByHand, Message: fmt.Sprintf("the program did not read the request within %s%s", timeout, said)}
		}
		return nil, &api.Fault{Kind: api.FaultTimeout, Mute: p.asked == 0, Message: fmt.Sprintf("no reply within %s%s", timeout, said)}
	}
}

// tryByHand is the advice about a program that does not take requests.
const tryByHand = "try it by hand with one line of fcb score --dry-run"

// notRead is the fault of a program that ended before it read a request.
func (p *process) notRead() *api.Fault {
	<-p.exited
	when := "after its last reply"
	if p.asked == 0 {
		when = "before it read a request"
	}
	return &api.Fault{Kind: api.FaultConnect, Hint: tryByHand, Message: "the program ended " + when + ": " + p.state + p.said()}
}

// leftUnread reports whether a program that has ended, or was killed, left the last n
// bytes written to it where they were. They can be read once only, so that who finds them
// here knows that nobody else has; whatever is less than certain counts as read. A program
// that answers one request and ends takes its time over the latter, and may be sent
// another meanwhile.
func (p *process) leftUnread(n int, written <-chan struct{}) bool {
	found := make(chan int64, 1)
	go func() {
		k, _ := io.Copy(io.Discard, p.input)
		found <- k
	}()
	timer := time.NewTimer(2 * time.Second)
	defer timer.Stop()
	select {
	case <-written: // which reading helps along
	case <-timer.C:
		return false
	}
	_ = p.stdin.Close() // the end of what is read
	select {
	case k := <-found:
		return k >= int64(n)
	case <-timer.C:
		return false
	}
}

// hasEnded reports whether the program is known to have ended by itself.
func (p *process) hasEnded() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// said is the end of the program's standard error, as a clause on one line.
func (p *process) said() string {
	if s := p.stderr.text(); s != "" {
		lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
		return "; its standard error ends: " + strings.Join(lines, " | ")
	}
	return "; it wrote nothing to its standard error"
}

// end closes the program's input, gives it some time, and kills it.
func (p *process) end(wait time.Duration) {
	_ = p.stdin.Close()
	p.giveUp()
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
		p.kill()
	}
	p.closeInput()
}

// kill ends the program with all its children.
func (p *process) kill() {
	p.giveUp()
	if p.hasEnded() {
		return // its number may be another's
	}
	p.killed = true
	killGroup(p.cmd)
	_ = p.stdout.Close() // something that left the group may still hold the other end
	select {
	case <-p.exited:
	case <-time.After(2 * time.Second):
	}
}

func (p *process) closeInput() {
	_ = p.stdin.Close()
	_ = p.input.Close()
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
