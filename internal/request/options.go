package request

import (
	"github.com/sepdist/sepdist/internal/compare"
	"github.com/sepdist/sepdist/internal/option"
	"github.com/sepdist/sepdist/internal/try"
)

// options returns the options of a comparison.
func (r *Request) options() compare.Options {
	try.Check(compare.CheckMetrics(r.Metrics))
	o := try.Get(option.DecodeAll(r.Options))
	o.Metrics, o.Progress, o.Spell = r.Metrics, r.progress, r.spell("")
	if err := o.Check(); err != nil {
		refuse("", "", "%w", err)
	}
	return o
}
