// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/predictions"
	"github.com/go-json-experiment/json"
)

// resume goes on with a run: every setting not given comes from its manifest.
func (s *scoring) resume() error {
	dir := s.c.String("resume")
	if s.c.IsSet("out") {
		return usagef("--out and --resume exclude each other")
	}
	m, d, err := s.openRun(dir)
	if err != nil {
		return err
	}
	if m.Distrusted != "" {
		return notGoneOnWith(dir, m)
	}
	read := *m
	if err := s.refuseDifferences(dir, m, d); err != nil {
		return err
	}
	if s.c.IsSet("limit") {
		m.Selection.Limit, err = grownLimit(m.Selection.Limit, s.c.Int("limit"))
		if err != nil {
			return err
		}
	}
	plan, err := d.plan(m.Task, m.Selection)
	if err != nil {
		return err
	}
	m.Selection.Selected = len(plan.Selected)
	choice, err := s.resumedEndpoint(m)
	if err != nil {
		return err
	}
	key, err := choice.key(s.rememberedSources(&m.Endpoint), s.getenv)
	if err != nil {
		return err
	}
	s.keyless = sendsNoKey(key, &m.Endpoint)
	if m.Pace, err = s.pace(&m.Pace); err != nil {
		return err
	}
	if m.Money, err = s.money(choice, &m.Money); err != nil {
		return err
	}
	if was, is := read.Money.PriceText(), m.Money.PriceText(); was != is {
		s.warn("the price is %s from here on, in place of %s; what was sent stays as it was booked", is, was)
	}
	m.Results = s.results(&m.Results)
	saved, err := savedRows(dir)
	if err != nil {
		return err
	}
	caller, _, closeCaller, err := choice.open(s.c.Context, s.openOptions(key, m))
	if err != nil {
		return err
	}
	defer closeCaller()
	run, err := bench.Open(dir, *m, plan, s.now())
	if err != nil {
		return openError(dir, err)
	}
	defer run.Close()
	if err := stillAsRead(dir, &read); err != nil {
		return err
	}
	if err := journalWhole(dir, run.State(), saved); err != nil {
		return err
	}
	if b := run.State().Babble(); b != nil {
		s.distrust(dir, &read, b)
		return notGoneOnWith(dir, &read)
	}
	if err := dropDerived(dir); err != nil {
		return failedf("%w", err)
	}
	if !sameManifest(&read, m) {
		if err := predictions.WriteManifest(dir, m); err != nil {
			return failedf("%w", err)
		}
	}
	return s.ask(run, caller, d)
}

// stillAsRead makes sure, now that the run is locked, that no other resume has
// changed its settings since they were read: they would be written back.
func stillAsRead(dir string, read *predictions.Manifest) error {
	now, err := predictions.ReadManifest(dir)
	if err != nil {
		return failedf("%w", err)
	}
	if !sameManifest(read, now) {
		return refusedf("another resume has changed the settings of %s meanwhile", dir).withHint("nothing was sent; run this command again")
	}
	return nil
}

// sameManifest compares what would be written.
func sameManifest(a, b *predictions.Manifest) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// openRun reads the manifest and the saved case file of a run.
func (e *environment) openRun(dir string) (*predictions.Manifest, *dataset, error) {
	m, err := predictions.ReadManifest(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil, failedf("%s holds no run: there is no %s", dir, predictions.ManifestFile)
	}
	if err != nil {
		return nil, nil, failedf("%w", err)
	}
	path := filepath.Join(dir, predictions.CasesFile)
	raw, err := readFile(path)
	if err != nil {
		return nil, nil, err
	}
	d, err := e.parseDataset(path, raw)
	if err != nil {
		return nil, nil, err
	}
	if got := d.identity().SHA256; got != m.Dataset.SHA256 {
		refusal := refusedf("%s is not the file the run was started with: its SHA-256 is %s, the manifest has %s", path, got, m.Dataset.SHA256)
		if sum := api.SHA256(bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))); sum == m.Dataset.SHA256 {
			return nil, nil, refusal.withHint("only line endings differ (CRLF for LF); convert them back and keep git from changing them: *.jsonl -text in .gitattributes")
		}
		return nil, nil, refusal
	}
	return m, d, nil
}

// refuseDifferences compares what is explicitly given with the run, field by field.
func (s *scoring) refuseDifferences(dir string, m *predictions.Manifest, d *dataset) error {
	c := s.c
	var diffs []string
	differ := func(field string, given, have any) {
		if fmt.Sprint(given) != fmt.Sprint(have) {
			diffs = append(diffs, fmt.Sprintf("%s: the run has %v, not %v", field, orNone(have), orNone(given)))
		}
	}
	if c.IsSet("evidence") {
		differ("evidence", c.String("evidence"), m.Task.Evidence)
	}
	if c.IsSet("judge") {
		differ("judge", c.Bool("judge"), m.Task.Judge)
	}
	if c.IsSet("repeats") {
		differ("repeats", c.Int("repeats"), m.Task.Repeats)
	}
	if c.IsSet("case") {
		differ("case", strings.Join(wordsOf(c, "case"), ","), strings.Join(m.Selection.Cases, ","))
	}
	if c.IsSet("category") {
		differ("category", strings.Join(wordsOf(c, "category"), ","), strings.Join(m.Selection.Categories, ","))
	}
	if c.IsSet("shard") {
		differ("shard", c.String("shard"), m.Selection.Shard)
	}
	if c.IsSet("limit") {
		if have := m.Selection.Limit; have == nil || c.Int("limit") < *have {
			if have == nil {
				if c.Int("limit") < wholeSelection(d, m) {
					differ("limit", c.Int("limit"), "no limit")
				}
			} else {
				differ("limit", c.Int("limit"), *have)
			}
		}
	}
	if c.IsSet("endpoint") || c.IsSet("base-url") {
		spec := c.String("endpoint")
		if !c.IsSet("endpoint") {
			spec = m.Endpoint.Name
		}
		choice, err := chooseEndpoint(spec, c.String("base-url"), nil)
		if err != nil {
			return err
		}
		differ("endpoint", choice.name, m.Endpoint.Name)
		differ("command", choice.command, m.Endpoint.Command)
		if choice.base != nil && choice.name == m.Endpoint.Name && (c.IsSet("base-url") || choice.name == endpointURL) {
			differ("base URL", strings.TrimRight(endpoint.PublicURL(choice.base), "/"), strings.TrimRight(m.Endpoint.BaseURL, "/"))
		}
	}
	if c.IsSet("cases") {
		other, err := s.loadDataset(c.String("cases"))
		if err != nil {
			return err
		}
		grown := *m
		if c.IsSet("limit") {
			limit := c.Int("limit")
			grown.Selection.Limit = &limit
		}
		more, err := datasetDifferences(d, other, &grown)
		if err != nil {
			return err
		}
		diffs = append(diffs, more...)
	}
	if len(diffs) == 0 {
		return nil
	}
	return refusedf("%s was started with other settings:\n%s", dir, strings.Join(diffs, "\n")).withHint("leave these flags out to go on with the run, or start a new one")
}

// wholeSelection is the number of cases that the selection of a run has without
// its shard.
func wholeSelection(d *dataset, m *predictions.Manifest) int {
	sel := m.Selection
	sel.Shard = ""
	p, err := bench.NewPlan(d.file.Cases, m.Task, sel)
	if err != nil {
		return m.Selection.Selected
	}
	return len(p.Selected)
}

func orNone(v any) any {
	if s, ok := v.(string); ok && s == "" {
		return "none"
	}
	return v
}

// datasetDifferences compares the selected cases of a run with another file:
// request bytes and labels count, order, byte-order mark and line ends do not.
func datasetDifferences(have, given *dataset, m *predictions.Manifest) ([]string, error) {
	if bytes.Equal(have.raw, given.raw) {
		return nil, nil
	}
	p, err := bench.NewPlan(have.file.Cases, m.Task, m.Selection)
	if err != nil {
		return nil, failedf("%w", err)
	}
	return bench.Differences(p.Selected, given.file.Cases, m.Task.Evidence), nil
}

func grownLimit(have *int, want int) (*int, error) {
	if have == nil {
		return nil, nil
	}
	return &want, nil
}

// resumedEndpoint is the endpoint of the manifest, with what it does not keep
// (headers, userinfo and query of a URL) from the flags.
func (s *scoring) resumedEndpoint(m *predictions.Manifest) (*endpointChoice, error) {
	spec, base := m.Endpoint.Name, ""
	switch m.Endpoint.Name {
	case endpointURL:
		spec = m.Endpoint.BaseURL
		if s.c.IsSet("endpoint") {
			spec = s.c.String("endpoint")
		}
	case endpointExec:
		spec = execPrefix + m.Endpoint.Command
	}
	if m.Endpoint.Name == endpointScrewtape || m.Endpoint.Chat != nil {
		base = m.Endpoint.BaseURL
		if s.c.IsSet("base-url") {
			base = s.c.String("base-url")
		}
	}
	choice, err := chooseEndpoint(spec, base, listOf(s.c, "header"))
	if err != nil {
		return nil, err
	}
	if err := s.chatSettings(choice, m.Endpoint.Chat); err != nil {
		return nil, err
	}
	now := choice.manifest()
	if diffs := chatDifferences(m.Endpoint.Chat, now.Chat); len(diffs) > 0 {
		return nil, refusedf("the run asked the model otherwise:\n%s", strings.Join(diffs, "\n")).withHint("leave these flags out to go on with the run, or start a new one; another prompt belongs to another version of fcb")
	}
	var missing []string
	for _, name := range m.Endpoint.HeaderNames {
		if !slices.Contains(now.HeaderNames, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return nil, usagef("the run was started with the header %s, whose value is not kept", strings.Join(missing, ", ")).withHint("give it again with --header")
	}
	for _, part := range m.Endpoint.LeftOut {
		if !slices.Contains(now.LeftOut, part) {
			return nil, usagef("the run was started with a URL whose %s is not kept", part).withHint("give the whole URL again")
		}
	}
	m.Endpoint.HeaderNames, m.Endpoint.LeftOut = now.HeaderNames, now.LeftOut
	return choice, nil
}

// dropDerived removes what is made from the journal, so that after a crash it is
// absent rather than out of date.
func dropDerived(dir string) error {
	for _, name := range []string{predictions.PredictionsFile, predictions.MetricsFile} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
