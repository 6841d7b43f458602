// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/false-consensus/fcb/bench/api"
)

// A Detector judges whether the agreement of a request deserves trust. It is a
// pure function of the request, which is within the limits of [api].
type Detector struct {
	// Name is what follows "baseline:" on fcb's command line, or "reference".
	Name string
	// Engine is the name that replies carry.
	Engine string
	// About says in one line what the risk is made of.
	About string

	assess func(input) Assessment
}

// An Assessment is a detector's finding on one request.
type Assessment struct {
	Answer   string    // the agreed answer, "" where no cluster reaches 60 percent
	Score    float64   // size of the largest cluster over the number of answers
	Risk     string    // one of [api.Risks]
	Reasons  []string  // the rules that decided, with their figures
	Clusters []Cluster // in the order in which they were opened
}

// input is a request with its answers tokenised, clustered and the majority known.
type input struct {
	request  api.ConsensusRequest
	texts    []text
	clusters []Cluster
	largest  Cluster
	majority bool
}

// Detectors lists what the binary holds: the reference engine, then the
// baselines a detector ought to beat.
func Detectors() []Detector {
	return []Detector{
		{"reference", "deterministic", "clusters, wording inside the majority, agents naming each other, thin answers", reference},
		{"jaccard", "baseline-jaccard", "lexical sameness only: mean pairwise similarity of all answers", jaccard},
		{"share", "baseline-share", "majority share only: the size of the largest cluster", share},
	}
}

// Reference is the detector of the reference engine.
func Reference() Detector { return Detectors()[0] }

// Lookup finds a detector by Name.
func Lookup(name string) (Detector, bool) {
	for _, d := range Detectors() {
		if d.Name == name {
			return d, true
		}
	}
	return Detector{}, false
}

// Assess applies the detector. All of them share the clustering and the 60
// percent rule, so they differ in the risk alone.
func (d Detector) Assess(r api.ConsensusRequest) Assessment {
	in := input{request: r, texts: make([]text, len(r.Answers))}
	for i, a := range r.Answers {
		in.texts[i] = newText(a.Output)
	}
	in.clusters = clusters(r, in.texts)
	in.largest = in.clusters[largest(in.clusters)]
	in.majority = isMajority(in.largest.Size, len(r.Answers))
	out := d.assess(in)
	out.Clusters = in.clusters
	out.Score = round12(float64(in.largest.Size) / float64(len(r.Answers)))
	if in.majority {
		out.Answer = in.largest.Answer
	}
	return out
}

// shareReason is the first reason of every assessment.
func (in input) shareReason() string {
	return fmt.Sprintf("%d of %d answers fall in one cluster (%s).", in.largest.Size, len(in.request.Answers), figure(in.share()))
}

func (in input) share() *big.Rat {
	return big.NewRat(int64(in.largest.Size), int64(len(in.request.Answers)))
}

// agent is how a reason speaks of the answer at position i.
func (in input) agent(i int) string {
	if id := in.request.Answers[i].AgentID; id != "" {
		return strconv.Quote(id)
	}
	return "number " + strconv.Itoa(i+1)
}

// round12 rounds to 12 significant digits, as all numbers fcb writes.
func round12(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return y
}
