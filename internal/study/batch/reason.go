package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
)

// The codes of reasons that are not those of a class.
const (
	Missing    = "missing-file"
	Unreadable = "unreadable-file"
	Syntax     = "syntax"
	Ask        = "ambiguous-file"
	Unknown    = "unknown-format"
	Nodes      = "nodes-differ"
	NoMetric   = "metric-not-defined" // for graphs of these classes
	Undefined  = "undefined-value"    // such as 0/0
	Small      = "too-small"
	Crash      = "crash" // a fault of ours
	Other      = "other"
)

// errSmall is what is wrong with graphs that have no pair of nodes.
var errSmall = errors.New("it takes two nodes to have a pair that can be compared")

// codeOf returns the code for what went wrong.
func codeOf(err error) string {
	var ask *format.AskError
	var parse *format.ParseError
	var file *format.FileError
	var orientation *format.OrientationError
	var nodes *graph.NodesError
	var of *class.Error
	var metric *distance.ClassError
	switch {
	case errors.As(err, &of):
		return of.Err.Code
	case errors.As(err, &metric):
		return NoMetric
	case errors.As(err, &nodes):
		return Nodes
	case errors.As(err, &ask):
		return Ask
	case errors.Is(err, format.ErrUnknown):
		return Unknown
	case errors.As(err, &parse), errors.As(err, &file), errors.As(err, &orientation):
		return Syntax
	case errors.Is(err, fs.ErrNotExist):
		return Missing
	case errors.Is(err, fs.ErrPermission), isRead(err):
		return Unreadable
	case errors.Is(err, errSmall):
		return Small
	}
	return Other
}

// A systemError is what the system says about a file.
type systemError struct {
	file string
	err  error
}

func (e *systemError) Error() string { return e.file + ": " + e.err.Error() }
func (e *systemError) Unwrap() error { return e.err }

func isRead(err error) bool {
	var e *systemError
	return errors.As(err, &e)
}

// reasonOf returns the reason for a row, on one line.
func reasonOf(err error) string { return codeOf(err) + ": " + oneLine(err.Error()) }

// oneLine returns the text without line breaks, which names may hold.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// fileError puts what the system says about a file into the one form of our errors.
func fileError(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return &systemError{name, path.Err}
	}
	return fmt.Errorf("%s: %w", name, err)
}
