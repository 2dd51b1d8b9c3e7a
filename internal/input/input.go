// Package input applies what a user states about a file to the document that was read from it.
package input

import (
	"cmp"
	"slices"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
)

// Rules are the options for reading the graphs of one role.
type Rules struct {
	format.Options
	Lag0 bool // take the contemporaneous part of a time series

	// Role is "truth" or "guess", or empty if a command reads one graph.
	Role string

	// Shared are the names of options that were stated about both files. Such an option may be meant
	// for the other file alone.
	Shared []string

	// Many allows options that mean nothing in a file. They are for many files, perhaps of several
	// formats.
	Many bool
}

// CheckFormat returns an error for an option that means nothing in the format that a file was read as.
func (how *Rules) CheckFormat(name, format string) error {
	for _, unused := range how.Unused(format) {
		if !how.Many && !slices.Contains(how.Shared, unused) {
			return advice.About(how.Role, name, advice.Errorf("%v means nothing here: the file was read as %s; omit it, or use %v if that is wrong",
				how.Option(unused), format, how.Option("format")))
		}
	}
	return nil
}

// Option returns a reference to the option that is about this file alone.
func (how *Rules) Option(name string, values ...string) advice.Ref {
	if how.Role != "" {
		name = how.Role + "-" + name
	}
	return advice.Option(name, values...)
}

// Apply returns the document with what the user stated, which overrides what the file contains.
func (how *Rules) Apply(d *format.Document, name string) (*format.Document, error) {
	if err := how.CheckFormat(name, d.Format); err != nil {
		return nil, err
	}
	meant := *d
	meant.Class = cmp.Or(how.Class, d.Class)
	wrong := func(text string, args ...any) (*format.Document, error) {
		return nil, advice.About(how.Role, name, advice.Errorf(text, args...))
	}
	const noSeries = "the graph is not a time series: expected lags, as in X(t-1) --> Y(t), at every edge"
	switch {
	case d.Series != nil && how.Lag0:
		meant.Graph, meant.Series = d.TimeSeries().Lag0(), nil
		if meant.Class.IsSeries() {
			return wrong("the contemporaneous part of a time series is not a time series: use %v with one of %v", advice.Option("class"), class.Any)
		}
	case d.Series != nil:
	case how.Options.Series:
		return wrong(noSeries+"; or omit %v", how.Option("class", "ts"))
	case meant.Class.IsSeries():
		return wrong(noSeries)
	}
	return &meant, nil
}
