// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"encoding/json"
	"strings"
)

// A reply is what is worth reading of a stored reply beside risk and consensus
// answer. Everything in it is untrusted, and absent where the reply does not have
// it in a shape we know.
type reply struct {
	Agreement string // digits as they came
	RequestID string
	Reasons   []string
}

// readReply takes a reply apart leniently: a field of another shape is left to
// the raw reply. Reasons may be a list or a single text.
func readReply(raw []byte) reply {
	var fields map[string]json.RawMessage
	var r reply
	if json.Unmarshal(raw, &fields) != nil {
		return r
	}
	var n json.Number
	if json.Unmarshal(fields["agreement_score"], &n) == nil {
		r.Agreement = n.String()
	}
	_ = json.Unmarshal(fields["request_id"], &r.RequestID)
	var one string
	var many []json.RawMessage
	switch {
	case json.Unmarshal(fields["reasons"], &one) == nil:
		r.Reasons = append(r.Reasons, one)
	case json.Unmarshal(fields["reasons"], &many) == nil:
		for _, m := range many {
			if json.Unmarshal(m, &one) != nil {
				one = string(m)
			}
			r.Reasons = append(r.Reasons, one)
		}
	}
	kept := r.Reasons[:0]
	for _, s := range r.Reasons {
		if strings.TrimSpace(s) != "" {
			kept = append(kept, s)
		}
	}
	r.Reasons = kept
	return r
}
