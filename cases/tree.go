// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

// fromTree builds a Case from decoded JSON as far as the types allow, and lists
// the fields (as in Rule.needs) that are missing or of the wrong type. It is
// used instead of decoding into the struct so that one bad field does not hide
// the label faults of the others.
func fromTree(v any) (c Case, bad []string) {
	m, ok := v.(map[string]any)
	if !ok {
		return c, []string{"id", "category", "question", "evidence", "answers", "ground_truth", "majority_correct", "expected_risk", "rationale", "source", "tags"}
	}
	b := builder{}
	c.ID = b.text(m, "id", "id")
	c.Category = b.text(m, "category", "category")
	c.Question = b.text(m, "question", "question")
	c.GroundTruth = b.text(m, "ground_truth", "ground_truth")
	c.ExpectedRisk = b.text(m, "expected_risk", "expected_risk")
	c.Rationale = b.text(m, "rationale", "rationale")
	c.Evidence = b.texts(m, "evidence")
	c.Tags = b.texts(m, "tags")
	switch v, ok := m["majority_correct"]; v := v.(type) {
	case bool:
		c.MajorityCorrect = &v
	case nil:
		if !ok {
			b.bad = append(b.bad, "majority_correct")
		}
	default:
		b.bad = append(b.bad, "majority_correct")
	}
	switch s := m["source"].(type) {
	case string:
		if s != SourceOriginal {
			b.bad = append(b.bad, "source")
		}
	case map[string]any:
		c.Source.Dataset = b.text(s, "dataset", "source")
		c.Source.Adaptation, _ = s["adaptation"].(string)
	default:
		b.bad = append(b.bad, "source")
	}
	list, ok := m["answers"].([]any)
	if !ok {
		b.bad = append(b.bad, "answers")
	}
	for _, v := range list {
		a, ok := v.(map[string]any)
		if !ok {
			b.bad = append(b.bad, "answers")
			continue
		}
		c.Answers = append(c.Answers, b.answer(a))
	}
	return c, b.bad
}

type builder struct{ bad []string }

func (b *builder) text(m map[string]any, key, field string) string {
	s, ok := m[key].(string)
	if !ok {
		b.bad = append(b.bad, field)
	}
	return s
}

// texts reads an optional list of strings; nil when it is absent.
func (b *builder) texts(m map[string]any, key string) []string {
	v, ok := m[key]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		b.bad = append(b.bad, key)
		return nil
	}
	out := make([]string, len(list))
	for i, e := range list {
		if out[i], ok = e.(string); !ok {
			b.bad = append(b.bad, key)
		}
	}
	return out
}

func (b *builder) flag(m map[string]any, key, field string) bool {
	v, ok := m[key].(bool)
	if !ok {
		b.bad = append(b.bad, field)
	}
	return v
}

func (b *builder) answer(m map[string]any) (a Answer) {
	a.AgentID = b.text(m, "agent_id", "answers.agent_id")
	a.Output = b.text(m, "output", "answers.output")
	a.Correct = b.flag(m, "correct", "answers.correct")
	if v, ok := m["claim"]; ok {
		if s, ok := v.(string); ok {
			a.Claim = &s
		} else {
			b.bad = append(b.bad, "answers.claim")
		}
	}
	if v, ok := m["metadata"]; ok {
		m, ok := v.(map[string]any)
		if !ok {
			b.bad = append(b.bad, "answers.metadata")
			return a
		}
		a.Metadata = &Metadata{
			ModelFamily:     b.text(m, "model_family", "answers.metadata"),
			SawOtherAnswers: b.flag(m, "saw_other_answers", "answers.metadata"),
			SharedContext:   b.flag(m, "shared_context", "answers.metadata"),
		}
	}
	return a
}
