// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// chunk is how many cases the page lays out together; a browser skips the layout
// of chunks that are out of sight, so that ten thousand cases stay usable.
const chunk = 50

// rawReplies is the number of predictions above which the raw replies are left to
// the files of the run: they would be most of the page.
const rawReplies = 1500

// browser is the list of all cases with every prediction about them.
type browser struct {
	Total      int
	Categories []string
	Filters    []browserFilter // of the run and engine
	Effects    []browserFilter
	Notes      []string
	Changed    bool // the list is of what changed between two runs
}

type browserFilter struct{ Value, Label string }

type browserCase struct {
	*cases.Case
	Anchor      string
	Majority    string
	Change      string // between two runs that are compared
	Effects     string // tokens for the filters: who:what
	Predictions []browserPrediction
}

type browserPrediction struct {
	Label  string // run and engine, where there are several
	Status string
	Risk   string
	Effect string // a token of effectWords
	Words  string
	Facts  []fact
	Answer string // consensus answer, with how it was matched
	Match  string
	reply
	Judge      string
	JudgeWhy   []string
	Raised     string // the risk after the judge, where it is another
	Problem    string
	ShowRaw    bool
	Raw        string
	IsRedacted bool
}

// effectWords are the outcomes that can be filtered by, most harmful first.
var effectWords = []browserFilter{
	{scorer.EffectMissed, "missed: a wrong majority called low"},
	{scorer.EffectFalseAlarm, "false alarm: genuine agreement flagged"},
	{scorer.EffectOff, "off: another risk than expected"},
	{scorer.EffectRight, "right: exactly the expected risk"},
	{"review", "consensus answer needs review"},
	{"raised", "raised by the judge"},
	{predictions.Failed, "failed"},
	{predictions.Unknown, "outcome unknown"},
	{predictions.Unattempted, "unattempted"},
}

func effectLabel(effect string) string {
	for _, f := range effectWords {
		if f.Value == effect {
			before, _, _ := strings.Cut(f.Label, ":")
			return before
		}
	}
	return effect
}

// browserSection lists every selected case, once where several runs asked the
// same, with what each engine said about it.
func browserSection(r *runReport) (Section, bool) {
	b := browser{}
	list := r.browse(&b)
	if len(list) == 0 {
		return Section{}, false
	}
	used := map[string]bool{}
	for _, c := range list {
		for _, token := range strings.Fields(c.Effects) {
			_, what, _ := strings.Cut(token, ":")
			used[what] = true
		}
	}
	for _, f := range effectWords {
		if used[f.Value] {
			b.Effects = append(b.Effects, f)
		}
	}
	return b.section("Cases", list), true
}

// section makes the list of cases, with their categories in the filter.
func (b *browser) section(title string, list []*browserCase) Section {
	b.Total = len(list)
	for _, c := range cases.Categories() {
		if slices.ContainsFunc(list, func(x *browserCase) bool { return x.Category == c }) {
			b.Categories = append(b.Categories, c)
		}
	}
	s := Section{ID: "cases", Title: title, template: "browser", data: *b}
	if len(list) > 0 {
		s.part, s.end = "chunk", "browser-end"
	}
	for c := range slices.Chunk(list, chunk) {
		s.parts = append(s.parts, c)
	}
	return s
}

// browse gathers the cases of all runs in dataset order. Cases of one id that
// differ in text or labels are kept apart.
func (r *runReport) browse(b *browser) []*browserCase {
	var list []*browserCase
	byContent, anchors, who := map[string]*browserCase{}, map[string]int{}, map[string]string{}
	total := 0
	for _, run := range r.runs {
		total += len(run.Outcomes)
	}
	if total > rawReplies {
		b.Notes = append(b.Notes, fmt.Sprintf("With %s predictions, raw replies are left out here; they stand in predictions.jsonl of the run.", grouped(total)))
	}
	for i, run := range r.runs {
		for k := range run.Outcomes {
			o := &run.Outcomes[k]
			key := o.Case.ID
			if !r.sameDataset() {
				key = contentKey(o.Case)
			}
			c := byContent[key]
			if c == nil {
				c = &browserCase{Case: o.Case, Anchor: anchor(o.Case.ID), Majority: majorityWords(o.Case.MajorityCorrect)}
				if n := anchors[c.Anchor]; n > 0 {
					anchors[c.Anchor]++
					c.Anchor = fmt.Sprintf("%s.%d", c.Anchor, n+1)
				} else {
					anchors[c.Anchor] = 1
				}
				byContent[key] = c
				list = append(list, c)
			}
			label := r.runLabel(i, o.Engine)
			if who[label] == "" {
				who[label] = fmt.Sprint(len(who))
				name := label
				if o.Engine == "" {
					name = strings.TrimPrefix(r.runLabel(i, "")+" · no engine", " · ")
				}
				b.Filters = append(b.Filters, browserFilter{who[label], name})
			}
			p := newBrowserPrediction(run, o, total <= rawReplies)
			if len(r.entries) > 1 || len(r.runs) > 1 {
				p.Label = label
			}
			tokens := []string{p.Effect}
			if o.Match.Status == scorer.MatchReview && o.Case.MajorityCorrect != nil {
				tokens = append(tokens, "review")
			}
			if p.Raised != "" {
				tokens = append(tokens, "raised")
			}
			for _, t := range tokens {
				c.Effects = strings.TrimPrefix(c.Effects+" "+who[label]+":"+t, " ")
			}
			c.Predictions = append(c.Predictions, p)
		}
	}
	return list
}

// contentKey tells cases of different files apart by what was asked and labelled.
func contentKey(c *cases.Case) string {
	k := *c
	k.GroundTruth, k.Rationale, k.Source, k.Tags = "", "", cases.Source{}, nil
	k.Answers = slices.Clone(k.Answers)
	for i := range k.Answers {
		k.Answers[i].Claim, k.Answers[i].Metadata = nil, nil
	}
	b, err := json.Marshal(k)
	if err != nil {
		panic("report: " + err.Error()) // plain texts and truth values
	}
	return string(b)
}

func majorityWords(correct *bool) string {
	switch {
	case correct == nil:
		return "no majority"
	case *correct:
		return "majority right"
	}
	return "majority wrong"
}

func newBrowserPrediction(run Run, o *scorer.Outcome, raw bool) browserPrediction {
	p := browserPrediction{Status: o.Status, Risk: o.Risk, Effect: o.Effect}
	if o.PipelineRisk != o.Risk {
		p.Raised = o.PipelineRisk
	}
	if o.Status != predictions.OK {
		p.Effect = o.Status
	}
	p.Words = effectLabel(p.Effect)
	q := o.Prediction
	if q == nil {
		return p
	}
	if o.Status == predictions.OK {
		if q.ConsensusAnswer != nil {
			p.Answer = *q.ConsensusAnswer
		}
		p.Match = matchWords(o)
	}
	p.reply = readReply(q.Response)
	if q.Error != nil {
		p.Problem = q.Error.Kind + ": " + q.Error.Message
	}
	if j := q.Judge; j != nil {
		p.Judge = j.Status
		if j.Verdict != nil {
			p.Judge = *j.Verdict
			if j.Status != predictions.OK {
				p.Judge += " (" + j.Status + ")"
			}
		}
		why := readReply(j.Response)
		p.JudgeWhy = why.Reasons
		if j.Error != nil {
			p.JudgeWhy = append(p.JudgeWhy, j.Error.Kind+": "+j.Error.Message)
		}
	}
	p.Facts = callFacts(run, o, p.reply)
	if len(q.Response) > 0 && string(q.Response) != "null" && raw {
		p.ShowRaw, p.Raw = true, string(q.Response)
	}
	p.IsRedacted = q.Redacted
	return p
}

func callFacts(run Run, o *scorer.Outcome, reply reply) []fact {
	var f []fact
	q := o.Prediction
	if o.Engine != "" {
		f = append(f, fact{"engine", o.Engine})
	}
	if run.Metrics.Coverage.Scheduled > 0 && q.Repeat != nil {
		f = append(f, fact{"repeat", fmt.Sprint(*q.Repeat)})
	}
	if reply.Agreement != "" {
		f = append(f, fact{"agreement score", reply.Agreement})
	}
	if q.HTTPStatus != nil {
		f = append(f, fact{"HTTP status", fmt.Sprint(*q.HTTPStatus)})
	}
	if q.Attempts > 0 {
		f = append(f, fact{"attempts", fmt.Sprint(q.Attempts)})
	}
	if q.LatencyMS != nil {
		f = append(f, fact{"latency", fmt.Sprintf("%.0f ms", *q.LatencyMS)})
	}
	if q.StartedAt != nil {
		f = append(f, fact{"asked at", *q.StartedAt})
	}
	if reply.RequestID != "" {
		f = append(f, fact{"request id", reply.RequestID})
	}
	return f
}

// matchWords says which labelled answer the consensus answer was taken for.
func matchWords(o *scorer.Outcome) string {
	m := o.Match
	switch m.Status {
	case scorer.MatchNone:
		return "none given"
	case scorer.MatchReview:
		return "needs review: " + reviewWords[m.Reason]
	}
	verdict := map[bool]string{true: "correct", false: "wrong"}[m.Correct]
	names := make([]string, len(m.Matched))
	for i, at := range m.Matched {
		names[i] = o.Case.Answers[at].AgentID
	}
	how := "word for word"
	if m.Status == scorer.MatchJaccard {
		how = "by its words"
	}
	return fmt.Sprintf("%s: the answer of %s, %s", verdict, strings.Join(names, ", "), how)
}
