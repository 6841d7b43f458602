// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

// Rules lists every rule in the order of its code. Adding a label rule: a file
// rule_<name>.go and a line here.
func Rules() []Rule { return table }

var table = concat(
	readingTable, // FCB0xx
	schemaTable,  // FCB1xx
	[]Rule{
		ruleOneTruth,              // FCB201
		ruleClaimAndCorrect,       // FCB202
		ruleMajority,              // FCB203
		ruleRisk,                  // FCB204
		ruleForeignMajority,       // FCB205
		ruleAgents,                // FCB206
		ruleBody,                  // FCB207
		ruleLimits,                // FCB208
		ruleMajorityWrongFact,     // FCB211
		ruleEchoCascade,           // FCB212
		ruleAnchoring,             // FCB213
		ruleLoneDissenter,         // FCB214
		ruleGenuineAgreement,      // FCB215
		ruleGenuineDisagreement,   // FCB216
		ruleUnsupported,           // FCB217
		ruleNumeric,               // FCB218
		ruleUniqueID,              // FCB301
		ruleUniqueQuestion,        // FCB302
		ruleSize,                  // FCB303
		ruleControls,              // FCB304
		ruleBlankLines,            // FCB401
		ruleLineEnds,              // FCB402
		ruleByteOrderMark,         // FCB403
		ruleLongText,              // FCB404
		ruleForeignDoubt,          // FCB405
		ruleTotals,                // FCB406
		ruleNearDuplicate,         // FCB407
		ruleTextContradictsNumber, // FCB408
		ruleNormalForm,            // FCB409
		ruleTrailingSpace,         // FCB410
		ruleOpenings,              // FCB411
	},
)

func concat(tables ...[]Rule) (all []Rule) {
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}
