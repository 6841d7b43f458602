// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/audit"
	"github.com/false-consensus/fcb/scorer/report"
)

// cardFormat is the form of a card by the name of its file.
func cardFormat(path string) (string, error) {
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".json", ".md", ".html":
		return ext, nil
	}
	return "", usagef("--card must end in .json, .md or .html, not %q", path)
}

// maxCardMeta bounds what a person writes about a protocol.
const maxCardMeta = 4 << 20

// readCardMeta reads what a person supplied; nil for no file.
func (e *environment) readCardMeta(path string) (*audit.CardMeta, error) {
	if path == "" {
		return nil, nil
	}
	in, err := jsonl.Open(path, e.stdin)
	if err != nil {
		return nil, failedf("%w", err)
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, maxCardMeta+1))
	if err != nil {
		return nil, failedf("%w", err)
	}
	if len(b) > maxCardMeta {
		return nil, failedf("%s: more than %d bytes", path, maxCardMeta)
	}
	meta, err := audit.ReadCardMeta(b)
	if err != nil {
		return nil, failedf("%s: %w", path, err)
	}
	return meta, nil
}

// writeCard writes the card in the form its name asks for.
func (e *environment) writeCard(path string, r *audit.Result, meta *audit.CardMeta) error {
	if path == "" {
		return nil
	}
	format, err := cardFormat(path)
	if err != nil {
		return err
	}
	card := audit.NewCard(r, meta)
	var body bytes.Buffer
	switch format {
	case ".json":
		body.Write(card.JSON())
	case ".md":
		report.CardMarkdown(&body, card)
	default:
		if err := report.CardPage(&body, card); err != nil {
			return err
		}
	}
	if err := writeOutput(path, body.Bytes()); err != nil {
		return err
	}
	e.note("wrote %s", path)
	if n := len(card.Missing); n > 0 {
		e.note("the card lacks %d required fields; what a person must state goes in --card-meta", n)
	}
	return nil
}
