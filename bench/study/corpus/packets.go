// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"

	"github.com/false-consensus/fcb/bench/study/answer"
)

// Size of the source-packet stratum.
const (
	PacketStratum = "source-packets"
	PacketCases   = 4 // seeded cases of each variant
	PacketTasks   = 120
	PacketRepeats = 24 // tasks marked for the repeat run, equally many a family
)

// Generator names the rules that turn a seed into packets. It changes whenever
// the same seed gives other bytes.
const Generator = "packets/1"

// A Family is a kind of situation. Its tasks share documents of the same form.
type Family struct {
	Name     string
	About    string
	Variants []Variant
}

// A Variant changes what is hard about a family: Trap says what a careless
// reader does, which gives the lure.
type Variant struct {
	Name string
	Trap string

	make func(d *draw, role int) (packet, bool)
}

// A packet is a task without its name. lure must differ from key.
type packet struct {
	sources   []string
	question  string
	key, lure string
	kind      string
	labels    []string
}

// Families lists the families in the order of the file.
func Families() []Family {
	return []Family{invoiceFamily(), rotaFamily(), stockFamily(), grantFamily(), memoFamily(), moneyFamily()}
}

// Packets makes the source-packet stratum of a seed: the same seed, the same
// bytes, on every machine. Each task depends on the seed and its own name only.
// It panics if a rule of the generator cannot be satisfied, which a test over
// many seeds excludes.
func Packets(seed uint64) *Stratum {
	s := &Stratum{Header: Header{
		Format:  Format,
		Stratum: PacketStratum,
		Title:   "Questions on small packets of documents, with keys that follow from the text",
		Note: "Authored situations that share templates: six families, five variants of each, four seeded cases of each variant. " +
			"The people, firms and figures are invented. This is not a sample of anyone's work, and intervals that treat the " +
			"questions as independent draws ignore that cases of one variant are alike.",
		Licence:   "CC-BY-4.0",
		Seed:      &seed,
		Generator: Generator,
		Tasks:     PacketTasks,
		Repeats:   PacketRepeats,
	}}
	for _, f := range Families() {
		repeated := repeatsOf(seed, f)
		for v, variant := range f.Variants {
			roles := newDraw(seed, f.Name+"/"+variant.Name).order(PacketCases)
			for c := range PacketCases {
				id := fmt.Sprintf("%s-%s-%d", f.Name, variant.Name, c+1)
				p := variant.draw(seed, id, roles[c])
				s.Tasks = append(s.Tasks, Task{ID: id, Family: f.Name, Variant: variant.Name, Sources: p.sources,
					Question: p.question, Key: p.key, Kind: p.kind, Labels: p.labels, Lure: p.lure, Repeat: repeated[v] == c})
			}
		}
	}
	return s
}

// repeatsOf chooses for each variant of a family the case that is repeated, or
// -1: four of the five variants have one.
func repeatsOf(seed uint64, f Family) []int {
	d := newDraw(seed, f.Name+"/repeat")
	out := make([]int, len(f.Variants))
	left := d.below(len(out))
	for v := range out {
		out[v] = d.below(PacketCases)
		if v == left {
			out[v] = -1
		}
	}
	return out
}

// attempts bounds the search for a case whose trap is live.
const attempts = 20_000

// draw makes one case: drafts are thrown away until the trap leads astray.
func (v *Variant) draw(seed uint64, id string, role int) packet {
	d := newDraw(seed, id)
	for range attempts {
		if p, ok := v.make(d, role); ok && p.lure != p.key {
			return p
		}
	}
	panic(fmt.Sprintf("corpus: no case of %s for seed %d", id, seed))
}

// unsettled is the last sentence of every question, so that its presence says
// nothing about the key.
const unsettled = " If the documents do not settle it, answer " + answer.Insufficient + "."

func integerPacket(sources []string, question, unit, key, lure string) packet {
	return packet{sources: sources, question: question + " Answer with a whole number of " + unit + ", digits only." + unsettled,
		key: key, lure: lure, kind: KindInteger, labels: []string{answer.Insufficient}}
}

func labelPacket(sources []string, question string, labels []string, key, lure string) packet {
	labels = append(append([]string{}, labels...), answer.Insufficient)
	list := ""
	for i, l := range labels {
		if i > 0 {
			list += ", "
		}
		list += l
	}
	return packet{sources: sources, question: question + " Answer with one of these words: " + list + "." + unsettled,
		key: key, lure: lure, kind: KindLabel, labels: labels}
}

func datePacket(sources []string, question, key, lure string) packet {
	return packet{sources: sources, question: question + " Answer with the date as YYYY-MM-DD." + unsettled,
		key: key, lure: lure, kind: KindText, labels: []string{answer.Insufficient}}
}
