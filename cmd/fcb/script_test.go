// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/fault"
	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"fcb": main})
}

// TestScripts runs testdata/script/*.txtar. Beside testscript's own commands:
//
//	code N fcb ...       the command exits with N
//	engine [FAULTS]      starts a reference engine on loopback; its URL is $URL,
//	                     with $DAILY set, its quota
//	calls N [PATH]       the engine has seen N requests (to PATH)
//	bodies FILE          writes the request bodies the engine saw, one a line, sorted
//	step NAME            writes the shell text of a step of docs/ci.md to NAME.sh
//	sorted FILE          writes a file's lines sorted to FILE.sorted
//	edit FILE OLD NEW    replaces the first OLD by NEW, where \n is a line feed
//	crlf FILE            gives a file CR LF line ends
//	chat MODE            starts a chat service on loopback; its base URL is $CHAT
//	chats N [FILE]       it has seen N requests; their bodies go to FILE
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts found: %v", err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("FCB_UPDATE") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Values[stateKey{}] = &scriptState{}
			if dir, err := filepath.Abs("../.."); err == nil {
				env.Setenv("ROOT", dir)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"code":   scriptCode,
			"engine": scriptEngine,
			"calls":  scriptCalls,
			"bodies": scriptBodies,
			"sorted": scriptSorted,
			"step":   scriptStep,
			"edit":   scriptEdit,
			"crlf":   scriptCRLF,
			"chat":   scriptChat,
			"chats":  scriptChatCalls,
		},
	})
}

func scriptCode(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if (got == want) == neg {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// A scriptState is what a script's own commands share.
type scriptState struct {
	engine *engine.Server
	chat   *chatServer
}

type stateKey struct{}

func stateOf(ts *testscript.TestScript) *scriptState { return ts.Value(stateKey{}).(*scriptState) }

func scriptEngine(ts *testscript.TestScript, _ bool, args []string) {
	o := engine.Options{Record: true, APIKey: ts.Getenv("KEY")}
	if len(args) > 0 {
		plan, err := fault.Parse(strings.Join(args, " "))
		ts.Check(err)
		o.Faults = plan
	}
	if v := ts.Getenv("DAILY"); v != "" {
		n, err := strconv.Atoi(v)
		ts.Check(err)
		o.DailyLimit = &n
	}
	s, err := engine.Start(context.Background(), o)
	ts.Check(err)
	ts.Defer(func() { _ = s.Close() })
	ts.Setenv("URL", s.URL())
	stateOf(ts).engine = s
}

func scriptCalls(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	for _, c := range stateOf(ts).engine.Calls() {
		if len(args) < 2 || c.Path == args[1] {
			got++
		}
	}
	if got != want {
		ts.Fatalf("the engine saw %d requests, want %d", got, want)
	}
}

func scriptBodies(ts *testscript.TestScript, _ bool, args []string) {
	var bodies []string
	for _, c := range stateOf(ts).engine.Calls() {
		bodies = append(bodies, string(c.Body)+"\n")
	}
	slices.Sort(bodies)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(bodies, "")), 0o644))
}

func scriptSorted(ts *testscript.TestScript, _ bool, args []string) {
	lines := strings.SplitAfter(ts.ReadFile(args[0]), "\n")
	slices.Sort(lines)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+".sorted"), []byte(strings.Join(lines, "")), 0o644))
}

func scriptEdit(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s holds no %q", args[0], args[1])
	}
	text = strings.Replace(text, args[1], strings.ReplaceAll(args[2], `\n`, "\n"), 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func scriptCRLF(ts *testscript.TestScript, _ bool, args []string) {
	text := strings.ReplaceAll(ts.ReadFile(args[0]), "\n", "\r\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}
