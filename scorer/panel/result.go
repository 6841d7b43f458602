// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

// ResultFormat names the JSON document of a [Result]; SeveralFormat that of
// several panels side by side, whose key "panels" holds results.
const (
	ResultFormat  = "fcb-panel/1"
	SeveralFormat = "fcb-panels/1"
)

// A Result is everything [Measure] finds about one panel.
type Result struct {
	Format       string        `json:"format"`
	Headline     string        `json:"headline"` // the finding in a sentence
	Input        Input         `json:"input"`
	Seed         uint64        `json:"seed"`
	Summary      Summary       `json:"summary"`
	DesignEffect DesignEffect  `json:"design_effect"`
	Votes        *Votes        `json:"votes"` // nil where no three models share a question
	Hardest      []HardestRow  `json:"hardest"`
	Concentrated Concentration `json:"concentration"`
	Unanimous    Unanimous     `json:"unanimous"`
	Makers       *Makers       `json:"makers"` // nil without a maker column
	NearClones   []ClonePair   `json:"near_clones"`
	WrongAnswers *WrongAnswers `json:"wrong_answers"` // nil unless the input gives the answers
	Models       []Model       `json:"models"`        // by name
	Questions    []Question    `json:"questions"`     // the hardest first
	Notes        []string      `json:"notes"`         // true of every panel
	Warnings     []string      `json:"warnings"`      // what limits these numbers

	table *Table
	phi   *Phi
}

// Summary is the size of the panel.
type Summary struct {
	Models    int    `json:"n_models"`
	Questions int    `json:"n_questions"`
	Answers   int    `json:"n_answers"`
	N         Number `json:"n"` // mean number of models answering a question
	Accuracy  Number `json:"accuracy"`
}

// DesignEffect is the first route with its null and its interval.
type DesignEffect struct {
	Numerator       Number             `json:"numerator"`
	Denominator     Number             `json:"denominator"`
	T               Number             `json:"T"`
	NullMean        Number             `json:"null_mean"` // Monte Carlo, a check: exactly 1 in theory
	NullSD          Number             `json:"null_sd"`
	Deff            Number             `json:"deff"`
	Rho             Number             `json:"rho"`
	NEff            Number             `json:"n_eff"`
	NVarying        Number             `json:"n_varying"` // counting only models that are sometimes right and sometimes wrong
	RhoVarying      Number             `json:"rho_varying"`
	NEffVarying     Number             `json:"n_eff_varying"`
	MeanPhi         Number             `json:"mean_phi"`
	NEffPhi         Number             `json:"n_eff_mean_phi"` // n / (1 + (n-1) mean_phi)
	PairsDefined    int                `json:"n_pairs_defined"`
	PairsUndefined  int                `json:"n_pairs_undefined"`
	PValue          Number             `json:"p_value"`
	Permutations    int                `json:"permutations"`
	Bootstrap       int                `json:"bootstrap"`
	Interval        DesignIntervals    `json:"interval"`
	Dropped         int                `json:"n_dropped"` // resamples without variance or with deff 0
	Ceiling         Number             `json:"ceiling"`   // 1/rho, a property of the model, not measured
	HardestQuestion HardestInResamples `json:"hardest_in_resamples"`
	Reasons         map[string]string  `json:"reasons,omitempty"` // why a number is null
}

// DesignIntervals are percentile intervals over resampled questions.
type DesignIntervals struct {
	Deff *Interval `json:"deff"`
	Rho  *Interval `json:"rho"`
	NEff *Interval `json:"n_eff"`
}

// HardestInResamples says how the bootstrap depends on the hardest question.
type HardestInResamples struct {
	Question      string `json:"question_id"`
	ShareWithout  Number `json:"share_without"`        // of the resamples do not hold it
	MedianWith    Number `json:"n_eff_median_with"`    // over the kept resamples that hold it
	MedianWithout Number `json:"n_eff_median_without"` // over the kept ones that do not
}

// Concentration says how much of the dependence the hardest questions carry.
type Concentration struct {
	// FirstShare is the part of deff-1 that goes when the hardest question does.
	FirstShare Number `json:"first_share"`
	// HalfCount is the least number of hardest questions (among the rows
	// computed) whose removal takes away half of deff-1; null where none does.
	HalfCount *int   `json:"half_count"`
	Reason    string `json:"reason,omitempty"`
}

// Unanimous counts the questions on which all models that answered agree on
// right or wrong; at least two must have answered.
type Unanimous struct {
	Right               int      `json:"n_right"`
	RightMeanDispersion Number   `json:"right_mean_dispersion"`
	Wrong               int      `json:"n_wrong"`
	WrongIDs            []string `json:"wrong"`
	Reason              string   `json:"reason,omitempty"`
}

// A Model is a row of the panel.
type Model struct {
	Name     string    `json:"model"`
	Maker    string    `json:"maker,omitempty"`
	Answers  int       `json:"n_answers"`
	Right    int       `json:"n_right"`
	Accuracy Number    `json:"accuracy"`
	CI95     *Interval `json:"ci95"` // Wilson
}

// A Question is a column of the panel.
type Question struct {
	ID         string `json:"question_id"`
	Answers    int    `json:"n_answers"`
	Right      int    `json:"n_right"`
	Share      Number `json:"share_right"`
	Expected   Number `json:"expected_right"`   // number right if difficulty were shared by no one
	Dispersion Number `json:"local_dispersion"` // squared departure over its variance; null where that is 0
	// LookAtKey marks a question whose key nearly every model rejects.
	LookAtKey bool   `json:"look_at_key,omitempty"`
	TopWrong  string `json:"top_wrong_answer,omitempty"` // the most frequent wrong answer, when answers are given
	TopWrongN int    `json:"top_wrong_n,omitempty"`
}

// Table is the panel that was measured; nil for a result read from JSON.
func (r *Result) Table() *Table { return r.table }

// Phi is the correlation of every pair; nil for a result read from JSON.
func (r *Result) Phi() *Phi { return r.phi }
