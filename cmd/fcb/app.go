// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
)

// run is the program: a function of arguments and streams. It returns the exit
// code; the result reaches stdout only under a code that prints results.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	env := newEnvironment(stdin, stderr)
	env.color = wantsColor(stdout, env.getenv)
	err := env.run(ctx, args)
	code := codeOf(ctx, err)
	if printsResult(code) {
		if werr := flush(stdout, env.stdout.Bytes()); werr != nil {
			env.errorLine("", "writing standard output: "+werr.Error())
			if code == exitDone || code == exitNo {
				code = exitFailed
			}
		}
	}
	for _, text := range env.after {
		env.note("%s", text)
	}
	if err != nil {
		env.report(err)
	}
	return code
}

// flush writes the result; a reader that went away (| head) is no failure.
func flush(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	_, err := w.Write(b)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	var perr *os.PathError
	if errors.As(err, &perr) {
		return perr.Err
	}
	return err
}

// run parses the arguments and runs the verb they name.
func (e *environment) run(ctx context.Context, args []string) error {
	app := e.newApp()
	if len(args) == 0 {
		app.Writer = e.stderr
		_ = app.RunContext(ctx, []string{app.Name, "--help"})
		return done(exitUsage)
	}
	arranged, fromEnv, err := arrange(app, args, e.getenv)
	if err != nil {
		return err
	}
	err = app.RunContext(ctx, append([]string{app.Name}, arranged...))
	var bad *parseError
	if errors.As(err, &bad) {
		return bad.usage(fromEnv)
	}
	return err
}

func (e *environment) newApp() *cli.App {
	app := &cli.App{
		Name:            "fcb",
		Usage:           "measures whether the agreement of several AI agents deserves trust",
		Writer:          e.stdout,
		ErrWriter:       e.stderr,
		HideHelpCommand: true,
		HideVersion:     true,
		Flags:           []cli.Flag{cli.HelpFlag}, // our own help command keeps urfave/cli from adding it
		ExitErrHandler:  func(*cli.Context, error) {},
		OnUsageError:    usageError,
		Commands:        e.commands(),
		Action:          func(*cli.Context) error { return usageError(nil, errors.New("a command is required"), false) },
	}
	prepare(app.Commands, e)
	return app
}

// commands lists the verbs in the order of the help page.
func (e *environment) commands() []*cli.Command {
	return []*cli.Command{
		e.helpCommand(),
		e.scoreCommand(),
		e.mergeCommand(),
		e.reportCommand(),
		e.compareCommand(),
		e.exportCommand(),
		e.receiptsCommand(),
		e.serveCommand(),
		e.panelCommand(),
		e.auditCommand(),
		e.studyCommand(),
		e.validateCommand(),
		e.rulesCommand(),
		e.completionCommand(),
		e.versionCommand(),
		e.completeCommand(),
	}
}

// prepare gives every command what urfave/cli needs to fail the way the contract
// says: usage errors with exit 2 and no usage text on stdout, a group without a
// subcommand an error, --quiet everywhere.
func prepare(commands []*cli.Command, e *environment) {
	for _, c := range commands {
		c.OnUsageError = usageError
		c.HideHelpCommand = true
		if len(c.Subcommands) > 0 {
			names := make([]string, len(c.Subcommands))
			for i, s := range c.Subcommands {
				names[i] = s.Name
			}
			if c.Action == nil {
				group := c.Name
				c.Action = func(*cli.Context) error {
					return usagef("%s needs a command: %s", group, strings.Join(names, ", "))
				}
			}
			prepare(c.Subcommands, e)
		}
		c.Flags = append(c.Flags, &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: quietUsage(c.Name)})
		act := c.Action
		c.Action = func(ctx *cli.Context) error {
			e.quiet = ctx.Bool("quiet")
			return act(ctx)
		}
	}
}

// A parseError is a flag value that urfave/cli refused.
type parseError struct{ err error }

func (p *parseError) Error() string { return p.err.Error() }

func usageError(_ *cli.Context, err error, _ bool) error { return &parseError{err} }

// usage words the refusal our way, naming the environment variable a value came from.
func (p *parseError) usage(fromEnv map[string]string) *exitError {
	text := p.err.Error()
	for _, cut := range []string{"for flag -", "for -"} {
		before, after, ok := strings.Cut(text, cut)
		if !ok {
			continue
		}
		flag, _, _ := strings.Cut(after, ":")
		value := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(before), "invalid value "), "invalid boolean value ")
		place := "--" + flag
		if v := fromEnv[flag]; v != "" {
			place = v + " (for --" + flag + ")"
		}
		if _, reason, ok := strings.Cut(after, ": "); ok && reason != "parse error" && !strings.HasPrefix(reason, "strconv.") && !strings.HasPrefix(reason, "time:") {
			return usagef("%s: %s", place, reason)
		}
		return usagef("%s: %s is not a value it takes", place, value)
	}
	return usagef("%s", text).withHint("fcb help lists the commands")
}

func quietUsage(command string) string {
	if command == "validate" {
		return "print errors only"
	}
	return "no notes, warnings or progress; the result is printed all the same"
}
