package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// Options state what a file leaves open. The zero value states nothing.
type Options struct {
	Format       string // a name of [Formats]; empty: by content, then by extension
	Codes        string
	Orientation  string
	Class        graph.Kind
	Series       bool // the graph is a time series of any class
	MarkAt       string
	OppositeArcs string
	NaN          string
	Threshold    *float64 // weights of at most this size are not edges; nil: not stated
	Directed     *bool    // nil: not stated

	DropSelfLoops bool // drop edges from a node to itself and count them
	Lag0          bool // take the contemporaneous part of a time series
	Summary       bool // take the summary graph of a time series
	Lossy         bool // write what the format can hold and count the rest

	// Spell writes the options that notes refer to; several values are alternatives. Nil means as
	// flags of the command line.
	Spell func(option string, values ...string) string
}

// A Setting is an option as users type it.
type Setting struct {
	Name   string
	Values []string // nil: any
	Doc    string
	Switch bool // means true without a value
	set    func(o *Options, value string) error
}

// Settings lists all options. Commands derive their flags from it.
var Settings = settings[:]

var settings = [...]Setting{
	{
		Name: "format", Doc: "name of the format; inferred from the content and the file name unless given",
		set: func(o *Options, v string) error { _, err := lookup("", v); o.Format = v; return err },
	},
	{
		Name: "codes", Values: codeNames(),
		Doc: "which tool's code the entries of a matrix are in (plain: 0 and 1, or weights)",
		set: func(o *Options, v string) error { o.Codes = v; return nil },
	},
	{
		Name: "orientation", Values: []string{"row-to-col", "col-to-row"},
		Doc: "whether an entry in row i, column j means i → j or j → i",
		set: func(o *Options, v string) error { o.Orientation = v; return nil },
	},
	{
		Name: "class", Values: append(kind.All.Names(), seriesClass),
		Doc: "class of the graph",
		set: func(o *Options, v string) (err error) {
			if o.Class, o.Series = graph.Unstated, v == seriesClass; !o.Series {
				o.Class, err = kind.Parse(v)
			}
			return err
		},
	},
	{
		Name: "threshold", Doc: "weights of at most this size are not edges",
		set: func(o *Options, v string) error {
			x, err := strconv.ParseFloat(v, 64)
			if err != nil || math.IsNaN(x) || x < 0 {
				return advice.Wrong("threshold", v, "%v is a number from 0 on, not %s", advice.Option("threshold"), clipped(v))
			}
			o.Threshold = &x
			return nil
		},
	},
	{
		Name: "mark-at", Values: []string{"row", "column"},
		Doc: "whether an entry in row i, column j is the mark at i or at j",
		set: func(o *Options, v string) error { o.MarkAt = v; return nil },
	},
	{
		Name: "directed", Switch: true, Values: []string{"true", "false"},
		Doc: "the edges of a list go from the first node to the second (=false: they are undirected)",
		set: func(o *Options, v string) error { b := v == "true"; o.Directed = &b; return nil },
	},
	{
		Name: "opposite-arcs", Values: []string{"undirected", "cycle"},
		Doc: "whether a → b and b → a together mean a --- b or a cycle of two",
		set: func(o *Options, v string) error { o.OppositeArcs = v; return nil },
	},
	{
		Name: "nan", Values: []string{"bidirected", "undirected"},
		Doc: "what a pair of NaN entries means",
		set: func(o *Options, v string) error { o.NaN = v; return nil },
	},
	{
		Name: "drop-self-loops", Switch: true, Values: []string{"true", "false"},
		Doc: "drop edges from a node to itself, and count them",
		set: func(o *Options, v string) error { o.DropSelfLoops = v == "true"; return nil },
	},
	{
		Name: "lag0", Switch: true, Values: []string{"true", "false"},
		Doc: "use only the contemporaneous part of a time series",
		set: func(o *Options, v string) error { o.Lag0 = v == "true"; return nil },
	},
	{
		Name: "summary-graph", Switch: true, Values: []string{"true", "false"},
		Doc: "use the summary graph of a time series, without lags",
		set: func(o *Options, v string) error { o.Summary = v == "true"; return nil },
	},
	{
		Name: "lossy", Switch: true, Values: []string{"true", "false"},
		Doc: "write what the format can hold and report how much is lost",
		set: func(o *Options, v string) error { o.Lossy = v == "true"; return nil },
	},
}

// Unused returns the names of the stated options for matrices and lists that have no meaning for
// files of the named format.
func (o *Options) Unused(name string) (unused []string) {
	f, known := Lookup(name)
	for _, option := range []struct {
		name   string
		stated bool
	}{
		{"codes", o.Codes != ""}, {"orientation", o.Orientation != ""}, {"mark-at", o.MarkAt != ""},
		{"threshold", o.Threshold != nil}, {"nan", o.NaN != ""}, {"directed", o.Directed != nil},
	} {
		if known && option.stated && !slices.Contains(f.Options, option.name) {
			unused = append(unused, option.name)
		}
	}
	return unused
}

// Set sets the option called name, as a flag does.
func (o *Options) Set(name, value string) error {
	i := slices.IndexFunc(Settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return fmt.Errorf("unknown option %s", clipped(name))
	}
	s := Settings[i]
	if s.Values != nil {
		value = strings.ToLower(value)
	}
	if s.Values != nil && !slices.Contains(s.Values, value) {
		return advice.Wrong(name, value, "%v: unknown value %s%s: use one of %s", advice.Option(name), clipped(value), advice.DidYouMean(value, s.Values), strings.Join(s.Values, ", "))
	}
	return s.set(o, value)
}

// check returns an error about an unknown code.
func (o *Options) check() error {
	if o.Codes == "" || slices.Contains(codeNames(), o.Codes) {
		return nil
	}
	return new(Options).Set("codes", o.Codes)
}
