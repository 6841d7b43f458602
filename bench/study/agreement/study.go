// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package agreement

import "slices"

// Format is the value of format in the results of a study.
const Format = "fcb-study/1"

// A Study is the results of a study: what fcb study score prints as JSON and
// everything that a report shows. Texts in it come from models and files.
type Study struct {
	Format         string              `json:"format"`
	Title          string              `json:"title"`
	Question       string              `json:"question"`
	Simulated      bool                `json:"simulated"` // an agent on the roster is simulated
	Seed           uint64              `json:"seed"`
	FrozenAt       string              `json:"frozen_at"`
	ManifestSHA256 string              `json:"manifest_sha256"`
	ToolVersion    string              `json:"tool_version"` // that froze the study
	Requests       Requests            `json:"requests"`
	Looks          int                 `json:"looks_before_complete"` // times results were computed before everything was asked
	Roster         []Member            `json:"roster"`
	Strata         map[string]*Stratum `json:"strata"`
	Cost           Cost                `json:"cost"`
	Disclosure     Disclosure          `json:"disclosure"`
	Caveats        []string            `json:"caveats"`
	Warnings       []string            `json:"warnings"`
}

// Requests counts answers wanted, first and repeated, by what became of them:
// scheduled = answered + refused + failed + unknown + unattempted. Answered means
// that a text came; whether it keeps the response contract shows in the strata.
type Requests struct {
	Scheduled   int `json:"scheduled"`
	Answered    int `json:"answered"`
	Refused     int `json:"refused"`
	Failed      int `json:"failed"`
	Unknown     int `json:"unknown"`
	Unattempted int `json:"unattempted"`
}

// Disclosure is printed with the results as it was frozen.
type Disclosure struct {
	Interests    string `json:"interests"`
	AIAssistance string `json:"ai_assistance"`
}

// A Member is one model of the roster: what was asked for and what reported itself.
type Member struct {
	Name        string   `json:"model"`
	Provider    string   `json:"provider"`
	Family      string   `json:"family"`
	Requested   string   `json:"requested"`
	Reported    []string `json:"reported"` // names in replies, sorted
	Simulated   bool     `json:"simulated"`
	Parameters  []string `json:"parameters"`
	Differences []string `json:"native_differences"`
	Tokens      *Tokens  `json:"tokens"`  // nil where no reply says
	Latency     *Latency `json:"latency"` // nil where there is no call over the network
	Cost        string   `json:"cost_usd"`
}

// Tokens are the sums of what replies report.
type Tokens struct {
	Input   int `json:"input"`
	Output  int `json:"output"`
	Replies int `json:"replies"` // that report usage
}

// Latency is the time of API calls in milliseconds, under the concurrency of this
// study: not the speed of a model.
type Latency struct {
	Calls  int     `json:"calls"`
	Median float64 `json:"median_ms"`
	P90    float64 `json:"p90_ms"`
}

// Cost is an estimate from reported usage and assumed prices; a call without
// usage counts with the most it could have cost.
type Cost struct {
	Estimate   bool   `json:"estimate"` // always true
	Spent      string `json:"spent_usd"`
	Pilots     string `json:"pilots_usd"` // part of spent
	Cap        string `json:"cap_usd"`
	PricesAsOf string `json:"prices_as_of"`
}

// A Stratum is the results on one corpus file.
type Stratum struct {
	Score
	Models       int                       `json:"n_models"`
	Note         string                    `json:"note"` // what the corpus file says of itself
	SHA256       string                    `json:"corpus_sha256"`
	Failures     map[string]map[string]int `json:"failures"` // by model and kind
	Best         *Best                     `json:"best_observed_model"`
	Insufficient Insufficient              `json:"insufficient"`
	Wrong        []Wrong                   `json:"unanimous_wrong_detail"`
	WrongNote    string                    `json:"unanimous_wrong_note"`
	Repeat       *Repeat                   `json:"repeat"`
	RepeatReason string                    `json:"repeat_reason,omitempty"` // why there is no repeat
}

// Best names the model with the highest observed accuracy, descriptively.
type Best struct {
	Names    []string `json:"models"` // several where they tie
	Correct  int      `json:"correct"`
	Valid    int      `json:"valid"`
	Accuracy *float64 `json:"accuracy"`
	Note     string   `json:"note"`
}

// Insufficient counts the questions that the documents do not settle.
type Insufficient struct {
	Keys             int `json:"keys"`              // questions whose key is INSUFFICIENT
	UnanimousCorrect int `json:"unanimous_correct"` // of those, all models say so
	UnanimousFalse   int `json:"unanimous_false"`   // other questions on which all models say so
}

// A Wrong is a question on which all models agree on a wrong answer.
type Wrong struct {
	ID           string        `json:"id"`
	Family       string        `json:"family"`
	Question     string        `json:"question"` // as sent
	Key          string        `json:"key"`
	Answer       string        `json:"answer"`
	Lure         string        `json:"lure,omitempty"` // the wrong answer that the question's trap leads to
	Explanations []Explanation `json:"explanations"`
}

// An Explanation is what a model wrote, word for word.
type Explanation struct {
	Model     string `json:"model"`
	Reasoning string `json:"reasoning"`
	Raw       string `json:"raw"`
}

// Statements that stand with the results wherever they are shown.
const (
	allSimulated  = "Simulated agents answered: nothing here says anything about a real model."
	someSimulated = "Some agents are simulated: figures of the panel mix drawn answers with real ones and say nothing about a panel of real models."
	NoWrongNote   = "No question has a unanimous wrong answer. That does not show that there are none elsewhere: see the interval of the accuracy and what it leaves out."
	BestNote      = "Descriptive only: the best of several observed accuracies flatters the model that has it."
)

// SimulationNote says what a simulated agent on the roster means, "" without one.
func (s *Study) SimulationNote() string {
	if !s.Simulated {
		return ""
	}
	if slices.ContainsFunc(s.Roster, func(m Member) bool { return !m.Simulated }) {
		return someSimulated
	}
	return allSimulated
}

// Caveats are the limits of every interval of a study.
func Caveats() []string {
	return []string{
		"Wilson intervals treat questions as independent draws. They ignore that questions share templates, how families were chosen, training data that models share, and contamination.",
		"The strata are reported apart and never pooled.",
		"Panels are complete only where every model gave a valid answer; failures are not spread at random.",
		"Costs are estimates from reported usage and assumed prices; latency is API time under this concurrency.",
	}
}
