package request

import "encoding/json"

// A Study says which pairs are compared in blocks, and how their rows are written. The pairs are
// files, JSON lines in a part, or random graphs by the fields of simulate.
type Study struct {
	Paths   []string `json:"paths,omitempty"`
	Base    string   `json:"base,omitempty"`
	Stacked bool     `json:"stacked,omitempty"`
	Lines   *int     `json:"lines,omitempty"`
	Columns []string `json:"columns,omitempty"` // of the lines
	Count   int      `json:"count,omitempty"`   // of random pairs

	Form    string                       `json:"form"` // csv, raw-csv or jsonl
	Reading map[string]map[string]string `json:"reading,omitempty"`

	// The time that a pair may take, see [option.Rows], and whether pairs of hours are compared without it.
	PairTimeout json.RawMessage `json:"pair_timeout,omitempty"`
	Yes         bool            `json:"yes,omitempty"`

	// For plan: how long a block takes, and the files that will be written, which must not be inputs.
	// For block: which one, and whether to return only what it would read.
	// For join: the parts with the rows of each block, and the metrics in their order.
	Seconds float64         `json:"seconds,omitempty"`
	Outputs []string        `json:"outputs,omitempty"`
	Block   json.RawMessage `json:"block,omitempty"`
	Look    bool            `json:"look,omitempty"`
	Rows    []int           `json:"rows,omitempty"`
	Metrics []string        `json:"metrics,omitempty"`
}

// A Journal says what to do with the journal of a study: open, add, rows or close.
type Journal struct {
	Do string `json:"do"`

	// For open: the file, what identifies the study, its plan, and whether to replace a journal of
	// another study.
	Path     string                     `json:"path,omitempty"`
	Identity map[string]json.RawMessage `json:"identity,omitempty"`
	Plan     json.RawMessage            `json:"plan,omitempty"`
	Force    bool                       `json:"force,omitempty"`

	// For the others: the number of the open journal, the block, and for add its head with the key
	// block, and the part with its rows.
	Number int             `json:"number,omitempty"`
	Block  int             `json:"block,omitempty"`
	Head   json.RawMessage `json:"head,omitempty"`
	Rows   *int            `json:"rows,omitempty"`
}
