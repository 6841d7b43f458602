// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// decodeText decodes the raw inside of a JSON string.
func decodeText(raw []byte) string {
	s, _ := jsonl.Decode(append(append([]byte{'"'}, raw...), '"')).(string)
	return s
}

// Tags of the values that the acceptor notes for quick, in the order of quickPaths.
const (
	tagID = iota + 1
	tagCategory
	tagQuestion
	tagEvidence
	tagEvidenceItem
	tagAnswer
	tagAgent
	tagOutput
	tagClaim
	tagCorrect
	tagMetadata
	tagFamily
	tagSaw
	tagShared
	tagMajority
	tagRisk
	tagDataset
	tagTag
)

var quickPaths = []string{"id", "category", "question", "evidence", "evidence[]", "answers[]", "answers[].agent_id", "answers[].output",
	"answers[].claim", "answers[].correct", "answers[].metadata", "answers[].metadata.model_family", "answers[].metadata.saw_other_answers",
	"answers[].metadata.shared_context", "majority_correct", "expected_risk", "source.dataset", "tags[]"}

// read takes the notes of a line that was accepted. It returns false where a
// text that rules compare holds escapes, which leaves it to the full check.
func (c *quickCase) read(line []byte, notes []schema.Note) bool {
	var a *quickAnswer
	for _, n := range notes {
		raw := line[n.Start:n.End]
		switch n.Tag {
		case tagID:
			c.id = raw
		case tagCategory:
			c.category = raw
		case tagQuestion:
			c.question, c.questionEscaped = raw, n.Escaped
			c.text += len(raw)
		case tagEvidence:
			c.hasEvidence = true
		case tagEvidenceItem:
			if c.numEvidence == len(c.evidence) {
				return false
			}
			c.evidence[c.numEvidence] = raw
			c.numEvidence++
			c.text += len(raw)
		case tagAnswer:
			if c.n == len(c.answers) {
				return false
			}
			a = &c.answers[c.n]
			c.n++
		case tagAgent:
			if a.agent = raw; n.Escaped {
				return false
			}
		case tagOutput:
			c.text += len(raw)
			c.longest = max(c.longest, len(raw))
		case tagClaim:
			if n.Escaped {
				return false
			}
			a.claim, a.hasClaim = bytes.TrimSpace(raw), true
		case tagCorrect:
			a.correct = raw[0] == 't'
		case tagMetadata:
			a.hasMeta = true
		case tagFamily:
			a.family = raw
		case tagSaw:
			a.saw = raw[0] == 't'
		case tagShared:
			a.shared = raw[0] == 't'
		case tagMajority:
			c.majority = raw[0]
		case tagRisk:
			c.risk = raw
		case tagDataset:
			if c.source = raw; n.Escaped || len(raw) == 0 {
				return false
			}
		case tagTag:
			if n.Escaped {
				return false
			}
			c.noisy = c.noisy || string(raw) == TagNoisyDissent
		}
	}
	return c.n >= 2
}
