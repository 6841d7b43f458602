// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

// Rules about the file as text. One finding a file stands at the first place.

var ruleBlankLines = Rule{
	Code: "FCB401", Severity: SeverityWarning,
	Title:     "a blank line",
	Rationale: "Lines of white space only are read over everywhere in fcb and never shift a line number, but other JSON Lines readers stop at them. Reported once, at the first.",
	Fails:     "{\"id\":\"one\",\"question\":\"Which?\"}\n \t\n{\"id\":\"two\",\"question\":\"Who?\"}",
	Passes:    "{\"id\":\"one\",\"question\":\"Which?\"}\n{\"id\":\"two\",\"question\":\"Who?\"}",
}

var ruleLineEnds = Rule{
	Code: "FCB402", Severity: SeverityWarning,
	Title:     "CRLF line ends",
	Rationale: "They are read like LF, but they change the hash of the file, so a run frozen on the LF file refuses it. Usually git converted them: `*.jsonl -text` in .gitattributes prevents that. Reported once, at the first.",
	Fails:     "{\"id\":\"one\"}\r",
	Passes:    "{\"id\":\"one\"}",
}

var ruleByteOrderMark = Rule{
	Code: "FCB403", Severity: SeverityWarning,
	Title:     "a byte-order mark at the start",
	Rationale: "It is read over (columns of line 1 do not count it), but many JSON readers refuse it.",
	Fails:     "\uFEFF{\"id\":\"one\"}",
	Passes:    "{\"id\":\"one\"}",
}
