// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// checkBabble ends the program that was asked, if it was one. Where it wrote lines
// that answer nothing, at whatever time, the run is marked as one that cannot be
// trusted, and this is why it stopped.
func (s *scoring) checkBabble(run *bench.Run, caller bench.Caller, stop *bench.Stop) *bench.Stop {
	babble := run.State().Babble()
	if last, ok := caller.(interface{ Finish() *api.Fault }); ok {
		if f := last.Finish(); f != nil && babble == nil {
			babble = &predictions.Error{Kind: f.Kind, Message: f.Message}
		}
	}
	if babble == nil {
		return stop
	}
	s.distrust(run.Dir, &run.Manifest, babble)
	if stop != nil && (stop.Kind == bench.KindJournal || api.Babbles(stop.Kind)) {
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
