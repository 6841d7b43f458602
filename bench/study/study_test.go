// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/predictions"
)

// newStudy is a study as Init begins it, with a small corpus and study.yaml edited.
func newStudy(t *testing.T, edits ...string) string {
	t.Helper()
	dir := t.TempDir()
	_, err := study.Init(dir)
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "corpus"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "corpus", "own.jsonl"), []byte(
		`{"id":"a","family":"f","question":"2+2?","key":"4","kind":"integer","repeat":true}`+"\n"+
			`{"id":"b","family":"g","question":"3+3?","key":"6","kind":"integer"}`+"\n"), 0o644))
	edit(t, dir, append([]string{"[source-packets]", "[own]"}, edits...)...)
	return dir
}

func edit(t *testing.T, dir string, pairs ...string) {
	t.Helper()
	path := filepath.Join(dir, study.ConfigFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	text := string(b)
	for i := 0; i < len(pairs); i += 2 {
		require.Contains(t, text, pairs[i])
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func freeze(t *testing.T, dir, executable string) *study.Manifest {
	t.Helper()
	s, err := study.Load(dir)
	require.NoError(t, err)
	m, err := s.Freeze(study.Stamp{Now: "2026-11-29T12:00:00Z", Tool: predictions.Tool{Version: "test"}, Executable: executable})
	require.NoError(t, err)
	return m
}

func TestConfigProblemsHaveTheirPlaces(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"format", "fcb-study-config/1", "fcb-study-config/9", "format: must be fcb-study-config/1"},
		{"no title", "title: Agreement of five simulated agents", `title: ""`, "title: is missing"},
		{"path as stratum", "[own]", "[../own]", `strata[0]: "../own" is not the name`},
		{"repeat", "repeat: marked", "repeat: some", `repeat: must be marked, all or none, not "some"`},
		{"temperature", "temperature: 0.7", "temperature: 2.5", "request.temperature: must lie in 0..2"},
		{"cap", "cap_usd: 40", "cap_usd: -1", `budget.cap_usd: "-1" is not an amount`},
		{"date", `"2026-11-29"`, `"29.11.2026"`, "budget.prices_as_of: must be a date"},
		{"concurrency", "openai: 4", "openai: 0", "concurrency.openai: must be positive"},
		{"accuracy", "accuracy: 0.86", "accuracy: 1.86", "models[0].accuracy: must lie in 0..1"},
		{"name", "name: sim-a", "name: ../sim", "models[0].name: must be"},
		{"twice", "name: sim-b", "name: sim-a", `models[1].name: "sim-a" is the name of models[0] already`},
		{"provider", "{name: sim-a, provider: simulated", "{name: sim-a, provider: acme", `models[0].provider: must be one of openai, anthropic, google, exec, simulated, not "acme"`},
		{"no price", "{name: sim-a, provider: simulated, family: simulated-a, accuracy: 0.86, shared_error: 0.3, stability: 0.9}",
			"{name: sim-a, provider: openai, family: x, model: m}", "models[0].prices: are missing"},
		{"key in the file", "{name: sim-a, provider: simulated, family: simulated-a, accuracy: 0.86, shared_error: 0.3, stability: 0.9}",
			"{name: sim-a, provider: openai, family: x, model: m, prices: {input: 1, output: 1}, base_url: 'https://u:p@x.example/v1'}", "models[0].base_url: holds userinfo"},
		{"key over plain http", "{name: sim-a, provider: simulated, family: simulated-a, accuracy: 0.86, shared_error: 0.3, stability: 0.9}",
			"{name: sim-a, provider: google, family: x, model: m, prices: {input: 1, output: 1}, base_url: 'http://x.example', api_key_env: K}", "is not sent over plain http"},
		{"field of another provider", "accuracy: 0.86", "accuracy: 0.86, command: sh", "models[0].command: does not go with provider simulated"},
		{"no disclosure", "interests: Not stated yet. Say", `interests: "" # Say`, "disclosure.interests: is missing"},
	} {
		dir := newStudy(t, c.from, c.to)
		_, err := study.Load(dir)
		var p *study.Problems
		if assert.ErrorAs(t, err, &p, c.name) && assert.Len(t, p.List, 1, c.name) {
			assert.Contains(t, p.List[0], c.want, c.name)
			assert.Regexp(t, `study\.yaml:\d+:\d+: `, p.List[0], c.name)
		}
	}
}

func TestAnotherExecutableAloneOnlyWarns(t *testing.T) {
	dir := newStudy(t)
	freeze(t, dir, "one")
	s, _, err := study.LoadFrozen(dir, "one")
	require.NoError(t, err)
	assert.Empty(t, s.Warnings)
	s, _, err = study.LoadFrozen(dir, "another")
	require.NoError(t, err)
	assert.Len(t, s.Warnings, 1)
}

func TestManifestNamesEverythingThatDecides(t *testing.T) {
	m := freeze(t, newStudy(t), "")
	var names []string
	for _, p := range m.Parts {
		names = append(names, p.Name)
		assert.Len(t, p.SHA256, 64, p.Name)
	}
	assert.Equal(t, []string{"study.yaml", "PROTOCOL.md", "prompts/system.txt", "prompts/confidence.txt", "prompts/smoke.txt", "corpus/own.jsonl",
		"roster: sim-a", "roster: sim-b", "roster: sim-c", "roster: sim-d", "roster: sim-e", "parser", "scoring", "runner"}, names)
	assert.Contains(t, m.Statement, "not a preregistration with a third party")
	assert.Equal(t, 15, m.Plan.Calls, "two questions and one repeat of five models")
}

// A program with other sources is refused, and named with the version to use.
func TestOtherSourcesAreRefused(t *testing.T) {
	dir := newStudy(t)
	freeze(t, dir, "")
	path := filepath.Join(dir, study.ManifestFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	i := strings.Index(string(b), `"parser"`)
	sum := string(b[i:])[strings.Index(string(b[i:]), `"sha256": "`)+11:][:64]
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(b), sum, strings.Repeat("0", 64), 1)), 0o644))
	_, _, err = study.LoadFrozen(dir, "")
	var changed *study.Changed
	require.ErrorAs(t, err, &changed)
	assert.Contains(t, changed.Error(), "parser (what counts as an answer): this fcb has other sources for it; use the version the study was frozen with, test")
}

// Rosters of other sizes run and have their own thresholds.
func TestRosterOfThree(t *testing.T) {
	dir := newStudy(t)
	path := filepath.Join(dir, study.ConfigFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var kept []string
	for _, l := range strings.Split(string(b), "\n") {
		if !strings.Contains(l, "{name: sim-d") && !strings.Contains(l, "{name: sim-e") {
			kept = append(kept, l)
		}
	}
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(kept, "\n")), 0o644))
	m := freeze(t, dir, "")
	s, _, err := study.LoadFrozen(dir, "")
	require.NoError(t, err)
	agents, err := s.Agents(study.AgentOptions{Getenv: func(string) (string, bool) { return "", false }})
	require.NoError(t, err)
	out, err := s.Run(context.Background(), study.Options{Agents: agents, Now: time.Now})
	require.NoError(t, err)
	assert.Zero(t, out.Unattempted)
	r, err := s.Results(m, "")
	require.NoError(t, err)
	assert.Equal(t, []string{"2", "3"}, r.Strata["own"].LevelNames())
	assert.Equal(t, 1, r.Strata["own"].Repeat.Questions)
}

// A context that has ended sends nothing and loses nothing.
func TestInterruptedBeforeTheFirstRequest(t *testing.T) {
	dir := newStudy(t)
	freeze(t, dir, "")
	s, _, err := study.LoadFrozen(dir, "")
	require.NoError(t, err)
	agents, err := s.Agents(study.AgentOptions{Getenv: func(string) (string, bool) { return "", false }})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out, err := s.Run(ctx, study.Options{Agents: agents, Now: time.Now})
	require.NoError(t, err)
	assert.Greater(t, out.Unattempted, 0)
	require.NotEmpty(t, out.Stops)
	assert.Equal(t, study.StopInterrupted, out.Stops[0].Kind)
	out, err = s.Run(context.Background(), study.Options{Agents: agents, Now: time.Now})
	require.NoError(t, err)
	assert.Zero(t, out.Unattempted)
	assert.Equal(t, 15, out.State.Answered)
}

// A provider's usual key variable is used with the provider's own address alone.
func TestTheUsualKeyGoesToNoStranger(t *testing.T) {
	var seen []http.Header
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header)
		io.WriteString(w, `{"choices":[{"message":{"content":"{\"answer\":\"4\",\"reasoning\":\"\"}"}}]}`)
	}))
	defer srv.Close()
	const simulated = "{name: sim-a, provider: simulated, family: simulated-a, accuracy: 0.86, shared_error: 0.3, stability: 0.9}"
	dir := newStudy(t, simulated, "{name: m, provider: openai, family: x, model: m, prices: {input: 0, output: 0}, base_url: '"+srv.URL+"/v1'}")
	s, err := study.Load(dir)
	require.NoError(t, err)
	env := func(name string) (string, bool) { return "sk-of-the-provider", name == "OPENAI_API_KEY" }
	agents, err := s.Agents(study.AgentOptions{Getenv: env})
	require.NoError(t, err)
	defer study.CloseAgents(agents)
	out, err := s.Pilot(context.Background(), study.Options{Agents: agents, Now: time.Now}, map[string]bool{"m": true})
	require.NoError(t, err)
	assert.Equal(t, 1, out.State.Answered)
	require.Len(t, seen, 1)
	assert.Empty(t, seen[0].Get("Authorization"))

	edit(t, dir, ", base_url: '"+srv.URL+"/v1'", "")
	s, err = study.Load(dir)
	require.NoError(t, err)
	_, err = s.Agents(study.AgentOptions{Getenv: func(string) (string, bool) { return "", false }})
	var missing *study.KeyMissing
	require.ErrorAs(t, err, &missing)
	assert.Equal(t, "OPENAI_API_KEY", missing.Variable)
}

// A freeze that was interrupted can be made again; a study whose journal is gone
// cannot go on.
func TestFreezeAgainOnlyWhereNothingWasAsked(t *testing.T) {
	dir := newStudy(t)
	freeze(t, dir, "")
	require.NoError(t, os.Remove(filepath.Join(dir, study.ManifestFile)))
	freeze(t, dir, "")
	s, _, err := study.LoadFrozen(dir, "")
	require.NoError(t, err)
	_, err = s.Freeze(study.Stamp{Now: "2026-11-29T12:00:00Z"})
	assert.ErrorIs(t, err, study.ErrFrozen)

	require.NoError(t, os.Remove(filepath.Join(dir, study.JournalFile)))
	_, _, err = study.LoadFrozen(dir, "")
	var changed *study.Changed
	require.ErrorAs(t, err, &changed)
	assert.Contains(t, changed.Error(), "journal.jsonl: is no longer there")
}
