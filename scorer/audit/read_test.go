// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func poll(problem, block, agent, conf, answer, rest string) string {
	return fmt.Sprintf(`{"problem_id":%q,"block_id":%q,"agent":%q,"confidence":%s,"answer":%s%s}`+"\n", problem, block, agent, conf, answer, rest)
}

func faultsOf(t *testing.T, text string, scale float64) []Fault {
	t.Helper()
	_, err := Read(jsonl.NewReader(strings.NewReader(text)), scale)
	var faults *Faults
	require.ErrorAs(t, err, &faults)
	return faults.List
}

func TestFaultsHaveTheirPlace(t *testing.T) {
	good := poll("p", "b", "a", "0.5", `"1"`, "")
	for _, c := range []struct{ name, text, pointer, message string }{
		{"scale", poll("p", "b", "a", "85", `"1"`, ""), "/confidence", "the confidence 85 is above 1; if the file's scale is 0 to 100, say --confidence-scale 100"},
		{"negative", poll("p", "b", "a", "-0.1", `"1"`, ""), "/confidence", "the confidence -0.1 is below 0"},
		{"selected twice", poll("p", "b", "a", "1", `"1"`, `,"selected":true`) + poll("p", "b", "c", "1", `"1"`, `,"selected":true`), "/selected", "the block has a selected poll already"},
		{"two problems", good + poll("q", "b", "a", "1", `"1"`, `,"trace_id":"p"`), "/problem_id", "the block's earlier records belong to another problem"},
		{"two clusters", good + poll("p", "b", "a", "1", `"1"`, `,"cluster_id":"k"`), "/cluster_id", "the block's earlier records belong to another cluster"},
		{"two outcomes", good + strings.Repeat(`{"type":"outcome","trace_id":"p","passed":true}`+"\n", 2), "/trace_id", "this trace has an outcome already, at line 2"},
		{"array", "[\n" + good + "]", "", "this looks like a JSON array, not JSON Lines: one record a line is wanted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := faultsOf(t, c.text, 1)
			assert.Equal(t, c.pointer, f[0].Pointer)
			assert.Equal(t, c.message, f[0].Message)
		})
	}
	f := faultsOf(t, "\n"+good+"{\"x\":\n"+good+poll("p", "b2", "a", "2", `"1"`, ""), 1)
	require.Len(t, f, 2, "every fault is listed")
	assert.Equal(t, 3, f[0].Line, "blank lines count")
	assert.Equal(t, 5, f[1].Line)
}

func TestManyFaultsAreCounted(t *testing.T) {
	_, err := Read(jsonl.NewReader(strings.NewReader(strings.Repeat("{}\n", MaxFaults+7))), 1)
	var faults *Faults
	require.ErrorAs(t, err, &faults)
	assert.Len(t, faults.List, MaxFaults)
	assert.Equal(t, 7, faults.More)
}

func TestNothingToMeasure(t *testing.T) {
	for _, text := range []string{"", "\n \n", `{"type":"outcome","trace_id":"t","passed":true}`} {
		_, err := Read(jsonl.NewReader(strings.NewReader(text)), 1)
		assert.ErrorIs(t, err, ErrEmpty)
	}
}

// A file may interleave blocks; poll order within a block is file order.
func TestInterleavedBlocks(t *testing.T) {
	var apart, mixed [2][]string
	for b := range 2 {
		for i := range 3 {
			line := poll("p", fmt.Sprint("b", b), fmt.Sprint("a", i), fmt.Sprint(0.1*float64(i*(1-2*b)+3)), fmt.Sprintf(`"%d"`, i), fmt.Sprintf(`,"correct":%v,"scores":{"s":%d}`, i == b, 10*b+i))
			apart[b] = append(apart[b], line)
			mixed[b] = append(mixed[b], line)
		}
	}
	one := strings.Join(append(apart[0], apart[1]...), "")
	two := ""
	for i := range 3 {
		two += mixed[0][i] + mixed[1][i]
	}
	a, b := Run(corpusOf(t, one, 1), Options{Seed: 1, Bootstrap: 10}), Run(corpusOf(t, two, 1), Options{Seed: 1, Bootstrap: 10})
	assert.Equal(t, string(a.JSON()), string(b.JSON()))
}

func TestDerivedFields(t *testing.T) {
	text := poll("p", "b", "a", "0.9", `"1/2"`, `,"gold":"0.5"`) + // correct by the ladder
		poll("p", "b", "c", "0.8", `"3"`, "") + // by its problem's gold answer
		poll("p", "b", "d", "0.7", `" "`, "") + // no answer
		poll("q", "b", "a", "0.6", `"what the speaker meant was this"`, `,"gold":"something else that is long"`) + // prose: unknown
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":"50%"}` + "\n" +
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"c","answer":"50%"}` + "\n" +
		`{"type":"incumbent","trace_id":"p","answer":"4"}` + "\n" +
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":"4","peers_prior":[]}` + "\n"
	c := corpusOf(t, text, 1)
	assert.Equal(t, map[string]int{"valid": 4, "correct": 2, "selected": 2, "speak_valid": 3, "speak_correct": 3, "equivalent": 3,
		"own_prior": 3, "peers_prior": 2, "incumbent": 1}, c.Derived)
	assert.Equal(t, 1, c.Validity.UnknownCorrect)
	assert.Equal(t, map[string]int{"no_answer": 1}, c.Validity.Gated)
	said := func(i int) uint8 { return c.speaks.at(i).flags & (saidSelf | saidIncumbent | saidPeer) }
	assert.Equal(t, predictions.Yes, c.speaks.at(0).equivalent)
	assert.NotZero(t, c.speaks.at(0).flags&flagCorrect)
	assert.Equal(t, uint8(saidPeer), said(1), "the peer said it before")
	assert.Equal(t, uint8(saidIncumbent), said(2), "endorsed just before")
	assert.Equal(t, 1, c.Validity.SpeakerNotSelected)
}

func TestBlocksWithoutSelection(t *testing.T) {
	silent := poll("p", "b", "a", "null", `"1"`, `,"correct":true`) + poll("p", "b", "c", "null", `"2"`, `,"correct":false`)
	r := Run(corpusOf(t, silent, 1), Options{Seed: 1, Bootstrap: 10})
	assert.Equal(t, 1, r.Validity.NoSelection)
	assert.Equal(t, 0, r.Routing.Blocks)
	for _, n := range []Number{r.Routing.CRA, r.Routing.HRWP, r.Routing.MCR, r.Routing.PCCA, r.Routing.CTR, r.Routing.SelectedInvalid, r.Routing.Routers["oracle"]} {
		assert.False(t, n.Defined())
	}
	assert.NotEmpty(t, r.Routing.Reasons["cra"])
	assert.Equal(t, Number(0.5), r.Routing.WithoutSelection.Routers["majority_vote"], "one of two tied answers")
	// A block with a selection beside it: the figures are of that one alone.
	r = Run(corpusOf(t, silent+poll("p", "b2", "a", "0.5", `"1"`, `,"correct":true`), 1), Options{Seed: 1})
	assert.Equal(t, 1, r.Routing.Blocks)
	assert.Equal(t, Number(1), r.Routing.CRA)
	// A mark selects without any number.
	r = Run(corpusOf(t, poll("p", "b", "a", "null", `"1"`, `,"correct":true,"selected":true`), 1), Options{Seed: 1})
	assert.Equal(t, 0, r.Validity.NoSelection)
	assert.Equal(t, Number(1), r.Routing.CRA)
}

func TestUnknownCorrectnessIsKeptOut(t *testing.T) {
	known := poll("p", "b", "a", "0.9", `"1"`, `,"correct":true`) + poll("p", "b", "c", "0.8", `"2"`, `,"correct":false`)
	r := Run(corpusOf(t, known+poll("q", "b", "a", "0.9", `"1"`, ""), 1), Options{Seed: 1})
	assert.Equal(t, 2, r.Routing.Blocks)
	assert.Equal(t, 1, r.Routing.Unknown)
	assert.Equal(t, 1, r.Routing.Routeable)
	assert.Equal(t, 2, r.Calibration.N)
	assert.Equal(t, Number(1), r.Routing.CRA)
}

func TestTableNumbersBySight(t *testing.T) {
	table := newTable()
	for i := range 5000 {
		id, fresh := table.number(fmt.Append(nil, i%2500))
		assert.Equal(t, int32(i%2500), id)
		assert.Equal(t, i < 2500, fresh)
	}
}

func TestScaleHundred(t *testing.T) {
	a := Run(corpusOf(t, poll("p", "b", "a", "85", `"1"`, `,"correct":true`), 100), Options{Seed: 1})
	assert.Equal(t, Number(0.85), a.Calibration.MeanConf)
	assert.False(t, math.IsNaN(float64(a.Calibration.Brier)))
}

// A block of many polls takes no quadratic time, and the indexed ways of
// counting agree with the plain ones.
func TestLargeBlocks(t *testing.T) {
	var b strings.Builder
	for i := range 60_000 {
		b.WriteString(poll("p", "b", fmt.Sprint("a", i%500), fmt.Sprint(float64(i*7919%101)/100), fmt.Sprintf(`"%d"`, i%20_000), fmt.Sprintf(`,"correct":%v`, i%3 == 0)))
	}
	r := Run(corpusOf(t, b.String(), 1), Options{Seed: 1})
	assert.Equal(t, 1, r.Routing.Blocks)
	rnd := rand.New(rand.NewPCG(1, 9))
	for range 50 {
		x := block{}
		for range 65 + rnd.IntN(20) {
			c := float64(rnd.IntN(12)) / 10
			if rnd.IntN(9) == 0 {
				c = math.NaN()
			}
			valid := rnd.IntN(5) > 0
			x.conf, x.valid, x.correct = append(x.conf, c), append(x.valid, valid), append(x.correct, valid && rnd.IntN(2) == 0)
		}
		pairs, wins, tied := x.comparePairsSorted()
		var p, w, e float64
		for i := range x.conf {
			for j := range x.conf {
				if x.correct[i] && x.valid[j] && !x.correct[j] && !math.IsNaN(x.conf[i]) && !math.IsNaN(x.conf[j]) {
					p++
					w += b2f(x.conf[i] > x.conf[j]) + b2f(x.conf[i] == x.conf[j])/2
					e += b2f(x.conf[i] == x.conf[j])
				}
			}
		}
		assert.Equal(t, [3]float64{p, w, e}, [3]float64{pairs, wins, tied})
	}
}

// Numbers that hardly repeat are kept as they are, others as levels.
func TestLevelColumnKeepsWhatIsSmaller(t *testing.T) {
	for _, c := range []struct {
		distinct, times int
		wide            bool
	}{{4000, 1, false}, {10_000, 1, true}, {5000, 5, false}} {
		var column levelColumn
		for i := range c.distinct * c.times {
			column.add(float64(i/c.times) / 3)
		}
		column.close()
		assert.Equal(t, c.wide, column.wide != nil, "%v", c)
		for i := range c.distinct * c.times {
			if column.at(i) != float64(i/c.times)/3 {
				t.Fatalf("%v: row %d: %v", c, i, column.at(i))
			}
		}
	}
}

// Numbers are kept in two bytes until there are too many distinct ones.
func TestLevelColumn(t *testing.T) {
	var c levelColumn
	for i := range 70_000 {
		c.add(float64(i) / 70_000)
		if i%1000 == 0 {
			c.add(math.NaN())
		}
	}
	assert.NotNil(t, c.wide)
	at := 0
	for i := range 70_000 {
		if c.at(at) != float64(i)/70_000 {
			t.Fatalf("row %d: %v", i, c.at(at))
		}
		if at++; i%1000 == 0 {
			assert.True(t, math.IsNaN(c.at(at)))
			at++
		}
	}
	assert.Equal(t, at, c.len())
}

// A mode that is called what traces without a mode are goes with them.
func TestAModeCalledUnstated(t *testing.T) {
	text := poll("p", "b", "a", "0.5", `"1"`, "") + `{"type":"outcome","trace_id":"t1","passed":true,"mode":"unstated","tokens":1}
{"type":"outcome","trace_id":"t2","passed":false,"tokens":3}
{"type":"outcome","trace_id":"t3","passed":true,"mode":"m","tokens":8}
`
	out := Run(corpusOf(t, text, 1), Options{}).Outcome.Cost
	assert.Len(t, out, 2)
	assert.Equal(t, 2, out["unstated"].N)
	assert.InDelta(t, 2, float64(out["unstated"].Tokens), 1e-12)
	assert.Equal(t, 1, out["m"].N)
}

// Confidence that separates right from wrong in every block carries something,
// and one that does so the wrong way round is a reason to stop, though resampling
// gives no interval where all resamples agree.
func TestPerfectSeparationIsNoDoubt(t *testing.T) {
	for kind, confidence := range map[string][2]string{Fine: {"0.9", "0.4"}, Stop: {"0.4", "0.9"}} {
		var b strings.Builder
		for p := range FewClusters {
			b.WriteString(poll(fmt.Sprint("p", p), "b", "ada", confidence[0], `"1"`, `,"gold":"1"`))
			b.WriteString(poll(fmt.Sprint("p", p), "b", "bob", confidence[1], `"2"`, ""))
		}
		var found []string
		for _, f := range Run(corpusOf(t, b.String(), 1), Options{Bootstrap: 50, Seed: 1}).Findings {
			if strings.Contains(f.Text, "outscores a wrong one") {
				found = append(found, f.Kind)
				assert.Contains(t, f.Text, "the same in every resample")
			}
		}
		assert.Equal(t, []string{kind}, found)
	}
}
