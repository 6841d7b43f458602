// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/audit"
)

func (e *environment) auditConvertCommand() *cli.Command {
	return &cli.Command{
		Name:      "convert",
		Usage:     "turn answer files or chat logs into a trace",
		ArgsUsage: "FILE...",
		Description: "--from answers: CSV or JSON Lines, one file an agent (its name is the file's) or rows that name agent; with\n" +
			"problem_id (or question_id, id), answer or a text to find it in, and optionally confidence, gold, tier,\n" +
			"correct. --from chat: JSON Lines of conversations with id and messages (role or name, content). An answer is\n" +
			"found in \\boxed{...} or a line \"answer: ...\", a confidence in \"confidence: ...\"; nothing is guessed.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "from", Value: "answers", Usage: "answers|chat"},
			&cli.StringFlag{Name: "confidence-scale", Value: "1", Usage: "what full confidence is written as: 1|100; written as 1"},
			&cli.BoolFlag{Name: "final-speaks", Usage: "chat: the last message with an answer is also a speak record"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: "-", Usage: "write the trace to `FILE`, - for standard output"},
		},
		Action: e.auditConvert,
	}
}

func (e *environment) auditConvert(c *cli.Context) error {
	files := c.Args().Slice()
	if len(files) == 0 {
		return usagef("audit convert needs a file").withHint("- is standard input")
	}
	from, err := oneOf(c, "from", "answers", "chat")
	if err != nil {
		return err
	}
	scale, err := oneOf(c, "confidence-scale", "1", "100")
	if err != nil {
		return err
	}
	if onStdin(files) > 1 {
		return usagef("only one file can be standard input")
	}
	o := audit.ConvertOptions{Scale: map[string]float64{"1": 1, "100": 100}[scale], FinalSpeaks: c.Bool("final-speaks")}
	if o.FinalSpeaks && from != "chat" {
		return usagef("--final-speaks goes with --from chat")
	}
	var sources []audit.AnswerFile
	for _, f := range files {
		in, err := jsonl.Open(f, e.stdin)
		if err != nil {
			return failedf("%w", err)
		}
		defer in.Close()
		text := bufio.NewReader(in)
		name := strings.TrimSuffix(filepath.Base(f), ".gz")
		agent := strings.TrimSuffix(name, filepath.Ext(name))
		if f == "-" {
			agent = "stdin"
		}
		sources = append(sources, audit.AnswerFile{Path: f, Agent: agent, Lines: text, CSV: isCSV(name, text)})
	}
	convert := audit.ConvertAnswers
	if from == "chat" {
		convert = audit.ConvertChat
	}
	out, err := convert(sources, o)
	if err != nil {
		return failedf("%w", err)
	}
	if out.NoAnswer > 0 {
		e.warn("no answer found in %s; null stands there", counted(out.NoAnswer, "poll"))
	}
	if out.OddConfidence > 0 {
		e.warn("in %s the stated confidence is no plain number; it is null", counted(out.OddConfidence, "text"))
	}
	if out.Skipped > 0 {
		e.warn("no answer found in %s of agents; left out", counted(out.Skipped, "message"))
	}
	if out.Silent > 0 {
		e.note("passed over: %s of users, systems and tools", counted(out.Silent, "message"))
	}
	if path := c.String("output"); path != "-" {
		if err := writeOutput(path, out.Trace); err != nil {
			return err
		}
		e.note("wrote %s: %d polls, %d speak records", path, out.Polls, out.Speaks)
		return nil
	}
	e.stdout.Write(out.Trace)
	return nil
}

// isCSV goes by the file's name, and where that says nothing by how it begins.
func isCSV(name string, text *bufio.Reader) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".csv":
		return true
	case ".jsonl", ".json", ".ndjson":
		return false
	}
	start, _ := text.Peek(64)
	start = bytes.TrimLeft(bytes.TrimPrefix(start, jsonl.BOM), " \t\r\n")
	return len(start) > 0 && start[0] != '{' && start[0] != '['
}
