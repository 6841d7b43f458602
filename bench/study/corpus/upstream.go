// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// PinnedCommit is the upstream commit whose files are known here by their hash.
const PinnedCommit = "9ee07bd481feebf959a6b59d61ea57bdcf30964d"

// pinned are the SHA-256 of the files of PinnedCommit.
var pinned = map[string]string{
	"boolean_expressions":                     "ea6c754ec005e2d3f2d085d349a740f593b5764f32ea4638ffed4cfc0061b12a",
	"word_sorting":                            "2a6132d2c99f00d0d2eb1113ac6b4a918bd969d863c48749210d969713db8d43",
	"logical_deduction_seven_objects":         "2896c7e3482eea318dd37bcc370d24ec3cc91e8374c1784287b5dbd38a529e33",
	"multistep_arithmetic_two":                "c9d5a6433c9b78256422a15c78463949c8bec8d85607aa28b52d7234ad4a8595",
	"temporal_sequences":                      "92a1189faaa84aacc4c405aaa13f13f48c2992eb884772eedb622505252baef5",
	"tracking_shuffled_objects_seven_objects": "b59fd05b850c37cf57cb514ae1e6975c00b1638ade2291722056b2af3c54084d",
	DatesTask: "0148d4ac5fca05b2f82373e5fef7208e15363b9c6079493034d77b3dab496bf5",
}

// An UpstreamSet is the upstream files of a directory.
type UpstreamSet struct {
	Files  []*UpstreamData // the six tasks, then date understanding if it is there
	Canary string
}

// UpstreamData is one upstream file in memory.
type UpstreamData struct {
	Task   string
	SHA256 string
	Pinned bool // the bytes are those of PinnedCommit
	Items  []UpstreamItem
	canary string
}

// An UpstreamItem is a question and its key as they stand in the file.
type UpstreamItem struct{ Input, Target string }

// File gives the file of a task, or nil.
func (u *UpstreamSet) File(task string) *UpstreamData {
	for _, f := range u.Files {
		if f.Task == task {
			return f
		}
	}
	return nil
}

// ReadUpstream reads the six task files from dir, which may also hold them under
// bbh/, and date understanding where it is there. Errors say which file is
// missing or what is wrong where.
func ReadUpstream(dir fs.FS) (*UpstreamSet, error) {
	if sub, err := fs.Stat(dir, "bbh"); err == nil && sub.IsDir() {
		if _, err := fs.Stat(dir, PublicTasks()[0].Name+".json"); err != nil {
			if dir, err = fs.Sub(dir, "bbh"); err != nil {
				return nil, err
			}
		}
	}
	u := &UpstreamSet{}
	for _, name := range append(taskNames(), DatesTask) {
		b, err := fs.ReadFile(dir, name+".json")
		if errors.Is(err, fs.ErrNotExist) && name == DatesTask {
			continue
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s.json: no such file: %w", name, fs.ErrNotExist)
		}
		if err != nil {
			return nil, fmt.Errorf("%s.json: %w", name, err)
		}
		f, err := parseUpstream(name, b)
		if err != nil {
			return nil, err
		}
		if u.Canary == "" {
			u.Canary = f.canary
		}
		u.Files = append(u.Files, f)
	}
	return u, nil
}

func taskNames() []string {
	var out []string
	for _, p := range PublicTasks() {
		out = append(out, p.Name)
	}
	return out
}

func parseUpstream(name string, b []byte) (*UpstreamData, error) {
	if p := jsonl.Check(b); p != nil {
		line := 1 + strings.Count(string(b[:p.Offset]), "\n")
		return nil, fmt.Errorf("%s.json:%d: not JSON: %s", name, line, p.Message)
	}
	object, _ := jsonl.Decode(b).(map[string]any)
	list, ok := object["examples"].([]any)
	if !ok || len(list) == 0 {
		return nil, fmt.Errorf("%s.json: no list \"examples\": not a BIG-Bench Hard file", name)
	}
	sum := sha256.Sum256(b)
	f := &UpstreamData{Task: name, SHA256: hex.EncodeToString(sum[:])}
	f.Pinned = f.SHA256 == pinned[name]
	f.canary, _ = object["canary"].(string)
	for i, v := range list {
		e, _ := v.(map[string]any)
		in, okIn := e["input"].(string)
		target, okTarget := e["target"].(string)
		if !okIn || !okTarget || in == "" || target == "" {
			return nil, fmt.Errorf("%s.json: examples[%d]: needs the strings \"input\" and \"target\"", name, i)
		}
		f.Items = append(f.Items, UpstreamItem{in, target})
	}
	return f, nil
}

// commit is the pinned commit if the six files are its.
func (u *UpstreamSet) commit() (commit *string, reason string) {
	var other []string
	for _, f := range u.Files {
		if f.Task != DatesTask && !f.Pinned {
			other = append(other, f.Task+".json")
		}
	}
	if len(other) > 0 {
		return nil, "the bytes differ from those of commit " + PinnedCommit[:7] + ": " + strings.Join(other, ", ")
	}
	c := PinnedCommit
	return &c, ""
}
