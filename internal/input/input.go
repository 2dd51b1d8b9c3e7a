// Package input reads files with what a user states about them.
package input

import (
	"cmp"
	"io"
	"slices"

	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/kind"
)

// Rules are the options for reading the graphs of one role.
type Rules struct {
	format.Options

	// Role is "truth" or "guess", or empty if a command reads one graph.
	Role string

	// Shared are the names of options that were stated about both files. Such an option may be meant
	// for the other file alone.
	Shared []string

	// Many allows options that do not apply to a file: they are for many files, perhaps of several
	// formats.
	Many bool

	// Written is set if the command writes a graph, too, with options to-...
	Written bool
}

// ReadFile reads a file and applies the rules.
func (how *Rules) ReadFile(path string) (*format.Document, error) {
	d, err := format.ReadFile(path, how.Options)
	if err != nil {
		return nil, err
	}
	return how.Apply(d, path)
}

// Read is [Rules.ReadFile] for a stream.
func (how *Rules) Read(r io.Reader, name string) (*format.Document, error) {
	d, err := format.Read(r, name, how.Options)
	if err != nil {
		return nil, err
	}
	return how.Apply(d, name)
}

// checkFormat returns an error for an option that means nothing in the format that a file was read as.
func (how *Rules) checkFormat(name, format string) error {
	for _, unused := range how.Unused(format) {
		if !how.Many && !slices.Contains(how.Shared, unused) {
			do := advice.Textf("omit it, or use %v if that is wrong", how.option("format"))
			if how.Written {
				do = advice.Textf("use %v if it is about the written file, or %v if that is wrong", advice.Option("to-"+unused), how.option("format"))
			}
			return advice.About(how.Role, name, advice.Errorf("%v does not apply: the file was read as %s; %v", how.option(unused), format, do))
		}
	}
	return nil
}

// option returns a reference to the option that is about this file alone.
func (how *Rules) option(name string, values ...string) advice.Ref {
	if how.Role != "" {
		name = how.Role + "-" + name
	}
	return advice.Option(name, values...)
}

// Apply returns the document with what the user stated, which overrides what the file contains.
func (how *Rules) Apply(d *format.Document, name string) (*format.Document, error) {
	if err := how.checkFormat(name, d.Format); err != nil {
		return nil, err
	}
	meant := *d
	meant.Class = cmp.Or(how.Class, d.Class)
	wrong := func(text string, args ...any) (*format.Document, error) {
		return nil, advice.About(how.Role, name, advice.Errorf(text, args...))
	}
	const noSeries = "the graph is not a time series: expected lags, as in X(t-1) --> Y(t), at every edge"
	switch {
	case how.Lag0 && how.Summary:
		return wrong("use %v or %v, not both", advice.Option("lag0"), advice.Option("summary-graph"))
	case d.Series != nil && (how.Lag0 || how.Summary):
		part := "contemporaneous part"
		meant.Graph, meant.Series = d.TimeSeries().Lag0(), nil
		if how.Summary {
			var err error
			part = "summary graph"
			if meant.Graph, err = d.TimeSeries().Summary(); err != nil {
				return wrong("no summary graph: %w; give them the same marks, or write the summary graph by hand, as in X --> Y", err)
			}
		}
		if meant.Class.IsSeries() {
			return wrong("the %s of a time series is not a time series: use %v with one of %v", part, advice.Option("class"), kind.Any)
		}
	case d.Series != nil:
	case how.Options.Series:
		return wrong(noSeries+"; or omit %v", how.option("class", "ts"))
	case meant.Class.IsSeries():
		return wrong(noSeries)
	}
	return &meant, nil
}

// A File is a graph that was read, for checks of two files together.
type File struct{ Name, Format, Codes string }

// CheckMarks returns an error if the option mark-at was stated about both files, their codes differ, and it contradicts
// one of them: it is probably meant for the other one alone.
func CheckMarks(truth, guess File, forTruth, forGuess *Rules) error {
	if truth.Codes == guess.Codes {
		return nil
	}
	for _, f := range []struct {
		file       File
		how, other *Rules
	}{{truth, forTruth, forGuess}, {guess, forGuess, forTruth}} {
		if f.how.MarkAt == "" || !slices.Contains(f.how.Shared, "mark-at") {
			continue
		}
		for _, c := range format.Codes() {
			if c.Name == f.file.Codes && c.MarkAt != "" && c.MarkAt != f.how.MarkAt {
				return advice.About(f.how.Role, f.file.Name, advice.Errorf("%v contradicts the code %s, which has its marks at the %s: use %v if it is about the %s alone, or %v",
					advice.Option("mark-at", f.how.MarkAt), c.Name, c.MarkAt, f.other.option("mark-at"), f.other.Role, f.how.option("mark-at", f.how.MarkAt)))
			}
		}
	}
	return nil
}

// CheckFormats returns an error for an option that was stated about both files and means nothing in either.
func CheckFormats(truth, guess File, how *Rules) error {
	of := how.Unused(guess.Format)
	for _, unused := range how.Unused(truth.Format) {
		if slices.Contains(how.Shared, unused) && slices.Contains(of, unused) {
			return advice.Errorf("%v does not apply: %s was read as %s and %s as %s; omit it, or use %v if that is wrong",
				advice.Option(unused), truth.Name, truth.Format, guess.Name, guess.Format, advice.Option("format"))
		}
	}
	return nil
}
