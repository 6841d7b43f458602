// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progressEvery is the time between two lines where no bar can be drawn.
const progressEvery = 10 * time.Second

// progress shows how a session goes: a bar on a terminal, otherwise a line every
// ten seconds.
type progress struct {
	env     *environment
	started time.Time
	tasks   int
	mu      sync.Mutex
	last    bench.Progress
	first   int // done before this session
	seen    bool
	pool    *mpb.Progress
	bar     *mpb.Bar
	over    chan struct{}
	ended   sync.WaitGroup
}

func (e *environment) newProgress(tasks int) *progress {
	p := &progress{env: e, started: time.Now(), tasks: tasks, over: make(chan struct{})}
	switch {
	case e.quiet:
	case e.stderrIsTerminal():
		p.pool = mpb.New(mpb.WithOutput(e.stderr), mpb.WithWidth(30))
		p.bar = p.pool.AddBar(int64(tasks), mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return p.text() })),
			mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_MMSS)), mpb.BarRemoveOnComplete())
	default:
		p.ended.Go(p.lines)
	}
	return p
}

// lines prints where the session stands, every ten seconds.
func (p *progress) lines() {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.env.note("%s", p.text())
		case <-p.over:
			return
		}
	}
}

func (p *progress) update(now bench.Progress) {
	p.mu.Lock()
	if !p.seen {
		p.seen, p.first = true, now.OK+now.Failed+now.Unknown-1
	}
	p.last = now
	p.mu.Unlock()
	if p.bar != nil {
		p.bar.SetCurrent(int64(now.OK + now.Failed + now.Unknown))
	}
}

func (p *progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	done := p.last.OK + p.last.Failed + p.last.Unknown
	rate := float64(done-p.first) / time.Since(p.started).Seconds()
	text := fmt.Sprintf("%d of %d done, %d failed, %d unknown, %.1f a second, USD %s spent", done, p.tasks, p.last.Failed, p.last.Unknown, rate, p.last.Books.Spent)
	if left := p.tasks - done; rate > 0 && left > 0 {
		text += fmt.Sprintf(", about %s left", (time.Duration(float64(left)/rate) * time.Second).Round(time.Second))
	}
	return text
}

// end takes the bar away.
func (p *progress) end() {
	close(p.over)
	p.ended.Wait()
	if p.bar != nil {
		p.bar.Abort(true)
		p.pool.Wait()
	}
}
