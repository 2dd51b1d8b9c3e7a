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
	choice("codes", "which tool's code the entries of a matrix are in (plain: 0 and 1, or weights)",
		func(o *Options) *string { return &o.Codes }, codeNames()...),
	choice("orientation", "whether an entry in row i, column j means i → j or j → i",
		func(o *Options) *string { return &o.Orientation }, rowToCol, colToRow),
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
	choice("mark-at", "whether an entry in row i, column j is the mark at i or at j",
		func(o *Options) *string { return &o.MarkAt }, "row", "column"),
	onOff("directed", "the edges of a list go from the first node to the second (=false: they are undirected)",
		func(o *Options) *bool { // field is called to set it
			o.Directed = new(bool)
			return o.Directed
		}),
	choice("opposite-arcs", "whether a → b and b → a together mean a --- b or a cycle of two",
		func(o *Options) *string { return &o.OppositeArcs }, "undirected", "cycle"),
	choice("nan", "what a pair of NaN entries means",
		func(o *Options) *string { return &o.NaN }, "bidirected", "undirected"),
	onOff("drop-self-loops", "drop edges from a node to itself, and count them",
		func(o *Options) *bool { return &o.DropSelfLoops }),
	onOff("lag0", "use only the contemporaneous part of a time series", func(o *Options) *bool { return &o.Lag0 }),
	onOff("summary-graph", "use the summary graph of a time series, without lags",
		func(o *Options) *bool { return &o.Summary }),
	onOff("lossy", "write what the format can hold and report how much is lost",
		func(o *Options) *bool { return &o.Lossy }),
}

// choice returns the setting of a field that has one of some values.
func choice(name, doc string, field func(o *Options) *string, values ...string) Setting {
	set := func(o *Options, v string) error { *field(o) = v; return nil }
	return Setting{Name: name, Values: values, Doc: doc, set: set}
}

// onOff returns the setting of a field that is true or false.
func onOff(name, doc string, field func(o *Options) *bool) Setting {
	set := func(o *Options, v string) error { *field(o) = v == "true"; return nil }
	return Setting{Name: name, Values: []string{"true", "false"}, Doc: doc, Switch: true, set: set}
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
