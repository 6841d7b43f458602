// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const twoByTwo = "question_id,model,maker,correct\nq1,a,x,1\nq1,b,y,0\nq2,a,x,0\n"

func readText(text string) (*Table, *Input, error) {
	return Read(context.Background(), "-", strings.NewReader(text))
}

func TestReadTakesBothFormats(t *testing.T) {
	want, in, err := readText(twoByTwo)
	require.NoError(t, err)
	sum := sha256.Sum256([]byte(twoByTwo))
	assert.Equal(t, hex.EncodeToString(sum[:]), in.SHA256)
	assert.Equal(t, 3, in.Rows)
	assert.Empty(t, in.Warnings)
	assert.Equal(t, []string{"a", "b"}, want.Models)
	assert.Equal(t, []string{"x", "y"}, want.Makers)
	assert.Equal(t, []string{"q1", "q2"}, want.Questions)
	assert.True(t, want.Right(0, 0))
	assert.True(t, want.Answered(1, 0))
	assert.False(t, want.Right(1, 0))
	assert.False(t, want.Answered(1, 1))

	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(twoByTwo))
	z.Close()
	for name, text := range map[string]string{
		"rows and columns in another order": "correct,extra,maker,model,question_id\n0,,x,a,q2\n0,,y,b,q1\n1,,x,a,q1\n",
		"CRLF":                              strings.ReplaceAll(twoByTwo, "\n", "\r\n"),
		"byte-order mark":                   "\ufeff" + twoByTwo,
		"no final newline":                  strings.TrimSuffix(twoByTwo, "\n"),
		"blank lines and spaces":            "question_id, model, maker, correct\n\nq1, a, x, 1\nq1, b, y, 0\n\nq2, a, x, 0\n\n",
		"quotes":                            "question_id,model,maker,correct\n\"q1\",\"a\",x,\"1\"\nq1,b,y,0\nq2,a,x,0\n",
		"booleans of a data frame":          "question_id,model,maker,correct\nq1,a,x,True\nq1,b,y,False\nq2,a,x,0.0\n",
		"JSON Lines":                        "{\"question_id\":\"q1\",\"model\":\"a\",\"maker\":\"x\",\"correct\":1}\n{\"question_id\":\"q1\",\"model\":\"b\",\"correct\":false,\"maker\":\"y\"}\n\n{\"question_id\":\"q2\",\"model\":\"a\",\"maker\":null,\"correct\":0,\"note\":[1]}\n",
		"JSON Lines with BOM, CRLF":         "\ufeff{\"question_id\":\"q1\",\"model\":\"a\",\"maker\":\"x\",\"correct\":1}\r\n{\"question_id\":\"q1\",\"model\":\"b\",\"maker\":\"y\",\"correct\":0}\r\n{\"question_id\":\"q2\",\"model\":\"a\",\"correct\":0}\r\n",
		"gzip":                              zipped.String(),
	} {
		got, _, err := readText(text)
		if assert.NoError(t, err, name) {
			assert.Equal(t, want, got, name)
		}
	}
}

func TestReadTellsWhatIsUnusualButUsable(t *testing.T) {
	tab, in, err := readText("question_id,model,correct\nq1,a,1\nq1,a,1\nq1,b,0\nq2,b,1\nq3,b,\nq2,c,\n")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, tab.Models)
	assert.Equal(t, []string{"q1", "q2"}, tab.Questions)
	assert.Equal(t, []string{
		"1 rows repeat an earlier row exactly; each was counted once",
		"2 rows have an empty result; they count as not answered",
		"1 model without any answer, left out: c",
		"1 question that nobody answered, left out: q3",
	}, in.Warnings)
	assert.Nil(t, tab.Makers)
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "-: is empty"},
		{"only blank lines", "\n \n", "-: is empty"},
		{"header only", "question_id,model,correct\n", "-: no answers"},
		{"JSON array", `[{"question_id":"q"}]`, "-: looks like a JSON array, not JSON Lines"},
		{"missing column", "question_id,correct\nq1,1\n", "-:1: the header has no column model"},
		{"no header", "q1,a,1\nq2,a,0\n", "-:1: the header has no column question_id, model, correct"},
		{"tabs", "question_id\tmodel\tcorrect\nq1\ta\t1\n", "-:1: the header has no column question_id, model, correct"},
		{"column twice", "question_id,model,correct,model\nq1,a,1,a\n", `-:1: the header has two columns "model"`},
		{"column by case", "question_id,Model,correct\nq1,a,1\n", `-:1: the column "Model" differs only by case from "model"`},
		{"unknown value", "question_id,model,correct\nq1,a,1\nq2,a,2\nq2,b,yes\n", "-:3: correct is \"2\", neither 1 nor 0\n-:4: correct is \"yes\", neither 1 nor 0"},
		{"short row", "question_id,model,correct\nq1,a\nq2,a,1\n", "-:2: 2 fields, the header has 3"},
		{"empty names", "question_id,model,correct\n,,1\nq2,a,1\n", "-:2: question_id is empty\n-:2: model is empty"},
		{"conflicting duplicate", "question_id,model,correct\nq1,a,1\nq2,a,1\nq1,a,0\n", `-:4: model "a" answers question "q1" a second time, with another result than on line 2`},
		{"two makers", "question_id,model,maker,correct\nq1,a,x,1\nq2,a,y,1\n", `-:3: model "a" has maker "y", and "x" on line 2`},
		{"one question", "question_id,model,correct\nq1,a,1\nq1,b,0\n", `-: one question only ("q1"): no measurement is possible`},
		{"stray quote", "question_id,model,correct\n\"q1,a,1\nq2,a,1\n", "-:3:8: a quotation mark that is not doubled inside quotes (the row begins on line 2)"},
		{"name over lines", "question_id,model,correct\n\"q1\n\",a,1\n\"q2\nx\",a,1\nq1,a,0\n", "-:4: question_id spans lines: is a quotation mark missing?\n-:6: model \"a\" answers question \"q1\" a second time, with another result than on line 2"},
		{"not UTF-8", "question_id,model,correct\nq\xff,a,1\n", "-:2: question_id is not UTF-8"},
		{"broken line", "{\"question_id\":\"q1\",\"model\":\"a\",\"correct\":1}\n{\"question_id\":\"q2\",\"model\":\n", "-:2:"},
		{"key by case", "{\"question_id\":\"q1\",\"model\":\"a\",\"Correct\":1}\n", `-:1:33: the key "Correct" differs only by case from "correct"`},
		{"missing key", "{\"question_id\":\"q1\",\"model\":\"a\"}\n{\"question_id\":\"q1\",\"model\":[],\"correct\":1}\n", "-:1:1: correct: missing\n-:2:29: model is not a string or a number"},
		{"duplicate key", "{\"question_id\":\"q1\",\"model\":\"a\",\"model\":\"b\",\"correct\":1}\n", "-:1:"},
		{"not an object", "{}\n7\n", "-:1:1: question_id: missing\n-:2:1: not an object"},
	} {
		_, _, err := readText(c.text)
		var bad *InputError
		if assert.ErrorAs(t, err, &bad, c.name) {
			assert.True(t, strings.HasPrefix(bad.Error(), c.want), "%s:\nwant %s\ngot  %s", c.name, c.want, bad.Error())
		}
	}
	_, _, err := readText("\x1f\x8b not really gzip")
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "empty", "a damaged file is not an empty one")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, err = Read(ctx, "-", strings.NewReader(twoByTwo))
	assert.ErrorIs(t, err, context.Canceled)
	_, _, err = Read(context.Background(), filepath.Join(t.TempDir(), "missing.csv"), nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestReadPrintsManyProblemsShortly(t *testing.T) {
	text := "question_id,model,correct\n" + strings.Repeat("q,m,maybe\n", 200)
	_, _, err := readText(text)
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	assert.Len(t, lines, 51)
	assert.Equal(t, "and 150 more problems", lines[50])
}

func TestParseAnswer(t *testing.T) {
	options := []string{"Paris", "Lyon", "Nice", "Lille"}
	for _, c := range []struct {
		text    string
		options []string
		choice  string // "": unreadable
	}{
		{"ANSWER: 3", options, "3"},
		{"I first thought ANSWER: 1, but no.\nANSWER: 2\n", options, "2"},
		{"ANSWER:4", options, "4"},
		{"**ANSWER: 2**", options, "2"},
		{"ANSWER: 2.", options, "2"},
		{"ANSWER: 2\nI am sure about 4", options, "2"}, // the stated answer comes first
		{"The best option is 3", options, "3"},
		{"3", options, "3"},
		{"  3 \n", options, "3"},
		{"Answer: 3", options, "3"}, // by its trailing number
		{"Lyon", options, "2"},
		{" Lyon\n", options, "2"},
		{"lyon", options, ""},        // an exact match is wanted
		{"It is Lyon", options, ""},  // not the whole text
		{"ANSWER: 7", options, ""},   // no such option
		{"ANSWER: 0", options, ""},   // counted from 1
		{"ANSWER: 2.5", options, ""}, // not a whole number
		{"ANSWER: 2nd", options, ""},
		{"ANSWER: B", options, ""},
		{"option 3.", options, ""}, // not bare
		{"x=3", options, ""},
		{"1,000", options, ""},
		{"", options, ""},
		{"I do not know", options, ""},
		{"4", []string{"3", "4", "5"}, "2"},         // number 4 is no option, the text is one
		{"ANSWER: 2", []string{"3", "2", "5"}, "2"}, // the number of the option, not its text
		{"ANSWER: 42", nil, "42"},
		{"ANSWER: +042", nil, "42"},
		{"ANSWER: -0", nil, "0"},
		{"so it is -7", nil, "-7"},
		{"ANSWER: 1,000", nil, ""},
		{"ANSWER: 99999999999999999999", nil, "99999999999999999999"},
		{"Paris", nil, ""},
	} {
		got, ok := ParseAnswer(c.text, c.options)
		assert.Equal(t, c.choice != "", ok, "%q", c.text)
		if ok {
			assert.Equal(t, c.choice, got, "%q", c.text)
		}
	}
}

func writeFile(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestReadKey(t *testing.T) {
	k, err := ReadKey(context.Background(), writeFile(t, "question_id,answer,options\nq1,2,a|b|c\nq2,c,a|b|c\nq3,-7,\nq4,5,4|5\n"), nil)
	require.NoError(t, err)
	for q, want := range map[string]string{"q1": "2", "q2": "3", "q3": "-7", "q4": "2"} {
		assert.Equal(t, want, k.questions[q].choice, q)
	}
	lines, err := ReadKey(context.Background(), writeFile(t, "{\"question_id\":\"q1\",\"answer\":2,\"options\":[\"a|b\",\"c\"]}\n"), nil)
	require.NoError(t, err)
	assert.Equal(t, []string{"a|b", "c"}, lines.questions["q1"].options)

	path := writeFile(t, "question_id,answer,options\nq1,d,a|b\nq1,a,a|b\nq1,b,a|b\nq2,word,\nq3,1,a\nq4,1,2|1\nq5,a,a|a\n,1,\n")
	_, err = ReadKey(context.Background(), path, nil)
	var bad *InputError
	require.ErrorAs(t, err, &bad)
	want := []string{
		`:2: the key "d" is neither the number nor the text of one of the 2 options`,
		`:4: question "q1" has a key on line 3 already`,
		`:5: the key "word" is not a whole number, and no options are shown`,
		":6: one option is no choice",
		`:7: the key "1" could be option 1 by its number or option 2 by its text`,
		`:8: options 1 and 2 are both "a"`,
		":9: question_id is empty",
	}
	require.Len(t, bad.Problems, len(want))
	for i, w := range want {
		assert.Equal(t, path+w, bad.Problems[i])
	}
}

// The answers are scored, unreadable ones dropped and never wrong, and wrong
// ones compared. By hand: on q1 the models b, c, d are wrong with 2, 2, 3: one
// of three pairs agrees. On q2 c and d are wrong with 9 and 9: one of one. q1
// has four options, so that guessing agrees one time in three.
func TestAnswersAndDependenceAmongWrongOnes(t *testing.T) {
	key, err := ReadKey(context.Background(), writeFile(t, "question_id,answer,options\nq1,1,w|x|y|z\nq2,5,\nq3,1,\n"), nil)
	require.NoError(t, err)
	file := writeFile(t, `question_id,model,answer
q1,a,ANSWER: 1
q1,b,"I think
ANSWER: 2"
q1,c,x
q1,d,3
q1,e,no idea
q2,a,5
q2,b,ANSWER: 05
q2,c,9
q2,d,it is 9
`)
	tab, in, err := ReadAnswers(context.Background(), file, nil, key)
	require.NoError(t, err)
	assert.Equal(t, map[string]int{"e": 1}, in.Unreadable)
	assert.Equal(t, []string{"a", "b", "c", "d"}, tab.Models)
	assert.Equal(t, []string{
		"1 answers are unreadable and were dropped, not scored as wrong: e 1",
		"1 model without any answer, left out: e",
		"1 question of the key that no model was asked: q3",
	}, in.Warnings)
	assert.True(t, tab.Right(1, 1))
	assert.False(t, tab.Right(2, 0))

	w := tab.WrongAnswers(200, 1)
	assert.Equal(t, 4, w.BothWrong)
	assert.Equal(t, 2, w.Same)
	assert.InDelta(t, 0.5, float64(w.Agreement), 1e-12)
	assert.Equal(t, 3, w.WithOptions)
	assert.InDelta(t, 1.0/3, float64(w.OnOptions), 1e-12)
	assert.InDelta(t, 1.0/3, float64(w.Baseline), 1e-12)
	require.NotNil(t, w.CI95)
	text, n := tab.topWrong(0)
	assert.Equal(t, "2", text)
	assert.Equal(t, 2, n)

	_, _, err = ReadAnswers(context.Background(), writeFile(t, "question_id,model,answer\nq9,a,1\nq9,b,1\nq1,a,1\n"), nil, key)
	var bad *InputError
	require.ErrorAs(t, err, &bad)
	require.Len(t, bad.Problems, 1, "told once")
	assert.Contains(t, bad.Problems[0], `:2: question "q9" is not in the key`)

	_, _, err = ReadAnswers(context.Background(), writeFile(t, "question_id,model,answer\nq1,a,1\nq1,a,2\n"), nil, key)
	require.ErrorAs(t, err, &bad)
	_, _, err = ReadAnswers(context.Background(), writeFile(t, "question_id,model,answer\nq1,a,3\nq1,a,2\nq2,a,1\n"), nil, key)
	assert.ErrorAs(t, err, &bad, "two different wrong answers")

	results, _, err := readText(twoByTwo)
	require.NoError(t, err)
	assert.Nil(t, results.WrongAnswers(10, 1), "results only")
}

func TestAnswersWithoutAKeyAreRefusedWithAHint(t *testing.T) {
	_, _, err := readText("question_id,model,answer\nq1,a,1\n")
	var bad *InputError
	require.ErrorAs(t, err, &bad)
	assert.Contains(t, bad.Hint, "--key")
}

func TestNearClones(t *testing.T) {
	d := Design{Models: 3, Questions: 40, Rho: 0, Accuracy: 0.6}
	rows := d.Simulate(4)
	rows[2] = append([]int8(nil), rows[1]...)
	rows[2][0] = 1 - rows[2][0]
	tab := table(t, rows)
	clones := tab.NearClones(tab.Phi())
	require.Len(t, clones, 1)
	assert.Equal(t, "model-2", clones[0].A)
	assert.Equal(t, "model-3", clones[0].B)
	assert.Equal(t, 1, clones[0].Differ)
	assert.Equal(t, 40, clones[0].Common)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(twoByTwo))
	f.Add([]byte("{\"question_id\":\"q1\",\"model\":\"a\",\"correct\":1}\n{\"question_id\":\"q2\",\"model\":\"a\",\"correct\":0}\n"))
	f.Add([]byte("\ufeffquestion_id,model,correct\r\n\"q\"\"1\",a,1\r\n"))
	f.Add([]byte("question_id,model,correct\n\"q1,a,1\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		tab, in, err := Read(context.Background(), "-", bytes.NewReader(b))
		if err != nil {
			assert.NotEmpty(t, err.Error())
			return
		}
		answers := 0
		for m := range tab.Models {
			require.NotZero(t, tab.answered[m].count(), "a model without an answer")
			answers += tab.answered[m].count()
			for w := range tab.right[m] {
				require.Zero(t, tab.right[m][w]&^tab.answered[m][w], "right without an answer")
			}
		}
		require.Equal(t, len(tab.Questions), tab.asked())
		require.Equal(t, in.Rows, answers+in.Repeated+in.Absent, "every row is accounted for")
	})
}

func FuzzParseAnswer(f *testing.F) {
	f.Add("ANSWER: 3", "a\x1fb\x1fc")
	f.Add("so 7", "")
	f.Fuzz(func(t *testing.T, text, list string) {
		var options []string
		if list != "" {
			options = strings.Split(list, "\x1f")
		}
		choice, ok := ParseAnswer(text, options)
		require.Equal(t, ok, choice != "")
	})
}

// The two public panels, against the facts that stand beside them.
func TestPublicPanels(t *testing.T) {
	for _, c := range []struct {
		file                                             string
		models, makers, questions, answers, right, wrong int
		accuracy                                         float64
	}{
		{"zeroeval_gsm8k.csv", 44, 12, 1319, 56880, 245, 6, 0.882},
		{"mmlu_pro_sample.csv", 29, 9, 799, 21058, 23, 44, 0.440},
	} {
		path := filepath.Join("../../../shared/panels", c.file)
		if _, err := os.Stat(path); err != nil {
			t.Skipf("the folder of public panels is absent: %v", err)
		}
		tab, in, err := Read(context.Background(), path, nil)
		require.NoError(t, err)
		r, err := Measure(context.Background(), tab, *in, Options{Permutations: 100, Bootstrap: 20, Seed: 1, Workers: 2, Hardest: 1})
		require.NoError(t, err)
		makers := map[string]bool{}
		for _, m := range tab.Makers {
			makers[m] = true
		}
		assert.Equal(t, Summary{c.models, c.questions, c.answers, Number(float64(c.answers) / float64(c.questions)), r.Summary.Accuracy}, r.Summary)
		assert.InDelta(t, c.accuracy, float64(r.Summary.Accuracy), 0.0005)
		assert.Len(t, makers, c.makers)
		assert.Equal(t, c.right, r.Unanimous.Right)
		assert.Equal(t, c.wrong, r.Unanimous.Wrong)
		assert.Greater(t, float64(r.DesignEffect.T), 10.0)
	}
}
