// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Command bench_audit writes synthetic traces for benchmarks of fcb audit: by
// default the size of the published study, 11,122 blocks with 23,391 candidates
// in 4,181 traces of 421 problems, with speech and outcomes. It measures
// nothing; run.sh beside it does, next to the same work in Python.
//
//	go run ./tools/bench_audit [-candidates N] [-continuous] > trace.jsonl
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
)

func main() {
	candidates := flag.Int("candidates", 23391, "polls to write")
	continuous := flag.Bool("continuous", false, "confidences of 15 digits rather than whole percents")
	flag.Parse()
	w := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer w.Flush()
	write(w, *candidates, *continuous)
}

// write scales the number of traces and problems with that of the candidates.
func write(w *bufio.Writer, candidates int, continuous bool) {
	r := rand.New(rand.NewPCG(1, 2))
	scale := float64(candidates) / 23391
	problems, traces, blocks := int(math.Ceil(421*scale)), int(math.Ceil(4181*scale)), int(math.Ceil(11122*scale))
	difficulty := make([]float64, problems)
	for i := range difficulty {
		difficulty[i] = r.NormFloat64()
	}
	perTrace := (blocks + traces - 1) / traces
	left, block := candidates, 0
	for t := 0; t < traces && block < blocks; t++ {
		p := t % problems
		tier := 1 + min(4, max(0, int(2+1.2*difficulty[p])))
		hits, incumbent := 0, ""
		for range perTrace {
			if block == blocks {
				break
			}
			n := left / (blocks - block) // so that all candidates are used
			if r.Float64()*float64(blocks-block) < float64(left%(blocks-block)) {
				n++
			}
			n, left = max(n, 1), left-max(n, 1)
			top, answer, right, speaker := -1.0, "", false, 0
			for a := range n {
				correct := r.Float64() < 1/(1+math.Exp(difficulty[p]-0.1*float64(a)))
				text := "42"
				if !correct {
					text = fmt.Sprint(43 + r.IntN(4))
				}
				c := 0.8 + 0.05*r.NormFloat64()
				if correct {
					c += 0.03
				}
				c = min(max(c, 0), 1)
				if !continuous {
					c = math.Round(c*100) / 100
				}
				valid := r.Float64() > 0.12
				fmt.Fprintf(w, `{"type":"poll","problem_id":"p%05d","trace_id":"t%06d","block_id":"b%07d","round":%d,"tier":%d,"agent":"agent-%d","confidence":%v,`, p, t, block, block%perTrace, tier, (t+a)%6, c)
				if valid {
					fmt.Fprintf(w, `"answer":%q,"valid":true,"correct":%v,"scores":{"surrogate":%.3f}}`+"\n", text, correct, 0.7*r.Float64()+0.3*b2f(correct))
				} else {
					fmt.Fprint(w, `"answer":null,"valid":false}`+"\n")
				}
				if c > top {
					top, answer, right, speaker = c, text, correct, (t+a)%6
					if !valid {
						answer, right = "", false
					}
				}
			}
			if answer != "" {
				said, correct := answer, right
				if r.Float64() < 0.2 {
					said, correct = fmt.Sprint(42+r.IntN(5)), false
					correct = said == "42"
				}
				if correct {
					hits++
				}
				fmt.Fprintf(w, `{"type":"speak","problem_id":"p%05d","trace_id":"t%06d","block_id":"b%07d","round":%d,"agent":"agent-%d","answer":%q,"correct":%v,"equivalent":%v}`+"\n",
					p, t, block, block%perTrace, speaker, said, correct, said == answer)
				if incumbent == "" {
					incumbent = said
					fmt.Fprintf(w, `{"type":"incumbent","trace_id":"t%06d","answer":%q}`+"\n", t, incumbent)
				}
			}
			block++
		}
		fmt.Fprintf(w, `{"type":"outcome","trace_id":"t%06d","passed":%v,"tokens":%d,"calls":%d,"wall_s":%.1f,"mode":%q}`+"\n",
			t, hits > 0 && r.Float64() < 0.9, 1000+r.IntN(9000), 18+r.IntN(100), 30+r.Float64()*200, []string{"broadcast", "single_agent"}[t%2])
	}
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
