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
	var of *class.Error
	switch {
	case has[*pipeline.TimeoutError](err):
		return store.TimedOut
	case has[*pipeline.LongError](err):
		return store.TooLong
	case has[*pipeline.DrawError](err):
		return store.NotDrawn
	case errors.As(err, &of):
		return of.Err.Code
	case has[*distance.ClassError](err):
		return store.NoMetric
	case has[*graph.NodesError](err):
		return store.Nodes
	case has[*format.AmbiguityError](err):
		return store.Ask
	case has[*format.UnknownError](err):
		return store.Unknown
	case has[*format.ParseError](err), has[*format.FileError](err), has[*format.OrientationError](err):
		return store.Syntax
	case errors.Is(err, fs.ErrNotExist):
		return store.Missing
	case errors.Is(err, fs.ErrPermission), has[*pipeline.SystemError](err):
		return store.Unreadable
	case errors.Is(err, pipeline.ErrSmall):
		return store.Small
	case has[*pool.PanicError](err):
		return store.Crash
	}
	return store.Other
}

// has reports whether an error is of a type or wraps one of it.
func has[E error](err error) bool {
	_, is := errors.AsType[E](err)
	return is
}

// reason returns the reason for a row, on one line.
func reason(err error) store.Reason {
	return store.Reason{Code: codeOf(err), Text: plain.Text(advice.Render(err, advice.FlagsOf(err)))}
}
