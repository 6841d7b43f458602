// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package precall_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/precall"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type row struct {
	Input  string `json:"input"`
	Target string `json:"target"`
}

// ourFiles gives files in the upstream form with questions written for this
// test: 24 rows each, all different, with right keys.
func ourFiles() map[string][]row {
	files := map[string][]row{}
	names := []string{"Ada", "Ben", "Cem", "Dov", "Eva", "Fay", "Gil"}
	letters := "ABCDEFG"
	options := func(list []string) string {
		out := "\nOptions:"
		for i, o := range list {
			out += fmt.Sprintf("\n(%c) %s", letters[i], o)
		}
		return out
	}
	for i := range 24 {
		add := func(name, input, target string) { files[name] = append(files[name], row{input, target}) }
		add("boolean_expressions", strings.Repeat("not ", i)+"( True and True ) is", map[bool]string{true: "True", false: "False"}[i%2 == 0])
		add("word_sorting", fmt.Sprintf("Put in order. List: pear%[1]s apple%[1]s fig%[1]s", strings.Repeat("x", i)), "")
		add("multistep_arithmetic_two", fmt.Sprintf("((2 * -%d) - (3 + -1)) =", i), fmt.Sprint(-2*i-2))

		k := i % 7
		who := append(append([]string{}, names[k:]...), names[:k]...)
		race := "In a race there were seven runners: " + strings.Join(names, ", ") + "."
		for j := range 6 {
			race += fmt.Sprintf(" %s finished above %s.", who[j], who[j+1])
		}
		place := []string{"first", "second", "third", "fourth", "fifth", "second-to-last", "last"}[i/7*2]
		var finish []string
		for _, n := range names {
			finish = append(finish, n+" finished "+place)
		}
		winner := strings.Index(strings.Join(names, ""), who[i/7*2]) / 3
		add("logical_deduction_seven_objects", race+options(finish), fmt.Sprintf("(%c)", letters[winner]))

		start := 5 + i%6
		add("temporal_sequences", fmt.Sprintf("Today Ada went to the pool.\nKnown:\nAda woke up at %dam.\nBen saw Ada rowing for the %dth time from %dam to 1pm.\nThe pool was closed after 4pm.\nWhen?", start, i, start)+
			options([]string{fmt.Sprintf("%dam to 1pm", start), "1pm to 4pm"}), "(B)")

		hold := "Seven friends. At the start of the day, each has a cap: "
		var parts, caps []string
		for j, n := range names {
			parts = append(parts, fmt.Sprintf("%s has a cap%d", n, (j+i)%7))
			caps = append(caps, fmt.Sprintf("cap%d", j))
		}
		last := 1 + i%5 // what the first one had goes to last and on to the next one
		hold += strings.Join(parts[:6], ", ") + ", and " + parts[6] + fmt.Sprintf(".\nThey trade. First, %s and %s swap caps. Finally, %s and %s swap caps. At the end of the day %d, %s has the",
			names[0], names[last], names[last], names[last+1], i, names[last+1])
		add("tracking_shuffled_objects_seven_objects", hold+options(caps), fmt.Sprintf("(%c)", letters[i%7]))
	}
	for i := range files["word_sorting"] {
		w := strings.Fields(files["word_sorting"][i].Input)[4:]
		files["word_sorting"][i].Target = strings.Join([]string{w[1], w[2], w[0]}, " ")
	}
	return files
}

func upstreamOf(t *testing.T, files map[string][]row) *corpus.UpstreamSet {
	dir := fstest.MapFS{}
	for name, rows := range files {
		b, err := json.Marshal(map[string]any{"canary": "a canary of this test", "examples": rows})
		require.NoError(t, err)
		dir[name+".json"] = &fstest.MapFile{Data: b}
	}
	u, err := corpus.ReadUpstream(dir)
	require.NoError(t, err)
	return u
}

func auditOf(t *testing.T, u *corpus.UpstreamSet, seed uint64, change func(*corpus.Stratum)) *precall.Audit {
	s, err := corpus.Public(u, seed)
	require.NoError(t, err)
	if change != nil {
		change(s)
	}
	b, err := corpus.Encode(s)
	require.NoError(t, err)
	f, err := corpus.Read(bytes.NewReader(b), "corpus/public-bbh.jsonl")
	require.NoError(t, err)
	return precall.Of([]*corpus.File{f}, u)
}

func TestThePublicStratumIsRecomputed(t *testing.T) {
	files := ourFiles()
	files[corpus.DatesTask] = []row{
		{"Tomorrow is 3/1/2011. What is the date one week from today in MM/DD/YYYY?\nOptions:\n(A) 03/07/2011\n(B) 03/08/2011", "(A)"},
		{"Tomorrow is 3/1/2012. What is the date one week from today in MM/DD/YYYY?\nOptions:\n(A) 03/07/2012\n(B) 03/08/2012", "(B)"},
		{"Today is 3/31/2012. What is the date a month ago in MM/DD/YYYY?\nOptions:\n(A) 03/01/2012\n(B) 02/28/2012", "(A)"},
		{"It is some day. What is the date tomorrow in MM/DD/YYYY?\nOptions:\n(A) 03/01/2012\n(B) 02/28/2012", "(A)"},
	}
	a := auditOf(t, upstreamOf(t, files), 1, nil)
	require.True(t, a.OK)
	s := a.Strata[0]
	assert.Equal(t, 120, s.Recomputed)
	assert.Nil(t, s.Source.Commit, "these are not the pinned bytes")
	require.Len(t, a.Upstream, 7)
	for _, u := range a.Upstream[:6] {
		assert.Equal(t, 24, u.Confirmed, u.File)
	}
	dates := a.Upstream[6]
	assert.Equal(t, 1, dates.Confirmed)
	require.Len(t, dates.Mismatches, 2)
	assert.Equal(t, "A", *dates.Mismatches[0].Computed)
	assert.Equal(t, 2, dates.Mismatches[1].Row)
	assert.Nil(t, dates.Mismatches[1].Computed)
	require.Len(t, dates.Undecided, 1)
	golden(t, "testdata/audit.md", precall.Markdown(a))
}

func golden(t *testing.T, path, got string) {
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// In each of the six tasks: a wrong key in the upstream file is found in the
// stratum, or, where the row is not selected, in the file.
func TestAPlantedWrongPublicKeyIsFound(t *testing.T) {
	for _, p := range corpus.PublicTasks() {
		files := ourFiles()
		wrong := map[string]string{corpus.KindText: "zebra", corpus.KindInteger: "4711"}[p.Kind]
		rows := files[p.Name]
		for i := range rows {
			if wrong != "" {
				rows[i].Target = wrong
			} else if rows[i].Target == "True" {
				rows[i].Target = "False"
			} else if rows[i].Target == "(A)" || rows[i].Target == "(B)" {
				rows[i].Target = "(" + string("BA"[rows[i].Target[1]-'A']) + ")"
			} else if rows[i].Target == "False" {
				rows[i].Target = "True"
			} else {
				rows[i].Target = "(A)"
			}
		}
		a := auditOf(t, upstreamOf(t, files), 7, nil)
		assert.False(t, a.OK, p.Name)
		assert.Len(t, a.Strata[0].Mismatches, corpus.PublicEach, p.Name)
		for _, u := range a.Upstream {
			assert.Equal(t, u.File == p.Name+".json", len(u.Mismatches) == 24, u.File)
		}
	}
}

func TestAChangedPublicQuestionIsFound(t *testing.T) {
	a := auditOf(t, upstreamOf(t, ourFiles()), 1, func(s *corpus.Stratum) {
		s.Tasks[0].Question = strings.Replace(s.Tasks[0].Question, "( True", "( False", 1)
		s.Tasks[1].Question += " Please."
		s.Tasks[2].Item = nil
	})
	require.Len(t, a.Strata[0].Mismatches, 3)
	for i, says := range []string{"SHA-256", "does not end in", "no upstream file"} {
		assert.Contains(t, a.Strata[0].Mismatches[i].Reason, says)
	}
}

func TestTheSelectionFollowsTheSeedAlone(t *testing.T) {
	u := upstreamOf(t, ourFiles())
	one, err := corpus.Public(u, 1)
	require.NoError(t, err)
	again, err := corpus.Public(u, 1)
	require.NoError(t, err)
	assert.Equal(t, one, again)
	two, err := corpus.Public(u, 2)
	require.NoError(t, err)
	assert.NotEqual(t, one.Header.Upstream.Files, two.Header.Upstream.Files)
}

// With the real files beside the project: every key of the six tasks is
// confirmed, and date understanding is not.
func TestThePublicFilesBesideTheProject(t *testing.T) {
	dir := "../../../../shared/upstream/bbh"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the upstream files beside the project are not here")
	}
	u, err := corpus.ReadUpstream(os.DirFS(dir))
	require.NoError(t, err)
	a := auditOf(t, u, 1, nil)
	assert.True(t, a.OK)
	assert.Equal(t, corpus.PinnedCommit, *a.Strata[0].Source.Commit)
	assert.Equal(t, 120, a.Strata[0].Recomputed)
	for _, x := range a.Upstream {
		assert.True(t, x.Pinned, x.File)
		assert.Equal(t, 250, x.Rows, x.File)
		if x.Used {
			assert.Equal(t, 250, x.Confirmed, x.File)
			continue
		}
		assert.Equal(t, 222, x.Confirmed, x.File)
		assert.Len(t, x.Mismatches, 20)
		assert.Len(t, x.Undecided, 8)
		assert.Len(t, x.Doubtful, 6)
	}
	// Rows checked by hand: an anniversary counted two years short, Thanksgiving
	// in the wrong year, a week counted as six days.
	var rows []int
	for _, m := range a.Upstream[6].Mismatches {
		rows = append(rows, m.Row)
	}
	assert.Subset(t, rows, []int{2, 72, 73})
}
