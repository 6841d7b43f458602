// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

// Formats of the files of a saved run.
const (
	RunFormat   = "fcb-run/1"
	BooksFormat = "fcb-books/1"
)

// A Manifest says what a run is: written before the first call, and again when a resume changes pace, caps or limit, and the
// source of every setting that a resume does not give. It never holds a key, a
// header value, or the userinfo and query of a URL. Amounts of money are decimal
// strings in USD, so that no cap is missed by a rounding error.
type Manifest struct {
	Format       string    `json:"format"` // RunFormat
	Tool         Tool      `json:"tool"`
	Dataset      Dataset   `json:"dataset"`
	SchemaSHA256 string    `json:"schema_sha256"` // of the case schema
	Endpoint     Endpoint  `json:"endpoint"`
	Task         Task      `json:"task"`
	Selection    Selection `json:"selection"`
	Pace         Pace      `json:"pace"`
	Money        Money     `json:"money"`
	Results      Results   `json:"results"`
	StartedAt    string    `json:"started_at"` // RFC 3339, UTC
	Git          *Git      `json:"git"`        // of the working directory; nil with a reason
	GitReason    string    `json:"git_reason,omitempty"`
	Distrusted   string    `json:"distrusted,omitempty"` // why no reply of the run is certain to belong to its case; "" for none
	Unchecked    bool      `json:"unchecked,omitzero"`   // a program was killed, or a session ended before it, so that a line too many would not have been seen
}

// Tool is the program that made the run.
type Tool struct {
	Version      string  `json:"version"`
	Commit       *string `json:"commit"` // nil with a reason
	CommitReason string  `json:"commit_reason,omitempty"`
}

// Dataset identifies the case file: SHA256 is over the bytes of the file as they were.
type Dataset struct {
	Name    string  `json:"name"`    // fcb-open for our own bytes, else custom
	Version *string `json:"version"` // nil for a file that states none
	SHA256  string  `json:"sha256"`
	Cases   int     `json:"cases"`
}

// Endpoint says who was asked.
type Endpoint struct {
	Name        string   `json:"name"`                   // as chosen: screwtape, reference, a URL without userinfo and query, ...
	BaseURL     string   `json:"base_url"`               // without userinfo and query; "" where there is none
	KeyEnv      string   `json:"key_env,omitempty"`      // name of the variable given for the key
	KeyFile     string   `json:"key_file,omitempty"`     // name of the file given for the key
	CACert      string   `json:"ca_cert,omitempty"`      // name of the file of further certificate authorities
	HeaderNames []string `json:"header_names,omitempty"` // names only, sorted
	Command     string   `json:"command,omitempty"`      // of exec
	LeftOut     []string `json:"left_out,omitempty"`     // parts of the URL that are not stored: userinfo, query
	Chat        *Chat    `json:"chat,omitempty"`         // of a chat model; nil for others
}

// Chat says how a chat model was asked.
type Chat struct {
	Model       string `json:"model"`
	OutputLimit int    `json:"max_tokens"`       // tokens of a reply
	LimitField  string `json:"max_tokens_field"` // the name under which the service was told
	ReplyFormat string `json:"reply_format"`     // json_schema, json_object or text
	Prompt      Prompt `json:"prompt"`
}

// Prompt is the published prompt, whole.
type Prompt struct {
	SHA256 string `json:"sha256"` // of Text, a line feed and Schema
	Text   string `json:"text"`   // the system message; the user message is the consensus request
	Schema string `json:"schema"` // JSON Schema of the reply that is asked for
}

// Task says what was asked about each case.
type Task struct {
	Evidence        string `json:"evidence"` // inline or omit
	TemplateVersion string `json:"template_version"`
	Judge           bool   `json:"judge"`
	Repeats         int    `json:"repeats"`
}

// Selection says which cases were asked, in the order the filters apply.
type Selection struct {
	Cases      []string `json:"cases,omitempty"`      // ids given with --case
	Categories []string `json:"categories,omitempty"` // given with --category
	Limit      *int     `json:"limit"`                // nil: no limit
	Shard      string   `json:"shard,omitempty"`      // I/N
	Selected   int      `json:"selected"`             // how many cases that made
}

// Pace holds every setting of pace and retry. It may change at a resume.
type Pace struct {
	Concurrency int      `json:"concurrency"`
	RatePerS    *float64 `json:"rate_per_s"` // nil: unlimited
	Retries     int      `json:"retries"`
	MaxWait     string   `json:"max_wait"` // Go duration
	Timeout     string   `json:"timeout"`  // Go duration, of a whole call
}

// Money holds price and caps. It may change at a resume.
type Money struct {
	Price      string  `json:"price"`               // USD a call; 0 where tokens are paid
	PriceIn    *string `json:"price_in,omitempty"`  // USD a million input tokens; nil: calls are paid
	PriceOut   *string `json:"price_out,omitempty"` // USD a million output tokens; with price_in
	MaxCost    *string `json:"max_cost"`            // USD, nil: no cap
	MaxCalls   *int    `json:"max_calls"`           // nil: no cap
	DailyLimit *int    `json:"daily_limit"`         // calls a UTC day, nil: no cap
}

// PriceText is the price in words: "USD 0.005 a call".
func (m *Money) PriceText() string {
	if m.PriceIn != nil && m.PriceOut != nil {
		return "USD " + *m.PriceIn + " and " + *m.PriceOut + " a million input and output tokens"
	}
	return "USD " + m.Price + " a call"
}

// Results holds the settings of the metrics.
type Results struct {
	Seed      uint64 `json:"seed"`
	Bootstrap int    `json:"bootstrap"`
}

// Git is the state of the working directory when the run started.
type Git struct {
	Commit string `json:"commit"`
	Dirty  bool   `json:"dirty"`
}
