// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

// FoldRecords is the state after records that stand in no file.
func FoldRecords(records []Record) (*State, error) {
	lines, err := encodeRecords(records)
	if err != nil {
		return nil, err
	}
	return fold("records", lines)
}
