// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// CardFormat names the JSON of a Card.
const CardFormat = "fcb-trace-audit-card/1"

// A Card is a trace-audit card: what somebody must know before comparing the
// figures of one protocol with those of another. Every field is there, filled in
// or marked unavailable with the reason, so that a card always validates against
// schema/trace-audit-card.schema.json and a gap cannot hide.
type Card struct {
	Format   string        `json:"format"`
	Title    string        `json:"title"`
	Sections []CardSection `json:"-"`
	Missing  []string      `json:"missing"` // required fields that are unavailable
}

// A CardSection groups fields.
type CardSection struct {
	Key    string
	Title  string
	Fields []CardField
}

// A CardField is one entry. Value is JSON of any kind.
type CardField struct {
	Key      string
	Label    string
	Required bool   // R in the card; O otherwise
	Computed bool   // filled in by the audit; a person cannot overrule it
	Status   string // reported or unavailable
	Value    json.RawMessage
	Why      string
}

// Statuses of a field.
const (
	Reported    = "reported"
	Unavailable = "unavailable"
)

// NewCard fills the card in from a result and what a person supplied; meta may
// be nil.
func NewCard(r *Result, meta *CardMeta) *Card {
	if meta == nil {
		meta = &CardMeta{}
	}
	c := &Card{Format: CardFormat, Title: meta.Title, Missing: []string{}}
	if c.Title == "" {
		c.Title = "Trace audit"
	}
	for _, g := range cardGroups {
		s := CardSection{Key: g.key, Title: g.title}
		for _, spec := range g.fields {
			f := CardField{Key: spec.key, Label: spec.label, Required: spec.required, Computed: spec.value != nil, Status: Reported}
			if spec.value != nil {
				v, why := spec.value(r)
				f.Why = why
				if why == "" {
					f.Value, _ = marshalPlain(v)
				}
			} else if raw, ok := meta.Sections[g.key][spec.key]; ok && !blank(raw) {
				var compact bytes.Buffer
				_ = json.Compact(&compact, raw) // checked when it was read
				f.Value = compact.Bytes()
			} else {
				f.Why = "not supplied: a person must state it (--card-meta)"
			}
			if f.Why != "" {
				f.Status, f.Value = Unavailable, nil
				if f.Required {
					c.Missing = append(c.Missing, g.key+"."+f.Key)
				}
			}
			s.Fields = append(s.Fields, f)
		}
		c.Sections = append(c.Sections, s)
	}
	return c
}

func blank(raw json.RawMessage) bool {
	s := strings.TrimSpace(string(raw))
	return s == "null" || s == `""`
}

func marshalPlain(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// JSON is the card as one document: sections and fields in the card's order.
func (c *Card) JSON() []byte {
	var b bytes.Buffer
	field := func(f CardField) {
		kind := "O"
		if f.Required {
			kind = "R"
		}
		if f.Status == Reported {
			fmt.Fprintf(&b, `{"kind":%q,"status":%q,"value":%s}`, kind, f.Status, f.Value)
			return
		}
		why, _ := marshalPlain(f.Why)
		fmt.Fprintf(&b, `{"kind":%q,"status":%q,"why":%s}`, kind, f.Status, why)
	}
	title, _ := marshalPlain(c.Title)
	missing, _ := marshalPlain(c.Missing)
	fmt.Fprintf(&b, `{"format":%q,"title":%s`, c.Format, title)
	for _, s := range c.Sections {
		fmt.Fprintf(&b, `,%q:{`, s.Key)
		for i, f := range s.Fields {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `%q:`, f.Key)
			field(f)
		}
		b.WriteByte('}')
	}
	fmt.Fprintf(&b, `,"missing":%s}`, missing)
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		panic("audit: a card that is not JSON: " + err.Error())
	}
	out.WriteByte('\n')
	return out.Bytes()
}
