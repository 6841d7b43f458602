// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// session asks, and ends the program that was asked, if it was one. Where it wrote lines
// that answer nothing, at whatever time, the run is marked as one that cannot be trusted,
// and this is why it stopped. While a program is asked the manifest says that its last
// words were not heard.
func (s *scoring) session(run *bench.Run, caller bench.Caller, set bench.Settings) (*bench.Stop, error) {
	program, ok := caller.(interface{ Finish() (*api.Fault, bool) })
	if !ok {
		return run.Ask(s.c.Context, caller, set), nil
	}
	earlier := run.Manifest.Unchecked
	run.Manifest.Unchecked = true
	if err := predictions.WriteManifest(run.Dir, &run.Manifest); err != nil {
		return nil, failedf("%w", err)
	}
	stop := run.Ask(s.c.Context, caller, set)
	babble := run.State().Babble()
	f, heard := program.Finish()
	if f != nil && babble == nil {
		babble = &predictions.Error{Kind: f.Kind, Message: f.Message}
	}
	run.Manifest.Unchecked = earlier || !heard
	if babble != nil {
		return s.babbled(run, babble, stop), nil
	}
	if !heard {
		s.warn("%s", unheard("the program"))
	}
	if err := predictions.WriteManifest(run.Dir, &run.Manifest); err != nil {
		s.warn("that the program ended well could not be written into the manifest: %v", err)
	}
	return stop, nil
}

// babbled marks the run and gives the stop that says so, unless another must be known.
func (s *scoring) babbled(run *bench.Run, babble *predictions.Error, stop *bench.Stop) *bench.Stop {
	s.distrust(run.Dir, &run.Manifest, babble)
	if stop != nil && api.Babbles(stop.Kind) {
		return stop
	}
	if stop != nil && stop.Kind == bench.KindJournal {
		s.errorLine("", babble.Message)
		return stop
	}
	return &bench.Stop{Code: bench.StopFailed, Kind: babble.Kind, Message: babble.Message, Hint: bench.HintBabble}
}

// distrust writes into the manifest of a run why it cannot be trusted.
func (s *scoring) distrust(dir string, m *predictions.Manifest, babble *predictions.Error) {
	m.Distrusted = babble.Message
	if err := predictions.WriteManifest(dir, m); err != nil {
		s.warn("that this run cannot be trusted could not be written into its manifest: %v", err)
	}
}

// notGoneOnWith refuses to resume such a run.
func notGoneOnWith(dir string, m *predictions.Manifest) error {
	return refusedf("%s is not gone on with: %s", dir, m.Distrusted).withHint(bench.HintBabble)
}

// markBabble adds to a manifest that was read what the journal says of it: a program
// that ended at once may not have come to write it.
func markBabble(m *predictions.Manifest, state *bench.State) {
	if b := state.Babble(); b != nil && m.Distrusted == "" {
		m.Distrusted = b.Message
	}
}

// warnDistrusted is for verbs that show such a run all the same.
func (s *scoring) warnDistrusted(dir string, m *predictions.Manifest) {
	if m.Distrusted != "" {
		s.warn("no reply of %s is certain to belong to its case: %s", dir, m.Distrusted)
	}
}

// unheard warns of a program whose last words were not heard.
func unheard(program string) string {
	return program + " was killed, since it did not reply in time or did not end at the end of its input; a line too many would not have been seen"
}
