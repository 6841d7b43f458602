// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"unicode/utf8"

	"github.com/false-consensus/fcb/bench/api"
)

// names reports whether an output mentions an agent id: the id's tokens in a
// row, in any letter case, each one character apart (or as far apart as in the
// id), and not as part of a longer hyphenated name. So "agent-a" is named by
// "as Agent A said", but not by "the agent, a spy," nor by "agent-a-2".
//
// An id without a token of at least two characters holding a letter ("b", "2",
// "1-2") is an ordinary word or number in most texts; it must follow the word
// "agent".
func names(output text, id string) bool {
	want := tokens(id)
	if len(want) == 0 {
		return false
	}
	telling := false
	for _, t := range want {
		telling = telling || runes(t.text) > 1 && !isNumber(t.text)
	}
	for i := 0; i+len(want) <= len(output.tokens); i++ {
		if !sameRun(output, i, id, want) || joined(output.raw, output.tokens, i, len(want)) {
			continue
		}
		if telling || i > 0 && output.tokens[i-1].text == "agent" && gap(output.raw, output.tokens, i) == 1 {
			return true
		}
	}
	return false
}

// sameRun reports whether the tokens of the output from i on are those of the id.
func sameRun(output text, i int, id string, want []token) bool {
	for k := range want {
		if output.tokens[i+k].text != want[k].text {
			return false
		}
		if k == 0 {
			continue
		}
		if g := gap(output.raw, output.tokens, i+k); g != 1 && g != gap(id, want, k) {
			return false
		}
	}
	return true
}

// gap is the number of characters between token i and the one before.
func gap(s string, ts []token, i int) int {
	return utf8.RuneCountInString(s[ts[i-1].end:ts[i].start])
}

// joined reports whether the n tokens from i on are part of a longer name, held
// to a neighbour by a hyphen or underscore alone.
func joined(s string, ts []token, i, n int) bool {
	link := func(a, b int) bool { g := s[ts[a].end:ts[b].start]; return g == "-" || g == "_" }
	return i > 0 && link(i-1, i) && ts[i-1].text != "agent" || i+n < len(ts) && link(i+n-1, i+n)
}

// namedBy gives the first member of a cluster whose text names another agent of
// the request, and that agent's id; ok is false when none does.
func namedBy(c Cluster, r api.ConsensusRequest, ts []text) (member int, other string, ok bool) {
	for _, m := range c.members {
		for _, a := range r.Answers {
			if a.AgentID != "" && a.AgentID != r.Answers[m].AgentID && names(ts[m], a.AgentID) {
				return m, a.AgentID, true
			}
		}
	}
	return 0, "", false
}
