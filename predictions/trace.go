// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import "math"

// Types of a trace record. A record without a type is a poll.
const (
	TracePoll      = "poll"      // a private answer with its confidence: a candidate of its block
	TraceSpeak     = "speak"     // what the chosen agent then said in public
	TraceIncumbent = "incumbent" // the answer the group endorses from here on
	TraceOutcome   = "outcome"   // how the whole trace ended
)

// A Tri is a boolean that may be absent.
type Tri int8

// Values of a Tri. The zero value is absent, which is also what null means.
const (
	Absent Tri = iota
	No
	Yes
)

// A TraceRecord is one line of a deliberation trace (contract section 5, fcb
// audit; schema/trace.schema.json). Texts are nil where the field is absent or
// null and point into the line or into the record: they are valid until the next
// Decode. Numbers are NaN where absent or null.
type TraceRecord struct {
	Type string

	ProblemID, BlockID, Agent []byte
	TraceID, ClusterID        []byte // nil: the problem
	Tier                      []byte // difficulty; a number keeps its digits
	Round                     int64  // default 0

	Confidence float64 // on the file's own scale
	Answer     []byte
	Gold       []byte
	Valid      Tri
	Correct    Tri
	Selected   Tri
	Scores     []TraceScore

	Equivalent            Tri // of a speak answer to the block's selected poll answer
	EquivalentBy          []TraceVerdict
	OwnPrior, PeersPrior  [][]byte // earlier public answers; see the Has fields
	HasOwnPrior, HasPeers bool     // the list was given, maybe empty
	Incumbent             []byte
	HasIncumbent          bool // the key was given and not null

	Passed               Tri
	Tokens, Calls, WallS float64
	Mode                 []byte
	has                  uint32 // keys that stood in the line, by fieldBit
	seen                 []span // keys so far, for doubled ones
	line                 []byte
}

// A TraceScore is a named number of a candidate.
type TraceScore struct {
	Name  []byte
	Value float64 // NaN for null
}

// A TraceVerdict is one judge's opinion; Absent where it did not decide.
type TraceVerdict struct {
	Judge      []byte
	Equivalent Tri
}

type span struct{ start, end int }

// reset clears the record and keeps its memory.
func (r *TraceRecord) reset(line []byte) {
	nan := math.NaN()
	*r = TraceRecord{Type: TracePoll, Confidence: nan, Tokens: nan, Calls: nan, WallS: nan, line: line,
		Scores: r.Scores[:0], EquivalentBy: r.EquivalentBy[:0], OwnPrior: r.OwnPrior[:0], PeersPrior: r.PeersPrior[:0], seen: r.seen[:0]}
}

// traceField says what a key may hold.
type traceField struct {
	name string
	kind fieldKind
}

type fieldKind uint8

const (
	kindText   fieldKind = iota // string or null
	kindName                    // non-empty string or null
	kindLabel                   // string, number or null
	kindNumber                  // number or null
	kindWhole                   // whole number or null
	kindTri                     // true, false or null
	kindScores                  // object of numbers and nulls, or null
	kindJudges                  // object of true, false and null, or null
	kindTexts                   // array of strings, or null
)

// Indices of traceFields.
const (
	fieldType = iota
	fieldProblem
	fieldBlock
	fieldAgent
	fieldTrace
	fieldCluster
	fieldTier
	fieldRound
	fieldConfidence
	fieldAnswer
	fieldGold
	fieldValid
	fieldCorrect
	fieldSelected
	fieldScores
	fieldEquivalent
	fieldEquivalentBy
	fieldOwn
	fieldPeers
	fieldIncumbent
	fieldPassed
	fieldTokens
	fieldCalls
	fieldWall
	fieldMode
)

var traceFields = [...]traceField{
	{"type", kindName}, {"problem_id", kindName}, {"block_id", kindName}, {"agent", kindName}, {"trace_id", kindName},
	{"cluster_id", kindName}, {"tier", kindLabel}, {"round", kindWhole}, {"confidence", kindNumber}, {"answer", kindText},
	{"gold", kindText}, {"valid", kindTri}, {"correct", kindTri}, {"selected", kindTri}, {"scores", kindScores},
	{"equivalent", kindTri}, {"equivalent_by", kindJudges}, {"own_prior", kindTexts}, {"peers_prior", kindTexts},
	{"incumbent", kindText}, {"passed", kindTri}, {"tokens", kindNumber}, {"calls", kindNumber}, {"wall_s", kindNumber}, {"mode", kindText},
}

// required lists the keys that a record of each type must have; nullable ones
// may hold null.
var required = map[string][]struct {
	field    int
	nullable bool
}{
	TracePoll:      {{fieldProblem, false}, {fieldBlock, false}, {fieldAgent, false}, {fieldConfidence, true}, {fieldAnswer, true}},
	TraceSpeak:     {{fieldProblem, false}, {fieldBlock, false}, {fieldAgent, false}, {fieldAnswer, true}},
	TraceIncumbent: {{fieldTrace, false}, {fieldAnswer, true}},
	TraceOutcome:   {{fieldTrace, false}, {fieldPassed, false}},
}
