// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// A chatServer stands in for an OpenAI-compatible service. Its model answers
// with the first agent's words and the risk low.
type chatServer struct {
	*httptest.Server
	mode  string
	mu    sync.Mutex
	calls int
	saw   []string // bodies
}

// scriptChat starts one; its base URL is $CHAT. The mode is what it does:
//
//	ok        the asked-for JSON, 100 input and 20 output tokens
//	fenced    the JSON in a code fence
//	empty     content null
//	refusal   a refusal
//	cut       finish_reason length
//	nousage   ok without usage
//	greedy    ok, a million output tokens
//	echo      ok, the Authorization header as the answer, spelt with JSON escapes
//	429       a rate limit, with a wait of nothing
//	quota     a used-up quota
//	400       a refused field
func scriptChat(ts *testscript.TestScript, _ bool, args []string) {
	s := &chatServer{mode: args[0]}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	ts.Defer(s.Close)
	ts.Setenv("CHAT", s.URL+"/v1")
	stateOf(ts).chat = s
}

// scriptChatCalls compares the number of requests the server saw.
func scriptChatCalls(ts *testscript.TestScript, _ bool, args []string) {
	s := stateOf(ts).chat
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := fmt.Sprint(s.calls); got != args[0] {
		ts.Fatalf("the chat server saw %s requests, want %s", got, args[0])
	}
	if len(args) > 1 {
		ts.Check(writeLines(ts.MkAbs(args[1]), s.saw))
	}
}

func (s *chatServer) answer(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.calls++
	s.saw = append(s.saw, string(body))
	s.mu.Unlock()
	var q struct {
		Model    string
		Messages []struct{ Role, Content string }
	}
	var task struct {
		Answers []struct{ Output string }
	}
	if r.URL.Path != "/v1/chat/completions" || json.Unmarshal(body, &q) != nil || len(q.Messages) != 2 ||
		json.Unmarshal([]byte(q.Messages[1].Content), &task) != nil || len(task.Answers) == 0 {
		http.Error(w, `{"error":{"message":"not a request of ours"}}`, http.StatusTeapot)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	answer, _ := json.Marshal(task.Answers[0].Output)
	content := fmt.Sprintf(`{"reasons":["r"],"consensus_answer":%s,"false_consensus_risk":"low","engine":"not me"}`, answer)
	finish, usage, message := "stop", `,"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}`, ""
	switch s.mode {
	case "fenced":
		content = "```json\n" + content + "\n```"
	case "empty":
		message = `"content":null`
	case "refusal":
		message = `"content":null,"refusal":"I will not."`
	case "cut":
		content, finish = content[:30], "length"
	case "nousage":
		usage = ""
	case "greedy":
		usage = strings.Replace(usage, `:20,`, `:1000000,`, 1)
	case "echo":
		escaped := ""
		for _, c := range r.Header.Get("Authorization") {
			escaped += fmt.Sprintf(`\u%04x`, c)
		}
		content = `{"reasons":[],"consensus_answer":"` + escaped + `","false_consensus_risk":"low"}`
	case "429":
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
		io.WriteString(w, `{"error":{"message":"Rate limit reached","type":"requests","code":"rate_limit_exceeded"}}`)
		return
	case "quota":
		w.WriteHeader(http.StatusTooManyRequests)
		io.WriteString(w, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`)
		return
	case "400":
		w.WriteHeader(http.StatusBadRequest)
		io.WriteString(w, `{"error":{"message":"response_format is not supported"}}`)
		return
	}
	if message == "" {
		quoted, _ := json.Marshal(content)
		message = `"content":` + string(quoted)
	}
	fmt.Fprintf(w, `{"id":"chatcmpl-1","object":"chat.completion","model":%q,"choices":[{"index":0,"finish_reason":%q,"message":{"role":"assistant",%s}}]%s}`,
		q.Model+"-2026", finish, message, usage)
}

func writeLines(path string, lines []string) error {
	return os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
