// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"encoding/json"
)

// SourceOriginal is the source of a case written for its dataset.
const SourceOriginal = "original"

// A Source says where a case comes from. In JSON it is the word "original" or
// an object; Dataset is empty for an original case.
type Source struct {
	Dataset    string `json:"dataset"`
	License    string `json:"license"`
	Citation   string `json:"citation"`
	URL        string `json:"url"`
	Item       string `json:"item"` // file, commit (7 hex), 0-based row without the header
	Adaptation string `json:"adaptation,omitempty"`
}

// Name is the dataset, or "original".
func (s Source) Name() string {
	if s.Dataset == "" {
		return SourceOriginal
	}
	return s.Dataset
}

// MarshalJSON writes the word or the object.
func (s Source) MarshalJSON() ([]byte, error) {
	if s.Dataset == "" {
		return []byte(`"original"`), nil
	}
	type plain Source
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(plain(s)); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// UnmarshalJSON reads the word or the object. The schema has checked the shape.
func (s *Source) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte(`"`)) {
		*s = Source{}
		return nil
	}
	type plain Source
	return json.Unmarshal(b, (*plain)(s))
}
