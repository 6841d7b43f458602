// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/predictions"
)

// The service of the specification.
const (
	screwtapeBase = "https://screwtape.ai"
	screwtapeKey  = "SCREWTAPE_API_KEY"
	paidPrice     = "0.005" // USD a call, as documented by the service
)

// Names of endpoints as manifest and metrics have them. A URL endpoint is called
// "url" and a program "exec": host, port and command stand in the manifest only.
const (
	endpointScrewtape = "screwtape"
	endpointReference = "reference"
	endpointURL       = "url"
	endpointExec      = "exec"
	execPrefix        = "exec:"
	baselinePrefix    = "baseline:"
)

// An endpointChoice is --endpoint and what belongs to it, read but not opened.
type endpointChoice struct {
	name     string
	base     *url.URL // nil for the engines inside the binary
	detector engine.Detector
	inside   bool // an engine inside the binary
	headers  []endpoint.Header
	command  string         // of exec
	price    string         // default price a call
	chat     *endpoint.Chat // of openai:
}

// chooseEndpoint reads --endpoint and --base-url. It opens nothing and needs no key.
func chooseEndpoint(spec, baseURL string, headers []string) (*endpointChoice, error) {
	e := &endpointChoice{name: spec, price: "0"}
	for _, h := range headers {
		parsed, err := endpoint.ParseHeader(h)
		if err != nil {
			return nil, usagef("--header: %w", err)
		}
		if parsed.Value == placeholder {
			return nil, usagef("--header: put the value of %s in place of %s", parsed.Name, placeholder)
		}
		e.headers = append(e.headers, parsed)
	}
	base := ""
	switch {
	case spec == endpointScrewtape:
		base, e.price = screwtapeBase, paidPrice
		if baseURL != "" {
			base = baseURL
		}
	case spec == endpointReference:
		e.inside, e.detector = true, engine.Reference()
	case strings.HasPrefix(spec, baselinePrefix):
		name := strings.TrimPrefix(spec, baselinePrefix)
		d, ok := engine.Lookup(name)
		if !ok || name == engine.Reference().Name {
			return nil, usagef("--endpoint: no baseline %q", name).withHint("baselines: %s", strings.Join(baselineNames(), ", "))
		}
		e.inside, e.detector = true, d
	case strings.Contains(spec, "://"):
		e.name, base, e.price = endpointURL, spec, paidPrice
	case strings.HasPrefix(spec, execPrefix):
		e.name, e.command = endpointExec, strings.TrimPrefix(spec, execPrefix)
		if len(headers) > 0 {
			return nil, usagef("--header does not go with exec:")
		}
	case strings.HasPrefix(spec, openaiPrefix):
		base = openaiBase
		if baseURL != "" {
			base = baseURL
		}
		if err := e.useOpenAI(strings.TrimPrefix(spec, openaiPrefix)); err != nil {
			return nil, err
		}
	default:
		err := usagef("--endpoint must be screwtape, reference, baseline:NAME, exec:COMMAND, openai:MODEL or a URL, not %q", spec)
		if s := nearest(spec, append(baselineNames(), endpointScrewtape, endpointReference)); s != "" {
			return nil, err.withHint("did you mean %s?", s)
		}
		return nil, err
	}
	if baseURL != "" && spec != endpointScrewtape && e.chat == nil {
		return nil, usagef("--base-url goes with --endpoint screwtape or openai:MODEL; give another service as --endpoint URL")
	}
	if e.inside || e.name == endpointExec {
		return e, nil
	}
	u, err := endpoint.ParseBase(base)
	if err != nil {
		return nil, usagef("--endpoint: %w", err)
	}
	e.base = u
	return e, nil
}

func baselineNames() []string {
	var out []string
	for _, d := range engine.Detectors() {
		if d.Name != engine.Reference().Name {
			out = append(out, baselinePrefix+d.Name)
		}
	}
	return out
}

// manifest is the choice as the manifest records it: no key, no header value,
// no userinfo and no query.
func (e *endpointChoice) manifest() predictions.Endpoint {
	m := predictions.Endpoint{Name: e.name, Command: e.command, Chat: chatManifest(e.chat)}
	if e.base != nil {
		m.BaseURL = endpoint.PublicURL(e.base)
		if e.base.User != nil {
			m.LeftOut = append(m.LeftOut, "userinfo")
		}
		if e.base.RawQuery != "" {
			m.LeftOut = append(m.LeftOut, "query")
		}
	}
	for _, h := range e.headers {
		m.HeaderNames = append(m.HeaderNames, h.Name)
	}
	sort.Strings(m.HeaderNames)
	return m
}

// keySource says where a key comes from.
type keySource struct{ env, file string }

// key reads the key of the endpoint. SCREWTAPE_API_KEY belongs to screwtape only.
func (e *endpointChoice) key(from keySource, getenv func(string) (string, bool)) (string, error) {
	if from.env != "" && from.file != "" {
		return "", usagef("--api-key-env and --api-key-file exclude each other")
	}
	if from.file != "" {
		b, err := os.ReadFile(from.file)
		if err != nil {
			return "", failedf("--api-key-file: %w", err)
		}
		if strings.TrimSpace(string(b)) == "" {
			return "", usagef("--api-key-file: %s is empty", from.file)
		}
		return strings.TrimSpace(string(b)), nil
	}
	name := from.env
	switch {
	case name != "":
	case e.name == endpointScrewtape:
		name = screwtapeKey
	case e.chat != nil:
		name = openaiKey
		// A server of one's own needs none.
		if v, _ := getenv(name); strings.TrimSpace(v) == "" && !e.atOpenAI() {
			return "", nil
		}
	}
	if name == "" {
		return "", nil
	}
	v, _ := getenv(name)
	if v = strings.TrimSpace(v); v == "" {
		err := usagef("the endpoint %s needs a key, and the variable %s is not set", e.name, name)
		if e.name == endpointScrewtape {
			return "", err.withHint("without a key, use --endpoint reference: the engine inside fcb, which needs no key and no network")
		}
		if e.chat != nil {
			return "", err.withHint("another service or a server of your own is named with --base-url")
		}
		return "", err
	}
	return strings.TrimPrefix(v, "Bearer "), nil
}

// openOptions are the settings of the transport.
type openOptions struct {
	key         string
	keyEnv      string // variable the key came from
	caFile      string
	timeout     time.Duration
	concurrency int
}

// isInside reports whether the endpoint of this name is an engine inside the binary.
func isInside(name string) bool {
	return name == endpointReference || strings.HasPrefix(name, baselinePrefix)
}

// open makes the caller. close ends it, and with it the engine inside the
// binary, whose base URL is returned.
func (e *endpointChoice) open(ctx context.Context, o openOptions) (caller bench.Caller, base string, close func(), err error) {
	if e.name == endpointExec {
		x, err := endpoint.NewExec(endpoint.ExecOptions{Command: e.command, Timeout: o.timeout,
			DropEnv: append(keyVariables(), o.keyEnv), DropKeys: []string{o.key}})
		if err != nil {
			return nil, "", nil, usagef("--endpoint: %w", err)
		}
		return x, "", func() { _ = x.Close() }, nil
	}
	opts := endpoint.Options{Key: o.key, Headers: e.headers, CAFile: o.caFile, Timeout: o.timeout,
		Concurrency: o.concurrency, UserAgent: "fcb/" + toolVersion}
	stop := func() {}
	if e.inside {
		s, err := engine.Start(context.WithoutCancel(ctx), engine.Options{Detector: e.detector, Version: toolVersion})
		if err != nil {
			return nil, "", nil, failedf("starting the engine: %w", err)
		}
		stop = func() { _ = s.Close() }
		opts.Base = s.URL()
	} else {
		opts.Base = e.base.String()
	}
	h, err := endpoint.NewHTTP(opts)
	if err != nil {
		stop()
		return nil, "", nil, usagef("%w", err)
	}
	caller = h
	if e.chat != nil {
		if caller, err = endpoint.NewOpenAI(h, *e.chat); err != nil {
			return nil, "", nil, usagef("--endpoint: %w", err)
		}
	}
	u, _ := url.Parse(opts.Base) // NewHTTP read it
	return caller, endpoint.PublicURL(u), func() { _ = h.Close(); stop() }, nil
}

// keyVariables are the variables in which keys usually stand; a program that is
// asked does not inherit them.
func keyVariables() []string {
	return []string{screwtapeKey, openaiKey, "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"}
}

// wire gives the bytes that leave for a consensus request.
func (e *endpointChoice) wire() func(request []byte) []byte {
	if e.chat != nil {
		return e.chat.Wire
	}
	return func(request []byte) []byte { return request }
}

// label is a short name for file names, from a safe set of characters.
func (e *endpointChoice) label() string {
	s := e.name
	if e.name == endpointURL {
		s = e.base.Host
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '-':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, s)
	return strings.Trim(fmt.Sprintf("%.40s", s), ".-")
}
