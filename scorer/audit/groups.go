// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Group is one tier or one agent. Routing is by the tier of the block and does
// not exist for agents, whose candidates stand in the blocks of all.
type Group struct {
	Name        string   `json:"name"`
	Clusters    int      `json:"n_clusters"`
	FewClusters bool     `json:"few_clusters"` // below FewClusters: shown with a star
	Polls       int      `json:"n_polls"`
	Valid       int      `json:"n_valid"`
	Selected    int      `json:"n_selected"` // blocks in which it was selected, or of the tier
	CRA         Number   `json:"cra"`        // for an agent: of the blocks in which it was selected
	HRWP        Number   `json:"hrwp"`
	PCCA        Number   `json:"pcca"`
	Random      Number   `json:"random_valid"`
	Oracle      Number   `json:"oracle"`
	PSDR        Number   `json:"psdr"`
	Calibration *Figures `json:"calibration"`
}

// FewClusters is the number of clusters below which figures are starred and
// intervals warned of.
const FewClusters = 20

type groupSums struct {
	clusters     int
	latest       int32 // cluster counted
	polls, valid int
	sums         []float64
	commitment   []float64
	levels       map[float64][2]float64
}

func newGroup() *groupSums {
	return &groupSums{latest: -1, sums: make([]float64, sumCount), commitment: make([]float64, comCount), levels: map[float64][2]float64{}}
}

// grade adds a graded poll. Above maxHashed distinct values confidences are
// grouped to four decimals, which bounds memory at no visible cost.
func (g *groupSums) grade(x float64, right bool) {
	if _, ok := g.levels[x]; !ok && len(g.levels) >= maxHashed {
		x = math.Round(x*1e4) / 1e4
	}
	l := g.levels[x]
	l[0]++
	l[1] += b2f(right)
	g.levels[x] = l
}

func (g *groupSums) result(name string, isTier bool) Group {
	out := Group{Name: name, Clusters: g.clusters, FewClusters: g.clusters < FewClusters, Polls: g.polls, Valid: g.valid}
	f := routingFigures(g.sums, func(int) bool { return true })
	out.Selected, out.CRA, out.HRWP, out.PCCA = f.Blocks, f.CRA, f.HRWP, f.PCCA
	out.Random, out.Oracle = f.Routers["random_valid"], f.Routers["oracle"]
	if !isTier {
		nan := Number(math.NaN())
		out.HRWP, out.PCCA, out.Random, out.Oracle = nan, nan, nan, nan
	}
	out.PSDR = Number(g.commitment[comDivergent] / g.commitment[comValid])
	var value, n, k []float64
	for x := range g.levels {
		value = append(value, x)
	}
	slices.Sort(value)
	for _, x := range value {
		n, k = append(n, g.levels[x][0]), append(k, g.levels[x][1])
	}
	if len(value) > 0 {
		c := figuresOf(stats.Grades{Value: value, N: n, K: k})
		out.Calibration = &c
	}
	return out
}

// countClusters counts the clusters in which each tier and agent has polls. Taken
// cluster by cluster, one is new to a group when it is not the group's latest.
func countClusters(c *Corpus, byTier, byAgent []*groupSums) {
	order, start := byCluster(c)
	for g := range int32(c.nClusters) {
		count := func(s *groupSums) {
			if s.latest != g {
				s.latest = g
				s.clusters++
			}
		}
		for _, b := range order[start[g]:start[g+1]] {
			from, to := c.span(int(b))
			if t := c.tier.at(int(b)); t >= 0 && from < to {
				count(byTier[t])
			}
			for i := from; i < to; i++ {
				count(byAgent[c.agent.at(i)])
			}
		}
	}
}

// maxHashed is how many distinct confidences are kept apart in a map.
const maxHashed = 1 << 16

// groups makes the tables by tier (numbers in order, other names sorted) and by
// agent (sorted).
func groups(c *Corpus) (tiers, agents []Group) {
	byTier, byAgent := make([]*groupSums, len(c.tiers)), make([]*groupSums, len(c.agents))
	for i := range byTier {
		byTier[i] = newGroup()
	}
	for i := range byAgent {
		byAgent[i] = newGroup()
	}
	var b block
	var scratch []voteCluster
	for id := range c.blocks() {
		b.load(c, id)
		from, _ := c.span(id)
		var tier *groupSums
		if t := c.tier.at(id); t >= 0 {
			tier = byTier[t]
		}
		if b.selected >= 0 {
			if tier != nil {
				scratch = b.tally(tier.sums, scratch)
			}
			s := byAgent[b.agent[b.selected]].sums
			s[sumBlocks]++
			if v := b.valid[b.selected]; v && !b.unknown {
				s[sumSelectedValid]++
				s[sumSelectedCorrect] += b2f(b.correct[b.selected])
			}
		}
		for i, x := range b.conf {
			for _, g := range []*groupSums{tier, byAgent[b.agent[i]]} {
				if g == nil {
					continue
				}
				g.polls++
				if b.valid[i] {
					g.valid++
				}
				if graded(c, from+i) {
					g.grade(x, b.correct[i])
				}
			}
		}
	}
	countClusters(c, byTier, byAgent)
	eachPair(c, func(p *pair) bool {
		p.add(p.s.equivalent, byAgent[p.s.agent].commitment)
		if t := c.tier.at(int(p.s.block)); t >= 0 {
			p.add(p.s.equivalent, byTier[t].commitment)
		}
		return true
	})
	tiers, agents = []Group{}, []Group{}
	for i, g := range byTier {
		tiers = append(tiers, g.result(c.tiers[i], true))
	}
	for i, g := range byAgent {
		agents = append(agents, g.result(c.agents[i], false))
	}
	slices.SortFunc(tiers, func(a, b Group) int {
		if c.numericTiers {
			x, _ := strconv.ParseFloat(a.Name, 64)
			y, _ := strconv.ParseFloat(b.Name, 64)
			if d := cmp.Compare(x, y); d != 0 {
				return d
			}
		}
		return cmp.Compare(a.Name, b.Name)
	})
	slices.SortFunc(agents, func(a, b Group) int { return cmp.Compare(a.Name, b.Name) })
	return tiers, agents
}
