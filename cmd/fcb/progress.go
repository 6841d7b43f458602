// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// progressEvery is the time between two lines where no bar can be drawn.
const progressEvery = 10 * time.Second

// redrawEvery is the time between two states of the line on a terminal.
const redrawEvery = 200 * time.Millisecond

// progress shows how a session goes: one line that is drawn anew on a terminal,
// otherwise a line every ten seconds.
type progress struct {
	env     *environment
	started time.Time
	tasks   int
	mu      sync.Mutex
	last    bench.Progress
	first   int // done before this session
	seen    bool
	over    chan struct{}
	ended   sync.WaitGroup
}

func (e *environment) newProgress(tasks int) *progress {
	p := &progress{env: e, started: time.Now(), tasks: tasks, over: make(chan struct{})}
	switch {
	case e.quiet:
	case e.stderrIsTerminal():
		p.ended.Go(func() { p.every(redrawEvery, p.draw) })
	default:
		p.ended.Go(func() { p.every(progressEvery, func() { e.note("%s", p.text()) }) })
	}
	return p
}

// every shows the state again and again until the session ends.
func (p *progress) every(d time.Duration, show func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			show()
		case <-p.over:
			return
		}
	}
}

const clearLine = "\r\x1b[K"

// draw replaces the line under the cursor by a bar and the state.
func (p *progress) draw() {
	const cells = 20
	text := p.text()
	p.mu.Lock()
	done := cells * (p.last.OK + p.last.Failed + p.last.Unknown) / max(p.tasks, 1)
	p.mu.Unlock()
	line := "[" + strings.Repeat("#", done) + strings.Repeat("-", cells-done) + "] " + text
	if width := p.env.stderrWidth(); width > 0 {
		line = visible.Truncate(line, width-1)
	}
	fmt.Fprint(p.env.stderr, clearLine+line)
}

func (p *progress) update(now bench.Progress) {
	p.mu.Lock()
	if !p.seen {
		p.seen, p.first = true, now.OK+now.Failed+now.Unknown-1
	}
	p.last = now
	p.mu.Unlock()
}

func (p *progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := p.last.OK + p.last.Failed + p.last.Unknown
	rate := float64(done-p.first) / time.Since(p.started).Seconds()
	text := fmt.Sprintf("%d of %d done, %d failed, %d unknown, %.1f a second, USD %s spent", done, p.tasks, p.last.Failed, p.last.Unknown, rate, p.last.Spent)
	if left := p.tasks - done; rate > 0 && left > 0 {
		text += fmt.Sprintf(", about %s left", (time.Duration(float64(left)/rate) * time.Second).Round(time.Second))
	}
	return text
}

// end takes the line away.
func (p *progress) end() {
	close(p.over)
	p.ended.Wait()
	if !p.env.quiet && p.env.stderrIsTerminal() {
		fmt.Fprint(p.env.stderr, clearLine)
	}
}
