// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

func caFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "ca-cert", Usage: "`FILE` with further root certificates (PEM)"}
}

func (e *environment) studyPilotCommand() *cli.Command {
	return &cli.Command{
		Name:      "pilot",
		Usage:     "ask each model one question outside the corpus, to see that it answers",
		ArgsUsage: "DIR",
		Description: "The question is DIR/prompts/smoke.txt. Pilots count against the cap and into no result. Exit 1 if a model\n" +
			"gives no reply that could be scored.",
		Flags: []cli.Flag{listFlag("model", "pilot only the model `NAME`"), caFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "pilot")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			return e.pilot(c, dir, format == "json")
		},
	}
}

func (e *environment) pilot(c *cli.Context, dir string, asJSON bool) error {
	s, err := e.studyForPilot(dir)
	if err != nil {
		return err
	}
	var only map[string]bool
	var names []string
	for _, m := range s.Config.Models {
		names = append(names, m.Name)
	}
	for _, n := range wordsOf(c, "model") {
		if only == nil {
			only = map[string]bool{}
		}
		if only[n] = true; !slices.Contains(names, n) {
			return usagef("--model: no model %q on the roster: %s", n, strings.Join(names, ", "))
		}
	}
	agents, err := s.Agents(e.agentOptions(c))
	if err != nil {
		return studyError(dir, err)
	}
	defer study.CloseAgents(agents)
	out, err := s.Pilot(c.Context, study.Options{Agents: agents, Now: e.now}, only)
	if err != nil {
		return studyError(dir, err)
	}
	e.warnUnheard(out)
	list := s.PilotResults(out, only)
	ok := true
	for _, p := range list {
		ok = ok && p.OK
	}
	if asJSON {
		err = writeJSON(e.stdout, struct {
			Format string              `json:"format"`
			OK     bool                `json:"ok"`
			Models []study.PilotResult `json:"models"`
		}{"fcb-study-pilot/1", ok, list})
	} else {
		e.pilotText(list)
	}
	if err != nil {
		return err
	}
	if stop := interrupted(out.Stops); stop != nil {
		return &exitError{code: codeOf(c.Context, stop), err: stop}
	}
	if !ok {
		return done(exitNo)
	}
	e.note("next: fcb study freeze %s", shellQuote(dir))
	return nil
}

// studyForPilot reads a study that may not be frozen yet; a frozen one must be
// as it was frozen.
func (e *environment) studyForPilot(dir string) (*study.Study, error) {
	if _, _, err := study.ReadManifest(dir); !errors.Is(err, study.ErrNotFrozen) {
		s, _, _, err := e.frozenStudy(dir)
		return s, err
	}
	s, err := study.Load(dir)
	return s, studyError(dir, err)
}

func (e *environment) pilotText(list []study.PilotResult) {
	for _, p := range list {
		label := "ok"
		if !p.OK {
			label = "NO"
		}
		if p.Simulated {
			label += " (simulated)"
		}
		line := fmt.Sprintf("%s %s", visible.Pad(visible.Text(p.Model), 16), label)
		if p.Reported != "" {
			line += ", reports " + visible.Text(visible.Truncate(p.Reported, 60))
		}
		if p.Finish != "" {
			line += ", finished: " + visible.Text(visible.Truncate(p.Finish, 30))
		}
		if !p.Simulated {
			line += fmt.Sprintf(", %.0f ms, USD %s", p.LatencyMS, p.Cost)
		}
		if p.Problem != "" {
			line += ": " + visible.Text(visible.Truncate(p.Problem, 300))
		}
		fmt.Fprintln(e.stdout, line)
	}
}

func (e *environment) agentOptions(c *cli.Context) study.AgentOptions {
	return study.AgentOptions{Getenv: e.getenv, KeyVariables: keyVariables(), CAFile: c.String("ca-cert"), UserAgent: "fcb/" + toolVersion}
}

// interrupted is the signal behind a stop, nil where there was none.
func interrupted(stops []study.Stop) error {
	for _, s := range stops {
		if s.Kind == study.StopInterrupted {
			return s.Cause
		}
	}
	return nil
}

func (e *environment) studyRunCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "ask every model every question, each request once",
		ArgsUsage: "DIR",
		Description: "Run it again to go on: it asks what was never asked. A request that was made, or may have been, is never\n" +
			"made again; its failure is part of the result. Exit 0 when everything was asked, 4 when something was not,\n" +
			"3 when nothing could be.",
		Flags: []cli.Flag{caFlag(), formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "run")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			return e.studyRun(c, dir, format == "json")
		},
	}
}

func (e *environment) studyRun(c *cli.Context, dir string, asJSON bool) error {
	s, m, sum, err := e.frozenStudy(dir)
	if err != nil {
		return err
	}
	agents, err := s.Agents(e.agentOptions(c))
	if err != nil {
		return studyError(dir, err)
	}
	defer study.CloseAgents(agents)
	p := e.newProgress(m.Plan.Calls)
	told := context.AfterFunc(c.Context, func() {
		e.note("%v: what is in flight is finished; a second signal leaves at once", context.Cause(c.Context))
		e.note("go on with: fcb study run %s", shellQuote(dir))
	})
	out, err := s.Run(c.Context, study.Options{Agents: agents, Now: e.now, Progress: func(x study.Progress) {
		now := bench.Progress{OK: x.Done - x.Failed, Failed: x.Failed}
		now.Spent = x.Spent
		p.update(now)
	}})
	told()
	p.end()
	if err != nil {
		return studyError(dir, err)
	}
	if out.TornTail != "" {
		e.warn("the last record of the journal was torn; its bytes are kept in %s", out.TornTail)
	}
	e.warnUnheard(out)
	st, err := s.Status(m, sum)
	if err != nil {
		return studyError(dir, err)
	}
	if err := e.printStatus(dir, st, asJSON); err != nil {
		return err
	}
	return e.concludeRun(c, dir, out)
}

func (e *environment) warnUnheard(out *study.Outcome) {
	for _, name := range out.Unheard {
		e.warn("%s", unheard("the program of "+name))
	}
}

// concludeRun says why a run stopped and with which code.
func (e *environment) concludeRun(c *cli.Context, dir string, out *study.Outcome) error {
	if cause := interrupted(out.Stops); cause != nil {
		for _, s := range out.Stops {
			if s.Kind == study.StopDistrust {
				e.errorLine("", s.Message)
			}
		}
		return &exitError{code: codeOf(c.Context, cause), err: cause}
	}
	reached, trusted := true, true // every model's service or program
	for _, s := range out.Stops {
		reached = reached && s.Kind != study.StopModel
		trusted = trusted && s.Kind != study.StopDistrust
		e.errorLine("", s.Message)
		if s.Hint != "" {
			e.errorLine("hint: ", s.Hint)
		}
		if s.Kind == study.StopJournal {
			return done(exitFailed)
		}
	}
	switch {
	case out.Unattempted == 0 && !trusted:
		return done(exitFailed)
	case out.Unattempted == 0:
		e.note("next: fcb study score %s", shellQuote(dir))
		return nil
	case out.Unattempted == out.Scheduled && !reached:
		return done(exitFailed)
	}
	e.note("%d of %d answers were not asked for; go on with: fcb study run %s", out.Unattempted, out.Scheduled, shellQuote(dir))
	return done(exitIncomplete)
}
