package batch

import (
	"errors"
	"io/fs"

	"github.com/sepdist/sepdist/class"
	"github.com/sepdist/sepdist/distance"
	"github.com/sepdist/sepdist/format"
	"github.com/sepdist/sepdist/graph"
	"github.com/sepdist/sepdist/internal/advice"
	"github.com/sepdist/sepdist/internal/pipeline"
	"github.com/sepdist/sepdist/internal/plain"
	"github.com/sepdist/sepdist/internal/pool"
	"github.com/sepdist/sepdist/internal/study/store"
)

// codeOf returns the code for what went wrong.
func codeOf(err error) string {
	var ask *format.AmbiguityError
	var parse *format.ParseError
	var file *format.FileError
	var orientation *format.OrientationError
	var unknown *format.UnknownError
	var nodes *graph.NodesError
	var of *class.Error
	var metric *distance.ClassError
	var system *pipeline.SystemError
	var bug *pool.PanicError
	var drawn *pipeline.DrawError
	var late *pipeline.TimeoutError
	var long *pipeline.LongError
	switch {
	case errors.As(err, &late):
		return store.TimedOut
	case errors.As(err, &long):
		return store.TooLong
	case errors.As(err, &drawn):
		return store.NotDrawn
	case errors.As(err, &of):
		return of.Err.Code
	case errors.As(err, &metric):
		return store.NoMetric
	case errors.As(err, &nodes):
		return store.Nodes
	case errors.As(err, &ask):
		return store.Ask
	case errors.As(err, &unknown):
		return store.Unknown
	case errors.As(err, &parse), errors.As(err, &file), errors.As(err, &orientation):
		return store.Syntax
	case errors.Is(err, fs.ErrNotExist):
		return store.Missing
	case errors.Is(err, fs.ErrPermission), errors.As(err, &system):
		return store.Unreadable
	case errors.Is(err, pipeline.ErrSmall):
		return store.Small
	case errors.As(err, &bug):
		return store.Crash
	}
	return store.Other
}

// reason returns the reason for a row, on one line.
func reason(err error) store.Reason {
	return store.Reason{Code: codeOf(err), Text: plain.Text(advice.Render(err, advice.FlagsOf(err)))}
}
