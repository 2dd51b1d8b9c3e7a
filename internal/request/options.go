package request

import (
	"errors"

	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/try"
	"github.com/sepdist/sepdist/internal/wording"
)

// options returns the options of a comparison.
func (r *Request) options() compare.Options {
	if err := compare.CheckMetrics(r.Metrics); err != nil {
		try.Check(&metricError{err})
	}
	o, err := option.DecodeAll(r.Options)
	var bad *option.Error
	if errors.As(err, &bad) {
		refuse(bad.Name, bad.Value, optionMessage(bad))
	}
	try.Check(err)
	o.Metrics, o.Progress = r.Metrics, r.progress
	if err := o.Check(); err != nil {
		refuse(wording.First(err.Error()), "", wording.ForKeywords(err.Error()))
	}
	return o
}

// optionMessage words an error about an option for programs with keywords. Its value is JSON.
func optionMessage(e *option.Error) string {
	given := wording.Keyword(e.Name, "") + e.Value
	switch {
	case e.Expected != "":
		return given + ": expected " + e.Expected
	case e.Range != "":
		return given + " is out of range: " + e.Range
	}
	return given + ": " + e.Reason()
}
