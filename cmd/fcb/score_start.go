// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/false-consensus/fcb/schema"
)

// chosenEndpoint reads the flags of the endpoint.
func (s *scoring) chosenEndpoint() (*endpointChoice, error) {
	choice, err := chooseEndpoint(s.c.String("endpoint"), s.c.String("base-url"), listOf(s.c, "header"))
	if err != nil {
		return nil, err
	}
	if s.c.Bool("judge") && (choice.name == endpointExec || choice.chat != nil) {
		kind, _, _ := strings.Cut(s.c.String("endpoint"), ":")
		return nil, usagef("--judge does not go with %s:, which has no judge", kind)
	}
	return choice, s.chatSettings(choice, nil)
}

// work loads the dataset and plans what the flags ask for.
func (s *scoring) work() (*dataset, *bench.Plan, error) {
	sel, err := s.selection()
	if err != nil {
		return nil, nil, err
	}
	d, err := s.loadDataset(s.c.String("cases"))
	if err != nil {
		return nil, nil, err
	}
	p, err := d.plan(s.task(), sel)
	return d, p, err
}

// start makes a new run and asks.
func (s *scoring) start() error {
	choice, err := s.chosenEndpoint()
	if err != nil {
		return err
	}
	key, err := choice.key(s.keySource(), s.getenv)
	if err != nil {
		return err
	}
	d, plan, err := s.work()
	if err != nil {
		return err
	}
	m, err := s.newManifest(choice, d, plan)
	if err != nil {
		return err
	}
	s.keyless = sendsNoKey(key, &m.Endpoint)
	if choice.chat != nil && m.Money.PriceIn == nil && !s.c.IsSet("price") {
		s.warn("no price is given for %s, so nothing is booked for its calls; --price 0 says that they are free", choice.name)
	}
	caller, base, closeCaller, err := choice.open(s.c.Context, s.openOptions(key, &m))
	if err != nil {
		return err
	}
	defer closeCaller()
	if m.Endpoint.BaseURL == "" {
		m.Endpoint.BaseURL = base
	}
	dir, err := s.runDir(choice)
	if err != nil {
		return err
	}
	run, err := bench.Create(dir, m, d.raw, plan, s.now())
	if err != nil {
		return openError(dir, err)
	}
	defer run.Close()
	return s.ask(run, caller, d)
}

func (s *scoring) keySource() keySource {
	return keySource{s.c.String("api-key-env"), s.c.String("api-key-file")}
}

// recordedEndpoint is the endpoint as the manifest has it, with the names of the
// places that key and certificates come from.
func (s *scoring) recordedEndpoint(choice *endpointChoice) predictions.Endpoint {
	m := choice.manifest()
	from := s.keySource()
	m.KeyEnv, m.KeyFile, m.CACert = from.env, from.file, s.c.String("ca-cert")
	return m
}

// rememberedSources are the places of key and certificates: those given, or else
// those of the manifest, which then has them.
func (s *scoring) rememberedSources(m *predictions.Endpoint) keySource {
	if from := s.keySource(); from != (keySource{}) {
		m.KeyEnv, m.KeyFile = from.env, from.file
	}
	if s.c.IsSet("ca-cert") {
		m.CACert = s.c.String("ca-cert")
	}
	return keySource{m.KeyEnv, m.KeyFile}
}

func (s *scoring) openOptions(key string, m *predictions.Manifest) openOptions {
	timeout, _ := time.ParseDuration(m.Pace.Timeout) // of a broken manifest: 0, which the transport refuses
	return openOptions{key: key, keyEnv: m.Endpoint.KeyEnv, caFile: m.Endpoint.CACert, timeout: timeout, concurrency: m.Pace.Concurrency}
}

func (s *scoring) newManifest(choice *endpointChoice, d *dataset, p *bench.Plan) (predictions.Manifest, error) {
	m := predictions.Manifest{Format: predictions.RunFormat, Tool: tool(), Dataset: d.identity(), SchemaSHA256: caseSchemaSHA256(),
		Endpoint: s.recordedEndpoint(choice), Task: s.task(), Results: s.results(nil), StartedAt: rfc3339(s.now())}
	var err error
	if m.Selection, err = s.selection(); err != nil {
		return m, err
	}
	m.Selection.Selected = len(p.Selected)
	if m.Pace, err = s.pace(nil); err != nil {
		return m, err
	}
	if m.Money, err = s.money(choice, nil); err != nil {
		return m, err
	}
	m.Git, m.GitReason = gitState(s.c.Context)
	return m, nil
}

// runDir is --out, or a new directory under predictions that no other run has.
func (s *scoring) runDir(choice *endpointChoice) (string, error) {
	if s.c.IsSet("out") {
		if s.c.String("out") == "" {
			return "", usagef("--out needs a directory")
		}
		return s.c.String("out"), nil
	}
	if err := os.MkdirAll("predictions", 0o755); err != nil {
		return "", failedf("%w", err)
	}
	name := filepath.Join("predictions", s.now().UTC().Format("20060102T150405Z")+"-"+choice.label())
	for n := 1; ; n++ {
		dir := name
		if n > 1 {
			dir = fmt.Sprintf("%s-%d", name, n)
		}
		err := os.Mkdir(dir, 0o755)
		if err == nil {
			return dir, nil
		}
		if !errors.Is(err, os.ErrExist) || n > 1000 {
			return "", failedf("%w", err)
		}
	}
}

// openError words what kept a run directory from being used.
func openError(dir string, err error) error {
	var locked *journal.Locked
	var damage *journal.Damage
	switch {
	case errors.As(err, &locked):
		return refusedf("%w", err)
	case errors.Is(err, bench.ErrExists):
		e := refusedf("%s already holds files and is not overwritten", dir)
		if predictions.HasManifest(dir) {
			return e.withHint("go on with it: fcb score --resume %s", dir)
		}
		return e.withHint("choose another --out, or remove it")
	case errors.As(err, &damage):
		return failedf("%w", err).withHint("the journal is the only record of what was sent; restore the file from a copy, nothing was changed or sent")
	}
	return failedf("%w", err)
}

// ask runs one session and reports it.
func (s *scoring) ask(run *bench.Run, caller bench.Caller, d *dataset) error {
	set, err := s.sessionSettings(&run.Manifest)
	if err != nil {
		return err
	}
	if s.c.Bool("verbose") {
		s.note("endpoint %s at %s%s", run.Manifest.Endpoint.Name, run.Manifest.Endpoint.BaseURL, proxyRoute(run.Manifest.Endpoint.BaseURL))
	}
	if run.TornTail != "" {
		s.warn("the last record of the journal was torn; its bytes are kept in %s", run.TornTail)
	}
	p := s.newProgress(len(run.Plan.Tasks))
	set.Progress = p.update
	told := context.AfterFunc(s.c.Context, func() {
		s.note("%v: what is in flight is finished; a second signal leaves at once, and what was in flight is unknown then, maybe billed; go on with: %s", context.Cause(s.c.Context), resumeCommand(run.Dir, &run.Manifest, retryFlags(set.RetryFailed, set.RetryUnknown)...))
	})
	s.noteEarly(run, set)
	stop, err := s.session(run, caller, set)
	told()
	p.end()
	if err != nil {
		return err
	}
	if stop != nil && s.keyless && (stop.Kind == "unauthorized" || stop.Kind == "forbidden") {
		stop.Hint = "no key was sent; --api-key-env NAME or --api-key-file FILE says where it is"
	}
	return s.conclude(run, d, stop)
}

// sendsNoKey reports whether nothing that is sent looks like a credential.
func sendsNoKey(key string, m *predictions.Endpoint) bool {
	return key == "" && len(m.HeaderNames) == 0 && len(m.LeftOut) == 0
}

// noteEarly says that a run is gone on with before the service said that it would take
// calls again.
func (s *scoring) noteEarly(run *bench.Run, set bench.Settings) {
	set.DailyLimit = nil
	if at := run.State().ResumeAt(set, s.now()); !at.IsZero() {
		s.note("the service asked to wait until %s", rfc3339(at))
	}
}

// stopError is the error a stopped session ends with, nil when it ends with 4
// after printing its result.
func stopError(ctx context.Context, stop *bench.Stop) error {
	if stop.Kind == bench.KindInterrupted {
		return &exitError{code: codeOf(ctx, stop.Cause), err: stop.Cause}
	}
	return &exitError{code: stop.Code, err: errors.New(stop.Message), hint: stop.Hint}
}

// caseSchemaSHA256 identifies the schema the cases were read with.
func caseSchemaSHA256() string {
	b, err := schema.Source(schema.Case)
	if err != nil {
		panic("the case schema is embedded: " + err.Error())
	}
	return api.SHA256(b)
}
