// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// Format is the first key of a result.
const Format = "fcb-metrics/1"

// Better says which way a metric improves.
type Better int

// Directions of improvement.
const (
	Neither Better = iota // describes, does not rank
	Higher
	Lower
)

func (b Better) String() string { return [...]string{"neither", "higher", "lower"}[b] }

// A Metric describes one headline number of [M]. A proportion has the
// predictions that Counts selects by their case as its denominator, and those
// with Hit as its numerator; macro_f1 has neither function.
type Metric struct {
	Name       string // its key in M
	Label      string // for people
	Better     Better
	Definition string
	Undefined  string // the reason when no prediction counts

	Counts func(c *cases.Case) bool
	Hit    func(truth, predicted int) bool // class numbers: 0 low, 1 medium, 2 high
}

// Table lists the headline metrics in the order in which they are shown. Text,
// JSON, comparison and gates take names, directions and definitions from here.
func Table() []Metric {
	return []Metric{
		inAccuracy:         accuracy,
		inMacroF1:          macroF1,
		inCatchRate:        catchRate,
		inCatchRateStrict:  catchRateStrict,
		inFalseAlarmRate:   falseAlarmRate,
		inDisagreementRate: disagreementFlagRate,
	}
}

// Positions in the table.
const (
	inAccuracy = iota
	inMacroF1
	inCatchRate
	inCatchRateStrict
	inFalseAlarmRate
	inDisagreementRate
)

// rate is the metric over rows. position is its place in the table.
func (m *Metric) rate(position int, rows []row) Rate {
	var t tally
	for i := range rows {
		if r := &rows[i]; r.f.counts&(1<<position) != 0 {
			t.add(r, m.Hit(r.truth, r.risk))
		}
	}
	return t.rate(m.Undefined)
}

// field is where M keeps the rate of a metric; nil for macro_f1.
func (m *M) field(name string) *Rate {
	switch name {
	case accuracy.Name:
		return &m.Accuracy
	case catchRate.Name:
		return &m.CatchRate
	case catchRateStrict.Name:
		return &m.CatchRateStrict
	case falseAlarmRate.Name:
		return &m.FalseAlarmRate
	case disagreementFlagRate.Name:
		return &m.DisagreementFlagRate
	}
	return nil
}

// Rate is the headline proportion of that name; nil for macro_f1 and for a name
// that is not in [Table].
func (m *M) Rate(name string) *Rate { return m.field(name) }

// Metrics is the result of scoring, metrics.json in the shape of contract
// section 5.
type Metrics struct {
	Format    string        `json:"format"`
	Dataset   Dataset       `json:"dataset"`
	Run       Run           `json:"run"`
	Coverage  Coverage      `json:"coverage"`
	Engines   map[string]*M `json:"engines"`   // never pooled; only engines with an ok prediction
	Pipelines Pipelines     `json:"pipelines"` // empty unless the run was judged
	Baselines Baselines     `json:"baselines"` // over the selected cases, each once
}

// Coverage counts the scheduled predictions by their outcome.
type Coverage struct {
	Scheduled   int            `json:"scheduled"` // selected cases times repeats
	OK          int            `json:"ok"`
	Failed      int            `json:"failed"`
	Unknown     int            `json:"unknown"`
	Unattempted int            `json:"unattempted"`
	ByEngine    map[string]int `json:"by_engine"` // ok predictions of each engine
}

// Pipelines holds views of the run in which a second service had a say.
type Pipelines struct {
	Judge map[string]*M `json:"judge"`
}

// Baselines are the constant detectors: the floor beside every result.
type Baselines struct {
	AlwaysLow    *M `json:"always_low"`
	AlwaysMedium *M `json:"always_medium"`
	AlwaysHigh   *M `json:"always_high"`
}

// M is what one engine, pipeline or baseline scored.
type M struct {
	N                    int              `json:"n"` // predictions scored
	Accuracy             Rate             `json:"accuracy"`
	MacroF1              MacroF1          `json:"macro_f1"`
	PerClass             PerClass         `json:"per_class"`
	Confusion            Confusion        `json:"confusion"`
	CatchRate            Rate             `json:"catch_rate"`
	CatchRateStrict      Rate             `json:"catch_rate_strict"`
	FalseAlarmRate       Rate             `json:"false_alarm_rate"`
	DisagreementFlagRate Rate             `json:"disagreement_flag_rate"`
	ConsensusAnswer      *ConsensusAnswer `json:"consensus_answer,omitempty"` // nil for a baseline
	PerCategory          map[string]Split `json:"per_category"`
	PerSource            map[string]Split `json:"per_source"`
	PerTag               map[string]Split `json:"per_tag"`
	ThinAnswers          ThinAnswers      `json:"thin_answers"`
	Scheduled            Scheduled        `json:"scheduled"`
	Repeats              *Repeats         `json:"repeats,omitempty"`      // only when cases were asked more than once
	JudgeFailed          *int             `json:"judge_failed,omitempty"` // pipeline view only
	JudgeSkipped         *int             `json:"judge_skipped,omitempty"`
}
