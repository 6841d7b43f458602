// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleAgents = Rule{
	Code: "FCB206", Severity: SeverityError,
	Title:     "agent ids are unique within a case",
	Rationale: "The service accepts one id twice, but then reasons and receipts that name an agent would be ambiguous.",
	Fails:     `{"answers":[{"agent_id":"agent-a"},{"agent_id":"agent-b"},{"agent_id":"agent-a"}]}`,
	Passes:    `{"answers":[{"agent_id":"agent-a"},{"agent_id":"agent-b"},{"agent_id":"agent-c"}]}`,
	needs:     []string{"answers.agent_id"},
	check: func(l *labels) {
		for i, a := range l.Answers {
			for j, b := range l.Answers[:i] {
				if a.AgentID == b.AgentID {
					l.report(answerPointer(i, "agent_id"), "agent id "+quote(a.AgentID)+" already stands in "+answerPointer(j, "agent_id"))
					break
				}
			}
		}
	},
}
