// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serveTwice answers each request with the SHA-256 of its body and sends another reply
// right behind, which answers nothing. It gives its URL.
func serveTwice(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	reply := func(answer string) string {
		body := fmt.Sprintf(`{"false_consensus_risk":"low","consensus_answer":%q}`, answer)
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	}
	answer := func(c net.Conn) {
		defer c.Close()
		r := bufio.NewReader(c)
		for {
			q, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			body, _ := io.ReadAll(q.Body)
			if _, err := io.WriteString(c, reply(api.SHA256(body))+reply("another")); err != nil {
				return
			}
		}
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c)
		}
	}()
	return "http://" + l.Addr().String()
}

// A reply that answers nothing is taken for none, and costs next to no calls: each
// worker has a connection of its own, and looks at it again only after it has
// recorded an outcome.
func TestAReplyTooManyIsTakenForNone(t *testing.T) {
	log.SetOutput(io.Discard) // net/http has a line for each
	defer log.SetOutput(os.Stderr)
	s := newSetup(t, serveTwice(t), 100)
	s.set.Concurrency, s.task.Repeats = 8, 4
	rows, stop, books := s.session(t)
	assert.Nil(t, stop)
	assert.Less(t, books.Unknown, len(rows)/20)
	for _, r := range rows {
		if r.ConsensusAnswer != nil {
			assert.Equal(t, r.RequestSHA256, *r.ConsensusAnswer)
		}
	}
}
