//go:build !lean

package option

import "time"

// RowOptions are the values of [Rows].
type RowOptions struct {
	Metrics     []string
	Metric      []string
	Out, To     string
	Wide, Raw   bool
	Summary     string
	By          []string
	Value       string
	Seed        uint64
	Times       bool
	FailFast    bool
	AllowFailed float64
	PairTimeout time.Duration
	Yes         bool
	Shard, Base string
	Stacked     bool
	Pattern     string
	Truth       string
	Statistics  string
	Partial     bool
	Draw        string
	Cluster     bool
	Paired      string
	Match       []string

	// Of a plot.
	Kind, X, Band, Title  string
	LogX, LogY, NoCaption bool
	DPI                   int
	Width                 string
	FontSize              float64
	XLabel, YLabel        string
	Legend                string
}

// The commands that write rows, and those that read them.
const (
	writesRows = Batch | Experiment | Merge
	readsRows  = Summary | Plot
)

// SummaryForms are the forms of a summary.
var SummaryForms = []string{"text", "csv", "json", "markdown", "latex"}

// Rows lists the options of the commands that write or read the rows of a study, beside those of a
// comparison. An option that means something else to another command has a row for each.
var Rows = List{
	rows("kind", Plot, func(o *RowOptions) any { return &o.Kind }, "line, box, scatter or paired (default: line if there is an x axis, else box)", Option{Values: []string{"line", "box", "scatter", "paired"}}),
	rows("x", Plot, func(o *RowOptions) any { return &o.X }, "COLUMN of the x axis", Option{Hint: "COLUMN"}),
	rows("metrics", Batch, func(o *RowOptions) any { return &o.Metrics }, "metrics and groups of metrics, separated by commas", Option{}),
	rows("out", writesRows, func(o *RowOptions) any { return &o.Out }, "FILE of the rows", Option{Short: "o", Default: "-", Hint: "FILE"}),
	rows("to", writesRows, func(o *RowOptions) any { return &o.To }, "form of the rows: csv, jsonl, parquet (default: by the extension of the file)", Option{Values: []string{"csv", "jsonl", "parquet"}}),
	rows("wide", writesRows, func(o *RowOptions) any { return &o.Wide }, "one row for each pair, with a column for each metric", Option{}),
	rows("summary", writesRows, func(o *RowOptions) any { return &o.Summary }, "print the number of valid pairs, and mean, standard error and quantiles of each metric; =FILE.json writes them", Option{Hint: "FILE", Bare: "-"}),
	rows("by", writesRows, func(o *RowOptions) any { return &o.By }, "print a summary of each group: the columns whose values make one, such as method,n", Option{}),
	rows("by", readsRows, func(o *RowOptions) any { return &o.By }, "columns whose values make a group, such as method,n", Option{}),
	rows("value", readsRows, func(o *RowOptions) any { return &o.Value }, "column of the numbers: value, lower, upper, wrong, seconds", Option{Default: "value", Values: []string{"value", "lower", "upper", "wrong", "seconds"}}),
	rows("seed", readsRows, func(o *RowOptions) any { return &o.Seed }, "seed of the bootstrap", Option{Default: "1"}),
	rows("metric", Plot, func(o *RowOptions) any { return &o.Metric }, "metrics, separated by commas", Option{}),
	rows("band", Plot, func(o *RowOptions) any { return &o.Band }, "what the band shows: interval, quartiles, stderr, range, none", Option{Default: "interval", Values: []string{"interval", "quartiles", "stderr", "range", "none"}}),
	rows("log-x", Plot, func(o *RowOptions) any { return &o.LogX }, "logarithmic x axis", Option{}),
	rows("log-y", Plot, func(o *RowOptions) any { return &o.LogY }, "logarithmic y axis", Option{}),
	rows("title", Plot, func(o *RowOptions) any { return &o.Title }, "TEXT above the picture", Option{Hint: "TEXT"}),
	rows("out", Plot, func(o *RowOptions) any { return &o.Out }, "FILE of the picture: .svg, .png, .pdf; - is SVG", Option{Short: "o", Default: "-", Hint: "FILE"}),
	rows("dpi", Plot, func(o *RowOptions) any { return &o.DPI }, "dots per inch of a .png (default 200)", Option{}),
	rows("width", Plot, func(o *RowOptions) any { return &o.Width }, "LENGTH of the picture, such as 85mm for a column", Option{Hint: "LENGTH"}),
	rows("font-size", Plot, func(o *RowOptions) any { return &o.FontSize }, "size of the text in points (default 9)", Option{Most: 100}),
	rows("x-label", Plot, func(o *RowOptions) any { return &o.XLabel }, "TEXT at the x axis", Option{Hint: "TEXT"}),
	rows("y-label", Plot, func(o *RowOptions) any { return &o.YLabel }, "TEXT at the y axis", Option{Hint: "TEXT"}),
	rows("legend", Plot, func(o *RowOptions) any { return &o.Legend }, "where the legend is: below, right, none", Option{Default: "below", Values: []string{"below", "right", "none"}}),
	rows("no-caption", Plot, func(o *RowOptions) any { return &o.NoCaption }, "omit the notes under the picture, for a caption of your own", Option{}),
	rows("metrics", Summary, func(o *RowOptions) any { return &o.Metrics }, "metrics, separated by commas (default: all in the rows)", Option{}),
	rows("to", Summary, func(o *RowOptions) any { return &o.To }, "form: text, csv, json, markdown, latex", Option{Default: "text", Values: SummaryForms}),
	rows("paired", Summary, func(o *RowOptions) any { return &o.Paired }, "compare the values of this COLUMN of the groups, such as method, on the same truths", Option{Hint: "COLUMN"}),
	rows("match", Summary|Plot, func(o *RowOptions) any { return &o.Match }, "columns that make a case of paired values together with the truth, such as seed", Option{}),
	rows("out", Summary, func(o *RowOptions) any { return &o.Out }, "FILE to write", Option{Short: "o", Default: "-", Hint: "FILE"}),
	rows("out", Matrix, func(o *RowOptions) any { return &o.Out }, "FILE of the table", Option{Short: "o", Default: "-", Hint: "FILE"}),
	rows("draw", Matrix, func(o *RowOptions) any { return &o.Draw }, "FILE of a heat map: .svg, .png, .pdf", Option{Hint: "FILE"}),
	rows("cluster", Matrix, func(o *RowOptions) any { return &o.Cluster }, "order the graphs so that similar ones are adjacent", Option{}),
	rows("raw-csv", writesRows|Summary|Matrix, func(o *RowOptions) any { return &o.Raw }, "do not put an apostrophe before CSV cells that a spreadsheet would take for a formula", Option{}),
	rows("times", Batch|Experiment, func(o *RowOptions) any { return &o.Times }, "add a column with the seconds each metric took", Option{}),
	rows("fail-fast", Batch, func(o *RowOptions) any { return &o.FailFast }, "stop at the first pair that cannot be compared", Option{}),
	rows("allow-failed", Batch|Experiment, func(o *RowOptions) any { return &o.AllowFailed }, "end with exit code 0 if at most this SHARE of the pairs failed, from 0 to 1", Option{Hint: "SHARE", Default: "0", Most: 1}),
	rows("pair-timeout", Batch|Experiment|Matrix, func(o *RowOptions) any { return (*duration)(&o.PairTimeout) }, "let a pair fail if it takes longer than this TIME, such as 90s, 10m or 1h30m; without a unit it is in seconds", Option{Hint: "TIME"}),
	rows("yes", Batch|Experiment|Matrix, func(o *RowOptions) any { return &o.Yes }, "compare pairs that take more than an hour, too", Option{}),
	rows("statistics", Experiment, func(o *RowOptions) any { return &o.Statistics }, "FILE.csv for the statistics of each cell of the grid", Option{Hint: "FILE"}),
	rows("shard", Batch|Experiment, func(o *RowOptions) any { return &o.Shard }, "process only part I/N of the pairs, counted from 1; sepdist merge combines the parts", Option{Hint: "I/N"}),
	rows("partial", Merge, func(o *RowOptions) any { return &o.Partial }, "merge the shards given, even if some are missing", Option{}),
	rows("base", Batch, func(o *RowOptions) any { return &o.Base }, "FOLDER that the paths in a manifest are relative to", Option{Hint: "FOLDER"}),
	rows("pattern", Batch, func(o *RowOptions) any { return &o.Pattern }, "files of the guesses, such as results/{method}/{n}/{seed}.csv; the words in braces are columns of the rows", Option{Hint: "FILES"}),
	rows("truth", Batch, func(o *RowOptions) any { return &o.Truth }, "file of the truth of each guess of the pattern, such as truths/{n}/{seed}.csv", Option{Hint: "FILE"}),
	rows("stacked", Batch, func(o *RowOptions) any { return &o.Stacked }, "treat a .npy file of shape n × n × n as n graphs, not as a time series", Option{}),
}

func rows(name string, ops Ops, field func(o *RowOptions) any, doc string, more Option) Option {
	more.Name, more.Doc, more.Ops, more.field = name, doc, ops, into(field)
	return more
}

// lists are the lists whose options are known to be switches or not.
var lists = []List{Table, Rows}
