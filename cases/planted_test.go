// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
)

// answer is one answer of a generated case.
func answer(i int, claim string, correct bool, family string, saw, shared bool) string {
	return fmt.Sprintf(`{"agent_id":"agent-%c","output":"Wörk %d: I say %s, 漢字.","claim":"%s","correct":%v,"metadata":{"model_family":"family-%s","saw_other_answers":%v,"shared_context":%v}}`,
		'a'+i, i, claim, claim, correct, family, saw, shared)
}

// good is a valid line of a category; n makes id and question unique.
func good(category string, n int) string {
	var answers []string
	add := func(claim string, correct bool, family string, saw, shared bool) {
		answers = append(answers, answer(len(answers), claim, correct, family, saw, shared))
	}
	majority, risk, extra, note := "false", "high", "", ""
	switch category {
	case cases.MajorityWrongFact:
		for _, f := range []string{"a", "b", "c"} {
			add("Sydney", false, f, false, false)
		}
		add("Perth", false, "d", false, false)
	case cases.EchoCascade:
		add("Oslo", true, "a", false, false)
		add("Oslo", true, "b", true, false)
		add("Oslo", true, "b", true, false)
		add("Bergen", false, "c", false, false)
		majority, risk = "true", "medium"
	case cases.AnchoringInjectedPremise:
		for _, f := range []string{"a", "b", "c"} {
			add("1931", false, f, false, true)
		}
		add("1932", true, "d", false, false)
		note = " Note: the archive says 1931."
	case cases.LoneCorrectDissenter:
		for _, f := range []string{"a", "b", "c"} {
			add("Sydney", false, f, false, false)
		}
		add("Canberra", true, "d", false, false)
	case cases.GenuineAgreementCorrect:
		for _, f := range []string{"a", "b", "c", "d"} {
			add("Canberra", true, f, false, false)
		}
		add("Sydney", false, "e", false, false)
		majority, risk, extra = "true", "low", `,"tags":["noisy_dissent"]`
	case cases.GenuineDisagreement:
		add("Canberra", true, "a", false, false)
		add("Sydney", false, "b", false, false)
		add("Perth", false, "c", false, false)
		majority, risk = "null", "low"
	case cases.CorrectButUnsupported:
		for _, f := range []string{"a", "b", "c"} {
			add("New Delhi", true, f, false, false)
		}
		majority, risk, extra = "true", "medium", `,"evidence":["The museum stands near the park.","A second note."]`
	case cases.NumericConsensusError:
		for _, f := range []string{"a", "b", "c"} {
			add("1,204", false, f, false, false)
		}
		add("48", true, "d", false, false)
	}
	return fmt.Sprintf(`{"id":"case-%d","category":"%s","question":"Frage %d: wie heißt es?%s"%s,"answers":[%s],"ground_truth":"so","majority_correct":%s,"expected_risk":"%s","rationale":"Because.","source":{"dataset":"D","license":"MIT","citation":"c","url":"https://example.org/d","item":"f 1234567 0","adaptation":"reworded"}}`,
		n, category, n, note, extra, strings.Join(answers, ","), majority, risk)
}

// A plant puts one fault into a good line of a category: old, which stands at
// least n times, is replaced at its n-th place by new. The finding is expected
// where mark begins in the changed line, counted from the edit's own place
// backwards ("<") or forwards (">"), or at the edit ("").
type plant struct {
	code, category, old, new string
	n                        int
	shift                    int    // bytes from the start of new to the place of the finding
	mark                     string // "^": the line's first byte; else a text whose last occurrence before the edit is the place
	pointer                  string
}

const (
	wrong = cases.MajorityWrongFact
	echo  = cases.EchoCascade
	anch  = cases.AnchoringInjectedPremise
	lone  = cases.LoneCorrectDissenter
	agree = cases.GenuineAgreementCorrect
	dis   = cases.GenuineDisagreement
	uns   = cases.CorrectButUnsupported
	num   = cases.NumericConsensusError
)

var long = strings.Repeat("x", 8001)

var plants = []plant{
	// Reading.
	{"FCB001", wrong, `,"answers"`, ` "answers"`, 1, 1, "", "/question"},
	{"FCB001", dis, `}}`, `}}x`, 4, 2, "", ""},
	{"FCB001", dis, `"id":`, `id:`, 1, 0, "", ""},
	{"FCB002", lone, `"expected_risk"`, `"expe`, 1, 5, "cut", ""},
	{"FCB002", dis, `"majority_correct":`, `"majority_correct":`, 1, 19, "cut", "/majority_correct"},
	{"FCB003", agree, `["noisy_dissent"]`, `["noisy_dissent",]`, 1, 17, "", "/tags/0"},
	{"FCB003", wrong, `"correct":false,"metadata"`, `"correct":false,},{"metadata"`, 2, 16, "", "/answers/1/correct"},
	{"FCB004", wrong, `false,"expected_risk"`, `NaN,"expected_risk"`, 1, 0, "", "/majority_correct"},
	{"FCB004", wrong, `false,"expected_risk"`, `-Infinity,"expected_risk"`, 1, 1, "", "/majority_correct"},
	{"FCB005", echo, `Wörk 2`, "W\xf6rk 2", 1, 1, "", "/answers/2/output"},
	{"FCB005", echo, `Wörk 1`, "W\xe6rk 1", 1, 2, "", "/answers/1/output"}, // E6 may begin a character, r cannot continue it
	{"FCB005", echo, `漢字`, "漢\xff", 1, 3, "", "/answers/0/output"},
	{"FCB006", anch, `漢字`, `\ud83d`, 3, 0, "", "/answers/2/output"},
	{"FCB006", anch, `heißt`, `\ude00`, 1, 0, "", "/question"},
	{"FCB007", uns, `"output":`, `"agent_id":`, 2, 0, "", "/answers/1/agent_id"},
	{"FCB007", uns, `,"rationale"`, `,"id":"y","rationale"`, 1, 1, "", "/id"},
	{"FCB008", num, `"question"`, `"Question"`, 1, 0, "", "/Question"},
	{"FCB008", num, `"shared_context"`, `"Shared_Context"`, 4, 0, "", "/answers/3/metadata/Shared_Context"},
	{"FCB009", wrong, `"answers"`, "\uFEFF\"answers\"", 1, 0, "", ""},
	{"FCB010", wrong, `heißt`, "hei\tt", 1, 3, "", "/question"},
	{"FCB010", wrong, `heißt`, `hei\xt`, 1, 4, "", "/question"},
	{"FCB010", wrong, `Because.`, "Bec\x00", 1, 3, "", "/rationale"},
	// Schema.
	{"FCB101", wrong, `"rationale":"Because."`, `"rationale":["Because."]`, 1, 12, "", "/rationale"},
	{"FCB101", wrong, `"saw_other_answers":false`, `"saw_other_answers":"yes"`, 4, 20, "", "/answers/3/metadata/saw_other_answers"},
	{"FCB101", uns, `"A second note."`, `7`, 1, 0, "", "/evidence/1"},
	{"FCB101", wrong, `"correct":false`, `"correct":0`, 3, 10, "", "/answers/2/correct"},
	{"FCB102", wrong, `"ground_truth":"so",`, ``, 1, 0, "^", ""},
	{"FCB102", wrong, `,"shared_context":false`, ``, 2, 0, `{"model_family"`, "/answers/1/metadata"},
	{"FCB102", lone, `"license":"MIT",`, ``, 1, 0, `{"dataset"`, "/source"},
	{"FCB103", wrong, `"rationale":`, `"note":1,"rationale":`, 1, 0, "", "/note"},
	{"FCB103", wrong, `"expected_risk":`, `"expected_rsik":`, 1, 0, "", "/expected_rsik"},
	{"FCB103", wrong, `"model_family"`, `"x/y":0,"model_family"`, 2, 0, "", "/answers/1/metadata/x~1y"},
	{"FCB104", wrong, `"high"`, `"hgih"`, 1, 0, "", "/expected_risk"},
	{"FCB104", lone, `"lone_correct_dissenter"`, `"lone_dissenter"`, 1, 0, "", "/category"},
	{"FCB104", echo, `"family-c"`, `"family-x"`, 1, 0, "", "/answers/3/metadata/model_family"},
	{"FCB104", lone, `"reworded"`, `"rewritten"`, 1, 0, "", "/source/adaptation"},
	{"FCB104", lone, `{"dataset":"D","license":"MIT","citation":"c","url":"https://example.org/d","item":"f 1234567 0","adaptation":"reworded"}`, `7`, 1, 0, "", "/source"},
	{"FCB105", wrong, `"case-`, `"Case_`, 1, 0, "", "/id"},
	{"FCB106", wrong, `"ground_truth":"so"`, `"ground_truth":""`, 1, 15, "", "/ground_truth"},
	{"FCB106", wrong, `"Because."`, `"` + long + `"`, 1, 0, "", "/rationale"},
	{"FCB107", agree, `"noisy_dissent"]`, `"noisy_dissent"],"evidence":[` + strings.Repeat(`"e",`, 20) + `"e"]`, 1, 28, "", "/evidence"},
	{"FCB108", agree, `["noisy_dissent"]`, `["noisy_dissent","x","x"]`, 1, 21, "", "/tags/2"},
	{"FCB109", wrong, `"https://example.org/d"`, `"example dot org"`, 1, 0, "", "/source/url"},
	{"FCB120", wrong, `"claim":"Perth",`, ``, 1, 0, `{"agent_id"`, "/answers/3"},
	{"FCB120", dis, `,"adaptation":"reworded"`, ``, 1, 0, `{"dataset"`, "/source"},
	// Labels of one case.
	{"FCB201", uns, `"claim":"New Delhi","correct":true`, `"claim":"Delhi","correct":true`, 3, 8, "", "/answers/2/claim"},
	{"FCB202", uns, `"correct":true`, `"correct":false`, 2, 10, "", "/answers/1/correct"},
	{"FCB203", lone, `"majority_correct":false`, `"majority_correct":null`, 1, 19, "", "/majority_correct"},
	{"FCB203", dis, `"majority_correct":null`, `"majority_correct":false`, 1, 19, "", "/majority_correct"},
	{"FCB204", num, `"high"`, `"medium"`, 1, 0, "", "/expected_risk"},
	{"FCB204", echo, `"medium"`, `"high"`, 1, 0, "", "/expected_risk"},
	{"FCB206", wrong, `"agent-d"`, `"agent-b"`, 1, 0, "", "/answers/3/agent_id"},
	{"FCB208", uns, `"The museum stands near the park."`, `"` + strings.Repeat("m ", 1999) + `m","` + strings.Repeat("n ", 1999) + `n"`, 1, -1, "", "/evidence"},
	{"FCB211", wrong, `"claim":"Perth","correct":false`, `"claim":"Perth","correct":true`, 1, 26, "", "/answers/3/correct"},
	{"FCB212", echo, `"saw_other_answers":false`, `"saw_other_answers":true`, 1, 20, "", "/answers/0/metadata/saw_other_answers"},
	{"FCB212", echo, `"family-b"`, `"family-d"`, 2, 0, "", "/answers/2/metadata/model_family"},
	{"FCB212", echo, `"saw_other_answers":true`, `"saw_other_answers":false`, 2, 0, `[{"agent_id"`, "/answers"},
	{"FCB213", anch, `Note: the archive says 1931.`, `Note: the archive says so.`, 1, 0, `"Frage`, "/question"},
	{"FCB213", anch, `"shared_context":true`, `"shared_context":false`, 2, 17, "", "/answers/1/metadata/shared_context"},
	{"FCB214", lone, `"claim":"Canberra","correct":true`, `"claim":"Canberra","correct":false`, 1, 0, `[{"agent_id"`, "/answers"},
	{"FCB215", agree, `"family-c"`, `"family-a"`, 1, 0, "", "/answers/2/metadata/model_family"},
	{"FCB215", agree, `"saw_other_answers":false`, `"saw_other_answers":true`, 4, 20, "", "/answers/3/metadata/saw_other_answers"},
	{"FCB215", agree, `"shared_context":false`, `"shared_context":true`, 2, 17, "", "/answers/1/metadata/shared_context"},
	{"FCB215", agree, `"claim":"Canberra","correct":true,"metadata":{"model_family":"family-d"`, `"claim":"Perth","correct":false,"metadata":{"model_family":"family-d"`, 1, 0, "false5", "/answers/4/correct"},
	{"FCB215", agree, `,"tags":["noisy_dissent"]`, ``, 1, 0, "false5", "/answers/4/correct"},
	{"FCB216", dis, `"claim":"Canberra","correct":true`, `"claim":"Canberra","correct":false`, 1, 0, `[{"agent_id"`, "/answers"},
	{"FCB217", uns, `near the park`, `in New Delhi`, 1, 0, `"The museum`, "/evidence/0"},
	{"FCB217", uns, `,"evidence":["The museum stands near the park.","A second note."]`, ``, 1, 0, "^", ""},
	{"FCB218", num, `"claim":"48"`, `"claim":"about 48"`, 1, 8, "", "/answers/3/claim"},
}

// apply edits the line and works out the byte of the finding.
func (p plant) apply(t testing.TB, line string) (edited string, offset int) {
	at := -1
	for range p.n {
		next := strings.Index(line[at+1:], p.old)
		require.GreaterOrEqual(t, next, 0, "%s: %q not found", p.code, p.old)
		at += 1 + next
	}
	edited = line[:at] + p.new + line[at+len(p.old):]
	switch p.mark {
	case "":
		return edited, at + p.shift
	case "^":
		return edited, 0
	case "cut":
		return line[:at] + p.new, at + p.shift
	case "false5": // the value of the last answer's correct
		return edited, strings.LastIndex(edited, `"correct":false`) + len(`"correct":`)
	}
	offset = strings.LastIndex(edited[:at], p.mark)
	require.GreaterOrEqual(t, offset, 0, "%s: no %q before the edit", p.code, p.mark)
	return edited, offset
}

type place struct {
	line, column, char    int
	pointer, caseID, code string
}

func TestPlantedFaultsAreFoundAtTheirPlaces(t *testing.T) {
	require.GreaterOrEqual(t, len(plants), 60)
	var lines []string
	var want []place
	for i, p := range plants {
		lines = append(lines, good(cases.Categories()[i%8], 2*i)) // good lines between the faulty ones
		edited, offset := p.apply(t, good(p.category, 2*i+1))
		lines = append(lines, edited)
		id := fmt.Sprintf("case-%d", 2*i+1)
		switch {
		case p.code == "FCB105":
			id = strings.Replace(id, "case-", "Case_", 1)
		case strings.HasPrefix(p.new, "id:"):
			id = "" // no key "id" was read
		}
		want = append(want, place{len(lines), offset + 1, utf8.RuneCountInString(edited[:offset]) + 1, p.pointer, id, p.code})
	}
	// The places of FCB208 and of long texts are those of the list around them.
	for i, p := range plants {
		if p.shift == -1 {
			edited, _ := p.apply(t, good(p.category, 2*i+1))
			want[i].column = strings.Index(edited, `"evidence":[`) + len(`"evidence":`) + 1
			want[i].char = utf8.RuneCountInString(edited[:want[i].column-1]) + 1
		}
	}
	var results [][]cases.Finding
	for _, workers := range []int{1, 3} {
		var found []cases.Finding
		summary, _, err := cases.Validate(strings.NewReader(strings.Join(lines, "\n")+"\n"), "f.jsonl",
			cases.Options{Profile: cases.ProfileFCB, Workers: workers}, func(f cases.Finding) { found = append(found, f) })
		require.NoError(t, err)
		assert.Equal(t, len(lines), summary.Lines)
		results = append(results, found)
	}
	assert.Equal(t, results[0], results[1], "independent of the workers")
	var got []place
	for _, f := range results[0] {
		if f.Severity == cases.SeverityError && f.Line > 0 {
			got = append(got, place{f.Line, f.Column, f.Char, f.Pointer, f.CaseID, f.Rule})
		}
	}
	byLine := map[int][]place{}
	for _, g := range got {
		byLine[g.line] = append(byLine[g.line], g)
	}
	for i, w := range want {
		assert.Contains(t, byLine[w.line], w, "plant %d: %+v", i, plants[i].code)
		assert.Len(t, byLine[w.line], 1, "plant %d %s", i, plants[i].code)
		delete(byLine, w.line)
	}
	assert.Empty(t, byLine, "findings on good lines")
}
