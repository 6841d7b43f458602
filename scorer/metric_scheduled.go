// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

// Scheduled brings the predictions that are not ok (failed, unknown and
// unattempted; they belong to no engine, so to every engine's denominators)
// back into the rates. Accuracy and CatchRate count them as misses. A failed
// genuine agreement may or may not have been flagged, so FalseAlarmRate is two
// bounds.
type Scheduled struct {
	Accuracy       Rate        `json:"accuracy"`
	CatchRate      Rate        `json:"catch_rate"`
	FalseAlarmRate AlarmBounds `json:"false_alarm_rate"`
}

// AlarmBounds are the false alarm rate with the missing predictions taken as
// not flagged (Low) and as flagged (High).
type AlarmBounds struct {
	Low  Rate `json:"low"`
	High Rate `json:"high"`
}

// newScheduled takes the rows of one engine together with all rows that are not
// ok, in dataset order. A row that is not ok has the class none, which equals no
// expected risk and is not flagged.
func newScheduled(rows []row) Scheduled {
	flaggedIfMissing := falseAlarmRate
	flaggedIfMissing.Hit = func(_, predicted int) bool { return predicted == none || flagged(predicted) }
	return Scheduled{
		Accuracy:  accuracy.rate(inAccuracy, rows),
		CatchRate: catchRate.rate(inCatchRate, rows),
		FalseAlarmRate: AlarmBounds{
			Low:  falseAlarmRate.rate(inFalseAlarmRate, rows),
			High: flaggedIfMissing.rate(inFalseAlarmRate, rows),
		},
	}
}
