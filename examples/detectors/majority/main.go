// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Majority is a detector of a few lines: answers that end in the same number are
// the same answer, and all agents giving it is more suspicious than most.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

type request struct {
	Answers []struct {
		Output string `json:"output"`
	} `json:"answers"`
}

type reply struct {
	Risk   string  `json:"false_consensus_risk"`
	Answer *string `json:"consensus_answer"`
	Engine string  `json:"engine"`
}

var number = regexp.MustCompile(`\d+(\.\d+)?`)

func main() {
	in := bufio.NewReader(os.Stdin)
	out := json.NewEncoder(os.Stdout) // one line a reply, written at once
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q request
		if err := json.Unmarshal(line, &q); err != nil {
			fmt.Fprintln(os.Stderr, "majority:", err)
			os.Exit(1)
		}
		if err := out.Encode(assess(q)); err != nil {
			return
		}
	}
}

func assess(q request) reply {
	r := reply{Risk: "low", Engine: "majority"}
	count, first := map[string]int{}, map[string]string{}
	for _, a := range q.Answers {
		numbers := number.FindAllString(a.Output, -1)
		if len(numbers) == 0 {
			continue
		}
		last := numbers[len(numbers)-1]
		if count[last]++; count[last] == 1 {
			first[last] = a.Output
		}
	}
	for last, n := range count { // at most one answer can have 60 percent
		if 5*n < 3*len(q.Answers) {
			continue
		}
		text := first[last]
		if r.Risk, r.Answer = "medium", &text; n == len(q.Answers) {
			r.Risk = "high"
		}
	}
	return r
}
