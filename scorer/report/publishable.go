// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/false-consensus/fcb/predictions"
)

// Standards are the findings about a run's files that the verdict on publishing
// needs and that only a look at the files can give.
type Standards struct {
	Attached   bool     // predictions.jsonl is there and says what the journal says
	Attachment string   // why not Attached
	Again      []string // ids of cases whose work was done, or maybe done, more than once
	Journal    bool     // there is a journal to tell Again from
}

// A Check is one condition for publishing figures of a run.
type Check struct {
	Name   string
	OK     bool
	Detail string // what was found
}

// Publishable judges whether figures of a run may be quoted: whether a reader
// could find out what was asked of whom, when, with which program and data, and
// whether the answers are the first and the only ones. It says nothing about
// whether the figures are good.
func Publishable(r Run) []Check {
	c := []Check{cleanCommit(r.Manifest), datasetHash(r), date(r.Manifest), baseURL(r.Manifest), oneEngine(r),
		completeCoverage(r), askedOnce(r), {"predictions attached", r.Standards.Attached, r.Standards.Attachment}}
	if r.Standards.Attached {
		c[len(c)-1].Detail = "predictions.jsonl lies beside the manifest and agrees with the journal"
	}
	if r.Manifest != nil && r.Manifest.Distrusted != "" {
		c = append(c, Check{"replies told apart", false, r.Manifest.Distrusted})
	} else if r.Manifest != nil && r.Manifest.Unchecked {
		c = append(c, Check{"replies told apart", false, "a program was killed, or a session ended before its program, so that a line too many would not have been seen"})
	}
	return c
}

// Missed lists the conditions that are not met, as "name: detail".
func Missed(checks []Check) []string {
	var out []string
	for _, c := range checks {
		if !c.OK {
			out = append(out, c.Name+": "+c.Detail)
		}
	}
	return out
}

const noManifest = "there is no manifest"

// cleanCommit wants one commit that says which program ran: the one stamped into
// the binary, or else the one of the working directory, neither with changes.
func cleanCommit(m *predictions.Manifest) Check {
	c := Check{Name: "clean commit"}
	switch {
	case m == nil:
		c.Detail = noManifest
	case m.Tool.Commit != nil && strings.HasSuffix(*m.Tool.Commit, "+dirty"):
		c.Detail = "fcb was built from a checkout with changes, at " + *m.Tool.Commit
	case m.Git != nil && m.Git.Dirty:
		c.Detail = "the working directory had changes on top of commit " + m.Git.Commit
	case m.Tool.Commit != nil:
		c.OK, c.Detail = true, "fcb was built from "+*m.Tool.Commit
	case m.Git != nil:
		c.OK, c.Detail = true, "the working directory was at "+m.Git.Commit+"; fcb itself: "+m.Tool.CommitReason
	default:
		c.Detail = "no commit is known (fcb: " + m.Tool.CommitReason + "; " + m.GitReason + ")"
	}
	return c
}

func datasetHash(r Run) Check {
	c := Check{Name: "dataset hash"}
	switch {
	case r.Manifest == nil:
		c.Detail = noManifest
	case r.Manifest.Dataset.SHA256 == "" || r.Manifest.Dataset.SHA256 != r.Metrics.Dataset.SHA256:
		c.Detail = "the cases scored are not the ones of the manifest"
	default:
		c.OK, c.Detail = true, "sha256 "+r.Manifest.Dataset.SHA256
	}
	return c
}

func date(m *predictions.Manifest) Check {
	c := Check{Name: "date"}
	if m == nil {
		c.Detail = noManifest
		return c
	}
	if _, err := time.Parse(time.RFC3339, m.StartedAt); err != nil {
		c.Detail = fmt.Sprintf("%q is no time", m.StartedAt)
		return c
	}
	c.OK, c.Detail = true, "started "+m.StartedAt
	return c
}

// baseURL wants to know who was asked. A command has no URL: its name stands in.
func baseURL(m *predictions.Manifest) Check {
	c := Check{Name: "base URL"}
	switch {
	case m == nil:
		c.Detail = noManifest
	case m.Endpoint.BaseURL != "":
		c.OK, c.Detail = true, m.Endpoint.BaseURL
	case m.Endpoint.Command != "":
		c.OK, c.Detail = true, "a command, "+m.Endpoint.Command
	default:
		c.Detail = "none is recorded"
	}
	return c
}

// oneEngine wants every reply to name the same engine: with two, neither answered
// the whole set.
func oneEngine(r Run) Check {
	c := Check{Name: "engine"}
	names := slices.Sorted(maps.Keys(r.Metrics.Coverage.ByEngine))
	switch {
	case len(names) == 0:
		c.Detail = "no prediction was scored"
	case slices.Contains(names, predictions.Unstated):
		c.Detail = fmt.Sprintf("%s of the replies name no engine", grouped(r.Metrics.Coverage.ByEngine[predictions.Unstated]))
	case len(names) > 1:
		c.Detail = "several engines answered (" + strings.Join(names, ", ") + "), so none of them has all cases"
	default:
		c.OK, c.Detail = true, names[0]
	}
	return c
}

func completeCoverage(r Run) Check {
	c := Check{Name: "complete coverage"}
	v := r.Metrics.Coverage
	unjudged := 0
	for _, o := range r.Outcomes {
		if p := o.Prediction; p != nil && p.Judge != nil && o.Status == predictions.OK &&
			p.Judge.Status != predictions.OK && p.Judge.Status != predictions.Skipped {
			unjudged++
		}
	}
	selected := map[string]bool{}
	for _, o := range r.Outcomes {
		selected[o.Case.ID] = true
	}
	switch {
	case v.OK < v.Scheduled:
		c.Detail = fmt.Sprintf("%d of %d predictions are not ok (%d failed, %d unknown, %d unattempted)", v.Scheduled-v.OK, v.Scheduled, v.Failed, v.Unknown, v.Unattempted)
	case len(selected) < r.Metrics.Dataset.Cases:
		c.Detail = fmt.Sprintf("only %d of the %d cases of the dataset were selected", len(selected), r.Metrics.Dataset.Cases)
	case unjudged > 0:
		c.Detail = plural(unjudged, "judge call") + " without an outcome"
	case v.OK == 0:
		c.Detail = "no prediction was scored"
	default:
		c.OK, c.Detail = true, fmt.Sprintf("%d of %d", v.OK, v.Scheduled)
	}
	return c
}

func askedOnce(r Run) Check {
	c := Check{Name: "each case asked once"}
	switch again := r.Standards.Again; {
	case r.Manifest == nil:
		c.Detail = noManifest
	case r.Manifest.Task.Repeats > 1:
		c.Detail = fmt.Sprintf("each case was asked %d times", r.Manifest.Task.Repeats)
	case !r.Standards.Journal:
		c.Detail = "there is no journal to tell"
	case len(again) > 0:
		shown := again[:min(len(again), 5)]
		c.Detail = plural(len(again), "case") + " asked again after an answer or an unknown outcome: " + strings.Join(shown, ", ")
		if len(again) > len(shown) {
			c.Detail += fmt.Sprintf(" and %d more", len(again)-len(shown))
		}
	default:
		c.OK, c.Detail = true, "retries followed only refusals"
	}
	return c
}
