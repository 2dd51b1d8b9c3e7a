package batch

import (
	"errors"
	"io/fs"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/pool"
)

// The codes of reasons that are not those of a class.
const (
	Missing     = "missing-file"
	Unreadable  = "unreadable-file"
	Syntax      = "syntax"
	Ask         = "ambiguous-file"
	Unknown     = "unknown-format"
	Nodes       = "nodes-differ"
	NoMetric    = "metric-not-defined" // for graphs of these classes
	Undefined   = "undefined-value"    // such as 0/0
	EmptySample = "empty-sample"       // the value is biased towards 0
	Small       = "too-small"
	NotDrawn    = "not-drawn" // random graphs that cannot be
	Crash       = "crash"     // a fault of ours
	Other       = "other"
)

// codeOf returns the code for what went wrong.
func codeOf(err error) string {
	var ask *format.AmbiguityError
	var parse *format.ParseError
	var file *format.FileError
	var orientation *format.OrientationError
	var nodes *graph.NodesError
	var of *class.Error
	var metric *distance.ClassError
	var system *compare.SystemError
	var bug *pool.PanicError
	var drawn *compare.DrawError
	switch {
	case errors.As(err, &drawn):
		return NotDrawn
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
	case errors.Is(err, fs.ErrPermission), errors.As(err, &system):
		return Unreadable
	case errors.Is(err, compare.ErrSmall):
		return Small
	case errors.As(err, &bug):
		return Crash
	}
	return Other
}

// reason returns the reason for a row, on one line.
func reason(err error) string { return codeOf(err) + ": " + plain.Text(err.Error()) }
