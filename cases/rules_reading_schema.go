// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

// Rules of reading: how a line fails to be JSON. They have no check of their
// own; schema/jsonl finds the fault and says which it is.
var readingTable = []Rule{
	reading("FCB001", "a line is JSON", "Something stands where no JSON text can have it. Every line is one JSON value by RFC 8259, on its own.",
		`{"id":"one" "category":"echo_cascade"}`),
	reading("FCB002", "a line is complete", "The line ends inside a value: the file was cut, or a line feed stands inside a string, where it must be written \\n.",
		`{"id":"one","question":"Which`),
	reading("FCB003", "no trailing comma", "JSON has no comma before a closing bracket, although JavaScript and Python do.",
		`{"id":"one","tags":["x",]}`),
	reading("FCB004", "numbers are JSON numbers", "NaN and Infinity are not JSON, nor are numbers with a superfluous 0 or without digits around the point. An undefined number is null.",
		`{"id":"one","score":NaN}`),
	reading("FCB005", "the file is UTF-8", "Bytes of another encoding would be replaced in silence, and the texts compared and sent would not be the ones written.",
		"{\"id\":\"one\",\"question\":\"caf\xe9\"}"),
	reading("FCB006", "escaped surrogates come in pairs", "Half of a pair is no character; readers replace it or fail, each in its own way.",
		`{"id":"one","question":"\ud83d"}`),
	reading("FCB007", "a key stands once in an object", "Readers differ in which of two equal keys they keep, so the same file would mean different things.",
		`{"id":"one","correct":true,"correct":false}`),
	reading("FCB008", "a key is spelt as the schema spells it", "A key that differs only by case is dropped by some readers and accepted by others.",
		`{"ID":"one"}`),
	reading("FCB009", "a byte-order mark stands at the start only", "Inside the file it is the trace of files glued together, and no JSON.",
		"{\"id\":\"one\"}\n\uFEFF{\"id\":\"two\",\"question\":\"Who?\"}"),
	reading("FCB010", "strings are JSON strings", "Control characters must be escaped, and only the escapes of JSON exist.",
		"{\"id\":\"one\",\"question\":\"a\tb\"}"),
	{Code: ruleNoCases, Severity: SeverityError, Title: "the file has cases",
		Rationale: "An empty file, or one of blank lines only, is never what was meant: it would pass every other check.", Fails: " ", Passes: `{"id":"one"}`},
}

const ruleNoCases = "FCB011"

func reading(code, title, rationale, fails string) Rule {
	return Rule{Code: code, Severity: SeverityError, Title: title, Rationale: rationale, Fails: fails, Passes: `{"id":"one"}`}
}

// Rules of the schema, by the kind of fault. The schema itself says what is
// allowed where.
var schemaTable = []Rule{
	shape("FCB101", "values have the right JSON type", "A string where a number is wanted usually means that a value was quoted, or stands under the wrong key.", `{"id":5}`, `{"id":"five"}`),
	shape("FCB102", "required keys are there", "The finding stands at the object that lacks the key.", `{"expected_risk":null}`, `{"expected_risk":"high"}`),
	shape("FCB103", "no key is unknown", "An unknown key is usually a misspelt one, whose value would be ignored.", `{"colour":"red"}`, `{"tags":["red"]}`),
	shape("FCB104", "values are among the allowed ones", "The message lists what is allowed, and the nearest when one is near.", `{"category":"echo_cascades"}`, `{"category":"majority_wrong_fact"}`),
	shape("FCB105", "texts match their pattern", "Ids are lower-case words joined by single hyphens, so that they are safe in file names, URLs and shells.", `{"id":"Capital City"}`, `{"id":"capital-city"}`),
	shape("FCB106", "texts are neither empty nor too long", "Characters here are Unicode code points; the limits of the service in UTF-16 units are FCB208.", `{"question":""}`, `{"question":"Which?"}`),
	shape("FCB107", "lists have the right number of items", "A case has 2 to 16 answers and at most 20 items of evidence.", `{"answers":[{"output":"alone"}]}`, `{"answers":[{"output":"a"},{"output":"b"}]}`),
	shape("FCB108", "tags stand once", "The finding stands at the later of two equal items.", `{"tags":["x","x"]}`, `{"tags":["x","y"]}`),
	shape("FCB109", "values have the right format", "Formats are checked, not just noted.", `{"source":{"dataset":"D","license":"MIT","citation":"c","url":"not a url","item":"f 1234567 0","adaptation":"reworded"}}`,
		`{"source":{"dataset":"D","license":"MIT","citation":"c","url":"https://example.org/d","item":"f 1234567 0","adaptation":"reworded"}}`),
	shape("FCB110", "numbers are within their range", "The case schema has no numbers; schemas given with --schema may.", "", ""),
	shape("FCB111", "everything else the schema says", "Keywords that only schemas given with --schema use.", "", ""),
	{Code: ruleProfile, Severity: SeverityError, Strict: true, Title: "fields that profile fcb-0.1 requires",
		Rationale: "Our own cases always have claim and metadata in every answer, and adaptation in a source that is an object; without them the label rules cannot be checked. Foreign files are checked with --profile open.",
		Fails:     `{"answers":[{"claim":null,"correct":false},{"claim":"x","correct":false}]}`, Passes: `{"answers":[{"claim":"x","correct":false},{"claim":"x","correct":false}]}`},
}

const ruleProfile = "FCB120"

func shape(code, title, rationale, fails, passes string) Rule {
	return Rule{Code: code, Severity: SeverityError, Title: title, Rationale: rationale, Fails: fails, Passes: passes}
}
