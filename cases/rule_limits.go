// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
)

var ruleBody = Rule{
	Code: "FCB207", Severity: SeverityError,
	Title:     "the request body has at most 100,000 bytes",
	Rationale: "The service refuses a larger body. The bytes are counted as they are sent, with the evidence inlined into the task.",
	Fails:     `{"question":"` + strings.Repeat(`\u0001`, 7000) + `","answers":[{"output":"` + strings.Repeat(`\u0001`, 8000) + `"},{"output":"` + strings.Repeat(`\u0001`, 8000) + `"}]}`,
	Passes:    `{"question":"short"}`,
	needs:     []string{"question", "evidence", "answers.agent_id", "answers.output"},
	check: func(l *labels) {
		if l.small {
			return
		}
		r := l.Request(api.EvidenceInline)
		if n := len(r.Encode()); n > api.MaxBody {
			l.report("", "the request body has "+strconv.Itoa(n)+" bytes; at most "+strconv.Itoa(api.MaxBody)+" are allowed")
		}
	},
}

var ruleLimits = Rule{
	Code: "FCB208", Severity: SeverityError,
	Title: "texts keep within the limits of the service",
	Rationale: "The service counts UTF-16 units: 8,000 for the task, evidence included; 16,000 for an output; 80 for an agent id; 24,000 for the task and all outputs together. " +
		"A case over a limit could never be asked.",
	Fails:  `{"question":"` + strings.Repeat("q", 7990) + `","evidence":["A hundred characters of evidence are too many beside a question of nearly eight thousand."]}`,
	Passes: `{"question":"A short question?","evidence":["A hundred characters of evidence are no problem here."]}`,
	needs:  []string{"question", "evidence", "answers.agent_id", "answers.output"},
	check: func(l *labels) {
		if l.small && !l.longAgent() {
			return
		}
		r := l.Request(api.EvidenceInline)
		for _, p := range r.Check() {
			switch {
			case p.Pointer == "" && strings.HasPrefix(p.Message, "the body"): // FCB207
			case strings.HasPrefix(p.Message, "empty"), p.Pointer == "/answers": // the schema's part
			case p.Pointer == "/task" && len(l.Evidence) > 0 && api.UTF16Len(l.Question) <= api.MaxTask:
				l.report("/evidence", "question and evidence together have "+p.Message)
			case p.Pointer == "/task":
				l.report("/question", p.Message)
			default:
				l.report(p.Pointer, p.Message)
			}
		}
	},
}

// longAgent reports whether an agent id may be over its limit.
func (l *labels) longAgent() bool {
	for _, a := range l.Answers {
		if len(a.AgentID) > api.MaxAgentID {
			return true
		}
	}
	return false
}

// isSmall reports whether no limit on text can be exceeded by a line of this
// many bytes: they are at least the UTF-16 units of its texts, and the template
// of inlined evidence adds little.
func isSmall(line int) bool { return line+200 <= api.MaxTask }

var ruleLongText = Rule{
	Code: "FCB404", Severity: SeverityWarning,
	Title:     "more than 12,000 UTF-16 units of text",
	Rationale: "A free key that holds no prepaid calls is refused above 12,000 units for the task (evidence inlined) and all outputs together.",
	Fails:     `{"answers":[{"output":"` + strings.Repeat("x", 12001) + `"},{"output":"y"}]}`,
	Passes:    `{"answers":[{"output":"` + strings.Repeat("x", 10000) + `"},{"output":"y"}]}`,
	needs:     []string{"question", "evidence", "answers.output"},
	check: func(l *labels) {
		if l.small {
			return
		}
		if n := l.Request(api.EvidenceInline).TextLen(); n > api.MaxTextFree && n <= api.MaxText {
			l.report("", strconv.Itoa(n)+" UTF-16 units of text in all; a free key without prepaid calls is refused above "+strconv.Itoa(api.MaxTextFree))
		}
	},
}
