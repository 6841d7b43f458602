// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleUniqueID = Rule{
	Code: "FCB301", Severity: SeverityError,
	Title:     "case ids are unique",
	Rationale: "Predictions are joined to cases by their id. The finding stands at the later line and names the earlier one; it is checked in every profile.",
	Fails:     "{\"id\":\"capital\"}\n{\"id\":\"capital\",\"question\":\"Another question?\"}",
	Passes:    "{\"id\":\"capital\"}\n{\"id\":\"capital-2\",\"question\":\"Another question?\"}",
}

var ruleUniqueQuestion = Rule{
	Code: "FCB302", Severity: SeverityError,
	Title:     "questions are unique",
	Rationale: "A question that stands twice counts twice. Questions are compared exactly; near-duplicates are a warning (FCB407).",
	Fails:     "{\"id\":\"one\",\"question\":\"Which city is it?\"}\n{\"id\":\"two\",\"question\":\"Which city is it?\"}",
	Passes:    "{\"id\":\"one\",\"question\":\"Which city is it?\"}\n{\"id\":\"two\",\"question\":\"Which river is it?\"}",
}
