// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Checks turn the routing figures on scores whose quality is known: scores
// shuffled within blocks, which carry nothing, and scores that are the truth
// plus noise. Figures that do not move between the two measure something else.
type Checks struct {
	Permutation *Permutation      `json:"permutation"`
	NoisyOracle []NoisyOracle     `json:"noisy_oracle"`
	Reasons     map[string]string `json:"reasons,omitempty"`
}

// Permutation is the null of scores shuffled over all candidates of each block,
// invalid ones included; the first highest is selected anew.
type Permutation struct {
	Repetitions int                  `json:"repetitions"`
	Simulated   map[string]Simulated `json:"simulated"` // cra, hrwp, pcca, ctr
	Exact       Exact                `json:"exact"`
}

// Simulated is a figure over the repetitions.
type Simulated struct {
	Mean     Number `json:"mean"`
	SD       Number `json:"sd"` // over repetitions; null for one
	Observed Number `json:"observed"`
}

// Exact are expectations under the permutation null without simulation.
type Exact struct {
	SelectedValid   Number `json:"expected_selected_valid"`
	SelectedCorrect Number `json:"expected_selected_correct"`
	HRWP            Number `json:"expected_hrwp"`
	PCCA            Number `json:"expected_pcca"`
	CTR             Number `json:"expected_ctr"`
	RatioCRA        Number `json:"ratio_of_expectations_cra"`
	CRA             Number `json:"expected_cra"` // of the ratio itself; null above maxExactBlocks blocks
}

// NoisyOracle are the figures when valid correct candidates score 1 and all
// others 0, plus normal noise of standard deviation Sigma.
type NoisyOracle struct {
	Sigma Number `json:"sigma"`
	CRA   Number `json:"cra"`
	HRWP  Number `json:"hrwp"`
	PCCA  Number `json:"pcca"`
	CTR   Number `json:"ctr"`
}

const (
	permutations   = 50
	maxExactBlocks = 4000
)

var noiseLevels = []float64{0, 0.05, 0.10, 0.20, 0.50}

// check runs both. nil reasons mean that everything is there.
func check(c *Corpus, observed Routing, o Options) *Checks {
	k := &Checks{NoisyOracle: []NoisyOracle{}, Reasons: map[string]string{}}
	if observed.Blocks == 0 {
		k.Reasons["permutation"] = "no block has a selection"
		return k
	}
	figures := rescored(c, o)
	p := &Permutation{Repetitions: permutations, Simulated: map[string]Simulated{}, Exact: exactNull(c)}
	for i, name := range []string{"cra", "hrwp", "pcca", "ctr"} {
		p.Simulated[name] = simulated(figures[:permutations], i, []Number{observed.CRA, observed.HRWP, observed.PCCA, observed.CTR}[i])
	}
	k.Permutation = p
	for i, sigma := range noiseLevels {
		f := figures[permutations+i]
		k.NoisyOracle = append(k.NoisyOracle, NoisyOracle{Number(sigma), Number(f[0]), Number(f[1]), Number(f[2]), Number(f[3])})
	}
	return k
}

// checkBlocks is how many blocks share a generator: results do not depend on
// how many goroutines work through them.
const checkBlocks = 2048

// checkSums are what CRA, HRWP, PCCA and CTR of one repetition are made of.
type checkSums struct{ selectedValid, selectedCorrect, hit, pairMean, mixed, tied, pairs float64 }

// rescored replaces the scores of every block with a selection, selects anew and
// gives CRA, HRWP, PCCA and CTR of each repetition: first the permutations, then
// the noise levels.
func rescored(c *Corpus, o Options) [][4]float64 {
	repetitions := permutations + len(noiseLevels)
	parts := make([][]checkSums, (c.blocks()+checkBlocks-1)/checkBlocks)
	jobs := make(chan int)
	var wait sync.WaitGroup
	for range max(o.Workers, 1) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for part := range jobs {
				parts[part] = rescorePart(c, part, repetitions, o.Seed)
			}
		}()
	}
	for part := range parts {
		jobs <- part
	}
	close(jobs)
	wait.Wait()
	sums, out := make([]checkSums, repetitions), make([][4]float64, repetitions)
	for _, part := range parts {
		for i, s := range part {
			t := &sums[i]
			t.selectedValid += s.selectedValid
			t.selectedCorrect += s.selectedCorrect
			t.hit += s.hit
			t.pairMean += s.pairMean
			t.mixed += s.mixed
			t.tied += s.tied
			t.pairs += s.pairs
		}
	}
	for i, s := range sums {
		out[i] = [4]float64{s.selectedCorrect / s.selectedValid, s.selectedCorrect / s.hit, s.pairMean / s.mixed, s.tied / s.pairs}
	}
	return out
}

func rescorePart(c *Corpus, part, repetitions int, seed uint64) []checkSums {
	r := stats.NewRand(seed, "audit/checks/"+strconv.Itoa(part))
	sums := make([]checkSums, repetitions)
	var b block
	for id := part * checkBlocks; id < min((part+1)*checkBlocks, c.blocks()); id++ {
		if c.selected.at(id) < 0 {
			continue
		}
		b.load(c, id)
		if b.unknown || b.argmax() < 0 { // the latter: selected by mark, without any number
			continue
		}
		for i := range permutations { // a shuffle of a shuffle is a shuffle
			shuffle(r, b.conf)
			sums[i].add(&b)
		}
		for i, sigma := range noiseLevels {
			noisy(r, &b, sigma)
			sums[permutations+i].add(&b)
		}
	}
	return sums
}

// add selects anew and counts.
func (s *checkSums) add(b *block) {
	selected := b.argmax()
	if b.valid[selected] {
		s.selectedValid++
		if b.correct[selected] {
			s.selectedCorrect++
		}
	}
	if b.nCorrect == 0 {
		return
	}
	s.hit++
	if b.nCorrect == b.nValid {
		return
	}
	if pairs, wins, tied := b.comparePairs(); pairs > 0 {
		s.mixed++
		s.pairMean += wins / pairs
		s.pairs += pairs
		s.tied += tied
	}
}

func shuffle(r *rand.Rand, x []float64) {
	for i := len(x) - 1; i > 0; i-- {
		j := int(r.Uint64N(uint64(i + 1)))
		x[i], x[j] = x[j], x[i]
	}
}

func noisy(r *rand.Rand, b *block, sigma float64) {
	for i := range b.conf {
		b.conf[i] = 0
		if b.valid[i] && b.correct[i] {
			b.conf[i] = 1
		}
		if sigma > 0 {
			b.conf[i] += sigma * r.NormFloat64()
		}
	}
}

func simulated(rows [][4]float64, i int, observed Number) Simulated {
	mean, squares, n := 0.0, 0.0, 0.0
	for _, r := range rows {
		if !math.IsNaN(r[i]) {
			mean += r[i]
			n++
		}
	}
	mean /= n
	for _, r := range rows {
		if !math.IsNaN(r[i]) {
			squares += (r[i] - mean) * (r[i] - mean)
		}
	}
	sd := math.NaN()
	if n > 1 {
		sd = math.Sqrt(squares / (n - 1))
	}
	return Simulated{Number(mean), Number(sd), observed}
}

// exactNull computes the expectations block by block. With m candidates of which
// t share the highest score, the first of them after a shuffle stands at place i
// with probability C(m-1-i, t-1)/C(m, t).
func exactNull(c *Corpus) Exact {
	var b block
	var valid, correct, hit, hitCorrect, mixed, tied, pairs float64
	var trinomial [][2]float64 // per block: P(valid selected), P(correct selected)
	blocks := 0
	for id := range c.blocks() {
		if c.selected.at(id) < 0 {
			continue
		}
		b.load(c, id)
		if b.argmax() < 0 || b.unknown {
			continue
		}
		blocks++
		pv, pc := b.selectionChances()
		valid += pv
		correct += pc
		if blocks <= maxExactBlocks {
			trinomial = append(trinomial, [2]float64{pv, pc})
		}
		if b.nCorrect > 0 {
			hit++
			hitCorrect += pc
			if b.nCorrect < b.nValid {
				m, share, n := b.pairChances()
				mixed += m
				pairs += n
				tied += share
			}
		}
	}
	e := Exact{SelectedValid: Number(valid), SelectedCorrect: Number(correct), HRWP: Number(hitCorrect / hit), PCCA: Number(math.NaN()),
		CTR: Number(tied / pairs), RatioCRA: Number(correct / valid), CRA: Number(math.NaN())}
	if mixed > 0 {
		e.PCCA = 0.5 // a shuffled pair is as often one way as the other
	}
	if blocks <= maxExactBlocks {
		e.CRA = Number(expectedRatio(trinomial))
	}
	return e
}

// selectionChances are the chances that the first highest score lands on a valid
// and on a correct candidate.
func (b *block) selectionChances() (valid, correct float64) {
	m, t, top := len(b.conf), 0, math.Inf(-1)
	for _, x := range b.conf {
		if x > top {
			top, t = x, 0
		}
		if x == top {
			t++
		}
	}
	p := float64(t) / float64(m) // C(m-1, t-1)/C(m, t)
	for i := range b.conf {
		if b.valid[i] {
			valid += p
		}
		if b.correct[i] {
			correct += p
		}
		if m-1-i > 0 {
			p *= float64(m-1-i-(t-1)) / float64(m-1-i) // from C(m-1-i, t-1) to C(m-2-i, t-1)
		}
	}
	return valid, correct
}

// pairChances are, for a mixed block, whether it has comparable pairs, the
// expected number of tied pairs and the expected number of pairs after a shuffle.
// Scores that are missing move with the others: a pair counts when both of its
// places received a number.
func (b *block) pairChances() (mixed, tied, pairs float64) {
	m := float64(len(b.conf))
	n, same := 0.0, 0.0 // numbers; unordered pairs of equal numbers
	sorted := append(b.rank[:0], b.conf...)
	slices.Sort(sorted) // NaN first
	b.rank = sorted
	run := 0.0
	for i, x := range sorted {
		if math.IsNaN(x) {
			continue
		}
		n++
		if i > 0 && sorted[i-1] == x {
			run++
		} else {
			run = 0
		}
		same += run
	}
	all := m * (m - 1) / 2
	k := float64(b.nCorrect * (b.nValid - b.nCorrect))
	if n < 2 {
		return 0, 0, 0
	}
	return 1, k * same / all, k * n * (n - 1) / 2 / all
}

// expectedRatio is E[C/V | V > 0] for independent blocks, V counting valid and C
// correct selections: the sum over blocks of P(correct there) E[1/(1+V of the
// others)], divided by P(V > 0). The law of V is built up by convolution, and
// that of "the others" by combining the blocks before with those behind.
func expectedRatio(p [][2]float64) float64 {
	n := len(p)
	law := make([]float64, n+1) // of V
	law[0] = 1
	for i, q := range p {
		for v := i + 1; v > 0; v-- {
			law[v] = law[v]*(1-q[0]) + law[v-1]*q[0]
		}
		law[0] *= 1 - q[0]
	}
	sum := 0.0
	others := make([]float64, n)
	for _, q := range p {
		if q[1] == 0 {
			continue
		}
		without(law, q[0], others)
		e := 0.0
		for v, w := range others {
			e += w / float64(v+1)
		}
		sum += q[1] * e
	}
	return sum / (1 - law[0])
}

// without takes one block with chance q out of a law, from the end at which that
// is stable.
func without(law []float64, q float64, others []float64) {
	n := len(others)
	if q < 0.5 {
		carry := 0.0
		for v := range n {
			others[v] = (law[v] - carry*q) / (1 - q)
			carry = others[v]
		}
		return
	}
	carry := 0.0
	for v := n - 1; v >= 0; v-- {
		others[v] = (law[v+1] - carry*(1-q)) / q
		carry = others[v]
	}
}
